"""Every command does what its help says, and prints JSON that can be read."""

import json
import os
import subprocess
import sys
import time

import pytest
from calling import command, process

from earwitness.cli import COMMANDS


def strict_json(text):
    """Parsed, and without nan or infinity."""

    def refuse(constant):
        raise AssertionError(constant)

    return json.loads(text, parse_constant=refuse)


def best_of_five(arguments):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def test_help_answers_at_once_and_importing_costs_nothing():
    assert best_of_five(["-m", "earwitness", "--help"]) < 0.3
    assert best_of_five(["-c", "import earwitness"]) < 0.2


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(earwitness, name):
    outcome = earwitness(name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Usage: " in outcome.out


def test_a_misspelt_command_is_answered_with_the_nearest(earwitness):
    outcome = earwitness("chek", "run")
    assert outcome.code == 2
    assert "No such command 'chek'. Did you mean 'check'?" in outcome.err


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(earwitness, shell):
    assert "_EARWITNESS_COMPLETE" in earwitness("completion", shell).out


def test_bash_reads_the_script_and_completes(earwitness, tmp_path):
    script = tmp_path / "complete.bash"
    script.write_text(earwitness("completion", "bash").out)
    subprocess.run(["bash", "-n", str(script)], check=True)
    subprocess.run(["bash", "-c", f"source {script}"], check=True, capture_output=True)
    asked = {"_EARWITNESS_COMPLETE": "bash_complete", "COMP_WORDS": "earwitness re"}
    # Completion is asked of the console script, whose name makes the variable's.
    code = "import sys; sys.argv[0] = 'earwitness'; from earwitness.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | asked | {"COMP_CWORD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(done.stdout.split()) == {"plain,report", "plain,repertoire"}


# Studies


def test_new_writes_a_file_that_runs_and_never_over_another(earwitness, small_library, tmp_path):
    assert earwitness("new", "repertoire").code == 0
    assert "repertoire.toml exists already" in earwitness("new", "repertoire").sentence
    from earwitness.studies.file import read_toml, validate
    from earwitness.studies.repertoire import RepertoireStudy
    from earwitness.studies.repertoire.config import RepertoireConfig

    content = read_toml(tmp_path / "repertoire.toml")
    config = validate(tmp_path / "repertoire.toml", content, RepertoireStudy.config_type)
    assert config == RepertoireConfig(), "the template shows the defaults"


@pytest.mark.slow
def test_new_reduced_in_size_runs_to_a_report(earwitness, small_library, tmp_path):
    earwitness("new", "repertoire")
    text = (tmp_path / "repertoire.toml").read_text()
    for old, new in {
        'songs = "all"': "songs = 10",
        '"embedded"': f'"{small_library}"',
        "resamples = 10000": "resamples = 200",
        "candidates = 10": "candidates = 3",
    }.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "repertoire.toml").write_text(text)
    outcome = earwitness("run", "repertoire.toml", "--out", "run", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    told = strict_json(outcome.out)
    assert told["protocol"] == "sound"
    assert told["estimates"]
    assert (tmp_path / told["report"]).read_text().startswith("<!doctype html>")
    assert earwitness("check", "run").code == 0


@pytest.mark.slow
def test_report_writes_the_same_report_again(earwitness, good, tmp_path):
    import shutil

    shutil.copytree(good, tmp_path / "run")
    before = {p.name: p.read_bytes() for p in good.rglob("*.md")}
    before["report.html"] = (good / "report.html").read_bytes()
    for path in (tmp_path / "run").rglob("*.md"):
        path.unlink()
    (tmp_path / "run" / "report.html").write_text("old")
    assert earwitness("report", "run").code == 0
    after = {p.name: p.read_bytes() for p in (tmp_path / "run").rglob("*.md")}
    after["report.html"] = (tmp_path / "run" / "report.html").read_bytes()
    assert after == before


@pytest.mark.slow
def test_demo_writes_an_index_and_a_second_call_goes_on(earwitness, small, tmp_path, monkeypatch):
    from earwitness.studies import demo

    # The real one takes a minute; `make demo` runs it.
    (tmp_path / "s.toml").write_text(small())
    monkeypatch.setattr(demo, "demo_files", lambda: [("small", tmp_path / "s.toml")])
    first = earwitness("demo", "--json")
    assert first.code == 0
    told = strict_json(first.out)
    assert "small/report.html" in (tmp_path / told["index"]).read_text()
    assert told["runs"][0]["headline"]
    again = earwitness("demo")
    assert again.code == 0
    assert "Open demo/index.html in a browser." in again.out
    assert earwitness("check", "demo/small").code == 0


def test_power_plans_from_a_number_and_from_a_run(earwitness, good):
    (row,) = strict_json(
        earwitness("power", "repertoire", "--sd", 0.3, "--difference", 0.05, "--json").out
    )
    # n = ((1.96 + 0.84) · sd / d)² by the normal approximation, and a little more for t.
    assert 282 <= row["cases_needed"] <= 287
    rows = strict_json(earwitness("power", "repertoire", "--run", good, "--json").out)
    assert {"source − random, HR@1", "source − random, MRR"} <= {row["comparison"] for row in rows}
    assert all(row["smallest_difference"] > 0 for row in rows)
    assert "either --sd NUMBER or --run FOLDER" in earwitness("power", "repertoire").sentence
    assert earwitness("power", "repertoire", "--sd", "nan", "--cases", 9).code == 2


# Songs


def recommend(*more):
    return ("repertoire", "recommend", "--range", "A3-F5", *more)


def test_recommend_prints_a_table_and_json(earwitness, small_library):
    library = ("--library", small_library)
    table = earwitness(*recommend("--limit", 3, "--why", *library))
    assert (table.code, table.err) == (0, "")
    rows = strict_json(earwitness(*recommend("--limit", 3, "--json", *library)).out)
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert rows[0]["fit"] >= rows[1]["fit"] >= rows[2]["fit"]
    assert all(row["song"]["title"] in table.out for row in rows)


def test_recommend_writes_the_sources_file(earwitness, small_library, tmp_path):
    library = ("--library", small_library)
    assert earwitness(*recommend("--out", "r.json", *library)).code == 0
    written = strict_json((tmp_path / "r.json").read_text())
    assert written["user_preferences"]["range"]["low"] == "A3"
    missing = earwitness(*recommend("--out", "no/r.json", *library))
    assert missing.code == 1
    assert "its folder does not exist" in missing.sentence
    assert "it is a folder" in earwitness(*recommend("--out", ".", *library)).sentence


def test_programme_and_show_as_json_and_in_words(earwitness, small_library, tmp_path):
    library = ("--library", small_library)
    asked = ("repertoire", "programme", "--range", "A3-F5", "--songs", 2, *library)
    assert earwitness(*asked).code == 0
    told = strict_json(earwitness(*asked, "--json").out)
    assert len(told["songs"]) == 2
    song = told["songs"][0]["song"]
    shown = earwitness("repertoire", "show", song["id"], *library)
    assert song["title"] in shown.out
    assert strict_json(earwitness("repertoire", "show", song["id"], "--json", *library).out) == song
    assert earwitness("repertoire", "show", song["id"], *library, "--png", "s.svg").code == 0
    assert "<svg" in (tmp_path / "s.svg").read_text()
    wrong = earwitness("repertoire", "show", song["id"], *library, "--png", "s.xyz")
    assert "ends in .png, .svg, .pdf" in wrong.sentence


def test_build_reads_scores_and_recommend_reads_what_it_built(earwitness, tmp_path):
    (tmp_path / "scores").mkdir()
    notes = "".join(
        f"<note><pitch><step>{step}</step><octave>4</octave></pitch><duration>1</duration>"
        "<lyric><text>la</text></lyric></note>"
        for step in "CDEFG"
    )
    (tmp_path / "scores" / "scale.musicxml").write_text(
        '<score-partwise><part-list><score-part id="P1"><part-name>Voice</part-name>'
        '</score-part></part-list><part id="P1"><measure number="1"><attributes><divisions>1'
        f"</divisions></attributes>{notes}</measure></part></score-partwise>"
    )
    (tmp_path / "scores" / "torn.musicxml").write_text("<score-partwise><part")
    built = earwitness("repertoire", "build", "scores", "-o", "library")
    assert built.code == 0
    assert "1 of 2 scores were not read: torn.musicxml" in built.out
    found = earwitness(*recommend("--library", "library", "--json"))
    assert [row["song"]["id"] for row in strict_json(found.out)] == ["scale.musicxml"]
    assert earwitness("repertoire", "build", "scores", "-o", "songs.json").code == 0
    assert len(strict_json((tmp_path / "songs.json").read_text())["songs"]) == 1
    onto_file = earwitness("repertoire", "build", "scores", "-o", "songs.json/x")
    assert onto_file.code == 1
    assert "a part of its path is a file" in onto_file.sentence


# Terminals


def test_a_reader_who_goes_away_is_no_error(small_library):
    asked = command(*recommend("--limit", 500, "--library", small_library))
    for more in ((), ("--json",), ("--why",)):
        run = subprocess.Popen([*asked, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait() == 0
        run.stderr.close()


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"NO_COLOR": "1", "TERM": "dumb"},
        {"COLUMNS": "20"},
        {"COLUMNS": "0"},
    ],
    ids=lambda env: ",".join(f"{k}={v}" for k, v in env.items()),
)
def test_odd_terminals(small_library, env):
    asked = recommend("--limit", 3, "--library", small_library)
    table = process(*asked, env=env)
    assert (table.code, table.err) == (0, "")
    assert table.out
    assert len(strict_json(process(*asked, "--json", env=env).out)) == 3


def test_a_minus_stays_a_minus_in_ascii(small_library):
    asked = recommend("--limit", 40, "--library", small_library)
    shown = process(*asked, env={"PYTHONIOENCODING": "ascii"}).out
    moved = {row["shift"] for row in strict_json(process(*asked, "--json").out)}
    down = min(moved)
    assert down < 0
    assert f" {down} " in shown
