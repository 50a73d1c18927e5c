"""What a song costs the voice.

Time dose: seconds of phonation. Cycle dose: the number of vibrations of the vocal folds,
Σ f₀ · t (Titze, Švec and Popolo 2003, "Vocal dose measures", J. Speech Lang. Hear. Res. 46).
Both are undefined (None) where the song is counted in beats, because its score gives no tempo.

The passaggio is where a voice changes register. The zones follow Richard Miller (The Structure of
Singing, 1986; Training Soprano Voices, 2000) for the lyric voice of each type. For men the zone
runs from the first to the second passaggio. For women the two lie more than an octave apart, so
the zone is the second passaggio and the semitone on either side. Voices of one type differ by a
tone and more: replace a zone by the singer's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from earwitness.music.notes import parse_range
from earwitness.music.song import PITCHES, Song

FREQUENCIES = 440.0 * 2.0 ** ((np.arange(PITCHES) - 69) / 12)
"""Hz by MIDI number: equal temperament, A4 = 440 Hz."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice type: its usual band, and its passaggio, as MIDI numbers."""

    name: str
    low: int
    high: int
    passaggio: tuple[int, int]


PASSAGGI = {
    "soprano": "F5-G5",
    "mezzo": "D#5-F5",
    "alto": "C#5-D#5",
    "tenor": "D4-G4",
    "baritone": "B3-E4",
    "bass": "A3-D4",
}

VOICES: Mapping[str, Voice] = {
    name: Voice(name, *parse_range(name), parse_range(zone)) for name, zone in PASSAGGI.items()
}


@dataclass(frozen=True, slots=True)
class Load:
    """Seconds of phonation, vocal-fold cycles, and seconds in the passaggio (with a voice)."""

    seconds: float | None
    cycles: float | None
    passaggio_seconds: float | None


def load_of(song: Song, shift: int = 0, voice: Voice | None = None) -> Load:
    """The load of a song that is sung `shift` semitones above its written key."""
    if song.unit != "seconds":
        return Load(None, None, None)
    zone = None if voice is None else float(_between(song, shift, voice.passaggio))
    cycles = float((song.histogram * FREQUENCIES).sum()) * 2.0 ** (shift / 12)
    return Load(float(song.histogram.sum()), cycles, zone)


def passaggio_share(song: Song, voice: Voice, shift: int = 0) -> float | None:
    """The share of the singing time that lies in the passaggio; None where nothing is held."""
    total = float(song.histogram.sum())
    return float(_between(song, shift, voice.passaggio)) / total if total else None


def minutes(song: Song) -> float | None:
    """How long the song lasts, rests included; None where the score gives no tempo."""
    return song.total / 60 if song.unit == "seconds" else None


def _between(song: Song, shift: int, zone: tuple[int, int]) -> np.float64:
    low, high = (max(0, end - shift) for end in zone)
    return np.float64(song.histogram[low : high + 1].sum())
