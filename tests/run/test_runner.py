import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from specimens import Batched, Locked, Slow, Sorted, Wicked, WickedBatch, WrongCount

from earwitness.domain import Case
from earwitness.errors import FolderError, StorageError, StudyError
from earwitness.run import DaskEngine, LocalEngine, RunFolder, Task, run_tasks
from earwitness.run import runner as runner_module

HERE = Path(__file__).parent
ITEMS = [f"song {i}" for i in range(9)]


def cases(n, deeds=()):
    return [
        Case(f"case {i}", {"items": ITEMS, "deed": deeds[i] if i < len(deeds) else "sort"})
        for i in range(n)
    ]


def run(path, tasks, *, engine=None, time_limit=20.0, resume=False, seen=None):
    folder = RunFolder(path)
    folder.begin(study="x", protocol="y", config={}, data=[], seed=1, resume=resume)
    run_tasks(
        folder,
        tasks,
        engine=engine or LocalEngine(),
        seed=1,
        time_limit=time_limit,
        progress=lambda *a: seen.append(a) if seen is not None else None,
    )
    return folder


def test_every_case_gets_its_own_record_in_the_order_of_the_plan(tmp_path):
    seen = []
    tasks = [
        Task("one", cases(130), {"b": Sorted(), "a": Batched()}),
        Task("two", cases(3), {"a": Batched()}),
    ]
    records = run(tmp_path / "r", tasks, seen=seen).records()
    assert list(records) == ["one", "two"]
    assert [r.system for r in records["one"]] == ["b"] * 130 + ["a"] * 130
    assert [r.case for r in records["one"][:130]] == [f"case {i}" for i in range(130)]
    assert all(sorted(r.answer.items) == ITEMS for r in records["one"])
    assert seen[-1][1:] == (3, 3)
    assert ("one", 260, 260) in seen


def test_randomness_hangs_on_system_and_case_only(tmp_path):
    whole = run(tmp_path / "a", [Task("t", cases(40), {"s": Sorted()})]).records()["t"]
    part = run(tmp_path / "b", [Task("t", cases(40)[::-3], {"s": Sorted()})]).records()["t"]
    answers = {r.case: r.answer for r in whole}
    assert len({a.items for a in answers.values()}) > 30
    assert all(r.answer == answers[r.case] for r in part)


@pytest.mark.parametrize(
    "system",
    [Wicked(), pytest.param(WickedBatch(), marks=pytest.mark.slow)],  # a batch may hang for longer
    ids=["single", "batch"],
)
def test_bad_deeds_become_failure_records_and_the_rest_goes_on(tmp_path, system):
    deeds = ["sort", "raise", "hang", "die", "exit", "none", "twice", "number", "nan", "short"]
    deeds += ["print"]
    task = Task("t", cases(14, deeds), {"wicked": system, "good": Sorted()})
    records = run(tmp_path / "r", [task], time_limit=0.7).records()["t"]
    assert len(records) == 28
    failure = {deed: r.failure for deed, r in zip(deeds, records, strict=False)}
    assert "ValueError: I do not like this song" in failure["raise"]
    assert "no answer within 0.7 s" in failure["hang"]
    assert f"signal {signal.SIGSEGV.value}" in failure["die"]
    assert "exit code 3" in failure["exit"]
    assert "NoneType" in failure["none"]
    assert "twice" in failure["twice"]
    assert "'7' is a int" in failure["number"]
    assert "finite" in failure["nan"]
    assert "2 items but 1 scores" in failure["short"]
    assert [r.failure for r in records if r.answer is not None] == [None] * (28 - 9)


def test_answers_that_no_file_can_hold_are_failures_too(tmp_path):
    deeds = ["text", "surrogate", "raise surrogate", "set", "lambda", "detail nan", "odd numbers"]
    task = Task("t", cases(8, deeds), {"wicked": Wicked()})
    records = run(tmp_path / "r", [task]).records()["t"]
    told = [record.failure for record in records]
    assert "its items are a str" in told[0]
    assert "not valid Unicode" in told[1]
    assert "ValueError: \\ud800" in told[2]
    assert all("its detail is not plain JSON" in failure for failure in told[3:6])
    assert told[6:] == [None, None]
    assert records[6].answer.items == ("a", "b", "c")
    assert records[6].answer.scores == (1e30, 0.5, 1.0)


def test_a_system_that_cannot_be_sent_to_a_worker_is_named(tmp_path):
    systems = {"fine": Sorted(), "locked": Locked()}
    with pytest.raises(StudyError, match="system 'locked' cannot be sent to a worker process"):
        run(tmp_path / "r", [Task("t", cases(3), systems)])


def test_a_batch_of_the_wrong_length_is_asked_one_by_one(tmp_path):
    records = run(tmp_path / "r", [Task("t", cases(3), {"s": WrongCount()})]).records()["t"]
    assert [r.failure for r in records] == [None] * 3


def test_an_interrupt_keeps_what_was_answered_and_resume_asks_only_the_rest(tmp_path, monkeypatch):
    task = Task("t", cases(80), {"s": Sorted()})
    whole = run(tmp_path / "whole", [task])

    def interrupt(_, done, __):
        if done >= 30:
            raise KeyboardInterrupt

    folder = RunFolder(tmp_path / "cut")
    folder.begin(study="x", protocol="y", config={}, data=[], seed=1, resume=False)
    with pytest.raises(KeyboardInterrupt):
        run_tasks(folder, [task], engine=LocalEngine(), seed=1, time_limit=9, progress=interrupt)
    asked = []
    plan = runner_module.plan
    monkeypatch.setattr(runner_module, "plan", lambda *a: [asked.append(j) or j for j in plan(*a)])
    run(tmp_path / "cut", [task], resume=True)
    assert sum(len(job.queries) for job in asked) == 50
    assert same_bytes(whole, folder)


def same_bytes(a, b):
    name = "records.parquet"
    return (a.path / name).read_bytes() == (b.path / name).read_bytes()


def test_the_same_bytes_from_one_worker_and_from_three(tmp_path):
    task = Task("t", cases(300), {"s": Sorted(), "b": Batched()})
    one = run(tmp_path / "one", [task])
    three = run(tmp_path / "three", [task], engine=LocalEngine(3))
    assert same_bytes(one, three)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_the_same_bytes_and_failures_from_a_real_dask_cluster(tmp_path, monkeypatch):
    from distributed import LocalCluster

    monkeypatch.setenv("PYTHONPATH", str(HERE))
    task = Task("t", cases(300), {"s": Sorted(), "b": Batched()})
    bad = Task("bad", cases(6, ["sort", "die", "hang"]), {"w": Wicked()})
    one = run(tmp_path / "one", [task, bad], time_limit=1.0)
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        engine = DaskEngine(cluster.scheduler_address)
        many = run(tmp_path / "many", [task, bad], engine=engine, time_limit=1.0)
    assert same_bytes(one, many)
    assert [bool(r.failure) for r in many.records()["bad"]] == [False, True, True] + [False] * 3


KILLED = """
import sys
sys.path.insert(0, {here!r})
from pathlib import Path
from earwitness.run import runner
from test_runner import cases, run, Task, Slow, Batched
runner.STORE_EVERY = 0.02
run(Path({path!r}), [Task("t", cases(400), {{"slow": Slow(), "batched": Batched()}})],
    resume=Path({path!r}, "manifest.json").exists())
"""


@pytest.mark.slow
def test_kill_minus_nine_twenty_times_then_resume_gives_the_same_bytes(tmp_path):
    task = Task("t", cases(400), {"slow": Slow(), "batched": Batched()})
    whole = run(tmp_path / "whole", [task])
    cut = tmp_path / "cut"
    chance = random.Random(7)
    code = KILLED.format(here=str(HERE), path=str(cut))
    killed, stored = 0, [0]
    for _ in range(20):
        process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.3, 2.0))
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
        stored.append(len(list(cut.glob("shards/*.parquet"))))
    assert killed >= 5
    assert len(set(stored)) >= 3, "the kills fell into different moments"
    final = run(cut, [task], resume=(cut / "manifest.json").exists())
    assert same_bytes(whole, final)
    assert not list(cut.glob("**/*.tmp"))


def test_workers_end_when_the_run_is_killed(tmp_path):
    import psutil

    code = KILLED.format(here=str(HERE), path=str(tmp_path / "r"))
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE)
    children = []
    while not children:
        time.sleep(0.05)
        children = psutil.Process(process.pid).children()
    process.kill()
    process.communicate()
    gone, alive = psutil.wait_procs(children, timeout=10)
    assert gone
    assert not alive


def test_a_half_written_shard_is_never_read(tmp_path):
    task = Task("t", cases(20), {"s": Sorted()})
    whole = run(tmp_path / "whole", [task])
    folder = RunFolder(tmp_path / "cut")
    folder.begin(study="x", protocol="y", config={}, data=[], seed=1, resume=False)
    folder.shards.mkdir()
    (folder.shards / ".000000.parquet.77.tmp").write_bytes(b"PAR1 half")
    (folder.path / ".manifest.json.77.tmp").write_bytes(b"{")
    assert same_bytes(whole, run(tmp_path / "cut", [task], resume=True))
    assert not list(folder.path.glob("**/*.tmp"))


def interrupted(folder, task, answers):
    """Run until so many answers are there."""

    def interrupt(_, done, __):
        if done >= answers:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tasks(folder, [task], engine=LocalEngine(), seed=1, time_limit=9, progress=interrupt)


def test_a_damaged_shard_is_named_and_without_it_its_cases_are_asked_again(tmp_path, monkeypatch):
    task = Task("t", cases(30), {"s": Sorted()})
    whole = run(tmp_path / "whole", [task])
    monkeypatch.setattr(runner_module, "STORE_EVERY", 0)
    folder = RunFolder(tmp_path / "cut")
    folder.begin(study="x", protocol="y", config={}, data=[], seed=1, resume=False)
    interrupted(folder, task, 6)
    second = sorted(folder.shards.iterdir())[1]
    second.write_bytes(second.read_bytes()[:50])
    with pytest.raises(FolderError, match=r"000001.parquet is damaged .*delete it"):
        run(tmp_path / "cut", [task], resume=True)
    second.unlink()
    # Nothing is written over what is there, though a number is missing.
    kept = {file: file.read_bytes() for file in folder.shards.iterdir()}
    interrupted(folder, task, 12)
    assert kept.items() <= {file: file.read_bytes() for file in folder.shards.iterdir()}.items()
    assert same_bytes(whole, run(tmp_path / "cut", [task], resume=True))


def test_a_kill_after_the_last_answer_leaves_no_shards(tmp_path):
    task = Task("t", cases(20), {"s": Sorted()})
    folder = run(tmp_path / "r", [task])
    before = (folder.path / "records.parquet").read_bytes()
    folder.shards.mkdir()
    (folder.shards / "000000.parquet").write_bytes(b"merged already")
    run(tmp_path / "r", [task], resume=True)
    assert not folder.shards.exists()
    assert (folder.path / "records.parquet").read_bytes() == before


def test_a_full_disk_is_one_sentence_and_the_run_goes_on_when_there_is_room(tmp_path, monkeypatch):
    task = Task("t", cases(40), {"s": Sorted()})
    whole = run(tmp_path / "whole", [task])
    path = tmp_path / "cut"

    def refuse(_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        folder = RunFolder(path)
        folder.begin(study="x", protocol="y", config={}, data=[], seed=1, resume=False)
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(StorageError, match="the disk is full; what had been stored is intact"):
            run(path, [task], resume=True)
    assert list(folder.shards.iterdir()) == []
    assert same_bytes(whole, run(path, [task], resume=True))


def test_a_second_process_is_kept_out(tmp_path):
    folder = RunFolder(tmp_path / "r")
    with folder.lock(), pytest.raises(FolderError, match="another process is running"):
        folder.lock().__enter__()
    with folder.lock():
        pass


def test_begin_refuses_what_is_not_the_same_run(tmp_path):
    def begin(path, **other):
        given = {"study": "x", "protocol": "y", "config": {"k": 1}, "data": [], "seed": 1}
        RunFolder(path).begin(**(given | {"resume": True} | other))

    begin(tmp_path / "r")
    begin(tmp_path / "r")
    with pytest.raises(FolderError, match="already holds a run"):
        begin(tmp_path / "r", resume=False)
    with pytest.raises(FolderError, match="another configuration"):
        begin(tmp_path / "r", config={"k": 2})
    with pytest.raises(FolderError, match="another data"):
        begin(tmp_path / "r", data=[{"name": "n", "sha256": "0", "rows": 1}])
    manifest = json.loads((tmp_path / "r" / "manifest.json").read_text())
    (tmp_path / "r" / "manifest.json").write_text(json.dumps(manifest | {"format": 0}))
    with pytest.raises(FolderError, match="layout 0"):
        begin(tmp_path / "r")
    (tmp_path / "r" / "manifest.json").write_text("{")
    with pytest.raises(FolderError, match="damaged"):
        begin(tmp_path / "r")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.doc").touch()
    with pytest.raises(FolderError, match="is not empty"):
        begin(tmp_path / "full")
