//! Finds encodings by id, description or layout.

use std::{borrow::Cow, ffi::OsStr, fs, path::Path, sync::LazyLock};

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};
use tezos_encoding::{
    Revision,
    schema::{Encoding, Named, Scope, at, generate::Generate, grammar, ksy::Layouts},
};
use tezos_protocols::{Protocol, registry};

use crate::protocols::{self, of_protocol};

/// The minimum similarity of an id that is suggested; 1 means equal.
const MIN_SIMILARITY: f64 = 0.75;
/// The factor applied to the similarity if only the text after the last dot is similar.
const LAST_STEP_FACTOR: f64 = 0.95;
/// The minimum length of a text for which ids that contain it are suggested.
const MIN_CONTAINED_BYTES: usize = 3;
/// The maximum number of suggested ids.
const MAX_SUGGESTIONS: usize = 3;

/// The help of arguments that take the id of an encoding.
pub(crate) const ID: &str = "The id of an encoding; a description of one, such as `list(uint16)` (see `list descriptions`); or the layout of one that Octez \
     printed for Kaitai Struct: a path to a `.ksy` file, or `layout:PATH`";

/// Returns all encodings, by id.
pub(crate) fn all() -> &'static [Named] {
    static ALL: LazyLock<Vec<Named>> = LazyLock::new(|| {
        // Without a protocol, an encoding that depends on the revision is that of the newest revision.
        let newest = |named: &Named| Named { encoding: at(named.encoding, Revision::NEWEST), ..named.clone() };
        let mut all = tezos_messages::encodings().to_vec();
        all.extend(registry::encodings().iter().map(newest));
        all.extend_from_slice(tezos_rlp::encodings());
        // Encodings that both crates register, such as timestamps, are listed once.
        all.sort_by(|one, other| one.id.cmp(&other.id));
        all.dedup_by(|one, other| one.id == other.id);
        all
    });
    &ALL
}

/// Returns a generator of values of an encoding, with examples for types that accept few byte strings.
pub(crate) fn generate(encoding: &'static Encoding) -> Generate {
    registry::add_examples(tezos_messages::generate(encoding))
}

/// Returns the encoding with this id. An id without a protocol is looked up in the protocol of the command line first.
fn find(id: &str) -> Option<&'static Named> {
    let of = |protocol: Protocol, name: &str| {
        let id = format!("{}.{name}", protocol.id());
        of_protocol(protocol).iter().find(|named| named.id == id)
    };
    if let Some(named) = protocols::chosen().and_then(|protocol| of(protocol, id)) {
        return Some(named);
    }
    let (owner, name) = id.split_once('.').unwrap_or_default();
    let owner = owner.parse().ok().and_then(|protocol| of(protocol, name));
    owner.or_else(|| all().iter().find(|named| named.id == id))
}

/// Returns the ids most similar to an unknown one, the most similar first. The whole ids and the texts after their last dots are compared;
/// an id that contains the text is similar too.
pub(crate) fn near(text: &str) -> Vec<&'static str> {
    let of_a_protocol = text.split_once('.').and_then(|(owner, _)| owner.parse().ok()).map_or(&[][..], of_protocol);
    let text = text.to_lowercase();
    let similarity = |id: &str| {
        let id = &*id.to_lowercase();
        let last = id.rsplit('.').next().unwrap_or(id);
        let whole = strsim::jaro_winkler(id, &text);
        let part = strsim::jaro_winkler(last, text.rsplit('.').next().unwrap_or(&text)) * LAST_STEP_FACTOR;
        let inside = if text.len() >= MIN_CONTAINED_BYTES && id.contains(&*text) { LAST_STEP_FACTOR } else { 0.0 };
        whole.max(part).max(inside)
    };
    let known = all().iter().chain(of_a_protocol);
    let mut near: Vec<(f64, &'static str)> = known.map(|named| (similarity(&named.id), named.id.as_ref())).collect();
    near.retain(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter().take(MAX_SUGGESTIONS).map(|(_, id)| id).collect()
}

/// Returns the encoding for a description such as `list(uint16)`.
fn described(description: &str) -> Option<&'static Named> {
    Some(unregistered(description, "As described", grammar::parse(description).ok()?))
}

fn unregistered(id: &str, title: &'static str, encoding: &'static Encoding) -> &'static Named {
    Box::leak(Box::new(Named { id: id.to_owned().into(), title: title.into(), encoding, scope: Scope::Whole }))
}

/// Returns an importer of the layouts in a folder, which may import each other.
pub(crate) fn layouts(folder: &Path) -> Layouts<impl FnMut(&str) -> Result<String, String>> {
    Layouts::new(move |name| {
        let path = folder.join(format!("{name}.ksy"));
        fs::read_to_string(&path).map_err(|error| error.to_string())
    })
}

/// Returns the path of the layout if an argument names one.
fn layout_path(text: &str) -> Option<Cow<'_, Path>> {
    let path = text.strip_prefix("layout:").or_else(|| text.ends_with(".ksy").then_some(text)).map(Path::new)?;
    Some(if path.extension().is_some() { path.into() } else { path.with_extension("ksy").into() })
}

/// Returns the encoding of a layout, or why it cannot be imported; `None` if the argument is not a layout.
fn layout(text: &str) -> Option<Result<&'static Named, String>> {
    let path = layout_path(text)?;
    let name = path.file_stem()?.to_string_lossy();
    let imported = layouts(path.parent()?).import(&name);
    Some(
        imported
            .map(|encoding| unregistered(text, "According to the layout", encoding))
            .map_err(|error| error.to_string()),
    )
}

/// Returns true if an argument names a layout.
pub(crate) fn is_layout(text: &str) -> bool {
    layout_path(text).is_some()
}

/// Returns the encoding with this id, for this description, or of this layout.
pub(crate) fn named(text: &str) -> Option<&'static Named> {
    find(text).or_else(|| described(text)).or_else(|| layout(text)?.ok())
}

/// Parses an argument for an encoding: an id, a description or a layout.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Id;

impl TypedValueParser for Id {
    type Value = &'static Named;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<&'static Named, Error> {
        let id = value.to_string_lossy();
        named(&id).ok_or_else(|| unknown(command, argument, &id))
    }

    /// Returns the ids, for shell completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let known = all().iter().chain(protocols::of_protocols());
        Some(Box::new(known.map(|named| PossibleValue::new(named.id.as_ref()).help(named.title.as_ref()))))
    }
}

/// Parses an argument for a schema: an id, a description, a file, or `-` for standard input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IdOrFile;

impl TypedValueParser for IdOrFile {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let text = value.to_string_lossy();
        let path = Path::new(value);
        let is_file = path.exists() && !path.is_dir() && !is_layout(&text);
        if text == "-" || is_file || named(&text).is_some() || is_file_name(&text) {
            return Ok(text.into_owned());
        }
        Err(unknown(command, argument, &text))
    }
}

/// Returns true if a text that is not an id looks like a file name. If the file is missing, the error is reported when it is opened.
fn is_file_name(text: &str) -> bool {
    let (described, path) = (text.contains(['(', '{']) || is_layout(text), Path::new(text));
    !described && (text.contains('/') || path.extension().is_some_and(|end| end == "json" || near(text).is_empty()))
}

/// Returns an error that suggests similar ids, or describes the mistake in a description.
fn unknown(command: &Command, argument: Option<&Arg>, id: &str) -> Error {
    let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
    let name = argument.map_or_else(|| "<ID>".to_owned(), ToString::to_string);
    error.insert(ContextKind::InvalidArg, ContextValue::String(name));
    error.insert(ContextKind::InvalidValue, ContextValue::String(id.to_owned()));
    let near: Vec<String> = near(id).into_iter().map(Into::into).collect();
    let mut tip = |tip: String| error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    if let Some(Err(mistake)) = layout(id) {
        tip(format!("as a layout: {mistake}"));
    } else if let (true, Err(mistake)) = (id.contains(['(', '{']), grammar::parse(id)) {
        tip(format!("as a description of an encoding: {mistake}"));
    } else if near.is_empty() {
        tip("`tezos-codec list encodings` lists the ids, `list descriptions` explains descriptions".into());
    } else {
        error.insert(ContextKind::SuggestedValue, ContextValue::Strings(near));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_ids_are_suggested() {
        assert_eq!(near("p2p_mesage").first(), Some(&"p2p_message"));
        assert_eq!(near("blockheader").first(), Some(&"block_header"));
        assert_eq!(near("Current_head").first(), Some(&"p2p_message.current_head"));
        assert_eq!(near("locator").first(), Some(&"block_locator"));
        assert_eq!(near("beta.fitness").first(), Some(&"fitness"));
        assert_eq!(near("023-PtSeouLo.operatoin").first(), Some(&"023-PtSeouLo.operation"));
        assert_eq!(near("zzzz"), [""; 0]);
        // An id that contains the text is suggested for three letters and more, and at most three ids are.
        assert!(near("pot").is_empty() || !near("pot").contains(&"p2p_point.id"));
        assert!(near("hea").iter().all(|id| id.contains("hea")) && near("hea").len() == 3, "{:?}", near("hea"));
        assert!(!near("xy").iter().any(|id| id.contains("xy")));
    }
}
