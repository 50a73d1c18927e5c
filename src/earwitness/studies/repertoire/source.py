"""The evaluation plan as written: three questions about the source's formula.

RQ1 self-retrieval: is the song that a profile was made from ranked first? RQ2 stability: how much
does a ranking change when one note changes? RQ3 spread and validity: do scores spread, and do
their parts relate to the whole as the formula says?
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from earwitness.audits import Evidence
from earwitness.data.singers import (
    KINDS,
    chosen,
    eligible,
    self_retrieval_cases,
    singer_of,
    stability_cases,
)
from earwitness.domain import Comparison, Estimate, Measure, Record, Scores, Series, System
from earwitness.errors import DataError
from earwitness.measures import HR, MRR, Correlation, ScoreRange, ScoreVariance, Tau, score_records
from earwitness.music.song import Songs
from earwitness.run import Task
from earwitness.statistics import fisher_mean
from earwitness.studies.choosing import with_measures
from earwitness.studies.estimating import Bounds, Estimator, as_estimate
from earwitness.studies.repertoire.config import RepertoireConfig
from earwitness.studies.repertoire.reruns import Reruns, sampled
from earwitness.studies.repertoire.systems import make
from earwitness.systems.repertoire import RandomInRange, SourceRecommender

RQ1, RQ2, RQ3 = "RQ1 self-retrieval", "RQ2 stability", "RQ3 spread and validity"
RETRIEVAL: tuple[Measure, ...] = (HR(1), MRR(), HR(3), HR(5))
PAIRS = (
    ("final_score", "cosine_similarity"),
    ("final_score", "avoid_penalty"),
    ("cosine_similarity", "favorite_overlap"),
)
"""The correlations of RQ3; the plan expects +, − and +."""
CHECK = Correlation("avoid_penalty", "time_on_avoids")
"""The plan's sanity check: the penalty is the share of time on avoids, so this must be 1."""


class SourceProtocol:
    """The plan's cases, systems and numbers."""

    def __init__(self, config: RepertoireConfig, songs: Songs) -> None:
        self.config = config
        self.options = config.source
        self.songs = songs
        self.queries = sampled(self_retrieval_cases(songs), self.options, config.seed)
        self.retrieval = with_measures(RETRIEVAL, config.measures, self.queries)
        fewest = self.options.candidates
        self.baselines = chosen(
            eligible(songs, fewest), _number(self.options.baselines), "baselines"
        )
        self.changes = stability_cases(songs, self.baselines)
        by_id = {case.id: case for case in self_retrieval_cases(songs, fewest)}
        profiles = chosen(eligible(songs, fewest), _number(self.options.profiles), "profiles")
        self.profiles = [by_id[song.id] for song in profiles]
        kind = self.options.correlation
        self.validity = [Correlation(a, b, kind=kind) for a, b in PAIRS]
        if not (self.queries and self.baselines):
            raise DataError(
                f"no song of the library has {fewest} songs within its range, as the plan asks; "
                "bring more songs, or lower `source.candidates`"
            )

    def tasks(self) -> list[Task]:
        return [
            Task(RQ1, self.queries, self._retrieval_systems()),
            Task(
                RQ2,
                self.changes,
                {"source": SourceRecommender(self.songs), "random": RandomInRange(self.songs)},
            ),
            Task(RQ3, self.profiles, {"source": SourceRecommender(self.songs, detail=True)}),
        ]

    def _retrieval_systems(self) -> dict[str, System]:
        systems: dict[str, System] = {
            "source": SourceRecommender(self.songs),
            "cosine only": SourceRecommender(self.songs, alpha=0.0),
        }
        for alpha in self.options.alphas:
            if alpha not in {0.0, 0.5}:
                systems[f"source α = {alpha:g}"] = SourceRecommender(self.songs, alpha=alpha)
        for name, choice in self.config.systems.items():
            systems[name] = make(choice, self.songs)
        return systems | {"random": RandomInRange(self.songs)}

    # Scores

    def scores(self, records: Mapping[str, Sequence[Record]]) -> list[Scores]:
        return [
            score_records(RQ1, self.queries, records[RQ1], self.retrieval, groups=["set"]),
            self._stability(records[RQ2]),
            score_records(
                RQ3,
                self.profiles,
                [self._with_time_on_avoids(record) for record in records[RQ3]],
                [ScoreVariance(), ScoreRange(), *self.validity, CHECK],
                groups=["set"],
            ),
        ]

    def _stability(self, records: Sequence[Record]) -> Scores:
        """Each changed ranking against its baseline's, by the same system."""
        answers = {(record.system, record.case): record.answer for record in records}
        changed = [case for case in self.changes if "change" in case.groups]
        baseline = {case.id: case.truth["baseline"] for case in changed}

        def truth(record: Record) -> Mapping[str, object]:
            reference = answers[record.system, baseline[record.case]]
            return {"reference": reference.items if reference else ()}

        return score_records(
            RQ2,
            changed,
            [record for record in records if record.case in baseline],
            [Tau()],
            truth,
            groups=["set", "change", "baseline"],
        )

    def _with_time_on_avoids(self, record: Record) -> Record:
        """Add the share of time on avoids, counted anew from the songs and not by the system."""
        if record.answer is None:
            return record
        by_id = {song.id: song for song in self.songs}
        avoids = list(singer_of(by_id[record.case]).avoids)
        time = []
        for item in record.answer.items:
            held = by_id[item].histogram
            # A song of grace notes alone takes no time, on avoids or otherwise.
            time.append(float(held[avoids].sum() / (held.sum() or 1.0)))
        detail = {**record.answer.detail, "time_on_avoids": time}
        return replace(record, answer=replace(record.answer, detail=detail))

    # Estimates

    def estimator(self) -> Estimator:
        """As the plan says: percentile bootstrap over what was asked, without clusters."""
        config = self.config
        return Estimator(config.seed, config.resamples, config.level, None, "percentile")

    def estimates(
        self, scores: Sequence[Scores], records: Mapping[str, Sequence[Record]]
    ) -> list[Estimate]:
        del records  # the scores say it all
        retrieval, stability, validity = scores
        estimator = self.estimator()
        found = estimator.estimates(retrieval, Bounds.of(self.retrieval, self.queries))
        found += self._tau_estimates(stability)
        if self.options.correlation == "pearson":
            return found + estimator.estimates(validity)
        spread = replace(validity, measures=validity.measures[:2], values=validity.values[:2])
        return found + estimator.estimates(spread) + self._fisher_means(validity)

    def _tau_estimates(self, scores: Scores) -> list[Estimate]:
        """Over the changes; or, as once published, over the means of the baselines."""
        zero = Bounds({"tau": np.zeros(len(scores.cases))}, {})
        found = self.estimator().estimates(scores, zero, by="change")
        if self.options.tau_interval == "baselines":
            means = baseline_means(scores)
            zero = Bounds({"tau": np.zeros(len(means.cases))}, {})
            found = self.estimator().estimates(means, zero) + [
                e for e in found if "change" in e.groups
            ]
        for system in scores.systems:
            values = scores.of("tau", system)
            found.append(
                Estimate(
                    system,
                    "tau sd",
                    float(np.nanstd(values, ddof=1)),
                    None,
                    None,
                    self.config.level,
                    int((~np.isnan(values)).sum()),
                    int(np.isnan(values).sum()),
                    "standard deviation over the changes",
                    groups={"task": RQ2},
                )
            )
        return found

    def _fisher_means(self, scores: Scores) -> list[Estimate]:
        config = self.config
        return [
            as_estimate(
                fisher_mean(
                    scores.of(measure, system),
                    resamples=config.resamples,
                    seed=config.seed,
                    level=config.level,
                ),
                system,
                measure,
                {"task": RQ3},
            )
            for measure in scores.measures[2:]
            for system in scores.systems
        ]

    def comparisons(self, scores: Sequence[Scores]) -> list[Comparison]:
        """The source against its baselines, and against the user's own systems."""
        others = ["cosine only", *self.config.systems, "random"]
        pairs = [("source", other) for other in others]
        return self.estimator().comparisons(scores[0], ["HR@1", "MRR"], pairs)

    # Audits

    def evidence(
        self, scores: Sequence[Scores], records: Mapping[str, Sequence[Record]]
    ) -> dict[str, Evidence]:
        """What the audits may look at, task by task."""
        retrieval, stability, validity = scores
        reruns = Reruns(self.songs, self.options, self.config.seed)
        drawn, listed = self.options.queries != "all", self.options.chosen_by == "listing"
        formula = {"final_score": ("cosine_similarity", "avoid_penalty")}
        return {
            RQ1: Evidence(
                cases=self.queries,
                records=records[RQ1],
                measures=self.retrieval,
                scores=[retrieval],
                clusters=["set"],
                headlines=_headline(retrieval, "HR@1"),
                reorder=reruns.hit_rate_listed_otherwise if drawn and listed else None,
                reseed=reruns.hit_rate_of_another_draw if drawn else None,
            ),
            RQ2: Evidence(
                cases=[case for case in self.changes if "change" in case.groups],
                measures=[Tau()],
                scores=[stability],
                clusters=["baseline"],
                headlines=_headline(stability, "tau"),
                reseed=reruns.tau_of_other_baselines,
            ),
            RQ3: Evidence(
                cases=self.profiles,
                records=records[RQ3],
                measures=[*self.validity, CHECK],
                scores=[validity],
                formulas=formula,
            ),
        }

    # Series

    def series(
        self,
        scores: Sequence[Scores],
        estimates: Sequence[Estimate],
        records: Mapping[str, Sequence[Record]],
    ) -> list[Series]:
        _, stability, _ = scores
        labels = np.array(stability.groups["change"])
        tau = stability.of("tau", "source")
        lowest = 0.0 if np.nanmin(tau, initial=0.0) >= 0 else -1.0
        finals = [s for r in records[RQ3] if r.answer for s in r.answer.scores or ()]
        return [
            *(self._alpha_series(estimates, label) for label in ("HR@1", "MRR")),
            *(histogram("tau", kind, tau[labels == kind], lowest, 1.0, 20) for kind in KINDS),
            histogram("final_score", "source", np.array(finals), -0.5, 1.0, 30),
        ]

    def _alpha_series(self, estimates: Sequence[Estimate], measure: str) -> Series:
        names = {0.0: "cosine only", 0.5: "source"}
        alphas = sorted(self.options.alphas)
        by_system = {e.system: e for e in estimates if e.measure == measure}
        rows = [by_system[names.get(alpha, f"source α = {alpha:g}")] for alpha in alphas]
        return Series(
            "self-retrieval by α",
            measure,
            alphas,
            [row.value for row in rows],
            [row.low for row in rows],
            [row.high for row in rows],
        )


def _headline(scores: Scores, measure: str) -> dict[tuple[str, str], float]:
    """The mean of a measure of the source's formula, as reported."""
    return {("source", measure): float(np.nanmean(scores.of(measure, "source")))}


def baseline_means(scores: Scores) -> Scores:
    """One mean a baseline instead of one value a change."""
    labels = np.array(scores.groups["baseline"])
    baselines = tuple(dict.fromkeys(labels.tolist()))
    means = [np.nanmean(scores.values[:, :, labels == name], axis=2) for name in baselines]
    return Scores(scores.task, scores.measures, scores.systems, baselines, np.stack(means, axis=2))


def histogram(
    name: str, system: str, values: np.ndarray, low: float, high: float, bins: int
) -> Series:
    """The share of values in each bin, at the bin's middle."""
    values = values[~np.isnan(values)]
    counts, edges = np.histogram(np.clip(values, low, high), bins, (low, high))
    middles = (edges[:-1] + edges[1:]) / 2
    shares = counts / max(1, counts.sum())
    return Series(name, system, [round(float(x), 6) for x in middles], [float(y) for y in shares])


def _number(count: int | str) -> int | None:
    return count if isinstance(count, int) else None
