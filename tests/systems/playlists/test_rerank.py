"""Stage 1.5 by hand."""

import numpy as np
import pytest
from tests.systems.playlists.specimens import codes, tracks_of

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.errors import StudyError
from earwitness.systems.playlists import SOURCE_RULES, Recommender, Reranked, Rules
from earwitness.systems.playlists.rerank import repeats
from earwitness.systems.playlists.topk import Scored

BALLAD, DANCE, TROT, CCM = range(4)


class Fixed(Recommender):
    """Gives every query the same scores; a list of scores by code."""

    def __init__(self, tracks, scores):
        super().__init__(tracks)
        self.scores = np.array(scores, dtype=np.float32)

    def _top(self, seeds, depth):
        n = len(self.scores)
        every = Scored(
            np.repeat(np.arange(len(seeds)), n),
            np.tile(np.arange(n), len(seeds)),
            np.tile(self.scores, len(seeds)),
        )
        return self._ranked(every, seeds, depth)


def penalties(seed_genre, genres, rules=SOURCE_RULES):
    tracks = tracks_of([0] * (len(genres) + 1), genre=[seed_genre, *genres])
    system = Reranked(tracks, Fixed(tracks, [0] * len(tracks)), rules)
    return system.genre_penalty(codes(0), codes(*range(1, len(tracks)))[None])[0].tolist()


def test_the_preset_is_the_documents():
    assert (
        Rules(
            topn_cf=200,
            max_per_artist_soft=3,
            penalty_per_extra=0.05,
            offrail_general=0.008,
            offrail_special=0.03,
            offrail_half_special=None,
            special=("GN0700", "GN2100", "GN2200", "GN2400"),
            max_per_artist_final=2,
            topk_final=30,
        )
        == SOURCE_RULES
    )


def test_the_genre_rail():
    assert penalties(BALLAD, [BALLAD, DANCE, TROT, UNKNOWN]) == pytest.approx(
        [0, 0.008, 0.03, 0.008]
    )
    assert penalties(TROT, [TROT, CCM, DANCE]) == pytest.approx([0, 0.03, 0.03])
    assert penalties(UNKNOWN, [UNKNOWN, BALLAD, TROT]) == [0, 0, 0]


def test_the_codes_variant_of_the_rail():
    rules = Rules(offrail_half_special=0.012)
    assert penalties(TROT, [TROT, CCM, DANCE], rules) == pytest.approx([0, 0.03, 0.012])
    assert penalties(BALLAD, [DANCE, TROT], rules) == pytest.approx([0.008, 0.012])


def test_special_genres_are_configuration():
    assert penalties(BALLAD, [DANCE], Rules(special=["GN0200"])) == pytest.approx([0.03])


def test_the_soft_artist_penalty_starts_with_the_fourth_song():
    tracks = tracks_of([0] * 6 + [1])
    system = Reranked(tracks, Fixed(tracks, [0] * 7))
    lost = system.artist_penalty(codes(0, 1, 6, 2, 3, 4, 5)[None])[0]
    assert lost.tolist() == pytest.approx([0, 0, 0, 0, 0.05, 0.1, 0.15])


def test_a_list_by_hand():
    # Seed t0 (ballad); t1…t5 by artist 1, all ballads; t6 dance, t7 trot, t8 ballad by others.
    tracks = tracks_of([0, 1, 1, 1, 1, 1, 2, 3, 4], genre=[0, 0, 0, 0, 0, 0, DANCE, TROT, BALLAD])
    base = Fixed(tracks, [1, 0.9, 0.89, 0.88, 0.87, 0.86, 0.85, 0.849, 0.845])
    uncut = Reranked(tracks, base, Rules(max_per_artist_final=None))
    answer = uncut.answer({"seeds": ["t0"], "k": 20}, np.random.default_rng())
    assert answer.items == ("t1", "t2", "t3", "t8", "t6", "t4", "t7", "t5")
    expected = (0.9, 0.89, 0.88, 0.845, 0.842, 0.82, 0.819, 0.76)
    assert answer.scores == pytest.approx(expected, abs=1e-6)
    assert Reranked(tracks, base).recommend("t0", 20) == ["t1", "t2", "t8", "t6", "t7"]


def test_only_the_first_of_the_list_below_are_looked_at():
    tracks = tracks_of([0, 1, 2, 3])
    base = Fixed(tracks, [1, 0.9, 0.8, 0.7])
    assert Reranked(tracks, base, Rules(topn_cf=2)).recommend("t0", 9) == ["t1", "t2"]
    assert Reranked(tracks, base, Rules(topk_final=1)).recommend("t0", 9) == ["t1"]


def test_unknown_artists_count_as_one_as_in_the_source():
    tracks = tracks_of([0, UNKNOWN, UNKNOWN, UNKNOWN])
    assert Reranked(tracks, Fixed(tracks, [1, 3, 2, 1])).recommend("t0", 9) == ["t1", "t2"]


def test_repeats_count_what_stands_before():
    assert repeats(np.array([[5, 5, 2, 5, 2], [1, 2, 3, 4, 5]])).tolist() == [
        [0, 1, 0, 2, 1],
        [0, 0, 0, 0, 0],
    ]


def test_limits_out_of_range_are_told():
    with pytest.raises(StudyError, match="topn_cf is 0; use 1 or more"):
        Rules(topn_cf=0)
