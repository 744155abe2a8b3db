"""Checks the scenarios, and the runner that plays them, without a host.

    python3 -m unittest discover -s Tests/conformance
"""

import itertools
import json
import pathlib
import re
import unittest

import jsonschema
import scenario_format as form
from run_scenarios import Schemas, first_error

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "protocol"
CONFORMANCE = PROTOCOL / "conformance"
FIXTURES = ROOT / "Tests" / "Fixtures" / "plugins"

# Stand-ins for what a host would tell; captured values are texts in all scenarios so far.
TOLD = {"session": "s1", "run": "run-1", "token": "t", "datasource": "d", "limits": {}}


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def sent(step):
    """The messages of a step that must be valid."""
    for part in step.get("sendTogether", [step]):
        if "send" in part and part.get("valid", True):
            yield part["send"]


class ScenarioFiles(unittest.TestCase):
    """What holds for the files themselves."""

    families = form.load(CONFORMANCE)

    def scenarios(self):
        for family in self.families:
            for scenario in family["scenarios"]:
                yield "%s/%s" % (family["family"], scenario["name"]), scenario

    def test_each_file_is_as_the_format_says(self):
        validator = jsonschema.Draft202012Validator(load(CONFORMANCE / "meta" / "scenario.schema.json"))
        for family in self.families:
            with self.subTest(family["family"]):
                self.assertIsNone(first_error(validator, family))

    def test_ids_of_checks_are_unique(self):
        ids = [(name, framing) for name, _, _, framing in form.checks(self.families)]
        self.assertEqual(len(ids), len(set(ids)))

    def test_each_sent_message_is_valid(self):
        schemas = Schemas(PROTOCOL / "schema")
        for name, scenario in self.scenarios():
            for row in scenario.get("table", [{}]):
                variables = {**TOLD, **row}
                for step in scenario["steps"]:
                    for message in sent(step):
                        with self.subTest(name, row=row.get("name"), message=message):
                            message = form.substitute(message, variables)
                            self.assertIsNone(first_error(schemas.front_end, message))

    def test_each_rule_is_one_of_the_specification(self):
        known = rules()
        for name, scenario in self.scenarios():
            with self.subTest(name):
                self.assertLessEqual(set(scenario["rules"]), known)

    def test_each_rule_has_a_scenario_or_a_reason(self):
        coverage = load(CONFORMANCE / "meta" / "coverage.json")
        excused = {*coverage["everyMessage"], *coverage["notSeenFromAConnection"]}
        named = set(itertools.chain.from_iterable(s["rules"] for _, s in self.scenarios()))
        self.assertEqual(rules() - named - excused, set(), "rules without a scenario")
        stale = named & set(coverage["notSeenFromAConnection"])
        self.assertEqual(stale, set(), "excuses that are not needed any more")
        self.assertEqual(excused - rules(), set(), "excuses for rules that are gone")

    def test_each_required_fixture_is_there(self):
        for name, scenario in self.scenarios():
            requires = scenario.get("requires", {})
            for plugin in requires.get("plugins", []):
                with self.subTest(name, plugin=plugin):
                    self.assertTrue((FIXTURES / plugin / "plugin.json").is_file())
            for source in requires.get("sources", []):
                plugin, _, source = source.partition("/")
                provides = load(FIXTURES / plugin / "plugin.json")["provides"]
                with self.subTest(name, source=source):
                    self.assertIn(source, [each["name"] for each in provides["sources"]])

    def test_each_plugin_that_is_called_is_required(self):
        plugins = {path.parent.name for path in FIXTURES.glob("*/plugin.json")}
        for name, scenario in self.scenarios():
            requires = scenario.get("requires", {})
            present = {*requires.get("plugins", [])}
            present |= {source.partition("/")[0] for source in requires.get("sources", [])}
            if scenario.get("initialize", {}) is False:
                continue
            called = set(re.findall(r'"method\\?": ?\\?"([a-z]+)/', json.dumps(scenario["steps"])))
            with self.subTest(name):
                self.assertLessEqual(called & plugins, present)


def rules():
    text = (PROTOCOL / "README.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\*\*([A-Z]+-[0-9]+)\*\*", text, re.MULTILINE))


class Fixtures(unittest.TestCase):
    """What holds for the fixture plugins."""

    def test_manifests_are_valid_but_for_the_one_that_must_not_be(self):
        validator = Schemas(PROTOCOL / "schema").validator("Manifest")
        for path in sorted(FIXTURES.glob("*/plugin.json")):
            with self.subTest(path.parent.name):
                fault = first_error(validator, load(path))
                self.assertEqual(fault is not None, path.parent.name == "crooked", fault)

    def test_items_are_valid(self):
        schemas = Schemas(PROTOCOL / "schema")
        for name, source in load(FIXTURES / "scripted" / "sources.json").items():
            with self.subTest(name):
                if "answer" in source:
                    self.assertIsNone(first_error(schemas.validator("Datasource"), source["answer"]))


class Patterns(unittest.TestCase):
    """What matches what."""

    CASES = [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": None}, {"a": None}, True),
        ({"a": None}, {}, False),
        ([1, 2], [1, 2], True),
        ([1], [1, 2], False),
        (1, 1.0, True),
        (1, True, False),
        (600.3, 600.30000000000007, True),
        (600.3, 600.4, False),
        (2**64, 2**64 + 1, False),
        ({"a": {"$any": True}}, {"a": None}, True),
        ({"a": {"$any": True}}, {}, False),
        ({"a": {"$absent": True}}, {}, True),
        ({"a": {"$absent": True}}, {"a": None}, False),
        ({"a": {"$none": True}}, {"a": None}, True),
        ({"$type": "integer"}, 1.0, True),
        ({"$type": "integer"}, 1.5, False),
        ({"$type": "number"}, 1, True),
        ({"$type": ["null", "string"]}, None, True),
        ({"$type": "boolean"}, 1, False),
        ({"$exact": {"a": 1}}, {"a": 1, "b": 2}, False),
        ({"$exact": {"a": 1}}, {"a": 1}, True),
        ({"$not": {"a": 1}}, {"a": 2}, True),
        ({"$oneOf": [1, 2]}, 2, True),
        ({"$oneOf": [1, 2]}, 3, False),
        ({"$contains": "b"}, "abc", True),
        ({"$contains": "b"}, 5, False),
        ({"$atLeast": 1, "$atMost": 3}, 2, True),
        ({"$atLeast": 1}, 0, False),
        ({"$length": 2}, "é🎉", True),
        ({"$length": {"$atLeast": 1}}, [], False),
        ({"$includes": [{"a": 2}]}, [{"a": 1}, {"a": 2}], True),
        ({"$includes": [{"a": 3}]}, [{"a": 1}, {"a": 2}], False),
        ({"$unordered": [1, 2]}, [2, 1], True),
        ({"$unordered": [1, 1]}, [1, 2], False),
        ({"$each": {"$type": "integer"}}, [1, 2], True),
        ({"$each": {"$type": "integer"}}, [1, "2"], False),
        ("Nguy\u1ec5n", "Nguye\u0302\u0303n", False),
    ]

    def test_vectors(self):
        for pattern, value, expected in self.CASES:
            with self.subTest(pattern=pattern, value=value):
                self.assertEqual(form.matches(pattern, value, {}), expected)

    def test_a_capture_is_the_value(self):
        variables = {}
        form.match({"a": {"$capture": "x", "$type": "array"}}, {"a": [1, {"b": 2}]}, variables)
        self.assertEqual(form.substitute({"c": "${x/1/b}"}, variables), {"c": 2})

    def test_a_failed_attempt_captures_nothing(self):
        variables = {}
        form.match({"$oneOf": [{"$capture": "x", "$type": "string"}, {"$any": True}]}, 5, variables)
        self.assertEqual(variables, {})

    def test_a_mismatch_names_its_place(self):
        with self.assertRaises(form.Mismatch) as caught:
            form.match({"a": [{"b/c": 1}]}, {"a": [{"b/c": 2}]}, {})
        self.assertEqual(caught.exception.path, "/a/0/b~1c")

    def test_variables(self):
        variables = {"n": 5, "s": "x", "o": {"a": [1]}}
        for text, expected in [
            ("${n}", 5), ("a${n}b${s}", "a5bx"), ("$${n}", "${n}"), ("${o}", {"a": [1]}),
            ("=${o}", '={"a":[1]}'), ("${o/a/0}", 1), ("$n", "$n"),
        ]:
            with self.subTest(text):
                self.assertEqual(form.interpolate(text, variables), expected)

    def test_an_unknown_variable_is_the_scenarios_fault(self):
        with self.assertRaises(form.ScenarioFault):
            form.interpolate("${nobody}", {})

    def test_bytes(self):
        variables = {"n": 3}
        for description, expected in [
            ("é", b"\xc3\xa9"),
            ({"hex": "0d 0A"}, b"\r\n"),
            ({"repeat": "ab", "times": "${n}"}, b"ababab"),
            ({"repeat": "${i},", "times": 3, "index": "i"}, b"0,1,2,"),
            (["a", ["b", {"hex": "ff"}]], b"ab\xff"),
        ]:
            with self.subTest(description=description):
                self.assertEqual(form.to_bytes(description, variables), expected)

    def test_values_as_they_are_written(self):
        text = '{ "id" : 1.0 ,"result":{"a":[ {"b" : 1e3} , "x\\u0041"]}}'
        for pointer, expected in [
            ("/id", "1.0"), ("/result/a/0", '{"b" : 1e3}'), ("/result/a/0/b", "1e3"),
            ("/result/a/1", '"x\\u0041"'), ("/result/b", None), ("", text),
        ]:
            with self.subTest(pointer):
                self.assertEqual(form.written(text, pointer), expected)


if __name__ == "__main__":
    unittest.main()
