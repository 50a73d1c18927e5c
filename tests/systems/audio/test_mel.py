"""Mel arrays from audio files."""

import numpy as np
import pytest
from scipy import signal
from scipy.io import wavfile

from earwitness.errors import DataError
from earwitness.systems.audio.mel import mel_of_file, mel_of_sound


def hz(mel):
    return 700 * (10 ** (mel / 2595) - 1)


def by_the_book(sound):
    """The definition once more: scipy's short-time transform, triangles one bin at a time."""
    transform = signal.ShortTimeFFT(signal.get_window("hann", 512), hop=256, fs=16_000)
    # The first frame begins with the first sample; scipy centres frames.
    power = np.abs(transform.stft(sound, p0=1, p1=1 + (len(sound) - 512) // 256 + 1)) ** 2
    edges = [hz(step * 2595 * np.log10(1 + 8000 / 700) / 49) for step in range(50)]
    rows = []
    for band in range(48):
        weights = np.interp(transform.f, edges[band : band + 3], [0, 1, 0], left=0, right=0)
        rows.append(10 * np.log10(np.maximum(weights @ power, 1e-10)))
    return np.array(rows)


@pytest.fixture
def sound():
    rng = np.random.default_rng(0)
    time = np.arange(20_000) / 16_000
    return 0.4 * np.sin(2 * np.pi * 440 * time) + 0.05 * rng.standard_normal(len(time))


def test_it_follows_the_definition(sound):
    mel = mel_of_sound(sound)
    assert mel.shape == (48, (20_000 - 512) // 256 + 1)
    assert mel.dtype == np.float32
    np.testing.assert_allclose(mel, by_the_book(sound), atol=1e-3)


def test_a_tone_is_loudest_where_it_lies():
    time = np.arange(16_000) / 16_000
    for tone in (300, 1000, 4000):
        middle = hz(2595 * np.log10(1 + 8000 / 700) * np.arange(1, 49) / 49)
        loudest = mel_of_sound(np.sin(2 * np.pi * tone * time)).mean(axis=1).argmax()
        assert abs(int(loudest) - int(np.abs(middle - tone).argmin())) <= 1


@pytest.mark.parametrize("kind", ["int16", "int32", "uint8", "float32"])
def test_every_kind_of_samples_gives_the_same_level(tmp_path, sound, kind):
    scaled = {
        "int16": sound * 2**15,
        "int32": sound * 2.0**31,
        "uint8": sound * 128 + 128.5,
        "float32": sound,
    }[kind]
    wavfile.write(tmp_path / "a.wav", 16_000, scaled.astype(kind))
    coarse = 3 if kind == "uint8" else 0.1
    mel = mel_of_file(tmp_path / "a.wav")
    assert np.abs(mel - mel_of_sound(sound)).mean() < coarse


def test_channels_are_averaged_and_other_rates_resampled(tmp_path):
    time = np.arange(88_200) / 44_100
    tone = np.sin(2 * np.pi * 1000 * time)
    stereo = np.stack([tone, np.zeros_like(tone)], axis=1).astype(np.float32)
    wavfile.write(tmp_path / "a.wav", 44_100, stereo)
    mel = mel_of_file(tmp_path / "a.wav")
    expected = mel_of_sound(0.5 * np.sin(2 * np.pi * 1000 * np.arange(32_000) / 16_000))
    assert mel.shape == expected.shape
    loud = expected > expected.max() - 40
    np.testing.assert_allclose(mel[loud], expected[loud], atol=0.5)


def test_silence_has_a_floor():
    assert (mel_of_sound(np.zeros(1000)) == -100).all()


def test_what_cannot_be_used_is_named(tmp_path):
    with pytest.raises(DataError, match="does not exist"):
        mel_of_file(tmp_path / "none.wav")
    (tmp_path / "text.wav").write_text("no sound at all")
    with pytest.raises(DataError, match="not a readable WAV file"):
        mel_of_file(tmp_path / "text.wav")
    with pytest.raises(DataError, match="give 512 samples or more"):
        mel_of_sound(np.zeros(100))
