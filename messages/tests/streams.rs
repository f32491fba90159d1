//! Files of many values, which are not read into memory as a whole.

use std::fs::{self, File};
use std::path::Path;

use allocation_counter::measure;
use tezos_encoding::stream::{StreamDecoder, StreamError, StreamSettings, Values};
use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader};
use tezos_messages::block_header::BlockHeader;
use tezos_messages::operation::RawOperation;
use tezos_messages::p2p::PeerMessage;

use crate::common::{bytes, lines, shared, sized, unhex};

/// A block in a file.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Block {
    #[encoding(dynamic)]
    header: BlockHeader,
    #[encoding(dynamic, list, dynamic, list, dynamic)]
    operations: Vec<Vec<RawOperation>>,
}

/// Returns the bytes of each block in a file of the data.
fn blocks(path: &Path) -> Vec<Vec<u8>> {
    let block = |line: &serde_json::Value| {
        let operation = |operation: &serde_json::Value| sized(&unhex(operation.as_str().unwrap()));
        let pass =
            |pass: &serde_json::Value| sized(&pass.as_array().unwrap().iter().flat_map(operation).collect::<Vec<_>>());
        let passes: Vec<_> = line["operations"].as_array().unwrap().iter().flat_map(pass).collect();
        [sized(&bytes(line, "header")), sized(&passes)].concat()
    };
    lines(path).iter().map(block).collect()
}

#[test]
fn a_file_of_blocks_takes_the_heap_of_one_block() {
    let files = ["data/blocks_carthage/blocks.jsonl", "data/blocks_mainnet/blocks.jsonl"];
    let Some(files) = files.map(shared).into_iter().collect::<Option<Vec<_>>>() else { return };
    let blocks: Vec<_> = files.iter().flat_map(|path| blocks(path)).collect();
    let largest = blocks.iter().map(Vec::len).max().unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocks");
    fs::write(&path, blocks.concat().repeat(5)).unwrap();
    let file_bytes = usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();

    // Only one block and its bytes are in memory at a time.
    let mut read = 0;
    let taken = measure(|| {
        for block in Values::<_, Block>::new(File::open(&path).unwrap()) {
            assert!(!block.unwrap().operations.is_empty());
            read += 1;
        }
    });
    println!("{read} blocks of {file_bytes} bytes, the largest of {largest}: {} bytes of heap", taken.bytes_max);
    assert_eq!(read, 5 * blocks.len());
    assert!(file_bytes > 10 * largest, "{file_bytes} bytes");
    assert!(taken.bytes_max < 8 * largest as u64, "{taken:?}");

    // The blocks equal those that were written.
    let values = Values::<_, Block>::new(File::open(&path).unwrap());
    for (read, written) in values.zip(blocks.iter().cycle()) {
        assert!(read.unwrap().to_bytes().unwrap() == *written);
    }

    // A truncated file: the error has the offset of the incomplete block.
    fs::write(&path, [&blocks.concat()[..], &blocks[0][..100]].concat()).unwrap();
    let error = Values::<_, Block>::new(File::open(&path).unwrap()).find_map(Result::err).unwrap();
    assert!(error.is_early_end(), "{error}");
    assert_eq!(error.start(), Some(blocks.concat().len() as u64));
    fs::remove_file(&path).unwrap();
}

#[test]
fn concatenated_messages_are_decoded() {
    let Some(path) = shared("data/p2p_operations_for_blocks/messages.jsonl") else { return };
    let messages: Vec<_> = lines(&path).iter().map(|line| sized(&bytes(line, "hex"))).collect();
    let stream = messages.concat();
    for size in [1 << 10, 65_536] {
        let mut decoder = StreamDecoder::<PeerMessage>::default();
        let mut found = 0;
        for chunk in stream.chunks(size) {
            decoder.feed(chunk);
            while let Some(message) = decoder.next_value().unwrap() {
                assert!(message == PeerMessage::from_bytes(&messages[found]).unwrap());
                found += 1;
            }
        }
        assert_eq!((found, decoder.offset()), (messages.len(), stream.len() as u64));
    }
}

/// A size prefix announces a gigabyte, but only ten bytes follow.
#[test]
fn announced_bytes_take_no_memory() {
    let bytes = [&0x3fff_ffff_u32.to_be_bytes()[..], &[1; 10]].concat();
    let settings = StreamSettings::default().with_value_max_bytes(usize::MAX);
    let mut error = None;
    let taken = measure(|| error = Values::<_, String>::with_settings(bytes.as_slice(), settings).next());
    let Some(Err(StreamError::EndsEarly { start: 0, error })) = error else { panic!("{error:?}") };
    assert_eq!(error.missing().unwrap().get(), 0x3fff_ffff - 10);
    assert!(taken.bytes_max < 40 << 10, "{taken:?}");
    let mut decoder = StreamDecoder::<String>::new(settings);
    let taken = measure(|| {
        decoder.feed(&bytes);
        assert!(decoder.next_value().unwrap().is_none());
    });
    assert!(taken.bytes_max < 1 << 10, "{taken:?}");
    // The default limit refuses it.
    let error = Values::<_, String>::new(bytes.as_slice()).next().unwrap().unwrap_err();
    assert!(matches!(error, StreamError::TooLong { start: 0, limit: 0x100_0000 }), "{error}");
}
