"""Cases: a playlist shows one or more seeds, and the system is to find the rest."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from earwitness.catalogue import Playlists, Tracks
from earwitness.catalogue.tracks import UNKNOWN
from earwitness.domain import Case, generator
from earwitness.errors import StudyError

Policy = Literal["first", "random", "rare", "popular"]
Direction = Literal["cold->warm", "warm->cold", "cold->cold"]

SLICES = ("head", "middle", "tail")
"""Songs by how often train plays them; each slice holds a third of all plays."""


@dataclass(frozen=True, slots=True)
class CaseOptions:
    """What a case shows and asks.

    `seeds` songs of the playlist are shown, chosen by `policy`: the first ones, random ones, or
    those that train plays least or most (of equals, the earlier). The others are the targets. The
    system is to name `k` songs. `seed` is for random choices.
    """

    k: int = 20
    policy: Policy = "first"
    seeds: int = 1
    seed: int = 42

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        for name in ("k", "seeds"):
            if getattr(self, name) < 1:
                raise StudyError(f"{name} is {getattr(self, name)}; use 1 or more")


def make_cases(
    playlists: Playlists,
    tracks: Tracks,
    counts: NDArray[np.int64],
    options: CaseOptions,
    direction: Direction | None = None,
) -> list[Case]:
    """A case for each playlist that has seeds enough and a target left; others give none.

    `counts` says how often train plays each song; one that it never plays is cold. With a
    direction, only cold (or warm) songs of a playlist can be seeds, and only cold (or warm) ones
    are targets. A case is named by its playlist.
    """
    slices = popularity_slices(counts)
    wants = direction.split("->") if direction else ["", ""]
    cases = []
    for name, songs in zip(playlists.ids, playlists, strict=True):
        eligible = _of_warmth(songs, counts, wants[0])
        if len(eligible) < options.seeds:
            continue
        seeds = _choose(eligible, counts, options, name)
        rest = songs[~np.isin(songs, seeds)]
        targets = _of_warmth(rest, counts, wants[1])
        if len(targets):
            cases.append(_case(name, seeds, targets, tracks, counts, slices, options.k))
    return cases


def popularity_slices(counts: NDArray[np.int64]) -> NDArray[np.int8]:
    """The place of each song's slice in SLICES; cold songs are of the tail."""
    order = np.argsort(-counts, kind="stable")
    before = np.cumsum(counts[order]) - counts[order]
    slices = np.full(len(counts), len(SLICES) - 1, np.int8)
    played = counts[order] > 0
    slices[order[played]] = 3 * before[played] // max(int(counts.sum()), 1)
    return slices


def case_lines(cases: Iterable[Case]) -> str:
    """The source's `eval_cases` as JSON lines: playlist_id, seed_song_id, target_song_ids.

    Where a case shows several seeds, the first is seed_song_id and all are seed_song_ids. Ids that
    are numbers are written as numbers.
    """
    lines = []
    for case in cases:
        seeds = [_plain(name) for name in case.query["seeds"]]
        several = {"seed_song_ids": seeds} if len(seeds) > 1 else {}
        line = {
            "playlist_id": _plain(case.truth["playlist_id"]),
            "seed_song_id": seeds[0],
            **several,
            "target_song_ids": [_plain(name) for name in case.truth["relevant"]],
        }
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    return "".join(lines)


def _of_warmth(
    songs: NDArray[np.int32], counts: NDArray[np.int64], warmth: str
) -> NDArray[np.int32]:
    if not warmth:
        return songs
    cold: NDArray[np.bool_] = counts[songs] == 0
    return songs[cold if warmth == "cold" else ~cold]


def _choose(
    songs: NDArray[np.int32], counts: NDArray[np.int64], options: CaseOptions, name: str
) -> NDArray[np.int32]:
    match options.policy:
        case "first":
            order = np.arange(len(songs))
        case "random":
            order = generator(options.seed, "seeds", name).permutation(len(songs))
        case "rare":
            order = np.argsort(counts[songs], kind="stable")
        case "popular":
            order = np.argsort(-counts[songs], kind="stable")
    return songs[order[: options.seeds]]


def _case(
    name: str,
    seeds: NDArray[np.int32],
    targets: NDArray[np.int32],
    tracks: Tracks,
    counts: NDArray[np.int64],
    slices: NDArray[np.int8],
    k: int,
) -> Case:
    first = int(seeds[0])
    genre = None if tracks.genre[first] == UNKNOWN else tracks.genres[tracks.genre[first]]
    return Case(
        id=name,
        query={"seeds": _ids(tracks, seeds), "k": k},
        truth={"relevant": _ids(tracks, targets), "seed_genre": genre, "playlist_id": name},
        groups={
            "playlist": name,
            "popularity": SLICES[slices[first]],
            "genre": genre or "unknown",
            "warmth": "warm" if counts[first] else "cold",
        },
    )


def _ids(tracks: Tracks, codes: NDArray[np.int32]) -> Sequence[str]:
    return [tracks.ids[code] for code in codes.tolist()]


def _plain(name: str) -> int | str:
    return int(name) if name.isdecimal() and str(int(name)) == name else name
