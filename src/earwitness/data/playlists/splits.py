"""Which songs count as the catalogue, and which playlists train, validate and test."""

import random
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists
from earwitness.domain import generator
from earwitness.errors import StudyError

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SplitOptions:
    """How playlists are filtered and divided.

    A song is in the catalogue when at least `min_count` playlists hold it: playlists of train
    (`counted = "train"`), or all, test included, as a model trained on everything has it
    (`counted = "all"`). A playlist must hold `min_length` songs of the catalogue. The rest is
    divided 80/10/10 at random, or by time, the last changed for test (`by`).
    """

    counted: Literal["train", "all"] = "train"
    by: Literal["random", "time"] = "random"
    min_count: int = 2
    min_length: int = 5
    seed: int = 42

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if self.min_length < 2:
            raise StudyError(f"min_length is {self.min_length}; use 2 or more: a seed and a target")
        if self.min_count < 0:
            raise StudyError(f"min_count is {self.min_count}; use 0 or more")


@dataclass(frozen=True)
class Removed:
    """What the filter took from one part: of `playlists` and `entries`, so many.

    `entries_removed` counts songs outside the catalogue in the playlists that stayed: for test,
    targets (or seeds) that a case would else have had.
    """

    playlists: int
    playlists_removed: int
    entries: int
    entries_removed: int


@dataclass(frozen=True)
class Split:
    """The three parts, of catalogue songs only, and what was removed from each by its name.

    `too_short` playlists were left out before the division.
    """

    catalogue: NDArray[np.bool_]
    too_short: int
    train: Playlists
    validation: Playlists
    test: Playlists
    removed: dict[str, Removed]


def split(playlists: Playlists, songs: int, options: SplitOptions) -> Split:
    """Filter and divide the playlists of a catalogue of so many songs."""
    if options.counted == "all":
        # As the source has it: the filter first, then the division of what stays.
        catalogue = play_counts(playlists, songs) >= options.min_count
        lengths = keep_songs(playlists, catalogue).lengths
    else:
        lengths = playlists.lengths
    left = np.flatnonzero(lengths >= options.min_length)
    places = _divide(playlists, left, options)
    if options.counted == "train":
        catalogue = play_counts(playlists.take(places[0]), songs) >= options.min_count
    parts, removed = {}, {}
    for name, part in zip(("train", "validation", "test"), places, strict=True):
        parts[name], removed[name] = _filter(playlists.take(part), catalogue, options.min_length)
    return Split(catalogue, len(playlists) - len(left), **parts, removed=removed)


def play_counts(playlists: Playlists, songs: int) -> NDArray[np.int64]:
    """How many playlists hold each song."""
    return np.bincount(playlists.tracks, minlength=songs)


def keep_songs(playlists: Playlists, songs: NDArray[np.bool_]) -> Playlists:
    """The playlists without the songs that are not marked; some may become empty."""
    kept = songs[playlists.tracks]
    starts = np.concatenate([[0], np.cumsum(kept)])[playlists.starts]
    return Playlists(playlists.ids, starts, playlists.tracks[kept], playlists.updated)


def split_random(places: Places, seed: int) -> tuple[Places, Places, Places]:
    """80/10/10 of the shuffled places, as the source document divides."""
    shuffled = places.tolist()
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - a split, not a secret
    return _cut(np.array(shuffled, np.int64))


def split_by_time(places: Places, updated: NDArray[np.int64]) -> tuple[Places, Places, Places]:
    """80/10/10 in the order of the last change. Playlists without a date come first: into train."""
    return _cut(places[np.argsort(updated[places], kind="stable")])


@dataclass(frozen=True)
class HeldOut:
    """Songs that train does not know: `songs` marks them, `train` is without them."""

    songs: NDArray[np.bool_]
    train: Playlists


def hold_out(train: Playlists, songs: int, share: float, seed: int) -> HeldOut:
    """Make a share of the songs in train cold, chosen at random, popular and rare ones alike."""
    if not 0 < share < 1:
        raise StudyError(f"the share of songs to hold out is {share}; use more than 0, less than 1")
    known = np.flatnonzero(play_counts(train, songs))
    chosen = generator(seed, "hold out").permutation(known)[: round(share * len(known))]
    cold = np.zeros(songs, dtype=bool)
    cold[chosen] = True
    left = keep_songs(train, ~cold)
    return HeldOut(cold, left.take(np.flatnonzero(left.lengths)))


def _divide(
    playlists: Playlists, places: Places, options: SplitOptions
) -> tuple[Places, Places, Places]:
    if options.by == "random":
        return split_random(places, options.seed)
    if not playlists.updated[places].any():
        raise StudyError('no playlist has a date, so none is later; split by "random"')
    return split_by_time(places, playlists.updated)


def _cut(places: Places) -> tuple[Places, Places, Places]:
    first = int(0.8 * len(places))
    second = first + int(0.1 * len(places))
    return places[:first], places[first:second], places[second:]


def _filter(
    playlists: Playlists, catalogue: NDArray[np.bool_], min_length: int
) -> tuple[Playlists, Removed]:
    inside = keep_songs(playlists, catalogue)
    stays = np.flatnonzero(inside.lengths >= min_length)
    kept = inside.take(stays)
    return kept, Removed(
        playlists=len(playlists),
        playlists_removed=len(playlists) - len(kept),
        entries=len(playlists.tracks),
        entries_removed=int(playlists.lengths[stays].sum()) - len(kept.tracks),
    )
