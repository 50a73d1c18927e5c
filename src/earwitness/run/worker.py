"""The process in which systems answer. A guard starts it with three open pipes.

It knows queries only: a case's truth never enters this process.
"""

import json
import math
import os
import pickle
import sys
import threading
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from numbers import Real
from pathlib import Path
from typing import Any

from earwitness.domain import Answer, BatchSystem, System, generator

Query = tuple[str, Any]
"""A case's id and its query."""
Reply = tuple[str, Answer | None, str | None]
"""A case's id and its answer, or the reason why there is none."""


@dataclass(frozen=True)
class Keep:
    """What of an answer is kept: the first `depth` items (None: all), and their scores or not."""

    depth: int | None = None
    scores: bool = True


KEEP_ALL = Keep()


def main() -> None:
    """Load what the first message names, then answer until the connection closes."""
    incoming, outgoing, lifeline = map(int, sys.argv[1:4])
    threading.Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()
    receiver = Connection(incoming, writable=False)
    sender = Connection(outgoing, readable=False)
    # What a system prints must not get lost among what the run prints.
    os.dup2(2, 1)
    try:
        payload, search_path = receiver.recv()
        sys.path[:0] = [entry for entry in search_path if entry not in sys.path]
        systems: dict[tuple[str, str], System] = pickle.loads(Path(payload).read_bytes())  # noqa: S301 - written by the parent
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent must hear of it
        sender.send(f"{type(error).__name__}: {error}")
        return
    sender.send(None)
    while True:
        try:
            key, queries, seed, batched, keep = receiver.recv()
        except EOFError:
            return
        system = systems[key]
        if batched and isinstance(system, BatchSystem):
            sender.send(_kept(_answer_batch(system, key[1], queries, seed), keep))
            continue
        for query in queries:
            sender.send(_kept([_answer_one(system, key[1], query, seed)], keep))


def _kept(replies: list[Reply], keep: Keep) -> list[Reply]:
    if keep == KEEP_ALL:
        return replies
    return [(case, a and _cut(a, keep), failure) for case, a, failure in replies]


def _cut(answer: Answer, keep: Keep) -> Answer:
    """Lists in `detail` go along with the items: as long as these, they are cut as well."""
    whole, kept = len(answer.items), slice(keep.depth)
    return replace(
        answer,
        items=answer.items[kept],
        scores=answer.scores[kept] if answer.scores and keep.scores else None,
        detail={
            key: value[kept] if isinstance(value, list) and len(value) == whole else value
            for key, value in answer.detail.items()
        },
    )


def _answer_batch(
    system: BatchSystem, name: str, queries: Sequence[Query], seed: int
) -> list[Reply]:
    """All answers, or, where the batch as a whole fails, each by itself."""
    try:
        rngs = [generator(seed, name, case) for case, _ in queries]
        answers = system.answer_many([query for _, query in queries], rngs)
        if len(answers) == len(queries):
            return [_checked(case, a) for (case, _), a in zip(queries, answers, strict=True)]
    except Exception:  # noqa: BLE001, S110 - each query is asked again below, and its error kept
        pass
    return [_answer_one(system, name, query, seed) for query in queries]


def _answer_one(system: System, name: str, query: Query, seed: int) -> Reply:
    case, content = query
    try:
        return _checked(case, system.answer(content, generator(seed, name, case)))
    except Exception as error:  # noqa: BLE001 - a system may raise anything: it becomes a record
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return case, None, _encodable(f"{type(error).__name__}: {error} ({where})")


def _checked(case: str, answer: Any) -> Reply:
    fault = _fault(answer)
    if fault:
        return case, None, _encodable(f"nonsense: {fault}")
    scores = None if answer.scores is None else tuple(map(float, answer.scores))
    return case, Answer(tuple(answer.items), scores, answer.detail), None


def _fault(answer: Any) -> str | None:
    """What is wrong with an answer, in words; None when nothing is."""
    if not isinstance(answer, Answer):
        return f"returned {type(answer).__name__} {str(answer)[:80]!r} instead of an Answer"
    return _item_fault(answer.items) or _score_fault(answer) or _detail_fault(answer.detail)


def _item_fault(items: Any) -> str | None:
    if not isinstance(items, tuple | list):
        return f"its items are a {type(items).__name__}; give a tuple of ids"
    for item in items:
        if not isinstance(item, str):
            return f"item {str(item)[:80]!r} is a {type(item).__name__} and not text"
    if len(set(items)) != len(items):
        return "an item stands twice in the list"
    whole = "".join(items)
    return None if _encodable(whole) == whole else "an item is not valid Unicode text"


def _score_fault(answer: Answer) -> str | None:
    if answer.scores is None:
        return None
    if len(answer.scores) != len(answer.items):
        return f"{len(answer.items)} items but {len(answer.scores)} scores"
    finite = all(isinstance(s, Real) and math.isfinite(s) for s in answer.scores)
    return None if finite else "a score is not a finite number"


def _detail_fault(detail: Any) -> str | None:
    try:
        json.dumps(detail, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        return f"its detail is not plain JSON: {error}"
    return None


def _encodable(text: str) -> str:
    """Half of a surrogate pair is text to Python, and to no file."""
    return text.encode(errors="backslashreplace").decode()


def _end_with_parent(lifeline: int) -> None:
    """The pipe closes when the parent is gone, however it went."""
    os.read(lifeline, 1)
    os._exit(1)
