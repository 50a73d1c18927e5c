"""What is asked of whom: tasks, measures, estimates and comparisons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from earwitness.audits import Evidence, FeatureUse
from earwitness.catalogue import Playlists
from earwitness.data.playlists import (
    CaseOptions,
    Split,
    SplitOptions,
    hold_out,
    make_cases,
    play_counts,
    split,
)
from earwitness.domain import Case, Comparison, Estimate, Measure, Record, Scores
from earwitness.errors import StudyError
from earwitness.measures import ItemFacts, parse, score_records
from earwitness.run import Keep, Progress, Task
from earwitness.statistics import coverage_interval
from earwitness.studies.estimating import Bounds, Estimator, as_estimate
from earwitness.studies.playlists.config import PlaylistsConfig
from earwitness.studies.playlists.material import Data
from earwitness.studies.playlists.oracle import Oracle
from earwitness.studies.playlists.seeds import find_track
from earwitness.studies.playlists.systems import (
    LEAKY,
    Material,
    Systems,
    ablations,
    own_systems,
    peers,
    stages,
    sweep,
)
from earwitness.systems import own
from earwitness.systems.playlists import Hybrid, Item2Vec, Reranked

MAIN = "continue a playlist"
FIXED = "fixed seeds"
POLICIES = {
    "random": "asked with a random track",
    "rare": "asked with the rarest track",
    "popular": "asked with the most popular track",
}
SEVERAL = "asked with three tracks"
COLD = {
    "cold->warm": "a cold seed, warm targets",
    "warm->cold": "a warm seed, cold targets",
    "cold->cold": "a cold seed, cold targets",
}
FIXED_DEPTH = 10
EXAMINED = 500
"""So many cases tell how candidates without audio are scored."""
SOURCE_MOST = 1_000
"""So many test cases were used in the published run."""


@dataclass(frozen=True)
class Part:
    """One task: its cases, its systems, and what is known of tracks when it is scored."""

    name: str
    cases: Sequence[Case]
    systems: Systems
    facts: ItemFacts | None


class PlaylistsProtocol:
    """The cases and systems of the study, in its source or its sound form."""

    def __init__(
        self, config: PlaylistsConfig, folder: Path, data: Data, progress: Progress
    ) -> None:
        self.config = config
        self.data = data
        self.folder = folder
        self._progress = progress
        source = config.protocol == "source"
        options = config.cases
        self.split: Split = split(
            data.playlists,
            len(data.tracks),
            SplitOptions(
                "all" if source else "train",
                options.split,
                options.min_count,
                options.min_length,
                config.seed,
            ),
        )
        if not len(self.split.test) or not len(self.split.train):
            raise StudyError(
                f"of {len(data.playlists)} playlists {len(self.split.train)} are left to train and "
                f"{len(self.split.test)} to test; lower cases.min_count or cases.min_length"
            )
        self.counts = play_counts(self.split.train, len(data.tracks))
        self.depth = max(config.cutoffs)
        # What can be wrong in the study file is told now, not after an hour of training.
        self.measures = self._measures()
        self.fixed = self._fixed_cases()
        for choice in config.systems.values():
            own.find(choice.use, {})
        self.parts = self._source_parts() if source else self._sound_parts()

    # Parts

    def _material(self, train: Playlists) -> Material:
        return Material(self.config, self.folder, self.data.tracks, train, self.data.audio)

    def _source_parts(self) -> list[Part]:
        """The stages as published, trained on all playlists, beside the same without the leak."""
        parts = (self.split.train, self.split.validation, self.split.test)
        everything = Playlists.joined(parts)
        model = self.config.item2vec.model
        self._tell("item2vec on all playlists")
        leaky = stages(self._material(everything), model, LEAKY)
        self._tell("item2vec on train")
        clean = stages(self._material(self.split.train))
        systems = leaky | clean | own_systems(self._material(self.split.train))
        most = self.config.cases.most or SOURCE_MOST
        return [
            Part(MAIN, self._cases(most=most), systems, self.facts),
            Part(FIXED, self.fixed, leaky | clean, None),
        ]

    def _sound_parts(self) -> list[Part]:
        material = self._material(self.split.train)
        self._tell("item2vec on train")
        staged = stages(material, self.config.item2vec.model)
        first, rail = staged["Stage 1"], staged["Stage 1.5"]
        if not isinstance(first, Item2Vec) or not isinstance(rail, Reranked):
            raise TypeError("Stage 1 is item2vec, and Stage 1.5 ranks it again")
        others = peers(material, rail, self.split.validation, self._tell)
        variants = ablations(material, first) if self.config.ablation else {}
        oracle: Systems = {} if self.data.world is None else {"oracle": Oracle(self.data.world)}
        mine = own_systems(material)
        core = staged | others | mine
        most = self.config.cases.most or "all"
        parts = [
            Part(
                MAIN,
                self._cases(most=most),
                core | variants | sweep(material, first) | oracle,
                self.facts,
            )
        ]
        for policy, name in POLICIES.items():
            if policy != self.config.cases.seed_track:
                parts.append(Part(name, self._cases(policy, most=most), core, self.facts))
        parts.append(Part(SEVERAL, self._cases(seeds=3, most=most), core, self.facts))
        if self.data.audio is not None:
            parts += self._cold_parts()
        parts.append(Part(FIXED, self.fixed, staged | others, None))
        return [part for part in parts if part.cases]

    def _cold_parts(self) -> list[Part]:
        """Songs held out of train: nobody has heard of them but audio and metadata."""
        options = self.config.cases
        held = hold_out(
            self.split.train, len(self.data.tracks), options.cold_share, self.config.seed
        )
        counts = play_counts(held.train, len(self.data.tracks))
        material = self._material(held.train)
        self._tell("item2vec without the cold tracks")
        staged = stages(material)
        rail = staged["Stage 1.5"]
        if not isinstance(rail, Reranked):
            raise TypeError("Stage 1.5 ranks Stage 1 again")
        others = peers(material, rail, self.split.validation, self._tell)
        systems = staged | others | own_systems(material)
        return [
            Part(
                name,
                self._limited(
                    make_cases(
                        self.split.test,
                        self.data.tracks,
                        counts,
                        CaseOptions(self.depth, options.seed_track, 1, self.config.seed),
                        direction,  # type: ignore[arg-type]
                    ),
                    options.most or "all",
                ),
                systems,
                self.facts,
            )
            for direction, name in COLD.items()
        ]

    def _tell(self, what: str) -> None:
        self._progress(f"training: {what}", 0, 1)

    def _cases(
        self,
        policy: str | None = None,
        seeds: int | None = None,
        most: int | str = "all",
    ) -> list[Case]:
        options = self.config.cases
        made = make_cases(
            self.split.test,
            self.data.tracks,
            self.counts,
            CaseOptions(
                self.depth,
                policy or options.seed_track,  # type: ignore[arg-type]
                seeds or options.seed_tracks,
                self.config.seed,
            ),
        )
        return self._limited(made, most)

    def _limited(self, cases: Sequence[Case], most: int | str) -> list[Case]:
        """The first cases, with how many tracks a random list would be drawn from."""
        kept = cases[:most] if isinstance(most, int) else cases
        size = int(self.split.catalogue.sum())
        return [
            replace(
                case,
                truth={
                    **case.truth,
                    "seeds": case.query["seeds"],
                    "candidates": size - len(case.query["seeds"]),
                },
            )
            for case in kept
        ]

    def _fixed_cases(self) -> list[Case]:
        """The tracks that the study file names; or the best known one of each of four genres."""
        tracks = self.data.tracks
        codes = [find_track(tracks, text) for text in self.config.fixed_seeds]
        if not codes:
            order = np.argsort(-self.counts, kind="stable")
            genres: dict[int, int] = {}
            for code in order[self.counts[order] > 0].tolist():
                genres.setdefault(int(tracks.genre[code]), code)
            codes = list(genres.values())[:4]
        return [
            Case(tracks.ids[code], {"seeds": [tracks.ids[code]], "k": FIXED_DEPTH})
            for code in dict.fromkeys(codes)
        ]

    @cached_property
    def facts(self) -> ItemFacts:
        """What the list measures know of tracks: artists, genres, plays in train, audio."""
        tracks = self.data.tracks
        vectors = None
        if self.data.audio is not None:
            vectors = np.full(
                (len(tracks), self.data.audio.vectors.shape[1]), np.nan, dtype=np.float32
            )
            vectors[self.data.audio.codes] = self.data.audio.vectors
        return ItemFacts(
            tracks.code, tracks.artist, tracks.genre, self.counts, len(self.split.train), vectors
        )

    def tasks(self) -> list[Task]:
        return [Task(p.name, p.cases, p.systems, Keep(self.depth)) for p in self.parts]

    # Scores and estimates

    def _measures(self) -> list[Measure]:
        labels = [f"{name}@{k}" for k in self.config.cutoffs for name in ("Recall", "nDCG")]
        k = self.config.cutoffs[0]
        names = ["UniqueArtists", "UniqueGenres", "MaxArtistShare", "SeedGenreRatio"]
        names += ["Popularity", "Novelty", "ShortList"]
        if self.data.audio is not None:
            names.append("IntraListDistance")
        labels += [f"{name}@{k}" for name in names]
        return [parse(label) for label in dict.fromkeys((*labels, *self.config.measures))]

    def scored_parts(self) -> list[Part]:
        return [part for part in self.parts if part.name != FIXED]

    def scores(self, records: Mapping[str, Sequence[Record]]) -> list[Scores]:
        found = []
        for part in self.scored_parts():
            truths = {c.id: {**c.truth, "facts": part.facts} for c in part.cases}
            found.append(
                score_records(
                    part.name,
                    part.cases,
                    records[part.name],
                    self.measures,
                    lambda record, truths=truths: truths[record.case],  # type: ignore[misc]
                    groups=["popularity", "genre"],
                )
            )
        return found

    def estimator(self) -> Estimator:
        return Estimator(self.config.seed, self.config.resamples, self.config.level)

    def estimates(
        self, scores: Sequence[Scores], records: Mapping[str, Sequence[Record]]
    ) -> list[Estimate]:
        estimator = self.estimator()
        found: list[Estimate] = []
        for part, scored in zip(self.scored_parts(), scores, strict=True):
            bounds = Bounds.of(self.measures, part.cases)
            main = part.name == MAIN
            found += estimator.estimates(scored, bounds, by="popularity" if main else None)
        return [*found, *self._genre_ratios(scores[0]), *self._coverage(records[MAIN])]

    def _genre_ratios(self, main: Scores) -> list[Estimate]:
        """The share of the seed's genre, by genre of the seed."""
        label = f"SeedGenreRatio@{self.config.cutoffs[0]}"
        place = main.measures.index(label)
        only = replace(main, measures=(label,), values=main.values[place : place + 1])
        return [e for e in self.estimator().estimates(only, by="genre") if "genre" in e.groups]

    def _coverage(self, records: Sequence[Record]) -> list[Estimate]:
        """The share of the catalogue that is ever among the first k."""
        k = self.config.cutoffs[0]
        codes = np.flatnonzero(self.split.catalogue)
        numbers = {self.data.tracks.ids[c]: i for i, c in enumerate(codes.tolist())}
        by_system: dict[str, list[list[int]]] = {}
        for record in records:
            items = record.answer.items[:k] if record.answer else ()
            by_system.setdefault(record.system, []).append(
                [numbers[item] for item in items if item in numbers]
            )
        found = []
        for system, lists in by_system.items():
            interval = coverage_interval(lists, len(codes), level=self.config.level)
            estimate = as_estimate(interval, system, f"Coverage@{k}", {"task": MAIN})
            found.append(replace(estimate, ceiling=min(1.0, k * len(lists) / len(codes))))
        return found

    def comparisons(self, scores: Sequence[Scores]) -> list[Comparison]:
        """Each stage against the one before, ours against all, variants against Stage 1.5."""
        k = self.config.cutoffs[0]
        labels = [f"{name}@{k}" for name in ("Recall", "nDCG", "MaxArtistShare", "SeedGenreRatio")]
        found: list[Comparison] = []
        for part in scores:
            pairs = [p for p in self._pairs(part.systems) if set(p) <= set(part.systems)]
            if pairs:
                wanted = labels if part.task == MAIN else labels[:2]
                found += self.estimator().comparisons(part, wanted, pairs)
        return found

    def _pairs(self, systems: Sequence[str]) -> list[tuple[str, str]]:
        pairs = [("Stage 1.5", "Stage 1"), ("Stage 3", "Stage 1.5")]
        pairs += [(f"{name}{LEAKY}", name) for name in ("Stage 1", "Stage 1.5", "Stage 3")]
        rivals = [s for s in systems if s in {"Stage 1", "Stage 1.5", "Stage 3", *RIVALS}]
        pairs += [("fused", name) for name in rivals]
        pairs += [(name, "Stage 1.5") for name in systems if name.startswith("1.5 without ")]
        return pairs + [
            (name, other) for name in self.config.systems for other in ("Stage 1", "fused")
        ]

    def evidence(
        self, scores: Sequence[Scores], records: Mapping[str, Sequence[Record]]
    ) -> dict[str, Evidence]:
        """What the audits may look at: the main task."""
        (main,) = (part for part in self.parts if part.name == MAIN)
        return {
            MAIN: Evidence(
                cases=main.cases,
                records=records[MAIN],
                measures=self.measures,
                scores=[scores[0]],
                training=self.split.train,
                tested=self.split.test,
                affinities={
                    name: system.affinity
                    for name, system in main.systems.items()
                    if isinstance(system, Item2Vec) and self._may_leak(name)
                },
                features=[
                    self._audio_use(name, system, main.cases)
                    for name, system in main.systems.items()
                    if isinstance(system, Hybrid)
                ],
            )
        }

    def _may_leak(self, name: str) -> bool:
        """What the study itself trained on the training playlists cannot."""
        return name.endswith(LEAKY) or (name == "Stage 1" and bool(self.config.item2vec.model))

    def _audio_use(self, name: str, system: Hybrid, cases: Sequence[Case]) -> FeatureUse:
        """How a hybrid scores candidates with and without audio, on the first cases."""
        code = self.data.tracks.code
        seeds = [
            np.array([code[s] for s in case.query["seeds"]], np.int32) for case in cases[:EXAMINED]
        ]
        used = system.audio_use(seeds)
        return FeatureUse(
            name, "audio", used.rest.astype(float), used.term.astype(float), used.known
        )


RIVALS = ("popularity", "artist's hits", "co-occurrence", "EASE", "iALS", "tuned item2vec", "audio")
