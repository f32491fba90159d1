//! What is known to differ between the schemas of Octez and our JSON.

use serde_json::Value;

/// A difference that is found.
pub(crate) struct Found<'a> {
    /// The id of the encoding.
    pub(crate) id: &'a str,
    /// In which way the JSON differs.
    pub(crate) way: Way,
    /// The JSON: ours, or that made from the schema.
    pub(crate) json: &'a Value,
    /// What is wrong with it, in words.
    pub(crate) problem: &'a str,
}

/// In which way JSON differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Ours is not valid by the schema.
    Invalid,
    /// That made from the schema cannot be encoded.
    Refused,
    /// That made from the schema is printed otherwise once it was encoded and decoded.
    Changed,
}

/// A row of the table.
pub(crate) struct Difference {
    /// In which way the JSON differs.
    pub(crate) way: Way,
    /// What the schema has.
    pub(crate) theirs: &'static str,
    /// What is right, and the file of Octez with the rule.
    pub(crate) rule: &'static str,
    /// Whether a difference is this one.
    pub(crate) applies: fn(&Found<'_>) -> bool,
}

/// Fields that are not printed if their value is this one.
const DEFAULTS: &[(&str, &str)] = &[
    ("address_registry_diff", "[]"),
    ("allocated_destination_contract", "false"),
    ("annots", "[]"),
    ("args", "[]"),
    ("balance_updates", "[]"),
    ("consumed_milligas", "\"0\""),
    ("internal_operation_results", "[]"),
    ("originated_contracts", "[]"),
    ("ticket_receipt", "[]"),
    ("ticket_updates", "[]"),
];

/// Why ratios are refused.
const RATIOS: &[&str] = &[
    "denominator must be greater than 0",
    "only positive values allowed",
    "must be non-negative",
    "between zero and one",
    "between zero (inclusive) and one",
    "the bonus is from 0 to ",
];

/// The table. The first row that applies is counted: where one is, none before it is the reason. A row that is not seen any more is an error.
pub(crate) const DIFFERENCES: &[Difference] = &[
    Difference {
        way: Way::Invalid,
        theirs: "changes of balances come from the block",
        rule: "one of five origins, of which the printer has the first: `receipt_repr.ml`, `update_origin_encoding`",
        applies: |found| found.problem.contains(".origin: ") && found.problem.ends_with("is not one of ['block']"),
    },
    Difference {
        way: Way::Invalid,
        theirs: "every script has code",
        rule: "native ones have none: `script_native_repr.ml`, `with_storage_encoding`",
        applies: |found| found.id.ends_with(".script") && found.problem.ends_with("'code' is a required property"),
    },
    Difference {
        way: Way::Invalid,
        theirs: "attestations that keys of BLS sign have the JSON of others",
        rule: "their JSON has no slot, and a kind of its own: `operation_repr.ml`, `Bls_mode`",
        applies: |found| found.id.ends_with(".bls_mode_unsigned") && found.problem.contains("'bls_mode_"),
    },
    Difference {
        way: Way::Refused,
        theirs: "attestations that keys of BLS sign have the JSON of others",
        rule: "their JSON has no slot, and a kind of its own: `operation_repr.ml`, `Bls_mode`",
        applies: |found| found.id.ends_with(".bls_mode_unsigned") && found.problem.contains("is not a kind known here"),
    },
    Difference {
        way: Way::Refused,
        theirs: "rounds are any number of 32 bits",
        rule: "they are not negative: `round_repr.ml`, `encoding`",
        applies: |found| {
            found.problem.contains("round: the value is refused: ")
                && (found.problem.contains("negative round") || found.problem.contains("is not negative"))
        },
    },
    Difference {
        way: Way::Refused,
        theirs: "ratios are of any two numbers",
        rule: "denominators are positive, and many ratios are limited: `ratio_repr.ml`, `constants_parametric_repr.ml`",
        applies: |found| is_constants(found) && RATIOS.iter().any(|reason| found.problem.contains(reason)),
    },
    Difference {
        way: Way::Refused,
        theirs: "percentages are numbers of 16 bits",
        rule: "they are hundredths of a percent, 0 to 10,000: `percentage.ml`",
        applies: |found| is_constants(found) && found.problem.contains("between 0 and 10000"),
    },
    Difference {
        way: Way::Refused,
        theirs: "operations have any number of contents",
        rule: "at least one, and several only of accounts: `operation_repr.ml`, `of_list`",
        applies: |found| {
            found.problem.contains("an operation has at least one of the contents")
                || found.problem.contains("an operation with several contents has manager operations only")
        },
    },
    Difference {
        way: Way::Refused,
        theirs: "any number is the version of an environment",
        rule: "only the known ones: `protocol.ml`, `env_version_encoding`",
        applies: |found| found.problem.contains("unexpected environment version"),
    },
    Difference {
        way: Way::Refused,
        theirs: "amounts of gas are any number",
        rule: "they have at most 62 bits, and limits are multiplied by 1,000: `gas_limit_repr.ml`, `saturation_repr.ml`",
        applies: |found| found.problem.contains("an amount of gas is from") || inside(found.json, is_large_gas),
    },
    Difference {
        way: Way::Refused,
        theirs: "amounts of tickets are any number that is not negative",
        rule: "they are positive: `ticket_amount.ml`, `encoding`",
        applies: |found| found.problem.contains("ticket_amount: the value is refused: expecting positive number"),
    },
    Difference {
        way: Way::Refused,
        theirs: "any state of a point may have a peer, or none",
        rule: "accepted and running ones have one: `p2p_point.ml`, `Info.encoding`",
        applies: |found| found.id == "p2p_point.info" && found.problem.contains("expected the p2p_peer_id"),
    },
    Difference {
        way: Way::Changed,
        theirs: "times have fractions of seconds",
        rule: "bytes have whole seconds: `time.ml`, `System.encoding`",
        applies: |found| {
            found.problem.contains(".125-00:00\" is printed as ") && found.problem.ends_with(".000-00:00\"")
        },
    },
    Difference {
        way: Way::Changed,
        theirs: "circuits are in any order",
        rule: "they are sorted by name: `zk_rollup_account_repr.ml`, `circuits_info_encoding`",
        // The first difference is in a name.
        applies: |found| found.problem.contains("circuits_info[") && found.problem.contains("][0]: \""),
    },
    Difference {
        way: Way::Changed,
        theirs: "events may have the default tag",
        rule: "then it is not printed: `apply_internal_results.ml`, `event_case`",
        applies: |found| found.json["kind"] == "event" && found.problem.ends_with(".tag: \"default\" is not printed"),
    },
    Difference {
        way: Way::Changed,
        theirs: "fields may have their default",
        rule: "then they are not printed: `json.ml` of data-encoding, `dft`",
        applies: |found| {
            DEFAULTS.iter().any(|(name, value)| found.problem.ends_with(&format!(".{name}: {value} is not printed")))
        },
    },
];

/// Whether JSON contains a value that is meant.
fn inside(json: &Value, is_meant: fn(&Value) -> bool) -> bool {
    is_meant(json)
        || match json {
            Value::Array(items) => items.iter().any(|value| inside(value, is_meant)),
            Value::Object(fields) => fields.values().any(|value| inside(value, is_meant)),
            _ => false,
        }
}

/// Whether an object has a consumption of gas of more than 62 bits.
fn is_large_gas(json: &Value) -> bool {
    let gas = json["consumed_milligas"].as_str().and_then(|digits| digits.parse::<u128>().ok());
    gas.is_some_and(|gas| gas > (1 << 62) - 2)
}

/// Whether an encoding is one of the constants of a protocol.
fn is_constants(found: &Found<'_>) -> bool {
    found.id.ends_with(".constants") || found.id.ends_with(".constants.parametric")
}
