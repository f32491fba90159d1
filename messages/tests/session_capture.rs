//! A captured session: known keys and nonces, all sent chunks in order, and received chunks despite packet loss.

use crate::common::{shared_text, unhex};
use crypto_secretbox::{AeadInPlace as _, KeyInit as _, XSalsa20Poly1305};
use serde_json::Value;
use tezos_messages::{
    identity::{CryptoBoxPublicKey, Identity, PowTarget},
    session::{
        Config, Role, Session, SessionEvent,
        assembly::Assembler,
        chunk::{FrameBuffer, split_frame},
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonces,
        salvage::Salvager,
    },
};

struct Capture {
    identity: Identity,
    rows: Vec<(bool, Vec<u8>)>,
    session: Vec<Value>,
    nonces: Nonces,
    key: ChannelKey,
}

fn capture() -> Option<Capture> {
    let folder = "data/p2p_session_carthage";
    let identity: Value = serde_json::from_str(&shared_text(&format!("{folder}/identity.json"))?).unwrap();
    let field = |name: &str| identity[name].as_str().unwrap();
    let identity = Identity::from_text(
        Some(field("peer_id")),
        field("public_key"),
        field("secret_key"),
        field("proof_of_work_stamp"),
    )
    .unwrap();
    let rows: Vec<(bool, Vec<u8>)> = shared_text(&format!("{folder}/tezedge_communication.csv"))?
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap())
        .map(|(direction, hex)| (direction == "Sent", unhex(hex)))
        .collect();
    let session = shared_text(&format!("{folder}/session.jsonl"))?;
    let session = session.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let nonces = Nonces::derive(&rows[0].1, &rows[1].1);
    let peer = CryptoBoxPublicKey(rows[1].1[4..36].try_into().unwrap());
    let key = ChannelKey::new(identity.secret_key(), &peer).unwrap();
    Some(Capture { identity, rows, session, nonces, key })
}

fn of_direction<'a>(session: &'a [Value], direction: &str) -> impl Iterator<Item = &'a Value> {
    session.iter().filter(move |line| line["dir"] == direction)
}

#[test]
fn keys_and_nonces_equal_the_known_ones() {
    let Some(capture) = capture() else { return };
    assert_eq!(capture.nonces.init_to_resp.to_string(), "2646d1cbb99b2f8aa2bec7ceac84e4b795c1f710dfd8e703");
    assert_eq!(capture.nonces.resp_to_init.to_string(), "9a50778ccbfc15dd59b7175a7f6c21937a940b7d3ac47be6");
    assert_eq!(capture.nonces.sending(Role::Initiator), capture.nonces.resp_to_init);
    assert_eq!(capture.nonces.receiving(Role::Initiator), capture.nonces.init_to_resp);

    let pinned = unhex("12f1ae95957d1043ce3334f9789e13dbc5c3159817e773d79ce1d029f1e0dec9");
    let reference = XSalsa20Poly1305::new(pinned.as_slice().into());
    let nonce = capture.nonces.resp_to_init;
    let mut chunk = Vec::new();
    Sealer::new(capture.key.clone(), nonce).seal(b"any text", &mut chunk).unwrap();
    let mut opened = chunk[2..].to_vec();
    reference.decrypt_in_place(&nonce.0.into(), b"", &mut opened).unwrap();
    assert_eq!(opened, b"any text");

    let mut sent = Opener::new(capture.key.clone(), capture.nonces.sending(Role::Initiator));
    let mut chunk = unhex("501315db7509996b061e1b2823e70a6072bd");
    assert_eq!(sent.open(&mut chunk).unwrap(), [0, 0]);
    assert_eq!(sent.open(&mut capture.rows[4].1[2..].to_vec()).unwrap(), [0]);
    assert_eq!(hex::encode(sent.open(&mut capture.rows[6].1[2..].to_vec()).unwrap()), "0000000600109caecab9");
    let mut received = Opener::new(capture.key, capture.nonces.receiving(Role::Initiator));
    let mut chunk = unhex("ee039c3446e496eb29bc1c65859c77aa30d9");
    assert_eq!(received.open(&mut chunk).unwrap(), [0, 0]);

    let target = PowTarget::new(26.0).unwrap();
    for (_, frame) in &capture.rows[..2] {
        let key = CryptoBoxPublicKey(frame[4..36].try_into().unwrap());
        assert!(target.is_met(&key, &frame[36..60].first_chunk().copied().unwrap().into()));
    }
}

#[test]
fn the_sent_chunks_are_decrypted_in_order() {
    let Some(capture) = capture() else { return };
    let mut frames = FrameBuffer::new();
    let mut opener = Opener::new(capture.key, capture.nonces.sending(Role::Initiator));
    let mut messages = Assembler::new(1 << 24);
    let mut expected = of_direction(&capture.session, "Sent").skip(1);
    let mut connection = true;
    for (_, bytes) in capture.rows.iter().filter(|(sent, _)| *sent) {
        frames.push(bytes);
        while let Some(frame) = frames.next_frame() {
            if std::mem::take(&mut connection) {
                continue;
            }
            let number = opener.chunks();
            let plaintext = opener.open(&mut frame[2..]).unwrap();
            if number < 2 {
                assert_eq!(hex::encode(plaintext), expected.next().unwrap()["hex"].as_str().unwrap());
                continue;
            }
            messages.push(plaintext);
            while let Some(message) = messages.next_message().unwrap() {
                assert_eq!(hex::encode(message), expected.next().unwrap()["hex"].as_str().unwrap());
            }
        }
    }
    assert_eq!(opener.chunks(), 5_474);
    assert_eq!((frames.pending(), messages.pending()), (0, 0));
    assert!(expected.next().is_none());
}

/// Decrypts the received chunks at the offsets in `session.jsonl`. `try_ahead` finds the nonce of each and counts the lost chunks.
#[test]
fn the_received_chunks_are_decrypted_despite_packet_loss() {
    let Some(capture) = capture() else { return };
    let mut opener = Opener::new(capture.key, capture.nonces.receiving(Role::Initiator));
    let mut stream = Vec::new();
    let mut starts = Vec::new();
    for (sent, bytes) in &capture.rows {
        starts.push(stream.len());
        if !sent {
            stream.extend_from_slice(bytes);
        }
    }
    let (mut opened, mut lost) = (0, 0);
    for line in of_direction(&capture.session, "Received").skip(1) {
        let at = starts[line["row"].as_u64().unwrap() as usize] + line["offset"].as_u64().unwrap() as usize;
        let (frame, _) = split_frame(&stream[at..]).unwrap();
        let (skipped, plaintext) =
            opener.try_ahead(&mut frame[2..].to_vec(), 20_000).map(|(n, text)| (n, text.to_vec())).unwrap();
        assert_eq!(opener.chunks(), line["nonce"].as_u64().unwrap() + 1);
        assert_eq!(hex::encode(plaintext), line["hex"].as_str().unwrap());
        opened += 1;
        lost += skipped;
    }
    assert_eq!((opened, opened + lost), (1_976, 17_082));
}

/// Finds the received chunks in the packets, without their offsets. In a debug build, only the first packets, because the search is slow.
#[test]
fn the_received_chunks_are_found_in_the_packets() {
    let Some(capture) = capture() else { return };
    let opener = Opener::new(capture.key, capture.nonces.receiving(Role::Initiator));
    let mut salvager = Salvager::new(opener, 128);
    let packets = if cfg!(debug_assertions) { 40 } else { usize::MAX };
    let mut expected = of_direction(&capture.session, "Received").skip(1);
    let (mut found, mut lost) = (0, 0);
    for (_, bytes) in capture.rows.iter().filter(|(sent, _)| !sent).skip(1).take(packets) {
        for chunk in salvager.packet(bytes) {
            let line = expected.next().unwrap();
            assert_eq!(chunk.chunk, line["nonce"].as_u64().unwrap());
            assert_eq!(hex::encode(chunk.plaintext), line["hex"].as_str().unwrap());
            found += 1;
            lost += chunk.lost;
        }
    }
    assert!(found > 50, "{found}");
    if packets == usize::MAX {
        assert_eq!((found, found + lost), (1_976, 17_082));
    }
}

/// Runs [`Session`] in the role of the node that recorded the session.
#[test]
fn a_session_receives_what_the_local_node_received() {
    let Some(capture) = capture() else { return };
    let mut session = Session::new(Role::Initiator, &capture.identity, Config::default());
    session.connection(&capture.rows[0].1[2..]).unwrap();
    let mut expected = of_direction(&capture.session, "Received");
    for (_, bytes) in capture.rows.iter().filter(|(sent, _)| !sent).take(4) {
        session.feed(bytes);
        while let Some(event) = session.next_event().unwrap() {
            let bytes = match event {
                SessionEvent::Connection(bytes) | SessionEvent::Ack(bytes) | SessionEvent::Message(bytes) => {
                    hex::encode(bytes)
                }
                SessionEvent::Metadata(bytes) => hex::encode(bytes),
            };
            assert_eq!(bytes, expected.next().unwrap()["hex"].as_str().unwrap());
        }
    }
    assert_eq!(expected.next().unwrap()["index"], 4);
}
