"""A study as large as a real one, made up, with everything in it that a report can show."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from earwitness.domain import (
    Account,
    Comparison,
    Estimate,
    Figure,
    Finding,
    Matrix,
    MeasureInfo,
    Results,
    Section,
    Series,
)

SYSTEMS = {
    "source": "The formula of the source document: cosine minus 0.5 × time on avoided notes.",
    "cosine": "The same without the penalty.",
    "histogram-cosine": "Cosine between the raw pitch histograms; no ideal vector.",
    "jensen-shannon": "Jensen–Shannon divergence between pitch histograms.",
    "range-only": "Songs within the range, in order of their file names.",
    "random": "A random order, drawn anew for every case.",
}
SKILL = dict(zip(SYSTEMS, (0.82, 0.84, 0.91, 0.94, 0.31, 0.08), strict=True))
NULLS = {"HR@1": 0.072, "HR@3": 0.211, "HR@5": 0.312, "RR": 0.202}
KINDS = {"add favourite": 0.88, "remove favourite": 0.74, "add avoid": 0.86, "remove avoid": 0.93}


def _measure(label: str, title: str, about: str, low: float | None = 0, **more: Any) -> MeasureInfo:
    fields = {"direction": "higher", "high": 1, "floor": 0} | more
    return MeasureInfo(label=label, title=title, about=about, low=low, **fields)


MEASURES = [
    _measure("HR@1", "Hit rate at 1", "The share of cases in which the song came first."),
    _measure("HR@3", "Hit rate at 3", "The share in which it came among the first three."),
    _measure("HR@5", "Hit rate at 5", "The share in which it came among the first five."),
    _measure("RR", "Reciprocal rank", "One divided by the song’s place: 0.5 for the second."),
    _measure("tau", "Kendall’s τ", "How alike two orders are: 1 the same, −1 the reverse.", -1),
    _measure("overlap@5", "Overlap of the first five", "The share of the first five that stay."),
    _measure(
        "spread",
        "Variance of the score",
        "How far the scores of one list lie apart.",
        direction="neither",
        high=None,
        floor=None,
    ),
    _measure(
        "seconds",
        "Time for an answer (seconds)",
        "How long one answer took.",
        direction="lower",
        high=None,
        floor=None,
    ),
]


def make_estimate(
    system: str, measure: str, value: float | None, half: float = 0.06, **more: Any
) -> Estimate:
    known = value is not None
    fields = {"n": 95 if known else 0, "undefined": 0 if known else 95} | more
    return Estimate(
        system=system,
        measure=measure,
        value=value,
        low=value - half if known else None,
        high=min(value + half, more.get("ceiling") or math.inf) if known else None,
        level=0.95,
        method="bootstrap over sets",
        **fields,
    )


def make_comparison(
    a: str, b: str, measure: str, difference: float | None, p: float | None, **more: Any
) -> Comparison:
    known = difference is not None
    return Comparison(
        a=a,
        b=b,
        measure=measure,
        difference=difference,
        low=difference - 0.05 if known else None,
        high=difference + 0.05 if known else None,
        p=p,
        p_adjusted=None if p is None else min(1.0, 3 * p),
        effect=difference,
        effect_name="rank-biserial",
        test="Wilcoxon signed-rank",
        n=95,
        **more,
    )


def _estimates() -> list[Estimate]:
    rows = []
    for task, share, ceiling in (("self-retrieval", 1.0, 1.0), ("split-half", 0.36, 0.97)):
        for measure, null in NULLS.items():
            for system, skill in SKILL.items():
                value = null + 0.93 * skill * share * (1 - null)
                limits = {"null": null, "ceiling": ceiling, "groups": {"task": task}}
                rows.append(make_estimate(system, measure, value, **limits))
    for kind, tau in KINDS.items():
        for system in list(SYSTEMS)[:3]:
            more = {"ceiling": 1.0, "n": 78, "groups": {"kind": kind}}
            drop = 0.1 * (1 - SKILL[system])
            rows.append(make_estimate(system, "tau", tau - drop, 0.03, null=-0.04, **more))
            rows.append(make_estimate(system, "overlap@5", tau - drop - 0.1, null=0.18, **more))
    for i, system in enumerate(SYSTEMS):
        warning = "Only 7 sets: an interval over so few is too narrow." if i == 2 else None
        rows.append(make_estimate(system, "spread", 0.0402 / (i + 1), 0.004, warning=warning))
        seconds = 0.8 + 3.1 * i if i != 4 else None
        rows.append(make_estimate(system, "seconds", seconds, 0.3, undefined=3 if i != 4 else 95))
    return rows


def _comparisons() -> list[Comparison]:
    ps = (0.34, 0.02, 0.0004, 0.00001, 0.00001)
    groups = {"task": "self-retrieval"}
    return [
        make_comparison("source", b, measure, SKILL["source"] - SKILL[b] + 0.01, p, groups=groups)
        for measure in ("HR@1", "RR")
        for b, p in zip(list(SYSTEMS)[1:], ps, strict=True)
    ]


FINDINGS = [
    Finding(
        "uncorrected",
        "info",
        "12 tests were made, and their p values are adjusted for that",
        {"tests": 12, "method": "Holm"},
        "Nothing to do: read the adjusted p values.",
    ),
    Finding(
        "easy-candidates",
        "serious",
        "Chance alone finds the song in 31 % of the cases at rank 5",
        {
            "null HR@5": 0.312,
            "cases with fewer than 10 candidates": 41,
            "smallest sets": [
                {"case": "Schubert, Erlkönig", "candidates": 2, "null": 0.5},
                {"case": "Wolf, Verborgenheit", "candidates": 3, "null": 1 / 3},
            ],
        },
        "Do not compare HR@5 with values from larger libraries. Look at split-half retrieval.",
    ),
    Finding(
        "tautology",
        "serious",
        "The correlation between score and cosine is true by construction",
        {"formula": "score = cosine − α · penalty", "correlation": 0.987},
        "Do not report it as evidence; test the penalty with avoids that the song does not supply.",
    ),
    Finding(
        "order-dependence",
        "warning",
        "With 50 sampled queries, HR@1 lies between .70 and .98 depending on the seed",
        {"seeds": 2000, "lowest": 0.7, "highest": 0.98},
        "Use all 95 queries; where sampling is needed, sample by a hash of the song’s id.",
    ),
    Finding(
        "ceiling",
        "warning",
        "Split-half retrieval cannot exceed .970, because 3 % of the songs share a histogram",
        {"ceiling": 0.97, "sound": None, "exact": True},
        "Read the values against “at most”, not against 1.",
    ),
]
ACCOUNT = Account(
    title="Does the recommender find songs that fit a voice?",
    question="When a singer’s wishes are taken from a song, does the system find that song again; "
    "does its list stay stable when the wishes change by one note; and do its scores mean "
    "what they say?",
    verdict=[
        "The source formula finds the song first in 82 % of the cases, where chance finds 7 %.",
        "It is not better than the plain cosine: the penalty adds nothing that can be shown.",
        "From half a song, Jensen–Shannon divergence finds four times as many other halves.",
    ],
    claims=[
        "On these 95 songs, every histogram method is far above chance.",
        "One changed note leaves most of the order as it was (τ about .85).",
    ],
    does_not_claim=[
        "That singers like the songs: no singer was asked.",
        "That the result holds for opera or popular songs.",
    ],
    limits=[
        "The library is small: 101 songs, mostly German.",
        "Wishes were derived from songs, not from people.",
    ],
    methods="Each of the 95 eligible songs served as a query. Intervals are percentile bootstrap "
    "intervals with 10,000 resamples, clustered by set. Systems were compared in pairs on the same "
    "cases with Wilcoxon’s signed-rank test; p values were adjusted after Holm.",
    bibtex="@misc{gotham2022lieder,\n  title = {OpenScore Lieder Corpus},\n  year = {2022},\n"
    "  doi = {10.17613/1my2-dm23}\n}",
)


def _series() -> list[Series]:
    lines = []
    for system, start in (("source", 0.84), ("histogram-cosine", 0.9), ("jensen-shannon", 0.93)):
        y: list[float | None] = [start - 0.02 * i - 0.003 * i * i for i in range(7)]
        if system == "jensen-shannon":
            y[3] = None
        low, high = ([None if v is None else v + side for v in y] for side in (-0.05, 0.05))
        alphas = [0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0]
        lines.append(Series("HR@1 over α", system, alphas, y, low, high))
    middles = [-0.15 + 0.1 * i for i in range(12)]
    counts = [0, 1, 0, 3, 5, 11, 16, 38, 90, 160, 240, 120]
    return [*lines, Series("τ counts", "source", middles, counts)]


SELF = {"task": "self-retrieval"}
RATES = ["HR@1", "HR@3", "HR@5", "RR"]
FIGURES = [
    Figure("rates", "estimates", "Hit rates of six systems", "All 95 queries.", RATES, where=SELF),
    Figure("pairs", "comparisons", "Differences", "On the same queries.", RATES, where=SELF),
    Figure("kinds", "estimates", "Stability by kind", "78 baselines.", ["tau"], by="kind"),
    Figure(
        "taus",
        "histogram",
        "All values of τ",
        "One count a change.",
        ["τ counts"],
        x_label="Kendall’s τ",
        y_label="changes",
    ),
    Figure(
        "alpha",
        "series",
        "What the weight of the penalty does",
        "Bands are 95 % intervals.",
        ["HR@1 over α"],
        x_label="α",
        y_label="HR@1",
    ),
    Figure("top-1", "matrix", "How often the first song differs", "Share.", ["top-1 change"]),
]
SECTIONS = [
    Section(
        "Is the song found again?",
        "Each song is turned into a singer’s wishes. We look at where the song itself comes.",
        RATES,
        where=SELF,
        figures=["rates", "pairs"],
    ),
    Section(
        "Does half a song find its other half?",
        "The wishes come from one half; the other halves are the candidates.",
        ["HR@1", "RR"],
        where={"task": "split-half"},
    ),
    Section(
        "Is the order stable?",
        "One note is added or removed.",
        ["tau", "overlap@5"],
        by="kind",
        figures=["kinds", "taus"],
    ),
    Section(
        "Do the scores mean what they say?",
        "Scores should spread.\n\nThe weight α should matter gently.",
        ["spread", "seconds"],
        figures=["alpha", "top-1"],
    ),
]


@pytest.fixture(scope="session")
def sample() -> Results:
    skills = list(SKILL.values())
    distances = [[None if a == b else round(abs(a - b), 3) for a in skills] for b in skills]
    return Results(
        study="repertoire",
        protocol="sound",
        account=ACCOUNT,
        systems=SYSTEMS,
        measures=MEASURES,
        estimates=_estimates(),
        comparisons=_comparisons(),
        findings=FINDINGS,
        series=_series(),
        matrices=[Matrix("top-1 change", list(SYSTEMS), list(SYSTEMS), distances)],
        figures=FIGURES,
        sections=SECTIONS,
    )


@pytest.fixture(scope="session")
def manifest() -> Mapping[str, Any]:
    return {
        "study": "repertoire",
        "protocol": "sound",
        "config": {"seed": 7, "library": {"path": "lieder-101.tar"}, "systems": ["source", "x"]},
        "config_sha256": "9f" * 32,
        "data": [{"name": "lieder-101.tar", "sha256": "ab" * 32, "rows": 101}],
        "seed": 7,
        "versions": {"earwitness": "0.1.0", "python": "3.11.9"},
        "times": {"started": "2025-01-05T10:00:00Z", "finished": "2025-01-05T10:01:12Z"},
        "complete": True,
        "systems": {
            "source": {"answers": 95, "failures": 0},
            "random": {"answers": 93, "failures": 2, "first_failure": "it took longer than 30 s"},
        },
    }


@pytest.fixture(scope="session")
def bare() -> Results:
    """A study that estimated, compared and found nothing."""
    account = Account("An empty study", "Is there anything?", [], [], [], [], "", "")
    return Results("repertoire", "source", account, {}, [], [])


@pytest.fixture(scope="session")
def crowd() -> Callable[..., Results]:
    """Results with one figure of every kind, for systems of any names and number."""

    def build(names: Sequence[str], *, points: int = 4, defined: bool = True) -> Results:
        n = len(names)

        def value(i: int) -> float | None:
            return (i + 1) / (n + 1) if defined else None

        x = [f"{names[0]} {i}" for i in range(points)]
        rows = [make_estimate(a, "HR@1", value(i), null=0.1) for i, a in enumerate(names)]
        rows += [make_estimate(a, "seconds", value(i), ceiling=2.0) for i, a in enumerate(names)]
        rows += [
            make_estimate(a, "HR@1", value(i), groups={"part": part})
            for i, a in enumerate(names)
            for part in names[:4]
        ]
        pairs = [
            make_comparison(names[0], b, "HR@1", value(i), 0.01 if defined else None)
            for i, b in enumerate(names)
        ]
        lines = [Series("line", a, x, [value(i)] * points) for i, a in enumerate(names)]
        numbers = [
            Series("numbers", a, range(points), [value(i)] * points) for i, a in enumerate(names)
        ]
        grid = Matrix("grid", names, names, [[value(i) for i in range(n)] for _ in names])
        figures = [
            Figure("estimates", "estimates", names[0], "", ["HR@1", "seconds"]),
            Figure("estimates by part", "estimates", "t", "", ["HR@1"], by="part"),
            Figure("comparisons", "comparisons", "t", "", ["HR@1"]),
            Figure("series", "series", "t", "", ["line"], x_label=names[0], y_label=names[0]),
            Figure("numbers", "series", "t", "", ["numbers"]),
            Figure("histogram", "histogram", "t", "", ["numbers"]),
            Figure("matrix", "matrix", "t", "", ["grid"]),
        ]
        section = Section(names[0], names[-1], ["HR@1", "seconds"])
        systems = dict.fromkeys(names, names[-1])
        finding = Finding(names[0], "serious", names[0], {names[0]: names}, names[-1])
        return Results(
            study=names[0],
            protocol="sound",
            account=Account(*[names[0]] * 2, *[names] * 4, names[0], names[0]),
            systems=systems,
            measures=MEASURES,
            estimates=rows,
            comparisons=pairs,
            findings=[finding],
            series=[*lines, *numbers],
            matrices=[grid],
            figures=figures,
            sections=[section],
        )

    return build
