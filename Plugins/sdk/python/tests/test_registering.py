"""Who answers what, and what the manifest has to do with it."""

import unittest
from typing import Any

from jackfield_plugin import Plugin, ResponseError
from jackfield_plugin.manifest import Manifest
from jackfield_plugin.members import Members
from jackfield_plugin.protocol import OPTIONAL, ErrorCode, Limits, Method
from tests.cases import ASYNC, OddPluginCase


class Greeting(OddPluginCase):
    def test_the_answer_says_what_is_there(self) -> None:
        provides = {"sources": [{"name": "numbers"}], "methods": ["echo", "missing"]}
        expected = {
            "protocol": 1,
            "plugin": {"name": "odd", "version": "1"},
            "implements": ["autocomplete/provideDatasource", "popup/content"],
            "provides": provides,
            "locale": None,
        }
        self.assertEqual(self.greeting, expected)

    def test_what_nothing_answers_is_logged(self) -> None:
        self.assertIn("plugin.json names odd/missing, which nothing answers", self.plugin.log())

    def test_names_are_short_or_qualified_and_no_others(self) -> None:
        for name, body in [("one", 1), ("odd/one", 1), ("two", 2), ("odd/two", 2)]:
            with self.subTest(name):
                content = self.plugin.call("popup/content", {"name": name})
                self.assertEqual(content, {"body": body})
        error = self.plugin.error("popup/content", {"name": "other/one"})
        data = {"path": "/name", "expected": "one or two", "found": "other/one"}
        self.assertEqual((error["code"], error["data"]), (-32602, data))


class AsyncGreeting(Greeting):
    arguments = ASYNC


class Registering(unittest.TestCase):
    def test_nothing_is_answered_twice(self) -> None:
        table: list[tuple[dict[str, str], dict[str, str]]] = [
            ({}, {}),
            ({"name": "a"}, {"name": "a"}),
            ({}, {"name": "a"}),
            ({"name": "a"}, {}),
            ({"name": "a"}, {"source": "b"}),
        ]
        for first, second in table:
            with self.subTest(f"{first} {second}"):
                plugin = Plugin({"name": "p"})
                plugin.on("x/y", **first)(lambda _: {})
                with self.assertRaises(ValueError):
                    plugin.on("x/y", **second)(lambda _: {})

    def test_one_param_tells_calls_apart(self) -> None:
        with self.assertRaises(ValueError):
            Plugin({"name": "p"}).on("x/y", name="a", source="b")(lambda _: {})


class Contradictions(unittest.TestCase):
    def check(self, manifest: dict[str, Any], answered: list[str], *sentences: str) -> None:
        found = Manifest({"name": "p", **manifest}).contradictions(answered)
        self.assertEqual(found, list(sentences))

    def test_they_are_told(self) -> None:
        query = "autocomplete/query"
        implements = {"implements": [query]}
        self.check({}, [query])
        self.check(implements, [query])
        self.check(implements, [], f"plugin.json names {query}, which nothing answers")
        returned = "autocomplete/returned"
        sentence = f"plugin.json does not name {returned} in implements"
        self.check(implements, [query, returned, "initialize", "p/own"], sentence)
        own = {"provides": {"methods": ["own"]}}
        self.check(own, [], "plugin.json names p/own, which nothing answers")
        self.check(own, ["p/own"])


class Names(unittest.TestCase):
    def test_generated_names_are_those_of_the_protocol(self) -> None:
        self.assertEqual(Method.CANCEL_REQUEST, "$/cancelRequest")
        self.assertEqual(
            Method.AUTOCOMPLETE_DATASOURCE_DID_CHANGE, "autocomplete/datasourceDidChange"
        )
        self.assertEqual(ErrorCode.INVALID_PARAMS, -32602)
        self.assertEqual(ErrorCode.REQUEST_CANCELLED, -32800)
        self.assertEqual(Limits.PROGRESS_CHUNK_BYTES, 262_144)
        self.assertIn(Method.AUTOCOMPLETE_QUERY, OPTIONAL)
        self.assertNotIn(Method.INITIALIZE, OPTIONAL)


class MembersOfParams(unittest.TestCase):
    members = Members(
        {"t": True, "n": None, "s": ["a", "b"], "o": [{"x": 1}, []], "e": {}, "m": ["a", 1], "i": 1}
    )

    def test_values_are_read(self) -> None:
        members = self.members
        self.assertEqual(
            [members.boolean("t"), members.boolean("n"), members.boolean("none", True)],
            [True, False, True],
        )
        self.assertEqual(members.strings("s"), ["a", "b"])
        self.assertEqual([members.strings("none"), members.strings("e")], [[], []])
        first, second = members.objects("o")
        self.assertEqual((first.integer("x"), second.to_json()), (1, {}))

    def check(self, path: str, expected: str, found: str, read: Any) -> None:
        with self.assertRaises(ResponseError) as raised:
            read()
        data = {"path": path, "expected": expected, "found": found}
        self.assertEqual((raised.exception.code, raised.exception.data), (-32602, data))

    def test_what_is_ill_typed_is_named(self) -> None:
        members = self.members
        self.check("/i", "boolean", "integer", lambda: members.boolean("i"))
        self.check("/i", "array", "integer", lambda: members.strings("i"))
        self.check("/m/1", "string", "integer", lambda: members.strings("m"))
        self.check("/s/0", "object", "string", lambda: members.objects("s"))
        self.check("/o/0/y", "string", "nothing", lambda: members.objects("o")[0].string("y"))


if __name__ == "__main__":
    unittest.main()
