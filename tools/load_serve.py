#!/usr/bin/env python3
"""Asks a server of `pauc serve` on this machine many times and prints how it went.

    tools/load_serve.py RUN ROWS.csv [--pauc build/release/pauc] [--requests 100000] [--clients 8] [--rows 1]

Starts `pauc serve RUN`, sends its rows one after the other over connections that are kept open, compares every score
with that of `pauc predict`, bit for bit, and prints requests a second, times of an answer, and the memory of the server
at the beginning and at the end. Only 127.0.0.1 is asked.
"""
import argparse
import csv
import http.client
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run")
    parser.add_argument("data")
    parser.add_argument("--pauc", default="build/release/pauc")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rows", type=int, default=1, help="in a request")
    return parser.parse_args()


def begun(pauc, run):
    """The server and its port."""
    server = subprocess.Popen([pauc, "serve", run], stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        if found := re.search(r"at http://127\.0\.0\.1:(\d+)/", line):
            return server, int(found[1])
    raise SystemExit("the server did not start")


def value(text):
    """A field as a client would send it."""
    try:
        return None if text == "" else float(text)
    except ValueError:
        return text


def expected_scores(pauc, run, data):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "scores.csv")
        subprocess.run([pauc, "predict", run, data, "--out", out, "--quiet"], check=True)
        with open(out, newline="", encoding="utf-8") as file:
            return [float(row["score"]) for row in csv.DictReader(file)]


def memory_of(process):
    """Resident, in MB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


class Client(threading.Thread):
    def __init__(self, port, bodies, wanted, count):
        super().__init__()
        self.port, self.bodies, self.wanted, self.count = port, bodies, wanted, count
        self.seconds, self.wrong, self.failed = [], 0, 0

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        for k in range(self.count):
            begin = time.perf_counter()
            try:
                connection.request("POST", "/score", self.bodies[k % len(self.bodies)])
                answer = connection.getresponse()
                content = answer.read()
                if answer.status != 200:
                    raise OSError(answer.status)
                scores = [row["score"] for row in json.loads(content)["rows"]]
                self.wrong += scores != self.wanted[k % len(self.wanted)]
            except (OSError, http.client.HTTPException):
                self.failed += 1
                connection.close()
            self.seconds.append(time.perf_counter() - begin)
        connection.close()


def main():
    asked = parsed()
    with open(asked.data, newline="", encoding="utf-8") as file:
        rows = [{name: value(text) for name, text in row.items()} for row in csv.DictReader(file)]
    scores = expected_scores(asked.pauc, asked.run, asked.data)
    starts = range(0, len(rows) - asked.rows + 1, asked.rows)
    bodies = [json.dumps({"rows": rows[k:k + asked.rows]}) for k in starts]
    wanted = [scores[k:k + asked.rows] for k in starts]
    server, port = begun(asked.pauc, asked.run)
    try:
        clients = [Client(port, bodies, wanted, asked.requests // asked.clients) for _ in range(asked.clients)]
        before, begin = memory_of(server), time.perf_counter()
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        taken, after = time.perf_counter() - begin, memory_of(server)
    finally:
        server.send_signal(signal.SIGTERM)
        code = server.wait(timeout=60)
    seconds = sorted(second for client in clients for second in client.seconds)
    print(f"{len(seconds)} requests of {asked.rows} row(s) by {asked.clients} clients in {taken:.1f} s: "
          f"{len(seconds) / taken:.0f} a second")
    for share in (0.5, 0.99, 0.999):
        print(f"{100 * share:g} % answered within {1000 * seconds[int(share * (len(seconds) - 1))]:.2f} ms")
    print(f"failed: {sum(client.failed for client in clients)}, other scores than predict: "
          f"{sum(client.wrong for client in clients)}, exit code {code}")
    print(f"memory of the server: {before:.0f} MB at the beginning, {after:.0f} MB at the end")


if __name__ == "__main__":
    main()
