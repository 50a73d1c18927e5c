"""Shared fixtures, and what to do when something a test needs is not there."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def _corpus() -> Path | None:
    folder = Path(os.environ.get("EARWITNESS_CORPUS", ROOT.parent / "shared" / "data"))
    return folder if (folder / "openscore-lieder.tar").exists() else None


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


NEEDS: dict[str, tuple[Callable[[], object], str]] = {
    "corpus": (_corpus, "the Lieder corpus is not there (set EARWITNESS_CORPUS to its folder)"),
    "chromium": (_chromium, "chromium is not installed (run scripts/system-packages)"),
}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip with a reason; with EARWITNESS_NO_SKIPS=1, as in continuous integration, fail."""
    for mark in item.iter_markers("needs"):
        for what in mark.args:
            find, reason = NEEDS[what]
            if find() is None:
                # The corpus cannot be installed, so its absence is never a failure.
                if os.environ.get("EARWITNESS_NO_SKIPS") and what != "corpus":
                    pytest.fail(reason)
                pytest.skip(reason)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with openscore-lieder.tar and lieder-101.tar."""
    folder = _corpus()
    assert folder is not None, "mark the test with @pytest.mark.needs('corpus')"
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    path = _chromium()
    assert path is not None, "mark the test with @pytest.mark.needs('chromium')"
    return path
