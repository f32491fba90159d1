//! Compares the numbers of SECURITY.md with those of the code; `BLESS=1` writes them.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use tezos_codec_fuzz_bodies::schema::DECIMAL_MAX_BYTES;
use tezos_codec_fuzz_bodies::{Heap, KNOWN, budgets};
use tezos_encoding::schema::Encoding;
use tezos_messages::limits;
use tezos_messages::session::{Config, chunk};

/// Checks that the text of SECURITY.md between `<!-- name -->` and `<!-- end -->` is `expected`; `BLESS=1` rewrites it.
fn block(name: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../SECURITY.md");
    let text = fs::read_to_string(&path).unwrap();
    let start = format!("<!-- {name} -->\n");
    let (before, rest) = text.split_once(&start).unwrap_or_else(|| panic!("no {start}"));
    let (found, after) = rest.split_once("<!-- end -->").unwrap();
    if env::var_os("BLESS").is_some() && found != expected {
        fs::write(&path, format!("{before}{start}{expected}<!-- end -->{after}")).unwrap();
    } else {
        assert_eq!(found, expected, "SECURITY.md: BLESS=1 cargo test -p tezos-codec-fuzz-bodies --test all guarantees");
    }
}

/// Formats 1234567 as 1,234,567.
fn number(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// Returns the depth limit if the encoding is that of a recursive type.
fn depth(encoding: &Encoding) -> Option<u32> {
    match encoding {
        Encoding::Mu(mu) => Some(mu.depth),
        Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => depth(inner),
        _ => None,
    }
}

fn depth_of(name: &str) -> usize {
    let known = KNOWN.iter().find(|known| known.name == name).unwrap();
    depth(known.encoding).unwrap().try_into().unwrap()
}

/// This is one test, because both tables are in one file, which it may rewrite.
#[test]
fn the_numbers_of_security_md_equal_those_of_the_code() {
    let mut memory = "| message | shortest | longest | c | k |\n|---|---:|---:|---:|---:|\n".to_owned();
    for budget in budgets() {
        let longest = budget.size.most.map_or_else(|| "any".to_owned(), number);
        let (c, k) = (number(budget.heap.per_byte), number(budget.heap.fixed));
        writeln!(memory, "| {} | {} | {longest} | {c} | {k} |", budget.name, number(budget.size.least)).unwrap();
    }
    block("memory", &memory);

    let rows = [
        ("levels of a recursive type without `depth`", depth_of("recursive::Even")),
        (
            "levels of a Merkle path (`operation_list_list_hash.path`) on its own",
            depth_of("operation_list_list_hash.path"),
        ),
        ("bytes of a Merkle path in a message", limits::PATH_MAX_BYTES),
        (
            "bytes of heap for each byte decoded from a schema alone (`schema::decode`), plus 8,192",
            Heap::DECODED.per_byte,
        ),
        ("bytes of heap for each byte sliced (`slice`, `fit`), plus 8,192", Heap::SLICED.per_byte),
        ("bytes of heap for each open level in an error of `Validate` or an `Arena`", Heap::NONE.levels(0, 1).per_byte),
        ("bytes of an `n` or a `z` that has decimal digits in JSON", DECIMAL_MAX_BYTES),
        ("bytes of a message with its size prefix, by its schema", limits::PEER_MESSAGE_MAX_BYTES),
        ("bytes of a message without its size prefix in a session, by default (`Config`)", message_max_bytes()),
        ("bytes of a chunk without its length", chunk::CONTENT_MAX_BYTES),
    ];
    let mut most = "| limit | at most |\n|---|---:|\n".to_owned();
    for (what, limit) in rows {
        writeln!(most, "| {what} | {} |", number(limit)).unwrap();
    }
    block("limits", &most);
}

fn message_max_bytes() -> usize {
    Config::default().message_max_bytes.try_into().unwrap()
}
