//! Fields that the source leaves out.

use super::Writer;
use super::task::Task;
use crate::error::{ErrorKind, Segment};
use crate::schema::trouble::Got;
use crate::schema::{DefaultBytes, Encoding};

impl Writer<'_> {
    /// Writes a field that the source leaves out.
    pub(super) fn without(&mut self, name: &'static str, encoding: Option<&'static Encoding>) -> Got<()> {
        self.trail.push(Segment::Field(name));
        match encoding {
            Some(encoding) => {
                self.tasks.push(Task::Leave);
                self.tasks.push(Task::Absent(encoding));
            }
            None => return Err(missing()),
        }
        Ok(())
    }

    /// Writes a value that is not there: of a form that may be absent or usual, with the blocks and checks around it.
    pub(super) fn absent(&mut self, encoding: &'static Encoding) -> Got<()> {
        let start = self.out.len();
        let (behind, inner) = match encoding {
            Encoding::Opt(_) => {
                self.out.push(0);
                return Ok(());
            }
            Encoding::Varopt(_) => return Ok(()),
            Encoding::Dft { default: DefaultBytes::Known(bytes), .. } => {
                self.out.extend_from_slice(bytes);
                return Ok(());
            }
            Encoding::Dft { default: DefaultBytes::Made(make), .. } => {
                self.out.extend_from_slice(&make().ok_or(ErrorKind::NoCaseMatched)?);
                return Ok(());
            }
            Encoding::Dynamic { prefix, inner } => {
                self.out.extend_from_slice(prefix.placeholder());
                (Some(Task::EndBlock(*prefix, start)), *inner)
            }
            Encoding::Magic { bytes, inner } => {
                self.out.extend_from_slice(bytes);
                (None, *inner)
            }
            Encoding::Suffixed { size, inner } => (Some(Task::Suffix(*size, start)), *inner),
            Encoding::Sized { bytes, inner } => (Some(Task::EndSized { bytes: *bytes, start, text: false }), *inner),
            Encoding::Padded { bytes, inner } => (Some(Task::Padding(*bytes)), *inner),
            Encoding::Bounded { limit, inner } => (Some(Task::EndBounded(*limit, start)), *inner),
            Encoding::Checked { inner, check } => (Some(Task::EndChecked(start, *check)), *inner),
            Encoding::Def { inner, .. } | Encoding::Described { inner, .. } | Encoding::Reserve { inner, .. } => {
                (None, *inner)
            }
            Encoding::Legacy(legacy) => (None, legacy.current),
            _ => return Err(missing()),
        };
        self.tasks.extend(behind);
        self.tasks.push(Task::Absent(inner));
        Ok(())
    }
}

fn missing() -> super::Trouble {
    ErrorKind::MissingField.into()
}
