"""Damaged, foreign and incomplete run folders: one sentence, and nothing stored is lost."""

import json
import shutil

import pytest


@pytest.fixture
def folder(good, tmp_path):
    shutil.copytree(good, tmp_path / "run")
    shutil.copy(good.parent / "study.toml", tmp_path / "study.toml")
    return tmp_path / "run"


def edited(name, **changes):
    def damage(folder):
        content = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(content | changes))

    return damage


def truncated(name):
    def damage(folder):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: len(content) // 2])

    return damage


def rotten(name):
    def damage(folder):
        content = bytearray((folder / name).read_bytes())
        content[100:-200:37] = bytes(b ^ 255 for b in content[100:-200:37])
        (folder / name).write_bytes(bytes(content))

    return damage


def removed(name):
    return lambda folder: (folder / name).unlink()


def swapped(folder):
    shutil.copy(folder / "records.parquet", folder / "scores.parquet")


ALL = ("check", "report", "gate", "power")
USERS = {
    "manifest.json": ALL,
    "results.json": ALL,
    "records.parquet": ("check",),
    "scores.parquet": ("check", "gate", "power"),
}
"""Which commands read which file."""


def call(earwitness, command, folder, good):
    return earwitness(
        *{
            "check": ("check", folder),
            "report": ("report", folder),
            "gate": ("gate", folder, "--baseline", good),
            "power": ("power", "repertoire", "--run", folder),
        }[command]
    )


DAMAGES = {
    f"{name} {how.__name__}": (how(name), USERS[name])
    for name in USERS
    for how in (truncated, rotten, removed)
} | {
    "another layout": (edited("manifest.json", format=7), ALL),
    "no layout": (lambda folder: (folder / "manifest.json").write_text("[]"), ALL),
    "manifest without versions": (edited("manifest.json", versions=None), ALL),
    "results of another shape": (edited("results.json", estimates=[{"mean": 3}]), ALL),
    "results that are a list": (lambda folder: (folder / "results.json").write_text("[]"), ALL),
    "systems that are a number": (edited("results.json", systems=3), ALL),
    "no estimates": (edited("results.json", estimates=[]), ("check", "gate")),
    "scores that are records": (swapped, USERS["scores.parquet"]),
    "nothing there": (shutil.rmtree, ALL),
}


@pytest.mark.parametrize(
    ("damage", "command"),
    [(name, command) for name, (_, commands) in DAMAGES.items() for command in commands],
)
def test_a_damaged_folder_is_told_in_one_sentence(earwitness, folder, good, damage, command):
    DAMAGES[damage][0](folder)
    outcome = call(earwitness, command, folder, good)
    unreadable = "manifest" in damage or damage in {"another layout", "no layout", "nothing there"}
    # A check that fails has done its work: exit code 1.
    assert outcome.code == (1 if command == "check" and not unreadable else 2)
    assert str(folder) in outcome.sentence


def test_check_names_what_is_wrong_and_passes_what_is_whole(earwitness, folder, good):
    whole = earwitness("check", good)
    assert whole.code == 0
    assert "✖" not in whole.out
    edited("manifest.json", complete=False)(folder)
    truncated("scores.parquet")(folder)
    checks = json.loads((outcome := earwitness("check", folder, "--json")).out)
    assert outcome.code == 1
    faults = {c["name"]: c["fault"] for c in checks if c["fault"]}
    assert faults.pop("complete") == "the run was not finished; go on with --resume"
    assert faults.keys() == {"score ranges", "estimates"}


OTHER = {
    "another configuration": lambda f: (f / "study.toml").write_text(
        (f / "study.toml").read_text().replace("queries = 12", "queries = 11")
    ),
    "another seed": lambda f: (f / "study.toml").write_text(
        "seed = 7\n" + (f / "study.toml").read_text()
    ),
    "another version": lambda f: edited("manifest.json", versions={"earwitness": "9.9"})(f / "run"),
    "other data": lambda f: edited("manifest.json", data=[])(f / "run"),
    "another layout": lambda f: edited("manifest.json", format=7)(f / "run"),
    "a damaged manifest": lambda f: truncated("manifest.json")(f / "run"),
    "damaged records": lambda f: truncated("records.parquet")(f / "run"),
}


@pytest.mark.parametrize("what", OTHER)
def test_resume_refuses_what_is_not_the_same_run_and_leaves_it_alone(earwitness, folder, what):
    OTHER[what](folder.parent)
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    outcome = earwitness("run", "study.toml", "--out", "run", "--resume")
    assert outcome.code == 2
    assert "run" in outcome.sentence
    assert before == {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_run_is_never_written_over(earwitness, folder):
    before = (folder / "results.json").stat().st_mtime_ns
    outcome = earwitness("run", "study.toml", "--out", "run")
    assert outcome.code == 2
    assert "already holds a run; go on with it by --resume" in outcome.sentence
    assert (folder / "results.json").stat().st_mtime_ns == before


@pytest.mark.slow
def test_a_damaged_shard_is_named_and_asked_again_once_it_is_deleted(earwitness, folder, good):
    before = (folder / "results.json").read_bytes()
    for name in ("records.parquet", "scores.parquet", "results.json"):
        (folder / name).unlink()
    edited("manifest.json", complete=False)(folder)
    (folder / "shards").mkdir()
    (folder / "shards" / "000003.parquet").write_bytes(b"PAR1 and then nothing")
    outcome = earwitness("run", "study.toml", "--out", "run", "--resume")
    assert outcome.code == 2
    assert "000003.parquet is damaged" in outcome.sentence
    assert "delete it and go on with --resume" in outcome.sentence
    (folder / "shards" / "000003.parquet").unlink()
    assert earwitness("run", "study.toml", "--out", "run", "--resume").code == 0
    assert (folder / "results.json").read_bytes() == before
    assert earwitness("check", "run").code == 0


@pytest.mark.slow
def test_a_kill_between_the_last_steps_leaves_nothing_behind(earwitness, folder):
    edited("manifest.json", complete=False)(folder)
    (folder / "shards").mkdir()
    (folder / "shards" / "000000.parquet").write_bytes(b"merged already")
    (folder / ".results.json.1.tmp").write_bytes(b"{")
    before = (folder / "results.json").read_bytes()
    assert earwitness("run", "study.toml", "--out", "run", "--resume").code == 0
    assert (folder / "results.json").read_bytes() == before
    assert earwitness("check", "run").code == 0
    assert not list(folder.glob(".*"))
