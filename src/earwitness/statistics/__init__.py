"""Scores -> estimates with intervals, comparisons, agreement, power. Knows no music."""

from earwitness.statistics.agreement import kendall_tau, kendall_taus, overlap_at, rbo, tau_null_sd
from earwitness.statistics.bootstrap import (
    Method,
    crossed_interval,
    mean_interval,
    mean_intervals,
    paired_interval,
    paired_intervals,
)
from earwitness.statistics.correlation import correlation_interval, fisher_mean, pearson, spearman
from earwitness.statistics.effects import (
    cohen_d,
    cohen_dz,
    kendall_w,
    rank_biserial,
    signed_rank_biserial,
)
from earwitness.statistics.equivalence import tost
from earwitness.statistics.interval import Interval
from earwitness.statistics.multiplicity import benjamini_hochberg, holm
from earwitness.statistics.outcome import Outcome
from earwitness.statistics.paired import paired_t, sign_flip, wilcoxon
from earwitness.statistics.power import power_of, sample_size, smallest_difference
from earwitness.statistics.ranks import friedman, mann_whitney, skillings_mack
from earwitness.statistics.sets import coverage_interval

__all__ = [
    "Interval",
    "Method",
    "Outcome",
    "benjamini_hochberg",
    "cohen_d",
    "cohen_dz",
    "correlation_interval",
    "coverage_interval",
    "crossed_interval",
    "fisher_mean",
    "friedman",
    "holm",
    "kendall_tau",
    "kendall_taus",
    "kendall_w",
    "mann_whitney",
    "mean_interval",
    "mean_intervals",
    "overlap_at",
    "paired_interval",
    "paired_intervals",
    "paired_t",
    "pearson",
    "power_of",
    "rank_biserial",
    "rbo",
    "sample_size",
    "sign_flip",
    "signed_rank_biserial",
    "skillings_mack",
    "smallest_difference",
    "spearman",
    "tau_null_sd",
    "tost",
    "wilcoxon",
]
