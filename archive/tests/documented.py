#!/usr/bin/env python3
"""Runs the commands of `docs/archive.md` that need no second machine, over a store that `make_store.py` builds.

    documented.py PROGRAMS .. [--shared ../shared]

PROGRAMS are the directories of `tezos-codec` and `tezos-codec-archive`. DuckDB is called from Python, because PyPI has no program of it.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import duckdb

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def commands():
    text = (ROOT / "docs/archive.md").read_text()
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.S) for line in block.splitlines()]
    return [line for line in lines if not line.startswith("tezos-codec-cluster")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--shared", default="../shared")
    arguments = parser.parse_args()
    os.environ["PATH"] = ":".join([str(pathlib.Path(folder).resolve()) for folder in arguments.programs] + [os.environ["PATH"]])
    shared = pathlib.Path(arguments.shared).resolve()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/node"
        subprocess.run([sys.executable, HERE / "make_store.py", store, "--shared", shared], check=True, stderr=subprocess.DEVNULL)
        os.chdir(folder)
        os.symlink(ROOT / "archive", "archive")
        for line in commands():
            program, *words = shlex.split(line.replace("~/.tezos-node", store))
            if program == "duckdb":
                rows = [[str(value) for value in row] for row in duckdb.sql(words[1]).fetchall()]
                text = "\n".join(map(" ".join, rows))
            else:
                text = subprocess.run([program, *words], check=True, capture_output=True, text=True)
                text = text.stdout + text.stderr
            if not re.search(r"[1-9]", text):
                sys.exit(f"documented.py: no numbers in what is printed by {line}\n{text}")
            count += 1
    if count < 4:
        sys.exit(f"documented.py: only {count} commands were found")
    print(f"{count} commands of docs/archive.md run")


main()
