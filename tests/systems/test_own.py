"""Anyone's system, however it is written."""

import pickle
import sys

import numpy as np
import pytest

from earwitness.domain import Answer, BatchSystem, generator
from earwitness.errors import StudyError
from earwitness.systems.own import as_answer, load

MODULE = '''
from earwitness.domain import Answer

class Ranked:
    """With songs and an option."""
    def __init__(self, songs, weight=1.0):
        self.songs, self.weight = songs, weight
    def answer(self, query, rng):
        return [(s, self.weight * i) for i, s in enumerate(self.songs)]

class Batch(Ranked):
    def answer_many(self, queries, rngs):
        return [self.answer(q, r) for q, r in zip(queries, rngs)]

class Bare:
    def answer(self, query, rng):
        return ["a"]

class Any:
    def __init__(self, **options):
        self.options = options
    def answer(self, query, rng):
        return sorted(self.options)

class Static:
    @staticmethod
    def answer(query, rng):
        return ["static"]

def plain(query):
    return [query["wish"]]

def with_songs(query, songs, first=0):
    return list(songs[first:])

def with_rng(query, songs, rng):
    return rng.permutation(songs)

def variadic(*arguments):
    return ["x"]

def keyword_only(*, query):
    return []

class Instance:
    def answer(self, query, rng):
        return []
instance = Instance()
'''
SONGS = ["s1", "s2", "s3"]


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    (tmp_path / "their_own.py").write_text(MODULE)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield
    sys.modules.pop("their_own", None)


def made(name, options=None, built_in=None):
    return load(name, {"songs": SONGS}, options or {}, built_in or {})


def asked(system, query=None):
    return system.answer(query or {}, generator(1))


def test_a_class_gets_what_it_asks_for_by_name():
    assert asked(made("their_own:Ranked", {"weight": 2.0})).scores == (0.0, 2.0, 4.0)
    assert asked(made("their_own:Bare")).items == ("a",)
    assert asked(made("their_own:Static")).items == ("static",)
    assert asked(made("their_own:Any", {"b": 1, "a": 2})).items == ("a", "b")


def test_a_class_that_answers_batches_is_asked_in_batches():
    batch = made("their_own:Batch")
    assert isinstance(batch, BatchSystem)
    assert not isinstance(made("their_own:Ranked"), BatchSystem)
    many = batch.answer_many([{}, {}], [generator(1), generator(2)])
    assert many == [asked(batch), asked(batch)]


def test_a_function_gets_the_query_first_and_the_rest_by_name():
    assert asked(made("their_own:plain"), {"wish": "w"}).items == ("w",)
    assert asked(made("their_own:with_songs", {"first": 1})).items == ("s2", "s3")
    assert asked(made("their_own:variadic")).items == ("x",)
    drawn = asked(made("their_own:with_rng"))
    assert sorted(drawn.items) == SONGS
    assert drawn == asked(made("their_own:with_rng")), "the same seed, the same answer"


def test_what_is_made_can_be_sent_to_another_process():
    for name in ("Ranked", "Batch", "with_songs", "with_rng"):
        system = made(f"their_own:{name}")
        assert asked(pickle.loads(pickle.dumps(system))) == asked(system)


def test_a_built_in_system_is_made_by_its_short_name():
    class BuiltIn:
        def __init__(self, songs, alpha=0.5):
            self.alpha = alpha

        def answer(self, query, rng):
            return Answer((str(self.alpha),))

    assert asked(made("mine", {"alpha": 2}, {"mine": BuiltIn})).items == ("2",)


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("their_own:Ranked", {"wieght": 1}, "takes no option 'wieght'; it takes: songs, weight"),
        ("their_own:plain", {"x": 1}, "takes no option 'x'; it takes: none"),
        ("their_own:instance", {}, "is a Instance; a system is a class or a function"),
        ("their_own:keyword_only", {}, "takes no query"),
        ("their_own:rnked", {}, "has no 'rnked'"),
        ("nowhere:x", {}, "cannot be imported"),
        ("plain", {}, "names no system"),
    ],
)
def test_what_cannot_be_a_system_is_told(name, options, told):
    with pytest.raises(StudyError, match=told):
        made(name, options)


@pytest.mark.parametrize(
    ("reply", "items", "scores"),
    [
        (["a", "b"], ("a", "b"), None),
        (("a", "b"), ("a", "b"), None),
        ([("a", 2), ("b", 1.5)], ("a", "b"), (2.0, 1.5)),
        ([["a", np.float32(2)]], ("a",), (2.0,)),
        ({"a": 1, "z": 9, "m": 9}, ("m", "z", "a"), (9.0, 9.0, 1.0)),
        (np.array(["a", "b"]), ("a", "b"), None),
        (np.array([3, 1]), ("3", "1"), None),
        ([np.str_("a"), 7], ("a", "7"), None),
        ([], (), None),
        ({}, (), ()),
        (Answer(("x",), (1.0,)), ("x",), (1.0,)),
    ],
    ids=repr,
)
def test_what_people_naturally_return_is_an_answer(reply, items, scores):
    answer = as_answer(reply)
    assert (answer.items, answer.scores) == (items, scores)
    assert all(type(item) is str for item in answer.items if not isinstance(reply, Answer))


@pytest.mark.parametrize("reply", [None, "abc", b"abc", 7, [1.5], [None], [("a", "b")], {"a": "x"}])
def test_anything_else_is_refused(reply):
    with pytest.raises((TypeError, ValueError)):
        as_answer(reply)
