"""The source's formula: by hand, by a plain loop, and on the published library."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.repertoire.specimens import random_songs, song

from earwitness.data.library import load_library, read_songs
from earwitness.data.singers import self_retrieval_cases, singer_of, transposed, transposed_cases
from earwitness.domain import generator
from earwitness.music.singer import Singer, singer_from_histogram
from earwitness.music.song import Songs
from earwitness.systems.repertoire import RandomExpectation, SourceRecommender
from earwitness.systems.repertoire.source import ideal_vector

RNG = generator(0)


def plainly(songs, singer, alpha=0.5, base=0.2):
    """The formula of the source, song by song and note by note."""
    favourites, avoids = singer.favourites, singer.avoids
    span = range(singer.low, singer.high + 1)
    weights = [max(0.0, base + favourites.count(p) - avoids.count(p)) for p in span]
    rows = []
    for one in songs:
        if one.low < singer.low or one.high > singer.high:
            continue
        total = sum(one.histogram)
        p = [one.histogram[i] / total for i in span]
        dot = sum(a * b for a, b in zip(p, weights, strict=True))
        length = math.sqrt(sum(x * x for x in p)) * math.sqrt(sum(x * x for x in weights))
        penalty = sum(p[note - singer.low] for note in avoids)
        rows.append((-round(dot / length - alpha * penalty, 4), one.filename, one.id))
    return [(name, -score) for score, _, name in sorted(rows)]


def test_by_hand():
    songs = Songs((song("b", {60: 1, 62: 1}), song("a", {60: 2}), song("high", {60: 1, 70: 1})))
    answer = SourceRecommender(songs, detail=True).answer(
        Singer(60, 62, (60,), (62,)).to_query(), RNG
    )
    # The ideal is (1.2, 0.2, 0): song a has cosine 1.2/√1.48, song b the same times √½, less ½·½.
    assert answer.items == ("a", "b")
    assert answer.scores == (round(1.2 / math.sqrt(1.48), 4), 0.4475)
    assert answer.detail == {
        "cosine_similarity": [0.9864, 0.6975],
        "avoid_penalty": [0.0, 0.5],
        "favorite_overlap": [1.0, 0.5],
    }


def test_a_note_in_both_lists_keeps_the_base_weight_and_notes_outside_are_ignored():
    weights = ideal_vector(Singer(60, 61, (60, 90), (60, 91)))
    np.testing.assert_allclose(weights[60:62], [math.sqrt(0.5)] * 2)
    assert weights.sum() == pytest.approx(math.sqrt(2))


def test_ties_go_by_file_name():
    twins = [song("z", {60: 1}, filename="a.mxl"), song("a", {60: 3}, filename="b.mxl")]
    answer = SourceRecommender(Songs(tuple(twins))).answer(Singer(60, 60).to_query(), RNG)
    assert answer.items == ("z", "a")
    assert answer.scores == (1.0, 1.0)


def test_a_song_of_grace_notes_scores_zero():
    songs = Songs((song("grace", {60: 0.0}), song("held", {60: 1.0})))
    answer = SourceRecommender(songs).answer(Singer(59, 61, (60,), ()).to_query(), RNG)
    assert (answer.items, answer.scores[1]) == (("held", "grace"), 0.0)


def test_without_a_range_nothing_is_left_out_and_the_notes_span_the_ideal():
    songs = Songs((song("in", {60: 1, 64: 1}), song("out", {40: 1})))
    answer = SourceRecommender(songs).answer(Singer(None, None, (60,), (64,)).to_query(), RNG)
    assert answer.items == ("in", "out")


def test_a_bare_histogram_becomes_a_profile():
    songs = random_songs(3)
    system = SourceRecommender(songs)
    one = songs[4]
    bare = Singer(one.low, one.high, histogram=tuple(one.histogram.tolist()))
    assert system.answer(bare.to_query(), RNG) == system.answer(singer_of(one).to_query(), RNG)


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_it_does_what_a_plain_loop_does(seed):
    songs = random_songs(seed, number=8)
    rng = np.random.default_rng(seed)
    low, high = sorted(rng.integers(45, 85, 2).tolist())
    notes = rng.permutation(np.arange(low, high + 1))[:6].tolist()
    singer = Singer(low, high, tuple(notes[:4]), tuple(notes[4:]))
    answer = SourceRecommender(songs).answer(singer.to_query(), RNG)
    expected = plainly(songs, singer)
    assert answer.items == tuple(name for name, _ in expected)
    assert answer.scores == pytest.approx([score for _, score in expected], abs=1e-12)


@given(st.integers(0, 10_000), st.integers(-40, 40))
@settings(max_examples=60, deadline=None)
def test_moving_songs_and_singer_together_changes_nothing(seed, shift):
    songs = random_songs(seed)
    cases = self_retrieval_cases(songs)
    system, moved = SourceRecommender(songs), SourceRecommender(transposed(songs, shift))
    for case, other in zip(cases, transposed_cases(cases, shift), strict=True):
        assert system.answer(case.query, RNG) == moved.answer(other.query, RNG)


def test_more_time_on_an_avoid_never_helps():
    songs = Songs(tuple(song(f"{x:02}", {60: 20, 64: 20, 67: x}) for x in range(1, 20)))
    answer = SourceRecommender(songs).answer(Singer(60, 67, (60,), (67,)).to_query(), RNG)
    assert list(answer.items) == sorted(answer.items)


def ranks(songs, **options):
    system = SourceRecommender(songs, **options)
    cases = self_retrieval_cases(songs)
    answers = system.answer_many([case.query for case in cases], [RNG] * len(cases))
    return np.array(
        [answer.items.index(case.id) + 1 for case, answer in zip(cases, answers, strict=True)]
    )


@pytest.mark.needs("corpus")
def test_the_published_library_gives_the_published_figures(corpus):
    songs, unread = read_songs(corpus / "lieder-101.tar", "written")
    assert (len(songs), unread) == (101, [])
    for alpha, expected in (
        (0.5, (0.8211, 0.8956, 0.9895, 1.0)),
        (0.0, (0.8421, 0.9070, 1.0, 1.0)),
    ):
        found = ranks(songs, alpha=alpha)
        assert len(found) == 95
        figures = (
            (found == 1).mean(),
            (1 / found).mean(),
            (found <= 3).mean(),
            (found <= 5).mean(),
        )
        assert tuple(round(float(x), 4) for x in figures) == expected
    chance = [RandomExpectation(case.truth["candidates"]) for case in self_retrieval_cases(songs)]
    assert np.mean([c.hit_rate(1) for c in chance]) == pytest.approx(0.072, abs=5e-4)
    assert np.mean([c.reciprocal_rank() for c in chance]) == pytest.approx(0.202, abs=5e-4)
    assert np.mean([c.hit_rate(3) for c in chance]) == pytest.approx(0.211, abs=5e-4)
    assert np.mean([c.hit_rate(5) for c in chance]) == pytest.approx(0.312, abs=5e-4)


def test_on_the_embedded_library_the_plain_loop_agrees():
    songs = load_library("written")
    system = SourceRecommender(songs)
    for one in songs[::97]:
        singer = singer_from_histogram(one.histogram, one.sounded)
        answer = system.answer(singer.to_query(), RNG)
        assert answer.items == tuple(name for name, _ in plainly(songs, singer))
