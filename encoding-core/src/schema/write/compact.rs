//! Compact encodings: the tag is written empty, and each part puts its bits into it as they become known.

use super::task::{Place, Shared, Task, Tried};
use super::{Writer, number};
use crate::error::{ErrorKind, Segment};
use crate::schema::compact::{self, BIG_LIST};
use crate::schema::source::{Choice, Form, Node, Number};
use crate::schema::trouble::Got;
use crate::schema::{Part, PartField, Scalar, big_endian};

impl<'s> Writer<'s> {
    pub(super) fn shared(&mut self, shared: Shared<'s>) -> Got<()> {
        match shared {
            Shared::Part(part, node, place) => self.part(part, node, place),
            Shared::Fields(fields, index, node, place) => self.part_field(fields, index, node, place),
            Shared::Elements(parts, index, nodes, place) => {
                if let Some((part, (node, nodes))) = parts.get(index).zip(nodes.next()) {
                    let behind = place.above(part.bits());
                    let rest = Shared::Elements(parts, index.saturating_add(1), nodes, behind);
                    self.tasks.push(Task::Shared(rest));
                    self.enter_part(Segment::Field(number(index)), part, node, place);
                }
                Ok(())
            }
        }
    }

    fn enter_part(&mut self, segment: Segment, part: &'static Part, node: Node<'s>, place: Place) {
        self.trail.push(segment);
        self.tasks.push(Task::Leave);
        self.tasks.push(Task::Shared(Shared::Part(part, node, place)));
    }

    fn part_field(&mut self, fields: &'static [PartField], index: usize, node: Node<'s>, place: Place) -> Got<()> {
        let Some(field) = fields.get(index) else { return Ok(()) };
        let rest = Shared::Fields(fields, index.saturating_add(1), node, place.above(field.bits()));
        self.tasks.push(Task::Shared(rest));
        let mut found = node.field(index, field.name)?;
        if field.optional {
            if let Some(value) = found {
                found = value.option(Form::Part(field.part))?;
            }
            if found.is_some() {
                self.add(place, field.part.flag());
            }
        }
        match found {
            Some(value) => self.enter_part(Segment::Field(field.name), field.part, value, place),
            None if field.optional => {}
            None => {
                let payload = match field.part {
                    Part::Payload(encoding) => Some(*encoding),
                    _ => None,
                };
                return self.without(field.name, payload);
            }
        }
        Ok(())
    }

    fn part(&mut self, part: &'static Part, node: Node<'s>, place: Place) -> Got<()> {
        match part {
            Part::Null => node.nothing(&crate::schema::Encoding::Null)?,
            Part::Unit => node.nothing(&crate::schema::Encoding::Empty)?,
            Part::Bool => match node.scalar(&Scalar::Bool)? {
                Number::Bool(value) => self.add(place, value.into()),
                _ => return Err(ErrorKind::WrongValue { expected: "bool" }.into()),
            },
            Part::Int32 | Part::Int64 => return self.integer(part, node, place),
            Part::Payload(encoding) => self.tasks.push(Task::Value(encoding, node)),
            Part::Tuple(parts) => {
                let nodes = node.tuple(parts.len())?;
                self.tasks.push(Task::Shared(Shared::Elements(parts, 0, nodes, place)));
            }
            Part::Object(fields) => {
                let has = |name: &str| fields.iter().any(|field| field.name == name);
                node.object(fields.len(), &has)?;
                self.tasks.push(Task::Shared(Shared::Fields(fields, 0, node, place)));
            }
            Part::Union(_) | Part::Option(_) | Part::OrInt32(_) => match node.case()? {
                Choice::This(index, inner) if self.part_case(part, index, inner, place) => {}
                Choice::This(..) => return Err(ErrorKind::NoCaseMatched.into()),
                Choice::First => return self.guess(Tried::Part(part, place, self.tag(place)), node),
            },
            Part::List { bits, item } => {
                let (found, nodes) = node.list()?;
                let most = compact::low(u32::MAX, *bits);
                match u32::try_from(found) {
                    Ok(small) if small < most => self.add(place, small),
                    _ => {
                        self.add(place, most);
                        self.tasks.push(Task::EndBlock(BIG_LIST, self.out.len()));
                        self.out.extend_from_slice(BIG_LIST.placeholder());
                    }
                }
                self.tasks.push(Task::Items(item, 0, nodes));
            }
        }
        Ok(())
    }

    /// Starts the case at `index`; whether there is one.
    pub(super) fn part_case(&mut self, part: &'static Part, index: usize, node: Node<'s>, place: Place) -> bool {
        match (part, index) {
            (Part::Union(cases), _) => {
                let Some(case) = cases.get(index) else { return false };
                self.add(place.above(compact::widest(cases)), case.tag);
                self.enter_part(Segment::Case(case.title), case.part, node, place);
            }
            (Part::Option(part), 0) => {
                self.add(place, part.flag());
                self.tasks.push(Task::Shared(Shared::Part(part, node, place)));
            }
            (Part::Option(_), 1) => self.tasks.push(Task::Shared(Shared::Part(&Part::Null, node, place))),
            (Part::OrInt32(_), 0) => self.tasks.push(Task::Shared(Shared::Part(&Part::Int32, node, place))),
            (Part::OrInt32(other), 1) => {
                self.add(place, compact::low(u32::MAX, part.bits()));
                self.tasks.push(Task::Value(other, node));
            }
            _ => return false,
        }
        true
    }

    fn integer(&mut self, part: &'static Part, node: Node<'s>, place: Place) -> Got<()> {
        let Some(whole @ Scalar::Int(int)) = part.whole() else { return Ok(()) };
        let Number::Int(value) = node.scalar(whole)? else {
            return Err(ErrorKind::WrongValue { expected: whole.name() }.into());
        };
        let Some((bits, form)) = part.narrowest(value) else {
            return Err(ErrorKind::InvalidInt { min: int.min, value, max: int.max }.into());
        };
        self.add(place, bits);
        super::scalar::write(&form.scalar, Number::Int(value), &mut self.out)?;
        Ok(())
    }

    /// The tag as it is now.
    fn tag(&self, place: Place) -> u32 {
        let bytes = self.out.get(place.at..place.at.saturating_add(place.bytes)).unwrap_or_default();
        u32::try_from(big_endian(bytes)).unwrap_or(u32::MAX)
    }

    /// Makes it `tag`.
    pub(super) fn set(&mut self, place: Place, tag: u32) {
        let bytes = tag.to_be_bytes();
        let tag = bytes.get(bytes.len().saturating_sub(place.bytes)..).unwrap_or_default();
        if let Some(written) = self.out.get_mut(place.at..place.at.saturating_add(place.bytes)) {
            written.copy_from_slice(tag);
        }
    }

    /// Puts the bits of a part into it.
    fn add(&mut self, place: Place, bits: u32) {
        self.set(place, self.tag(place) | bits.checked_shl(place.shift).unwrap_or_default());
    }
}
