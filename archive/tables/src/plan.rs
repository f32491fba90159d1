//! Plans: how the bytes of an encoding become values of columns, made once for each protocol.

use tezos_encoding::schema::{Case, Count, Encoding, TagSize};

use crate::names;
use crate::node::{Contents, Leaf, Node};
use crate::options::{Hashes, MichelineForm, Options};
use crate::shape::{self, Form, Named, Shape, Shapes};
use crate::table::{OPERATIONS, Schemas, Table};

/// Where values go.
#[derive(Clone, Copy)]
enum Target<'t> {
    /// One value of a column.
    Value(&'t Shape),
    /// The columns of a row.
    Fields(Columns<'t>),
    /// Two columns, for both forms of Micheline.
    Both(usize),
    /// Rows of a table inside another: the table and the field.
    Side(&'static str, &'static str),
    /// The contents of operations.
    Contents,
}

/// The columns of a row, or of a struct inside one.
#[derive(Clone, Copy)]
struct Columns<'t> {
    fields: &'t [Named],
    /// The index of the first.
    base: usize,
    row: Row,
    /// The table, if some of its columns need not be selected.
    table: Option<&'t Table>,
}

/// Whether columns are those of a row of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    /// Of a struct inside a row.
    Inside,
    Whole,
    /// The receipt of a row, without its kind, which is that of the contents.
    Receipt,
}

/// Makes plans.
pub(crate) struct Compiler<'s> {
    pub(crate) schemas: &'s Schemas,
    pub(crate) options: Options,
    /// The proof of a message of a rollup.
    pub(crate) proof: &'static Encoding,
    /// The number of leaves with known texts.
    pub(crate) printed: usize,
    /// Whether a selected column has the status of results.
    pub(crate) has_status: bool,
}

type Compiled = Result<Node, String>;

impl Compiler<'_> {
    /// Makes the plan of the rows of a table.
    pub(crate) fn row(&mut self, encoding: &'static Encoding, table: &Table) -> Compiled {
        self.node(encoding, Target::Fields(Columns::of(table)))
    }

    /// Makes the plan of the part of rows that is a receipt.
    pub(crate) fn receipt(&mut self, encoding: &'static Encoding, table: &Table) -> Compiled {
        let base = table.keys.saturating_add(shape::width(&table.contents, &self.options));
        let columns = Columns { fields: &table.receipt, base, row: Row::Receipt, table: Some(table) };
        self.node(encoding, Target::Fields(columns))
    }

    /// Makes the plans of the cases of a union of contents, or of receipts.
    pub(crate) fn cases(&mut self, cases: &'static [Case], receipts: bool) -> Result<Vec<(u32, Contents)>, String> {
        let schemas = self.schemas;
        let operations = schemas.index(OPERATIONS).and_then(|at| schemas.tables.get(at));
        let operations = operations.ok_or("there is no table of operations")?;
        let mut all = Vec::new();
        for case in cases {
            let table = shape::kind_of(case.payload).and_then(names::table_of);
            let table = table.and_then(|name| schemas.index(name)).and_then(|at| Some((at, schemas.tables.get(at)?)));
            let contents = match table {
                None => Contents { table: None, node: self.row(case.payload, operations)? },
                Some((at, table)) if receipts => Contents { table: Some(at), node: self.receipt(case.payload, table)? },
                Some((at, table)) => Contents { table: Some(at), node: self.row(case.payload, table)? },
            };
            all.push((case.tag, contents));
        }
        all.sort_by_key(|(tag, _)| *tag);
        Ok(all)
    }

    /// Makes the plan of a value, which passes over all of it if nothing comes of it.
    fn node(&mut self, encoding: &'static Encoding, target: Target<'_>) -> Compiled {
        let node = self.whole(encoding, target)?;
        Ok(if node.is_idle() { Node::Skip(encoding) } else { node })
    }

    fn whole(&mut self, encoding: &'static Encoding, target: Target<'_>) -> Compiled {
        if let Some(node) = self.leaf(encoding, target) {
            return Ok(node);
        }
        let mut within = |inner: &'static Encoding| self.node(inner, target).map(Box::new);
        Ok(match encoding {
            Encoding::Opt(inner) | Encoding::Varopt(inner) => Node::Optional {
                flag: matches!(encoding, Encoding::Opt(_)),
                is_value: matches!(target, Target::Value(_)),
                inner: within(inner)?,
            },
            Encoding::Dft { inner, .. } | Encoding::Def { inner, .. } | Encoding::Described { inner, .. } => {
                return self.node(inner, target);
            }
            Encoding::Split(split)
                if matches!(target, Target::Side(..)) && !matches!(shape::form(split), Form::Inner) =>
            {
                return self.side_row(encoding, target);
            }
            Encoding::Split(split) => return self.node(split.inner, target),
            Encoding::Dynamic { prefix, inner } => Node::Dynamic(*prefix, within(inner)?),
            Encoding::Suffixed { size, inner } => Node::Suffixed(*size, within(inner)?),
            Encoding::Sized { bytes, inner } => Node::Sized(*bytes, within(inner)?),
            Encoding::Reserve { bytes, inner } => Node::Reserve(*bytes, within(inner)?),
            Encoding::Bounded { limit, inner } => Node::Bounded(*limit, within(inner)?),
            Encoding::Padded { bytes, inner } => Node::Padded(*bytes, within(inner)?),
            Encoding::Magic { bytes, inner } => Node::Magic(bytes, within(inner)?),
            Encoding::Checked { inner, check } => Node::Checked(*check, within(inner)?),
            Encoding::List { item, count, array } => self.list(item, *count, *array, target)?,
            Encoding::Union { tag, cases, .. } => {
                let mut all = Vec::new();
                for case in *cases {
                    all.push((case.tag, self.case(case.payload, target)?));
                }
                all.sort_by_key(|(tag, _)| *tag);
                Node::Union { tag: *tag, cases: all }
            }
            Encoding::Object(_) | Encoding::Tuple(_) | Encoding::Merge(_) => match target {
                Target::Value(Shape::Struct(fields)) => {
                    let columns = Columns { fields, base: 0, row: Row::Inside, table: None };
                    Node::Struct(Box::new(self.parts(encoding, Target::Fields(columns))?))
                }
                Target::Side(..) => return self.side_row(encoding, target),
                target => self.parts(encoding, target)?,
            },
            other => return Err(format!("{} is not a column", other.name())),
        })
    }

    /// Makes the plan of a value that is no column. The status of a result may still concern rows of other tables.
    fn unselected(&self, encoding: &'static Encoding) -> Node {
        match encoding {
            Encoding::Constant(text) if self.has_status => Node::Leaf(Leaf::Status(text)),
            _ => Node::Skip(encoding),
        }
    }

    /// Makes the plan of a value without others inside; `None` for a value with others.
    fn leaf(&mut self, encoding: &'static Encoding, target: Target<'_>) -> Option<Node> {
        let shape = match target {
            Target::Value(shape) => shape,
            Target::Both(slot) => {
                let is_whole = matches!(encoding, Encoding::Split(_) | Encoding::Lazy(_));
                return match encoding {
                    _ if is_whole => Some(Node::Both(slot, self.micheline(encoding))),
                    Encoding::Empty | Encoding::Null => Some(Node::Nothing),
                    _ => None,
                };
            }
            Target::Side(..) | Target::Contents => return None,
            Target::Fields(_) => {
                return matches!(encoding, Encoding::Empty | Encoding::Null).then_some(Node::Nothing);
            }
        };
        let leaf = match encoding {
            Encoding::Opt(_) | Encoding::Varopt(_) | Encoding::Dft { .. } => return None,
            Encoding::Empty | Encoding::Null | Encoding::Object([]) => return Some(Node::Null),
            _ if *shape == Shape::Json => Leaf::Json(encoding),
            Encoding::Constant(text) => Leaf::Constant(text),
            Encoding::Enum(names) => Leaf::Enum(names),
            Encoding::Scalar(scalar) => Leaf::Scalar(scalar),
            Encoding::Bytes(extent) => Leaf::Bytes(*extent),
            Encoding::Text { extent, utf8 } => Leaf::Text(*extent, *utf8),
            Encoding::Compact(_) => Leaf::Raw(encoding),
            Encoding::Lazy(_) => self.micheline(encoding),
            Encoding::Union { cases, .. } if *shape == Shape::Hash && are_hashes(cases) => self.hash(encoding, shape),
            Encoding::Split(split) => match shape::form(split) {
                Form::Inner => return None,
                Form::Micheline => self.micheline(encoding),
                Form::Time => match split.inner {
                    Encoding::Scalar(scalar) => Leaf::Seconds(scalar),
                    _ => return None,
                },
                Form::Text | Form::Hash => self.hash(encoding, shape),
            },
            _ => return None,
        };
        Some(Node::Leaf(leaf))
    }

    fn hash(&mut self, encoding: &'static Encoding, shape: &Shape) -> Leaf {
        if *shape == Shape::Hash && self.options.hashes == Hashes::Binary {
            return Leaf::Raw(encoding);
        }
        self.printed = self.printed.saturating_add(1);
        Leaf::Printed(encoding, self.printed.saturating_sub(1))
    }

    fn micheline(&self, encoding: &'static Encoding) -> Leaf {
        match (self.options.micheline, encoding) {
            (MichelineForm::Json, _) => Leaf::Json(encoding),
            (_, Encoding::Lazy(_)) => Leaf::LazyBytes(encoding),
            _ => Leaf::Raw(encoding),
        }
    }

    /// Makes the plan of a case, which may have no value.
    fn case(&mut self, payload: &'static Encoding, target: Target<'_>) -> Compiled {
        match target {
            Target::Side(table, field) if shape::kind_of(payload).is_some() => {
                self.side_row(payload, Target::Side(shape::route(table, payload), field))
            }
            target => self.node(payload, target),
        }
    }

    fn list(&mut self, item: &'static Encoding, count: Count, array: bool, target: Target<'_>) -> Compiled {
        let item = match target {
            Target::Value(Shape::List(of)) => self.value(item, of)?,
            Target::Side(..) if shape::routed(item).is_some() => self.node(item, target)?,
            Target::Side(..) => self.side_row(item, target)?,
            Target::Contents => {
                let (tag, cases) = union(item).ok_or("the contents of operations are not a union")?;
                return Ok(Node::Contents { count, array, tag, cases: self.cases(cases, false)? });
            }
            _ => return Err("a list is not a row".into()),
        };
        let item = Box::new(item);
        Ok(match target {
            Target::Side(..) => Node::Rows { count, array, item },
            _ => Node::List { count, array, item },
        })
    }

    /// Makes the plan of a value of a column, which is a struct of both forms for Micheline.
    fn value(&mut self, encoding: &'static Encoding, shape: &Shape) -> Compiled {
        if *shape == Shape::Micheline && self.options.micheline == MichelineForm::Both {
            return Ok(Node::Struct(Box::new(self.node(encoding, Target::Both(0))?)));
        }
        self.node(encoding, Target::Value(shape))
    }

    /// Makes the plan of a row of a table inside another.
    fn side_row(&mut self, encoding: &'static Encoding, target: Target<'_>) -> Compiled {
        let Target::Side(name, field) = target else { return Err("not a row of another table".into()) };
        let schemas = self.schemas;
        let at = schemas.index(name).ok_or_else(|| format!("there is no table {name}"))?;
        let table = schemas.tables.get(at).ok_or("there is no such table")?;
        let inner = match Shapes::default().value(encoding) {
            Shape::Struct(_) => self.node(encoding, Target::Fields(Columns::of(table)))?,
            shape => Node::Fields(vec![self.step(field, encoding, &shape, Columns::of(table))?]),
        };
        if !table.is_selected && inner.is_idle() {
            return Ok(Node::Skip(encoding));
        }
        Ok(Node::Row { table: at, is_operation: names::is_operation(name), inner: Box::new(inner) })
    }

    /// Makes the plan of the parts of an object, a tuple, or merged ones.
    fn parts(&mut self, encoding: &'static Encoding, target: Target<'_>) -> Compiled {
        let Target::Fields(columns) = target else { return Err("an object is not a value".into()) };
        let mut steps = Vec::new();
        match encoding {
            Encoding::Object(parts) => {
                for part in *parts {
                    steps.push(self.field(part.name, part.encoding, columns)?);
                }
            }
            Encoding::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let shape = Shapes::default().value(part);
                    steps.push(self.step(&index.to_string(), part, &shape, columns)?);
                }
            }
            Encoding::Merge(parts) => {
                for part in *parts {
                    steps.push((None, self.node(part, target)?));
                }
            }
            _ => return Err("expected an object".into()),
        }
        Ok(Node::Fields(steps))
    }

    fn field(
        &mut self,
        name: &'static str,
        encoding: &'static Encoding,
        columns: Columns<'_>,
    ) -> Result<(Option<usize>, Node), String> {
        if columns.row != Row::Inside {
            if names::CONTENTS.contains(&name) && shape::items(encoding).and_then(union).is_some() {
                return Ok((None, self.node(encoding, Target::Contents)?));
            }
            if names::FLAT.contains(&name) {
                let node = self.node(encoding, Target::Fields(columns))?;
                let is_result = names::RESULTS.contains(&name);
                return Ok((None, if is_result { Node::Result(Box::new(node)) } else { node }));
            }
            if let Some(side) = shape::side_of(name, encoding) {
                return Ok((None, self.node(encoding, Target::Side(side, name))?));
            }
            if columns.row == Row::Receipt && shape::is_kind(name, encoding) {
                return Ok((None, Node::Skip(encoding)));
            }
            if name == names::PROOF.0 && !matches!(self.proof, Encoding::Empty) {
                let value = self.step(name, encoding, &Shape::Bytes, columns)?;
                return Ok((None, self.proof(Node::Fields(vec![value]))?));
            }
        }
        match Shapes::default().value(encoding) {
            Shape::Nothing => Ok((None, Node::Skip(encoding))),
            shape => self.step(names::column(name), encoding, &shape, columns),
        }
    }

    /// Makes the plan of a proof, given that of its bytes.
    fn proof(&mut self, value: Node) -> Compiled {
        let mut steps = Vec::new();
        for field in shape::object(self.proof) {
            let node = match field.name {
                names::PROVED => self.side_row(field.encoding, Target::Side(names::PROOF.1, field.name))?,
                _ => Node::Skip(field.encoding),
            };
            steps.push((None, node));
        }
        let row = Node::Fields(steps);
        if row.is_idle() {
            return Ok(value);
        }
        Ok(Node::Proof { value: Box::new(value), encoding: self.proof, row: Box::new(row) })
    }

    /// Makes the plan of a field, and returns the index of its column.
    fn step(
        &mut self,
        name: &str,
        encoding: &'static Encoding,
        shape: &Shape,
        columns: Columns<'_>,
    ) -> Result<(Option<usize>, Node), String> {
        let Columns { fields, base, table, .. } = columns;
        let index = shape::column_of(fields, names::column(name), shape);
        let column = index.and_then(|index| fields.get(index)).ok_or_else(|| format!("there is no column {name}"))?;
        let before = fields.get(..index.unwrap_or_default()).unwrap_or_default();
        let slot = base.saturating_add(shape::width(before, &self.options));
        let is_both = column.shape == Shape::Micheline && self.options.micheline == MichelineForm::Both;
        let is_selected = |slot: usize| table.is_none_or(|table| table.has_column(slot));
        let is_made = is_selected(slot) || is_both && is_selected(slot.saturating_add(1));
        if !is_made {
            return Ok((None, self.unselected(encoding)));
        }
        if is_both {
            return Ok((None, self.node(encoding, Target::Both(slot))?));
        }
        let node = self.node(encoding, Target::Value(&column.shape)).map_err(|error| format!("{name}: {error}"))?;
        Ok((Some(slot), node))
    }
}

impl<'t> Columns<'t> {
    /// The columns of the rows of a table, without those of receipts.
    fn of(table: &'t Table) -> Self {
        Self { fields: &table.contents, base: table.keys, row: Row::Whole, table: Some(table) }
    }
}

/// Returns the union inside wrappers.
pub(crate) fn union(encoding: &'static Encoding) -> Option<(TagSize, &'static [Case])> {
    match encoding {
        Encoding::Union { tag, cases, .. } => Some((*tag, cases)),
        _ => shape::inside(encoding).and_then(union),
    }
}

/// Returns true if all cases are hashes.
fn are_hashes(cases: &'static [Case]) -> bool {
    cases.iter().all(|case| Shapes::default().value(case.payload) == Shape::Hash)
}
