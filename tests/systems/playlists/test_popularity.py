"""What is played most: of all, of an artist, of a genre."""

import pytest
from tests.systems.playlists.specimens import playlists_of, tracks_of

from earwitness.catalogue.tracks import UNKNOWN
from earwitness.errors import InputError
from earwitness.systems.playlists import GroupPopularity, Popularity

# Plays: t0 3, t1 1, t2 2, t3 1, t4 0.
LISTS = playlists_of([0, 1, 2], [0, 2, 3], [0, 0])


def test_most_played_first_ties_by_id_and_never_the_seed():
    system = Popularity(tracks_of([0, 1, 2, 3, 4], ids=["e", "d", "c", "b", "a"]), LISTS)
    assert system.recommend("c", 10) == ["e", "b", "d"]


def test_a_list_that_names_a_track_twice_counts_once():
    assert Popularity(tracks_of([0] * 5), LISTS).plays.tolist() == [3, 1, 2, 1, 0]


def test_unknown_seeds_get_what_is_played_most():
    assert Popularity(tracks_of([0] * 5), LISTS).recommend("never heard", 2) == ["t0", "t2"]


def test_the_artists_most_played_with_the_unplayed_last():
    system = GroupPopularity(tracks_of([7, 8, 7, 8, 7]), LISTS, "artist")
    assert system.recommend("t2", 5) == ["t0", "t4"]
    assert system.recommend("t1", 5) == ["t3"]


def test_the_genres_most_played():
    system = GroupPopularity(tracks_of([0] * 5, genre=[1, 1, 1, 0, 0]), LISTS, "genre")
    assert system.recommend("t1", 5) == ["t0", "t2"]


def test_a_seed_without_artist_has_no_answer():
    system = GroupPopularity(tracks_of([UNKNOWN, UNKNOWN, 0]), playlists_of([0, 1, 2]), "artist")
    assert system.recommend("t0", 5) == []
    assert system.recommend("t2", 5) == []


def test_nothing_cannot_be_asked_for():
    with pytest.raises(InputError, match="k is 0; ask for 1 or more"):
        Popularity(tracks_of([0] * 5), LISTS).recommend("t0", 0)
