//! Layouts of Kaitai Struct: imported, and compared with schemas.

#![allow(clippy::arithmetic_side_effects, clippy::panic, clippy::unwrap_used, reason = "a test panics where it fails")]

use std::fs;

use super::Layouts;
use shared::shared;

#[path = "../../../encoding/tests/common/shared.rs"]
mod shared;

#[test]
fn every_layout_of_octez_is_imported() {
    let Some(folder) = shared("ksy") else { return };
    let mut layouts =
        Layouts::new(|name| fs::read_to_string(folder.join(format!("{name}.ksy"))).map_err(|error| error.to_string()));
    let mut wrong = Vec::new();
    let mut count = 0_usize;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "ksy") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            count += 1;
            wrong.extend(layouts.import(name).err());
        }
    }
    assert!(wrong.is_empty(), "{} of {count}: {:#?}", wrong.len(), wrong.iter().take(30).collect::<Vec<_>>());
    assert_eq!(count, 1206);
}
