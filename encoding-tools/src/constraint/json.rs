//! Constraints as JSON, in our format: the reference has none.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Constraint, Rule};
use crate::json::{Node, Parsed, hex, list, string};
use tezos_encoding_core::schema::CheckKind;

pub(crate) fn to_json(constraints: &[Constraint]) -> String {
    list(constraints, one_to_json)
}

pub(crate) fn one_to_json(Constraint { at, definition, path, rule }: &Constraint) -> String {
    let definition = definition.as_deref().map(|name| format!("\"definition\":{},", string(name)));
    let (kind, fields) = kind_and_fields(rule);
    let (at, definition, path) = (string(at), definition.unwrap_or_default(), string(path));
    format!("{{\"at\":{at},{definition}\"path\":{path},\"kind\":\"{kind}\"{fields}}}")
}

fn kind_and_fields(rule: &Rule) -> (&'static str, String) {
    match rule {
        Rule::MaxBytes { bytes, with_size } => ("most-bytes", format!(",\"bytes\":{bytes},\"with_size\":{with_size}")),
        Rule::ExactBytes(bytes) => ("exact-bytes", format!(",\"bytes\":{bytes}")),
        Rule::MinElements(count) => ("least-elements", format!(",\"elements\":{count}")),
        Rule::Utf8 => ("utf8", String::new()),
        Rule::Bson => ("bson", String::new()),
        Rule::Utf8Keys => ("utf8-keys", String::new()),
        Rule::DistinctKeys => ("distinct-keys", String::new()),
        Rule::Range { min, max } => ("range", format!(",\"min\":{min},\"max\":{max}")),
        Rule::Function { kind, name } => {
            let kind = if *kind == CheckKind::Guard { "guard" } else { "conversion" };
            (kind, format!(",\"function\":{}", string(name)))
        }
        Rule::NoTags(tags) => ("no-tags", format!(",\"tags\":{}", list(tags, ToString::to_string))),
        Rule::MaxLevels(levels) => ("most-levels", format!(",\"levels\":{levels}")),
        Rule::DefaultValue(bytes) => ("usual-value", format!(",\"hex\":\"{}\"", hex(bytes))),
        Rule::OlderEncoding => ("older-form", String::new()),
    }
}

pub(crate) fn from_json(list: Node<'_, '_>) -> Parsed<Vec<Constraint>> {
    list.each("a list of constraints", |node| {
        let definition = node.find("definition").map(|name| name.text("a name")).transpose()?;
        let (at, path) = (node.field("`at`")?.text("a path")?, node.field("`path`")?.text("a path")?);
        Ok(Constraint { at, definition: definition.map(Into::into), path, rule: rule(node)? })
    })
}

fn rule(node: Node<'_, '_>) -> Parsed<Rule> {
    let function = |kind| Ok(Rule::Function { kind, name: node.field("`function`")?.text("a name")?.into() });
    let kind = node.field("`kind`")?;
    Ok(match kind.text("a kind of constraint")?.as_str() {
        "most-bytes" => {
            let with_size = node.field("`with_size`")?.boolean()?;
            Rule::MaxBytes { bytes: number(node, "`bytes`")?, with_size }
        }
        "exact-bytes" => Rule::ExactBytes(number(node, "`bytes`")?),
        "least-elements" => Rule::MinElements(number(node, "`elements`")?),
        "utf8" => Rule::Utf8,
        "bson" => Rule::Bson,
        "utf8-keys" => Rule::Utf8Keys,
        "distinct-keys" => Rule::DistinctKeys,
        "range" => Rule::Range { min: number(node, "`min`")?, max: number(node, "`max`")? },
        "guard" => function(CheckKind::Guard)?,
        "conversion" => function(CheckKind::Conversion)?,
        "no-tags" => Rule::NoTags(node.field("`tags`")?.each("a list of tags", |tag| tag.number("a tag", "a tag"))?),
        "most-levels" => Rule::MaxLevels(number(node, "`levels`")?),
        "usual-value" => Rule::DefaultValue(node.field("`hex`")?.bytes()?),
        "older-form" => Rule::OlderEncoding,
        _ => return kind.refuse("a kind of constraint, such as `most-bytes` or `guard`"),
    })
}

fn number<T: TryFrom<i128>>(node: Node<'_, '_>, field: &'static str) -> Parsed<T> {
    node.field(field)?.number("a number", "a smaller number")
}
