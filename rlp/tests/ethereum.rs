//! Transactions and blocks of Ethereum.

use serde_json::Value;
use tezos_encoding::schema::{describe, from_json, generate, layout::layout, slice, to_json};
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_rlp::ethereum::{Block, BlockRlpView, Header, Receipt, Transaction, Withdrawal};
use tezos_rlp::{Envelope, FromRlp, Item, Rlp};

use crate::common::{agree, hex, shared};

#[test]
fn the_transactions_of_ethereums_tests() {
    let Some(path) = shared("data/rlp/transactions.jsonl") else { return };
    let (mut valid, mut of_chain, mut refused) = (0, 0, 0);
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
        let (name, exception) = (format!("{} {}", text("group"), text("name")), text("exception"));
        let read = agree::<Transaction, Envelope>(&hex(&text("txbytes")));
        let is_format = ["RLP_", "ADDRESS_TOO_", "TYPE_"].iter().any(|kind| exception.contains(kind));
        match (read, is_format) {
            (Ok(transaction), false) if exception.is_empty() => {
                assert_eq!(transaction.hash().unwrap().to_vec(), hex(&text("hash")), "{name}");
                valid += 1;
            }
            (Ok(_), false) => of_chain += 1,
            (Err(_), true) => refused += 1,
            (Ok(transaction), true) => panic!("{name}: {exception}: {transaction:?}"),
            (Err(error), false) => panic!("{name}: {exception}: {error}"),
        }
    }
    assert!(
        valid >= 30 && of_chain >= 57 && refused >= 52,
        "{valid} valid, {of_chain} of the chain, {refused} refused"
    );
}

#[test]
fn the_blocks_of_nim_eth() {
    for (file, count) in [
        ("data/rlp/blocks_1_td_196416.rlp", 1),
        ("data/rlp/blocks_10_td_1971072_1.rlp", 10),
        ("data/rlp/blocks_1024_td_135112316.rlp", 1024),
    ] {
        let Some(path) = shared(file) else { return };
        let bytes = std::fs::read(path).unwrap();
        let (mut rest, mut blocks, mut parent) = (bytes.as_slice(), 0, None);
        while !rest.is_empty() {
            let (item, after) = Item::<Block>::take(rest).unwrap();
            let own = &rest[..rest.len() - after.len()];
            let block = agree::<Block, Rlp>(own).unwrap();
            assert_eq!(block, item);
            if let Some(parent) = parent {
                assert_eq!(block.header.parent_hash, parent);
            }
            parent = Some(block.header.hash().unwrap());
            (rest, blocks) = (after, blocks + 1);
        }
        assert_eq!(blocks, count);
    }
}

/// The view accepts and refuses the same bytes as the reader, and is the same value.
#[test]
fn views_of_blocks_and_transactions() {
    let Some(path) = shared("data/rlp/blocks_10_td_1971072_1.rlp") else { return };
    let bytes = std::fs::read(path).unwrap();
    let (mut rest, mut transactions) = (bytes.as_slice(), 0);
    while !rest.is_empty() {
        let (block, after) = Item::<Block>::take(rest).unwrap();
        let own = &rest[..rest.len() - after.len()];
        let view = BlockRlpView::from_rlp(own).unwrap();
        assert_eq!(view.to_owned().unwrap(), block);
        assert_eq!(view.transactions.len(), block.transactions.len());
        for (view, transaction) in view.transactions.iter().zip(&block.transactions) {
            assert_eq!(view.to_owned().unwrap(), *transaction);
            transactions += 1;
        }
        for index in 0..own.len() {
            let mut mutant = own.to_vec();
            mutant[index] ^= 1 << (index % 8);
            let (read, viewed) = (Block::from_rlp(&mutant), BlockRlpView::from_rlp(&mutant));
            match (read, viewed) {
                (Ok(block), Ok(view)) => assert_eq!(view.to_owned().unwrap(), block),
                (Err(read), Err(viewed)) => assert_eq!(read.to_string(), viewed.to_string()),
                (read, viewed) => panic!("{read:?} and {viewed:?}"),
            }
        }
        rest = after;
    }
    assert!(transactions > 0);
}

/// A header has as many bytes as it needs.
#[test]
fn headers_have_sizes_of_their_own_in_pictures() {
    let picture = layout(&describe(<Rlp as Schema<Withdrawal>>::ENCODING));
    let parts = picture.blocks[0].parts.iter().take(3);
    let parts: Vec<_> = parts.map(|part| (&part.offset[..], &part.size[..], &part.contents[..])).collect();
    let [list, number, index] = parts[..] else { panic!("{parts:?}") };
    assert_eq!(list, ("0", "n", "m, header of an RLP list"));
    assert_eq!(number, ("n", "k", "p, header of an RLP number"));
    assert_eq!(index, ("n + k", "p", "bytes"));
}

/// The status of a receipt is a quantity in JSON; before Byzantium, it was a root.
#[test]
fn the_status_of_a_receipt() {
    let receipt = |status: &str| {
        let content = hex(&format!("{status}80b90100{}c0", "00".repeat(256)));
        let size = u16::try_from(content.len()).unwrap().to_be_bytes();
        [&[0xf9][..], &size, &content].concat()
    };
    let root = "7".repeat(64);
    for (status, json) in [("80", "0x0"), ("01", "0x1"), (&format!("a0{root}"), &format!("0x{root}"))] {
        let bytes = receipt(status);
        agree::<Receipt, Envelope>(&bytes).unwrap();
        let printed = to_json(<Envelope as Schema<Receipt>>::ENCODING, &bytes).unwrap();
        let printed: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!((&printed["status"], &printed["type"]), (&json.into(), &"0x0".into()));
        assert_eq!(from_json(<Envelope as Schema<Receipt>>::ENCODING, &printed.to_string()).unwrap(), bytes);
        for wrong in ["0x", "0x00", "0x01", "0x2", "1", &format!("0x{}", "7".repeat(62))] {
            let mut printed = printed.clone();
            printed["status"] = wrong.into();
            assert!(from_json(<Envelope as Schema<Receipt>>::ENCODING, &printed.to_string()).is_err(), "{wrong}");
        }
    }
    let longer = format!("a1{root}77");
    for (status, name) in
        [("02", "User_invariant_guard"), ("820102", "User_invariant_guard"), (&longer, "Size_limit_exceeded")]
    {
        assert_eq!(agree::<Receipt, Envelope>(&receipt(status)).unwrap_err().kind().name(), name, "{status}");
    }
}

/// What the tools make of the schemas.
#[test]
fn generated_values_and_slices() {
    fn check<T, W>(name: &str)
    where
        W: for<'a> Reads<'a, T> + Writes<T> + Schema<T>,
    {
        for bytes in generate(W::ENCODING).max_bytes(1000).values(1).take(50) {
            let bytes = bytes.unwrap_or_else(|error| panic!("{name}: {error}"));
            agree::<T, W>(&bytes).unwrap_or_else(|error| panic!("{name}: {error}: {bytes:02x?}"));
            let sliced = slice(W::ENCODING, &bytes);
            assert_eq!(sliced.slices.iter().map(|slice| slice.bytes.len()).sum::<usize>(), bytes.len(), "{name}");
        }
        for invalid in generate(W::ENCODING).max_bytes(1000).almost_valid(1).take(100) {
            _ = agree::<T, W>(&invalid.bytes);
        }
        assert!(describe(W::ENCODING).to_string().contains("RLP"), "{name}");
    }
    check::<Transaction, Envelope>("a transaction");
    check::<Transaction, Rlp>("a transaction in a list");
    check::<Receipt, Envelope>("a receipt");
    check::<Block, Rlp>("a block");
    check::<Header, Rlp>("a header");
    check::<Withdrawal, Rlp>("a withdrawal");
}
