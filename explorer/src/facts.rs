//! What can be said of bytes beside their parts: hashes, sentences, texts to copy.

use serde_json::{Value, json};
use tezos_codec_inspect::protocols::MAINNET;
use tezos_encoding::{Decode as _, schema::Named};
use tezos_hashes::{hash::blake2b_256, header::BlockHeader};
use tezos_protocols::{
    Protocol,
    micheline::{self, Micheline},
    operation::{Operation, SigningPayload, Unsigned},
};

use crate::explorer::of_protocol;

/// The maximum number of bytes of which code and commands have the digits.
const COPIED: usize = 1 << 16;

/// Pairs of a name and a text.
struct Facts(Vec<[String; 2]>);

impl Facts {
    fn add(&mut self, name: &str, text: impl ToString) {
        self.0.push([name.to_owned(), text.to_string()]);
    }

    /// What an operation does, and what its sender signs.
    fn unsigned(&mut self, operation: &Unsigned, protocol: Protocol) {
        self.add("In words", operation.human());
        if let Ok(preimage) = operation.preimage(protocol, MAINNET) {
            self.add("Signed by a wallet, on mainnet", hex::encode(&preimage));
            self.add("Hash that is signed", hex::encode(blake2b_256(&preimage)));
        }
        if let Ok(fee) = operation.minimal_fee(protocol) {
            self.add("Minimal fee", format!("{fee} ꜩ"));
        }
    }

    fn micheline(&mut self, expression: &Micheline) {
        self.add("Michelson", expression);
        if let Ok(packed) = micheline::pack(expression) {
            self.add("Packed", hex::encode(packed));
        }
        if let Ok(hash) = micheline::script_expr_hash(expression) {
            self.add("Hash, as the key of a big map", hash);
        }
    }

    fn of_protocol(&mut self, protocol: Protocol, name: &str, bytes: &[u8]) {
        match name {
            "operation" => {
                if let Ok(operation) = protocol.decode::<Operation>(bytes) {
                    self.unsigned(&operation.unsigned(), protocol);
                    if let Ok(hash) = operation.hash(protocol) {
                        self.add("Operation hash", hash);
                    }
                }
            }
            "operation.unsigned" => {
                if let Ok(operation) = protocol.decode::<Unsigned>(bytes) {
                    self.unsigned(&operation, protocol);
                }
            }
            "signing_payload" => match protocol.decode::<SigningPayload>(bytes) {
                Ok(SigningPayload::Operation(operation)) => self.unsigned(&operation, protocol),
                Ok(
                    SigningPayload::Attestation { operation, .. }
                    | SigningPayload::Preattestation { operation, .. }
                    | SigningPayload::Endorsement { operation, .. },
                ) => self.add("In words", operation.human()),
                Ok(SigningPayload::Packed { expression }) => self.micheline(&expression),
                _ => {}
            },
            "script.expr" => {
                if let Ok(expression) = protocol.decode::<Micheline>(bytes) {
                    self.micheline(&expression);
                }
            }
            _ => {}
        }
    }
}

/// Returns hashes of bytes and sentences about them, as pairs of a name and a text.
pub(crate) fn of(named: &Named, bytes: &[u8]) -> Value {
    let mut facts = Facts(Vec::new());
    if named.encoding.holds_secret() {
        return json!([]);
    }
    if let Some((protocol, name)) = of_protocol(named) {
        facts.of_protocol(protocol, name, bytes);
    }
    if named.id.ends_with("block_header")
        && let Ok(header) = BlockHeader::from_bytes(bytes)
        && let Ok(hash) = header.hash()
    {
        facts.add("Block hash", hash);
    }
    facts.add("BLAKE2b-256 of the bytes", hex::encode(blake2b_256(bytes)));
    json!(facts.0)
}

/// Returns texts to copy, as pairs of a name and a text.
pub(crate) fn texts(named: &Named, bytes: &[u8], json: Option<&str>) -> Value {
    let mut texts = Facts(Vec::new());
    if let Some(json) = json {
        texts.add("JSON", json);
    }
    if bytes.len() > COPIED || named.encoding.holds_secret() {
        return json!(texts.0);
    }
    let (id, digits) = (&named.id, hex::encode(bytes));
    texts.add("Command", format!("tezos-codec decode {id} from {digits}"));
    match of_protocol(named) {
        Some((protocol, "operation")) => {
            texts.add(
                "Rust",
                format!(
                    "use tezos_protocols::{{Protocol, operation::Operation}};\n\n\
                     let operation: Operation = Protocol::{protocol:?}.decode(&hex::decode(\"{digits}\")?)?;"
                ),
            );
            texts.add(
                "Injection by curl",
                format!(
                    "curl -X POST -H 'Content-Type: application/json' \"$NODE/injection/operation\" -d '\"{digits}\"'"
                ),
            );
        }
        _ => texts.add(
            "Rust",
            format!(
                "let named = tezos_codec_inspect::encodings::named(\"{id}\", None).expect(\"a known id\");\n\
                 let json = tezos_encoding::schema::to_json(named.encoding, &hex::decode(\"{digits}\")?)?;"
            ),
        ),
    }
    json!(texts.0)
}
