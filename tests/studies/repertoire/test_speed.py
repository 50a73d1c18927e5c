"""How long the whole of the source protocol takes."""

import resource
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_the_source_protocol_with_a_hundred_baselines_takes_under_a_minute_of_one_core(tmp_path):
    (tmp_path / "s.toml").write_text(
        'study = "repertoire"\nprotocol = "source"\n[source]\nbaselines = 100\n'
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "earwitness", "run", "s.toml", "--out", "run"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert seconds < 60
