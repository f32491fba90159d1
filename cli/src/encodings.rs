//! Encodings by their ids.

use std::ffi::OsStr;

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};
use tezos_messages::{Named, Role};

use crate::grammar;

/// How near an id has to be to be proposed: 1 is the same.
const NEAR: f64 = 0.75;
/// Ids that are proposed at most.
const PROPOSED: usize = 3;

/// All encodings, by id.
pub(crate) fn all() -> &'static [Named] {
    tezos_messages::encodings()
}

/// The encoding with this id.
fn find(id: &str) -> Option<&'static Named> {
    all().iter().find(|named| named.id == id)
}

/// The ids that are nearest to one that there is not, the nearest first.
pub(crate) fn near(id: &str) -> Vec<&'static str> {
    let mut near: Vec<(f64, &'static str)> =
        all().iter().map(|named| (strsim::jaro_winkler(&named.id, id), named.id.as_ref())).collect();
    near.retain(|(likeness, _)| *likeness >= NEAR);
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter().take(PROPOSED).map(|(_, id)| id).collect()
}

/// The encoding that a description says: `list(uint16)`.
fn described(description: &str) -> Option<&'static Named> {
    let encoding = grammar::parse(description).ok()?;
    let id = description.to_owned().into();
    Some(Box::leak(Box::new(Named { id, title: "As described".into(), encoding, role: Role::Whole })))
}

/// The encoding with this id, or the one that this describes.
pub(crate) fn named(text: &str) -> Option<&'static Named> {
    find(text).or_else(|| described(text))
}

/// Reads an id on the command line, or a description of an encoding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Id;

impl TypedValueParser for Id {
    type Value = &'static Named;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<&'static Named, Error> {
        let id = value.to_string_lossy();
        named(&id).ok_or_else(|| {
            let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
            let name = argument.map_or_else(|| "<ID>".to_owned(), ToString::to_string);
            error.insert(ContextKind::InvalidArg, ContextValue::String(name));
            error.insert(ContextKind::InvalidValue, ContextValue::String(id.clone().into_owned()));
            let near: Vec<String> = near(&id).into_iter().map(Into::into).collect();
            if let (true, Err(mistake)) = (id.contains(['(', '{']), grammar::parse(&id)) {
                let tip = format!("as a description of an encoding: {mistake}");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            } else if near.is_empty() {
                let tip = "`tezos-codec list encodings` shows the ids that there are".into();
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
            } else {
                error.insert(ContextKind::SuggestedValue, ContextValue::Strings(near));
            }
            error
        })
    }

    /// For the completions of shells.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(all().iter().map(|named| PossibleValue::new(named.id.as_ref()).help(named.title.as_ref()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_ids_are_proposed() {
        assert_eq!(near("p2p_mesage").first(), Some(&"p2p_message"));
        assert_eq!(near("blockheader").first(), Some(&"block_header"));
        assert_eq!(near("zzzz"), [""; 0]);
    }
}
