"""What an error answer is made of."""

from enum import IntEnum

from .json_text import JSON

# How much of a bad value an error quotes.
QUOTED_CHARACTERS = 200


class ErrorCode(IntEnum):
    """The codes that a plugin answers with; JSON-RPC's own first, then the protocol's."""

    PARSE_ERROR = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL_ERROR = -32603
    NOT_INITIALIZED = -32002
    NO_COMMON_VERSION = -32006
    ALREADY_INITIALIZED = -32007
    MESSAGE_TOO_LARGE = -32011
    CANCELLED = -32800


class ResponseError(Exception):
    """An error that is answered as it is; handlers raise it."""

    def __init__(self, code: ErrorCode, message: str, data: JSON = None) -> None:
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
