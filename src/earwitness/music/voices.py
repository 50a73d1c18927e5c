"""Which notes of a score one singer sings."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from earwitness.errors import DataError
from earwitness.music.score import Line, Note, Score

_ASIDE = re.compile(r"cutaway|ossia|\bv(?:erse|\.) ?\d", re.IGNORECASE)
"""Names of extra staves that show another version of a few measures."""
_SCRAP = 1 / 8
"""So does a staff with less than this share of the fullest staff's notes."""
_FEW = 0.1
"""A part that is not declared as a voice is sung if so many of its notes carry lyrics."""
_PARTNER = 0.5
"""A second voice on a staff is a line of its own with so many lyrics, compared with the first."""


def vocal_lines(score: Score) -> list[Line]:
    """The lines of the singers, each with one note at a time.

    Lyrics decide. Staves with lyrics are sung, except keyboards and extra staves while there are
    others, and instruments with a few words among their notes. On a staff with several voices,
    the voice with the most lyrics is the line, and other voices fill its silences; a voice with at
    least half as many lyrics is a second line. Cue notes are left out. In a score without lyrics
    the parts declared as voices are sung, or else the highest part that is no keyboard.
    """
    lines = [one for line in _staves(score.lines) for one in _voices(line)]
    if not lines:
        raise DataError("has nothing to sing: its only notes are cue notes")
    return lines


def _staves(lines: Sequence[Line]) -> list[Line]:
    lyrical = [line for line in lines if line.lyrical]
    if lyrical:
        own = [line for line in lyrical if line.kind != "keyboard"] or lyrical
        sung = [n for n in own if n.kind == "voice" or n.lyrical >= _FEW * len(n.notes)] or own
        fullest = max(len(line.notes) for line in sung)
        whole = [line for line in sung if len(line.notes) >= _SCRAP * fullest]
        return [line for line in whole if not _ASIDE.search(line.name)] or whole
    others = [line for line in lines if line.kind != "keyboard"]
    if not others:
        raise DataError("has no vocal line: all its parts are keyboards")
    highest = max(others, key=lambda line: float(np.mean([note.pitch for note in line.notes])))
    return [line for line in others if line.kind == "voice"] or [highest]


def _voices(line: Line) -> list[Line]:
    """The singers on one staff."""
    notes = sorted((n for n in line.notes if not n.cue), key=lambda note: note.start)
    if len({note.voice for note in notes}) < 2:
        return [_with(line, notes)] if notes else []
    lyrics = Counter({note.voice: 0 for note in notes})
    lyrics.update(note.voice for note in notes if note.lyrics)
    (main, most), *others = lyrics.most_common()
    partners = [voice for voice, count in others if count and count >= _PARTNER * most]
    by_voice = {voice: [n for n in notes if n.voice == voice] for voice in lyrics}
    filled = by_voice[main]
    for voice, _ in others:
        if voice not in partners:
            filled = _fill(filled, by_voice[voice])
    return [_with(line, filled), *(_with(line, by_voice[voice]) for voice in partners)]


def _fill(notes: Sequence[Note], others: Sequence[Note]) -> list[Note]:
    """The notes, and those of the others that sound while none of them does."""
    starts = np.array([note.start for note in notes])
    ends = np.array([note.start + note.length for note in notes])
    fitting = list(notes)
    for other in others:
        end = other.start + other.length
        if not ((starts < end - 1e-6) & (ends > other.start + 1e-6)).any():
            fitting.append(other)
    return sorted(fitting, key=lambda note: note.start)


def _with(line: Line, notes: list[Note]) -> Line:
    return Line(line.part, line.name, line.staff, line.kind, notes)
