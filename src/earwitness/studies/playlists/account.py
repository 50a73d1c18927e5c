"""What the study says in words, and what it shows."""

from collections.abc import Mapping, Sequence

from earwitness.domain import (
    Account,
    Comparison,
    Estimate,
    Figure,
    Finding,
    MeasureInfo,
    Record,
    Results,
    Section,
    Series,
)
from earwitness.studies.playlists.protocol import (
    COLD,
    MAIN,
    POLICIES,
    SEVERAL,
    PlaylistsProtocol,
)
from earwitness.studies.playlists.references import BIBTEX
from earwitness.studies.playlists.systems import LEAKY, about
from earwitness.studies.words import cautions, compared, find, number, percent, with_interval

STAGES = ("Stage 1", "Stage 1.5", "Stage 3")


def results(
    protocol: PlaylistsProtocol,
    records: Mapping[str, Sequence[Record]],
    estimates: Sequence[Estimate],
    comparisons: Sequence[Comparison],
    findings: Sequence[Finding],
) -> Results:
    systems = dict.fromkeys(record.system for part in records.values() for record in part)
    k = protocol.config.cutoffs[0]
    coverage = MeasureInfo(
        f"Coverage@{k}",
        f"Catalogue coverage at {k}",
        "higher",
        0.0,
        1.0,
        0.0,
        f"The share of the catalogue that appears among the first {k} of any list.",
    )
    return Results(
        study="playlists",
        protocol=protocol.config.protocol,
        account=account(protocol, estimates, comparisons),
        systems={name: about(name, protocol.config) for name in systems},
        measures=[*(measure.info for measure in protocol.measures), coverage],
        estimates=estimates,
        comparisons=comparisons,
        findings=findings,
        series=front(protocol, estimates),
        figures=figures(protocol),
        sections=sections(protocol),
    )


def front(protocol: PlaylistsProtocol, estimates: Sequence[Estimate]) -> list[Series]:
    """Accuracy over variety: one point a system."""
    k = protocol.config.cutoffs[0]
    rows = [e for e in estimates if dict(e.groups) == {"task": MAIN}]
    by = {(e.system, e.measure): e for e in rows}
    points = []
    for system in dict.fromkeys(e.system for e in rows):
        share, recall = by[system, f"MaxArtistShare@{k}"], by[system, f"Recall@{k}"]
        if share.value is not None and recall.value is not None:
            points.append(
                Series(
                    "accuracy and variety",
                    system,
                    [share.value],
                    [recall.value],
                    [recall.low],
                    [recall.high],
                )
            )
    return points


def _labels(protocol: PlaylistsProtocol) -> tuple[list[str], list[str]]:
    """Accuracy, and what lists are like."""
    accuracy = [m.info.label for m in protocol.measures if m.info.label.startswith(ACCURATE)]
    others = [m.info.label for m in protocol.measures if m.info.label not in accuracy]
    return accuracy, [*others, f"Coverage@{protocol.config.cutoffs[0]}"]


ACCURATE = ("Recall@", "nDCG@")


def figures(protocol: PlaylistsProtocol) -> list[Figure]:
    accuracy, _ = _labels(protocol)
    k = protocol.config.cutoffs[0]
    where = {"task": MAIN}
    looks = [f"MaxArtistShare@{k}", f"SeedGenreRatio@{k}", f"UniqueArtists@{k}"]
    return [
        Figure(
            "accuracy",
            "estimates",
            "How much of the playlist is found?",
            "Each system with its 95% interval. The tick marks a random list, the triangle the "
            "most that these playlists allow: a list of 20 cannot hold 60 targets.",
            accuracy,
            where=where,
        ),
        Figure(
            "lists",
            "estimates",
            "What do the lists look like?",
            "The largest share of one artist, the share of the seed's genre, and how many artists "
            "a list holds.",
            looks,
            where=where,
        ),
        Figure(
            "front",
            "series",
            "Accuracy and variety",
            f"Recall@{k} over the largest share of one artist: up is more accurate, left is more "
            "varied. One point a system.",
            ["accuracy and variety"],
            x_label="largest share of one artist",
            y_label=f"Recall@{k}",
        ),
        Figure(
            "differences",
            "comparisons",
            "Which systems differ?",
            "Paired differences with 95% intervals over playlists; p is corrected by Holm's "
            "method.",
            [f"Recall@{k}"],
            where=where,
        ),
        Figure(
            "popularity",
            "estimates",
            "Known and unknown seeds",
            "Recall by how often train plays the seed: head, middle and tail hold a third of all "
            "plays each.",
            [f"Recall@{k}"],
            by="popularity",
            where=where,
        ),
    ]


def sections(protocol: PlaylistsProtocol) -> list[Section]:
    accuracy, others = _labels(protocol)
    k = protocol.config.cutoffs[0]
    names = [part.name for part in protocol.scored_parts()]
    cases = {part.name: len(part.cases) for part in protocol.scored_parts()}
    where = {"task": MAIN}
    found = [
        Section(
            "How much of the playlist is found?",
            f"Each of {cases[MAIN]:,} test playlists shows its seed; the system names tracks, and "
            "those of the playlist's others that it names are found.",
            accuracy,
            where=where,
            figures=["accuracy", "differences"],
        ),
        Section(
            "What do the lists look like?",
            "Variety and what would look odd to a listener: one artist everywhere, another genre "
            "than the seed's. More variety is not better by itself: read it beside recall.",
            others,
            where=where,
            figures=["lists", "front"],
        ),
        Section(
            "Known and unknown seeds",
            "The same, by how often train plays the seed.",
            [f"Recall@{k}", f"nDCG@{k}"],
            by="popularity",
            where=where,
            figures=["popularity"],
        ),
        Section(
            "The seed's genre, genre by genre",
            "The share of the seed's genre among the first tracks, by genre of the seed.",
            [f"SeedGenreRatio@{k}"],
            by="genre",
            where=where,
        ),
    ]
    told = {
        **dict.fromkeys((*POLICIES.values(), SEVERAL), "“First” is a convention. "),
        **dict.fromkeys(
            COLD.values(),
            f"{percent(protocol.config.cases.cold_share)} of the tracks are held out of train: "
            "only audio and metadata know them. ",
        ),
    }
    return found + [
        Section(
            name[0].upper() + name[1:],
            f"{told[name]}{cases[name]:,} playlists.",
            accuracy[:2],
            where={"task": name},
        )
        for name in names
        if name in told
    ]


def account(
    protocol: PlaylistsProtocol, estimates: Sequence[Estimate], comparisons: Sequence[Comparison]
) -> Account:
    source = protocol.config.protocol == "source"
    return Account(
        title=f"Playlists study, {protocol.config.protocol} protocol",
        question="Given one track of a playlist, how many of its others does each stage find, and "
        "what do its lists look like?",
        verdict=[
            *(_leak(protocol, estimates, comparisons) if source else ()),
            _ranking(protocol, estimates),
            *_stages(protocol, comparisons),
            *(() if source else _ours(protocol, estimates, comparisons)),
            *_cold(protocol, estimates),
        ],
        claims=[
            "How much of held-out playlists each system finds from one track.",
            "How varied the lists are, and how they keep to the seed's genre.",
        ],
        does_not_claim=[
            "That listeners would like the lists: a track that is not in the playlist may still "
            "fit.",
            "Anything about tracks outside the catalogue.",
        ],
        limits=_limits(protocol, estimates),
        methods=_methods(protocol),
        bibtex=BIBTEX,
    )


def _ranking(protocol: PlaylistsProtocol, estimates: Sequence[Estimate]) -> str:
    k = protocol.config.cutoffs[0]
    label = f"Recall@{k}"
    rows = [
        e
        for e in estimates
        if e.measure == label and dict(e.groups) == {"task": MAIN} and e.value is not None
    ]
    shown = [e for e in rows if not e.system.startswith(("1.5", "3,"))]
    shown.sort(key=lambda e: -(e.value or 0))
    told = ", ".join(f"{e.system} {with_interval(e)}" for e in shown)
    return (
        f"{label} over {shown[0].n:,} playlists: {told}; no system can exceed "
        f"{number(shown[0].ceiling)} here, and a random list would find {number(shown[0].null, 5)}."
    )


def _leak(
    protocol: PlaylistsProtocol,
    estimates: Sequence[Estimate],
    comparisons: Sequence[Comparison],
) -> list[str]:
    k = protocol.config.cutoffs[0]
    leaky = find(estimates, f"Stage 1{LEAKY}", f"Recall@{k}", task=MAIN)
    clean = find(estimates, "Stage 1", f"Recall@{k}", task=MAIN)
    times = f"{leaky.value / clean.value:.1f} times" if leaky.value and clean.value else "more than"
    difference = next(
        c
        for c in comparisons
        if (c.a, c.b, c.measure) == (f"Stage 1{LEAKY}", "Stage 1", f"Recall@{k}")
    )
    return [
        f"Trained on the test playlists as well, as the source did, Stage 1 has Recall@{k} "
        f"{with_interval(leaky)}; trained on the others alone {with_interval(clean)}: the leak "
        f"makes {times} as much of it. {compared(difference)}"
    ]


def _stages(protocol: PlaylistsProtocol, comparisons: Sequence[Comparison]) -> list[str]:
    """What each stage costs and buys."""
    k = protocol.config.cutoffs[0]
    told = []
    for later, earlier in (("Stage 1.5", "Stage 1"), ("Stage 3", "Stage 1.5")):
        found = {
            c.measure: c
            for c in comparisons
            if (c.a, c.b) == (later, earlier) and c.groups["task"] == MAIN
        }
        if not found:
            continue
        parts = []
        for label in (f"Recall@{k}", f"MaxArtistShare@{k}", f"SeedGenreRatio@{k}"):
            c = found[label]
            if c.difference is not None:
                sure = "" if (c.p_adjusted or 0) < 0.05 else ", which may be chance"
                sign = "+" if c.difference > 0 else ""
                parts.append(f"{label} {sign}{number(c.difference, 4)}{sure}")
        told.append(f"{later} against {earlier}: {'; '.join(parts)}.")
    return told


def _ours(
    protocol: PlaylistsProtocol,
    estimates: Sequence[Estimate],
    comparisons: Sequence[Comparison],
) -> list[str]:
    k = protocol.config.cutoffs[0]
    pair = [
        c
        for c in comparisons
        if (c.a, c.b, c.measure) == ("fused", "Stage 1", f"Recall@{k}") and c.groups["task"] == MAIN
    ]
    if not pair:
        return []
    share = find(estimates, "fused", f"MaxArtistShare@{k}", task=MAIN)
    genre = find(estimates, "fused", f"SeedGenreRatio@{k}", task=MAIN)
    other = find(estimates, "Stage 1.5", f"SeedGenreRatio@{k}", task=MAIN)
    return [
        f"{compared(pair[0])} Its largest share of one artist is {number(share.value)}, its share "
        f"of the seed's genre {number(genre.value)} (Stage 1.5: {number(other.value)})."
    ]


def _cold(protocol: PlaylistsProtocol, estimates: Sequence[Estimate]) -> list[str]:
    k = protocol.config.cutoffs[0]
    told = []
    for name in COLD.values():
        rows = [
            e
            for e in estimates
            if e.measure == f"Recall@{k}" and dict(e.groups) == {"task": name} and e.value
        ]
        rows.sort(key=lambda e: -(e.value or 0))
        if rows:
            best = ", ".join(f"{e.system} {number(e.value, 4)}" for e in rows[:4])
            told.append(f"With {name}, Recall@{k}: {best}.")
    return told


def _limits(protocol: PlaylistsProtocol, estimates: Sequence[Estimate]) -> list[str]:
    removed = protocol.split.removed["test"]
    limits = [
        f"The catalogue filter took {removed.entries_removed:,} of {removed.entries:,} entries and "
        f"{removed.playlists_removed:,} of {removed.playlists:,} playlists from the test part: "
        "tracks that train hardly plays cannot be found.",
        protocol.data.notes,
    ]
    if protocol.data.audio is None:
        limits.append("There are no audio embeddings: Stage 3 and the cold tasks were left out.")
    return limits + cautions(estimates)


def _methods(protocol: PlaylistsProtocol) -> str:
    config, parts = protocol.config, protocol.split
    cases = config.cases
    trained = (
        "once on all playlists, as published, and once on the training playlists"
        if config.protocol == "source"
        else "on the training playlists"
    )
    return (
        f"Data: {protocol.data.name}, {len(protocol.data.playlists):,} playlists, "
        f"{len(protocol.data.tracks):,} tracks. The catalogue holds the tracks that at least "
        f"{cases.min_count} playlists play ({int(parts.catalogue.sum()):,}); playlists with fewer "
        f"than {cases.min_length} of them were left out. Playlists were split 80/10/10 "
        f"({'at random' if cases.split == 'random' else 'by time'}, seed {config.seed}): "
        f"{len(parts.train):,} to train, {len(parts.validation):,} to validate, "
        f"{len(parts.test):,} to test. The {cases.seed_track} track of a test playlist is the "
        f"seed, the others are the targets. item2vec was trained {trained} (skip-gram, "
        f"{config.item2vec.vector_size} dimensions, window {config.item2vec.window}, "
        f"{config.item2vec.epochs} epochs, {config.item2vec.negative} negatives). Intervals are "
        f"{100 * config.level:g}% BCa bootstrap intervals over playlists ({config.resamples:,} "
        f"resamples, seed {config.seed}); systems are compared on the same playlists by a "
        "sign-flip "
        "permutation test, with Holm's correction within each task."
    )
