//! Parts of compact encodings: their JSON is that of the same values without the shared tag.

use core::fmt;

use super::definitions::Definitions;
use super::draw::{ITEMS, number};
use super::keywords::{Keywords, list};
use super::place::Place;
use tezos_encoding_core::__tools::text;
use tezos_encoding_core::schema::{Part, PartField, Scalar};

impl Definitions {
    /// The keywords of a part.
    pub(super) fn part(&mut self, keywords: &mut Keywords<'_>, part: &'static Part, place: Place) -> fmt::Result {
        match part {
            Part::Null => keywords.string("type", "null"),
            Part::Unit => self.fields(keywords, [].iter(), &[], place),
            Part::Bool => number(keywords, &Scalar::Bool),
            Part::Int32 | Part::Int64 => part.whole().map_or(Ok(()), |scalar| number(keywords, scalar)),
            Part::Payload(encoding) => self.draw(keywords, encoding, place),
            Part::Option(part) => self.any_part(keywords, [*part, &Part::Null].into_iter(), place),
            Part::OrInt32(other) => {
                list(keywords.key("anyOf")?, '[', [None, Some(*other)].into_iter(), |out, other| match other {
                    Some(other) => self.schema(out, other, place),
                    None => {
                        out.write_char('{')?;
                        self.part(&mut Keywords::new(out), &Part::Int32, place)?;
                        out.write_char('}')
                    }
                })
            }
            Part::Tuple(parts) => {
                keywords.string("type", "array")?;
                if !parts.is_empty() {
                    self.parts(keywords.key("prefixItems")?, parts.iter().copied(), Place::ALONE)?;
                }
                keywords.raw("items", false)?;
                keywords.bounds(ITEMS, parts.len(), None)
            }
            Part::Object(fields) => self.part_fields(keywords, fields, place),
            Part::Union(cases) => list(keywords.key("anyOf")?, '[', cases.iter(), |out, case| {
                out.write_char('{')?;
                let mut keywords = Keywords::new(out);
                keywords.title(case.title)?;
                self.part(&mut keywords, case.part, place)?;
                out.write_char('}')
            }),
            Part::List { item, .. } => {
                keywords.string("type", "array")?;
                self.schema(keywords.key("items")?, item, Place::ALONE)
            }
        }
    }

    fn any_part(
        &mut self,
        keywords: &mut Keywords<'_>,
        parts: impl Iterator<Item = &'static Part>,
        place: Place,
    ) -> fmt::Result {
        self.parts(keywords.key("anyOf")?, parts, place)
    }

    fn parts(
        &mut self,
        out: &mut dyn fmt::Write,
        parts: impl Iterator<Item = &'static Part>,
        place: Place,
    ) -> fmt::Result {
        list(out, '[', parts, |out, part| {
            out.write_char('{')?;
            self.part(&mut Keywords::new(out), part, place)?;
            out.write_char('}')
        })
    }

    fn part_fields(&mut self, keywords: &mut Keywords<'_>, fields: &'static [PartField], place: Place) -> fmt::Result {
        keywords.string("type", "object")?;
        list(keywords.key("properties")?, '{', fields.iter(), |out, field| {
            text::string(out, field.name)?;
            out.write_str(":{")?;
            let own = !field.optional && matches!(field.part, Part::Payload(_));
            let place = if own { Place::NAMED } else { Place::ALONE };
            self.part(&mut Keywords::new(out), field.part, place)?;
            out.write_char('}')
        })?;
        let required = fields.iter().filter(|field| !field.may_be_left_out()).map(|field| field.name);
        if required.clone().next().is_some() {
            keywords.strings("required", required)?;
        }
        if place.open { Ok(()) } else { keywords.raw("additionalProperties", false) }
    }
}
