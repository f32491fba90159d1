//! The questions of the page.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json, value::RawValue};
use tezos_codec_bindings as bindings;
use tezos_codec_inspect::{
    encodings,
    guess::{Guess, Verdict, guesses, guesses_of_json},
    hints,
    protocols::{self, possible},
    read::{self, Given},
    reason,
};
use tezos_encoding::{
    DecodeError,
    schema::{self, JsonErrorKind, Named, describe, diff, layout},
};
use tezos_protocols::{Protocol, registry};

use crate::{document::Document, facts};

/// The number of other readings that are shown.
const OTHERS: usize = 8;

/// The maximum number of bytes whose JSON is shown.
const JSON_MAX_BYTES: usize = 2 << 20;

/// What is said of bytes that were made of JSON.
const FROM_JSON: &str = "From JSON.";

/// What the page asks, about one input at a time. Answers are JSON; a refusal is a sentence.
#[derive(Default)]
pub struct Explorer {
    document: Option<Document>,
}

type Answer<T = Value> = Result<T, String>;

impl Explorer {
    /// Opens a text: bytes in any of the formats that the tool reads, or JSON. `id` is the encoding, if it is known.
    ///
    /// # Errors
    /// If the text is of no known format, or is not of the encoding; if the encoding does not exist.
    pub fn open_text(&mut self, text: &str, id: Option<&str>) -> Answer {
        let named = id.map(found).transpose()?;
        match read::any(text) {
            Ok(Given::Bytes(bytes)) => self.open(bytes, named),
            Ok(Given::Text(text)) => match named {
                Some(named) => self.open(Given::Text(text).bytes_in(named)?, Some(named)),
                None => Ok(json!({ "text": text.json(&possible(None)) })),
            },
            Err(_) if is_json(text) => self.open_json(text, named),
            Err(unread) => Err(unread.to_string()),
        }
    }

    /// Opens the contents of a file.
    ///
    /// # Errors
    /// As [`Explorer::open_text`].
    pub fn open_bytes(&mut self, bytes: Vec<u8>, id: Option<&str>) -> Answer {
        if let Ok(text) = str::from_utf8(&bytes)
            && is_json(text)
        {
            return self.open_text(text, id);
        }
        let named = id.map(found).transpose()?;
        match read::contents(bytes).map_err(|unread| unread.sentence)? {
            Given::Bytes(bytes) => self.open(bytes, named),
            text @ Given::Text(_) => match named {
                Some(named) => self.open(text.bytes_in(named)?, Some(named)),
                None => Err("this file has a text in base58check: paste it".into()),
            },
        }
    }

    fn open(&mut self, bytes: Vec<u8>, named: Option<&Named>) -> Answer {
        if bytes.is_empty() && named.is_none() {
            return Err("there are no bytes".into());
        }
        let Some(named) = named else { return self.open_best(bytes) };
        Ok(self.show(named.clone(), bytes, members([("evidence", Value::Null)])))
    }

    /// Opens bytes in the encoding that fits best, as the tool chooses it.
    fn open_best(&mut self, bytes: Vec<u8>) -> Answer {
        let guesses = guesses(&bytes, false, &possible(None));
        let (verdict, count) = (guesses.verdict(), guesses.known().len());
        let likely = guesses.likely_start().map(|start| start.named.id.clone());
        let note = match (verdict, likely) {
            (Verdict::Start, Some(_)) if count == 0 => {
                Some("No encoding fits; this looks like the start of a value.".to_owned())
            }
            (Verdict::Start, Some(id)) => Some(format!("It looks more like the start of a {id} that was cut short.")),
            (Verdict::Unknown, _) => {
                Some("What these bytes are is not known: the best guess has little evidence.".to_owned())
            }
            _ => None,
        };
        let start = guesses.start.filter(|_| count == 0 && verdict == Verdict::Start);
        let mut whole = guesses.whole.into_iter();
        let best = start.or_else(|| whole.next()).ok_or("no encoding fits these bytes: choose one")?;
        let said = said(&best, note, whole.take(count.max(1)));
        Ok(self.show(best.named, bytes, said))
    }

    /// Opens the bytes of JSON: in the encoding that is given, or in the one with the most evidence for them.
    fn open_json(&mut self, text: &str, named: Option<&Named>) -> Answer {
        if let Some(named) = named {
            let bytes = self.encode(&named.id, text)?;
            return Ok(self.show(
                named.clone(),
                bytes,
                members([("evidence", Value::Null), ("note", FROM_JSON.into())]),
            ));
        }
        let mut all = guesses_of_json(text, &possible(None)).into_iter();
        let (best, bytes) = all.next().ok_or("no encoding has this JSON: choose one, to see what is refused")?;
        let said = said(&best, Some(FROM_JSON.to_owned()), all.map(|(guess, _)| guess));
        Ok(self.show(best.named, bytes, said))
    }

    /// Opens a document, and adds to what is said of it what is known of any.
    fn show(&mut self, named: Named, bytes: Vec<u8>, mut said: Map<String, Value>) -> Value {
        let error = refused(&named, &bytes);
        said.extend(members([
            ("id", json!(named.id)),
            ("title", json!(named.title)),
            ("length", bytes.len().into()),
            ("hint", json!(error.as_ref().and_then(|_| hints::valid_in(&named, &bytes)))),
            ("error", json!(error.map(|error| reason::json(&named, &error, &bytes)))),
        ]));
        self.document = Some(Document::new(named, bytes, possible(None)));
        said.into()
    }

    fn document(&self) -> Answer<&Document> {
        self.document.as_ref().ok_or_else(|| "nothing is open".into())
    }

    /// Returns the bytes, with zeros for secrets.
    ///
    /// # Errors
    /// Here and below: if nothing is open.
    pub fn bytes(&self) -> Answer<Vec<u8>> {
        Ok(self.document()?.bytes.to_vec())
    }

    /// Counts up to `rows` more rows: the number of all that are counted, and whether these are all.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn count(&mut self, rows: usize) -> Answer {
        let document = self.document.as_mut().ok_or("nothing is open")?;
        let (rows, is_whole) = document.count(rows);
        Ok(json!({ "rows": rows, "whole": is_whole }))
    }

    /// Returns `count` rows from row `from`, of those that are counted.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn rows(&self, from: usize, count: usize) -> Answer {
        Ok(self.document()?.rows(from, count))
    }

    /// Returns all that is known of a row.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn row(&self, row: usize) -> Answer {
        Ok(self.document()?.row(row))
    }

    /// Returns the parts of the bytes from `from` to `to`.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn spans(&self, from: usize, to: usize) -> Answer {
        Ok(self.document()?.spans(from, to))
    }

    /// Returns the JSON of the value, indented.
    ///
    /// # Errors
    /// If nothing is open, or the bytes are refused; if they are too many.
    pub fn json(&self) -> Answer<String> {
        let Document { named, bytes, .. } = self.document()?;
        if bytes.len() > JSON_MAX_BYTES {
            return Err(format!(
                "the JSON of more than {JSON_MAX_BYTES} bytes is not shown: use `tezos-codec decode {}`",
                named.id
            ));
        }
        if named.encoding.holds_secret() {
            return Err("this value is secret".into());
        }
        let text = schema::to_json(named.encoding, bytes).map_err(|error| error.to_string())?;
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        serde_json::to_string_pretty(&value).map_err(|error| error.to_string())
    }

    /// Returns the bytes of JSON in an encoding.
    ///
    /// # Errors
    /// What is wrong with the JSON.
    pub fn encode(&self, id: &str, json: &str) -> Answer<Vec<u8>> {
        bindings::encode(id, json).map_err(|error| error.message.into())
    }

    /// Returns the bytes in a text, to compare them.
    ///
    /// # Errors
    /// If the text is of no known format.
    pub fn read(&self, text: &str) -> Answer<Vec<u8>> {
        match read::any(text).map_err(|unread| unread.to_string())? {
            Given::Bytes(bytes) => Ok(bytes),
            Given::Text(text) => text.payload().map(<[u8]>::to_vec).ok_or_else(|| "this text is secret".into()),
        }
    }

    /// Returns hashes of the bytes and sentences about them, as pairs of a name and a text.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn facts(&self) -> Answer {
        let Document { named, bytes, .. } = self.document()?;
        Ok(facts::of(named, bytes))
    }

    /// Returns the protocols that have this encoding, the newest first, and whether each accepts the bytes.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn protocols(&self) -> Answer {
        let Document { named, bytes, .. } = self.document()?;
        let Some((_, name)) = of_protocol(named) else { return Ok(json!([])) };
        let mut all: Vec<(Protocol, bool)> = Vec::new();
        for encoding in registry::of_protocols().filter(|encoding| encoding.name == name) {
            all.extend(
                encoding
                    .protocols()
                    .map(|protocol| (protocol, schema::accepts(encoding.encoding, bytes, protocol.revision()))),
            );
        }
        all.sort();
        let all = all.into_iter().rev();
        Ok(all.map(|(protocol, accepts)| json!({ "protocol": protocol.to_string(), "accepts": accepts })).collect())
    }

    /// Returns what changed in this encoding from one protocol to another, as sentences.
    ///
    /// # Errors
    /// If nothing is open; if a protocol does not have this encoding.
    pub fn differences(&self, from: &str, to: &str) -> Answer {
        let Document { named, .. } = self.document()?;
        let (_, name) = of_protocol(named).ok_or("this encoding belongs to no protocol")?;
        let [old, new] = [from, to].map(|protocol| found(&format!("{protocol}.{name}")));
        let changes = diff(&describe(old?.encoding), &describe(new?.encoding)).changes;
        Ok(changes
            .iter()
            .map(|change| match change.path.as_str() {
                "" => format!("{} the value itself: {}", change.kind.name(), change.what),
                path => format!("{} {path}: {}", change.kind.name(), change.what),
            })
            .collect())
    }

    /// Returns the picture of the layout, an SVG in base64.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn layout(&self) -> Answer<String> {
        let Document { named, .. } = self.document()?;
        Ok(STANDARD.encode(layout(&describe(named.encoding)).titled(&named.id).to_svg()))
    }

    /// Returns texts to copy, as pairs of a name and a text: the JSON, code that decodes the bytes, commands.
    ///
    /// # Errors
    /// If nothing is open.
    pub fn texts(&self) -> Answer {
        let Document { named, bytes, .. } = self.document()?;
        let json = self.json().ok();
        Ok(facts::texts(named, bytes, json.as_deref()))
    }

    /// Returns the ids of the encodings, those of no protocol first.
    #[must_use]
    pub fn ids(&self) -> Value {
        encodings::all().iter().chain(protocols::of_protocols()).map(|named| named.id.as_ref()).collect()
    }
}

/// Returns what is said of a guess, beside what is known of any encoding.
fn said(best: &Guess, note: Option<String>, others: impl Iterator<Item = Guess>) -> Map<String, Value> {
    let other = |Guess { named, fit, .. }: Guess| json!({ "id": named.id, "evidence": fit.evidence });
    let also = best.protocols.get(1..).filter(|also| !also.is_empty()).map(protocols::words);
    members([
        ("evidence", best.fit.evidence.into()),
        ("surprises", best.fit.surprises.into()),
        ("also", also.into()),
        ("note", note.into()),
        ("others", others.take(OTHERS).map(other).collect()),
    ])
}

/// Returns an object with these members.
fn members<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

/// Returns an encoding by its id or its description.
fn found(id: &str) -> Answer<&'static Named> {
    encodings::named(id, None).ok_or_else(|| encodings::unknown(id))
}

/// Returns the protocol of an encoding, and its name there.
pub(crate) fn of_protocol(named: &Named) -> Option<(Protocol, &str)> {
    let (owner, name) = named.id.split_once('.')?;
    Some((owner.parse().ok()?, name))
}

/// Returns why bytes are refused. No value of them is made: it would be many times longer.
fn refused(named: &Named, bytes: &[u8]) -> Option<DecodeError> {
    struct Nowhere;

    impl std::fmt::Write for Nowhere {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Ok(())
        }
    }

    match schema::write_json(named.encoding, bytes, &mut Nowhere).err()?.kind() {
        JsonErrorKind::Bytes(error) => Some(error.clone()),
        _ => None,
    }
}
