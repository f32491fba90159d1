//! `title = ".."`, `description = ".."`, `id = ".."` on a field, `field = ".."`: the texts of descriptions.

use crate::common::*;

/// A definition with a sentence
/// on two lines.
///
/// And a paragraph that is not for it.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(id = "documented")]
struct Documented {
    /// No definition, so no sentence.
    a: u8,
    /// The ordinate.
    #[encoding(id = "my.y", title = "Y", string)]
    y: String,
    #[encoding(title = "Perhaps", description = "A number, or nothing.")]
    perhaps: Option<u8>,
}

/// Not this.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(id = "told", title = "Told", description = "But this.")]
enum Told {
    #[encoding(description = "A case.")]
    One(u8),
    Two,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(field = "hash")]
struct Hash([u8; 2]);

/// A chain of links.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "chain", title = "Chain", description = "Links.", json(first_match))]
enum Chain {
    End,
    Link(Box<Chain>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Holder {
    #[encoding(id = "tail", reserve)]
    list: Vec<u8>,
    hash: Hash,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(id = "around", dynamic, bounded = 9)]
struct Around(Hash);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, id = "tree", json(first_match))]
enum Tree {
    Leaf,
    Node(Box<Tree>),
}

#[test]
fn schema() {
    schema_contains::<Around>(&["Def { id: \"around\"", "Dynamic", "Bounded", "field: Some(\"hash\")"]);
    schema_contains::<Tree>(&["Def { id: \"tree\"", "Mu { name: \"tree\""]);
    let sentence = "title: None, description: Some(\"A definition with a sentence on two lines.\")";
    let ordinate = "title: Some(\"Y\"), description: Some(\"The ordinate.\")";
    let perhaps = "title: Some(\"Perhaps\"), description: Some(\"A number, or nothing.\")";
    schema_contains::<Documented>(&[
        sentence,
        "Def { id: \"documented\"",
        "\"a\", encoding: Scalar",
        ordinate,
        "Def { id: \"my.y\"",
        perhaps,
    ]);
    let told = "title: Some(\"Told\"), description: Some(\"But this.\")";
    schema_contains::<Told>(&[
        told,
        "Def { id: \"told\"",
        "One",
        "title: None, description: Some(\"A case.\")",
        "\"Two\", payload: Empty",
    ]);
    schema_contains::<Hash>(&["field: Some(\"hash\")", "Bytes"]);
    schema_contains::<Holder>(&["Def { id: \"tail\"", "Reserve { bytes: 2", "field: Some(\"hash\")"]);
}

#[test]
fn the_bytes_do_not_change() {
    both(&Around(Hash([1, 2])), "00000002 0102");
    both(&Tree::Node(Box::new(Tree::Leaf)), "01 00");
    both(&Documented { a: 1, y: "a".to_owned(), perhaps: Some(2) }, "01 00000001 61 ff02");
    both(&Told::One(1), "00 01");
    both(&Hash([1, 2]), "0102");
    both(&Chain::Link(Box::new(Chain::End)), "01 00");
    both(&Holder { list: vec![1], hash: Hash([2, 3]) }, "01 0203");
}

#[test]
fn the_json_does_not_change() {
    in_json(&Documented { a: 1, y: "a".to_owned(), perhaps: None }, r#"{"a":1,"y":"a"}"#);
    in_json(&Hash([1, 2]), "\"0102\"");
    in_json(&Told::One(1), "1");
}

/// A recursive type is described under its title, with its description.
#[test]
fn printed_descriptions() {
    let chain = schema::describe(Chain::ENCODING).to_string();
    assert!(chain.contains("\nChain (Determined from data, 8-bit tag)\n") && chain.contains("\n\nLinks.\n"), "{chain}");
    assert_eq!(chain.matches("$Chain").count(), 2, "{chain}");
    let documented = schema::describe(Documented::ENCODING).to_string();
    assert!(documented.contains("# bytes in field \"my.y\""), "{documented}");
    let slices = schema::slice(Hash::ENCODING, hex("0102")).into_reference();
    assert_eq!(slices.iter().map(|slice| slice.name.as_str()).collect::<Vec<_>>(), ["\"hash\" (bytes)"]);
    let slices = schema::slice(Documented::ENCODING, hex("01 00000001 61 ff 02")).into_reference();
    assert!(slices.iter().any(|slice| slice.name == "perhaps presence flag"), "{slices:?}");
}
