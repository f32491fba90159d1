//! Texts of errors and values, and conversions.

use std::net::Ipv6Addr;

use tezos_encoding::{Decode, Encode, FromJson, ToJson};
use tezos_messages::{
    dal::{NotInField, Scalar},
    handshake::{AddressTooShort, Motive, P2pAddress},
    hash::{OperationListHash, OperationListListHash},
    merkle::{self, MerkleError, PATH_MAX_ITEMS, Step},
    p2p::{OperationsForBlocks, PeerMessage, WrongOperations},
    path::MerklePath,
    point::{Point, PointError},
    protocol::{EnvironmentVersion, UnknownEnvironment},
    records::{NoPeer, PointState},
    session::{SessionStep, nonce::Nonce},
    text::Text,
};

use crate::common::build::{key, operation};
use crate::common::sized;

#[test]
fn errors_have_texts() {
    let (expected, found) = ([0x0a; 32], [0xb0; 32]);
    let (root, other) = ("0a".repeat(32), "b0".repeat(32));
    let wrong_root = MerkleError::WrongRoot { expected, found };
    for (error, text) in [
        (PointError::Shape.to_string(), "expected a point such as 1.2.3.4:9732 or [2001:db8::1]:9732".to_owned()),
        (PointError::NoPort.to_string(), "expected a point with a port, such as 1.2.3.4:9732, found no port".into()),
        (PointError::Port.to_string(), "expected a port from 0 to 65535, found a larger number".into()),
        (PointError::Address.to_string(), "expected an IPv4 address, or an IPv6 address in square brackets".into()),
        (PointError::Peer.to_string(), "expected a peer id (id…, 30 characters) after '#'".into()),
        (AddressTooShort(15).to_string(), "an address takes 16 bytes, here are 15".into()),
        (NotInField.to_string(), "expected a number below the order of the scalar field of BLS12-381".into()),
        (NoPeer.to_string(), "expected the p2p_peer_id of an accepted or running connection".into()),
        (UnknownEnvironment(18).to_string(), "unexpected environment version: 18".into()),
        (MerkleError::NoSuchLeaf { index: 3, count: 2 }.to_string(), "expected an index below 2, found 3".into()),
        (MerkleError::PathTooLong.to_string(), "expected a Merkle path of at most 63 steps, found more".into()),
        (wrong_root.to_string(), format!("expected the Merkle root {root}, found {other}")),
        (WrongOperations::Path(wrong_root).to_string(), format!("expected the Merkle root {root}, found {other}")),
        (
            MerkleError::WrongPosition { expected: 1, found: 2 }.to_string(),
            "expected the path of element 1, found that of element 2".into(),
        ),
        (WrongOperations::Pass(-1).to_string(), "expected a validation pass from 0 on, found -1".into()),
        (SessionStep::Connection.to_string(), "the connection message".into()),
        (SessionStep::Metadata.to_string(), "the metadata".into()),
        (SessionStep::Ack.to_string(), "the ack".into()),
        (SessionStep::Message.to_string(), "a message".into()),
        (SessionStep::Closed.to_string(), "the end of the connection".into()),
    ] {
        assert_eq!(error, text);
    }
}

/// A path has at most 63 steps, one for each bit of a position but the highest.
#[test]
fn merkle_paths_have_a_greatest_length() {
    let steps = |count| std::iter::repeat_n(Step::Right([0; 32]), count);
    assert_eq!(PATH_MAX_ITEMS, 63);
    for (count, position) in
        [(0, Some(0)), (1, Some(1)), (62, Some((1 << 62) - 1)), (63, Some((1 << 63) - 1)), (64, None)]
    {
        let found = merkle::follow([7], steps(count)).map(|(_, position)| position);
        assert_eq!(found, position.ok_or(MerkleError::PathTooLong), "{count} steps");
    }
    let highest = steps(62).map(|_| Step::Left([0; 32])).chain(steps(1));
    assert_eq!(merkle::follow([7], highest).unwrap().1, 1 << 62);
    assert_eq!(merkle::verify(&[0; 32], 0, [7], steps(64)), Err(MerkleError::PathTooLong));
    assert_eq!(merkle::path([[0], [1]], 2), Err(MerkleError::NoSuchLeaf { index: 2, count: 2 }));
    assert_eq!(merkle::path([[0], [1]], 1).unwrap().len(), 1);
    assert_eq!(merkle::path([[0]], 0), Ok(Vec::new()));
}

/// The pass and the root are both checked, the pass first.
#[test]
fn operations_belong_to_one_pass_of_one_block() {
    let lists = [vec![operation(1)], vec![], vec![operation(2), operation(3)], vec![operation(4)]];
    let leaves: Vec<_> =
        lists.iter().map(|list| merkle::operation_list_hash(list.iter().map(|operation| operation.hash()))).collect();
    let root = merkle::operation_list_list_hash(leaves.iter().copied());
    for (pass, list) in lists.iter().enumerate() {
        let path: MerklePath = merkle::path(&leaves, pass).unwrap().into_iter().collect();
        let mut message =
            OperationsForBlocks { operations_for_block: key(), operation_hashes_path: path, operations: list.clone() };
        assert_eq!(message.list_hash(), leaves[pass]);
        assert_eq!(message.root(), Ok((root, pass as u64)));
        for claimed in -1..4_i8 {
            message.operations_for_block.validation_pass = claimed;
            let position = MerkleError::WrongPosition { expected: claimed as u64, found: pass as u64 };
            let expected = match claimed {
                -1 => Err(WrongOperations::Pass(-1)),
                _ if claimed as usize == pass => Ok(()),
                _ => Err(WrongOperations::Path(position)),
            };
            assert_eq!(message.verify(&root), expected, "{pass} {claimed}");
        }
        let found = root.0;
        let wrong = MerkleError::WrongRoot { expected: [9; 32], found };
        assert_eq!(message.verify(&OperationListListHash([9; 32])), Err(WrongOperations::Path(wrong)));
    }
    assert_ne!(leaves[0], OperationListHash([0; 32]));
}

#[test]
fn nonces_are_hexadecimal() {
    let bytes = std::array::from_fn(|at| at as u8);
    let nonce = Nonce::from(bytes);
    let text = "000102030405060708090a0b0c0d0e0f1011121314151617";
    assert_eq!((nonce.to_string(), format!("{nonce:?}")), (text.to_owned(), text.to_owned()));
    assert_eq!(nonce.as_ref(), bytes);
    assert_eq!(nonce.ahead(0), nonce);
    assert_eq!(nonce.ahead(0xe9).to_string(), text.replace("1617", "1700"));
    // The carry of the low 16 bytes, and of all 24.
    let ones = |from: usize| Nonce(std::array::from_fn(|at| if at < from { 0 } else { 0xff }));
    assert_eq!(ones(8).ahead(1).to_string(), format!("{}01{}", "00".repeat(7), "00".repeat(16)));
    assert_eq!(ones(16).ahead(u64::MAX).to_string(), format!("{}01{}fe", "00".repeat(15), "ff".repeat(7)));
    assert_eq!(ones(0).ahead(2).to_string(), format!("{}01", "00".repeat(23)));
}

#[test]
fn points_print_each_number_of_digits() {
    for port in [0, 1, 9, 10, 99, 100, 999, 1_000, 9_999, 10_000, 65_535] {
        for octet in [0, 9, 10, 99, 100, 255] {
            let text = format!("{octet}.0.10.{octet}:{port}");
            let point: Point = text.parse().unwrap();
            assert_eq!((String::from(point), point.encoded_len()), (text.clone(), Ok(4 + text.len())));
            assert_eq!(point.to_bytes().unwrap(), sized(text.as_bytes()));
            assert_eq!(Point::try_from(text.as_bytes()), Ok(point));
        }
        let text = format!("[2001:db8::{port:x}]:{port}");
        let point = Point { addr: Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, port), port };
        if port > 0 {
            assert_eq!((point.to_string(), point.to_bytes().unwrap()), (text.clone(), sized(text.as_bytes())));
        }
        assert_eq!((text.parse(), point.encoded_len()), (Ok(point), Ok(point.to_bytes().unwrap().len())));
    }
    // Next to the addresses that are mapped to IPv4.
    for (address, text) in [
        ("::fffe:102:304", "[::fffe:102:304]:5"),
        ("::1:ffff:102:304", "[::1:ffff:102:304]:5"),
        ("::ffff:102:304", "1.2.3.4:5"),
        ("ffff::", "[ffff::]:5"),
    ] {
        assert_eq!(Point { addr: address.parse().unwrap(), port: 5 }.to_string(), text);
    }
    let point: Point = "1.2.3.4:5".parse().unwrap();
    assert_eq!(format!("{point:>11}|{point:<11}|{point:.4}"), "  1.2.3.4:5|1.2.3.4:5  |1.2.");
    // The last good and the first bad of each number.
    for (text, expected) in [
        ("255.0.0.255:65535", Ok(())),
        ("256.0.0.1:1", Err(PointError::Address)),
        ("1.0.0.256:1", Err(PointError::Address)),
        ("1.0.0.65537:1", Err(PointError::Address)),
        ("1.0.0.00:1", Err(PointError::Address)),
        ("0.0.0.0:0", Ok(())),
        ("1.0.0.1:000000065535", Ok(())),
        ("1.0.0.1:65536", Err(PointError::Port)),
        ("1.0.0.1:655350", Err(PointError::Port)),
        ("1.0.0.1:+1", Err(PointError::Shape)),
        ("1.0.0.1:/", Err(PointError::Shape)),
        ("1.0.0.1::", Err(PointError::Shape)),
        ("1.0.0./:1", Err(PointError::Shape)),
        ("[g::]:1", Err(PointError::Shape)),
        ("[f::]:1", Ok(())),
        ("[ffff::]:1", Ok(())),
        ("[10000::]:1", Err(PointError::Address)),
        ("a_b:1", Err(PointError::Shape)),
        ("a-b.c:1", Err(PointError::Address)),
        ("1.2.3.4:1#id+", Err(PointError::Shape)),
        ("1.2.3.4:1#NetXdQprcVkpaWU", Err(PointError::Peer)),
        ("1.2.3.4#id", Err(PointError::Peer)),
        ("1.2.3.4", Err(PointError::NoPort)),
        ("x", Err(PointError::NoPort)),
    ] {
        assert_eq!(text.parse::<Point>().map(|_| ()), expected, "{text}");
    }
}

#[test]
fn addresses_take_the_first_16_of_at_least_16_bytes() {
    let bytes: Vec<u8> = (0x20..0x32).collect();
    for length in [0, 15, 16, 17, 18] {
        let read = P2pAddress::from_bytes(&sized(&bytes[..length]));
        match length {
            16.. => assert_eq!(read.unwrap().0, bytes[..16]),
            _ => assert_eq!(read.unwrap_err().kind().name(), "Exception_raised_in_user_function"),
        }
    }
    let address: P2pAddress = "2001:db8::7".parse().unwrap();
    assert_eq!((Ipv6Addr::from(address), address), ("2001:db8::7".parse().unwrap(), Ipv6Addr::from(address).into()));
    assert_eq!((address.to_string(), format!("{address:>13}")), ("2001:db8::7".into(), "  2001:db8::7".into()));
    assert_eq!(address.to_bytes().unwrap(), sized(&Ipv6Addr::from(address).octets()));
    assert_eq!(address.to_json().unwrap(), "\"2001:db8::7\"");
    assert_eq!(P2pAddress::from_json("\"2001:db8::7\""), Ok(address));
    assert!("1.2.3.4".parse::<P2pAddress>().is_err());
}

#[test]
fn texts_are_bytes() {
    let text = Text::from(String::from("abc"));
    assert_eq!((text.as_raw(), text.as_str()), (b"abc".as_slice(), Some("abc")));
    assert!(text == *"abc" && text == "abc" && text != "abd" && text != *"ab");
    assert_eq!((format!("{text:<4}|{text:.2}"), format!("{text:?}")), ("abc |ab".into(), "\"abc\"".into()));
    let raw = Text::from_raw([0xfe, b'a']);
    assert_eq!(
        (raw.as_str(), format!("{raw:?}"), raw.clone().into_raw()),
        (None, "b\"\\xfea\"".into(), vec![0xfe, b'a'])
    );
    assert_eq!(Text::from_raw(*b"abc"), text);
    assert_eq!(text.into_raw(), b"abc");
}

#[test]
fn small_values_have_texts_and_conversions() {
    assert_eq!(format!("{:>10}|{:.2}", Motive::NONE, Motive::NONE), " No motive|No");
    let consts = [
        Motive::NONE,
        Motive::TOO_MANY_CONNECTIONS,
        Motive::UNKNOWN_CHAIN_NAME,
        Motive::DEPRECATED_P2P_VERSION,
        Motive::DEPRECATED_DISTRIBUTED_DB_VERSION,
        Motive::ALREADY_CONNECTED,
    ];
    assert_eq!(consts.map(|motive| motive.0), [0, 1, 2, 3, 4, 5]);
    assert!(consts.iter().all(|motive| motive.name().is_some()));
    assert_eq!((Motive(6).name(), Motive(-1).name(), Motive::default()), (None, None, Motive::NONE));
    let scalar = Scalar::try_from([0xa5; 32].map(|byte: u8| byte >> 2)).unwrap();
    assert_eq!((scalar.as_bytes(), format!("{scalar:?}")), (&[0x29; 32], "29".repeat(32)));
    let mut last = Scalar::ORDER;
    last[0] -= 1;
    assert_eq!((Scalar::try_from(last).is_ok(), Scalar::try_from(Scalar::ORDER)), (true, Err(NotInField)));
    assert_eq!(EnvironmentVersion::try_from(17).map(|version| u16::from(&version)), Ok(17));
    assert_eq!(EnvironmentVersion::try_from(18), Err(UnknownEnvironment(18)));
    assert_eq!(PeerMessage::Bootstrap.kind(), (2, "Bootstrap"));
    let peer = tezos_messages::hash::PeerId([7; 16]);
    assert_eq!(
        [
            PointState::Requested,
            PointState::Accepted { p2p_peer_id: peer },
            PointState::Running { p2p_peer_id: peer },
            PointState::Disconnected,
        ]
        .map(|state| state.peer()),
        [None, Some(peer), Some(peer), None]
    );
}
