"""A table as CSV, Markdown or LaTeX. Names come from users, so each format escapes them."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable

from earwitness.report.tables import Plain, Table
from earwitness.report.words import is_number


def to_csv(table: Table) -> str:
    """The plain values in full precision; an undefined value is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_csv_cell(key) for key in table.keys])
    writer.writerows([_csv_cell(value) for value in row] for row in table.plain)
    return out.getvalue()


def to_markdown(table: Table) -> str:
    """A pipe table under its caption."""
    lines = [
        markdown_text(table.caption),
        "",
        _pipes([markdown_text(column.heading) for column in table.columns]),
        _pipes(["---:" if column.numeric else "---" for column in table.columns]),
        *(_pipes([markdown_text(cell) for cell in row]) for row in table.rows),
    ]
    return "\n".join(lines) + "\n"


def to_latex(table: Table) -> str:
    """A `table` environment for booktabs; the first column is written once a group."""
    alignment = "".join("r" if column.numeric else "l" for column in table.columns)
    lines = [
        "% Needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs}.",
        "\\begin{table}",
        "\\centering\\small",
        f"\\caption{{{latex_text(table.caption)}}}",
        f"\\label{{tab:{table.name}}}",
        f"\\begin{{tabular}}{{{alignment}}}",
        "\\toprule",
        _latex_row([column.heading for column in table.columns]),
        "\\midrule",
    ]
    before: str | None = None
    for first, *rest in table.rows:
        if before is not None and first != before:
            lines.append("\\addlinespace")
        lines.append(_latex_row(["" if first == before else first, *rest]))
        before = first
    lines += ["\\bottomrule", "\\end{tabular}", "\\end{table}"]
    return "\n".join(lines) + "\n"


FORMATS: dict[str, Callable[[Table], str]] = {
    "csv": to_csv,
    "md": to_markdown,
    "tex": to_latex,
}


def markdown_text(text: str) -> str:
    """The text so that no Markdown reader sees markup, HTML or a new cell in it."""
    line = " ".join(text.split())
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        line = line.replace(character, entity)
    line = re.sub(r"([\\`*|~])", r"\\\1", line)
    # Brackets are links only where an address follows; intervals keep theirs readable.
    line = re.sub(r"\](?=[(\[:])", r"\\]", line)
    line = re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", line)
    return re.sub(r"^([#+=-])", r"\\\1", line)


def latex_text(text: str) -> str:
    """The text so that LaTeX prints it; what its standard fonts lack is named by code point."""
    return "".join(_latex_character(character) for character in text)


_LATEX = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "''",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "…": "\\ldots{}",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "×": "$\\times$",
    "±": "$\\pm$",
    "·": "$\\cdot$",
    "≥": "$\\geq$",
    "≤": "$\\leq$",
    "≠": "$\\neq$",
    "→": "$\\to$",
    "\u00a0": "~",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def _latex_character(character: str) -> str:
    if character in _LATEX:
        return _LATEX[character]
    if character.isspace():
        return " "
    if " " < character <= "~" or "\u00c0" <= character <= "\u00ff":
        return character
    if "\u0100" <= character <= "\u017e" and unicodedata.decomposition(character)[:1].isalnum():
        return character
    name = unicodedata.name(character, "")
    if name.startswith("GREEK SMALL LETTER ") and name.split()[-1] in _GREEK:
        return f"$\\{name.split()[-1].lower()}$"
    return f"[U+{ord(character):04X}]"


# Omicron and lambda are not needed: the one looks like o, the other is spelled LAMDA.
_GREEK = frozenset(
    {"ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", "ZETA", "ETA", "THETA", "IOTA", "KAPPA", "MU"}
    | {"NU", "XI", "PI", "RHO", "SIGMA", "TAU", "UPSILON", "PHI", "CHI", "PSI", "OMEGA"}
)


def _latex_row(cells: list[str]) -> str:
    # A row that begins with a bracket would be read as an option of the line before.
    return " & ".join(latex_text(cell).replace("[", "{[}") for cell in cells) + " \\\\"


def _pipes(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _csv_cell(value: Plain) -> str:
    """A number as it is; a text that a spreadsheet would run as a formula behind a quote."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return repr(value) if is_number(value) else ""
    if not value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value
