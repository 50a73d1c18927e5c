"""How things look in a terminal: progress on stderr, tables and JSON on stdout."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from earwitness.domain import Estimate, Finding

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from earwitness.run import Progress

SEVERITY = {"serious": ("✖", "bold red"), "warning": ("▲", "yellow"), "info": ("●", "blue")}

as_json = click.option("--json", "json_wanted", is_flag=True, help="Print JSON instead of a table.")


@contextmanager
def progress_bars() -> "Iterator[Progress]":
    """One bar a stage with the time left; nothing where stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(
        TextColumn("{task.description}", justify="left"),
        BarColumn(bar_width=28),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=console,
        disable=not console.is_terminal,
    ) as bars:
        stages: dict[str, Any] = {}

        def progress(stage: str, done: int, total: int) -> None:
            if stage not in stages:
                stages[stage] = bars.add_task(stage, total=total)
            bars.update(stages[stage], completed=done, total=total)

        yield progress


def print_json(value: Any) -> None:
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(value, indent=1, ensure_ascii=not unicode, allow_nan=False))


def print_table(
    columns: Sequence[str], rows: "Sequence[Sequence[str | Text]]", *, right: Sequence[str] = ()
) -> None:
    """A table as wide as it must be; whole lines where the output is piped.

    Cells are taken as they are: a name such as "[bold]" is no markup.
    """
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        numbers = column in right
        table.add_column(
            column, justify="right" if numbers else "left", no_wrap=numbers, overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    show(table)


def show(*things: "Table | Text | str") -> None:
    """Print with colour and width where the terminal has them."""
    from rich.console import Console as RichConsole

    class Console(RichConsole):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would call it an error; the command line does not

    width = None if sys.stdout.isatty() else 1_000  # a sentence is one line to a pipe
    console = Console(width=width, highlight=False, soft_wrap=False)
    for thing in things:
        console.print(thing)


def number(value: float | None, digits: int = 3) -> str:
    """A number as papers print it: .821, −.350, 12.4; an undefined one as a dash."""
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    text = text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
    return text.replace("-", "−")


def interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"[{number(estimate.low)}, {number(estimate.high)}]"


def p_value(p: float | None) -> str:
    if p is None:
        return "–"
    return "< .001" if p < 0.001 else number(p)


def print_findings(findings: Sequence[Finding]) -> None:
    from rich.markup import escape

    for finding in findings:
        sign, style = SEVERITY[finding.severity]
        show(f"[{style}]{sign} {finding.severity}[/] {escape(finding.title)}")


def plain(thing: Any) -> Mapping[str, Any]:
    """A dataclass as JSON, its groups beside its other keys."""
    from dataclasses import asdict

    row: dict[str, Any] = asdict(thing)
    groups: dict[str, str] = row.pop("groups", {})
    return row | groups
