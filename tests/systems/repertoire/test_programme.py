"""Programmes: within the limits, as good as all choices tried, and a reason when there is none."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.repertoire.specimens import song

from earwitness.errors import InputError
from earwitness.systems.repertoire import VOICES, Limits, Recommendation, build_programme

ALTO = VOICES["alto"]


def candidates(seed, number=8):
    rng = np.random.default_rng(seed)
    fits = np.sort(rng.random(number))[::-1]
    return [
        Recommendation(
            rank,
            song(
                f"s{rank}",
                {60: float(rng.integers(30, 300)), 74: float(rng.integers(0, 60))},
                composer="ABC"[rng.integers(3)],
                language=("German", "French")[rng.integers(2)],
                set=("", "x")[rng.integers(2)],
                unit="seconds",
            ),
            0,
            float(fit),
        )
        for rank, fit in enumerate(fits, start=1)
    ]


def keeps(songs, limits):
    composers = [one.song.composer for one in songs]
    return (
        limits.minutes is None or sum(one.song.total for one in songs) <= 60 * limits.minutes
    ) and (
        limits.per_composer is None or max(map(composers.count, composers)) <= limits.per_composer
    )


@given(
    st.integers(0, 10_000),
    st.integers(1, 4),
    st.one_of(st.none(), st.floats(1, 15)),
    st.one_of(st.none(), st.integers(1, 3)),
)
@settings(max_examples=80, deadline=None)
def test_it_keeps_the_limits_and_misses_little(seed, number, minutes, per_composer):
    songs, limits = candidates(seed), Limits(minutes=minutes, per_composer=per_composer)
    possible = [c for c in combinations(songs, number) if keeps(c, limits)]
    try:
        found = build_programme(songs, number, limits)
    except InputError:
        # With a single limit a programme is found whenever there is one.
        assert not possible or (minutes is not None and per_composer is not None)
        return
    assert keeps(found.songs, limits)
    best = max(sum(one.fit for one in c) for c in possible)
    assert 0.6 * best <= found.fit <= best + 1e-9
    if minutes is None:
        assert found.fit == pytest.approx(best)


def test_it_is_nearly_as_good_as_the_best_of_all_choices():
    shares = []
    for seed in range(100):
        songs = candidates(seed, 10)
        limits = Limits(minutes=sorted(one.song.total for one in songs)[4] / 15)
        possible = [c for c in combinations(songs, 4) if keeps(c, limits)]
        best = max(sum(one.fit for one in c) for c in possible)
        shares.append(build_programme(songs, 4, limits).fit / best)
    assert np.mean(shares) > 0.99


def test_without_limits_the_best_are_taken_and_nothing_binds():
    songs = candidates(1)
    found = build_programme(songs, 3, Limits(minutes=1e6, per_composer=9))
    assert found.songs == tuple(songs[:3])
    assert found.binding == ()
    assert found.loads["minutes"] == pytest.approx(sum(s.song.total for s in songs[:3]) / 60)


def test_the_limit_that_costs_fit_is_named():
    songs = candidates(1)
    length = sum(one.song.total for one in songs[:3]) / 60
    tight = Limits(minutes=length - 0.01, per_language=9)
    assert build_programme(songs, 3, tight).binding == ("minutes",)


def test_passaggio_and_cycles_and_sets_are_kept():
    songs = candidates(2)
    limits = Limits(cycles=300_000, passaggio_seconds=60, per_set=1, per_language=2)
    found = build_programme(songs, 3, limits, ALTO)
    assert found.loads["cycles"] <= 300_000
    assert found.loads["passaggio_seconds"] <= 60
    for language in ("German", "French"):
        assert sum(one.song.language == language for one in found.songs) <= 2
    sets = [(one.song.composer, one.song.set) for one in found.songs if one.song.set]
    assert len(set(sets)) == len(sets)


def test_songs_of_unknown_length_are_left_out_where_length_is_limited():
    songs = [Recommendation(1, song("beats", {60: 9.0}), 0, 1.0), *candidates(3)]
    assert build_programme(songs, 1, Limits()).songs[0].song.id == "beats"
    assert build_programme(songs, 1, Limits(minutes=60)).songs[0].song.id == "s1"


def test_two_lines_of_one_score_are_one_piece():
    songs = candidates(4)
    twin = replace(songs[0], song=replace(songs[0].song, id="s1#2"))
    found = build_programme([songs[0], twin, *songs[1:]], 2, Limits())
    assert found.songs == tuple(songs[:2])


@pytest.mark.parametrize(
    ("number", "limits", "message"),
    [
        (0, Limits(), "ask for 1 or more"),
        (9, Limits(), "9 songs were asked for and 8 fit"),
        (3, Limits(minutes=0.1, per_language=3), "keeps the limit minutes = 0.1; raise it"),
        (8, Limits(minutes=1e6, per_composer=1), "per_composer = 1"),
        (1, Limits(passaggio_seconds=1), "voice type"),
    ],
)
def test_no_programme_is_explained(number, limits, message):
    with pytest.raises(InputError, match=message):
        build_programme(candidates(1), number, limits)


def test_limits_that_fail_only_together_are_named_together():
    short = song("short", {60: 60.0}, composer="A", unit="seconds")
    twin = song("twin", {60: 60.0}, composer="A", unit="seconds")
    long = song("long", {60: 600.0}, composer="B", unit="seconds")
    songs = [Recommendation(i, one, 0, 1 / i) for i, one in enumerate((short, twin, long), start=1)]
    with pytest.raises(InputError, match="keeps the limits minutes, per_composer together"):
        build_programme(songs, 2, Limits(minutes=3, per_composer=1))
