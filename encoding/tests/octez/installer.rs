//! The installer's configuration (`kernel_sdk/installer-config`): instructions that borrow their paths and bytes, and
//! the program that is read from the end of a kernel.

use crate::common::*;

const PATH_MAX_BYTES: usize = 250;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct RefPath<'a>(#[encoding(short_dynamic = PATH_MAX_BYTES, bytes)] &'a [u8]);

/// Generic, so that a writer may own its paths.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Move<Path> {
    from: Path,
    to: Path,
}

/// The size prefix is little-endian.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct RefBytes<'a>(#[encoding(dynamic(kind = "u30", le), bytes)] &'a [u8]);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Reveal<Path, Bytes> {
    hash: Bytes,
    to: Path,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Set<Path, Bytes> {
    value: Bytes,
    to: Path,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Instruction<Path, Bytes> {
    #[encoding(tag = 0)]
    Reveal(Reveal<Path, Bytes>),
    #[encoding(tag = 1)]
    Move(Move<Path>),
    #[encoding(tag = 2)]
    Set(Set<Path, Bytes>),
}

type RefInstruction<'a> = Instruction<RefPath<'a>, RefBytes<'a>>;

/// Each instruction has a size prefix, and the size of all instructions follows the last: only the position of that
/// size is known.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Program<'a>(#[encoding(suffix_len(kind = "u30", le), list, dynamic(kind = "u30", le))] Vec<RefInstruction<'a>>);

#[test]
fn a_program_is_read_from_its_end() {
    let program = Program(vec![
        Instruction::Reveal(Reveal { hash: RefBytes(&[0xab]), to: RefPath(b"/a") }),
        Instruction::Move(Move { from: RefPath(b"/a"), to: RefPath(b"/k") }),
    ]);
    let bytes = "09000000 00 01000000 ab 02 2f61  07000000 01 02 2f61 02 2f6b  18000000";
    both(&program, bytes);
    both(&Program(Vec::new()), "00000000");
    refused::<Program<'_>>(&bytes.replace("18000000", "19000000"), "Not_enough_data", "", 0);
    refused::<Program<'_>>(&bytes.replace("18000000", "0d000000"), "Extra_bytes", "", 13);
}
