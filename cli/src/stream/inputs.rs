//! Files, folders and standard input, from the command line.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufRead, BufReader, Cursor, Read, Seek as _, SeekFrom, copy, sink, stdin},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::UNIX_EPOCH,
};

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tezos_messages::identity::Identity;
use walkdir::WalkDir;

use crate::{
    error::Error,
    input,
    session::{capture, identity, lines, sample},
};

/// The number of bytes that are read from an input at once.
const BUFFER_BYTES: usize = 0x2_0000;

/// A source of messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// The sample session of the tool.
    Sample,
    /// Standard input.
    Standard,
    /// A file.
    File(PathBuf),
    /// Standard input or a pipe, of which the first bytes were read to find out whether it is short.
    Started(Started),
}

/// An input of unknown length, and its first bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Started {
    input: Box<Input>,
    start: Arc<[u8]>,
    /// `None` if `start` is all of it.
    rest: Option<Rest>,
}

/// The bytes of an input after the first ones, which can be read once.
#[derive(Clone)]
struct Rest(Arc<Mutex<dyn Read + Send>>);

impl Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)
    }
}

impl PartialEq for Rest {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Rest {}

impl fmt::Debug for Rest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Rest")
    }
}

/// The text of an input.
pub(crate) type Text = Box<dyn BufRead + Send>;

/// Identifies an input and its version, to detect changes between runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Description {
    name: String,
    /// The length of the file, if it is one.
    bytes: Option<u64>,
    /// The time of its last change, in nanoseconds since 1970.
    changed: Option<String>,
}

/// The format of an input, which its first line determines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Encrypted sessions, csv.
    Encrypted,
    /// A decrypted session, jsonl.
    Opened,
    /// A list of messages.
    List,
}

impl Format {
    /// Returns the format of an input with this first line.
    pub(crate) fn of(first: &str) -> Self {
        if first.contains("direction,message") {
            Self::Encrypted
        } else if first.contains("\"dir\"") {
            Self::Opened
        } else {
            Self::List
        }
    }
}

/// Returns the inputs that arguments name: files, `-` for standard input, and folders for the files in and below them. Without arguments,
/// returns the sample session.
pub(crate) fn inputs(arguments: &[String]) -> Result<Vec<Input>, Error> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if argument == "-" {
            if inputs.contains(&Input::Standard) {
                return Err(Error::new("standard input can be read once only: give `-` once"));
            }
            inputs.push(Input::Standard);
        } else if path.is_dir() {
            let before = inputs.len();
            below(path, &mut inputs)?;
            if inputs.len() == before {
                let sentence = "there is no session and no list of messages in this folder or below it";
                return Err(Error::at_path(path, sentence));
            }
        } else if path.exists() {
            inputs.push(Input::File(path.to_owned()));
        } else {
            return Err(Error::at_path(path, "there is no such file"));
        }
    }
    if arguments.is_empty() {
        inputs.push(Input::Sample);
    }
    Ok(inputs)
}

/// Reads up to `limit` bytes of each input of unknown length. Of a shorter one, the length is known then, and it can be opened again, as a file.
pub(crate) fn started(inputs: Vec<Input>, limit: u64) -> Result<Vec<Input>, Error> {
    let start = |input: Input| match input.length() {
        None => input.start(limit),
        Some(_) => Ok(input),
    };
    inputs.into_iter().map(start).collect()
}

/// Adds the sessions, captures and lists in a folder and the folders below it, sorted by path. Other files are ignored, and pipes are not opened.
fn below(folder: &Path, inputs: &mut Vec<Input>) -> Result<(), Error> {
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| Error::at_path(folder, error))?;
        let is_text =
            entry.path().extension().is_some_and(|it| ["csv", "jsonl", "json"].iter().any(|known| it == *known));
        let is_file = entry.path().is_file();
        let is_capture = || entry.path().extension().is_some_and(|it| it == "pcap" || it == "pcapng");
        if is_file && (is_text && has_messages(entry.path())? || is_capture() && capture::is_file(entry.path())) {
            inputs.push(Input::File(entry.into_path()));
        }
    }
    Ok(())
}

/// Returns true if the first line of a file is that of a session or of a list in JSON.
fn has_messages(path: &Path) -> Result<bool, Error> {
    let file = File::open(path).map_err(|error| Error::at_path(path, error))?;
    let Ok((Some(first), _)) = lines::first("", BufReader::new(file)) else { return Ok(false) };
    let has_hex = |value: Value| value.get("hex").is_some_and(Value::is_string);
    Ok(match Format::of(&first) {
        Format::Encrypted | Format::Opened => true,
        Format::List => serde_json::from_str(&first).is_ok_and(has_hex),
    })
}

impl Input {
    /// Returns the name of the input in sentences.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Sample => sample::NAME.into(),
            Self::Standard => input::file_name("-").into(),
            Self::File(path) => path.display().to_string(),
            Self::Started(Started { input, .. }) => input.name(),
        }
    }

    /// Reads up to `limit` bytes of an input of unknown length.
    fn start(self, limit: u64) -> Result<Self, Error> {
        let wrong = |error| Error::in_file(self.name(), format_args!("it cannot be read: {error}"));
        let (mut start, mut raw) = (Vec::new(), self.raw().map_err(wrong)?);
        raw.by_ref().take(limit).read_to_end(&mut start).map_err(wrong)?;
        // One more byte tells whether it ends here.
        let length = start.len();
        raw.by_ref().take(1).read_to_end(&mut start).map_err(wrong)?;
        let rest = (start.len() > length).then(|| Rest(Arc::new(Mutex::new(raw))));
        Ok(Self::Started(Started { input: Box::new(self), start: start.into(), rest }))
    }

    /// Opens the bytes of its text.
    fn raw(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::Sample => Box::new(Cursor::new(sample::SESSION)),
            Self::Standard => Box::new(stdin()),
            Self::File(path) if self.is_binary() => Box::new(Cursor::new(hex::encode(fs::read(path)?))),
            Self::File(path) => Box::new(File::open(path)?),
            Self::Started(Started { start, rest, .. }) => {
                let start = Cursor::new(start.clone());
                match rest {
                    Some(rest) => Box::new(start.chain(rest.clone())),
                    None => Box::new(start),
                }
            }
        })
    }

    /// Returns true for what another process cannot read again.
    pub(crate) const fn is_read_once(&self) -> bool {
        matches!(self, Self::Standard | Self::Started(_))
    }

    /// Returns true for a file that is one message in binary, such as a block that a node gave. It is read as a line of hex.
    fn is_binary(&self) -> bool {
        matches!(self, Self::File(path) if path.extension().is_some_and(|extension| extension == "bin"))
    }

    /// Returns the number of bytes of its text, if known.
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Self::Sample => u64::try_from(sample::SESSION.len()).ok(),
            Self::Standard => None,
            // A pipe that a shell passes as `<(command)` has no length.
            Self::File(path) => {
                let bytes = path.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len());
                bytes.map(|bytes| if self.is_binary() { bytes.saturating_mul(2) } else { bytes })
            }
            Self::Started(Started { start, rest, .. }) => u64::try_from(start.len()).ok().filter(|_| rest.is_none()),
        }
    }

    /// Returns the description that identifies the input.
    pub(crate) fn description(&self) -> Description {
        let changed = match self {
            Self::File(path) => path.metadata().and_then(|data| data.modified()).ok(),
            Self::Sample | Self::Standard | Self::Started(_) => None,
        };
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed = changed.map(|time| time.as_nanos().to_string()).filter(|_| self.length().is_some());
        Description { name: self.name(), bytes: self.length(), changed }
    }

    /// Returns the identity of one side of its sessions: from `file`, otherwise from `identity.json` beside it.
    pub(crate) fn identity(&self, file: Option<&Path>) -> Result<Identity, Error> {
        match (self, file) {
            (Self::Started(Started { input, .. }), file) => input.identity(file),
            (Self::Sample, _) => sample::identity(),
            (Self::File(path), file) => identity::of(path, file),
            (Self::Standard, Some(file)) => identity::load(file),
            (Self::Standard, None) => {
                let sentence = "the session is encrypted: give the identity of one of its sides with --identity";
                Err(Error::in_file(self.name(), sentence))
            }
        }
    }

    /// Opens the input at `offset`. Returns its text, whose bytes `bar` counts, and its format, or `None` if it is empty.
    pub(crate) fn open(&self, offset: u64, bar: &ProgressBar) -> Result<Option<(Text, Format)>, Error> {
        let name = self.name();
        let wrong = |error| Error::in_file(&name, format_args!("it cannot be read: {error}"));
        let raw = self.raw().map_err(wrong)?;
        let mut raw = BufReader::with_capacity(BUFFER_BYTES, bar.wrap_read(raw));
        capture::refuse_start(&name, raw.fill_buf().map_err(wrong)?)?;
        let (first, mut text) = lines::first(&name, raw)?;
        let Some(first) = first else { return Ok(None) };
        let format = Format::of(&first);
        if offset == 0 {
            return Ok(Some((Box::new(text), format)));
        }
        if let (Self::File(path), Some(_), false) = (self, self.length(), self.is_binary()) {
            let mut file = File::open(path).map_err(wrong)?;
            skip(bar, file.seek(SeekFrom::Start(offset)).map_err(wrong)?);
            return Ok(Some((Box::new(BufReader::with_capacity(BUFFER_BYTES, bar.wrap_read(file))), format)));
        }
        let skipped = copy(&mut text.by_ref().take(offset), &mut sink()).map_err(wrong)?;
        if skipped < offset {
            let sentence =
                format!("it ends before byte {offset}, where the last run stopped: give the same input again");
            return Err(Error::in_file(name, sentence));
        }
        skip(bar, 0);
        Ok(Some((Box::new(text), format)))
    }
}

/// Adds bytes that an earlier run has read to the position of the bar. Neither they nor those before them count for its rate.
pub(super) fn skip(bar: &ProgressBar, bytes: u64) {
    bar.inc(bytes);
    // The rate is measured from the position of the last tick on.
    bar.tick();
    bar.reset_eta();
}

#[cfg(test)]
mod tests {
    use std::{thread::sleep, time::Duration};

    use super::*;

    #[test]
    fn skipped_bytes_do_not_count_for_the_rate() {
        let bar = ProgressBar::hidden();
        bar.set_length(3_000_000_000);
        sleep(Duration::from_millis(2));
        skip(&bar, 1_000_000_000);
        for _ in 0..5 {
            sleep(Duration::from_millis(2));
            bar.inc(10);
            bar.tick();
        }
        assert_eq!(bar.position(), 1_000_000_050);
        assert!(bar.per_sec() < 1e6, "{} bytes in a second", bar.per_sec());
    }

    #[test]
    fn folders_are_searched_for_sessions_and_lists() {
        let folder = std::env::temp_dir().join(format!("tezos-codec-inputs-{}", std::process::id()));
        fs::create_dir_all(folder.join("b/c")).unwrap();
        for (name, text) in [
            ("b/c/two.csv", "\ndirection,message\n"),
            ("b/other.csv", "a,b\n"),
            ("b/one.jsonl", "{\"dir\":\"Sent\"}\n"),
            ("identity.json", "{\n\"peer_id\": \"\"}\n"),
            ("list.json", "{\"hex\":\"00\"}\n"),
            ("empty.csv", ""),
            ("list.txt", "00\n"),
            ("LIST.CSV", "direction,message\n"),
            ("number.json", "{\"hex\":7}\n"),
            ("text.json", "00\n"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let path = |name: &str| Input::File(folder.join(name));
        let argument = |path: &Path| path.to_str().unwrap().to_owned();
        let found = inputs(&[argument(&folder), "-".into(), argument(&folder.join("list.txt"))]).unwrap();
        let expected = ["b/c/two.csv", "b/one.jsonl", "list.json"].map(path);
        assert_eq!(found[..3], expected);
        assert_eq!(found[3..], [Input::Standard, path("list.txt")]);
        assert_eq!(inputs(&[]).unwrap(), [Input::Sample]);
        fs::create_dir_all(folder.join("none")).unwrap();
        for (arguments, sentence) in [
            (vec!["-".into(), "-".into()], "standard input can be read once only: give `-` once"),
            (
                vec!["-".into(), argument(&folder.join("list.txt")), "-".into()],
                "standard input can be read once only: give `-` once",
            ),
            (vec![argument(&folder.join("none"))], "there is no session and no list of messages in this folder"),
            (vec!["absent.csv".into()], "absent.csv: there is no such file"),
        ] {
            let error = inputs(&arguments).unwrap_err().to_string();
            assert!(error.contains(sentence), "{error}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_short_input_of_unknown_length_is_kept() {
        let length = sample::SESSION.len() as u64;
        let read = |input: &Input| {
            let mut text = String::new();
            input.raw().unwrap().read_to_string(&mut text).unwrap();
            text
        };
        for limit in [length, length + 1] {
            let short = Input::Sample.start(limit).unwrap();
            assert_eq!(
                (short.length(), short.name(), short.is_read_once()),
                (Some(length), Input::Sample.name(), true)
            );
            assert!(read(&short) == sample::SESSION && read(&short) == sample::SESSION);
        }
        // Of a longer one, the first bytes and the rest are all, and the rest is read once.
        for limit in [length - 1, 0] {
            let long = Input::Sample.start(limit).unwrap();
            assert_eq!((long.length(), long.clone()), (None, long.clone()));
            assert_ne!(long, Input::Sample.start(limit).unwrap());
            assert!(read(&long) == sample::SESSION && read(&long).len() as u64 == limit + 1);
        }
        assert_eq!(started(vec![Input::Sample], 1).unwrap(), [Input::Sample]);
    }

    #[test]
    fn the_first_line_determines_the_format() {
        for (first, format) in [
            ("direction,message", Format::Encrypted),
            ("\"dir\": direction,message", Format::Encrypted),
            ("{\"dir\":\"Sent\"}", Format::Opened),
            ("{\"direction\":\"Sent\"}", Format::List),
            ("00", Format::List),
            ("", Format::List),
        ] {
            assert_eq!(Format::of(first), format, "{first}");
        }
    }

    #[test]
    fn an_input_is_opened_at_an_offset() {
        let bar = ProgressBar::hidden();
        let (mut text, format) = Input::Sample.open(10, &bar).unwrap().unwrap();
        let mut line = String::new();
        text.read_line(&mut line).unwrap();
        assert_eq!((format, line.as_str()), (Format::Encrypted, "message\n"));
        // A file is positioned; the end is not before the offset, and the bar counts what is skipped.
        let path = std::env::temp_dir().join(format!("tezos-codec-offset-{}", std::process::id()));
        fs::write(&path, "\n00\n01\n").unwrap();
        for (offset, rest) in [(0, "\n00\n01\n"), (4, "01\n"), (7, "")] {
            let bar = ProgressBar::hidden();
            let (mut text, format) = Input::File(path.clone()).open(offset, &bar).unwrap().unwrap();
            let mut read = String::new();
            text.read_to_string(&mut read).unwrap();
            assert_eq!((format, read.as_str()), (Format::List, rest));
        }
        let binary = path.with_extension("bin");
        fs::write(&binary, [0x0a, 0xff]).unwrap();
        for (offset, rest) in [(0, "0aff"), (3, "f")] {
            let input = Input::File(binary.clone());
            let (mut text, format) = input.open(offset, &bar).unwrap().unwrap();
            let mut read = String::new();
            text.read_to_string(&mut read).unwrap();
            assert_eq!((format, read.as_str(), input.length()), (Format::List, rest, Some(4)));
        }
        fs::remove_file(binary).unwrap();
        fs::write(&path, "\n \n").unwrap();
        assert!(Input::File(path.clone()).open(0, &bar).unwrap().is_none());
        fs::remove_file(path).unwrap();
        let whole = sample::SESSION.len() as u64;
        assert!(Input::Sample.open(whole, &bar).is_ok() && Input::Sample.open(whole + 1, &bar).is_err());
        let error = Input::Sample.open(u64::MAX, &bar).err().unwrap().to_string();
        assert!(error.starts_with("the sample session: it ends before byte 1844"), "{error}");
    }
}
