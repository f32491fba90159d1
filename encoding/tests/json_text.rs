//! JSON texts: the cases of [JSONTestSuite](https://github.com/nst/JSONTestSuite/tree/1ef36fa01286573e846ac449e8683f8833c5b26a), by what
//! is accepted, with its value, and what is refused, with the refused byte.
//!
//! In the tables, each line is a text. `␀`, `␉`, `␊`, `␋`, `␌` and `␍` stand for control characters.

use tezos_encoding::schema::JsonErrorKind;
use tezos_encoding::{FromJson, Json, ToJson};

/// Texts of arrays and objects, each with what is printed for the document.
const ACCEPTED: &str = r#"
[[]   ] => [[]]
[""] => [""]
["a"]␊ => ["a"]
␍␊␉ [ false , true␉,␍null ]  => [false,true,null]
[null, 1, "1", {}] => [null,1,"1",{}]
 [1␊] => [1]
{} => {}
{"asd":"sdf", "dfg":"fgh"} => {"asd":"sdf","dfg":"fgh"}
{"a":"b","a":"b"} => {"a":"b","a":"b"}
{"" : 0} => {"":0}
{"a":[],"b":{"c":{}}} => {"a":[],"b":{"c":{}}}
{␊"a": "b"␊} => {"a":"b"}
[0,-0,10,-123] => [0,-0.0,10,-123]
[123e65,0e+1,0e1,20E1,1E22] => [1.23e+67,0,0,200,1e+22]
[1E-2,1E+2,1e-2,1e+2,-0.1] => [0.01,100,0.01,100,-0.1]
[123.456e78,123.456789] => [1.23456e+80,123.456789]
[123.456e-789,123e-10000000,0e999999] => [0,0,0]
["\u0060\u012a\u12AB"] => ["`Īካ"]
["\uD801\udc37","\uD834\uDd1e"] => ["𐐷","𝄞"]
["\ud83d\ude39\ud83d\udc8d"] => ["😹💍"]
["\ud800\udc00","\uDBFF\uDFFF"] => ["𐀀","􏿿"]
["\ud7ff\ue000\uFFFF"] => ["퟿￿"]
["\"\\\/\b\f\n\r\t"] => ["\"\\/\u0008\u000c\n\r\t"]
["\\u0000","\\a","\\n","\\"] => ["\\u0000","\\a","\\n","\\"]
["a/*b*/c/*d//e"] => ["a/*b*/c/*d//e"]
["\u0000\u0012\u001f\u0020\u007f\u00A0"] => ["\u0000\u0012\u001f  "]
["π é 🌀"] => ["π é 🌀"]
{"\u0061\"":1} => {"a\"":1}
"#;

/// Texts that are not JSON; `¦` is before the refused byte. Of a string with an invalid escape, that is its first byte.
const REFUSED: &str = r#"
¦
 ¦
[¦
[]¦[]
[]¦]
[]¦x
[1]¦,
[1 ¦true]
["x"¦: 1]
[¦,1]
[1,¦,2]
["x",¦]
["x"¦
["x",¦
["a",␊4␊,1,¦
[1,␊1␊,1¦
[¦x
[3¦[4]]
[1¦:2]
[1¦;2]
[1¦}
[   ¦, ""]
["¦␋a"]
[¦␌]
[1¦␌]
[¦*]
[{}¦
[¦}
[ false, ¦nul
[¦fals]
[¦nul]
[¦tru]
[¦True]
[¦NULL]
[true¦e]
[null¦0]
[¦+1]
[¦++1234]
[¦.2e-3]
[¦.-1]
[-¦]
[-¦-1]
[-¦.5]
[-¦ 1]
[-¦NaN]
[-¦Infinity]
[¦Infinity]
[¦NaN]
[01¦]
[00¦]
[-01¦]
[-012¦]
[-00¦]
[-00¦.5]
[01¦e1]
[1.¦]
[-2.¦]
[0.¦e1]
[2.¦e+3]
[0.1¦.2]
[-1.0¦.]
[0.3e¦]
[0.3e+¦]
[0E¦]
[0E-¦]
[1e¦E2]
[1e¦a]
[0e+¦-1]
[1 ¦000.0]
[1¦_000]
[0¦x42]
[1¦+2]
[-1¦x]
[1.2¦a-3]
[¦１]
2¦@
123¦␀
1 ¦2
{¦[: "x"}
{"x"¦, null}
{"x":¦:"b"}
{"x"¦
{"x":¦
{"x":¦}
{"x":1¦
{"a":"a" ¦123}
{"a":1¦]
{¦key: 'value'}
{¦'a':0}
{"a" ¦b}
{¦:"b"}
{¦1:1}
{¦null:null}
{¦,
{¦
{¦]
{"id":0,¦}
{"id":0,¦,}
{"id":0,¦]
{"a":"b"}¦/**/
{"a":¦/**/"b"}
{"a":"b"}¦#
{"a":"b"}¦}
{"a":"a¦
{ "foo" : "bar", "a" ¦}
{"a¦\
"¦
"a¦
""¦x
["asd]¦
[¦'
["a¦␀a"]
["a¦␊a"]
["a¦␉a"]
["¦\a"]
["¦\x00"]
["¦\'"]
["¦\U0041"]
["¦\␉"]
["¦\🌀"]
["¦\u"]
["¦\u00A"]
["¦\u00g0"]
["¦\u+123"]
["¦a\uqqqq"]
["\\\"]¦
["\"]¦
["¦\
["¦\uD800"]
["¦\uDADAabc"]
["¦\uDFFF"]
["¦\uDC00"]
["¦\uD800\n"]
["¦\uD800n"]
["¦\uD800\u"]
["¦\uD800\u1"]
["¦\uD834\uDd"]
["¦\uD888\u1234"]
["¦\ud83d\u0041"]
["¦\uD800\uDBFF"]
["¦\uD800\uE000"]
["¦\uDBFF\uDBFF"]
["¦\uDd1e\uD834"]
{"¦\uDFAA":0}
[¦\u000A""]
[¦\n]
[¦é]
¦﻿{}
¦<.>
¦]
¦}
¦,
¦abc
¦*
"#;

fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().skip(1)
}

/// Returns the text that a row stands for.
fn text(row: &str) -> String {
    let control = [('␀', '\0'), ('␉', '\t'), ('␊', '\n'), ('␋', '\u{b}'), ('␌', '\u{c}'), ('␍', '\r')];
    control.into_iter().fold(row.to_owned(), |text, (shown, meant)| text.replace(shown, &meant.to_string()))
}

#[test]
fn json_is_accepted() {
    for row in rows(ACCEPTED) {
        let (json, printed) = row.split_once(" => ").unwrap();
        let (json, inside) = (text(json), format!("{{\"\":{}}}", text(json)));
        assert_eq!(json.parse::<Json>().map(|_| ()), Ok(()), "{json}");
        assert_eq!(inside.parse::<Json>().unwrap().to_string(), format!("{{\"\":{printed}}}"), "{json}");
    }
    // Documents are arrays and objects, so other values are read as their types.
    assert_eq!(bool::from_json("false"), Ok(false));
    assert_eq!((u8::from_json(" 42"), i8::from_json("-1\n")), (Ok(42), Ok(-1)));
    assert_eq!(<()>::from_json("null").map_err(|error| error.name()), Err("Wrong_value"));
    assert_eq!((String::from_json("\"asd\""), String::from_json("\"\"")), (Ok("asd".into()), Ok(String::new())));
    for (json, at) in [("42", 0), ("\"a\"", 1), ("null", 0)] {
        let error = json.parse::<Json>().unwrap_err();
        assert!(matches!(error.kind(), JsonErrorKind::Mismatch { at: found, .. } if *found == at), "{json}: {error}");
    }
    let deep = ["{\"\":", &"[".repeat(500), &"]".repeat(500), "}"].concat();
    assert_eq!(deep.parse::<Json>().unwrap().to_string(), deep);
}

#[test]
fn what_is_not_json_is_refused() {
    for row in rows(REFUSED) {
        let (before, after) = row.split_once('¦').unwrap_or_else(|| panic!("no mark in {row}"));
        let (before, after) = (text(before), text(after));
        let error = [before.as_str(), &after].concat().parse::<Json>().unwrap_err();
        let at = match error.kind() {
            JsonErrorKind::Syntax { at, .. } => *at,
            other => panic!("{row}: {other:?}"),
        };
        assert_eq!(at, before.len(), "{row}: {error}");
    }
}

#[test]
fn every_control_character_is_escaped() {
    for code in 0..=u8::MAX {
        let escaped = match code {
            b'"' => "\\\"".to_owned(),
            b'\\' => "\\\\".to_owned(),
            b'\n' => "\\n".to_owned(),
            b'\r' => "\\r".to_owned(),
            b'\t' => "\\t".to_owned(),
            0..=0x1f => format!("\\u00{code:02x}"),
            _ => char::from(code).to_string(),
        };
        let value = format!("a{}b", char::from(code));
        let json = format!("\"a{escaped}b\"");
        assert_eq!(value.to_json().unwrap(), json);
        assert_eq!(String::from_json(&json).unwrap(), value);
    }
}
