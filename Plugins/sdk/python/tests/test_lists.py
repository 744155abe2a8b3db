"""Long lists: credit, chunks, cancelling, faults."""

import json
import re
import unittest
from typing import Any

from tests.cases import ASYNC, OddPluginCase

CHANGE = {"source": "numbers", "version": 2, "remove": ["1"]}


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
        self.start(150_000)
        items: list[int] = []
        answer = None
        while answer is None:
            message = self.plugin.receive()
            self.assertLess(len(json.dumps(message, separators=(",", ":"))), 256 * 1024)
            answer = message.get("result")
            items += (answer or message["params"]["value"])["items"]
        self.assertEqual(items, list(range(150_000)))

    def test_pings_are_answered_between_chunks(self) -> None:
        self.start(200_000)
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

    def test_a_change_waits_for_the_datasource_under_way(self) -> None:
        params = {"source": "odd/numbers", "count": 2, "partialResultToken": "t", "credit": 1}
        method = "autocomplete/provideDatasource"
        self.plugin.send({"id": "list", "method": method, "params": params})
        self.receive_chunk()
        self.plugin.send({"id": "c", "method": "odd/changes"})
        self.assertEqual(self.plugin.receive()["id"], "c")
        self.grant(1)
        self.assertEqual(self.plugin.receive()["id"], "list")
        self.assertEqual(self.plugin.receive()["params"], CHANGE)

    def test_a_change_waits_for_no_other_list(self) -> None:
        self.start(2, credit=1)
        self.receive_chunk()
        self.plugin.send({"id": "c", "method": "odd/changes"})
        self.assertEqual(self.plugin.receive()["params"], CHANGE)

    def test_a_change_precedes_the_answer_of_the_call_that_made_it(self) -> None:
        self.plugin.send({"id": "c", "method": "odd/changes"})
        self.assertEqual(self.plugin.receive()["params"], CHANGE)
        self.assertEqual(self.plugin.receive()["id"], "c")

    def test_a_generator_is_a_list_and_returns_its_other_members(self) -> None:
        result = self.plugin.call("odd/yields", {"count": 3})
        self.assertEqual(result, {"items": [0, 1, 2], "incomplete": True})

    def test_a_generator_that_refuses_its_params_answers_so(self) -> None:
        error = self.plugin.error("odd/yields", {"count": "many"})
        self.assertEqual((error["code"], error["data"]["path"]), (-32602, "/count"))
        self.assertNotIn("Traceback", self.plugin.log())


class AsyncLists(Lists):
    arguments = ASYNC


class Floods(OddPluginCase):
    """Lists that come from an asynchronous generator."""

    arguments = ASYNC

    def test_items_come_in_chunks_and_then_the_fault(self) -> None:
        params = {"count": 1000, "partialResultToken": "t"}
        self.plugin.send({"id": "list", "method": "odd/floods", "params": params})
        sizes = []
        while "id" not in (message := self.plugin.receive()):
            items = message["params"]["value"]["items"]
            sizes.append(len(items))
            self.assertLess(len(json.dumps(message, separators=(",", ":"))), 256 * 1024)
        self.assertEqual(message["error"]["code"], -32603)
        self.assertEqual(len(sizes), 3)

    def test_no_more_is_made_ahead_than_a_chunk(self) -> None:
        params = {"count": 1000, "partialResultToken": "t", "credit": 1}
        self.plugin.send({"id": "list", "method": "odd/floods", "params": params})
        self.plugin.receive()
        self.plugin.cancel("list")
        self.plugin.receive()
        self.check_idle()
        (made,) = re.findall(r"made (\d+) items", self.plugin.log())
        self.assertLess(int(made), 270)

    def test_it_waits_for_credit(self) -> None:
        params = {"count": 3, "partialResultToken": "t", "credit": 2}
        self.plugin.send({"id": "list", "method": "odd/floods", "params": params})
        self.assertEqual(len(self.plugin.receive()["params"]["value"]["items"]), 2)
        self.check_idle()
        self.plugin.cancel("list")
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.check_idle()


if __name__ == "__main__":
    unittest.main()
