"""The command line, called as a user would: in this process (quick) or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from earwitness.cli import main

SMALL = """
study = "repertoire"
protocol = "{protocol}"
resamples = 200
{more}
[data]
library = "{library}"
[source]
queries = 12
baselines = 2
profiles = 3
candidates = 3
alphas = [0.0, 0.5]
[sound]
songs = 12
candidates = 3
singers_per_voice = 3
transposed_singers = 3
"""


@dataclass(frozen=True)
class Outcome:
    """What a user sees."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on stderr, as it must be when something is wrong."""
        assert "Traceback" not in self.err
        (line,) = self.err.splitlines()
        assert line.startswith("earwitness: ")
        return line.removeprefix("earwitness: ")


@pytest.fixture
def earwitness(monkeypatch, capsys, tmp_path) -> Callable[..., Outcome]:
    """Call a command in this process, in an empty working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def call(*arguments: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["earwitness", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        return Outcome(code, *capsys.readouterr())

    return call


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "earwitness", *map(str, arguments)]


def process(*arguments: object, env: dict[str, str] | None = None, **more: object) -> Outcome:
    """Call a command in a process of its own."""
    done = subprocess.run(
        command(*arguments),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | (env or {}),
        check=False,
        **more,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def small(small_library) -> Callable[..., str]:
    """The text of a small study, by protocol and with further lines."""

    def text(protocol: str = "source", more: str = "", library: object = small_library) -> str:
        return SMALL.format(protocol=protocol, more=more, library=library)

    return text


@pytest.fixture(scope="session")
def good(tmp_path_factory, small) -> Path:
    """A finished run of the source protocol; copy it before you damage it."""
    folder = tmp_path_factory.mktemp("good")
    (folder / "study.toml").write_text(small())
    assert process("run", folder / "study.toml", "--out", folder / "run").code == 0
    return folder / "run"
