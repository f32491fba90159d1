//! The traits of values: parsing, printing, converting, comparing and hashing.

use std::collections::HashSet;
use std::error::Error;
use std::str::FromStr;

use proptest::prelude::*;
use tezos_encoding::{Encode, FromJson, N, Negative, NotDecimal, ToJson, TooLarge, Z};
use tezos_hashes::hash::{BlockHash, ChainId, OperationHash, ProtocolHash};
use tezos_hashes::protocol::{
    ContractHash, ScRollupHash, ScriptExprHash, SmartRollupAddress, TxRollupHash, ZkRollupHash,
};
use tezos_protocols::block::VotesEma;
use tezos_protocols::chain::{
    BallotVote, ConsumedMilligas, Cycle, Gas, GasCost, Level, Location, Milligas, Period, RawLevel, Roll, Round,
    UnknownName, VotingPeriodKind, VotingPeriodNumber,
};
use tezos_protocols::constants::{CacheSize, MaxBonus, Percentage, PvmKind, WholePercentage};
use tezos_protocols::contract::{ContractId, OriginatedContract, WrongAddress};
use tezos_protocols::header::{FullHeader, PerBlockVote};
use tezos_protocols::keys::{
    BlsPublicKeyHash, Ed25519PublicKeyHash, KeyTextError, Mldsa44PublicKeyHash, P256PublicKeyHash, PublicKey,
    PublicKeyHash, Secp256k1PublicKeyHash, Signature,
};
use tezos_protocols::micheline::{LazyExpr, Micheline, Prim, SyntaxError};
use tezos_protocols::michelson::{self, Address, AddressError, Int, Nat};
use tezos_protocols::numbers::{Mutez, MutezError};
use tezos_protocols::operation::{
    Contents, Delegation, Destination, Entrypoint, EntrypointError, EntrypointName, Manager, Operation,
    OperationProtocolData, Parameters, RawOperation, Script, Transaction, Unsigned,
};
use tezos_protocols::receipt::{AnyDestination, BalanceUpdates, MisbehaviourKind, OperationMetadata};
use tezos_protocols::rollup::smart::{Player, SmartRollupKind};
use tezos_protocols::shell::ContextHashVersion;
use tezos_protocols::{Protocol, UnknownProtocol};

/// One function for each trait, which compiles for the types that have it.
#[allow(non_snake_case, reason = "the names are those of the traits")]
mod has {
    use std::{error, fmt, hash, str};

    pub(super) fn Display<T: fmt::Display>() {}
    pub(super) fn FromStr<T: str::FromStr<Err: error::Error + Send + Sync + 'static>>() {}
    pub(super) fn Ord<T: Ord>() {}
    pub(super) fn Hash<T: hash::Hash + Eq + Clone + fmt::Debug + Send + Sync + 'static>() {}
    pub(super) fn Default<T: Default>() {}
    pub(super) fn Copy<T: Copy>() {}
    pub(super) fn From<A, B: From<A>>() {}
    pub(super) fn TryFrom<A, B: TryFrom<A, Error = E>, E>() {}
    pub(super) fn Error<T: error::Error + Clone + PartialEq + Send + Sync + 'static>() {}
}

/// Checks by compiling that types have traits: `Type, ..: Trait ..;`.
macro_rules! traits {
    ($($($type:ty),+: $traits:tt;)+) => { $($(traits!(@ $type: $traits);)+)+ };
    (@ $type:ty: [$($trait:ident)+]) => { $(has::$trait::<$type>();)+ };
}

/// Checks by compiling that types convert: `From, .. => To, ..;`, or with `TryFrom` and its error `From, .. => To, .. or Error;`.
macro_rules! conversions {
    ($($($from:ty),+ => $to:tt $(or $error:ident)?;)+) => { $(conversions!(@ [$($from),+] $to $($error)?);)+ };
    (@ [$($from:ty),+] $to:tt) => { $(conversions!(@from $from, $to);)+ };
    (@ [$($from:ty),+] $to:tt $error:ident) => { $(conversions!(@try_from $from, $to, $error);)+ };
    (@from $from:ty, [$($to:ty),+]) => { $(has::From::<$from, $to>();)+ };
    (@try_from $from:ty, [$($to:ty),+], $error:ident) => { $(has::TryFrom::<$from, $to, $error>();)+ };
}

#[test]
fn values_have_the_traits_of_values() {
    traits! {
        N, Z, Int, Nat: [Display FromStr Ord Hash Default];
        Mutez: [Display FromStr Ord Hash Default Copy];
        RawLevel, Cycle, Round, Period, Roll, VotingPeriodNumber, Location, Milligas, ConsumedMilligas, WholePercentage, Percentage, MaxBonus,
            CacheSize, ContextHashVersion: [Display FromStr Ord Hash Default Copy];
        GasCost: [Display FromStr Ord Hash];
        VotesEma: [Display FromStr Ord Hash Copy];
        Entrypoint, EntrypointName: [Display FromStr Ord Hash Default];
        ContractId, Destination, AnyDestination, OriginatedContract: [Display FromStr Ord Hash Copy];
        Address: [Display FromStr Ord Hash];
        BlockHash, OperationHash, ProtocolHash, ChainId, ContractHash, SmartRollupAddress, ScriptExprHash: [Display FromStr Ord Hash Copy];
        PublicKeyHash: [Display FromStr Ord Hash Copy];
        PublicKey, Signature: [Display FromStr Hash];
        BallotVote, PerBlockVote, VotingPeriodKind, PvmKind, SmartRollupKind, Player, MisbehaviourKind: [Display FromStr Ord Hash Copy];
        Protocol: [Display FromStr Ord Hash Copy];
        Prim: [Display FromStr Ord Hash Copy];
        Micheline: [Display FromStr Hash];
        LazyExpr: [Hash];
        michelson::Mutez: [Ord Hash Default Copy];
        Gas, Level, Script, Parameters, Transaction, Manager<Delegation>, Contents, OperationProtocolData, Unsigned, Operation, RawOperation,
            FullHeader, BalanceUpdates, OperationMetadata: [Hash];
        MutezError, EntrypointError, AddressError, WrongAddress, KeyTextError, Negative, NotDecimal, TooLarge, SyntaxError, UnknownName,
            UnknownProtocol: [Error];
    }
}

#[test]
fn values_convert() {
    conversions! {
        u64 => [N];
        i8, i16, i32, i64, i128, isize => [N] or Negative;
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, N, &N => [Z];
        N, &N, Z, &Z => [u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize] or TooLarge;
        Z, &Z => [N] or Negative;
        u32 => [Mutez];
        u64, i64, &N, &Z, michelson::Mutez => [Mutez] or MutezError;
        Mutez => [u64, i64, N, Z, michelson::Mutez];
        &str => [Entrypoint, EntrypointName] or EntrypointError;
        Entrypoint => [EntrypointName];
        EntrypointName => [Entrypoint];
        i64, Z, &Z, N => [Micheline];
        Micheline, &Micheline => [LazyExpr];
        N => [Nat];
        Z => [Int];
        // Each address to those that have more cases.
        Ed25519PublicKeyHash, Secp256k1PublicKeyHash, P256PublicKeyHash, BlsPublicKeyHash, Mldsa44PublicKeyHash => [PublicKeyHash];
        PublicKeyHash => [ContractId, Destination, AnyDestination, Address];
        ContractHash => [OriginatedContract, ContractId, Destination, AnyDestination, Address];
        OriginatedContract => [ContractHash, ContractId, Destination, AnyDestination, Address];
        ContractId => [Destination, AnyDestination, Address];
        Destination => [AnyDestination, Address];
        AnyDestination => [Address];
        TxRollupHash => [Destination, AnyDestination, Address];
        SmartRollupAddress, ScRollupHash, ZkRollupHash => [AnyDestination, Address];
        // And back.
        ContractId, Destination, AnyDestination, Address => [PublicKeyHash, ContractHash, OriginatedContract] or WrongAddress;
        Destination, AnyDestination, Address => [ContractId] or WrongAddress;
        AnyDestination, Address => [Destination, SmartRollupAddress] or WrongAddress;
        AnyDestination => [TxRollupHash, ScRollupHash, ZkRollupHash] or WrongAddress;
        Destination => [TxRollupHash] or WrongAddress;
        Address => [AnyDestination] or WrongAddress;
        i32 => [RawLevel, Cycle, Round, Roll, VotingPeriodNumber, Location, VotesEma];
        RawLevel, Cycle, Round, Roll, VotingPeriodNumber, Location, VotesEma => [i32];
        i64 => [Period, Milligas, MaxBonus, CacheSize];
        Period, Milligas, MaxBonus, CacheSize => [i64];
    }
}

/// A literal has the only integer type that converts.
#[test]
fn literals_convert() {
    let transfer = Transaction::transfer(ContractHash([7; 20]), Mutez::from_tez(5));
    let mut operation =
        Manager::new(Ed25519PublicKeyHash([7; 20]), 0, transfer.call("mint".parse().unwrap(), Micheline::from(5)));
    operation.fee = 1_000.into();
    operation.counter = 1.into();
    operation.gas_limit = 10_000.into();
    operation.storage_limit = 0.into();
    let bytes = Protocol::Seoul.encode(&operation).unwrap();
    let expected = [
        &[0][..],
        &[7; 20],
        &[0xe8, 7, 1, 0x90, 0x4e, 0, 0xc0, 0x96, 0xb1, 2, 1],
        &[7; 20],
        &[0, 0xff, 0xff, 4],
        b"mint",
    ]
    .concat();
    assert_eq!(bytes, [&expected[..], &[0, 0, 0, 2, 0, 5]].concat());
}

/// Checks that a text is refused with this message.
#[track_caller]
fn refused<T: FromStr<Err: Error> + std::fmt::Debug>(text: &str, message: &str) {
    assert_eq!(text.parse::<T>().unwrap_err().to_string(), message, "{text}");
}

#[test]
fn amounts_are_in_tez() {
    for (text, mutez) in [
        ("0", 0),
        ("1", 1_000_000),
        ("1.5", 1_500_000),
        ("20", 20_000_000),
        ("0.000001", 1),
        ("0.1", 100_000),
        ("1000000.00001", 1_000_000_000_010),
        ("9223372036854.775807", i64::MAX.unsigned_abs()),
    ] {
        let amount: Mutez = text.parse().unwrap();
        assert_eq!((amount, amount.to_string().as_str(), amount.mutez()), (Mutez::new(mutez).unwrap(), text, mutez));
        assert_eq!(Mutez::from_json(&amount.to_json().unwrap()).unwrap(), amount);
    }
    for text in ["1.50", "01.5", "1.500000"] {
        assert_eq!(text.parse(), Ok(Mutez::from(1_500_000)), "{text}");
    }
    let amount = Mutez::from(1_500_000);
    assert_eq!(format!("{amount:.0}|{amount:.2}|{amount:.6}|{amount:.9}"), "1.5|1.50|1.500000|1.500000");
    assert_eq!(format!("{amount:>6}|{amount:<6}|{:.6}", Mutez::from_tez(2)), "   1.5|1.5   |2.000000");
    let not_tez = "expected a number of tez, such as 1.5 or 20: digits, and at most six more after a point";
    for text in ["", ".", "1.", ".5", "-1", "+1", "1,000", "1.5tz", "1 ", "1.5.5", "0x10", "1e3", "1_000", "١"] {
        refused::<Mutez>(text, not_tez);
    }
    refused::<Mutez>("0.1234567", "a tez has six digits after the point: 0.000001 is the least amount");
    for text in ["9223372036854.775808", "18446744073710", &"9".repeat(1000)] {
        refused::<Mutez>(text, "the amount is larger than 9223372036854.775807 tez");
    }
    assert_eq!("0".repeat(1000).parse(), Ok(Mutez::ZERO));
}

#[test]
fn amounts_do_not_overflow() {
    let (one, max) = (Mutez::from(1), Mutez::MAX);
    assert_eq!((max.checked_add(one), max.checked_add(Mutez::ZERO)), (None, Some(max)));
    assert_eq!((one.checked_sub(max), max.checked_sub(max)), (None, Some(Mutez::ZERO)));
    assert_eq!((max.checked_mul(2), one.checked_mul(u64::MAX), one.checked_mul(7)), (None, None, Some(7.into())));
    assert_eq!(Mutez::from_tez(u32::MAX).to_string(), u32::MAX.to_string());
    assert_eq!(
        (Mutez::try_from(1_u64 << 63), Mutez::try_from(-1_i64)),
        (Err(MutezError::TooLarge), Err(MutezError::Negative))
    );
    assert_eq!(
        (Mutez::try_from(&Z::from(-1)), Mutez::try_from(&N::new(u128::MAX))),
        (Err(MutezError::Negative), Err(MutezError::TooLarge))
    );
    assert_eq!(
        (Mutez::try_from(michelson::Mutez::from(max)), Mutez::try_from(michelson::Mutez(-1))),
        (Ok(max), Err(MutezError::Negative))
    );
}

#[test]
fn entrypoints_are_checked_names() {
    for (name, entrypoint) in [
        ("default", Entrypoint::Default),
        ("root", Entrypoint::Root),
        ("do", Entrypoint::Do),
        ("set_delegate", Entrypoint::SetDelegate),
        ("remove_delegate", Entrypoint::RemoveDelegate),
        ("deposit", Entrypoint::Deposit),
        ("stake", Entrypoint::Stake),
        ("unstake", Entrypoint::Unstake),
        ("finalize_unstake", Entrypoint::FinalizeUnstake),
        ("set_delegate_parameters", Entrypoint::SetDelegateParameters),
    ] {
        assert_eq!((name.parse(), entrypoint.to_string().as_str()), (Ok(entrypoint.clone()), name));
        assert_eq!(Protocol::Alpha.to_json(&entrypoint).unwrap(), format!("\"{name}\""));
        // In each protocol it is a value that can be written.
        for protocol in Protocol::ALL {
            let read: Entrypoint = protocol.decode(&protocol.encode(&entrypoint).unwrap()).unwrap();
            assert_eq!(
                (read.as_str(), protocol.encode(&read)),
                (Some(name), protocol.encode(&entrypoint)),
                "{protocol}"
            );
        }
    }
    for name in ["mint", "_a", "0", "a.b@c", "transfer_tokens", &"x".repeat(31)] {
        let entrypoint: Entrypoint = name.parse().unwrap();
        assert!(matches!(&entrypoint, Entrypoint::Named(inside) if inside.name() == name.as_bytes()));
        assert_eq!((entrypoint.to_string().as_str(), entrypoint.as_str()), (name, Some(name)));
        assert_eq!(EntrypointName::from(entrypoint.clone()), name.parse().unwrap());
        assert_eq!(Entrypoint::from(EntrypointName::try_from(name).unwrap()), entrypoint);
    }
    assert_eq!(format!("[{:>6}]", Entrypoint::Do), "[    do]");
    for (name, message) in [
        ("", "the name of an entrypoint is not empty: write `default` for the default one".into()),
        ("%", "the name of an entrypoint is not empty: write `default` for the default one".into()),
        ("%mint", "the name of an entrypoint is written without `%`: write `mint`".into()),
        ("%%mint", "the name of an entrypoint is written without `%`: write `mint`".into()),
        (&"x".repeat(32), "the name of an entrypoint has at most 31 bytes, and this has 32".to_owned()),
        ("a b", character(' ', 1)),
        (".a", character('.', 0)),
        ("mint%", character('%', 4)),
        ("mïnt", character('ï', 1)),
        ("KT1-x", character('-', 3)),
    ] {
        refused::<Entrypoint>(name, &message);
        refused::<EntrypointName>(name, &message);
    }
    // Names that Octez reads are read and written, and shown so that a log stays one.
    let bytes = [&[255, 5][..], b"a%\n\xff "].concat();
    let odd: Entrypoint = Protocol::Seoul.decode(&bytes).unwrap();
    assert_eq!((odd.to_string().as_str(), odd.as_str()), (r"a%\n\xff ", None));
    assert_eq!(Protocol::Seoul.encode(&odd).unwrap(), bytes);
}

fn character(character: char, index: usize) -> String {
    format!(
        "the name of an entrypoint has letters, digits and `_`, and after the first also `.` and `@`: found {character:?} at {index}"
    )
}

const ACCOUNT: &str = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
const CONTRACT: &str = "KT1DieU51jzXLerQx5AqMCiLC1SsCeM8yRat";
const ROLLUP: &str = "sr1RYurGZtN8KNSpkMcCt9CgWeUaNkzsAfXf";

#[test]
fn addresses_are_parsed_as_their_kind() {
    let tx = TxRollupHash([7; 20]).to_string();
    for (text, contract, destination, any) in [
        (ACCOUNT, true, true, true),
        (CONTRACT, true, true, true),
        (&tx, false, true, true),
        (ROLLUP, false, false, true),
    ] {
        let all = [
            text.parse::<ContractId>().ok().map(|address| (address.to_string(), format!("{address:?}"))),
            text.parse::<Destination>().ok().map(|address| (address.to_string(), format!("{address:?}"))),
            text.parse::<AnyDestination>().ok().map(|address| (address.to_string(), format!("{address:?}"))),
        ];
        let shown = (text.to_owned(), text.to_owned());
        assert_eq!(all, [contract, destination, any].map(|is| is.then(|| shown.clone())), "{text}");
    }
    let kinds = "tz1…, tz2…, tz3…, tz4…, tz5…, KT1…";
    refused::<ContractId>(ROLLUP, &format!("expected a contract ({kinds}), found a smart_rollup_address"));
    refused::<Destination>(
        ROLLUP,
        &format!("expected a destination of a transaction ({kinds}, txr1…), found a smart_rollup_address"),
    );
    refused::<AnyDestination>(
        "Alice",
        &format!("expected a destination ({kinds}, sr1…, epx1…, txr1…, scr1…), found a text of another kind"),
    );
    let refusal = "expected a contract_hash (KT1…, 36 characters), found a ed25519_public_key_hash";
    refused::<OriginatedContract>(ACCOUNT, refusal);
    let contract: OriginatedContract = CONTRACT.parse().unwrap();
    assert_eq!(contract.to_string(), CONTRACT);
}

#[test]
fn addresses_have_entrypoints() {
    let address: Address = format!("{CONTRACT}%mint").parse().unwrap();
    assert_eq!(
        address,
        Address::from(CONTRACT.parse::<ContractId>().unwrap()).with_entrypoint(Entrypoint::from_str("mint").unwrap())
    );
    assert_eq!((address.to_string(), address.has_entrypoint()), (format!("{CONTRACT}%mint"), true));
    let plain: Address = CONTRACT.parse().unwrap();
    assert_eq!(
        (plain.to_string().as_str(), plain.has_entrypoint(), plain.clone().with_entrypoint(Entrypoint::Default)),
        (CONTRACT, false, plain)
    );
    for (suffix, message) in [
        ("%default", "the entrypoint `default` is not written: leave out `%default`".into()),
        ("%%mint", "after `%`: the name of an entrypoint is written without `%`: write `mint`".into()),
        ("%", "after `%`: the name of an entrypoint is not empty: write `default` for the default one".into()),
        ("%a b", format!("after `%`: {}", character(' ', 1))),
        (
            &format!("%{}", "x".repeat(32)),
            "after `%`: the name of an entrypoint has at most 31 bytes, and this has 32".into(),
        ),
    ] {
        refused::<Address>(&format!("{CONTRACT}{suffix}"), &message);
    }
    let newest = "expected a destination (tz1…, tz2…, tz3…, tz4…, tz5…, KT1…, sr1…, epx1…), found a tx_rollup_hash";
    refused::<Address>(&format!("{}%a", TxRollupHash([7; 20])), newest);
}

#[test]
fn addresses_convert_if_they_fit() {
    let account: PublicKeyHash = ACCOUNT.parse().unwrap();
    let contract: ContractHash = CONTRACT.parse().unwrap();
    let rollup: SmartRollupAddress = ROLLUP.parse().unwrap();
    let address = Address::from(contract).with_entrypoint("mint");
    let messages = [
        ContractHash::try_from(ContractId::from(account)).unwrap_err(),
        PublicKeyHash::try_from(Destination::from(contract)).unwrap_err(),
        ContractId::try_from(AnyDestination::from(rollup)).unwrap_err(),
        Destination::try_from(AnyDestination::from(rollup)).unwrap_err(),
        SmartRollupAddress::try_from(Address::from(contract)).unwrap_err(),
        OriginatedContract::try_from(Address::from(account)).unwrap_err(),
        AnyDestination::try_from(address.clone()).unwrap_err(),
    ];
    assert_eq!(
        messages.each_ref().map(ToString::to_string),
        [
            format!("expected a contract (KT1…), found {ACCOUNT}"),
            format!("expected an account (tz1… to tz5…), found {CONTRACT}"),
            format!("expected an account or a contract (tz1… to tz5…, KT1…), found {ROLLUP}"),
            format!(
                "expected an account, a contract or a transaction rollup (tz1… to tz5…, KT1…, txr1…), found {ROLLUP}"
            ),
            format!("expected a smart rollup (sr1…), found {CONTRACT}"),
            format!("expected a contract (KT1…), found {ACCOUNT}"),
            format!("expected an address without an entrypoint, found {CONTRACT}%mint"),
        ]
    );
    assert_eq!(messages[6].found(), &address);
    assert_eq!((address.destination(), AnyDestination::from(rollup).try_into()), (contract.into(), Ok(rollup)));
}

#[test]
fn expressions_are_parsed_as_source() {
    for source in ["Unit", "5", "\"a\"", "0x00ff", "{ Pair 1 2 ; DROP }", "Pair (Some \"x\") {}", "code %a { CAR }"] {
        let expression: Micheline = source.parse().unwrap();
        assert_eq!(expression.to_string().parse(), Ok(expression.clone()), "{source}");
        let lazy = LazyExpr::from(&expression);
        assert_eq!((lazy.bytes(), lazy.force().as_ref()), (&expression.to_bytes().unwrap()[..], Ok(&expression)));
        assert_eq!((lazy == LazyExpr::of(&expression).unwrap(), lazy == expression.into()), (true, true));
    }
    assert_eq!(("Unit".parse(), Micheline::from(-7).to_string()), (Ok(Micheline::unit()), "-7".into()));
    assert_eq!((Micheline::from(Z::from(5)), Micheline::from(N::from(5))), (Micheline::int(5), 5.into()));
    refused::<Micheline>("Pear", "line 1, character 0: no primitive has this name");
    // Any depth: a stack would overflow.
    let mut builder = tezos_protocols::micheline::MichelineBuilder::new();
    (0..200_000).for_each(|_| builder.open(Prim::Some));
    builder.int(7);
    (0..200_000).for_each(|_| builder.close(""));
    assert_eq!(LazyExpr::from(builder.finish().unwrap()).bytes().len(), 400_002);
}

#[test]
fn numbers_are_text() {
    assert_eq!((RawLevel(-5).to_string(), "7".parse(), Milligas::from(3)), ("-5".into(), Ok(Cycle(7)), Milligas(3)));
    assert_eq!(
        (GasCost(5.into()).to_string(), "12".parse::<Nat>().unwrap(), i32::from(Round(3))),
        ("5".into(), 12_u64.into(), 3)
    );
    refused::<Nat>("-1", "this is not a number in decimal digits, or it has more than 32768 bytes");
    assert_eq!(("wasm_2_0_0".parse(), Player::Bob.to_string()), (Ok(SmartRollupKind::Wasm2_0_0), "bob".into()));
    assert_eq!(Protocol::Seoul.to_json(&SmartRollupKind::Riscv).unwrap(), "\"riscv\"");
    refused::<SmartRollupKind>("evm", r#"expected one of ["arith", "wasm_2_0_0", "riscv"]"#);
}

#[test]
fn operations_are_hashed() {
    let unsigned = |branch| Unsigned { branch: BlockHash([branch; 32]), contents: Vec::new() };
    let set: HashSet<Unsigned> = [unsigned(1), unsigned(2), unsigned(1)].into();
    assert_eq!((set.len(), set.contains(&unsigned(2)), set.contains(&unsigned(3))), (2, true, false));
}

proptest! {
    #[test]
    fn amounts_round_trip(mutez in 0..=i64::MAX.unsigned_abs(), precision in 0..9_usize) {
        let amount = Mutez::new(mutez).unwrap();
        prop_assert_eq!(amount.to_string().parse(), Ok(amount));
        prop_assert_eq!(format!("{amount:.precision$}").parse(), Ok(amount));
        let exact = format!("{}.{:06}", mutez / 1_000_000, mutez % 1_000_000);
        prop_assert_eq!(format!("{amount:.6}"), exact);
    }

    #[test]
    fn names_round_trip(name in "[a-zA-Z0-9_][a-zA-Z0-9_.@]{0,30}") {
        let entrypoint: Entrypoint = name.parse().unwrap();
        prop_assert_eq!(entrypoint.to_string(), name.clone());
        let address: Result<Address, _> = format!("{CONTRACT}%{name}").parse();
        prop_assert_eq!(address.map(|address| address.to_string()), if name == "default" { Err(AddressError::Default) } else { Ok(format!("{CONTRACT}%{name}")) });
        let bytes = Protocol::Seoul.encode(&entrypoint).unwrap();
        prop_assert_eq!(Protocol::Seoul.decode::<Entrypoint>(&bytes), Ok(entrypoint));
    }

    #[test]
    fn texts_do_not_panic(text in ".{0,40}") {
        let _ = (text.parse::<Mutez>(), text.parse::<Entrypoint>(), text.parse::<Address>(), text.parse::<Micheline>(), text.parse::<Z>());
        if let Ok(entrypoint) = text.parse::<Entrypoint>() {
            prop_assert_eq!(entrypoint.to_string(), text);
        }
    }
}
