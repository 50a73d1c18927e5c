"""Shared fixtures, and what to do when something a test needs is not there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def _corpus() -> Path | None:
    folder = Path(os.environ.get("EARWITNESS_CORPUS", ROOT.parent / "shared" / "data"))
    return folder if (folder / "openscore-lieder.tar").exists() else None


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


@cache
def _tmpfs() -> object | None:
    """Whether small disks can be mounted here; for that one must be root."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]
            subprocess.run(mount, check=True, capture_output=True)
            subprocess.run(["umount", folder], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        return True


NEEDS: dict[str, tuple[Callable[[], object], str]] = {
    "corpus": (_corpus, "the Lieder corpus is not there (set EARWITNESS_CORPUS to its folder)"),
    "tmpfs": (_tmpfs, "a small disk cannot be mounted here (one must be root)"),
    "chromium": (_chromium, "chromium is not installed (run scripts/system-packages)"),
}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip with a reason; with EARWITNESS_NO_SKIPS=1, as in continuous integration, fail."""
    for mark in item.iter_markers("needs"):
        for what in mark.args:
            find, reason = NEEDS[what]
            if find() is None:
                # These cannot be installed, so their absence is never a failure.
                if os.environ.get("EARWITNESS_NO_SKIPS") and what not in {"corpus", "tmpfs"}:
                    pytest.fail(reason)
                pytest.skip(reason)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with openscore-lieder.tar and lieder-101.tar."""
    folder = _corpus()
    assert folder is not None, "mark the test with @pytest.mark.needs('corpus')"
    return folder


@pytest.fixture(scope="session")
def small_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `repertoire build` makes it, with 40 songs of the embedded library."""
    from earwitness.data import library
    from earwitness.music.song import Songs

    folder = tmp_path_factory.mktemp("library") / "small"
    folder.mkdir()
    for counting in library.COUNTINGS:
        songs = sorted(library.load_library(counting), key=lambda song: song.id)[::36][:40]
        library._store(Songs(tuple(songs), "small"), folder / f"{counting}.json.gz")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    path = _chromium()
    assert path is not None, "mark the test with @pytest.mark.needs('chromium')"
    return path
