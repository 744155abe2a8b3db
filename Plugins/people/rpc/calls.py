"""What a line from the host means."""

from dataclasses import dataclass
from typing import TypeAlias

from .errors import ErrorCode, ResponseError
from .json_text import JSON, kind, parse
from .members import Members

RequestID: TypeAlias = str | int | float


@dataclass(frozen=True, slots=True)
class Call:
    """A request, or a notification when it has no id."""

    method: str
    params: Members
    id: RequestID | None = None


class Refusal(Exception):
    """A line that is no call, with the answer that it gets."""

    def __init__(self, id: RequestID | None, error: ResponseError) -> None:
        super().__init__(error.message)
        self.id = id
        self.error = error


def read_call(line: bytes) -> Call | None:
    """Reads one line; None for an answer, which nobody here has asked for.

    Raises `Refusal` for everything that is not a message.
    """
    message = _read_object(line)
    id = message.get("id")
    readable_id = id if isinstance(id, (str, int, float)) and not isinstance(id, bool) else None
    if "method" not in message and ("result" in message or "error" in message):
        return None
    if "id" in message and readable_id is None:
        raise _invalid(None, f"an id is a string or a number, not {kind(id)}")
    if message.get("jsonrpc", "2.0") != "2.0":
        raise _invalid(readable_id, "jsonrpc is not 2.0")
    method = message.get("method")
    if not isinstance(method, str):
        raise _invalid(readable_id, "method is not a string")
    return Call(method, _read_params(message.get("params"), readable_id), readable_id)


def _read_object(line: bytes) -> dict[str, JSON]:
    try:
        message = parse(line)
    except ValueError as error:
        raise Refusal(None, ResponseError(ErrorCode.PARSE_ERROR, f"not JSON: {error}")) from None
    if not isinstance(message, dict):
        raise _invalid(None, f"a message is an object, not {kind(message)}")
    return message


def _read_params(params: JSON, id: RequestID | None) -> Members:
    if params is not None and not isinstance(params, (dict, list)):
        raise _invalid(id, f"params are an object, not {kind(params)}")
    try:
        return Members.of(params)
    except ResponseError as error:
        raise Refusal(id, error) from None


def _invalid(id: RequestID | None, reason: str) -> Refusal:
    return Refusal(id, ResponseError(ErrorCode.INVALID_REQUEST, f"invalid request: {reason}"))
