import numpy as np
import pytest

from earwitness.data.playlists import Embeddings, make_world, read_embeddings, write_embeddings
from earwitness.errors import DataError

VECTORS = np.arange(6, dtype=np.float32).reshape(3, 2)


@pytest.mark.parametrize("names", [["5", "0", "99999"], ["spotify:track:x", "y", "z"]])
def test_what_is_written_is_read_again(tmp_path, names):
    path = tmp_path / "embeddings.npz"
    write_embeddings(path, Embeddings(names, VECTORS))
    read = read_embeddings(path)
    assert read.song_ids == names
    assert np.array_equal(read.vectors, VECTORS)
    assert read.dropped == 0


def test_songs_without_embedding_are_nan_and_strangers_left_out():
    world = make_world("tiny")
    rows = Embeddings(["5", "0", "99999"], VECTORS).aligned(world.tracks)
    assert rows.shape == (2_000, 2)
    assert rows[5].tolist() == [0, 1]
    assert rows[0].tolist() == [2, 3]
    assert np.isnan(rows[[1, 2, 1_999]]).all()


def test_vectors_that_are_not_finite_are_dropped_and_counted(tmp_path):
    vectors = VECTORS.copy()
    vectors[1, 0] = np.nan
    np.savez(tmp_path / "e.npz", song_ids=[1, 2, 3], embeddings=vectors)
    read = read_embeddings(tmp_path / "e.npz")
    assert read.song_ids == ["1", "3"]
    assert read.dropped == 1


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"song_ids": [1, 2, 3]}, "embeddings"),
        ({"song_ids": [1, 2], "embeddings": VECTORS}, r"shape \(2,\).*shape \(3, 2\)"),
        ({"song_ids": [1, 2, 3], "embeddings": VECTORS[:, 0]}, r"must be \(n,\)"),
        ({"song_ids": [1, 2, 2], "embeddings": VECTORS}, "song 2 more than once"),
        ({"song_ids": [1.5, 2, 3], "embeddings": VECTORS}, "type float64"),
        ({"song_ids": [1, 2, 3], "embeddings": VECTORS.astype(str)}, "type <U"),
        ({"song_ids": np.array([1, 2, 3], object), "embeddings": VECTORS}, "not as objects"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(tmp_path, arrays, message):
    np.savez(tmp_path / "e.npz", **arrays)
    with pytest.raises(DataError, match=message):
        read_embeddings(tmp_path / "e.npz")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"words"])
def test_files_that_are_no_archive_are_refused(tmp_path, content):
    (tmp_path / "e.npz").write_bytes(content)
    with pytest.raises(DataError, match=r"e\.npz is not an \.npz"):
        read_embeddings(tmp_path / "e.npz")
    with pytest.raises(DataError, match="does not exist"):
        read_embeddings(tmp_path / "nowhere.npz")


def test_a_bare_array_is_refused(tmp_path):
    np.save(tmp_path / "e.npy", VECTORS)
    with pytest.raises(DataError, match="is not an"):
        read_embeddings(tmp_path / "e.npy")
