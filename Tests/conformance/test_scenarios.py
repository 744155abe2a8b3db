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
TOLD |= {"B.session": "s2", "notice": "popup-9"}
TOLD |= {name: "popup-9" for name in ["popup", *("popup%d" % number for number in range(1, 6))]}
TOLD |= {"screen": "screen-1", "pushed": "screen-2", "upper": "screen-2", "own": "screen-2"}
TOLD |= {"bare": "screen-2", "closed": "screen-3"}


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

    vectors = load(CONFORMANCE / "meta" / "vectors.json")

    def test_what_matches(self):
        for case in self.vectors["patterns"]:
            with self.subTest(**case):
                matched = form.matches(case["pattern"], case["value"], {})
                self.assertEqual(matched, case["matches"])

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
        variables = self.vectors["variables"]["are"]
        for case in self.vectors["variables"]["texts"]:
            with self.subTest(**case):
                self.assertEqual(form.interpolate(case["text"], variables), case["value"])

    def test_bytes(self):
        variables = self.vectors["variables"]["are"]
        for case in self.vectors["variables"]["bytes"]:
            with self.subTest(**case):
                self.assertEqual(form.to_bytes(case["bytes"], variables).hex(" "), case["hex"])

    def test_values_as_they_are_written(self):
        text = self.vectors["verbatim"]["text"]
        for case in self.vectors["verbatim"]["values"]:
            with self.subTest(**case):
                self.assertEqual(form.written(text, case["pointer"]), case["written"])

    def test_an_unknown_variable_is_the_scenarios_fault(self):
        with self.assertRaises(form.ScenarioFault):
            form.interpolate("${nobody}", {})


if __name__ == "__main__":
    unittest.main()
