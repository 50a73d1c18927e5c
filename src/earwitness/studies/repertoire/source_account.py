"""What the source protocol says in words, and what it shows."""

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
    Scores,
    Section,
)
from earwitness.measures import ScoreRange, ScoreVariance, Tau
from earwitness.studies.repertoire.references import BIBTEX
from earwitness.studies.repertoire.source import (
    CHECK,
    RQ1,
    RQ2,
    RQ3,
    SourceProtocol,
)
from earwitness.studies.repertoire.systems import about
from earwitness.studies.words import cautions, compared, find, number, percent, with_interval

TAU_SD = MeasureInfo(
    "tau sd",
    "Spread of τ",
    "lower",
    0.0,
    None,
    None,
    "The standard deviation of Kendall's τ over the one-note changes.",
)


def results(
    protocol: SourceProtocol,
    records: Mapping[str, Sequence[Record]],
    scores: Sequence[Scores],
    estimates: Sequence[Estimate],
    comparisons: Sequence[Comparison],
    findings: Sequence[Finding],
) -> Results:
    systems = dict.fromkeys(record.system for part in records.values() for record in part)
    return Results(
        study="repertoire",
        protocol="source",
        account=account(protocol, estimates, comparisons),
        systems={name: about(name, protocol.config.systems) for name in systems},
        measures=measures(protocol),
        estimates=estimates,
        comparisons=comparisons,
        findings=findings,
        series=protocol.series(scores, estimates, records),
        figures=figures(protocol),
        sections=sections(protocol),
    )


def measures(protocol: SourceProtocol) -> list[MeasureInfo]:
    used = [*protocol.retrieval, Tau(), ScoreVariance(), ScoreRange(), *protocol.validity, CHECK]
    return [measure.info for measure in used] + [TAU_SD]


def figures(protocol: SourceProtocol) -> list[Figure]:
    labels = [str(measure) for measure in protocol.validity]
    return [
        Figure(
            "rq1",
            "estimates",
            "Is the query song found?",
            "Hit rates and mean reciprocal rank of each system, with 95% intervals. The tick marks "
            "what a random order of the same candidates would give.",
            [measure.info.label for measure in protocol.retrieval],
            where={"task": RQ1},
        ),
        Figure(
            "rq1-alpha",
            "series",
            "The weight of the penalty",
            "Self-retrieval for several values of α, with 95% intervals. α = 0 is the cosine "
            "alone.",
            ["self-retrieval by α"],
            x_label="α",
            y_label="value",
        ),
        Figure(
            "rq2",
            "estimates",
            "How much one note changes",
            "Mean Kendall's τ between the ranking before and after a one-note change, by kind of "
            "change, with 95% intervals. 1 is the same order, 0 no relation.",
            ["tau"],
            by="change",
            where={"task": RQ2},
        ),
        Figure(
            "rq2-histogram",
            "histogram",
            "The spread of τ",
            "The share of one-note changes at each value of Kendall's τ, by kind of change.",
            ["tau"],
            x_label="Kendall's τ",
            y_label="share of changes",
        ),
        Figure(
            "rq3",
            "estimates",
            "Do the parts of the score relate as the formula says?",
            "Mean correlations over profiles, with 95% intervals. The plan expects a positive, a "
            "negative and a positive one.",
            labels,
            where={"task": RQ3},
        ),
        Figure(
            "rq3-histogram",
            "histogram",
            "The spread of the scores",
            "The share of recommended songs at each final score, over all profiles.",
            ["final_score"],
            x_label="final score",
            y_label="share of songs",
        ),
    ]


def sections(protocol: SourceProtocol) -> list[Section]:
    n, baselines = len(protocol.queries), len(protocol.baselines)
    profiles = len(protocol.profiles)
    return [
        Section(
            "RQ1: Is the query song found?",
            f"Each of {n} songs is turned into a singer: its own range, its four longest pitches "
            "as "
            "favourites, its two shortest as avoids. The system ranks the songs within that range. "
            "The song itself should come first. The profile is drawn from the same normalised "
            "pitch durations that the score uses.",
            [measure.info.label for measure in protocol.retrieval],
            where={"task": RQ1},
            figures=["rq1", "rq1-alpha"],
        ),
        Section(
            "RQ2: Is the ranking stable?",
            f"For {baselines} baseline singers one note is added to or removed from the favourites "
            "or the avoids, in every possible way, and the two rankings of the same songs are "
            "compared.",
            ["tau", "tau sd"],
            where={"task": RQ2},
        ),
        Section(
            "RQ2 by kind of change",
            "The same, for each kind of one-note change.",
            ["tau"],
            by="change",
            where={"task": RQ2},
            figures=["rq2", "rq2-histogram"],
        ),
        Section(
            "RQ3: Do the numbers make sense?",
            f"For {profiles} singers: how far the scores spread over the songs, and how the parts "
            "of the score go with the whole. As a check of the arithmetic, the penalty is compared "
            "with the share of time on avoids counted anew.",
            [
                str(ScoreVariance()),
                str(ScoreRange()),
                *(str(measure) for measure in protocol.validity),
                str(CHECK),
            ],
            where={"task": RQ3},
            figures=["rq3", "rq3-histogram"],
        ),
    ]


def account(
    protocol: SourceProtocol, estimates: Sequence[Estimate], comparisons: Sequence[Comparison]
) -> Account:
    return Account(
        title="Repertoire study, source protocol",
        question="Is the tessituragram recommender accurate, stable and interpretable, by the "
        "three questions of its evaluation plan?",
        verdict=[
            _accuracy(estimates),
            *(compared(c) for c in comparisons if c.measure == "HR@1"),
            _stability(estimates),
            _validity(protocol, estimates),
        ],
        claims=[
            "How often the recommender ranks a song first when it is asked with that song's own "
            "profile.",
            "How much its ranking changes with one note.",
            "Whether its arithmetic is what the formula says.",
        ],
        does_not_claim=[
            "That a singer would like the songs, or could sing them: nobody was asked.",
            "That the recommender finds songs it was not given: the query song is its own answer.",
        ],
        limits=_limits(protocol, estimates),
        methods=_methods(protocol),
        bibtex=BIBTEX,
    )


def _accuracy(estimates: Sequence[Estimate]) -> str:
    first, third, fifth = (find(estimates, "source", f"HR@{k}", task=RQ1) for k in (1, 3, 5))
    mrr = find(estimates, "source", "MRR", task=RQ1)
    return (
        f"RQ1: asked with the profile of each of {first.n} songs, the source's formula ranks that "
        f"song first in {percent(first.value)} of cases, HR@1 {with_interval(first)}; MRR "
        f"{with_interval(mrr)}, HR@3 {with_interval(third)}, HR@5 {with_interval(fifth)}. A random "
        f"order would give HR@1 {number(first.null)} and HR@5 {number(fifth.null)}."
    )


def _stability(estimates: Sequence[Estimate]) -> str:
    tau = find(estimates, "source", "tau", task=RQ2)
    if tau.value is None:
        return "RQ2: no ranking could be compared."
    strength = "strong" if tau.value > 0.7 else "moderate" if tau.value >= 0.3 else "weak"
    if tau.low is None or tau.high is None:
        hypothesis = "there is no interval to hold against the hypothesis that it is at least .5"
    elif tau.low >= 0.5:
        hypothesis = "the interval lies above .5, so the hypothesis of at least .5 is supported"
    elif tau.high < 0.5:
        hypothesis = "the interval lies below .5, so the hypothesis of at least .5 is rejected"
    else:
        hypothesis = "the interval holds .5, so the hypothesis of at least .5 is left open"
    kinds = [
        e for e in estimates if (e.system, e.measure) == ("source", "tau") and "change" in e.groups
    ]
    worst = min(kinds, key=lambda e: e.value if e.value is not None else 1.0)
    return (
        f"RQ2: after a one-note change the ranking agrees with the one before at mean τ "
        f"{with_interval(tau)}: {strength} agreement; {hypothesis}. The change that moves the list "
        f"most is to {worst.groups['change']} (τ {number(worst.value)})."
    )


def _validity(protocol: SourceProtocol, estimates: Sequence[Estimate]) -> str:
    found = [find(estimates, "source", str(m), task=RQ3) for m in protocol.validity]
    signs = ("+", "−", "+")
    wrong = [
        e.measure
        for e, sign in zip(found, signs, strict=True)
        if e.value is None or (e.value > 0) != (sign == "+")
    ]
    told = ", ".join(f"{e.measure} = {with_interval(e)}" for e in found)
    variance = find(estimates, "source", str(ScoreVariance()), task=RQ3)
    spread = find(estimates, "source", str(ScoreRange()), task=RQ3)
    check = find(estimates, "source", str(CHECK), task=RQ3)
    return (
        f"RQ3: scores spread with variance {number(variance.value, 4)} and range "
        f"{number(spread.value)}; {told}. "
        + (
            "All three signs are as the plan expects. "
            if not wrong
            else f"The sign of {', '.join(wrong)} is not as the plan expects. "
        )
        + f"The penalty equals the share of time on avoids (correlation {number(check.value)})."
    )


def _limits(protocol: SourceProtocol, estimates: Sequence[Estimate]) -> list[str]:
    limits = [
        "The query song is among the candidates and sets the range itself.",
        "The avoids of a profile are the song's own rarest notes, so the penalty is hardly tested.",
    ]
    if len(protocol.queries) < 30:
        limits.insert(
            0, f"The library is small: only {len(protocol.queries)} valid queries, fewer than 30."
        )
    return limits + cautions(estimates)


def _methods(protocol: SourceProtocol) -> str:
    config, options = protocol.config, protocol.options
    return (
        f"The library holds {len(protocol.songs)} songs ({protocol.songs.source}). A profile is a "
        "song's range, its 4 longest pitches as favourites and its 2 shortest as avoids. Songs "
        "within the range are scored by the cosine between their normalised pitch durations and "
        "an ideal vector (0.2, plus 1 for a favourite, minus 1 for an avoid, at least 0), minus "
        "α = 0.5 times the share of time on avoids, rounded to 4 decimals; ties are broken by file "
        f"name. RQ1 uses {len(protocol.queries)} queries with at least 2 candidates, RQ2 "
        f"{len(protocol.baselines)} baselines and RQ3 {len(protocol.profiles)} profiles with at "
        f"least {options.candidates} candidates, chosen by a hash of the file name. Intervals are "
        f"{percent(config.level)[:-3]}% percentile bootstrap intervals with {config.resamples:,} "
        f"resamples and seed {config.seed}."
    )
