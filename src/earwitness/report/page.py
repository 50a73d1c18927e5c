"""The page, report.html, and the verdict, verdict.md, from their templates."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from earwitness.domain import Finding, Results
from earwitness.report.formats import markdown_text
from earwitness.report.views import ShownSection
from earwitness.report.words import DIRECTIONS, SEVERITIES, counted, heading, number_text, sentence


def render_page(
    results: Results, sections: Sequence[ShownSection], manifest: Mapping[str, Any]
) -> str:
    """One file of HTML: nothing in it is fetched from elsewhere."""
    return (
        _environment()
        .get_template("report.html")
        .render(
            results=results,
            account=results.account,
            findings=by_severity(results.findings),
            tally=tally(results.findings),
            sections=sections,
            manifest=manifest,
            settings=flattened(manifest.get("config", {})),
        )
    )


def render_index(runs: Sequence[tuple[str, Results, Mapping[str, Any]]]) -> str:
    """One page that leads to the reports of several runs, each given with its folder."""
    shown = [
        {
            "folder": folder,
            "results": results,
            "manifest": manifest,
            "tally": tally(results.findings),
        }
        for folder, results, manifest in runs
    ]
    return _environment().get_template("index.html").render(runs=shown)


def render_verdict(results: Results) -> str:
    """What may be concluded, on one page of Markdown."""
    return (
        _environment()
        .get_template("verdict.md")
        .render(
            results=results,
            account=results.account,
            findings=by_severity(results.findings),
            tally=tally(results.findings),
        )
    )


def by_severity(findings: Sequence[Finding]) -> list[Finding]:
    """The serious ones first; otherwise as the study ordered them."""
    order = list(SEVERITIES)
    return sorted(findings, key=lambda finding: order.index(finding.severity))


def tally(findings: Sequence[Finding]) -> list[tuple[str, str]]:
    """Severities that occur, each with its count in words."""
    words = {"serious": ("serious finding",), "warning": ("warning",), "info": ("note",)}
    counts = {name: sum(f.severity == name for f in findings) for name in SEVERITIES}
    return [(name, counted(n, *words[name])) for name, n in counts.items() if n]


def flattened(config: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Nested settings as `part.key` and value."""
    rows: list[tuple[str, Any]] = []
    for key, value in config.items():
        if isinstance(value, Mapping) and value:
            rows += flattened(value, f"{prefix}{key}.")
        else:
            rows.append((f"{prefix}{key}", value))
    return rows


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("earwitness.report"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        heading=heading,
        md=markdown_text,
        number=number_text,
        sentence=sentence,
        svg=Markup,  # drawn by us; matplotlib escapes the names in it
    )
    css = files("earwitness.report").joinpath("templates/style.css").read_text("utf-8")
    environment.globals.update(
        DIRECTIONS=DIRECTIONS,
        SEVERITIES=SEVERITIES,
        css=Markup(css),  # noqa: S704 - our own style sheet, not the user's words
    )
    return environment
