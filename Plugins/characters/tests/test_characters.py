"""The plugin as a host sees it."""

import json
import os
import tempfile
import unicodedata
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import cache
from cache import FILE_NAME, cached_items
from jackfield_plugin import JSONText
from jackfield_plugin.testing import PluginCase, PluginProcess

FOLDER = Path(__file__).parent.parent


class CharactersCase(PluginCase):
    """A fresh plugin for each test, after the handshake."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess(FOLDER / "characters.py"))
        self.greeting = self.plugin.initialize()
        self.cache = Path(self.plugin.cache_directory) / FILE_NAME

    def datasource(self) -> dict[str, Any]:
        result: dict[str, Any] = self.plugin.call(
            "autocomplete/provideDatasource",
            {"source": "characters", "datasource": "d1", "reason": "query", "context": {}},
        )
        return result

    def open(self, **arguments: Any) -> Any:
        params = {"popup": "popup-1", "session": "s1", "name": "facts", "arguments": arguments}
        return self.plugin.call("popup/content", params)


class Handshake(CharactersCase):
    def test_the_answer_is_what_the_manifest_says(self) -> None:
        manifest = json.loads((FOLDER / "plugin.json").read_bytes())
        for member in ("implements", "provides"):
            self.assertEqual(self.greeting[member], manifest[member])
        self.assertEqual(self.plugin.log(), "")


class Datasource(CharactersCase):
    def test_it_has_all_characters(self) -> None:
        result = self.datasource()
        self.assertEqual(result["version"], 1)
        ids = {item["id"] for item in result["items"]}
        self.assertGreater(len(ids), 30_000)
        self.assertEqual(len(ids), len(result["items"]))

    def test_it_comes_as_credit_allows_and_is_the_same_the_second_time(self) -> None:
        params = {"source": "characters", "credit": 4096, "partialResultToken": "t"}
        method = "autocomplete/provideDatasource"
        self.plugin.send({"id": "d", "method": method, "params": params})
        items: list[Any] = []
        while "id" not in (message := self.plugin.receive()):
            chunk = message["params"]["value"]["items"]
            items += chunk
            grant = {"token": "t", "count": len(chunk)}
            self.plugin.send({"method": "$/credit", "params": grant})
        items += message["result"]["items"]
        self.assertTrue(self.cache.exists())
        self.assertEqual(items, self.datasource()["items"])

    def test_a_list_that_is_cancelled_leaves_no_file(self) -> None:
        params = {"source": "characters", "credit": 10, "partialResultToken": "t"}
        method = "autocomplete/provideDatasource"
        self.plugin.send({"id": "d", "method": method, "params": params})
        self.plugin.receive()
        self.plugin.cancel("d")
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.assertEqual(os.listdir(self.plugin.cache_directory), [])

    def test_a_cache_directory_that_is_gone_is_done_without(self) -> None:
        Path(self.plugin.cache_directory).rmdir()
        self.assertGreater(len(self.datasource()["items"]), 30_000)
        self.assertIn("not kept", self.plugin.log())
        self.assertNotIn("Traceback", self.plugin.log())

    def test_resolve_tells_the_facts(self) -> None:
        params = {"source": "characters", "item": "U+00E9", "data": {"character": "é"}}
        result = self.plugin.call("autocomplete/resolve", params)
        self.assertEqual(result["item"]["data"], {"character": "é", "codepoint": 0xE9})
        self.assertIn("**Latin small letter e with acute**", result["documentation"])
        expected = "a code point such as U+00E9"
        for item in ["x", "U+D800", "U+110000"]:
            params = {"source": "characters", "item": item}
            self.check_invalid("autocomplete/resolve", params, "/item", expected, item)


class Popup(CharactersCase):
    def test_it_shows_the_facts(self) -> None:
        for arguments in [{"id": "U+00E9"}, {"character": "é"}]:
            with self.subTest(str(arguments)):
                content = self.open(**arguments)
                self.assertEqual(content["title"], "Latin small letter e with acute")
                self.assertEqual(content["body"]["kind"], "markdown")
                self.assertIn("`C3 A9`", content["body"]["text"])
                roles = [(each["id"], each["role"]) for each in content["actions"]]
                self.assertEqual(roles, [("insert", "default"), ("close", "cancel")])

    def test_inserting_hands_the_character_over(self) -> None:
        self.open(id="U+1F600")
        press = {"popup": "popup-1", "action": "insert", "values": {}}
        expected = {"dismiss": True, "object": {"character": "😀", "codepoint": 0x1F600}}
        self.assertEqual(self.plugin.call("popup/action", press), expected)

    def test_closing_hands_nothing_over(self) -> None:
        self.open(id="U+1F600")
        press = {"popup": "popup-1", "action": "close"}
        self.assertEqual(self.plugin.call("popup/action", press), {"dismiss": True})

    def test_a_popup_that_is_gone_is_forgotten(self) -> None:
        self.open(id="U+1F600")
        gone = {"popup": "popup-1", "reason": "component"}
        self.plugin.send({"jsonrpc": "2.0", "method": "popup/didDismiss", "params": gone})
        error = self.plugin.error("popup/action", {"popup": "popup-1", "action": "insert"})
        self.assertEqual(error["code"], -32004)

    def test_what_is_no_character_is_refused(self) -> None:
        table: list[tuple[Any, str, str, str]] = [
            ({}, "/arguments/id", "string", "nothing"),
            (None, "/arguments/id", "string", "nothing"),
            ("é", "/arguments", "object", "string"),
            ({"id": "é"}, "/arguments/id", "a code point such as U+00E9", "é"),
            ({"character": ""}, "/arguments/character", "one code point", "0 code points"),
            ({"character": "e\u0301"}, "/arguments/character", "one code point", "2 code points"),
            ({"character": 1}, "/arguments/character", "string", "integer"),
        ]
        for arguments, path, expected, found in table:
            with self.subTest(str(arguments)):
                params = {"popup": "p", "session": "s", "name": "facts", "arguments": arguments}
                self.check_invalid("popup/content", params, path, expected, found)


class Cache(unittest.TestCase):
    """The file that the items are kept in."""

    items: list[JSONText]
    good: bytes

    @classmethod
    def setUpClass(cls) -> None:
        with tempfile.TemporaryDirectory() as directory:
            cls.items = list(cached_items(Path(directory)))
            cls.good = (Path(directory) / FILE_NAME).read_bytes()

    def setUp(self) -> None:
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.cache = self.directory / FILE_NAME
        self.cache.write_bytes(self.good)

    def test_it_is_used(self) -> None:
        with mock.patch.object(cache, "all_items", side_effect=AssertionError):
            self.assertEqual(list(cached_items(self.directory)), self.items)

    def test_no_draft_of_it_is_left(self) -> None:
        self.cache.unlink()
        list(cached_items(self.directory))
        self.assertEqual(os.listdir(self.directory), [FILE_NAME])

    def test_a_bad_one_is_replaced(self) -> None:
        head, _, body = self.good.partition(b"\n")
        other = head.replace(b'"unicode": "', b'"unicode": "9')
        for name, bad in [
            ("changed", self.good.replace(b"Snowman", b"Snowmen")),
            ("of another database", other + b"\n" + body),
            ("only a head", head),
            ("empty", b""),
        ]:
            with self.subTest(name):
                self.cache.write_bytes(bad)
                self.assertEqual(list(cached_items(self.directory)), self.items)
                self.assertEqual(self.cache.read_bytes(), self.good)

    def test_another_version_of_the_plugin_makes_its_own(self) -> None:
        with mock.patch.object(cache, "SOURCES", ("catalog.py",)):
            list(cached_items(self.directory))
        self.assertNotEqual(self.cache.read_bytes(), self.good)

    def test_another_character_database_makes_its_own(self) -> None:
        with mock.patch.object(unicodedata, "unidata_version", "99.0.0"):
            list(cached_items(self.directory))
        self.assertIn(b"99.0.0", self.cache.read_bytes().partition(b"\n")[0])

    def test_without_a_directory_it_is_done_without(self) -> None:
        self.assertEqual(list(cached_items(None)), self.items)


if __name__ == "__main__":
    unittest.main()
