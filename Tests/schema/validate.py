#!/usr/bin/env python3
"""Checks protocol/ with a public JSON Schema validator.

- Every schema is valid by draft 2020-12, and every reference in it leads somewhere.
- Every valid example passes the schema of its direction, its params, its result; every invalid one fails.
- The manifest and the messages that protocol/README.md shows are valid.
- Every message that a conformance scenario sends, unless it says `valid: false`, is a valid message,
  and the rules that it names stand on the page, once.
- The manifests of the bundled plugins are valid.

usage: validate.py [ROOT]    exit code 0: all is well, 1: faults, named on standard output, 2: can't check
"""

import json
import pathlib
import re
import sys

try:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012
except ImportError as error:
    print(f"validate.py: {error}; pip install -r Tests/schema/requirements.txt")
    sys.exit(2)

BUNDLE = "jackfield.schema.json"
DIRECTIONS = {
    "frontEndToHost": "front-end-to-host.schema.json",
    "hostToFrontEnd": "host-to-front-end.schema.json",
    "hostToPlugin": "host-to-plugin.schema.json",
    "pluginToHost": "plugin-to-host.schema.json",
}
# What the runner sends where a scenario does not say otherwise (protocol/conformance/README.md).
DEFAULT_INITIALIZE = {"protocol": {"min": 1, "max": 1}}


class Report:
    """Counts what was checked and keeps what was wrong."""

    def __init__(self):
        self.counts = {}
        self.faults = []

    def check(self, kind, is_right, fault):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if not is_right:
            self.faults.append(fault)

    def finish(self):
        for fault in self.faults:
            print(f"not ok: {fault}")
        for kind, count in self.counts.items():
            print(f"{count} {kind}")
        return 1 if self.faults or not self.counts else 0


class Schemas:
    """The schemas of protocol/schema, by the names of their files."""

    def __init__(self, folder):
        self.files = {path.name: load(path) for path in sorted(folder.glob("*.json"))}
        self.registry = Registry().with_resources(
            (name, Resource.from_contents(schema, default_specification=DRAFT202012))
            for name, schema in self.files.items()
        )
        self.validators = {}

    def validator(self, reference):
        """The validator of what `file#/pointer` leads to."""
        if reference not in self.validators:
            self.validators[reference] = Draft202012Validator(
                {"$ref": reference}, registry=self.registry
            )
        return self.validators[reference]

    def definition(self, name):
        return self.validator(f"{BUNDLE}#/$defs/{name}")

    def direction(self, name):
        return self.validator(DIRECTIONS[name])


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def faults_of(validator, value):
    """The faults of a value in one line, empty where there are none.

    A text with `${` stands for what only a run of the scenario knows: faults of it do not count.
    """
    faults = [error for error in validator.iter_errors(value) if not is_unknown(error)]
    return "; ".join(f"{error.json_path}: {error.message[:200]}" for error in faults)


def is_unknown(error):
    """Whether a fault would vanish if texts with `${` were replaced by what they stand for."""
    if isinstance(error.instance, str) and "${" in error.instance:
        return True
    branches = {}
    for inner in error.context or []:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    return any(all(map(is_unknown, branch)) for branch in branches.values())


def references(value):
    """All values of `$ref` below a value."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "$ref" and isinstance(member, str):
                yield member
            else:
                yield from references(member)
    elif isinstance(value, list):
        for element in value:
            yield from references(element)


def check_schemas(schemas, report):
    for name, schema in schemas.files.items():
        errors = list(Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(schema))
        report.check("schemas", not errors, f"{name} is no schema: {errors[:1]}")
        resolver = schemas.registry.resolver(base_uri=name)
        for reference in sorted(set(references(schema))):
            try:
                resolver.lookup(reference)
                is_there = True
            except Unresolvable:
                is_there = False
            report.check("references", is_there, f"{name}: {reference} leads nowhere")


def check_openrpc(document, report):
    """The document's own references, and that each of its schemas is one."""
    for reference in sorted(set(references(document))):
        target = document
        for step in reference.removeprefix("#/").split("/"):
            target = target.get(step, {})
        report.check("references", target, f"openrpc.json: {reference} leads nowhere")
    for name, schema in document["components"]["schemas"].items():
        errors = list(Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(schema))
        report.check("OpenRPC schemas", not errors, f"openrpc.json: {name} is no schema")
    names = [method["name"] for method in document["methods"]]
    report.check("OpenRPC documents", len(names) == len(set(names)), "a method stands twice")


def check_message_examples(file, name, directions, schemas, report):
    for example in file["valid"]:
        place = f"{name}, {example['about']}"
        for direction in directions:
            faults = faults_of(schemas.direction(direction), example["message"])
            report.check("valid messages", not faults, f"{place}: {faults}")
        if "answer" in example:
            faults = faults_of(schemas.definition("Response"), example["answer"])
            report.check("valid answers", not faults, f"{place}: {faults}")
            faults = faults_of(schemas.definition(f"{name}Result"), example["answer"]["result"])
            report.check("valid results", not faults, f"{place}: {faults}")
    for example in file.get("invalid", []):
        for direction in directions:
            faults = faults_of(schemas.direction(direction), example["message"])
            report.check("invalid messages", faults, f"{name}, {example['about']}: it passes")
    for example in file.get("invalidAnswers", []):
        faults = faults_of(schemas.definition(f"{name}Result"), example["answer"]["result"])
        report.check("invalid results", faults, f"{name}, {example['about']}: it passes")


def check_type_examples(file, name, schemas, report):
    validator = schemas.definition(name)
    for example in file["valid"]:
        faults = faults_of(validator, example["value"])
        report.check("valid values", not faults, f"{name}, {example['about']}: {faults}")
    for example in file.get("invalid", []):
        faults = faults_of(validator, example["value"])
        report.check("invalid values", faults, f"{name}, {example['about']}: it passes")


def check_examples(folder, model, schemas, report):
    directions = {message_name(method): method["directions"] for method in model["methods"]}
    for path in sorted(folder.glob("*.json")):
        file, name = load(path), path.stem
        if "type" in file:
            check_type_examples(file, name, schemas, report)
        elif name in directions:
            check_message_examples(file, name, directions[name], schemas, report)
        else:
            report.check("examples", False, f"{path.name}: there is no such message")
    missing = sorted(set(directions) - {path.stem for path in folder.glob("*.json")})
    report.check("messages", not missing, f"messages without examples: {', '.join(missing)}")


def message_name(method):
    """The name of a method's message: as the model says, else its words joined."""
    words = "".join(c if c.isalnum() else " " for c in method["name"]).split()
    return method.get("message") or "".join(word[0].upper() + word[1:] for word in words)


def check_page(text, schemas, report):
    """What the page shows: blocks of a manifest, and lines that begin with a direction."""
    for block in re.findall(r"^```json manifest\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        faults = faults_of(schemas.definition("Manifest"), json.loads(block))
        report.check("manifests of the page", not faults, f"README.md: {faults}")
    words = {name: file.removesuffix(".schema.json") for name, file in DIRECTIONS.items()}
    for line in text.splitlines():
        start, _, message = line.partition("  ")
        said = start.replace(" → ", "-to-").replace(" ", "-")
        for name in (name for name, word in words.items() if word == said):
            faults = faults_of(schemas.direction(name), json.loads(message))
            report.check("messages of the page", not faults, f"README.md: {line[:60]}: {faults}")


def rules_of(page, report):
    """The names of the rules on the page."""
    rules = re.findall(r"^\*\*([A-Z]+-[0-9]+)\*\* ", page, re.MULTILINE)
    for rule in rules:
        report.check("rules", rules.count(rule) == 1, f"README.md: {rule} stands twice")
    return set(rules)


def check_manifests(folder, schemas, report):
    for path in sorted(folder.glob("*/plugin.json")):
        faults = faults_of(schemas.definition("Manifest"), load(path))
        report.check("manifests", not faults, f"{path.parent.name}/plugin.json: {faults}")


def check_scenarios(folder, rules, schemas, report):
    for path in sorted(folder.glob("*.json")):
        for scenario in load(path)["scenarios"]:
            place = f"{path.name}, {scenario['name']}"
            for rule in scenario.get("rules", []):
                report.check("rules of scenarios", rule in rules, f"{place}: no rule {rule}")
            check_initialize(scenario.get("initialize"), place, schemas, report)
            for step in scenario["steps"]:
                if "connect" in step:
                    check_initialize(step.get("initialize"), place, schemas, report)
                for part in step.get("sendTogether", [step]):
                    check_sent(part, place, schemas, report)


def check_initialize(params, place, schemas, report):
    if isinstance(params, dict):
        validator = schemas.definition("InitializeFrontEndParams")
        faults = faults_of(validator, {**DEFAULT_INITIALIZE, **params})
        report.check("handshakes of scenarios", not faults, f"{place}: {faults}")


def check_sent(step, place, schemas, report):
    if "send" not in step:
        return
    faults = faults_of(schemas.direction("frontEndToHost"), step["send"])
    if step.get("valid", True):
        report.check("messages of scenarios", not faults, f"{place}: {faults}")


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[2])
    folder, report = root / "protocol", Report()
    try:
        schemas = Schemas(folder / "schema")
        check_schemas(schemas, report)
        check_openrpc(load(folder / "openrpc.json"), report)
        check_examples(folder / "examples", load(folder / "model.json"), schemas, report)
        page = (folder / "README.md").read_text(encoding="utf-8")
        check_page(page, schemas, report)
        check_scenarios(folder / "conformance", rules_of(page, report), schemas, report)
        check_manifests(root / "Plugins", schemas, report)
    except (OSError, ValueError, KeyError) as error:
        print(f"validate.py: {type(error).__name__}: {error}")
        return 2
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
