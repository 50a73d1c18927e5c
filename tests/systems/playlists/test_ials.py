"""iALS against its own equations."""

import numpy as np
import pytest
from tests.systems.playlists.specimens import codes, small_world

from earwitness.errors import StudyError
from earwitness.systems.playlists import ImplicitALS
from earwitness.systems.playlists.ials import conjugate_gradients

WORLD = small_world()
LISTS = WORLD.playlists()


def test_conjugate_gradients_solve_small_systems():
    rng = np.random.default_rng(0)
    half = rng.standard_normal((4, 3, 3)).astype(np.float32)
    systems = half @ half.transpose(0, 2, 1) + np.eye(3, dtype=np.float32)
    wanted = rng.standard_normal((4, 3)).astype(np.float32)
    # Three steps are exact in three dimensions; a row that starts solved stays as it is.
    start = np.zeros((4, 3), dtype=np.float32)
    start[0] = np.linalg.solve(systems[0], wanted[0])
    found = conjugate_gradients(lambda x: (systems @ x[:, :, None])[:, :, 0], wanted, start)
    expected = np.linalg.solve(systems, wanted[:, :, None])[:, :, 0]
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_the_seeds_are_folded_in_as_a_playlist():
    system = ImplicitALS(WORLD.tracks, LISTS, factors=8, iterations=3)
    y = system._index.vectors.astype(float)
    rows = np.array([3, 5], dtype=np.int32)
    cost = 0.01 * (2 + 0.01 * len(y))
    left = y[rows].T @ y[rows] + 0.01 * y.T @ y + cost * np.eye(8)
    x = np.linalg.solve(left, y[rows].sum(axis=0))
    top = system.top([system.known[rows]], 10)
    scores = y @ x
    scores[rows] = -np.inf
    assert top.codes[0].tolist() == system.known[np.argsort(-scores)[:10]].tolist()
    np.testing.assert_allclose(top.scores[0], np.sort(scores)[::-1][:10], rtol=1e-3)


def test_training_lowers_the_loss():
    def loss(iterations):
        system = ImplicitALS(WORLD.tracks, LISTS, factors=8, iterations=iterations)
        y = system._index.vectors
        row = {int(code): place for place, code in enumerate(system.known)}
        total = 0.0
        for own in LISTS:
            places = [row[int(code)] for code in own]
            predicted = y @ system.query(np.array(places))
            total += ((1 - predicted[places]) ** 2).sum() + 0.01 * (predicted**2).sum()
        return total

    assert loss(1) > loss(2) > loss(8)


def test_two_fits_give_the_same_bytes_and_seeds_other_ones():
    fits = [
        ImplicitALS(WORLD.tracks, LISTS, factors=8, iterations=2, seed=seed) for seed in (1, 1, 2)
    ]
    first, again, other = (fit._index.vectors.tobytes() for fit in fits)
    assert first == again != other


def test_tracks_without_plays_are_not_known():
    system = ImplicitALS(WORLD.tracks, LISTS, factors=4, iterations=1)
    unplayed = np.setdiff1d(np.arange(len(WORLD.tracks)), LISTS.tracks)
    assert not np.isin(unplayed, system.known).any()
    assert (system.top([codes(int(unplayed[0]))], 3).codes == -1).all()


def test_options_are_checked():
    with pytest.raises(StudyError, match="all must be above 0"):
        ImplicitALS(WORLD.tracks, LISTS, unobserved=0)
