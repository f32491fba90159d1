//! Constraints in JSON. The form is ours: the reference has none.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Constraint, Rule};
use crate::describe::node::{Node, Parsed};
use crate::describe::words::hex;
use crate::describe::{list, string};
use tezos_encoding_core::__tools::tape::Tape;
use tezos_encoding_core::schema::CheckKind;

pub(super) fn write(constraints: &[Constraint]) -> String {
    list(constraints, |constraint| {
        let definition = constraint.definition.as_deref();
        let definition = definition.map(|name| format!("\"definition\":{},", string(name))).unwrap_or_default();
        let (at, path) = (string(&constraint.at), string(&constraint.path));
        format!("{{\"at\":{at},{definition}\"path\":{path},{}}}", rule(&constraint.rule))
    })
}

fn rule(rule: &Rule) -> String {
    let of = |kind: &str, fields: String| format!("\"kind\":\"{kind}\"{fields}");
    match rule {
        Rule::MostBytes { bytes, with_size } => {
            of("most-bytes", format!(",\"bytes\":{bytes},\"with_size\":{with_size}"))
        }
        Rule::ExactBytes(bytes) => of("exact-bytes", format!(",\"bytes\":{bytes}")),
        Rule::LeastElements(count) => of("least-elements", format!(",\"elements\":{count}")),
        Rule::Utf8 => of("utf8", String::new()),
        Rule::Bson => of("bson", String::new()),
        Rule::Utf8Keys => of("utf8-keys", String::new()),
        Rule::DistinctKeys => of("distinct-keys", String::new()),
        Rule::Range { min, max } => of("range", format!(",\"min\":{min},\"max\":{max}")),
        Rule::Function { kind: CheckKind::Guard, name } => of("guard", format!(",\"function\":{}", string(name))),
        Rule::Function { kind: CheckKind::Conversion, name } => {
            of("conversion", format!(",\"function\":{}", string(name)))
        }
        Rule::NoTags(tags) => of("no-tags", format!(",\"tags\":{}", list(tags, ToString::to_string))),
        Rule::MostLevels(levels) => of("most-levels", format!(",\"levels\":{levels}")),
        Rule::UsualValue(bytes) => of("usual-value", format!(",\"hex\":\"{}\"", hex(bytes))),
        Rule::OlderForm => of("older-form", String::new()),
    }
}

pub(super) fn read(text: &str) -> Parsed<Vec<Constraint>> {
    let tape = Tape::parse(text)?;
    Node::root(&tape).each("a list of constraints", |node| {
        let definition = node.find("definition").map(|name| name.owned("a name")).transpose()?;
        let way = |name, expected| node.field(name, expected)?.text("a way").map(String::from);
        let (at, path) = (way("at", "`at`")?, way("path", "`path`")?);
        Ok(Constraint { at, definition, path, rule: parsed(node)? })
    })
}

fn parsed(node: Node<'_, '_>) -> Parsed<Rule> {
    let kind = node.field("kind", "`kind`")?;
    Ok(match kind.text("a kind of constraint")?.as_ref() {
        "most-bytes" => {
            let with_size = node.field("with_size", "`with_size`")?.truth()?;
            Rule::MostBytes { bytes: number(node, "bytes", "`bytes`")?, with_size }
        }
        "exact-bytes" => Rule::ExactBytes(number(node, "bytes", "`bytes`")?),
        "least-elements" => Rule::LeastElements(number(node, "elements", "`elements`")?),
        "utf8" => Rule::Utf8,
        "bson" => Rule::Bson,
        "utf8-keys" => Rule::Utf8Keys,
        "distinct-keys" => Rule::DistinctKeys,
        "range" => Rule::Range { min: number(node, "min", "`min`")?, max: number(node, "max", "`max`")? },
        "guard" => Rule::Function { kind: CheckKind::Guard, name: function(node)? },
        "conversion" => Rule::Function { kind: CheckKind::Conversion, name: function(node)? },
        "no-tags" => {
            let tags = node.field("tags", "`tags`")?;
            Rule::NoTags(tags.each("a list of tags", |tag| tag.fits(tag.number("a tag")?, "a tag"))?)
        }
        "most-levels" => Rule::MostLevels(number(node, "levels", "`levels`")?),
        "usual-value" => Rule::UsualValue(node.field("hex", "`hex`")?.bytes()?),
        "older-form" => Rule::OlderForm,
        _ => return kind.refuse("a kind of constraint, such as `most-bytes` or `guard`"),
    })
}

fn number<T: TryFrom<i128>>(node: Node<'_, '_>, name: &str, expected: &'static str) -> Parsed<T> {
    let number = node.field(name, expected)?;
    number.fits(number.number("a number")?, "a number that is not so large")
}

fn function(node: Node<'_, '_>) -> Parsed<alloc::borrow::Cow<'static, str>> {
    node.field("function", "`function`")?.owned("a name")
}
