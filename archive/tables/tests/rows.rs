//! Rows of operations: valid ones, and ones that are cut or changed.

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use tezos_archive_store::{Block, Receipt};
use tezos_archive_tables::{Hashes, MichelineForm, Options, Rows};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{self, generate};
use tezos_hashes::keys::Ed25519PublicKeyHash;
use tezos_hashes::protocol::{SmartRollupAddress, SmartRollupCommitmentHash};
use tezos_protocols::Protocol;
use tezos_protocols::operation::{Contents, Manager};
use tezos_protocols::rollup::smart::{OutputProof, SmartRollupExecuteOutboxMessage};

use crate::made;

fn rows(blocks: &[Block], options: Options) -> Vec<(&'static str, RecordBatch)> {
    let mut rows = Rows::new(options);
    blocks.iter().for_each(|block| rows.push(block).unwrap());
    let names: Vec<_> = rows.names().collect();
    names.into_iter().zip(rows.finish().unwrap()).collect()
}

fn table<'r>(rows: &'r [(&str, RecordBatch)], name: &str) -> &'r RecordBatch {
    &rows.iter().find(|(known, _)| *known == name).unwrap().1
}

fn refusals(rows: &[(&str, RecordBatch)]) -> Vec<String> {
    let table = table(rows, "refusals");
    let text = |column: &str, row| {
        let column = table.column_by_name(column).unwrap().as_string::<i32>();
        if column.is_null(row) { "" } else { column.value(row) }.to_owned()
    };
    let row =
        |row| format!("{} {} {}: {}", text("protocol", row), text("part", row), text("path", row), text("reason", row));
    (0..table.num_rows()).map(row).collect()
}

/// All forms accept operations of every kind of every protocol, and each operation and each receipt is a row.
#[test]
fn operations_of_every_kind_are_rows() {
    let (blocks, missing) = made::blocks(4);
    assert!(missing.is_empty(), "no values of {missing:?}");
    let operations: usize = blocks.iter().flat_map(|block| &block.operations).map(Vec::len).sum();
    for (hashes, micheline) in [
        (Hashes::Base58, MichelineForm::Bytes),
        (Hashes::Binary, MichelineForm::Json),
        (Hashes::Base58, MichelineForm::Both),
    ] {
        let rows = rows(&blocks, Options { hashes, micheline });
        // Random numbers of any size may have no place in their column, which is told; all else is a row.
        let refused = refusals(&rows);
        let others: Vec<_> =
            refused.iter().filter(|row| !row.contains("has no place") && !row.contains("not UTF-8")).collect();
        assert!(others.is_empty(), "{others:#?}");
        assert_eq!(table(&rows, "operations").num_rows(), operations);
        assert_eq!(table(&rows, "blocks").num_rows(), blocks.len());
        // A `failing_noop` is in no block, and random bytes are no proof. Receipts rarely have an implicit operation, and refusals depend on the
        // numbers.
        let empty = rows.iter().filter(|(_, table)| table.num_rows() == 0).map(|(name, _)| *name);
        let others: Vec<_> = empty.filter(|name| !["implicit_operations", "refusals"].contains(name)).collect();
        assert_eq!(others, ["failing_noops", "outbox_messages"]);
    }
}

/// The message that an operation executes is a row of its own, if the proof is one of a rollup of WebAssembly.
#[test]
fn messages_of_rollups_are_rows() {
    let mut expected = 0;
    let mut blocks = Vec::new();
    for &protocol in Protocol::ALL.iter().filter(|protocol| **protocol >= Protocol::Nairobi) {
        let generator = generate(schema::at(OutputProof::ENCODING, protocol.revision()));
        let proofs = generator.values(3).flatten();
        let proofs: Vec<_> = proofs.filter(|bytes| protocol.decode::<OutputProof>(bytes).is_ok()).take(20).collect();
        assert!(!proofs.is_empty(), "{}", protocol.id());
        expected += proofs.len();
        let operation = |output_proof: Vec<u8>| {
            let (rollup, cemented_commitment) = (SmartRollupAddress([1; 20]), SmartRollupCommitmentHash([2; 32]));
            let message = SmartRollupExecuteOutboxMessage::new(rollup, cemented_commitment, output_proof);
            let source = Ed25519PublicKeyHash([3; 20]);
            let contents = Contents::SmartRollupExecuteOutboxMessage(Manager::new(source, 1u64, message));
            [&[9; 32][..], &protocol.encode(&contents).unwrap(), &[5; 64]].concat()
        };
        // Of another proof, only the bytes are known.
        let proofs = proofs.into_iter().chain([b"other".to_vec()]);
        let mut block = made::block(protocol, 7, proofs.map(|proof| (operation(proof), Vec::new())).collect());
        block.receipts = None;
        blocks.push(block);
    }
    let rows = rows(&blocks, Options::default());
    // What has no place is in the proof or in the made-up header.
    let is_known = |row: &String| row.contains("].output_proof: ") || row.contains(" header ");
    assert!(refusals(&rows).iter().all(is_known), "{:?}", refusals(&rows));
    assert_eq!(table(&rows, "smart_rollup_execute_outbox_messages").num_rows(), expected + blocks.len());
    let messages = table(&rows, "outbox_messages");
    assert_eq!(messages.num_rows(), expected);
    assert_eq!(messages.column_by_name("outbox_level").unwrap().null_count(), 0);
    assert_eq!(messages.column_by_name("level").unwrap().null_count(), 0);
}

/// A part that is cut or changed is a refusal, and no row of the other operations is lost.
#[test]
fn what_is_cut_is_refused_alone() {
    let (mut blocks, _) = made::blocks(2);
    let whole = rows(&blocks, Options::default());
    let block = blocks.iter_mut().find(|block| block.protocol.id() == "023-PtSeouLo").unwrap();
    let count = block.operations[0].len();
    let operations = table(&whole, "operations").num_rows();
    let already = refusals(&whole).len();
    for index in 0..count {
        let mut cut = block.clone();
        let operation = &mut cut.operations[0][index];
        *operation = operation.slice(..operation.len() / 2);
        let mut made = Rows::new(Options::default());
        made.push(&cut).unwrap();
        let names: Vec<_> = made.names().collect();
        let rows: Vec<_> = names.into_iter().zip(made.finish().unwrap()).collect();
        assert_eq!(table(&rows, "operations").num_rows(), count - 1, "operation {index}");
        let place = format!("operations[0][{index}] ");
        assert!(refusals(&rows).iter().any(|row| row.contains(&place)), "{:?}", refusals(&rows));
    }
    let receipts = block.receipts.as_mut().unwrap();
    for receipt in receipts.iter_mut().flatten() {
        if let Receipt::Metadata(bytes) = receipt {
            *receipt = Receipt::Metadata(bytes.slice(..bytes.len() - 1));
        }
    }
    let rows = rows(&blocks, Options::default());
    assert_eq!(table(&rows, "operations").num_rows(), operations);
    assert!(refusals(&rows).len() + already >= count);
    assert!(refusals(&rows).iter().filter(|row| row.contains(".receipt")).count() >= count);
}
