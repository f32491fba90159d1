//! Bytes of Octez's tests (`kernel_sdk/encoding/src/michelson/micheline.rs`, `outbox.rs`) and of the untyped Micheline.

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader};
use tezos_protocols::contract::ContractId;
use tezos_protocols::keys;
use tezos_protocols::michelson::{
    Address, Bool, Bytes, ChainId, Contract, Int, Key, KeyHash, List, Map, Maybe, Michelson, Mutez, Nat, Or, Pair, Set,
    Signature, Text, Ticket, Timestamp, Unit,
};

use super::{KT1, both, bytes_of};

#[test]
fn numbers() {
    for (number, bytes) in [
        (0, "0000"),
        (1, "0001"),
        (0x7f, "00bf01"),
        (0x80, "008002"),
        (0x81, "008102"),
        (0xff, "00bf03"),
        (0x100, "008004"),
        (0x7fff, "00bfff03"),
        (0x8000, "00808004"),
        (0xffff, "00bfff07"),
        (0x10000, "00808008"),
        (0x9da_879e, "009e9ed49d01"),
    ] {
        bytes_of(&Int::from(i64::from(number)), bytes);
        bytes_of(&Nat::from(u32::try_from(number).unwrap()), bytes);
        bytes_of(&Timestamp::from(i64::from(number)), bytes);
        bytes_of(&Mutez(i64::from(number)), bytes);
    }
    bytes_of(&Int::from(-1), "0041");
    bytes_of(&Mutez(i64::MAX), "00 bf ffffffffffffffff 01");
    both(&Int::from(-1_000_000), "-1000000", &[]);
}

#[test]
fn text_and_bytes() {
    bytes_of(&Text::from(""), "0100000000");
    bytes_of(&Text::from("red"), "0100000003726564");
    bytes_of(&Bytes::from(&b"hello"[..]), "0a0000000568656c6c6f");
    both(&Text::from("Hello world!"), "\"Hello world!\"", &[]);
    both(&Bytes(vec![]), "0x", &[]);
}

#[test]
fn constants() {
    bytes_of(&Unit, "030b");
    bytes_of(&Bool(true), "030a");
    bytes_of(&Bool(false), "0303");
    both(&Bool(true), "True", &[]);
    both(&Bool(false), "False", &[]);
    both(&Unit, "Unit", &[]);
}

#[test]
fn pairs_and_alternatives() {
    bytes_of(&Pair(Text::from("red"), Int::from(1)), "0707 0100000003726564 0001");
    bytes_of(&Pair(Int::from(2), Text::from("green")), "0707 0002 0100000005677265656e");
    bytes_of(&Maybe::Some(Int::from(2)), "0509 0002");
    bytes_of(&Maybe::<Int>::None, "0306");
    bytes_of(&Or::<Int, Unit>::Left(Int::from(1)), "0505 0001");
    bytes_of(&Or::<Int, Unit>::Right(Unit), "0508 030b");
    both(&Pair(Int::from(1), Or::<Text, Unit>::Left("a".into())), "Pair 1 (Left \"a\")", &[]);
    both(&Maybe::Some(Maybe::<Unit>::None), "Some None", &[]);
}

#[test]
fn collections() {
    both(&List(vec![Int::from(3), Int::from(1), Int::from(3)]), "{3; 1; 3}", &[]);
    both(&List::<Unit>::default(), "{}", &[]);
    both(&Set::from_iter([Nat::from(3u32), Nat::from(1u32)]), "{1; 3}", &[]);
    let map = Map::from_iter([(Text::from("b"), Bool(true)), (Text::from("a"), Bool(false))]);
    both(&map, "{Elt \"a\" False; Elt \"b\" True}", &[]);
    both(&Map::from_iter([(Int::from(-1), map)]), "{Elt -1 {Elt \"a\" False; Elt \"b\" True}}", &[]);
}

#[test]
fn addresses() {
    let address: Address = KT1.parse().unwrap();
    let bytes = format!("0x{}", hex::encode(&address.to_bytes().unwrap()[5..]));
    assert_eq!((bytes.len(), &bytes[..4], &bytes[44..]), (46, "0x01", "00"));
    both(&address, &bytes, &[&format!("{KT1:?}")]);
    both(&Contract::<Unit>::from(address.clone()), &bytes, &[&format!("{KT1:?}")]);

    let named = address.clone().with_entrypoint("do");
    both(&named, &format!("{bytes}{}", hex::encode("do")), &[&format!("\"{KT1}%do\"")]);
    let longest = "a".repeat(31);
    let text = format!("{KT1}%{longest}");
    both(&text.parse::<Address>().unwrap(), &format!("{bytes}{}", hex::encode(&longest)), &[&format!("{text:?}")]);
    assert_eq!(address.clone().with_entrypoint("default"), address);
    assert_eq!((address.entrypoint(), named.entrypoint()), (&b"default"[..], &b"do"[..]));
    both(&address, &bytes, &[&format!("\"{KT1}%\"")]);

    let account: Address = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse().unwrap();
    both(&account, "0x00006b82198cb179e8306c1bedd08f12dc863f328886", &["\"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb\""]);
    let rollup: Address = "sr163Lv22CdE8QagCwf48PWDTquk6isQwv57".parse().unwrap();
    let text = "\"sr163Lv22CdE8QagCwf48PWDTquk6isQwv57\"";
    assert_eq!(Address::from_micheline(&super::expr(text)).unwrap(), rollup);
    assert_eq!(rollup.to_bytes().unwrap()[..6], [10, 0, 0, 0, 22, 3]);
    assert!(account < address && address < rollup, "the order of Michelson");
    let others = ["a", "z"].map(|name| address.clone().with_entrypoint(name));
    assert!(others[0] < address && address < others[1], "`default` is between");
}

#[test]
fn keys_and_hashes() {
    let hash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
    let value: keys::PublicKeyHash = hash.parse().unwrap();
    both(&KeyHash(value), "0x006b82198cb179e8306c1bedd08f12dc863f328886", &[&format!("{hash:?}")]);

    let key = "edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav";
    let value: keys::PublicKey = key.parse().unwrap();
    both(&Key(value.clone()), &format!("0x{}", hex::encode(value.to_bytes().unwrap())), &[&format!("{key:?}")]);

    for len in [64, 96] {
        let value = keys::Signature::try_from(&vec![7; len][..]).unwrap();
        both(&Signature(value.clone()), &format!("0x{}", "07".repeat(len)), &[&format!("\"{value}\"")]);
    }

    let chain = "NetXdQprcVkpaWU";
    both(&ChainId(chain.parse().unwrap()), "0x7a06a770", &[&format!("{chain:?}")]);
}

/// The messages of `outbox.rs`: a ticket, the destination and the entrypoint.
#[test]
fn outbox_transactions() {
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Transaction<T: Michelson> {
        parameters: T,
        destination: ContractId,
        #[encoding(string = 31)]
        entrypoint: String,
    }

    let bytes = hex::decode(concat!(
        "07070a0000001601d1a37c088a1221b636bb5fccb35e05181038ba7c0007070100000003726564",
        "00010124",
        "6667a931fe0bd2fb1cb604f714601e8828455000000000",
        "0764656661756c74",
    ));
    let transaction = Transaction::<Ticket<Text>>::from_canonical_bytes(&bytes.unwrap()).unwrap();
    assert_eq!((&*transaction.parameters.contents.0, &transaction.parameters.amount), ("red", &Nat::from(1u32)));
    assert_eq!(transaction.entrypoint, "default");
    assert_eq!(transaction.destination.to_string(), "KT1BuEZtb68c1Q4yjtckcNjGELqWt56Xyesc");

    let bytes = hex::decode("0a00000001ff0115edad279f55e2fe4011de6d2c24fdf51bf225c500000000057468726565").unwrap();
    let transaction = Transaction::<Bytes>::from_canonical_bytes(&bytes).unwrap();
    assert_eq!((transaction.parameters.0, &*transaction.entrypoint), (vec![255], "three"));
}

#[test]
fn types() {
    type All = Pair<
        Pair<Or<Int, Nat>, Pair<Maybe<Text>, Pair<Bytes, Bool>>>,
        Pair<Pair<List<Mutez>, Pair<Set<Timestamp>, Map<Address, KeyHash>>>, Pair<Key, Pair<Signature, ChainId>>>,
    >;
    let text = "pair (pair (or int nat) (pair (option string) (pair bytes bool))) \
         (pair (pair (list mutez) (pair (set timestamp) (map address key_hash))) (pair key (pair signature chain_id)))";
    assert_eq!(All::TYPE.to_micheline(), super::expr(text));
    assert_eq!(<Contract<Ticket<Unit>>>::TYPE.to_string(), "contract (ticket unit)");
    let comb = super::expr("pair (int %a) (pair %p bool (unit :t)) (list bytes)");
    assert!(<Pair<Int, Pair<Pair<Bool, Unit>, List<Bytes>>>>::TYPE.matches(comb.root()), "annotations and combs");
    assert!(!<Pair<Int, Or<Nat, Unit>>>::TYPE.matches(super::expr("pair int nat unit").root()), "not a comb");
    for wrong in ["pair int bool", "pair int (pair bool unit)", "pair int bool unit", "int"] {
        assert!(!<Pair<Int, Pair<Bool, Pair<Unit, Nat>>>>::TYPE.matches(super::expr(wrong).root()), "{wrong}");
    }
}
