"""What the sound protocol says in words, and what it shows."""

from collections.abc import Callable, Mapping, Sequence

from earwitness.domain import (
    Account,
    Comparison,
    Estimate,
    Finding,
    Record,
    Results,
    Scores,
)
from earwitness.measures import KeyFound, NotPromoted, PlacesLost, SameOrder
from earwitness.studies.repertoire.references import BIBTEX
from earwitness.studies.repertoire.sound import (
    AGREEMENT,
    AVOIDS,
    HISTOGRAM,
    KEY,
    SELF,
    STABILITY,
    WISHES,
    SoundProtocol,
)
from earwitness.studies.repertoire.sound_layout import (
    COVERAGE,
    difference_matrix,
    figures,
    sections,
    series,
)
from earwitness.studies.repertoire.systems import about
from earwitness.studies.words import (
    cautions,
    compared,
    find,
    percent,
    percent_interval,
    with_interval,
)


def results(
    protocol: SoundProtocol,
    records: Mapping[str, Sequence[Record]],
    scores: Sequence[Scores],
    estimates: Sequence[Estimate],
    comparisons: Sequence[Comparison],
    findings: Sequence[Finding],
) -> Results:
    met = dict.fromkeys(record.system for part in records.values() for record in part)
    systems = sorted(met, key=lambda name: name == "random")  # chance comes last
    used = [*protocol.retrieval, *AGREEMENT, NotPromoted(), PlacesLost(), SameOrder(), KeyFound()]
    return Results(
        study="repertoire",
        protocol="sound",
        account=account(protocol, estimates, comparisons),
        systems={name: about(name, protocol.config.systems) for name in systems},
        measures=[*(measure.info for measure in used), COVERAGE],
        estimates=estimates,
        comparisons=comparisons,
        findings=findings,
        series=series(protocol, scores),
        matrices=[
            difference_matrix(comparisons, task)
            for task in (WISHES, HISTOGRAM)
            if task in protocol.cases
        ],
        figures=figures(protocol),
        sections=sections(protocol),
        clusters=protocol.estimator().clusters,
    )


def account(
    protocol: SoundProtocol, estimates: Sequence[Estimate], comparisons: Sequence[Comparison]
) -> Account:
    songs = protocol.songs
    return Account(
        title="Repertoire study, sound protocol",
        question="Which recommender finds the songs that fit a singer, how stable is it, and does "
        "it do what its formula promises?",
        verdict=_verdict(protocol, estimates, comparisons),
        claims=[
            "How often each system recognises a song by half of it, against all songs of the "
            "library and against chance.",
            "How much the top of each system's list changes with one note.",
            "Whether avoided notes are avoided, and whether transposition changes anything that it "
            "should not.",
        ],
        does_not_claim=[
            "That a singer would like the songs, or could sing them: nobody was asked.",
            "That a song which is found by its histogram suits a voice in breath, diction or "
            "style.",
            "Anything about repertoire outside this library.",
        ],
        limits=[
            "Singers are made from songs; real singers' wishes are fewer, vaguer and "
            "contradictory.",
            "The two halves of a song are alike because they are the same piece: split-half "
            "retrieval measures how well a system tells pieces apart.",
            "“fit” was tuned on split-half retrieval on one part of the embedded library; on that "
            "library its values over all songs are partly values on songs it was tuned on.",
            *_not_asked(protocol),
            *cautions(estimates),
        ],
        methods=(
            f"The library holds {len(songs):,} songs ({songs.source}). Singers are made from songs "
            "by the source's rule (own range, 4 longest pitches as favourites, 2 shortest as "
            "avoids). Values are means over cases. Intervals are "
            f"{100 * protocol.config.level:g}% BCa bootstrap intervals over sets of songs "
            f"({protocol.config.resamples:,} resamples, seed {protocol.config.seed}). Systems are "
            "compared on the same cases by flipping the signs of whole sets' differences; p-values "
            "are corrected within each task by Holm's method. Effects are matched rank-biserial "
            "correlations. Chance values are exact."
        ),
        bibtex=BIBTEX,
    )


def _not_asked(protocol: SoundProtocol) -> list[str]:
    """Why tasks are missing, where they are."""
    reasons = {
        WISHES: "The library does not say when its notes are sung, so no song has two halves: "
        "split-half retrieval and the hidden key were not asked.",
        STABILITY: f"No song has {protocol.options.candidates} candidates within its range: "
        "stability and injected avoids were not asked.",
    }
    return [reason for task, reason in reasons.items() if task not in protocol.cases]


def _verdict(
    protocol: SoundProtocol, estimates: Sequence[Estimate], comparisons: Sequence[Comparison]
) -> list[str]:
    """One sentence or two a task, for the tasks that were asked."""
    told: dict[str, Callable[[], str]] = {
        HISTOGRAM: lambda: _retrieval(
            estimates, HISTOGRAM, "Shown how long each pitch is held in half a song"
        ),
        WISHES: lambda: _retrieval(
            estimates,
            WISHES,
            "Told the range, four favourites and two avoids drawn from half a song",
        ),
        SELF: lambda: _self(estimates),
        STABILITY: lambda: _stability(estimates),
        AVOIDS: lambda: _avoids(estimates),
        KEY: lambda: _key(estimates),
    }
    mine = protocol.config.systems
    told_pairs = [{"source", "fit"}, *({name, x} for name in mine for x in ("source", "fit"))]
    verdict = []
    for task, tell in told.items():
        if task in protocol.cases:
            differences = [
                compared(c)
                for c in comparisons
                if c.groups["task"] == task and c.measure == "HR@1" and {c.a, c.b} in told_pairs
            ]
            verdict.append(" ".join([tell(), *differences]))
    return verdict


def _retrieval(estimates: Sequence[Estimate], task: str, opening: str) -> str:
    rows = [e for e in estimates if e.measure == "HR@1" and dict(e.groups) == {"task": task}]
    rows = sorted(
        (e for e in rows if e.system != "random" and e.value is not None),
        key=lambda e: -(e.value or 0),
    )
    best, *others = rows
    told = ", ".join(f"{e.system} for {percent(e.value)}" for e in others)
    return (
        f"{opening}, {best.system} puts the other half first for {percent_interval(best)} of "
        f"{best.n:,} songs; {told}. Guessing would give {percent(best.null)}."
    )


def _self(estimates: Sequence[Estimate]) -> str:
    source = find(estimates, "source", "HR@1", task=SELF)
    cosine = find(estimates, "cosine only", "HR@1", task=SELF)
    fit = find(estimates, "fit", "HR@1", task=SELF)
    return (
        "Asked with the wishes drawn from a whole song, which is then its own answer, fit puts "
        "that "
        f"song first for {percent_interval(fit)} of {fit.n:,} songs, the source's formula for "
        f"{percent_interval(source)}, its cosine alone for {percent(cosine.value)}. Guessing would "
        f"give {percent(source.null)}."
    )


def _stability(estimates: Sequence[Estimate]) -> str:
    def of(system: str, measure: str) -> Estimate:
        return find(estimates, system, measure, task=STABILITY)

    return (
        "When a singer changes one note, the first song of the list changes in "
        f"{percent(of('source', 'TopChange').value)} of cases with the source's formula and in "
        f"{percent(of('fit', 'TopChange').value)} with fit; over the whole list the order agrees "
        f"at τ {with_interval(of('source', 'tau'))} and {with_interval(of('fit', 'tau'))}."
    )


def _avoids(estimates: Sequence[Estimate]) -> str:
    told = ", ".join(
        f"{percent(find(estimates, system, str(NotPromoted()), task=AVOIDS).value)} with {system}"
        for system in ("source", "cosine only", "fit")
    )
    return f"A song that is full of a newly avoided note does not rise in {told}."


def _key(estimates: Sequence[Estimate]) -> str:
    key = find(estimates, "fit", str(KeyFound()), task=KEY)
    return (
        "When half a song is hidden in another key, fit offers the other half in that key for "
        f"{percent_interval(key)} of {key.n:,} songs; guessing would give {percent(key.null)}."
    )
