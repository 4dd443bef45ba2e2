"""Man pages and completion, as `pauc manual` writes them: manual_test.py path/to/pauc

The shells themselves are asked what they would offer. bash is always there; zsh, fish and man are asked where they are
installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PAUC = pathlib.Path(sys.argv.pop(1)).resolve()

# What the completion function of bash replies to a line whose last word is being typed.
ASK_BASH = r"""
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_pauc
printf '%s\n' "${COMPREPLY[@]}"
"""

# A terminal in which zsh is typed at; the listing goes to standard output. The key lists and writes the end by itself:
# one more key to clear the line would clear it too early where zsh has not yet taken over the terminal.
ASK_ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; stty columns 300; fpath=('"$1"' $fpath); autoload -Uz compinit; compinit -u -D'
zpty -w shell 'list() { zle list-choices; zle -R; print -r END""ED }; zle -N list; bindkey "^I" list'
zpty -w shell 'zstyle ":completion:*" list-prompt ""; LISTMAX=1000; print -r READ""Y'
zpty -r shell line '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r shell line '*ENDED*'
print -r -- "$line"
"""


def output(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def commands():
    text = output(PAUC, "--help").split("Subcommands:")[1]
    return re.findall(r"^  (\w+) {2,}", text, re.M)


def flags_of(*command):
    text = output(PAUC, *command, "--help").split("\nExample:")[0]
    return re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.M)


class ManualTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.share = cls.folder / "share"
        output(PAUC, "manual", cls.share)

    def page(self, name):
        return (self.share / "man/man1" / f"{name}.1").read_text()


class ManPages(ManualTest):
    def test_every_command_has_one(self):
        expected = {"pauc.1", *(f"pauc-{command}.1" for command in commands())}
        self.assertIn("pauc-train.1", expected)
        self.assertEqual({file.name for file in (self.share / "man/man1").iterdir()}, expected)

    def test_has_every_flag_of_the_help(self):
        for command in commands():
            page = self.page(f"pauc-{command}").replace("\\-", "-")
            for flag in flags_of(command):
                self.assertIn(f"\\fB{flag}\\fR", page, command)
        self.assertIn("\\-\\-json\\-progress", self.page("pauc"))

    def test_shows_defaults_exit_codes_and_the_example(self):
        page = self.page("pauc-train").replace("\\-", "-")
        for text in ["[mlp: 128,128]", "\n75\nstopped, and can be resumed\n", "pauc train examples/patients.csv"]:
            self.assertIn(text, page)

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_man_reads_them_without_a_warning(self):
        for page in (self.share / "man/man1").iterdir():
            result = subprocess.run(["man", "--warnings=w", "-l", page], capture_output=True, text=True,
                                    env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100"})
            self.assertEqual((result.returncode, result.stderr), (0, ""), page.name)
            self.assertRegex(result.stdout, rf"NAME\n +{page.stem} +- +\w")

    def test_a_quotation_mark_and_a_leading_dot_are_text(self):
        self.assertIn("\\(aq>=8\\(aq", self.page("pauc-train"))
        for page in (self.share / "man/man1").iterdir():
            for line in page.read_text().splitlines():
                self.assertRegex(line, r"^([^.']|\.(TH|SH|SS|TP|PP|BR|br|nf|fi)\b)", page.name)


class Bash(ManualTest):
    def offered(self, *words):
        script = self.share / "bash-completion/completions/pauc"
        return output("bash", "-c", ASK_BASH, "bash", script, "pauc", *words, cwd=self.folder).split()

    def test_completes_a_flag(self):
        self.assertEqual(self.offered("train", "--mod"), ["--model"])
        self.assertEqual(self.offered("train", "data.csv", "--fpr-mi"), ["--fpr-min"])

    def test_offers_every_flag_of_every_command(self):
        for command in commands():
            self.assertEqual(sorted(self.offered(command, "--")),
                             sorted({*flags_of(command), *flags_of()}), command)

    def test_completes_commands(self):
        self.assertEqual(self.offered(""), commands())
        self.assertEqual(self.offered("--quiet", "--seed", "3", "tr"), ["train"])

    def test_completes_values(self):
        self.assertEqual(self.offered("train", "x.csv", "--model", "resnet"), ["resnet20", "resnet18"])
        self.assertEqual(self.offered("train", "--model", "=", "for"), ["forest"])
        self.assertEqual(self.offered("evaluate", "--ci", ""), ["analytic", "bootstrap", "bca", "none"])
        self.assertEqual(self.offered("evaluate", "--model", ""), self.offered("evaluate", ""))  # not its flag
        self.assertEqual(self.offered("list", "obj"), ["objectives"])
        self.assertEqual(self.offered("train", "--lr", ""), [])

    def test_completes_files_and_folders(self):
        (self.folder / "rows.csv").touch()
        (self.folder / "runs").mkdir(exist_ok=True)
        self.assertEqual(sorted(self.offered("train", "r")), ["rows.csv", "runs"])
        self.assertEqual(self.offered("train", "--out", "r"), ["runs"])
        self.assertEqual(sorted(self.offered("train", "--test", "r")), ["rows.csv", "runs"])

    def test_is_registered(self):
        script = self.share / "bash-completion/completions/pauc"
        self.assertEqual(output("bash", "-c", f"source '{script}'; complete -p pauc"), "complete -F _pauc pauc\n")


@unittest.skipUnless(shutil.which("fish"), "there is no fish")
class Fish(ManualTest):
    def offered(self, line):
        script = self.share / "fish/vendor_completions.d/pauc.fish"
        environment = {**os.environ, "HOME": str(self.folder)}
        text = output("fish", "--no-config", "-c", f"source '{script}'; complete -C '{line}'", cwd=self.folder,
                      env=environment)
        return [line.split("\t")[0] for line in text.splitlines()]

    def test_completes_commands_flags_and_values(self):
        self.assertEqual(self.offered("pauc tr"), ["train"])
        self.assertEqual(self.offered("pauc train --mod"), ["--model"])
        self.assertEqual(self.offered("pauc train --model res"), ["resnet18", "resnet20"])
        self.assertEqual(self.offered("pauc train --model=for"), ["--model=forest"])
        self.assertEqual(self.offered("pauc list obj"), ["objectives"])
        for command in commands():
            self.assertLessEqual({*flags_of(command), *flags_of()}, set(self.offered(f"pauc {command} --")), command)

    def test_completes_files_and_folders(self):
        (self.folder / "rows.csv").touch()
        (self.folder / "runs").mkdir(exist_ok=True)
        self.assertEqual(self.offered("pauc train ro"), ["rows.csv"])
        self.assertEqual(self.offered("pauc train --out r"), ["runs/"])


@unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
class Zsh(ManualTest):
    def offered(self, line):
        folder = self.share / "zsh/site-functions"
        text = output("zsh", "-f", "-c", ASK_ZSH, "zsh", folder, line, cwd=self.folder)
        return set(re.findall(r"[\w./-]+", text.split("READY")[-1].split("ENDED")[0]))

    def test_completes_commands_flags_and_values(self):
        self.assertIn("predict", self.offered("pauc pr"))
        self.assertLessEqual({"--model", "--momentum-rate"}, self.offered("pauc train --mo"))
        self.assertLessEqual({"resnet18", "resnet20"}, self.offered("pauc train --model res"))
        self.assertIn("objectives", self.offered("pauc list ob"))

    def test_completes_files(self):
        (self.folder / "rows.csv").touch()
        (self.folder / "rows2.csv").touch()
        self.assertLessEqual({"rows.csv", "rows2.csv"}, self.offered("pauc train ro"))


class Writing(ManualTest):
    def test_refuses_a_folder_that_cannot_be_made(self):
        (self.folder / "file").touch()
        result = subprocess.run([PAUC, "manual", self.folder / "file"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 73)
        self.assertRegex(result.stderr, r"^pauc: \S*/file\b.*\n$")


if __name__ == "__main__":
    unittest.main()
