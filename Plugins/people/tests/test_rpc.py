"""A plugin made with `rpc` is a full citizen, whatever arrives and whatever its handlers do."""

import json
import os
import unittest
from typing import Any

from rpc.wire import LineSplitter
from tests.driver import FOLDER, Message, PluginProcess

ODD = FOLDER / "tests" / "odd_plugin.py"


class OddPluginCase(unittest.TestCase):
    """A fresh odd plugin for each test, after the handshake."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess(ODD))
        self.plugin.initialize()

    def send_line(self, line: bytes) -> Message:
        """The answer to a raw line."""
        self.plugin.send_bytes(line + b"\n")
        return self.plugin.answer()


class Handshake(unittest.TestCase):
    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess(ODD))

    def test_before_initialize_only_ping_is_answered(self) -> None:
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.error("odd/echo")["code"], -32002)

    def test_a_notification_before_initialize_is_dropped(self) -> None:
        self.plugin.send({"method": "odd/prints"}, {"id": 1, "method": "ping"})
        self.assertEqual(self.plugin.receive()["id"], 1)
        self.assertNotIn("printed ✓", self.plugin.log())

    def test_a_second_initialize_is_refused(self) -> None:
        self.plugin.initialize()
        self.assertEqual(self.plugin.error("initialize", {})["code"], -32007)

    def test_fc_150_shutdown_is_answered_and_only_ping_and_exit_follow(self) -> None:
        self.plugin.initialize()
        self.assertEqual(self.plugin.call("shutdown"), {})
        self.assertEqual(self.plugin.error("odd/echo")["code"], -32600)
        self.assertEqual(self.plugin.call("ping"), {})
        self.plugin.send({"method": "exit"})
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_151_answers_come_before_the_end(self) -> None:
        self.plugin.initialize()
        requests = [{"id": number, "method": "ping"} for number in range(10)]
        self.plugin.send(*requests, {"id": 10, "method": "shutdown"}, {"method": "exit"})
        self.assertEqual([each["id"] for each in self.plugin.rest()], list(range(11)))
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_147_fc_148_the_end_of_input_ends_the_plugin_with_status_0(self) -> None:
        self.plugin.initialize()
        self.plugin.close_input()
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_154_what_came_before_the_end_of_input_is_answered(self) -> None:
        self.plugin.initialize()
        self.plugin.send_bytes(b'{"id":1,"method":"ping"}\n{"id":2,"method":"ping"}')
        self.plugin.close_input()
        self.assertEqual([each["id"] for each in self.plugin.rest()], [1, 2])
        self.assertEqual(self.plugin.status(), 0)

    def test_fc_147_it_leaves_also_while_nobody_reads_its_answers(self) -> None:
        self.plugin.initialize()
        self.plugin.send({"id": 1, "method": "odd/counts", "params": {"count": 1_000_000}})
        self.plugin.close_input()
        self.assertEqual(self.plugin.status(), 0)

    def test_a_reader_that_has_gone_ends_the_plugin(self) -> None:
        self.plugin.initialize()
        self.plugin.close_output()
        self.plugin.send({"id": 1, "method": "ping"})
        self.assertEqual(self.plugin.status(), 0)
        self.assertEqual(self.plugin.log(), "")


class Envelope(OddPluginCase):
    def test_bad_lines_get_an_answer_and_the_next_is_served(self) -> None:
        table: list[tuple[str, bytes, Any, int]] = [
            ("FC-024 not JSON", b"not json", None, -32700),
            ("FC-031 NaN", b'{"id":1,"method":"odd/echo","params":{"value":NaN}}', None, -32700),
            ("FC-022 wrong version", b'{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600),
            ("FC-028 unknown method", b'{"id":"test","method":"foobar"}', "test", -32601),
            ("FC-030 neither call nor answer", b'{"foo":"bar"}', None, -32600),
            ("FC-030 id of a wrong type", b'{"id":[1],"method":"ping"}', None, -32600),
            ("FC-030 method of a wrong type", b'{"id":1,"method":5}', 1, -32600),
            ("FC-033 params of a wrong type", b'{"id":1,"method":"ping","params":"x"}', 1, -32600),
            ("params by position", b'{"id":1,"method":"ping","params":[1]}', 1, -32602),
            ("id null", b'{"id":null,"method":"ping"}', None, -32600),
            ("id true", b'{"id":true,"method":"ping"}', None, -32600),
            ("a batch", b'[{"id":1,"method":"ping"}]', None, -32600),
            ("invalid UTF-8", b'{"id":1,"method":"ping\xff"}', None, -32700),
            ("half a surrogate pair", rb'{"id":1,"method":"\ud800"}', None, -32700),
            ("too deep", b"[" * 100_000, None, -32700),
            ("an integer without end", b'{"id":' + b"9" * 5_000 + b"}", None, -32700),
        ]
        for name, line, id, code in table:
            with self.subTest(name):
                answer = self.send_line(line)
                self.assertEqual((answer["id"], answer["error"]["code"]), (id, code))
                self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_036_fc_046_ids_come_back_as_they_were(self) -> None:
        for id in ["1", "", "\0", "s3:42/people#7", 0, -1, 2**63, 10**30, 1.5, "x" * 100_000]:
            with self.subTest(str(id)[:20]):
                answer = self.send_line(json.dumps({"id": id, "method": "ping"}).encode())
                self.assertEqual((type(answer["id"]), answer["id"]), (type(id), id))

    def test_fc_033_all_forms_of_no_params_are_the_same(self) -> None:
        for params in ["", ',"params":null', ',"params":{}', ',"params":[]', ',"params":[null]']:
            with self.subTest(params):
                answer = self.send_line(b'{"id":1,"method":"odd/echo"%b}' % params.encode())
                self.assertEqual(answer["result"], {"value": None})

    def test_fc_039_an_ill_typed_member_is_named(self) -> None:
        answer = self.send_line(b'{"id":31,"method":"odd/counts","params":{"count":"many"}}')
        data = {"path": "/count", "expected": "integer", "found": "string"}
        self.assertEqual((answer["id"], answer["error"]["code"]), (31, -32602))
        self.assertEqual(answer["error"]["data"], data)

    def test_unknown_notifications_answers_and_empty_lines_are_ignored(self) -> None:
        self.plugin.send_bytes(b'\n  \r\n{"method":"$/x"}\n{"method":"x"}\n{"id":1,"result":1}\n')
        self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_010_only_a_line_feed_ends_a_line(self) -> None:
        text = "a\u2028b\u2029c\u0085d\x7f"
        line = json.dumps({"id": 1, "method": "odd/echo", "params": {"value": text}})
        self.assertEqual(self.send_line(line.encode())["result"], {"value": text})
        raw = line.encode().decode("unicode_escape").encode()
        self.assertEqual(self.send_line(raw)["result"], {"value": text})

    def test_fc_012_messages_arrive_glued_and_in_single_bytes(self) -> None:
        self.plugin.send(*[{"id": number, "method": "ping"} for number in range(10)])
        self.assertEqual([self.plugin.answer()["id"] for _ in range(10)], list(range(10)))
        for byte in '{"id":1,"method":"odd/echo","params":{"value":"测🎉"}}\r\n'.encode():
            self.plugin.send_bytes(bytes([byte]))
        self.assertEqual(self.plugin.answer()["result"], {"value": "测🎉"})

    def test_fc_111_requests_are_read_while_answers_are_not(self) -> None:
        text = "x" * (1 << 20)
        for number in range(4):
            self.plugin.send({"id": number, "method": "odd/echo", "params": {"value": text}})
        self.assertEqual([self.plugin.answer()["id"] for _ in range(4)], [0, 1, 2, 3])

    def test_fc_132_long_lines_pass(self) -> None:
        for length in [65_535, 65_536, 65_537, 1 << 20]:
            with self.subTest(length):
                text = "x" * length
                self.assertEqual(self.plugin.call("odd/echo", {"value": text}), {"value": text})


class Handlers(OddPluginCase):
    def test_fc_223_what_a_handler_prints_goes_to_the_log(self) -> None:
        self.assertEqual(self.plugin.call("odd/prints"), {"printed": True})
        for text in ["printed ✓", "written", "by a child"]:
            self.assertIn(text, self.plugin.log())

    def test_a_handler_that_reads_standard_input_finds_it_empty(self) -> None:
        self.assertEqual(self.plugin.call("odd/reads"), {"read": ""})
        self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_028_a_handler_that_raises_answers_and_the_loop_goes_on(self) -> None:
        error = self.plugin.error("odd/raises")
        self.assertEqual(error["code"], -32603)
        self.assertIn("RuntimeError: bug", error["message"])
        self.assertIn("Traceback", self.plugin.log())
        self.assertEqual(self.plugin.call("ping"), {})

    def test_fc_031_a_result_that_is_not_json_is_an_error(self) -> None:
        self.assertEqual(self.plugin.error("odd/nan")["code"], -32603)
        self.assertEqual(self.plugin.error("odd/surrogate")["code"], -32603)
        self.assertEqual(self.plugin.call("ping"), {})

    def test_a_request_sent_as_a_notification_has_no_answer(self) -> None:
        self.plugin.send({"method": "odd/prints"}, {"method": "odd/raises"})
        self.plugin.send({"method": "odd/counts", "params": {"count": 2}})
        self.assertEqual(self.plugin.call("ping"), {})
        self.assertEqual(self.plugin.notifications, [])

    def test_fc_157_bytes_are_utf_8_under_any_locale(self) -> None:
        environment = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        environment["PATH"] = os.environ["PATH"]
        with PluginProcess(ODD, environment=environment) as plugin:
            plugin.initialize()
            self.assertEqual(plugin.call("odd/echo", {"value": "тест ✓"}), {"value": "тест ✓"})
            plugin.call("odd/prints")
            self.assertIn("printed ✓", plugin.log())


class Lists(OddPluginCase):
    def start(self, count: int, **params: Any) -> None:
        params = {"count": count, "partialResultToken": "t", **params}
        self.plugin.send({"id": "list", "method": "odd/counts", "params": params})

    def grant(self, count: Any, token: str = "t") -> None:
        self.plugin.send({"method": "$/credit", "params": {"token": token, "count": count}})

    def receive_chunk(self) -> list[int]:
        message = self.plugin.receive()
        self.assertEqual(message["method"], "$/progress")
        self.assertEqual(message["params"]["token"], "t")
        items: list[int] = message["params"]["value"]["items"]
        return items

    def check_idle(self) -> None:
        """Nothing comes before the answer to a ping."""
        self.plugin.send({"id": "idle", "method": "ping"})
        self.assertEqual(self.plugin.receive()["id"], "idle")

    def test_without_a_token_all_items_are_in_the_answer(self) -> None:
        count = 100_000
        result = self.plugin.call("odd/counts", {"count": count, "credit": 1})
        self.assertEqual(result, {"items": list(range(count)), "version": 1})

    def test_a_list_within_the_credit_is_one_answer(self) -> None:
        self.start(3, credit=3)
        self.assertEqual(self.plugin.receive()["result"], {"items": [0, 1, 2], "version": 1})

    def test_no_more_items_are_sent_than_the_credit_allows(self) -> None:
        self.start(5, credit=2)
        self.assertEqual(self.receive_chunk(), [0, 1])
        self.check_idle()
        self.grant(1, token="another")
        self.grant(0)
        self.grant("many")
        self.check_idle()
        self.grant(2)
        self.assertEqual(self.receive_chunk(), [2, 3])
        self.grant(9)
        self.assertEqual(self.plugin.receive()["result"], {"items": [4], "version": 1})

    def test_credit_0_sends_nothing_and_an_empty_list_needs_none(self) -> None:
        self.start(0, credit=0)
        self.assertEqual(self.plugin.receive()["result"], {"items": [], "version": 1})
        self.start(1, credit=0)
        self.check_idle()
        self.grant(1)
        self.assertEqual(self.plugin.receive()["result"], {"items": [0], "version": 1})

    def test_bad_credit_is_refused_and_the_list_closed(self) -> None:
        for credit in [-1, "many", 1.5]:
            with self.subTest(credit):
                self.start(1, credit=credit)
                error = self.plugin.receive()["error"]
                self.assertEqual((error["code"], error["data"]["path"]), (-32602, "/credit"))

    def test_a_chunk_has_at_most_256_kib(self) -> None:
        self.start(300_000)
        items: list[int] = []
        answer = None
        while answer is None:
            message = self.plugin.receive()
            self.assertLess(len(json.dumps(message, separators=(",", ":"))), 256 * 1024)
            answer = message.get("result")
            items += (answer or message["params"]["value"])["items"]
        self.assertEqual(items, list(range(300_000)))

    def test_pings_are_answered_between_chunks(self) -> None:
        self.start(1_000_000)
        self.plugin.send({"id": "p", "method": "ping"})
        while self.plugin.receive().get("id") != "p":
            pass
        self.assertIn("method", self.plugin.receive())

    def test_cancelling_answers_and_closes_the_list(self) -> None:
        self.start(5, credit=1)
        self.receive_chunk()
        self.plugin.send({"method": "$/cancelRequest", "params": {"id": "list"}})
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.assertIn("list closed", self.plugin.log())
        self.grant(4)
        self.check_idle()

    def test_fc_061_a_call_cancelled_while_it_waits_is_never_run(self) -> None:
        waiting = [{"id": f"w{number}", "method": "odd/prints"} for number in range(30)]
        cancels = [{"method": "$/cancelRequest", "params": {"id": each["id"]}} for each in waiting]
        self.plugin.send({"id": 1, "method": "ping"}, *waiting, *cancels)
        codes = [self.plugin.receive().get("error", {}).get("code") for _ in range(31)]
        self.assertEqual(sorted(codes, key=str), [-32800] * 30 + [None])
        self.assertNotIn("printed", self.plugin.log())

    def test_cancels_of_unknown_ids_are_ignored(self) -> None:
        for id in [5, "list", None, True, [1], {}]:
            self.plugin.send({"method": "$/cancelRequest", "params": {"id": id}})
        self.check_idle()

    def test_fc_043_an_id_in_use_is_refused_and_the_list_goes_on(self) -> None:
        self.start(2, credit=1)
        self.receive_chunk()
        self.start(2)
        self.assertEqual(self.plugin.receive()["error"]["code"], -32600)
        self.grant(1)
        self.assertEqual(self.plugin.receive()["result"]["items"], [1])

    def test_a_list_that_fails_midway_is_answered_with_an_error(self) -> None:
        self.start(5, credit=2, failAt=3)
        self.receive_chunk()
        self.grant(5)
        self.assertEqual(self.plugin.receive()["error"]["code"], -32603)
        self.check_idle()

    def test_a_notification_waits_for_the_list_under_way(self) -> None:
        self.start(2, credit=1)
        self.receive_chunk()
        self.plugin.send({"id": "n", "method": "odd/notifies"})
        self.assertEqual(self.plugin.receive()["id"], "n")
        self.grant(1)
        self.assertEqual(self.plugin.receive()["id"], "list")
        self.assertEqual(self.plugin.receive()["method"], "odd/did")

    def test_a_notification_precedes_the_answer_of_the_call_that_sent_it(self) -> None:
        self.plugin.send({"id": "n", "method": "odd/notifies"})
        self.assertEqual(self.plugin.receive()["method"], "odd/did")
        self.assertEqual(self.plugin.receive()["id"], "n")


class Lines(unittest.TestCase):
    def test_fc_133_a_line_over_the_limit_is_skipped_and_not_kept(self) -> None:
        splitter = LineSplitter(limit=4)
        pieces = [b"abc", b"de", b"f\nabcd\n", b"x"]
        lines = [line for piece in pieces for line in splitter.feed(piece)]
        self.assertEqual(lines, [None, b"abcd"])
        self.assertEqual(list(splitter.finish()), [b"x"])

    def test_any_cut_gives_the_same_lines(self) -> None:
        text = b"one\n\ntwo\r\nthree"
        for first in range(len(text) + 1):
            for second in range(first, len(text) + 1):
                splitter = LineSplitter(limit=100)
                pieces = [text[:first], text[first:second], text[second:]]
                lines = [line for piece in pieces for line in splitter.feed(piece)]
                self.assertEqual(lines + list(splitter.finish()), text.split(b"\n"))


if __name__ == "__main__":
    unittest.main()
