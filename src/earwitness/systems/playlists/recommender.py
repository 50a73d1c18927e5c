"""What all recommenders of tracks share: how they are asked, and how they answer."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Tracks
from earwitness.domain import Answer
from earwitness.errors import InputError
from earwitness.systems.playlists.topk import NONE, QUERIES, Codes, Scored, Top, ranked

Seeds = Sequence[Codes]
"""For each query the codes of its seeds, in their order."""


class Recommender(ABC):
    """Continues a playlist from its seeds.

    A query is `{"seeds": [ids], "k": how many}`. The catalogue is `tracks`: nothing else is named,
    and no seed. Seeds that are not in it are left out. A query whose seeds the system knows
    nothing of gets an empty list, which measures score at their floor; it is not guessed at,
    unless the system says so.
    """

    def __init__(self, tracks: Tracks) -> None:
        self.tracks = tracks
        self.tie_order = id_order(tracks)

    @abstractmethod
    def _top(self, seeds: Seeds, depth: int) -> Top:
        """What `top` promises, for a few queries at a time."""

    def top(self, seeds: Seeds, depth: int) -> Top:
        """The `depth` best tracks for each query; fewer where it knows no more.

        Playlists like to begin with the same few songs: equal queries are answered once.
        """
        distinct: dict[tuple[int, ...], int] = {}
        places = [distinct.setdefault(tuple(own.tolist()), len(distinct)) for own in seeds]
        asked = [np.array(own, dtype=np.int32) for own in distinct]
        starts = range(0, max(len(asked), 1), QUERIES)
        parts = [self._top(asked[start : start + QUERIES], depth) for start in starts]
        codes, scores = map(np.concatenate, zip(*parts, strict=True))
        return Top(codes[places], scores[places])

    def recommend(self, seed_song_id: str | int, topk: int) -> list[str]:
        """The source's call: the ids of the `topk` best tracks for one seed, best first."""
        return list(self._answers([{"seeds": [str(seed_song_id)], "k": topk}])[0].items)

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        return self.answer_many([query], [rng])[0]

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> list[Answer]:
        del rngs  # nothing here is random
        return self._answers(queries)

    def _answers(self, queries: Sequence[Mapping[str, Any]]) -> list[Answer]:
        depths = np.array([_depth(query) for query in queries], dtype=int)
        answers = [Answer()] * len(queries)
        # A list of 10 need not be the beginning of a list of 20: each length is asked for itself.
        for depth in np.unique(depths):
            places = np.flatnonzero(depths == depth).tolist()
            top = self.top([self._seeds(queries[place]) for place in places], int(depth))
            rows = zip(top.codes.tolist(), top.scores.tolist(), top.lengths.tolist(), strict=True)
            for place, (codes, scores, length) in zip(places, rows, strict=True):
                items = tuple(self.tracks.ids[code] for code in codes[:length])
                answers[place] = Answer(items, tuple(scores[:length]))
        return answers

    def _seeds(self, query: Mapping[str, Any]) -> Codes:
        known = (self.tracks.code.get(seed) for seed in query["seeds"])
        return np.array([code for code in known if code is not None], dtype=np.int32)

    def _ranked(self, scored: Scored, seeds: Seeds, depth: int) -> Top:
        """The candidates without the seeds, best first."""
        width = len(self.tracks)
        own = np.repeat(np.arange(len(seeds)), list(map(len, seeds))) * width + joined(seeds)
        others = ~np.isin(scored.rows * width + scored.items, own)
        return ranked(scored.keep(others), len(seeds), depth, self.tie_order)


def _depth(query: Mapping[str, Any]) -> int:
    depth = int(query["k"])
    if depth < 1:
        raise InputError(f"k is {depth}; ask for 1 or more")
    return depth


def id_order(tracks: Tracks) -> NDArray[np.int32]:
    """The place of each track when all are sorted by id: the order in which ties break."""
    places = np.empty(len(tracks), dtype=np.int32)
    places[np.argsort(np.array(tracks.ids, dtype=str), kind="stable")] = np.arange(len(tracks))
    return places


def joined(seeds: Seeds) -> NDArray[np.int64]:
    """All seeds of all queries, one after another."""
    return np.concatenate([np.empty(0, np.int64), *seeds])


def spare(seeds: Seeds) -> int:
    """How many more candidates to ask for, since seeds may be among them."""
    return max(map(len, seeds), default=0)


def first_seeds(seeds: Seeds) -> NDArray[np.int64]:
    """The first seed of each query; NONE where it has none."""
    return np.array([codes[0] if len(codes) else NONE for codes in seeds], dtype=np.int64)
