"""The source's own song file, `tessituragrams.json`, read and written.

    {"songs": [{"composer", "title", "filename", "tessituragram": {"64": 12.0, …},
                "statistics": {"total_duration", "unique_pitches",
                               "pitch_range": {"min", "min_midi", "max", "max_midi"}}}]}

or the bare array of songs. Durations are in quarter beats; a pitch with 0 occurs as a grace note.
"""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from earwitness.errors import DataError, InputError
from earwitness.music.notes import note_name
from earwitness.music.song import PITCHES, Song, Songs


def read_tessituragrams(path: Path | str) -> Songs:
    """Read the file in either layout; the order of the songs is kept.

    The file says nothing of time's order, so the songs' halves are nan. Statistics are counted
    anew from the tessituragrams, except the total, which holds the rests.
    """
    try:
        stored = json.loads(Path(path).read_text("utf-8"))
    except FileNotFoundError:
        raise DataError(f"{path} does not exist") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not in UTF-8 ({error.reason}); save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise DataError(
            f"{path} is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from None
    songs = stored.get("songs") if isinstance(stored, dict) else stored
    if not isinstance(songs, list):
        raise DataError(f"{path} has no list of songs; it is an array or has one under 'songs'")
    return Songs(tuple(_song(path, n, song) for n, song in enumerate(songs, start=1)), str(path))


def write_tessituragrams(songs: Iterable[Song], path: Path | str) -> None:
    """Write the first layout."""
    Path(path).write_text(
        json.dumps({"songs": [_plain(song) for song in songs]}, ensure_ascii=False, indent=2)
        + "\n",
        "utf-8",
    )


def _song(path: Path | str, number: int, stored: Any) -> Song:
    place = f"{path}: song {number}"
    if not isinstance(stored, dict):
        raise DataError(f"{place} is not an object")
    name = str(stored.get("filename") or "")
    place += f" ({name})" if name else ""
    held = stored.get("tessituragram")
    if not isinstance(held, dict) or not held:
        raise DataError(f"{place} has no tessituragram; give pitches and durations: {{'64': 12.0}}")
    histogram = np.zeros(PITCHES)
    sounded = np.zeros(PITCHES, dtype=bool)
    for key, duration in held.items():
        pitch = _pitch(place, key)
        sounded[pitch] = True
        histogram[pitch] = _duration(place, key, duration)
    statistics = stored.get("statistics")
    total = statistics.get("total_duration") if isinstance(statistics, dict) else None
    return Song(
        id=name or f"song {number}",
        composer=str(stored.get("composer") or ""),
        title=str(stored.get("title") or ""),
        histogram=histogram,
        sounded=sounded,
        halves=np.full((2, PITCHES), np.nan),
        total=histogram.sum() if total is None else _duration(place, "total_duration", total),
        filename=name,
    )


def _pitch(place: str, key: str) -> int:
    if not (key.isascii() and key.isdigit() and int(key) < PITCHES):
        raise DataError(f"{place} has the pitch {key!r}; pitches are MIDI numbers from 0 to 127")
    return int(key)


def _duration(place: str, key: str, value: Any) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or value < 0:
        raise DataError(f"{place} has the duration {value!r} at {key}; durations are 0 or more")
    return float(value)


def _plain(song: Song) -> dict[str, Any]:
    if song.unit != "beats":
        raise InputError(
            f"{song.id} is counted in {song.unit}; tessituragrams.json holds quarter beats, so "
            "write a library that is counted as written"
        )
    pitches = np.flatnonzero(song.sounded)
    return {
        "composer": song.composer,
        "title": song.title,
        "filename": song.filename,
        "tessituragram": {str(p): float(song.histogram[p]) for p in pitches},
        "statistics": {
            "total_duration": song.total,
            "pitch_range": {
                "min": note_name(song.low),
                "min_midi": song.low,
                "max": note_name(song.high),
                "max_midi": song.high,
            },
            "unique_pitches": len(pitches),
        },
    }
