"""Standard MIDI files to scores: one melody.

Formats 0 and 1, running status, tempo maps. A MIDI file names no vocal part, so one melody is
chosen: the track with the most lyric events on it, or else the track with the highest mean pitch
(channel 10, the drums, apart). Where notes of it sound together, the highest counts, as in a chord.

Reference: The Complete MIDI 1.0 Detailed Specification, RP-001 (Standard MIDI Files 1.0).
"""

import struct
from dataclasses import dataclass, field

from earwitness.errors import DataError
from earwitness.music.score import Line, Measure, Note, Score, Tempo

_DRUMS = 9
_META, _SYSEX, _ESCAPE = 0xFF, 0xF0, 0xF7
_NAME, _LYRIC, _TEMPO = 0x03, 0x05, 0x51
_DATA_BYTES = {0x80: 2, 0x90: 2, 0xA0: 2, 0xB0: 2, 0xC0: 1, 0xD0: 1, 0xE0: 2}
_DEFAULT_TEMPO = 120.0
"""Quarters a minute where the file says nothing, as the specification has it."""


@dataclass(slots=True)
class _Track:
    """Notes as (start, end, pitch) in ticks; tempi as (tick, quarters a minute)."""

    name: str = ""
    lyrics: int = 0
    notes: list[tuple[int, int, int]] = field(default_factory=list)
    tempi: list[tuple[int, float]] = field(default_factory=list)


def read_midi(data: bytes) -> Score:
    """Read a MIDI file's melody, its notes in quarter beats."""
    if data[:4] != b"MThd" or len(data) < 14:
        raise DataError("is not a MIDI file: it does not begin with MThd")
    size, form, _, division = struct.unpack(">IHHh", data[4:14])
    if form > 1:
        raise DataError(f"is a MIDI file of format {form}; formats 0 and 1 are read")
    if division <= 0:
        raise DataError("counts time in film frames; MIDI files in beats are read")
    try:
        tracks = [_track(chunk) for chunk in _chunks(data, 8 + size)]
    except IndexError:
        raise DataError("is damaged: a MIDI event is cut short") from None
    sounding = [track for track in tracks if track.notes]
    if not sounding:
        raise DataError("has no notes")
    melody = max(sounding, key=lambda track: (track.lyrics, _mean_pitch(track)))
    notes = _one_at_a_time(melody.notes, division)
    tempi = sorted({tempo for track in tracks for tempo in track.tempi})
    end = max(note.start + note.length for note in notes)
    return Score(
        lines=[Line("1", melody.name, notes=notes)],
        measures=[Measure(0.0, end)],
        tempi=[Tempo(tick / division, pace) for tick, pace in tempi or [(0, _DEFAULT_TEMPO)]],
        title=melody.name if len(sounding) == 1 else tracks[0].name,
    )


def _chunks(data: bytes, start: int) -> list[bytes]:
    """The bodies of the track chunks; chunks of other kinds are passed over."""
    bodies = []
    while start + 8 <= len(data):
        kind, size = data[start : start + 4], int.from_bytes(data[start + 4 : start + 8])
        body = data[start + 8 : start + 8 + size]
        if len(body) < size:
            raise DataError(f"is cut short: {size - len(body)} bytes of its last track are missing")
        if kind == b"MTrk":
            bodies.append(body)
        start += 8 + size
    return bodies


def _track(data: bytes) -> _Track:
    """Follow the events of one track."""
    track = _Track()
    sounding: dict[tuple[int, int], int] = {}
    place = now = status = 0
    while place < len(data):
        delta, place = _quantity(data, place)
        now += delta
        if data[place] >= 0x80:
            status = data[place]
            place += 1
        if status in {_META, _SYSEX, _ESCAPE}:
            kind = data[place] if status == _META else None
            size, place = _quantity(data, place + (status == _META))
            _meta(track, kind, data[place : place + size], now)
            place += size
            continue
        if status & 0xF0 not in _DATA_BYTES:
            raise DataError(f"is damaged: {status:#x} stands where a MIDI event belongs")
        count = _DATA_BYTES[status & 0xF0]
        _voice(track, status, data[place : place + count], now, sounding)
        place += count
    return track


def _meta(track: _Track, kind: int | None, body: bytes, now: int) -> None:
    if kind == _NAME and not track.name:
        track.name = body.decode("utf-8", "replace").strip("\0 \n")
    elif kind == _LYRIC:
        track.lyrics += 1
    elif kind == _TEMPO and len(body) == 3 and any(body):
        track.tempi.append((now, 60e6 / int.from_bytes(body)))


def _voice(
    track: _Track, status: int, body: bytes, now: int, sounding: dict[tuple[int, int], int]
) -> None:
    """Note-on opens a note, note-off (or note-on with velocity 0) closes it."""
    event, channel = status & 0xF0, status & 0x0F
    if event not in {0x80, 0x90} or channel == _DRUMS:
        return
    pitch, velocity = body[0], body[1]
    start = sounding.pop((channel, pitch), None)
    if start is not None:
        track.notes.append((start, now, pitch))
    if event == 0x90 and velocity:
        sounding[channel, pitch] = now


def _quantity(data: bytes, place: int) -> tuple[int, int]:
    """A number of variable length, seven bits a byte, and the place after it."""
    value = 0
    for index in range(place, place + 4):
        value = value << 7 | data[index] & 0x7F
        if data[index] < 0x80:
            return value, index + 1
    raise DataError("is damaged: a MIDI number runs over four bytes")


def _mean_pitch(track: _Track) -> float:
    return sum(pitch for _, _, pitch in track.notes) / len(track.notes)


def _one_at_a_time(notes: list[tuple[int, int, int]], division: int) -> list[Note]:
    """The highest of notes that start together; a note ends when the next one starts."""
    highest: dict[int, tuple[int, int]] = {}
    for start, end, pitch in notes:
        if pitch >= highest.get(start, (0, -1))[1]:
            highest[start] = (end, pitch)
    starts = sorted(highest)
    found = []
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        end, pitch = highest[start]
        end = end if following is None else min(end, following)
        found.append(Note(start / division, (end - start) / division, pitch, pitch, 0))
    return found
