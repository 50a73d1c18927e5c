"""From scores to tessituragrams: how long each pitch is held.

Two ways of counting. `count_written` follows the source: all vocal lines pooled, once through, in
quarter beats. `count_sung` follows the singer: one tally a vocal line, with repeats and verses, in
seconds where the score gives a tempo.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from earwitness.music.language import language_of
from earwitness.music.lyrics import (
    Syllable,
    count_verses,
    first_line,
    syllables,
    without_translations,
    words,
)
from earwitness.music.score import Line, Note, Score, Tempo
from earwitness.music.song import PITCHES
from earwitness.music.unrolling import find_sections, unroll
from earwitness.music.voices import vocal_lines

_CLOSE = 1e-6
"""Quarter beats within which two times are one: triplets are not exact in binary."""

_ENOUGH = 100
"""So many notes with lyrics are enough to tell a language."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What counting finds; the fields mean what they mean in `Song`."""

    histogram: NDArray[np.float64]
    sounded: NDArray[np.bool_]
    halves: NDArray[np.float64]
    total: float
    unit: str = "beats"
    part: str = ""
    language: str = ""
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
        halves += _halves(pitches, np.array([note.length for note in line.notes]))
    histogram = halves.sum(axis=0)
    return Tally(
        histogram,
        sounded,
        halves,
        total=float(histogram.sum()) + sum(line.rests for line in lines),
        part=", ".join(line.name for line in lines),
        language=_language(max(lines, key=lambda line: line.lyrical).notes),
    )


def count_sung(score: Score) -> list[Tally]:
    """Count as it is sung: one tally for each vocal line, in the order of the score.

    - Lines and notes: see `vocal_lines`; sounding pitches.
    - Order: repeats, endings and jumps are followed. A repeated section is sung once for each of
      its verses if these are more than its signs say. Verses under measures that are not repeated
      mean that the whole song is sung once a verse. A second language is a translation, no verse.
    - Unit: seconds by the tempo marks, all else counting as if in time; beats where there is none.
    - Halves: in written order, so that two verses of the same notes do not fall on the two sides.
    """
    lines = vocal_lines(score)
    texts = [without_translations(syllables(line.notes)) for line in lines]
    order, verses = _performance(score, [syllable for text in texts for syllable in text])
    sung = set(order)
    reached = [line for line in lines if any(note.measure in sung for note in line.notes)]
    return [_sung(line, score.tempi, order, verses) for line in reached]


def _performance(score: Score, text: Sequence[Syllable]) -> tuple[list[int], int]:
    """The measures in the order of singing, and the number of verses."""
    sections = find_sections(score.measures)
    most = 1
    for section in sections:
        within = [s for s in text if section.start <= s.measure <= section.stop]
        verses = count_verses(within, share=0.25)
        section.turns = max(section.turns, verses)
        most = max(most, verses)
    order = unroll(score.measures, sections)
    passes = Counter(order)
    numbers: dict[int, set[str]] = {}
    for syllable in text:
        numbers.setdefault(syllable.measure, set()).add(syllable.number)
    layered = [passes[measure] for measure, found in numbers.items() if len(found) > 1]
    if layered and np.median(layered) < 2:
        verses = count_verses(text, share=0.5)
        return order * verses, max(most, verses)
    return order, most


def _sung(line: Line, tempi: Sequence[Tempo], order: Sequence[int], verses: int) -> Tally:
    passes = Counter(order)
    lengths = _lengths(line.notes, tempi)
    pitches = np.array([note.sounding for note in line.notes])
    times = np.array([passes[note.measure] for note in line.notes])
    halves = _halves(pitches, lengths * times)
    sounded = np.zeros(PITCHES, dtype=bool)
    sounded[pitches[times > 0]] = True
    phrase, leap = _phrases(line.notes, lengths, order)
    return Tally(
        halves.sum(axis=0),
        sounded,
        halves,
        total=float(halves.sum()),
        unit="seconds" if tempi else "beats",
        part=line.name,
        language=_language(line.notes),
        verses=verses,
        longest_phrase=phrase,
        largest_leap=leap,
    )


def _halves(pitches: NDArray[np.int64], lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two histograms: before and after half the time has been sung; a note across is split."""
    ends = np.cumsum(lengths)
    first = np.clip(ends[-1] / 2 - (ends - lengths), 0, lengths)
    return np.stack([np.bincount(pitches, part, PITCHES) for part in (first, lengths - first)])


def _highest(lines: Sequence[Line]) -> Line:
    """The staff whose single notes have the highest mean pitch; the first of equals."""
    means = [np.mean([n.pitch for n in line.notes if not n.chord] or [0]) for line in lines]
    return lines[int(np.argmax(means))]


def _language(notes: Sequence[Note]) -> str:
    """The language of the first line of lyrics, by the beginning of the song."""
    sung = [note for note in notes if note.lyrics]
    return language_of(first_line(words(syllables(sung[:_ENOUGH]))))


def _lengths(notes: Sequence[Note], tempi: Sequence[Tempo]) -> NDArray[np.float64]:
    """Each note's length in seconds, or in beats where there is no tempo.

    What stands before the first tempo mark is sung in its tempo.
    """
    lengths = np.array([note.length for note in notes])
    if not tempi:
        return lengths
    marks = np.array([tempo.start for tempo in tempi])
    pace = np.array([60 / tempo.quarters for tempo in tempi])
    clock = np.concatenate([[0.0], np.cumsum(np.diff(marks) * pace[:-1])])

    def seconds(time: NDArray[np.float64]) -> NDArray[np.float64]:
        mark = np.maximum(np.searchsorted(marks, time, side="right") - 1, 0)
        return np.asarray(clock[mark] + (time - marks[mark]) * pace[mark])

    starts = np.array([note.start for note in notes])
    return seconds(starts + lengths) - seconds(starts)


def _phrases(
    notes: Sequence[Note], lengths: NDArray[np.float64], order: Sequence[int]
) -> tuple[float, int]:
    """The longest time without a rest or breath mark, and the widest step within such a time.

    A singer who goes back to a repeat or to another verse takes breath.
    """
    members: dict[int, list[int]] = {}
    for index, note in enumerate(notes):
        members.setdefault(note.measure, []).append(index)
    ends = longest = phrase = 0.0
    leap, last = 0, None
    for before, measure in pairwise([-1, *order]):
        if measure != before + 1:
            last = None
        for index in members.get(measure, ()):
            note = notes[index]
            if last is None or note.start > ends + _CLOSE:
                phrase, last = 0.0, note.sounding
            leap = max(leap, abs(note.sounding - last))
            phrase += lengths[index]
            longest = max(longest, phrase)
            ends, last = note.start + note.length, None if note.breath else note.sounding
    return float(longest), leap
