"""What a run says in the terminal."""

from collections.abc import Sequence
from typing import Any

import click

from earwitness.cli.display import (
    interval,
    number,
    plain,
    print_findings,
    print_json,
    print_table,
    show,
)
from earwitness.domain import Results, to_json
from earwitness.run import RunFolder


def print_summary(folder: RunFolder, *, json_wanted: bool) -> None:
    """The verdict, the findings, the failures and where the report is."""
    results, manifest = folder.results(), folder.manifest()
    report = folder.path / "report.html"
    if json_wanted:
        shown = {k: v for k, v in to_json(results).items() if k in {"study", "protocol"}}
        print_json(
            shown
            | {"folder": str(folder.path), "report": str(report)}
            | {"verdict": list(results.account.verdict), "systems": manifest["systems"]}
            | {"estimates": [plain(e) for e in results.estimates]}
            | {"findings": [plain(f) for f in results.findings]}
        )
        return
    show(f"\n[bold]{results.account.title}[/]: what may be concluded")
    for sentence in results.account.verdict:
        show_text(f"• {sentence}")
    if results.findings:
        show("\n[bold]What the audits found[/]")
        print_findings(results.findings)
    for name, outcome in manifest["systems"].items():
        if outcome["failures"]:
            show_text(
                f"{name} failed on {outcome['failures']} of "
                f"{outcome['failures'] + outcome['answers']} cases; first: "
                f"{outcome['first_failure']}"
            )
    click.echo(f"\nReport: {report}")


def show_text(text: str) -> None:
    """Print text as it is: a system's name is not markup."""
    from rich.markup import escape

    show(escape(text))


def headline(results: Results) -> list[Any]:
    """The first measure of the first section with estimates, for every system."""
    for section in results.sections:
        for measure in section.measures:
            rows = [
                e
                for e in results.estimates
                if e.measure == measure and dict(e.groups) == dict(section.where)
            ]
            if rows:
                return rows
    return list(results.estimates[:1])


def demo_row(folder: RunFolder) -> dict[str, Any]:
    """One run of the demo, as JSON."""
    results = folder.results()
    return {
        "folder": str(folder.path),
        "title": results.account.title,
        "headline": [plain(e) for e in headline(results)],
        "findings": [plain(f) for f in results.findings],
        "verdict": list(results.account.verdict),
    }


def print_demo(folders: Sequence[RunFolder]) -> None:
    """One block a run: its headline numbers and what the audits found."""
    for folder in folders:
        results = folder.results()
        rows = headline(results)
        where = ", ".join(rows[0].groups.values())
        show(f"\n[bold]{results.account.title}[/]: {where}")
        print_table(
            ["system", rows[0].measure, "interval", "chance", "n"],
            [[e.system, number(e.value), interval(e), number(e.null), f"{e.n:,}"] for e in rows],
            right=[rows[0].measure, "interval", "chance", "n"],
        )
        counts = {s: sum(f.severity == s for f in results.findings) for s in SEVERITIES}
        told = ", ".join(f"{n} {s}" for s, n in counts.items() if n) or "none"
        show(f"findings of the audits: {told}")


SEVERITIES = ("serious", "warning", "info")
