//! The tables and their columns.

use tezos_archive_tables::{Options, description};

/// The tables are public: a change of a protocol's schema that changes them is to be seen. `BLESS=1` writes the file.
#[test]
fn tables_are_as_committed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema.txt");
    let made = description(&Options::default());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    let line = made.lines().zip(known.lines()).position(|(made, known)| made != known);
    assert!(made == known, "other tables from line {line:?} on: BLESS=1 writes {path}");
}
