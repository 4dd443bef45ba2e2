"""Tests `pauc serve` over HTTP on this machine: serve.py path/to/pauc"""
import concurrent.futures
import csv
import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
PAUC = pathlib.Path(sys.argv[1]).resolve()
PATIENTS = ROOT / "examples/patients.csv"


def run(*words):
    return subprocess.run([PAUC, *map(str, words)], check=True, capture_output=True, text=True).stdout


class Server:
    """A server in a process of its own, which is gone when the `with` block ends."""

    def __init__(self, *words):
        self.process = subprocess.Popen([PAUC, "serve", *map(str, words)], stderr=subprocess.PIPE, text=True)
        self.said = []
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"at http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                return
        raise AssertionError("".join(self.said))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.code = self.process.wait(timeout=60)
        self.process.stderr.close()

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        content = answer.read().decode()
        connection.close()
        return answer.status, content

    def score(self, rows):
        status, content = self.ask("POST", "/score", json.dumps({"rows": rows}))
        assert status == 200, content
        return json.loads(content)


def as_json(text):
    """A field of a CSV file as a client would send it."""
    if text == "":
        return None
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


class ServeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.trained = pathlib.Path(cls.folder.name, "run")
        run("train", PATIENTS, "--label", "outcome", "--id", "patient", "--members", "linear,forest", "--blend",
            "equal", "--folds", 2, "--out", cls.trained, "--quiet")
        with open(PATIENTS, newline="") as file:
            cls.rows = [{name: as_json(text) for name, text in row.items() if name != "outcome"}
                        for row in csv.DictReader(file)]
        cls.server = Server(cls.trained, "--at-fpr", 0.1)

    @classmethod
    def tearDownClass(cls):
        with cls.server:
            pass
        cls.folder.cleanup()

    def refused(self, body, words, status=400):
        got, content = self.server.ask("POST", "/score", body)
        self.assertEqual(got, status, content)
        self.assertIn(words, json.loads(content)["error"])

    def test_gives_the_answers_of_predict_bit_for_bit(self):
        predicted = pathlib.Path(self.folder.name, "predicted.csv")
        run("predict", self.trained, PATIENTS, "--at-fpr", 0.1, "--probability", "--uncertainty", "--members", "--out",
            predicted, "--quiet")
        with open(predicted, newline="") as file:
            expected = list(csv.DictReader(file))
        answers = self.server.score(self.rows)["rows"]
        self.assertEqual(len(answers), len(expected))
        for answer, wanted in zip(answers, expected):
            self.assertEqual(answer["id"], wanted["id"])
            self.assertEqual(answer["decision"], wanted["decision"])
            self.assertEqual(answer["score"], float(wanted["score"]))
            self.assertEqual(answer["probability"], float(wanted["probability"]))
            self.assertEqual(answer["spread"], float(wanted["spread"]))
            for member in ("linear", "forest"):
                self.assertEqual(answer["members"][member], float(wanted[member]))
        for k in (0, 17, 100):  # a row alone has the score that it has among others
            self.assertEqual(self.server.score([self.rows[k]])["rows"][0]["score"], answers[k]["score"])

    def test_answers_many_at_once_as_one_after_the_other(self):
        expected = [row["score"] for row in self.server.score(self.rows[:40])["rows"]]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            found = list(pool.map(lambda row: self.server.score([row])["rows"][0]["score"], self.rows[:40]))
        self.assertEqual(found, expected)

    def test_refuses_bad_requests_in_one_sentence(self):
        row = dict(self.rows[0])
        self.refused("rows", "body: expected JSON such as")
        self.refused("[]", "body: expected an object with \"rows\", as in {\"rows\": [{\"age\": 63}]}, got a list")
        self.refused('{"rows": []}', "rows: expected a list of at least one row")
        self.refused('{"rows": [3]}', "row 1: expected an object")
        self.refused('{"rows": [{}]}', "row 1: expected an object")
        self.refused(json.dumps({"rows": [{**row, "age": [1]}]}), "row 1, age: expected a number, a text")
        del row["age"]
        self.refused(json.dumps({"rows": [row]}), "expected the columns that the model was trained on, missing: age")
        self.refused(json.dumps({"rows": [self.rows[0], row]}), "row 2: expected the")
        self.refused('{"rows": [' + ",".join(["{}"] * 10001) + "]}", "rows: expected at most 10000")
        self.refused('{"rows": [{"age": 1e400}]}', "body: expected numbers below 1.8e308")
        self.refused(" " * (2 << 20), "body: expected at most", 413)

    def test_knows_three_addresses(self):
        status, health = self.server.ask("GET", "/health")
        self.assertEqual((status, json.loads(health)["status"]), (200, "ok"))
        self.assertEqual(self.server.ask("GET", "/")[0], 200)
        self.assertEqual(self.server.ask("GET", "/elsewhere")[0], 404)
        self.assertEqual(self.server.ask("GET", "/score")[0], 405)

    def test_answers_only_to_names_of_this_machine(self):
        self.assertEqual(self.server.ask("GET", "/health", headers={"Host": f"localhost:{self.server.port}"})[0], 200)
        self.assertEqual(self.server.ask("GET", "/health", headers={"Host": "LOCALHOST"})[0], 200)
        for host in ("evil.example", "127.evil.example", "127.0.0.1.nip.io", "128.0.0.1"):
            self.assertEqual(self.server.ask("GET", "/health", headers={"Host": host})[0], 403, host)

    def test_reads_only_bodies_that_say_their_length(self):
        for headers in ({"Transfer-Encoding": "chunked"}, {"Content-Encoding": "gzip"}):
            self.assertEqual(self.server.ask("POST", "/score", "0\r\n\r\n", headers)[0], 411, headers)

    def test_a_number_of_json_has_one_meaning_whatever_the_column_writes(self):
        data = pathlib.Path(self.folder.name, "commas.csv")
        lines = [f"{k % 2};{1 + k % 2}.{100 + k},5;{k % 7}" for k in range(120)]
        data.write_text("y;lab;other\n" + "\n".join(lines) + "\n")
        trained = pathlib.Path(self.folder.name, "commas")
        run("train", data, "--label", "y", "--model", "linear", "--fpr-max", 0.5, "--out", trained, "--quiet")
        with Server(trained) as server:
            small, same, large = (row["score"] for row in server.score(
                [{"lab": lab, "other": 3} for lab in (1.234, "1,234", 1234)])["rows"])
        self.assertEqual(small, same)
        self.assertNotEqual(small, large)

    def test_a_missing_value_is_null_and_notes_come_along(self):
        row = {**self.rows[0], "age": None, "shoe size": 44}
        answer = self.server.score([row])
        self.assertIsInstance(answer["rows"][0]["score"], float)
        self.assertIn("columns that the model does not use: shoe size", " ".join(answer["notes"]))

    def test_says_which_rows_are_unlike_those_of_the_training(self):
        old = {**self.rows[0], "age": 63 * 12}
        answer = self.server.score([self.rows[1], old])
        self.assertEqual([row["unlike"] for row in answer["rows"]], [False, True])
        self.assertRegex(" ".join(answer["notes"]), "unlike the training rows: age: 1 of 2 rows are out of the range")
        self.assertNotIn("notes", self.server.score([self.rows[1]]))  # the row before is forgotten

    def test_a_request_that_never_ends_is_let_go(self):
        with Server(self.trained, "--connections", 1, "--deadline", 2) as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as slow:
                slow.sendall(b"POST /score HTTP/1.1\r\nHost: localhost\r\nX: ")
                with self.assertRaises(OSError):
                    for _ in range(400):  # a byte now and then, for much longer than the deadline
                        slow.sendall(b"x")
                        time.sleep(0.1)
            self.assertEqual(server.ask("GET", "/health")[0], 200)

    def test_headers_without_end_are_let_go(self):
        with Server(self.trained) as server:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as endless:
                endless.sendall(b"GET /health HTTP/1.1\r\n")
                with self.assertRaises(OSError):
                    for k in range(1 << 20):
                        endless.sendall(b"X-%d: %s\r\n" % (k, b"x" * 1000))
            self.assertEqual(server.ask("GET", "/health")[0], 200)

    def test_ends_cleanly_by_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with Server(self.trained) as server:
                server.score(self.rows[:1])
                server.process.send_signal(number)
                server.process.wait(timeout=60)  # a second signal would end it at once
            self.assertEqual(server.code, 0)

    def test_refuses_what_it_cannot_serve(self):
        def refused(code, words, *arguments):
            result = subprocess.run([PAUC, "serve", *map(str, arguments)], capture_output=True, text=True)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertIn(words, result.stderr)

        refused(66, "expected the folder of a trained run", pathlib.Path(self.folder.name, "nowhere"))
        refused(74, "cannot listen on 127.0.0.1", self.trained, "--port", self.server.port)
        refused(2, "--port: expected a whole number from 0 to 65535", self.trained, "--port", 70000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
