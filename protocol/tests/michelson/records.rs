//! Records and variants of `michelson!`.

use tezos_encoding::{Encode, FromJson, HasEncoding, ToJson, schema};
use tezos_protocols::michelson::{Address, Bool, Bytes, Int, List, Maybe, Michelson, Nat, Or, Pair, Text, Unit};

use super::{KT1, both, expr, refused, refused_text};

tezos_protocols::michelson! {
    /// Four fields, which a contract passes as a sequence.
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Order {
        /// The number.
        pub(crate) id: Nat,
        pub(crate) memo: Text,
        /// A name that the macro uses too.
        pub(crate) input: Maybe<Bytes>,
        pub(crate) last: Bool,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) enum Call {
        Order(Order),
        /// Without a payload.
        Pause,
        Pay(Pair<Int, Int>),
        Many(List<Order>),
    }

    #[derive(Clone, Debug, PartialEq)]
    struct One { only: Order }

    #[derive(Clone, Debug, PartialEq)]
    enum Single { Only(Nat) }

    #[derive(Clone, Debug, PartialEq)]
    enum Switch { On, Off }

    #[derive(Clone, Debug, PartialEq)]
    struct Nested { flag: Bool, order: Order }
}

pub(super) fn order() -> Order {
    Order { id: 7u32.into(), memo: "m".into(), input: Maybe::None, last: Bool(true) }
}

#[test]
fn a_struct_is_a_right_comb() {
    let others = [
        "Pair 7 \"m\" None True",
        "{7; \"m\"; None; True}",
        "Pair %o 7 {\"m\"; None; True}",
        "{7; \"m\"; Pair None True}",
    ];
    both(&order(), "Pair 7 (Pair \"m\" (Pair None True))", &others);
    assert_eq!(
        order().to_bytes().unwrap(),
        Pair(Nat::from(7u32), Pair(Text::from("m"), Pair(Maybe::<Bytes>::None, Bool(true)))).to_bytes().unwrap()
    );
    both(&One { only: order() }, "Pair 7 (Pair \"m\" (Pair None True))", &others);
    assert_eq!(
        Order::TYPE.to_string(),
        "pair (nat %id) (pair (string %memo) (pair (option %input bytes) (bool %last)))"
    );
    assert_eq!(One::TYPE, Order::TYPE);
}

/// A record in the last field of a record is a part of its comb, as a pair type in a pair type is.
#[test]
fn combs_of_records() {
    let nested = Nested { flag: Bool(false), order: order() };
    let others = ["{False; 7; \"m\"; None; True}", "Pair False 7 \"m\" None True", "{False; {7; \"m\"; None; True}}"];
    both(&nested, "Pair False (Pair 7 (Pair \"m\" (Pair None True)))", &others);
}

#[test]
fn an_enum_is_nested_to_the_right() {
    both(&Call::Order(order()), "Left (Pair 7 (Pair \"m\" (Pair None True)))", &["Left {7; \"m\"; None; True}"]);
    both(&Call::Pause, "Right (Left Unit)", &["Right %r (Left (Unit %u))"]);
    both(&Call::Pay(Pair(1.into(), 2.into())), "Right (Right (Left (Pair 1 2)))", &["Right (Right (Left {1; 2}))"]);
    both(&Call::Many(List(vec![])), "Right (Right (Right {}))", &[]);
    both(&Single::Only(7u32.into()), "7", &[]);
    both(&Switch::On, "Left Unit", &[]);
    both(&Switch::Off, "Right Unit", &[]);
    assert_eq!(Switch::TYPE.to_string(), "or (unit %On) (unit %Off)");
    let text = "or (pair %Order (nat %id) (pair (string %memo) (pair (option %input bytes) (bool %last)))) \
         (or (unit %Pause) (or (pair %Pay int int) (list %Many (pair (nat %id) (pair (string %memo) (pair (option %input bytes) (bool %last)))))))";
    assert_eq!(Call::TYPE.to_micheline(), expr(text));
    assert!(Call::TYPE.matches(expr(text).root()));
    assert!(<Or<Order, Or<Unit, Or<Pair<Int, Int>, List<Order>>>>>::TYPE.matches(expr(text).root()));
}

#[test]
fn refused_values() {
    refused_text::<Order>("Pair 7 \"m\" None", "Not_enough_data");
    refused_text::<Order>("{7; \"m\"; None; True; 1}", "Extra_bytes");
    refused_text::<Call>("Left Unit", "Invalid_magic");
    refused_text::<Call>("Pair 1 2", "Unexpected_tag");
    refused_text::<Call>("Right (Right 1)", "Unexpected_tag");
    refused::<Switch>("0505 030c", "Invalid_magic", 2);
}

/// Errors name the fields, of the written form at least.
#[test]
fn paths_of_errors() {
    let path = |text: &str| Order::from_micheline(&expr(text)).unwrap_err().path().to_string();
    assert_eq!(path("Pair -7 (Pair \"m\" (Pair None True))"), "id");
    assert_eq!(path("Pair 7 (Pair 5 (Pair None True))"), "memo");
    assert_eq!(path("Pair 7 (Pair \"m\" (Pair None Unit))"), "last");
    let wrong =
        Address::from(KT1.parse::<tezos_protocols::contract::ContractId>().unwrap()).with_entrypoint("a".repeat(32));
    tezos_protocols::michelson! { struct To { amount: Nat, to: Address } }
    let error = To { amount: 1u32.into(), to: wrong }.to_bytes().unwrap_err();
    assert_eq!((error.kind().name(), error.path().to_string().as_str()), ("Size_limit_exceeded", "to.entrypoint"));
}

#[test]
fn json() {
    let json = r#"{"id":"7","memo":"m","input":{"none":{}},"last":"True"}"#;
    assert_eq!(order().to_json().unwrap(), json);
    assert_eq!(Order::from_json(json).unwrap(), order());
    for call in
        [Call::Order(order()), Call::Pause, Call::Pay(Pair(1.into(), 2.into())), Call::Many(List(vec![order()]))]
    {
        let json = call.to_json().unwrap();
        assert_eq!(Call::from_json(&json).unwrap(), call, "{json}");
    }
    assert_eq!(Call::Pause.to_json().unwrap(), r#"{"Pause":{}}"#);
}

#[test]
fn descriptions() {
    let text = schema::describe(Call::ENCODING).to_string();
    assert!(text.contains("memo") && text.contains("Right"), "{text}");
}

/// Names of types, fields and cases are the user's own: none meets a name that the macro uses.
mod names {
    use super::{Int, both};

    tezos_protocols::michelson! {
        #[derive(Debug, PartialEq)]
        struct Comb { sink: Int, error: Int }

        #[derive(Debug, PartialEq)]
        struct Tree { comb: Comb, block: Int, payload: Int }

        #[derive(Debug, PartialEq)]
        enum S { Left(Tree), Right(Comb), Ok, Err(Int), None, Some(Int) }
    }

    #[test]
    fn names_are_free() {
        let comb = Comb { sink: 1.into(), error: 2.into() };
        both(&S::Right(comb), "Right (Left (Pair 1 2))", &[]);
        let tree = Tree { comb: Comb { sink: 1.into(), error: 2.into() }, block: 3.into(), payload: 4.into() };
        both(&S::Left(tree), "Left (Pair (Pair 1 2) (Pair 3 4))", &["Left {{1; 2}; 3; 4}"]);
        let path = "Right (Right (Right (Right (Left Unit))))";
        both(&S::None, path, &[]);
        both(&S::Some(1.into()), "Right (Right (Right (Right (Right 1))))", &[]);
        both(&S::Ok, "Right (Right (Left Unit))", &[]);
        both(&S::Err(5.into()), "Right (Right (Right (Left 5)))", &[]);
    }
}
