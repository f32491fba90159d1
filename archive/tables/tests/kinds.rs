//! Every kind of every protocol has a table.

use std::collections::BTreeSet;

use tezos_archive_tables::{Options, Rows, table_of};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{self, Encoding};
use tezos_protocols::Protocol;
use tezos_protocols::operation::Contents;
use tezos_protocols::receipt::{ContentsAndResult, ContentsResult};

#[test]
fn every_kind_of_every_protocol_has_a_table() {
    let rows = Rows::new(Options::default());
    let tables: BTreeSet<&str> = rows.names().collect();
    let mut kinds = BTreeSet::new();
    for protocol in Protocol::ALL {
        for encoding in [Contents::ENCODING, ContentsResult::ENCODING, ContentsAndResult::ENCODING] {
            find(schema::at(encoding, protocol.revision()), &mut kinds);
        }
    }
    assert!(kinds.len() > 55, "{kinds:?}");
    for kind in kinds {
        let table = table_of(kind).unwrap_or_else(|| panic!("the kind {kind} has no table"));
        assert!(tables.contains(table), "there is no table {table}");
    }
}

/// Finds the kinds of the cases of a union.
fn find(encoding: &'static Encoding, kinds: &mut BTreeSet<&'static str>) {
    match encoding {
        Encoding::Union { cases, .. } => {
            for case in *cases {
                kinds.extend(kind(case.payload));
            }
        }
        _ => (0..).map_while(|index| encoding.child(index)).for_each(|inner| find(inner, kinds)),
    }
}

fn kind(encoding: &'static Encoding) -> Option<&'static str> {
    match encoding {
        Encoding::Object([first, ..]) => match first.encoding {
            Encoding::Constant(kind) if first.name == "kind" => Some(kind),
            _ => None,
        },
        _ => (0..).map_while(|index| encoding.child(index)).find_map(kind),
    }
}
