//! Guesses the encoding of bytes.

use std::cmp::Reverse;

use serde_json::Value;
use tezos_encoding::schema::{Fit, Named, Scope, fit, from_json, to_json};
use tezos_messages::{DAL_PEER_MESSAGE, PEER_MESSAGE};
use tezos_protocols::{Protocol, registry};

use crate::{
    encodings,
    nested::ENOUGH,
    protocols::{self, MAINNET},
};

/// The bits of evidence that a message between DAL nodes lacks, because it is rarer than one between nodes of a chain. The messages of the
/// peer layer are the same in both.
const DAL_RARER: u32 = 1;

/// The bits of evidence that an encoding of a protocol or of a store lacks. There are a thousand of them, and most occur only inside others.
const INSIDE_OTHERS_RARER: u32 = 8;

/// The encodings of protocols that are not rare: those that peers send, and those that wallets sign.
const COMMON: [&str; 4] = ["block_header", "operation", "operation.unsigned", "signing_payload"];

/// The evidence, in bits, for which a message between peers is certain, so that protocols are not tried. A size prefix and its block
/// give less.
const SURE: u32 = 40;

/// The evidence, in bits, below which a guess may as well be another encoding: there are more than a thousand.
const LITTLE: u32 = 16;

/// JSON that no encoding has, but for those of any JSON.
const OF_NOTHING: &str = "{\"?\":0}";

/// The start of the ids of what peers send.
const OF_PEERS: &str = "p2p_";

/// The encoding of a header, which has the protocol-specific fields.
const HEADER: &str = "block_header";

/// An encoding, and how well the bytes fit it.
pub struct Guess {
    /// The encoding.
    pub named: Named,
    /// How well the bytes fit.
    pub fit: Fit,
    /// The protocols whose encoding of this name the bytes fit, the newest first. `named` is the encoding of the first. Empty for an
    /// encoding of no protocol.
    pub protocols: Vec<Protocol>,
}

impl Guess {
    /// Returns the guess as the members of a JSON object: `id`, `whole`, `surprises`, `evidence` in bits, and `protocols` if it is of some.
    #[must_use]
    pub fn members(&self) -> Vec<(&'static str, Value)> {
        let Self { named, fit: Fit { whole, surprises, evidence, .. }, protocols } = self;
        let mut members = vec![
            ("id", named.id.as_ref().into()),
            ("whole", (*whole).into()),
            ("surprises", (*surprises).into()),
            ("evidence", (*evidence).into()),
        ];
        if !protocols.is_empty() {
            members.push(("protocols", protocols.iter().map(ToString::to_string).collect()));
        }
        members
    }
}

/// The possible encodings of bytes.
pub struct Guesses {
    /// The encodings that fit, the best first. If several fit equally well, those of no protocol come first, then those of whole messages,
    /// then those with short ids.
    pub whole: Vec<Guess>,
    /// The encoding that the bytes are most likely the start of. Encodings of protocols are not considered.
    pub start: Option<Guess>,
}

/// What the guesses amount to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first guess is what the bytes are.
    Whole,
    /// The bytes are the start of a value.
    Start,
    /// What the bytes are is not known: no guess has much evidence.
    Unknown,
}

impl Guesses {
    /// Returns what the guesses amount to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.known().first() {
            _ if self.likely_start().is_some() => Verdict::Start,
            Some(best) if best.fit.evidence >= LITTLE => Verdict::Whole,
            _ => Verdict::Unknown,
        }
    }

    /// Returns the guesses that are more than numbers, bytes or text.
    #[must_use]
    pub fn known(&self) -> &[Guess] {
        let known = self.whole.iter().take_while(|guess| guess.named.scope != Scope::Ground).count();
        self.whole.get(..known).unwrap_or_default()
    }

    /// Returns the encoding of which the bytes are more likely the start than a whole value of another.
    #[must_use]
    pub fn likely_start(&self) -> Option<&Guess> {
        let of_best = self.known().first().map_or(0, |best| best.fit.evidence);
        self.start.as_ref().filter(|start| start.fit.evidence >= of_best.saturating_add(ENOUGH))
    }
}

/// Returns the possible encodings of bytes, those of `possible` protocols among them, which are sorted from the newest. Unless `all` is true,
/// encodings of protocols are tried only if the bytes are no certain message between peers, which therefore take no longer, and those without
/// evidence are left out.
pub fn guesses(bytes: &[u8], all: bool, possible: &[Protocol]) -> Guesses {
    let of_no_protocol = encodings::all().iter().map(|named| Guess {
        named: named.clone(),
        fit: likely(named, bytes, rarer(&named.id)),
        protocols: Vec::new(),
    });
    let (mut whole, mut start): (Vec<Guess>, Vec<Guess>) =
        of_no_protocol.filter(|guess| guess.fit.whole || guess.fit.start).partition(|guess| guess.fit.whole);
    if all || !whole.iter().chain(&start).any(is_sure) {
        whole.extend(protocols::accepting(bytes, possible).filter_map(|(encoding, mut protocols)| {
            if encoding.name == HEADER {
                mainnet_first(bytes, &mut protocols);
            }
            let named = encoding.at(*protocols.first()?);
            let fit = likely(&named, bytes, rarer_in_protocols(encoding.name));
            (all || fit.evidence > 0).then_some(Guess { named, fit, protocols })
        }));
    }
    whole.sort_by_key(rank);
    start.retain(|guess| guess.named.scope != Scope::Ground);
    start.sort_by_key(rank);
    Guesses { whole, start: start.into_iter().next() }
}

/// Returns the encodings whose JSON a text is, each with the bytes, those with the most evidence in them first. Encodings of numbers, bytes and texts
/// are left out. For encodings of protocols, the first of the `possible` ones is tried first.
#[must_use]
pub fn guesses_of_json(json: &str, possible: &[Protocol]) -> Vec<(Guess, Vec<u8>)> {
    let Ok(value) = serde_json::from_str::<Value>(json) else { return Vec::new() };
    // An encoding that leaves a part out of its bytes has other JSON, and one of any JSON tells nothing.
    let encoded = |named: &Named| {
        let bytes = from_json(named.encoding, json).ok()?;
        from_json(named.encoding, OF_NOTHING).is_err().then_some(())?;
        let again: Value = serde_json::from_str(&to_json(named.encoding, &bytes).ok()?).ok()?;
        (again == value).then_some(bytes)
    };
    let of_no_protocol = encodings::all().iter().filter(|named| named.scope != Scope::Ground).filter_map(|named| {
        let bytes = encoded(named)?;
        let fit = likely(named, &bytes, rarer(&named.id));
        Some((Guess { named: named.clone(), fit, protocols: Vec::new() }, bytes))
    });
    let of_protocols = registry::of_protocols().filter_map(|encoding| {
        let has = possible.iter().copied().filter(|protocol| (encoding.since..=encoding.until).contains(protocol));
        let mut found = has.filter_map(|protocol| Some((protocol, encoded(&encoding.at(protocol))?)));
        let (first, bytes) = found.next()?;
        let (protocols, named) = ([first].into_iter().chain(found.map(|(protocol, _)| protocol)), encoding.at(first));
        let (protocols, fit) = (protocols.collect(), likely(&named, &bytes, rarer_in_protocols(encoding.name)));
        Some((Guess { named, fit, protocols }, bytes))
    });
    let mut all: Vec<_> = of_no_protocol.chain(of_protocols).filter(|(guess, _)| guess.fit.whole).collect();
    all.sort_by_key(|(guess, _)| rank(guess));
    all
}

/// Returns the bits of evidence that an encoding of no protocol lacks.
fn rarer(id: &str) -> u32 {
    match id {
        DAL_PEER_MESSAGE => DAL_RARER,
        id if id.starts_with("store.") => INSIDE_OTHERS_RARER,
        _ => 0,
    }
}

/// Returns the bits of evidence that an encoding of protocols lacks.
fn rarer_in_protocols(name: &str) -> u32 {
    if COMMON.contains(&name) { 0 } else { INSIDE_OTHERS_RARER }
}

/// Returns what guesses are sorted by, the best first.
fn rank(guess: &Guess) -> impl Ord + use<> {
    let Guess { named, fit, protocols } = guess;
    let ground = named.scope == Scope::Ground;
    (ground, !is_sure(guess), fit.surprises, Reverse(fit.evidence), !protocols.is_empty(), named.scope, named.id.len())
}

/// Returns whether bytes are a message between peers, or its start, without a doubt: what a capture has.
fn is_sure(Guess { named, fit, .. }: &Guess) -> bool {
    let is_of_peers =
        named.id == PEER_MESSAGE || fit.whole && named.id.starts_with(OF_PEERS) && named.scope == Scope::Whole;
    is_of_peers && fit.surprises == 0 && fit.evidence >= SURE
}

/// Moves the protocol of a header of mainnet to the front: the one with the number of protocol changes that the header has.
fn mainnet_first(header: &[u8], protocols: &mut [Protocol]) {
    let of_mainnet = protocols::of_proto(MAINNET, protocols::proto_of(header));
    if let Some(at) = of_mainnet.first().and_then(|first| protocols.iter().position(|protocol| protocol == first))
        && let Some(until) = protocols.get_mut(..=at)
    {
        until.rotate_right(1);
    }
}

/// Returns how well bytes fit an encoding, with `rarer` bits of evidence subtracted.
fn likely(named: &Named, bytes: &[u8], rarer: u32) -> Fit {
    let fit = fit(named.encoding, bytes);
    Fit { evidence: fit.evidence.saturating_sub(rarer), ..fit }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use tezos_protocols::operation::Operation;

    use super::*;
    use crate::shared::shared;

    /// Returns the possible encodings of bytes, in any protocol.
    fn of_any(bytes: &[u8], all: bool) -> Guesses {
        guesses(bytes, all, &protocols::possible(None))
    }

    /// Returns the id of the encoding for the name of a message in the vectors.
    fn expected(message: &str) -> &str {
        match message {
            "Connection_message" => "p2p_connection.message",
            "Metadata" => "p2p_connection.metadata",
            "Ack" | "Nack" => "p2p_connection.ack",
            "type:Mempool" => "mempool",
            "type:Block_header" => "block_header",
            "type:Operation" => "operation",
            "type:Block_locator" => "block_locator",
            "type:Protocol" => "protocol",
            "type:Operation_list_list_hash.path(max 8)" => "operation_list_list_hash.path",
            "type:Operation_list_list_hash.path(unbounded)" => "operation_list_list_hash.path",
            "type:P2p_point.Id" => "p2p_point.id",
            "type:P2p_connection.Id" => "p2p_connection.id",
            "type:P2p_rejection" => "p2p_rejection",
            "type:Network_version" => "network_version",
            _ => "p2p_message",
        }
    }

    /// The vectors in this repository.
    const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../messages/testdata/vectors/p2p.jsonl");

    /// Returns the names of messages and their bytes in a file of vectors.
    fn vectors(path: &Path) -> Vec<(String, Vec<u8>)> {
        let text = fs::read_to_string(path).expect("the vectors");
        let lines = text.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let [message, bytes] = ["message", "hex"].map(|name| line[name].as_str().unwrap());
            (message.to_owned(), hex::decode(bytes).unwrap())
        });
        lines.collect()
    }

    /// Checks that `tries` has more than `min` elements, and that 95 % of them are right.
    fn nearly_all(min: usize, tries: impl Iterator<Item = Result<(), String>>) {
        let (right, wrong): (Vec<_>, Vec<_>) = tries.partition(Result::is_ok);
        let all = right.len().saturating_add(wrong.len());
        assert!(all > min && right.len().saturating_mul(100) >= all.saturating_mul(95), "of {all}: {wrong:#?}");
    }

    #[test]
    fn the_right_encoding_is_first_for_nearly_every_vector() {
        let score = |min, path: &Path| {
            let tries = vectors(path).into_iter().map(|(message, bytes)| match of_any(&bytes, false).whole.first() {
                Some(guess) if guess.named.id == expected(&message) => Ok(()),
                found => Err(format!("{message} {bytes:02x?}: {:?}", found.map(|guess| (&guess.named.id, guess.fit)))),
            });
            nearly_all(min, tries);
        };
        score(50, OWN.as_ref());
        shared("vectors/p2p.jsonl").iter().for_each(|path| score(200, path));
    }

    #[test]
    fn little_evidence_is_no_answer() {
        let message = [0, 0, 0, 6, 0, 0x10, 0x7a, 0x06, 0xa7, 0x70];
        for (bytes, verdict, known) in [
            (&message[..], Verdict::Whole, true),
            (&message[..8], Verdict::Start, false),
            (&[7], Verdict::Unknown, false),
            (&[], Verdict::Unknown, false),
        ] {
            let guesses = of_any(bytes, false);
            let start = guesses.likely_start().map(|guess| &*guess.named.id);
            assert_eq!((guesses.verdict(), start.is_some()), (verdict, verdict == Verdict::Start), "{bytes:02x?}");
            assert!(
                !known || guesses.known().first().is_some_and(|guess| guess.named.id == PEER_MESSAGE),
                "{bytes:02x?}"
            );
        }
    }

    #[test]
    fn json_is_that_of_the_encoding_with_the_most_evidence() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/transcripts/blocks/blocks.jsonl");
        for operation in operations(path.as_ref()) {
            let best = of_any(&operation, false).whole.swap_remove(0);
            let json = to_json(best.named.encoding, &operation).unwrap();
            let found = guesses_of_json(&json, &protocols::possible(None)).swap_remove(0);
            assert_eq!((found.0.named.id, found.1), (best.named.id, operation));
            // Names have changed where bytes have not.
            assert!(found.0.protocols.iter().all(|protocol| best.protocols.contains(protocol)));
        }
        assert!(guesses_of_json("{", &protocols::possible(None)).is_empty());
    }

    #[test]
    fn truncated_messages_are_recognised() {
        let messages = vectors(OWN.as_ref()).into_iter().filter(|(message, _)| expected(message) == PEER_MESSAGE);
        let tries = messages.flat_map(|(message, bytes)| {
            let cuts = [bytes.len() / 2, bytes.len().saturating_sub(1)];
            cuts.into_iter().filter(|cut| *cut > 8).map(move |cut| match of_any(&bytes[..cut], false).start {
                Some(guess) if guess.named.id == PEER_MESSAGE && guess.fit.evidence >= ENOUGH => Ok(()),
                found => Err(format!("{message} cut at {cut}: {:?}", found.map(|guess| (guess.named.id, guess.fit)))),
            })
        });
        nearly_all(50, tries);
    }

    /// Returns the operations of the blocks in a file.
    fn operations(path: &Path) -> Vec<Vec<u8>> {
        let text = fs::read_to_string(path).expect("the blocks");
        let operations = text.lines().flat_map(|line| {
            let block: Value = serde_json::from_str(line).unwrap();
            let passes = block["operations"].as_array().unwrap().iter();
            passes.flat_map(|pass| pass.as_array().unwrap().clone()).collect::<Vec<_>>()
        });
        operations.map(|operation| hex::decode(operation.as_str().unwrap()).unwrap()).collect()
    }

    #[test]
    fn operations_belong_to_the_newest_protocol_that_accepts_them() {
        let tries = |path: &Path| {
            let tries = operations(path).into_iter().map(|bytes| {
                let newest = Protocol::ALL.iter().rev().find(|protocol| protocol.decode::<Operation>(&bytes).is_ok());
                let newest = format!("{}.operation", newest.unwrap());
                match of_any(&bytes, false).whole.first() {
                    Some(guess) if guess.named.id == newest && guess.fit.whole => Ok(()),
                    found => Err(format!("{bytes:02x?}: {:?}", found.map(|guess| (guess.named.id.clone(), guess.fit)))),
                }
            });
            tries.collect::<Vec<_>>()
        };
        let own = tries(concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/transcripts/blocks/blocks.jsonl").as_ref());
        assert!(own.len() >= 3 && own.iter().all(Result::is_ok), "{own:#?}");
        if let Some(path) = shared("data/blocks_mainnet/blocks.jsonl") {
            nearly_all(800, tries(&path).into_iter());
        }
    }

    /// Returns signed bytes without their signature.
    fn unsigned(bytes: &[u8]) -> &[u8] {
        bytes.split_last_chunk::<64>().unwrap().0
    }

    /// Returns bytes with the name of their encoding: what people publish, sign and pack, in the shared data.
    fn labelled() -> Vec<(String, Vec<u8>)> {
        let lines = |path: &str| -> Vec<Value> {
            let Some(path) = shared(path) else { return Vec::new() };
            fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let bytes = |value: &Value| hex::decode(value.as_str().unwrap_or_default()).unwrap_or_default();
        let mut all: Vec<(String, Vec<u8>)> = Vec::new();
        let mut add = |name: &str, bytes: Vec<u8>| all.push((name.to_owned(), bytes));
        for case in lines("data/reports/public_reports.jsonl") {
            let (encoding, expected) =
                (case["encoding"].as_str().unwrap(), case["expect"].as_str().unwrap_or_default());
            let label = if encoding == "slice without id" { expected.split(' ').next().unwrap() } else { encoding };
            let is_operation =
                label.contains("operation") && (expected == "ok" || label == expected.split(' ').next().unwrap());
            if is_operation && case["hex"].is_string() {
                let name = label.find("operation").map_or(label, |at| &label[at..]);
                add(name, bytes(&case["hex"]));
            }
        }
        for operation in lines("data/operations/pytezos.jsonl") {
            let signed = operation["signed"] == true;
            let whole = bytes(&operation["hex"]);
            add("signing_payload", [&[3], &whole[..]].concat());
            add(if signed { "operation" } else { "operation.unsigned" }, whole);
        }
        for operation in lines("data/operations/mainnet_block_jakarta.jsonl") {
            add("operation", bytes(&operation["hex"]));
        }
        for block in lines("data/blocks_mainnet/blocks.jsonl") {
            let header = bytes(&block["header"]);
            add("signing_payload", [&[0x11, 0x7a, 0x06, 0xa7, 0x70], unsigned(&header)].concat());
            add("block_header", header);
            for operation in block["operations"].as_array().unwrap().iter().flat_map(|pass| pass.as_array().unwrap()) {
                let operation = bytes(operation);
                if operation[32] == 21 {
                    add("signing_payload", [&[0x13, 0x7a, 0x06, 0xa7, 0x70], unsigned(&operation)].concat());
                }
            }
        }
        for packed in lines("data/micheline/packed_taquito_2.jsonl") {
            add("signing_payload", bytes(&packed["packed"]));
        }
        all.retain(|(_, bytes)| !bytes.is_empty());
        all
    }

    /// The ranking is a table of labelled bytes: the first answer is right for 97 %, and one of the first three for all.
    #[test]
    fn labelled_bytes_are_identified() {
        let labelled = labelled();
        let is_right = |guess: &Guess, name: &str| {
            let id = &*guess.named.id;
            id == name || !guess.protocols.is_empty() && id.split_once('.').is_some_and(|(_, found)| found == name)
        };
        let (mut first, mut three, mut wrong) = (0_usize, 0_usize, Vec::new());
        for (name, bytes) in &labelled {
            let guesses = of_any(bytes, false).whole;
            match guesses.iter().take(3).position(|guess| is_right(guess, name)) {
                Some(0) => first += 1,
                Some(_) => three += 1,
                None => {}
            }
            if guesses.first().is_none_or(|guess| !is_right(guess, name)) {
                let found: Vec<_> = guesses.iter().take(3).map(|guess| (guess.named.id.clone(), guess.fit)).collect();
                wrong.push(format!("{name} {}: {found:?}", hex::encode(&bytes[..bytes.len().min(40)])));
            }
        }
        eprintln!("{} labelled, {first} first, {three} second or third", labelled.len());
        if !labelled.is_empty() {
            assert!(labelled.len() >= 300);
            assert!(first * 100 >= labelled.len() * 97, "{first} of {}: {wrong:#?}", labelled.len());
            assert!(first + three == labelled.len(), "{first} and {three} of {}: {wrong:#?}", labelled.len());
        }
    }

    /// A header of mainnet is of the protocol of its level, although later protocols accept it too.
    #[test]
    fn headers_of_mainnet_are_of_their_protocol() {
        let Some(path) = shared("data/blocks_mainnet/blocks.jsonl") else { return };
        let text = fs::read_to_string(path).expect("the blocks");
        let mut known = 0;
        for line in text.lines() {
            let block: Value = serde_json::from_str(line).unwrap();
            let header = hex::decode(block["header"].as_str().unwrap()).unwrap();
            let level = header.first_chunk().map(|level| i32::from_be_bytes(*level)).unwrap();
            let Some(protocol) = Protocol::of_level(MAINNET, level) else { continue };
            let first = of_any(&header, false).whole.swap_remove(0);
            assert_eq!(first.named.id, format!("{}.block_header", protocol.id()), "{level}");
            known += 1;
        }
        assert!(known > 5, "{known}");
    }

    #[test]
    fn protocols_are_not_tried_if_another_encoding_is_certain() {
        let messages = vectors(OWN.as_ref()).into_iter().filter(|(message, _)| expected(message) == PEER_MESSAGE);
        let messages: Vec<Vec<u8>> = messages.map(|(_, bytes)| bytes).collect();
        let with_protocols = |all: bool| {
            let is_of_one = |guess: &Guess| !guess.protocols.is_empty();
            messages.iter().filter(|bytes| of_any(bytes, all).whole.iter().any(is_of_one)).count()
        };
        // Only a few messages are too short to be certain.
        assert!(messages.len() > 50 && with_protocols(false).saturating_mul(20) < messages.len());
        assert!(with_protocols(true) > 0);
    }
}
