import json

import numpy as np
import pytest

from earwitness.catalogue import Playlists
from earwitness.data.playlists import (
    CaseOptions,
    SplitOptions,
    case_lines,
    hold_out,
    make_cases,
    make_world,
    play_counts,
    popularity_slices,
    split,
)
from earwitness.errors import StudyError

COUNTS = np.array([5, 1, 9, 0, 1, 0, 3, 3])
LIST = [6, 0, 3, 4, 2, 1, 5]


@pytest.fixture(scope="module")
def tracks():
    tracks = make_world("tiny", seed=4).tracks
    tracks.genre[0] = -1
    return tracks


def ask(tracks, songs=LIST, direction=None, **options):
    one = Playlists(["77"], np.array([0, len(songs)]), np.array(songs, np.int32), np.zeros(1))
    return make_cases(one, tracks, COUNTS, CaseOptions(**options), direction)


def shown(cases):
    (case,) = cases
    return case.query["seeds"], case.truth["relevant"]


def test_the_first_song_asks_for_the_rest(tracks):
    (case,) = ask(tracks, k=7)
    genre = tracks.genres[tracks.genre[6]]
    assert case.id == "77"
    assert case.query == {"seeds": ["6"], "k": 7}
    assert case.truth == {
        "relevant": ["0", "3", "4", "2", "1", "5"],
        "seed_genre": genre,
        "playlist_id": "77",
    }
    assert case.groups["playlist"] == "77"
    assert case.groups["genre"] == genre
    assert case.groups["warmth"] == "warm"


def test_an_unknown_genre_is_none_to_measures_and_a_slice_of_its_own(tracks):
    (case,) = ask(tracks, songs=[0, 1, 2])
    assert case.truth["seed_genre"] is None
    assert case.groups["genre"] == "unknown"


@pytest.mark.parametrize(
    ("policy", "seeds", "expected"),
    [
        ("first", 2, ["6", "0"]),
        ("rare", 1, ["3"]),
        ("rare", 3, ["3", "5", "4"]),
        ("popular", 1, ["2"]),
        ("popular", 2, ["2", "0"]),
    ],
)
def test_policies_choose_seeds_and_leave_the_others_in_order(tracks, policy, seeds, expected):
    chosen, relevant = shown(ask(tracks, policy=policy, seeds=seeds))
    assert chosen == expected
    assert relevant == [str(song) for song in LIST if str(song) not in expected]


def test_random_seeds_hang_on_the_seed_and_the_playlist_alone(tracks):
    drawn = [shown(ask(tracks, policy="random", seed=s))[0][0] for s in range(60)]
    assert drawn == [shown(ask(tracks, policy="random", seed=s))[0][0] for s in range(60)]
    assert set(drawn) == {str(song) for song in LIST}


@pytest.mark.parametrize(
    ("direction", "seed", "relevant"),
    [
        ("cold->warm", "3", ["6", "0", "4", "2", "1"]),
        ("warm->cold", "6", ["3", "5"]),
        ("cold->cold", "3", ["5"]),
    ],
)
def test_cold_directions(tracks, direction, seed, relevant):
    assert shown(ask(tracks, direction=direction)) == ([seed], relevant)


def test_playlists_without_a_seed_or_a_target_give_no_case(tracks):
    assert ask(tracks, songs=[6, 0, 1], direction="cold->warm") == []
    assert ask(tracks, songs=[6, 0, 1], direction="warm->cold") == []
    assert ask(tracks, songs=[3, 0, 1], direction="cold->cold") == []
    assert ask(tracks, songs=[6, 0], seeds=2) == []


def test_each_slice_holds_a_third_of_the_plays():
    counts = play_counts(make_world("tiny", seed=1).playlists(), 2_000)
    slices = popularity_slices(counts)
    plays = [counts[slices == place].sum() / counts.sum() for place in range(3)]
    assert plays == pytest.approx([1 / 3] * 3, abs=0.01)
    assert counts[slices == 0].min() >= counts[slices == 1].max()
    assert popularity_slices(np.array([0, 3, 0])).tolist() == [2, 0, 2]
    assert popularity_slices(np.zeros(3, int)).tolist() == [2, 2, 2]


def test_cases_of_a_world_with_songs_held_out():
    world = make_world("tiny", seed=4)
    parts = split(world.playlists(), 2_000, SplitOptions())
    held = hold_out(parts.train, 2_000, 0.3, seed=0)
    counts = play_counts(held.train, 2_000)
    cases = make_cases(parts.test, world.tracks, counts, CaseOptions(), "warm->cold")
    assert len(cases) > 200
    for case in cases:
        assert counts[int(case.query["seeds"][0])] > 0
        assert held.songs[[int(name) for name in case.truth["relevant"]]].all()


def test_the_export_has_the_documents_fields(tracks):
    text = case_lines([*ask(tracks, songs=[6, 0, 3]), *ask(tracks, songs=[6, 0, 3], seeds=2)])
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines == [
        {"playlist_id": 77, "seed_song_id": 6, "target_song_ids": [0, 3]},
        {
            "playlist_id": 77,
            "seed_song_id": 6,
            "seed_song_ids": [6, 0],
            "target_song_ids": [3],
        },
    ]


def test_ids_that_are_no_numbers_are_exported_as_they_are(tracks):
    (case,) = ask(tracks)
    for name, expected in (("spotify:playlist:1", "spotify:playlist:1"), ("007", "007")):
        named = type(case)(case.id, case.query, {**case.truth, "playlist_id": name})
        assert json.loads(case_lines([named]))["playlist_id"] == expected


@pytest.mark.parametrize("name", ["k", "seeds"])
def test_impossible_wishes_are_refused(name):
    with pytest.raises(StudyError, match=f"{name} is 0"):
        CaseOptions(**{name: 0})
