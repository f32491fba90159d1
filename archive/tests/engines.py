#!/usr/bin/env python3
"""Runs the queries of `archive/queries` with DuckDB and with Spark over exported tables, and compares the results with the files beside them.

    engines.py PROGRAM [--shared ../shared] [--engine duckdb] [--engine spark]

PROGRAM is `tezos-codec-archive`, which exports the chain that `make_store.py` builds of the real blocks. An engine is skipped if its package
(`duckdb`, `pyspark` with Java) is not installed, unless it is named.
"""
import argparse
import csv
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
QUERIES = HERE.parent / "queries"


def duckdb_engine(tables):
    import duckdb

    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    for table in tables:
        connection.execute(f"create view {table.name} as select * from read_parquet('{table}/*.parquet')")

    def run(query):
        result = connection.execute(query)
        return [column[0] for column in result.description], result.fetchall()

    return run


def spark_engine(tables):
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.session.timeZone", "UTC").config("spark.sql.shuffle.partitions", "1")
    spark = builder.config("spark.log.level", "ERROR").getOrCreate()
    for table in tables:
        spark.read.parquet(str(table)).createOrReplaceTempView(table.name)

    def run(query):
        result = spark.sql(query)
        return result.columns, [tuple(row) for row in result.collect()]

    return run


ENGINES = {"duckdb": ("duckdb", duckdb_engine), "spark": ("pyspark", spark_engine)}


def export(program, shared, folder):
    """Exports the made chain, and returns the folders of the tables that have rows."""
    store, out = folder / "made", folder / "tables"
    subprocess.run([sys.executable, HERE / "make_store.py", store, "--shared", shared], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([program, "export", "--store", store, "--out", out], check=True)
    return sorted(table for table in out.iterdir() if any(table.glob("*.parquet")))


def text(value):
    return "" if value is None else str(value)


def compare(name, engine, run):
    """Returns whether the result of a query is the expected one."""
    query = (QUERIES / f"{name}.sql").read_text()
    with open(QUERIES / f"{name}.csv", newline="") as file:
        header, *expected = csv.reader(file)
    columns, rows = run(query)
    found = [[text(value) for value in row] for row in rows]
    if (list(columns), found) == (header, expected):
        print(f"{engine}: {name}: {len(found)} rows as expected")
        return True
    print(f"{engine}: {name}: expected {header} {expected}\n  found {list(columns)} {found}")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--shared", type=pathlib.Path, default=HERE.parent.parent.parent / "shared")
    parser.add_argument("--engine", action="append", choices=ENGINES)
    options = parser.parse_args()
    names = sorted(path.stem for path in QUERIES.glob("*.sql"))
    with tempfile.TemporaryDirectory() as folder:
        tables = export(options.program.resolve(), options.shared.resolve(), pathlib.Path(folder))
        equal = True
        for engine, (package, make) in ENGINES.items():
            if engine not in (options.engine or ENGINES):
                continue
            if importlib.util.find_spec(package) is None and not options.engine:
                print(f"{engine}: skipped, the package {package} is not installed")
                continue
            run = make(tables)
            equal &= all([compare(name, engine, run) for name in names])
    sys.exit(not equal)


if __name__ == "__main__":
    main()
