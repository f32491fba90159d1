//! Parts of values, by place and by name.

use crate::error::Segment;
use crate::schema::children::number;
use crate::schema::{Class, Count, Encoding};

/// The part of a value of a fixed size in which the `left` bytes from `offset` end; both are moved to its start.
pub(super) fn part_at(
    encoding: &'static Encoding,
    left: &mut usize,
    offset: &mut usize,
) -> Option<(Segment, &'static Encoding)> {
    let mut holds_end = |part: &'static Encoding| {
        let Class::Fixed(bytes) = part.size().class else { return false };
        let inside = *left < bytes;
        if !inside {
            *left = left.saturating_sub(bytes);
            *offset = offset.saturating_add(bytes);
        }
        inside
    };
    match encoding {
        Encoding::Object(fields) => {
            let field = fields.iter().find(|field| holds_end(field.encoding))?;
            Some((Segment::Field(field.name), field.encoding))
        }
        Encoding::Tuple(elements) => {
            let (index, element) = elements.iter().enumerate().find(|(_, element)| holds_end(element))?;
            Some((Segment::Field(number(index)), element))
        }
        Encoding::List { item, count: Count::Exactly(n), .. } => {
            let index = (0..*n).find(|_| holds_end(item))?;
            Some((Segment::Index(index), item))
        }
        Encoding::Merge(parts) => {
            let part = parts.iter().find(|part| holds_end(part))?;
            part_at(part, left, offset)
        }
        // What adds no bytes of its own.
        Encoding::Def { inner, .. }
        | Encoding::Described { inner, .. }
        | Encoding::Checked { inner, .. }
        | Encoding::Dft { inner, .. }
        | Encoding::Bounded { inner, .. } => part_at(inner, left, offset),
        Encoding::Split(split) => part_at(split.inner, left, offset),
        Encoding::Legacy(legacy) => part_at(legacy.current, left, offset),
        _ => None,
    }
}
