//! Differences between protocols: primitives, annotations, names of definitions.

use std::fs;

use tezos_encoding::schema::{Encoding, describe};
use tezos_encoding::{Decode, HasEncoding, HeapBudget, Limits, Reader, schema};
use tezos_protocols::Protocol::{
    self, Babylon, Edo, Genesis, Granada, Hangzhou, Ithaca, Kathmandu, ParisB, PsYLVpVv, Seoul, Tallinn,
};
use tezos_protocols::micheline::{Micheline, MichelineRef, Prim, Rules};

use crate::samples::{ALPHA, shared};

/// Returns the protocol that a file of layouts belongs to, or `None` for other files.
fn protocol(file: &str) -> Option<Protocol> {
    match file.strip_prefix("id_") {
        Some(rest) => rest.get(..3)?.parse().ok(),
        None => file.starts_with("alpha__").then_some(Protocol::Alpha),
    }
}

/// Returns the primitives in a layout, which has `7: name`, or `7:` with `doc: Name` on one of the next two lines.
fn listed(layout: &str) -> Vec<String> {
    let enums = layout.split_once("\nenums:\n").unwrap().1;
    let mut names = Vec::new();
    for line in enums.lines().skip(1).take_while(|line| line.starts_with("    ")) {
        let text = line.trim();
        match text.split_once(':') {
            Some(("id", id)) => names.push(id.trim().to_owned()),
            Some(("doc", doc)) => *names.last_mut().unwrap() = doc.trim().trim_matches('\'').to_owned(),
            Some((number, name)) if !name.is_empty() => {
                assert_eq!(number.parse(), Ok(names.len()));
                names.push(name.trim().to_owned());
            }
            _ => assert_eq!(text, format!("{}:", names.len())),
        }
    }
    names
}

#[test]
fn primitives_equal_those_of_the_layouts() {
    let Some(folder) = shared("ksy") else { return };
    let mut protocols = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        let (true, Some(protocol)) = (file.ends_with("script__prim.ksy"), protocol(file)) else { continue };
        let names = listed(&fs::read_to_string(&path).unwrap());
        let known: Vec<_> = (0..=255u8).map_while(|number| Prim::from(number).name_in(protocol)).collect();
        assert_eq!(known, names, "{file}");
        for (number, name) in (0..=255u8).map(Prim::from).zip(&names) {
            assert!(number.exists_in(protocol));
            assert_eq!(Prim::named_in(name, protocol), Some(number), "{file}");
        }
        protocols += 1;
    }
    assert_eq!(protocols, 22);
}

#[test]
fn definitions_have_the_names_of_octez() {
    let names = |encoding: &'static Encoding| {
        let description = describe(encoding).to_string();
        let has = |name: &str| description.contains(name);
        assert!(has("Prim__2_args__some_annots") && has("Prim__generic"), "{description}");
        encoding.definitions().iter().map(|(id, _)| *id).collect::<Vec<_>>()
    };
    assert_eq!(names(Rules::of(Seoul).encoding()), ["023-PtSeouLo.michelson.v1.primitives"]);
    assert_eq!(names(Micheline::ENCODING), [""; 0], "it belongs to all protocols");
    let mut encoding = Rules::of(Babylon).encoding();
    while let Encoding::Split(split) = encoding {
        encoding = split.inner;
    }
    assert_eq!(encoding.name(), "micheline.005-PsBabyM1.michelson_v1.expression");
}

/// Reads by the rules of a protocol, and checks that the schema agrees.
fn read(bytes: &[u8], protocol: Protocol) -> Result<Micheline, &'static str> {
    let rules = Rules::of(protocol);
    let mut reader = Reader::new(bytes);
    let read = Micheline::read_with(&mut reader, rules).map_err(|fault| fault.kind().name());
    let walked = schema::decode(rules.encoding(), bytes).map(drop).map_err(|error| error.kind().name().to_owned());
    assert_eq!(read.as_ref().map(drop).map_err(|name| (*name).to_owned()), walked);
    read
}

#[test]
fn a_protocol_refuses_later_primitives_and_invalid_annotations() {
    for (prim, first) in [
        (110, Genesis),
        (111, PsYLVpVv),
        (117, Babylon),
        (118, Edo),
        (141, Hangzhou),
        (147, Ithaca),
        (151, Kathmandu),
        (157, ParisB),
        (158, Seoul),
        (160, Tallinn),
    ] {
        let bytes = [3, prim];
        for protocol in Protocol::ALL {
            let expected = if *protocol < first { Err("No_case_matched") } else { Ok(()) };
            assert_eq!(read(&bytes, *protocol).map(drop), expected, "{prim} in {protocol}");
        }
    }
    assert_eq!(read(&[3, 161], Protocol::Alpha), Err("No_case_matched"));
    let annotated = |text: &[u8]| {
        let size = u32::try_from(text.len()).unwrap().to_be_bytes();
        [&[4, 3][..], &size, text].concat()
    };
    let table: [(&[u8], _, _); 6] = [
        (b"%a :b", Ok(()), Ok(())),
        (b"@", Ok(()), Ok(())),
        (b"a", Ok(()), Err("User_invariant_guard")),
        (b"%a ", Ok(()), Err("User_invariant_guard")),
        (&[b'%'; 255], Ok(()), Ok(())),
        (&[b'%'; 256], Err("Exception_raised_in_user_function"), Err("User_invariant_guard")),
    ];
    for (text, before, since) in table {
        let bytes = annotated(text);
        assert_eq!((read(&bytes, Granada).map(drop), read(&bytes, Hangzhou).map(drop)), (before, since), "{text:?}");
    }
}

/// The writer refuses what the reader of the newest protocol refuses.
#[test]
fn the_writer_refuses_what_the_reader_refuses() {
    let newest =
        |micheline: &Micheline| tezos_encoding::Encode::to_bytes(micheline).map_err(|error| error.kind().name());
    for (bytes, error) in [(&[3, 161][..], "No_case_matched"), (&[4, 3, 0, 0, 0, 1, b'a'], "User_invariant_guard")] {
        let any = Micheline::read_with(&mut Reader::new(bytes), Rules::ANY).unwrap();
        assert_eq!(newest(&any), Err(error));
        assert_eq!(Micheline::from_bytes(bytes).unwrap_err().kind().name(), error);
    }
    // Annotations are checked since protocol 011.
    let any = Micheline::read_with(&mut Reader::new(&[4, 3, 0, 0, 0, 1, b'a']), Rules::ANY).unwrap();
    for protocol in Protocol::ALL {
        assert_eq!(protocol.encode(&any).is_ok(), *protocol < Hangzhou, "{protocol}");
    }
}

/// Of all primitives in an expression the newest decides, wherever it is: read, built and copied.
#[test]
fn the_newest_primitive_of_an_expression_decides() {
    let newest = |prim: u8| Micheline::prim(Prim::from(prim), []);
    for (prim, since) in [(118, Edo), (147, Ithaca), (157, ParisB), (158, Seoul), (159, Tallinn)] {
        let [old, new] = [newest(0), newest(prim)];
        for args in [[new.clone(), old.clone()], [old.clone(), new.clone()], [Micheline::int(5), new.clone()]] {
            let built = Micheline::prim(Prim::Pair, args);
            let read = Micheline::read_with(&mut Reader::new(built.as_bytes()), Rules::ANY).unwrap();
            let copied = Micheline::seq([read.clone()]);
            for protocol in Protocol::ALL {
                for micheline in [&built, &read, &copied, &read.root().to_owned()] {
                    let written = protocol.encode(micheline).map(drop).map_err(|error| error.kind().name().to_owned());
                    let expected = if *protocol < since { Err("No_case_matched".to_owned()) } else { Ok(()) };
                    assert_eq!(written, expected, "{micheline} in {protocol}");
                }
            }
        }
        assert_eq!(protocol_of(prim), since);
    }
}

/// Returns the first protocol that reads and writes a primitive alone.
fn protocol_of(prim: u8) -> Protocol {
    let has = |protocol: &&Protocol| {
        let (read, written) = (protocol.decode::<Prim>(&[prim]), protocol.encode(&Prim::from(prim)));
        assert_eq!((read.is_ok(), written.is_ok()), (written.is_ok(), Prim::from(prim).exists_in(**protocol)));
        read.is_ok()
    };
    *Protocol::ALL.iter().find(has).unwrap()
}

/// Two primitives were renamed, and their old names went to new ones.
#[test]
fn old_names_of_primitives_depend_on_the_protocol() {
    for (name, number, since, until) in [
        ("sapling_transaction", 132, 8, 12),
        ("sapling_transaction_deprecated", 132, 13, ALPHA.into()),
        ("sapling_transaction", 150, 13, ALPHA.into()),
        ("TICKET", 136, 8, 14),
        ("TICKET_DEPRECATED", 136, 15, ALPHA.into()),
        ("TICKET", 154, 15, ALPHA.into()),
        ("EMIT", 151, 14, ALPHA.into()),
        ("Pair", 7, 5, ALPHA.into()),
    ] {
        for protocol in Protocol::ALL {
            let is_known = (since..=until).contains(&protocol.revision().0.max(5));
            let prim = Prim::named_in(name, *protocol).filter(|prim| prim.number() == number);
            assert_eq!(prim.is_some(), is_known, "{name} in {protocol}");
            assert_eq!(Prim::from(number).name_in(*protocol) == Some(name), is_known, "{name} in {protocol}");
        }
        let (micheline, json) = (Micheline::prim(Prim::from(number), []), format!(r#"{{"prim":"{name}"}}"#));
        for protocol in Protocol::ALL.iter().filter(|protocol| **protocol >= Babylon) {
            let is_known = (since..=until).contains(&protocol.revision().0);
            assert_eq!(
                protocol.to_json(&micheline).is_ok_and(|written| written == json),
                is_known,
                "{name} in {protocol}"
            );
            assert_eq!(
                protocol.from_json(&json).is_ok_and(|read: Micheline| read == micheline),
                is_known,
                "{name} in {protocol}"
            );
        }
    }
    assert_eq!("TICKET".parse::<Prim>().map(Prim::number), Ok(154));
    assert_eq!("TICKETS".parse::<Prim>().unwrap_err().to_string(), "no primitive has this name");
    assert_eq!((Prim::from(160).to_string(), Prim::from(161).to_string()), ("GET_ADDRESS_INDEX".into(), "161".into()));
    assert_eq!((Prim::from(161).name(), format!("[{:>5}]", Prim::Pair)), (None, "[ Pair]".into()));
}

/// Other bytes of a value are replaced by its canonical ones.
#[test]
fn expressions_are_made_canonical() {
    let none = [0, 0, 0, 0];
    let annots = [0, 0, 0, 2, b'%', b'a'];
    let generic = |args: &[u8], annots: &[u8]| [&[9, 7, 0, 0, 0, args.len() as u8][..], args, annots].concat();
    let table: [(&str, Vec<u8>, Vec<u8>); 13] = [
        ("minus zero", vec![0, 0x40], vec![0, 0]),
        ("minus zero below others", vec![2, 0, 0, 0, 6, 0, 5, 0, 0x40, 0, 5], vec![2, 0, 0, 0, 6, 0, 5, 0, 0, 0, 5]),
        ("minus zero of two bytes", vec![7, 7, 0, 0x40, 0, 0xc0, 1], vec![7, 7, 0, 0, 0, 0xc0, 1]),
        ("no annotations", [&[4, 7][..], &none].concat(), vec![3, 7]),
        ("no annotations of one argument", [&[6, 7, 0, 5][..], &none].concat(), vec![5, 7, 0, 5]),
        ("no annotations of two arguments", [&[8, 7, 0, 5, 0, 6][..], &none].concat(), vec![7, 7, 0, 5, 0, 6]),
        ("no arguments", generic(&[], &none), vec![3, 7]),
        ("one argument", generic(&[0, 5], &none), vec![5, 7, 0, 5]),
        ("two arguments", generic(&[0, 5, 0, 6], &none), vec![7, 7, 0, 5, 0, 6]),
        ("three arguments", generic(&[0, 5, 0, 6, 0, 7], &none), generic(&[0, 5, 0, 6, 0, 7], &none)),
        ("annotations", generic(&[], &annots), [&[4, 7][..], &annots].concat()),
        ("annotations of two", generic(&[0, 5, 0, 6], &annots), [&[8, 7, 0, 5, 0, 6][..], &annots].concat()),
        ("annotations of three", generic(&[0, 5, 0, 6, 0, 7], &annots), generic(&[0, 5, 0, 6, 0, 7], &annots)),
    ];
    for (name, bytes, canonical) in table {
        let read = Micheline::from_bytes(&bytes).unwrap();
        assert_eq!(read.as_bytes(), canonical, "{name}");
        assert_eq!(read, Micheline::from_bytes(&canonical).unwrap(), "{name}");
        assert_eq!(MichelineRef::from_bytes(&bytes).unwrap().to_owned().as_bytes(), canonical, "{name}");
        // The same below another node, read from bytes and copied.
        let below = [&[5, 9][..], &bytes].concat();
        assert_eq!(Micheline::from_bytes(&below).unwrap().as_bytes(), [&[5, 9][..], &canonical].concat(), "{name}");
    }
}

/// The charges are those of the index, of the open nodes, and of the builder for bytes that are not canonical.
#[test]
fn limits_are_exact() {
    let wide = [&[2, 0, 0, 0, 200][..], &[0, 5].repeat(100)].concat();
    let pairs = [[7, 7, 0, 5].repeat(5), vec![0, 6]].concat();
    let not_canonical = [[5, 9].repeat(3), vec![0, 0x40]].concat();
    for (bytes, levels, index, others) in [
        (&[0, 5][..], 1, 8, 0),
        (&wide, 2, 8 * 101, 4 * 40),
        (&pairs, 6, 8 * 11, (4 + 8) * 40),
        (&not_canonical, 4, 8 * 4, 4 * 40 + 4 * 120),
    ] {
        let read = |levels| Micheline::from_bytes_with(bytes, Limits::default().with_max_depth(levels)).map(drop);
        assert_eq!(read(levels), Ok(()), "{bytes:02x?}");
        assert_eq!(read(levels - 1).unwrap_err().kind().name(), "Too_deep", "{bytes:02x?}");
        let budget = HeapBudget::new(1 << 20);
        Micheline::from_bytes_within(bytes, Limits::default(), &budget).unwrap();
        let charged = (1 << 20) - budget.left();
        // The sizes of open nodes and of a builder's nodes are those of machines with 64 bits.
        assert!(charged == bytes.len() + index + others || cfg!(not(target_pointer_width = "64")), "{charged}");
        let within = |heap| {
            let budget = HeapBudget::new(heap);
            Micheline::from_bytes_within(bytes, Limits::default(), &budget).map(|_| budget.left())
        };
        assert_eq!(within(charged), Ok(0), "{bytes:02x?}");
        assert_eq!(within(charged - 1).unwrap_err().kind().name(), "Heap_exceeded", "{bytes:02x?}");
    }
}
