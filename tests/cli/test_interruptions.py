"""Runs that are cut off go on, and end with the same bytes."""

import json
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from calling import command, process

SLOW = """
import time
class Slow:
    def __init__(self, songs, wait):
        self.ids = [song.id for song in songs]
        self.wait = wait
    def answer(self, query, rng):
        time.sleep(self.wait)
        return rng.permutation(self.ids)
"""


@pytest.fixture(scope="module")
def slow_study(small, tmp_path_factory):
    """A study whose answers take a while, and whose result hangs on the seed."""
    folder = tmp_path_factory.mktemp("slow")
    (folder / "sloth.py").write_text(SLOW)
    more = 'systems.sloth = {use = "sloth:Slow", options = {wait = 0.15}}'
    text = small(more=more).replace("queries = 12", 'queries = "all"')
    (folder / "s.toml").write_text(text)
    return folder / "s.toml"


@pytest.fixture(scope="module")
def whole(slow_study):
    """The results of a run that nobody interrupted."""
    assert process("run", slow_study, "--out", slow_study.parent / "whole").code == 0
    return (slow_study.parent / "whole" / "results.json").read_bytes()


def started(study: Path, out: Path, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command("run", study, "--out", out, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def assert_whole_files(folder: Path) -> None:
    """Whatever bears a final name can be read to its end."""
    import pyarrow.parquet as pq

    for path in folder.rglob("[!.]*"):
        if path.suffix == ".json":
            json.loads(path.read_bytes())
        elif path.suffix == ".parquet":
            pq.read_table(path)
        elif path.is_file():
            assert path.stat().st_size > 0


@pytest.mark.slow
def test_kill_minus_nine_twenty_times_then_resume(slow_study, whole):
    out = slow_study.parent / "cut"
    chance = random.Random(11)
    seen = set()
    killed = 0
    for _ in range(20):
        run = started(slow_study, out, "--resume")
        time.sleep(chance.uniform(0.3, 4.5))
        killed += run.poll() is None
        run.kill()
        run.communicate()
        if out.exists():
            assert_whole_files(out)
            seen.add(tuple(sorted(p.name for p in out.rglob("[!.]*"))))
    assert killed >= 15
    assert len(seen) >= 4, "the kills fell into different moments"
    final = process("run", slow_study, "--out", out, "--resume")
    assert (final.code, final.err) == (0, "")
    assert (out / "results.json").read_bytes() == whole
    assert process("check", out).code == 0
    assert not list(out.rglob("*.tmp"))


@pytest.mark.slow
def test_ctrl_c_says_how_to_go_on_and_loses_nothing(slow_study, whole):
    out = slow_study.parent / "my run"
    run = started(slow_study, out)
    while not (out / "shards").exists():
        time.sleep(0.05)
    time.sleep(1.5)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert err.decode() == (
        f"earwitness: interrupted; go on with: earwitness run {slow_study} --out '{out}' --resume\n"
    )
    assert list((out / "shards").glob("*.parquet")), "what was answered is stored"
    assert process("run", slow_study, "--out", out, "--resume").code == 0
    assert (out / "results.json").read_bytes() == whole


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_the_same_results_from_one_worker_three_workers_and_a_cluster(slow_study, whole):
    from distributed import LocalCluster

    folder = slow_study.parent
    assert process("run", slow_study, "--out", folder / "three", "--workers", 3).code == 0
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        outcome = process("run", slow_study, "--out", folder / "cluster", "--dask", address)
    assert outcome.code == 0
    for name in ("three", "cluster"):
        assert (folder / name / "results.json").read_bytes() == whole


@pytest.mark.slow  # it waits ten seconds for an answer
def test_a_cluster_that_is_not_there_is_named(earwitness, small, tmp_path):
    (tmp_path / "s.toml").write_text(small())
    outcome = earwitness("run", "s.toml", "--out", "run", "--dask", "tcp://127.0.0.1:9")
    assert outcome.code == 2
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:9'" in outcome.sentence


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a disk of its own, and how to give it another size."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        subprocess.run(command, check=True)

    yield folder, mount
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
@pytest.mark.needs("tmpfs")
@pytest.mark.parametrize("size", ["16k", "400k"])
def test_a_full_disk_is_one_sentence_and_the_run_goes_on_in_a_larger_one(
    small, small_disk, good, tmp_path, size
):
    disk, mount = small_disk
    mount(f"size={size}")
    (tmp_path / "s.toml").write_text(small())
    outcome = process("run", tmp_path / "s.toml", "--out", disk / "run")
    assert outcome.code == 1
    assert "the disk is full; what had been stored is intact, make room" in outcome.sentence
    assert_whole_files(disk / "run")
    assert not list(disk.rglob("*.tmp"))
    again = process("run", tmp_path / "s.toml", "--out", disk / "run", "--resume")
    assert again.code == 1
    assert "the disk is full" in again.sentence
    mount("remount,size=50m")
    assert process("run", tmp_path / "s.toml", "--out", disk / "run", "--resume").code == 0
    assert (disk / "run" / "results.json").read_bytes() == (good / "results.json").read_bytes()


@pytest.mark.needs("tmpfs")
def test_a_disk_that_may_not_be_written_is_one_sentence(earwitness, small, small_disk, tmp_path):
    disk, mount = small_disk
    mount("size=1m")
    (disk / "run").mkdir()
    mount("remount,ro")
    (tmp_path / "s.toml").write_text(small())
    for out in (disk / "run", disk / "new"):
        outcome = earwitness("run", "s.toml", "--out", out)
        assert outcome.code == 1
        assert "the disk is read-only" in outcome.sentence
    assert earwitness("new", "repertoire", "--out", disk / "s.toml").code == 1


def test_a_second_run_in_the_same_folder_is_kept_out(earwitness, small, tmp_path):
    from earwitness.run import RunFolder

    (tmp_path / "s.toml").write_text(small())
    with RunFolder(tmp_path / "run").lock():
        outcome = earwitness("run", "s.toml", "--out", "run")
    assert outcome.code == 2
    assert "another process is running in run" in outcome.sentence


@pytest.mark.slow
def test_results_hang_on_no_path_and_a_run_goes_on_from_another_folder(slow_study, whole):
    """Nor does it matter where the study file and its library lie, or where one stands."""
    folder = slow_study.parent
    study = slow_study.read_text()
    (folder / "here").mkdir()
    library = next(line for line in study.splitlines() if line.startswith("library"))
    where = Path(library.split('"')[1])
    (folder / "here" / where.name).symlink_to(where)
    near = study.replace(library, f'library = "here/{where.name}"')
    (folder / "near.toml").write_text(near)
    outcome = process("run", "near.toml", "--out", "near", cwd=folder)
    assert outcome.code == 0
    assert (folder / "near" / "results.json").read_bytes() == whole
    again = process("run", "../near.toml", "--out", "../near", "--resume", cwd=folder / "here")
    assert (again.code, again.err) == (0, "")
