//! Checks that the tool knows the ids that Octez registers.

use std::{collections::BTreeSet, fs};

use tezos_codec_inspect::{encodings, protocols};
use tezos_encoding::schema;
use tezos_protocols::Protocol;

use crate::common::{run, shared::shared};

/// Checks the ids that belong to no protocol: those of layouts whose file names start with neither a number nor `alpha`.
#[test]
fn every_id_of_octez_without_a_protocol_is_known() {
    let Some(folder) = shared("ksy") else { return };
    let listed = run(&["list", "encodings"]).out;
    let known: BTreeSet<&str> = listed.lines().filter_map(|line| line.strip_suffix(':')).collect();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if name.starts_with("id_") || name.starts_with("alpha__") || !name.ends_with(".ksy") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let (_, id) = text.split_once("Encoding id: ").unwrap();
        let id = id.split(['\'', '\n', '\\', '"']).next().unwrap();
        assert!(known.contains(id), "{id}, of {name}");
        count += 1;
    }
    assert_eq!(count, 72);
}

/// What is generated is read, as JSON too.
#[test]
fn values_of_every_encoding_are_generated() {
    let of_protocols = Protocol::ALL.iter().flat_map(|protocol| protocols::of_protocol(*protocol));
    for named in encodings::all().iter().chain(of_protocols) {
        let generate = encodings::generate(named.encoding).max_bytes(400);
        let made = encodings::values(&generate, 0).next().unwrap();
        let bytes = made.unwrap_or_else(|error| panic!("{}: {error}", named.id));
        let json = schema::to_json(named.encoding, &bytes).unwrap_or_else(|error| panic!("{}: {error}", named.id));
        schema::from_json(named.encoding, &json).unwrap_or_else(|error| panic!("{}: {error}: {json}", named.id));
    }
}
