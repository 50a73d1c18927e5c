"""The command line, called as a user would: in this process (quick) or in one of its own."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from earwitness.cli import main

sys.path.insert(0, str(Path(__file__).parent))
from calling import Outcome, process

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
