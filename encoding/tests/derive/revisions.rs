//! Fields and variants that only some revisions of a format include.

use tezos_encoding::schema::{self, Value, from_json, to_json};
use tezos_encoding::{Arena, BinWriter, Decode, Encode, FromJson, HasEncoding, Lazy, NomReader, Revision, View};

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
fn without_a_number_the_newest_revision_is_used() {
    let bytes = vote(16).to_bytes().unwrap();
    assert_eq!(Vote::from_bytes(&bytes).unwrap(), vote(16));
    let json = to_json(Vote::ENCODING, &bytes).unwrap();
    assert_eq!(Vote::from_json(&json).unwrap(), vote(16));
    assert_eq!(from_json(Vote::ENCODING, &json).unwrap(), bytes);
    let error = vote(11).to_bytes().unwrap_err();
    assert_eq!(error.to_string(), "round: the field is missing (Missing_field)");
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
    let error = Key::Old(9).to_bytes().unwrap_err();
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
    assert!(error.to_string().contains("no field is called \"round\""), "{error}");
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
    assert!(error.to_string().contains("no field is called \"slot\""), "{error}");
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
