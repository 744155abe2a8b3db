"""What a plugin's `plugin.json` says."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from .json_text import JSONLike
from .members import Members
from .protocol import OPTIONAL


class Manifest:
    """A plugin's manifest, from its file or as it stands in it."""

    def __init__(self, source: Path | Mapping[str, JSONLike]) -> None:
        text = source.read_bytes() if isinstance(source, Path) else json.dumps(source)
        members = Members.of(json.loads(text))
        self.name = members.string("name")
        self._version = members.optional_string("version")
        self._implements = members.strings("implements")
        self._provides = members.object("provides")

    def greeting(self, answered: Iterable[str]) -> dict[str, JSONLike]:
        """What the answer to `initialize` tells of a plugin that answers these methods."""
        plugin: dict[str, JSONLike] = {"name": self.name}
        if self._version is not None:
            plugin["version"] = self._version
        implements = self._implements or sorted(OPTIONAL.intersection(answered))
        provides = self._provides.to_json()
        greeting: dict[str, JSONLike] = {"plugin": plugin, "implements": implements}
        return greeting | ({"provides": provides} if provides else {})

    def contradictions(self, answered: Iterable[str]) -> list[str]:
        """Sentences on where the manifest and the methods that the plugin answers disagree."""
        answered = set(answered)
        own = [f"{self.name}/{method}" for method in self._provides.strings("methods")]
        named = self._implements + own
        missing = [each for each in named if each not in answered]
        unnamed = sorted(OPTIONAL & answered - set(named)) if self._implements else []
        return [f"plugin.json names {each}, which nothing answers" for each in missing] + [
            f"plugin.json does not name {each} in implements" for each in unnamed
        ]
