"""The system that knows the truth of synthetic data."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from earwitness.data.playlists import World
from earwitness.domain import Answer


class Oracle:
    """Ranks tracks by their true probability given the seeds; ties by id."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.order = np.argsort(np.array(world.tracks.ids, dtype=str), kind="stable")

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        return self.answer_many([query], [rng])[0]

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> list[Answer]:
        del rngs  # nothing here is random
        tracks = self.world.tracks
        seeds = [[tracks.code[seed] for seed in query["seeds"]] for query in queries]
        answers = []
        for query, own, row in zip(queries, seeds, self.world.likelihood(seeds), strict=True):
            row[own] = -1.0
            best = self.order[np.argsort(-row[self.order], kind="stable")][: query["k"]]
            best = best[row[best] > 0]
            answers.append(
                Answer(tuple(tracks.ids[c] for c in best.tolist()), tuple(row[best].tolist()))
            )
        return answers
