//! Objects and lists.

use super::Writer;
use super::checks::fits;
use super::task::Task;
use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::schema::source::Node;
use crate::schema::trouble::Got;
use crate::schema::{Count, Encoding, Field};

impl<'s> Writer<'s> {
    pub(super) fn field(&mut self, fields: &'static [Field], index: usize, node: Node<'s>) -> Got<()> {
        let Some(field) = fields.get(index) else {
            self.objects.pop();
            return Ok(());
        };
        self.tasks.push(Task::Fields(fields, index.saturating_add(1), node));
        if let Some(inner) = node.field(index, field.name)? {
            // A field that is there is a value, where one that is not would be left out.
            self.enter(Segment::Field(field.name), field.encoding, inner);
            return Ok(());
        }
        self.without(field.name, Some(field.encoding))
    }

    /// A key and its value.
    pub(super) fn pair(&mut self, item: &'static Encoding, index: usize, key: &[u8], node: Node<'s>) -> Got<()> {
        fits(Prefix::U30, key.len())?;
        Prefix::U30.put(key.len(), &mut self.out);
        self.out.extend_from_slice(key);
        self.enter(Segment::Index(index), item, node);
        Ok(())
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, array: bool, node: Node<'s>) -> Got<()> {
        let (found, parts) = node.list()?;
        let refuse = |max| Err(ErrorKind::ListLength { max, found, writing: true, array }.into());
        match count {
            Count::ToEnd { min, .. } if found < min => return Err(ErrorKind::ListTooShort { min, found }.into()),
            Count::ToEnd { max: Some(max), .. } if found > max => return refuse(max),
            Count::Exactly(n) if found != n => return refuse(n),
            Count::Prefixed { prefix, max } => {
                let max = max.unwrap_or(prefix.max()).min(prefix.max());
                if found > max {
                    return refuse(max);
                }
                prefix.put(found, &mut self.out);
            }
            _ => {}
        }
        self.tasks.push(Task::Items(item, 0, parts));
        Ok(())
    }
}
