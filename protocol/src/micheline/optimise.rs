//! Conversion of values to the representation that `PACK` encodes.

mod leaf;

use core::fmt;

use alloc::{format, string::String, vec::Vec};

use super::{Children, ExprKind, Micheline, MichelineBuilder, MichelineRef, Prim};

impl Micheline {
    /// Converts this value of the type `ty` to the representation that `PACK` encodes (`Optimized_legacy`): addresses, keys, key hashes,
    /// signatures and chain ids become bytes, timestamps become numbers, and pairs have two components. The value may be in any
    /// representation that Michelson accepts.
    ///
    /// Values that are already bytes are unchanged. Sets and maps are not sorted: they must be in order, as in Michelson.
    ///
    /// ```
    /// use tezos_protocols::micheline::{Micheline, Prim, pack, script_expr_hash};
    /// let ty = Micheline::prim(Prim::pair, [Micheline::prim(Prim::address, []), Micheline::prim(Prim::nat, [])]);
    /// let owner = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
    /// let key = Micheline::prim(Prim::Pair, [Micheline::string(owner), Micheline::int(7)]).optimised(&ty).unwrap();
    /// assert_eq!(key.to_string(), "Pair 0x00006b82198cb179e8306c1bedd08f12dc863f328886 7");
    /// // The key of its value in a big map.
    /// let _hash = script_expr_hash(&key).unwrap();
    /// assert_eq!(pack(&key).unwrap()[..3], [5, 7, 7]);
    /// ```
    ///
    /// # Errors
    /// If this is not a value of the type, or values of the type cannot be packed, such as `operation` and `big_map`. A `bls12_381_fr`
    /// given as a number must be less than 2^63.
    ///
    /// Rule: [`script_ir_translator.ml`, `parse_data`][parse], and [`script_ir_unparser.ml`, `unparse_data`][unparse].
    ///
    /// [parse]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml
    /// [unparse]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_unparser.ml
    pub fn optimised(&self, ty: &Self) -> Result<Self, ValueError> {
        let mut builder = MichelineBuilder::new();
        let mut tasks = Vec::from([Task::Value(self.root(), ty.root())]);
        while let Some(task) = tasks.pop() {
            task.run(&mut builder, &mut tasks)?;
        }
        // Each task adds one closed expression to the builder.
        builder.finish().ok_or_else(|| ValueError::new(ty.root(), self.root()))
    }
}

/// The error for a value that does not have the given type, or whose type cannot be packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    ty: String,
    found: String,
}

impl ValueError {
    fn new(ty: MichelineRef<'_>, found: MichelineRef<'_>) -> Self {
        Self { ty: describe(ty), found: describe(found) }
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a value that can be packed, of the type {}, found {}", self.ty, self.found)
    }
}

impl core::error::Error for ValueError {}

/// Maximum length of the text of an expression in an error.
const TEXT_MAX_CHARS: usize = 60;

/// Describes a node on a short line.
fn describe(node: MichelineRef<'_>) -> String {
    match node.kind() {
        ExprKind::Int(number) => format!("the number {number:?}").chars().take(TEXT_MAX_CHARS).collect(),
        ExprKind::String(text) => {
            let text: String = String::from_utf8_lossy(text).chars().take(TEXT_MAX_CHARS).collect();
            format!("the text {text:?}")
        }
        ExprKind::Bytes(bytes) => format!("{} bytes", bytes.len()),
        ExprKind::Sequence(_) => "a sequence".into(),
        ExprKind::Application(application) => match application.args().count() {
            0 => format!("{}", application.prim),
            args => format!("{} of {args}", application.prim),
        },
    }
}

/// A step that remains to be done; the innermost is last.
enum Task<'a> {
    /// A value of a type.
    Value(MichelineRef<'a>, MichelineRef<'a>),
    /// The remaining components of a pair, and of its type: at least one of each.
    Pair(Children<'a>, Children<'a>),
    /// The elements of a list or a set, and their type.
    Items(Children<'a>, MichelineRef<'a>),
    /// The entries of a map, and the types of keys and values.
    Entries(Children<'a>, [MichelineRef<'a>; 2]),
    /// Instructions, whose constants are values of types.
    Code(Children<'a>),
    /// The end of an application with these annotations, or of a sequence.
    Close(&'a [u8]),
}

impl<'a> Task<'a> {
    fn run(self, builder: &mut MichelineBuilder, tasks: &mut Vec<Self>) -> Result<(), ValueError> {
        match self {
            Self::Value(value, ty) => return Self::value(value, ty, builder, tasks),
            Self::Pair(values, types) => return Self::pair(values, types, builder, tasks),
            Self::Items(mut items, ty) => {
                if let Some(item) = items.next() {
                    tasks.extend([Self::Items(items, ty), Self::Value(item, ty)]);
                }
            }
            Self::Entries(mut entries, types) => {
                let Some(entry) = entries.next() else { return Ok(()) };
                let [key, value] = arguments(entry, Prim::Elt).ok_or_else(|| ValueError::new(types[0], entry))?;
                builder.open(Prim::Elt);
                tasks.extend([Self::Entries(entries, types), Self::Close(b"")]);
                tasks.extend([Self::Value(value, types[1]), Self::Value(key, types[0])]);
            }
            Self::Code(mut nodes) => {
                let Some(node) = nodes.next() else { return Ok(()) };
                tasks.push(Self::Code(nodes));
                match (node.kind(), arguments(node, Prim::PUSH)) {
                    (_, Some([ty, value])) => {
                        builder.open(Prim::PUSH);
                        builder.add(ty);
                        tasks.extend([Self::Close(node.annots_text()), Self::Value(value, ty)]);
                    }
                    (ExprKind::Sequence(nodes), None) => {
                        builder.open_sequence();
                        tasks.extend([Self::Close(b""), Self::Code(nodes)]);
                    }
                    (ExprKind::Application(application), None) => {
                        builder.open(application.prim);
                        tasks.extend([Self::Close(application.annots_text()), Self::Code(application.args())]);
                    }
                    _ => builder.add(node),
                }
            }
            Self::Close(annots) => builder.close(annots),
        }
        Ok(())
    }

    fn value(
        value: MichelineRef<'a>,
        ty: MichelineRef<'a>,
        builder: &mut MichelineBuilder,
        tasks: &mut Vec<Self>,
    ) -> Result<(), ValueError> {
        let error = || ValueError::new(ty, value);
        let prim = ty.prim().ok_or_else(error)?;
        let mut open = |prim, argument: Option<(MichelineRef<'a>, MichelineRef<'a>)>| {
            builder.open(prim);
            tasks.push(Self::Close(b""));
            tasks.extend(argument.map(|(value, ty)| Self::Value(value, ty)));
        };
        match prim {
            Prim::pair => {
                let (values, types) = parts(value).zip(parts(ty)).ok_or_else(error)?;
                tasks.push(Self::Pair(values, types));
            }
            Prim::option => {
                let [ty] = arguments(ty, prim).ok_or_else(error)?;
                match (arguments(value, Prim::Some), arguments(value, Prim::None)) {
                    (Some([some]), _) => open(Prim::Some, Some((some, ty))),
                    (_, Some([])) => open(Prim::None, None),
                    _ => return Err(error()),
                }
            }
            Prim::or => {
                let [left_ty, right_ty] = arguments(ty, prim).ok_or_else(error)?;
                match (arguments(value, Prim::Left), arguments(value, Prim::Right)) {
                    (Some([left]), _) => open(Prim::Left, Some((left, left_ty))),
                    (_, Some([right])) => open(Prim::Right, Some((right, right_ty))),
                    _ => return Err(error()),
                }
            }
            Prim::list | Prim::set | Prim::map | Prim::lambda => {
                let task = match (value.kind(), prim) {
                    (ExprKind::Sequence(items), Prim::map) => {
                        Self::Entries(items, arguments(ty, prim).ok_or_else(error)?)
                    }
                    (ExprKind::Sequence(code), Prim::lambda) => Self::Code(code),
                    (ExprKind::Sequence(items), _) => {
                        let [ty] = arguments(ty, prim).ok_or_else(error)?;
                        Self::Items(items, ty)
                    }
                    (_, Prim::lambda) => {
                        let [_] = arguments(value, Prim::Lambda_rec).ok_or_else(error)?;
                        open(Prim::Lambda_rec, None);
                        tasks.push(Self::Code(value.children()));
                        return Ok(());
                    }
                    _ => return Err(error()),
                };
                builder.open_sequence();
                tasks.extend([Self::Close(b""), task]);
            }
            _ => return leaf::write(value, prim, builder).ok_or_else(error),
        }
        Ok(())
    }

    /// Writes `Pair a (Pair b c)` for the values `a b c`, `a (Pair b c)` and `a {b; c}` of the types `a b c` and `a (pair b c)`.
    fn pair(
        mut values: Children<'a>,
        mut types: Children<'a>,
        builder: &mut MichelineBuilder,
        tasks: &mut Vec<Self>,
    ) -> Result<(), ValueError> {
        let (all_values, all_types) = (values, types);
        let Some((value, ty)) = values.next().zip(types.next()) else { return Ok(()) };
        let error = || ValueError::new(ty, value);
        match (is_empty(values), is_empty(types)) {
            (true, true) => tasks.push(Self::Value(value, ty)),
            (true, false) => tasks.push(Self::Pair(parts(value).ok_or_else(error)?, all_types)),
            (false, true) => {
                let types = parts(ty).filter(|_| ty.prim() == Some(Prim::pair)).ok_or_else(error)?;
                tasks.push(Self::Pair(all_values, types));
            }
            (false, false) => {
                builder.open(Prim::Pair);
                tasks.extend([Self::Close(b""), Self::Pair(values, types), Self::Value(value, ty)]);
            }
        }
        Ok(())
    }
}

fn is_empty(mut nodes: Children<'_>) -> bool {
    nodes.next().is_none()
}

/// Returns the components of a pair or of its type, which are at least two. A sequence is also accepted as a pair.
fn parts(node: MichelineRef<'_>) -> Option<Children<'_>> {
    let is_pair = matches!(node.prim(), Some(Prim::Pair | Prim::pair)) || matches!(node.kind(), ExprKind::Sequence(_));
    Some(node.children()).filter(|parts| is_pair && parts.take(2).count() == 2)
}

/// Returns the arguments of an application of `prim` if there are exactly `N`.
fn arguments<const N: usize>(node: MichelineRef<'_>, prim: Prim) -> Option<[MichelineRef<'_>; N]> {
    let mut args = node.children();
    let found = node.prim() == Some(prim) && node.children().take(N.saturating_add(1)).count() == N;
    let mut next = || args.next().filter(|_| found);
    let mut arguments = [node; N];
    for argument in &mut arguments {
        *argument = next()?;
    }
    Some(arguments).filter(|_| found)
}
