//! The derived schemas against the reference's own description of its encodings, `testdata/vectors/schemas/*.json`.
//!
//! Both are brought to one notation: `{name: int32, other: dyn seq<=10 bytes[32]}`. Size limits are not part of the
//! reference's description; `vectors.rs` compares them.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{Count, Encoding, Extent, Field};
use tezos_messages::block_locator::BlockLocator;
use tezos_messages::handshake::{Ack, ConnectionId, ConnectionMessage, Metadata, Motive};
use tezos_messages::mempool::Mempool;
use tezos_messages::operation::Operation;
use tezos_messages::p2p::PeerMessage;
use tezos_messages::protocol::Protocol;

/// The notation of one of our schemas; `open` are the recursive types around it.
fn ours(encoding: &Encoding, open: &mut Vec<&'static str>) -> String {
    match encoding {
        Encoding::Empty => "{}".to_owned(),
        Encoding::Scalar(scalar) => scalar.name().replace("timestamp", "int64"),
        Encoding::Bytes(extent) => block("bytes", extent),
        Encoding::Text { extent, .. } => block("string", extent),
        Encoding::List { item, count, .. } => match count {
            Count::ToEnd { max: Some(max), .. } => format!("seq<={max} {}", ours(item, open)),
            Count::ToEnd { max: None, .. } => format!("seq {}", ours(item, open)),
            count => panic!("not used here: {count:?}"),
        },
        Encoding::Split(split) => ours(split.inner, open),
        // What is for JSON alone is left out.
        Encoding::Merge([inner, _]) => ours(inner, open),
        Encoding::Object([Field { encoding: Encoding::Constant(_) | Encoding::Empty, .. }]) => "{}".to_owned(),
        Encoding::Object(fields) => {
            let fields = fields.iter().map(|field| (field.name, ours(field.encoding, open)));
            object(&fields.collect::<Vec<_>>())
        }
        Encoding::Union { tag, cases, .. } => {
            let mut cases: Vec<_> = cases.iter().collect();
            cases.sort_by_key(|case| case.tag);
            let cases = cases.iter().map(|case| format!("{} {}: {}", case.tag, case.title, ours(case.payload, open)));
            union(8 * tag.bytes(), cases.collect())
        }
        Encoding::Opt(inner) => format!("opt {}", ours(inner, open)),
        Encoding::Dynamic { prefix, inner } => format!("dyn {} {}", prefix.name(), ours(inner, open)),
        Encoding::Bounded { inner, .. }
        | Encoding::Checked { inner, .. }
        | Encoding::Described { inner, .. }
        | Encoding::Def { inner, .. } => ours(inner, open),
        Encoding::Mu(mu) if open.contains(&mu.name) => format!("${}", mu.name),
        Encoding::Mu(mu) => {
            open.push(mu.name);
            let body = ours((mu.body)(), open);
            open.pop();
            body
        }
        other => panic!("not used here: {other:?}"),
    }
}

fn block(kind: &str, extent: &Extent) -> String {
    match extent {
        Extent::Fixed(bytes) => format!("{kind}[{bytes}]"),
        Extent::Rest => kind.to_owned(),
    }
}

fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<_> = fields.iter().map(|(name, form)| format!("{name}: {form}")).collect();
    format!("{{{}}}", fields.join(", "))
}

fn union(bits: usize, cases: Vec<String>) -> String {
    format!("union{bits}[{}]", cases.join("; "))
}

/// The reference's description of one encoding.
struct Reference {
    definitions: Vec<(String, Value)>,
    open: Vec<String>,
}

impl Reference {
    fn notation(file: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/vectors/schemas");
        let text = fs::read_to_string(folder.join(file).with_extension("json")).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        let definitions = json["fields"].as_array().unwrap().iter().map(|definition| {
            (definition["description"]["title"].as_str().unwrap().to_owned(), definition["encoding"].clone())
        });
        Self { definitions: definitions.collect(), open: Vec::new() }.encoding(&json["toplevel"])
    }

    fn encoding(&mut self, encoding: &Value) -> String {
        if let Some(cases) = encoding.get("cases") {
            let bits = if encoding["tag_size"] == "Uint8" { 8 } else { 16 };
            let cases = cases.as_array().unwrap().iter().map(|case| {
                let fields = &case["fields"].as_array().unwrap()[1..];
                format!("{} {}: {}", case["tag"], case["name"].as_str().unwrap(), self.fields(fields))
            });
            return union(bits, cases.collect());
        }
        self.fields(encoding["fields"].as_array().unwrap())
    }

    /// A sequence of fields, where sizes and presence flags come before the fields that they belong to.
    fn fields(&mut self, fields: &[Value]) -> String {
        let mut named = Vec::new();
        let mut before = String::new();
        for (place, field) in fields.iter().enumerate() {
            match field["kind"].as_str().unwrap() {
                "dyn" if field["num_fields"] != 1 => {
                    assert!(place == 0, "a size of several fields in the middle");
                    return format!("dyn {} {}", lower(&field["size"]), self.fields(&fields[1..]));
                }
                "dyn" => before = format!("{before}dyn {} ", lower(&field["size"])),
                "option_indicator" => before += "opt ",
                "anon" => return format!("{before}{}", self.layout(&field["layout"], &field["data_kind"])),
                "named" => {
                    let form = format!("{before}{}", self.layout(&field["layout"], &field["data_kind"]));
                    named.push((field["name"].as_str().unwrap(), form));
                    before.clear();
                }
                kind => panic!("unknown kind {kind}"),
            }
        }
        object(&named)
    }

    fn layout(&mut self, layout: &Value, data_kind: &Value) -> String {
        let kind = layout["kind"].as_str().unwrap();
        match kind {
            "Int" => lower(&layout["size"]),
            "Bool" => "bool".to_owned(),
            "Bytes" | "String" => match (data_kind["size"].as_u64(), kind == "Bytes") {
                (Some(size), true) => format!("bytes[{size}]"),
                (_, true) => "bytes".to_owned(),
                (_, false) => "string".to_owned(),
            },
            "Seq" => {
                let item = self.layout(&layout["layout"], &Value::Null);
                // The description of a list does not say how long its hashes are.
                let item = if item == "bytes" { "bytes[32]".to_owned() } else { item };
                let max = layout["length_limit"]["at_most"].as_u64();
                format!("seq{} {item}", max.map(|max| format!("<={max}")).unwrap_or_default())
            }
            "Ref" => {
                let name = layout["name"].as_str().unwrap().to_owned();
                if self.open.contains(&name) {
                    return format!("${name}");
                }
                let (_, encoding) = self.definitions.iter().find(|(title, _)| *title == name).unwrap().clone();
                self.open.push(name);
                let form = self.encoding(&encoding);
                self.open.pop();
                form
            }
            kind => panic!("unknown layout {kind}"),
        }
    }
}

fn lower(name: &Value) -> String {
    name.as_str().unwrap().to_lowercase()
}

#[track_caller]
fn same<T: HasEncoding>(file: &str) {
    let (ours, reference) = (ours(T::ENCODING, &mut Vec::new()), Reference::notation(file));
    assert_eq!(ours.replace("; ", "\n"), reference.replace("; ", "\n"), "{file}");
}

#[test]
fn schemas_are_the_reference_s() {
    same::<PeerMessage>("p2p_message");
    same::<Mempool>("mempool");
    same::<Protocol>("protocol");
    same::<Operation>("operation");
    same::<BlockLocator>("block_locator");
    same::<ConnectionMessage>("connection_message");
    same::<ConnectionId>("connection_id");
    same::<Motive>("rejection");
}

/// The two without a description of the reference, after the sources.
#[test]
fn schemas_by_hand() {
    let nack = "1 Nack: {nack_motive: int16, nack_list: dyn uint30 seq<=100 dyn uint30 string}";
    assert_eq!(ours(Ack::ENCODING, &mut Vec::new()), format!("union8[0 Ack: {{}}; {nack}; 255 Nack_v_0: {{}}]"));
    assert_eq!(ours(Metadata::ENCODING, &mut Vec::new()), "{disable_mempool: bool, private_node: bool}");
}
