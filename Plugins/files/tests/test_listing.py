"""What is offered below a folder, and how it is sent."""

import json
import os
import shutil
import socket
import tempfile
import unittest
from pathlib import Path
from typing import Any

from tests.driver import EXECUTABLE, PLENTY, Item, Message, PluginProcess, make_tree

NOBODY = 65534


class ListingCase(unittest.TestCase):
    """A plugin, and an empty folder, for each test."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess())
        self.top = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="files-tree-")))

    def start(self, credit: Any = None, **params: Any) -> None:
        """Asks for the items of the top without waiting for them."""
        context = {"directory": str(self.top)}
        request = {
            "source": "files",
            "datasource": "d1",
            "reason": "query",
            "context": context,
            "credit": credit,
            "partialResultToken": "t",
            **params,
        }
        message = {"id": "list", "method": "autocomplete/provideDatasource", "params": request}
        self.plugin.send(message)

    def grant(self, count: Any, token: Any = "t") -> None:
        self.plugin.notify("$/credit", {"token": token, "count": count})

    def chunk(self) -> list[str]:
        """The texts in the next message, which has to be progress."""
        message = self.plugin.receive()
        self.assertEqual(message["method"], "$/progress")
        self.assertEqual(message["params"]["token"], "t")
        return [item["text"] for item in message["params"]["value"]["items"]]

    def check_idle(self) -> None:
        """Nothing comes before the answer to a ping."""
        self.plugin.send({"id": "idle", "method": "ping"})
        self.assertEqual(self.plugin.receive()["id"], "idle")


class Items(ListingCase):
    def test_an_item_has_its_path_from_the_top_and_the_absolute_one(self) -> None:
        make_tree(self.top, "a/b.txt")
        path = str(self.top / "a" / "b.txt")
        expected = {"id": "a/b.txt", "text": "a/b.txt", "data": {"path": path}}
        self.assertEqual(self.plugin.provide(self.top), [expected])

    def test_what_is_near_the_top_comes_first_and_names_are_sorted(self) -> None:
        make_tree(self.top, "z", "a/z", "a/a", "a/a.d/x", "b/a", "B", "m/n/o/p")
        expected = ["B", "z", "a/a", "a/z", "b/a", "a/a.d/x", "m/n/o/p"]
        self.assertEqual(self.plugin.paths(self.top), expected)

    def test_names_of_any_kind_come_back_as_they_are(self) -> None:
        names = ["a b", 'q"q', "back\\slash", "tab\there", "new\nline", "\x1b[31m", "é", "e\u0301"]
        names += ["🎉", "-rf", "~", "%41", "\u202e", "x" * 255]
        make_tree(self.top, *names)
        items = self.plugin.provide(self.top)
        self.assertEqual([item["id"] for item in items], sorted(names, key=str.encode))
        for item in items:
            self.assertEqual(item["data"]["path"], f"{self.top}/{item['id']}")

    def test_a_name_that_is_not_utf_8_has_a_uri_that_opens_it(self) -> None:
        odd = os.fsdecode(b"caf\xe9")
        make_tree(self.top, f"{odd}/a b", "caf%E9", "file:/x")
        uri = f"file://{self.top}/caf%E9/a%20b"
        item = {"id": uri, "text": "caf\ufffd/a b", "data": {"uri": uri}}
        items = self.plugin.provide(self.top)
        self.assertIn(item, items)
        self.assertEqual(len({each["id"] for each in items}), 3)

    def test_other_forms_of_invalid_utf_8_are_told_apart(self) -> None:
        names = [b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xff"]
        make_tree(self.top, *[os.fsdecode(name) for name in names])
        items = self.plugin.provide(self.top)
        self.assertEqual(len({item["id"] for item in items}), len(names))
        self.assertEqual({item["data"].keys() == {"uri"} for item in items}, {True})

    def test_hidden_files_are_left_out_unless_asked_for(self) -> None:
        make_tree(self.top, "a", ".b", ".c/d", "e/.f", ".git/config", "e/.git")
        self.assertEqual(self.plugin.paths(self.top), ["a"])
        expected = [".b", "a", ".c/d", "e/.f"]
        self.assertEqual(self.plugin.paths(self.top, hidden=True), expected)

    def test_a_hidden_folder_that_was_asked_for_is_shown(self) -> None:
        make_tree(self.top, ".config/a")
        self.assertEqual(self.plugin.paths(self.top / ".config"), ["a"])

    def test_links_are_offered_and_never_followed(self) -> None:
        make_tree(self.top, "folder/file", "outside/")
        (self.top / "folder" / "loop").symlink_to("..")
        (self.top / "folder" / "self").symlink_to("self")
        (self.top / "out").symlink_to("/usr")
        (self.top / "gone").symlink_to("nowhere")
        expected = ["gone", "out", "folder/file", "folder/loop", "folder/self"]
        self.assertEqual(self.plugin.paths(self.top), expected)

    def test_pipes_and_sockets_are_no_files(self) -> None:
        make_tree(self.top, "file")
        os.mkfifo(self.top / "pipe")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.top / "socket"))
            self.assertEqual(self.plugin.paths(self.top), ["file"])

    def test_a_pipe_in_place_of_rules_holds_nobody_up(self) -> None:
        make_tree(self.top, "file", ".git/HEAD", ".git/info/")
        os.mkfifo(self.top / ".gitignore")
        os.mkfifo(self.top / ".git/info/exclude")
        os.mkfifo(self.top / ".git/config")
        self.assertEqual(self.plugin.paths(self.top), ["file"])

    def test_paths_that_nobody_can_open_are_left_out(self) -> None:
        make_tree(self.top, "file")
        directory = os.open(self.top, os.O_RDONLY)
        for _ in range(30):
            os.mkdir("d" * 200, dir_fd=directory)
            deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=directory)
            os.close(os.open("file", os.O_CREAT, dir_fd=deeper))
            os.close(directory)
            directory = deeper
        os.close(directory)
        items = self.plugin.provide(self.top)
        self.assertTrue(5 < len(items) < 30)
        self.assertTrue(all(os.path.exists(item["data"]["path"]) for item in items))
        self.assertIn("too long", self.plugin.notification("log/message")["text"])

    def test_the_kernels_own_file_systems_are_left_out(self) -> None:
        paths = self.plugin.paths("/proc/self")
        self.assertIn("status", paths, "asked for itself, it is shown")
        top = Path("/sys/fs/cgroup")
        if top.is_dir() and os.path.ismount(top):
            paths = self.plugin.paths(top.parent)
            self.assertFalse([path for path in paths if path.startswith("cgroup/")])

    def test_folders_that_cant_be_read_are_told_once(self) -> None:
        make_tree(self.top, "open/a", "closed/b", "closed2/c", "listed/d")
        for name in ["closed", "closed2"]:
            (self.top / name).chmod(0)
        self.top.chmod(0o755)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            executable = Path(shutil.copy(EXECUTABLE, folder))
            user = NOBODY if os.geteuid() == 0 else None
            with PluginProcess(executable=executable, user=user) as plugin:
                self.assertEqual(plugin.paths(self.top), ["listed/d", "open/a"])
                text = plugin.notification("log/message")["text"]
                self.assertIn("2 folders can't be read", text)
                self.assertIn(str(self.top / "closed"), text)
                self.assertEqual(plugin.call("ping"), {})
                self.assertEqual(plugin.notifications, [])
        for name in ["closed", "closed2"]:
            (self.top / name).chmod(0o700)


class Directory(ListingCase):
    def test_a_path_may_be_absolute_or_below_the_home_or_a_uri(self) -> None:
        make_tree(self.top, "sub dir/x", "y")
        with PluginProcess(home=str(self.top)) as plugin:
            whole = f"{self.top}/sub dir"
            for directory in ["sub dir", "~/sub dir", whole, "sub dir/../sub dir//."]:
                with self.subTest(directory):
                    self.assertEqual(plugin.paths(directory), ["x"])
            self.assertEqual(plugin.paths(f"file://{self.top}/sub%20dir"), ["x"])
            self.assertEqual(plugin.paths(f"file://localhost{self.top}/sub%20dir/"), ["x"])

    def test_without_one_it_is_the_home(self) -> None:
        make_tree(self.top, "at-home")
        with PluginProcess(home=str(self.top)) as plugin:
            self.assertEqual(plugin.paths(), ["at-home"])
            self.assertEqual(plugin.paths("~"), ["at-home"])

    def test_a_link_to_a_folder_may_be_asked_for(self) -> None:
        make_tree(self.top, "real/x")
        (self.top / "link").symlink_to("real")
        items = self.plugin.provide(self.top / "link")
        self.assertEqual(items[0]["data"]["path"], str(self.top / "link" / "x"))

    def test_what_is_no_folder_is_refused(self) -> None:
        make_tree(self.top, "file")
        table = [
            (str(self.top / "nowhere"), "No such file or directory"),
            (str(self.top / "file"), "Not a directory"),
            ("~root/x", "~root/x"),
            ("file:relative", "No such file or directory"),
            ("file:///%zz", "file:///%zz"),
            ("file:///a%00b", "file:///a%00b"),
            (5, "integer"),
        ]
        for directory, found in table:
            with self.subTest(directory):
                params = {"source": "files", "datasource": "d", "context": {"directory": directory}}
                error = self.plugin.error("autocomplete/provideDatasource", params)
                self.assertEqual(error["code"], -32602)
                self.assertEqual(error["data"]["path"], "/context/directory")
                self.assertEqual(error["data"]["found"], found)

    def test_other_members_of_the_context_are_not_looked_at(self) -> None:
        make_tree(self.top, "a")
        self.assertEqual(self.plugin.paths(self.top, language="c", line=3, deep={"a": []}), ["a"])

    def test_ill_typed_options_are_named(self) -> None:
        context = {"directory": str(self.top), "hidden": "yes"}
        params = {"source": "files", "datasource": "d", "context": context}
        error = self.plugin.error("autocomplete/provideDatasource", params)
        self.assertEqual(error["data"]["path"], "/context/hidden")


class Streaming(ListingCase):
    def test_no_more_items_are_sent_than_the_credit_allows(self) -> None:
        make_tree(self.top, *"abcde")
        self.start(2)
        self.assertEqual(self.chunk(), ["a", "b"])
        self.check_idle()
        self.grant(1, token="another")
        self.grant(0)
        self.grant(-5)
        self.grant("many")
        self.check_idle()
        self.grant(2)
        self.assertEqual(self.chunk(), ["c", "d"])
        self.grant(9)
        result = self.plugin.receive()["result"]
        self.assertEqual([item["text"] for item in result["items"]], ["e"])
        self.assertEqual(result["version"], 1)

    def test_credit_0_sends_nothing_and_an_empty_folder_needs_none(self) -> None:
        self.start(0)
        self.assertEqual(self.plugin.receive()["result"]["items"], [])
        make_tree(self.top, "a")
        self.start(0, datasource="d2")
        self.check_idle()
        self.grant(1)
        self.assertEqual(self.chunk(), ["a"])
        self.assertEqual(self.plugin.receive()["id"], "list")

    def test_the_end_of_the_items_needs_no_credit(self) -> None:
        make_tree(self.top, *"ab")
        self.start(2)
        self.assertEqual(self.chunk(), ["a", "b"])
        self.assertEqual(self.plugin.receive()["result"]["items"], [])

    def test_credit_granted_one_by_one_sends_all(self) -> None:
        names = [f"f{number:03}" for number in range(100)]
        make_tree(self.top, *names)
        self.start(1)
        texts = []
        while "method" in (message := self.plugin.receive()):
            items = message["params"]["value"]["items"]
            self.assertEqual(len(items), 1)
            texts += [item["text"] for item in items]
            self.grant(1)
        self.assertEqual(texts + [each["text"] for each in message["result"]["items"]], names)

    def test_credit_beyond_counting_is_no_bound(self) -> None:
        make_tree(self.top, *"abc")
        self.start(1)
        self.assertEqual(self.chunk(), ["a"])
        self.plugin.send(*[
            {"method": "$/credit", "params": {"token": "t", "count": 2**63 - 1}} for _ in range(2)
        ])
        self.assertEqual(len(self.plugin.receive()["result"]["items"]), 2)

    def test_without_credit_there_is_no_bound(self) -> None:
        make_tree(self.top, *"abc")
        self.start()
        self.assertEqual(len(self.plugin.receive()["result"]["items"]), 3)

    def test_without_a_token_all_items_are_in_the_answer(self) -> None:
        make_tree(self.top, *[f"f{number}" for number in range(2_000)])
        self.start(1, partialResultToken=None)
        self.assertEqual(len(self.plugin.receive()["result"]["items"]), 2_000)

    def test_a_token_may_be_a_number(self) -> None:
        make_tree(self.top, *"ab")
        self.start(1, partialResultToken=7)
        self.assertEqual(self.plugin.receive()["params"]["token"], 7)
        self.grant(1, token=7)
        self.assertEqual(self.plugin.receive()["params"]["token"], 7)
        self.assertEqual(self.plugin.receive()["id"], "list")

    def test_a_chunk_has_at_most_256_kib(self) -> None:
        folder = "/".join(["\x01" * 200] * 4)
        make_tree(self.top, *[f"{folder}/{number}" for number in range(300)])
        self.start(PLENTY)
        count = 0
        while "method" in (message := self.plugin.receive()):
            self.assertLessEqual(len(self.plugin.last_line), 256 * 1024)
            self.assertGreater(len(self.plugin.last_line), 128 * 1024)
            count += len(message["params"]["value"]["items"])
        self.assertLessEqual(len(self.plugin.last_line), 256 * 1024)
        self.assertEqual(count + len(message["result"]["items"]), 300)

    def test_it_reads_no_further_than_the_host_takes(self) -> None:
        make_tree(self.top, "a/a", "b/b", "c/c", "d/late/")
        self.start(1)
        self.assertEqual(self.chunk(), ["a/a"])
        # Not before the credit comes, the folder below is read.
        make_tree(self.top, "d/late/new")
        self.grant(PLENTY)
        texts = [item["text"] for item in self.plugin.receive()["result"]["items"]]
        self.assertEqual(texts, ["b/b", "c/c", "d/late/new"])

    def test_a_folder_that_becomes_a_link_is_not_followed(self) -> None:
        outside = Path(self.enterContext(tempfile.TemporaryDirectory()))
        make_tree(outside, "secret", "d/secret")
        make_tree(self.top, "a/a", "b/b", "c/d", "e/d/f")
        self.start(1)
        self.assertEqual(self.chunk(), ["a/a"])
        # One folder may have been read ahead, and waits.
        for name in ["c", "e/d"]:
            shutil.rmtree(self.top / name)
            (self.top / name).symlink_to(outside)
        self.grant(PLENTY)
        texts = [item["text"] for item in self.plugin.receive()["result"]["items"]]
        self.assertEqual(texts, ["b/b", "e/d"])

    def test_cancelling_answers_and_ends_the_list(self) -> None:
        make_tree(self.top, *"abc")
        self.start(1)
        self.chunk()
        self.plugin.notify("$/cancelRequest", {"id": "list"})
        self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.grant(5)
        make_tree(self.top, "d")
        self.check_idle()
        self.assertEqual(self.plugin.paths(self.top), ["a", "b", "c", "d"])

    def test_cancels_of_what_is_not_open_are_ignored(self) -> None:
        make_tree(self.top, *"ab")
        self.start(1)
        self.chunk()
        for id in [5, "other", None, True, [1], {}]:
            self.plugin.notify("$/cancelRequest", {"id": id})
        self.check_idle()

    def test_an_id_in_use_is_refused_and_the_list_goes_on(self) -> None:
        make_tree(self.top, *"ab")
        self.start(1)
        self.chunk()
        self.start(1)
        self.assertEqual(self.plugin.receive()["error"]["code"], -32600)
        self.grant(1)
        self.assertEqual(self.chunk(), ["b"])
        self.assertEqual(self.plugin.receive()["id"], "list")

    def test_asking_again_supersedes_the_list_under_way(self) -> None:
        make_tree(self.top, *"ab")
        self.start(1)
        self.chunk()
        params = {"source": "files", "datasource": "d1", "context": {"directory": str(self.top)}}
        self.plugin.send({"id": 2, "method": "autocomplete/provideDatasource", "params": params})
        first, second = self.plugin.receive(), self.plugin.receive()
        self.assertEqual((first["id"], first["error"]["code"]), ("list", -32801))
        self.assertEqual((second["id"], len(second["result"]["items"])), (2, 2))

    def test_several_lists_go_on_beside_each_other(self) -> None:
        make_tree(self.top, "a/1", "a/2", "b/1", "b/2")
        for name in "ab":
            context = {"directory": str(self.top / name)}
            params = {"source": "files/files", "datasource": name, "context": context}
            params |= {"credit": 1, "partialResultToken": name}
            message = {"id": name, "method": "autocomplete/provideDatasource", "params": params}
            self.plugin.send(message)
        self.assertEqual({self.plugin.receive()["params"]["token"] for _ in "ab"}, {"a", "b"})
        self.grant(5, token="b")
        self.assertEqual(self.plugin.receive()["id"], "b")
        self.grant(5, token="a")
        self.assertEqual(self.plugin.receive()["id"], "a")

    def open_lists(self, count: int) -> None:
        """Begins lists that wait for credit."""
        make_tree(self.top, "a")
        for number in range(count):
            params = {"source": "files", "datasource": f"d{number}", "partialResultToken": number}
            params |= {"context": {"directory": str(self.top)}, "credit": 0}
            message = {"id": number, "method": "autocomplete/provideDatasource", "params": params}
            self.plugin.send(message)

    def test_more_lists_at_a_time_than_there_may_be_are_refused(self) -> None:
        self.open_lists(17)
        message = self.plugin.receive()
        self.assertEqual((message["id"], message["error"]["code"]), (16, -32010))
        for number in range(16):
            self.plugin.notify("$/cancelRequest", {"id": number})
            self.assertEqual(self.plugin.receive()["error"]["code"], -32800)
        self.assertEqual(self.plugin.paths(self.top), ["a"])

    def test_the_folder_asked_for_longest_ago_makes_room(self) -> None:
        make_tree(self.top, "a")
        for number in range(16):
            self.plugin.provide(self.top, f"d{number}")
        self.plugin.provide(self.top, "d0")
        self.plugin.provide(self.top, "d16")
        params = self.plugin.notification("autocomplete/datasourceDidChange")
        self.assertEqual((params["datasource"], params["version"]), ("d1", 3))

    def test_the_end_of_input_ends_a_list_that_waits_for_credit(self) -> None:
        make_tree(self.top, *"ab")
        self.start(1)
        self.chunk()
        self.plugin.close_input()
        self.assertEqual(self.plugin.rest(), [])
        self.assertEqual(self.plugin.process.wait(20), 0)

    def test_a_list_under_way_is_finished_at_the_end_of_input(self) -> None:
        make_tree(self.top, *[f"f{number}" for number in range(3_000)])
        self.start()
        self.plugin.close_input()
        self.assertEqual(self.plugin.rest()[-1]["id"], "list")

    def test_shutdown_and_exit_end_a_list_that_waits(self) -> None:
        make_tree(self.top, *"ab")
        self.start(1)
        self.chunk()
        self.assertEqual(self.plugin.call("shutdown"), {})
        self.plugin.notify("exit", None)
        self.assertEqual(self.plugin.rest(), [])
        self.assertEqual(self.plugin.process.wait(20), 0)

    def test_it_answers_in_time_and_tells_the_rest_as_changes(self) -> None:
        make_tree(self.top, *"abc")
        self.start(2, _meta={"deadlineMs": 1})
        message = self.plugin.receive()
        texts: list[str] = []
        while "id" not in message:
            texts += [item["text"] for item in message["params"]["value"]["items"]]
            self.grant(1)
            message = self.plugin.receive()
        texts += [item["text"] for item in message["result"]["items"]]
        self.plugin.version = message["result"]["version"]
        while len(texts) < 3:
            texts += [item["text"] for item in self.plugin.change()["append"]]
        self.assertEqual(texts, ["a", "b", "c"])


class Size(ListingCase):
    """A folder of some size, which is only read."""

    COUNT = 30_000

    @classmethod
    def setUpClass(cls) -> None:
        cls.large = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="files-tree-")))
        for number in range(cls.COUNT):
            folder = cls.large / f"folder-{number // 300}"
            if number % 300 == 0:
                folder.mkdir()
            os.close(os.open(folder / f"a file with a name {number}", os.O_CREAT))

    def setUp(self) -> None:
        super().setUp()
        self.top = self.large

    def test_pings_are_answered_between_chunks(self) -> None:
        self.start()
        self.plugin.send({"id": "p", "method": "ping"})
        messages: list[Message] = []
        while not messages or messages[-1].get("id") != "list":
            messages.append(self.plugin.receive())
        self.assertLess([each.get("id") for each in messages].index("p"), len(messages) - 2)

    @unittest.skipIf("sanitized" in EXECUTABLE.name, "sanitizers take memory of their own")
    def test_memory_is_for_names_and_not_for_messages(self) -> None:
        items: list[Item] = self.plugin.provide(self.top)
        self.assertEqual(len(items), self.COUNT)
        self.assertGreater(len(json.dumps(items)), 4_000_000)
        status = Path(f"/proc/{self.plugin.process.pid}/status").read_text()
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        self.assertLess(int(peak.split()[1]), 10_000)


if __name__ == "__main__":
    unittest.main()
