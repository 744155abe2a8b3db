#!/usr/bin/env python3
"""The characters plugin: completes Unicode characters by name and keyword, and tells about them."""

import os
import sys
from pathlib import Path

# The library beside us in the repository; where it is installed, this folder is not there.
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "sdk" / "python"))

from cache import cached_items
from catalog import character_of, data_of, item_of
from facts import facts, title
from jackfield_plugin import (
    Call,
    ErrorCode,
    ItemList,
    JSONLike,
    Members,
    Method,
    Plugin,
    ResponseError,
)

SOURCE = "characters"
POPUP = "facts"
# The actions of the popup.
INSERT, CLOSE = "insert", "close"


class Characters:
    """What the plugin does for each method that it implements."""

    def __init__(self, plugin: Plugin) -> None:
        self._cache_directory: Path | None = None
        self._popups: dict[str, str] = {}
        plugin.on(Method.INITIALIZE)(self.initialize)
        provided = plugin.on(Method.AUTOCOMPLETE_PROVIDE_DATASOURCE, source=SOURCE)
        provided(self.provide_datasource)
        plugin.on(Method.AUTOCOMPLETE_RESOLVE, source=SOURCE)(self.resolve)
        plugin.on(Method.POPUP_CONTENT, name=POPUP)(self.content)
        plugin.on(Method.POPUP_ACTION)(self.action)
        plugin.on(Method.POPUP_DID_DISMISS)(self.did_dismiss)

    def initialize(self, call: Call) -> JSONLike:
        """Learns where items may be kept for the next start."""
        directory = call.params.object("plugin").optional_string("cacheDirectory")
        self._cache_directory = None if directory is None else Path(directory)
        return {}

    def provide_datasource(self, call: Call) -> ItemList:
        """All characters; they never change while the plugin runs."""
        return ItemList(cached_items(self._cache_directory), {"version": 1})

    def resolve(self, call: Call) -> JSONLike:
        """The facts about an item's character."""
        character = _character(call.params, "item")
        return {"item": item_of(character), "documentation": facts(character)}

    def content(self, call: Call) -> JSONLike:
        """A popup with the facts about the character in `arguments: {id} | {character}`."""
        character = _argument(call.params.object("arguments"))
        self._popups[call.params.string("popup")] = character
        return {
            "title": title(character),
            "body": {"kind": "markdown", "text": facts(character)},
            "actions": [
                {"id": INSERT, "title": "Insert", "role": "default"},
                {"id": CLOSE, "title": "Close", "role": "cancel"},
            ],
        }

    def action(self, call: Call) -> JSONLike:
        """Inserting hands the character to whoever opened the popup."""
        popup = call.params.string("popup")
        if popup not in self._popups:
            raise ResponseError(ErrorCode.UNKNOWN_OBJECT, f"there is no popup {popup}")
        if call.params.string("action") != INSERT:
            return {"dismiss": True}
        return {"dismiss": True, "object": data_of(self._popups[popup])}

    def did_dismiss(self, call: Call) -> JSONLike:
        """A popup is gone."""
        self._popups.pop(call.params.string("popup"), None)
        return {}


def _argument(arguments: Members) -> str:
    text = arguments.optional_string("character")
    if text is None:
        return _character(arguments, "id")
    if len(text) != 1:
        raise arguments.mismatch("character", "one code point", f"{len(text)} code points")
    return text


def _character(members: Members, name: str) -> str:
    id = members.string(name)
    character = character_of(id)
    if character is None:
        raise members.mismatch(name, "a code point such as U+00E9", id)
    return character


def main() -> None:
    """Runs until the host says `exit` or closes the input."""
    os.umask(0o077)
    plugin = Plugin(Path(__file__).with_name("plugin.json"))
    Characters(plugin)
    plugin.run()


if __name__ == "__main__":
    main()
