"""Stages 2 and 3 by hand."""

import numpy as np
import pytest
from tests.systems.playlists.specimens import tracks_of
from tests.systems.playlists.test_rerank import Fixed

from earwitness.errors import DataError, StudyError
from earwitness.systems.playlists import Audio, Hybrid, Reranked
from earwitness.systems.playlists.hybrid import scaled

TRACKS = tracks_of([0, 1, 2, 3, 4], years=[2000, 2000, 2010, 0, 1980])
STAGE = Reranked(TRACKS, Fixed(TRACKS, [0, 0.9, 0.8, 0.6, 0.5]))
# Cosines with the seed t0: t1 0, t2 0.6, t3 1; t4 has no audio.
AUDIO = Audio(
    np.array([0, 1, 2, 3], dtype=np.int32),
    np.array([[1, 0], [0, 2], [0.6, 0.8], [3, 0]], dtype=np.float32),
)


def scores(system, seed="t0"):
    answer = system.answer({"seeds": [seed], "k": 9}, np.random.default_rng())
    return dict(zip(answer.items, answer.scores, strict=True))


def test_the_sources_mix():
    # Stage scores 0.9, 0.8, 0.6, 0.5 become 1, 0.75, 0.25, 0; cosines 0, 0.6, 1.
    expected = {"t1": 0.7, "t2": 0.7 * 0.75 + 0.3 * 0.6, "t3": 0.7 * 0.25 + 0.3, "t4": 0.0}
    assert scores(Hybrid(TRACKS, STAGE, AUDIO)) == pytest.approx(expected, abs=1e-6)


def test_missing_audio_may_be_the_lists_mean():
    found = scores(Hybrid(TRACKS, STAGE, AUDIO, missing="mean"))
    assert found["t4"] == pytest.approx(0.3 * (0 + 0.6 + 1) / 3, abs=1e-6)
    assert found["t1"] == pytest.approx(0.7)


def test_missing_audio_may_be_left_out():
    tracks = tracks_of([0, 1, 2])
    stage = Reranked(tracks, Fixed(tracks, [0, 0.5, 0.9]))
    audio = Audio(np.array([0, 1], dtype=np.int32), np.eye(2, dtype=np.float32))
    found = scores(Hybrid(tracks, stage, audio, missing="leave out"))
    # t2 is judged by its stage score alone; t1's cosine, the only one, counts as 0.5.
    assert found == pytest.approx({"t2": 1.0, "t1": 0.15}, abs=1e-6)


def test_a_seed_without_audio_keeps_its_list():
    expected = {"t1": 0.9, "t2": 0.8, "t3": 0.6, "t0": 0.0}
    assert scores(Hybrid(TRACKS, STAGE, AUDIO), "t4") == pytest.approx(expected)


def test_years_count_when_they_are_given_weight():
    found = scores(Hybrid(TRACKS, STAGE, AUDIO, gamma=0.2))
    # Years apart: t1 0, t2 10, t4 20; t3 has none. Likeness 1, e^-1, e^-2.
    far = (np.exp(-1) - np.exp(-2)) / (1 - np.exp(-2))
    assert found["t1"] == pytest.approx(0.7 + 0.2, abs=1e-6)
    assert found["t2"] == pytest.approx(0.7 * 0.75 + 0.3 * 0.6 + 0.2 * far, abs=1e-6)
    assert found["t3"] == pytest.approx(0.7 * 0.25 + 0.3, abs=1e-6)
    assert found["t4"] == pytest.approx(0.0, abs=1e-6)


def test_scaling():
    nan = np.nan
    rows = np.array([[1, 3, nan, 2], [4, 4, nan, nan], [nan] * 4], dtype=np.float32)
    expected = [[0, 1, nan, 0.5], [0.5, 0.5, nan, nan], [nan] * 4]
    np.testing.assert_array_equal(scaled(rows), np.array(expected, dtype=np.float32))


def test_weights_and_vectors_are_checked():
    with pytest.raises(StudyError, match="use 0 or more, and alpha above 0"):
        Hybrid(TRACKS, STAGE, AUDIO, beta=-1)
    with pytest.raises(DataError, match="2 codes but 1 audio vectors"):
        Audio(np.arange(2, dtype=np.int32), np.ones((1, 3), dtype=np.float32))
