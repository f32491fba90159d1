//! Compares what an engine does with what a line expects.

use serde_json::{Value, json};
use tezos_encoding::{
    ErrorKind, Tagged as _,
    schema::{self, Class, Encoding, slice},
};
use tezos_messages::p2p::PeerMessage;

use crate::{
    engine::{Engine, Lacks, Read, Written},
    given::Given,
    line::{Again, Expected, Json, Line, RAISED, Refusal, Tree, short},
    ordered,
    refusal::Found,
    stream, streamed,
};

/// The result of comparing an engine with the reference on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The engine does what the reference does.
    Agrees,
    /// The engine does something else: what, and what was expected.
    Differs(String),
    /// The engine cannot be compared on this line: why.
    Silent(String),
}

/// The reference does not limit the depth of values.
const TOO_DEEP: &str = "the value has more levels than its type allows";

/// Compares an engine with the reference. `from_streams` is true if the file has results of the stream reader too.
pub(crate) fn judge(line: &Line, engine: &Engine, from_streams: bool) -> Verdict {
    let Line { name, expected, .. } = line;
    let read = |bytes: &[u8]| match (engine.read)(bytes) {
        Err(error) if matches!(error.kind(), ErrorKind::TooDeep { .. }) => Err(Verdict::Silent(TOO_DEEP.to_owned())),
        read => Ok(read),
    };
    let difference = match expected {
        Expected::Accepted { bytes, again, json, tree } => {
            let read = match read(bytes) {
                Ok(read) => read,
                Err(silent) => return silent,
            };
            let wrote_same = matches!(&read, Ok(Ok(found)) if found == bytes);
            let difference = accepted(read, bytes, again);
            if engine.lacks >= Lacks::Conversions && wrote_same && difference.is_some() {
                return Verdict::Silent("a schema has no functions that convert values".to_owned());
            }
            let tree = || other_tree(engine.encoding, bytes, (*tree)?);
            let message = || other_message(name, bytes, json);
            let chunks = || streamed::compare((engine.stream)(bytes), bytes, None).err();
            let difference = difference.or_else(chunks);
            difference.or_else(message).or_else(tree).or_else(|| other_json(engine, bytes, json, again))
        }
        Expected::Refused { refusal, .. } if engine.lacks >= Lacks::ConversionsAndGuards && refusal.error == RAISED => {
            return Verdict::Silent("a schema has no functions that refuse values".to_owned());
        }
        Expected::Refused { bytes, refusal, from_stream } => match read(bytes) {
            Ok(Ok(_)) => Some(format!("accepted, expected {}", refusal.error)),
            Ok(Err(error)) => Found::from(&error).difference(refusal).or_else(|| {
                let error = from_stream.as_ref().unwrap_or(&refusal.error);
                from_streams.then(|| {
                    let chunks = || streamed::compare((engine.stream)(bytes), bytes, Some(error)).err();
                    stream::other_error(engine.encoding, bytes, error).or_else(chunks)
                })?
            }),
            Err(silent) => return silent,
        },
        Expected::Size(expected) => size(engine.encoding, expected),
        Expected::Slices { bytes, slices } => other_slices(engine.encoding, bytes, slices),
        Expected::Written { value, result } => match (engine.write)(value) {
            Written::Unable(reason) => return Verdict::Silent(reason),
            found => written(found, result.as_deref()),
        },
    };
    let unknown = match expected {
        Expected::Refused { refusal, .. } | Expected::Written { result: Err(refusal), .. } => {
            refusal.unknown_exception()
        }
        _ => None,
    };
    match (difference, unknown) {
        (Some(difference), _) => Verdict::Differs(difference),
        (None, Some(exception)) => Verdict::Silent(format!("the exception {exception} is not known")),
        (None, None) => Verdict::Agrees,
    }
}

/// Checks that the bytes are accepted and that the value encodes to what `again` expects.
fn accepted(read: Read, bytes: &[u8], again: &Again) -> Option<String> {
    let found = match read {
        Ok(found) => found,
        Err(error) => return Some(format!("refused with {} ({error})", error.kind().name())),
    };
    let again = match again {
        Again::Same => Ok(bytes),
        Again::Bytes(again) => Ok(again.as_slice()),
        Again::Refused(error) => Err(error),
        Again::Unknown => return None,
    };
    match (found, again) {
        (Ok(found), Ok(again)) if found == again => None,
        (Err(_), Err(None)) => None,
        (Err(found), Err(Some(error))) if found.name == error => None,
        (found, again) => {
            let found = match found {
                Ok(found) => format!("written again as {}", hex(&found)),
                Err(found) => format!("cannot be written again ({}: {})", found.name, found.sentence),
            };
            Some(match again {
                Ok(again) => format!("{found}, expected {}", hex(again)),
                Err(None) => format!("{found}, but the reference cannot write the value"),
                Err(Some(error)) => format!("{found}, expected {error}"),
            })
        }
    }
}

/// Checks that the bytes of a peer message have the tag of the case that the line names. Lines without JSON are not checked.
fn other_message(name: &str, bytes: &[u8], json: &Json) -> Option<String> {
    let case = PeerMessage::CASES.iter().find(|case| case.title == name)?;
    let tag = bytes.get(4..6).map(|tag| tag.iter().fold(0, |tag, byte| tag << 8 | u32::from(*byte)));
    (*json != Json::Unknown && tag != Some(case.tag)).then(|| format!("the tag is not that of {name}, {}", case.tag))
}

/// Checks the depth and the number of nodes of a Micheline expression. Each node is a case of a union.
fn other_tree(encoding: &'static Encoding, bytes: &[u8], expected: Tree) -> Option<String> {
    fn add(value: &schema::Value, depth: usize, tree: &mut Tree) {
        let items = match value {
            schema::Value::Fields(items) | schema::Value::List(items) => items.as_slice(),
            schema::Value::Case { payload, .. } => {
                let depth = depth.saturating_add(1);
                *tree = Tree { depth: tree.depth.max(depth), nodes: tree.nodes.saturating_add(1) };
                return add(payload, depth, tree);
            }
            _ => &[],
        };
        items.iter().for_each(|item| add(item, depth, tree));
    }
    let mut tree = Tree { depth: 0, nodes: 0 };
    add(&schema::decode(encoding, bytes).ok()?, 0, &mut tree);
    (tree != expected).then(|| format!("it is {tree:?}, expected {expected:?}"))
}

/// Formats bytes for a sentence.
fn hex(bytes: &[u8]) -> String {
    format!("`{}`", short(&hex::encode(bytes)))
}

/// Checks the JSON of a value. If the value encodes to the same bytes again, also checks that the JSON encodes to them; the JSON of a
/// NaN does not, because it has no bits of the NaN.
fn other_json(engine: &Engine, bytes: &[u8], expected: &Json, again: &Again) -> Option<String> {
    if *expected == Json::Unknown {
        return None;
    }
    match ((engine.json.as_ref()?)(bytes), expected) {
        (Ok(found), Json::Text(json)) if ordered::same_text(&found, json) => {}
        (Ok(found), Json::Depth(depth)) if json_depth(&found) == *depth => return None,
        // The only exception of the reference here: no case of a union matches the value.
        (Err(found), Json::Refused(error)) if found.name == "No_case_matched" && error.contains("bad union") => {
            return None;
        }
        (found, expected) => {
            let found = match found {
                Ok(found) => format!("its JSON is {}, {} levels deep", short(&found), json_depth(&found)),
                Err(found) => format!("it has no JSON ({}: {})", found.name, found.sentence),
            };
            let expected = match expected {
                Json::Text(json) => short(json),
                Json::Depth(depth) => format!("{depth} levels"),
                Json::Refused(error) => format!("none ({error})"),
                Json::Unknown => return None,
            };
            return Some(format!("{found}, expected {expected}"));
        }
    }
    let (Json::Text(json), Again::Same) = (expected, again) else { return None };
    let sentence = written((engine.write)(&Given::Json(json.clone())), Ok(bytes))?;
    Some(format!("from JSON {}: {sentence}", short(json)))
}

/// Returns how deeply lists and objects are nested.
fn json_depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                deepest = depth.max(deepest);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Checks that a value encodes to these bytes, or is refused with this error.
fn written(found: Written, expected: Result<&[u8], &Refusal>) -> Option<String> {
    let found = match (found, expected) {
        (Written::Bytes(found), Ok(expected)) if found == expected => return None,
        (Written::Refused(found), Err(expected)) => return found.difference(expected),
        (Written::Bytes(found), _) => format!("written as {}", hex(&found)),
        (Written::Refused(found), _) => format!("refused with {} ({})", found.name, found.sentence),
        (Written::Unable(reason), _) => reason,
    };
    Some(format!("{found}, expected {}", expected.map_or_else(|expected| expected.error.clone(), hex)))
}

/// Checks the slices of the bytes.
fn other_slices(encoding: &'static Encoding, bytes: &[u8], expected: &[Value]) -> Option<String> {
    let found = slice(encoding, bytes)
        .into_reference()
        .into_iter()
        .map(|slice| json!({ "name": slice.name, "value": hex::encode(slice.bytes), "pretty": slice.pretty }));
    let found: Vec<_> = found.collect();
    let print = |slice: Option<&Value>| slice.map_or("nothing".to_owned(), |slice| short(&slice.to_string()));
    let at = (0..found.len().max(expected.len())).find(|at| found.get(*at) != expected.get(*at))?;
    Some(format!("slice {at} is {}, expected {}", print(found.get(at)), print(expected.get(at))))
}

/// Checks the size class, the fixed size and the maximum size.
fn size(encoding: &Encoding, expected: &Value) -> Option<String> {
    let size = encoding.size();
    let (class, fixed) = match size.class {
        Class::Fixed(bytes) => ("Fixed", Some(bytes)),
        Class::Dynamic => ("Dynamic", None),
        Class::Variable => ("Variable", None),
    };
    let found = json!({ "class": class, "fixed_length": fixed, "maximum_length": size.most });
    (found != *expected).then(|| format!("its size is {found}, expected {expected}"))
}
