"""Safetensors files, read and written without a library: what oracles are asked and what they answer."""
import json
import struct

import numpy
import torch

TYPES = {"F64": numpy.float64, "F32": numpy.float32, "I32": numpy.int32, "I64": numpy.int64, "U8": numpy.uint8}


def read(path):
    content = open(path, "rb").read()
    size, = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + size])
    options = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = numpy.frombuffer(content[8 + size + begin:8 + size + end], TYPES[entry["dtype"]])
        tensors[name] = torch.from_numpy(values.reshape(entry["shape"]).copy())
    return tensors, options


def write(path, tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        values = tensor.detach().contiguous().numpy().astype(numpy.float64).tobytes()
        offsets = [len(data), len(data) + len(values)]
        header[name] = {"dtype": "F64", "shape": list(tensor.shape), "data_offsets": offsets}
        data += values
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    open(path, "wb").write(struct.pack("<Q", len(text)) + text + data)
