"""Systems that behave well and badly, importable in worker processes."""

import os
import signal
import threading
import time

import numpy as np

from earwitness.domain import Answer


class Sorted:
    """Ranks the query's items by a random number of its own case."""

    def answer(self, query, rng: np.random.Generator) -> Answer:
        numbers = rng.random(len(query["items"]))
        order = np.argsort(numbers)
        return Answer(
            tuple(query["items"][i] for i in order), tuple(float(numbers[i]) for i in order)
        )


class Slow(Sorted):
    """Takes a moment over each answer."""

    def answer(self, query, rng):
        time.sleep(0.01)
        return super().answer(query, rng)


class Batched(Sorted):
    """Answers many at once."""

    def answer_many(self, queries, rngs):
        return [self.answer(q, r) for q, r in zip(queries, rngs, strict=True)]


NONSENSE = {
    "none": None,
    "twice": Answer(("a", "a")),
    "number": Answer((7,)),
    "nan": Answer(("a",), (float("nan"),)),
    "short": Answer(("a", "b"), (1.0,)),
    "text": Answer("abc"),
    "surrogate": Answer(("\ud800",)),
    "set": Answer(("a",), None, {"x": {1, 2}}),
    "lambda": Answer(("a",), None, {"x": lambda: 1}),
    "detail nan": Answer(("a",), None, {"x": float("nan")}),
    "odd numbers": Answer(["a", "b", "c"], [10**30, np.float32(0.5), True]),
}


class Wicked(Sorted):
    """Does to case n what the n-th letter of the alphabet of wickedness says."""

    def answer(self, query, rng):
        match query["deed"]:
            case "raise":
                raise ValueError("I do not like this song")
            case "raise surrogate":
                raise ValueError("\ud800")
            case "hang":
                time.sleep(60)
            case "die":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "exit":
                os._exit(3)
            case "print":
                print("x" * 100_000, flush=True)
            case deed if deed in NONSENSE:
                return NONSENSE[deed]
        return super().answer(query, rng)


class WickedBatch(Wicked):
    """Refuses a batch with a bad deed in it."""

    def answer_many(self, queries, rngs):
        return [self.answer(q, r) for q, r in zip(queries, rngs, strict=True)]


class WrongCount(Sorted):
    """Returns too few answers to a batch."""

    def answer_many(self, queries, rngs):
        return []


class Locked(Sorted):
    """Holds what cannot be sent to another process."""

    def __init__(self):
        self.lock = threading.Lock()
