"""From scores to tessituragrams: how long each pitch is held."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import DataError
from earwitness.music.score import Line, Score
from earwitness.music.song import PITCHES


@dataclass(frozen=True, slots=True)
class Tally:
    """What counting finds; the fields mean what they mean in `Song`."""

    histogram: NDArray[np.float64]
    sounded: NDArray[np.bool_]
    halves: NDArray[np.float64]
    total: float
    unit: str = "beats"
    part: str = ""
    verses: int = 1
    longest_phrase: float | None = None
    largest_leap: int | None = None


def count_written(score: Score) -> Tally:
    """Count as the source does: all vocal lines in one histogram, in quarter beats.

    Vocal is every staff with a lyric on some single note; where there is none, the staff with the
    highest mean pitch. Each note adds its written length to its notated pitch, a chord to its
    highest, a grace note 0; rests add to the total only. Repeats, verses, tempo and transposition
    are ignored. The halves are those of each line's own sung time, pooled.
    """
    lines = [line for line in score.lines if line.vocal] or [_highest(score.lines)]
    sounded = np.zeros(PITCHES, dtype=bool)
    halves = np.zeros((2, PITCHES))
    for line in lines:
        pitches = np.array([note.pitch for note in line.notes])
        sounded[pitches] = True
        halves += halves_of(pitches, np.array([note.length for note in line.notes]))
    histogram = halves.sum(axis=0)
    total = float(histogram.sum()) + sum(line.rests for line in lines)
    return Tally(histogram, sounded, halves, total, part=", ".join(line.name for line in lines))


def halves_of(pitches: NDArray[np.int64], lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two histograms: before and after half the time has been sung; a note across is split."""
    ends = np.cumsum(lengths)
    first = np.clip(ends[-1] / 2 - (ends - lengths), 0, lengths)
    return np.stack([np.bincount(pitches, part, PITCHES) for part in (first, lengths - first)])


def _highest(lines: Sequence[Line]) -> Line:
    """The staff whose single notes have the highest mean pitch; the first of equals."""
    means = [np.mean([n.pitch for n in line.notes if not n.chord] or [0]) for line in lines]
    return lines[int(np.argmax(means))]
