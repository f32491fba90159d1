//! Types of the protocols about the chain: samples, and cases that no sample has.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde_json::{Value, json};
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use tezos_hashes::{fitness::Fitness, time::Timestamp};
use tezos_protocols::chain::{
    BallotVote, Ballots, BigMapDiff, Cycle, EarlyBalanceUpdates, FrozenBalance, FrozenBalanceByCycles, FrozenStaker,
    Gas, GasCost, GasCosts, Level, Listings, Location, Milligas, OldBalanceUpdates, Period, ProtocolError, RawLevel,
    Roll, RoundFitness, Seed, SeedNonce, TokenTransfer, UnstakedFrozenStaker, VotingPeriod, VotingPeriodKind,
    VotingPeriodNumber,
};
use tezos_protocols::constants::PvmKind;
use tezos_protocols::contract::ContractId;
use tezos_protocols::numbers::Mutez;
use tezos_protocols::{Protocol, header};

use crate::samples::{ALPHA, check, check_samples, protocols, values_round_trip};

#[test]
fn samples_convert_in_both_directions() {
    check_samples::<ContractId>("contract", 2);
    check_samples::<BigMapDiff>("contract.big_map_diff", 2);
    check_samples::<Cycle>("cycle", 1);
    check_samples::<OldBalanceUpdates>("delegate.balance_updates", 3);
    check_samples::<FrozenBalance>("delegate.frozen_balance", 1);
    check_samples::<FrozenBalance>("baker.frozen_balance", 1);
    check_samples::<FrozenBalanceByCycles>("delegate.frozen_balance_by_cycles", 1);
    check_samples::<Fitness>("fitness", 1);
    check_samples::<Gas>("gas", 1);
    check_samples::<GasCost>("gas.cost", 1);
    check_samples::<Milligas>("gas.cost", 1);
    check_samples::<Level>("level", 1);
    check_samples::<Period>("period", 1);
    check_samples::<RawLevel>("raw_level", 1);
    check_samples::<Mutez>("tez", 1);
    check_samples::<Timestamp>("timestamp", 1);
    check_samples::<BallotVote>("vote.ballot", 2);
    check_samples::<Ballots>("vote.ballots", 1);
    check_samples::<Listings>("vote.listings", 1);
    check_samples::<VotingPeriod>("voting_period", 1);
    check_samples::<VotingPeriodKind>("voting_period.kind", 4);
}

fn protocol(number: u8) -> Protocol {
    number.to_string().parse().unwrap()
}

/// Checks a value in all protocols from one to another.
#[track_caller]
fn accepts<T>(revisions: std::ops::RangeInclusive<u8>, bytes: &str, json: Value)
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq,
{
    for protocol in protocols(revisions) {
        check::<T>(protocol, &hex::decode(bytes).unwrap(), &json).unwrap_or_else(|error| panic!("{protocol}: {error}"));
    }
}

#[track_caller]
fn refuses<T: HasEncoding + for<'a> NomReader<'a> + Debug>(number: u8, bytes: &str, kind: &str) {
    let error = protocol(number).decode::<T>(&hex::decode(bytes).unwrap()).unwrap_err();
    assert_eq!(error.kind().name(), kind, "{bytes} in {number}: {error}");
}

const KEY: &str = "0002298c03ed7d454a101eb7022bc95f7e5f41ac78";
const TZ1: &str = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";

#[test]
fn protocols_have_their_own_fields() {
    let level = json!({"level": 1, "level_position": 0, "cycle": 2, "cycle_position": 3, "expected_commitment": false});
    accepts::<Level>(8..=ALPHA, "0000000100000000000000020000000300", level);
    accepts::<Ballots>(3..=12, "000000010000000200000003", json!({"yay": 1, "nay": 2, "pass": 3}));
    accepts::<Listings>(3..=12, &format!("00000019{KEY}00000007"), json!([{"pkh": TZ1, "rolls": 7}]));
    accepts::<Listings>(
        13..=ALPHA,
        &format!("0000001d{KEY}0000000000000007"),
        json!([{"pkh": TZ1, "voting_power": "7"}]),
    );
    accepts::<VotingPeriodNumber>(1..=7, "00000007", json!(7));
    let period = json!({"index": 1, "kind": "exploration", "start_position": 2});
    accepts::<VotingPeriod>(9..=ALPHA, "000000010100000002", period);
    let balance = json!({"deposits": "0", "fees": "1", "rewards": "2"});
    accepts::<FrozenBalance>(10..=11, "000102", balance);
    accepts::<Roll>(1..=11, "00000007", json!(7));
    let costs = json!({"allocations": "0", "steps": "1", "reads": "-1", "writes": "0", "bytes_read": "0", "bytes_written": "64"});
    accepts::<GasCosts>(1..=6, "00014100008001", costs);
    accepts::<Gas>(1..=8, "0041", json!("-1"));
    accepts::<Gas>(1..=ALPHA, "008001", json!("64"));
    accepts::<RoundFitness>(
        12..=ALPHA,
        "00000001010000000200000003\
         00000004",
        json!({"level": 1, "locked_round": 2, "predecessor_round": 3, "round": 4}),
    );
    accepts::<RoundFitness>(
        12..=ALPHA,
        "00000001000000000300000004",
        json!({"level": 1, "locked_round": null, "predecessor_round": 3, "round": 4}),
    );
    let single = json!({"contract": TZ1, "delegate": TZ1});
    accepts::<FrozenStaker>(18..=ALPHA, &format!("0000{KEY}{KEY}"), single.clone());
    accepts::<FrozenStaker>(18..=ALPHA, &format!("01{KEY}"), json!({"delegate": TZ1}));
    accepts::<FrozenStaker>(18..=18, &format!("02{KEY}"), json!({"baker": TZ1}));
    accepts::<FrozenStaker>(19..=ALPHA, &format!("02{KEY}"), json!({"baker_own_stake": TZ1}));
    accepts::<FrozenStaker>(19..=ALPHA, &format!("03{KEY}"), json!({"baker_edge": TZ1}));
    accepts::<UnstakedFrozenStaker>(18..=ALPHA, &format!("0000{KEY}{KEY}"), single);
    accepts::<UnstakedFrozenStaker>(18..=ALPHA, &format!("01{KEY}"), json!({"delegate": TZ1}));
}

#[test]
fn some_types_are_the_same_in_all_protocols() {
    accepts::<Location>(1..=ALPHA, "00000007", json!(7));
    let bytes = "07".repeat(32);
    accepts::<SeedNonce>(1..=ALPHA, &bytes, json!(bytes));
    accepts::<Seed>(1..=ALPHA, &bytes, json!(bytes));
    accepts::<Cycle>(1..=ALPHA, "ffffffff", json!(-1));
    let transfer = json!({"token_contract": "a", "destination": "b", "amount": "5"});
    accepts::<TokenTransfer>(
        8..=ALPHA,
        "00000001610000000162\
         0500000000",
        transfer,
    );
    let transfer = json!({
        "token_contract": "a", "destination": "b", "amount": "5", "tez-amount": "1", "fee": "2", "gas-limit": "3", "storage-limit": "4",
    });
    accepts::<TokenTransfer>(8..=ALPHA, "0000000161000000016205ff0000000131ff0000000132ff03ff04", transfer);
    let error = json!({"kind": "permanent", "id": "proto.alpha.michelson_v1.bad_stack", "location": 7});
    let value = Protocol::Seoul.from_json::<ProtocolError>(&error.to_string()).unwrap();
    accepts::<ProtocolError>(1..=ALPHA, &hex::encode(Protocol::Seoul.encode(&value).unwrap()), error);
}

#[test]
fn names_of_voting_periods_changed() {
    for (tag, old, new) in [
        ("00", "proposal", "proposal"),
        ("01", "testing_vote", "exploration"),
        ("02", "testing", "cooldown"),
        ("03", "promotion_vote", "promotion"),
        ("04", "adoption", "adoption"),
    ] {
        let first = if tag == "04" { 8 } else { 5 };
        accepts::<VotingPeriodKind>(first..=8, tag, json!(old));
        accepts::<VotingPeriodKind>(9..=ALPHA, tag, json!(new));
    }
    refuses::<VotingPeriodKind>(7, "04", "Unexpected_tag");
    assert!(Protocol::Babylon.from_json::<VotingPeriodKind>("\"exploration\"").is_err());
    assert!(Protocol::Seoul.from_json::<VotingPeriodKind>("\"nothing\"").is_err());
}

#[test]
fn invalid_values_are_refused() {
    refuses::<RawLevel>(24, "ffffffff", "User_invariant_guard");
    refuses::<Period>(24, "ffffffffffffffff", "User_invariant_guard");
    refuses::<BallotVote>(10, "03", "Exception_raised_in_user_function");
    refuses::<BallotVote>(11, "03", "User_invariant_guard");
    refuses::<BallotVote>(24, "ff", "User_invariant_guard");
    refuses::<RoundFitness>(
        24,
        "00000001010000000400000003\
         00000004",
        "User_invariant_guard",
    );
    refuses::<Gas>(24, "0041", "Exception_raised_in_user_function");
    refuses::<Gas>(24, "02", "Unexpected_tag");
    refuses::<Milligas>(24, "8080808080808080808001", "Size_limit_exceeded");
    refuses::<FrozenStaker>(18, &format!("03{KEY}"), "Unexpected_tag");
    refuses::<OldBalanceUpdates>(
        5,
        &format!("0000001f0000{KEY}8000000000000000")[..],
        "Exception_raised_in_user_function",
    );
    refuses::<Location>(24, "40000000", "Invalid_int");
    accepts::<Milligas>(9..=ALPHA, "beffffffffffffff7f", json!("4611686018427387902"));
    refuses::<Milligas>(9, "bfffffffffffffff7f", "Exception_raised_in_user_function");
}

/// Each name has its number, and no other number or text has a name.
#[test]
fn votes_and_machines_have_numbers_and_names() {
    fn check_names<T>(names: [&str; 3], others: &[&str])
    where
        T: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq + Display + FromStr,
        T::Err: Display,
    {
        for (number, name) in (0_u8..).zip(names) {
            check::<T>(Protocol::Seoul, &[number], &json!(name)).unwrap();
            let value: T = Protocol::Seoul.decode(&[number]).unwrap();
            assert_eq!((value.to_string().as_str(), name.parse::<T>().ok()), (name, Some(value)));
        }
        assert!([3, 4, 0x7f, 0x80, 0xff].iter().all(|number| Protocol::Seoul.decode::<T>(&[*number]).is_err()));
        for text in others {
            let error = text.parse::<T>().err().unwrap().to_string();
            assert!(names.iter().all(|name| error.contains(name)), "{text}: {error}");
        }
    }
    let others = ["", "Yay", "yay ", "on", "nothing"];
    check_names::<BallotVote>(["yay", "nay", "pass"], &others);
    check_names::<PvmKind>(["arith", "wasm_2_0_0", "riscv"], &others);
    for (number, vote) in
        [(0, header::PerBlockVote::On), (1, header::PerBlockVote::Off), (2, header::PerBlockVote::Pass)]
    {
        assert_eq!((header::PerBlockVote::try_from(number), i8::from(&vote)), (Ok(vote), number));
        assert_eq!(vote.to_string().parse(), Ok(vote));
    }
    for number in [-1, 3] {
        let error = header::PerBlockVote::try_from(number).unwrap_err().to_string();
        assert_eq!(error, r#"expected one of ["0 (on)", "1 (off)", "2 (pass)"]"#);
    }
}

#[test]
fn values_of_every_protocol_round_trip() {
    values_round_trip::<ContractId>("contract", 1..=ALPHA);
    values_round_trip::<OldBalanceUpdates>("delegate.balance_updates", 4..=8);
    values_round_trip::<EarlyBalanceUpdates>("delegate.balance_updates", 1..=3);
    values_round_trip::<FrozenBalanceByCycles>("delegate.frozen_balance_by_cycles", 1..=11);
    values_round_trip::<FrozenStaker>("frozen_staker", 18..=ALPHA);
    values_round_trip::<Gas>("gas", 1..=ALPHA);
    values_round_trip::<Level>("level", 1..=ALPHA);
    values_round_trip::<Listings>("vote.listings", 3..=ALPHA);
    values_round_trip::<RoundFitness>("fitness", 12..=ALPHA);
    values_round_trip::<TokenTransfer>("fa1.2.token_transfer", 8..=ALPHA);
    values_round_trip::<UnstakedFrozenStaker>("unstaked_frozen_staker", 18..=ALPHA);
    values_round_trip::<VotingPeriod>("voting_period", 8..=ALPHA);
}
