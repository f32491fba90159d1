//! What the libraries are known to do otherwise than we do.

use serde_json::Value;

/// A question, with the parts that differences look at.
pub(crate) struct Question<'a> {
    /// The question.
    pub(crate) whole: &'a Value,
    /// The kinds of the contents.
    pub(crate) kinds: Vec<&'a str>,
    /// The number of the protocol.
    pub(crate) protocol: u64,
}

/// A row of the table.
pub(crate) struct Difference {
    /// The library.
    pub(crate) library: &'static str,
    /// The parts of an answer that differ.
    pub(crate) parts: &'static [&'static str],
    /// What the library does.
    pub(crate) theirs: &'static str,
    /// What is right, and the file of Octez with the rule.
    pub(crate) rule: &'static str,
    /// Whether a question shows it.
    pub(crate) applies: fn(&Value, &Question<'_>) -> bool,
}

const BOTH: &[&str] = &["forged", "parsed"];
const TEXT_IS_BYTES: &str =
    "texts are bytes, which JSON has as `invalid_utf8_string` where they are not UTF-8: `json.ml` of data-encoding";
const LATER_NAMES: &str =
    "`TICKET` and `sapling_transaction` have the bytes of the primitives that have these names today";
const NAMES: &str = "`michelson_v1_primitives.ml`; of 011 and 014";

/// The table. The first row that applies is counted: where one is, none before it is the reason. A part of a row that is not seen any
/// more is an error.
pub(crate) const DIFFERENCES: &[Difference] = &[
    Difference {
        library: "local-forging",
        parts: &["parsed"],
        theirs: "numbers of 22 digits and more are printed with an exponent",
        rule: "digits alone: `json.ml` of data-encoding, `n` and `z`",
        applies: |json, _| {
            let names = ["counter", "gas_limit", "storage_limit", "ticket_amount"];
            inside(json, |value| names.iter().any(|name| value[name].as_str().is_some_and(|digits| digits.len() >= 22)))
        },
    },
    Difference {
        library: "local-forging",
        parts: BOTH,
        theirs: "accounts with keys of ML-DSA-44 are not known",
        rule: "case 4, from 025 on: `signature_v3.ml`",
        applies: |json, _| text_begins(json, &["tz5", "mdpk"]),
    },
    Difference {
        library: "local-forging",
        parts: BOTH,
        theirs: "text is UTF-8",
        rule: TEXT_IS_BYTES,
        applies: |json, _| is_other_text(json),
    },
    Difference {
        library: "local-forging",
        parts: BOTH,
        theirs: "three arguments and more are a block for `pair`, `LAMBDA` and `view` alone, which have to have as many as usual",
        rule: "a block for each primitive: `micheline_encoding.ml`",
        applies: |json, _| inside(json, is_of_unusual_arguments),
    },
    Difference {
        library: "local-forging",
        parts: &["parsed"],
        theirs: "proofs and lists of accounts take all bytes behind them, of the next operation too",
        rule: "they have a size of their own: `operation_repr.ml`, `reveal_case`, `sc_rollup_originate_case`",
        applies: |json, _| {
            let contents: Vec<&Value> = items(&json["contents"]).collect();
            let before = contents.split_last().map_or(&[][..], |(_, before)| before);
            before.iter().any(|contents| !contents["proof"].is_null() || !contents["whitelist"].is_null())
        },
    },
    Difference { library: "local-forging", parts: BOTH, theirs: LATER_NAMES, rule: NAMES, applies: has_old_name },
    Difference {
        library: "local-forging",
        parts: BOTH,
        theirs: "`dal_attestation` is a number without sign",
        rule: "`z`: `dal_attestations_repr.ml`, `bitset.ml`",
        applies: |json, _| inside(json, |value| is_no_sextet(&value["dal_attestation"])),
    },
    Difference {
        library: "local-forging",
        parts: BOTH,
        theirs: "the `amount` of `increase_paid_storage` is a number without sign",
        rule: "`z`: `operation_repr.ml`, `increase_paid_storage_case`",
        applies: |json, _| {
            inside(json, |value| value["kind"] == "increase_paid_storage" && is_no_sextet(&value["amount"]))
        },
    },
    Difference {
        library: "pytezos",
        parts: BOTH,
        theirs: "`CREATE_ACCOUNT` is called `__CREATE_ACCOUNT__`",
        rule: "`michelson_v1_primitives.ml`",
        applies: |json, _| inside(json, |value| value["prim"] == "CREATE_ACCOUNT"),
    },
    Difference {
        library: "pytezos",
        parts: BOTH,
        theirs: "`INDEX_ADDRESS` and `GET_ADDRESS_INDEX` are not known",
        rule: "from 024 on: `michelson_v1_primitives.ml`",
        applies: |json, _| {
            inside(json, |value| value["prim"] == "INDEX_ADDRESS" || value["prim"] == "GET_ADDRESS_INDEX")
        },
    },
    Difference {
        library: "pytezos",
        parts: BOTH,
        theirs: "text is UTF-8",
        rule: TEXT_IS_BYTES,
        applies: |json, _| is_other_text(json),
    },
    Difference {
        library: "pytezos",
        parts: &["forged"],
        theirs: "the digits of `failing_noop` are written as text, as until 015",
        rule: "bytes, whose JSON is digits, from 016 on: `operation_repr.ml`, `failing_noop_case`",
        applies: |_, question| question.protocol >= 16 && question.kinds.contains(&"failing_noop"),
    },
    Difference { library: "pytezos", parts: &["forged"], theirs: LATER_NAMES, rule: NAMES, applies: has_old_name },
    Difference {
        library: "pytezos",
        parts: &["forged"],
        theirs: "the endorsement of `endorsement_with_slot` has to have a signature",
        rule: "it may have none: `operation_repr.ml` of 011, `inlined.endorsement`",
        applies: |json, _| inside(json, |value| lacks(&value["endorsement"], "signature")),
    },
    Difference {
        library: "pytezos",
        parts: &["forged"],
        theirs: "the levels of endorsements have no sign",
        rule: "32 bits with a sign until 010: `raw_level_repr.ml`",
        applies: |json, question| {
            question.protocol < 11 && inside(json, |value| value["level"].as_i64().is_some_and(|level| level < 0))
        },
    },
    Difference {
        library: "pytezos",
        parts: &["forged"],
        theirs: "evidence of aggregates is not known",
        rule: "a sample of 023 to 025 has it, of 399 bytes",
        applies: |json, _| inside(json, |value| lacks(&value["operations"], "slot")),
    },
];

/// Whether a value or any inside it passes a test.
fn inside(json: &Value, test: impl Fn(&Value) -> bool + Copy) -> bool {
    let is_further_inside = match json {
        Value::Array(items) => items.iter().any(|value| inside(value, test)),
        Value::Object(fields) => fields.values().any(|value| inside(value, test)),
        _ => false,
    };
    is_further_inside || test(json)
}

fn items(json: &Value) -> impl Iterator<Item = &Value> {
    json.as_array().into_iter().flatten()
}

/// Whether an object is without a field.
fn lacks(json: &Value, field: &str) -> bool {
    json.as_object().is_some_and(|fields| !fields.contains_key(field))
}

/// Whether a number has other bytes with a sign than without.
fn is_no_sextet(number: &Value) -> bool {
    number.as_str().is_some_and(|digits| !digits.parse::<u8>().is_ok_and(|number| number < 64))
}

fn text_begins(json: &Value, prefixes: &[&str]) -> bool {
    inside(json, |value| value.as_str().is_some_and(|text| prefixes.iter().any(|prefix| text.starts_with(prefix))))
}

/// Whether there is text that is not UTF-8.
fn is_other_text(json: &Value) -> bool {
    inside(json, |value| !value["invalid_utf8_string"].is_null())
}

/// Whether there is a primitive whose name another one has from 013 or 015 on.
fn has_old_name(json: &Value, question: &Question<'_>) -> bool {
    question.protocol < 15 && inside(json, |value| value["prim"] == "TICKET" || value["prim"] == "sapling_transaction")
}

/// Whether an application has a number of arguments that local-forging does not expect.
fn is_of_unusual_arguments(json: &Value) -> bool {
    let count = items(&json["args"]).count();
    match json["prim"].as_str() {
        Some("Pair" | "pair") => false,
        Some("LAMBDA" | "LAMBDA_REC") => count != 3 || !json["annots"].is_null(),
        Some("view") => count != 0 && (count != 4 || !json["annots"].is_null()),
        _ => count > 2,
    }
}
