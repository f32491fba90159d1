//! Bytes that are flipped, files that are cut, offsets and sizes that are lies.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tezos_archive_store::{Loss, Options, Refusal, open};

use crate::made::{Expected, Made, flipped, made, read};

const SMALL: &[&str] = &["--small", "--blocks", "24", "--per-file", "5", "--floating", "8"];

/// Returns all files in a folder, at any depth.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

/// Checks that what was read is what is expected but for what was refused, and that nothing is missing without a refusal.
fn assert_nothing_else_is_lost(made: &Made, blocks: &[Expected], refusals: &[Refusal], what: &str) {
    let lost: BTreeSet<Option<i32>> =
        refusals.iter().filter(|refusal| refusal.loss != Loss::Nothing).map(|refusal| refusal.level).collect();
    let is_rest_lost = refusals.iter().any(|refusal| refusal.loss == Loss::Rest);
    for expected in &made.expected {
        let found = blocks.iter().find(|block| block.level == expected.level);
        // The header of the genesis is covered by no hash, and its hash in a snapshot by that of its successor.
        if expected.level == 0 {
            continue;
        }
        let is_free = lost.contains(&Some(expected.level)) || lost.contains(&None);
        match found {
            // Without its metadata, or the block of a fork.
            Some(_) if is_free => {}
            Some(found) => assert_eq!(found, expected, "{what}: {refusals:?}"),
            None => assert!(is_free || is_rest_lost, "{what}: {} is missing: {refusals:?}", expected.level),
        }
    }
    let levels: Vec<i32> = blocks.iter().map(|block| block.level).collect();
    assert!(levels.is_sorted_by(|a, b| a < b), "{what}: {levels:?}");
}

/// Flips bits all over each file of a store or a snapshot, and returns how many flips of each file were not refused.
fn flip_all(made: &Made, root: &Path, samples: usize) -> Vec<(String, usize, usize)> {
    let mut unnoticed = Vec::new();
    for path in if root.is_dir() { files(root) } else { vec![root.to_owned()] } {
        let length = fs::read(&path).unwrap().len();
        let step = length.div_ceil(samples).max(1);
        let (mut count, mut flips, mut offsets) = (0, 0, Vec::new());
        for offset in (0..length).step_by(step) {
            let bit = u8::try_from(offset % 8).unwrap();
            let what = format!("bit {bit} of byte {offset} of {}", path.display());
            let (blocks, refusals) =
                flipped(&path, offset, bit, || open(&made.path, &Options::default()).map(|source| read(&source)))
                    .unwrap_or_else(|error| (Vec::new(), vec![whole(&path, &error.to_string())]));
            assert_nothing_else_is_lost(made, &blocks, &refusals, &what);
            if refusals.is_empty() {
                count += 1;
                offsets.push(offset);
            }
            flips += 1;
        }
        eprintln!("{}: {count} of {flips}: {offsets:?}", path.display());
        unnoticed.push((path.strip_prefix(&made.path).unwrap_or(&path).display().to_string(), count, flips));
    }
    unnoticed
}

/// Returns the refusal that stands for an error of the whole source.
fn whole(path: &Path, reason: &str) -> Refusal {
    let place = tezos_archive_store::Place { source: path.into(), offset: 0 };
    Refusal { place, level: None, path: String::new(), reason: reason.into(), loss: Loss::Rest }
}

#[test]
fn a_flipped_bit_of_a_store_is_noticed() {
    let Some(made) = made(SMALL) else { return };
    for (file, unnoticed, flips) in flip_all(&made, &made.path, 100) {
        let name = Path::new(&file).file_name().unwrap().to_str().unwrap();
        let max = match name {
            // Not read.
            "index" | "lock" | "genesis" | "1_2.zip.part" => flips,
            // The header of the genesis: its hash is chosen.
            "0_1" => flips / 2,
            // Levels of activation, their blocks and flags, and a number that is not that of a block.
            "protocol_levels" => flips,
            "current_head" => 0,
            // Times, versions and attributes of entries.
            _ if name.ends_with(".zip") => flips / 10,
            // Message, `max_operations_ttl` and `last_preserved_block_level`; blocks of forks.
            "blocks" if file.contains("rw_floating") => flips / 3,
            "blocks" => flips / 20,
            // The flag of an option may have any value but zero.
            _ => flips / 50,
        };
        assert!(unnoticed <= max, "{file}: {unnoticed} of {flips}");
    }
}

#[test]
fn a_flipped_bit_of_a_snapshot_is_noticed() {
    for kind in ["snapshot-dir", "snapshot-tar"] {
        let Some(made) = made(&[SMALL, &["--kind", kind]].concat()) else { return };
        for (file, unnoticed, flips) in flip_all(&made, &made.path.clone(), 100) {
            // Files that are not read; in one file they are a quarter.
            let is_read = !["context", "protocols/", "protocol_levels"].iter().any(|name| file.contains(name));
            assert!(unnoticed <= flips / 2 || !is_read, "{kind}: {file}: {unnoticed} of {flips}");
        }
    }
}

#[test]
fn files_that_are_cut_lose_their_end() {
    let Some(made) = made(SMALL) else { return };
    for path in files(&made.chain()) {
        let bytes = fs::read(&path).unwrap();
        for keep in [0, 1, 7, 40, bytes.len() / 3, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            if keep >= bytes.len() {
                continue;
            }
            fs::write(&path, &bytes[..keep]).unwrap();
            let what = format!("{keep} bytes of {}", path.display());
            let Ok(source) = open(&made.path, &Options::default()) else {
                assert_eq!(path.file_name().unwrap(), "protocol_levels", "{what}");
                continue;
            };
            let (blocks, refusals) = read(&source);
            assert_nothing_else_is_lost(&made, &blocks, &refusals, &what);
            let is_read = !["index", "lock", "genesis", "1_2.zip.part"].iter().any(|name| path.ends_with(name));
            assert_eq!(refusals.is_empty(), !is_read, "{what}: {refusals:?}");
        }
        fs::write(&path, &bytes).unwrap();
    }
}

#[test]
fn metadata_that_is_missing_is_refused() {
    let Some(made) = made(SMALL) else { return };
    let zip = made.chain().join("cemented/metadata/7_11.zip");
    // The end of an archive without entries.
    fs::write(&zip, [&b"PK\x05\x06"[..], &[0; 18]].concat()).unwrap();
    let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
    assert_eq!(blocks.len(), made.expected.len());
    let [refusal] = refusals.as_slice() else { panic!("{refusals:?}") };
    assert_eq!(
        (refusal.loss, refusal.reason.as_str()),
        (Loss::Metadata, "expected an entry for each level, found none")
    );
    fs::remove_file(&zip).unwrap();
    let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
    assert_eq!((blocks.len(), refusals.len()), (made.expected.len(), 0), "a node need not keep metadata");
    assert!(blocks[7] != made.expected[7] && blocks[12] == made.expected[12]);
}

/// Writes an offset into the table of a file of cemented blocks.
fn with_offset(bytes: &[u8], index: usize, offset: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[8 * index..8 * index + 8].copy_from_slice(&offset.to_be_bytes());
    bytes
}

#[test]
fn wrong_offsets_lose_no_block() {
    let Some(made) = made(SMALL) else { return };
    let path = made.chain().join("cemented/7_11");
    let bytes = fs::read(&path).unwrap();
    let at = |index: usize| u64::from_be_bytes(bytes[8 * index..8 * index + 8].try_into().unwrap());
    for (index, offset) in [
        (1, u64::MAX),
        (2, u64::MAX - 3),
        (2, 1 << 63),
        (3, 0),
        (3, 39),
        // Descending and overlapping.
        (3, at(1)),
        (2, at(2) + 1),
        (4, at(4) - 4),
        (4, u64::try_from(bytes.len()).unwrap()),
    ] {
        fs::write(&path, with_offset(&bytes, index, offset)).unwrap();
        let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
        assert_eq!(blocks, made.expected, "{index} {offset}");
        let [refusal] = refusals.as_slice() else { panic!("{index} {offset}: {refusals:?}") };
        let expected = format!("expected the offset {}, where the block before ends, found {offset}", at(index));
        assert_eq!((refusal.reason.as_str(), refusal.loss), (expected.as_str(), Loss::Nothing));
        assert_eq!(refusal.level, Some(7 + i32::try_from(index).unwrap()));
    }
    // A block may not begin in the table, even where its bytes would be there.
    fs::write(&path, with_offset(&bytes, 0, 48)).unwrap();
    let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
    assert_eq!(blocks.len(), made.expected.len() - 5);
    assert_eq!((refusals[0].loss, refusals[0].path.as_str()), (Loss::Rest, "offsets"), "{refusals:?}");
}

#[test]
fn sizes_take_no_memory_and_lose_one_block() {
    let Some(made) = made(SMALL) else { return };
    let path = made.chain().join("cemented/7_11");
    let bytes = fs::read(&path).unwrap();
    let at = usize::try_from(u64::from_be_bytes(bytes[16..24].try_into().unwrap())).unwrap();
    let size = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    for wrong in [0, 1, 35, size - 1, size + 1, 0x0fff_ffff, 0x3fff_ffff, u32::MAX] {
        let mut changed = bytes.clone();
        changed[at..at + 4].copy_from_slice(&wrong.to_be_bytes());
        fs::write(&path, changed).unwrap();
        let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
        let [refusal] = refusals.as_slice() else { panic!("{wrong}: {refusals:?}") };
        assert_eq!((refusal.level, refusal.loss), (Some(9), Loss::Block));
        assert_eq!(refusal.place.offset, u64::try_from(at).unwrap());
        assert_eq!(blocks.len(), made.expected.len() - 1);
    }
    fs::write(&path, &bytes).unwrap();
    // A name that announces two thousand million blocks.
    fs::rename(&path, path.with_file_name("7_2000000000")).unwrap();
    let (_, refusals) = read(&open(&made.path, &Options::default()).unwrap());
    assert!(refusals.iter().any(|refusal| refusal.reason.starts_with("expected the size of 1999999994 offsets first")));
}

#[test]
fn files_that_do_not_meet_are_reported() {
    let Some(made) = made(SMALL) else { return };
    fs::remove_file(made.chain().join("cemented/7_11")).unwrap();
    let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
    let [refusal] = refusals.as_slice() else { panic!("{refusals:?}") };
    assert_eq!(refusal.reason, "expected the level 7 after the file 2_6, found 12");
    assert_eq!(blocks.len(), made.expected.len() - 5);
    assert!(blocks.iter().all(|block| made.expected.contains(block)));
}
