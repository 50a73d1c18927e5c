"""Singers made from songs, and what is asked on their behalf.

Every function turns a library into cases. A case's id is the id of the song that its singer was
made from (and, for perturbations, what was changed); its truth names the song to be found and how
many songs are candidates; its group "set" is the cycle that the song belongs to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from earwitness.domain import Case, generator, hash_order
from earwitness.music.singer import Singer, singer_from_histogram
from earwitness.music.song import PITCHES, Song, Songs

KINDS = ("add a favourite", "remove a favourite", "add an avoid", "remove an avoid")
"""The one-note changes of the source's second question."""


def singer_of(song: Song) -> Singer:
    """The source's profile of a song."""
    return singer_from_histogram(song.histogram, song.sounded)


def candidate_counts(songs: Songs) -> NDArray[np.int64]:
    """For each song, how many songs lie within its range, itself included."""
    within = (songs.lows[None, :] >= songs.lows[:, None]) & (
        songs.highs[None, :] <= songs.highs[:, None]
    )
    counts: NDArray[np.int64] = within.sum(axis=1)
    return counts


def self_retrieval_cases(songs: Songs, fewest: int = 2) -> list[Case]:
    """Each song's own profile: is the song itself found? At least `fewest` candidates."""
    return [
        _case(song, singer_of(song), int(count))
        for song, count in zip(songs, candidate_counts(songs), strict=True)
        if count >= fewest
    ]


def noisy_cases(songs: Songs, notes: int, seed: int) -> list[Case]:
    """Self-retrieval where the singer is wrong about `notes` of the favourites.

    Each wrong favourite is replaced by another pitch of the range that was neither a favourite nor
    an avoid. Songs with too few pitches for that are left out.
    """
    cases = []
    for song, count in zip(songs, candidate_counts(songs), strict=True):
        singer = singer_of(song)
        free = [p for p in _span(singer) if p not in {*singer.favourites, *singer.avoids}]
        if count < 2 or len(singer.favourites) < notes or len(free) < notes:
            continue
        rng = generator(seed, "noise", str(notes), song.id)
        wrong = rng.choice(len(singer.favourites), notes, replace=False)
        favourites = list(singer.favourites)
        for place, pitch in zip(wrong, rng.choice(free, notes, replace=False), strict=True):
            favourites[place] = int(pitch)
        cases.append(_case(song, replace(singer, favourites=tuple(favourites)), int(count)))
    return cases


def split_half_cases(songs: Songs, *, whole_histogram: bool) -> list[Case]:
    """A profile, or the whole histogram, of each song's first half: is its second half found?

    All second halves are candidates: no song is left out by its range.
    """
    cases = []
    candidates = halved(songs)
    for song in candidates:
        first = song.halves[0]
        singer = replace(singer_from_histogram(first), strict=False)
        if whole_histogram:
            singer = replace(singer, favourites=(), avoids=(), histogram=tuple(map(float, first)))
        cases.append(_case(song, singer, len(candidates)))
    return cases


def key_cases(songs: Songs, seed: int, furthest: int = 6) -> list[Case]:
    """The histogram of each song's first half, moved by a hidden number of semitones."""
    cases = []
    candidates = halved(songs)
    for song in candidates:
        rng = generator(seed, "key", song.id)
        shift = int(rng.integers(-furthest, furthest + 1))
        moved = tuple(float(x) for x in np.roll(song.halves[0], shift))
        singer = replace(
            singer_from_histogram(np.array(moved)),
            favourites=(),
            avoids=(),
            histogram=moved,
            strict=False,
        )
        case = _case(song, singer, len(candidates))
        cases.append(replace(case, truth={**case.truth, "shift": shift}))
    return cases


def halved(songs: Songs) -> list[Song]:
    """The songs that have two halves with something sung in both."""
    return [song for song in songs if (song.halves.sum(axis=1) > 0).all()]


def second_halves(songs: Songs) -> Songs:
    """The library of second halves."""
    halves = []
    for song in halved(songs):
        histogram = song.halves[1]
        halves.append(replace(song, histogram=histogram, sounded=histogram > 0))
    return Songs(tuple(halves), songs.source)


def transposed(songs: Songs, shift: int) -> Songs:
    """Every song moved by `shift` semitones."""
    moved = [
        replace(
            song,
            histogram=np.roll(song.histogram, shift),
            sounded=np.roll(song.sounded, shift),
            halves=np.roll(song.halves, shift, axis=1),
        )
        for song in songs
    ]
    return Songs(tuple(moved), songs.source)


def transposed_cases(cases: Sequence[Case], shift: int) -> list[Case]:
    """The same singers, moved by `shift` semitones; they keep their ids."""
    return [replace(case, query=_moved(case, shift).to_query()) for case in cases]


def eligible(songs: Songs, fewest: int) -> list[Song]:
    """The songs whose singer has at least `fewest` candidates."""
    counts = candidate_counts(songs)
    return [song for song, count in zip(songs, counts, strict=True) if count >= fewest]


def chosen(songs: Sequence[Song], number: int | None, salt: str) -> list[Song]:
    """`number` songs by a hash of their ids, in the order of the library; None means all."""
    if number is None or number >= len(songs):
        return list(songs)
    names = set(hash_order([song.id for song in songs], salt)[:number])
    return [song for song in songs if song.id in names]


def stability_cases(
    songs: Songs, baselines: Sequence[Song], per_kind: int | None = None
) -> list[Case]:
    """Each baseline's profile, then each one-note change of it.

    `per_kind` takes so many changes of each kind, by a hash of what they are; None takes all.
    """
    counts = dict(zip(songs.ids, candidate_counts(songs), strict=True))
    cases = []
    for song in baselines:
        singer, count = singer_of(song), int(counts[song.id])
        baseline = _case(song, singer, count)
        cases.append(baseline)
        for kind in KINDS:
            changes = {f"{song.id} · {kind} {note}": s for note, s in _changes(singer, kind)}
            cases += [
                replace(
                    baseline,
                    id=name,
                    query=changes[name].to_query(),
                    truth={"baseline": song.id, "candidates": count},
                    groups={**baseline.groups, "change": kind, "baseline": song.id},
                )
                for name in hash_order(list(changes))[:per_kind]
            ]
    return cases


def injected_avoid_cases(baselines: Sequence[Song]) -> list[Case]:
    """Each baseline's profile with one of the song's own common notes as a further avoid.

    The note is its most sung one that is not a favourite: the song itself must not rise.
    """
    cases = []
    for song in baselines:
        singer = singer_of(song)
        shares = song.histogram.copy()
        shares[[*singer.favourites, *singer.avoids]] = 0
        if not shares.any():
            continue
        note = int(np.argmax(shares))
        asked = replace(singer, avoids=(*singer.avoids, note))
        case = _case(song, asked, 0)
        cases.append(replace(case, truth={"watched": song.id, "note": note}))
    return cases


def voice_cases(songs: Songs, voice: str, low: int, high: int, number: int) -> list[Case]:
    """Singers of one voice: profiles of songs, moved so that they sit in the voice's middle."""
    cases = []
    candidates = int(((songs.lows >= low) & (songs.highs <= high)).sum())
    for song in chosen(list(songs), number, voice):
        profile = singer_of(song)
        shift = round((low + high - song.low - song.high) / 2)
        singer = Singer(
            low,
            high,
            tuple(p + shift for p in profile.favourites if low <= p + shift <= high),
            tuple(p + shift for p in profile.avoids if low <= p + shift <= high),
        )
        case = _case(song, singer, candidates)
        cases.append(
            replace(case, id=f"{voice} · {song.id}", groups={**case.groups, "voice": voice})
        )
    return cases


def _changes(singer: Singer, kind: str) -> Iterator[tuple[int, Singer]]:
    """The note and the changed singer. A note is added only to one list: they stay disjoint."""
    favourites, avoids = singer.favourites, singer.avoids
    free = [note for note in _span(singer) if note not in {*favourites, *avoids}]
    match kind:
        case "add a favourite":
            for note in free:
                yield note, replace(singer, favourites=(*favourites, note))
        case "remove a favourite":
            for note in favourites:
                yield note, replace(singer, favourites=tuple(p for p in favourites if p != note))
        case "add an avoid":
            for note in free:
                yield note, replace(singer, avoids=(*avoids, note))
        case "remove an avoid":
            for note in avoids:
                yield note, replace(singer, avoids=tuple(p for p in avoids if p != note))


def _span(singer: Singer) -> range:
    return range(singer.low or 0, PITCHES if singer.high is None else singer.high + 1)


def _moved(case: Case, shift: int) -> Singer:
    singer = Singer.from_query(case.query)
    return replace(
        singer,
        low=None if singer.low is None else singer.low + shift,
        high=None if singer.high is None else singer.high + shift,
        favourites=tuple(p + shift for p in singer.favourites),
        avoids=tuple(p + shift for p in singer.avoids),
    )


def _case(song: Song, singer: Singer, candidates: int) -> Case:
    return Case(
        song.id,
        singer.to_query(),
        {"relevant": [song.id], "candidates": candidates},
        {"set": song.cluster},
    )
