"""Requests to the host that ride in an answer."""

from .json_text import JSONLike


def effect(method: str, /, **params: JSONLike) -> dict[str, JSONLike]:
    """One element of an answer's `effects`.

    The host carries them out in their order once the answer has taken effect, with the call's
    session and screen where they name none:

        return {"effects": [effect("navigationBar/updateTitle", title="Found")]}
    """
    return {"method": method, "params": params}
