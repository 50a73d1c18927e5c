"""Writes a report into a run folder."""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from earwitness.domain import Results
from earwitness.errors import StorageError
from earwitness.report.figures import figure_files
from earwitness.report.formats import FORMATS
from earwitness.report.page import by_severity, render_page, render_verdict
from earwitness.report.tables import findings_table
from earwitness.report.views import Sections, ShownSection

Progress = Callable[[int, int], None]


def write_report(
    folder: Path,
    results: Results,
    manifest: Mapping[str, Any],
    progress: Progress | None = None,
) -> Path:
    """Write report.html, verdict.md, tables/ and figures/; return the path of report.html.

    Each file appears whole or not at all, and report.html last. The same results and manifest
    give the same bytes. `progress` is told how many figures are done, and of how many.
    """
    sections = Sections(results).all()
    for path, content in _files(results, sections, progress):
        _replace(folder / path, content)
    _replace(folder / "verdict.md", render_verdict(results).encode())
    _replace(folder / "report.html", render_page(results, sections, manifest).encode())
    return folder / "report.html"


def _files(
    results: Results, sections: list[ShownSection], progress: Progress | None
) -> Iterator[tuple[str, bytes]]:
    tables = [findings_table(by_severity(results.findings))]
    tables += [table for section in sections for table in section.tables]
    for table in tables:
        for suffix, write in FORMATS.items():
            yield f"tables/{table.name}.{suffix}", write(table).encode()
    figures = [figure for section in sections for figure in section.figures]
    for done, shown in enumerate(figures, start=1):
        for suffix, content in figure_files(shown.figure, results).items():
            yield f"figures/{shown.file}.{suffix}", content
        if progress is not None:
            progress(done, len(figures))


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(
            f"{path} could not be written ({error.strerror}); free some space or choose a folder "
            "that can be written to"
        ) from error
