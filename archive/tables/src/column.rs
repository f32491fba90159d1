//! Columns under construction. Unlike those of arrow, they can be cut back to an earlier length, when a row turns out to be refused.

use std::mem::replace;
use std::sync::Arc;

use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMillisecondType};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, Decimal128Array, ListArray, NullArray, PrimitiveArray,
    StringArray, StructArray,
};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field};

/// A column under construction.
#[derive(Debug)]
pub(crate) struct Column {
    values: Values,
    valid: NullBufferBuilder,
    /// The number of values, which `valid` knows too, but in a function that is not inlined.
    len: usize,
}

#[derive(Debug)]
enum Values {
    /// A column that is not selected.
    Nothing,
    Bool(BooleanBufferBuilder),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Time(Vec<i64>),
    Decimal(Vec<i128>),
    Float(Vec<f64>),
    Text(Blobs),
    Bytes(Blobs),
    List(Arc<Field>, Vec<i32>, Box<Column>),
    Struct(Vec<Arc<Field>>, Vec<Column>),
}

/// Texts or bytes, one after the other, with the end of each.
#[derive(Debug, Default)]
struct Blobs {
    ends: Vec<i32>,
    bytes: Vec<u8>,
}

/// A value for a column.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cell<'a> {
    Null,
    Bool(bool),
    /// A number of any column of numbers that has a place for it, or a time in milliseconds.
    Number(i128),
    Float(f64),
    Text(&'a str),
    /// Bytes, or text that may not be UTF-8.
    Bytes(&'a [u8]),
}

impl<'a> Cell<'a> {
    pub(crate) fn of(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

impl Column {
    /// Creates an empty column.
    pub(crate) fn new(of: &DataType) -> Self {
        let values = match of {
            DataType::Null => Values::Nothing,
            DataType::Boolean => Values::Bool(BooleanBufferBuilder::new(0)),
            DataType::Int32 => Values::Int32(Vec::new()),
            DataType::Int64 => Values::Int64(Vec::new()),
            DataType::Timestamp(..) => Values::Time(Vec::new()),
            DataType::Decimal128(..) => Values::Decimal(Vec::new()),
            DataType::Float64 => Values::Float(Vec::new()),
            DataType::List(item) => Values::List(item.clone(), Vec::new(), Box::new(Self::new(item.data_type()))),
            DataType::Struct(fields) => Values::Struct(
                fields.iter().cloned().collect(),
                fields.iter().map(|field| Self::new(field.data_type())).collect(),
            ),
            DataType::Utf8 => Values::Text(Blobs::default()),
            _ => Values::Bytes(Blobs::default()),
        };
        Self { values, valid: NullBufferBuilder::new(0), len: 0 }
    }

    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends a value. Returns false, and appends null, if the column has no place for it.
    pub(crate) fn push(&mut self, cell: Cell<'_>) -> bool {
        let placed = match (&mut self.values, cell) {
            (Values::Bool(values), Cell::Bool(value)) => {
                values.append(value);
                true
            }
            (Values::Int32(values), Cell::Number(value)) => {
                i32::try_from(value).map(|value| values.push(value)).is_ok()
            }
            (Values::Int64(values) | Values::Time(values), Cell::Number(value)) => {
                i64::try_from(value).map(|value| values.push(value)).is_ok()
            }
            (Values::Decimal(values), Cell::Number(value)) if value.unsigned_abs() < DECIMAL_END => {
                values.push(value);
                true
            }
            (Values::Float(values), Cell::Float(value)) => {
                values.push(value);
                true
            }
            (Values::Text(blobs), Cell::Text(text)) => blobs.push(text.as_bytes()),
            (Values::Text(blobs), Cell::Bytes(bytes)) => std::str::from_utf8(bytes).is_ok() && blobs.push(bytes),
            (Values::Bytes(blobs), Cell::Bytes(bytes)) => blobs.push(bytes),
            _ => false,
        };
        if placed {
            self.end_value();
        } else {
            self.push_null();
        }
        placed || matches!(cell, Cell::Null)
    }

    /// Notes that a value that is not null has been appended.
    fn end_value(&mut self) {
        self.valid.append_non_null();
        self.len = self.len.saturating_add(1);
    }

    /// Appends null.
    pub(crate) fn push_null(&mut self) {
        self.fill(self.len().saturating_add(1));
    }

    /// Appends nulls until there are `len` values.
    #[inline]
    fn fill(&mut self, len: usize) {
        if self.len < len {
            self.append_nulls(len);
        }
    }

    fn append_nulls(&mut self, len: usize) {
        match &mut self.values {
            Values::Nothing | Values::Struct(..) => {}
            Values::Bool(values) => values.append_n(len.saturating_sub(self.len), false),
            Values::Int32(values) => values.resize(len, 0),
            Values::Int64(values) | Values::Time(values) => values.resize(len, 0),
            Values::Decimal(values) => values.resize(len, 0),
            Values::Float(values) => values.resize(len, 0.0),
            Values::Text(Blobs { ends, .. }) | Values::Bytes(Blobs { ends, .. }) | Values::List(_, ends, _) => {
                ends.resize(len, ends.last().copied().unwrap_or(0));
            }
        }
        self.valid.append_n_nulls(len.saturating_sub(self.len));
        self.len = len;
    }

    /// Ends a list whose items have been appended to [`Column::child`] since the last. Returns false if the column has no place for them.
    pub(crate) fn end_list(&mut self) -> bool {
        let Values::List(_, ends, child) = &mut self.values else { return false };
        let Ok(end) = i32::try_from(child.len()) else { return false };
        ends.push(end);
        self.end_value();
        true
    }

    /// Ends a struct. The fields without a value become null when their next value is appended, or in the end.
    pub(crate) fn end_struct(&mut self) {
        self.end_value();
    }

    /// Returns the field of a struct at an index, or the items of a list.
    pub(crate) fn child(&mut self, index: usize) -> Option<&mut Self> {
        match &mut self.values {
            Values::Struct(_, children) => {
                let child = children.get_mut(index)?;
                child.fill(self.len);
                Some(child)
            }
            Values::List(_, _, child) => Some(child),
            _ => None,
        }
    }

    /// Removes the values from an index on, and those of fields of a struct that has not ended.
    pub(crate) fn truncate(&mut self, len: usize) {
        match &mut self.values {
            Values::Nothing => {}
            Values::Bool(values) => values.truncate(len),
            Values::Int32(values) => values.truncate(len),
            Values::Int64(values) | Values::Time(values) => values.truncate(len),
            Values::Decimal(values) => values.truncate(len),
            Values::Float(values) => values.truncate(len),
            Values::Text(blobs) | Values::Bytes(blobs) => blobs.truncate(len),
            Values::List(_, ends, child) => {
                ends.truncate(len);
                child.truncate(length(ends));
            }
            Values::Struct(_, children) => children.iter_mut().for_each(|child| child.truncate(len)),
        }
        self.valid.truncate(len);
        self.len = self.len.min(len);
    }

    /// Returns the number of bytes of the values, about.
    pub(crate) fn bytes(&self) -> usize {
        let values = match &self.values {
            Values::Nothing => 0,
            Values::Bool(values) => values.len() >> 3,
            Values::Int32(values) => values.len().saturating_mul(4),
            Values::Int64(values) | Values::Time(values) => values.len().saturating_mul(8),
            Values::Decimal(values) => values.len().saturating_mul(16),
            Values::Float(values) => values.len().saturating_mul(8),
            Values::Text(blobs) | Values::Bytes(blobs) => {
                blobs.bytes.len().saturating_add(blobs.ends.len().saturating_mul(4))
            }
            Values::List(_, ends, child) => ends.len().saturating_mul(4).saturating_add(child.bytes()),
            Values::Struct(_, children) => children.iter().map(Self::bytes).sum(),
        };
        values.saturating_add(self.len >> 3)
    }

    /// Returns the values, and leaves the column empty.
    ///
    /// # Errors
    /// If the columns of a struct have different lengths.
    pub(crate) fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        let len = replace(&mut self.len, 0);
        let nulls = self.valid.finish();
        Ok(match &mut self.values {
            Values::Nothing => Arc::new(NullArray::new(len)),
            Values::Bool(values) => Arc::new(BooleanArray::new(values.finish(), nulls)),
            Values::Int32(values) => primitive::<Int32Type>(take_reserving(values), nulls)?,
            Values::Int64(values) => primitive::<Int64Type>(take_reserving(values), nulls)?,
            Values::Float(values) => primitive::<Float64Type>(take_reserving(values), nulls)?,
            Values::Time(values) => Arc::new(
                PrimitiveArray::<TimestampMillisecondType>::try_new(take_reserving(values).into(), nulls)?
                    .with_timezone("UTC"),
            ),
            Values::Decimal(values) => Arc::new(
                Decimal128Array::try_new(take_reserving(values).into(), nulls)?
                    .with_precision_and_scale(crate::shape::DIGITS, 0)?,
            ),
            Values::Text(blobs) => {
                let (ends, bytes) = blobs.finish()?;
                Arc::new(StringArray::try_new(ends, bytes.into(), nulls)?)
            }
            Values::Bytes(blobs) => {
                let (ends, bytes) = blobs.finish()?;
                Arc::new(BinaryArray::try_new(ends, bytes.into(), nulls)?)
            }
            Values::List(item, ends, child) => {
                let items = child.finish()?;
                Arc::new(ListArray::try_new(item.clone(), offsets(take_reserving(ends))?, items, nulls)?)
            }
            Values::Struct(fields, children) => {
                children.iter_mut().for_each(|child| child.fill(len));
                let children = children.iter_mut().map(Self::finish).collect::<Result<Vec<_>, _>>()?;
                Arc::new(StructArray::try_new_with_length(fields.clone().into(), children, nulls, len)?)
            }
        })
    }
}

/// The least number that has too many digits.
const DECIMAL_END: u128 = 10u128.pow(crate::shape::DIGITS as u32);

impl Blobs {
    fn push(&mut self, bytes: &[u8]) -> bool {
        let Ok(end) = i32::try_from(self.bytes.len().saturating_add(bytes.len())) else { return false };
        self.bytes.extend_from_slice(bytes);
        self.ends.push(end);
        true
    }

    fn truncate(&mut self, len: usize) {
        self.ends.truncate(len);
        self.bytes.truncate(length(&self.ends));
    }

    fn finish(&mut self) -> Result<(OffsetBuffer<i32>, Vec<u8>), ArrowError> {
        Ok((offsets(take_reserving(&mut self.ends))?, take_reserving(&mut self.bytes)))
    }
}

/// Takes values, and reserves memory for as many: the next rows are of the same size.
fn take_reserving<T>(values: &mut Vec<T>) -> Vec<T> {
    let next = Vec::with_capacity(values.len());
    replace(values, next)
}

/// Returns the last of the ends.
fn length(ends: &[i32]) -> usize {
    ends.last().and_then(|end| usize::try_from(*end).ok()).unwrap_or(0)
}

/// Returns the offsets of arrow: a zero before the ends.
fn offsets(ends: Vec<i32>) -> Result<OffsetBuffer<i32>, ArrowError> {
    let mut offsets = Vec::with_capacity(ends.len().saturating_add(1));
    offsets.push(0);
    offsets.extend(ends);
    match offsets.is_sorted() {
        true => Ok(OffsetBuffer::new(offsets.into())),
        false => Err(ArrowError::ComputeError("the ends of values are not in order".into())),
    }
}

fn primitive<T: ArrowPrimitiveType>(values: Vec<T::Native>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(values.into(), nulls)?))
}

impl Default for Column {
    fn default() -> Self {
        Self { values: Values::Bool(BooleanBufferBuilder::new(0)), valid: NullBufferBuilder::new(0), len: 0 }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_schema::Fields;

    use super::*;

    /// Appends a row, in which `None` is a field without a value.
    fn row(table: &mut Column, values: [Option<i128>; 3]) {
        for (slot, value) in values.into_iter().enumerate() {
            if let Some(value) = value {
                assert!(table.child(slot).unwrap().push(Cell::Number(value)));
            }
        }
        table.end_struct();
    }

    #[test]
    fn fields_without_a_value_are_null() {
        let field = |name: &str| Field::new(name, DataType::Int32, true);
        let fields: Fields = ["always", "sometimes", "never"].map(field).into_iter().collect();
        let mut table = Column::new(&DataType::Struct(fields));
        for batch in 0..2 {
            row(&mut table, [Some(1), None, None]);
            row(&mut table, [Some(2), Some(20), None]);
            // A row that is refused in the middle, after a whole one.
            row(&mut table, [Some(3), Some(30), Some(300)]);
            assert!(table.child(1).unwrap().push(Cell::Number(40)));
            table.truncate(2);
            row(&mut table, [Some(5), None, None]);
            let rows = table.finish().unwrap();
            let column = |slot: usize| rows.as_struct().column(slot).as_primitive::<Int32Type>().clone();
            let expected = [vec![Some(1), Some(2), Some(5)], vec![None, Some(20), None], vec![None; 3]];
            for (slot, expected) in expected.into_iter().enumerate() {
                assert_eq!(column(slot).iter().collect::<Vec<_>>(), expected, "field {slot} of batch {batch}");
            }
            assert_eq!((rows.len(), table.len()), (3, 0));
        }
    }
}
