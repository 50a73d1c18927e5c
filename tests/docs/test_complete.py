"""Every measure, audit, key, option, file and field is documented, and says what is true."""

import dataclasses
import json
import re
import tomllib
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click
import pytest
from pydantic import BaseModel
from tests.docs.blocks import ROOT, make_targets

from earwitness import statistics
from earwitness.audits import AUDITS
from earwitness.cli import cli
from earwitness.data.library import load_library
from earwitness.data.tessituragrams import write_tessituragrams
from earwitness.domain import Comparison, Estimate, Finding, Results
from earwitness.measures import MEASURES, parse
from earwitness.music.singer import Singer
from earwitness.music.song import Songs
from earwitness.run.table import RECORDS
from earwitness.studies.base import STUDIES, load_study
from earwitness.studies.file import StudyConfig
from earwitness.studies.repertoire.config import RepertoireConfig
from earwitness.studies.repertoire.exports import exports
from earwitness.studies.repertoire.source import RQ1, SourceProtocol
from earwitness.systems.repertoire import SourceRecommender
from earwitness.systems.repertoire.exchange import to_plain

DOCS = ROOT / "docs"


def page(name):
    return (DOCS / name).read_text("utf-8")


def rows(text):
    """The cells of all table rows, without the heads."""
    bodies = re.findall(r"^\|[-|: ]+\|\n((?:\|.*\n)+)", text, flags=re.MULTILINE)
    lines = [line for body in bodies for line in body.splitlines()]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def sections(text):
    """Heading -> what stands below it, down to the next heading."""
    parts = re.split(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def anchor(heading):
    """As GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def code(text):
    """Everything in backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


# Measures and statistics


def measure_rows():
    table = sections(page("measures.md"))["All measures"]
    return {row[0].strip("`"): row[1:4] for row in rows(table)}


def test_every_measure_stands_in_the_table():
    names = {re.split(r"[@(]", label)[0] for label in measure_rows()}
    assert names == set(MEASURES)


@pytest.mark.parametrize("label", measure_rows())
def test_what_the_table_says_of_a_measure_is_true(label):
    info = parse(label).info
    direction, span, floor = measure_rows()[label]
    high = "and more" if info.high is None else f"to {info.high:g}"
    assert direction == info.direction
    assert span == f"{info.low:g} {high}"
    assert floor == ("none" if info.floor is None else f"{info.floor:g}")


def test_every_statistic_is_documented():
    assert set(statistics.__all__) - {"Method"} <= code(page("measures.md"))


# Audits


def test_every_audit_has_its_section():
    assert [name for name in sections(page("audits.md")) if name in AUDITS] == list(AUDITS)


@pytest.mark.parametrize("name", AUDITS)
def test_thresholds_of_an_audit_are_as_documented(name):
    text = sections(page("audits.md"))[name]
    said = dict(re.findall(r"`(\w+)` = ([\d.]*\d)", text))
    assert said == {f.name: f"{f.default:g}" for f in dataclasses.fields(AUDITS[name])}
    for part in ("Fires when", "An example", "What to do"):
        assert f"**{part}" in text


# The study file


def keys(model: type[BaseModel], prefix: str = "") -> dict[str, Any]:
    """All keys of a study file, with their fields."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        found[prefix + name] = field
        table = field.annotation
        inner = f"{prefix}{name}."
        if get_origin(table) is dict:
            table, inner = get_args(table)[1], f"{inner}NAME."
        if isinstance(table, type) and issubclass(table, BaseModel):
            found |= keys(table, inner)
    return found


def choices(annotation):
    """All values of the Literals in a type."""
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    if get_origin(annotation) in {Union, UnionType}:
        return set().union(*map(choices, get_args(annotation)))
    return set()


def documented_keys(chapter):
    """Key -> its row, of all tables between this heading and the next of its rank."""
    text = page("study-file.md").split(f"\n## {chapter}\n")[1].split("\n## ")[0]
    return {row[0].strip("`"): row for row in rows(text) if len(row) == 4}


COMMON = keys(StudyConfig)
CHAPTERS = {"Keys of every study": COMMON} | {
    f"Keys of the {name} study": {
        key: field for key, field in keys(load_study(name).config_type).items() if key not in COMMON
    }
    for name in STUDIES
}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_exactly_the_known_keys_are_documented(chapter):
    assert f"\n## {chapter}\n" in page("study-file.md")
    assert set(documented_keys(chapter)) == set(CHAPTERS[chapter])


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_what_is_said_of_keys_is_true(chapter):
    for key, (_, kind, default, meaning) in documented_keys(chapter).items():
        field = CHAPTERS[chapter][key]
        assert meaning, key
        assert all(f'"{choice}"' in kind for choice in choices(field.annotation)), key
        if field.is_required():
            assert default == "required", key
            continue
        value = field.get_default(call_default_factory=True)
        if value is None or isinstance(value, BaseModel):
            assert default == ("none" if value is None else "see below"), key
        else:
            assert tomllib.loads(f"x = {default.strip('`')}") == {"x": value}, key


@pytest.mark.parametrize("file", sorted((ROOT / "studies").glob("*.toml")), ids=lambda f: f.name)
def test_ready_studies_are_valid(file):
    content = tomllib.loads(file.read_text("utf-8"))
    load_study(content["study"]).config_type.model_validate(content)


# The command line


def commands(group: click.Group, path: str) -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[f"{path} {name}"] = command
        if isinstance(command, click.Group):
            found |= commands(command, f"{path} {name}")
    return found


COMMANDS = commands(cli, "earwitness")


def told_of(heading):
    """A section, and those that it points at on the same page."""
    parts = sections(page("command-line.md"))
    linked = re.findall(r"\]\(#([\w-]+)\)", parts[heading])
    return parts[heading] + "".join(text for name, text in parts.items() if anchor(name) in linked)


def test_exactly_the_known_commands_have_a_section():
    said = [name for name in sections(page("command-line.md")) if name.startswith("earwitness ")]
    assert set(said) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_exactly_the_options_of_a_command_are_documented(name):
    options = {
        opt for p in COMMANDS[name].params if p.param_type_name == "option" for opt in p.opts
    }
    tables = [row[0] for row in rows(told_of(name))]
    said = {option for cell in tables for option in code(cell) if option.startswith("-")}
    assert said == options


@pytest.mark.parametrize("name", COMMANDS)
def test_arguments_of_a_command_are_named(name):
    for parameter in COMMANDS[name].params:
        if parameter.param_type_name == "argument":
            shown = getattr(parameter.type, "choices", None) or [parameter.name.upper()]
            assert any(f"{name} {word}" in told_of(name) for word in shown) or all(
                str(word) in told_of(name) for word in shown
            )


def test_every_exit_code_is_documented():
    text = sections(page("command-line.md"))["Exit codes"]
    assert [row[0] for row in rows(text)] == ["0", "1", "2", "130"]


# Files


def fields_of(value) -> set[str]:
    """All keys of a JSON value that are names, at any depth."""
    if isinstance(value, dict):
        names = {key for key in value if not key.isdigit()}
        return names.union(*map(fields_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(fields_of, value))
    return set()


def names(*kinds):
    return {field.name for kind in kinds for field in dataclasses.fields(kind)}


def test_every_column_and_key_of_a_run_folder_is_documented():
    known = code(page("run-folder.md"))
    assert set(RECORDS.names) <= known
    assert names(Results, Estimate, Comparison, Finding) - {"groups"} <= known


@pytest.fixture(scope="module")
def songs():
    return Songs(tuple(load_library("written"))[:40], "some")


def test_every_field_of_the_source_files_is_documented(songs, tmp_path):
    known = code(page("repertoire.md"))
    write_tessituragrams(songs, tmp_path / "songs.json")
    assert fields_of(json.loads((tmp_path / "songs.json").read_text("utf-8"))) <= known
    assert fields_of(to_plain(SourceRecommender(songs), Singer(57, 80, (60,), (62,)))) <= known
    protocol = SourceProtocol(RepertoireConfig(protocol="source"), songs)
    one = Estimate("source", "HR@1", 0.5, 0.4, 0.6, 0.95, 9, 0, "", groups={"task": RQ1})
    for name, content in exports(protocol, [one]).items():
        assert name in page("repertoire.md")
        assert fields_of(json.loads(content)) - {"source", "HR@1"} <= known


# Contributing


def test_the_import_rule_is_told_as_it_is_enforced():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (layers,) = [
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    text = " ".join((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())
    assert " > ".join(layers) in text


def test_every_make_target_is_told():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert {target for target in make_targets() if f"| `make {target}` |" not in text} == set()


# Links


@pytest.mark.parametrize(
    "file", [*ROOT.glob("*.md"), *DOCS.glob("*.md")], ids=lambda f: f"{f.parent.name}/{f.name}"
)
def test_links_lead_somewhere(file):
    text = re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://")):
            continue
        path, _, fragment = target.partition("#")
        there = file.parent / path if path else file
        assert there.exists(), f"{file.name} points at {target}"
        if fragment:
            headings = re.findall(r"^#+ (.+)$", there.read_text("utf-8"), flags=re.MULTILINE)
            assert fragment in map(anchor, headings), f"{file.name} points at {target}"


def test_every_page_can_be_reached_from_the_index():
    linked = set(re.findall(r"\]\(([\w-]+\.md)", page("index.md")))
    assert {file.name for file in DOCS.glob("*.md")} - {"index.md"} <= linked
