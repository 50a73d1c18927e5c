"""Systems × cases -> append-only records in a run folder.

Every answer is given in a process of its own (`worker`), watched by a `Guard` that ends it when it
hangs; the same guards serve one worker, many workers and a Dask cluster. What has been answered is
stored in shards, so that a run that was cut off goes on where it was.
"""

from earwitness.run.cluster import DaskEngine
from earwitness.run.folder import RunFolder, fingerprint
from earwitness.run.local import LocalEngine
from earwitness.run.runner import Engine, Progress, Task, run_tasks
from earwitness.run.storage import write_json, write_whole
from earwitness.run.worker import Keep

__all__ = [
    "DaskEngine",
    "Engine",
    "Keep",
    "LocalEngine",
    "Progress",
    "RunFolder",
    "Task",
    "fingerprint",
    "run_tasks",
    "write_json",
    "write_whole",
]
