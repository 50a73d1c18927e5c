"""What a score says, once read: lines of notes, measures with their signs, and tempi.

All times are in quarter beats from the beginning, as written: nothing is repeated yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Note(NamedTuple):
    """One note, or one chord by its highest note."""

    start: float
    length: float
    """0 for a grace note."""
    pitch: int
    """The MIDI number that is notated."""
    sounding: int
    """The MIDI number that is heard: differs where the part is for a transposing instrument."""
    measure: int
    """Index into the score's measures."""
    voice: str = "1"
    cue: bool = False
    breath: bool = False
    """A breath mark stands after this note."""
    lyrics: bytes = b""
    """The `<lyric>` elements as they stand in the file; empty where there are none."""
    chord: bool = False


@dataclass(slots=True)
class Line:
    """One staff of one part."""

    part: str
    name: str
    staff: str = "1"
    kind: str = ""
    """`voice` or `keyboard` where the file says so; else empty. Lyrics are trusted before it."""
    notes: list[Note] = field(default_factory=list)
    rests: float = 0.0
    """The sum of the written rests, in quarter beats."""

    @property
    def lyrical(self) -> int:
        """How many notes or chords carry a lyric."""
        return sum(1 for note in self.notes if note.lyrics)

    @property
    def vocal(self) -> bool:
        """Whether some single note (not a chord) carries a lyric: the source's rule."""
        return any(note.lyrics and not note.chord for note in self.notes)


@dataclass(slots=True)
class Measure:
    """A measure's place in time, and the signs that say where to go next."""

    start: float
    length: float = 0.0
    opens_repeat: bool = False
    plays: int = 1
    """How often the section that closes here is played: 2 or more at a repeat sign."""
    endings: tuple[int, ...] = ()
    """The passes that an ending (volta) over this measure belongs to; empty where there is none."""
    segno: bool = False
    coda: bool = False
    fine: bool = False
    to_coda: bool = False
    jump: str = ""
    """`dacapo` or `dalsegno`, taken at the end of the measure."""


class Tempo(NamedTuple):
    """From `start` on, `quarters` quarter beats go to the minute."""

    start: float
    quarters: float


@dataclass(slots=True)
class Score:
    """A score: those lines that may be sung, in the order of the file."""

    lines: Sequence[Line]
    measures: Sequence[Measure]
    tempi: Sequence[Tempo]
    title: str = ""
    set: str = ""
    composer: str = ""
    poet: str = ""
    licence: str = ""
