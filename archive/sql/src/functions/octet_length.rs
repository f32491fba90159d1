//! The length of bytes and texts.

use datafusion::arrow::compute::{cast, kernels::length::length};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};

/// `octet_length`, as in standard SQL.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct OctetLength(Signature);

impl OctetLength {
    pub(super) fn new() -> Self {
        Self(Signature::user_defined(Volatility::Immutable))
    }
}

impl ScalarUDFImpl for OctetLength {
    fn name(&self) -> &'static str {
        "octet_length"
    }

    fn signature(&self) -> &Signature {
        &self.0
    }

    fn coerce_types(&self, found: &[DataType]) -> Result<Vec<DataType>> {
        match found {
            [of] if of.is_binary() || of.is_null() => Ok(vec![DataType::Binary]),
            [of] if of.is_string() => Ok(vec![DataType::Utf8]),
            _ => plan_err!("octet_length: expected (bytes) or (text), found {found:?}"),
        }
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Int64)
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, given: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = given.args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let arguments = ColumnarValue::values_to_arrays(&given.args)?;
        let [values] = arguments.as_slice() else { return plan_err!("octet_length: expected one argument") };
        let lengths = cast(&length(values.as_ref())?, &DataType::Int64)?;
        Ok(match is_constant {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&lengths, 0)?),
            false => ColumnarValue::Array(lengths),
        })
    }
}
