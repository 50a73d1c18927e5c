"""The sound protocol: what the source's plan cannot see.

Retrieval is tried where it is not free (split halves of songs, wrong favourites), stability is
read at the top of the list, the penalty is tested with notes that a song is full of, and intervals
are drawn over sets of songs, since the songs of one cycle are alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from earwitness.audits import Evidence
from earwitness.data.singers import (
    chosen,
    eligible,
    injected_avoid_cases,
    key_cases,
    noisy_cases,
    second_halves,
    self_retrieval_cases,
    split_half_cases,
    stability_cases,
    transposed,
    transposed_cases,
    voice_cases,
)
from earwitness.domain import Case, Comparison, Estimate, Measure, Record, Scores, System
from earwitness.errors import DataError
from earwitness.measures import (
    HR,
    MRR,
    RBO,
    KeyFound,
    NotPromoted,
    Overlap,
    PlacesLost,
    SameOrder,
    Tau,
    TopChange,
    score_records,
)
from earwitness.music.notes import VOICES, parse_range
from earwitness.music.song import Songs
from earwitness.run import Keep, Task
from earwitness.statistics import coverage_interval
from earwitness.studies.choosing import with_measures
from earwitness.studies.estimating import Bounds, Estimator, as_estimate
from earwitness.studies.repertoire.config import RepertoireConfig
from earwitness.studies.repertoire.systems import make
from earwitness.systems.repertoire import (
    Fit,
    HistogramCosine,
    HistogramJS,
    RandomInRange,
    SourceRecommender,
)

SELF = "self-retrieval"
NOISE = ("one wrong favourite", "two wrong favourites")
WISHES = "split-half, asked with wishes"
HISTOGRAM = "split-half, asked with a histogram"
STABILITY = "stability"
AVOIDS = "injected avoids"
TRANSPOSED = "transposed together"
KEY = "hidden key"
VOICE = "coverage by voice"
RETRIEVAL_TASKS = (SELF, *NOISE, WISHES, HISTOGRAM)

AGREEMENT = (Tau(), RBO(0.9), Overlap(5), TopChange())
BANDS = {voice: parse_range(voice) for voice in VOICES}
"""Each voice type's lowest and highest MIDI pitch."""
TOP = 10
"""How far down a list a singer looks: coverage is counted over so many places."""
DEPTH = 100
"""How many places of a retrieval the study's own measures look at."""
SHIFT = 3
"""By how many semitones songs and singers are moved together."""


class SoundProtocol:
    """The cases, systems and numbers of the sound protocol."""

    def __init__(self, config: RepertoireConfig, songs: Songs) -> None:
        self.config = config
        self.options = config.sound
        self.songs = songs
        limit = self.options.songs
        number = limit if isinstance(limit, int) else None
        self.asked = {song.id for song in chosen(list(songs), number, "songs")}
        baselines = [s for s in eligible(songs, self.options.candidates) if s.id in self.asked]
        per_kind = self.options.changes_per_kind
        self.cases: dict[str, list[Case]] = {
            SELF: self._kept(self_retrieval_cases(songs)),
            NOISE[0]: self._kept(noisy_cases(songs, 1, config.seed)),
            NOISE[1]: self._kept(noisy_cases(songs, 2, config.seed)),
            WISHES: self._kept(split_half_cases(songs, whole_histogram=False)),
            HISTOGRAM: self._kept(split_half_cases(songs, whole_histogram=True)),
            STABILITY: stability_cases(
                songs, baselines, per_kind if isinstance(per_kind, int) else None
            ),
            AVOIDS: injected_avoid_cases(baselines),
            KEY: self._kept(key_cases(songs, config.seed)),
            VOICE: [
                case
                for voice, (low, high) in BANDS.items()
                for case in voice_cases(songs, voice, low, high, self.options.singers_per_voice)
            ],
        }
        asked = [song for song in songs if song.id in self.asked]
        moved = chosen(asked, self.options.transposed_singers, "transposed")
        names = {song.id for song in moved}
        still = [case for case in self.cases[SELF] if case.id in names]
        self.cases[TRANSPOSED] = transposed_cases(still, SHIFT)
        # A library without time's order has no halves: what needs them is not asked.
        self.cases = {task: cases for task, cases in self.cases.items() if cases}
        if SELF not in self.cases:
            raise DataError(
                f"none of the {len(self.asked)} songs asked about has another within its range, so "
                "there is nothing to choose from; bring more songs"
            )
        own = [HR(1), HR(5), MRR(DEPTH)]
        self.retrieval = with_measures(own, config.measures, self.cases[SELF])

    def _kept(self, cases: Sequence[Case]) -> list[Case]:
        return [case for case in cases if case.id in self.asked]

    def tasks(self) -> list[Task]:
        halves = second_halves(self.songs)
        moved = transposed(self.songs, SHIFT)
        with_wishes = self._systems(self.songs)
        systems: dict[str, Mapping[str, System]] = {
            WISHES: self._systems(halves),
            HISTOGRAM: self._histogram_systems(halves),
            TRANSPOSED: self._systems(moved),
            KEY: {"fit": Fit(halves, transpose=True)},
        }
        depths = dict.fromkeys((*RETRIEVAL_TASKS, TRANSPOSED), self._depth()) | {VOICE: TOP}
        return [
            Task(
                name,
                cases,
                systems.get(name, with_wishes),
                Keep(depths.get(name), scores=False),
            )
            for name, cases in self.cases.items()
        ]

    def _depth(self) -> int | None:
        """How many places are kept; all where a measure may look at all."""
        cutoffs = [getattr(measure, "cutoff", None) for measure in self.retrieval]
        known = [cutoff for cutoff in cutoffs if cutoff is not None]
        return max(known) if len(known) == len(cutoffs) else None

    def _systems(self, songs: Songs) -> dict[str, System]:
        own = {name: make(choice, songs) for name, choice in self.config.systems.items()}
        return {
            "source": SourceRecommender(songs),
            "cosine only": SourceRecommender(songs, alpha=0.0),
            "fit": Fit(songs),
            **own,
            "random": RandomInRange(songs),
        }

    def _histogram_systems(self, songs: Songs) -> dict[str, System]:
        systems = self._systems(songs)
        random = systems.pop("random")
        return systems | {
            "histogram cosine": HistogramCosine(songs),
            "histogram JS": HistogramJS(songs),
            "random": random,
        }

    # Scores

    def scores(self, records: Mapping[str, Sequence[Record]]) -> list[Scores]:
        baselines, still = _by_case(records.get(STABILITY, ())), _by_case(records[SELF])
        moved = (NotPromoted(), PlacesLost())
        found = []
        for task, cases in self.cases.items():
            if task in RETRIEVAL_TASKS:
                part = score_records(task, cases, records[task], self.retrieval, groups=["set"])
            elif task == STABILITY:
                changed = [case for case in cases if "change" in case.groups]
                groups = ["set", "change", "baseline"]
                part = _against(task, changed, records, baselines, AGREEMENT, groups)
            elif task == AVOIDS:
                part = _against(task, cases, records, baselines, moved)
            elif task == TRANSPOSED:
                part = _against(task, cases, records, still, (SameOrder(),))
            elif task == KEY:
                measures = (KeyFound(), HR(1))
                part = score_records(task, cases, records[task], measures, groups=["set"])
            else:
                continue  # coverage is a measure of all answers together
            found.append(part)
        return found

    # Estimates

    def estimator(self) -> Estimator:
        """BCa bootstrap over sets of songs."""
        config = self.config
        return Estimator(config.seed, config.resamples, config.level, "set")

    def estimates(
        self, scores: Sequence[Scores], records: Mapping[str, Sequence[Record]]
    ) -> list[Estimate]:
        estimator = self.estimator()
        found: list[Estimate] = []
        for part in scores:
            by = "change" if part.task == STABILITY else None
            found += estimator.estimates(part, self._bounds(part), by=by)
        return [*found, *self._coverage(records[VOICE])]

    def _bounds(self, part: Scores) -> Bounds:
        if part.task == STABILITY:
            return Bounds({"tau": np.zeros(len(part.cases))}, {})
        if part.task == KEY:
            # Thirteen keys, -6 to +6 semitones, are equally likely.
            return Bounds({str(KeyFound()): np.full(len(part.cases), 1 / 13)}, {})
        if part.task not in RETRIEVAL_TASKS:
            return Bounds({}, {})
        return Bounds.of(self.retrieval, self.cases[part.task])

    def _coverage(self, records: Sequence[Record]) -> Iterator[Estimate]:
        """The share of songs within a voice's range that some singer of it is shown."""
        lists = {(r.system, r.case): r.answer.items[:TOP] if r.answer else () for r in records}
        systems = dict.fromkeys(record.system for record in records)
        for voice, (low, high) in BANDS.items():
            within = (self.songs.lows >= low) & (self.songs.highs <= high)
            ids = [song.id for song, fits in zip(self.songs, within, strict=True) if fits]
            numbers = {song: i for i, song in enumerate(ids)}
            cases = [case for case in self.cases[VOICE] if case.groups["voice"] == voice]
            if not ids or not cases:
                continue
            for system in systems:
                shown = [
                    [numbers[item] for item in lists[system, case.id] if item in numbers]
                    for case in cases
                ]
                interval = coverage_interval(
                    shown,
                    len(ids),
                    clusters=[case.groups["set"] for case in cases],
                    level=self.config.level,
                )
                estimate = as_estimate(
                    interval, system, f"Coverage@{TOP}", {"task": VOICE, "voice": voice}
                )
                yield replace(estimate, ceiling=min(1.0, TOP * len(cases) / len(ids)))

    def comparisons(self, scores: Sequence[Scores]) -> list[Comparison]:
        """All pairs of systems on each retrieval task, corrected within the task."""
        estimator = self.estimator()
        found: list[Comparison] = []
        for part in scores:
            if part.task in RETRIEVAL_TASKS:
                found += estimator.comparisons(part, ["HR@1", f"MRR@{DEPTH}"])
            elif part.task == STABILITY:
                found += estimator.comparisons(part, ["tau", "TopChange"])
        return found

    def evidence(
        self, scores: Sequence[Scores], records: Mapping[str, Sequence[Record]]
    ) -> dict[str, Evidence]:
        """What the audits may look at, task by task."""
        return {VOICE: Evidence()} | {
            part.task: Evidence(
                cases=self.cases[part.task],
                records=records[part.task],
                measures=self.retrieval if part.task in RETRIEVAL_TASKS else (),
                scores=[part],
                clusters=["set"],
            )
            for part in scores
        }


Answers = Mapping[tuple[str, str], tuple[str, ...]]


def _by_case(records: Sequence[Record]) -> Answers:
    return {(r.system, r.case): r.answer.items if r.answer else () for r in records}


def _against(
    task: str,
    cases: Sequence[Case],
    records: Mapping[str, Sequence[Record]],
    references: Answers,
    measures: Sequence[Measure],
    groups: Sequence[str] = ("set",),
) -> Scores:
    """Score answers against the same system's answer to an earlier question."""
    truths = {case.id: {"reference": (), **case.truth} for case in cases}

    def truth(record: Record) -> Mapping[str, object]:
        own = truths[record.case]
        earlier = str(own.get("baseline", record.case))
        return {**own, "reference": references[record.system, earlier]}

    kept = [record for record in records[task] if record.case in truths]
    return score_records(task, cases, kept, measures, truth, groups=groups)
