"""The plugin as a host drives it: lines in, lines out."""

import json
import subprocess
import unittest
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "dialogs"
MANIFEST = json.loads((SCRIPT.parent / "plugin.json").read_text())

CANCEL = {"id": "cancel", "title": "Cancel", "role": "cancel"}
OK = {"id": "ok", "title": "OK", "role": "default"}


def run(*lines: str) -> list[object]:
    """What the plugin says to these lines; its input ends after them."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run(
        [SCRIPT], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60
    )
    if done.returncode != 0:
        raise AssertionError(f"it left with {done.returncode}: {done.stderr.decode()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def message(**members: object) -> str:
    """A message as a host writes it."""
    return json.dumps({"jsonrpc": "2.0", **members}, separators=(",", ":"), ensure_ascii=False)


def content(name: str, arguments: object) -> dict:
    """The plugin's answer to popup/content."""
    params = {"popup": "popup-1", "session": "s1", "name": name, "arguments": arguments}
    (answer,) = run(message(id="s1:1/dialogs#1", method="popup/content", params=params))
    assert answer["id"] == "s1:1/dialogs#1"
    return answer


class Content(unittest.TestCase):
    def check(self, name: str, arguments: object, expected: object) -> None:
        self.assertEqual(content(name, arguments).get("result"), expected)

    def test_alert(self) -> None:
        body = {"kind": "text", "text": "Tea is ready ☕ \"now\""}
        self.check("alert", {"text": body["text"]}, {"body": body, "actions": [OK]})

    def test_confirm(self) -> None:
        body = {"kind": "confirm", "text": "Delete 3 files?"}
        self.check("confirm", {"text": body["text"]}, {"body": body, "actions": [CANCEL, OK]})

    def test_actions_are_ids_or_objects(self) -> None:
        actions = ["ok", {"id": "keep"}, {"id": "no", "title": "Never"}, "cancel", "quit"]
        expected = [
            OK,
            {"id": "keep", "title": "keep"},
            {"id": "no", "title": "Never"},
            CANCEL,
            {"id": "quit", "title": "quit"},
        ]
        body = {"kind": "confirm", "text": "?"}
        arguments = {"text": "?", "title": "T", "actions": actions}
        self.check("confirm", arguments, {"title": "T", "body": body, "actions": expected})

    def test_an_action_keeps_a_role_of_its_own(self) -> None:
        action = {"id": "ok", "title": "Delete", "role": "destructive"}
        actions = content("confirm", {"text": "?", "actions": [action]})["result"]["actions"]
        self.assertEqual(actions, [action])

    def test_choice(self) -> None:
        field = {
            "name": "choice",
            "kind": "choice",
            "title": "Which?",
            "required": True,
            "value": "b",
            "choices": [{"id": "a", "title": "a"}, {"id": "b", "title": "Bee"}],
        }
        arguments = {"text": "Which?", "value": "b", "choices": ["a", {"id": "b", "title": "Bee"}]}
        body = {"kind": "form", "fields": [field]}
        self.check("choice", arguments, {"body": body, "actions": [CANCEL, OK]})

    def test_form(self) -> None:
        fields = ["name", {"name": "key", "kind": "secret"}, {"name": "size", "choices": ["s"]}]
        expected = [
            {"name": "name", "kind": "text", "title": "name"},
            {"name": "key", "kind": "secret", "title": "key"},
            {
                "name": "size",
                "kind": "text",
                "title": "size",
                "choices": [{"id": "s", "title": "s"}],
            },
        ]
        body = {"kind": "form", "fields": expected}
        self.check("form", {"fields": fields}, {"body": body, "actions": [CANCEL, OK]})

    def test_bad_arguments_are_refused_by_name(self) -> None:
        rows = [
            ("confirm", {}, "text"),
            ("confirm", {"text": 7}, "text"),
            ("confirm", {"text": "?", "title": []}, "title"),
            ("confirm", {"text": "?", "actions": []}, "actions"),
            ("confirm", {"text": "?", "actions": [7]}, "actions"),
            ("choice", {}, "choices"),
            ("choice", {"choices": [{"title": "x"}]}, "choices"),
            ("form", {"fields": "name"}, "fields"),
            ("form", {"fields": [{}]}, "fields"),
            ("other", {}, "other"),
        ]
        for name, arguments, culprit in rows:
            with self.subTest(name=name, arguments=arguments):
                error = content(name, arguments)["error"]
                self.assertEqual(error["code"], -32602)
                self.assertIn(culprit, error["message"])


class Asking(unittest.TestCase):
    CALL = "s2:1/dialogs#4"
    OWN = 'ask:"s2:1/dialogs#4"'

    def test_a_call_becomes_a_popup_and_its_end_the_answer(self) -> None:
        params = {"kind": "confirm", "text": "Really?", "_meta": {"trace": "t"}}
        self.assertEqual(
            run(message(id=self.CALL, method="dialogs/ask", params=params)),
            [
                {
                    "jsonrpc": "2.0",
                    "id": self.OWN,
                    "method": "popup/show",
                    "params": {"name": "confirm", "arguments": {"text": "Really?"}},
                }
            ],
        )
        result = {"popup": "popup-1", "reason": "component", "action": "ok", "object": None}
        self.assertEqual(
            run(message(id=self.OWN, result=result)),
            [{"jsonrpc": "2.0", "id": self.CALL, "result": result}],
        )
        error = {"code": -32014, "message": "Nobody is there."}
        self.assertEqual(
            run(message(id=self.OWN, error=error)),
            [{"jsonrpc": "2.0", "id": self.CALL, "error": error}],
        )

    def test_a_number_as_id_comes_back_as_one(self) -> None:
        (request,) = run(message(id=7, method="dialogs/ask", params={"kind": "alert"}))
        self.assertEqual(request["id"], "ask:7")
        (answer,) = run(message(id="ask:7", result={}))
        self.assertEqual(answer, {"jsonrpc": "2.0", "id": 7, "result": {}})

    def test_cancelling_the_call_cancels_the_popup(self) -> None:
        self.assertEqual(
            run(message(method="$/cancelRequest", params={"id": self.CALL})),
            [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": self.OWN}}],
        )

    def test_an_unknown_kind_is_refused(self) -> None:
        for params in ({}, {"kind": "other"}, {"kind": 7}):
            (answer,) = run(message(id=1, method="dialogs/ask", params=params))
            self.assertEqual(answer["error"]["code"], -32602)

    def test_answers_to_nothing_are_dropped(self) -> None:
        self.assertEqual(run(message(id="other", result={}), message(id=7, result={})), [])


class Basics(unittest.TestCase):
    def test_what_every_plugin_must_do(self) -> None:
        answers = run(
            message(id=1, method="initialize", params={"protocol": {"min": 1, "max": 1}}),
            "garbage",
            "",
            "[1]",
            message(method="nobody/knows"),
            message(id=2, method="ping"),
            message(id=3, method="nobody/knows"),
            message(id=4, method="shutdown"),
            message(method="exit"),
            message(id=5, method="ping"),
        )
        self.assertEqual([answer["id"] for answer in answers], [1, 2, 3, 4])
        self.assertEqual(answers[0]["result"], {"protocol": 1})
        self.assertEqual(answers[2]["error"]["code"], -32601)

    def test_the_manifest_says_what_the_script_does(self) -> None:
        self.assertEqual(MANIFEST["implements"], ["popup/content"])
        names = [popup["name"] for popup in MANIFEST["provides"]["popups"]]
        self.assertEqual(names, ["alert", "confirm", "choice", "form"])
        for name in names:
            answer = content(name, {"text": "x", "choices": ["a"], "fields": ["a"]})
            self.assertIn("result", answer)


if __name__ == "__main__":
    unittest.main()
