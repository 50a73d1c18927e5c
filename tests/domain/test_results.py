import json

import pytest

from earwitness.domain import (
    Account,
    Comparison,
    Estimate,
    Figure,
    Finding,
    Matrix,
    MeasureInfo,
    Results,
    Section,
    Series,
    from_json,
    to_json,
)

RESULTS = Results(
    study="repertoire",
    protocol="sound",
    account=Account("T", "Q?", ["v"], ["c"], ["d"], ["l"], "m", "b"),
    systems={"a": "the first", "b": "[bold]"},
    measures=[MeasureInfo("HR@1", "Hit rate", "higher", 0.0, None, None, "x")],
    estimates=[
        Estimate("a", "HR@1", 0.5, 0.4, 0.6, 0.95, 9, 1, "BCa", 0.1, 1.0, "few", {"task": "t"}),
        Estimate("b", "HR@1", None, None, None, 0.95, 0, 10, "BCa", groups={"task": "t", "k": "v"}),
    ],
    comparisons=[
        Comparison("a", "b", "HR@1", 0.1, 0.0, 0.2, 0.04, None, None, "r", "t", 9, {"task": "t"})
    ],
    findings=[Finding("ceiling", "info", "title", {"n": [1, {"x": None}]}, "advice")],
    series=[Series("s", "a", [1, "2"], [0.5, None], [0.1, None], None)],
    matrices=[Matrix("m", ["r"], ["c"], [[None]])],
    figures=[Figure("f", "series", "t", "c", ["s"], by="k", where={"task": "t"})],
    sections=[Section("t", "x", ["HR@1"], None, {"task": "t"}, ["f"])],
    clusters="set",
)


def test_results_survive_json():
    back = from_json(json.loads(json.dumps(to_json(RESULTS), allow_nan=False)))
    assert back == RESULTS


def test_group_keys_stand_beside_the_others_and_absent_bounds_are_left_out():
    first, second = to_json(RESULTS)["estimates"]
    assert (first["task"], first["null"], first["ceiling"]) == ("t", 0.1, 1.0)
    assert second["k"] == "v"
    assert second["value"] is None
    assert not {"null", "ceiling", "warning", "groups"} & second.keys()


@pytest.mark.parametrize("key", sorted(to_json(RESULTS)))
def test_a_missing_part_is_noticed(key):
    plain = to_json(RESULTS)
    del plain[key]
    with pytest.raises(KeyError):
        from_json(plain)


def test_a_part_of_another_shape_is_noticed():
    for change in ({"systems": 3}, {"estimates": [{"mean": 1}]}, {"findings": [{"x": 1}]}):
        with pytest.raises(TypeError):
            from_json(to_json(RESULTS) | change)
