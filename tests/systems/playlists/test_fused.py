"""What is known at once, and the limits that the list keeps."""

from itertools import combinations

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from tests.systems.playlists.specimens import codes, playlists_of, small_world, tracks_of

from earwitness.errors import DataError, StudyError
from earwitness.systems.playlists import Audio, CoOccurrence, Fused, Item2Vec, Reranked, Training
from earwitness.systems.playlists.evidence import Evidence
from earwitness.systems.playlists.fused import Limits, picked
from earwitness.systems.playlists.logistic import fit_logistic

WORLD = small_world()
LISTS = WORLD.playlists()
VALIDATION = WORLD.playlists(80, seed=9)
AUDIO = Audio(np.arange(200, dtype=np.int32), WORLD.embeddings()[:200])
RAIL = Reranked(WORLD.tracks, Item2Vec(WORLD.tracks, LISTS, Training(vector_size=16)))


@pytest.fixture(scope="module")
def fused():
    return Fused(WORLD.tracks, LISTS, VALIDATION, RAIL, audio=AUDIO)


SEEDS = [codes(code) for code in range(120)]


@pytest.mark.parametrize(("depth", "cap"), [(20, 2), (40, 4)])
def test_no_artist_has_more_than_its_share(fused, depth, cap):
    top = fused.top(SEEDS, 50).codes[:, :depth]
    for row in top:
        assert np.bincount(WORLD.tracks.artist[row[row >= 0]]).max() <= cap


@pytest.mark.parametrize("depth", [20, 40])
def test_it_keeps_to_the_genre_as_the_rail_does(fused, depth):
    ours, rail = fused.top(SEEDS, 50).codes[:, :depth], RAIL.top(SEEDS, depth).codes
    own = WORLD.tracks.genre[:120, None]
    same = [((WORLD.tracks.genre[c] == own) & (c >= 0)).sum(axis=1) for c in (ours, rail)]
    assert (same[0] >= same[1]).all()


def test_a_longer_list_begins_with_the_shorter_one(fused):
    np.testing.assert_array_equal(fused.top(SEEDS, 50).codes[:, :13], fused.top(SEEDS, 13).codes)


def test_a_seed_that_nobody_knows_gets_a_full_list(fused):
    unplayed = np.setdiff1d(np.arange(len(WORLD.tracks)), LISTS.tracks)
    assert len(fused.recommend(str(unplayed[0]), 20)) == 20
    assert len(fused.recommend("not in the catalogue", 20)) == 20


def test_two_fits_are_the_same(fused):
    again = Fused(WORLD.tracks, LISTS, VALIDATION, RAIL, audio=AUDIO)
    assert again._weights.tobytes() == fused._weights.tobytes()


def test_the_order_of_the_validation_playlists_does_not_matter(fused):
    backwards = VALIDATION.take(np.arange(len(VALIDATION))[::-1])
    again = Fused(WORLD.tracks, LISTS, backwards, RAIL, audio=AUDIO)
    np.testing.assert_allclose(again._weights, fused._weights)


def best_sum(values, artists, alike, depth, cap, others):
    """The greatest sum of any choice that keeps the limits, by trying all."""

    def allowed(chosen):
        singers = [artists[i] for i in chosen]
        return (
            max(map(singers.count, singers)) <= cap and sum(not alike[i] for i in chosen) <= others
        )

    return max(
        (sum(values[i] for i in c) for c in combinations(range(len(values)), depth) if allowed(c)),
        default=None,
    )


@given(
    st.lists(st.tuples(st.integers(1, 50), st.integers(0, 3)), min_size=3, max_size=9),
    st.integers(1, 3),
    st.integers(1, 2),
    st.integers(0, 3),
)
def test_walking_down_finds_the_best_choice(rows, depth, cap, others):
    """Where each artist has one genre (here: artists 0 and 1 have the seed's)."""
    rows = sorted(rows, reverse=True)
    values, artists = [v for v, _ in rows], [a for _, a in rows]
    alike = [artist < 2 for artist in artists]
    best = best_sum(values, artists, alike, depth, cap, min(others, depth))
    if best is not None:
        chosen = picked(artists, alike, [Limits(depth, cap, min(others, depth))])
        assert sum(values[i] for i in chosen) == best


def test_lists_are_filled_up_where_too_few_are_alike():
    limits = [Limits(end=3, cap=1, others=1)]
    assert picked([0, 1, 2, 3], [False, False, True, False], limits) == [0, 1, 2]


def test_what_one_page_leaves_out_the_next_may_take():
    limits = [Limits(end=2, cap=1, others=1), Limits(end=4, cap=2, others=2)]
    # The second track by artist 0 and the second of another genre wait for the second page.
    assert picked([0, 0, 1, 2, 3], [False, False, False, True, True], limits) == [0, 3, 1, 4]


def test_logistic_regression_agrees_with_statsmodels():
    rng = np.random.default_rng(0)
    x = np.column_stack([rng.standard_normal((500, 3)), np.ones(500)])
    y = (rng.random(500) < 1 / (1 + np.exp(-x @ [1.0, -2.0, 0.5, -1.0]))).astype(float)
    theirs = sm.Logit(y, x).fit(disp=0).params
    np.testing.assert_allclose(fit_logistic(x, y, np.zeros(4), 0.0), theirs, rtol=1e-4)
    centre = np.array([1.0, 2.0, 3.0, 4.0])
    np.testing.assert_allclose(fit_logistic(x, y, centre, 1e9), centre, rtol=1e-6)
    np.testing.assert_array_equal(fit_logistic(x[:0], y[:0], centre, 1.0), centre)


def test_the_evidence_by_hand():
    tracks = tracks_of([0, 0, 1, 2], genre=[0, 0, 0, 1], years=[2000, 2010, 0, 2000])
    lists = playlists_of([0, 1], [0, 1], [0, 2])
    audio = Audio(codes(0, 1), np.array([[1, 0], [0.6, 0.8]], dtype=np.float32))
    counts = CoOccurrence(tracks, lists, exponent=0, shrinkage=0)
    evidence = Evidence(tracks, np.array([3, 2, 1, 0]), [counts], audio, depth=9)
    found = evidence.of([codes(0), codes(3)])
    assert (found.rows.tolist(), found.codes.tolist()) == ([0, 0], [1, 2])
    # The list's vote, log plays, any plays, artist, genre, year, cosine, heard, 1.
    expected = [
        [np.log(10), np.log(3), 1, 1, 1, np.exp(-1), 0.6, 1, 1],
        [np.log(5), np.log(2), 1, 0, 1, 0, 0, 0, 1],
    ]
    np.testing.assert_allclose(found.features, expected, atol=1e-6)


def test_options_and_validation_are_checked():
    with pytest.raises(StudyError, match="max_artist_share is 0"):
        Fused(WORLD.tracks, LISTS, VALIDATION, RAIL, max_artist_share=0)
    with pytest.raises(DataError, match="no validation playlist has two tracks"):
        Fused(WORLD.tracks, LISTS, playlists_of([1]), RAIL)
