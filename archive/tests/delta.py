#!/usr/bin/env python3
"""Reads exported tables by their Delta logs, with delta-rs, and compares them with the manifest.

    delta.py TABLES
"""

import json
import pathlib
import sys

from deltalake import DeltaTable


def main(folder):
    manifest = json.loads((folder / "manifest.json").read_text())["tables"]
    tables = {path.parent.name: DeltaTable(path.parent) for path in folder.glob("*/_delta_log")}
    missing = manifest.keys() - tables.keys()
    if missing or len(tables) == len(manifest):
        sys.exit(f"delta.py: logs are missing for {missing or 'tables without rows'}")
    for name, table in tables.items():
        rows = table.to_pyarrow_table()
        expected = manifest.get(name, {"rows": 0, "files": []})
        if (rows.num_rows, len(table.file_uris())) != (expected["rows"], len(expected["files"])):
            sys.exit(f"delta.py: {name} has {rows.num_rows} rows, expected {expected['rows']}")
        log = (folder / name / "_delta_log" / f"{0:020}.json").read_text().splitlines()
        added = [add for add in (json.loads(line).get("add") for line in log) if add]
        found = [(f"{name}/{add['path']}", add["size"], json.loads(add["stats"])["numRecords"]) for add in added]
        if found != [(file["path"], file["bytes"], file["rows"]) for file in expected["files"]]:
            sys.exit(f"delta.py: the log of {name} has other sizes or numbers of rows than the manifest")
        for file in expected["files"] if "level" in rows.schema.names and name != "refusals" else []:
            first, last = file["levels"]
            some = table.to_pyarrow_table(filters=[("level", ">=", first), ("level", "<=", last)])
            if some.num_rows < file["rows"]:
                sys.exit(f"delta.py: {name} has {some.num_rows} rows of the levels {first} to {last}, expected {file['rows']}")
    print(f"{len(tables)} tables, {sum(table['rows'] for table in manifest.values())} rows by their logs")


main(pathlib.Path(sys.argv[1]))
