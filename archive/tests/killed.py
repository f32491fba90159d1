#!/usr/bin/env python3
"""Kills an export with SIGKILL at fifty points, starts it again, and compares all files with those of a run that was not killed.

    killed.py target/debug/tezos-codec-archive --shared ../shared
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

POINTS = 50


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--shared", required=True)
    arguments = parser.parse_args()
    source = f"{arguments.shared}/data/blocks_binary"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def export(name):
            command = [arguments.program, "export", "--binary", source, "--out", str(folder / name), "--table-format", "delta"]
            return subprocess.Popen(command, stderr=subprocess.DEVNULL)

        start = time.monotonic()
        if export("whole").wait() != 0:
            sys.exit("killed.py: the export failed")
        duration, whole = time.monotonic() - start, files(folder / "whole")
        killed, unfinished = 0, 0
        for point in range(POINTS):
            process = export("some")
            try:
                process.wait(duration * (point + 1) / (POINTS + 1))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                killed += 1
                unfinished += not (folder / "some" / "manifest.json").exists()
            if export("some").wait() != 0 or (found := files(folder / "some")) != whole:
                sys.exit(f"killed.py: after a kill at {point + 1}/{POINTS + 1} of the time, the files differ")
            subprocess.run(["rm", "-rf", folder / "some"], check=True)
    if unfinished < POINTS // 2:
        sys.exit(f"killed.py: only {unfinished} runs were killed before their end")
    print(f"{killed} runs were killed, {unfinished} of them before their manifest: all ended with the same {len(whole)} files")


main()
