//! The concrete syntax: parsing, printing, and positions of errors.

use tezos_encoding::{Decode, FromJson};
use tezos_protocols::micheline::{
    Alignment, ExprKind, InvalidAnnotation, Micheline, MichelineBuilder, MichelineRef, Prim, SyntaxErrorKind, parse,
    parse_script, unpack,
};

use tezos_protocols::micheline::SyntaxErrorKind::*;

fn checked(text: &str) -> Result<String, (SyntaxErrorKind, usize, usize)> {
    let position = |error: tezos_protocols::micheline::SyntaxError| (error.kind(), error.line(), error.column());
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
        ("1 /***/ /* * / */ /*/ */", "1"),
        ("{ 1 ; }", "{ 1 }"),
        ("{ Unit (Unit) {} }", "{ Unit Unit {} }"),
        ("00012", "12"),
        ("-1", "-1"),
        ("0x00FF", "0x00ff"),
        ("\"#/*;\"", "\"#/*;\""),
        ("(unit @%@.Z_09 :aZ)", "unit @%@.Z_09 :aZ"),
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
        ("  {\n  ", Unclosed, 1, 2),
        ("\"a\r\"", UnterminatedString, 1, 0),
        ("\"a", UnterminatedString, 1, 0),
        ("\"\\'\"", Escape, 1, 1),
        ("\"\\0\"", Escape, 1, 1),
        ("-", UnterminatedInteger, 1, 0),
        ("-a", UnterminatedInteger, 1, 0),
        ("--1", UnterminatedInteger, 1, 0),
        ("/*", UnterminatedComment, 1, 0),
        ("/*/", UnterminatedComment, 1, 0),
        ("/* *", UnterminatedComment, 1, 0),
        ("/", Character('/'), 1, 0),
        ("*/", Character('*'), 1, 0),
        ("~", Character('~'), 1, 0),
        ("\r", Character('\r'), 1, 0),
        ("1\u{a0}", Character('\u{a0}'), 1, 1),
        ("1_", MissingBreak, 1, 1),
        ("00x12", MissingBreak, 1, 2),
        ("1x2", MissingBreak, 1, 1),
        ("0xz", MissingBreak, 1, 2),
        ("0x0", Hex, 1, 0),
        ("0x00_", Unexpected, 1, 4),
        ("pair_", UnknownPrim, 1, 0),
        ("PAIR1", UnknownPrim, 1, 0),
        ("_", UnknownPrim, 1, 0),
        ("(Pear)", UnknownPrim, 1, 1),
        (";", Unexpected, 1, 0),
        (")", Unexpected, 1, 0),
        ("}", Unexpected, 1, 0),
        ("(", Unexpected, 1, 0),
        ("( )", Unexpected, 1, 2),
        ("({})", Unexpected, 1, 1),
        ("(%a)", Unexpected, 1, 1),
        ("{ %a }", Unexpected, 1, 2),
        ("{ 1 (Unit) }", Unexpected, 1, 4),
        ("{ \"a\" %a }", Unexpected, 1, 6),
        ("1 ; 2", Unexpected, 1, 2),
        ("{} {}", Unexpected, 1, 3),
        ("Pair 1 2)", Unexpected, 1, 8),
        ("{ ( Unit ; ) }", Unexpected, 1, 2),
        ("(Pair 1 }", Unclosed, 1, 0),
        ("(Pair 1 ; 2)", Unclosed, 1, 0),
        ("(Pair", Unclosed, 1, 0),
        ("{ ;; }", ExtraSemicolon, 1, 3),
        ("{ 1 ;; }", ExtraSemicolon, 1, 5),
        // An element stands in the column of the first, below the start of its parent.
        ("Pair\n1", Misaligned, 1, 0),
        (" Pair\n 1", Misaligned, 1, 1),
        ("{ DUP ;\n DROP }", Misaligned, 2, 1),
        ("  {\n }", Misaligned, 1, 2),
        ("Pair 1\n    2", Misaligned, 2, 4),
        ("Pair 1 {\n  2 }", Misaligned, 1, 7),
    ];
    for (text, kind, line, column) in table {
        assert_eq!(checked(text), Err((kind, line, column)), "{text}");
    }
    let long = format!("(unit %{})", "a".repeat(255));
    assert_eq!(checked(&long), Err((LongAnnotation, 1, 6)));
    assert!(checked(&long.replace("aa)", "a)")).is_ok());
    assert_eq!(checked(&"9".repeat(80_000)), Err((LongNumber, 1, 0)));
}

#[test]
fn errors_have_a_text() {
    for (text, expected) in [
        ("1 é", "line 1, character 2: unexpected character 'é'"),
        ("\"\\x\"", "line 1, character 1: undefined escape sequence"),
        ("\"", "line 1, character 0: unterminated string"),
        ("-", "line 1, character 0: unterminated integer"),
        ("/*", "line 1, character 0: unterminated comment"),
        ("1a", "line 1, character 1: missing break after a number"),
        ("0x0", "line 1, character 0: invalid bytes: pairs of hexadecimal digits are expected behind 0x"),
        ("1\n2", "line 2, character 0: unexpected token"),
        ("{", "line 1, character 0: a parenthesis or brace is not closed"),
        ("{;;}", "line 1, character 2: extra semicolon"),
        ("a", "line 1, character 0: no primitive has this name"),
        ("Pair\n1", "line 1, character 0: misaligned expression"),
        ("", "line 1, character 0: empty expression"),
        (&format!("%{}", "a".repeat(255)), "line 1, character 0: an annotation has more than 255 bytes"),
        (&"9".repeat(80_000), "line 1, character 0: a number has more than 32,768 bytes"),
    ] {
        assert_eq!(parse(text, Alignment::Checked).unwrap_err().to_string(), expected);
    }
    let annotation =
        "an annotation is a sign (@ : $ & % ! ?) and at most 254 letters, digits, _ . % @, on an application";
    assert_eq!(InvalidAnnotation.to_string(), annotation);
    assert_eq!(unpack(&[4]).unwrap_err().to_string(), "packed data begins with the byte 05");
    let error = Micheline::from_bytes(&[11]).unwrap_err();
    assert_eq!(unpack(&[5, 11]).unwrap_err().to_string(), error.to_string());
}

/// The text of a number without a sign and one of less than 64 bits; children are printed as a list.
#[test]
fn nodes_are_printed_for_debugging() {
    let micheline = parse("Pair %a 5 { -6 ; Unit } 18446744073709551616", Alignment::Checked).unwrap();
    let view = MichelineRef::from_bytes(micheline.as_bytes()).unwrap();
    assert_eq!(format!("{view:?}"), micheline.to_string());
    assert_eq!(format!("{:?}", view.children()), "[5, { -6 ; Unit }, 18446744073709551616]");
    let ExprKind::Application(application) = view.kind() else { panic!("{view:?}") };
    assert_eq!((format!("{application:?}"), application.prim), (micheline.to_string(), Prim::Pair));
    let numbers: Vec<_> = view
        .children()
        .filter_map(|child| if let ExprKind::Int(number) = child.kind() { Some(number) } else { None })
        .collect();
    assert_eq!(format!("{numbers:?}"), "[5, 18446744073709551616]");
    assert_eq!(numbers.iter().map(|number| number.to_i64()).collect::<Vec<_>>(), [Some(5), None]);
    assert!(
        view.children().next() == micheline.root().children().next()
            && view.children().nth(1) != view.children().next()
    );
}

#[test]
fn aligned_texts_are_accepted() {
    for text in [
        "Pair 1\n     2",
        "Pair\n 1\n 2",
        "Pair 1 2\n     3",
        "{\n DUP }",
        "{ DUP ;\n  DROP }",
        "  {\n  }",
        "Pair 1 {  2 }",
    ] {
        assert!(checked(text).is_ok(), "{text}: {:?}", checked(text));
    }
}

/// Each sign may begin an annotation, and each of the other characters may follow. The builder and the parser have rules of their own.
#[test]
fn annotations_have_an_alphabet() {
    use tezos_protocols::micheline::is_annotation;
    for first in (0..=0x7f_u8).map(char::from) {
        let is_sign = "@:$&%!?".contains(first);
        assert_eq!(is_annotation(first.to_string().as_bytes()), is_sign, "{first:?}");
        let is_inside = first.is_ascii_alphanumeric() || "_.%@".contains(first);
        let annotation = format!("%{first}");
        assert_eq!(is_annotation(annotation.as_bytes()), is_inside, "{first:?}");
        let parsed =
            checked(&format!("(unit {annotation})")).is_ok_and(|printed| printed == format!("unit {annotation}"));
        assert_eq!(parsed, is_inside, "{first:?}");
    }
    for (annotation, expected) in [("", false), ("%é", false), ("%a ", false), ("%a %b", false), ("a%", false)] {
        assert_eq!(is_annotation(annotation.as_bytes()), expected, "{annotation}");
    }
    for length in [255, 256] {
        let annotation = format!("%{}", "a".repeat(length - 1));
        assert_eq!(is_annotation(annotation.as_bytes()), length == 255);
        let annotated = Micheline::prim(Prim::unit, []).annotated([annotation.as_str()]);
        assert_eq!(annotated.is_ok(), length == 255);
        let json = format!(r#"{{"prim":"unit","annots":["{annotation}"]}}"#);
        assert_eq!(Micheline::from_json(&json).is_ok(), length == 255);
    }
    let unit = Micheline::prim(Prim::unit, []);
    assert_eq!(unit.clone().annotated(["%a", "b"]), Err(InvalidAnnotation));
    assert_eq!(Micheline::int(5).annotated(["%a"]), Err(InvalidAnnotation));
    assert_eq!(Micheline::seq([unit.clone()]).annotated([]), Err(InvalidAnnotation));
    assert_eq!(unit.annotated(["%a", ":b"]).unwrap().to_string(), "unit %a :b");
}

/// Lines are broken where a text has as many characters as the width or more, as `preformat` of `micheline_printer.ml` counts them.
#[test]
fn lines_are_broken_at_the_width() {
    for (text, size) in [
        ("{ DUP ; DROP }", 4 + 6 + 7),
        ("Pair 1 -12", 4 + 2 + 4),
        ("Pair \"abc\" 1", 4 + 4 + 2),
        ("Pair 0x00ff 1", 4 + 7 + 2),
        ("or %a (unit %b) nat", 2 + 4 + 9 + 4),
        ("Pair { 1 } 2", 4 + 9 + 2),
        ("Pair 9999999999999999999999999999999999999999999999 1", 4 + 47 + 2),
    ] {
        let micheline = parse(text, Alignment::Checked).unwrap();
        let has_one_line = |width| !micheline.pretty(width).to_string().contains('\n');
        assert_eq!((has_one_line(size), has_one_line(size + 1)), (false, true), "{text}");
    }
    // Behind the column 1,000 lines are not broken: from there on, all that is nested is on one line.
    let mut builder = MichelineBuilder::new();
    (0..300).for_each(|level| builder.open(if level == 0 { Prim::DIP } else { Prim::Pair }));
    builder.int(1);
    (0..300).for_each(|_| {
        builder.int(2);
        builder.close("");
    });
    assert_eq!(builder.finish().unwrap().pretty(0).to_string().lines().count(), 169);
}

/// A builder makes one expression of what was opened and closed.
#[test]
fn a_builder_finishes_one_expression() {
    let built = |build: fn(&mut MichelineBuilder)| {
        let mut builder = MichelineBuilder::new();
        build(&mut builder);
        builder.finish().map(|micheline| micheline.to_string())
    };
    assert_eq!(built(|_| {}), None);
    assert_eq!(built(|builder| builder.open_sequence()), None);
    assert_eq!(built(|builder| (0..2).for_each(|number| builder.int(number))), None);
    assert_eq!(built(|builder| builder.close("")), None);
    assert_eq!(built(|builder| (0..2).for_each(|_| builder.open(Prim::Unit))), None);
    let unclosed = |builder: &mut MichelineBuilder| {
        builder.open_sequence();
        builder.open(Prim::Unit);
        builder.close("");
    };
    assert_eq!(built(unclosed), None);
    let closed_twice = |builder: &mut MichelineBuilder| {
        builder.open(Prim::Unit);
        builder.close("%a");
        builder.close("%b");
    };
    assert_eq!(built(closed_twice).as_deref(), Some("Unit %a"));
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
