//! The queries of `archive/queries`, over a store itself and over its exported tables.

use std::path::{Path, PathBuf};

use tezos_archive_sql::command::{self, Command};
use tezos_archive_tables::Options;
use tezos_archive_tables::export::{Export, Selection};

use crate::chain::{Made, made};

/// The names of the queries.
fn queries() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../queries");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut queries: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "sql")).collect();
    queries.sort();
    assert_eq!(queries.len(), 10);
    queries
}

/// Runs the command with arguments. Returns what it writes, and whether anything was refused.
fn run(arguments: &[&str]) -> (String, bool) {
    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        command: Command,
    }
    let program = <Program as clap::Parser>::parse_from(["sql"].iter().chain(arguments));
    let mut out = Vec::new();
    let refused = command::run(&program.command, &mut out).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    (String::from_utf8(out).unwrap(), refused)
}

/// Exports the tables of a store.
fn export(made: &Made) -> PathBuf {
    let out = made.folder().join("tables");
    let options = Options::default();
    let export =
        Export { out: out.clone(), source: "made".into(), options, selection: Selection::default(), threads: 2 };
    export.run(&made.source(), &|_| ()).unwrap();
    out
}

#[test]
fn queries_have_their_results() {
    let Some(made) = made(&[]) else { return };
    let tables = export(&made);
    for query in queries() {
        let results = query.with_extension("csv");
        for (origin, path) in [("--store", made.store()), ("--parquet", tables.clone())] {
            let (path, file) = (path.to_str().unwrap(), query.to_str().unwrap());
            let (found, refused) = run(&[origin, path, "--file", file, "--format", "csv", "--threads", "2"]);
            if std::env::var_os("BLESS").is_some() && origin == "--store" {
                std::fs::write(&results, &found).unwrap();
            }
            assert!(found.lines().count() > 1, "{file} has no rows");
            assert_eq!(found, std::fs::read_to_string(&results).unwrap(), "{file} {origin}");
            assert!(!refused, "{file} {origin}");
        }
    }
}

/// Every table has the same rows in a store and in its export, and a table without rows has none in both.
#[test]
fn tables_are_those_of_the_export() {
    let Some(made) = made(&[]) else { return };
    let tables = export(&made);
    let (engine, _) = made.engine();
    let names = engine.0.catalog("datafusion").unwrap().schema("public").unwrap().table_names();
    assert!(names.len() > 40, "{names:?}");
    let all = names.iter().map(|name| format!("select '{name}' as name, count(*) as rows from {name}"));
    let counts = format!("{} order by name", all.collect::<Vec<_>>().join(" union all "));
    let [store, exported] = [("--store", made.store()), ("--parquet", tables)]
        .map(|(origin, path)| run(&[origin, path.to_str().unwrap(), &counts, "--format", "json"]).0);
    assert_eq!(store, exported);
    assert!(store.contains("{\"name\":\"blocks\",\"rows\":100}"), "{store}");
    assert!(store.contains("{\"name\":\"refusals\",\"rows\":0}"), "{store}");
}

#[test]
fn results_have_three_forms() {
    let Some(made) = made(&[]) else { return };
    let store = made.store();
    let store = store.to_str().unwrap();
    let query = "select level, make_array(level) as list from blocks where level < 2 order by level";
    for (format, expected) in [
        ("csv", "level,list\n0,[0]\n1,[1]\n"),
        ("json", "{\"level\":0,\"list\":[0]}\n{\"level\":1,\"list\":[1]}\n"),
        (
            "table",
            "+-------+------+\n| level | list |\n+-------+------+\n| 0     | [0]  |\n| 1     | [1]  |\n+-------+------+\n",
        ),
    ] {
        assert_eq!(run(&["--store", store, "--format", format, query]).0, expected);
    }
    let nothing = "select level from blocks where level > 1000";
    for (format, expected) in
        [("csv", "level\n"), ("json", ""), ("table", "+-------+\n| level |\n+-------+\n+-------+\n")]
    {
        assert_eq!(run(&["--store", store, "--format", format, nothing]).0, expected);
    }
}
