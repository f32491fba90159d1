//! The types of columns, made from schemas.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, TimeUnit};
use tezos_encoding::schema::{self, Case, Encoding, Int, Scalar, Split};

use crate::names;
use crate::options::{Hashes, MichelineForm, Options};

/// The digits of a `decimal(38, 0)`.
pub(crate) const DIGITS: u8 = 38;

/// The most bytes of an `n` that is an `int64`: those of an amount of tez, whose maximum is that of an `int64`.
const AMOUNT_MAX_BYTES: usize = 10;

/// The type of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No values: the value is determined by its case.
    Nothing,
    Bool,
    Int32,
    Int64,
    /// A number of any size.
    Number,
    Float,
    Text,
    Bytes,
    /// A time in seconds.
    Time,
    /// What JSON has in Base58Check: hashes, addresses, keys and signatures.
    Hash,
    Micheline,
    /// A value that is a column of no other type, in JSON.
    Json,
    List(Box<Self>),
    Struct(Vec<Named>),
}

/// A column with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) shape: Shape,
}

impl Named {
    pub(crate) fn new(name: impl Into<String>, shape: Shape) -> Self {
        Self { name: name.into(), shape }
    }
}

impl Shape {
    /// Returns the type that has the values of both; `None` if none but JSON has.
    pub(crate) fn with(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (one, other) if one == other => one,
            (Self::Nothing, shape) | (shape, Self::Nothing) => shape,
            (Self::Int32, Self::Int64) | (Self::Int64, Self::Int32) => Self::Int64,
            (Self::Number, Self::Int32 | Self::Int64) | (Self::Int32 | Self::Int64, Self::Number) => Self::Number,
            (Self::Text, Self::Hash) | (Self::Hash, Self::Text) => Self::Text,
            (Self::Json, _) | (_, Self::Json) => Self::Json,
            (Self::List(one), Self::List(other)) => Self::List(Box::new(one.with(*other)?)),
            (Self::Struct(one), Self::Struct(other)) => Self::Struct(union(one, other)),
            _ => return None,
        })
    }

    /// Returns true if values of `other` have a place in a column of this type.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.clone().with(other.clone()).as_ref() == Some(self)
    }

    /// The word for the type in the name of a column.
    const fn word(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Bool => "flag",
            Self::Int32 | Self::Int64 | Self::Number | Self::Float => "number",
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::Time => "time",
            Self::Hash => "hash",
            Self::Micheline => "micheline",
            Self::Json => "json",
            Self::List(_) => "list",
            Self::Struct(_) => "object",
        }
    }

    /// Returns the fields of Arrow: one, or two for Micheline in both forms; none for a type without values.
    pub(crate) fn fields(&self, name: &str, options: &Options) -> Vec<Field> {
        let field = |name: &str, of: DataType| Field::new(name, of, true);
        let text = DataType::Utf8;
        let bytes = DataType::Binary;
        let of = match self {
            Self::Nothing => return Vec::new(),
            Self::Bool => DataType::Boolean,
            Self::Int32 => DataType::Int32,
            Self::Int64 => DataType::Int64,
            Self::Number => DataType::Decimal128(DIGITS, 0),
            Self::Float => DataType::Float64,
            Self::Text | Self::Json => text,
            Self::Bytes => bytes,
            Self::Time => DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())),
            Self::Hash => {
                if options.hashes == Hashes::Base58 {
                    text
                } else {
                    bytes
                }
            }
            Self::Micheline => {
                let json = format!("{name}_json");
                return match options.micheline {
                    MichelineForm::Bytes => vec![field(name, bytes)],
                    MichelineForm::Json => vec![field(&json, text)],
                    MichelineForm::Both => vec![field(name, bytes), field(&json, text)],
                };
            }
            Self::List(item) => {
                let mut fields = item.fields("item", options);
                match (fields.pop(), fields.is_empty()) {
                    (Some(item), true) => DataType::List(Arc::new(item.with_name("item"))),
                    (Some(json), false) => {
                        fields.push(json);
                        DataType::List(Arc::new(field("item", DataType::Struct(fields.into()))))
                    }
                    (None, _) => return Vec::new(),
                }
            }
            Self::Struct(fields) => DataType::Struct(arrow_fields(fields, options)),
        };
        vec![field(name, of)]
    }
}

/// Returns the fields of Arrow of a row.
pub(crate) fn arrow_fields(fields: &[Named], options: &Options) -> Fields {
    fields.iter().flat_map(|named| named.shape.fields(&named.name, options)).collect()
}

/// Returns the fields of both, those of `one` first.
fn union(mut one: Vec<Named>, other: Vec<Named>) -> Vec<Named> {
    merge(&mut one, other);
    one
}

/// Adds a field of the same row, or of the same field in another protocol or case. Where a field has another type, it is a column of its own.
fn add(fields: &mut Vec<Named>, named: Named) {
    let Some(known) = fields.iter_mut().find(|known| known.name == named.name) else {
        fields.push(named);
        return;
    };
    match known.shape.clone().with(named.shape.clone()) {
        Some(shape) => known.shape = shape,
        None => {
            let name = other_name(&named.name, &named.shape);
            add(fields, Named { name, ..named });
        }
    }
}

/// The name of a column whose type is not that of the column of the name.
fn other_name(name: &str, shape: &Shape) -> String {
    format!("{name}_{}", shape.word())
}

/// Adds the columns of another protocol.
pub(crate) fn merge(one: &mut Vec<Named>, other: Vec<Named>) {
    other.into_iter().for_each(|named| add(one, named));
}

/// Returns the number of columns of arrow.
pub(crate) fn width(fields: &[Named], options: &Options) -> usize {
    let both = options.micheline == MichelineForm::Both;
    fields.iter().map(|named| if named.shape == Shape::Micheline && both { 2 } else { 1 }).sum()
}

/// Returns the index of the column that holds the values of a field.
pub(crate) fn column_of(fields: &[Named], name: &str, shape: &Shape) -> Option<usize> {
    let index = fields.iter().position(|known| known.name == name)?;
    let known = fields.get(index)?;
    if known.shape.holds(shape) { Some(index) } else { column_of(fields, &other_name(name, shape), shape) }
}

/// Finds the types of values, and collects the rows of tables inside others.
#[derive(Default)]
pub(crate) struct Shapes {
    /// The columns of the tables inside others.
    pub(crate) side: BTreeMap<&'static str, Vec<Named>>,
    /// Whether the row is a receipt, whose kind is that of the contents.
    in_receipt: bool,
}

impl Shapes {
    /// Returns the type of a value.
    pub(crate) fn value(&mut self, encoding: &'static Encoding) -> Shape {
        match encoding {
            Encoding::Empty | Encoding::Null => Shape::Nothing,
            Encoding::Constant(_) | Encoding::Enum(_) | Encoding::Text { .. } => Shape::Text,
            Encoding::Scalar(scalar) => of_scalar(scalar),
            Encoding::Bounded { limit: ..=AMOUNT_MAX_BYTES, inner: Encoding::Scalar(Scalar::N) } => Shape::Int64,
            Encoding::Bytes(_) => Shape::Bytes,
            Encoding::List { item, .. } => match self.value(item) {
                Shape::Nothing => Shape::Json,
                item => Shape::List(Box::new(item)),
            },
            Encoding::Object(_) | Encoding::Tuple(_) | Encoding::Merge(_) => match self.fields(encoding) {
                // Parquet has no structs without columns. The name of a field without a value may be all that tells a case.
                columns if columns.is_empty() && matches!(encoding, Encoding::Object([])) => Shape::Nothing,
                columns if columns.is_empty() => Shape::Json,
                columns => Shape::Struct(columns),
            },
            Encoding::Union { cases, .. } => self.union(cases),
            Encoding::Opt(inner) | Encoding::Varopt(inner) | Encoding::Dft { inner, .. } => self.value(inner),
            Encoding::Split(split) => match form(split) {
                Form::Time => Shape::Time,
                Form::Hash => Shape::Hash,
                Form::Text => Shape::Text,
                Form::Micheline => Shape::Micheline,
                Form::Inner => self.value(split.inner),
            },
            // A few bits, whose JSON may be the same for all values.
            Encoding::Compact(_) if encoding.fixed_size().is_some() => Shape::Bytes,
            Encoding::Lazy(inner) if is_micheline(inner) => Shape::Micheline,
            Encoding::Mu(_)
            | Encoding::Select(_)
            | Encoding::Assoc { .. }
            | Encoding::Lazy(_)
            | Encoding::Json
            | Encoding::Opaque(_)
            | Encoding::Compact(_) => Shape::Json,
            _ => encoding.wrapped().map_or(Shape::Json, |inner| self.value(inner)),
        }
    }

    fn union(&mut self, cases: &'static [Case]) -> Shape {
        let of_cases = cases.iter().map(|case| self.value(case.payload)).collect::<Vec<_>>();
        of_cases.into_iter().try_fold(Shape::Nothing, Shape::with).unwrap_or(Shape::Json)
    }

    /// Returns the columns of an object, of a tuple, or of a union of them.
    pub(crate) fn fields(&mut self, encoding: &'static Encoding) -> Vec<Named> {
        let mut all = Vec::new();
        self.collect(encoding, false, &mut all);
        all
    }

    /// Returns the columns of a row. Some fields are flattened, and some are rows of other tables.
    pub(crate) fn row(&mut self, encoding: &'static Encoding) -> Vec<Named> {
        let mut all = Vec::new();
        self.collect(encoding, true, &mut all);
        all
    }

    /// Returns the columns of a receipt, without its kind.
    pub(crate) fn receipt(&mut self, encoding: &'static Encoding) -> Vec<Named> {
        self.in_receipt = true;
        let all = self.row(encoding);
        self.in_receipt = false;
        all
    }

    fn collect(&mut self, encoding: &'static Encoding, is_row: bool, all: &mut Vec<Named>) {
        match encoding {
            Encoding::Object(fields) => {
                for field in *fields {
                    self.field(field.name, field.encoding, is_row, all);
                }
            }
            Encoding::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let shape = self.value(part);
                    add(all, Named::new(index.to_string(), shape));
                }
            }
            Encoding::Merge(parts) => parts.iter().for_each(|part| self.collect(part, is_row, all)),
            Encoding::Union { cases, .. } => {
                for case in *cases {
                    self.collect(case.payload, is_row, all);
                }
            }
            _ => inside(encoding).into_iter().for_each(|inner| self.collect(inner, is_row, all)),
        }
    }

    fn field(&mut self, name: &'static str, encoding: &'static Encoding, is_row: bool, all: &mut Vec<Named>) {
        if is_row && names::FLAT.contains(&name) {
            return self.collect(encoding, true, all);
        }
        if is_row && let Some(side) = side_of(name, encoding) {
            let in_receipt = std::mem::take(&mut self.in_receipt);
            self.side(side, name, encoding);
            self.in_receipt = in_receipt;
            return;
        }
        if is_row && self.in_receipt && is_kind(name, encoding) {
            return;
        }
        match self.value(encoding) {
            Shape::Nothing => {}
            shape => add(all, Named::new(names::column(name), shape)),
        }
    }

    fn side(&mut self, table: &'static str, name: &'static str, encoding: &'static Encoding) {
        let rows = match items(encoding) {
            Some(item) => {
                if let Some(cases) = routed(item) {
                    for case in cases {
                        let columns = self.row(case.payload);
                        let table = route(table, case.payload);
                        self.add(table, columns);
                    }
                    return;
                }
                match self.value(item) {
                    Shape::Struct(_) => self.row(item),
                    shape => vec![Named::new(names::column(name), shape)],
                }
            }
            None => vec![Named::new(names::column(name), self.value(encoding))],
        };
        self.add(table, rows);
    }

    /// Adds columns to a table inside others.
    pub(crate) fn add(&mut self, table: &'static str, columns: Vec<Named>) {
        let known = self.side.entry(table).or_default();
        for named in columns {
            add(known, named);
        }
    }
}

fn of_scalar(scalar: &Scalar) -> Shape {
    let fits = |min: i128, max: i128| match (i32::try_from(min), i32::try_from(max)) {
        (Ok(_), Ok(_)) => Shape::Int32,
        _ if i64::try_from(min).is_ok() && i64::try_from(max).is_ok() => Shape::Int64,
        _ => Shape::Number,
    };
    match *scalar {
        Scalar::Bool => Shape::Bool,
        Scalar::Int(Int { min, max, .. }) => fits(min, max),
        Scalar::UintLikeN { max } => fits(0, max.into()),
        Scalar::IntLikeZ { min, max } => fits(min.into(), max.into()),
        Scalar::Float | Scalar::RangedFloat { .. } => Shape::Float,
        Scalar::N | Scalar::Z => Shape::Number,
    }
}

/// How a value with another encoding in JSON is a column.
pub(crate) enum Form {
    Time,
    Hash,
    Text,
    Micheline,
    /// As it is on the wire.
    Inner,
}

/// Returns how a value with another encoding in JSON is a column.
pub(crate) fn form(split: &Split) -> Form {
    match split.inner {
        Encoding::Mu(mu) if mu.name == MICHELINE => Form::Micheline,
        inner if is_text(inner) || !is_text(split.json) => Form::Inner,
        Encoding::Scalar(Scalar::Int(Int { bytes: 8, .. })) => Form::Time,
        inner if is_hash(inner) => Form::Hash,
        _ => Form::Text,
    }
}

/// The name of the expressions of all protocols.
const MICHELINE: &str = "michelson_v1.expression";

/// Returns true for an expression.
pub(crate) fn is_micheline(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Split(split) => matches!(form(split), Form::Micheline),
        _ => encoding.wrapped().is_some_and(is_micheline),
    }
}

fn is_text(json: &Encoding) -> bool {
    matches!(json, Encoding::Text { .. } | Encoding::Enum(_)) || json.wrapped().is_some_and(is_text)
}

/// Returns true for bytes, and for unions of bytes.
fn is_hash(encoding: &Encoding) -> bool {
    match encoding {
        Encoding::Bytes(_) => true,
        Encoding::Split(split) => is_hash(split.inner),
        Encoding::Union { cases, .. } => cases.iter().all(|case| is_hash(case.payload)),
        Encoding::Object([field]) => is_hash(field.encoding),
        _ => encoding.wrapped().is_some_and(is_hash),
    }
}

/// Returns the encoding inside a wrapper or an option, where it fills the same columns.
pub(crate) fn inside(encoding: &Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::Opt(inner) | Encoding::Varopt(inner) | Encoding::Dft { inner, .. } => Some(inner),
        Encoding::Split(split) => match form(split) {
            Form::Inner => Some(split.inner),
            _ => None,
        },
        _ => encoding.wrapped(),
    }
}

/// Returns the table of a field, if it is a table of its own.
pub(crate) fn side_of(name: &str, encoding: &'static Encoding) -> Option<&'static str> {
    let is_side = match name {
        // Of a smart rollup; that of another rollup is an object.
        "message" => items(encoding).is_some(),
        "storage" => Shapes::default().value(encoding) == Shape::Micheline,
        _ => items(encoding).is_some(),
    };
    names::side_table(name).filter(|_| is_side)
}

/// Returns the encoding of the elements of a list inside wrappers.
pub(crate) fn items(encoding: &'static Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::List { item, .. } => Some(item),
        _ => inside(encoding).and_then(items),
    }
}

/// Returns the fields of an object inside wrappers.
pub(crate) fn object(encoding: &'static Encoding) -> &'static [schema::Field] {
    match encoding {
        Encoding::Object(fields) => fields,
        _ => inside(encoding).map_or(&[], object),
    }
}

/// Returns the cases of a union of objects, each with a kind.
pub(crate) fn routed(encoding: &'static Encoding) -> Option<&'static [Case]> {
    match encoding {
        Encoding::Union { cases, .. } => cases.iter().all(|case| kind_of(case.payload).is_some()).then_some(*cases),
        _ => inside(encoding).and_then(routed),
    }
}

/// Returns the table of the rows of a case.
pub(crate) fn route(table: &'static str, payload: &'static Encoding) -> &'static str {
    if table == "internal_operations" && kind_of(payload) == Some(names::EVENT.0) { names::EVENT.1 } else { table }
}

/// Returns true for the constant with which an object of a kind begins.
pub(crate) fn is_kind(name: &str, encoding: &Encoding) -> bool {
    name == "kind" && matches!(encoding, Encoding::Constant(_))
}

/// Returns the constant `kind` with which an object begins.
pub(crate) fn kind_of(encoding: &'static Encoding) -> Option<&'static str> {
    match encoding {
        Encoding::Object([field, ..]) if field.name == "kind" => match field.encoding {
            Encoding::Constant(kind) => Some(kind),
            _ => None,
        },
        Encoding::Merge(parts) => parts.iter().find_map(|part| kind_of(part)),
        _ => inside(encoding).and_then(kind_of),
    }
}
