//! The forms of a value that readers accept beside the written one.

use tezos_encoding::Decode;
use tezos_protocols::micheline::{Micheline, MichelineBuilder, Prim};
use tezos_protocols::michelson::{
    Address, Bool, Bytes, Int, List, Map, Maybe, Michelson, Nat, Or, Pair, Text, Ticket, Timestamp, Unit,
};

use super::{KT1, both, bytes_of, expr, refused, refused_text};

fn int(number: i32) -> Int {
    Int::from(number)
}

#[test]
fn right_combs() {
    let three = Pair(int(1), Pair(int(2), int(3)));
    both(&three, "Pair 1 (Pair 2 3)", &["Pair 1 2 3", "{1; 2; 3}", "Pair 1 {2; 3}", "{1; Pair 2 3}", "{1; {2; 3}}"]);
    let four = Pair(int(1), Pair(int(2), Pair(int(3), int(4))));
    let others = [
        "Pair 1 2 3 4",
        "{1; 2; 3; 4}",
        "Pair 1 2 (Pair 3 4)",
        "Pair 1 (Pair 2 3 4)",
        "{1; {2; 3; 4}}",
        "{1; Pair 2 {3; 4}}",
        "Pair 1 {2; Pair 3 4}",
        "{1; 2; Pair 3 4}",
        "{1; Pair 2 3 4}",
        "{1; Pair %b 2 3 4}",
        "{1; 2; Pair %c 3 4}",
    ];
    both(&four, "Pair 1 (Pair 2 (Pair 3 4))", &others);

    // Components that are pairs themselves, or sequences.
    let pairs = Pair(Pair(int(1), int(2)), Pair(Pair(int(3), int(4)), Pair(int(5), int(6))));
    let others = [
        "Pair (Pair 1 2) (Pair 3 4) 5 6",
        "{{1; 2}; {3; 4}; 5; 6}",
        "{Pair 1 2; Pair 3 4; Pair 5 6}",
        "{{1; 2}; {{3; 4}; {5; 6}}}",
    ];
    both(&pairs, "Pair (Pair 1 2) (Pair (Pair 3 4) (Pair 5 6))", &others);
    let lists = Pair(List(vec![int(1)]), Pair(List(vec![int(2), int(3)]), List(vec![int(4)])));
    both(&lists, "Pair {1} (Pair {2; 3} {4})", &["{{1}; {2; 3}; {4}}", "Pair {1} {2; 3} {4}"]);
    let left = Pair(Pair(int(1), int(2)), int(3));
    both(&left, "Pair (Pair 1 2) 3", &["{Pair 1 2; 3}", "{{1; 2}; 3}"]);
}

#[test]
fn wrong_numbers_of_components() {
    type Three = Pair<Int, Pair<Int, Int>>;
    for (text, name) in [
        ("Pair 1 2", "Invalid_magic"),
        ("Pair 1 2 3 4", "Extra_bytes"),
        ("{1; 2; 3; 4}", "Extra_bytes"),
        ("{1; 2}", "Not_enough_data"),
        ("{1}", "Not_enough_data"),
        ("{}", "Not_enough_data"),
        ("Pair", "Invalid_magic"),
        ("Pair 1", "Invalid_magic"),
        ("Pair (Pair 1 2) 3", "Invalid_magic"),
        ("Elt 1 (Pair 2 3)", "Invalid_magic"),
    ] {
        refused_text::<Three>(text, name);
    }
    refused_text::<Pair<Pair<Int, Int>, Int>>("{1; 2; 3}", "Invalid_magic");
}

/// Annotated applications, and generic ones with fewer than three arguments.
#[test]
fn annotations() {
    both(&Unit, "Unit", &["Unit %a", "Unit %a :b"]);
    both(&Bool(true), "True", &["True @v"]);
    both(&Pair(int(1), Unit), "Pair 1 Unit", &["Pair %p 1 Unit", "Pair :t 1 (Unit %u)"]);
    both(
        &Pair(int(1), Pair(int(2), Unit)),
        "Pair 1 (Pair 2 Unit)",
        &["Pair %p 1 2 (Unit %u)", "Pair %p 1 (Pair %q 2 Unit)"],
    );
    both(&Or::<Int, Int>::Left(int(1)), "Left 1", &["Left %l 1"]);
    both(&Or::<Int, Int>::Right(int(1)), "Right 1", &["Right %r 1"]);
    both(&Maybe::<Int>::None, "None", &["None %n"]);
    both(&Maybe::Some(int(1)), "Some 1", &["Some :s 1"]);
    both(&Map::from_iter([(int(1), Unit)]), "{Elt 1 Unit}", &["{Elt %e 1 Unit}"]);

    for (bytes, is) in
        [("04 0b 00000000", true), ("09 0b 00000000 00000000", true), ("09 0b 00000000 00000002 2561", true)]
    {
        let bytes = hex::decode(bytes.replace(' ', "")).unwrap();
        assert_eq!(Unit::from_bytes(&bytes).is_ok(), is);
        assert!(Unit::from_canonical_bytes(&bytes).is_err());
    }
    assert_eq!(
        <Pair<Int, Int>>::from_bytes(&hex::decode("0907000000040001000200000000").unwrap()),
        Ok(Pair(int(1), int(2)))
    );
    assert_eq!(<Or<Int, Int>>::from_bytes(&hex::decode("090500000002000100000000").unwrap()), Ok(Or::Left(int(1))));
    assert_eq!(<Maybe<Int>>::from_bytes(&hex::decode("09060000000000000000").unwrap()), Ok(Maybe::None));

    refused::<Unit>("04 0b 00000001 61", "User_invariant_guard", 2);
    refused::<Pair<Int, Int>>("08 07 0001 0002 00000003 256120", "User_invariant_guard", 6);
    refused::<Maybe<Int>>("09 06 00000002 0001 00000000", "Extra_bytes", 6);
    refused::<Maybe<Int>>("09 09 00000000 00000000", "Not_enough_data", 6);
}

#[test]
fn readable_forms() {
    both(&Timestamp::from(60), "60", &["\"1970-01-01T00:01:00Z\"", "\"60\""]);
    refused_text::<Timestamp>("\"noon\"", "Exception_raised_in_user_function");
    refused_text::<Address>(&format!("\"{KT1}%default\""), "Exception_raised_in_user_function");
    refused_text::<Address>(&format!("\"{KT1}%{}\"", "a".repeat(32)), "Exception_raised_in_user_function");
    refused_text::<Address>("\"KT1\"", "Exception_raised_in_user_function");
    refused_text::<Address>("5", "Invalid_magic");
    let default = format!("0x01{}00{}", "11".repeat(20), hex::encode("default"));
    refused_text::<Address>(&default, "User_invariant_guard");
    refused_text::<Address>(&format!("0x01{}00{}", "11".repeat(20), "61".repeat(32)), "Size_limit_exceeded");
}

#[test]
fn tickets() {
    let ticketer = KT1.parse().unwrap();
    let ticket = Ticket { ticketer, contents: Text::from("red"), amount: Nat::from(5u32) };
    let bytes = format!("0x{}", hex::encode(tezos_encoding::Encode::to_bytes(&ticketer).unwrap()));
    let others = [
        format!("Pair \"{KT1}\" \"red\" 5"),
        format!("{{ {bytes}; \"red\"; 5 }}"),
        format!("Ticket {bytes} string \"red\" 5"),
        format!("Ticket \"{KT1}\" (string %name) \"red\" 5"),
    ];
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    both(&ticket, &format!("Pair {bytes} (Pair \"red\" 5)"), &others);

    let contents = Pair(Nat::from(1u32), Maybe::<Bytes>::None);
    let fa2 = Ticket { ticketer, contents, amount: Nat::from(5u32) };
    both(
        &fa2,
        &format!("Pair {bytes} (Pair (Pair 1 None) 5)"),
        &[&format!("Ticket {bytes} (pair nat (option bytes)) (Pair 1 None) 5")],
    );

    for (text, name) in [
        (format!("Ticket {bytes} nat \"red\" 5"), "No_case_matched"),
        (format!("Ticket {bytes} string 1 5"), "Invalid_magic"),
        (format!("Ticket {bytes} string \"red\" -5"), "User_invariant_guard"),
        (format!("Ticket {bytes} string \"red\""), "Not_enough_data"),
        (format!("Ticket {bytes} string \"red\" 5 5"), "Extra_bytes"),
        ("Ticket 0x00 string \"red\" 5".to_owned(), "Not_enough_data"),
        (format!("Pair {bytes}00 (Pair \"red\" 5)"), "Extra_bytes"),
        (format!("Pair {bytes} (Pair \"red\" -5)"), "User_invariant_guard"),
    ] {
        refused_text::<Ticket<Text>>(&text, name);
    }
}

/// The hash is that of the expressions of the ticketer and of the contents.
#[test]
fn hashes_of_tickets() {
    let ticket = Ticket { ticketer: KT1.parse().unwrap(), contents: Text::from("red"), amount: Nat::from(5u32) };
    let expected =
        [&Address::from(ticket.ticketer).to_micheline().unwrap(), &expr("\"red\"")].map(Micheline::as_bytes).concat();
    assert_eq!(ticket.ticket_hash().unwrap(), tezos_hashes::hash::blake2b_256(&expected));
    // What Octez's SDK returns (`tezos-smart-rollup-encoding` 0.2.2).
    let octez = "caa23661b385c3172a7b2147066cba0b6fe28082219ea1fe8acdff48323fc227";
    assert_eq!(hex::encode(ticket.ticket_hash().unwrap()), octez);
    let more = Ticket { amount: Nat::from(6u32), ..ticket.clone() };
    assert_eq!(more.ticket_hash(), ticket.ticket_hash());
}

#[test]
fn order_and_duplicates() {
    refused::<Map<Int, Unit>>("02 0000000c 0704 0001 030b 0704 0001 030b", "Duplicate_key", 11);
    refused::<Map<Int, Unit>>("02 0000000c 0704 0002 030b 0704 0001 030b", "User_invariant_guard", 11);
    refused::<Map<Int, Unit>>("02 00000006 0707 0001 030b", "Invalid_magic", 5);
    refused_text::<tezos_protocols::michelson::Set<Int>>("{2; 1}", "User_invariant_guard");
    refused_text::<tezos_protocols::michelson::Set<Int>>("{1; 1}", "Duplicate_key");
    // Numbers are compared as numbers, not as bytes.
    let numbers = "{-300; -2; 0; 2; 300; 100000000000000000000000000000000000000000000000000}";
    let set = tezos_protocols::michelson::Set::<Int>::from_micheline(&expr(numbers)).unwrap();
    assert_eq!(set.0.len(), 6);
    bytes_of(&set, &hex::encode(expr(numbers).as_bytes()));
}

#[test]
fn other_nodes() {
    refused::<Int>("01 00000000", "Invalid_magic", 0);
    refused::<Nat>("00 41", "User_invariant_guard", 1);
    refused::<Nat>("00 8000", "Trailing_zero", 2);
    refused::<tezos_protocols::michelson::Mutez>("00 41", "User_invariant_guard", 1);
    refused::<tezos_protocols::michelson::Mutez>("00 80808080808080808002", "Overflow", 1);
    refused::<Text>("01 00000001 ff", "Invalid_utf8", 5);
    refused::<Unit>("03 0c", "Invalid_magic", 0);
    refused::<Unit>("05 0b 0001", "Invalid_magic", 0);
    refused::<Bool>("03 0b", "Unexpected_tag", 0);
    refused::<Or<Int, Unit>>("05 07 0001", "Unexpected_tag", 0);
    refused::<Or<Int, Unit>>("03 05", "Unexpected_tag", 0);
    refused::<Or<Int, Unit>>("00 05", "Unexpected_tag", 0);
    refused::<Maybe<Int>>("05 06 0001", "Unexpected_tag", 0);
    refused::<Pair<Int, Int>>("0708 0001 0002", "Invalid_magic", 0);
    refused::<List<Int>>("03 0b", "Invalid_magic", 0);
    refused::<List<Int>>("02 00000002 030b", "Invalid_magic", 5);
    assert_eq!(Nat::from_bytes(&[0, 0x40]), Ok(Nat::from(0u32)), "minus zero");
}

/// An expression without its own primitive is not confused with a component.
#[test]
fn a_pair_of_sequences_is_not_a_comb() {
    let mut builder = MichelineBuilder::new();
    builder.open(Prim::Pair);
    (0..3).for_each(|number| builder.int(number));
    builder.close("");
    let expr = builder.finish().unwrap();
    assert_eq!(<Pair<Int, Pair<Int, Int>>>::from_micheline(&expr), Ok(Pair(int(0), Pair(int(1), int(2)))));
    refused_text::<Pair<List<Int>, List<Int>>>("{1; 2}", "Invalid_magic");
}
