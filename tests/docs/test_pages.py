"""Every command and program on the pages runs, and prints what the pages say."""

import pytest
from tests.docs.blocks import ROOT, Desk, read_blocks

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = {page.name: read_blocks(page) for page in PAGES}
SLOW = [name for name, blocks in BLOCKS.items() if any(block.slow for block in blocks)]


@pytest.mark.parametrize("page", BLOCKS)
def test_quick_blocks_of(page, tmp_path):
    with Desk(tmp_path) as desk:
        desk.follow([block for block in BLOCKS[page] if not block.slow])


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", SLOW)
def test_all_blocks_of(page, tmp_path):
    with Desk(tmp_path) as desk:
        desk.follow(BLOCKS[page])
