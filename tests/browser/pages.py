"""The pages that tests open, made by the command: pages.py path/to/pauc FOLDER makes those that several tests share."""
import atexit
import csv
import functools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples"
SCORES = EXAMPLES / "scores.csv"

_temporary = tempfile.TemporaryDirectory()
atexit.register(_temporary.cleanup)
own = pathlib.Path(_temporary.name)  # of this process
shared = own  # where shared pages are looked for, and made when they are not there
pauc = None  # the command; whoever imports this sets it
SHARED = []


def run(*arguments, may_fail=False):
    """What the command says on standard output; arguments may be bytes that are not UTF-8."""
    words = [argument if isinstance(argument, (bytes, os.PathLike)) else str(argument) for argument in arguments]
    environment = {**os.environ, "XDG_CACHE_HOME": str(own / "cache")}
    result = subprocess.run([pauc, *words], capture_output=True, env=environment, cwd=own)
    if may_fail:
        return result
    assert result.returncode == 0, f"pauc {' '.join(map(str, arguments))}\n{result.stderr.decode(errors='replace')}"
    return result.stdout


def fresh(name):
    """A path in a folder that nothing else is in."""
    return pathlib.Path(tempfile.mkdtemp(dir=own)) / name


def evaluated(file, *options, out=None):
    page = out or fresh("page.html")
    run("evaluate", file, *options, "--html", page)
    return page


def metrics_of(file, *options):
    return json.loads(run("evaluate", file, *options, "--json"))


def trained(data, *options, out=None):
    """The folder of a run."""
    folder = out or fresh("run")
    run("--quiet", "train", data, *options, "--out", folder)
    return folder


def kept(name):
    """A page or run that is made once; the function is given the path to make."""
    def wrap(make):
        @functools.cache
        def path():
            if not (shared / name).exists():
                make(shared / name)
            return shared / name
        SHARED.append(path)
        return path
    return wrap


@kept("two_models.html")
def two_models(out):
    evaluated(SCORES, "--score", "model_a", "--score", "model_b", "--fpr-max", "0.1", out=out)


@kept("one_model.html")
def one_model(out):
    evaluated(SCORES, "--score", "model_a", out=out)


@kept("two_way.html")
def two_way(out):
    evaluated(SCORES, "--score", "model_a", "--score", "model_b", "--fpr-max", "0.4", "--tpr-min", "0.6", out=out)


@kept("patients")
def patients(out):
    trained(EXAMPLES / "patients.csv", "--label", "outcome", "--id", "patient", "--fpr-max", "0.1", "--epochs", 2,
            out=out)


@kept("molecules")
def molecules(out):
    trained(EXAMPLES / "molecules.csv", "--objective", "ce", "--epochs", 2, out=out)


@kept("rings")
def rings(out):
    trained(EXAMPLES / "rings.bin.gz", "--records", "1x16x16", "--objective", "ce", "--epochs", 2, out=out)


@kept("blend")
def blend(out):
    trained(EXAMPLES / "patients.csv", "--label", "outcome", "--id", "patient", "--fpr-max", "0.1", "--members",
            "linear,mlp", "--folds", 3, "--epochs", 5, out=out)


@kept("two_runs.html")
def two_runs(out):
    options = [EXAMPLES / "patients.csv", "--label", "outcome", "--id", "patient", "--fpr-max", "0.1", "--epochs", 2]
    runs = [trained(*options, "--objective", name, out=fresh(f"with-{name}")) for name in ("ce", "sopa")]
    run("report", *runs, "--out", out)


def many_scores():
    """A file of 200 000 rows, the scores of one model with many ties."""
    draw = random.Random(3)
    file = fresh("many.csv")
    with open(file, "w") as out:
        out.write("label,fine,coarse\n")
        for _ in range(200_000):
            label = int(draw.random() < 0.05)
            score = draw.gauss(1.5 * label, 1)
            out.write(f"{label},{score:.6f},{score + draw.gauss(0, 1):.1f}\n")
    return file


def read_scores(file, *columns):
    """Labels, then one list a column."""
    with open(file) as lines:
        rows = list(csv.DictReader(lines))
    return [[row["label"] == "1" for row in rows], *([float(row[column]) for row in rows] for column in columns)]


if __name__ == "__main__":
    pauc, shared = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(shared, ignore_errors=True)
    shared.mkdir(parents=True)
    for page in SHARED:
        page()
