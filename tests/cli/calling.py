"""How the tests call the command line."""

import os
import subprocess
import sys
from dataclasses import dataclass


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
