"""The source's headlines once more, with another draw of what it samples."""

import random
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from earwitness.audits import Headlines
from earwitness.data.singers import chosen, eligible, self_retrieval_cases, stability_cases
from earwitness.domain import Case, generator, hash_order
from earwitness.music.song import Song, Songs
from earwitness.statistics import kendall_taus
from earwitness.studies.repertoire.config import SourceOptions
from earwitness.systems.repertoire import SourceRecommender


class Reruns:
    """What the order-dependence audit asks for."""

    def __init__(self, songs: Songs, options: SourceOptions, seed: int) -> None:
        self.songs = songs
        self.options = options
        self.seed = seed
        self.system = SourceRecommender(songs)
        self._taus: dict[str, list[float]] = {}

    def hit_rate_listed_otherwise(self, seed: int) -> Headlines:
        """HR@1 of the same draw from the same songs, listed in another order."""
        order = generator(seed, "listing").permutation(len(self._valid))
        return self._hit_rate(sampled([self._valid[i] for i in order], self.options, self.seed))

    def hit_rate_of_another_draw(self, seed: int) -> Headlines:
        """HR@1 had other songs been drawn."""
        return self._hit_rate(sampled(self._valid, self.options, seed))

    def tau_of_other_baselines(self, seed: int) -> Headlines:
        """Mean τ had as many other baselines been chosen."""
        number = self.options.baselines if isinstance(self.options.baselines, int) else None
        pool = eligible(self.songs, self.options.candidates)
        baselines = chosen(pool, number, f"baselines {seed}")
        self._compute_taus([song for song in baselines if song.id not in self._taus])
        taus = [tau for song in baselines for tau in self._taus[song.id]]
        return {("source", "tau"): float(np.mean(taus))}

    def _compute_taus(self, baselines: Sequence[Song]) -> None:
        """For each baseline, τ between its ranking and each changed one."""
        rankings: dict[str, list[tuple[str, ...]]] = {}
        for case in stability_cases(self.songs, baselines):
            answer = self.system.answer(case.query, generator(0))
            rankings.setdefault(case.truth.get("baseline", case.id), []).append(answer.items)
        for baseline, (first, *others) in rankings.items():
            place = {item: i for i, item in enumerate(first)}
            orders = np.array([[place[item] for item in items] for items in others])
            ranks = np.argsort(orders, axis=1)
            self._taus[baseline] = kendall_taus(np.arange(len(first)), ranks).tolist()

    @cached_property
    def _valid(self) -> list[Case]:
        return self_retrieval_cases(self.songs)

    @cached_property
    def _hits(self) -> dict[str, bool]:
        """Whether each valid song is ranked first."""
        nobody = generator(0)
        return {
            case.id: self.system.answer(case.query, nobody).items[0] == case.id
            for case in self._valid
        }

    def _hit_rate(self, cases: Sequence[Case]) -> Headlines:
        return {("source", "HR@1"): float(np.mean([self._hits[case.id] for case in cases]))}


def sampled(cases: Sequence[Case], options: SourceOptions, seed: int) -> list[Case]:
    """All cases; or a sample, by a hash of the id or (as once published) by listing."""
    number = options.queries if isinstance(options.queries, int) else len(cases)
    if number >= len(cases):
        return list(cases)
    if options.chosen_by == "listing":
        return random.Random(seed).sample(list(cases), number)  # noqa: S311 - as published
    salt = f"queries {seed}"
    names = set(hash_order([case.id for case in cases], salt)[:number])
    return [case for case in cases if case.id in names]
