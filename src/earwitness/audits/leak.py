"""Was a model trained on the playlists that it is tested on?"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earwitness.audits.base import Affinity, Evidence, shown
from earwitness.audits.joined import Joined, Pairs
from earwitness.domain import Finding, generator
from earwitness.statistics import Interval, mean_interval, sign_flip

Floats = NDArray[np.float64]
FEW = 5
"""A test pair is placed among no fewer training pairs of its kind than this."""


@dataclass(frozen=True)
class Leak:
    """Fires when a model treats what only the tested playlists say as if it had been taught it.

    Needs `training` and `tested` playlists, and `affinities`: models that learned from playlists.
    (A model of sound or text treats all playlists alike by nature; do not give it.) It looks at
    pairs of near tracks that exactly one playlist joins. Their margin is the affinity of the pair
    minus that of the same track and a stranger: as popular, but joined by no playlist.

    A playlist split at random makes pairs of tested and of training playlists alike but for one
    thing: an honest model has been shown the latter. So a training pair's margin is the larger of
    two, drawn from pairs of the same popularity, with a probability above 1/2; and of 1/2 exactly
    where the model was shown both. The audit fires when the interval of that probability (over
    playlists, at the level 1 − `alpha`) reaches down to 1/2 and ends below
    1/2 + `tolerance` · (A − 1/2), where A is the probability that a training pair's margin is
    above 0: how deep an imprint training leaves. Tested pairs' margins must also be above 0 (sign
    flips over playlists, p < `alpha`). Generalising lifts those margins too, so that this p alone
    would accuse good models.

    With fewer than `least` tested playlists it says nothing. A leak of a few of the tested
    playlists goes unseen.
    """

    tolerance: float = 0.25
    alpha: float = 0.01
    least: int = 100
    seed: int = 42

    name = "leak"

    def examine(self, evidence: Evidence) -> list[Finding]:
        training, tested = evidence.training, evidence.tested
        if training is None or tested is None or not evidence.affinities:
            return []
        joined = Joined(training, tested)
        taught = joined.pairs(training, generator(self.seed, "leak", "training"))
        asked = joined.pairs(tested, generator(self.seed, "leak", "tested"))
        new = np.setdiff1d(tested.tracks, training.tracks)
        findings = []
        for model, affinity in evidence.affinities.items():
            seen = self._seen(affinity, taught, asked)
            if seen is not None:
                known = int(np.isfinite(affinity(new, new)).sum())
                findings.append(
                    self._finding(model, {**seen, "tracks_known_from_tested_lists_alone": known})
                )
        return findings

    def _seen(self, affinity: Affinity, taught: Pairs, asked: Pairs) -> dict[str, Any] | None:
        """What was measured, where it accuses the model; None where it does not."""
        of_taught, of_asked = _margins(affinity, taught), _margins(affinity, asked)
        above = _by_list(_wins(of_asked, 0.0), asked)
        placed = _by_list(_placed(of_taught, taught.kind, of_asked, asked.kind), asked)
        imprint = _mean(_wins(of_taught, 0.0))
        if imprint is None or len(placed) < self.least:
            return None
        larger = mean_interval(placed, level=1 - self.alpha)
        p = sign_flip(above, np.full(len(above), 0.5)).p
        limit = 0.5 + self.tolerance * (imprint - 0.5)
        if larger.low is None or larger.high is None or p is None:
            return None
        alike = larger.low <= 0.5 and larger.high < limit
        if not alike or above.mean() <= 0.5 or p >= self.alpha:
            return None
        return {
            "tested_pair_above_stranger": float(above.mean()),
            "p": p,
            "training_pair_above_stranger": imprint,
            "training_pair_above_tested_pair": _plain(larger),
            "accused_below": limit,
            "tested_playlists": len(placed),
        }

    def _finding(self, model: str, seen: dict[str, Any]) -> Finding:
        share = shown(seen["tested_pair_above_stranger"])
        beside = shown(seen["training_pair_above_stranger"])
        return Finding(
            self.name,
            "serious",
            f"{model} was probably trained on the playlists that it is tested on: it puts pairs "
            f"of songs that only a tested playlist joins above chance pairs {share} of the time, "
            f"and pairs from training playlists {beside} of the time.",
            {"model": model, **seen},
            "A model that has seen the answers finds them again, so its values say nothing about "
            "new playlists, and models that remember best look best. Train it again on the "
            "training playlists alone, and report only that.",
        )


def _margins(affinity: Affinity, pairs: Pairs) -> Floats:
    margins: Floats = affinity(pairs.a, pairs.b) - affinity(pairs.a, pairs.stranger)
    return margins


def _wins(values: Floats, than: float) -> Floats:
    """1 above, 0 below, 1/2 for a tie; nan stays."""
    return np.where(np.isnan(values), np.nan, (np.sign(values - than) + 1) / 2)


def _placed(
    taught: Floats, kinds: NDArray[Any], asked: Floats, asked_kinds: NDArray[Any]
) -> Floats:
    """For each tested pair, the share of training pairs of its kind with a larger margin."""
    placed = np.full(len(asked), np.nan)
    known = np.isfinite(taught)
    for kind in np.unique(asked_kinds):
        pool = np.sort(taught[known & (kinds == kind)])
        if len(pool) >= FEW:
            here = np.flatnonzero((asked_kinds == kind) & np.isfinite(asked))
            below = np.searchsorted(pool, asked[here]) + np.searchsorted(pool, asked[here], "right")
            placed[here] = 1 - below / 2 / len(pool)
    return placed


def _by_list(values: Floats, pairs: Pairs) -> Floats:
    """The mean of each playlist's defined values."""
    known = np.isfinite(values)
    _, lists = np.unique(pairs.owner[known], return_inverse=True)
    means: Floats = np.bincount(lists, values[known]) / np.bincount(lists)
    return means


def _mean(values: Floats) -> float | None:
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else None


def _plain(interval: Interval) -> dict[str, float | None]:
    return {"value": interval.value, "low": interval.low, "high": interval.high}
