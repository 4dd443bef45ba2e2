#!/usr/bin/python3
"""What a step costs several ranks that share a slow network, and how they end when a link is cut.

Each rank gets a network namespace of its own, joined to the others by virtual cables and a switch; tc limits what each
of them sends and receives. With --delay-ms, a relay in this program carries every packet and holds it back for so long.
All ranks share the cores of this machine, so compare networks for the same number of ranks: "waiting" is the share of a
step that it would save on a network without a limit. Needs root, ip and tc; the namespaces are removed at the end.

Example: benchmarks/ranks_over_network.py --ranks 2,4 --mbit 0,1000,100 --delay-ms 5,20 --cut
"""
import argparse
import collections
import fcntl
import json
import os
import pathlib
import select
import statistics
import struct
import subprocess
import tempfile
import threading
import time

ROWS, BATCH = 4096, 256
PORT = "29500"


def run(*words):
    subprocess.run([str(word) for word in words], check=True)


class Network:
    """So many namespaces, pauc-PID-0 and so on, with the addresses 10.77.0.1 and so on."""

    def __init__(self, count, mbit):
        self.switch = f"pauc-{os.getpid()}-switch"
        self.names = [f"pauc-{os.getpid()}-{k}" for k in range(count)]
        self.mbit = mbit

    def __enter__(self):
        try:
            self.build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def build(self):
        run("ip", "netns", "add", self.switch)
        self.at(self.switch, "ip", "link", "add", "switch", "type", "bridge")
        self.at(self.switch, "ip", "link", "set", "switch", "up")
        for k, name in enumerate(self.names):
            run("ip", "netns", "add", name)
            self.at(self.switch, "ip", "link", "add", f"port{k}", "type", "veth", "peer", "name", "cable",
                    "netns", name)
            self.at(self.switch, "ip", "link", "set", f"port{k}", "master", "switch", "up")
            self.at(name, "ip", "address", "add", f"10.77.0.{k + 1}/24", "dev", "cable")
            for device in ("lo", "cable"):
                self.at(name, "ip", "link", "set", device, "up")
            if self.mbit:
                self.limit(self.switch, f"port{k}")
                self.limit(name, "cable")

    def limit(self, name, device):
        self.at(name, "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", f"{self.mbit}mbit",
                "burst", "256kb", "latency", "50ms")

    def cut(self, k):
        self.at(self.switch, "ip", "link", "set", f"port{k}", "down")

    @staticmethod
    def at(name, *words):
        run("ip", "netns", "exec", name, *words)

    def __exit__(self, *_):
        for name in [self.switch, *self.names]:
            subprocess.run(["ip", "netns", "delete", name], check=False, stderr=subprocess.DEVNULL)


class DelayedNetwork:
    """The same namespaces, joined by a thread that reads each packet from one tun device and writes it to another."""

    SET_INTERFACE, TUN, NO_HEADER = 0x400454CA, 0x0001, 0x1000  # of linux/if_tun.h

    def __init__(self, count, seconds):
        self.names = [f"pauc-{os.getpid()}-{k}" for k in range(count)]
        self.seconds, self.devices, self.ended = seconds, [], threading.Event()
        self.relay = threading.Thread(target=self.carry)

    def __enter__(self):
        try:
            for k, name in enumerate(self.names):
                run("ip", "netns", "add", name)
                self.devices.append(os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK))
                device = f"relay{os.getpid() % 10**6}-{k}"
                fcntl.ioctl(self.devices[k], self.SET_INTERFACE,
                            struct.pack("16sH", device.encode(), self.TUN | self.NO_HEADER))
                run("ip", "link", "set", device, "netns", name)
                Network.at(name, "ip", "address", "add", f"10.77.0.{k + 1}/24", "dev", device)
                Network.at(name, "ip", "link", "set", "lo", "up")
                Network.at(name, "ip", "link", "set", device, "mtu", 60000, "up")
        except BaseException:
            self.__exit__()
            raise
        self.relay.start()
        return self

    def carry(self):
        held = collections.deque()  # of when, to which device, packet
        while not self.ended.is_set():
            until = max(0, held[0][0] - time.monotonic()) if held else 0.1
            for device in select.select(self.devices, [], [], until)[0]:
                packet = os.read(device, 65536)
                to = packet[19] - 1  # the last byte of an IPv4 destination
                if packet[0] >> 4 == 4 and 0 <= to < len(self.devices):
                    held.append((time.monotonic() + self.seconds, self.devices[to], packet))
            while held and held[0][0] <= time.monotonic():
                _, device, packet = held.popleft()
                os.write(device, packet)

    def __exit__(self, *_):
        self.ended.set()
        if self.relay.is_alive():
            self.relay.join()
        for device in self.devices:
            os.close(device)
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], check=False, stderr=subprocess.DEVNULL)


def start(network, args, folder, epochs):
    """All ranks of one training; rank 0 writes the run."""
    line = [args.pauc, "train", f"synthetic:nonlinear,rows={ROWS}", "--model", "mlp", "--set",
            f"model.hidden={args.hidden}", "--objective", "sopa", "--batch-size", BATCH, "--epochs", epochs,
            "--patience", 0, "--importance", 0, "--no-report", "--quiet", "--threads", 1,
            "--rank-timeout", args.rank_timeout, "--out", folder / "run"]
    ranks = []
    for k, name in enumerate(network.names):
        variables = {"RANK": k, "WORLD_SIZE": len(network.names), "LOCAL_WORLD_SIZE": len(network.names),
                     "MASTER_ADDR": "10.77.0.1", "MASTER_PORT": PORT}
        words = ["ip", "netns", "exec", name, "env", *(f"{key}={value}" for key, value in variables.items()), *line]
        ranks.append(subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.PIPE, text=True))
    return ranks


def stop(ranks):
    for rank in ranks:
        if rank.poll() is None:
            rank.kill()


def epochs_of(folder):
    log = folder / "run" / "log.jsonl"
    return [json.loads(text) for text in log.read_text().splitlines()] if log.exists() else []


def seconds_a_step(args, made):
    with tempfile.TemporaryDirectory() as name, made as network:
        ranks = start(network, args, pathlib.Path(name), args.epochs)
        try:
            errors = [rank.communicate()[1] for rank in ranks]
        finally:
            stop(ranks)
        if any(rank.returncode for rank in ranks):
            raise SystemExit("".join(errors))
        seconds = [epoch["seconds"] for epoch in epochs_of(pathlib.Path(name))]
        rows = json.loads((pathlib.Path(name) / "run" / "model.json").read_text())["data"]["train"]["rows"]
    return statistics.median(seconds) / -(-rows // BATCH)


def cut_link(args, count):
    """Cuts the last rank off in the middle of a training; how long each rank still runs, and what it says."""
    with tempfile.TemporaryDirectory() as name, Network(count, 0) as network:
        folder = pathlib.Path(name)
        ranks = start(network, args, folder, 100000)
        try:
            while len(epochs_of(folder)) < 2 and all(rank.poll() is None for rank in ranks):
                time.sleep(0.1)
            network.cut(count - 1)
            begin = time.monotonic()
            for k, rank in enumerate(ranks):
                error = rank.communicate(timeout=args.rank_timeout + 60)[1].strip()
                print(f"cut: rank {k} ended after {time.monotonic() - begin:.1f} s with exit code {rank.returncode}: "
                      f"{error}")
        finally:
            stop(ranks)


def numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pauc", type=pathlib.Path, default=root / "build/release/pauc", help="[%(default)s]")
    parser.add_argument("--ranks", type=numbers, default=[2, 4], help="numbers of ranks [2,4]")
    parser.add_argument("--mbit", type=numbers, default=[0, 1000, 100], help="bandwidths; 0: no limit [0,1000,100]")
    parser.add_argument("--delay-ms", type=numbers, default=[], help="delays of a packet, measured beside them []")
    parser.add_argument("--hidden", default="512,512", help="layers of the network [%(default)s]")
    parser.add_argument("--epochs", type=int, default=5, help="[%(default)s]")
    parser.add_argument("--rank-timeout", type=int, default=10, help="[%(default)s]")
    parser.add_argument("--cut", action="store_true", help="also cut a link of the largest number of ranks")
    args = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("expected to run as root, which may make network namespaces")
    print("| ranks | network | seconds a step | waiting |\n|---|---|---|---|", flush=True)
    for count in args.ranks:
        unlimited = None
        networks = [(f"{mbit} Mbit/s" if mbit else "no limit", Network(count, mbit)) for mbit in args.mbit]
        networks += [(f"{delay} ms", DelayedNetwork(count, delay / 1000)) for delay in args.delay_ms]
        for words, network in networks:
            seconds = seconds_a_step(args, network)
            unlimited = seconds if words == "no limit" else unlimited
            waiting = f"{max(0, 1 - unlimited / seconds):.0%}" if unlimited else ""
            print(f"| {count} | {words} | {seconds:.4f} | {waiting} |", flush=True)
    if args.cut:
        cut_link(args, max(args.ranks))


if __name__ == "__main__":
    main()
