"""What can go wrong, as a tree.

EarwitnessError          one clear sentence; the command line prints it without a traceback
├── InputError           what the user gave cannot be used (exit code 2)
│   ├── StudyError       a study file: unknown key, wrong type, impossible value
│   ├── DataError        a data file: missing, damaged, of the wrong kind
│   └── FolderError      a run folder: missing, damaged, of another version
├── GateError            a gate did not hold (exit code 1)
└── StorageError         the disk refused: full, read-only (exit code 1); what was stored stays
"""


class EarwitnessError(Exception):
    """The base of all errors that are meant for the user's eyes."""

    exit_code = 1


class InputError(EarwitnessError):
    """What the user gave cannot be used."""

    exit_code = 2


class StudyError(InputError):
    """A study file or an option is wrong."""


class DataError(InputError):
    """A data file is missing, damaged or of the wrong kind."""


class FolderError(InputError):
    """A run folder is missing, damaged or of another version."""


class GateError(EarwitnessError):
    """A measure got worse by more than its interval allows."""


class StorageError(EarwitnessError):
    """The disk refused to store; what had been stored is intact."""
