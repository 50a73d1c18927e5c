"""The source's headlines once more, with another draw of what it samples."""

from dataclasses import dataclass

import numpy as np

from earwitness.audits import Headlines
from earwitness.data.singers import chosen, eligible, stability_cases
from earwitness.domain import Scores, generator
from earwitness.music.song import Songs
from earwitness.statistics import kendall_taus
from earwitness.studies.repertoire.config import SourceOptions
from earwitness.systems.repertoire import SourceRecommender

PUBLISHED_SAMPLE = 50
"""So many queries were sampled in the run that was published."""


@dataclass(frozen=True)
class Reruns:
    """What the order-dependence audit asks for."""

    songs: Songs
    options: SourceOptions
    retrieval: Scores
    stability: Scores

    @property
    def hit_rate(self) -> Headlines:
        """HR@1 as reported."""
        return {("source", "HR@1"): float(np.nanmean(self.retrieval.of("HR@1", "source")))}

    def sampled_hit_rate(self, seed: int) -> Headlines:
        """HR@1 had 50 queries been drawn, as in the published run, with this seed."""
        hits = self.retrieval.of("HR@1", "source")
        size = min(PUBLISHED_SAMPLE, len(hits))
        drawn = generator(seed, "queries").choice(len(hits), size, replace=False)
        return {("source", "HR@1"): float(np.nanmean(hits[drawn]))}

    @property
    def tau(self) -> Headlines:
        """Mean τ as reported."""
        return {("source", "tau"): float(np.nanmean(self.stability.of("tau", "source")))}

    def tau_of_others(self, seed: int) -> Headlines:
        """Mean τ had as many other baselines been chosen."""
        number = self.options.baselines if isinstance(self.options.baselines, int) else None
        pool = eligible(self.songs, self.options.candidates)
        system = SourceRecommender(self.songs)
        nobody = generator(seed)
        taus: list[float] = []
        for song in chosen(pool, number, f"baselines {seed}"):
            cases = stability_cases(self.songs, [song])
            answers = [system.answer(case.query, nobody).items for case in cases]
            place = {item: i for i, item in enumerate(answers[0])}
            orders = np.array([[place[item] for item in items] for items in answers])
            ranks = np.argsort(orders, axis=1)
            taus += kendall_taus(ranks[0], ranks[1:]).tolist()
        return {("source", "tau"): float(np.mean(taus))}
