"""What an encoder is taught to hold together."""

from collections import Counter

import numpy as np
import pytest

from earwitness.errors import DataError
from earwitness.systems.audio.objectives import CoOccurring, Factors, TwoCrops

RNG = np.random.default_rng(0)


def test_two_crops_are_of_one_song():
    drawn = TwoCrops(np.array([3, 5, 9])).draw(np.array([9, 3]), RNG)
    assert drawn.positives.tolist() == drawn.anchors.tolist() == [9, 3]


def test_positives_are_partners_as_often_as_they_are_paired():
    objective = CoOccurring(np.array([[1, 7], [1, 7], [9, 1], [4, 9]]))
    assert objective.songs.tolist() == [1, 4, 7, 9]
    drawn = objective.draw(np.full(3000, 1), np.random.default_rng(1)).positives
    counts = Counter(drawn.tolist())
    assert set(counts) == {7, 9}
    assert counts[7] / 3000 == pytest.approx(2 / 3, abs=0.04)
    assert objective.draw(np.array([4, 7]), RNG).positives.tolist() == [9, 1]


def test_targets_are_the_directions_of_the_anchors_vectors():
    objective = Factors(np.array([8, 2]), np.array([[3.0, 4.0], [0.0, 5.0]]))
    drawn = objective.draw(np.array([8, 2, 8]), RNG)
    np.testing.assert_allclose(drawn.targets, [[0.6, 0.8], [0, 1], [0.6, 0.8]], rtol=1e-6)
    assert objective.targets == 2


def test_what_cannot_be_taught_is_refused():
    with pytest.raises(DataError, match="one row of two songs a pair"):
        CoOccurring(np.empty((0, 2), int))
    with pytest.raises(DataError, match="one row a song"):
        Factors(np.array([1]), np.ones((2, 3)))
    with pytest.raises(DataError, match="zero or not finite"):
        Factors(np.array([1, 2]), np.array([[1.0, 2.0], [0.0, 0.0]]))
