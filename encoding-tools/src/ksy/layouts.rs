//! Layouts by name: files, imports, recursive types.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::ptr;
use std::rc::Rc;

use tezos_encoding_core::schema::{Class, Count, Encoding, Mu};

use super::KsyError;
use super::spec::{self, Attribute, File};
use crate::made::{Body, DEPTH, MAX_BODIES, keep, keep_text};

/// Maximum nesting of types; those of Octez have a few dozen levels.
const MAX_DEPTH: usize = 200;

/// Maximum number of parts of an encoding, in which each type is counted wherever it occurs: sizes, descriptions and schemas unfold types. The largest
/// of Octez have some ten thousand.
const MAX_PARTS: usize = 100_000;

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
    /// The encodings of types, by file and type; the whole file has the type `None`.
    known: HashMap<Key, State>,
    /// The recursive encodings, each with everything that its file says about it: many files contain the same one.
    recursive: Vec<(String, &'static Encoding)>,
    /// The completed types, in order of completion.
    completed: Vec<Key>,
    depth: usize,
    pub(super) literal: bool,
}

/// A file, and a type in it unless the whole file is meant.
type Key = (String, Option<String>);

/// The state of importing a type.
#[derive(Clone, Copy)]
enum State {
    Complete(&'static Encoding),
    /// It is being imported. If it contains itself, this has the encoding that stands for it inside.
    Open {
        class: Class,
        inside: Option<(&'static Encoding, Option<Body>)>,
    },
}

impl<L: FnMut(&str) -> Result<String, String>> Layouts<L> {
    /// Creates an importer; `load` returns the text of a layout, given its name (the file name without `.ksy`).
    pub fn new(load: L) -> Self {
        let (files, known) = (HashMap::new(), HashMap::new());
        Self { load, files, known, recursive: Vec::new(), completed: Vec::new(), depth: 0, literal: false }
    }

    /// Imports layouts exactly as Kaitai reads them, even where the printer prints a presence flag that is not on the
    /// wire, or confuses two types.
    pub fn literal(self) -> Self {
        Self { literal: true, ..self }
    }

    /// Returns the encoding of a layout. It is kept until the program ends.
    ///
    /// # Errors
    /// If a file cannot be loaded or is not as Octez prints layouts; if types are nested too deep; if there are more
    /// recursive types than a program can have.
    pub fn import(&mut self, name: &str) -> Result<&'static Encoding, KsyError> {
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
    /// The errors of [`import`](Self::import).
    pub fn id(&mut self, name: &str) -> Result<Option<String>, KsyError> {
        self.file(name).map(|file| file.id.clone())
    }

    fn file(&mut self, name: &str) -> Result<Rc<File>, KsyError> {
        if let Some(file) = self.files.get(name) {
            return Ok(Rc::clone(file));
        }
        let text = (self.load)(name).map_err(|error| KsyError::new(name, 0, error))?;
        let mut file = spec::read(name, &text)?;
        if !self.literal && !file.is_exact {
            file.restore_recursion();
        }
        let file = Rc::new(file);
        self.files.insert(name.to_owned(), Rc::clone(&file));
        Ok(file)
    }

    /// Returns the encoding of a type that an attribute names: a type in the same file, or an imported file.
    pub(super) fn named(&mut self, file: &Rc<File>, name: &str, line: usize) -> Result<&'static Encoding, KsyError> {
        if file.types.contains_key(name) {
            return self.definition(file, (file.name.clone(), Some(name.to_owned())), line);
        }
        if file.imports.iter().any(|import| import == name) {
            let imported = self.file(name)?;
            return self.definition(&imported, (name.to_owned(), None), line);
        }
        Err(KsyError::new(&file.name, line, format_args!("the type `{name}` is neither defined here nor imported")))
    }

    /// Returns the encoding of a type or of a whole file.
    fn definition(&mut self, file: &Rc<File>, key: Key, line: usize) -> Result<&'static Encoding, KsyError> {
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
            let sentence = format!("types are nested deeper than {MAX_DEPTH} levels");
            return Err(KsyError::new(&file.name, line, sentence));
        }
        self.depth = self.depth.saturating_add(1);
        let (completed, recursive) = (self.completed.len(), self.recursive.len());
        // The size class of a recursive type is assumed to be dynamic; the size of the whole may show that it is not.
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
                    let sentence = format!("each value of `{name}` would contain another");
                    return Err(KsyError::new(&file.name, line, sentence));
                }
                if body.size().is_zeroable() {
                    return Err(KsyError::new(
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

    /// Imports a type, assuming its size class where it occurs inside itself.
    #[expect(clippy::type_complexity, reason = "the second half is that of `State::Open`")]
    fn assuming(
        &mut self,
        file: &Rc<File>,
        key: &Key,
        class: Class,
    ) -> Result<(&'static Encoding, Option<(&'static Encoding, Option<Body>)>), KsyError> {
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

    /// Returns the encoding that stands for a type inside itself, and a cell for its body unless the same type is known
    /// from another file.
    fn recursion(
        &mut self,
        file: &File,
        key: &Key,
        class: Class,
        line: usize,
    ) -> Result<(&'static Encoding, Option<Body>), KsyError> {
        let closure = closure(file, key);
        if let Some((_, known)) = self.recursive.iter().find(|(known, _)| *known == closure) {
            return Ok((known, None));
        }
        let body = Body::take().ok_or_else(|| {
            let sentence = format!("a program can have at most {MAX_BODIES} recursive types");
            KsyError::new(&file.name, line, sentence)
        })?;
        let name = keep_text(key.1.as_ref().unwrap_or(&key.0));
        let mu = Mu { name, class, least: 1, depth: DEPTH, body: body.function };
        Ok((keep(Encoding::Mu(keep(mu))), Some(body)))
    }
}

/// Checks that encodings have at most [`MAX_PARTS`] parts. The error is a sentence.
pub(super) fn check_parts(encodings: impl Iterator<Item = &'static Encoding>) -> Result<(), String> {
    let mut next: Vec<&'static Encoding> = encodings.collect();
    for _ in 0..MAX_PARTS {
        let Some(encoding) = next.pop() else { return Ok(()) };
        next.extend((0..).map_while(|index| encoding.child(index)));
    }
    Err(format!("this has more than {MAX_PARTS} parts, with those of each type wherever it occurs"))
}

/// Returns true if each value of an encoding contains a value of `whole`.
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
            // No other encoding that can be imported contains a value of another type in each of its values.
            _ => false,
        }
}

/// Returns everything that a file says about a type: its attributes, and those of the types that it names.
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
