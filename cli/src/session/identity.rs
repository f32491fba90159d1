//! `identity.json`, as Octez stores it.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tezos_messages::identity::Identity;

use crate::error::Error;

/// The usual name of the file.
pub(crate) const FILE: &str = "identity.json";

/// Returns the identity of one side of `session`: from `file`, otherwise from `identity.json` beside the session.
pub(crate) fn of(session: &Path, file: Option<&Path>) -> Result<Identity, Error> {
    let beside = session.with_file_name(FILE);
    match file {
        Some(file) => load(file),
        None if beside.is_file() => load(&beside),
        None => Err(Error::at_path(
            session,
            format_args!(
                "the session is encrypted: give the identity of one of its sides with --identity (no {FILE} beside it)"
            ),
        )),
    }
}

/// Returns the identity in `file`.
pub(crate) fn load(file: &Path) -> Result<Identity, Error> {
    let text = fs::read_to_string(file)
        .map_err(|error| Error::at_path(file, format_args!("the identity cannot be read: {error}")))?;
    parse(&text).map_err(|sentence| Error::at_path(file, sentence))
}

/// Parses an identity.
pub(crate) fn parse(text: &str) -> Result<Identity, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
    let optional = |name: &str| match value.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(format!("the field `{name}` of an identity must be a string")),
    };
    let field = |name: &str| optional(name)?.ok_or_else(|| format!("an identity needs the field `{name}`"));
    let stamp = field("proof_of_work_stamp")?;
    Identity::from_text(optional("peer_id")?, field("public_key")?, field("secret_key")?, stamp)
        .map_err(|error| format!("this is not an identity: {error}"))
}

/// Returns the text of the file, with a comment that readers of identities ignore.
pub(crate) fn write(identity: &Identity, comment: &str) -> String {
    let text = identity.text();
    let value = json!({
        "comment": comment,
        "peer_id": text.peer_id,
        "public_key": text.public_key,
        "secret_key": text.secret_key.as_str(),
        "proof_of_work_stamp": text.proof_of_work_stamp,
    });
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use tezos_messages::identity::PowTarget;

    use super::*;

    #[test]
    fn a_written_identity_is_read_back() {
        let identity = Identity::generate(&PowTarget::from_bits(1)).unwrap();
        let text = write(&identity, "a remark");
        assert!(text.contains("a remark"));
        assert_eq!(parse(&text).unwrap().public_key(), identity.public_key());
    }

    #[test]
    fn errors_name_the_field() {
        let error = |text: &str| parse(text).unwrap_err();
        assert!(error("").starts_with("this is not JSON: "));
        assert_eq!(error("{}"), "an identity needs the field `proof_of_work_stamp`");
        assert_eq!(
            error(r#"{"proof_of_work_stamp":1}"#),
            "the field `proof_of_work_stamp` of an identity must be a string"
        );
        let text = r#"{"proof_of_work_stamp":"","public_key":"","secret_key":""}"#;
        assert!(error(text).starts_with("this is not an identity: expected 64 hex digits"));
        // Each field of a valid identity, absent, of another type, or wrong.
        let identity = Identity::generate(&PowTarget::from_bits(1)).unwrap();
        let whole: Value = serde_json::from_str(&write(&identity, "")).unwrap();
        let with = |name: &str, value: Value| {
            let mut changed = whole.clone();
            changed[name] = value;
            parse(&changed.to_string())
        };
        for (name, sentence) in [
            ("public_key", "an identity needs the field `public_key`"),
            ("secret_key", "an identity needs the field `secret_key`"),
            ("proof_of_work_stamp", "an identity needs the field `proof_of_work_stamp`"),
        ] {
            assert_eq!(with(name, Value::Null).unwrap_err(), sentence);
            let sentence = format!("the field `{name}` of an identity must be a string");
            assert_eq!(with(name, json!([])).unwrap_err(), sentence);
            let text = whole[name].as_str().unwrap();
            for wrong in [&text[2..], &format!("{text}00"), &format!("zz{}", &text[2..])] {
                let error = with(name, json!(wrong)).unwrap_err();
                assert!(error.starts_with("this is not an identity: "), "{name} {wrong}: {error}");
            }
        }
        assert!(with("peer_id", Value::Null).is_ok());
        assert_eq!(with("peer_id", json!(7)).unwrap_err(), "the field `peer_id` of an identity must be a string");
        assert!(
            with("peer_id", json!("ids1bf4g5YVGzxdVg7mMw1eF4VdV1F"))
                .unwrap_err()
                .starts_with("this is not an identity")
        );
    }
}
