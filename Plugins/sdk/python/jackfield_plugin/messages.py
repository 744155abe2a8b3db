"""What a line from the host means, and how a message is written."""

from typing import NamedTuple, TypeAlias

from .errors import ResponseError
from .json_text import JSON, JSONLike, kind, parse, serialize
from .members import Members
from .protocol import ErrorCode

RequestID: TypeAlias = str | int | float


class IncomingCall(NamedTuple):
    """A request, or a notification when it has no id."""

    method: str
    params: Members
    id: RequestID | None = None


class IncomingAnswer(NamedTuple):
    """An answer to a request of the plugin's own."""

    id: RequestID
    result: JSON = None
    error: ResponseError | None = None


class Refusal(Exception):
    """A line that is no message, with the answer that it gets."""

    def __init__(self, id: RequestID | None, error: ResponseError) -> None:
        super().__init__(error.message)
        self.id = id
        self.error = error


def as_id(value: JSON) -> RequestID | None:
    """A value as the id of a request; None if it can't be one."""
    return value if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None


def read_message(line: bytes) -> IncomingCall | IncomingAnswer | None:
    """Reads one line; None for an answer to nobody.

    Raises `Refusal` for everything that is not a message.
    """
    message = _read_object(line)
    readable_id = as_id(message.get("id"))
    if "method" not in message and ("result" in message or "error" in message):
        return None if readable_id is None else _read_answer(readable_id, message)
    if "id" in message and readable_id is None:
        raise _invalid(None, f"an id is a string or a number, not {kind(message['id'])}")
    if message.get("jsonrpc", "2.0") != "2.0":
        raise _invalid(readable_id, "jsonrpc is not 2.0")
    method = message.get("method")
    if not isinstance(method, str):
        raise _invalid(readable_id, "method is not a string")
    return IncomingCall(method, _read_params(message.get("params"), readable_id), readable_id)


def write_message(**members: JSONLike) -> bytes:
    """A message with these members, as JSON text."""
    return serialize({"jsonrpc": "2.0", **members})


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


def _read_answer(id: RequestID, message: dict[str, JSON]) -> IncomingAnswer:
    error = message.get("error")
    if error is None:
        return IncomingAnswer(id, message.get("result"))
    if not isinstance(error, dict):
        error = {}
    code, text = error.get("code"), error.get("message")
    if not isinstance(code, int):
        code = ErrorCode.INTERNAL_ERROR
    if not isinstance(text, str):
        text = "an error without a message"
    return IncomingAnswer(id, error=ResponseError(code, text, error.get("data")))


def _invalid(id: RequestID | None, reason: str) -> Refusal:
    return Refusal(id, ResponseError(ErrorCode.INVALID_REQUEST, f"invalid request: {reason}"))
