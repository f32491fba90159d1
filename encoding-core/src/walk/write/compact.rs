//! Compact encodings: the tag is first written as zero, and each part sets its bits when they are known.

use super::{Cases, Got, Node, Parts, Task, Writer};
use crate::error::{ErrorKind, Segment};
use crate::schema::compact::{self, BIG_LIST};
use crate::schema::{Encoding, Part, Scalar};
use crate::walk::{Value, big_endian};

/// The bits of a tag that a part sets.
#[derive(Clone, Copy)]
pub(super) struct TagBits {
    /// The offset of the tag in the output.
    pub(super) start: usize,
    /// The size of the tag.
    pub(super) bytes: usize,
    /// The number of lower bits.
    pub(super) shift: u32,
}

impl TagBits {
    fn above(self, bits: u32) -> Self {
        Self { shift: self.shift.saturating_add(bits), ..self }
    }
}

impl<'s> Writer<'s> {
    fn enter_part(&mut self, segment: Segment, part: &'static Part, node: Node<'s>, tag: TagBits) {
        self.descend(segment);
        self.tasks.push(Task::Part(part, node, tag));
    }

    pub(super) fn part_field(
        &mut self,
        part: &'static Part,
        index: usize,
        mut parts: Parts<'s>,
        tag: TagBits,
    ) -> Got<()> {
        let Some(field) = part.field(index) else { return Ok(()) };
        let mut value = parts.field(field.name);
        let rest = Task::PartFields(part, index.saturating_add(1), parts, tag.above(field.bits()));
        self.tasks.push(rest);
        if field.optional {
            value = value.map_or(Ok(None), |value| value.option(|| field.part.is_nullable()))?;
            if value.is_none() {
                return Ok(());
            }
            self.add(tag, field.part.flag());
        }
        match (value, field.part) {
            (Some(value), _) => self.enter_part(Segment::Field(field.name), field.part, value, tag),
            (None, Part::Payload(encoding)) => return self.absent_field(field.name, Some(encoding)),
            (None, _) => return self.absent_field(field.name, None),
        }
        Ok(())
    }

    pub(super) fn part(&mut self, part: &'static Part, node: Node<'s>, tag: TagBits) -> Got<()> {
        self.reached = self.reached.max(node.index());
        match part {
            Part::Null => node.nothing(&Encoding::Null)?,
            Part::Unit => node.nothing(&Encoding::Empty)?,
            Part::Bool => match *node.scalar(&Scalar::Bool)? {
                Value::Bool(value) => self.add(tag, value.into()),
                _ => return Err(ErrorKind::WrongValue { expected: "bool" }.into()),
            },
            Part::Int32 | Part::Int64 => return self.integer(part, node, tag),
            Part::Payload(encoding) => self.tasks.push(Task::Value(encoding, node)),
            Part::Tuple(parts) => {
                let parts = node.tuple(parts.len())?;
                self.tasks.push(Task::PartFields(part, 0, parts, tag));
            }
            Part::Object(fields) => {
                let parts = node.object(fields.len(), Some(&|name| fields.iter().any(|field| field.name == name)))?;
                self.tasks.push(Task::PartFields(part, 0, parts, tag));
            }
            Part::Union(_) | Part::Option(_) | Part::OrInt32(_) => match node.case()? {
                Some((index, inner)) => return self.part_case(part, index, inner, tag),
                None => return self.guess(Cases::Part(part, tag, self.tag(tag)), node),
            },
            Part::List { bits, item } => {
                let (found, nodes) = node.list()?;
                let most = compact::low(u32::MAX, *bits);
                match u32::try_from(found) {
                    Ok(small) if small < most => self.add(tag, small),
                    _ => {
                        self.add(tag, most);
                        self.tasks.push(Task::EndBlock(BIG_LIST, self.out.len()));
                        self.out.extend_from_slice(BIG_LIST.placeholder());
                    }
                }
                self.tasks.push(Task::Items(item, 0, nodes));
            }
        }
        Ok(())
    }

    /// Starts the case at `index`.
    pub(super) fn part_case(&mut self, part: &'static Part, index: usize, node: Node<'s>, tag: TagBits) -> Got<()> {
        match (part, index) {
            (Part::Union(union), _) => {
                let case = union.cases.get(index).ok_or(ErrorKind::NoCaseMatched)?;
                self.add(tag, union.join(case, 0));
                self.enter_part(Segment::Case(case.title), case.part, node, tag);
            }
            (Part::Option(part), 0) => {
                self.add(tag, part.flag());
                self.tasks.push(Task::Part(part, node, tag));
            }
            (Part::Option(_), 1) => self.tasks.push(Task::Part(&Part::Null, node, tag)),
            (Part::OrInt32(_), 0) => self.tasks.push(Task::Part(&Part::Int32, node, tag)),
            (Part::OrInt32(other), 1) => {
                self.add(tag, compact::low(u32::MAX, part.bits()));
                self.tasks.push(Task::Value(other, node));
            }
            _ => return Err(ErrorKind::NoCaseMatched.into()),
        }
        Ok(())
    }

    fn integer(&mut self, part: &'static Part, node: Node<'s>, tag: TagBits) -> Got<()> {
        let Some(whole @ Scalar::Int(int)) = part.whole() else { return Ok(()) };
        let value = node.scalar(whole)?;
        let Value::Int(number) = *value else {
            return Err(ErrorKind::WrongValue { expected: whole.name() }.into());
        };
        let Some((bits, form)) = part.narrowest(number) else {
            return Err(ErrorKind::InvalidInt { min: int.min, value: number, max: int.max }.into());
        };
        self.add(tag, bits);
        Ok(form.scalar.write(&value, &mut self.out)?)
    }

    /// Returns the tag as written so far.
    fn tag(&self, tag: TagBits) -> u32 {
        let bytes = self.since(tag.start).get(..tag.bytes).unwrap_or_default();
        u32::try_from(big_endian(bytes)).unwrap_or(u32::MAX)
    }

    /// Overwrites the tag.
    pub(super) fn set_tag(&mut self, tag: TagBits, value: u32) {
        let bytes = value.to_be_bytes();
        let bytes = bytes.get(bytes.len().saturating_sub(tag.bytes)..).unwrap_or_default();
        if let Some(written) = self.out.get_mut(tag.start..tag.start.saturating_add(tag.bytes)) {
            written.copy_from_slice(bytes);
        }
    }

    /// Sets bits of the tag.
    fn add(&mut self, tag: TagBits, bits: u32) {
        self.set_tag(tag, self.tag(tag) | bits.checked_shl(tag.shift).unwrap_or_default());
    }
}
