"""The code blocks of Markdown pages, and how they are run.

Each page is followed as a reader would: in a fresh folder that holds copies of `studies/` and
`examples/`, with the commands of the environment on the PATH. What a block's tag means:

    sh       commands, run one after another; `# exit 2` at the end of a line is the exit code that
             is expected; a line that ends in & runs until the page ends; of a line that begins
             with make it is checked that there is such a target
    python   a program that is run
    toml     a part of a study file that must be valid TOML
    text     what a program prints, or anything else: it is not run

and what an HTML comment on the line before a block means:

    <!-- file: NAME -->   the block is written to that file, and not run
    <!-- from: NAME -->   the block must stand in that file, word by word, and is not run
    <!-- output -->       the block must be what the block before it printed
    <!-- slow -->         the block is left out of the quick tests
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[2]
TAGS = {"sh", "python", "toml", "text"}
SECONDS = 600
"""How long a command may take."""

_FENCE = re.compile(r"\s*```(\w*)\s*$")
_COMMENT = re.compile(r"\s*<!-- (?P<word>file|from|output|slow)(?:: (?P<name>\S+))? -->\s*$")
_EXIT = re.compile(r"\s+# exit (\d+)$")


@dataclass(frozen=True)
class Block:
    """One fenced block; `place` is where it begins, as an editor understands it."""

    place: str
    tag: str
    text: str
    marks: Mapping[str, str]

    @property
    def slow(self) -> bool:
        return "slow" in self.marks


def read_blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page."""
    lines = iter(enumerate(page.read_text("utf-8").splitlines(), start=1))
    found: list[Block] = []
    marks: dict[str, str] = {}
    for number, line in lines:
        if comment := _COMMENT.match(line):
            marks[comment["word"]] = comment["name"] or ""
        elif fence := _FENCE.match(line):
            indent = len(line) - len(line.lstrip())
            body = [text[indent:] for text in _until_fence(lines)]
            place = f"{page.name}:{number}"
            found.append(Block(place, fence[1], "\n".join(body) + "\n", marks))
            marks = {}
        elif line.strip():
            marks = {}
    return found


def _until_fence(lines: Iterator[tuple[int, str]]) -> Iterator[str]:
    for _, line in lines:
        if _FENCE.match(line):
            return
        yield line


class Desk:
    """Where a page is followed. Leaving it ends what was started in the background."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed = ""
        self._background: list[subprocess.Popen[bytes]] = []
        for name in ("studies", "examples"):
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        (folder / ".venv").symlink_to(sys.prefix)
        scripts = sysconfig.get_path("scripts")
        self._environment = os.environ | {
            "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._background:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=30)

    def follow(self, blocks: list[Block]) -> None:
        for block in blocks:
            self.do(block)

    def do(self, block: Block) -> None:
        """Do what the block says; an AssertionError tells what did not go as it says."""
        assert block.tag in TAGS, f"{block.place}: tag the block with one of {sorted(TAGS)}"
        if "output" in block.marks:
            assert block.text.rstrip() == self.printed.rstrip(), (
                f"{block.place}: the page shows\n{block.text}\nbut printed was\n{self.printed}"
            )
        elif name := block.marks.get("from"):
            whole = (ROOT / name).read_text("utf-8")
            assert block.text in whole, f"{block.place}: this does not stand in {name}"
        elif name := block.marks.get("file"):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
        elif block.tag == "sh":
            self.printed = "".join(self._command(block, line) for line in commands(block.text))
        elif block.tag == "python":
            self.printed = self._run(block, [sys.executable, "-"], block.text)
        elif block.tag == "toml":
            tomllib.loads(block.text)

    def _command(self, block: Block, line: str) -> str:
        program, *words = line.partition("#")[0].split()
        if program == "make":
            for target in [word for word in words if "=" not in word]:
                assert target in make_targets(), f"{block.place}: make has no target {target}"
            return ""
        if line.endswith("&"):
            self._background.append(
                subprocess.Popen(
                    ["bash", "-c", line[:-1]],
                    cwd=self.folder,
                    env=self._environment,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            )
            return ""
        expected = _EXIT.search(line)
        return self._run(block, ["bash", "-c", line], code=int(expected[1]) if expected else 0)

    def _run(self, block: Block, command: list[str], text: str = "", code: int = 0) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == code, (
            f"{block.place}: {command[-1]!r} ended with {done.returncode}, not {code}\n"
            f"{done.stdout}{done.stderr}"
        )
        assert "Traceback" not in done.stderr, f"{block.place}: {command[-1]!r}\n{done.stderr}"
        return done.stdout + done.stderr


def commands(text: str) -> list[str]:
    """The commands of a block, those over several lines joined; comments are left out."""
    joined = text.replace("\\\n", " ")
    return [line.strip() for line in joined.splitlines() if line.strip() and line.strip()[0] != "#"]


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
