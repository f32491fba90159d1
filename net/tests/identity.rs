//! The file of an identity.

use core::ops::ControlFlow;
use std::{fs, path::PathBuf};

use tezos_messages::identity::{Identity, IdentityError, PowTarget};
use tezos_net::identity::{FileError, generate, load, store};

/// Returns a path in a new folder.
fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("identity").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join("identity.json")
}

/// Writes a text that only the owner may read.
fn write(name: &str, text: &str) -> PathBuf {
    let file = path(name);
    fs::write(&file, text).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    file
}

fn none() -> PowTarget {
    PowTarget::from_bits(0)
}

#[test]
fn a_stored_identity_is_loaded() {
    let file = path("stored");
    let target = PowTarget::from_bits(4);
    let identity = Identity::generate(&target).unwrap();
    store(&file, &identity).unwrap();
    let loaded = load(&file, &target).unwrap();
    assert_eq!(loaded.text(), identity.text());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let again = store(&file, &identity).unwrap_err();
    assert!(matches!(&again, FileError::Io(error) if error.kind() == std::io::ErrorKind::AlreadyExists), "{again}");
    assert_eq!(load(&file, &target).unwrap().text(), identity.text(), "it is not replaced");
}

/// A file as `octez-node identity generate` writes it.
#[test]
fn a_file_of_octez_is_loaded() {
    let text = r#"{ "peer_id": "idqjq34sB6uHWdFzJDB97zwXAdHASb",
  "public_key":
    "40a2c1e551c1e48b89e2a13bb58114f613801439ec6c4fc3396799768a748b6e",
  "secret_key":
    "66adf08839c350109d8955a92c6561f966d6a048968763d12b7026c7e368fbe1",
  "proof_of_work_stamp":
    "ff6d772406b595e2ae0fd5c640a62a47212f21cbbcaac6b4" }"#;
    let file = write("octez", text);
    assert!(load(&file, &PowTarget::from_bits(26)).is_ok());
    assert!(matches!(load(&file, &PowTarget::from_bits(27)), Err(FileError::ProofOfWork)));
    let other = text.replace("40a2", "40a3");
    let error = load(&write("other-key", &other), &none()).unwrap_err();
    assert!(matches!(error, FileError::Identity(IdentityError::OtherPublicKey { .. })), "{error}");
    let other = text.replace("idqjq34sB6uHWdFzJDB97zwXAdHASb", "ids1bf4g5YVGzxdVg7mMw1eF4VdV1F");
    let error = load(&write("other-id", &other), &none()).unwrap_err();
    assert!(matches!(error, FileError::Identity(_) | FileError::Json(_)), "{error}");
}

/// Errors have no part of the secret key.
#[test]
fn the_secret_is_not_repeated() {
    let identity = Identity::generate(&none()).unwrap();
    let file = path("whole");
    store(&file, &identity).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let secret = identity.text().secret_key;
    for (name, wrong) in [
        ("cut", text[..text.find(secret.as_str()).unwrap() + 40].to_owned()),
        ("long", text.replace(secret.as_str(), &format!("{}00", secret.as_str()))),
        ("odd", text.replace(secret.as_str(), &secret[1..])),
        ("letter", text.replace(secret.as_str(), &format!("x{}", &secret[1..]))),
        ("number", text.replace(&format!("\"{}\"", secret.as_str()), "7")),
    ] {
        let error = load(&write(name, &wrong), &none()).unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(matches!(error, FileError::Json(_)), "{name}: {shown}");
        let parts = secret.as_bytes().windows(8);
        assert!(parts.into_iter().all(|part| !shown.contains(str::from_utf8(part).unwrap())), "{name}: {shown}");
    }
    assert!(matches!(load(&path("absent"), &none()), Err(FileError::Io(_))));
}

#[cfg(unix)]
#[test]
fn a_file_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let file = path("exposed");
    store(&file, &Identity::generate(&none()).unwrap()).unwrap();
    for mode in [0o640, 0o604, 0o660, 0o666, 0o601] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let error = load(&file, &none()).unwrap_err();
        assert!(matches!(error, FileError::Exposed { mode: found } if found == mode), "{error}");
        assert!(error.to_string().contains("chmod 600"), "{error}");
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(load(&file, &none()).is_ok());
}

#[test]
fn a_search_reports_its_progress_and_can_be_ended() {
    let mut reports = 0;
    let none = generate(&PowTarget::from_bits(255), |_| {
        reports += 1;
        if reports < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(none.unwrap().is_none());
    assert_eq!(reports, 3);
    let target = PowTarget::from_bits(10);
    let found = generate(&target, |_| ControlFlow::Continue(())).unwrap().unwrap();
    assert!(target.is_met(found.public_key(), found.proof_of_work_stamp()));
}
