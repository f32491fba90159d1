//! Fields and variants that only some revisions of a format include.

use tezos_encoding::schema::{self, Value, from_json, to_json};
use tezos_encoding::{
    Arena, BinWriter, Decode, Encode, HasEncoding, HeapBudget, Lazy, Limits, NomReader, Revision, RevisionNames, View,
};

use crate::common::written;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Vote {
    level: u32,
    #[encoding(since = 12)]
    round: Option<u32>,
    /// Replaced by `round`.
    #[encoding(until = 11, name = "slot")]
    old_slot: Option<u16>,
    #[encoding(since = 16, dynamic, list = 3)]
    keys: Option<Vec<Key>>,
    #[encoding(since = 12, until = 15, name = "slot", option)]
    maybe_slot: Option<Option<u8>>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
enum Key {
    Ed25519([u8; 2]),
    #[encoding(since = 14)]
    Bls([u8; 3]),
    #[encoding(tag = 5, until = 12)]
    Old(u8),
    #[encoding(tag = 5, since = 13)]
    New(u16),
}

fn vote(revision: u16) -> Vote {
    let new = revision >= 12;
    Vote {
        level: 7,
        round: new.then_some(8),
        old_slot: (!new).then_some(9),
        keys: (revision >= 16).then(|| vec![Key::Bls([1, 2, 6]), Key::New(3)]),
        maybe_slot: (12..16).contains(&revision).then_some(Some(4)),
    }
}

#[test]
fn a_revision_has_its_own_fields() {
    for (revision, bytes, json) in [
        (3, &[0, 0, 0, 7, 0, 9][..], r#"{"level":7,"slot":9}"#),
        (11, &[0, 0, 0, 7, 0, 9], r#"{"level":7,"slot":9}"#),
        (12, &[0, 0, 0, 7, 0, 0, 0, 8, 0xff, 4], r#"{"level":7,"round":8,"slot":4}"#),
        (
            16,
            &[0, 0, 0, 7, 0, 0, 0, 8, 0, 0, 0, 7, 1, 1, 2, 6, 5, 0, 3],
            r#"{"level":7,"round":8,"keys":["010206",3]}"#,
        ),
    ] {
        let (value, at) = (vote(revision), Revision(revision));
        assert_eq!(at.encode(&value).unwrap(), bytes, "{revision}");
        assert_eq!(at.decode::<Vote>(bytes).unwrap(), value);
        let view = at.view::<Vote>(bytes).unwrap();
        assert_eq!(view.to_owned().unwrap(), value);
        assert_eq!(view.keys.map(|keys| keys.iter().count()), value.keys.as_ref().map(Vec::len));
        assert_eq!(at.to_json(&value).unwrap(), json);
        assert_eq!(at.from_json::<Vote>(json).unwrap(), value);
        for other in [3, 11, 12, 15, 16, 20] {
            let written = Revision(other).encode(&value);
            assert_eq!(written.is_ok(), vote(other) == value, "{value:?} in {other}");
        }
    }
}

#[test]
fn a_schema_stands_for_the_newest_revision() {
    let bytes = Revision::NEWEST.encode(&vote(16)).unwrap();
    assert_eq!(Revision::NEWEST.decode::<Vote>(&bytes).unwrap(), vote(16));
    let json = to_json(Vote::ENCODING, &bytes).unwrap();
    assert_eq!(Revision::NEWEST.from_json::<Vote>(&json).unwrap(), vote(16));
    assert_eq!(from_json(Vote::ENCODING, &json).unwrap(), bytes);
    let error = Revision::NEWEST.encode(&vote(11)).unwrap_err();
    assert_eq!(error.to_string(), "round: the field is missing (Missing_field)");
}

/// Which types have no methods without a revision.
#[test]
fn only_types_whose_bytes_mean_different_values_depend_on_the_revision() {
    /// A format whose revisions only add cases.
    #[derive(HasEncoding, NomReader, BinWriter)]
    #[encoding(json(tagged))]
    enum Appended {
        #[encoding(tag = 0)]
        Old(u8),
        #[encoding(tag = 1, since = 2)]
        New(u16),
    }
    /// A format of which a case was removed.
    #[derive(HasEncoding, NomReader, BinWriter)]
    enum Removed {
        #[encoding(tag = 0, until = 2)]
        _Old(u8),
    }
    #[derive(HasEncoding, NomReader, BinWriter)]
    enum Replaced {
        #[encoding(tag = 0, until = 2)]
        _Old(u8),
        #[encoding(tag = 0, since = 3)]
        _New(u8),
    }
    #[derive(HasEncoding, NomReader, BinWriter)]
    struct Around<T>(#[encoding(dynamic, list)] Vec<T>, Option<Appended>);
    #[derive(HasEncoding, NomReader, BinWriter)]
    #[encoding(compact)]
    struct Shared(Option<Vote>);

    /// Returns what the reader and the writer say.
    fn facts<T: for<'a> NomReader<'a> + BinWriter>() -> [bool; 2] {
        [<T as NomReader>::FACTS.by_revision, <T as BinWriter>::FACTS.by_revision]
    }
    let dependent = [facts::<Vote>(), facts::<Key>(), facts::<Replaced>(), facts::<Around<Vote>>(), facts::<Shared>()];
    assert_eq!(dependent, [[true; 2]; 5]);
    assert_eq!(
        [facts::<Appended>(), facts::<Removed>(), facts::<Around<u8>>(), facts::<Lazy<Vote>>()],
        [[false; 2]; 4]
    );

    assert_eq!(Appended::from_bytes(&[1, 0, 7]).unwrap().to_bytes(), Ok(vec![1, 0, 7]));
}

/// The methods of a revision do what those of `Decode` and `Encode` do.
#[test]
fn a_revision_has_the_methods_of_decode_and_encode() {
    let (at, value) = (Revision(13), vote(13));
    let bytes = at.encode(&value).unwrap();
    let longer = [&bytes[..], &[7]].concat();
    assert_eq!(at.decode_prefix::<Vote>(&longer).unwrap(), (vote(13), &[7][..]));
    assert_eq!(at.decode_canonical::<Vote>(&bytes).unwrap(), vote(13));
    assert_eq!(at.decode_with::<Vote>(&bytes, Limits::default()).unwrap(), vote(13));
    let budget = HeapBudget::new(bytes.len());
    assert_eq!(at.decode_within::<Vote>(&bytes, Limits::default(), &budget).unwrap(), vote(13));
    let exceeded = at.decode_within::<Vote>(&bytes, Limits::default(), &HeapBudget::new(bytes.len() - 1));
    assert_eq!(exceeded.unwrap_err().kind().name(), "Heap_exceeded");

    let revised = at.of(&value);
    let (mut appended, mut slice) = (Vec::new(), [0; 100]);
    assert_eq!((revised.to_bytes(), revised.encoded_len()), (Ok(bytes.clone()), Ok(bytes.len())));
    assert_eq!((revised.encode_into(&mut appended), appended), (Ok(bytes.len()), bytes.clone()));
    assert_eq!((revised.write_to_slice(&mut slice), &slice[..bytes.len()]), (Ok(bytes.len()), &bytes[..]));
    // A value of one revision among values of another.
    let (newest, old) = (Revision::NEWEST.of(&value), Revision(11).encode(&(&revised, vote(11))).unwrap());
    assert_eq!(old, [bytes, Revision(11).encode(&vote(11)).unwrap()].concat());
    assert!(newest.to_bytes().is_err());

    let json = at.json(&value).unwrap();
    assert_eq!((json.to_string(), String::from(json.clone())), (at.to_json(&value).unwrap(), json.as_str().to_owned()));
}

/// The names of revisions in errors.
#[test]
fn errors_have_the_names_of_revisions() {
    let names =
        RevisionNames::new(|revision| ["eleven", "twelve"].get(usize::from(revision.0.wrapping_sub(11))).copied());
    let error = Revision(11).encode(&Vote { round: Some(1), ..vote(11) }).unwrap_err();
    let named = error.clone().with_revision_names(names);
    assert_eq!(
        named.to_string(),
        "round: only revisions from twelve on have this field or case, and eleven is being written (Other_revision)"
    );
    assert_eq!((named == error, format!("{names:?}")), (true, "RevisionNames".to_owned()));
    let error = Revision(13).encode(&Key::Old(9)).unwrap_err().with_revision_names(names);
    assert_eq!(
        error.to_string(),
        "only revisions up to twelve have this field or case, and 13 is being written (Other_revision)"
    );
    let error = Revision(13).to_json(&Key::Old(9)).unwrap_err().with_revision_names(names).to_string();
    assert!(error.contains("up to twelve"), "{error}");
}

#[test]
fn a_revision_refuses_what_it_does_not_include() {
    let error = Revision(13).decode::<Key>(&[1, 0, 0]).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("Unexpected_tag", 0));
    assert_eq!(Revision(12).decode::<Key>(&[5, 9]).unwrap(), Key::Old(9));
    assert_eq!(Revision(13).decode::<Key>(&[5, 0, 9]).unwrap(), Key::New(9));
    let error = Revision(13).encode(&Key::Old(9)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "only revisions up to 12 have this field or case, and 13 is being written (Other_revision)"
    );
    let error = Revision::NEWEST.encode(&Key::Old(9)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "only revisions up to 12 have this field or case, and the newest is being written (Other_revision)"
    );
    let error = Revision(11).encode(&Vote { round: Some(1), ..vote(11) }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "round: only revisions from 12 on have this field or case, and 11 is being written (Other_revision)"
    );
    let error = Revision(12).decode::<Vote>(&[0, 0, 0, 7, 0, 0]).unwrap_err();
    assert_eq!((error.path().to_string(), error.offset()), ("round".to_owned(), 4));
    let error = Revision(11).from_json::<Vote>(r#"{"level":7,"slot":9,"round":8}"#).unwrap_err();
    assert!(error.to_string().contains("unexpected field \"round\""), "{error}");
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Old {
    #[encoding(until = 11)]
    limit: Option<u8>,
    #[encoding(until = 11)]
    slot: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct New {
    #[encoding(since = 12)]
    limit: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Merged {
    #[encoding(flatten)]
    old: Old,
    #[encoding(flatten)]
    new: New,
}

/// Two of the merged objects may use the same name if no revision has both fields; a name that no object has is
/// refused.
#[test]
fn merged_objects_share_names_of_different_revisions() {
    let old = Merged { old: Old { limit: Some(7), slot: Some(8) }, new: New { limit: None } };
    let new = Merged { old: Old { limit: None, slot: None }, new: New { limit: Some(7) } };
    for (revision, value, json) in [(11, old, r#"{"limit":7,"slot":8}"#), (12, new, r#"{"limit":7}"#)] {
        assert_eq!(Revision(revision).to_json(&value).unwrap(), json);
        assert_eq!(Revision(revision).from_json::<Merged>(json).unwrap(), value);
    }
    let error = Revision(12).from_json::<Merged>(r#"{"limit":7,"slot":8}"#).unwrap_err();
    assert!(error.to_string().contains("unexpected field \"slot\""), "{error}");
}

/// Blocks inside of a block whose size prefix has no fixed width.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Enclosed {
    #[encoding(short_dynamic)]
    old: Old,
    #[encoding(dynamic(kind = "n"), list, short_dynamic)]
    list: Vec<Old>,
    #[encoding(suffix_len(kind = "u8"), list, short_dynamic)]
    last: Vec<Old>,
}

/// Sizes are measured in the revision that is written.
#[test]
fn fields_of_a_revision_inside_blocks() {
    let old = || Old { limit: Some(7), slot: Some(8) };
    let value = Enclosed { old: old(), list: vec![old(), old()], last: vec![old()] };
    let bytes = [2, 7, 8, 6, 2, 7, 8, 2, 7, 8, 2, 7, 8, 3];
    assert_eq!(Revision(11).encode(&value).unwrap(), bytes);
    assert_eq!(Revision(11).decode::<Enclosed>(&bytes).unwrap(), value);
    let error = Revision(12).encode(&value).unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string()), ("Other_revision", "old.limit".to_owned()));
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
struct Chain {
    #[encoding(short_dynamic)]
    old: Old,
    next: Option<Box<Chain>>,
}

#[test]
fn fields_of_a_revision_in_an_arena() {
    let bytes = [2, 7, 8, 0xff, 2, 7, 8, 0];
    let arena = Revision(11).decode::<Arena<Chain>>(&bytes).unwrap();
    assert_eq!(Revision(11).encode(&arena).unwrap(), bytes);
    let chain = Revision(11).decode::<Chain>(&bytes).unwrap();
    for (revision, path) in [(Revision(12), "next.old.limit"), (Revision::NEWEST, "next.old.limit")] {
        let error = revision.encode(&arena).unwrap_err();
        assert_eq!((error.kind().name(), error.path().to_string()), ("Other_revision", path.to_owned()));
        assert_eq!(revision.encode(&chain).unwrap_err().kind(), error.kind());
    }
    assert_eq!(Revision(11).decode::<Chain>(&bytes).unwrap().next.unwrap().old, Old { limit: Some(7), slot: Some(8) });
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Keys {
    #[encoding(short_dynamic, list)]
    keys: Vec<Key>,
    boxed: Box<Key>,
}

/// Elements and boxes of a view are decoded in its revision.
#[test]
fn values_inside_a_view_of_a_revision() {
    let view = Revision(12).view::<Keys>(&[4, 5, 9, 5, 8, 5, 7]).unwrap();
    assert_eq!(view.keys.iter().collect::<Vec<_>>(), [KeyView::Old(9), KeyView::Old(8)]);
    assert_eq!((view.keys.get(1), view.boxed.get()), (Some(KeyView::Old(8)), Ok(KeyView::Old(7))));
    assert_eq!(*view.to_owned().unwrap().boxed, Key::Old(7));
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Held {
    vote: Lazy<Vote>,
    keys: Vec<Key>,
}

/// The revision also applies to values that are printed to a separate text, and to the cases that a text may mean.
#[test]
fn values_inside_have_the_same_revision() {
    let lazy = |revision| Lazy::new(Revision(revision).encode(&vote(revision)).unwrap());
    for (revision, json) in [
        (11, r#"{"vote":{"level":7,"slot":9},"keys":[9]}"#),
        (12, r#"{"vote":{"level":7,"round":8,"slot":4},"keys":[9]}"#),
        (15, r#"{"vote":{"level":7,"round":8,"slot":4},"keys":[9]}"#),
    ] {
        let keys = vec![if revision < 13 { Key::Old(9) } else { Key::New(9) }];
        let held = Held { vote: lazy(revision), keys };
        assert_eq!(Revision(revision).to_json(&held).unwrap(), json);
        assert_eq!(Revision(revision).from_json::<Held>(json).unwrap(), held);
    }
    let old = Value::Case { index: 2, payload: Box::new(Value::Int(9)) };
    assert_eq!(schema::encode(Key::ENCODING, &old).unwrap_err().kind().name(), "Other_revision");
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Reveal {
    key: u8,
    #[encoding(since = 23, option, dynamic, bytes)]
    proof: Option<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Batch {
    #[encoding(dynamic, list, short_dynamic)]
    reveals: Vec<Reveal>,
    #[encoding(suffix_len(kind = "u8"))]
    last: Reveal,
}

/// The writer of every sink writes what a revision has, also in blocks, whose sizes depend on it.
#[test]
fn an_option_is_none_where_a_revision_lacks_it() {
    let reveal = |key, proof: Option<&[u8]>| Reveal { key, proof: proof.map(<[u8]>::to_vec) };
    let batch = Batch { reveals: vec![reveal(7, None), reveal(8, None)], last: reveal(9, None) };
    for (revision, bytes, json) in [
        (22, &[0, 0, 0, 4, 1, 7, 1, 8, 9, 1][..], r#"{"reveals":[{"key":7},{"key":8}],"last":{"key":9}}"#),
        (23, &[0, 0, 0, 6, 2, 7, 0, 2, 8, 0, 9, 0, 2], r#"{"reveals":[{"key":7},{"key":8}],"last":{"key":9}}"#),
    ] {
        let at = Revision(revision);
        assert_eq!(written(&at.of(&batch)), bytes);
        assert_eq!(at.decode::<Batch>(bytes).unwrap(), batch);
        assert_eq!(at.view::<Batch>(bytes).unwrap().to_owned().unwrap(), batch);
        assert_eq!(at.to_json(&batch).unwrap(), json);
        assert_eq!(at.from_json::<Batch>(json).unwrap(), batch);
        assert_eq!(written(&at.of(&batch)), bytes);
    }

    let proven = reveal(7, Some(&[5]));
    let bytes = [7, 0xff, 0, 0, 0, 1, 5];
    assert_eq!(Revision(23).encode(&proven).unwrap(), bytes);
    assert_eq!(Revision(23).decode::<Reveal>(&bytes).unwrap(), proven);
    assert_eq!(Revision(23).view::<Reveal>(&bytes).unwrap().proof, Some(&[5][..]));
    let error = Revision(22).encode(&proven).unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string()), ("Other_revision", "proof".to_owned()));
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
struct Reveals {
    #[encoding(short_dynamic)]
    reveal: Reveal,
    next: Option<Box<Reveals>>,
}

#[test]
fn an_option_of_a_revision_in_an_arena() {
    for (revision, bytes) in [(22, &[1, 7, 0xff, 1, 7, 0][..]), (23, &[2, 7, 0, 0xff, 2, 7, 0, 0])] {
        let at = Revision(revision);
        let (arena, value) = (at.decode::<Arena<Reveals>>(bytes).unwrap(), at.decode::<Reveals>(bytes).unwrap());
        assert_eq!(written(&at.of(&arena)), bytes);
        assert_eq!(written(&at.of(&value)), bytes);
    }
}

/// A name of which revisions from 3 on have a case of its own.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match), canonical = "Name::canonical")]
enum Name {
    #[encoding(tag = 0, since = 3)]
    Stake,
    #[encoding(tag = 255)]
    Named(#[encoding(string(kind = "u8"))] String),
}

impl Name {
    fn canonical(&self, revision: Revision) -> Option<Self> {
        (revision >= Revision(3) && *self == Self::Named("stake".to_owned())).then_some(Self::Stake)
    }
}

/// What is written is the canonical value of the revision.
#[test]
fn canonical_values_are_those_of_the_revision() {
    let names = [Name::Named("stake".to_owned()), Name::Named("x".to_owned())];
    let both = |at: Revision| names.clone().map(|name| at.encode(&name).unwrap());
    assert_eq!(both(Revision(2)), [&b"\xff\x05stake"[..], b"\xff\x01x"]);
    assert_eq!(both(Revision(3)), [&b"\x00"[..], b"\xff\x01x"]);
    assert_eq!(Revision(3).decode::<Name>(b"\xff\x05stake").unwrap(), Name::Stake);
    assert_eq!(Revision(2).decode::<Name>(b"\xff\x05stake").unwrap(), names[0]);
}
