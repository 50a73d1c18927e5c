"""Files that are whole or not there."""

import contextlib
import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from earwitness.errors import StorageError

LEFTOVERS = ".*.tmp"
"""Files that a kill left half-written; they are never read."""
REFUSALS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "writing there is not allowed",
    errno.EFBIG: "the file would be larger than allowed",
    errno.EIO: "the disk reports an error",
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "a part of its path is a file and no folder",
    errno.EISDIR: "it is a folder",
    errno.EEXIST: "there is a file of that name",
    errno.ENAMETOOLONG: "its name is too long",
}
FULL = (errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn the disk's refusal into one sentence."""
    try:
        yield
    except OSError as error:
        # Arrow's errors carry the number in their text only.
        number = error.errno or next((n for n in REFUSALS if f"[errno {n}]" in str(error)), None)
        reason = REFUSALS.get(number or 0, str(error))
        remedy = ", make room and go on with --resume" if number in FULL else ""
        raise StorageError(
            f"{path} could not be written: {reason}; what had been stored is intact{remedy}"
        ) from error


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that, whatever happens, it is there whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with storing(path):
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            _sync_folder(path.parent)
        finally:
            temporary.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Plain JSON, indented, keys as they are; a nan in it is a fault of ours and raises."""
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    write_whole(path, f"{text}\n".encode())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
