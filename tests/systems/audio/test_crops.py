"""Pieces of mel arrays."""

import numpy as np
import pytest

from earwitness.errors import DataError
from earwitness.systems.audio.crops import fixed_crops, level_of, random_crop

MEL = np.tile(np.arange(100, dtype=np.float32), (48, 1))


def test_random_crops_reach_both_ends_and_stay_whole():
    rng = np.random.default_rng(0)
    starts = {int(random_crop(MEL, 95, rng)[0, 0]) for _ in range(200)}
    assert starts == set(range(6))
    assert random_crop(MEL, 95, rng).shape == (48, 95)


def test_fixed_crops_go_from_the_beginning_to_the_end():
    crops = fixed_crops(MEL, 40, 4)
    assert crops.shape == (4, 48, 40)
    assert crops[:, 0, 0].tolist() == [0, 20, 40, 60]
    assert fixed_crops(MEL, 40, 1)[0, 0, 0] == 30


def test_a_short_song_is_repeated():
    assert fixed_crops(MEL[:, :30], 70, 2)[0, 0, :61].tolist() == [*range(30), *range(30), 0]
    assert random_crop(MEL[:, :30], 70, np.random.default_rng(0)).shape == (48, 70)


@pytest.mark.parametrize("shape", [(96, 10), (48, 0), (48,)])
def test_another_shape_is_refused(shape):
    with pytest.raises(DataError, match="48 bands × frames"):
        fixed_crops(np.zeros(shape, np.float32), 8, 2)


def test_what_is_not_finite_is_refused():
    mel = MEL.copy()
    mel[3, 50] = np.nan
    with pytest.raises(DataError, match="not finite; leave such songs out"):
        random_crop(mel, 100, np.random.default_rng(0))


def test_the_level_is_that_of_all_values():
    rng = np.random.default_rng(0)
    mels = [rng.normal(-40, 7, (48, 50)).astype(np.float32) for _ in range(20)]
    mean, deviation = level_of(mels.__getitem__, np.arange(20))
    assert mean == pytest.approx(np.mean(mels))
    assert deviation == pytest.approx(np.std(mels), rel=1e-5)
    assert level_of([np.ones((48, 3), np.float32)].__getitem__, np.array([0])) == (1, 1)
