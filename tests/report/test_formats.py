import csv
import io
import re

import pytest

from earwitness.report.formats import latex_text, markdown_text, to_csv, to_latex, to_markdown
from earwitness.report.tables import Column, Table

HOSTILE = [
    "<b>&",
    "a|b",
    "=1+1",
    "-x",
    "@y",
    "+z",
    "−.5",
    "a\nb",
    'say "x", y',
    "[x](y)",
    "50% $_#",
]


def table(names: list[str]) -> Table:
    return Table(
        "name",
        "What it shows.",
        [Column("System"), Column("Value", numeric=True)],
        [[name, ".500"] for name in names],
        ["system", "value"],
        [[name, 0.5] for name in names],
    )


def test_csv_reads_back_in_full_precision():
    rows = list(csv.DictReader(io.StringIO(to_csv(table(HOSTILE)))))
    assert [float(row["value"]) for row in rows] == [0.5] * len(HOSTILE)
    assert [row["system"].removeprefix("'") for row in rows] == HOSTILE


@pytest.mark.parametrize("name", ["=1+1", "-x", "@y", "+z", "\tcmd", "=HYPERLINK(1)"])
def test_csv_disarms_formulas(name):
    (_, row) = csv.reader(io.StringIO(to_csv(table([name]))))
    assert row[0] == f"'{name}"


@pytest.mark.parametrize("name", ["-1.5", "+3", "plain"])
def test_csv_leaves_numbers_and_words_alone(name):
    (_, row) = csv.reader(io.StringIO(to_csv(table([name]))))
    assert row[0] == name


def test_csv_leaves_what_is_undefined_empty():
    plain = Table("n", "c", [], [], ["a", "b"], [[None, float("nan")]])
    assert to_csv(plain) == "a,b\n,\n"


def test_markdown_has_as_many_cells_in_every_row():
    lines = to_markdown(table(HOSTILE)).split("\n\n", 1)[1].strip().split("\n")
    assert len(lines) == 2 + len(HOSTILE)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {3}


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("<script>", "&lt;script&gt;"),
        ("*a* `b`", r"\*a\* \`b\`"),
        ("# head", r"\# head"),
        ("snake_case and _this_", r"snake_case and \_this\_"),
        ("[.747, .895]", "[.747, .895]"),
        ("[x](javascript:y)", r"[x\](javascript:y)"),
    ],
)
def test_markdown_shows_marks_as_they_are(text, safe):
    assert markdown_text(text) == safe


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("50% & $5 #1 a_b {c}", r"50\% \& \$5 \#1 a\_b \{c\}"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("τ − α", r"$\tau$ $-$ $\alpha$"),
        ("Erlkönig Dvořák", "Erlkönig Dvořák"),
        ("🎵 שלום", "[U+1F3B5] [U+05E9][U+05DC][U+05D5][U+05DD]"),
        ("a\nb", "a b"),
    ],
)
def test_latex_prints_marks_and_names_what_its_fonts_lack(text, safe):
    assert latex_text(text) == safe


def test_latex_has_as_many_cells_in_every_row():
    body = to_latex(table(HOSTILE)).split("\\midrule\n")[1].split("\\bottomrule")[0]
    rows = [line for line in body.strip().split("\n") if line != "\\addlinespace"]
    assert len(rows) == len(HOSTILE)
    for row in rows:
        assert row.endswith("\\\\")
        assert len(re.findall(r"(?<!\\)&", row)) == 1
        assert not row.startswith("[")
