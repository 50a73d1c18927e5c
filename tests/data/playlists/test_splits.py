import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earwitness.catalogue import Playlists
from earwitness.data.playlists import SplitOptions, hold_out, make_world, play_counts, split
from earwitness.data.playlists.splits import keep_songs, split_by_time, split_random
from earwitness.errors import StudyError


def playlists(*lists, updated=None):
    return Playlists(
        [f"p{place}" for place in range(len(lists))],
        np.cumsum([0, *map(len, lists)]),
        np.array([song for songs in lists for song in songs], np.int32),
        np.array(updated if updated is not None else [0] * len(lists), np.int64),
    )


def test_the_random_split_is_the_source_documents():
    # Written out again as the document has it.
    expected = [place * 10 for place in range(37)]
    random.Random(42).shuffle(expected)
    train, validation, test = split_random(np.arange(37) * 10, 42)
    assert train.tolist() == expected[:29]
    assert validation.tolist() == expected[29:32]
    assert test.tolist() == expected[32:]


def test_the_split_by_time_tests_on_the_latest():
    updated = np.array([5, 0, 9, 1, 7, 3, 8, 2, 6, 4])
    train, validation, test = split_by_time(np.arange(10), updated)
    assert updated[train].tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    assert (updated[validation].tolist(), updated[test].tolist()) == ([8], [9])


@pytest.fixture(scope="module")
def world():
    world = make_world("tiny", seed=4)
    return world, world.playlists()


@pytest.mark.parametrize("by", ["random", "time"])
@pytest.mark.parametrize("counted", ["train", "all"])
def test_parts_are_disjoint_and_of_the_catalogue(world, by, counted):
    world, drawn = world
    found = split(drawn, 2_000, SplitOptions(counted=counted, by=by, min_count=5))
    parts = (found.train, found.validation, found.test)
    ids = [name for part in parts for name in part.ids]
    assert len(set(ids)) == len(ids)
    lost = sum(removed.playlists_removed for removed in found.removed.values())
    assert len(ids) + lost + found.too_short == len(drawn)
    for part in parts:
        assert found.catalogue[part.tracks].all()
        assert part.lengths.min() >= 5
    if by == "time":
        assert found.train.updated.max() <= found.test.updated.min()


def test_the_sound_catalogue_does_not_look_at_test():
    # Song 9 stands in two lists; wherever one of them tests, train alone knows it once.
    lists = playlists(*[[0, 1, 2, 3, 4, 5]] * 18, [0, 1, 2, 3, 4, 9], [0, 1, 2, 3, 4, 9])
    seen = set()
    for seed in range(10):
        sound = split(lists, 10, SplitOptions(seed=seed))
        source = split(lists, 10, SplitOptions(counted="all", seed=seed))
        seen.add(bool(sound.catalogue[9]))
        assert source.catalogue[9]
        held = sum(name in sound.train.ids for name in ("p18", "p19"))
        assert sound.catalogue[9] == (held == 2)
    assert seen == {True, False}


def test_what_the_filter_removes_is_counted():
    lists = playlists(*[[0, 1, 2, 3, 4]] * 8, [0, 1, 2, 3, 4], [7, 0, 1, 8, 2, 3, 4], [0, 1])
    # In the order of time: the last of the long ones is the test.
    dated = Playlists(lists.ids, lists.starts, lists.tracks, np.arange(11, 0, -1)[::-1].copy())
    found = split(dated, 9, SplitOptions(by="time"))
    assert found.too_short == 1
    assert found.test.ids == ["p9"]
    assert found.test.tracks.tolist() == [0, 1, 2, 3, 4]
    test = found.removed["test"]
    assert (test.playlists, test.playlists_removed) == (1, 0)
    assert (test.entries, test.entries_removed) == (7, 2)


def test_a_list_that_the_filter_shortens_too_much_is_removed_and_counted():
    lists = playlists(*[[0, 1, 2, 3, 4]] * 9, [0, 1, 2, 7, 8], updated=range(1, 11))
    found = split(lists, 9, SplitOptions(by="time"))
    assert len(found.test) == 0
    assert found.removed["test"].playlists_removed == 1
    assert found.removed["test"].entries_removed == 0


def test_impossible_wishes_are_refused():
    with pytest.raises(StudyError, match="min_length is 1"):
        SplitOptions(min_length=1)
    with pytest.raises(StudyError, match="min_count is -1"):
        SplitOptions(min_count=-1)
    with pytest.raises(StudyError, match="no playlist has a date"):
        split(playlists([0, 1, 2, 3, 4]), 5, SplitOptions(by="time"))
    with pytest.raises(StudyError, match="hold out is 1"):
        hold_out(playlists([0, 1]), 2, 1, seed=0)


@given(
    st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=6),
    st.lists(st.booleans(), min_size=10, max_size=10),
)
def test_keeping_songs_keeps_lists_apart(lists, marks):
    kept = keep_songs(playlists(*lists), np.array(marks))
    assert [songs.tolist() for songs in kept] == [[s for s in row if marks[s]] for row in lists]


def test_held_out_songs_are_nowhere_in_train(world):
    _, drawn = world
    held = hold_out(drawn, 2_000, 0.3, seed=1)
    known = play_counts(drawn, 2_000) > 0
    assert held.songs.sum() == round(0.3 * known.sum())
    assert not held.songs[held.train.tracks].any()
    assert held.train.lengths.min() >= 1
    assert len(held.train.tracks) == (~held.songs[drawn.tracks]).sum()
    again = hold_out(drawn, 2_000, 0.3, seed=1)
    other = hold_out(drawn, 2_000, 0.3, seed=2)
    assert np.array_equal(held.songs, again.songs)
    assert not np.array_equal(held.songs, other.songs)
