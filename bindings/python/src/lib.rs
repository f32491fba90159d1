//! The native module of the Python package `tezos-codec`: the functions of `tezos-codec-bindings` with types of Python.

#![forbid(unsafe_code)]

mod json;

use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyBytes, PyType},
};
#[cfg(feature = "stubs")]
use pyo3_stub_gen::derive::{gen_stub_pyclass, gen_stub_pyfunction, gen_stub_pymethods};
use tezos_codec_bindings::{self as bindings, Error};

#[cfg(feature = "stubs")]
pyo3_stub_gen::define_stub_info_gatherer!(stub_info);

/// Returns the exception for an error: `tezos_codec.CodecError` with its attributes.
fn exception(error: Error) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Python::attach(|py| {
        let Error { name, message, path, offset, expected, found, .. } = error;
        let class = CLASS.import(py, "tezos_codec._error", "CodecError");
        let exception = class
            .and_then(|class| class.call1((&*message, name, &*path, offset, expected.as_deref(), found.as_deref())));
        exception.map_or_else(|error| error, PyErr::from_value)
    })
}

/// Computes an answer while other threads run Python.
fn answer<T: Send>(py: Python<'_>, compute: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(compute).map_err(exception)
}

/// Computes an answer of bytes while other threads run Python.
fn bytes<'py>(
    py: Python<'py>,
    compute: impl FnOnce() -> Result<Vec<u8>, Error> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    answer(py, compute).map(|bytes| PyBytes::new(py, &bytes))
}

/// Decodes bytes to JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id, data))]
fn decode_json(py: Python<'_>, id: &str, data: &Bound<'_, PyBytes>) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::decode(id, data))
}

/// Encodes JSON text to bytes.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id, text))]
fn encode_json<'py>(py: Python<'py>, id: &str, text: &str) -> PyResult<Bound<'py, PyBytes>> {
    bytes(py, || bindings::encode(id, text))
}

/// Encodes a value to bytes.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id, value))]
fn encode<'py>(py: Python<'py>, id: &str, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let json = json::text(value)?;
    bytes(py, || bindings::encode(id, &json))
}

/// Splits bytes into parts, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id, data, nested))]
fn slice_json(py: Python<'_>, id: &str, data: &Bound<'_, PyBytes>, nested: bool) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::slice(id, data, nested))
}

/// Explains bytes part by part, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id, data, nested))]
fn explain_json(py: Python<'_>, id: &str, data: &Bound<'_, PyBytes>, nested: bool) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::explain(id, data, nested))
}

/// Identifies bytes, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (data, protocol))]
fn identify_bytes_json(py: Python<'_>, data: &Bound<'_, PyBytes>, protocol: Option<&str>) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::identify(data, protocol))
}

/// Identifies the bytes in a text, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (text, protocol))]
fn identify_text_json(py: Python<'_>, text: &str, protocol: Option<&str>) -> PyResult<String> {
    answer(py, || bindings::identify_text(text, protocol))
}

/// Lists the encodings of no protocol or of one, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (protocol))]
fn encodings_json(py: Python<'_>, protocol: Option<&str>) -> PyResult<String> {
    answer(py, || bindings::encodings(protocol))
}

/// Lists the protocols, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = ())]
fn protocols_json(py: Python<'_>) -> PyResult<String> {
    answer(py, || Ok(bindings::protocols()))
}

/// Returns the id of the protocol that operations are of if none is given: the newest that mainnet has had.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
fn mainnet_protocol() -> &'static str {
    bindings::mainnet_protocol()
}

/// Describes the bytes of an encoding in tables.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id))]
fn describe(py: Python<'_>, id: &str) -> PyResult<String> {
    answer(py, || bindings::describe(id))
}

/// Returns the JSON Schema of an encoding, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id))]
fn json_schema_json(py: Python<'_>, id: &str) -> PyResult<String> {
    answer(py, || bindings::json_schema(id))
}

/// Generates the bytes of a value. Equal seeds give equal values.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (id, seed=0, max_bytes=256))]
fn generate<'py>(py: Python<'py>, id: &str, seed: u64, max_bytes: usize) -> PyResult<Bound<'py, PyBytes>> {
    bytes(py, || bindings::generate(id, seed, max_bytes))
}

/// Returns the hash of bytes as a text of a kind, such as `operation_hash`; `blake2b` returns hex.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (kind, data))]
fn hash(py: Python<'_>, kind: &str, data: &Bound<'_, PyBytes>) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::hash(kind, data))
}

/// Encodes an operation: a dict with `branch` and `contents`, and `signature` if it is signed. Without a protocol, that of mainnet is taken.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (operation, protocol=None))]
fn forge_operation<'py>(
    py: Python<'py>,
    operation: &Bound<'py, PyAny>,
    protocol: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    let json = json::text(operation)?;
    bytes(py, || bindings::forge_operation(&json, protocol))
}

/// Decodes an operation, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (data, protocol))]
fn unforge_operation_json(py: Python<'_>, data: &Bound<'_, PyBytes>, protocol: Option<&str>) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::unforge_operation(data, protocol))
}

/// Decodes a block in binary or in a line of JSON, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (block, protocol))]
fn read_block_json(py: Python<'_>, block: &Bound<'_, PyBytes>, protocol: Option<&str>) -> PyResult<String> {
    let block = block.as_bytes();
    answer(py, || bindings::read_block(block, protocol))
}

/// Encodes an expression of Micheline.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (expression))]
fn forge_micheline<'py>(py: Python<'py>, expression: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let json = json::text(expression)?;
    bytes(py, || bindings::forge_micheline(&json))
}

/// Decodes an expression, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (data))]
fn unforge_micheline_json(py: Python<'_>, data: &Bound<'_, PyBytes>) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::unforge_micheline(data))
}

/// Parses Michelson, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (text))]
fn parse_michelson_json(py: Python<'_>, text: &str) -> PyResult<String> {
    answer(py, || bindings::parse_michelson(text))
}

/// Prints an expression as Michelson: on one line, or in lines of at most `width` characters.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (expression, width=None))]
fn print_michelson<'py>(py: Python<'py>, expression: &Bound<'py, PyAny>, width: Option<usize>) -> PyResult<String> {
    let json = json::text(expression)?;
    answer(py, || bindings::print_michelson(&json, width))
}

/// Returns the result of `PACK`. With its type, addresses, keys and times of the value become bytes and numbers.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (value, ty=None))]
fn pack<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    ty: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let json = json::text(value)?;
    let ty = ty.map(json::text).transpose()?;
    bytes(py, || bindings::pack(&json, ty.as_deref()))
}

/// Decodes packed bytes, as JSON text.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (data))]
fn unpack_json(py: Python<'_>, data: &Bound<'_, PyBytes>) -> PyResult<String> {
    let data = data.as_bytes();
    answer(py, || bindings::unpack(data))
}

/// Returns the hash by which big maps find a value. The arguments are those of `pack`.
#[cfg_attr(feature = "stubs", gen_stub_pyfunction(module = "tezos_codec._native"))]
#[pyfunction]
#[pyo3(signature = (value, ty=None))]
fn script_expr_hash<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    ty: Option<&Bound<'py, PyAny>>,
) -> PyResult<String> {
    let json = json::text(value)?;
    let ty = ty.map(json::text).transpose()?;
    answer(py, || bindings::script_expr_hash(&json, ty.as_deref()))
}

/// The values of a stream whose bytes arrive in pieces.
#[cfg_attr(feature = "stubs", gen_stub_pyclass)]
#[pyclass(module = "tezos_codec._native")]
struct Values(bindings::Values);

#[cfg_attr(feature = "stubs", gen_stub_pymethods)]
#[pymethods]
impl Values {
    /// The values of an encoding.
    #[new]
    fn new(id: &str) -> PyResult<Self> {
        bindings::Values::new(id).map(Self).map_err(exception)
    }

    /// Adds the next bytes of the stream; none if it has ended.
    fn feed(&mut self, data: &Bound<'_, PyBytes>) {
        self.0.feed(data.as_bytes());
    }

    /// Returns the JSON text of the next value, or `None` if it needs more bytes or the stream has ended.
    fn next_json(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        answer(py, || self.0.next_value())
    }
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        Values, decode_json, describe, encode, encode_json, encodings_json, explain_json, forge_micheline,
        forge_operation, generate, hash, identify_bytes_json, identify_text_json, json_schema_json, mainnet_protocol,
        pack, parse_michelson_json, print_michelson, protocols_json, read_block_json, script_expr_hash, slice_json,
        unforge_micheline_json, unforge_operation_json, unpack_json,
    };
}
