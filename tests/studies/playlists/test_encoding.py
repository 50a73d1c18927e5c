"""From mel arrays to embeddings that a study uses."""

import numpy as np
import pytest

from earwitness.catalogue import Playlists
from earwitness.data.playlists import make_world, read_embeddings
from earwitness.errors import DataError
from earwitness.studies.playlists.encoding import encode, neighbours


def lists(*rows):
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    return Playlists(
        [str(i) for i in range(len(rows))],
        starts,
        np.concatenate(rows).astype(np.int32),
        np.zeros(len(rows), np.int64),
    )


def test_pairs_are_heard_tracks_of_one_playlist():
    heard = np.array([2, 5, 7])
    pairs = neighbours(lists([0, 2, 5], [7, 1, 2], [3, 7]), heard, 9, seed=1)
    found = {frozenset(pair) for pair in pairs.tolist()}
    assert found == {frozenset({0, 1}), frozenset({2, 0})}


def test_playlists_without_two_heard_tracks_teach_nothing():
    with pytest.raises(DataError, match="two-crops"):
        neighbours(lists([0, 2], [1, 3]), np.array([2, 3]), 4, seed=1)


def test_a_folder_without_arrays_is_named(tmp_path):
    make_world("tiny", 1).write(tmp_path, mels=0)
    with pytest.raises(DataError, match="no arena_mel"):
        encode(
            tmp_path,
            tmp_path / "a.npz",
            "playlists",
            epochs=1,
            frames=16,
            seed=1,
            progress=lambda *_: None,
        )


@pytest.mark.slow
@pytest.mark.parametrize("lesson", ["playlists", "two-crops"])
def test_every_track_with_an_array_is_heard_and_the_same_each_time(tmp_path, lesson):
    make_world("tiny", 1).write(tmp_path, mels=30)
    found = []
    for name in ("a", "b"):
        heard = encode(
            tmp_path,
            tmp_path / f"{name}.npz",
            lesson,
            epochs=1,
            frames=16,
            seed=1,
            progress=lambda *_: None,
        )
        assert heard == 30
        found.append(read_embeddings(tmp_path / f"{name}.npz").vectors)
    assert found[0].shape == (30, 128)
    np.testing.assert_allclose(np.linalg.norm(found[0], axis=1), 1, rtol=1e-5)
    np.testing.assert_array_equal(found[0], found[1])
