"""What changes on the disk is told."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.driver import PluginProcess, make_tree


class WatchingCase(unittest.TestCase):
    """A plugin, and a folder that it follows once `follow` was called."""

    def setUp(self) -> None:
        self.plugin = self.enterContext(PluginProcess())
        self.top = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="files-tree-")))
        self.known: set[str] = set()

    def follow(self, *paths: str, **context: Any) -> None:
        """Makes files, and asks for them."""
        make_tree(self.top, *paths)
        self.known = set(self.plugin.paths(self.top, **context))

    def wait_for(self, *paths: str) -> None:
        """Takes changes until these are the paths that the host knows."""
        while self.known != set(paths):
            change = self.plugin.change()
            removed = set(change.get("remove", []))
            added = [item["id"] for item in change.get("append", [])]
            self.assertLessEqual(removed, self.known)
            self.known -= removed
            self.assertFalse(set(added) & self.known, change)
            self.known |= set(added)

    def check_quiet(self) -> None:
        """Nothing was told that is not asked for: whatever comes first is about a new file."""
        make_tree(self.top, "last")
        self.wait_for(*self.known, "last")
        (self.top / "last").unlink()
        self.wait_for(*(self.known - {"last"}))


class Changes(WatchingCase):
    def test_a_new_file_is_appended_with_the_next_version(self) -> None:
        self.follow("a")
        make_tree(self.top, "b")
        path = str(self.top / "b")
        expected = {
            "source": "files",
            "datasource": "d1",
            "version": self.plugin.version + 1,
            "append": [{"id": "b", "text": "b", "data": {"path": path}}],
        }
        self.assertEqual(self.plugin.change(), expected)

    def test_a_file_that_is_gone_is_removed(self) -> None:
        self.follow("a", "b/c")
        (self.top / "b" / "c").unlink()
        self.assertEqual(self.plugin.change()["remove"], ["b/c"])

    def test_a_renamed_file_is_one_change(self) -> None:
        self.follow("a", "b/")
        os.rename(self.top / "a", self.top / "b" / "c")
        change = self.plugin.change()
        self.assertEqual(change["remove"], ["a"])
        self.assertEqual([item["id"] for item in change["append"]], ["b/c"])

    def test_a_renamed_folder_is_one_change(self) -> None:
        self.follow("a/b/c", "a/d", "z")
        os.rename(self.top / "a", self.top / "y")
        change = self.plugin.change()
        self.assertEqual(sorted(change["remove"]), ["a/b/c", "a/d"])
        self.assertEqual([item["id"] for item in change["append"]], ["y/d", "y/b/c"])

    def test_what_is_below_a_renamed_folder_is_still_followed(self) -> None:
        self.follow("a/b/c")
        os.rename(self.top / "a", self.top / "y")
        self.wait_for("y/b/c")
        make_tree(self.top, "y/b/d", "a/b/e")
        self.wait_for("y/b/c", "y/b/d", "a/b/e")

    def test_a_folder_that_comes_with_files_brings_them(self) -> None:
        self.follow("a")
        outside = Path(self.enterContext(tempfile.TemporaryDirectory()))
        make_tree(outside, "new/b", "new/c/d")
        os.rename(outside / "new", self.top / "new")
        self.wait_for("a", "new/b", "new/c/d")
        make_tree(self.top, "new/c/e")
        self.wait_for("a", "new/b", "new/c/d", "new/c/e")

    def test_a_folder_that_leaves_takes_its_files(self) -> None:
        self.follow("a", "old/b", "old/c/d")
        outside = Path(self.enterContext(tempfile.TemporaryDirectory()))
        os.rename(self.top / "old", outside / "old")
        self.wait_for("a")
        make_tree(outside, "old/c/new")
        self.check_quiet()

    def test_a_deleted_tree_is_removed(self) -> None:
        self.follow("a", "b/c", "b/d/e", "b/d/f/g")
        shutil.rmtree(self.top / "b")
        self.wait_for("a")

    def test_a_folder_in_the_place_of_another_is_read_anew(self) -> None:
        self.follow("a/x/1", "a/y", "b/x/2", "b/z")
        os.rename(self.top / "a", self.top / "old")
        os.rename(self.top / "b", self.top / "a")
        self.wait_for("old/x/1", "old/y", "a/x/2", "a/z")
        make_tree(self.top, "a/x/3", "old/x/4")
        self.wait_for("old/x/1", "old/y", "a/x/2", "a/z", "a/x/3", "old/x/4")
        self.assertEqual(self.plugin.notifications, [], "all of it is still watched")

    def test_a_folder_that_is_deleted_and_made_anew_is_followed(self) -> None:
        self.follow("a/b/c")
        shutil.rmtree(self.top / "a")
        make_tree(self.top, "a/b/c", "a/b/d")
        self.wait_for("a/b/c", "a/b/d")
        make_tree(self.top, "a/b/e")
        self.wait_for("a/b/c", "a/b/d", "a/b/e")

    def test_a_file_in_the_place_of_a_folder_and_back(self) -> None:
        self.follow("a/b")
        shutil.rmtree(self.top / "a")
        make_tree(self.top, "a")
        self.wait_for("a")
        (self.top / "a").unlink()
        make_tree(self.top, "a/c")
        self.wait_for("a/c")

    def test_links_and_odd_names_are_followed_too(self) -> None:
        odd = os.fsdecode(b"\xff")
        self.follow("a")
        (self.top / "link").symlink_to("/usr")
        make_tree(self.top, odd)
        uri = f"file://{self.top}/%FF"
        change = self.plugin.change()
        self.assertEqual([item["id"] for item in change["append"]], ["link", uri])
        (self.top / odd).unlink()
        self.assertEqual(self.plugin.change()["remove"], [uri])

    def test_hidden_files_and_contents_are_no_change(self) -> None:
        self.follow("a", ".h/", ".git/")
        make_tree(self.top, ".x", ".h/y", ".git/index")
        (self.top / "a").write_text("contents")
        (self.top / "a").chmod(0o600)
        os.rename(self.top / "a", self.top / "b")
        os.rename(self.top / "b", self.top / "a")
        self.check_quiet()

    def test_hidden_files_are_told_to_who_asked_for_them(self) -> None:
        self.follow("a", ".h/b", hidden=True)
        make_tree(self.top, ".h/c", ".d")
        self.wait_for("a", ".h/b", ".h/c", ".d")

    def test_a_change_is_told_to_each_datasource_it_is_about(self) -> None:
        self.follow("a", ".b")
        self.plugin.provide(self.top, "d2", hidden=True)
        make_tree(self.top, "c")
        changes = [
            self.plugin.notification("autocomplete/datasourceDidChange") for _ in range(2)
        ]
        self.assertEqual({change["datasource"] for change in changes}, {"d1", "d2"})

    def test_the_version_goes_on_when_the_host_asks_again(self) -> None:
        self.follow("a")
        make_tree(self.top, "b")
        self.plugin.change()
        before = self.plugin.version
        self.follow()
        self.assertGreater(self.plugin.version, before)
        make_tree(self.top, "c")
        self.wait_for("a", "b", "c")


class Gathering(WatchingCase):
    def test_many_changes_are_told_together(self) -> None:
        self.follow("a")
        begin = time.monotonic()
        names = [f"f{number}" for number in range(2_000)]
        make_tree(self.top, *names)
        before = self.plugin.version
        self.wait_for("a", *names)
        elapsed = time.monotonic() - begin
        self.assertLessEqual(self.plugin.version - before, elapsed / 0.05 + 2)

    def test_what_comes_and_goes_at_once_is_not_told(self) -> None:
        self.follow("a")
        for number in range(300):
            path = self.top / f"temporary-{number}"
            path.touch()
            path.unlink()
        make_tree(self.top, "b")
        told = set()
        while "b" not in self.known:
            change = self.plugin.change()
            self.known |= {item["id"] for item in change.get("append", [])}
            told |= {*change.get("remove", [])}
        self.assertLess(len(told), 20, "one may live while it is looked at, not all of them")

    def test_changes_wait_for_the_list_that_they_change(self) -> None:
        make_tree(self.top, *"ab")
        params = {"source": "files", "datasource": "d1", "context": {"directory": str(self.top)}}
        params |= {"credit": 1, "partialResultToken": "t"}
        self.plugin.send({"id": 1, "method": "autocomplete/provideDatasource", "params": params})
        self.assertEqual(self.plugin.receive()["method"], "$/progress")
        make_tree(self.top, "c")
        (self.top / "a").unlink()
        self.assertEqual(self.plugin.request("ping")["result"], {})
        self.plugin.notify("$/credit", {"token": "t", "count": 5})
        answer = self.plugin.receive()
        self.assertEqual([item["id"] for item in answer["result"]["items"]], ["b"])
        self.plugin.version = answer["result"]["version"]
        self.known = {"a", "b"}
        self.wait_for("b", "c")

    def test_a_large_change_comes_in_parts_of_256_kib(self) -> None:
        self.follow("a")
        outside = Path(self.enterContext(tempfile.TemporaryDirectory()))
        names = [f"new/{'x' * 200}{number}" for number in range(2_000)]
        make_tree(outside, *names)
        os.rename(outside / "new", self.top / "new")
        parts = 0
        while len(self.known) < 2_001:
            change = self.plugin.change()
            self.assertLessEqual(len(self.plugin.last_line), 256 * 1024)
            self.known |= {item["id"] for item in change["append"]}
            parts += 1
        self.assertGreater(parts, 4)


class RulesChange(WatchingCase):
    def write(self, name: str, text: str) -> None:
        (self.top / name).parent.mkdir(parents=True, exist_ok=True)
        (self.top / name).write_text(text)

    def test_a_changed_gitignore_removes_and_appends(self) -> None:
        self.write(".gitignore", "*.o\n")
        self.follow("a", "b.o", "c/d.o", "c/e", "build/f")
        self.assertEqual(self.known, {"a", "c/e", "build/f"})
        self.write(".gitignore", "build\n")
        self.wait_for("a", "b.o", "c/d.o", "c/e")
        (self.top / ".gitignore").unlink()
        self.wait_for("a", "b.o", "c/d.o", "c/e", "build/f")

    def test_rules_replaced_as_editors_do_it_count(self) -> None:
        self.write(".gitignore", "a\n")
        self.follow("a", "b")
        for text, paths in [("b\n", ["a"]), ("a\n", ["b"]), ("", ["a", "b"])]:
            self.write(".new", text)
            os.rename(self.top / ".new", self.top / ".gitignore")
            self.wait_for(*paths)

    def test_rules_written_while_the_file_stays_open_count(self) -> None:
        self.write(".gitignore", "")
        self.follow("a", "b")
        with (self.top / ".gitignore").open("w") as rules:
            for text, paths in [("a\n", ["b"]), ("b\n", []), ("!a\n", ["a"])]:
                rules.write(text)
                rules.flush()
                self.wait_for(*paths)

    def test_rules_in_a_folder_come_and_go_with_it(self) -> None:
        self.follow("a/x", "a/y", "b/x")
        self.write("a/.gitignore", "x\n")
        self.wait_for("a/y", "b/x")
        os.rename(self.top / "a" / ".gitignore", self.top / "b" / ".gitignore")
        self.wait_for("a/x", "a/y")

    def test_a_file_that_is_ignored_is_no_change(self) -> None:
        self.write(".gitignore", "*.o\nbuild/\n")
        self.follow("a")
        make_tree(self.top, "x.o", "build/a", "build/b")
        self.check_quiet()

    def test_what_was_added_just_before_it_is_ignored_is_removed(self) -> None:
        self.follow("a", "g/p/b")
        for number in range(10):
            make_tree(self.top, f"g/p/x{number}")
            self.write(".gitignore", "g/p\n")
            self.wait_for("a")
            (self.top / ".gitignore").unlink()
            self.wait_for("a", "g/p/b", *[f"g/p/x{each}" for each in range(number + 1)])

    def test_what_is_in_an_ignored_folder_is_told_once_it_is_not(self) -> None:
        self.write(".gitignore", "build\n")
        self.follow("a", "build/b")
        make_tree(self.top, "build/c/d")
        self.write(".gitignore", "\n")
        self.wait_for("a", "build/b", "build/c/d")
        make_tree(self.top, "build/c/e")
        self.wait_for("a", "build/b", "build/c/d", "build/c/e")


@unittest.skipUnless(shutil.which("git"), "there is no git")
class Gaps(WatchingCase):
    def git(self, *arguments: str) -> None:
        subprocess.run(["git", "-C", str(self.top), *arguments], check=True)

    def check_gap(self, change: Callable[[], object], *paths: str) -> None:
        """A change that the host has to ask again for."""
        change()
        self.plugin.gap()
        self.assertEqual(sorted(self.plugin.paths(self.top)), sorted(paths))

    def test_rules_from_elsewhere_are_followed(self) -> None:
        self.git("init", "-q")
        self.follow("a", "b", "sub/a")
        exclude = self.top / ".git" / "info" / "exclude"
        self.check_gap(lambda: exclude.write_text("a\n"), "b")
        self.check_gap(lambda: exclude.write_text("b\n"), "a", "sub/a")
        (self.top / ".git" / "new").write_text("a\n")
        self.check_gap(lambda: os.rename(self.top / ".git" / "new", exclude), "b")
        self.check_gap(exclude.unlink, "a", "b", "sub/a")

    def test_the_users_own_rules_are_followed(self) -> None:
        rules = Path(self.plugin.home) / ".config" / "git" / "ignore"
        rules.parent.mkdir(parents=True)
        rules.write_text("a\n")
        self.git("init", "-q")
        self.follow("a", "b")
        self.assertEqual(self.known, {"b"})
        self.check_gap(lambda: rules.write_text("b\n"), "a")

    def test_rules_from_above_are_followed(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "sub/a", "sub/b")
        top, self.top = self.top, self.top / "sub"
        self.follow()
        self.check_gap(lambda: (top / ".gitignore").write_text("a\n"), "b")
        self.check_gap(lambda: (top / ".gitignore").write_text("b\n"), "a")
        self.check_gap(lambda: (top / ".gitignore").unlink(), "a", "b")

    def test_a_repository_that_begins_or_ends_is_seen(self) -> None:
        self.follow("a", "b")
        self.check_gap(lambda: self.git("init", "-q"), "a", "b")
        self.check_gap(lambda: shutil.rmtree(self.top / ".git"), "a", "b")

    def test_a_repository_within_counts_from_when_it_is_whole(self) -> None:
        self.git("init", "-q")
        (self.top / ".gitignore").write_text("b\n")
        self.follow("a", "sub/a", "sub/b")
        git = self.top / "sub" / ".git"
        git.mkdir()
        make_tree(self.top, "c")
        self.wait_for("a", "c", "sub/a")
        # So far that it is no repository was seen; git makes it one step by step, as slow as it is.
        (git / "HEAD.lock").write_text("ref: refs/heads/main\n")
        os.rename(git / "HEAD.lock", git / "HEAD")
        self.wait_for("a", "c", "sub/a", "sub/b")
        (git / "HEAD").unlink()
        shutil.rmtree(git)
        self.wait_for("a", "c", "sub/a")

    def test_a_folder_that_is_moved_away_is_refused_then(self) -> None:
        folder = self.top / "folder"
        folder.mkdir()
        self.plugin.provide(folder)
        os.rename(folder, self.top / "elsewhere")
        self.plugin.gap()
        params = {"source": "files", "datasource": "d1", "context": {"directory": str(folder)}}
        self.assertEqual(
            self.plugin.error("autocomplete/provideDatasource", params)["code"], -32602
        )

    def test_a_folder_that_is_deleted_is_a_gap(self) -> None:
        folder = self.top / "folder"
        folder.mkdir()
        self.plugin.provide(folder)
        folder.rmdir()
        self.plugin.gap()

    def test_more_events_than_the_system_keeps_are_a_gap(self) -> None:
        self.follow("a")
        process = self.plugin.process.pid
        most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
        os.kill(process, signal.SIGSTOP)
        os.waitid(os.P_PID, process, os.WSTOPPED)
        # Events that are equal to the last one are not kept twice, so they have two names.
        descriptor = os.open(self.top, os.O_RDONLY)
        for number in range(most // 4 + 10):
            for name in [f"x{number % 2}", f"y{number % 2}"]:
                os.close(os.open(name, os.O_CREAT, dir_fd=descriptor))
                os.unlink(name, dir_fd=descriptor)
        os.close(descriptor)
        make_tree(self.top, "b")
        os.kill(process, signal.SIGCONT)
        self.plugin.gap()
        self.assertIn("more has changed", self.plugin.notification("log/message")["text"])
        self.assertEqual(self.plugin.paths(self.top), ["a", "b"])
        make_tree(self.top, "c")
        self.assertEqual(self.plugin.change()["append"][0]["id"], "c")


class Limits(unittest.TestCase):
    def setUp(self) -> None:
        self.top = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="files-tree-")))

    def test_too_few_watches_are_told_once_and_the_host_asks_again(self) -> None:
        make_tree(self.top, *[f"d{number}/f" for number in range(10)])
        environment = {"FILES_WATCHES": "3", "FILES_REFRESH_SECONDS": "1"}
        with PluginProcess(environment=environment) as plugin:
            self.assertEqual(len(plugin.paths(self.top)), 10)
            self.assertIn("can be watched", plugin.notification("log/message")["text"])
            make_tree(self.top, "d9/g")
            plugin.gap()
            self.assertEqual(len(plugin.paths(self.top)), 11)
            plugin.gap()
            self.assertEqual(plugin.notifications, [])

    def test_what_can_be_watched_is(self) -> None:
        make_tree(self.top, "a/b/c/d/e")
        with PluginProcess(environment={"FILES_WATCHES": "2"}) as plugin:
            plugin.provide(self.top)
            make_tree(self.top, "new", "a/new")
            self.assertEqual(len(plugin.change()["append"]), 2)

    def test_after_a_while_the_host_asks_again(self) -> None:
        with PluginProcess(environment={"FILES_REFRESH_SECONDS": "1"}) as plugin:
            descriptors = Path(f"/proc/{plugin.process.pid}/fd")
            before = sorted(descriptors.iterdir())
            plugin.provide(self.top)
            begin = time.monotonic()
            plugin.gap()
            self.assertGreater(time.monotonic() - begin, 0.8)
            self.assertEqual(sorted(descriptors.iterdir()), before, "nothing is left open")
            make_tree(self.top, "a")
            self.assertEqual(plugin.paths(self.top), ["a"])


class Anything(WatchingCase):
    """What is told comes to what a new reading finds, whatever is done; the same each time."""

    NAMES = ["a", "b", "c", "d.o", "build", ".h", ".gitignore", "é", os.fsdecode(b"\xff")]
    RULES = ["*.o\n", "build/\n", "!d.o\n", "/a\n", "b\n", "c/**\n", "\n", "*\n!*/\n"]

    def folders(self) -> list[str]:
        found = []
        for folder, names, _ in os.walk(self.top):
            names[:] = sorted(name for name in names if name != ".git")
            found.append(folder)
        return found

    def entries(self) -> list[str]:
        found = []
        for folder, names, files in os.walk(self.top):
            names[:] = sorted(name for name in names if name != ".git")
            found += [os.path.join(folder, name) for name in names + sorted(files)]
        return found

    def act(self, chance: random.Random) -> None:
        folder = chance.choice(self.folders())
        path = os.path.join(folder, chance.choice(self.NAMES))
        other = chance.choice([*self.entries(), path])
        match chance.randrange(8):
            case 0 | 1:
                os.close(os.open(path, os.O_CREAT))
            case 2:
                os.makedirs(os.path.join(path, chance.choice(self.NAMES[:5])))
            case 3 if os.path.isdir(other) and not os.path.islink(other):
                shutil.rmtree(other)
            case 3:
                os.unlink(other)
            case 4 | 5:
                os.rename(other, path)
            case 6:
                with open(os.path.join(folder, ".gitignore"), chance.choice("wa")) as rules:
                    rules.write(chance.choice(self.RULES))
            case _:
                os.symlink(chance.choice(["a", "..", "/etc/passwd"]), path)

    def play(self, seed: int, rounds: int) -> None:
        chance = random.Random(seed)
        context = {"hidden": seed % 2 == 0}
        known = {item["id"] for item in self.plugin.provide(self.top, "d1", **context)}
        version = self.plugin.version
        for _ in range(rounds):
            for _ in range(chance.randint(1, 12)):
                try:
                    self.act(chance)
                except OSError:
                    pass
            expected = {item["id"] for item in self.plugin.provide(self.top, "d2", **context)}
            while known != expected:
                change = self.plugin.notification("autocomplete/datasourceDidChange")
                if change["datasource"] == "d2":
                    continue
                self.assertEqual(change["version"], version + 1)
                version += 1
                self.assertLessEqual(set(change.get("remove", [])), known)
                known -= set(change.get("remove", []))
                known |= {item["id"] for item in change.get("append", [])}

    def test_a_folder_with_rules(self) -> None:
        self.play(seed=1, rounds=25)

    def test_a_folder_with_hidden_files(self) -> None:
        self.play(seed=2, rounds=25)


if __name__ == "__main__":
    unittest.main()
