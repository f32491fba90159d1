//! Typed values and the bytes that `PACK` makes of them.

use serde_json::Value;
use tezos_protocols::micheline::{Alignment, Micheline, Prim, pack, parse, script_expr_hash};

fn of(text: &str) -> Micheline {
    parse(text, Alignment::Free).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn values_are_packed_as_by_octez() {
    let vectors = include_str!("../../testdata/packed/octez.jsonl");
    assert_eq!(vectors.lines().count(), 66);
    for line in vectors.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let field = |name: &str| line[name].as_str().unwrap();
        let (value, ty) = (of(field("data")), of(field("type")));
        let optimised = value.optimised(&ty).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(hex::encode(pack(&optimised).unwrap()), field("packed"), "{line}");
        assert_eq!(script_expr_hash(&optimised).unwrap().to_string(), field("hash"));
        assert_eq!(optimised.optimised(&ty).unwrap(), optimised, "an optimised value does not change");
    }
}

#[track_caller]
fn optimised(value: &str, ty: &str, expected: &str) {
    assert_eq!(of(value).optimised(&of(ty)).unwrap().to_string(), of(expected).to_string());
}

#[test]
fn pairs_in_every_notation_are_optimised() {
    let expected = "Pair 1 (Pair 2 (Pair 3 4))";
    for value in
        ["Pair 1 2 3 4", "{1; 2; 3; 4}", expected, "Pair 1 {2; 3; 4}", "Pair 1 2 (Pair 3 4)", "{1; Pair 2 {3; 4}}"]
    {
        for ty in ["pair nat nat nat nat", "pair nat (pair nat (pair nat nat))", "pair nat nat (pair %a nat (nat %b))"]
        {
            optimised(value, ty, expected);
        }
    }
    optimised("Pair (Pair 1 2) 3 4", "pair (pair nat nat) nat nat", "Pair (Pair 1 2) (Pair 3 4)");
    optimised("Pair {1; 2} {}", "pair (pair nat nat) (list nat)", "Pair (Pair 1 2) {}");
    for (value, ty) in [
        ("Pair 1 2 3", "pair nat nat"),
        ("Pair 1 2", "pair nat nat nat"),
        ("Pair 1", "pair nat nat"),
        ("Pair 1 2", "pair nat"),
        ("{1}", "pair nat nat"),
        ("Pair 1 {}", "pair nat nat nat"),
        ("1", "pair nat nat"),
    ] {
        assert!(of(value).optimised(&of(ty)).is_err(), "{value} of {ty}");
    }
}

/// The lambda is that of `apply_micheline_rec_pair_linearization` in Octez's `michelson_lambda.rs`, which was checked with its client.
#[test]
fn constants_inside_code_are_optimised_and_types_are_not() {
    let code = "{ PUSH (pair nat nat nat) (Pair 1 1 1); PAIR; { CDR } }";
    let optimised_code = of(code).optimised(&of("lambda unit unit")).unwrap();
    let expected = "05020000002507430965000000060362036203620000000007070001070700010001034202000000020317";
    assert_eq!(hex::encode(pack(&optimised_code).unwrap()), expected);
    let date = |constant: &str| format!("{{ DIP 2 {{ PUSH @now timestamp {constant} }} ; LAMBDA :x unit unit {{}} }}");
    optimised(&date("\"1970-01-01T00:01:00Z\""), "lambda unit unit", &date("60"));
    optimised(
        "Lambda_rec { PUSH (lambda unit key_hash) { PUSH key_hash \"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb\" } }",
        "lambda unit unit",
        "Lambda_rec { PUSH (lambda unit key_hash) { PUSH key_hash 0x006b82198cb179e8306c1bedd08f12dc863f328886 } }",
    );
}

#[test]
fn nested_values_are_optimised() {
    optimised(
        "{ Elt \"2020-01-01T00:00:00Z\" (Some (Left {Pair \"x\" True}))}",
        "map timestamp (option (or (list (pair string bool)) unit))",
        "{ Elt 1577836800 (Some (Left {Pair \"x\" True}))}",
    );
    let address = "sr1Ghq66tYK9y3r8CC1Tf8i8m5nxh8nTvZEf";
    let bytes = of(&format!("\"{address}%default\"")).optimised(&of("contract unit")).unwrap().to_string();
    assert_eq!((bytes.len(), &bytes[..4]), (2 + 44, "0x03"));
}

/// Values at the limits of their types; `None` if they are refused.
#[test]
fn leaves_have_limits() {
    let (bytes, contract) =
        (|count: usize| format!("0x{}", "01".repeat(count)), "KT1ThEdxfUcWUwqsdergy3QnbCWGHSUHeHJq");
    let named = |name: &str| format!("\"{contract}{name}\"");
    let address = of(&named("")).optimised(&of("address")).unwrap().to_string();
    let with = |name: &str| Some(format!("{address}{}", hex::encode(name)));
    let padded = |start: &str| Some(format!("0x{start:0<64}"));
    for (value, ty, expected) in [
        ("0", "nat", Some("0".to_owned())),
        ("-1", "nat", None),
        ("-1", "int", Some("-1".into())),
        ("0", "mutez", Some("0".into())),
        ("-1", "mutez", None),
        ("9223372036854775807", "mutez", Some("9223372036854775807".into())),
        ("9223372036854775808", "mutez", None),
        ("-5", "timestamp", Some("-5".into())),
        ("\"0\"", "timestamp", Some("0".into())),
        ("\"x\"", "timestamp", None),
        ("5", "bls12_381_fr", padded("05")),
        ("-1", "bls12_381_fr", None),
        ("258", "bls12_381_fr", padded("0201")),
        ("0x0203", "bls12_381_fr", padded("0203")),
        (&bytes(32), "bls12_381_fr", Some(bytes(32))),
        (&bytes(33), "bls12_381_fr", None),
        ("0x00", "bytes", Some("0x00".into())),
        ("0x00", "chest", Some("0x00".into())),
        ("0x00", "nat", None),
        ("Unit", "unit", Some("Unit".into())),
        ("(Unit %a)", "unit", Some("Unit".into())),
        ("Unit 1", "unit", None),
        ("False", "bool", Some("False".into())),
        ("Unit", "bool", None),
        (&named("%"), "address", Some(address.clone())),
        (&named("%default"), "contract unit", Some(address.clone())),
        (&named("%do"), "address", with("do")),
        (&named("%a%b"), "address", with("a%b")),
        (&named(&format!("%{}", "a".repeat(31))), "address", with(&"a".repeat(31))),
        (&named(&format!("%{}", "a".repeat(32))), "address", None),
        ("\"NetXdQprcVkpaWU\"", "chain_id", Some("0x7a06a770".into())),
        ("\"NetXdQprcVkpaWU\"", "key_hash", None),
        ("None", "option nat", Some("None".into())),
        ("None 1", "option nat", None),
        ("Some", "option nat", None),
        ("Left 1", "or nat unit", Some("Left 1".into())),
        ("Right Unit", "or nat unit", Some("Right Unit".into())),
        ("Right 1", "or nat unit", None),
        ("{ Elt 1 }", "map nat nat", None),
        ("Lambda_rec {} {}", "lambda unit unit", None),
    ] {
        let found = of(value).optimised(&of(ty)).ok().map(|found| found.to_string());
        assert_eq!(found, expected, "{value} of {ty}");
    }
}

#[test]
fn errors_name_the_type_and_what_was_found() {
    for (value, ty, found) in [
        ("-1", "nat", "the type nat, found the number -1"),
        ("9223372036854775808", "mutez", "the type mutez, found the number 9223372036854775808"),
        ("\"tz1nothing\"", "address", "the type address, found the text \"tz1nothing\""),
        ("Pair 1 2", "int", "the type int, found Pair of 2"),
        ("{}", "operation", "the type operation, found a sequence"),
        ("{}", "big_map nat nat", "the type big_map of 2, found a sequence"),
        ("Unit", "\"unit\"", "the type the text \"unit\", found Unit"),
        ("Some 1 2", "option nat", "the type option of 1, found Some of 2"),
        ("{1}", "map nat nat", "the type nat, found the number 1"),
        ("True", "unit", "the type unit, found True"),
        ("0x00", "string", "the type string, found 1 bytes"),
    ] {
        let error = of(value).optimised(&of(ty)).unwrap_err().to_string();
        assert!(error.ends_with(found), "{value} of {ty}: {error}");
    }
    let long = format!("\"KT1ThEdxfUcWUwqsdergy3QnbCWGHSUHeHJq%{}\"", "a".repeat(32));
    assert!(of(&long).optimised(&of("address")).is_err());
    assert!(of(&long.replace("aa\"", "a\"")).optimised(&of("address")).is_ok());
}

#[test]
fn deep_values_do_not_overflow_the_stack() {
    let depth = 1_000_000;
    let nested = |prim: Prim, last: Micheline| {
        let mut builder = tezos_protocols::micheline::MichelineBuilder::new();
        (0..depth).for_each(|_| builder.open(prim));
        builder.add(last.root());
        (0..depth).for_each(|_| builder.close(""));
        builder.finish().unwrap()
    };
    let value = nested(Prim::Some, Micheline::int(1));
    assert_eq!(value.optimised(&nested(Prim::option, of("nat"))).unwrap(), value);
    let code = nested(Prim::DIP, Micheline::seq([]));
    let code = Micheline::seq([code]);
    assert_eq!(code.optimised(&of("lambda unit unit")).unwrap(), code);
}
