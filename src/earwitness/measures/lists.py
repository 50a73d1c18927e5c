"""What a recommended list is like, whether or not its items are right.

Three axes: how varied it is (artists, genres, distance), what would look odd in it (one artist
everywhere, another genre than the seed's), how well known its items are. A list is the first k
places of an answer. Four conventions hold for all:

- `truth["facts"]` holds the `ItemFacts` of the catalogue, one object for all cases.
- Of an item that is named twice only the first place counts.
- An item of which a fact is not known is left out of that fact's count, and never guessed.
- A list of which nothing is known has no score: undefined, not zero. A list without items has no
  artists and no genres, which is 0; its shares, means and distances are undefined.

More variety is not better by itself: a random list has most. Read these beside recall.

Sources: Ziegler et al., Improving recommendation lists through topic diversification, WWW 2005
(intra-list similarity); Zhou et al., Solving the apparent diversity-accuracy dilemma of
recommender systems, PNAS 107(10), 2010 (novelty as self-information).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Answer, Direction, MeasureInfo
from earwitness.errors import StudyError
from earwitness.measures import truth as truths_of
from earwitness.measures.facts import EMPTY, UNKNOWN, Codes, Lists
from earwitness.measures.ranking import check_cutoff

Floats = NDArray[np.float64]
BLOCK = 1024
"""So many lists of vectors are gathered at a time, to bound the memory."""


@dataclass(frozen=True)
class ListMeasure(ABC):
    """What the list measures share: places after the cutoff k do not count.

    There is one formula, over many lists at once; a single answer is a batch of one.
    """

    cutoff: int

    def __post_init__(self) -> None:
        if self.cutoff is None:
            raise StudyError("a list measure needs a cutoff; write it after @")
        check_cutoff(self.cutoff)

    def __str__(self) -> str:
        return self.info.label

    @property
    @abstractmethod
    def info(self) -> MeasureInfo: ...

    @abstractmethod
    def of(self, lists: Lists) -> Floats:
        """The scores of lists that are cut to the cutoff; nan where undefined."""

    def score(self, answer: Answer, truth: Mapping[str, Any]) -> float | None:
        """The score of one answer."""
        value = float(self.of(Lists.from_answers([answer], [truth], self.cutoff))[0])
        return None if np.isnan(value) else value

    def score_lists(self, lists: Lists) -> Floats:
        """The scores of many answers at once; nan where undefined."""
        return self.of(lists.cut(self.cutoff))


@dataclass(frozen=True)
class ListLength(ListMeasure):
    """How many of the k places hold an item, 0 to k."""

    @property
    def info(self) -> MeasureInfo:
        k = self.cutoff
        about = f"How many of the {k} places that a list may have hold an item."
        return MeasureInfo(f"ListLength@{k}", "Length of the list", "higher", 0.0, k, 0.0, about)

    def of(self, lists: Lists) -> Floats:
        return lists.lengths.astype(float)


@dataclass(frozen=True)
class ShortList(ListMeasure):
    """1 if the list holds fewer than k items, else 0; lower is better."""

    @property
    def info(self) -> MeasureInfo:
        about = f"The share of lists with fewer than {self.cutoff} items."
        label = f"ShortList@{self.cutoff}"
        return MeasureInfo(label, "Short lists", "lower", 0.0, 1.0, 1.0, about)

    def of(self, lists: Lists) -> Floats:
        return (lists.lengths < self.cutoff).astype(float)


@dataclass(frozen=True)
class UniqueArtists(ListMeasure):
    """How many different artists stand in the list, 0 to k."""

    @property
    def info(self) -> MeasureInfo:
        k = self.cutoff
        about = f"How many different artists stand among the first {k} items."
        return MeasureInfo(f"UniqueArtists@{k}", "Different artists", "higher", 0.0, k, 0.0, about)

    def of(self, lists: Lists) -> Floats:
        return _distinct(lists.facts.of(lists.facts.artist, lists.items), lists.lengths)


@dataclass(frozen=True)
class UniqueGenres(ListMeasure):
    """How many different main genres stand in the list, 0 to k."""

    @property
    def info(self) -> MeasureInfo:
        k = self.cutoff
        about = f"How many different main genres stand among the first {k} items."
        return MeasureInfo(f"UniqueGenres@{k}", "Different genres", "higher", 0.0, k, 0.0, about)

    def of(self, lists: Lists) -> Floats:
        return _distinct(lists.facts.of(lists.facts.genre, lists.items), lists.lengths)


@dataclass(frozen=True)
class ShareMeasure(ListMeasure):
    """A number of items, divided by the cutoff k or by the number of items in the list.

    Division by k rewards short lists where a low share is better, and punishes them where a high
    one is. Both are the same for full lists.
    """

    by: Literal["cutoff", "length"] = field(default="cutoff", kw_only=True)

    @abstractmethod
    def counted(self, lists: Lists) -> Floats:
        """The number of items to divide; nan where undefined."""

    def of(self, lists: Lists) -> Floats:
        lengths = np.where(lists.lengths > 0, lists.lengths, np.nan)
        return self.counted(lists) / (self.cutoff if self.by == "cutoff" else lengths)

    def card(self, name: str, title: str, direction: Direction, what: str) -> MeasureInfo:
        """`what` are the items that are counted, as the subject of a sentence."""
        worst = {"higher": 0.0, "lower": 1.0}[direction]
        if self.by == "cutoff":
            label, about = name, f"The share of the {self.cutoff} places that {what} hold."
        else:
            label, title = f"{name}/length", f"{title} of the list's length"
            about = f"The share of the items among the first {self.cutoff} that {what} are."
        return MeasureInfo(f"{label}@{self.cutoff}", title, direction, 0.0, 1.0, worst, about)


@dataclass(frozen=True)
class MaxArtistShare(ShareMeasure):
    """The share of the list that its most frequent artist holds; lower is better.

    max over artists of n(artist) / k. Undefined where no artist is known.
    """

    @property
    def info(self) -> MeasureInfo:
        what = "songs of the most frequent artist"
        return self.card("MaxArtistShare", "Largest artist share", "lower", what)

    def counted(self, lists: Lists) -> Floats:
        return _most_frequent(lists.facts.of(lists.facts.artist, lists.items))


@dataclass(frozen=True)
class SeedGenreRatio(ShareMeasure):
    """The share of the list that has the main genre of a seed in `truth["seeds"]`.

    An item of unknown genre does not have it. Undefined where no seed's genre is known.
    """

    @property
    def info(self) -> MeasureInfo:
        what = "songs of the seed's main genre"
        return self.card("SeedGenreRatio", "Share of the seed's genre", "higher", what)

    def counted(self, lists: Lists) -> Floats:
        facts = lists.facts
        seeds = [truths_of.ids(truth, "seeds") for truth in lists.truths]
        codes = np.full((len(seeds), max(map(len, seeds), default=0)), EMPTY)
        for row, ids in zip(codes, seeds, strict=True):
            row[: len(ids)] = [facts.code.get(seed, UNKNOWN) for seed in ids]
        wanted = facts.of(facts.genre, codes)
        genres = facts.of(facts.genre, lists.items)
        same = (genres[:, :, None] == wanted[:, None, :]).any(axis=2) & (genres >= 0)
        return np.where((wanted >= 0).any(axis=1), same.sum(axis=1), np.nan)


@dataclass(frozen=True)
class Popularity(ListMeasure):
    """The mean, over the list, of the number of training playlists that hold an item.

    Undefined where no item is in the catalogue.
    """

    @property
    def info(self) -> MeasureInfo:
        about = "In how many training playlists a recommended item stands, on average."
        label = f"Popularity@{self.cutoff}"
        return MeasureInfo(label, "Popularity", "neither", 0.0, None, None, about)

    def of(self, lists: Lists) -> Floats:
        return _mean(lists.facts.plays.astype(float), lists.items)


@dataclass(frozen=True)
class Novelty(ListMeasure):
    """The mean, over the list, of −log2((plays + 1) / (playlists + 1)), in bits.

    The surprise of meeting an item in a training playlist drawn at random: 0 for one that stands
    in all. One is added to both counts, so that an item that no playlist holds is the most novel
    and not infinitely so. Undefined where no item is in the catalogue.
    """

    @property
    def info(self) -> MeasureInfo:
        about = "How rare the recommended items are in training playlists, on average, in bits."
        label = f"Novelty@{self.cutoff}"
        return MeasureInfo(label, "Novelty", "neither", 0.0, None, None, about)

    def of(self, lists: Lists) -> Floats:
        facts = lists.facts
        return _mean(np.log2(facts.playlists + 1) - np.log2(facts.plays + 1), lists.items)


@dataclass(frozen=True)
class IntraListDistance(ListMeasure):
    """The mean of 1 − cos over all pairs of items in the list that have vectors, 0 to 2.

    Undefined for fewer than two of them, and where the facts hold no vectors.
    """

    @property
    def info(self) -> MeasureInfo:
        about = "How far the items of a list lie from each other on average (1 − cosine)."
        label = f"IntraListDistance@{self.cutoff}"
        return MeasureInfo(label, "Distance within the list", "higher", 0.0, 2.0, 0.0, about)

    def of(self, lists: Lists) -> Floats:
        vectors = lists.facts.vectors
        scores = np.full(len(lists.items), np.nan)
        if vectors is not None and len(vectors):
            for start in range(0, len(scores), BLOCK):
                part = slice(start, start + BLOCK)
                scores[part] = _mean_distances(vectors, lists.items[part])
        return scores


def _distinct(codes: Codes, lengths: NDArray[np.int64]) -> Floats:
    """How many different known codes each row has; nan where it has items but no known code."""
    ordered = np.sort(codes, axis=1)
    new = np.diff(ordered, axis=1, prepend=UNKNOWN) > 0
    counts = np.count_nonzero(new, axis=1)
    return np.where((counts > 0) | (lengths == 0), counts, np.nan)


def _most_frequent(codes: Codes) -> Floats:
    """How often each row's most frequent known code stands in it; nan where none is known."""
    ordered = np.sort(codes, axis=1)
    places = np.broadcast_to(np.arange(ordered.shape[1]), ordered.shape)
    new = np.diff(ordered, axis=1, prepend=EMPTY) > 0
    begins = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    runs = np.where(ordered >= 0, places - begins + 1, 0).max(axis=1, initial=0)
    return np.where(runs > 0, runs, np.nan)


def _mean(values: Floats, items: Codes) -> Floats:
    """The mean of the values of each row's known items; nan where none is known."""
    known = items >= 0
    if not len(values):
        return np.full(len(items), np.nan)
    counts = known.sum(axis=1)
    sums = np.where(known, values[items], 0.0).sum(axis=1)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _mean_distances(vectors: NDArray[np.floating], items: Codes) -> Floats:
    """Each row's mean of 1 − cos over pairs, from the length of the sum of its unit vectors.

    |Σu|² = n + 2 Σ cos over pairs, so no pair need be formed.
    """
    rows = vectors[items].astype(np.float64)
    lengths = np.sqrt((rows**2).sum(axis=2))
    known = (items >= 0) & (lengths > 0)
    units = np.where(known[:, :, None], rows, 0.0) / np.where(known, lengths, 1.0)[:, :, None]
    n = known.sum(axis=1)
    together = (units.sum(axis=1) ** 2).sum(axis=1)
    distances = 1 - (together - n) / np.maximum(n * (n - 1), 1)
    return np.where(n > 1, np.clip(distances, 0.0, 2.0), np.nan)
