//! The kernel under a host in memory. Messages are written by hand, from the layouts of the protocol in OCaml, and not by the codec.

#![forbid(unsafe_code)]

mod host;

use host::Host;

const ROLLUP: [u8; 20] = [1; 20];
const OTHER_ROLLUP: [u8; 20] = [2; 20];
const TICKETER: [u8; 20] = [3; 20];
/// A `tz1` address: its tag, and its hash.
const ALICE: [u8; 21] = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4];
/// A `tz2` address.
const BOB: [u8; 21] = [1, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5];

const START_OF_LEVEL: [u8; 2] = [0, 1];
const END_OF_LEVEL: [u8; 2] = [0, 2];

/// 700 as a `z`: the low six bits and the sign in the first byte.
const Z_700: [u8; 2] = [0xbc, 0x0a];
/// 2^63 - 1 and 2^63.
const Z_MAX: [u8; 10] = [0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
const Z_ABOVE_MAX: [u8; 10] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02];

fn info_per_level() -> Vec<u8> {
    [&[0, 3][..], &1_700_000_000i64.to_be_bytes(), &[6; 32]].concat()
}

/// `Pair account (Pair ticketer (Pair Unit amount))`, with the account and the ticketer as bytes.
fn tickets(account: &[u8; 21], ticketer: &[u8; 20], amount: &[u8]) -> Vec<u8> {
    let account = [&[7, 7, 10, 0, 0, 0, 21][..], account].concat();
    let ticketer = [&[7, 7, 10, 0, 0, 0, 22, 1][..], ticketer, &[0]].concat();
    [&account[..], &ticketer, &[7, 7, 3, 11, 0], amount].concat()
}

/// A call of a rollup by a contract.
fn transfer(payload: &[u8], rollup: &[u8; 20]) -> Vec<u8> {
    [&[0, 0], payload, &TICKETER, &ALICE, rollup].concat()
}

/// An external message in the frame that names a rollup.
fn external(contents: &[u8], rollup: &[u8; 20]) -> Vec<u8> {
    [&[1, 0], &rollup[..], contents].concat()
}

fn pay_out(account: &[u8; 21]) -> Vec<u8> {
    [&[0][..], &TICKETER, account].concat()
}

/// A batch of one transaction: its size, the parameters, the contract with a byte of padding, and the entrypoint.
fn payment(account: &[u8; 21], amount: &[u8]) -> Vec<u8> {
    let parameters = tickets(account, &TICKETER, amount);
    let transaction = [&parameters[..], &[1], &TICKETER, &[0, 0, 0, 0, 6], b"redeem"].concat();
    [&[0], &u32::try_from(transaction.len()).unwrap().to_be_bytes()[..], &transaction].concat()
}

fn balance_path(account: &[u8; 21]) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("/balances/{}/{}", hex(&TICKETER), hex(account))
}

/// The number at a path of durable storage.
fn number(host: &Host, path: &str) -> Option<u64> {
    host.storage.get(path).map(|bytes| u64::from_be_bytes(bytes[..].try_into().unwrap()))
}

/// Runs the kernel on the messages of a level.
fn run(host: &mut Host, messages: impl IntoIterator<Item = Vec<u8>>) {
    host.inbox.extend(messages);
    inbox_kernel::run(host);
    assert!(host.inbox.is_empty());
}

fn host() -> Host {
    Host { address: ROLLUP, ..Host::default() }
}

#[test]
fn a_level() {
    let mut host = host();
    run(
        &mut host,
        [
            START_OF_LEVEL.to_vec(),
            info_per_level(),
            transfer(&tickets(&ALICE, &TICKETER, &[5]), &ROLLUP),
            transfer(&tickets(&ALICE, &TICKETER, &[9]), &OTHER_ROLLUP),
            transfer(&[3, 11], &OTHER_ROLLUP),
            // Not a deposit.
            transfer(&[3, 11], &ROLLUP),
            transfer(&tickets(&BOB, &TICKETER, &[7]), &ROLLUP),
            transfer(&tickets(&ALICE, &TICKETER, &Z_700), &ROLLUP),
            external(&pay_out(&ALICE), &OTHER_ROLLUP),
            external(&pay_out(&ALICE), &ROLLUP),
            // The balance is empty now.
            external(&pay_out(&ALICE), &ROLLUP),
            external(&pay_out(&ALICE)[..41], &ROLLUP),
            // Another frame, and no frame.
            vec![1, 1, 2, 3],
            vec![1],
            END_OF_LEVEL.to_vec(),
        ],
    );
    // 705, of which the low six bits are 1.
    assert_eq!(host.outbox, [payment(&ALICE, &[0x81, 0x0b])]);
    assert_eq!(number(&host, &balance_path(&ALICE)), None);
    assert_eq!(number(&host, &balance_path(&BOB)), Some(7));
    assert_eq!(number(&host, "/refused"), Some(2));
    assert_eq!(host.storage.len(), 2);

    // The next level finds the balance of this one.
    run(&mut host, [transfer(&tickets(&BOB, &TICKETER, &[1]), &ROLLUP), external(&pay_out(&BOB), &ROLLUP)]);
    assert_eq!(host.outbox[1..], [payment(&BOB, &[8])]);
}

/// The whole message, so that a mistake in the functions of this file shows.
#[test]
fn the_bytes_of_a_payment() {
    let mut host = host();
    run(&mut host, [transfer(&tickets(&ALICE, &TICKETER, &[5]), &ROLLUP), external(&pay_out(&ALICE), &ROLLUP)]);
    let expected = "00 0000005f \
        0707 0a00000015 000404040404040404040404040404040404040404 \
        0707 0a00000016 01030303030303030303030303030303030303030300 \
        0707 030b 0005 \
        01030303030303030303030303030303030303030300 00000006 72656465656d";
    let hex: String = host.outbox[0].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, expected.replace(' ', ""));
}

#[test]
fn balances_are_limited() {
    let mut host = host();
    let deposit = |amount: &[u8]| transfer(&tickets(&ALICE, &TICKETER, amount), &ROLLUP);
    run(&mut host, [deposit(&Z_ABOVE_MAX)]);
    assert_eq!((number(&host, "/refused"), host.storage.len()), (Some(1), 1));
    run(&mut host, [deposit(&Z_MAX), deposit(&Z_MAX), deposit(&[1])]);
    assert_eq!((number(&host, "/refused"), number(&host, &balance_path(&ALICE))), (Some(1), Some(u64::MAX)));
    run(&mut host, [deposit(&[1])]);
    assert_eq!((number(&host, "/refused"), number(&host, &balance_path(&ALICE))), (Some(2), Some(u64::MAX)));
}

#[test]
fn a_full_outbox_keeps_the_balance() {
    let mut host = Host { outbox_limit: Some(0), ..host() };
    run(&mut host, [transfer(&tickets(&ALICE, &TICKETER, &[5]), &ROLLUP), external(&pay_out(&ALICE), &ROLLUP)]);
    assert_eq!((number(&host, "/refused"), number(&host, &balance_path(&ALICE))), (Some(1), Some(5)));
    host.outbox_limit = None;
    run(&mut host, [external(&pay_out(&ALICE), &ROLLUP)]);
    assert_eq!((host.outbox, host.storage.len()), (vec![payment(&ALICE, &[5])], 1));
}

/// Tickets of an account, not of a contract, could not be paid out.
#[test]
fn a_ticketer_is_a_contract() {
    let mut host = host();
    let payload = tickets(&ALICE, &TICKETER, &[5]);
    let ticketer = [&[7, 7, 10, 0, 0, 0, 22, 0][..], &ALICE].concat();
    let payload = [&payload[..28], &ticketer, &payload[57..]].concat();
    run(&mut host, [transfer(&payload, &ROLLUP)]);
    assert_eq!((number(&host, "/refused"), host.storage.len()), (Some(1), 1));
}

/// Prefixes of the messages and messages with another byte do not make the kernel panic, and only whole messages change a balance.
#[test]
fn malformed_messages() {
    for message in
        [transfer(&tickets(&ALICE, &TICKETER, &Z_700), &ROLLUP), external(&pay_out(&ALICE), &ROLLUP), info_per_level()]
    {
        let mut host = host();
        run(&mut host, (0..message.len()).map(|len| message[..len].to_vec()));
        assert_eq!(host.storage.keys().filter(|path| *path != "/refused").count(), 0);
        for at in 0..message.len() {
            for byte in 0..=255 {
                let mut message = message.clone();
                message[at] = byte;
                run(&mut host, [message]);
            }
        }
    }
}
