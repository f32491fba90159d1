//! Bytes of a value: a walk over the schema that writes what somebody decides.

use alloc::vec::Vec;

use super::choices::Choices;
use super::flaws::{Flaws, Mistake};
use super::least::Least;
use super::{Example, Generate, Unmade, json};
use tezos_encoding_core::schema::{Check, Class, DefaultBytes, Encoding, Extent, Field};

mod block;
mod compact;
mod list;
mod scalar;
mod union;

/// Tries for a value that a function of the user takes, or that fills a block.
const TRIES: usize = 100;

/// Levels of nesting from which on values are as short as they can be.
const DEPTH: u32 = 24;

/// Levels of recursive types in which each place is tried at its boundaries.
const VARIED_DEPTH: u32 = 2;

/// Bytes that a value may take.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) most: usize,
    /// Whether it takes all of them.
    pub(super) exact: bool,
}

impl Room {
    fn less(self, bytes: usize) -> Self {
        Self { most: self.most.saturating_sub(bytes), ..self }
    }
}

pub(super) type Made = Result<(), Unmade>;

pub(super) struct Maker<'p, C> {
    least: &'p Least,
    /// Bytes for the functions of the user of these names.
    examples: &'p [Example],
    choices: C,
    pub(super) out: Vec<u8>,
    pub(super) flaws: Flaws,
    /// Where the objects that are open begin.
    objects: Vec<usize>,
    depth: u32,
    /// Whether values are as short as they can be.
    frugal: bool,
}

impl<'p, C: Choices> Maker<'p, C> {
    pub(super) fn new(generate: &'p Generate, choices: C, sought: Option<usize>) -> Self {
        let flaws = Flaws { sought, ..Flaws::default() };
        let Generate { least, examples, .. } = generate;
        Self { least, examples, choices, out: Vec::new(), flaws, objects: Vec::new(), depth: 0, frugal: false }
    }

    /// The choices, when all is made.
    pub(super) fn into_choices(self) -> C {
        self.choices
    }

    fn written(&self, start: usize) -> usize {
        self.out.len().saturating_sub(start)
    }

    /// Writes a value.
    pub(super) fn value(&mut self, encoding: &'static Encoding, room: Room) -> Made {
        let start = self.out.len();
        self.flaws.edge(start);
        let open = self.choices.open();
        let made = self.node(encoding, room);
        self.choices.close(open);
        made?;
        match room.exact && self.written(start) != room.most && self.flaws.made.is_none() {
            true => Err(Unmade::Unfillable { bytes: room.most }),
            false => Ok(()),
        }
    }

    fn node(&mut self, encoding: &'static Encoding, room: Room) -> Made {
        let start = self.out.len();
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Ok(()),
            Encoding::Scalar(scalar) => {
                self.scalar(scalar, room);
                Ok(())
            }
            Encoding::Bytes(extent) => {
                let count = self.extent(*extent, room);
                let bytes = self.choices.bytes(count);
                self.out.extend(bytes);
                Ok(())
            }
            Encoding::Text { extent, utf8 } => {
                let count = self.extent(*extent, room);
                let text = self.choices.text(count, *utf8);
                self.out.extend(text);
                if *utf8 && count > 0 && self.flaws.make(Mistake::NotUtf8, start) {
                    self.out.pop();
                    self.out.push(0xff);
                }
                Ok(())
            }
            Encoding::Enum(names) => self.name(names.len()),
            Encoding::List { item, count, .. } => self.list(item, *count, room),
            Encoding::Object(fields) if fields.iter().any(|field| is_selected(field.encoding)) => {
                self.tried(|maker| maker.fields(fields, room))
            }
            Encoding::Object(fields) => self.fields(fields, room),
            Encoding::Select(select) => {
                let before = self.out.get(self.objects.last().copied().unwrap_or_default()..).unwrap_or_default();
                match select.chosen(before) {
                    Some((_, case)) if self.fits(case.encoding, room) => self.value(case.encoding, room),
                    _ => Err(Unmade::NoValue),
                }
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => self.sequence(parts, room),
            Encoding::Union { tag, cases, .. } => self.union(*tag, cases, room),
            Encoding::Compact(compact) => self.compact(compact, room),
            Encoding::Opt(inner) => {
                let behind = room.less(1);
                let present = self.present(inner, behind, room.exact.then_some(behind.most > 0));
                self.out.push(if present { 0xff } else { 0 });
                if present { self.value(inner, behind) } else { Ok(()) }
            }
            Encoding::Varopt(inner) => {
                let present = self.present(inner, room, room.exact.then_some(room.most > 0));
                if present { self.value(inner, room) } else { Ok(()) }
            }
            Encoding::Dft { inner, default } => self.usual(inner, *default, room),
            Encoding::Padded { bytes, inner } => {
                self.value(inner, room.less(*bytes))?;
                self.out.resize(self.out.len().saturating_add(*bytes), 0);
                Ok(())
            }
            Encoding::Magic { bytes, inner } => {
                self.out.extend_from_slice(bytes);
                if let [.., last] = bytes
                    && self.flaws.make(Mistake::Magic, start)
                {
                    self.out.pop();
                    self.out.push(!last);
                }
                self.value(inner, room.less(bytes.len()))
            }
            Encoding::Dynamic { prefix, inner } => self.block(*prefix, inner, room),
            Encoding::Suffixed { size, inner } => self.suffixed(*size, inner, room),
            Encoding::Bounded { limit, inner } => self.value(inner, Room { most: room.most.min(*limit), ..room }),
            Encoding::Sized { bytes, inner } => {
                self.tried(|maker| maker.value(inner, Room { most: *bytes, exact: true }))
            }
            Encoding::Checked { inner, check } => match self.example(*check, room) {
                Some(bytes) => {
                    self.out.extend_from_slice(bytes);
                    Ok(())
                }
                None => self.tried(|maker| maker.checked(inner, *check, room)),
            },
            Encoding::Reserve { inner, .. } | Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => {
                self.value(inner, room)
            }
            Encoding::Split(split) => self.value(split.inner, room),
            Encoding::Legacy(legacy) => self.value(legacy.current, room),
            Encoding::Mu(mu) => {
                let frugal = self.frugal;
                // The shortest values nest no deeper than there are recursive types.
                let ahead = u32::try_from(self.least.recursive()).unwrap_or(u32::MAX).saturating_add(1);
                self.frugal |= self.depth.saturating_add(ahead) >= mu.depth.min(DEPTH);
                self.depth = self.depth.saturating_add(1);
                let hushed = self.depth > VARIED_DEPTH;
                let made = self.hushed(hushed, |maker| maker.value((mu.body)(), room));
                self.depth = self.depth.saturating_sub(1);
                self.frugal = frugal;
                made
            }
            Encoding::Assoc { value, keys } => self.pairs(value, *keys, room),
            Encoding::Lazy(inner) => {
                self.flaws.sealed = self.flaws.sealed.saturating_add(1);
                let made = self.value(inner, room);
                self.flaws.sealed = self.flaws.sealed.saturating_sub(1);
                made
            }
            Encoding::Json => {
                let bytes = json::document(&mut self.choices, room.most, room.exact);
                self.out.extend(bytes.ok_or(Unmade::Unfillable { bytes: room.most })?);
                Ok(())
            }
        }
    }

    /// What `make` writes, where all its choices may have to be the same.
    fn hushed(&mut self, hushed: bool, make: impl FnOnce(&mut Self) -> Made) -> Made {
        if hushed {
            self.choices.hush();
        }
        let made = make(self);
        if hushed {
            self.choices.speak();
        }
        made
    }

    /// What `make` writes, the first time that it can.
    fn tried(&mut self, mut make: impl FnMut(&mut Self) -> Made) -> Made {
        let (start, depth, frugal) = (self.out.len(), self.depth, self.frugal);
        let mut made = make(self);
        if made.is_ok() {
            return made;
        }
        self.choices.again();
        for _ in 1..TRIES {
            self.out.truncate(start);
            self.flaws.forget(start);
            (self.depth, self.frugal) = (depth, frugal);
            made = make(self);
            if made.is_ok() {
                break;
            }
        }
        self.choices.settled();
        made
    }

    /// One of the user's examples for a function.
    fn example(&mut self, check: Check, room: Room) -> Option<&'p [u8]> {
        let fits = |bytes: &[u8]| bytes.len() == room.most || bytes.len() < room.most && !room.exact;
        let own = self.examples.iter().filter(|(function, bytes)| *function == check.function && fits(bytes));
        let own: Vec<&'p [u8]> = own.map(|(_, bytes)| bytes.as_slice()).collect();
        if own.is_empty() {
            return None;
        }
        let index = self.choices.one_of(own.len());
        own.get(index).copied()
    }

    fn checked(&mut self, inner: &'static Encoding, check: Check, room: Room) -> Made {
        let start = self.out.len();
        self.value(inner, room)?;
        let flawed = self.flaws.made.is_some_and(|(_, offset)| offset >= start);
        let written = self.out.get(start..).unwrap_or_default();
        match check.run {
            Some(run) if !flawed => run(written).map_err(|_| Unmade::Refused { function: check.function }),
            _ => Ok(()),
        }
    }

    /// Whether a value fits.
    fn fits(&self, encoding: &'static Encoding, room: Room) -> bool {
        let size = encoding.size();
        let exactly = match size.class {
            Class::Fixed(bytes) => bytes == room.most,
            _ => size.most.is_none_or(|most| room.most <= most),
        };
        self.least.bytes(encoding).is_some_and(|least| least <= room.most) && (exactly || !room.exact)
    }

    /// Whether an optional value is there; `must` where its block leaves no choice.
    fn present(&mut self, inner: &'static Encoding, room: Room, must: Option<bool>) -> bool {
        let can = !self.frugal && self.fits(inner, room);
        must.unwrap_or_else(|| can && self.choices.one_of(2) == 1)
    }

    fn usual(&mut self, inner: &'static Encoding, default: DefaultBytes, room: Room) -> Made {
        let usual = match default {
            DefaultBytes::Known(bytes) => Some(bytes.to_vec()),
            DefaultBytes::Made(make) => make(),
        };
        let fits = |bytes: &Vec<u8>| bytes.len() == room.most || bytes.len() < room.most && !room.exact;
        match usual.filter(fits) {
            Some(bytes) if self.choices.one_of(2) == 0 => {
                self.out.extend(bytes);
                Ok(())
            }
            _ => self.value(inner, room),
        }
    }

    fn extent(&mut self, extent: Extent, room: Room) -> usize {
        match extent {
            Extent::Fixed(bytes) => bytes,
            Extent::Rest if room.exact => room.most,
            Extent::Rest if self.frugal => 0,
            Extent::Rest => self.choices.length(0, room.most),
        }
    }

    fn big_endian(&mut self, number: usize, bytes: usize) {
        let all = number.to_be_bytes();
        self.out.extend_from_slice(all.get(all.len().saturating_sub(bytes)..).unwrap_or_default());
    }

    fn fields(&mut self, fields: &'static [Field], room: Room) -> Made {
        let parts: Vec<&'static Encoding> = fields.iter().map(|field| field.encoding).collect();
        self.objects.push(self.out.len());
        let made = self.sequence(&parts, room);
        self.objects.pop();
        made
    }

    /// Parts one after the other. Where they fill a block, the one that can be of any size makes up for the others.
    fn sequence(&mut self, parts: &[&'static Encoding], room: Room) -> Made {
        let start = self.out.len();
        let least: Vec<usize> = parts.iter().map(|part| self.least.bytes(part).unwrap_or_default()).collect();
        let of_class = |wanted: fn(Class) -> bool| parts.iter().rposition(|part| wanted(part.size().class));
        let filling = of_class(|class| class == Class::Variable).or_else(|| of_class(|class| class == Class::Dynamic));
        for (index, part) in parts.iter().enumerate() {
            let behind =
                least.iter().skip(index.saturating_add(1)).fold(0usize, |sum, bytes| sum.saturating_add(*bytes));
            let left = room.less(self.written(start)).less(behind);
            let fixed = matches!(part.size().class, Class::Fixed(_));
            let exact = room.exact && !fixed && filling == Some(index);
            self.value(part, Room { exact, ..left })?;
        }
        match room.exact && self.written(start) != room.most && self.flaws.made.is_none() {
            true => Err(Unmade::Unfillable { bytes: room.most }),
            false => Ok(()),
        }
    }
}

/// Whether the fields before choose the form of a field.
fn is_selected(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Select(_) => true,
        Encoding::Dft { inner, .. } | Encoding::Opt(inner) | Encoding::Varopt(inner) => is_selected(inner),
        Encoding::Split(split) => is_selected(split.inner),
        _ => encoding.wrapped().is_some_and(is_selected),
    }
}
