#!/usr/bin/env python3
"""Runs `archive/examples/spark_export.py` and compares its files with those of an export by one process.

    spark_export.py PROGRAM [--shared ../shared]

PROGRAM is `tezos-codec-archive`, which exports the chain that `make_store.py` builds of the real blocks. The test is skipped if the package `pyspark`
is not installed.
"""
import argparse
import hashlib
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

from engines import HERE, export


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--shared", type=pathlib.Path, default=HERE.parent.parent.parent / "shared")
    options = parser.parse_args()
    if importlib.util.find_spec("pyspark") is None:
        sys.exit(print("spark_export: skipped, the package pyspark is not installed"))
    with tempfile.TemporaryDirectory() as folder:
        folder, program = pathlib.Path(folder).resolve(), options.program.resolve()
        export(program, options.shared.resolve(), folder)
        out = folder / "spark"
        example = HERE.parent / "examples" / "spark_export.py"
        subprocess.run([sys.executable, example, "--store", folder / "made", "--out", out, "--tasks", "3", "--program", program], check=True)
        found, expected = (json.loads((tables / "manifest.json").read_text()) for tables in (out, folder / "tables"))
        assert found == expected, (found, expected)
        files = [file for table in found["tables"].values() for file in table["files"]]
        for file in files:
            assert hashlib.sha256((out / file["path"]).read_bytes()).hexdigest() == file["sha256"], file
        assert {path.relative_to(out).as_posix() for path in out.rglob("*.parquet")} == {file["path"] for file in files}
        rows = sum(table["rows"] for table in found["tables"].values())
        print(f"spark_export: {rows} rows in {len(files)} files, as by one process")


if __name__ == "__main__":
    main()
