"""What an error answer is made of."""

from .json_text import JSON
from .protocol import ErrorCode

# How much of a bad value an error quotes.
QUOTED_CHARACTERS = 200


class ResponseError(Exception):
    """An error answer: handlers raise it to give one, and asking raises it when it gets one.

    `code` is one of `ErrorCode`, or another integer, as other plugins may have codes of their own.
    """

    def __init__(self, code: int, message: str, data: JSON = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    @classmethod
    def invalid_params(cls, path: str, expected: str, found: str) -> "ResponseError":
        """-32602 for the member that the JSON Pointer `path` names."""
        if len(found) > QUOTED_CHARACTERS:
            found = found[:QUOTED_CHARACTERS] + "…"
        data: JSON = {"path": path, "expected": expected, "found": found}
        message = f"{path or 'params'}: expected {expected}, found {found}"
        return cls(ErrorCode.INVALID_PARAMS, message, data)

    def to_json(self) -> dict[str, JSON]:
        """The `error` member of an answer."""
        error: dict[str, JSON] = {"code": int(self.code), "message": self.message}
        if self.data is not None:
            error["data"] = self.data
        return error


class Cancelled(ResponseError):
    """Raised in a handler whose call was cancelled, where it waits or checks."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.REQUEST_CANCELLED, "cancelled")


class HostGone(Exception):
    """Raised where a handler waits for the host, and the host has gone or wants the plugin to."""

    def __init__(self) -> None:
        super().__init__("the host has gone")
