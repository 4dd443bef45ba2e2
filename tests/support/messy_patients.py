"""Writes a clinician's table as it comes out of a hospital, and the same table cleaned by hand.

    messy_patients.py FOLDER [ROWS]

FOLDER/messy.csv is Latin-1 with semicolons and decimal commas; numbers stand among "unknown", "-", "<5", "94%", "90+"
and slips of the pen; there are ids, dates, a constant, a column that is filled only after the event, and the label is
1 or 2. FOLDER/messy-utf8.csv has the same text in UTF-8. FOLDER/clean.csv has the same rows, only the columns to learn
from, plain numbers, and the label 0 or 1. The numbers are the same on every machine.
"""

import csv
import math
import pathlib
import random
import sys

WARDS = ["Innere", "Chirurgie", "Intensiv", "Männer 3", "Frauen-Süd", "Geriatrie"]
PREVALENCE = 0.026


def patient(draw):
    """The true values of a row."""
    row = {
        "age": round(min(99, max(18, draw.gauss(64, 16)))),
        "temperature": round(draw.gauss(37.2, 0.8), 1),
        "pulse": round(draw.gauss(84, 16)),
        "spo2": round(min(100, max(70, draw.gauss(95.5, 3)))),
        "crp": round(math.exp(draw.gauss(2.4, 1.2)), 1),
        "lactate": round(math.exp(draw.gauss(0.3, 0.45)), 2),
        "platelets": round(max(5, draw.gauss(240, 80))),
        "ward": draw.choice(WARDS),
    }
    risk = (0.02 * (row["age"] - 64) + 0.5 * (row["temperature"] - 37.2) + 0.025 * (row["pulse"] - 84)
            - 0.09 * (row["spo2"] - 95.5) + 0.35 * (math.log(row["crp"]) - 2.4) + 0.8 * (math.log(row["lactate"]) - 0.3)
            - 0.004 * (row["platelets"] - 240) + (0.7 if row["ward"] == "Intensiv" else 0))
    return row, risk + draw.gauss(0, 1.6)


def comma(value):
    return str(value).replace(".", ",")


def dirty(name, value, draw):
    """The value as it is written, and as a careful reader understands it; None is missing."""
    chance = draw.random()
    if name == "ward":
        return (value, value) if chance > 0.01 else ("", None)
    if chance < 0.02:
        return draw.choice(["unknown", "-", "n/a", "Unknown", "not done"]), None
    if chance < 0.05:
        return "", None
    if chance < 0.054:
        return draw.choice(["siehe Akte", "38..2", "haemolysed", "??"]), None
    if name == "crp" and value < 5:
        return "<5", 5
    if name == "spo2" and chance < 0.6:
        return f"{value}%", value
    if name == "age" and value >= 90:
        return "90+", 90
    if name == "platelets" and value > 450:
        return ">450", 450
    return comma(value), value


def tables(rows):
    draw = random.Random(20240331)
    patients = [patient(draw) for _ in range(rows)]
    risks = [risk for _, risk in patients]
    order = sorted(range(rows), key=lambda k: -risks[k])
    positive = set(order[:round(PREVALENCE * rows)])
    messy = [["case", "patient no", "admitted", "hospital", "age", "temperature", "pulse", "spo2", "crp", "lactate",
              "platelets", "ward", "sepsis date", "outcome"]]
    clean = [messy[0][4:12] + ["outcome"]]
    for k, (values, _) in enumerate(patients):
        written = {name: dirty(name, value, draw) for name, value in values.items()}
        day = f"{1 + draw.randrange(28):02}.{1 + draw.randrange(12):02}.2023"
        sepsis = f"{1 + draw.randrange(28):02}.{1 + draw.randrange(12):02}.2023" if k in positive else ""
        messy.append([str(20230000000000000 + draw.randrange(10**12)), str(k + 1), day, "St. Elisabeth"]
                     + [text for text, _ in written.values()] + [sepsis, "2" if k in positive else "1"])
        clean.append(["" if value is None else str(value) for _, value in written.values()]
                     + ["1" if k in positive else "0"])
    return messy, clean


def write(path, table, delimiter, encoding):
    with open(path, "w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(table)


def main():
    folder = pathlib.Path(sys.argv[1])
    messy, clean = tables(int(sys.argv[2]) if len(sys.argv) > 2 else 6000)
    write(folder / "messy.csv", messy, ";", "latin-1")
    write(folder / "messy-utf8.csv", messy, ";", "utf-8")
    write(folder / "clean.csv", clean, ",", "utf-8")


if __name__ == "__main__":
    main()
