"""Each recommender of tracks keeps the contract of systems."""

from typing import ClassVar

import numpy as np
from tests.systems.contract import SystemContract
from tests.systems.playlists.specimens import small_world

from earwitness.systems.playlists import (
    ArtistNeighbours,
    Audio,
    AudioNeighbours,
    CoOccurrence,
    Ease,
    Fused,
    GroupPopularity,
    Hybrid,
    ImplicitALS,
    Item2Vec,
    Popularity,
    Reranked,
    Training,
    TunedItem2Vec,
)

WORLD = small_world()
TRACKS, LISTS = WORLD.tracks, WORLD.playlists()
QUICK = Training(vector_size=16, epochs=1)
AUDIO = Audio(np.arange(0, 300, 2, dtype=np.int32), WORLD.embeddings()[::2])
STAGE_1 = Item2Vec(TRACKS, LISTS, QUICK)
STAGE_15 = Reranked(TRACKS, STAGE_1)


class _Tracks(SystemContract):
    items = frozenset(TRACKS.ids)
    queries: ClassVar = [
        *({"seeds": [str(code)], "k": 20} for code in range(0, 300, 43)),
        {"seeds": ["4", "not in the catalogue"], "k": 7},
        {"seeds": ["3", "4", "250"], "k": 20},
        {"seeds": [], "k": 3},
    ]
    empty: ClassVar = {"seeds": ["not in the catalogue"], "k": 20}

    def test_seeds_are_not_recommended_and_lists_no_longer_than_asked_for(self):
        for query, answer in zip(self.queries, self.one_by_one(self.system), strict=True):
            assert not set(query["seeds"]) & set(answer.items)
            assert len(answer.items) <= query["k"]


class _Always(_Tracks):
    """Answers without knowing any seed."""

    empty: ClassVar = None


class TestItem2Vec(_Tracks):
    system = STAGE_1


class TestReranked(_Tracks):
    system = STAGE_15


class TestHybrid(_Tracks):
    system = Hybrid(TRACKS, STAGE_15, AUDIO, gamma=0.1, missing="leave out")


class TestTunedItem2Vec(_Tracks):
    system = TunedItem2Vec(TRACKS, LISTS, QUICK)


class TestAudioNeighbours(_Tracks):
    system = AudioNeighbours(TRACKS, AUDIO)


class TestCoOccurrence(_Tracks):
    system = CoOccurrence(TRACKS, LISTS, exponent=0.5)


class TestEase(_Tracks):
    system = Ease(TRACKS, LISTS, max_tracks=100)


class TestImplicitALS(_Tracks):
    system = ImplicitALS(TRACKS, LISTS, factors=8, iterations=2)


class TestArtistNeighbours(_Tracks):
    system = ArtistNeighbours(TRACKS, LISTS)


class TestGroupPopularity(_Tracks):
    system = GroupPopularity(TRACKS, LISTS, "genre")


class TestPopularity(_Always):
    system = Popularity(TRACKS, LISTS)


class TestFused(_Always):
    system = Fused(TRACKS, LISTS, WORLD.playlists(60, seed=9), STAGE_15, audio=AUDIO)
