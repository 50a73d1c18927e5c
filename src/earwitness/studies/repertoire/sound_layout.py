"""What the sound protocol shows: sections, figures, lines and matrices."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from earwitness.domain import Comparison, Figure, Matrix, MeasureInfo, Scores, Section, Series
from earwitness.measures import KeyFound, NotPromoted, PlacesLost, SameOrder
from earwitness.statistics import tau_null_sd
from earwitness.studies.repertoire.sound import (
    AGREEMENT,
    AVOIDS,
    HISTOGRAM,
    KEY,
    NOISE,
    SELF,
    SHIFT,
    STABILITY,
    TOP,
    TRANSPOSED,
    VOICE,
    WISHES,
    SoundProtocol,
)
from earwitness.studies.words import number

COVERAGE = MeasureInfo(
    f"Coverage@{TOP}",
    "Catalogue coverage",
    "higher",
    0.0,
    1.0,
    0.0,
    f"The share of the songs within a voice's range that appear among the first {TOP} for at least "
    "one singer of that voice.",
)


def series(protocol: SoundProtocol, scores: Sequence[Scores]) -> list[Series]:
    """The hit rate by number of candidates: where self-retrieval is hard, and where it is free."""
    (part,) = (part for part in scores if part.task == SELF)
    counts = np.array([case.truth["candidates"] for case in protocol.cases[SELF]])
    edges = [2, 5, 10, 20, 50, 100, 200, 500, 1000, np.inf]
    kept = [(a, b) for a, b in pairwise(edges) if ((counts >= a) & (counts < b)).any()]
    names = [f"{a:.0f}+" if b == np.inf else f"{a:.0f}–{b - 1:.0f}" for a, b in kept]
    masks = [(counts >= a) & (counts < b) for a, b in kept]
    lines = [
        Series(
            "HR@1 by candidates",
            system,
            names,
            [float(np.mean(part.of("HR@1", system)[mask])) for mask in masks],
        )
        for system in part.systems
        if system != "random"
    ]
    chance = [float(np.mean(1 / counts[mask])) for mask in masks]
    return [*lines, Series("HR@1 by candidates", "chance", names, chance)]


def difference_matrix(comparisons: Sequence[Comparison], task: str) -> Matrix:
    """Row minus column in HR@1."""
    found = [c for c in comparisons if c.measure == "HR@1" and c.groups["task"] == task]
    names = list(dict.fromkeys(name for c in found for name in (c.a, c.b)))
    by_pair = {(c.a, c.b): c.difference for c in found}
    values: list[list[float | None]] = []
    for a in names:
        row: list[float | None] = []
        for b in names:
            forward, backward = by_pair.get((a, b)), by_pair.get((b, a))
            row.append(forward if backward is None else -backward)
        values.append(row)
    return Matrix(f"HR@1 differences, {task}", names, names, values)


def figures(protocol: SoundProtocol) -> list[Figure]:
    """What is drawn of the tasks that were asked."""
    return [f for f in _all_figures(protocol) if f.where.get("task", SELF) in protocol.cases]


def _all_figures(protocol: SoundProtocol) -> list[Figure]:
    labels = [measure.info.label for measure in protocol.retrieval]
    retrieval = {
        SELF: ("self", "Is the query song found?"),
        WISHES: ("wishes", "Is the other half found, asked with a singer's wishes?"),
        HISTOGRAM: ("histogram", "Is the other half found, asked with a whole histogram?"),
    }
    shown = [
        Figure(
            name,
            "estimates",
            title,
            "Each system with its 95% interval over sets of songs. The tick marks what a random "
            "order of the same candidates would give.",
            labels,
            where={"task": task},
        )
        for task, (name, title) in retrieval.items()
    ]
    return [
        *shown,
        Figure(
            "candidates",
            "series",
            "Self-retrieval is easy where there is little to choose from",
            "HR@1 of self-retrieval by the number of songs within the query song's range, and what "
            "a random order would give.",
            ["HR@1 by candidates"],
            x_label="songs within the range",
            y_label="HR@1",
        ),
        Figure(
            "stability",
            "estimates",
            "What one note changes",
            "Agreement between the ranking before and after a one-note change: over the whole list "
            "(τ), weighted to the top (RBO), among the first five, and at the first place.",
            [str(measure) for measure in AGREEMENT],
            where={"task": STABILITY},
        ),
        Figure(
            "wishes-differences",
            "comparisons",
            "Which systems differ, asked with wishes?",
            "Paired differences with 95% intervals over sets of songs; p is corrected by Holm's "
            "method.",
            ["HR@1"],
            where={"task": WISHES},
        ),
        Figure(
            "histogram-differences",
            "matrix",
            "Which systems differ, asked with a whole histogram?",
            "HR@1 of the row's system minus that of the column's, on split-half retrieval.",
            [f"HR@1 differences, {HISTOGRAM}"],
            where={"task": HISTOGRAM},
        ),
        Figure(
            "coverage",
            "estimates",
            "How much of the repertoire is ever shown?",
            f"The share of songs within each voice's range that some singer sees among the first "
            f"{TOP}; the mark is the most that so many singers allow.",
            [COVERAGE.label],
            by="voice",
            where={"task": VOICE},
        ),
    ]


def sections(protocol: SoundProtocol) -> list[Section]:
    """What is shown of the tasks that were asked."""
    return [s for s in _all_sections(protocol) if s.where["task"] in protocol.cases]


def _all_sections(protocol: SoundProtocol) -> list[Section]:
    labels = [measure.info.label for measure in protocol.retrieval]
    sizes = {task: len(protocol.cases.get(task, ())) for task in (SELF, WISHES)}
    return [
        Section(
            "Self-retrieval",
            f"Each of {sizes[SELF]:,} songs is turned into a singer (its range, its four longest "
            "pitches, its two shortest), who should be offered that song first. The query song "
            "sets "
            "its own range, so with few songs in that range the task is nearly free: read every "
            "value beside chance.",
            labels,
            where={"task": SELF},
            figures=["self", "candidates"],
        ),
        Section(
            "Split-half retrieval, asked with wishes",
            f"The singer is made from the first half of a song; the second halves of all "
            f"{sizes[WISHES]:,} songs are the candidates, and no range filter helps.",
            labels,
            where={"task": WISHES},
            figures=["wishes", "wishes-differences"],
        ),
        Section(
            "Split-half retrieval, asked with a whole histogram",
            "As before, but the system is shown how long each pitch is held in the first half: "
            "“songs like this one”.",
            labels,
            where={"task": HISTOGRAM},
            figures=["histogram", "histogram-differences"],
        ),
        *(
            Section(
                f"Self-retrieval with {task}",
                "As self-retrieval, but the singer is wrong about "
                f"{task.split()[0]} of the four favourites.",
                labels,
                where={"task": task},
            )
            for task in NOISE
        ),
        Section(
            "Stability",
            "One note is added to or removed from a singer's favourites or avoids. Kendall's τ "
            "looks at the whole list; a singer looks at its top, which RBO, Overlap@5 and "
            "TopChange "
            f"see. {_null_spread(protocol)}",
            [str(measure) for measure in AGREEMENT],
            where={"task": STABILITY},
            figures=["stability"],
        ),
        Section(
            "Stability by kind of change",
            "The same, for each kind of one-note change.",
            [str(measure) for measure in AGREEMENT],
            by="change",
            where={"task": STABILITY},
        ),
        Section(
            "Do avoids work?",
            "A note that the query song is full of, and that is not a favourite, becomes an avoid. "
            "The song must not rise.",
            [str(NotPromoted()), str(PlacesLost())],
            where={"task": AVOIDS},
        ),
        Section(
            "Transposed together",
            f"All songs and singers are moved by {SHIFT} semitones. Nothing may change.",
            [str(SameOrder())],
            where={"task": TRANSPOSED},
        ),
        Section(
            "Finding the key",
            "The first half of a song is moved by a hidden number of semitones, −6 to +6. Is the "
            "second half found, and in the right key? Only systems that transpose are asked.",
            [str(KeyFound()), "HR@1"],
            where={"task": KEY},
        ),
        Section(
            "Coverage by voice",
            f"For each voice, {protocol.options.singers_per_voice} singers with different wishes "
            "ask for songs.",
            [COVERAGE.label],
            by="voice",
            where={"task": VOICE},
            figures=["coverage"],
        ),
    ]


def _null_spread(protocol: SoundProtocol) -> str:
    counts = [case.truth["candidates"] for case in protocol.cases.get(STABILITY, ())]
    middle = int(np.median(counts)) if counts else 0
    if middle < 2:
        return ""
    return (
        f"Two unrelated orders of {middle} songs (the median here) have τ 0 with standard "
        "deviation "
        f"{number(tau_null_sd(middle))}."
    )
