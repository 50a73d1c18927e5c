"""`earwitness power`."""

from pathlib import Path

import click

from earwitness.cli.display import as_json, number, print_json, print_table, show
from earwitness.cli.numbers import Finite

MOST = 1e9


@click.command()
@click.argument("study", type=click.Choice(["repertoire", "playlists"]))
@click.option("--cases", type=click.IntRange(2), help="How many cases there are.")
@click.option("--difference", type=Finite(-MOST, MOST), help="The difference that should be seen.")
@click.option("--sd", type=Finite(0, MOST, min_open=True), help="Spread of differences.")
@click.option(
    "--run", "folder", type=click.Path(path_type=Path), help="Take the spread from a run."
)
@click.option("--power", "wanted", type=Finite(0.01, 0.999), default=0.8, show_default=True)
@click.option("--alpha", type=Finite(0.0001, 0.5), default=0.05, show_default=True)
@as_json
def power(
    study: str,
    cases: int | None,
    difference: float | None,
    sd: float | None,
    folder: Path | None,
    wanted: float,
    alpha: float,
    json_wanted: bool,
) -> None:
    """How many cases a comparison needs, or the smallest difference that it can see.

    Two systems are compared on the same cases. What counts is the standard deviation of the
    differences between their scores: give it by --sd, or take it from an earlier run by --run. For
    scores of 0 and 1 it is about the square root of the share of cases on which the two differ.

    \b
    earwitness power repertoire --sd 0.3 --cases 95
    earwitness power repertoire --sd 0.3 --difference 0.05
    earwitness power repertoire --run runs/first --difference 0.05
    """
    del study  # all studies compare pairs of systems in the same way
    from earwitness.errors import StudyError
    from earwitness.studies.planning import Plan, plan, spreads

    if (sd is None) == (folder is None):
        raise StudyError("give the spread of the differences: either --sd NUMBER or --run FOLDER")
    if cases is None and difference is None and folder is None:
        raise StudyError("give --cases NUMBER or --difference NUMBER: what is to be worked out?")
    rows: list[Plan] = (
        [plan("", "", sd, cases, difference, wanted, alpha)]
        if sd is not None
        else [
            plan(
                s.task, f"{s.a} − {s.b}, {s.measure}", s.sd, cases or s.n, difference, wanted, alpha
            )
            for s in spreads(folder or Path())
        ]
    )
    if json_wanted:
        print_json([row.__dict__ for row in rows])
        return
    numbers = ["sd", "cases", "smallest difference", "cases needed"]
    print_table(
        ["task", "comparison", *numbers],
        [
            [
                row.task,
                row.comparison,
                number(row.sd),
                "–" if row.cases is None else f"{row.cases:,}",
                number(row.smallest_difference),
                "–" if row.cases_needed is None else f"{row.cases_needed:,}",
            ]
            for row in rows
        ],
        right=numbers,
    )
    show(
        f"Two-sided paired t-test, α = {number(alpha, 2)}, power {number(wanted, 2)}, cases taken "
        "as independent."
    )
