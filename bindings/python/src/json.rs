//! JSON of Python values, written here because `json.dumps` takes as long as forging an operation.

use std::fmt::{self, Write as _};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{
        PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple,
        iter::{BoundDictIterator, BoundListIterator, BoundTupleIterator},
    },
};

/// The maximum depth of lists and objects: a list that contains itself has no end.
const MAX_DEPTH: usize = 100_000;

/// A list or an object whose elements are being written.
enum Open<'py> {
    List(BoundListIterator<'py>),
    Tuple(BoundTupleIterator<'py>),
    Object(BoundDictIterator<'py>),
}

/// Returns the JSON of a value made of `dict`, `list`, `tuple`, `str`, `int`, `float`, `bool` and `None`.
pub(crate) fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut out = String::with_capacity(512);
    let mut open = Vec::new();
    open.extend(start(value, &mut out)?);
    while let Some(last) = open.last_mut() {
        let is_first = out.ends_with(['[', '{']);
        let (next, end) = match last {
            Open::List(items) => (items.next(), ']'),
            Open::Tuple(items) => (items.next(), ']'),
            Open::Object(items) => match items.next() {
                Some((name, value)) => {
                    comma(&mut out, is_first);
                    string(
                        name.cast::<PyString>().map_err(|_| PyTypeError::new_err("names of fields are texts"))?,
                        &mut out,
                    )?;
                    out.push(':');
                    open_next(start(&value, &mut out)?, &mut open)?;
                    continue;
                }
                None => (None, '}'),
            },
        };
        match next {
            Some(value) => {
                comma(&mut out, is_first);
                open_next(start(&value, &mut out)?, &mut open)?;
            }
            None => {
                out.push(end);
                open.pop();
            }
        }
    }
    Ok(out)
}

fn comma(out: &mut String, is_first: bool) {
    if !is_first {
        out.push(',');
    }
}

fn open_next<'py>(started: Option<Open<'py>>, open: &mut Vec<Open<'py>>) -> PyResult<()> {
    if open.len() >= MAX_DEPTH {
        return Err(PyValueError::new_err("the value is too deep, or contains itself"));
    }
    open.extend(started);
    Ok(())
}

/// Writes a value, or the start of a list or an object.
fn start<'py>(value: &Bound<'py, PyAny>, out: &mut String) -> PyResult<Option<Open<'py>>> {
    if let Ok(text) = value.cast::<PyString>() {
        string(text, out)?;
    } else if let Ok(object) = value.cast::<PyDict>() {
        out.push('{');
        return Ok(Some(Open::Object(object.iter())));
    } else if let Ok(list) = value.cast::<PyList>() {
        out.push('[');
        return Ok(Some(Open::List(list.iter())));
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        out.push('[');
        return Ok(Some(Open::Tuple(tuple.iter())));
    } else if let Ok(flag) = value.cast::<PyBool>() {
        out.push_str(if flag.is_true() { "true" } else { "false" });
    } else if value.is_none() {
        out.push_str("null");
    } else if let Ok(integer) = value.cast::<PyInt>() {
        match integer.extract::<i64>() {
            Ok(small) => write_to(out, small),
            // That of the class: an enumeration has its own.
            Err(_) => out.push_str(
                integer.py().get_type::<PyInt>().call_method1("__repr__", (integer,))?.cast::<PyString>()?.to_str()?,
            ),
        }
    } else if let Some(float) =
        value.cast::<PyFloat>().ok().map(|float| float.value()).filter(|float| float.is_finite())
    {
        write_to(out, format_args!("{float:?}"));
    } else {
        let sentence = format!("{} is no value of JSON", value.get_type().name()?);
        return Err(PyTypeError::new_err(sentence));
    }
    Ok(None)
}

fn write_to(out: &mut String, value: impl fmt::Display) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "{value}");
}

/// Writes a text with what JSON escapes.
fn string(text: &Bound<'_, PyString>, out: &mut String) -> PyResult<()> {
    let text = text.to_str()?;
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|character: char| matches!(character, '"' | '\\' | '\0'..='\u{1f}')) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let mut characters = after.chars();
        match characters.next() {
            Some(special @ ('"' | '\\')) => write_to(out, format_args!("\\{special}")),
            Some(control) => write_to(out, format_args!("\\u{:04x}", u32::from(control))),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
    out.push('"');
    Ok(())
}
