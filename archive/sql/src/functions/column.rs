//! Columns of results.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryViewArray, Int64Array, ListArray, StringViewArray, StructArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::arrow::error::ArrowError;

/// A result.
pub(super) enum Value {
    Text(String),
    Bytes(Vec<u8>),
    Parts(Vec<Part>),
    Payload(Payload),
}

/// A part of bytes.
pub(super) struct Part {
    pub(super) offset: usize,
    pub(super) length: usize,
    pub(super) path: String,
    pub(super) encoding: String,
    pub(super) value: Option<String>,
}

/// The payload of a text in base58check.
pub(super) struct Payload {
    pub(super) kind: &'static str,
    pub(super) bytes: Vec<u8>,
}

/// What the results of a function are.
#[derive(Clone, Copy)]
pub(super) enum Column {
    Texts,
    Bytes,
    Parts,
    Payloads,
}

impl Column {
    /// Returns the type of the column. Texts and bytes are views, because the offsets of other columns have 32 bits for all rows together.
    pub(super) fn data_type(self) -> DataType {
        match self {
            Self::Texts => DataType::Utf8View,
            Self::Bytes => DataType::BinaryView,
            Self::Parts => DataType::List(Arc::new(Field::new("item", DataType::Struct(part_fields()), true))),
            Self::Payloads => DataType::Struct(payload_fields()),
        }
    }

    /// Returns the column of results. A result of another type is null.
    pub(super) fn array(self, results: Vec<Option<Value>>) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Texts => Arc::new(StringViewArray::from_iter(results.into_iter().map(|result| match result {
                Some(Value::Text(text)) => Some(text),
                _ => None,
            }))),
            Self::Bytes => Arc::new(BinaryViewArray::from_iter(results.into_iter().map(|result| match result {
                Some(Value::Bytes(bytes)) => Some(bytes),
                _ => None,
            }))),
            Self::Parts => Arc::new(lists(results.into_iter().map(|result| match result {
                Some(Value::Parts(parts)) => Some(parts),
                _ => None,
            }))?),
            Self::Payloads => Arc::new(payloads(results.into_iter().map(|result| match result {
                Some(Value::Payload(payload)) => Some(payload),
                _ => None,
            }))?),
        })
    }
}

fn part_fields() -> Fields {
    [
        ("offset", DataType::Int64),
        ("length", DataType::Int64),
        ("path", DataType::Utf8View),
        ("encoding", DataType::Utf8View),
        ("value", DataType::Utf8View),
    ]
    .map(|(name, of)| Field::new(name, of, true))
    .into_iter()
    .collect()
}

fn payload_fields() -> Fields {
    [("kind", DataType::Utf8View), ("bytes", DataType::BinaryView)]
        .map(|(name, of)| Field::new(name, of, true))
        .into_iter()
        .collect()
}

fn lists(results: impl Iterator<Item = Option<Vec<Part>>>) -> Result<ListArray, ArrowError> {
    let (mut lengths, mut valid, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for result in results {
        valid.push(result.is_some());
        let parts = result.unwrap_or_default();
        lengths.push(parts.len());
        all.extend(parts);
    }
    let number = |of: fn(&Part) -> usize| Int64Array::from_iter(all.iter().map(|part| i64::try_from(of(part)).ok()));
    let text = |of: fn(&Part) -> Option<&str>| StringViewArray::from_iter(all.iter().map(of));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(number(|part| part.offset)),
        Arc::new(number(|part| part.length)),
        Arc::new(text(|part| Some(&part.path))),
        Arc::new(text(|part| Some(&part.encoding))),
        Arc::new(text(|part| part.value.as_deref())),
    ];
    let parts = StructArray::try_new(part_fields(), columns, None)?;
    let item = Arc::new(Field::new("item", DataType::Struct(part_fields()), true));
    ListArray::try_new(item, OffsetBuffer::from_lengths(lengths), Arc::new(parts), Some(NullBuffer::from(valid)))
}

fn payloads(results: impl Iterator<Item = Option<Payload>>) -> Result<StructArray, ArrowError> {
    let results = results.collect::<Vec<_>>();
    let valid = results.iter().map(Option::is_some).collect::<Vec<_>>();
    let kinds = results.iter().map(|result| result.as_ref().map(|payload| payload.kind));
    let bytes = results.iter().map(|result| result.as_ref().map(|payload| payload.bytes.as_slice()));
    let columns: Vec<ArrayRef> =
        vec![Arc::new(StringViewArray::from_iter(kinds)), Arc::new(BinaryViewArray::from_iter(bytes))];
    StructArray::try_new(payload_fields(), columns, Some(NullBuffer::from(valid)))
}
