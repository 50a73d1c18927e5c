"""One `<part>` of a MusicXML score: its notes, measures, signs and tempi."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from earwitness.errors import DataError
from earwitness.music.plainxml import parse_xml
from earwitness.music.score import Line, Measure, Note, Tempo
from earwitness.music.song import PITCHES

_STARTS = re.compile(
    rb"<(note|measure|backup|forward|attributes|direction|barline|sound)(?=[\s/>])"
)
_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_BEATS = {"breve": 8.0, "whole": 4.0, "half": 2.0, "quarter": 1.0, "eighth": 0.5, "16th": 0.25}
_STAFF = re.compile(rb"<staff>\s*(\d+)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class _NoteText(NamedTuple):
    """What a `<note>` says before its type; the duration is in divisions."""

    duration: float
    pitch: int | None
    chord: bool
    cue: bool
    voice: str


class PartReader:
    """Reads one part from its bytes into lines (one a staff), measures and tempi."""

    def __init__(self, identifier: str, name: str, kind: str) -> None:
        self.lines: dict[str, Line] = {}
        self.measures: list[Measure] = []
        self.tempi: list[Tempo] = []
        self._identifier, self._name, self._kind = identifier, name, kind
        self._divisions = 1.0
        self._transposition = 0
        self._now = 0.0
        self._endings: tuple[int, ...] = ()

    def read(self, part: bytes) -> None:
        """Read all measures."""
        handlers = {
            b"note": self._note,
            b"backup": self._backup,
            b"forward": self._forward,
            b"attributes": self._attributes,
            b"direction": self._direction,
            b"barline": self._barline,
            b"sound": self._direction,
        }
        for tag, text in _pieces(part):
            if tag == b"measure":
                self._open_measure()
            elif self.measures:
                handlers[tag](text)
        self._close_measure()

    def _open_measure(self) -> None:
        self._close_measure()
        self.measures.append(Measure(self._now, endings=self._endings))

    def _close_measure(self) -> None:
        """The next measure starts where the longest voice of this one ends."""
        if self.measures:
            self._now = self.measures[-1].start + self.measures[-1].length

    def _advance(self, quarters: float) -> None:
        self._now += quarters
        measure = self.measures[-1]
        measure.length = max(measure.length, self._now - measure.start)

    def _note(self, text: bytes) -> None:
        note = _note_text(_head(text))
        staff = "1"
        if b"<staff>" in text and (found := _STAFF.search(text)):
            staff = found[1].decode()
        length = note.duration / self._divisions
        line = self.lines.get(staff) or self._new_line(staff)
        if note.pitch is None:
            line.rests += length
            self._advance(length)
            return
        sounding = min(max(note.pitch + self._transposition, 0), PITCHES - 1)
        start = text.find(b"<lyric")
        lyrics = text[start:] if start >= 0 else b""
        if note.chord and line.notes:
            _add_to_chord(line, note.pitch, sounding, lyrics)
            return
        breath = b"<breath-mark" in text or b"<caesura" in text
        place = len(self.measures) - 1
        # By position: names would cost time in the innermost loop.
        line.notes.append(
            Note(
                self._now, length, note.pitch, sounding, place, note.voice, note.cue, breath, lyrics
            )
        )
        self._advance(length)

    def _new_line(self, staff: str) -> Line:
        line = self.lines[staff] = Line(self._identifier, self._name, staff, self._kind)
        return line

    def _backup(self, text: bytes) -> None:
        self._now = max(self._now - _duration(text) / self._divisions, self.measures[-1].start)

    def _forward(self, text: bytes) -> None:
        self._advance(_duration(text) / self._divisions)

    def _attributes(self, text: bytes) -> None:
        divisions, transposition = _attributes(text)
        if divisions is not None:
            self._divisions = divisions
        if transposition is not None:
            self._transposition = transposition

    def _direction(self, text: bytes) -> None:
        if not (b"<sound" in text or b"<metronome" in text or b"<words" in text):
            return
        element = parse_xml(text)
        if (quarters := _tempo(element)) is not None:
            self.tempi.append(Tempo(self._now, quarters))
        _mark_jumps(self.measures[-1], element)

    def _barline(self, text: bytes) -> None:
        element, measure = parse_xml(text), self.measures[-1]
        if (repeat := element.find("repeat")) is not None:
            if repeat.get("direction") == "forward":
                measure.opens_repeat = True
            else:
                measure.plays = max(round(_number(repeat.get("times", "2"))), 2)
        if (ending := element.find("ending")) is not None:
            if ending.get("type") == "start":
                self._endings = tuple(int(n) for n in re.findall(r"\d+", ending.get("number", "")))
                measure.endings = self._endings
            else:
                self._endings = ()


def _add_to_chord(line: Line, pitch: int, sounding: int, lyrics: bytes) -> None:
    """Make the last note the highest of its chord."""
    last = line.notes[-1]
    line.notes[-1] = last._replace(
        pitch=max(last.pitch, pitch),
        sounding=max(last.sounding, sounding),
        chord=True,
        lyrics=last.lyrics + lyrics,
    )


def _mark_jumps(measure: Measure, element: ET.Element) -> None:
    """Segno, coda, fine, to coda, D.C. and D.S., from `<sound>` or from the words printed."""
    sound = element if element.tag == "sound" else element.find("sound")
    signs = set() if sound is None else {key for key in sound.attrib if sound.get(key)}
    words = " ".join(w.text or "" for w in element.iter("words")).casefold()
    printed = sound is None and element.find("direction-type/segno") is not None
    measure.segno |= "segno" in signs or printed
    measure.coda |= "coda" in signs
    measure.to_coda |= "tocoda" in signs
    measure.fine |= "fine" in signs or words.strip() == "fine"
    if "dacapo" in signs or re.search(r"\bd\. ?c\.|\bda capo\b", words):
        measure.jump = "dacapo"
    elif "dalsegno" in signs or re.search(r"\bd\. ?s\.|\bdal segno\b", words):
        measure.jump = "dalsegno"


def _pieces(part: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Those elements of a part that matter, in order: name and text."""
    end = 0
    for match in _STARTS.finditer(part):
        start, tag = match.start(), match[1]
        if start < end:  # a <sound> inside a <direction>
            continue
        if tag == b"measure":
            yield tag, b""
            continue
        opened = part.find(b">", start) + 1
        if part[opened - 2 : opened] == b"/>":
            end = opened
        else:
            end = part.find(b"</%b>" % tag, opened) + len(tag) + 3
            if not opened or end < opened:
                raise DataError(f"is cut short: <{tag.decode()}> is opened and never closed")
        yield tag, part[start:end]


def _head(text: bytes) -> bytes:
    """The note up to its type, stem, beams, notations and lyrics, which follow in this order.

    Attributes, which tell its place on the page, are left out.
    """
    start = text.find(b">") + 1
    for mark in (b"<type", b"<stem", b"<beam", b"<notations", b"<lyric", b"</note>"):
        place = text.find(mark, start)
        if place >= 0:
            return b"<note>" + text[start:place] + b"</note>"
    return b"<note/>"


@lru_cache(maxsize=8192)
def _note_text(text: bytes) -> _NoteText:
    """Cached, since the heads of notes are much alike."""
    element = parse_xml(text)
    tags = {child.tag for child in element}
    given = element.find("pitch")
    return _NoteText(
        0.0 if "grace" in tags else _length(element),
        None if given is None else _midi(given),
        "chord" in tags,
        "cue" in tags,
        element.findtext("voice", "1").strip(),
    )


def _midi(pitch: ET.Element) -> int:
    step = _STEPS[pitch.findtext("step", "").strip()]
    alter = round(_number(pitch.findtext("alter") or "0"))
    number = 12 * int(pitch.findtext("octave", "")) + 12 + step + alter
    if not 0 <= number < PITCHES:
        raise DataError(f"has a note at MIDI {number}; notes lie between 0 and {PITCHES - 1}")
    return number


@lru_cache(maxsize=1024)
def _duration(text: bytes) -> float:
    return _length(parse_xml(text))


def _length(element: ET.Element) -> float:
    """The duration in divisions."""
    length = _number(element.findtext("duration", "0"))
    if length < 0:
        raise DataError(f"has a note that lasts {length:g}; durations are 0 or more")
    return length


@lru_cache(maxsize=1024)
def _attributes(text: bytes) -> tuple[float | None, int | None]:
    """Divisions a quarter, and semitones from the notated to the heard pitch, where given."""
    element = parse_xml(text)
    divisions = element.findtext("divisions")
    if divisions is not None and _number(divisions) <= 0:
        raise DataError(f"has {divisions} divisions a quarter; the number must be above 0")
    transpose = element.find("transpose")
    semitones = None
    if transpose is not None:
        octaves = _number(transpose.findtext("octave-change", "0"))
        semitones = round(_number(transpose.findtext("chromatic", "0")) + 12 * octaves)
    return None if divisions is None else _number(divisions), semitones


def _tempo(element: ET.Element) -> float | None:
    """Quarters a minute, from `<sound tempo>` or else from a metronome mark."""
    sound = element if element.tag == "sound" else element.find("sound")
    if sound is not None and (tempo := sound.get("tempo")):
        return max(_number(tempo), 0.0) or None
    metronome = element.find("direction-type/metronome")
    if metronome is None or metronome.find("per-minute") is None:
        return None
    beat = _BEATS.get(metronome.findtext("beat-unit", ""), 0.0)
    dots = len(metronome.findall("beat-unit-dot"))
    found = _NUMBER.search(metronome.findtext("per-minute", ""))
    return beat * (2 - 0.5**dots) * float(found[0]) if found and beat else None


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise DataError(f"has {text!r} where a number belongs")
    return number
