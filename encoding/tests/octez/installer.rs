//! The installer's configuration (`kernel_sdk/installer-config`): instructions that borrow their paths.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::common::{both, refused, unwritable};

const PATH_MAX_BYTES: usize = 250;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct RefPath<'a>(#[encoding(short_dynamic = PATH_MAX_BYTES, bytes)] &'a [u8]);

/// Generic, so that a writer may own its paths.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Move<Path> {
    from: Path,
    to: Path,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct OwnedPath(#[encoding(string(kind = "u8", max = PATH_MAX_BYTES))] String);

#[test]
fn an_instruction_that_moves() {
    let bytes = "04 2f746d70 07 2f6b65726e656c";
    both(&Move { from: RefPath(b"/tmp"), to: RefPath(b"/kernel") }, bytes);
    both(&Move { from: OwnedPath("/tmp".to_owned()), to: OwnedPath("/kernel".to_owned()) }, bytes);
    refused::<Move<RefPath<'_>>>("01 2f 02 2f", "Not_enough_data", "to", 3);
    let long = [b'a'; 251];
    unwritable(&Move { from: RefPath(b"/"), to: RefPath(Vec::leak(long.to_vec())) }, "Size_limit_exceeded", "to");
    refused::<RefPath<'_>>(&format!("fb {}", "61".repeat(251)), "Size_limit_exceeded", "", 1);
}
