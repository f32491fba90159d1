//! The identity of a node: its file, as Octez keeps it, and the search for its proof of work.

use core::{error, fmt, ops::ControlFlow, time::Duration};
use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::Path,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use tezos_encoding::{
    FromJson as _,
    schema::{JsonError, JsonErrorKind},
};
use tezos_messages::{
    identity::{CryptoBoxSecretKey, Identity, IdentityError, IdentityText, PowTarget, Stamp},
    records::StoredIdentity,
};
use zeroize::Zeroizing;

/// The longest file of an identity that is read: Octez writes fewer than 400 bytes.
const FILE_MAX_BYTES: u64 = 1 << 16;

/// The number of stamps that a thread tries before it looks whether another has found one.
const STAMPS_AT_ONCE: u64 = 1 << 13;

/// How often the progress of a search is reported.
const PROGRESS: Duration = Duration::from_millis(200);

/// Why the file of an identity cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses it.
    Io(io::Error),
    /// Others than the owner may read or write the file.
    Exposed {
        /// The permissions, such as `0o644`.
        mode: u32,
    },
    /// The text is not the JSON of an identity. The text is not repeated, because it may contain the secret key.
    Json(String),
    /// The fields do not belong together.
    Identity(IdentityError),
    /// The proof of work does not reach the target.
    ProofOfWork,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Exposed { mode } => write!(
                f,
                "its permissions are {mode:04o}, so that others than its owner can use the secret key: allow only 0600 (`chmod 600`)"
            ),
            Self::Json(error) => write!(f, "this is not the JSON of an identity: {error}"),
            Self::Identity(error) => error.fmt(f),
            Self::ProofOfWork => {
                f.write_str("its proof of work is less than the network requires: generate another identity")
            }
        }
    }
}

impl error::Error for FileError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Identity(error) => Some(error),
            Self::Exposed { .. } | Self::Json(_) | Self::ProofOfWork => None,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads the identity in `file`, which only its owner may use.
///
/// The permissions are those of the file that is read, not of a file that replaces it in between. They are checked on Unix.
///
/// # Errors
/// All of [`FileError`].
///
/// Rule: [`identity_file.ml`, `read`][rule]; Octez does not check the permissions.
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_base/p2p_identity_file/identity_file.ml
pub fn load(file: &Path, target: &PowTarget) -> Result<Identity, FileError> {
    let file = File::open(file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = file.metadata()?.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            return Err(FileError::Exposed { mode });
        }
    }
    let mut text = Zeroizing::new(String::new());
    file.take(FILE_MAX_BYTES).read_to_string(&mut text)?;
    let stored = StoredIdentity::from_json(&text).map_err(|error| FileError::Json(without_values(&error)))?;
    let identity = Identity::try_from(&stored).map_err(FileError::Identity)?;
    match target.is_met(identity.public_key(), identity.proof_of_work_stamp()) {
        true => Ok(identity),
        false => Err(FileError::ProofOfWork),
    }
}

/// Returns the position and the name of an error: what was found there may be the secret key.
fn without_values(error: &JsonError) -> String {
    let position = error.position().map(|position| format!("{position}: ")).unwrap_or_default();
    let path = match error.kind() {
        JsonErrorKind::Mismatch { error, .. } | JsonErrorKind::Value(error) => format!("{}: ", error.path()),
        JsonErrorKind::Bytes(error) => format!("{}: ", error.path()),
        _ => String::new(),
    };
    format!("{position}{path}{}", error.name())
}

/// Writes an identity into a new file, which only its owner may read and write (mode 0600).
///
/// # Errors
/// [`FileError::Io`]: `AlreadyExists` if there is such a file, which is not replaced.
pub fn store(file: &Path, identity: &Identity) -> Result<(), FileError> {
    let IdentityText { peer_id, public_key, secret_key, proof_of_work_stamp } = identity.text();
    let text = Zeroizing::new(format!(
        "{{ \"peer_id\": \"{peer_id}\",\n  \"public_key\":\n    \"{public_key}\",\n  \"secret_key\":\n    \"{}\",\n  \
         \"proof_of_work_stamp\":\n    \"{proof_of_work_stamp}\" }}\n",
        secret_key.as_str()
    ));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(file)?;
    file.write_all(text.as_bytes())?;
    Ok(file.sync_all()?)
}

/// Generates an identity on all cores. `progress` is called five times a second with the number of stamps that were tried, and can end the
/// search; `None` is returned then. On average 2^difficulty stamps are necessary. Two cores of an AMD EPYC machine try 5.4 million in a second
/// (2026-11-29, in release); the time varies, and is three times the mean in one case of twenty:
///
/// | difficulty in bits | stamps on average | time on average |
/// |---:|---:|---:|
/// | 20 | 1,048,576 | 0.2 s |
/// | 24 | 16,777,216 | 3.1 s |
/// | 26, as on mainnet | 67,108,864 | 12 s |
/// | 28 | 268,435,456 | 50 s |
/// | 30 | 1,073,741,824 | 200 s |
///
/// ```
/// use core::ops::ControlFlow;
/// use tezos_messages::identity::PowTarget;
///
/// let target = PowTarget::from_bits(8); // 26 on mainnet
/// let identity = tezos_net::identity::generate(&target, |_| ControlFlow::Continue(())).unwrap().unwrap();
/// assert!(target.is_met(identity.public_key(), identity.proof_of_work_stamp()));
/// ```
///
/// Blocks the thread: use `spawn_blocking` in a task.
///
/// # Errors
/// [`IdentityError::NoRandomness`].
pub fn generate(
    target: &PowTarget,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<Identity>, IdentityError> {
    fn random<const N: usize>() -> Result<[u8; N], IdentityError> {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).map_err(|_| IdentityError::NoRandomness)?;
        Ok(bytes)
    }
    let secret = CryptoBoxSecretKey::new(*Zeroizing::new(random()?));
    let key = secret.public_key();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let starts = (0..threads).map(|_| random().map(Stamp)).collect::<Result<Vec<Stamp>, _>>()?;
    let (tried, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (found, finds) = mpsc::channel();
    let stamp = thread::scope(|scope| {
        for mut start in starts {
            let (found, tried, is_over, key) = (found.clone(), &tried, &is_over, &key);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    match target.search(key, start, STAMPS_AT_ONCE) {
                        // The receiver may have another one already.
                        Ok(stamp) => return found.send(stamp).unwrap_or_default(),
                        Err(next) => start = next,
                    }
                    tried.fetch_add(STAMPS_AT_ONCE, Ordering::Relaxed);
                }
            });
        }
        let stamp = loop {
            if let Ok(stamp) = finds.recv_timeout(PROGRESS) {
                break Some(stamp);
            }
            if progress(tried.load(Ordering::Relaxed)).is_break() {
                break None;
            }
        };
        is_over.store(true, Ordering::Relaxed);
        stamp
    });
    Ok(stamp.map(|stamp| Identity::new(secret, stamp)))
}
