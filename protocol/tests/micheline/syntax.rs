//! The concrete syntax: parsing, printing, and positions of errors.

use tezos_protocol::micheline::{Alignment, SyntaxErrorKind, parse, parse_script};

use tezos_protocol::micheline::SyntaxErrorKind::*;

fn checked(text: &str) -> Result<String, (SyntaxErrorKind, usize, usize)> {
    let position = |error: tezos_protocol::micheline::SyntaxError| (error.kind(), error.line(), error.column());
    parse(text, Alignment::Checked).map(|micheline| micheline.to_string()).map_err(position)
}

#[test]
fn parsed_texts_are_printed_in_one_style() {
    let table = [
        ("5", "5"),
        ("-007", "-7"),
        ("-0", "0"),
        ("170141183460469231731687303715884105728", "170141183460469231731687303715884105728"),
        ("0x", "0x"),
        ("0xaBcD", "0xabcd"),
        (r#""a\"\\\n\r\t\b é""#, r#""a\"\\\n\r\t\b é""#),
        ("Unit", "Unit"),
        ("(Unit)", "Unit"),
        ("(unit %a :b)", "unit %a :b"),
        ("unit %a :b", "unit %a :b"),
        ("Pair 1 Unit (Some (Left 3)) {}", "Pair 1 Unit (Some (Left 3)) {}"),
        ("or (unit %a) (or unit (nat @n))", "or (unit %a) (or unit (nat @n))"),
        ("{}", "{}"),
        ("{ 1; 2 ;3; }", "{ 1 ; 2 ; 3 }"),
        ("{ ; DUP }", "{ DUP }"),
        ("{ {} {} }", "{ {} ; {} }"),
        ("{ PUSH nat 1 ; Elt 1 2 }", "{ PUSH nat 1 ; Elt 1 2 }"),
        ("# first\nPair 1 /* /* in */ here */\n     2 # last", "Pair 1 2"),
    ];
    for (text, printed) in table {
        assert_eq!(checked(text).as_deref(), Ok(printed), "{text}");
        assert_eq!(checked(printed).as_deref(), Ok(printed), "{text}");
    }
}

#[test]
fn errors_have_a_line_and_a_column() {
    let table = [
        ("", Empty, 1, 0),
        (" # nothing", Empty, 1, 0),
        ("Pair 1\t2", Character('\t'), 1, 6),
        ("é", Character('é'), 1, 0),
        ("/ 1", Character('/'), 1, 0),
        ("\"é\\x\"", Escape, 1, 2),
        ("Pair\n \"a\n\"", UnterminatedString, 2, 1),
        ("\"a\\", UnterminatedString, 1, 0),
        ("- 1", UnterminatedInteger, 1, 0),
        ("1 /* /* */", UnterminatedComment, 1, 2),
        ("12a", MissingBreak, 1, 2),
        ("0xag", MissingBreak, 1, 3),
        ("0_", MissingBreak, 1, 1),
        ("0xabc", Hex, 1, 0),
        ("-0x", Hex, 1, 0),
        ("Pear", UnknownPrim, 1, 0),
        ("1 2", Unexpected, 1, 2),
        ("{ 1 2 }", Unexpected, 1, 4),
        ("(1)", Unexpected, 1, 1),
        ("((Unit))", Unexpected, 1, 1),
        ("Pair (1) 2", Unexpected, 1, 6),
        ("{ (Pair 1 2) }", Unexpected, 1, 2),
        ("Pair 1 %a", Unexpected, 1, 7),
        ("%a", Unexpected, 1, 0),
        ("Unit ;", Unexpected, 1, 5),
        ("Unit )", Unexpected, 1, 5),
        ("Unit }", Unexpected, 1, 5),
        ("{ Unit ) }", Unexpected, 1, 7),
        ("{ 1 ; ; 2 }", ExtraSemicolon, 1, 6),
        ("Pair\n  (Some 1", Unclosed, 2, 2),
        ("{ DUP ; {", Unclosed, 1, 8),
        ("{ Pair (Some 1 ; 2 }", Unclosed, 1, 7),
        ("Pair 1\n   2", Misaligned, 2, 3),
        ("{ DUP ;\n   DROP }", Misaligned, 2, 3),
        ("  Pair\n 1", Misaligned, 1, 2),
        ("  {\n}", Misaligned, 1, 2),
    ];
    for (text, kind, line, column) in table {
        assert_eq!(checked(text), Err((kind, line, column)), "{text}");
    }
    let long = format!("(unit %{})", "a".repeat(255));
    assert_eq!(checked(&long), Err((LongAnnotation, 1, 6)));
    assert_eq!(checked(&"9".repeat(80_000)), Err((LongNumber, 1, 0)));
}

#[test]
fn alignment_is_not_checked_with_free() {
    for text in ["Pair 1\n   2", "{ DUP ;\n   DROP }", "  Pair\n 1", "  {\n}"] {
        assert!(parse(text, Alignment::Free).is_ok(), "{text}");
    }
}

#[test]
fn the_braces_around_a_script_are_optional() {
    let bare = parse_script(
        "parameter unit ;\nstorage unit ;\ncode { CDR ;\n       NIL operation ; PAIR }",
        Alignment::Checked,
    );
    let braces =
        parse_script("{ parameter unit ; storage unit ; code { CDR ; NIL operation ; PAIR } }", Alignment::Checked);
    assert_eq!(bare.unwrap(), braces.unwrap());
    assert_eq!(parse_script("", Alignment::Checked).unwrap().to_string(), "{}");
    assert_eq!(parse_script("unit", Alignment::Checked).unwrap().to_string(), "{ unit }");
    for (text, kind) in
        [("unit }", Unexpected), ("(unit)", Unexpected), ("unit ;; unit", ExtraSemicolon), ("1 2", Unexpected)]
    {
        assert_eq!(parse_script(text, Alignment::Checked).unwrap_err().kind(), kind, "{text}");
    }
    assert_eq!(parse_script("unit ;\n  nat", Alignment::Checked).unwrap_err().kind(), Misaligned);
}

/// The expected text is the output of `octez-client expand macros in`.
#[test]
fn scripts_are_printed_as_by_the_client() {
    let printed = "\
{ parameter bool ;
  storage unit ;
  code { CAR ;
         { IF {} { { UNIT ; FAILWITH } } } ;
         UNIT ;
         NIL operation ;
         PAIR } }";
    let script = parse(printed, Alignment::Checked).unwrap();
    assert_eq!(script.pretty(80).to_string(), printed);
    assert_eq!(parse_script(printed, Alignment::Checked).unwrap(), script);
}

/// The expected texts are the output of `print_expr_unwrapped`.
#[test]
fn lines_are_broken_as_by_the_reference() {
    let table = [
        ("IF_LEFT { DUP ; DROP } { PUSH nat 1 ; DROP }", 30, "IF_LEFT\n  { DUP ; DROP }\n  { PUSH nat 1 ; DROP }"),
        ("{ DUP ; IF { CAR } { CDR } }", 20, "{ DUP ;\n  IF { CAR }\n     { CDR } }"),
        ("Pair (Some (Pair 1 2)) \"abcdefgh\"", 20, "Pair (Some (Pair 1 2))\n     \"abcdefgh\""),
        ("or %a (unit %left) (nat %right)", 10, "or %a\n  (unit %left)\n  (nat %right)"),
    ];
    for (text, width, printed) in table {
        let micheline = parse(text, Alignment::Checked).unwrap();
        assert_eq!(micheline.pretty(width).to_string(), printed);
        assert_eq!(parse(printed, Alignment::Checked).unwrap(), micheline);
    }
}
