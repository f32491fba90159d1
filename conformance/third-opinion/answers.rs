//! Random types, and a program that answers for them: written by `conformance/third-opinion/generate.py`.
//!
//! A line of the input is the number of a type, bytes in hexadecimal and perhaps JSON, with tabs between them. The answer is a line of
//! JSON: what the type and the schema make of the bytes and of the JSON. Before these come the facts of each type and its values written.
#![allow(dead_code, unused_imports, unused_parens, clippy::all, reason = "the types are generated, and not all are used")]

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use tezos_encoding::schema::{self, Class, Encoding};
use tezos_encoding::{
    BinWriter, Decode, DecodeError, Encode, FromJson, HasEncoding, N, NomReader, OrInt32, Reader, ToJson, Validate, View, Z,
};

/// A type that is tried.
struct Subject {
    encoding: &'static Encoding,
    read: fn(&[u8]) -> String,
    view: Option<fn(&[u8]) -> String>,
    from_json: fn(&str) -> String,
    written: fn(usize) -> String,
}

impl Subject {
    const fn of<T: for<'a> NomReader<'a> + BinWriter + HasEncoding>(written: fn(usize) -> String) -> Self {
        Self { encoding: T::ENCODING, read: read::<T>, view: None, from_json: from_json::<T>, written }
    }

    const fn with_view<T: for<'a> NomReader<'a> + BinWriter + HasEncoding + View>(written: fn(usize) -> String) -> Self {
        Self { view: Some(view::<T>), ..Self::of::<T>(written) }
    }
}

/// A guard of the user's.
fn is_even<T: Copy + Into<i64>>(number: &T) -> Result<(), &'static str> {
    if (*number).into() % 2 == 0 { Ok(()) } else { Err("the number is odd") }
}

/// What the view of a type makes of bytes.
fn view<T: View + BinWriter + HasEncoding>(bytes: &[u8]) -> String {
    match T::validate(bytes) {
        Ok(()) => match T::view(&mut Reader::new(bytes)).and_then(|view| T::from_view(&view)) {
            Ok(value) => write(&value),
            Err(_) => failed("the view"),
        },
        Err(error) => refused(&error),
    }
}

/// What a type makes of bytes.
fn read<T: for<'a> NomReader<'a> + BinWriter + HasEncoding>(bytes: &[u8]) -> String {
    let value = match T::from_bytes(bytes) {
        Ok(value) => value,
        Err(error) => return refused(&error),
    };
    let length = value.encoded_len().map_or_else(|_| String::from("null"), |length| length.to_string());
    let canonical = T::from_canonical_bytes(bytes).is_ok();
    match value.to_bytes() {
        Ok(bytes) => accepted(&bytes, &format!("{length},\"canonical\":{canonical}"), value.to_json()),
        Err(error) => format!(r#"{{"unwritable":"{}"}}"#, error.kind().name()),
    }
}

/// What the schema makes of bytes.
fn walk(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let value = match schema::decode(encoding, bytes) {
        Ok(value) => value,
        Err(error) => return refused(&error),
    };
    match schema::encode(encoding, &value) {
        Ok(again) => accepted(&again, &again.len().to_string(), schema::to_json(encoding, bytes)),
        Err(error) => format!(r#"{{"unwritable":"{}"}}"#, error.kind().name()),
    }
}

fn accepted<E: std::fmt::Display>(bytes: &[u8], length: &str, json: Result<String, E>) -> String {
    // JSON is embedded in the answer; if there is none, the reason is a string.
    let json = json.unwrap_or_else(|error| format!("{:?}", format!("no JSON: {error}")));
    format!(r#"{{"bytes":"{}","length":{length},"json":{json}}}"#, hex(bytes))
}

fn refused(error: &DecodeError) -> String {
    format!(r#"{{"error":"{}","offset":{}}}"#, error.kind().name(), error.offset())
}

fn from_json<T: for<'a> NomReader<'a> + BinWriter + HasEncoding>(text: &str) -> String {
    T::from_json(text).map_or_else(|error| failed(error.name()), |value| write(&value))
}

fn walk_from_json(encoding: &'static Encoding, text: &str) -> String {
    schema::from_json(encoding, text).map_or_else(|error| failed(error.name()), |bytes| written(&bytes))
}

fn write<T: BinWriter>(value: &T) -> String {
    value.to_bytes().map_or_else(|error| failed(error.kind().name()), |bytes| written(&bytes))
}

fn failed(name: &str) -> String {
    format!(r#"{{"error":"{name}"}}"#)
}

fn written(bytes: &[u8]) -> String {
    format!(r#"{{"bytes":"{}"}}"#, hex(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

fn facts(encoding: &Encoding) -> String {
    let size = encoding.size();
    let (class, fixed) = match size.class {
        Class::Fixed(bytes) => ("Fixed", Some(bytes)),
        Class::Dynamic => ("Dynamic", None),
        Class::Variable => ("Variable", None),
    };
    let [fixed, most] = [fixed, size.most].map(|number| number.map_or(String::from("null"), |number| number.to_string()));
    format!(r#"{{"class":"{class}","fixed":{fixed},"most":{most}}}"#)
}

fn main() {
    // What is nested deep takes more of the stack than a main thread has, where nothing is optimised.
    std::thread::Builder::new().stack_size(1 << 28).spawn(answer_all).unwrap().join().unwrap();
}

fn answer_all() {
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for subject in SUBJECTS {
        let written: Vec<_> = (0..).map(subject.written).take_while(|answer| !answer.is_empty()).collect();
        writeln!(out, r#"{{"facts":{},"writes":[{}]}}"#, facts(subject.encoding), written.join(",")).unwrap();
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut columns = line.splitn(3, '\t');
        let subject = &SUBJECTS[columns.next().unwrap().parse::<usize>().unwrap()];
        let bytes = unhex(columns.next().unwrap());
        write!(out, r#"{{"type":{},"walker":{}"#, (subject.read)(&bytes), walk(subject.encoding, &bytes)).unwrap();
        if let Some(view) = subject.view {
            write!(out, r#","view":{}"#, view(&bytes)).unwrap();
        }
        if let Some(text) = columns.next().filter(|text| !text.is_empty()) {
            let walker = walk_from_json(subject.encoding, text);
            write!(out, r#","from_json":{},"walker_from_json":{walker}"#, (subject.from_json)(text)).unwrap();
        }
        writeln!(out, "}}").unwrap();
    }
}
