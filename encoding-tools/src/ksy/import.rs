//! From layouts to encodings.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::ptr;
use std::rc::Rc;

use tezos_encoding_core::schema::{Case, Class, Count, Encoding, Extent, Field, Int, Mu, Scalar, Select, TagSize};
use tezos_encoding_core::wire::Prefix;

use super::Mistake;
use super::spec::{self, Attribute, Condition, EnumValue, File, Repeat, Size};
use crate::made::{Body, DEPTH, MAX_BODIES, keep, keep_all, keep_text, with_reserves};

/// Maximum number of types inside each other; those of Octez have some dozens.
const MAX_DEPTH: usize = 200;

/// The enumeration of booleans.
const BOOL: &str = "bool";

/// The name of optional values without a presence flag on the wire, whatever their size: signatures are optional only at the end of the
/// operations in a double evidence (`operation_repr.ml`, `inlined`), as `varopt`.
const WITHOUT_FLAG: &str = "signature";

/// Imports layouts by name; each file is read once.
///
/// ```
/// use tezos_encoding::schema::{ksy::Layouts, to_json};
/// let text = "
/// meta:
///   id: point
///   endian: be
/// seq:
/// - id: x
///   type: u2be
/// - id: y
///   type: s1
/// ";
/// let mut layouts = Layouts::new(|_| Ok(text.to_owned()));
/// let point = layouts.import("point").unwrap();
/// assert_eq!(to_json(point, &[1, 0, 255]).unwrap(), r#"{"x":256,"y":-1}"#);
/// ```
pub struct Layouts<L> {
    load: L,
    files: HashMap<String, Rc<File>>,
    /// The encodings of types, by file and type; the whole of a file has the type `None`.
    known: HashMap<Key, State>,
    /// The recursive encodings, with everything that their files say of them: many files have the same.
    recursive: Vec<(String, &'static Encoding)>,
    /// The types that were completed, in this order.
    completed: Vec<Key>,
    depth: usize,
    literal: bool,
}

/// A file, and a type in it unless the whole is meant.
type Key = (String, Option<String>);

/// What is known of a type.
#[derive(Clone, Copy)]
enum State {
    Complete(&'static Encoding),
    /// It is being imported. If it contains itself, there is the encoding that stands for it inside.
    Open {
        class: Class,
        inside: Option<(&'static Encoding, Option<Body>)>,
    },
}

impl<L: FnMut(&str) -> Result<String, String>> Layouts<L> {
    /// Layouts whose texts a function returns, given the name of a layout (that of its file without `.ksy`).
    pub fn new(load: L) -> Self {
        let (files, known) = (HashMap::new(), HashMap::new());
        Self { load, files, known, recursive: Vec::new(), completed: Vec::new(), depth: 0, literal: false }
    }

    /// Imports what Kaitai reads, also where the printer has a presence flag that is not on the wire, or confuses two types.
    pub fn literal(self) -> Self {
        Self { literal: true, ..self }
    }

    /// Returns the encoding of a layout. It is kept for the rest of the program.
    ///
    /// # Errors
    /// A file that cannot be loaded, or is not as Octez prints layouts; types nested too deep; more recursive types than a program can have.
    pub fn import(&mut self, name: &str) -> Result<&'static Encoding, Mistake> {
        let file = self.file(name)?;
        let imported = self.definition(&file, (name.to_owned(), None), 1);
        if imported.is_err() {
            // Some types may contain one that was not completed.
            self.known.clear();
            self.recursive.clear();
            self.depth = 0;
        }
        imported
    }

    /// Returns the id of the encoding of a layout; `None` if the layout does not have it.
    ///
    /// # Errors
    /// As [`import`](Self::import).
    pub fn id(&mut self, name: &str) -> Result<Option<String>, Mistake> {
        self.file(name).map(|file| file.id.clone())
    }

    fn file(&mut self, name: &str) -> Result<Rc<File>, Mistake> {
        if let Some(file) = self.files.get(name) {
            return Ok(Rc::clone(file));
        }
        let text = (self.load)(name).map_err(|error| Mistake::new(name, 0, error))?;
        let mut file = spec::read(name, &text)?;
        if !self.literal {
            file.restore_recursion();
        }
        let file = Rc::new(file);
        self.files.insert(name.to_owned(), Rc::clone(&file));
        Ok(file)
    }

    /// Returns the encoding of a type that an attribute names: one of the same file, or an imported file.
    fn named(&mut self, file: &Rc<File>, name: &str, line: usize) -> Result<&'static Encoding, Mistake> {
        if file.types.contains_key(name) {
            return self.definition(file, (file.name.clone(), Some(name.to_owned())), line);
        }
        if file.imports.iter().any(|import| import == name) {
            let imported = self.file(name)?;
            return self.definition(&imported, (name.to_owned(), None), line);
        }
        Err(Mistake::new(&file.name, line, format_args!("there is no type `{name}`, here or among the imports")))
    }

    /// Returns the encoding of a type or of a whole file.
    fn definition(&mut self, file: &Rc<File>, key: Key, line: usize) -> Result<&'static Encoding, Mistake> {
        match self.known.get(&key).copied() {
            Some(State::Complete(encoding)) => return Ok(encoding),
            Some(State::Open { class, inside: None }) => {
                let inside = self.recursion(file, &key, class, line)?;
                self.known.insert(key, State::Open { class, inside: Some(inside) });
                return Ok(inside.0);
            }
            Some(State::Open { inside: Some((encoding, _)), .. }) => return Ok(encoding),
            None => {}
        }
        if self.depth >= MAX_DEPTH {
            let sentence = format_args!("more than {MAX_DEPTH} types inside each other");
            return Err(Mistake::new(&file.name, line, sentence));
        }
        self.depth = self.depth.saturating_add(1);
        let (completed, recursive) = (self.completed.len(), self.recursive.len());
        // Dynamic size is an assumption about a type that contains itself, which the size of the whole may refute.
        let mut result = self.assuming(file, &key, Class::Dynamic)?;
        if let (body, Some((_, Some(_)))) = result
            && body.size().class == Class::Variable
        {
            for inner in self.completed.drain(completed..) {
                self.known.remove(&inner);
            }
            self.recursive.truncate(recursive);
            result = self.assuming(file, &key, Class::Variable)?;
        }
        self.depth = self.depth.saturating_sub(1);
        let encoding = match result {
            (body, None) => body,
            (_, Some((recursive, None))) => recursive,
            (body, Some((recursive, Some(cell)))) => {
                cell.set(body);
                let name = key.1.as_ref().unwrap_or(&key.0);
                if contains(body, recursive, &mut HashSet::new()) {
                    let sentence = format_args!("each value of `{name}` would contain another");
                    return Err(Mistake::new(&file.name, line, sentence));
                }
                if body.size().is_zeroable() {
                    return Err(Mistake::new(
                        &file.name,
                        line,
                        format_args!("`{name}` contains itself and may have no bytes"),
                    ));
                }
                self.recursive.push((closure(file, &key), recursive));
                recursive
            }
        };
        self.completed.push(key.clone());
        self.known.insert(key, State::Complete(encoding));
        Ok(encoding)
    }

    /// Imports a type with an assumption about its size where it occurs inside itself.
    #[expect(clippy::type_complexity, reason = "the second half is that of `State::Open`")]
    fn assuming(
        &mut self,
        file: &Rc<File>,
        key: &Key,
        class: Class,
    ) -> Result<(&'static Encoding, Option<(&'static Encoding, Option<Body>)>), Mistake> {
        self.known.insert(key.clone(), State::Open { class, inside: None });
        let (name, attributes) = match &key.1 {
            Some(name) => (name, file.types.get(name).map_or(&[][..], Vec::as_slice)),
            None => (&file.name, file.sequence.as_slice()),
        };
        let body = self.sequence(file, name, attributes)?;
        let inside = match self.known.get(key) {
            Some(State::Open { inside, .. }) => *inside,
            _ => None,
        };
        Ok((body, inside))
    }

    /// Returns the encoding that stands for a type inside itself, and a cell for its body unless the same type is known of another file.
    fn recursion(
        &mut self,
        file: &File,
        key: &Key,
        class: Class,
        line: usize,
    ) -> Result<(&'static Encoding, Option<Body>), Mistake> {
        let closure = closure(file, key);
        if let Some((_, known)) = self.recursive.iter().find(|(known, _)| *known == closure) {
            return Ok((known, None));
        }
        let body = Body::take().ok_or_else(|| {
            let sentence = format_args!("a run of the tool has room for {MAX_BODIES} recursive types");
            Mistake::new(&file.name, line, sentence)
        })?;
        let name = keep_text(key.1.as_ref().unwrap_or(&key.0));
        let mu = Mu { name, class, least: 1, depth: DEPTH, body: body.function };
        Ok((keep(Encoding::Mu(keep(mu))), Some(body)))
    }

    /// Returns the encoding of a type, given its name and its attributes.
    fn sequence(
        &mut self,
        file: &Rc<File>,
        name: &str,
        mut attributes: &[Attribute],
    ) -> Result<&'static Encoding, Mistake> {
        if let Some(number) = number_of_any_size(attributes) {
            return Ok(keep(Encoding::Scalar(number)));
        }
        let (mut names, mut encodings) = (Vec::new(), Vec::new());
        while let [first, rest @ ..] = attributes {
            let (id, encoding, taken) = self.element(file, first, rest)?;
            names.push(id);
            encodings.push((first.line, encoding));
            attributes = rest.get(taken..).unwrap_or_default();
        }
        let encodings =
            with_reserves(&encodings).map_err(|(line, sentence)| Mistake::new(&file.name, line, sentence))?;
        Ok(match (names.as_slice(), encodings.as_slice()) {
            ([], _) => &Encoding::Empty,
            ([id], [only]) if is_wrapper(name, id) => only,
            _ if names.iter().enumerate().all(|(index, id)| is_numbered(id, index)) => {
                keep(Encoding::Tuple(keep_all(encodings)))
            }
            _ => {
                let fields = names.iter().zip(encodings).map(|(id, encoding)| Field::req(keep_text(id), encoding));
                keep(Encoding::Object(keep_all(fields.collect())))
            }
        })
    }

    /// Returns the element that begins with `first`: its name, its encoding, and how many of the attributes behind belong to it.
    fn element<'f>(
        &mut self,
        file: &Rc<File>,
        first: &'f Attribute,
        rest: &'f [Attribute],
    ) -> Result<(&'f str, &'static Encoding, usize), Mistake> {
        if let Some(name) = &first.enumeration {
            let depends = |attribute: &&Attribute| matches!(&attribute.condition, Some(Condition::Case { tag, .. }) if *tag == first.id);
            let count = rest.iter().take_while(depends).count();
            let payloads = rest.get(..count).unwrap_or_default();
            return if name == BOOL {
                self.optional(file, first, payloads)
            } else {
                let id = if count == 0 { &first.id } else { first.id.strip_suffix("_tag").unwrap_or(&first.id) };
                Ok((id, self.choice(file, name, first, payloads)?, count))
            };
        }
        if first.condition.is_some() {
            return Err(Mistake::new(&file.name, first.line, "the key `if` without its tag directly before it"));
        }
        if let [second, ..] = rest {
            let of_first = |name: &str| name == first.id;
            if matches!(&second.size, Some(Size::Of(name)) if of_first(name)) {
                let inner = match &second.kind {
                    Some(kind) => self.named(file, kind, second.line)?,
                    None => &Encoding::Bytes(Extent::Rest),
                };
                let (prefix, max) = self.prefix(file, first)?;
                let inner = max.map_or(inner, |limit| keep(Encoding::Bounded { limit, inner }));
                return Ok((&second.id, keep(Encoding::Dynamic { prefix, inner }), 1));
            }
            if matches!(&second.repeat, Some(Repeat::Of(name)) if of_first(name)) {
                let (prefix, max) = self.prefix(file, first)?;
                let item = self.once(file, second)?;
                let list = Encoding::List { item, count: Count::Prefixed { prefix, max }, array: false };
                return Ok((&second.id, keep(list), 1));
            }
        }
        let once = self.once(file, first)?;
        let count = match &first.repeat {
            None => return Ok((&first.id, once, 0)),
            Some(Repeat::ToEnd) => Count::ToEnd { min: 0, max: None },
            Some(Repeat::Exactly(count)) => Count::Exactly(*count),
            Some(Repeat::Of(_) | Repeat::Until) => {
                return Err(Mistake::new(
                    &file.name,
                    first.line,
                    "the key `repeat` without a count directly before it",
                ));
            }
        };
        let id = first.id.strip_suffix("_entries").unwrap_or(&first.id);
        Ok((id, keep(Encoding::List { item: once, count, array: false }), 0))
    }

    /// Returns a boolean, or the optional value whose presence flag it is.
    fn optional<'f>(
        &mut self,
        file: &Rc<File>,
        flag: &'f Attribute,
        payloads: &'f [Attribute],
    ) -> Result<(&'f str, &'static Encoding, usize), Mistake> {
        match payloads {
            [] => Ok((&flag.id, &Encoding::Scalar(Scalar::Bool), 0)),
            [value] => {
                let inner = self.once(file, value)?;
                // Octez has no flag before a value that extends to the end of the block (`encoding.ml`, `opt`); its printer has one.
                let without_flag = inner.size().class == Class::Variable || value.id == WITHOUT_FLAG;
                let encoding = match without_flag && !self.literal {
                    true => Encoding::Varopt(inner),
                    false => Encoding::Opt(inner),
                };
                Ok((&value.id, keep(encoding), 1))
            }
            [_, second, ..] => Err(Mistake::new(&file.name, second.line, "two values with one presence flag")),
        }
    }

    /// Returns a union or an enumeration, given its tag and the attributes that depend on the tag.
    fn choice(
        &mut self,
        file: &Rc<File>,
        name: &str,
        tag: &Attribute,
        payloads: &[Attribute],
    ) -> Result<&'static Encoding, Mistake> {
        let mistake = |line, sentence: &str| Mistake::new(&file.name, line, format_args!("`{name}`: {sentence}"));
        let values = file.enums.get(name).ok_or_else(|| mistake(tag.line, "there is no such enumeration"))?;
        let width = self.integer(file, tag)?.bytes;
        let depends_on = |attribute: &Attribute, value: &EnumValue| matches!(&attribute.condition, Some(Condition::Case { label, .. }) if *label == value.label);
        let is_stray = |attribute: &&Attribute| !values.iter().any(|value| depends_on(attribute, value));
        if let Some(stray) = payloads.iter().find(is_stray) {
            return Err(mistake(stray.line, "it has no value for this `if`"));
        }
        let mut cases = Vec::new();
        for value in values {
            let own = payloads.iter().filter(|attribute| depends_on(attribute, value));
            let mut own = own.map(|payload| self.once(file, payload)).collect::<Result<Vec<_>, _>>()?;
            let same = values.iter().filter(|other| other.label == value.label).count();
            if own.len() < same {
                own.push(&Encoding::Empty);
            }
            let payload = match own.as_slice() {
                [only] if same == 1 => only,
                [Encoding::Empty] => &Encoding::Empty,
                _ => one_of(&value.name, &own),
            };
            cases.push(Case::new(value.number, keep_text(&value.name), payload));
        }
        let in_order = values.iter().zip(0..).all(|(value, index)| value.number == index);
        if payloads.is_empty() && in_order && width == Prefix::for_count(values.len()).bytes() {
            let names = cases.iter().map(|case| case.title).collect();
            return Ok(keep(Encoding::Enum(keep_all(names))));
        }
        let size = match width {
            1 => TagSize::U8,
            2 => TagSize::U16,
            _ => TagSize::U32,
        };
        if values.iter().any(|value| value.number > size.max()) {
            return Err(mistake(tag.line, "a value is too large for the tag"));
        }
        Ok(keep(Encoding::Union { tag: size, cases: keep_all(cases), ignore_unknown: false }))
    }

    /// Returns the encoding of an attribute without its `repeat` and its `if`.
    fn once(&mut self, file: &Rc<File>, attribute: &Attribute) -> Result<&'static Encoding, Mistake> {
        let mistake = |sentence| Err(Mistake::new(&file.name, attribute.line, sentence));
        match (&attribute.kind, &attribute.size) {
            (None, Some(Size::Fixed(bytes))) => Ok(keep(Encoding::Bytes(Extent::Fixed(*bytes)))),
            (None, Some(Size::ToEnd)) => Ok(&Encoding::Bytes(Extent::Rest)),
            (Some(kind), Some(Size::Fixed(bytes))) => {
                let inner = self.named(file, kind, attribute.line)?;
                Ok(keep(Encoding::Sized { bytes: *bytes, inner }))
            }
            (Some(kind), None | Some(Size::ToEnd)) if kind == "f8" || kind == "f8be" => {
                Ok(&Encoding::Scalar(Scalar::Float))
            }
            (Some(kind), None | Some(Size::ToEnd)) => match scalar(kind) {
                Some(_) => Ok(keep(Encoding::Scalar(Scalar::Int(self.integer(file, attribute)?)))),
                None => self.named(file, kind, attribute.line),
            },
            (_, Some(Size::Of(_))) => mistake("the key `size` names no attribute directly before it"),
            (None, None) => mistake("an attribute with neither `type` nor `size`"),
        }
    }

    /// Returns the integer that an attribute is.
    fn integer(&self, file: &File, attribute: &Attribute) -> Result<Int, Mistake> {
        let kind = attribute.kind.as_deref().unwrap_or_default();
        let full = scalar(kind).ok_or_else(|| {
            Mistake::new(&file.name, attribute.line, format_args!("`{kind}` is no integer type that Octez prints"))
        })?;
        let (min, max) = (attribute.min, attribute.max);
        if min.is_none() && max.is_none() {
            return Ok(full);
        }
        let (min, max) = (min.map_or(full.min, i128::from), max.map_or(full.max, i128::from));
        if let (Ok(min), Ok(max)) = (i64::try_from(min), i64::try_from(max)) {
            let ranged = Int::ranged(min, max, full.little);
            if (ranged.bytes, ranged.signed, ranged.shift) == (full.bytes, full.signed, 0) {
                return Ok(ranged);
            }
        }
        Ok(Int { name: "ranged_int", min, max, ..full })
    }

    /// Returns the size prefix or the count that an attribute is, with its maximum if that is less than any prefix of its width has.
    fn prefix(&self, file: &File, attribute: &Attribute) -> Result<(Prefix, Option<usize>), Mistake> {
        let max = attribute.max.and_then(|max| usize::try_from(max).ok());
        if attribute.kind.as_deref() == Some("n") {
            return Ok((Prefix::N, max));
        }
        let int = self.integer(file, attribute)?;
        let prefix = match (int.bytes, int.little, int.signed) {
            (1, _, false) => Prefix::U8,
            (2, false, false) => Prefix::U16,
            (2, true, false) => Prefix::U16Le,
            (4, false, false) => Prefix::U30,
            (4, true, false) => Prefix::U30Le,
            _ => return Err(Mistake::new(&file.name, attribute.line, "a size that is neither `u1`, `u2` nor `u4`")),
        };
        let widest = prefix.int().map(|int| int.max);
        Ok((prefix, max.filter(|max| widest.is_none_or(|widest| i128::try_from(*max).is_ok_and(|max| max < widest)))))
    }
}

/// Whether each value of an encoding contains a value of `whole`.
fn contains(encoding: &'static Encoding, whole: &'static Encoding, seen: &mut HashSet<*const Encoding>) -> bool {
    ptr::eq(encoding, whole)
        || match encoding {
            Encoding::Object(fields) => fields.iter().any(|field| contains(field.encoding, whole, seen)),
            Encoding::Tuple(elements) => elements.iter().any(|element| contains(element, whole, seen)),
            Encoding::Mu(mu) => seen.insert(encoding) && contains((mu.body)(), whole, seen),
            Encoding::List { item: inner, count: Count::Exactly(1..), .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Sized { inner, .. }
            | Encoding::Dynamic { inner, .. } => contains(inner, whole, seen),
            // No other encoding that is imported contains one of another type in each value.
            _ => false,
        }
}

/// Returns the payload of a case whose label other cases have too, so that the layout does not determine which payload belongs to which tag:
/// one of these, which no reader can choose.
fn one_of(name: &str, alternatives: &[&'static Encoding]) -> &'static Encoding {
    let cases = alternatives.iter().map(|encoding| Field::req(keep_text(name), encoding)).collect();
    keep(Encoding::Select(keep(Select { cases: keep_all(cases), choose: |_| None })))
}

/// Returns everything that a file says of a type: its own attributes, and those of the types that it names.
fn closure(file: &File, key: &Key) -> String {
    let (mut out, mut seen, mut next) = (String::new(), BTreeSet::new(), vec![key.1.as_deref()]);
    while let Some(name) = next.pop() {
        let attributes = match name {
            Some(name) => file.types.get(name),
            None => Some(&file.sequence),
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{name:?}");
        for attribute in attributes.into_iter().flatten() {
            let Attribute { line: _, id, kind, size, repeat, condition, min, max, enumeration } = attribute;
            let values = enumeration.as_ref().and_then(|name| file.enums.get(name));
            let _ = writeln!(out, "{id} {kind:?} {size:?} {repeat:?} {condition:?} {min:?} {max:?} {values:?}");
            if let Some(kind) = kind
                && seen.insert(kind.as_str())
            {
                next.push(Some(kind));
            }
        }
    }
    out
}

/// Returns the integer type with this name: `u1`, `s4be`, `u2le`.
fn scalar(kind: &str) -> Option<Int> {
    let (kind, little) = match kind.strip_suffix("le") {
        Some(kind) => (kind, true),
        None => (kind.strip_suffix("be").unwrap_or(kind), false),
    };
    let (name, bytes, signed) = match kind {
        "u1" => ("uint8", 1, false),
        "s1" => ("int8", 1, true),
        "u2" => ("uint16", 2, false),
        "s2" => ("int16", 2, true),
        "u4" => ("uint32", 4, false),
        "s4" => ("int32", 4, true),
        "u8" => ("uint64", 8, false),
        "s8" => ("int64", 8, true),
        _ => return None,
    };
    Some(Int::full(name, bytes, signed, little))
}

/// Returns `n` or `z` if these are the attributes of its definition.
fn number_of_any_size(attributes: &[Attribute]) -> Option<Scalar> {
    let kinds: Vec<Option<&str>> = attributes.iter().map(|attribute| attribute.kind.as_deref()).collect();
    let until = attributes.last().is_some_and(|last| last.repeat == Some(Repeat::Until));
    match kinds.as_slice() {
        [Some("n_chunk")] if until => Some(Scalar::N),
        [Some("b1be"), Some("b1be"), Some("b6be"), Some("n_chunk")] if until => Some(Scalar::Z),
        _ => None,
    }
}

/// Whether a type with one attribute was made by the printer around the attribute: both have the same name, but for what makes names unique.
fn is_wrapper(name: &str, id: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.strip_suffix('_').filter(|stem| stem.len() < name.len()).unwrap_or(name);
    name == id || stem == id || stem.ends_with("_entries") || id.strip_suffix("_entries").is_some_and(|id| id == stem)
}

/// Whether this is the name that the printer gives to the element of a tuple with this index.
fn is_numbered(id: &str, index: usize) -> bool {
    id.rsplit_once("_field").is_some_and(|(_, number)| number.parse() == Ok(index))
}
