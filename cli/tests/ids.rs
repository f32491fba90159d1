//! Checks that the tool knows the ids that Octez registers.

use std::{collections::BTreeSet, fs};

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
