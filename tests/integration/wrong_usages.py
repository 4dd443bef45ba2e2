"""Runs the commands in wrong_usages.transcript and compares what pauc says with what stands there.

    wrong_usages.py PAUC [--write]

Each block of the file is a command, the exit code, and the message exactly as it is printed. --write replaces codes
and messages by what pauc says now; read the difference before it is committed.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).with_name("wrong_usages.transcript")


def patients(extra=lambda k: None):
    """Rows of patients.csv: the label is neither the last column nor one of the usual names."""
    rows = ["age,ward,hospital,sepsis,case"]
    for k in range(120):
        age = extra(k) or str(20 + k * 37 % 71) + ".5"
        rows.append(f"{age},{'ABC'[k % 3]},North,{1 if k % 5 == 0 else 0},{k * 7919 % 100003}")
    return "\n".join(rows) + "\n"


def make_files(folder):
    files = {
        "patients.csv": patients(),
        "mixed.csv": patients(lambda k: f"PC {k}" if k % 3 == 0 else None),
        "broken.csv": patients(lambda k: "\"never closed" if k == 60 else None),
        "narrow.csv": "age\n50\n60\n",
        "other.csv": "age,ward,sepsis\n50,A,1\n60,B,0\n",
        "empty.csv": "",
        "header.csv": "age,ward,sepsis\n",
        "ragged.csv": "age,sepsis\n50,1\n60\n",
        "notes.json": "[{\"age\": 50, \"sepsis\": 1}]\n",
        "titled.csv": "Patients of 2024\nage,ward,sepsis\n50,A,1\n60,B,0\n",
        "bars.csv": "age|ward|sepsis\n50|A|1\n60|B|0\n",
        "capitals.csv": "AGE,WARD,HOSPITAL\n50,A,North\n",
        "unsure.csv": patients().replace(",0,", ",unknown,", 3),
        "scores.csv": "y,s,name\n1,0.9,a\n0,0.8,b\n1,0.7,c\n0,0.1,d\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "book.xlsx").write_bytes(b"PK\x03\x04\x14\x00\x06\x00" + bytes(200))
    (folder / "data.parquet").write_bytes(b"PAR1\x15\x04\x15\x00" + bytes(200))
    (folder / "sub").mkdir()


def run(pauc, command, folder):
    environment = dict(os.environ, XDG_CACHE_HOME="/dev/null", LC_ALL="C.UTF-8")
    result = subprocess.run(["sh", "-c", f'"$PAUC" {command}'], cwd=folder, env=dict(environment, PAUC=pauc),
                            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    return result.returncode, result.stderr.strip(), result.stdout


def blocks():
    for block in TABLE.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip().split("\n")
        if lines[0].startswith("$ pauc"):
            yield lines[0][len("$ pauc"):].strip(), "\n".join(lines[1:])


def main():
    pauc = os.path.abspath(sys.argv[1])
    head = TABLE.read_text(encoding="utf-8").split("\n\n")[0]
    said, wrong = [head], 0
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        make_files(folder)
        trained = run(pauc, "train patients.csv --label sepsis --drop case --model linear --objective ce "
                      "--importance 0 --fpr-max 0.1 --no-report --quiet --out run", folder)
        if trained[0] != 0:
            sys.exit(f"cannot train: {trained}")
        before = sorted(os.listdir(folder))
        for command, expected in blocks():
            code, message, out = run(pauc, command, folder)
            got = f"{code}\n{message}"
            said.append(f"$ pauc {command}\n{got}")
            problems = [] if got == expected else [f"expected:\n{expected}\ngot:\n{got}"]
            if code == 0:
                problems.append("expected a refusal")
            if out:
                problems.append(f"printed a result: {out[:200]}")
            if sorted(os.listdir(folder)) != before:
                problems.append("left files behind")
            if problems and "--write" not in sys.argv:
                wrong += 1
                print(f"$ pauc {command}\n" + "\n".join(problems) + "\n")
    if "--write" in sys.argv:
        TABLE.write_text("\n\n".join(said) + "\n", encoding="utf-8")
    print(f"{len(said) - 1} wrong usages, {wrong} with another message")
    sys.exit(1 if wrong > 0 or len(said) < 51 else 0)


if __name__ == "__main__":
    main()
