import numpy as np
import pytest

from earwitness.data.playlists import make_world, read_mel, stream_mels
from earwitness.data.playlists.mels import BANDS, FRAMES, mel_path, write_mel
from earwitness.errors import DataError


def store(folder, found, song="1234"):
    path = mel_path(folder, song)
    path.parent.mkdir(parents=True)
    np.save(path, found)


def test_both_orientations_give_bands_first(tmp_path):
    mel = np.arange(BANDS * 10, dtype=np.float64).reshape(BANDS, 10)
    store(tmp_path / "a", mel)
    store(tmp_path / "b", mel.T)
    assert (tmp_path / "a" / "arena_mel" / "1" / "1234.npy").exists()
    for name in "ab":
        read = read_mel(tmp_path / name, "1234")
        assert read.dtype == np.float32
        assert np.array_equal(read, mel)


def test_no_file_is_none(tmp_path):
    assert read_mel(tmp_path, "1") is None


@pytest.mark.parametrize("shape", [(BANDS,), (40, 100), (2, BANDS, 10), (BANDS, 0), ()])
def test_other_shapes_are_refused_by_name(tmp_path, shape):
    store(tmp_path, np.zeros(shape))
    with pytest.raises(DataError, match=r"1234\.npy has the shape"):
        read_mel(tmp_path, "1234")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_values_that_are_not_finite_are_refused(tmp_path, value):
    store(tmp_path, np.full((BANDS, 3), value))
    with pytest.raises(DataError, match="not finite"):
        read_mel(tmp_path, "1234")


@pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"words"])
def test_damaged_files_are_refused(tmp_path, content):
    path = mel_path(tmp_path, "5")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"5\.npy is not a readable"):
        read_mel(tmp_path, "5")


def test_texts_are_no_mel(tmp_path):
    store(tmp_path, np.full((BANDS, 3), "loud"))
    with pytest.raises(DataError, match="not finite numbers"):
        read_mel(tmp_path, "1234")


def test_many_are_read_past_what_is_missing_or_damaged(tmp_path):
    store(tmp_path, np.zeros((BANDS, 2)), "1")
    np.save(mel_path(tmp_path, "2"), np.zeros(3))
    np.save(mel_path(tmp_path, "4"), np.ones((BANDS, 2)))
    told = []
    found = dict(stream_mels(tmp_path, ["4", "2", "3", "1"], told.append))
    assert list(found) == ["4", "1"]
    assert len(told) == 1
    assert "2.npy has the shape (3,)" in told[0]


def test_timbre_tells_the_mood(tmp_path):
    world = make_world("tiny", seed=2)
    rng = np.random.default_rng(0)
    codes = rng.choice(len(world.tracks), 120, replace=False)
    mels = np.stack([world.mel(code) for code in codes.tolist()])
    assert mels.shape == (120, BANDS, FRAMES)
    # The nearest mean spectrum of the other half names the mood far more often than 1 in 3.
    spectra, mood = mels.mean(axis=2), world.traits.mood[codes]
    centred = spectra - spectra.mean(axis=1, keepdims=True)
    centres = np.stack([centred[:60][mood[:60] == m].mean(axis=0) for m in range(3)])
    distance = ((centred[60:, None] - centres) ** 2).sum(axis=2)
    assert (distance.argmin(axis=1) == mood[60:]).mean() > 0.9
    write_mel(tmp_path, "3", mels[0])
    assert np.array_equal(read_mel(tmp_path, "3"), mels[0])
