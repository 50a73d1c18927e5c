"""A programme: n songs with the best total fit, within limits of load and of sameness.

Songs are taken greedily, best fit first, each if the limits still allow it. Then single songs are
exchanged for better ones as long as that is possible. The same is done with the lightest songs
taken first, and the better of the two programmes stands. The result hangs on nothing but the
input. With one limit a programme is found whenever there is one; with several, one may be missed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from earwitness.errors import InputError
from earwitness.systems.repertoire.fit import Recommendation
from earwitness.systems.repertoire.load import Voice, load_of, minutes
from earwitness.systems.repertoire.shelf import Floats


@dataclass(frozen=True, slots=True)
class Limits:
    """None sets no limit. Songs whose load is not known are left out where it is limited.

    `minutes` is the time of singing, `cycles` the dose of vocal-fold vibrations,
    `passaggio_seconds` the time in the voice's passaggio, each over the whole programme. The
    others say how many songs may share a composer, a language, a set. Of the lines of one score a
    programme takes one at most.
    """

    minutes: float | None = None
    cycles: float | None = None
    passaggio_seconds: float | None = None
    per_composer: int | None = None
    per_language: int | None = None
    per_set: int | None = None


LOADS = ("minutes", "cycles", "passaggio_seconds")
SHARED: Mapping[str, Callable[[Recommendation], str]] = {
    "per_composer": lambda one: one.song.composer,
    "per_language": lambda one: one.song.language,
    "per_set": lambda one: one.song.set and f"{one.song.composer} · {one.song.set}",
}


@dataclass(frozen=True, slots=True)
class Programme:
    """The songs in the order of their fit, their loads, and the limits that cost fit.

    A limit binds when the programme without it would fit better.
    """

    songs: tuple[Recommendation, ...]
    loads: Mapping[str, float]
    binding: tuple[str, ...]

    @property
    def fit(self) -> float:
        return sum(one.fit for one in self.songs)


def build_programme(
    candidates: Sequence[Recommendation], number: int, limits: Limits, voice: Voice | None = None
) -> Programme:
    """Choose `number` songs; InputError says which limit leaves no programme."""
    if number < 1:
        raise InputError(f"a programme of {number} songs was asked for; ask for 1 or more")
    if limits.passaggio_seconds is not None and voice is None:
        raise InputError("a limit on the passaggio needs a voice type: name one")
    chosen = _Choice(candidates, number, limits, voice).solve()
    if chosen is None:
        raise InputError(_reason(candidates, number, limits, voice))
    freer = {
        name: _Choice(candidates, number, replace(limits, **{name: None}), voice).solve() or chosen
        for name in _set(limits)
    }
    # A search without one limit may come upon a better programme that keeps it all the same.
    best = max(
        [
            chosen,
            *(other for other in freer.values() if _Choice(other, number, limits, voice).solve()),
        ],
        key=_fit,
    )
    known = _loads(best, voice)
    totals = {name: float(sum(known[name])) for name in LOADS if np.isfinite(known[name]).all()}
    binding = tuple(name for name, other in freer.items() if _fit(other) > _fit(best) + 1e-9)
    return Programme(tuple(best), totals, binding)


class _Choice:
    """The choice of `number` songs among candidates that are sorted by fit."""

    def __init__(
        self, candidates: Sequence[Recommendation], number: int, limits: Limits, voice: Voice | None
    ) -> None:
        self.number = number
        loads = _loads(candidates, voice)
        asked = {name: getattr(limits, name) for name in _set(limits)}
        known = np.ones(len(candidates), dtype=bool)
        for name in asked.keys() & loads.keys():
            known &= np.isfinite(loads[name])
        self.songs = [one for one, keep in zip(candidates, known, strict=True) if keep]
        self.budgets = [(loads[name][known], asked[name]) for name in LOADS if name in asked]
        self.caps = [(_groups(self.songs, name), asked[name]) for name in SHARED if name in asked]
        self.caps.append((np.array([one.song.filename for one in self.songs], dtype=np.str_), 1))

    def solve(self) -> list[Recommendation] | None:
        """The songs in the order of their fit; None where none were found within the limits."""
        found = []
        for order in (range(len(self.songs)), self._lightest_first()):
            chosen = self._fill(order)
            while chosen is not None:
                best, chosen = chosen, self._exchange(chosen)
                if chosen is None:
                    found.append([self.songs[place] for place in sorted(best)])
        return max(found, key=_fit, default=None)

    def _fill(self, order: Iterable[int]) -> list[int] | None:
        """Songs taken in this order where the limits allow; None if they do not suffice."""
        chosen: list[int] = []
        free = self._free(chosen)
        for place in order:
            if free[place]:
                chosen.append(place)
                free = self._free(chosen)
            if len(chosen) == self.number:
                return chosen
        return None

    def _lightest_first(self) -> list[int]:
        """By the largest part of any budget that a song takes."""
        parts = [loads / max(budget, 1e-9) for loads, budget in self.budgets]
        heaviest = np.max([np.zeros(len(self.songs)), *parts], axis=0)
        return [int(place) for place in np.argsort(heaviest, kind="stable")]

    def _exchange(self, chosen: list[int]) -> list[int] | None:
        """The weakest song that can be exchanged for a better one is, for the best such."""
        for old in sorted(chosen, reverse=True):
            rest = [place for place in chosen if place != old]
            better = np.flatnonzero(self._free(rest)[:old])
            if len(better):
                return [*rest, int(better[0])]
        return None

    def _free(self, chosen: list[int]) -> NDArray[np.bool_]:
        """Which songs may be added to the chosen ones."""
        free = np.ones(len(self.songs), dtype=bool)
        free[chosen] = False
        for loads, budget in self.budgets:
            free &= loads[chosen].sum() + loads <= budget + 1e-9
        for groups, cap in self.caps:
            names, counts = np.unique(groups[chosen], return_counts=True)
            free &= ~np.isin(groups, names[(counts >= cap) & (names != "")])
        return free


def _reason(
    candidates: Sequence[Recommendation], number: int, limits: Limits, voice: Voice | None
) -> str:
    """Which limit leaves no programme: the first that fails alone."""
    if len(candidates) < number:
        return (
            f"{number} songs were asked for and {len(candidates)} fit the singer; "
            "ask for fewer, or loosen the filters"
        )
    for name in _set(limits):
        alone = replace(Limits(), **{name: getattr(limits, name)})
        if _Choice(candidates, number, alone, voice).solve() is None:
            return (
                f"no programme of {number} songs keeps the limit {name} = "
                f"{getattr(limits, name):g}; raise it, or ask for fewer songs"
            )
    names = ", ".join(_set(limits))
    return (
        f"no programme of {number} songs was found that keeps the limits {names} together; "
        "raise one, or ask for fewer songs"
    )


def _set(limits: Limits) -> list[str]:
    """The names of the limits that are set."""
    return [one.name for one in fields(limits) if getattr(limits, one.name) is not None]


def _groups(songs: Sequence[Recommendation], name: str) -> NDArray[np.str_]:
    """What the songs may share; an empty name is shared with none."""
    return np.array([SHARED[name](one) for one in songs], dtype=np.str_)


def _loads(songs: Sequence[Recommendation], voice: Voice | None) -> dict[str, Floats]:
    """Each load, one value a song; nan where it is not known."""
    rows = []
    for one in songs:
        load = load_of(one.song, one.shift, voice)
        rows.append((minutes(one.song), load.cycles, load.passaggio_seconds))
    table = np.array(rows, dtype=float).reshape(-1, len(LOADS))
    return dict(zip(LOADS, table.T, strict=True))


def _fit(songs: Sequence[Recommendation]) -> float:
    return sum(one.fit for one in songs)
