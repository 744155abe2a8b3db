"""What is ignored is what git ignores: everything here is compared with git itself."""

import os
import random
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tests.driver import PluginProcess, make_tree

TREE = [
    *["a", "b", "ab", "foo", "foo.o", "foobar", "x.o", "x.a", "#a", "!a", "a b", "b ", "?", "*"],
    *["a.d/a", "a.d/x.o", "a.d/b/a", "a.d/b/c/foo", "a.d/b/c/x.o", "é", "[", "]", "\\", "-"],
    *["foo.d/bar", "foo.d/baz/bar", "foo.d/foo/bar", "build/out", "src/build/out", "src/foo"],
    *["src/gen/a", "src/gen/keep", "doc/a.txt", "doc/b/a.txt", "doc/b/c/a.txt", "A", "0", "^"],
]


@unittest.skipUnless(shutil.which("git"), "there is no git to compare with")
class GitCase(unittest.TestCase):
    """A plugin and a folder, which share a home that git has, too."""

    def setUp(self) -> None:
        room = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="files-git-")))
        self.home, self.top = room / "home", room / "top"
        self.home.mkdir()
        self.top.mkdir()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.home)}
        self.plugin = self.enterContext(PluginProcess(home=str(self.home)))

    def git(self, *arguments: str, folder: Path | None = None) -> bytes:
        return subprocess.run(
            ["git", "-C", str(folder or self.top), *arguments],
            env=self.environment,
            check=True,
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ).stdout

    def listed(self, folder: Path) -> set[str]:
        """What git would add below a folder, in repositories within it, too."""
        text = self.git("ls-files", "--others", "--exclude-standard", "-z", folder=folder)
        paths = set()
        for path in map(os.fsdecode, text.split(b"\0")[:-1]):
            if path.endswith("/"):
                paths |= {path + inner for inner in self.listed(folder / path)}
            else:
                paths.add(path)
        return paths

    def write(self, name: str, *lines: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape"))

    def check(self, folder: Path | None = None) -> set[str]:
        """The plugin offers what git lists; returns that."""
        expected = self.listed(folder or self.top)
        self.assertEqual(set(self.plugin.paths(folder or self.top, hidden=True)), expected)
        return expected


class Rules(GitCase):
    def test_one_pattern(self) -> None:
        patterns = """
            a|/a|a/|a.d/|/a.d/b|a.d/b|b/a|*|/*|**|/**|*/|**/|*.o|/*.o|*.[oa]|foo*|foo?|foo**|?|??
            foo.d/*|foo.d/**|foo.d/*/bar|foo.d/**/bar|**/bar|**/b/a|a.d/**/a|a.d/**/x.o|**/*.o
            foo**/bar|f*.d/bar|*/bar|*/*/bar|/*/*/bar|a.d/b/**/foo|***/bar|a.d/***/a|a.d**|**a
            [ab]|[!ab]|[^ab]|[a-c]b|[]]|[[]|[\\]]|[a]|[a|[]a]|[a-]|[!-]|[--0]|[\\\\]|[0-9]|[z-a]
            [[:alpha:]]|[[:digit:]]|[[:punct:]]|[[:nothing:]]|[[:alpha:]|[[:]|[[:upper:]]*
            src[/]foo|src?foo|src*foo|src\\/foo|\\a|\\*|\\?|\\[|\\\\|\\#a|\\!a|#a|!a|\\
            a\\|foo\\.o|[a[:digit:]]
            a b|a\\ b|b\\ |b |a |  a|a\t|é|?é|\\é|//|/|/a.d//|src//foo|./a|../a|.|..|""".split("|")
        patterns = [pattern.lstrip("\n") for pattern in patterns]
        self.git("init", "-q")
        make_tree(self.top, *TREE)
        for pattern in patterns:
            for text in pattern.split("\n            "):
                with self.subTest(text):
                    self.write(".gitignore", text)
                    self.check()

    def test_later_rules_win_and_nothing_comes_back_from_an_ignored_folder(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, *TREE)
        table = [
            ["*.o", "!x.o"],
            ["!x.o", "*.o"],
            ["src/gen/", "!src/gen/keep"],
            ["src/gen/*", "!src/gen/keep"],
            ["/*", "!/src", "/src/*", "!/src/gen"],
            ["*", "!*/", "!*.txt"],
            ["a", "!/a", "a.d/a"],
            ["build", "!src/build", "build/"],
            ["foo.d/**", "!foo.d/**/", "!foo.d/**/foo/**"],
        ]
        for rules in table:
            with self.subTest(rules):
                self.write(".gitignore", *rules)
                self.assertLess(len(self.check()), len(TREE) + 1)

    def test_rules_in_folders_are_about_what_is_below_them(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, *TREE)
        self.write(".gitignore", "*.o", "a", "/doc/b/*")
        self.write("a.d/.gitignore", "!a", "/b/c/x.o", "!x.o")
        self.write("a.d/b/.gitignore", "a", "!/c/*.o")
        self.write("doc/.gitignore", "!b/c", "a.txt")
        self.write("doc/b/c/.gitignore", "!a.txt")
        self.write("build/.gitignore", "*")
        expected = self.check()
        self.assertIn("a.d/a", expected)
        self.assertNotIn("a.d/b/a", expected)
        self.assertNotIn("build/out", expected)

    def test_how_the_file_is_written(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, *TREE)
        table = [
            b"\xef\xbb\xbfa\nb\n",
            b"a\r\nb\r\n\r\n*.o\r",
            b"a\n\n\n   \n# b\n\tb",
            b"a\0b\nfoo\n",
            b"\xff\n\xe9\n[\x80-\xff]\n",
            b"a",
            b"\n",
            b"",
        ]
        for text in table:
            with self.subTest(text):
                (self.top / ".gitignore").write_bytes(text)
                self.check()

    def test_a_link_or_a_folder_is_no_file_of_rules(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "a", "sub/a", "sub/.gitignore/")
        self.write("rules", "a")
        (self.top / ".gitignore").symlink_to("rules")
        self.assertIn("a", self.check())

    def test_links_are_files_to_rules_whatever_they_point_to(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "folder/x")
        (self.top / "link").symlink_to("folder")
        self.write(".gitignore", "link/")
        self.assertIn("link", self.check())
        self.write(".gitignore", "link")
        self.assertNotIn("link", self.check())

    def test_without_a_repository_gitignore_counts_all_the_same(self) -> None:
        make_tree(self.top, "a", "b", "sub/a", "sub/b")
        self.write(".gitignore", "a")
        self.write("sub/.gitignore", "!a", "b")
        self.assertEqual(self.plugin.paths(self.top), ["b", "sub/a"])
        self.assertEqual(self.plugin.paths(self.top / "sub"), ["a"], "what is above does not")

    def test_ignored_files_are_shown_to_who_asks_for_them(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "a", "b/c")
        self.write(".gitignore", "*")
        self.assertEqual(self.plugin.paths(self.top), [])
        self.assertEqual(self.plugin.paths(self.top, ignored=True), ["a", "b/c"])


class Places(GitCase):
    def test_info_exclude_comes_after_gitignore(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, *TREE)
        self.write(".git/info/exclude", "*.o", "/src/gen", "foo")
        self.write("src/.gitignore", "!foo")
        self.assertIn("src/foo", self.check())

    def test_the_users_own_file_comes_last(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, *TREE)
        self.write("../home/.config/git/ignore", "*.o", "a", "b")
        self.write(".git/info/exclude", "!a")
        expected = self.check()
        self.assertIn("a", expected)
        self.assertNotIn("b", expected)

    def test_where_the_users_own_file_is(self) -> None:
        make_tree(self.top, *TREE)
        self.write("../rules", "*.o")
        self.write("../home/rules", "*.o")
        self.write("../home/.config/git/ignore", "foo")
        table = [
            f"[core]\n\texcludesFile = {self.top.parent}/rules\n",
            "[core]\nexcludesfile=~/rules",
            '[CORE]\n  EXCLUDESFILE = "~/rules" ; as ever\n',
            '# x\n[user]\n\tname = "x # y"\n[core] excludesFile = ~/ru\\\nles\n',
            '[core "sub"]\nexcludesFile = ~/rules\n',
            "[core]\nexcludesFile = ~/nowhere\n",
            "[core]\nexcludesFile =\n",
            "[core]\n\tfilemode\n\texcludesFile = ~/nowhere\n\texcludesFile = ~/rules\n",
            '[alias]\n  x = "!f() { \\"\\n; }"\n[core]\n  excludesFile = "~/"rules # c\n',
        ]
        for text in table:
            for place in ["home/.gitconfig", "home/.config/git/config", "top/.git/config"]:
                with self.subTest(text, place=place):
                    shutil.rmtree(self.top / ".git", ignore_errors=True)
                    self.git("init", "-q")
                    for old in ["home/.gitconfig", "home/.config/git/config"]:
                        (self.top.parent / old).unlink(missing_ok=True)
                    with open(self.top.parent / place, "a", encoding="utf-8") as config:
                        config.write(text)
                    self.check()

    def test_a_folder_in_a_work_tree_has_the_rules_from_above(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "src/lib/a", "src/lib/b", "src/lib/x.o", "src/lib/sub/a", "src/a")
        self.write(".gitignore", "*.o", "/src/lib/b")
        self.write("src/.gitignore", "/lib/sub/a", "!/a")
        self.write(".git/info/exclude", "src/lib/a")
        for folder in ["src", "src/lib", "src/lib/sub"]:
            with self.subTest(folder):
                self.check(self.top / folder)
        self.assertEqual(self.plugin.paths(self.top / "src"), ["a"])

    def test_a_folder_that_is_reached_by_a_link_has_the_rules_of_where_it_is(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "src/a", "src/b")
        self.write(".gitignore", "/src/a")
        (self.home / "link").symlink_to(self.top / "src")
        self.assertEqual(self.plugin.paths("~/link"), ["b"])

    def test_an_ignored_folder_that_was_asked_for_is_shown(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "build/a", "build/b.o")
        self.write(".gitignore", "build/", "*.o")
        self.assertEqual(self.plugin.paths(self.top / "build"), ["a"])

    def test_a_repository_within_has_rules_of_its_own(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "a", "sub/a", "sub/b", "sub/c.o", "sub/in/a", "other/a", "no/b")
        for name in ["sub", "no"]:
            self.git("init", "-q", name)
        self.write(".gitignore", "a", "*.o", "no/")
        self.write("sub/.gitignore", "b")
        self.write("sub/.git/info/exclude", "/in")
        self.assertEqual(self.plugin.paths(self.top), ["sub/a", "sub/c.o"])
        self.check()

    def test_not_everything_that_is_called_git_is_a_repository(self) -> None:
        self.git("init", "-q")
        make_tree(self.top, "sub/a", "sub/b", "sub/.git/x", "other/a")
        self.write("other/.git", "gitdir: nowhere")
        self.write(".gitignore", "a")
        self.assertEqual(self.plugin.paths(self.top), ["sub/b"])

    def test_a_work_tree_that_is_linked_is_a_repository(self) -> None:
        self.git("init", "-q")
        self.git("-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "x", "--allow-empty")
        self.write(".git/info/exclude", "a")
        linked = self.top.parent / "linked"
        self.git("worktree", "add", "-q", str(linked))
        make_tree(linked, "a", "b", "sub/a")
        self.check(linked)
        self.assertEqual(self.plugin.paths(linked), ["b"])
        self.assertEqual(self.plugin.paths(linked / "sub"), [])


class RandomRules(GitCase):
    """Trees and rules by chance, the same each time."""

    FRAGMENTS = """
        * ** ? / / / a b ab foo bar . x [ab] [!a] [^b] [a-f] []a] [a/] [[:alpha:]] [[:space:]]
        [[:x:]] [ \\ \\a \\* \\/ ! # **/ /** /**/ *. é [--0] [a\\]b] [\\]] [[:] [a- - [z-a] *** ?* .d
        """.split()

    def rule(self, chance: random.Random) -> str:
        known = ["*", "/*", "foo", "*.o", "foo/", "!foo/", "a/**", "**/a", "!a", "foo*", "//"]
        if chance.random() < 0.3:
            return chance.choice(known)
        text = "".join(chance.choices([*self.FRAGMENTS, " "], k=chance.randint(1, 5)))
        start = chance.choice(["", "", "", "!", "/", "!/"])
        return start + text + chance.choice(["", "", "", "/"])

    def tree(self, chance: random.Random) -> list[str]:
        names = ["a", "b", "ab", "foo", "foobar", "x.d", "a.x", "é", "a]", "*", "\\", "a b", "-"]
        paths = ["/".join(chance.choices(names, k=chance.randint(1, 4))) for _ in range(120)]
        folders = {path[:end] for path in paths for end in range(len(path)) if path[end] == "/"}
        return [path for path in paths if path not in folders]

    def test_any_rules_leave_what_git_leaves(self) -> None:
        chance = random.Random(20)
        self.git("init", "-q")
        make_tree(self.top, *self.tree(chance))
        folders = [Path(folder) for folder, _, _ in os.walk(self.top) if ".git" not in folder]
        some = 0
        for number in range(150):
            places = [self.top, *chance.sample(folders, 2)]
            for place in places:
                rules = [self.rule(chance) for _ in range(chance.randint(1, 5))]
                (place / ".gitignore").write_text("\n".join(rules), encoding="utf-8")
            with self.subTest(number=number):
                some += 3 < len(self.check())
            for place in places:
                (place / ".gitignore").unlink(missing_ok=True)
        self.assertGreater(some, 30, "the comparison must be about something")


class Cost(GitCase):
    """Rules that would take ages if they were matched carelessly; the deadline is the driver's."""

    def test_stars_without_end(self) -> None:
        name = "a" * 250
        make_tree(self.top, *[f"{name[:200]}/{name}{number}" for number in range(200)])
        self.write(".gitignore", "*a" * 60 + "b", "**/" + "*a" * 60 + "/**/b", "?*" * 100 + "b")
        self.assertEqual(len(self.plugin.paths(self.top)), 200)

    def test_rules_without_end(self) -> None:
        make_tree(self.top, *[f"folder-{number % 10}/file-{number}.c" for number in range(3_000)])
        rules = [f"name-{number}" for number in range(40_000)]
        rules += [f"*.e{number}" for number in range(40_000)]
        rules += [f"/path/{number}" for number in range(40_000)]
        rules += ["same/"] * 40_000
        self.write(".gitignore", *rules, "file-7.c", "*-8.c")
        self.assertEqual(len(self.plugin.paths(self.top)), 2_998)


if __name__ == "__main__":
    unittest.main()
