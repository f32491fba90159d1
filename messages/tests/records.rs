//! Records of nodes about peers, in bytes and in the JSON of Octez, and Octez's samples of encodings of the shell.

use tezos_encoding::{Decode, Encode, schema};
use tezos_messages::{
    block_header::BlockHeader,
    encodings,
    hash::PeerId,
    operation::RawOperation,
    records::{PointInfo, StoredIdentity},
};

use crate::common::{bytes, lines, report, shared, text, unhex};

const PEER: &str = "idqjq34sB6uHWdFzJDB97zwXAdHASb";

#[test]
fn records_have_the_json_of_octez() {
    let peer = hex::encode(PEER.parse::<PeerId>().unwrap().as_bytes());
    let time = "000000005ddfc515";
    let date = "2019-11-28T13:01:09.000-00:00";
    let point = format!("0000000c{}", hex::encode("1.2.3.4:9732"));
    let address = format!("00000010{}ffff01020304", "00".repeat(10));
    let connection = format!("{address}ff2604");
    let (point_json, address_json) = (r#""1.2.3.4:9732""#, r#""::ffff:1.2.3.4""#);
    let connection_json = format!(r#"{{"addr":{address_json},"port":9732}}"#);
    for (id, bytes, json) in [
        ("p2p_connection.pool_event", "00".into(), r#"{"event":"too_few_connections"}"#.into()),
        ("p2p_connection.pool_event", format!("02{point}"), format!(r#"{{"event":"new_point","point":{point_json}}}"#)),
        (
            "p2p_connection.pool_event",
            format!("07{point}{connection}{peer}"),
            format!(
                r#"{{"event":"accepting_request","point":{point_json},"id_point":{connection_json},"peer_id":"{PEER}"}}"#
            ),
        ),
        (
            "p2p_connection.pool_event",
            format!("09{point}ff{connection}{peer}"),
            format!(r#"{{"event":"request_rejected","point":{point_json},"identity":[{connection_json},"{PEER}"]}}"#),
        ),
        (
            "p2p_connection.pool_event",
            format!("09{point}00"),
            format!(r#"{{"event":"request_rejected","point":{point_json}}}"#),
        ),
        (
            "p2p_connection.pool_event",
            format!("19{peer}"),
            format!(r#"{{"event":"advertise_received","source":"{PEER}"}}"#),
        ),
        ("p2p_peer.state", "02".into(), r#""disconnected""#.into()),
        (
            "p2p_peer.pool_event",
            format!("00{time}{address}00"),
            format!(r#"{{"kind":"incoming_request","timestamp":"{date}","addr":{address_json}}}"#),
        ),
        ("p2p_point.state", format!("02{peer}"), format!(r#"{{"event_kind":"running","p2p_peer_id":"{PEER}"}}"#)),
        (
            "p2p_point.info",
            format!("ff00 02{peer} ff{peer} 00 00 ff{peer}{time} 00 00 00 00"),
            format!(
                r#"{{"trusted":true,"state":{{"event_kind":"running","p2p_peer_id":"{PEER}"}},"p2p_peer_id":"{PEER}","last_established_connection":["{PEER}","{date}"]}}"#
            ),
        ),
        ("p2p_point.pool_event", format!("{time}00"), format!(r#"["{date}",{{"event_kind":"outgoing_request"}}]"#)),
        (
            "p2p_stat",
            "0000000000000001 0000000000000002 00000003 ffffffff".into(),
            r#"{"total_sent":"1","total_recv":"2","current_inflow":3,"current_outflow":-1}"#.into(),
        ),
        (
            "p2p_identity",
            format!("ff{peer}{}{}{}", "01".repeat(32), "02".repeat(32), "03".repeat(24)),
            format!(
                r#"{{"peer_id":"{PEER}","public_key":"{}","secret_key":"{}","proof_of_work_stamp":"{}"}}"#,
                "01".repeat(32),
                "02".repeat(32),
                "03".repeat(24)
            ),
        ),
        (
            "protocol.meta",
            "00 ff0009 0000000a 0000000661626364656 6".into(),
            r#"{"expected_env_version":9,"modules":["abcdef"]}"#.into(),
        ),
    ] {
        let encoding = encodings().iter().find(|named| named.id == id).unwrap().encoding;
        let bytes = unhex(&bytes.replace(' ', ""));
        assert_eq!(schema::to_json(encoding, &bytes).as_deref(), Ok(&*json), "{id}");
        assert_eq!(schema::from_json(encoding, &json).as_ref(), Ok(&bytes), "{id}");
    }
}

/// Each case of each record has its tag, its name in JSON and its fields, as in `p2p_connection.ml`, `p2p_peer.ml` and `p2p_point.ml`. The
/// tag after the last is refused.
#[test]
fn every_case_of_a_record_has_its_tag_and_its_name() {
    let peer = hex::encode(PEER.parse::<PeerId>().unwrap().as_bytes());
    // Names of fields with their bytes and their JSON.
    let point = (format!("0000000c{}", hex::encode("1.2.3.4:9732")), r#""1.2.3.4:9732""#.to_owned());
    let id_point = (format!("00000010{}ffff0102030400", "00".repeat(10)), r#"{"addr":"::ffff:1.2.3.4"}"#.to_owned());
    let optional = (format!("ff{peer}"), format!("\"{PEER}\""));
    let field = |name: &str| match name {
        "point" => point.clone(),
        "id_point" => id_point.clone(),
        "identity" => (format!("ff{}{peer}", id_point.0), format!("[{},\"{PEER}\"]", id_point.1)),
        "p2p_peer_id?" => optional.clone(),
        _ => (peer.clone(), format!("\"{PEER}\"")),
    };
    let connection = [
        "too_few_connections",
        "too_many_connections",
        "new_point point",
        "new_peer peer_id",
        "incoming_connection point",
        "outgoing_connection point",
        "authentication_failed point",
        "accepting_request point id_point peer_id",
        "rejecting_request point id_point peer_id",
        "request_rejected point identity",
        "connection_established id_point peer_id",
        "disconnection peer_id",
        "external_disconnection peer_id",
        "gc_points",
        "gc_peer_ids",
        "swap_request_received source",
        "swap_ack_received source",
        "swap_request_sent source",
        "swap_ack_sent source",
        "swap_request_ignored source",
        "swap_success source",
        "swap_failure source",
        "bootstrap_sent source",
        "bootstrap_received source",
        "advertise_sent source",
        "advertise_received source",
    ];
    let state = ["requested", "accepted p2p_peer_id", "running p2p_peer_id", "disconnected"];
    // The last three are printed as the third, and read as it.
    let point_event = [
        "outgoing_request",
        "accepting_request p2p_peer_id",
        "rejecting_request p2p_peer_id",
        "request_rejected p2p_peer_id?",
        "rejecting_request p2p_peer_id",
        "rejecting_request p2p_peer_id",
        "rejecting_request p2p_peer_id",
    ];
    let time = "000000005ddfc515";
    let event = |json: &str| format!(r#"["2019-11-28T13:01:09.000-00:00",{json}]"#);
    let encoding = |id: &str| encodings().iter().find(|named| named.id == id).unwrap().encoding;
    for (id, key, before, cases) in [
        ("p2p_connection.pool_event", "event", "", &connection[..]),
        ("p2p_point.state", "event_kind", "", &state),
        ("p2p_point.pool_event", "event_kind", time, &point_event),
    ] {
        let encoding = encoding(id);
        for (tag, case) in cases.iter().enumerate() {
            let mut words = case.split(' ');
            let name = words.next().unwrap();
            let (mut bytes, mut json) = (format!("{before}{tag:02x}"), format!(r#"{{"{key}":"{name}""#));
            for word in words {
                let (hex, text) = field(word);
                bytes += &hex;
                json += &format!(r#","{}":{text}"#, word.trim_end_matches('?'));
            }
            json += "}";
            let json = if before.is_empty() { json } else { event(&json) };
            let bytes = unhex(&bytes);
            assert_eq!(schema::to_json(encoding, &bytes).as_deref(), Ok(&*json), "{id}");
            let first = cases.iter().position(|first| first == case).unwrap();
            let mut read = bytes.clone();
            read[before.len() / 2] = u8::try_from(first).unwrap();
            assert_eq!(schema::from_json(encoding, &json), Ok(read), "{id}");
        }
        let beyond = unhex(&format!("{before}{:02x}{}", cases.len(), "00".repeat(100)));
        assert_eq!(schema::decode(encoding, &beyond).unwrap_err().kind().name(), "Unexpected_tag", "{id}");
    }

    let peer_events = [
        "incoming_request",
        "rejecting_request",
        "request_rejected",
        "connection_established",
        "disconnection",
        "external_disconnection",
    ];
    let states = ["accepted", "running", "disconnected"];
    let address = &id_point.0[..40];
    for (id, names) in [("p2p_peer.state", &states[..]), ("p2p_peer.pool_event", &peer_events)] {
        let encoding = encoding(id);
        let (rest, json) = match id {
            "p2p_peer.state" => (String::new(), None),
            _ => (
                format!("{time}{address}00"),
                Some(r#","timestamp":"2019-11-28T13:01:09.000-00:00","addr":"::ffff:1.2.3.4"}"#),
            ),
        };
        for (tag, name) in names.iter().enumerate() {
            let bytes = unhex(&format!("{tag:02x}{rest}"));
            let expected = json.map_or(format!("\"{name}\""), |json| format!(r#"{{"kind":"{name}"{json}"#));
            assert_eq!(schema::to_json(encoding, &bytes).as_deref(), Ok(&*expected), "{id}");
            assert_eq!(schema::from_json(encoding, &expected), Ok(bytes), "{id}");
        }
        let beyond = unhex(&format!("{:02x}{rest}", names.len()));
        assert_eq!(schema::decode(encoding, &beyond).unwrap_err().kind().name(), "No_case_matched", "{id}");
    }
}

/// Each field of the information about a point has a value of its own.
#[test]
fn the_fields_of_a_point_are_kept() {
    let [peer, other] = ["01", "02"].map(|byte| byte.repeat(16));
    let time = |second: u8| format!("{second:016x}");
    let at = |second| format!("ff{other}{}", time(second));
    for trusted in ["00", "ff"] {
        let bytes = unhex(
            &format!(
                "{trusted} ff{} 01{peer}ff{peer} ff{} {} {} {} {} ff{} ff{other}",
                time(1),
                time(2),
                at(3),
                at(4),
                at(5),
                at(6),
                time(7)
            )
            .replace(' ', ""),
        );
        let info = PointInfo::from_bytes(&bytes).unwrap();
        assert_eq!(hex::encode(info.to_bytes().unwrap()), hex::encode(&bytes));
        assert_eq!((info.trusted, info.state.peer()), (trusted == "ff", Some(PeerId([1; 16]))));
        let times = [info.greylisted_until, info.last_failed_connection, info.last_miss];
        assert_eq!(times.map(|time| time.unwrap().to_bytes().unwrap()[7]), [1, 2, 7]);
        let times =
            [info.last_rejected_connection, info.last_established_connection, info.last_disconnection, info.last_seen];
        assert_eq!(times.map(|time| time.unwrap().1.to_bytes().unwrap()[7]), [3, 4, 5, 6]);
        assert_eq!(info.expected_peer_id, Some(PeerId([2; 16])));
        for end in 0..bytes.len() {
            assert!(PointInfo::from_bytes(&bytes[..end]).unwrap_err().is_incomplete(), "{end}");
        }
    }
}

#[test]
fn the_peer_of_a_point_is_the_one_outside_its_state() {
    let info = |state: &str, peer: &str| {
        let bytes = unhex(&format!("0000{state}{peer}00000000000000"));
        let info = PointInfo::from_bytes(&bytes).map_err(|error| error.kind().name().to_owned())?;
        Ok::<_, String>(hex::encode(info.to_bytes().unwrap()))
    };
    let (one, other) = ("01".repeat(16), "02".repeat(16));
    let written = |state: &str, peer: &str| Ok(format!("0000{state}{peer}00000000000000"));
    assert_eq!(info(&format!("01{one}"), &format!("ff{other}")), written(&format!("01{other}"), &format!("ff{other}")));
    assert_eq!(info("03", &format!("ff{other}")), written("03", "00"));
    assert_eq!(info(&format!("02{one}"), "00"), Err("Exception_raised_in_user_function".into()));
    let bytes = [&[0][..], &[1; 32], &[2; 32], &[3; 24]].concat();
    let identity = StoredIdentity::from_bytes(&bytes).unwrap();
    assert_eq!(identity.peer_id, identity.public_key.peer_id());
    assert_eq!(identity.to_bytes().unwrap()[..17], [&[0xff], identity.peer_id.as_bytes().as_slice()].concat());
    // A peer id that is there is kept, whether or not it is that of the key.
    let bytes = [&[0xff][..], &[9; 16], &[1; 32], &[2; 32], &[3; 24]].concat();
    let other = StoredIdentity::from_bytes(&bytes).unwrap();
    assert_eq!((other.peer_id, other.to_bytes()), (PeerId([9; 16]), Ok(bytes)));
    let text = format!("{identity:?}");
    assert!(text.contains(&identity.public_key.to_string()) && text.contains(&"03".repeat(24)), "{text}");
    assert!(!text.contains("0202") && !text.contains("2, 2"), "{text}");
}

/// A cut identity shows no byte of its secret key, neither as bytes nor as text.
#[test]
fn the_secret_key_of_an_identity_is_not_shown() {
    use tezos_encoding::{FromJson, HasEncoding, ToJson, schema};
    let bytes = [&[0xff][..], &[9; 16], &[1; 32], &[0xab; 32], &[3; 24]].concat();
    for length in 0..bytes.len() {
        let error = StoredIdentity::from_bytes(&bytes[..length]).unwrap_err();
        let by_schema = schema::decode(StoredIdentity::ENCODING, &bytes[..length]).unwrap_err();
        assert_eq!((error.around().1, by_schema.around().1), (&[][..], &[][..]));
        assert!(error.to_string().ends_with("left (Not_enough_data)"), "{error}");
        let shown = format!("{error}{error:?}{by_schema}");
        assert!(!["abab", "ab ab", "171"].iter().any(|key| shown.contains(key)), "{shown}");
    }
    let slices = schema::slice(StoredIdentity::ENCODING, &bytes).slices;
    let secret: Vec<_> = slices.iter().filter(|slice| slice.secret).collect();
    assert_eq!(
        secret.iter().map(|slice| (slice.offset, slice.bytes.len(), &*slice.pretty)).collect::<Vec<_>>(),
        [(49, 32, "(secret)")]
    );
    // The JSON is that of Octez, and a mistake in the key is not quoted.
    let json = StoredIdentity::from_bytes(&bytes).unwrap().to_json().unwrap();
    assert!(json.contains(&"ab".repeat(32)));
    let error = StoredIdentity::from_json(&json.replace("abab", "abxy")).unwrap_err();
    assert!(error.to_string().contains("secret_key") && !error.to_string().contains("abab"), "{error}");
}

#[test]
fn identities_are_compared_whole() {
    let bytes = [&[0xff][..], &[9; 16], &[1; 32], &[2; 32], &[3; 24]].concat();
    let identity = StoredIdentity::from_bytes(&bytes).unwrap();
    for at in 1..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 1;
        let same = StoredIdentity::from_bytes(&bytes).unwrap() == identity;
        assert!(same && StoredIdentity::from_bytes(&other).unwrap() != identity, "byte {at}");
    }
}

/// Checks Octez's samples of shell encodings that its protocols use.
#[test]
fn samples_of_octez_convert_in_both_directions() {
    let Some(file) = shared("data/octez_encoding_samples/samples.jsonl") else { return };
    use tezos_encoding::HasEncoding;
    let (mut failures, mut total) = (Vec::new(), 0);
    for line in lines(&file) {
        let encoding = match text(&line, "encoding") {
            "block_header.raw" => BlockHeader::ENCODING,
            "operation.raw" => RawOperation::ENCODING,
            "fitness" => tezos_messages::block_header::Fitness::ENCODING,
            "timestamp" => tezos_messages::timestamp::Timestamp::ENCODING,
            _ => continue,
        };
        total += 1;
        let bytes = bytes(&line, "hex");
        let json = schema::to_json(encoding, &bytes).map(|json| serde_json::from_str(&json).unwrap());
        let back = schema::from_json(encoding, &line["json"].to_string());
        if json.as_ref() != Ok(&line["json"]) || back.as_ref() != Ok(&bytes) {
            failures.push(format!("{}: {json:?} {back:?}", line["encoding"]));
        }
    }
    assert!(total > 0);
    report("samples of the shell", total, &failures);
}
