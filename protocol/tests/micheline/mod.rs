//! Micheline: the reference's vectors, real scripts, depth, the concrete syntax, properties.

mod depth;
mod fields;
mod packed;
mod properties;
mod protocols;
mod scripts;
mod syntax;
mod vectors;

use std::fs;

use serde_json::{Value, json};
use tezos_encoding::schema::Encoding;
use tezos_encoding::{Fault, FromJson, HasEncoding, NomReader, Reader, Z};
use tezos_protocols::micheline::{ExprKind, Micheline, MichelineRef, Prim, Rules};

/// Returns the lines of a file outside the repository as JSON, or none if it is not available.
fn lines(file: &str) -> Vec<Value> {
    let Some(path) = crate::samples::shared(file) else { return Vec::new() };
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn hex_of(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

/// An expression of the vectors, in which any byte is a primitive.
#[derive(Debug, PartialEq)]
struct Any(Micheline);

impl HasEncoding for Any {
    const ENCODING: &'static Encoding = Rules::ANY.encoding();
}

impl<'a> NomReader<'a> for Any {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let mut view = input.clone();
        let read = Micheline::read_with(input, Rules::ANY);
        // The view accepts the same bytes, and refuses others with the same fault.
        match (MichelineRef::read_with(&mut view, Rules::ANY), &read) {
            (Ok(view), Ok(owned)) => assert_eq!(view.to_owned(), *owned),
            (Err(view), Err(owned)) => assert_eq!(view, *owned),
            (view, _) => panic!("the view: {view:?}, owned: {read:?}"),
        }
        read.map(Self)
    }
}

/// Returns the JSON of the vectors, in which primitives are numbers.
fn to_value(node: MichelineRef<'_>) -> Value {
    let text = |bytes: &[u8]| Value::from(String::from_utf8(bytes.to_vec()).unwrap());
    let all = |nodes: &mut dyn Iterator<Item = MichelineRef<'_>>| nodes.map(to_value).collect::<Vec<_>>();
    match node.kind() {
        ExprKind::Int(number) => {
            let decimal = tezos_encoding::ToJson::to_json(&number.to_z()).unwrap();
            json!({ "int": serde_json::from_str::<Value>(&decimal).unwrap() })
        }
        ExprKind::String(bytes) => json!({ "string": text(bytes) }),
        ExprKind::Bytes(bytes) => json!({ "bytes": hex::encode(bytes) }),
        ExprKind::Sequence(mut items) => all(&mut items).into(),
        ExprKind::Application(application) => {
            let mut object = json!({ "prim": application.prim.number() });
            if application.args().next().is_some() {
                object["args"] = all(&mut application.args()).into();
            }
            if application.annots().next().is_some() {
                object["annots"] = application.annots().map(text).collect();
            }
            object
        }
    }
}

/// Returns the expression of such JSON.
fn of_value(value: &Value) -> Micheline {
    let all = |values: &Value| values.as_array().map(|values| values.iter().map(of_value).collect::<Vec<_>>());
    if let Some(items) = all(value) {
        Micheline::seq(items)
    } else if let Some(number) = value.get("int") {
        Micheline::number(&Z::from_json(&number.to_string()).unwrap())
    } else if let Some(text) = value.get("string") {
        Micheline::string(text.as_str().unwrap())
    } else if let Some(bytes) = value.get("bytes") {
        Micheline::bytes(hex_of(bytes))
    } else {
        let prim = Prim::from(u8::try_from(value["prim"].as_u64().unwrap()).unwrap());
        let annots = value["annots"].as_array().cloned().unwrap_or_default();
        let annots: Vec<&str> = annots.iter().map(|annot| annot.as_str().unwrap()).collect();
        let mut builder = tezos_protocols::micheline::MichelineBuilder::new();
        builder.open(prim);
        all(&value["args"]).unwrap_or_default().iter().for_each(|arg| builder.add(arg.root()));
        builder.close(annots.join(" "));
        builder.finish().unwrap()
    }
}
