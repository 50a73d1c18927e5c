"""The published plan: known answers, options, audits, exports."""

import json

import numpy as np
import pytest

from earwitness.errors import DataError
from earwitness.studies.repertoire.source import RQ1, RQ2, RQ3

FEW = {"candidates": 3, "baselines": 3, "profiles": 6, "alphas": [0.0, 0.5]}


@pytest.fixture(scope="module")
def lieder(conclude, corpus):
    library = {"library": str(corpus / "lieder-101.tar")}
    return conclude(protocol="source", data=library)


@pytest.fixture(scope="module")
def small(conclude, small_library):
    return conclude(protocol="source", data={"library": str(small_library)}, source=FEW)


@pytest.mark.needs("corpus")
def test_self_retrieval_on_lieder_101_gives_the_known_answers(lieder):
    known = {
        "source": (0.8211, 0.8956, 0.9895, 1.0),
        "cosine only": (0.8421, 0.9070, 1.0, 1.0),
    }
    nulls = (0.072, 0.202, 0.211, 0.312)
    for system, values in known.items():
        for measure, value, null in zip(
            ("HR@1", "MRR", "HR@3", "HR@5"), values, nulls, strict=True
        ):
            estimate = lieder.estimate(system, measure, task=RQ1)
            assert estimate.n == 95
            assert estimate.value == pytest.approx(value, abs=5e-5)
            assert estimate.null == pytest.approx(null, abs=5e-4)
    interval = lieder.estimate("source", "HR@1", task=RQ1)
    assert (interval.low, interval.high) == pytest.approx((0.747, 0.895), abs=0.02)


@pytest.mark.needs("corpus")
@pytest.mark.slow
def test_all_baselines_of_lieder_101_give_the_known_stability(conclude, corpus):
    run = conclude(
        protocol="source",
        data={"library": str(corpus / "lieder-101.tar")},
        source={"baselines": "all", "tau_interval": "baselines"},
    )
    tau = run.estimate("source", "tau", task=RQ2)
    assert tau.n == 78
    assert tau.value == pytest.approx(0.848, abs=0.002)
    kinds = {
        e.groups["change"]: e.value
        for e in run.results.estimates
        if e.system == "source" and e.measure == "tau" and "change" in e.groups
    }
    assert min(kinds, key=kinds.get) == "remove a favourite"
    assert kinds["remove a favourite"] == pytest.approx(0.74, abs=0.005)


@pytest.mark.needs("corpus")
def test_the_published_options_run_and_hang_on_the_listing(conclude, corpus):
    published = {
        "queries": 50,
        "chosen_by": "listing",
        "tau_interval": "baselines",
        "correlation": "spearman",
    }
    library = {"library": str(corpus / "lieder-101.tar")}
    run = conclude(protocol="source", data=library, source=published)
    assert run.estimate("source", "HR@1", task=RQ1).value == pytest.approx(0.76)
    assert run.estimate("source", "tau", task=RQ2).n == 5
    labels = ("rho(final_score, cosine_similarity)", "rho(final_score, avoid_penalty)")
    first, second = (run.estimate("source", label, task=RQ3) for label in labels)
    assert first.value > 0.95
    assert second.value < 0
    listing = [
        f
        for f in run.results.findings
        if f.audit == "order-dependence" and "listed in another order" in f.title
    ]
    assert [f.severity for f in listing] == ["serious"]


@pytest.mark.needs("corpus")
def test_the_audits_see_what_is_wrong_with_the_plan(lieder):
    found = {}
    for finding in lieder.results.findings:
        found.setdefault(finding.audit, []).append(finding)
    assert {"order-dependence", "easy-candidates", "tautology", "ceiling"} <= found.keys()
    easy = found["easy-candidates"][0]
    assert "18% of the cases offer fewer than 10 candidates" in easy.title
    assert easy.evidence["task"] == RQ1
    tautologies = " ".join(f.title for f in found["tautology"])
    assert "r(final_score, cosine_similarity)" in tautologies
    assert "r(final_score, avoid_penalty)" in tautologies
    assert "time_on_avoids" not in tautologies, "the check of the arithmetic is counted anew"
    assert any("HR@5" in f.title for f in found["ceiling"])
    assert all(f.advice and f.evidence for group in found.values() for f in group)


def test_the_penalty_is_the_share_of_time_on_avoids(small):
    check = small.estimate("source", "r(avoid_penalty, time_on_avoids)", task=RQ3)
    assert check.value == pytest.approx(1.0, abs=1e-4)


def test_the_numbers_of_the_plan_are_kept(small):
    assert len(small.study.protocol.baselines) == 3
    assert len(small.study.protocol.profiles) == 6
    changes = {
        case.groups["baseline"]
        for case in small.study.protocol.changes[1:]
        if case.groups.get("baseline")
    }
    assert len(changes) == 3


def test_tau_is_that_of_the_stored_rankings(small):
    from scipy.stats import kendalltau

    answers = {r.case: r.answer.items for r in small.records[RQ2] if r.system == "source"}
    taus = []
    for case in small.study.protocol.changes:
        if "change" in case.groups:
            before, after = answers[case.truth["baseline"]], answers[case.id]
            taus.append(kendalltau(range(len(before)), [after.index(i) for i in before]).statistic)
    assert small.estimate("source", "tau", task=RQ2).value == pytest.approx(np.mean(taus))
    spread = small.estimate("source", "tau sd", task=RQ2)
    assert spread.value == pytest.approx(np.std(taus, ddof=1))


def test_further_measures_are_measured_in_the_source_protocol_too(conclude, small_library):
    run = conclude(
        protocol="source",
        data={"library": str(small_library)},
        source=FEW,
        measures=["nDCG@10", "HR@1"],
    )
    assert 0 < run.estimate("source", "nDCG@10", task=RQ1).value <= 1
    labels = [info.label for info in run.results.measures]
    assert labels.count("HR@1") == 1
    assert any("nDCG@10" in section.measures for section in run.results.sections)


def test_the_exports_say_what_the_results_say(small):
    exports = {name: json.loads(text) for name, text in small.conclusion.exports.items()}
    assert exports.keys() == {f"RQ{i}_results.json" for i in (1, 2, 3)}
    first, second, third = exports.values()
    for export in exports.values():
        assert (export["seed"], export["n_bootstrap"], export["n_songs"]) == (42, 200, 40)
    hit = small.estimate("source", "HR@1", task=RQ1)
    assert first["n_queries"] == hit.n
    assert first["results"]["source"]["HR@1"] == {
        "mean": hit.value,
        "ci_95": [hit.low, hit.high],
        "null": hit.null,
        "n": hit.n,
        "undefined": 0,
    }
    assert first["results"].keys() == {"source", "cosine only", "random"}
    assert (second["n_baselines"], second["min_candidates"], second["ci_over"]) == (3, 3, "changes")
    assert len(second["baselines"]) == 3
    assert "tau: remove a favourite" in second["results"]["source"]
    assert (third["n_profiles"], third["correlation"]) == (6, "pearson")
    assert third["results"]["source"]["ScoreVariance"]["n"] == 6


def test_too_few_songs_are_told_before_anything_is_asked(conclude, tmp_path):
    songs = [
        {"filename": f"{i}.xml", "tessituragram": {str(60 + i): 1, str(62 + i): 2}}
        for i in range(4)
    ]
    (tmp_path / "t.json").write_text(json.dumps(songs))
    with pytest.raises(DataError, match=r"lower `source\.candidates`"):
        conclude(protocol="source", data={"library": str(tmp_path / "t.json")})


@pytest.mark.parametrize(
    "songs",
    [
        [{"60": i + 1} for i in range(12)],
        [{"60": 1, "64": 2, "67": 3}] * 12,
        [{"60": 0, "64": 0}] * 2 + [{"60": 1, "64": 2, "67": 3}] * 12,
    ],
    ids=["one pitch", "all alike", "grace notes alone"],
)
@pytest.mark.parametrize("protocol", ["source", "sound"])
def test_odd_libraries_come_to_a_conclusion(conclude, tmp_path, songs, protocol):
    listed = [{"filename": f"{i}.xml", "tessituragram": song} for i, song in enumerate(songs)]
    (tmp_path / "t.json").write_text(json.dumps(listed))
    sound = {"singers_per_voice": 2, "transposed_singers": 2}
    run = conclude(
        protocol=protocol, data={"library": str(tmp_path / "t.json")}, source=FEW, sound=sound
    )
    assert run.plain["estimates"]
    assert all(sentence.strip() for sentence in run.results.account.verdict)
