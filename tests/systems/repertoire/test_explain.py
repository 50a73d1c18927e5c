"""Reasons are true: each is checked by ranking again."""

from dataclasses import replace

from tests.systems.repertoire.specimens import random_songs, song

from earwitness.data.library import load_library
from earwitness.music.singer import Singer
from earwitness.music.song import Songs
from earwitness.systems.repertoire import (
    Filters,
    Fit,
    key_words,
    parse_singer,
    what_would_change,
    why,
    why_not,
)


def test_keys_in_words():
    assert key_words(0) == "as written"
    assert key_words(-2) == "a whole tone lower"
    assert key_words(12) == "an octave higher"
    assert key_words(-14) == "an octave and a whole tone lower"
    assert key_words(24) == "two octaves higher"


def test_why():
    fit = Fit(Songs((song("one", {64: 3.0, 72: 1.0}),)), transpose=True)
    singer = parse_singer("C4-A4", "C4", "G#4")
    (one,) = fit.recommend(singer)
    assert one.shift == -4
    assert why(one, singer) == (
        "Sung a major third lower, it lies between C4 and G#4, inside your range C4 to A4; "
        "75% of the singing is on C4, 25.0% on G#4, which you avoid."
    )
    avoiding = parse_singer("C4-A4", "", "D4")
    assert why(one, avoiding).endswith("; nothing of the singing is on D4, which you avoid.")
    alike = Singer(None, None, histogram=tuple(one.song.histogram.tolist()))
    assert why(fit.recommend(alike)[0], alike) == (
        "Sung as written, it lies between E4 and C5, "
        "and its notes are 100% like those of the song you named."
    )


def test_the_written_key_needs_the_notes_that_are_named():
    fit = Fit(Songs((song("one", {64: 3.0, 77: 1.0}),)), transpose=True)
    singer = parse_singer("C4-E5", "C4")
    (one,) = fit.recommend(singer)
    assert what_would_change(fit, singer, one)[0] == (
        "If you could sing up to F5, it could be sung as written."
    )
    wider = replace(singer, high=77, favourites=(64,))
    assert Fit(fit.shelf.songs).recommend(wider)[0].shift == 0


def test_places_that_are_promised_are_reached():
    fit = Fit(load_library("sung"), transpose=True)
    singer = parse_singer("alto", "A4, G4, E4", "D5, C4")
    filters = Filters(languages=("German",))
    ranked = fit.recommend(singer, filters)
    told = 0
    for one in ranked[10:60:10]:
        for sentence in what_would_change(fit, singer, one, filters):
            if sentence.startswith("Without D5"):
                asked = replace(singer, avoids=(60,))
            elif sentence.startswith("Without C4"):
                asked = replace(singer, avoids=(74,))
            else:
                continue
            again = {x.song.id: x.rank for x in fit.recommend(asked, filters)}[one.song.id]
            assert f"from place {one.rank} to {again}" in sentence
            assert again < one.rank
            told += 1
    assert told > 0


def test_why_not():
    wide = song("wide", {50: 1.0, 80: 1.0})
    singer = Singer(60, 80)
    assert why_not(wide, singer) == (
        "It spans 30 semitones, your range 20: 10 more would bring it within reach."
    )
    for one in random_songs(3):
        fits = bool(Fit(Songs((one,)), transpose=True).recommend(replace(singer, low=62)))
        assert fits == (why_not(one, replace(singer, low=62)) is None)


def test_other_reasons_for_another_key():
    one = song("one", {60: 3.0, 72: 1.0})
    fit = Fit(Songs((one,)), transpose=True)
    low = parse_singer("D4-E5", "D4")
    assert what_would_change(fit, low, fit.recommend(low)[0])[0] == (
        "If you could sing down to C4, it could be sung as written."
    )
    free = parse_singer("C4-E5", "D4")
    assert what_would_change(fit, free, fit.recommend(free)[0]) == [
        "It can be sung as written, too."
    ]
    moved = (0.0, 0.0, *one.histogram[:-2].tolist())
    alike = Singer(None, None, histogram=moved)
    (found,) = fit.recommend(alike)
    assert found.shift == 2
    assert what_would_change(fit, alike, found) == ["It can be sung as written, too."]
    assert why_not(one, alike) is None
