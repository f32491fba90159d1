//! A test that a type is compatible with the schema that a file keeps.

use std::{env, fs, path::Path};

use alloc::format;
use alloc::string::String;

use tezos_encoding_core::schema::Encoding;

use crate::{Compatibility, Description, Diff, describe, diff};

/// The environment variable with which files are written.
const UPDATE: &str = "UPDATE_SCHEMAS";

/// Asserts that a type is compatible with the schema in a file, which a repository keeps.
///
/// The path of the file is relative to the folder of the crate's `Cargo.toml`. The file is what [`Description::to_dump`] returns, or
/// `tezos-codec dump encoding`, or `octez-codec dump encoding`, which has no limits. Without a third argument, [`Compatibility::Both`] is
/// required.
///
/// If the environment variable `UPDATE_SCHEMAS` is set, a missing file is written, and one whose schema has compatible changes is written
/// again. Delete the file of a type whose old bytes are not to be read any more.
///
/// # Panics
/// If a required compatibility is not met, with each change and its effect; if the file is missing or holds no schema; if it cannot be
/// written.
///
/// ```
/// use tezos_encoding::HasEncoding;
/// use tezos_encoding::schema::{Compatibility, assert_compatible, describe};
///
/// #[derive(HasEncoding)]
/// #[encoding(tags = "u8", json(tagged))]
/// enum Message { #[encoding(tag = 0)] Ping(u16), #[encoding(tag = 1)] Pong, #[encoding(tag = 2)] Bye }
///
/// # #[derive(HasEncoding)]
/// # #[encoding(tags = "u8", json(tagged))]
/// # enum Released { #[encoding(tag = 0)] Ping(u16), #[encoding(tag = 1)] Pong }
/// # let folder = std::env::temp_dir().join("tezos-encoding-compatible");
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let file = folder.join("message.json");
/// # std::fs::write(&file, describe(Released::ENCODING).to_dump()).unwrap();
/// # let file = file.to_str().unwrap();
/// // In a test; `file` is a path such as "schemas/message.json".
/// assert_compatible!(Message, file, Compatibility::OldBytes);
///
/// // Released readers do not know `Bye`.
/// let broken = std::panic::catch_unwind(|| assert_compatible!(Message, file));
/// assert!(broken.unwrap_err().downcast::<String>().unwrap().contains("added Bye"));
/// ```
#[macro_export]
macro_rules! assert_compatible {
    ($type:ty, $file:expr $(,)?) => {
        $crate::assert_compatible!($type, $file, $crate::Compatibility::Both)
    };
    ($type:ty, $file:expr, $required:expr $(,)?) => {
        $crate::__assert_compatible(
            ::core::stringify!($type),
            <$type as $crate::__HasEncoding>::ENCODING,
            ::core::env!("CARGO_MANIFEST_DIR"),
            $file,
            $required,
        )
    };
}

/// Does what [`assert_compatible!`] says. `crate_folder` is the folder of the crate's `Cargo.toml`.
///
/// # Panics
/// See [`assert_compatible!`].
#[track_caller]
#[expect(clippy::panic, reason = "an assertion")]
pub fn assert_compatible(
    name: &str,
    encoding: &'static Encoding,
    crate_folder: &str,
    file: impl AsRef<Path>,
    required: Compatibility,
) {
    let file = Path::new(crate_folder).join(file);
    if let Err(problem) = check(encoding, &file, required, env::var_os(UPDATE).is_some()) {
        panic!("`{name}` and {}: {problem}", file.display());
    }
}

/// Compares an encoding with the schema in a file, and writes the file if `update` and if the comparison allows it.
fn check(encoding: &'static Encoding, file: &Path, required: Compatibility, update: bool) -> Result<(), String> {
    let new = describe(encoding);
    let kept = match fs::read_to_string(file) {
        Ok(kept) => Some(kept),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("the file cannot be read: {error}")),
    };
    match &kept {
        Some(kept) => {
            let old = Description::from_json(kept).map_err(|error| format!("the file holds no schema: {error}"))?;
            let diff = diff(&old, &new);
            if !diff.meets(required) {
                return Err(unmet(&diff, required));
            }
        }
        None if update => {}
        None => {
            return Err(format!("there is no such file: run the test with {UPDATE}=1 to write it, and commit it"));
        }
    }
    let dump = new.to_dump();
    if update && kept.as_ref() != Some(&dump) {
        let folder = file.parent().unwrap_or_else(|| Path::new("."));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(file, dump));
        written.map_err(|error| format!("the file cannot be written: {error}"))?;
    }
    Ok(())
}

/// Lists the changes that break a requirement.
fn unmet(diff: &Diff, required: Compatibility) -> String {
    let requirement = match required {
        Compatibility::OldBytes => "new readers do not decode all old bytes",
        Compatibility::NewBytes => "old readers do not decode all new bytes",
        Compatibility::Both => "new readers do not decode all old bytes, or old readers not all new ones",
        Compatibility::Same => "the schema changed",
    };
    let breaking = diff.changes.iter().filter(|change| {
        let alone = Diff { changes: alloc::vec![(*change).clone()], complete: true };
        !alone.meets(required)
    });
    let changes = breaking.map(|change| {
        let path = if change.path.is_empty() { "the value itself" } else { &change.path };
        format!("\n  {} {path}: {}", change.kind, change.what)
    });
    let advice = "\nIf none of the old bytes has to be read any more, delete the file and run the test with";
    format!("{requirement}{}{advice} {UPDATE}=1.", changes.collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tezos_encoding_core::HasEncoding;

    use super::*;

    fn file(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("tezos-encoding-schemas-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder.join("new/schema.json")
    }

    #[test]
    fn a_file_is_written_only_where_it_may_be() {
        let file = file("update");
        let (byte, word) = (u8::ENCODING, u16::ENCODING);
        let missing = check(byte, &file, Compatibility::Both, false).unwrap_err();
        assert!(missing.contains("run the test with UPDATE_SCHEMAS=1"), "{missing}");
        assert_eq!(check(byte, &file, Compatibility::Both, true), Ok(()));
        let kept = fs::read_to_string(&file).unwrap();
        assert_eq!(Description::from_json(&kept).map(|read| read.to_dump()), Ok(describe(byte).to_dump()));
        // The bytes of another type are not read: the file stays.
        let broken = check(word, &file, Compatibility::OldBytes, true).unwrap_err();
        assert!(broken.contains("\n  replaced the value itself: ") && broken.contains("delete the file"), "{broken}");
        assert_eq!(fs::read_to_string(&file).unwrap(), kept);
        fs::write(&file, "{}").unwrap();
        let wrong = check(byte, &file, Compatibility::OldBytes, true).unwrap_err();
        assert!(wrong.starts_with("the file holds no schema: "), "{wrong}");
        fs::remove_dir_all(file.parent().unwrap().parent().unwrap()).unwrap();
    }

    #[test]
    fn each_requirement_is_checked() {
        let file = file("require");
        let list = |text| crate::grammar::parse(text).unwrap();
        let (narrow, wide) = (list("list(max=3, uint8)"), list("list(max=4, uint8)"));
        for (old, new, met) in [
            (narrow, wide, [true, false, false, false]),
            (wide, narrow, [false, true, false, false]),
            (wide, wide, [true, true, true, true]),
        ] {
            let _ = fs::remove_file(&file);
            check(old, &file, Compatibility::Same, true).unwrap();
            let all = [Compatibility::OldBytes, Compatibility::NewBytes, Compatibility::Both, Compatibility::Same];
            assert_eq!(all.map(|required| check(new, &file, required, false).is_ok()), met);
        }
        // A compatible change is written on request.
        check(narrow, &file, Compatibility::NewBytes, true).unwrap();
        check(wide, &file, Compatibility::OldBytes, true).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), describe(wide).to_dump());
        fs::remove_dir_all(file.parent().unwrap().parent().unwrap()).unwrap();
    }
}
