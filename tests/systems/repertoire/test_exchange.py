"""recommendations.json goes out and comes back."""

import json

import pytest
from tests.systems.repertoire.specimens import song

from earwitness.data.library import load_library
from earwitness.domain import generator
from earwitness.errors import DataError, InputError
from earwitness.music.singer import Singer
from earwitness.music.song import Songs
from earwitness.systems.repertoire import (
    SourceRecommender,
    parse_singer,
    read_recommendations,
    write_recommendations,
)


def test_the_file_has_the_source_s_fields(tmp_path):
    songs = Songs((song("a", {60: 3.0, 61: 0.0, 62: 1.0}, composer="Schubert"),))
    singer = Singer(59, 62, (60,), (62,))
    path = tmp_path / "recommendations.json"
    write_recommendations(path, SourceRecommender(songs), singer)
    plain = json.loads(path.read_text(encoding="utf-8"))
    assert plain["user_preferences"] == {
        "range": {"low": "B3", "low_midi": 59, "high": "D4", "high_midi": 62},
        "favorite_notes": ["C4"],
        "favorite_midis": [60],
        "avoid_notes": ["D4"],
        "avoid_midis": [62],
        "alpha": 0.5,
    }
    assert plain["ideal_vector"] == {"59": 0.162221, "60": 0.973329, "61": 0.162221, "62": 0.0}
    (row,) = plain["recommendations"]
    explanation = row.pop("explanation")
    assert "75% of the singing time is on C4" in explanation
    assert "25.0% is on notes to avoid (D4)" in explanation
    assert row == {
        "rank": 1,
        "filename": "a.mxl",
        "composer": "Schubert",
        "title": "a",
        "final_score": 0.7984,
        "cosine_similarity": 0.9234,
        "avoid_penalty": 0.25,
        "favorite_overlap": 0.75,
        "tessituragram": {"60": 3.0, "61": 0.0, "62": 1.0},
        "normalized_vector": {"59": 0.0, "60": 0.75, "61": 0.0, "62": 0.25},
        "statistics": {
            "total_duration": 4.0,
            "pitch_range": {"min": "C4", "min_midi": 60, "max": "D4", "max_midi": 62},
            "unique_pitches": 3,
        },
    }


def test_what_was_written_is_read(tmp_path):
    songs = load_library("written")
    singer = parse_singer("C4-F5", "A4, G4", "F5")
    system = SourceRecommender(songs, alpha=0.25, detail=True)
    write_recommendations(tmp_path / "r.json", system, singer)
    again = read_recommendations(tmp_path / "r.json")
    answer = system.answer(singer.to_query(), generator(0))
    assert (again.singer, again.alpha) == (singer, 0.25)
    assert again.answer.scores == answer.scores
    assert again.answer.detail == answer.detail
    names = {song.id: song.filename for song in songs}
    assert again.answer.items == tuple(names[item] for item in answer.items)


def test_bad_files_and_bad_wishes(tmp_path):
    with pytest.raises(DataError, match="not there"):
        read_recommendations(tmp_path / "none.json")
    for text in ("{", "[]", '{"user_preferences": {}, "recommendations": []}'):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(DataError, match="not a recommendations file"):
            read_recommendations(tmp_path / "bad.json")
    with pytest.raises(InputError, match="outside the range"):
        write_recommendations(
            tmp_path / "r.json", SourceRecommender(Songs(())), Singer(60, 72, (90,))
        )
