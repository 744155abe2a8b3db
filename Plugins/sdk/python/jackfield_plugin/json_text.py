"""JSON text to values and back, as strictly as RFC 8259 reads."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn, TypeAlias

# What is read, and what is given to be written: the latter takes a dict[str, int] too.
JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | float | bool | None"
JSONLike: TypeAlias = (
    "Mapping[str, JSONLike] | Sequence[JSONLike] | str | int | float | bool | None"
)

# Only a `\u` escape can bring a surrogate that has lost its other half past the UTF-8 decoder.
ESCAPE = b"\\u"

class JSONText(NamedTuple):
    """One value that is JSON text already, on one line; nobody looks into it again."""

    text: bytes


def parse(text: bytes) -> JSON:
    """Reads one JSON text; raises ValueError, with the reason, on anything that is not one."""
    try:
        value: JSON = json.loads(text.decode("utf-8"), parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if ESCAPE in text:
        serialize(value)
    return value


def serialize(value: JSONLike) -> bytes:
    """Writes a value without white space, in UTF-8.

    Raises ValueError where JSON has no form for it: NaN, an infinity, half a surrogate pair.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8")


def kind(value: JSON) -> str:
    """The name that JSON Schema has for the kind of a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case dict():
            return "object"


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
