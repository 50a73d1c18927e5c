"""A study as large as a real one, made up, with everything in it that a report can show."""

import math
from collections.abc import Mapping
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
MEASURES = [
    MeasureInfo(
        "HR@1",
        "Hit rate at 1",
        "higher",
        0,
        1,
        0,
        "The share of cases in which the song that was asked for came first.",
    ),
    MeasureInfo(
        "HR@3",
        "Hit rate at 3",
        "higher",
        0,
        1,
        0,
        "The share of cases in which the song came among the first three.",
    ),
    MeasureInfo(
        "HR@5",
        "Hit rate at 5",
        "higher",
        0,
        1,
        0,
        "The share of cases in which the song came among the first five.",
    ),
    MeasureInfo(
        "RR",
        "Reciprocal rank",
        "higher",
        0,
        1,
        0,
        "One divided by the place of the song: 1 for the first place, 0.5 for the second.",
    ),
    MeasureInfo(
        "tau",
        "Kendall’s τ",
        "higher",
        -1,
        1,
        -1,
        "How alike two orders are: 1 is the same order, 0 no relation, −1 the reverse.",
    ),
    MeasureInfo(
        "overlap@5",
        "Overlap of the first five",
        "higher",
        0,
        1,
        0,
        "The share of the first five songs that stay among the first five.",
    ),
    MeasureInfo(
        "spread",
        "Variance of the score",
        "neither",
        0,
        None,
        None,
        "How far the scores of one list lie apart.",
    ),
    MeasureInfo(
        "seconds",
        "Time for an answer (seconds)",
        "lower",
        0,
        None,
        None,
        "How long one answer took.",
    ),
]
SKILL = [0.82, 0.84, 0.91, 0.94, 0.31, 0.08]


def estimate(
    system: str, measure: str, value: float | None, half: float = 0.06, **more: Any
) -> Estimate:
    known = value is not None
    return Estimate(
        system=system,
        measure=measure,
        value=value,
        low=value - half if known else None,
        high=min(value + half, more.get("ceiling") or math.inf) if known else None,
        level=0.95,
        n=more.pop("n", 95 if known else 0),
        undefined=more.pop("undefined", 0 if known else 95),
        method="bootstrap over sets",
        **more,
    )


def comparison(
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
    nulls = {"HR@1": 0.072, "HR@3": 0.211, "HR@5": 0.312, "RR": 0.202}
    for task, worse in (("self-retrieval", 1.0), ("split-half", 0.36)):
        for i, (measure, null) in enumerate(nulls.items()):
            for system, skill in zip(SYSTEMS, SKILL, strict=True):
                value = min(1.0, null + skill * worse * (1 - null) * (0.9 + 0.03 * i))
                rows.append(
                    estimate(
                        system,
                        measure,
                        value,
                        null=null,
                        ceiling=1.0 if worse == 1.0 else 0.97,
                        groups={"task": task},
                    )
                )
    for kind, tau in (
        ("add favourite", 0.88),
        ("remove favourite", 0.74),
        ("add avoid", 0.86),
        ("remove avoid", 0.93),
    ):
        for system, skill in list(zip(SYSTEMS, SKILL, strict=True))[:3]:
            rows.append(
                estimate(
                    system,
                    "tau",
                    tau - 0.1 * (1 - skill),
                    0.03,
                    null=-0.04,
                    ceiling=1.0,
                    n=78,
                    groups={"kind": kind},
                )
            )
            rows.append(
                estimate(
                    system,
                    "overlap@5",
                    tau - 0.2 * skill,
                    0.05,
                    null=0.18,
                    ceiling=1.0,
                    n=78,
                    groups={"kind": kind},
                )
            )
    for i, system in enumerate(SYSTEMS):
        rows.append(
            estimate(
                system,
                "spread",
                0.0402 / (i + 1),
                0.004,
                n=78,
                warning="Only 7 sets: an interval over so few is too narrow." if i == 2 else None,
            )
        )
        rows.append(
            estimate(
                system,
                "seconds",
                0.8 + 3.1 * i if i != 4 else None,
                0.3,
                undefined=3 if i != 4 else 95,
            )
        )
    return rows


def _comparisons() -> list[Comparison]:
    rows = []
    names = list(SYSTEMS)
    for measure in ("HR@1", "RR"):
        for i, other in enumerate(names[1:]):
            rows.append(
                comparison(
                    "source",
                    other,
                    measure,
                    SKILL[0] - SKILL[i + 1] + 0.01,
                    [0.34, 0.02, 0.0004, 0.00001, 0.00001][i],
                    groups={"task": "self-retrieval"},
                )
            )
        rows.append(
            comparison(
                "jensen-shannon",
                "histogram-cosine",
                measure,
                0.07,
                0.031,
                groups={"task": "self-retrieval"},
            )
        )
    return rows


def _findings() -> list[Finding]:
    return [
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
                    {"case": "Wolf, Verborgenheit", "candidates": 3, "null": 0.3333333},
                ],
            },
            "Do not compare HR@5 with values from larger libraries. Look at split-half retrieval, where every case has 1,459 candidates.",
        ),
        Finding(
            "tautology",
            "serious",
            "The correlation between score and cosine is true by construction",
            {"formula": "score = cosine − α · penalty", "correlation": 0.987},
            "Do not report it as evidence of validity; test the penalty with avoids that the song does not supply.",
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
            {"ceiling": 0.97},
            "Read the values against “at most”, not against 1.",
        ),
    ]


def _series() -> list[Series]:
    alphas = [0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0]
    lines = []
    for system, start in (("source", 0.84), ("histogram-cosine", 0.9), ("jensen-shannon", 0.93)):
        y: list[float | None] = [start - 0.02 * i - 0.003 * i * i for i in range(7)]
        if system == "jensen-shannon":
            y[3] = None
        lines.append(
            Series(
                "HR@1 over α",
                system,
                alphas,
                y,
                [None if v is None else v - 0.05 for v in y],
                [None if v is None else v + 0.05 for v in y],
            )
        )
    middles = [-0.15 + 0.1 * i for i in range(12)]
    lines.append(
        Series("τ counts", "source", middles, [0, 1, 0, 3, 5, 11, 16, 38, 90, 160, 240, 120])
    )
    return lines


@pytest.fixture(scope="session")
def sample() -> Results:
    names = list(SYSTEMS)
    return Results(
        study="repertoire",
        protocol="sound",
        account=Account(
            title="Does the recommender find songs that fit a voice?",
            question="When a singer’s wishes are taken from a song, does the system find that song again; does its list stay stable when the wishes change by one note; and do its scores mean what they say?",
            verdict=[
                "The source formula finds the song at the first place in 82 % of the cases (95 % interval .747 to .895), where chance would find 7 %.",
                "It is not better than the plain cosine: the penalty for avoided notes adds nothing that these cases can show.",
                "When half of a song must find its other half, Jensen–Shannon divergence finds four times as many as the source formula.",
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
            methods="Each of the 95 eligible songs served as a query (see facts). Intervals are percentile bootstrap intervals with 10,000 resamples, clustered by set. Systems were compared in pairs on the same cases with Wilcoxon’s signed-rank test; p values were adjusted after Holm.",
            bibtex="@misc{gotham2022lieder,\n  title = {OpenScore Lieder Corpus},\n  author = {Gotham, Mark and Jonas, Peter},\n  year = {2022},\n  doi = {10.17613/1my2-dm23}\n}",
        ),
        systems=SYSTEMS,
        measures=MEASURES,
        estimates=_estimates(),
        comparisons=_comparisons(),
        findings=_findings(),
        series=_series(),
        matrices=[
            Matrix(
                "top-1 change",
                names,
                names,
                [
                    [None if i == j else round(abs(SKILL[i] - SKILL[j]), 3) for j in range(6)]
                    for i in range(6)
                ],
            )
        ],
        figures=[
            Figure(
                "hit-rates",
                "estimates",
                "Hit rates of six systems",
                "Self-retrieval, all 95 queries.",
                ["HR@1", "HR@3", "HR@5", "RR"],
                where={"task": "self-retrieval"},
            ),
            Figure(
                "differences",
                "comparisons",
                "Differences between systems",
                "Paired on the same queries.",
                ["HR@1", "RR"],
                where={"task": "self-retrieval"},
            ),
            Figure(
                "tau-by-kind",
                "estimates",
                "Stability by kind of change",
                "78 baselines, every one-note change.",
                ["tau"],
                by="kind",
            ),
            Figure(
                "tau-histogram",
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
            Figure(
                "top-1",
                "matrix",
                "How often the first song differs",
                "Share of queries.",
                ["top-1 change"],
            ),
        ],
        sections=[
            Section(
                "Is the song found again?",
                "Each song is turned into a singer’s wishes. The system ranks the library. We look at where the song itself comes.",
                ["HR@1", "HR@3", "HR@5", "RR"],
                where={"task": "self-retrieval"},
                figures=["hit-rates", "differences"],
            ),
            Section(
                "Does half a song find its other half?",
                "The wishes come from one half of the sung time; the other halves are the candidates.",
                ["HR@1", "RR"],
                where={"task": "split-half"},
            ),
            Section(
                "Is the order stable?",
                "One note is added to or removed from the favourites or avoids.",
                ["tau", "overlap@5"],
                by="kind",
                figures=["tau-by-kind", "tau-histogram"],
            ),
            Section(
                "Do the scores mean what they say?",
                "Scores should spread, and the weight α should matter gently.",
                ["spread", "seconds"],
                figures=["alpha", "top-1"],
            ),
        ],
    )


@pytest.fixture(scope="session")
def manifest() -> Mapping[str, Any]:
    return {
        "study": "repertoire",
        "protocol": "sound",
        "config": {
            "study": "repertoire",
            "seed": 7,
            "library": {"path": "lieder-101.tar", "minimum candidates": 2},
            "systems": ["source", "cosine"],
            "bootstrap": {"resamples": 10000, "level": 0.95},
        },
        "config_sha256": "9f" * 32,
        "data": [{"name": "lieder-101.tar", "sha256": "ab" * 32, "rows": 101}],
        "seed": 7,
        "versions": {"earwitness": "0.1.0", "python": "3.11.9", "numpy": "2.4.6"},
        "times": {"started": "2025-01-05T10:00:00Z", "seconds": 41.2},
        "complete": True,
        "systems": {"source": {"answers": 95, "failures": 0}, "random": {"answers": 93, "failures": 2, "first_failure": "it took longer than 30 s"}},
    }


@pytest.fixture(scope="session")
def bare() -> Results:
    """A study that found nothing and compared nothing."""
    account = Account("An empty study", "Is there anything?", [], [], [], [], "", "")
    return Results("repertoire", "source", account, {}, [], [])
