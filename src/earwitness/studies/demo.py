"""The study files of the demo."""

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path


def demo_files() -> Iterator[tuple[str, Path]]:
    """A name and a study file for each run of the demo, on embedded data."""
    with as_file(files("earwitness.studies") / "templates" / "demo") as folder:
        for file in sorted(folder.glob("*.toml")):
            yield file.stem, file
