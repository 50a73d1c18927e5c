"""`earwitness check`, `report`, `compare` and `gate`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from earwitness.cli.display import (
    as_json,
    number,
    p_value,
    print_json,
    print_table,
    progress_bars,
    show,
)
from earwitness.errors import GateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from earwitness.studies.comparing import Change

FOLDER = click.Path(path_type=Path)
VERDICTS = {"worse": "▼ worse", "better": "▲ better", "changed": "◆ changed"}


@click.command()
@click.argument("folder", type=FOLDER)
@as_json
def check(folder: Path, json_wanted: bool) -> None:
    """Check a run FOLDER: files complete and whole, schemas, ranges, no unexplained gap.

    Exit code 1 when something is wrong.
    """
    from earwitness.run import RunFolder
    from earwitness.studies.checking import check_folder

    run = RunFolder(folder)
    run.manifest()  # what is no run folder, or one of another version, cannot be checked
    checks = check_folder(run)
    failed = [c for c in checks if c.fault]
    if json_wanted:
        print_json([asdict(c) for c in checks])
    else:
        rows = [["✖" if c.fault else "✔", c.name, c.fault or c.seen] for c in checks]
        print_table(["", "check", "what was seen"], rows)
    if failed:
        raise GateError(f"{len(failed)} of {len(checks)} checks failed in {folder}")


@click.command()
@click.argument("folder", type=FOLDER)
def report(folder: Path) -> None:
    """Write the report of a run FOLDER again from what is stored: pages, tables, figures."""
    from earwitness.report import write_report
    from earwitness.run import RunFolder

    run = RunFolder(folder)
    manifest, results = run.manifest(), run.results()
    with progress_bars() as progress:
        path = write_report(run.path, results, manifest, progress)
    click.echo(f"Report: {path}")


@click.command()
@click.argument("old", type=FOLDER)
@click.argument("new", type=FOLDER)
@click.option("--all", "everything", is_flag=True, help="Also what did not change.")
@as_json
def compare(old: Path, new: Path, everything: bool, json_wanted: bool) -> None:
    """Compare two run folders: NEW minus OLD, paired where cases are shared."""
    changes = _changes(old, new)
    shown = [c for c in changes if everything or c.verdict != "same"]
    if json_wanted:
        print_json([asdict(c) for c in shown])
        return
    if shown:
        _print_changes(shown)
    same = sum(c.verdict == "same" for c in changes)
    show(f"{len(changes)} measures compared, {same} exactly the same.")


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--baseline", type=FOLDER, required=True, help="The run to hold it against.")
@click.option("--measure", "measures", multiple=True, help="Only this measure; may be repeated.")
@click.option("--system", "systems", multiple=True, help="Only this system; may be repeated.")
@as_json
def gate(
    folder: Path,
    baseline: Path,
    measures: tuple[str, ...],
    systems: tuple[str, ...],
    json_wanted: bool,
) -> None:
    """Fail (exit code 1) when a measure of FOLDER got worse than in the baseline.

    Worse means: the interval of the difference excludes 0, on the bad side. For use in continuous
    integration.
    """
    from earwitness.errors import StudyError

    changes = _changes(baseline, folder)
    for wanted, known, what in (
        (measures, {c.measure for c in changes}, "measure"),
        (systems, {c.system for c in changes}, "system"),
    ):
        unknown = [name for name in wanted if name not in known]
        if unknown:
            raise StudyError(
                f"no {what} {unknown[0]!r} in both runs; there are: {', '.join(sorted(known))}"
            )
    kept = [
        c
        for c in changes
        if (not measures or c.measure in measures) and (not systems or c.system in systems)
    ]
    worse = [c for c in kept if c.verdict == "worse"]
    if json_wanted:
        print_json(
            {"passed": not worse, "compared": len(kept), "worse": [asdict(c) for c in worse]}
        )
    elif worse:
        _print_changes(worse)
    else:
        show(f"Passed: none of {len(kept)} measures got worse.")
    if worse:
        raise GateError(f"{len(worse)} of {len(kept)} measures got worse than in {baseline}")


def _changes(old: Path, new: Path) -> "list[Change]":
    from earwitness.run import RunFolder
    from earwitness.studies.comparing import compare_runs

    return compare_runs(RunFolder(old), RunFolder(new))


def _print_changes(changes: "Sequence[Change]") -> None:
    numbers = ["old", "new", "difference", "interval", "p (Holm)", "n"]
    rows = [
        [
            c.part,
            c.system,
            c.measure,
            number(c.old),
            number(c.new),
            number(c.difference),
            "–" if c.low is None else f"[{number(c.low)}, {number(c.high)}]",
            p_value(c.p_adjusted),
            f"{c.n:,}" if c.n else "unpaired",
            VERDICTS.get(c.verdict, c.verdict),
        ]
        for c in changes
    ]
    print_table(["part", "system", "measure", *numbers, "verdict"], rows, right=numbers)
