"""Anyone's system, named in a study file as "package.module:Name".

A class is made once, with what it asks for by name of what the study offers (such as `songs`) and
its options; it needs a method `answer(query, rng)`, and may have `answer_many(queries, rngs)`. A
function is called for every case, with the query first and the rest by name. Both may return an
`Answer`, a list of ids best first, a list of (id, score) pairs, or a mapping id -> score.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from numbers import Real
from typing import Any

import numpy as np

from earwitness.domain import Answer, System
from earwitness.domain.naming import named, nearest
from earwitness.errors import StudyError


def find(name: str, built_in: Mapping[str, Any]) -> Any:
    """What the name of a built-in system, or "package.module:Name", stands for."""
    if name in built_in:
        return built_in[name]
    if ":" not in name:
        raise StudyError(
            f'{name!r} names no system{nearest(name, built_in)}; use "package.module:Name" or one '
            f"of: {', '.join(built_in)}"
        )
    return named(name)


def load(
    name: str,
    offered: Mapping[str, Any],
    options: Mapping[str, Any],
    built_in: Mapping[str, Any],
) -> System:
    """The system of that name, made with what it asks for by name of `offered` and `options`."""
    thing = find(name, built_in)
    if inspect.isclass(thing):
        made: Any = _call(thing, name, _wanted(thing, name, offered, options, skip=0))
        if name in built_in:
            built: System = made
            return built
        if not _takes(getattr(made, "answer", None), 2):
            raise StudyError(f"{name!r} has no method answer(query, rng)")
        return OwnBatch(made) if callable(getattr(made, "answer_many", None)) else Own(made.answer)
    if callable(thing):
        parameters = _parameters(thing, name)
        if not parameters or parameters[0].kind in {Parameter.KEYWORD_ONLY, Parameter.VAR_KEYWORD}:
            raise StudyError(f"{name!r} takes no query; write it as {name}(query, songs)")
        wanted = _wanted(thing, name, offered, options, skip=1)
        return Own(_Function(thing, wanted, takes_rng="rng" in {p.name for p in parameters}))
    raise StudyError(f"{name!r} is a {type(thing).__name__}; a system is a class or a function")


@dataclass(frozen=True)
class _Function:
    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    takes_rng: bool

    def __call__(self, query: Mapping[str, Any], rng: np.random.Generator) -> Any:
        extra = {"rng": rng} if self.takes_rng else {}
        return self.function(query, **self.arguments, **extra)


@dataclass(frozen=True)
class Own:
    """Someone's way of answering one query."""

    reply: Callable[[Mapping[str, Any], np.random.Generator], Any]

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        return as_answer(self.reply(query, rng))


@dataclass(frozen=True)
class OwnBatch:
    """Someone's system that answers many queries at once."""

    made: Any

    def answer(self, query: Mapping[str, Any], rng: np.random.Generator) -> Answer:
        return as_answer(self.made.answer(query, rng))

    def answer_many(
        self, queries: Sequence[Mapping[str, Any]], rngs: Sequence[np.random.Generator]
    ) -> list[Answer]:
        return [as_answer(reply) for reply in self.made.answer_many(queries, rngs)]


def as_answer(reply: Any) -> Answer:
    """An `Answer` from what people naturally return; anything else is refused in words."""
    if isinstance(reply, Answer):
        return reply
    if isinstance(reply, Mapping):
        pairs = sorted(reply.items(), key=lambda pair: (-float(pair[1]), str(pair[0])))
        return _from_pairs(pairs)
    if isinstance(reply, Sequence | np.ndarray) and not isinstance(reply, str | bytes):
        rows = list(reply)
        if rows and all(_is_pair(row) for row in rows):
            return _from_pairs(rows)
        if all(isinstance(row, str | int | np.integer) for row in rows):
            return Answer(tuple(str(row) for row in rows))
    raise TypeError(
        f"returned {str(reply)[:80]!r}; return a list of ids, of (id, score) pairs, or an Answer"
    )


def _is_pair(row: Any) -> bool:
    return isinstance(row, tuple | list) and len(row) == 2 and isinstance(row[1], Real)


def _from_pairs(pairs: Sequence[Sequence[Any]]) -> Answer:
    return Answer(tuple(str(i) for i, _ in pairs), tuple(float(s) for _, s in pairs))


def _wanted(
    thing: Callable[..., Any],
    name: str,
    offered: Mapping[str, Any],
    options: Mapping[str, Any],
    *,
    skip: int,
) -> dict[str, Any]:
    """The arguments to give: what is asked for by name; everything else is a clear error."""
    parameters = _parameters(thing, name)[skip:]
    names = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters)
    unknown = [key for key in options if key not in names and not takes_any]
    if unknown:
        raise StudyError(
            f"{name!r} takes no option {unknown[0]!r}; it takes: {', '.join(names) or 'none'}"
        )
    given = {key: value for key, value in offered.items() if key in names} | dict(options)
    lacking = [
        p.name
        for p in parameters
        if p.name in names and p.default is p.empty and p.name not in {*given, "rng"}
    ]
    if lacking:
        raise StudyError(
            f"{name!r} asks for {lacking[0]!r}, which is neither an option nor offered by the "
            f"study; offered: {', '.join(offered) or 'nothing'}"
        )
    return given


def _parameters(thing: Callable[..., Any], name: str) -> list[Parameter]:
    try:
        return list(inspect.signature(thing).parameters.values())
    except (TypeError, ValueError) as error:
        raise StudyError(f"{name!r} cannot be a system: {error}") from error


def _takes(method: Any, arguments: int) -> bool:
    """Whether it can be called with so many arguments."""
    if not callable(method):
        return False
    try:
        inspect.signature(method).bind(*range(arguments))
    except TypeError:
        return False
    except ValueError:
        return True  # a method of a compiled class does not tell
    return True


def _call(thing: Callable[..., Any], name: str, arguments: Mapping[str, Any]) -> Any:
    try:
        return thing(**arguments)
    except Exception as error:
        raise StudyError(f"{name!r} could not be made: {type(error).__name__}: {error}") from error
