//! 200,000 levels on a stack of 2 MiB: no function is recursive.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::thread;

use tezos_encoding::HasEncoding;
use tezos_encoding::{Decode, Encode, FromJson, HeapBudget, Limits, ToJson, Validate, View, schema};
use tezos_protocols::micheline::{Alignment, ExprKind, Micheline, MichelineRef, pack, parse, unpack};

const LEVELS: usize = 200_000;

/// Returns a deep value for each way to nest nodes.
fn deep() -> Vec<(&'static str, Vec<u8>)> {
    let around = |head: &[u8], tail: &[u8]| [head.repeat(LEVELS), vec![0, 9], tail.repeat(LEVELS)].concat();
    let annots = [0, 0, 0, 2, b'%', b'a'];
    // Built from the innermost sequence outward, so in reverse order of the bytes.
    let mut sequences = vec![9u8, 0];
    for _ in 0..LEVELS {
        let size = u32::try_from(sequences.len()).unwrap().to_le_bytes();
        sequences.extend(size);
        sequences.push(2);
    }
    sequences.reverse();
    vec![
        ("one argument", around(&[5, 9], &[])),
        ("one argument and annotations", around(&[6, 9], &annots)),
        ("the second of two arguments", around(&[7, 7, 0, 1], &[])),
        ("the first of two arguments", around(&[7, 7], &[0, 1])),
        ("two arguments and annotations", around(&[8, 7, 0, 1], &annots)),
        ("sequences", sequences),
    ]
}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn bytes_of_many_levels_round_trip() {
    on_a_small_stack(|| {
        for (name, bytes) in deep() {
            let micheline = Micheline::from_bytes(&bytes).unwrap();
            assert_eq!(Micheline::validate(&bytes), Ok(()), "{name}");
            assert_eq!(micheline.to_bytes().unwrap(), bytes, "{name}");
            let copy = micheline.clone();
            assert_eq!(copy, micheline, "{name}");
            let (mut one, mut other) = (DefaultHasher::new(), DefaultHasher::new());
            Hash::hash(&copy, &mut one);
            Hash::hash(&micheline, &mut other);
            assert_eq!(one.finish(), other.finish());
            drop(copy);
            let view = MichelineRef::from_bytes(&bytes).unwrap();
            assert_eq!(Micheline::from_view(&view).unwrap(), micheline, "{name}");
            assert_eq!(unpack(&pack(&micheline).unwrap()).unwrap(), micheline, "{name}");
            // The last byte is missing, or there is one byte too many.
            let cut = Micheline::from_bytes(&bytes[..bytes.len() - 1]).unwrap_err();
            assert_eq!(cut.kind().name(), "Not_enough_data", "{name}");
            let longer = Micheline::from_bytes(&[&bytes[..], &[0]].concat()).unwrap_err();
            assert_eq!((longer.kind().name(), longer.offset()), ("Extra_bytes", bytes.len()), "{name}");
            // Descends to the innermost node.
            let (mut node, mut levels) = (micheline.root(), 0);
            while let Some(child) = node.children().max_by_key(|child| child.as_bytes().len()) {
                (node, levels) = (child, levels + 1);
            }
            assert!(levels == LEVELS, "{name}: {levels}");
            assert!(matches!(node.kind(), ExprKind::Int(_)));
        }
    });
}

#[test]
fn text_of_many_levels_round_trip() {
    on_a_small_stack(|| {
        for (name, bytes) in deep() {
            let micheline = Micheline::from_bytes(&bytes).unwrap();
            for width in [80, usize::MAX] {
                let text = micheline.pretty(width).to_string();
                assert_eq!(parse(&text, Alignment::Checked).unwrap(), micheline, "{name}");
            }
            assert!(format!("{micheline:?}").len() > LEVELS);
        }
    });
}

#[test]
fn json_of_many_levels_round_trip() {
    on_a_small_stack(|| {
        // Only every second one, because each takes a second.
        for (name, bytes) in deep().into_iter().skip(1).step_by(2) {
            let micheline = Micheline::from_bytes(&bytes).unwrap();
            let json = micheline.to_json().unwrap();
            assert_eq!(Micheline::from_json(&json).unwrap(), micheline, "{name}");
            assert!(schema::decode(Micheline::ENCODING, &bytes).is_ok(), "{name}");
        }
    });
}

#[test]
fn limits_of_the_caller_apply() {
    let bytes = [[5, 9].repeat(10), vec![0, 9]].concat();
    let read = |levels| Micheline::from_bytes_with(&bytes, Limits::default().with_max_depth(levels));
    assert!(read(11).is_ok());
    assert_eq!(read(10).unwrap_err().kind().name(), "Too_deep");
    let within = |heap| Micheline::from_bytes_within(&bytes, Limits::default(), &HeapBudget::new(heap));
    assert!(within(4000).is_ok());
    assert_eq!(within(bytes.len() + 8 * 11 - 1).unwrap_err().kind().name(), "Heap_exceeded");
}
