"""Typed access to what came over the wire."""

from typing import TypeVar

from .errors import ResponseError
from .json_text import JSON, kind

Value = TypeVar("Value")


class Members:
    """The members of an object from the wire.

    A member that is missing or of another type raises -32602 with its JSON Pointer. `null` counts
    as absent, and members that nobody asks for are ignored.
    """

    def __init__(self, members: dict[str, JSON], path: str = "") -> None:
        self._members = members
        self._path = path

    @classmethod
    def of(cls, value: JSON, path: str = "") -> "Members":
        """The members of `value`; all forms of "nothing" that clients send are an empty object."""
        if value is None or value == [] or value == [None]:
            return cls({}, path)
        if not isinstance(value, dict):
            raise ResponseError.invalid_params(path, "object", kind(value))
        return cls(value, path)

    def to_json(self) -> dict[str, JSON]:
        """All members, as they came."""
        return self._members

    def value(self, name: str) -> JSON:
        """The member as it came; None when it is absent."""
        return self._members.get(name)

    def string(self, name: str) -> str:
        """A string that must be there."""
        return self._required(name, "string", self.optional_string(name))

    def optional_string(self, name: str) -> str | None:
        """A string, if there is one."""
        value = self.value(name)
        if value is None or isinstance(value, str):
            return value
        raise self.mismatch(name, "string", kind(value))

    def integer(self, name: str) -> int:
        """An integer that must be there."""
        return self._required(name, "integer", self.optional_integer(name))

    def optional_integer(self, name: str) -> int | None:
        """An integer, if there is one; `3.0` is one, as in JSON Schema."""
        value = self.value(name)
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self.mismatch(name, "integer", kind(value))

    def boolean(self, name: str, default: bool = False) -> bool:
        """A boolean, or `default` where there is none."""
        value = self.value(name)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        raise self.mismatch(name, "boolean", kind(value))

    def strings(self, name: str) -> list[str]:
        """The strings of an array; an absent one has none."""
        strings = []
        for index, value in enumerate(self._array(name)):
            if not isinstance(value, str):
                pointer = f"{self._pointer(name)}/{index}"
                raise ResponseError.invalid_params(pointer, "string", kind(value))
            strings.append(value)
        return strings

    def objects(self, name: str) -> "list[Members]":
        """The objects of an array; an absent one has none."""
        pointer = self._pointer(name)
        return [Members.of(value, f"{pointer}/{i}") for i, value in enumerate(self._array(name))]

    def object(self, name: str) -> "Members":
        """An object; an absent one has no members, so what is asked of it tells what is missing."""
        return Members.of(self.value(name), self._pointer(name))

    def mismatch(self, name: str, expected: str, found: str) -> ResponseError:
        """-32602 for the member `name`, for the caller to raise."""
        return ResponseError.invalid_params(self._pointer(name), expected, found)

    def _array(self, name: str) -> list[JSON]:
        value = self.value(name)
        # Some languages can't tell an empty object from an empty array.
        if value is None or value == {}:
            return []
        if not isinstance(value, list):
            raise self.mismatch(name, "array", kind(value))
        return value

    def _required(self, name: str, expected: str, value: Value | None) -> Value:
        if value is None:
            raise self.mismatch(name, expected, "nothing")
        return value

    def _pointer(self, name: str) -> str:
        return f"{self._path}/{name.replace('~', '~0').replace('/', '~1')}"
