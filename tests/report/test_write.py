import csv
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from earwitness.domain import MeasureInfo, from_json, to_json
from earwitness.errors import StorageError
from earwitness.report import write_index, write_report

HOSTILE = [
    "<script>alert(1)</script>",
    '" onload="alert(2)',
    "{{ 7 * 7 }} {% x %}",
    "=HYPERLINK(1)|`*_ --> ]]> \\input{x} $ % & #",
    "שלום עולם",
    "🎵 two\nlines",
    "x" * 200,
]
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Page(HTMLParser):
    """The page as a reader meets it: ids, links, headings, and whether the tags are balanced."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.words = [], [], [], [], []
        self.attributes = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in {"href", "src", "xlink:href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def folder(sample, manifest, tmp_path_factory):
    path = tmp_path_factory.mktemp("run")
    assert write_report(path, sample, manifest) == path / "report.html"
    return path


@pytest.fixture(scope="module")
def html(folder):
    return (folder / "report.html").read_text("utf-8")


def test_the_parts_stand_in_the_order_of_the_contract(html):
    headings = re.findall(r"<h2[^>]*><a[^>]*>([^<]+)", html)
    assert headings == [
        "Question",
        "What may be concluded",
        "Findings of the audits",
        "What it claims and does not claim",
        "Results",
        "Limits",
        "Methods",
        "Configuration",
    ]


def test_the_page_is_sound_html(html):
    page = Page(html)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    anchors = {link[1:] for link in page.links if link.startswith("#")}
    assert anchors <= set(page.ids)
    assert page.tags.count("h1") == page.tags.count("main") == 1


def test_nothing_is_fetched_from_elsewhere(html):
    assert all(link.startswith("#") for link in Page(html).links)
    assert not re.search(r"@import|url\((?!#)", html)
    assert "<script" not in html


def test_null_and_ceiling_stand_beside_every_value(html, sample):
    rows = re.findall(r'<tr role="row">\n.*?</tr>', html, flags=re.DOTALL)
    values = [row for row in rows if 'data-label="chance"' in row]
    shown = {(e.system, e.measure, *e.groups.values()) for e in sample.estimates}
    split_half = 6 * 2  # two of the four measures are left out of that section on purpose
    assert len(values) == len(shown) - split_half
    first = Page(values[0]).text
    assert first == "source .780 [.720, .840] .072 1.000 95"


def test_findings_come_by_severity_with_words_evidence_and_advice(html):
    words = re.findall(r'<p class="severity">.*?<b>(\w+)</b>', html, flags=re.DOTALL)
    assert words == ["Serious", "Serious", "Warning", "Warning", "Note"]
    text = Page(html).text
    assert "2 serious findings , 2 warnings , 1 note" in text.replace(",", " ,").replace("  ", " ")
    assert "Schubert, Erlkönig 2 0.5" in text
    assert "ceiling 0.97 sound undefined exact yes" in text
    assert "Do not compare HR@5 with values from larger libraries." in text


def test_each_measure_is_explained_once(html, sample):
    for info in sample.measures:
        assert html.count(f"<dd>{info.about}</dd>") == 1
    assert "higher is better" in html
    assert "lower is better" in html


def test_warnings_undefined_counts_and_failures_are_shown(html):
    text = Page(html).text
    assert "Only 7 sets: an interval over so few is too narrow." in text
    assert "+ 95 undefined" in text
    assert "It failed 2 times; the first time: it took longer than 30 s" in text


def test_a_comparison_is_read_in_words_and_never_overstated(html):
    rows = {
        Page(row).text.split(" .")[0].split(" −.")[0]: Page(row).text
        for row in re.findall(r'<tr role="row">\n.*?</tr>', html, flags=re.DOTALL)
        if 'data-label="adjusted p"' in row
    }
    assert rows["source − cosine"].endswith("no difference shown")
    # The interval excludes 0, but the adjusted p is .060.
    assert rows["source − histogram-cosine"].endswith("no difference shown")
    assert rows["source − jensen-shannon"].endswith("jensen-shannon is better")
    assert "< .001" in rows["source − random"]
    assert rows["source − random"].endswith("source is better")


def test_every_figure_has_words_and_numbers(html, sample):
    labels = [
        value
        for tag, name, value in Page(html).attributes
        if name == "aria-label" and "All numbers are in the table below." in value
    ]
    assert len(labels) == len(sample.figures) + 2  # two have a drawing for phones as well
    assert "Hit rate at 1: source .780, cosine" in labels[0]
    assert html.count('<details class="data">') == len(sample.figures)


def test_files_of_every_table_and_figure(folder, sample):
    figures = {path.name for path in (folder / "figures").iterdir()}
    assert figures == {
        f"{f.name}.{suffix}" for f in sample.figures for suffix in ("svg", "pdf", "png")
    }
    tables = {path.name for path in (folder / "tables").iterdir()}
    stems = {name.rsplit(".", 1)[0] for name in tables}
    assert tables == {f"{stem}.{suffix}" for stem in stems for suffix in ("csv", "md", "tex")}
    assert {"findings", "is-the-song-found-again-comparisons", "alpha"} <= stems


def test_tables_read_back_as_the_results(folder, sample):
    with (folder / "tables" / "is-the-song-found-again-estimates.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    expected = {
        (e.system, e.measure): (e.value, e.low, e.high, e.null, e.ceiling)
        for e in sample.estimates
        if e.groups == {"task": "self-retrieval"}
    }
    keys = ("value", "low", "high", "null", "ceiling")
    assert expected == {
        (row["system"], row["measure"]): tuple(float(row[key]) for key in keys) for row in rows
    }


def test_the_verdict_is_one_page_of_markdown(folder):
    text = (folder / "verdict.md").read_text("utf-8")
    assert text.startswith("# Does the recommender find songs that fit a voice?\n")
    assert text.index("## What may be concluded") < text.index("## Findings of the audits")
    assert "- **Serious** (tautology): " in text
    assert len(text.splitlines()) < 60


@pytest.mark.slow
def test_same_results_same_bytes_and_through_json(folder, sample, manifest, tmp_path):
    done = []
    again = from_json(to_json(sample))
    write_report(tmp_path, again, manifest, lambda *told: done.append(told))
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert files == sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file())
    for file in files:
        assert (folder / file).read_bytes() == (tmp_path / file).read_bytes(), file
    assert done == [("figures", i + 1, 6) for i in range(6)]


def test_an_empty_study_reads_well(bare, tmp_path):
    text = Page(write_report(tmp_path, bare, {"complete": False}).read_text("utf-8")).text
    assert "This run is not complete." in text
    assert "The study states no conclusion." in text
    assert "No audit raised a finding." in text
    assert "No value was estimated." in text
    assert "None" not in text


@pytest.mark.slow
def test_hostile_names_stay_names(crowd, tmp_path):
    results = crowd(HOSTILE)
    html = write_report(tmp_path, results, {"config": {HOSTILE[0]: HOSTILE}}).read_text("utf-8")
    page = Page(html)
    assert page.open == []
    assert "script" not in page.tags
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert "{{ 7 * 7 }}" in page.text
    for path in tmp_path.rglob("*"):
        assert re.fullmatch(r"[a-z0-9.-]+", path.name)


def test_a_study_without_sections_still_shows_its_numbers(sample, tmp_path):
    measure = MeasureInfo("spread", "Variance", "neither", None, None, None, "Words.")
    results = replace(sample, sections=[], figures=sample.figures[2:3], measures=[measure])
    text = Page(write_report(tmp_path, results, {}).read_text("utf-8")).text
    assert "All measures" in text
    assert "0.0402" in text
    assert "Further figures" in text


def test_equal_names_do_not_overwrite_one_another(sample, tmp_path):
    figure = sample.figures[3]
    twins = [replace(figure, name=name) for name in ("A b", "a-b", "findings")]
    results = replace(sample, figures=twins, sections=[])
    write_report(tmp_path, results, {})
    names = {path.stem for path in (tmp_path / "figures").iterdir()}
    assert names == {"a-b", "a-b-2", "findings-2"}


def test_a_folder_that_cannot_be_written_is_one_clear_sentence(bare, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="could not be written"):
        write_report(tmp_path / "file", bare, {})


def test_the_index_leads_to_every_report(sample, bare, manifest, tmp_path):
    path = write_index(
        tmp_path,
        [(tmp_path / "one run", sample, manifest), (tmp_path / "b", bare, {"complete": False})],
    )
    page = Page(path.read_text("utf-8"))
    assert page.open == []
    assert page.links == ["one%20run/report.html", "b/report.html"]
    assert "2 serious findings" in page.text
    assert "not complete" in page.text
