//! Generates the bytes of a value by a walk over the schema, in which [`Choices`] makes all choices.

use alloc::vec::Vec;

use super::choices::Choices;
use super::flaws::{Flaw, Flaws};
use super::min_size::MinSizes;
use super::script::Script;
use super::{Example, Generate, Unmade, json};
use crate::walk::{bare, default_bytes, newest};
use tezos_encoding_core::Revision;
use tezos_encoding_core::schema::{Check, Class, DefaultBytes, Encoding, Extent, Field, Opaque, Size};
use tezos_encoding_core::walk::Cursor;

mod compact;
mod list;
mod scalar;
mod union;

/// Number of attempts to find a value that a user-supplied function accepts, or that fills a block.
const ATTEMPTS: usize = 100;

/// Number of such attempts for all parts of a value together: in a recursive type, each attempt for the outermost value
/// makes as many for the values inside.
const ALL_ATTEMPTS: usize = 10_000;

/// Depth of recursive types below which values are as short as possible.
const MAX_DEPTH: u32 = 24;

/// Depth of recursive types down to which boundaries are tried.
const MAX_VARIED_DEPTH: u32 = 2;

/// The size that a value may have in bytes.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    pub(super) max: usize,
    /// Whether the value must have exactly this size.
    pub(super) is_exact: bool,
}

impl Budget {
    fn less(self, bytes: usize) -> Self {
        Self { max: self.max.saturating_sub(bytes), ..self }
    }

    fn at_most(self, max: usize) -> Self {
        Self { max: self.max.min(max), ..self }
    }

    fn allows(self, bytes: &[u8]) -> bool {
        bytes.len() == self.max || bytes.len() < self.max && !self.is_exact
    }

    fn unfillable<T>(self) -> Result<T, Unmade> {
        Err(Unmade::Unfillable { bytes: self.max })
    }
}

pub(super) type Made = Result<(), Unmade>;

pub(super) struct Maker<'p, 'n> {
    min_sizes: &'p MinSizes,
    /// Bytes that user-supplied functions accept, by the names of the functions.
    examples: &'p [Example],
    choices: Choices<'n>,
    out: Vec<u8>,
    pub(super) flaws: Flaws,
    /// The offsets of the open objects.
    objects: Vec<usize>,
    depth: u32,
    /// Whether values are as short as possible.
    is_minimal: bool,
    /// Number of attempts that failed.
    failed: usize,
}

impl<'p, 'n> Maker<'p, 'n> {
    /// Returns a maker that makes the mistake with the index `mistake`, if there is one.
    pub(super) fn new(generate: &'p Generate, choices: Choices<'n>, mistake: Option<usize>) -> Self {
        let flaws = Flaws { wanted: mistake, ..Flaws::default() };
        let Generate { min_sizes, examples, .. } = generate;
        let (out, objects) = (Vec::new(), Vec::new());
        Self { min_sizes, examples, choices, out, flaws, objects, depth: 0, is_minimal: false, failed: 0 }
    }

    /// Returns the bytes, and the script if the choices are scripted.
    pub(super) fn into_parts(self) -> (Vec<u8>, Option<Script>) {
        (self.out, self.choices.into_script())
    }

    fn written(&self, start: usize) -> usize {
        self.out.len().saturating_sub(start)
    }

    /// Generates a value.
    pub(super) fn value(&mut self, encoding: &'static Encoding, budget: Budget) -> Made {
        let start = self.out.len();
        self.flaws.start(start);
        let open = self.choices.open();
        let made = self.node(encoding, budget);
        self.choices.close(open);
        made?;
        self.check_filled(start, budget)
    }

    /// Checks that an exact budget is used up, unless a mistake was made.
    fn check_filled(&self, start: usize, budget: Budget) -> Made {
        match budget.is_exact && self.written(start) != budget.max && self.flaws.made.is_none() {
            true => budget.unfillable(),
            false => Ok(()),
        }
    }

    fn node(&mut self, encoding: &'static Encoding, budget: Budget) -> Made {
        let start = self.out.len();
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => {}
            Encoding::Scalar(scalar) => self.scalar(scalar, budget),
            Encoding::Bytes(extent) => {
                let count = self.extent(*extent, budget);
                self.out.append(&mut self.choices.bytes(count));
            }
            Encoding::Text { extent, utf8 } => {
                let count = self.extent(*extent, budget);
                self.out.append(&mut self.choices.text(count, *utf8));
                if *utf8 && count > 0 && self.flaws.make(Flaw::NotUtf8, start) {
                    self.out.pop();
                    self.out.push(0xff);
                }
            }
            Encoding::Enum(names) => return self.name(names.len()),
            Encoding::List { item, count, .. } => return self.list(item, *count, budget),
            Encoding::Object(fields) if fields.iter().any(|field| is_selected(field.encoding)) => {
                return self.retried(|maker| maker.fields(fields, budget));
            }
            Encoding::Object(fields) => return self.fields(fields, budget),
            Encoding::Select(select) => {
                let before = self.out.get(self.objects.last().copied().unwrap_or_default()..).unwrap_or_default();
                return match select.chosen(before) {
                    Some((_, case)) if self.fits(case.encoding, budget) => self.value(case.encoding, budget),
                    _ => Err(Unmade::NoValue),
                };
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => return self.sequence(parts, budget),
            Encoding::Union { tag, cases, .. } => return self.union(*tag, cases, budget),
            Encoding::Compact(compact) => return self.compact(compact, budget),
            Encoding::Opt(inner) => {
                let left = budget.less(1);
                let is_present = self.is_present(inner, left);
                self.out.push(if is_present { 0xff } else { 0 });
                return if is_present { self.value(inner, left) } else { Ok(()) };
            }
            Encoding::Varopt(inner) => {
                return if self.is_present(inner, budget) { self.value(inner, budget) } else { Ok(()) };
            }
            Encoding::Dft { inner, default } => return self.default_or(inner, *default, budget),
            Encoding::Padded { bytes, inner } => {
                self.value(inner, budget.less(*bytes))?;
                self.out.resize(self.out.len().saturating_add(*bytes), 0);
            }
            Encoding::Magic { bytes, inner } => {
                self.out.extend_from_slice(bytes);
                if let [.., last] = bytes
                    && self.flaws.make(Flaw::Magic, start)
                {
                    self.out.pop();
                    self.out.push(!last);
                }
                return self.value(inner, budget.less(bytes.len()));
            }
            Encoding::Dynamic { prefix, inner } => return self.block(*prefix, inner, budget),
            Encoding::Suffixed { size, inner } => return self.suffixed(*size, inner, budget),
            Encoding::Bounded { limit, inner } => return self.value(inner, budget.at_most(*limit)),
            Encoding::Sized { bytes, inner } => {
                return self.retried(|maker| maker.value(inner, Budget { max: *bytes, is_exact: true }));
            }
            Encoding::Opaque(opaque) => match self.example(opaque.name, opaque.size, budget) {
                Some(bytes) => self.out.extend_from_slice(bytes),
                None => return self.retried(|maker| maker.opaque(opaque, budget)),
            },
            Encoding::Checked { inner, check } => match self.example(check.function, inner.size(), budget) {
                Some(bytes) => self.out.extend_from_slice(bytes),
                None => return self.retried(|maker| maker.checked(inner, *check, budget)),
            },
            Encoding::Reserve { inner, .. } | Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => {
                return self.value(inner, budget);
            }
            Encoding::Split(split) => return self.value(split.inner, budget),
            Encoding::Legacy(legacy) => return self.value(legacy.current, budget),
            Encoding::Mu(mu) => {
                let is_minimal = self.is_minimal;
                // The shortest values are not nested deeper than the number of recursive types.
                let ahead = u32::try_from(self.min_sizes.recursive()).unwrap_or(u32::MAX).saturating_add(1);
                self.is_minimal |= self.depth.saturating_add(ahead) >= mu.depth.min(MAX_DEPTH);
                self.depth = self.depth.saturating_add(1);
                let is_simple = self.depth > MAX_VARIED_DEPTH;
                let made = self.simplified(is_simple, |maker| maker.value((mu.body)(), budget));
                self.depth = self.depth.saturating_sub(1);
                self.is_minimal = is_minimal;
                return made;
            }
            Encoding::Assoc { value, keys } => return self.pairs(value, *keys, budget),
            Encoding::Lazy(inner) => {
                self.flaws.lazy = self.flaws.lazy.saturating_add(1);
                let made = self.value(inner, budget);
                self.flaws.lazy = self.flaws.lazy.saturating_sub(1);
                return made;
            }
            Encoding::Json => match json::document(&mut self.choices, budget.max, budget.is_exact) {
                Some(mut bytes) => self.out.append(&mut bytes),
                None => return budget.unfillable(),
            },
        }
        Ok(())
    }

    /// Generates a value with only the simplest choices, if `is_simple`.
    fn simplified(&mut self, is_simple: bool, make: impl FnOnce(&mut Self) -> Made) -> Made {
        if is_simple {
            self.choices.simplify(true);
        }
        let made = make(self);
        if is_simple {
            self.choices.simplify(false);
        }
        made
    }

    /// Generates a value, in several attempts.
    fn retried(&mut self, mut make: impl FnMut(&mut Self) -> Made) -> Made {
        let (start, depth, is_minimal) = (self.out.len(), self.depth, self.is_minimal);
        let mut made = make(self);
        if made.is_ok() {
            return made;
        }
        self.choices.leave_script(true);
        for _ in 1..ATTEMPTS {
            self.out.truncate(start);
            self.flaws.forget(start);
            (self.depth, self.is_minimal) = (depth, is_minimal);
            made = make(self);
            self.failed = self.failed.saturating_add(1);
            if made.is_ok() || self.failed > ALL_ATTEMPTS {
                break;
            }
        }
        self.choices.leave_script(false);
        made
    }

    /// Chooses one of the user's examples for a function, of those that its encoding has room for: functions of several types have the same name.
    fn example(&mut self, function: &str, size: Size, budget: Budget) -> Option<&'p [u8]> {
        let examples = self.examples.iter().filter(|(name, bytes)| *name == function && size.allows(bytes.len()));
        let fitting: Vec<&'p [u8]> =
            examples.map(|(_, bytes)| bytes.as_slice()).filter(|bytes| budget.allows(bytes)).collect();
        if fitting.is_empty() {
            return None;
        }
        fitting.get(self.choices.one_of(fitting.len())).copied()
    }

    /// Tries bytes of any size that fits.
    fn opaque(&mut self, opaque: &Opaque, budget: Budget) -> Made {
        let most = opaque.size.most.map_or(budget.max, |most| most.min(budget.max));
        let least = if budget.is_exact { most } else { opaque.size.least.min(most) };
        let count = self.choices.length(least, most);
        let bytes = self.choices.bytes(count);
        let mut cursor = Cursor::new(&bytes);
        let is_value = cursor.opaque(opaque).is_ok_and(|value| value.len() == bytes.len());
        self.out.extend_from_slice(&bytes);
        if is_value { Ok(()) } else { Err(Unmade::Refused { function: opaque.name }) }
    }

    fn checked(&mut self, inner: &'static Encoding, check: Check, budget: Budget) -> Made {
        let start = self.out.len();
        self.value(inner, budget)?;
        if self.flaws.is_made_since(start) {
            return Ok(());
        }
        let value = self.out.get(start..).unwrap_or_default();
        check.accept(value, Revision::NEWEST).map_err(|_| Unmade::Refused { function: check.function })
    }

    /// Returns true if a value fits.
    fn fits(&self, encoding: &'static Encoding, budget: Budget) -> bool {
        let size = encoding.size();
        let can_fill = match size.class {
            Class::Fixed(bytes) => bytes == budget.max,
            _ => size.most.is_none_or(|most| budget.max <= most),
        };
        self.min_sizes.of(encoding).is_some_and(|min| min <= budget.max) && (can_fill || !budget.is_exact)
    }

    /// Chooses whether an optional value is present; an exact budget may leave no choice.
    fn is_present(&mut self, inner: &'static Encoding, budget: Budget) -> bool {
        match budget.is_exact {
            true => budget.max > 0,
            false => !self.is_minimal && self.fits(inner, budget) && self.choices.one_of(2) == 1,
        }
    }

    fn default_or(&mut self, inner: &'static Encoding, default: DefaultBytes, budget: Budget) -> Made {
        match default_bytes(default).filter(|bytes| budget.allows(bytes)) {
            Some(mut bytes) if self.choices.one_of(2) == 0 => {
                self.out.append(&mut bytes);
                Ok(())
            }
            _ => self.value(inner, budget),
        }
    }

    fn extent(&mut self, extent: Extent, budget: Budget) -> usize {
        match extent {
            Extent::Fixed(bytes) => bytes,
            Extent::Rest if budget.is_exact => budget.max,
            Extent::Rest if self.is_minimal => 0,
            Extent::Rest => self.choices.length(0, budget.max),
        }
    }

    fn big_endian(&mut self, number: usize, bytes: usize) {
        let all = number.to_be_bytes();
        self.out.extend_from_slice(all.get(all.len().saturating_sub(bytes)..).unwrap_or_default());
    }

    fn fields(&mut self, fields: &'static [Field], budget: Budget) -> Made {
        let parts: Vec<&'static Encoding> = newest(fields).map(|field| field.encoding).collect();
        self.objects.push(self.out.len());
        let made = self.sequence(&parts, budget);
        self.objects.pop();
        made
    }

    /// Generates values in sequence. If they must fill a block, one of variable size takes what the others leave.
    fn sequence(&mut self, parts: &[&'static Encoding], budget: Budget) -> Made {
        let start = self.out.len();
        let min_sizes: Vec<usize> = parts.iter().map(|part| self.min_sizes.of(part).unwrap_or_default()).collect();
        let of_class = |wanted: Class| parts.iter().rposition(|part| part.size().class == wanted);
        let filling = of_class(Class::Variable).or_else(|| of_class(Class::Dynamic));
        // In RLP, several fields at the end of a list may be absent, the last ones first.
        let mut has_ended = false;
        for (index, part) in parts.iter().enumerate() {
            let (before, is_last) = (self.out.len(), matches!(part, Encoding::Varopt(_)));
            if has_ended && is_last {
                continue;
            }
            let following = sum(min_sizes.get(index.saturating_add(1)..).unwrap_or_default());
            let left = budget.less(self.written(start)).less(following);
            self.value(part, Budget { is_exact: budget.is_exact && filling == Some(index), ..left })?;
            has_ended = is_last && self.out.len() == before;
        }
        self.check_filled(start, budget)
    }
}

fn sum(sizes: &[usize]) -> usize {
    sizes.iter().copied().fold(0, usize::saturating_add)
}

/// Returns true if preceding fields select the encoding of a field.
fn is_selected(encoding: &'static Encoding) -> bool {
    match encoding {
        Encoding::Select(_) => true,
        Encoding::Opt(inner) | Encoding::Varopt(inner) => is_selected(inner),
        _ => encoding.wrapped().or_else(|| bare(encoding)).is_some_and(is_selected),
    }
}
