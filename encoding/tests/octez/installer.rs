//! The installer's configuration (`kernel_sdk/installer-config`): instructions that borrow their paths and bytes, and the program
//! that is read from the end of a kernel.

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

/// The size has its least significant byte first.
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

/// Each instruction behind its size, and the size of them all behind the last: it is the only one whose place is known.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Program<'a>(#[encoding(suffix_len(kind = "u30", le), list, dynamic(kind = "u30", le))] Vec<RefInstruction<'a>>);

#[test]
fn instructions_with_bytes() {
    both(&Reveal { hash: RefBytes(&[0xab, 0xcd]), to: RefPath(b"/a") }, "02000000 abcd 02 2f61");
    both(&RefInstruction::Set(Set { value: RefBytes(&[]), to: RefPath(b"/b") }), "02 00000000 02 2f62");
    refused::<RefBytes<'_>>("03000000 abcd", "Not_enough_data", "", 4);
    refused::<RefBytes<'_>>("00000080", "Invalid_int", "", 0);
    refused::<RefInstruction<'_>>("03 00000000 02 2f62", "Unexpected_tag", "", 0);
}

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
