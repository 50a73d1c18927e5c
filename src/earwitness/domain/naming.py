"""Names in study files: of what is built in, and of what lies in anyone's module."""

import difflib
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from earwitness.errors import StudyError


def nearest(given: str, known: Iterable[str]) -> str:
    """A hint at the right spelling, to stand behind a wrong one; empty where none is near."""
    close = difflib.get_close_matches(given, list(known), n=1, cutoff=0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def named(name: str) -> Any:
    """What "package.module:Name" names."""
    module_name, _, attribute = name.partition(":")
    try:
        module = import_module(module_name)
    except (ImportError, ValueError) as error:
        raise StudyError(
            f"{name!r} cannot be imported: {error}; the module must lie beside the study file, or "
            "be installed"
        ) from error
    except (Exception, SystemExit) as error:
        raise StudyError(f"{name!r} cannot be imported: {type(error).__name__}: {error}") from error
    if not hasattr(module, attribute):
        public = [n for n in vars(module) if not n.startswith("_")]
        raise StudyError(
            f"{name!r} cannot be imported: {module_name!r} has no {attribute!r}"
            f"{nearest(attribute, public)}"
        )
    return getattr(module, attribute)


def named_class(name: str) -> type:
    """The class that "package.module:Name" names."""
    found = named(name)
    if not isinstance(found, type):
        raise StudyError(f"{name!r} is a {type(found).__name__} and not a class")
    return found
