"""Requests to the host, what is cancelled, and how work is told about."""

import unittest
from typing import Any

from jackfield_plugin.plugin import NESTED_WAITS
from jackfield_plugin.testing import Message
from tests.cases import ASYNC, OddPluginCase


class Asking(OddPluginCase):
    """What both kinds of plugin do alike; each has a case of its own below."""

    def ask(self, id: str = "a", method: str = "host/ask", **params: Any) -> Message:
        """Has the plugin ask; returns its request."""
        params = {"method": method, "params": params}
        self.plugin.send({"id": id, "method": "odd/asks", "params": params})
        return self.plugin.asked(method)

    def test_the_call_is_named_as_the_cause(self) -> None:
        asked = self.ask(value=1)
        self.assertEqual(asked["params"], {"value": 1, "_meta": {"cause": "a"}})

    def test_what_the_author_says_in_meta_stays(self) -> None:
        asked = self.ask(_meta={"deadlineMs": 9})
        self.assertEqual(asked["params"], {"_meta": {"deadlineMs": 9, "cause": "a"}})

    def test_the_answer_comes_back(self) -> None:
        for result in [{"screen": "screen-7"}, None, 0, [1]]:
            with self.subTest(str(result)):
                self.plugin.reply(self.ask(), result)
                self.assertEqual(self.plugin.answer()["result"], {"answer": result})

    def test_an_error_is_raised_and_passed_on_where_nobody_catches_it(self) -> None:
        self.plugin.reply_error(self.ask(), -32004, "no such popup")
        error = self.plugin.answer()["error"]
        self.assertEqual((error["code"], error["message"]), (-32004, "no such popup"))
        self.assertNotIn("Traceback", self.plugin.log())

    def test_an_error_without_code_and_message_is_one_all_the_same(self) -> None:
        for error in [{}, 1, {"code": "x", "message": 2}]:
            with self.subTest(str(error)):
                asked = self.ask()
                self.plugin.send({"jsonrpc": "2.0", "id": asked["id"], "error": error})
                self.assertEqual(self.plugin.answer()["error"]["code"], -32603)

    def test_other_calls_are_served_while_a_handler_waits(self) -> None:
        asked = self.ask()
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.call("popup/content", {"name": "one"}), {"body": 1})
        counted = self.plugin.call("odd/counts", {"count": 2})
        self.assertEqual(counted["items"], [0, 1])
        self.plugin.reply(asked, 1)
        self.assertEqual(self.plugin.answer()["result"], {"answer": 1})

    def test_an_id_whose_handler_waits_is_in_use(self) -> None:
        asked = self.ask("a")
        self.plugin.send({"id": "a", "method": "odd/echo"})
        self.assertEqual(self.plugin.receive()["error"]["code"], -32600)
        self.plugin.reply(asked, 1)
        self.assertEqual(self.plugin.answer()["result"], {"answer": 1})

    def test_cancelling_the_call_cancels_what_it_asks_for(self) -> None:
        asked = self.ask("a")
        self.plugin.cancel("a")
        messages = {message.get("method"): message for message in self.receive(2)}
        self.assertEqual(messages["$/cancelRequest"]["params"], {"id": asked["id"]})
        self.assertEqual((messages[None]["id"], messages[None]["error"]["code"]), ("a", -32800))
        self.plugin.reply_error(asked, -32800, "cancelled")
        self.check_idle()
        self.assertNotIn("dropped", self.plugin.log())

    def test_an_answer_that_nobody_asked_for_is_logged(self) -> None:
        self.plugin.send({"jsonrpc": "2.0", "id": 99, "result": {}})
        self.plugin.send({"jsonrpc": "2.0", "id": None, "error": {}})
        self.check_idle()
        self.assertEqual(self.plugin.log().count("dropped an answer"), 2)

    def test_items_may_be_asked_for(self) -> None:
        self.plugin.send({"id": "list", "method": "odd/lists"})
        for number in range(3):
            asked = self.plugin.asked("host/number")
            self.assertEqual(asked["params"]["_meta"], {"cause": "list"})
            self.plugin.reply(asked, number * 10)
        self.assertEqual(self.plugin.answer()["result"], {"items": [0, 10, 20]})

    def test_a_list_is_cancelled_while_it_asks(self) -> None:
        self.plugin.send({"id": "list", "method": "odd/lists"})
        asked = self.plugin.asked("host/number")
        self.plugin.cancel("list")
        codes = [each["error"]["code"] for each in self.receive(2) if "error" in each]
        self.assertEqual(codes, [-32800])
        self.plugin.reply(asked, 1)
        self.check_idle()
        self.assertIn("list closed", self.plugin.log())

    def test_exit_ends_a_plugin_that_waits(self) -> None:
        self.ask()
        self.plugin.send({"method": "exit"})
        self.assertEqual(self.plugin.status(), 0)
        self.assertNotIn("Traceback", self.plugin.log())

    def test_the_end_of_input_ends_a_plugin_that_waits(self) -> None:
        self.ask()
        self.plugin.close_input()
        self.assertEqual(self.plugin.status(), 0)

    def receive(self, count: int) -> list[Message]:
        return [self.plugin.receive() for _ in range(count)]


class PlainAsking(OddPluginCase):
    def test_handlers_wait_inside_each_other_but_not_without_a_bound(self) -> None:
        call = {"method": "odd/asks", "params": {"method": "host/ask"}}
        self.plugin.send(*[{"id": number, **call} for number in range(40)])
        asked = [self.plugin.asked("host/ask") for _ in range(NESTED_WAITS)]
        for _ in range(40 - NESTED_WAITS):
            self.check_idle()
            self.plugin.reply(asked.pop(), {})
            self.plugin.answer()
            asked.append(self.plugin.asked("host/ask"))
        while asked:
            self.plugin.reply(asked.pop(), {})
            self.plugin.answer()

    def test_items_are_asked_for_one_at_a_time(self) -> None:
        self.plugin.send({"id": "list", "method": "odd/lists"})
        for number in range(3):
            asked = self.plugin.asked("host/number")
            self.check_idle()
            self.plugin.reply(asked, number)


class AsyncAsking(Asking):
    arguments = ASYNC

    def test_many_handlers_wait_side_by_side(self) -> None:
        call = {"method": "odd/asks", "params": {"method": "host/ask"}}
        self.plugin.send(*[{"id": number, **call} for number in range(40)])
        for asked in [self.plugin.asked("host/ask") for _ in range(40)]:
            self.plugin.reply(asked, {})
        self.assertEqual({self.plugin.answer()["id"] for _ in range(40)}, set(range(40)))

    def test_items_that_are_ready_are_sent_while_the_next_is_awaited(self) -> None:
        params = {"partialResultToken": "t"}
        self.plugin.send({"id": "list", "method": "odd/lists", "params": params})
        self.plugin.reply(self.plugin.asked("host/number"), 10)
        messages = [self.plugin.receive() for _ in range(2)]
        progress = {"token": "t", "value": {"items": [10]}}
        self.assertIn(progress, [message["params"] for message in messages])

    def test_answers_are_taken_in_any_order(self) -> None:
        asked = [self.ask(f"a{number}") for number in range(3)]
        for each in asked:
            self.plugin.reply(each, {})
        self.assertEqual([self.plugin.answer()["id"] for _ in asked], ["a0", "a1", "a2"])

    def test_a_handler_is_cancelled_where_it_awaits(self) -> None:
        self.plugin.send({"id": "w", "method": "odd/waits"})
        self.assertEqual(self.plugin.receive()["method"], "odd/began")
        self.plugin.cancel("w")
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.assertIn("stopped waiting", self.plugin.log())

    def test_fc_061_a_call_cancelled_with_its_request_is_never_run(self) -> None:
        cancel = {"method": "$/cancelRequest", "params": {"id": "w"}}
        self.plugin.send({"id": "w", "method": "odd/waits"}, cancel)
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.assertNotIn("stopped waiting", self.plugin.log())

    def test_children_are_awaited(self) -> None:
        self.assertEqual(self.plugin.call("odd/spawns"), {"status": 0})
        self.assertIn("by a child", self.plugin.log())

    def test_the_end_of_input_ends_a_handler_that_never_ends(self) -> None:
        self.plugin.send({"id": "w", "method": "odd/waits"})
        self.plugin.receive()
        self.plugin.close_input()
        self.assertEqual(self.plugin.rest(), [])
        self.assertEqual(self.plugin.status(), 0)
        self.assertIn("stopped waiting", self.plugin.log())


class Checking(OddPluginCase):
    """A plain plugin's handler that works long."""

    def setUp(self) -> None:
        super().setUp()
        self.plugin.send({"id": "c", "method": "odd/checks"})
        self.assertEqual(self.plugin.receive()["method"], "odd/began")

    def test_pings_are_answered_and_other_calls_wait(self) -> None:
        self.plugin.send({"id": "e", "method": "odd/echo"})
        self.assertEqual(self.plugin.call("ping"), {})
        self.plugin.cancel("c")
        self.assertEqual([self.plugin.receive()["id"] for _ in range(2)], ["c", "e"])

    def test_a_cancel_ends_it(self) -> None:
        self.plugin.cancel("c")
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)

    def test_fc_061_a_call_cancelled_while_it_waits_is_never_run(self) -> None:
        self.plugin.send({"id": "w", "method": "odd/prints"})
        self.plugin.cancel("w")
        answer = self.plugin.receive()
        self.assertEqual((answer["id"], answer["error"]["code"]), ("w", -32800))
        self.plugin.cancel("c")
        self.plugin.receive()
        self.check_idle()
        self.assertNotIn("printed", self.plugin.log())

    def test_the_end_of_input_ends_it(self) -> None:
        self.plugin.close_input()
        self.assertEqual(self.plugin.status(), 0)
        self.assertNotIn("Traceback", self.plugin.log())


class Telling(OddPluginCase):
    def test_work_is_told_under_its_token(self) -> None:
        self.plugin.call("odd/works", {"workDoneToken": "w"})
        params = [each["params"] for each in self.plugin.notifications]
        self.assertEqual({each["token"] for each in params}, {"w"})
        values = [
            {"kind": "begin", "title": "Counting"},
            {"kind": "report", "message": "one"},
            {"kind": "report", "message": "two", "percentage": 50},
            {"kind": "end"},
        ]
        self.assertEqual([each["value"] for each in params], values)

    def test_work_is_not_told_to_those_who_did_not_ask(self) -> None:
        self.plugin.call("odd/works")
        self.assertEqual(self.plugin.notifications, [])

    def test_log_messages_have_a_level(self) -> None:
        self.plugin.call("odd/logs")
        message = {"method": "log/message", "params": {"level": "warning", "text": "odd ✓"}}
        self.assertEqual(self.plugin.notifications, [{"jsonrpc": "2.0", **message}])

    def test_effects_ride_in_answers(self) -> None:
        effect = {"method": "navigationBar/updateTitle", "params": {"title": "Found"}}
        self.assertEqual(self.plugin.call("odd/effects"), {"effects": [effect]})


class AsyncTelling(Telling):
    arguments = ASYNC


if __name__ == "__main__":
    unittest.main()
