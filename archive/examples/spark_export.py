#!/usr/bin/env python3
"""Exports the blocks of a node's store on the machines of a Spark cluster. The files are those of an export by one process, byte by byte.

    spark-submit spark_export.py --store ~/.tezos-node --out /shared/tables [--tasks 64] [--program tezos-codec-archive]

All machines have the store, the folder OUT and the program under the same paths. A task exports the levels of some cemented files into a folder of
its own, and moves the files to OUT. At the end, one process compares the hashes of all files, exports what is missing, such as the newest blocks,
and writes the manifest. A task that is run again goes on where it was.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess


def cemented(store):
    """Returns the first and the last level of each cemented file, in order: the first ranges that the program reads."""
    names = [path.name for path in store.rglob("cemented/*") if re.fullmatch(r"\d+_\d+", path.name)]
    return sorted([int(level) for level in name.split("_")] for name in names)


def move(part, out, path):
    (out / path).parent.mkdir(parents=True, exist_ok=True)
    (part / path).replace(out / path)


def export(program, store, out, *arguments):
    """Runs the program, and returns the manifest, which it writes last. Its status is 1 for refused blocks too, which are rows of `refusals`."""
    (out / "manifest.json").unlink(missing_ok=True)
    subprocess.run([program, "export", "--store", store, "--out", out, *arguments], check=False)
    return json.loads((out / "manifest.json").read_text())


def export_files(program, store, out, ranges, first, end):
    """Exports the cemented files from one number to another."""
    part = out / "parts" / f"{first:06}"
    manifest = export(program, store, part, "--levels", f"{ranges[first][0]}..{ranges[end - 1][1]}")
    assert manifest["ranges"][:len(ranges)] == ranges, "the node has removed or added files"
    for number in range(first, end):
        record = f"ranges/{number:06}.json"
        for file in json.loads((part / record).read_text())["files"].values():
            move(part, out, file["path"])
        # A file belongs to the export once its record is there.
        move(part, out, record)
    shutil.rmtree(part)


def main():
    from pyspark.sql import SparkSession

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--tasks", type=int, default=64)
    parser.add_argument("--program", default="tezos-codec-archive")
    options = parser.parse_args()
    program, store, out = options.program, options.store.resolve(), options.out.resolve()
    ranges = cemented(store)
    each = max(1, -(-len(ranges) // options.tasks))
    starts = list(range(0, len(ranges), each))
    spark = SparkSession.builder.appName("export").getOrCreate()
    spark.sparkContext.parallelize(starts, max(1, len(starts))).foreach(
        lambda first: export_files(program, store, out, ranges, first, min(first + each, len(ranges))))
    manifest = export(program, store, out)
    assert manifest["ranges"][:len(ranges)] == ranges, "the node has removed or added files"
    print(f"{manifest['blocks']} blocks by {len(starts)} tasks, {manifest['refusals']} refusals")


if __name__ == "__main__":
    main()
