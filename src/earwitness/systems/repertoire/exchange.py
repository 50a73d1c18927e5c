"""`recommendations.json`, the source's file of ranked songs, written and read.

{"user_preferences": {"range": {"low", "low_midi", "high", "high_midi"}, "favorite_notes",
                      "favorite_midis", "avoid_notes", "avoid_midis", "alpha"},
 "ideal_vector": {"53": 0.09, …},
 "recommendations": [{"rank", "filename", "composer", "title", "final_score",
                      "cosine_similarity", "avoid_penalty", "favorite_overlap",
                      "tessituragram", "normalized_vector", "statistics", "explanation"}]}
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from earwitness.domain import Answer
from earwitness.errors import DataError
from earwitness.music.notes import note_name
from earwitness.music.singer import Singer
from earwitness.music.song import Song
from earwitness.systems.repertoire.request import checked, name_list
from earwitness.systems.repertoire.shelf import Floats, shares
from earwitness.systems.repertoire.source import SourceRecommender, ideal_vector, span

VECTOR_DECIMALS = 6
PARTS = ("cosine_similarity", "avoid_penalty", "favorite_overlap")


@dataclass(frozen=True, slots=True)
class Recommendations:
    """What a recommendations file says; the answer's items are file names."""

    singer: Singer
    alpha: float
    answer: Answer


def write_recommendations(path: Path, recommender: SourceRecommender, singer: Singer) -> None:
    """Store what the source's formula says of all songs that fit, best first."""
    text = json.dumps(to_plain(recommender, singer), ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


def to_plain(recommender: SourceRecommender, singer: Singer) -> dict[str, Any]:
    """The content of the file, as plain values."""
    low, high = span(checked(singer))
    answer = recommender.rank(singer, detail=True)
    songs = {song.id: song for song in recommender.shelf.songs}
    rows = zip(
        answer.items, answer.scores or (), *(answer.detail[part] for part in PARTS), strict=True
    )
    return {
        "user_preferences": {
            "range": {
                "low": note_name(low),
                "low_midi": low,
                "high": note_name(high),
                "high_midi": high,
            },
            "favorite_notes": [note_name(note) for note in singer.favourites],
            "favorite_midis": list(singer.favourites),
            "avoid_notes": [note_name(note) for note in singer.avoids],
            "avoid_midis": list(singer.avoids),
            "alpha": recommender.alpha,
        },
        "ideal_vector": _vector(ideal_vector(singer, recommender.base), low, high),
        "recommendations": [
            _row(rank, songs[item], score, parts, singer)
            for rank, (item, score, *parts) in enumerate(rows, start=1)
        ],
    }


def read_recommendations(path: Path) -> Recommendations:
    """What `write_recommendations`, or the source's own program, has stored."""
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
        return from_plain(plain)
    except FileNotFoundError:
        raise DataError(f"{path} is not there; check the name") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path} is not a recommendations file ({error!r})") from None


def from_plain(plain: Mapping[str, Any]) -> Recommendations:
    wishes, rows = plain["user_preferences"], plain["recommendations"]
    singer = Singer(
        wishes["range"]["low_midi"],
        wishes["range"]["high_midi"],
        tuple(wishes["favorite_midis"]),
        tuple(wishes["avoid_midis"]),
    )
    answer = Answer(
        tuple(row["filename"] for row in rows),
        tuple(row["final_score"] for row in rows),
        {part: [row[part] for row in rows] for part in PARTS},
    )
    return Recommendations(singer, wishes["alpha"], answer)


def _row(rank: int, song: Song, score: float, parts: list[float], singer: Singer) -> dict[str, Any]:
    low, high = span(singer)
    cosine, penalty, overlap = parts
    sounded = np.flatnonzero(song.sounded).tolist()
    return {
        "rank": rank,
        "filename": song.filename or song.id,
        "composer": song.composer,
        "title": song.title,
        "final_score": score,
        **dict(zip(PARTS, parts, strict=True)),
        "tessituragram": {str(p): float(song.histogram[p]) for p in sounded},
        "normalized_vector": _vector(shares(song.histogram), low, high),
        "statistics": {
            "total_duration": song.total,
            "pitch_range": {
                "min": note_name(song.low),
                "min_midi": song.low,
                "max": note_name(song.high),
                "max_midi": song.high,
            },
            "unique_pitches": len(sounded),
        },
        "explanation": explanation(score, cosine, penalty, overlap, singer),
    }


def explanation(score: float, cosine: float, penalty: float, overlap: float, singer: Singer) -> str:
    """How the parts of the score make it up, in words."""
    text = f"Score {score:.2f}, of which likeness to the ideal {cosine:.2f}."
    if singer.favourites:
        text += f" {overlap:.0%} of the singing time is on {name_list(singer.favourites)}."
    if singer.avoids:
        text += f" {penalty:.1%} is on notes to avoid ({name_list(singer.avoids)})."
    return text


def _vector(values: Floats, low: int, high: int) -> dict[str, float]:
    return {str(p): round(float(values[p]), VECTOR_DECIMALS) for p in range(low, high + 1)}
