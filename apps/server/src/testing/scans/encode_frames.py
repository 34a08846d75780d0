"""Encodes known samples with libjxl, OpenJPH and OpenJPEG, as other manufacturers' software does.

Usage: encode_frames.py FOLDER. Writes NAME.raw (the samples, little endian), NAME.frame (the encoded frame) and
frames.json, a list of {name, syntax, rows, columns, samples, bits, signed}.
"""

import json
import sys
from pathlib import Path

import imagecodecs
import numpy as np

ROWS, COLUMNS = 61, 83
folder = Path(sys.argv[1])
frames = []


def phantom(bits, samples, signed):
    """A gradient, a pattern with every difference between neighbours, and noise, over the whole range."""
    largest = 2**bits - 1
    y, x = np.mgrid[0:ROWS, 0:COLUMNS]
    plane = (x * y * 37 + x * x) % (largest + 1)
    plane[:20] = np.linspace(0, largest, COLUMNS)
    plane[40:] = np.random.default_rng(bits + samples).integers(0, largest + 1, (ROWS - 40, COLUMNS))
    pixels = plane if samples == 1 else np.stack([plane, plane[::-1], largest - plane], -1)
    if signed:
        return (pixels - 2 ** (bits - 1)).astype(np.int8 if bits == 8 else np.int16)
    return pixels.astype(np.uint8 if bits <= 8 else np.uint16)


def add(name, syntax, pixels, bits, frame):
    little = pixels.astype(pixels.dtype.newbyteorder("<"))
    (folder / f"{name}.raw").write_bytes(little.tobytes())
    (folder / f"{name}.frame").write_bytes(bytes(frame))
    frames.append(
        {
            "name": name,
            "syntax": syntax,
            "rows": pixels.shape[0],
            "columns": pixels.shape[1],
            "samples": 1 if pixels.ndim == 2 else 3,
            "bits": bits,
            "signed": bool(pixels.dtype.kind == "i"),
        }
    )


for bits in (1, 8, 10, 12, 16):
    for samples in (1, 3):
        pixels = phantom(bits, samples, False)
        for effort, container in ((1, False), (7, True)):
            name = f"jxl-{bits}-{samples}-effort-{effort}"
            frame = imagecodecs.jpegxl_encode(
                pixels, lossless=True, effort=effort, bitspersample=bits, usecontainer=container
            )
            add(name, ".110", pixels, bits, frame)
            if effort == 7:
                add(f"{name}-112", ".112", pixels, bits, frame)

# JPEG XL has no signed samples: their bits are stored as unsigned words
for bits in (8, 10, 12, 16):
    pixels = phantom(bits, 1, True)
    words = pixels.astype(np.int64) % 2**bits
    unsigned = words.astype(np.uint8 if bits == 8 else np.uint16)
    frame = imagecodecs.jpegxl_encode(unsigned, lossless=True, bitspersample=bits)
    add(f"jxl-{bits}-signed", ".110", pixels, bits, frame)

# of recompressed JPEGs, the expected samples are those of libjpeg-turbo
smooth = (np.indices((ROWS, COLUMNS)).sum(0) * 2 % 251).astype(np.uint8)
colours = np.stack([smooth, smooth[::-1], 255 - smooth], -1)
for name, pixels, options in (
    ("grey", smooth, {}),
    ("444", colours, {"subsampling": "444"}),
    ("422", colours, {"subsampling": "422"}),
    ("420", colours, {"subsampling": "420"}),
):
    jpeg = imagecodecs.jpeg8_encode(pixels, level=90, **options)
    add(f"jpeg-{name}", ".111", imagecodecs.jpeg8_decode(jpeg), 8, imagecodecs.jpegxl_encode_jpeg(jpeg))

for bits in (8, 16):
    for samples in (1, 3):
        for signed in (False, True):
            pixels = phantom(bits, samples, signed)
            frame = imagecodecs.htj2k_encode(pixels, reversible=True)
            for syntax in (".201", ".202", ".203"):
                add(f"htj2k{syntax}-{bits}-{samples}-{signed}", syntax, pixels, bits, frame)
            frame = imagecodecs.jpeg2k_encode(pixels, reversible=True, codecformat="j2k")
            add(f"jpeg-2000-{bits}-{samples}-{signed}", ".90", pixels, bits, frame)

(folder / "frames.json").write_text(json.dumps(frames))
