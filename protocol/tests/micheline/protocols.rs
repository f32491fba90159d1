//! Differences between protocols: primitives, annotations, names of definitions.

use std::fs;

use tezos_encoding::schema::{Encoding, describe};
use tezos_encoding::{Decode, HasEncoding, Reader, schema};
use tezos_protocol::micheline::{Micheline, Prim, Rules};

use crate::samples::shared;

/// Returns the number of the protocol that a file of layouts belongs to, or `None` for other files.
fn protocol(file: &str) -> Option<u16> {
    match file.strip_prefix("id_") {
        Some(rest) => rest.get(..3)?.parse().ok(),
        None => file.starts_with("alpha__").then_some(26),
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
        let (true, Some(version)) = (file.ends_with("script__prim.ksy"), protocol(file)) else { continue };
        let names = listed(&fs::read_to_string(&path).unwrap());
        let known: Vec<_> = (0..=255u8).map_while(|number| Prim::from(number).name_in(version)).collect();
        assert_eq!(known, names, "{file}");
        for (number, name) in (0..=255u8).map(Prim::from).zip(&names) {
            assert!(number.exists_in(version));
            assert_eq!(Prim::named_in(name, version), Some(number), "{file}");
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
    assert_eq!(names(Rules::of(23).encoding()), ["023-PtSeouLo.michelson.v1.primitives"]);
    assert_eq!(names(Micheline::ENCODING), [""; 0], "it belongs to all protocols");
    let mut encoding = Rules::of(5).encoding();
    while let Encoding::Split(split) = encoding {
        encoding = split.inner;
    }
    assert_eq!(encoding.name(), "micheline.005-PsBabyM1.michelson_v1.expression");
}

/// Reads by the rules of a protocol, and checks that the schema agrees.
fn read(bytes: &[u8], version: u16) -> Result<Micheline, &'static str> {
    let rules = Rules::of(version);
    let mut reader = Reader::new(bytes);
    let read = Micheline::read_with(&mut reader, rules).map_err(|fault| fault.kind().name());
    let walked = schema::decode(rules.encoding(), bytes).map(drop).map_err(|error| error.kind().name().to_owned());
    assert_eq!(read.as_ref().map(drop).map_err(|name| (*name).to_owned()), walked);
    read
}

#[test]
fn a_protocol_refuses_later_primitives_and_invalid_annotations() {
    for (prim, first) in [(117, 5), (118, 8), (141, 11), (147, 12), (151, 14), (157, 19), (158, 23), (160, 24)] {
        let bytes = [3, prim];
        for version in 5..30 {
            let expected = if version < first { Err("No_case_matched") } else { Ok(()) };
            assert_eq!(read(&bytes, version).map(drop), expected, "{prim} in {version}");
        }
    }
    assert_eq!(read(&[3, 161], u16::MAX), Err("No_case_matched"));
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
        assert_eq!((read(&bytes, 10).map(drop), read(&bytes, 11).map(drop)), (before, since), "{text:?}");
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
}
