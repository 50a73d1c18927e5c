"""Writes a report into a run folder."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from earwitness.domain import Results
from earwitness.report.figures import figure_files
from earwitness.report.formats import FORMATS
from earwitness.report.page import by_severity, render_index, render_page, render_verdict
from earwitness.report.tables import findings_table
from earwitness.report.views import Sections, ShownSection
from earwitness.run import Progress
from earwitness.run.storage import storing, write_whole


def write_report(
    folder: Path,
    results: Results,
    manifest: Mapping[str, Any],
    progress: Progress | None = None,
) -> Path:
    """Write report.html, verdict.md, tables/ and figures/; return the path of report.html.

    Each file appears whole or not at all, and report.html last. The same results and manifest
    give the same bytes. `progress` is told of the figures that are done.
    """
    sections = Sections(results).all()
    for part in ("tables", "figures"):
        with storing(folder):
            (folder / part).mkdir(parents=True, exist_ok=True)
    for path, content in _files(results, sections, progress):
        write_whole(folder / path, content)
    write_whole(folder / "verdict.md", render_verdict(results).encode())
    write_whole(folder / "report.html", render_page(results, sections, manifest).encode())
    return folder / "report.html"


def write_index(out: Path, runs: Sequence[tuple[Path, Results, Mapping[str, Any]]]) -> Path:
    """Write out/index.html: each run's verdict and findings, with a link to its report.

    The run folders lie in `out`.
    """
    path = out / "index.html"
    listed = [
        (folder.relative_to(out).as_posix(), results, manifest)
        for folder, results, manifest in runs
    ]
    write_whole(path, render_index(listed).encode())
    return path


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
            progress("figures", done, len(figures))
