"""A programme: n songs with the best total fit, within limits of load and of sameness.

Songs are taken greedily, best fit first; a song is passed over when the lightest others could not
fill the programme any more within what is left of a limit. Then single songs are exchanged for
better ones as long as that is possible. The result hangs on nothing but the input.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from earwitness.errors import InputError
from earwitness.systems.repertoire.fit import Recommendation
from earwitness.systems.repertoire.load import Voice, load_of, minutes
from earwitness.systems.repertoire.shelf import Floats


@dataclass(frozen=True, slots=True)
class Limits:
    """None sets no limit. Songs whose load is not known are left out where it is limited.

    `minutes` is the length with rests, `cycles` the dose of vocal-fold vibrations,
    `passaggio_seconds` the time in the voice's passaggio, each over the whole programme. The
    others say how many songs may share a composer, a language, a set.
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
    binding = []
    for name in _set(limits):
        freer = _Choice(candidates, number, replace(limits, **{name: None}), voice).solve()
        if freer is not None and _fit(freer) > _fit(chosen) + 1e-9:
            binding.append(name)
    known = _loads(chosen, voice)
    totals = {name: float(sum(known[name])) for name in LOADS if np.isfinite(known[name]).all()}
    return Programme(tuple(chosen), totals, tuple(binding))


class _Choice:
    """The choice of `number` songs among candidates that are sorted by fit."""

    def __init__(
        self,
        candidates: Sequence[Recommendation],
        number: int,
        limits: Limits,
        voice: Voice | None,
    ) -> None:
        self.number = number
        self.limits = limits
        loads = _loads(candidates, voice)
        self.caps = {name: getattr(limits, name) for name in _set(limits)}
        self.budgets = {name: cap for name, cap in self.caps.items() if name in LOADS}
        known = np.ones(len(candidates), dtype=bool)
        for name in self.budgets:
            known &= np.isfinite(loads[name])
        self.songs = [one for one, keep in zip(candidates, known, strict=True) if keep]
        self.loads = {name: loads[name][known] for name in self.budgets}

    def solve(self) -> list[Recommendation] | None:
        """The songs in the order of their fit; None where the limits leave none."""
        chosen: list[int] = []
        for place in range(len(self.songs)):
            if len(chosen) == self.number:
                break
            if self._allowed([*chosen, place]) and self._can_be_filled([*chosen, place]):
                chosen.append(place)
        if len(chosen) < self.number:
            return None
        while (better := self._exchange(chosen)) is not None:
            chosen = better
        return [self.songs[place] for place in chosen]

    def _exchange(self, chosen: list[int]) -> list[int] | None:
        """One song replaced by a better one; the best such exchange of the weakest song first."""
        for old in sorted(chosen, reverse=True):
            rest = [place for place in chosen if place != old]
            for new in range(old):
                if new not in rest and self._allowed([*rest, new]):
                    return sorted([*rest, new])
        return None

    def _allowed(self, chosen: Sequence[int]) -> bool:
        """Whether these songs keep all limits."""
        for name, loads in self.loads.items():
            if loads[list(chosen)].sum() > self.budgets[name] + 1e-9:
                return False
        for name, shared in SHARED.items():
            if name in self.caps:
                counts = Counter(filter(None, (shared(self.songs[place]) for place in chosen)))
                if max(counts.values(), default=0) > self.caps[name]:
                    return False
        return True

    def _can_be_filled(self, chosen: Sequence[int]) -> bool:
        """Whether the lightest of the other songs would still fit, by each budget alone."""
        missing = self.number - len(chosen)
        for name, loads in self.loads.items():
            others = np.delete(loads, list(chosen))
            lightest = np.sort(others)[:missing].sum()
            if loads[list(chosen)].sum() + lightest > self.budgets[name] + 1e-9:
                return False
        return True


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
