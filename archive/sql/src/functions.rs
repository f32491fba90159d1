//! Functions of SQL for bytes and texts of Tezos.
//!
//! | function                  | returns                                                                                                      |
//! |---------------------------|--------------------------------------------------------------------------------------------------------------|
//! | `tezos_decode(id, bytes)` | the value as JSON; `tezos_json` is another name                                                              |
//! | `tezos_encode(id, json)`  | the bytes of a value                                                                                         |
//! | `tezos_slice(id, bytes)`  | a list of the parts of the bytes, each with `offset`, `length`, `path`, `encoding` and `value`               |
//! | `micheline(bytes)`        | an expression in the syntax of Michelson                                                                     |
//! | `base58(kind, bytes)`     | a text in base58check. A kind is a name such as `block_hash`, or the id of an encoding such as `alpha.contract` |
//! | `base58_decode(text)`     | the `kind` of the text and its `bytes`                                                                       |
//! | `octet_length(bytes)`     | the number of bytes, as in other engines; that of DataFusion takes texts only                                |
//!
//! An id is one that `tezos-codec list encodings` prints, with or without a protocol (`seoul.operation`, `023-PtSeouLo.operation`), or a description
//! such as `list(uint16)`. Bytes are a binary column or a literal `x'00ff'`.
//!
//! The result for null is null. A refused value ends the query with the reason; with the prefix `try_`, as in `try_tezos_decode`, its result is
//! null. An unknown id or kind ends the query in both cases.

mod base58;
mod column;
mod octet_length;
mod values;

use std::fmt;
use std::hash::{Hash, Hasher};

use datafusion::arrow::array::{Array, ArrayRef, cast::AsArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};

use self::column::{Column, Value};
use self::octet_length::OctetLength;

/// A function.
struct Function {
    name: &'static str,
    results: Column,
    rule: Rule,
}

/// How the result of a row is computed.
enum Rule {
    Bytes(fn(&[u8]) -> Answer),
    Text(fn(&str) -> Answer),
    TextAndBytes(fn(&str, &[u8]) -> Answer),
    Texts(fn(&str, &str) -> Answer),
}

type Answer = std::result::Result<Value, Failure>;

/// Why a row has no result.
enum Failure {
    /// The arguments are wrong for any row.
    Query(String),
    /// The value is refused.
    Value(String),
}

const FUNCTIONS: &[Function] = &[
    Function { name: "tezos_decode", results: Column::Texts, rule: Rule::TextAndBytes(values::decode) },
    Function { name: "tezos_json", results: Column::Texts, rule: Rule::TextAndBytes(values::decode) },
    Function { name: "tezos_encode", results: Column::Bytes, rule: Rule::Texts(values::encode) },
    Function { name: "tezos_slice", results: Column::Parts, rule: Rule::TextAndBytes(values::slice) },
    Function { name: "micheline", results: Column::Texts, rule: Rule::Bytes(values::micheline) },
    Function { name: "base58", results: Column::Texts, rule: Rule::TextAndBytes(base58::encode) },
    Function { name: "base58_decode", results: Column::Payloads, rule: Rule::Text(base58::decode) },
];

/// Adds the functions to an engine, each with and without the prefix `try_`.
///
/// # Errors
/// If the engine accepts no functions.
pub fn register(engine: &mut dyn FunctionRegistry) -> Result<()> {
    for function in FUNCTIONS {
        for tries in [false, true] {
            engine.register_udf(ScalarUDF::from(Udf::new(function, tries)).into())?;
        }
    }
    engine.register_udf(ScalarUDF::from(OctetLength::new()).into())?;
    Ok(())
}

/// A function with or without the prefix `try_`.
struct Udf {
    function: &'static Function,
    name: String,
    tries: bool,
    signature: Signature,
}

impl Udf {
    fn new(function: &'static Function, tries: bool) -> Self {
        let prefix = if tries { "try_" } else { "" };
        // The engine's own conversions would take numbers for texts, and would not take all types of binary columns.
        let signature = Signature::user_defined(Volatility::Immutable);
        Self { function, name: format!("{prefix}{}", function.name), tries, signature }
    }

    /// Computes the results of rows.
    fn results(&self, arguments: &[ArrayRef]) -> Result<ArrayRef> {
        let rows = arguments.first().map_or(0, |argument| argument.len());
        let mut results = Vec::with_capacity(rows);
        let mut push = |answer: Option<Answer>| {
            results.push(match answer {
                Some(Ok(value)) => Some(value),
                Some(Err(Failure::Value(_))) if self.tries => None,
                Some(Err(Failure::Query(reason) | Failure::Value(reason))) => {
                    return exec_err!("{}: {reason}", self.name);
                }
                None => None,
            });
            Ok(())
        };
        match (&self.function.rule, arguments) {
            (Rule::Bytes(rule), [bytes]) => {
                bytes.as_binary::<i32>().iter().try_for_each(|bytes| push(bytes.map(rule)))?
            }
            (Rule::Text(rule), [text]) => text.as_string::<i32>().iter().try_for_each(|text| push(text.map(rule)))?,
            (Rule::TextAndBytes(rule), [text, bytes]) => {
                let rows = text.as_string::<i32>().iter().zip(bytes.as_binary::<i32>());
                rows.map(|(text, bytes)| Some(rule(text?, bytes?))).try_for_each(push)?;
            }
            (Rule::Texts(rule), [one, other]) => {
                let rows = one.as_string::<i32>().iter().zip(other.as_string::<i32>());
                rows.map(|(one, other)| Some(rule(one?, other?))).try_for_each(push)?;
            }
            (rule, _) => {
                return exec_err!(
                    "{}: expected {} arguments, found {}",
                    self.name,
                    rule.arguments().len(),
                    arguments.len()
                );
            }
        }
        Ok(self.function.results.array(results)?)
    }
}

impl Rule {
    /// Returns the types of the arguments.
    const fn arguments(&self) -> &'static [DataType] {
        match self {
            Self::Bytes(_) => &[DataType::Binary],
            Self::Text(_) => &[DataType::Utf8],
            Self::TextAndBytes(_) => &[DataType::Utf8, DataType::Binary],
            Self::Texts(_) => &[DataType::Utf8, DataType::Utf8],
        }
    }
}

impl ScalarUDFImpl for Udf {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, found: &[DataType]) -> Result<Vec<DataType>> {
        let expected = self.function.rule.arguments();
        let fits = |(expected, found): (&DataType, &DataType)| match expected {
            DataType::Binary => found.is_binary() || found.is_null(),
            _ => found.is_string() || found.is_null(),
        };
        if expected.len() == found.len() && expected.iter().zip(found).all(fits) {
            return Ok(expected.to_vec());
        }
        let words = expected.iter().map(|of| if *of == DataType::Binary { "bytes" } else { "text" });
        plan_err!(
            "{}: expected ({}), found {found:?}; a literal of bytes is x'00ff'",
            self.name,
            words.collect::<Vec<_>>().join(", ")
        )
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.function.results.data_type())
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, given: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = given.args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let results = self.results(&ColumnarValue::values_to_arrays(&given.args)?)?;
        Ok(match is_constant {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&results, 0)?),
            false => ColumnarValue::Array(results),
        })
    }
}

impl fmt::Debug for Udf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Udf {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Udf {}

impl Hash for Udf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
