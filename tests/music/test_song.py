import numpy as np

from earwitness.music.song import Song, Songs


def song(name, *pitches, **given):
    histogram = np.zeros(128)
    histogram[list(pitches)] = 1
    return Song(name, "A", "T", histogram, histogram > 0, np.zeros((2, 128)), **given)


def test_range_is_that_of_the_notes_that_occur():
    sounded = np.zeros(128, dtype=bool)
    sounded[[0, 127]] = True
    wide = Song("a", "", "", np.zeros(128), sounded, np.zeros((2, 128)))
    assert (wide.low, wide.high) == (0, 127)


def test_songs_are_a_sequence_with_arrays():
    songs = Songs((song("a", 60, 64), song("b", 62)))
    assert [s.id for s in songs] == list(songs.ids) == ["a", "b"]
    assert (len(songs), songs[1].id, songs[:1][0].id) == (2, "b", "a")
    assert songs.histograms.shape == (2, 128)
    assert (songs.lows.tolist(), songs.highs.tolist()) == ([60, 62], [64, 62])


def test_no_songs_have_arrays_too():
    assert Songs(()).histograms.shape == (0, 128)


def test_songs_of_a_set_are_one_cluster_and_others_their_own():
    assert song("a", set="6 Lieder").cluster == song("b", set="6 Lieder").cluster == "A: 6 Lieder"
    assert song("a#1", filename="a").cluster == song("a#2", filename="a").cluster == "a"
    assert song("c").cluster == "c"
