//! Queries on several machines have the results that they have on one.

use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use tezos_archive_sql::Chain;
use tezos_archive_tables::Options;
use tezos_archive_tables::export::{Export, Selection};

use crate::cluster::Cluster;
use crate::made::{Made, root};

/// Exports the tables of a store.
fn export(made: &Made) -> PathBuf {
    let out = made.folder().join("tables");
    let options = Options::default();
    let export =
        Export { out: out.clone(), source: "made".into(), options, selection: Selection::default(), threads: 2 };
    let source = tezos_archive_store::open(made.store(), &tezos_archive_store::Options::default()).unwrap();
    export.run(&source, &|_| ()).unwrap();
    out
}

#[test]
fn queries_have_their_results() {
    let Some(made) = Made::new(&[]) else { return };
    let cluster = Cluster::start();
    let (store, tables) = (made.store(), export(&made));
    let files = std::fs::read_dir(root().join("queries")).unwrap().map(|entry| entry.unwrap().path());
    let queries: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "sql")).collect();
    assert_eq!(queries.len(), 10);
    for query in queries {
        let expected = std::fs::read_to_string(query.with_extension("csv")).unwrap();
        for (origin, path) in [("--store", &store), ("--parquet", &tables)] {
            let arguments = [origin, path.to_str().unwrap(), "--threads", "4", "--file", query.to_str().unwrap()];
            assert_eq!(cluster.csv(&arguments), expected, "{arguments:?}");
        }
    }
}

/// Each shape of plan has its own rule by which the scheduler cuts it into tasks.
#[test]
fn plans_of_all_shapes_read_each_row_once() {
    let Some(made) = Made::new(&[]) else { return };
    let cluster = Cluster::start();
    let (store, tables) = (made.store(), export(&made));
    for query in [
        "select * from transactions order by level, pass, operation, contents",
        "select 'blocks' as name, count(*) as rows from blocks union all select 'calls', count(*) from transactions order by 1",
        "select count(*), sum(b.level) from blocks b join transactions t on t.level = b.level where b.level > 20",
        "select count(*), sum(a.level), max(top) from blocks a cross join (select max(level) as top from transactions) b",
        "select count(*) from transactions where amount > (select avg(amount) from transactions)",
        "select count(*) from blocks where level not in (select level from transactions)",
        "select level, row_number() over (order by level desc) as place from blocks order by level limit 7",
        "select count(*) from (select level from transactions limit 10)",
        "select count(*), count(micheline(storage)) from storage",
        "select hash from blocks where base58('block_hash', base58_decode(hash)['bytes']) = hash order by hash limit 5",
        "select count(*) from refusals",
        "select table_name, column_name from information_schema.columns order by 1, 2",
    ] {
        let expected = made.csv(query);
        assert!(expected.lines().count() > 1, "{query}");
        for (origin, path) in [("--store", &store), ("--parquet", &tables)] {
            let found = cluster.csv(&[origin, path.to_str().unwrap(), "--threads", "4", query]);
            assert_eq!(found, expected, "{origin} {query}");
        }
    }
}

/// What a killed executor had finished and what it was doing is done again by the other one: no row is lost, and none is there twice.
#[test]
fn the_work_of_a_killed_executor_is_done_again() {
    let Some(made) = Made::new(&["--blocks", "1500"]) else { return };
    let mut cluster = Cluster::start();
    let store = made.store();
    let query = "select level, count(*) as rows, count(distinct operation) as operations, sum(amount) as amount \
                 from transactions group by level order by level";
    let arguments = ["--store", store.to_str().unwrap(), "--threads", "48", query];
    let mut running = cluster.start_query(&arguments);
    cluster.kill_while(&mut running);
    let (status, found, error) = cluster.finish(running);
    assert_eq!(status, Some(0), "{error}");
    let expected = made.csv(query);
    assert_eq!(found, expected);
    assert!(found.lines().count() > 100, "{found}");
    assert!(cluster.log("scheduler").contains("Removing executor"), "{}", cluster.log("scheduler"));
    assert_eq!(cluster.csv(&arguments), expected, "with one executor");
}

/// The client is told by its exit status what executors refused.
#[test]
fn refusals_of_executors_are_in_the_exit_status() {
    let Some(made) = Made::new(&[]) else { return };
    let chain = std::fs::read_dir(made.store().join("store")).unwrap().next().unwrap().unwrap().path();
    let blocks = std::fs::OpenOptions::new().read(true).write(true).open(chain.join("cemented/34_49")).unwrap();
    let mut offset = [0; 8];
    blocks.read_exact_at(&mut offset, 32).unwrap();
    // In the header of the fifth block, behind its hash and the sizes.
    let place = u64::from_be_bytes(offset) + 60;
    let mut byte = [0];
    blocks.read_exact_at(&mut byte, place).unwrap();
    blocks.write_all_at(&[byte[0] ^ 1], place).unwrap();

    let cluster = Cluster::start();
    let store = made.store();
    let query = |query| cluster.query(&["--store", store.to_str().unwrap(), "--threads", "4", query]);
    let (status, found, error) = query("select count(*) as n from blocks");
    assert_eq!((status, found.as_str()), (Some(1), "n\n99\n"));
    assert!(error.contains("`refusals`"), "{error}");
    let (status, found, _) = query("select count(*) as n from blocks where level < 34");
    assert_eq!((status, found.as_str()), (Some(0), "n\n34\n"));
    let (status, found, _) = query("select level from refusals");
    assert_eq!((status, found.as_str()), (Some(1), "level\n38\n"));
}

/// A chain that has grown is opened again by all machines.
#[test]
fn new_blocks_are_found() {
    let Some(made) = Made::new(&["--small"]) else { return };
    let cluster = Cluster::start();
    let store = made.store();
    let count = || cluster.csv(&["--store", store.to_str().unwrap(), "select count(*) as n from blocks"]);
    assert_eq!(count(), "n\n100\n");
    made.make(&["--small", "--blocks", "120"]);
    let chain = Chain::open(&store, Options::default()).unwrap();
    assert!(chain.ranges().iter().any(|range| range.levels.is_some_and(|(_, last)| last == 119)));
    assert_eq!(count(), "n\n120\n");
}

#[test]
fn errors_are_those_of_the_query_and_of_the_cluster() {
    let Some(made) = Made::new(&["--small"]) else { return };
    let store = made.store();
    let cluster = Cluster::start();
    let (status, _, error) =
        cluster.query(&["--store", store.to_str().unwrap(), "select micheline(x'ff') from blocks"]);
    assert_eq!(status, Some(1));
    assert!(error.contains("micheline: the bytes are not an expression"), "{error}");
}
