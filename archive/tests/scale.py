#!/usr/bin/env python3
"""Measures exports and queries of stores of 10,000 to a million blocks, with one thread, beside the same work by hand in Python.

    scale.py PROGRAM CODEC [--shared ../shared] [--blocks 1000000]

PROGRAM and CODEC are release builds of `tezos-codec-archive` and of `tezos-codec`. The blocks are real ones of less than 8 kB, repeated with their
links and hashes made right, without receipts. By hand, a script reads the headers of the cemented files with `struct`, hashes them and makes five
columns of the table `blocks` with pyarrow. In the end, the real blocks as a node answers them, with receipts, are exported from binary and from JSON.
"""
import argparse
import hashlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

import pyarrow
import pyarrow.parquet

HERE = pathlib.Path(__file__).resolve().parent


def measured(name, blocks, command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status:
        sys.exit(f"scale.py: {name}: {errors}")
    processor = usage.ru_utime + usage.ru_stime
    print(f"| {name} | {blocks:,} | {seconds:.1f} s | {blocks / processor:,.0f} | {usage.ru_maxrss // 1024} MB |", flush=True)


def by_hand(store, out):
    """Writes the hash and the fields of the header of each block that is cemented."""
    columns = {name: [] for name in ("level", "proto", "predecessor", "timestamp", "hash")}
    for file in pathlib.Path(store).glob("store/*/cemented/*_*"):
        if file.suffix or file.is_dir():
            continue
        data = file.read_bytes()
        first, last = map(int, file.name.split("_"))
        offsets = struct.unpack_from(f">{last - first + 1}q", data)
        for offset in offsets:
            # A size, the hash, and the size of the header precede it.
            start = offset + 40
            header = data[start : start + struct.unpack_from(">I", data, start - 4)[0]]
            hash_ = hashlib.blake2b(header, digest_size=32).digest()
            if hash_ != data[offset + 4 : offset + 36] and first > 0:
                sys.exit(f"scale.py: another hash in {file}")
            level, proto = struct.unpack_from(">iB", header)
            fields = level, proto, header[5:37], struct.unpack_from(">q", header, 37)[0], hash_
            for column, value in zip(columns.values(), fields):
                column.append(value)
    pyarrow.parquet.write_table(pyarrow.table(columns), out, compression="zstd")


def answers(folder, blocks, shared, codec):
    """Writes small answers of a node again and again, in binary and as the JSON of the same blocks."""
    files = [file for file in sorted(pathlib.Path(shared, "data/blocks_binary").glob("*.bin")) if file.stat().st_size < 8_000]
    texts = []
    for file in files:
        name = "-".join(file.stem.split("_")[:2]) + ".block_info.response"
        text = subprocess.run([codec, "decode", name, "from", file, "--as", "binary"], check=True, capture_output=True).stdout
        texts.append(json.dumps(json.loads(text), separators=(",", ":")).encode() + b"\n")
    for form, parts in ("binary", [file.read_bytes() for file in files]), ("json", texts):
        path = folder / f"answers.{form}"
        with path.open("wb") as out:
            for _ in range(blocks // len(files)):
                out.writelines(parts)
        yield form, path, blocks // len(files) * len(files)


def make(folder, blocks, shared):
    path = folder / f"store{blocks}"
    command = [sys.executable, HERE / "make_store.py", path, "--shared", shared, "--small", "--blocks", str(blocks)]
    command += ["--per-file", "16384", "--metadata", "none", "--no-listing"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("codec")
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--blocks", type=int, default=1_000_000)
    parser.add_argument("--by-hand", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.by_hand:
        return by_hand(*arguments.by_hand)
    print("| what | blocks | time | blocks for a second of processor | memory |\n|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory(dir=os.environ.get("SCALE_DIR")) as folder:
        folder = pathlib.Path(folder)
        export = [arguments.program, "export", "--threads", "1"]
        query = [arguments.program, "sql", "--threads", "1"]
        for blocks in (arguments.blocks // 100, arguments.blocks // 10, arguments.blocks):
            store = make(folder, blocks, arguments.shared)
            measured("all tables to Parquet", blocks, [*export, "--store", store, "--out", folder / "all"])
            measured("the table `blocks` to Parquet", blocks, [*export, "--store", store, "--out", folder / "some", "--select", "blocks"])
            for table in ("blocks", "transactions"):
                text = f"select count(*) from {table}"
                measured(f"`{text}` over the store", blocks, [*query, "--store", store, text])
                measured(f"`{text}` over Parquet", blocks, [*query, "--parquet", folder / "all", text])
            hand = [sys.executable, __file__, arguments.program, arguments.codec, "--by-hand", store, folder / "hand.parquet"]
            measured("five columns of `blocks` by hand", blocks, hand)
            subprocess.run(["rm", "-rf", store, folder / "all", folder / "some"], check=True)
        for form, path, blocks in answers(folder, arguments.blocks // 50, arguments.shared, arguments.codec):
            measured(f"all tables of answers in {form}", blocks, [*export, f"--{form}", path, "--out", folder / form])


main()
