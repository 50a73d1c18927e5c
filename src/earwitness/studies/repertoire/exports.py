"""The source's own result files, with the names that its plan gives them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from earwitness.domain import Estimate
from earwitness.studies.repertoire.source import RQ1, RQ2, RQ3, SourceProtocol


def exports(protocol: SourceProtocol, estimates: Sequence[Estimate]) -> dict[str, bytes]:
    """RQ1_results.json, RQ2_results.json and RQ3_results.json.

    Each holds the settings of its question and, for every system and measure, the mean, the
    interval `ci_95` (or whatever the level is), n and the number of undefined values.
    """
    config, options = protocol.config, protocol.options
    common = {"seed": config.seed, "n_bootstrap": config.resamples, "n_songs": len(protocol.songs)}
    settings: dict[str, dict[str, Any]] = {
        RQ1: {"n_queries": len(protocol.queries), "alpha": 0.5},
        RQ2: {
            "n_baselines": len(protocol.baselines),
            "baselines": [song.id for song in protocol.baselines],
            "min_candidates": options.candidates,
            "ci_over": options.tau_interval,
        },
        RQ3: {
            "n_profiles": len(protocol.profiles),
            "profiles": [case.id for case in protocol.profiles],
            "min_candidates": options.candidates,
            "correlation": options.correlation,
        },
    }
    return {
        f"{task[:3]}_results.json": _json(
            common | settings[task] | {"results": _results(estimates, task)}
        )
        for task in (RQ1, RQ2, RQ3)
    }


def _results(estimates: Sequence[Estimate], task: str) -> dict[str, Any]:
    """System -> measure (and kind of change) -> numbers."""
    found: dict[str, Any] = {}
    for estimate in estimates:
        if estimate.groups.get("task") != task:
            continue
        change = estimate.groups.get("change")
        name = estimate.measure if change is None else f"{estimate.measure}: {change}"
        found.setdefault(estimate.system, {})[name] = {
            "mean": estimate.value,
            f"ci_{100 * estimate.level:g}": [estimate.low, estimate.high],
            "null": estimate.null,
            "n": estimate.n,
            "undefined": estimate.undefined,
        }
    return found


def _json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
