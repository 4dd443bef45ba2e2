"""What two equal trainings must share: for the tools that prove it."""
import json


def without_seconds(value):
    if isinstance(value, list):
        return [without_seconds(one) for one in value]
    if isinstance(value, dict):
        return {key: without_seconds(one) for key, one in value.items() if key != "seconds"}
    return value


def bits_of(run):
    """All files of a run, its candidates and its members, without the path of the run.

    Logs and checkpoints are taken without their seconds, checkpoints also without the checksum that covers these.
    """
    bits = {}
    for path in (path for path in run.rglob("*") if path.is_file()):
        name = str(path.relative_to(run))
        if name.startswith("ranks/") or path.name == "times.json":  # logs of the other ranks, with times
            continue
        content = path.read_bytes().replace(str(run).encode(), b"RUN")
        try:
            if path.name == "log.jsonl":
                content = [without_seconds(json.loads(line)) for line in content.splitlines()]
            if path.parent.name == "checkpoint" and path.suffix == ".json":
                content = {**without_seconds(json.loads(content)), "crc32": None}
        except ValueError:  # damaged on purpose: its bytes as they are
            pass
        bits[name] = content
    return bits
