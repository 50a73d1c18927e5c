"""Systems that behave well and badly, importable in worker processes."""

import os
import signal
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


class Wicked(Sorted):
    """Does to case n what the n-th letter of the alphabet of wickedness says."""

    def answer(self, query, rng):
        match query["deed"]:
            case "raise":
                raise ValueError("I do not like this song")
            case "hang":
                time.sleep(60)
            case "die":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "exit":
                os._exit(3)
            case "none":
                return None
            case "twice":
                return Answer(("a", "a"))
            case "number":
                return Answer((7,))
            case "nan":
                return Answer(("a",), (float("nan"),))
            case "short":
                return Answer(("a", "b"), (1.0,))
            case "print":
                print("x" * 100_000, flush=True)
        return super().answer(query, rng)


class WickedBatch(Wicked):
    """Refuses a batch with a bad deed in it."""

    def answer_many(self, queries, rngs):
        return [self.answer(q, r) for q, r in zip(queries, rngs, strict=True)]


class WrongCount(Sorted):
    """Returns too few answers to a batch."""

    def answer_many(self, queries, rngs):
        return []
