import dataclasses
import hashlib
import time

import numpy as np
import pytest
from scipy import stats

from earwitness.data.playlists import (
    PRESETS,
    SPECIAL_GENRES,
    WorldOptions,
    make_world,
    play_counts,
    read_melon,
)
from earwitness.errors import StudyError

SMALL = WorldOptions(40, 100, 10, genres=4, eras=2, moods=2, median_length=8)


@pytest.fixture(scope="module")
def tiny():
    return make_world("tiny", seed=1)


def joint(world):
    """P(a, b) of two entries of one playlist, from the definition."""
    p = world.components.probability(np.arange(len(world.tracks)))
    return (p * world.components.prior) @ p.T


def test_likelihood_is_bayes_rule_written_out():
    world = make_world(SMALL, seed=1)
    every = [[song] for song in range(40)]
    found = world.likelihood(every)
    table = joint(world)
    assert table.sum() == pytest.approx(1)
    assert found == pytest.approx(table / table.sum(axis=1, keepdims=True))
    assert found.sum(axis=1) == pytest.approx(np.ones(40))


def test_several_seeds_tell_more_than_one(tiny):
    assert tiny.likelihood([[3, 3, 8], [5]]).sum(axis=1) == pytest.approx([1, 1])
    assert tiny.likelihood([[3, 8]]) == pytest.approx(tiny.likelihood([[8, 3]]))
    assert tiny.posterior([[3, 8]]).max() > tiny.posterior([[3]]).max()
    assert tiny.posterior([[]])[0] == pytest.approx(tiny.components.prior)


def test_drawn_entries_follow_the_likelihood():
    # Draws before repeats are removed: two entries of each of many playlists.
    world = make_world(SMALL, seed=2)
    rng = np.random.default_rng(0)
    chosen = world.components.draw(rng, 400_000)
    pairs = [world.components.draw_songs(rng, chosen) for _ in range(2)]
    seen = np.zeros((40, 40))
    np.add.at(seen, tuple(pairs), 1)
    expected = joint(world) * len(chosen)
    chance = stats.chisquare(seen.ravel(), expected.ravel())
    assert chance.pvalue > 1e-4


def test_the_next_song_of_playlists_follows_the_likelihood():
    world = make_world(dataclasses.replace(SMALL, songs=200, artists=30), seed=2)
    drawn = world.playlists(60_000, seed=9)
    firsts, seconds = drawn.tracks[drawn.starts[:-1]], drawn.tracks[drawn.starts[:-1] + 1]
    seed = np.bincount(firsts).argmax()
    seen = np.bincount(seconds[firsts == seed], minlength=200).astype(float)
    expected = world.likelihood([[int(seed)]])[0]
    expected[seed] = 0  # a repeat is removed
    expected /= expected.sum()
    assert np.corrcoef(seen, expected)[0, 1] > 0.95
    share = seen / seen.sum()
    divergence = stats.entropy(share, expected)
    assert divergence < 0.5 * stats.entropy(share, world.components.everywhere)
    # As far from the truth as a sample of this size is by chance: (cells − 1) / 2n.
    assert divergence < 3 * 200 / (2 * seen.sum())


@pytest.mark.parametrize("exponent", [0.6, 1.0])
def test_popularity_falls_by_the_planted_power(exponent):
    options = dataclasses.replace(PRESETS["tiny"], exponent=exponent, cells=1, mood_lists=0)
    world = make_world(options, seed=1)
    counts = np.sort(play_counts(world.playlists(30_000), 2_000))[::-1]
    rank = np.arange(50, 1_000)
    slope = stats.linregress(np.log(rank), np.log(counts[rank])).slope
    assert slope == pytest.approx(-exponent, abs=0.15)


def test_lists_hold_no_song_twice_and_none_issued_later(tiny):
    drawn = tiny.playlists()
    assert all(len(set(songs.tolist())) == len(songs) for songs in drawn)
    newest = [int(tiny.tracks.issued[songs].max()) for songs in drawn]
    assert (np.array(newest) <= drawn.updated // 1_000_000).all()
    assert drawn.updated.max() < 20200501000000


def test_special_genres_keep_to_themselves(tiny):
    special = np.isin(tiny.tracks.genres, SPECIAL_GENRES)[tiny.tracks.genre]
    shares = np.array([special[songs].mean() for songs in tiny.playlists()])
    assert 0.02 < special.mean() < 0.3
    assert ((shares > 0.3) & (shares < 0.7)).mean() < 0.01
    assert (shares > 0.7).mean() > 0.01
    # In the others they are noise, and seldom: far below their share in the catalogue.
    assert shares[shares < 0.3].mean() < 0.02 * special.mean()


def test_a_world_may_be_nearly_empty(tmp_path):
    make_world(dataclasses.replace(SMALL, playlists=1)).write(tmp_path, mels=0)
    assert len(read_melon(tmp_path).playlists) == 1


def test_artists_keep_to_a_genre(tiny):
    for artist in range(0, 300, 10):
        assert len(set(tiny.tracks.genre[tiny.tracks.artist == artist])) == 1


def test_embeddings_tell_the_mood_and_not_the_era(tiny):
    vectors = tiny.embeddings(32)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(2_000), rel=1e-5)
    near = vectors[:500] @ vectors.T
    same = {
        name: near[trait[:500, None] == trait].mean() - near[trait[:500, None] != trait].mean()
        for name, trait in (("mood", tiny.traits.mood), ("era", tiny.traits.era))
    }
    assert same["mood"] > 0.1
    assert abs(same["era"]) < 0.02


@pytest.mark.parametrize("name", ["dense", "sparse", "cold"])
def test_regimes_are_what_their_names_say(name):
    world = make_world(name, seed=1)
    drawn = world.playlists()
    plays = len(drawn.tracks) / len(world.tracks)
    assert len(drawn) >= 10_000
    assert {"dense": plays > 80, "sparse": plays < 3, "cold": world.options.cold > 0.1}[name]


def digest(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        make_world(SMALL, seed=seed).write(tmp_path / name, mels=2)
    same, again, other = (digest(tmp_path / name) for name in "abc")
    assert same == again
    assert same["train.json"] != other["train.json"]
    assert same["song_meta.json"] != other["song_meta.json"]


def test_the_embedded_default_is_there_at_once():
    began = time.perf_counter()
    assert len(make_world().playlists()) == 3_000
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"genres": 1}, "genres is 1; use 2 to 23"),
        ({"moods": 9}, "moods is 9; use 2 to 8"),
        ({"artists": 50}, "40 songs by 50 artists"),
        ({"noise": 1.5}, "noise is 1.5"),
        ({"cells": 0.9, "mood_lists": 0.2}, "together are more than 1"),
    ],
)
def test_impossible_worlds_are_refused(change, message):
    with pytest.raises(StudyError, match=message):
        dataclasses.replace(SMALL, **change)


def test_an_unknown_preset_is_refused_with_a_hint():
    with pytest.raises(StudyError, match="did you mean 'dense'"):
        make_world("dens")
