"""The convention itself: what must fail does fail."""

import time

import pytest
from tests.docs.blocks import Desk, commands, read_blocks


def follow(folder, text):
    page = folder / "page.md"
    page.write_text(text, "utf-8")
    desk_folder = folder / "desk"
    desk_folder.mkdir()
    with Desk(desk_folder) as desk:
        desk.follow(read_blocks(page))
    return desk_folder


def test_comments_before_a_block_belong_to_it_alone(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- slow -->\n<!-- file: a.py -->\n```python\nx\n```\n```sh\nls\n```\n"
        "<!-- slow -->\nWords.\n```text\n```\n"
    )
    first, second, third = read_blocks(page)
    assert (first.marks, first.text, first.place) == (
        {"slow": "", "file": "a.py"},
        "x\n",
        "page.md:3",
    )
    assert (first.slow, second.slow, second.marks, third.marks) == (True, False, {}, {})


def test_commands_run_in_order_in_one_folder(tmp_path):
    folder = follow(tmp_path, "```sh\necho one > a\ncat a a > b  # a comment\n```\n")
    assert (folder / "b").read_text() == "one\none\n"


def test_a_command_may_span_lines_and_comments_are_left_out():
    assert commands("# why\nearwitness run \\\n  a.toml\n") == ["earwitness run    a.toml"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("```sh\ntrue\nfalse\n```\n", "page.md:1: 'false' ended with 1, not 0"),
        ("```sh\ntrue  # exit 2\n```\n", "ended with 0, not 2"),
        ("```sh\nmake tea\n```\n", "make has no target tea"),
        ("```python\nraise SystemExit(3)\n```\n", "ended with 3, not 0"),
        ("```python\nprint(1)\n```\n<!-- output -->\n```text\n2\n```\n", "the page shows\n2"),
        ("<!-- from: Makefile -->\n```sh\nbrew tea\n```\n", "does not stand in Makefile"),
        ("```\nls\n```\n", "tag the block"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, text, told):
    with pytest.raises(AssertionError, match=r"page\.md") as caught:
        follow(tmp_path, text)
    assert told in str(caught.value)


def test_an_invalid_study_file_is_seen(tmp_path):
    with pytest.raises(ValueError, match="Invalid value"):
        follow(tmp_path, "```toml\nx = \n```\n")


def test_what_runs_in_the_background_ends_with_the_page(tmp_path):
    folder = follow(
        tmp_path, "```sh\n(while true; do date > alive; sleep 0.1; done) &\nsleep 1\n```\n"
    )
    (folder / "alive").unlink()
    time.sleep(0.5)
    assert not (folder / "alive").exists()


def test_expected_outcomes_pass(tmp_path):
    folder = follow(
        tmp_path,
        "<!-- file: new/a.py -->\n```python\nprint(6)\n```\n"
        "```sh\nmake test  # all\npython new/a.py\n```\n"
        "<!-- output -->\n```text\n6\n```\n```sh\nexit 2  # exit 2\n```\n",
    )
    assert (folder / "new" / "a.py").exists()
