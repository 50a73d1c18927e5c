import pytest

from earwitness.errors import StudyError
from earwitness.studies.file import StudyConfig, read_toml, study_name, validate
from earwitness.studies.repertoire.config import RepertoireConfig


def test_a_study_file_is_read_and_checked(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('study = "repertoire"\nseed = 7\n[source]\nqueries = 9\nalphas = [1, 0.5]\n')
    content = read_toml(path)
    assert study_name(path, content, ["repertoire"]) == "repertoire"
    config = validate(path, content, RepertoireConfig)
    assert (config.seed, config.source.queries, config.source.alphas) == (7, 9, [1.0, 0.5])


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"sed": 1}, "`sed` is not a known key (did you mean 'seed'?)"),
        ({"zzz": 1}, "`zzz` is not a known key; known there: study, protocol, seed"),
        ({"seed": "1"}, "`seed` is '1' (text); it must be a whole number"),
        ({"level": 2.0}, "`level` is 2.0 (a number); it must be less than 1"),
        ({"protocol": "sorce"}, "allowed: sound, source (did you mean 'source'?)"),
        ({"source": {"queries": 0}}, "`source.queries"),
        ({"source": {"alphas": [99.0]}}, "`source.alphas.0` is 99.0"),
        ({"systems": {"x": {}}}, "`systems.x.use` is missing"),
        ({"data": 3}, "`data` is 3 (a whole number); it must be a table"),
        ({"seed": [1] * 1000}, "…"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_first_fault_is_one_sentence(tmp_path, content, told):
    with pytest.raises(StudyError) as caught:
        validate(tmp_path / "s.toml", {"study": "repertoire", **content}, RepertoireConfig)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_configuration_survives_the_manifest():
    """What is stored as JSON is enough to run the study again."""
    config = RepertoireConfig(
        study="repertoire", systems={"mine": {"use": "a:B", "options": {"x": [1, {"y": "z"}]}}}
    )
    assert RepertoireConfig(**config.model_dump(mode="json")) == config


@pytest.mark.parametrize("value", [float("inf"), float("nan"), {"deep": [float("nan")]}, {1, 2}])
def test_options_are_what_json_can_hold(tmp_path, value):
    content = {"study": "x", "systems": {"mine": {"use": "a:B", "options": {"x": value}}}}
    with pytest.raises(StudyError, match="finite numbers"):
        validate(tmp_path / "s.toml", content, StudyConfig)
