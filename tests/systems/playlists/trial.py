"""Systems put on trial in a world whose truth is planted."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from earwitness.catalogue import Tracks
from earwitness.data.playlists import Split, SplitOptions, World, hold_out, make_world, split
from earwitness.systems.playlists import (
    Audio,
    CoOccurrence,
    Fused,
    Hybrid,
    Item2Vec,
    Popularity,
    Recommender,
    Reranked,
)
from earwitness.systems.playlists.topk import NONE

K = 20


@dataclass(frozen=True)
class Trial:
    """What each system got: one number a case."""

    recall: dict[str, np.ndarray]
    ndcg: dict[str, np.ndarray]
    artist_share: dict[str, np.ndarray]
    genre_ratio: dict[str, np.ndarray]
    promised: dict[str, np.ndarray]
    """The recall that the planted truth lets one expect."""


def trained(world: World, parts: Split) -> dict[str, Recommender]:
    """The systems, on train alone (in a cold world, without the songs that are held out)."""
    tracks, train = world.tracks, parts.train
    if world.options.cold:
        train = hold_out(train, len(tracks), world.options.cold, seed=42).train
    audio = Audio(np.arange(len(tracks), dtype=np.int32), world.embeddings())
    first = Item2Vec(tracks, train)
    second = Reranked(tracks, first)
    return {
        "popularity": Popularity(tracks, train),
        "co-occurrence": CoOccurrence(tracks, train),
        "stage 1": first,
        "stage 1.5": second,
        "stage 3": Hybrid(tracks, second, audio),
        "fused": Fused(tracks, train, parts.validation, second, audio=audio),
    }


@cache  # the tests come in random order
def run(preset: str, seed: int) -> Trial:
    """Split, train, and ask for K songs after the first song of each test playlist."""
    world = make_world(preset, seed)
    parts = split(world.playlists(), len(world.tracks), SplitOptions())
    lists = list(parts.test)
    seeds = [songs[:1] for songs in lists]
    posterior = world.posterior([own.tolist() for own in seeds])
    results = Trial({}, {}, {}, {}, {})
    for name, system in trained(world, parts).items():
        top = system.top(seeds, K).codes
        _judge(results, name, top, lists, world.tracks)
        results.promised[name] = np.array(
            [
                _promise(world, row[row != NONE], weights, len(own))
                for row, weights, own in zip(top, posterior, lists, strict=True)
            ]
        )
    return results


def _promise(world: World, songs, posterior, length: int) -> float:
    """Σ over the songs of P(in the playlist) = Σ_c P(c | seed) (1 − (1 − p(song | c))^length)."""
    likely = posterior > 1e-6
    p = world.components.probability(songs)[:, likely]
    return float(((1 - (1 - p) ** length) @ posterior[likely]).sum() / (length - 1))


def _judge(results: Trial, name: str, top, lists, tracks: Tracks) -> None:
    hits = np.array([np.isin(row, own[1:]) for row, own in zip(top, lists, strict=True)])
    wanted = np.array([len(own) - 1 for own in lists])
    gain = 1 / np.log2(np.arange(2, K + 2))
    ideal = np.cumsum(gain)[np.minimum(wanted, K) - 1]
    own = tracks.genre[[int(songs[0]) for songs in lists]][:, None]
    most = [np.unique(tracks.artist[row[row != NONE]], return_counts=True)[1] for row in top]
    results.recall[name] = hits.sum(axis=1) / wanted
    results.ndcg[name] = (hits * gain).sum(axis=1) / ideal
    results.artist_share[name] = np.array([counts.max(initial=0) / K for counts in most])
    results.genre_ratio[name] = ((tracks.genre[top] == own) & (top != NONE)).mean(axis=1)
