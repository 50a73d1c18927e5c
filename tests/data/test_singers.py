"""Each case builder on songs small enough to be worked out by hand."""

import numpy as np
import pytest

from earwitness.data.singers import (
    KINDS,
    candidate_counts,
    chosen,
    eligible,
    halved,
    injected_avoid_cases,
    key_cases,
    noisy_cases,
    second_halves,
    self_retrieval_cases,
    singer_of,
    split_half_cases,
    stability_cases,
    transposed,
    transposed_cases,
    voice_cases,
)
from earwitness.domain import hash_order
from earwitness.music.singer import Singer
from earwitness.music.song import PITCHES, Song, Songs


def song(name, first, second=None, *, grace=(), cycle=""):
    """A song from {pitch: time} of its halves; without the second it has no halves."""
    halves = np.zeros((2, PITCHES))
    for half, held in zip(halves, (first, second or {}), strict=True):
        for pitch, time in held.items():
            half[pitch] = time
    histogram = halves.sum(axis=0)
    sounded = histogram > 0
    sounded[list(grace)] = True
    if second is None:
        halves = np.full((2, PITCHES), np.nan)
    return Song(name, "Composer", name, histogram, sounded, halves, filename=name, set=cycle)


# Ranges: a 60–67, b 62–65 (within a), c 60–72 (holds all), d 80–81 (alone).
A = song("a", {60: 5, 62: 4, 64: 3, 65: 2, 67: 1}, {60: 1, 64: 9}, cycle="cycle")
B = song("b", {62: 1, 64: 2, 65: 3}, {62: 1})
C = song("c", {60: 1, 72: 1}, {60: 1})
D = song("d", {80: 2, 81: 1})
SONGS = Songs((A, B, C, D), "four")


def singer(case):
    return Singer.from_query(case.query)


def test_the_profile_of_a_song():
    """Longest first, then lowest: 64 (12), 60 (6), 62 (4), 65 (2) | 67 (1)."""
    assert singer_of(A) == Singer(60, 67, (64, 60, 62, 65), (67,))
    assert singer_of(D) == Singer(80, 81, (80, 81), ())


def test_a_grace_note_widens_the_range_and_is_the_rarest():
    assert singer_of(song("g", {60: 4, 61: 3, 62: 2, 63: 1}, grace=[70])) == Singer(
        60, 70, (60, 61, 62, 63), (70,)
    )


def test_candidates_are_the_songs_within_the_range():
    assert candidate_counts(SONGS).tolist() == [2, 1, 3, 1]
    assert [s.id for s in eligible(SONGS, 2)] == ["a", "c"]


def test_self_retrieval_asks_where_there_is_a_choice():
    cases = self_retrieval_cases(SONGS)
    assert [(c.id, c.truth) for c in cases] == [
        ("a", {"relevant": ["a"], "candidates": 2}),
        ("c", {"relevant": ["c"], "candidates": 3}),
    ]
    assert singer(cases[0]) == singer_of(A)
    assert cases[0].groups == {"set": "Composer: cycle"}
    assert cases[1].groups == {"set": "c"}
    assert [c.id for c in self_retrieval_cases(SONGS, fewest=3)] == ["c"]


@pytest.mark.parametrize("notes", [1, 2])
def test_noise_replaces_favourites_by_notes_that_were_in_neither_list(notes):
    (case,) = noisy_cases(Songs((A, B)), notes, seed=1)
    true, wrong = singer_of(A), singer(case)
    kept = [x == y for x, y in zip(true.favourites, wrong.favourites, strict=True)]
    assert kept.count(False) == notes
    new = set(wrong.favourites) - set(true.favourites)
    assert new <= {61, 63, 66}
    assert len(new) == notes
    assert (wrong.low, wrong.high, wrong.avoids) == (true.low, true.high, true.avoids)


def test_noise_hangs_on_the_seed_and_the_song_and_not_on_the_listing():
    songs = [song(f"s{i}", {60: 5, 62: 4, 64: 3, 65: 2, 72 + i: 1}) for i in range(6)]
    there = {c.id: c.query for c in noisy_cases(Songs(tuple(songs)), 1, seed=1)}
    back = {c.id: c.query for c in noisy_cases(Songs(tuple(songs[::-1])), 1, seed=1)}
    other = {c.id: c.query for c in noisy_cases(Songs(tuple(songs)), 1, seed=2)}
    assert there == back
    assert there != other


def test_songs_without_room_for_noise_are_left_out():
    full = song("full", {60: 1, 61: 2, 62: 3})
    assert noisy_cases(Songs((full, song("x", {61: 1}))), 1, seed=1) == []


def test_split_halves_ask_with_the_first_half_and_leave_no_song_out():
    cases = split_half_cases(SONGS, whole_histogram=False)
    assert [c.id for c in cases] == ["a", "b", "c"]
    asked = singer(cases[0])
    assert asked == Singer(60, 67, (60, 62, 64, 65), (67,), strict=False)
    whole = singer(split_half_cases(SONGS, whole_histogram=True)[0])
    assert (whole.favourites, whole.avoids, whole.strict) == ((), (), False)
    assert np.array_equal(whole.histogram, A.halves[0])


def test_the_candidates_of_split_halves_are_the_second_halves():
    halves = second_halves(SONGS)
    assert halves.ids == ("a", "b", "c")
    assert np.array_equal(halves[0].histogram, A.halves[1])
    assert (halves[0].low, halves[0].high) == (60, 64)
    cases = split_half_cases(SONGS, whole_histogram=False)
    assert {case.truth["candidates"] for case in cases} == {len(halves)}


def test_a_song_that_is_silent_in_a_half_or_has_none_has_no_halves():
    silent = song("silent", {60: 1}, {61: 0})
    assert [s.id for s in halved(Songs((A, D, silent)))] == ["a"]


def test_a_hidden_key_is_the_shift_of_the_histogram():
    for case in key_cases(SONGS, seed=3):
        first = {"a": A, "b": B, "c": C}[case.id].halves[0]
        shift = case.truth["shift"]
        assert -6 <= shift <= 6
        moved = singer(case)
        assert np.array_equal(np.roll(moved.histogram, -shift), first)
        assert moved.low == int(np.flatnonzero(first)[0]) + shift
    many = Songs(tuple(song(f"s{i}", {60: 1}, {60: 1}) for i in range(300)))
    shifts = {case.truth["shift"] for case in key_cases(many, seed=3)}
    assert shifts == set(range(-6, 7))


def test_songs_and_singers_move_together():
    moved = transposed(SONGS, 3)
    assert moved.lows.tolist() == [63, 65, 63, 83]
    assert np.array_equal(moved[0].halves[1], np.roll(A.halves[1], 3))
    (case, _) = transposed_cases(self_retrieval_cases(SONGS), 3)
    assert case.id == "a"
    assert singer(case) == Singer(63, 70, (67, 63, 65, 68), (70,))
    assert singer(case) == singer_of(moved[0])


def test_a_sample_hangs_on_the_ids_alone():
    songs = [song(f"s{i}", {60: 1}) for i in range(40)]
    some = chosen(songs, 7, "salt")
    assert {s.id for s in some} == {s.id for s in chosen(songs[::-1], 7, "salt")}
    assert {s.id for s in some} == set(hash_order([s.id for s in songs], "salt")[:7])
    assert [s.id for s in some] == sorted((s.id for s in some), key=lambda i: int(i[1:]))
    assert {s.id for s in some} != {s.id for s in chosen(songs, 7, "pepper")}
    assert chosen(songs, None, "salt") == chosen(songs, 99, "salt") == songs


def test_every_one_note_change_of_a_baseline():
    cases = stability_cases(SONGS, [A])
    assert cases[0].id == "a"
    assert singer(cases[0]) == singer_of(A)
    changed = {case.id: singer(case) for case in cases[1:]}
    # Free notes of 60–67: 61, 63, 66. Favourites 60 62 64 65, avoid 67.
    assert sorted(changed) == sorted(
        [f"a · add a favourite {n}" for n in (61, 63, 66)]
        + [f"a · remove a favourite {n}" for n in (60, 62, 64, 65)]
        + [f"a · add an avoid {n}" for n in (61, 63, 66)]
        + ["a · remove an avoid 67"]
    )
    assert changed["a · add a favourite 61"].favourites == (64, 60, 62, 65, 61)
    assert changed["a · remove a favourite 62"].favourites == (64, 60, 65)
    assert changed["a · add an avoid 66"].avoids == (67, 66)
    assert changed["a · remove an avoid 67"].avoids == ()
    assert all(s.low == 60 and s.high == 67 for s in changed.values())
    assert {case.groups["change"] for case in cases[1:]} == set(KINDS)
    assert {case.truth["baseline"] for case in cases[1:]} == {"a"}


def test_so_many_changes_of_each_kind():
    cases = stability_cases(SONGS, [A], per_kind=1)[1:]
    assert sorted(case.groups["change"] for case in cases) == sorted(KINDS)


def test_an_injected_avoid_is_the_commonest_note_that_is_not_a_favourite():
    wide = song("w", {60: 9, 61: 8, 62: 7, 63: 6, 64: 5, 65: 4, 66: 1, 67: 0.5})
    (case,) = injected_avoid_cases([wide])
    assert case.truth == {"watched": "w", "note": 64}
    assert singer(case).avoids == (66, 67, 64)
    assert injected_avoid_cases([B]) == [], "all its notes are favourites"


def test_singers_of_a_voice_sit_in_its_middle():
    cases = voice_cases(SONGS, "alto", 53, 74, 99)
    assert [case.id for case in cases][:2] == ["alto · a", "alto · b"]
    assert {(singer(c).low, singer(c).high) for c in cases} == {(53, 74)}
    assert {c.groups["voice"] for c in cases} == {"alto"}
    assert {c.truth["candidates"] for c in cases} == {3}
    # d lies at 80–81, its middle 80.5; the voice's is 63.5: 17 down.
    assert singer(cases[3]).favourites == (63, 64)
    assert len(voice_cases(SONGS, "alto", 53, 74, 2)) == 2
