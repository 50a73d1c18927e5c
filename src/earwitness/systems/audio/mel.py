"""Mel arrays from audio files, with the parameters of the Melon Playlist Dataset.

16 kHz, mono; frames of 512 samples, 256 apart, under a periodic Hann window; power spectra summed
by 48 triangles that are evenly spaced on the mel scale from 0 to 8 kHz; decibels.

The mel scale is 2595 · log10(1 + f / 700) (O'Shaughnessy, Speech Communication, 1987); a triangle
has height 1. The dataset does not tell its scaling, so arrays from here and from there should not
be mixed in one training.

Source: Ferraro et al., Melon Playlist Dataset: a public dataset for audio-based playlist
generation and music tagging, ICASSP 2021.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import DataError

RATE = 16_000
FRAME, HOP = 512, 256
BANDS = 48
FLOOR = 1e-10
"""The least power, −100 dB: silence has no logarithm."""


def mel_of_file(path: Path | str) -> NDArray[np.float32]:
    """48 bands × frames of a WAV file, in decibels; channels are averaged."""
    from scipy.io import wavfile

    try:
        rate, samples = wavfile.read(path)
    except FileNotFoundError:
        raise DataError(f"{path} does not exist") from None
    except (ValueError, OSError, EOFError) as error:
        raise DataError(f"{path} is not a readable WAV file ({error})") from None
    if samples.dtype == np.uint8:
        sound = (samples.astype(np.float64) - 128) / 128
    elif np.issubdtype(samples.dtype, np.integer):
        sound = samples / -float(np.iinfo(samples.dtype).min)
    else:
        sound = samples.astype(np.float64)
    return mel_of_sound(sound.mean(axis=1) if sound.ndim == 2 else sound, rate)


def mel_of_sound(sound: NDArray[np.float64], rate: int = RATE) -> NDArray[np.float32]:
    """48 bands × frames of samples between −1 and 1, in decibels.

    Other rates are resampled. Frames are whole: what is left at the end is dropped.
    """
    if rate != RATE:
        from scipy.signal import resample_poly

        divisor = int(np.gcd(rate, RATE))
        sound = resample_poly(sound, RATE // divisor, rate // divisor)
    if sound.ndim != 1 or len(sound) < FRAME:
        raise DataError(
            f"the sound has the shape {sound.shape} at {RATE} Hz; give {FRAME} samples or more"
        )
    frames = np.lib.stride_tricks.sliding_window_view(sound, FRAME)[::HOP]
    window = np.hanning(FRAME + 1)[:-1]
    power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
    decibels = 10 * np.log10(np.maximum(_triangles() @ power.T, FLOOR))
    return np.ascontiguousarray(decibels, np.float32)


@cache
def _triangles() -> NDArray[np.float64]:
    """Bands × frequencies: each rises from the middle of the last to its own, and falls again."""
    top = 2595 * np.log10(1 + RATE / 2 / 700)
    corners = 700 * (10 ** (np.linspace(0, top, BANDS + 2) / 2595) - 1)
    frequency = np.fft.rfftfreq(FRAME, 1 / RATE)
    low, middle, high = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    rising, falling = (frequency - low) / (middle - low), (high - frequency) / (high - middle)
    return np.maximum(0.0, np.minimum(rising, falling))
