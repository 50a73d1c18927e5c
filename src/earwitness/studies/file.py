"""The study file: TOML, checked key by key."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from earwitness.domain.naming import nearest
from earwitness.errors import StudyError

LARGEST = 1_000_000
"""Bytes of a study file."""
LONGEST_NAME = 60
"""Characters of a system's name."""


class Options(BaseModel):
    """A table of a study file: typed, and no key that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class SystemChoice(Options):
    """One system: a built-in name or "package.module:Name", with its options."""

    use: str
    options: dict[str, Any] = Field(default_factory=dict)

    @field_validator("options")
    @classmethod
    def _are_finite(cls, options: dict[str, Any]) -> dict[str, Any]:
        """Files hold what JSON can hold."""
        try:
            json.dumps(options, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"options are text, finite numbers, lists and tables; {error}"
            ) from None
        return options


class StudyConfig(Options):
    """What every study file holds."""

    study: str
    protocol: Literal["sound", "source"] = "sound"
    seed: Annotated[int, Field(ge=0)] = 42
    resamples: Annotated[int, Field(ge=100, le=1_000_000)] = 10_000
    level: Annotated[float, Field(gt=0.5, lt=1.0)] = 0.95
    time_limit: Annotated[float, Field(gt=0, le=86_400)] = 60.0
    systems: dict[str, SystemChoice] = Field(default_factory=dict)
    measures: list[str] = Field(default_factory=list)
    audits: list[str] = Field(default_factory=list)

    @field_validator("systems")
    @classmethod
    def _names_are_shown(cls, systems: dict[str, SystemChoice]) -> dict[str, SystemChoice]:
        """A system's name stands in tables, figures and sentences."""
        for name in systems:
            if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
                raise ValueError(
                    f"the name {shorten(repr(name), 60)} cannot be shown; use 1 to "
                    f"{LONGEST_NAME} printable characters"
                )
        return systems


def read_toml(path: Path) -> dict[str, Any]:
    """The file's content, or one sentence on why it cannot be read."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise StudyError(
                f"{path} has {size:,} bytes; a study file has at most {LARGEST:,}: is it one?"
            )
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise StudyError(
            f"{path} does not exist; `earwitness new repertoire` writes a study file to start from"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} cannot be read as a study file: {error}") from error
    except RecursionError as error:
        raise StudyError(f"{path} is not a study file: it is nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise StudyError(f"{path} is not valid TOML: {error}") from error


def study_name(path: Path, content: Mapping[str, Any], known: Sequence[str]) -> str:
    """Which study the file is for."""
    name = content.get("study")
    if name in known:
        return str(name)
    allowed = ", ".join(known)
    if name is None:
        raise StudyError(f'{path} has no key `study`; write study = "…" with one of: {allowed}')
    told = shorten(repr(name), 60)
    raise StudyError(f"{path}: `study` is {told}; allowed: {allowed}{nearest(str(name), known)}")


def validate(path: Path, content: Mapping[str, Any], kind: type[StudyConfig]) -> StudyConfig:
    """The checked configuration; the first fault is told in one sentence."""
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        raise StudyError(f"{path}: {explain(error, kind)}") from None


WANTED = {
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}
"""What pydantic's types are called in TOML."""


def explain(error: ValidationError, kind: type[BaseModel]) -> str:
    """One sentence: the key, what was given, what is allowed, the nearest right spelling."""
    # A misspelt key is told before the right one, which is then missing.
    fault = min(error.errors(), key=lambda fault: fault["type"] != "extra_forbidden")
    place, given = [str(part) for part in fault["loc"]], fault["input"]
    key, told = ".".join(place), shorten(repr(given), 60)
    match fault["type"]:
        case "extra_forbidden":
            names = _keys_at(kind, place[:-1])
            return (
                f"`{key}` is not a known key{nearest(place[-1], names)}; "
                f"known there: {', '.join(names)}"
            )
        case "missing":
            return f"`{key}` is missing"
        case "literal_error":
            expected = str(fault["ctx"]["expected"])
            choices = [choice.strip("'") for choice in expected.replace(" or ", ", ").split(", ")]
            return f"`{key}` is {told}; allowed: {', '.join(choices)}{nearest(str(given), choices)}"
    if fault["type"] in WANTED:
        return f"`{key}` is {told} ({_toml_type(given)}); it must be {WANTED[fault['type']]}"
    message = fault["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
    if fault["type"] == "value_error":
        return f"`{key}`: {message}" if key else message
    return f"`{key}` is {told} ({_toml_type(given)}); it must be {message}"


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _keys_at(kind: type[BaseModel], place: Sequence[str]) -> list[str]:
    """The keys of the table at `place`."""
    for part in place:
        field = kind.model_fields.get(part)
        inner = None if field is None else _table(field.annotation)
        # The name of a system stands between `systems` and its table.
        kind = kind if inner is None else inner
    return list(kind.model_fields)


def _table(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (dict, list, Union):
        return next(filter(None, map(_table, get_args(annotation))), None)
    return None


def _toml_type(value: Any) -> str:
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    names |= {list: "a list", dict: "a table"}
    return names.get(type(value), type(value).__name__)
