//! Properties of generated expressions, and of expressions whose bytes are changed.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use tezos_encoding::{Decode, Encode, FromJson, HasEncoding, ToJson, Z, schema};
use tezos_protocols::micheline::{Alignment, Micheline, MichelineBuilder, Prim, Rules, parse};

use super::Any;

fn annots() -> impl Strategy<Value = String> {
    vec("[@:$&%!?][a-zA-Z0-9_.%@]{0,4}", 0..3).prop_map(|annots| annots.join(" "))
}

/// Generates any expression of the newest protocol.
fn expressions() -> impl Strategy<Value = Micheline> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Micheline::int),
        any::<i128>().prop_map(|number| Micheline::number(&Z::from(number))),
        ".{0,9}".prop_map(Micheline::string),
        vec(any::<u8>(), 0..9).prop_map(Micheline::bytes),
    ];
    leaf.prop_recursive(8, 60, 5, |inner| -> BoxedStrategy<Micheline> {
        let application = (0..=160u8, vec(inner.clone(), 0..5), annots()).prop_map(|(prim, args, annots)| {
            let mut builder = MichelineBuilder::new();
            builder.open(Prim::from(prim));
            args.iter().for_each(|arg| builder.add(arg.root()));
            builder.close(annots);
            builder.finish().unwrap()
        });
        prop_oneof![3 => application, 1 => vec(inner, 0..5).prop_map(Micheline::seq)].boxed()
    })
}

/// Generates the bytes of an expression, some of them changed.
fn almost() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<usize>(), prop_oneof![any::<u8>(), 0..=10u8, Just(0x40), Just(0x80)]);
    (expressions(), vec(change, 0..4), any::<bool>()).prop_map(|(micheline, changes, cut)| {
        let mut bytes = micheline.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
            if cut && at > 0 {
                bytes.truncate(at);
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn expressions_round_trip(micheline in expressions(), width in 0..100usize) {
        let bytes = micheline.to_bytes().unwrap();
        assert_eq!(Micheline::from_bytes(&bytes).unwrap(), micheline);
        assert_eq!(Micheline::from_json(&micheline.to_json().unwrap()).unwrap(), micheline);
        assert_eq!(parse(&micheline.pretty(width).to_string(), Alignment::Checked).unwrap(), micheline);
    }

    #[test]
    fn the_reader_and_the_schema_agree(bytes in almost()) {
        for (encoding, read) in [
            (Any::ENCODING, Any::from_bytes(&bytes).map(|any| any.0)),
            (Micheline::ENCODING, Micheline::from_bytes(&bytes)),
        ] {
            match (schema::decode(encoding, &bytes), read) {
                (Ok(value), Ok(micheline)) => {
                    // The schema may write other bytes than the shortest, but these are read as an equal expression.
                    let written = schema::encode(encoding, &value).unwrap();
                    let again = Micheline::read_with(&mut tezos_encoding::Reader::new(&written), Rules::ANY).unwrap();
                    assert_eq!(again, micheline);
                    let canonical = Any::from_bytes(micheline.as_bytes()).unwrap().0;
                    assert_eq!(canonical, micheline);
                }
                (Err(walked), Err(error)) => {
                    assert_eq!((walked.kind(), walked.offset()), (error.kind(), error.offset()));
                }
                (walked, read) => panic!("{walked:?}, {read:?}"),
            }
        }
    }
}
