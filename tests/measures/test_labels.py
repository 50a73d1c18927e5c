"""Labels are definitions."""

import pytest

from earwitness.errors import StudyError
from earwitness.measures import MEASURES, MRR, NDCG, RBO, Correlation, parse


def test_labels_parse_to_measures():
    assert parse("nDCG@20") == NDCG(20)
    assert parse("MRR") == MRR()
    assert parse("MRR@10") == MRR(10)
    assert parse("RBO@.9") == RBO(0.9)
    assert parse("r(final_score,avoid_penalty)") == Correlation("final_score", "avoid_penalty")
    assert parse("rho(a, b)") == Correlation("a", "b", kind="spearman")


def test_different_cutoffs_are_different_measures():
    assert NDCG(5) != NDCG(10)
    assert NDCG(5) != MRR(5)


def test_every_name_in_the_table_begins_its_label():
    for name, make in MEASURES.items():
        for arguments in ((), (5,), (0.5,), ("x", "y")):
            try:
                measure = make(*arguments)
            except (TypeError, StudyError):
                continue
            assert str(measure).startswith(name)
            assert parse(str(measure)) == measure
            break
        else:
            pytest.fail(f"no options make {name}")


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("ndcg@20", 'unknown measure "ndcg@20"; did you mean "nDCG@20"?'),
        ("Recal@3", 'did you mean "Recall@3"?'),
        ("loudness", "known: HR, Recall"),
        ("nDCG", 'write a number after @ as in "nDCG@20"'),
        ("nDCG@0", 'measure "nDCG@0": the cutoff is 0; use a whole number, 1 or more'),
        ("nDCG@1.2.3", '"1.2.3" is no number'),
        ("RBO@1.0", "persistence is 1.0"),
        ("RBO@2", "persistence is 2"),
        ("tau@3", "wrong options"),
        ("r(a)", "wrong options"),
        ("MRR@", "is no measure's label"),
        ("nowhere.at.all:Thing", "'nowhere.at.all:Thing' cannot be imported: No module"),
        ("collections:Nothing", "'collections' has no 'Nothing'"),
        ("collections:OrderedDict", "is not a measure"),
    ],
)
def test_a_wrong_label_says_what_to_write(label, message):
    with pytest.raises(StudyError) as caught:
        parse(label)
    assert message in str(caught.value)


def test_a_measure_from_elsewhere_stands_beside_ours(tmp_path, monkeypatch):
    (tmp_path / "theirs.py").write_text(
        "class Length:\n"
        "    def __init__(self, least=0): self.least = least\n"
        "    info = None\n"
        "    def score(self, answer, truth): return float(len(answer.items))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert parse("theirs:Length").least == 0
    assert parse("theirs:Length@3").least == 3
