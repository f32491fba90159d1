//! Runs a forger and reads its answers.

use std::{
    ffi::OsString,
    fmt::{self, Write as _},
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use super::Operation;
use crate::{
    error::Error,
    output::{self, counted},
    session::lines::LINE_MAX_BYTES,
};

/// The number of lines of a forger that are read ahead.
const LINES_AHEAD: usize = 16;
/// The pause between two checks whether a forger has ended.
const PAUSE: Duration = Duration::from_millis(5);
/// The number of characters of a line or of an operation that are quoted.
const QUOTED: usize = 200;

/// The answer of a forger to an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// Bytes.
    Bytes(Vec<u8>),
    /// A refusal, with its reason.
    Refused(String),
    /// The start of a line that is neither.
    Garbage(String),
}

impl Answer {
    /// Reads a line.
    fn new(line: &[u8]) -> Self {
        if line.is_empty() || line.starts_with(b"!") {
            let reason = String::from_utf8_lossy(line.get(1..).unwrap_or_default());
            return Self::Refused(reason.trim().to_owned());
        }
        let digits = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
        hex::decode(digits).map_or_else(|_| Self::Garbage(start(&String::from_utf8_lossy(line))), Self::Bytes)
    }

    /// Returns whether it is neither the bytes of the operation nor a refusal.
    pub(super) fn is_wrong(&self, operation: &Operation) -> bool {
        match self {
            Self::Bytes(bytes) => *bytes != operation.bytes,
            Self::Refused(_) => false,
            Self::Garbage(_) => true,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => f.write_str(&hex::encode(bytes)),
            Self::Refused(text) | Self::Garbage(text) => f.write_str(text),
        }
    }
}

/// The answers of a forger.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Those to the first operations; to all if it did not fail.
    pub(super) answers: Vec<Answer>,
    /// How it failed, as a sentence.
    pub(super) failure: Option<String>,
}

/// A command that forges operations.
pub(super) struct Forger<'a> {
    command: &'a [OsString],
    limit: Duration,
}

impl<'a> Forger<'a> {
    /// Creates a forger that may take this time for each answer.
    pub(super) const fn new(command: &'a [OsString], limit: Duration) -> Self {
        Self { command, limit }
    }

    /// Runs the forger on operations. Fails only if it cannot be started.
    ///
    /// One thread writes the operations and another one reads the answers, so that neither side waits for the other with a full pipe.
    pub(super) fn ask(&self, operations: &[Operation]) -> Result<Answers, Error> {
        let mut answers = Answers::default();
        let ([program, arguments @ ..], [_, ..]) = (self.command, operations) else { return Ok(answers) };
        let mut command = Command::new(program);
        let spawned = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let cannot = |error| Error::new(format_args!("the forger `{}` cannot be run: {error}", program.display()));
        let mut running = Running(spawned.map_err(cannot)?);
        let input: String = operations.iter().map(|operation| ascii(&operation.text) + "\n").collect();
        let (stdin, stdout) = (running.0.stdin.take(), running.0.stdout.take());
        if let (Some(mut stdin), Some(stdout)) = (stdin, stdout) {
            // If the forger ends early, its output does too, which is reported.
            thread::spawn(move || stdin.write_all(input.as_bytes()));
            answers.failure = self.read(operations, &lines(stdout), &mut answers.answers, &mut running).err();
        }
        Ok(answers)
    }

    /// Reads the answers. The error is a sentence.
    fn read(
        &self,
        operations: &[Operation],
        lines: &Receiver<io::Result<Vec<u8>>>,
        answers: &mut Vec<Answer>,
        running: &mut Running,
    ) -> Result<(), String> {
        let all = counted(operations.len(), "operation", "operations");
        let limit = counted(self.limit.as_secs(), "second", "seconds");
        let bar = output::progress("forging", operations.len(), false);
        for operation in bar.wrap_iter(operations.iter()) {
            let failed = match lines.recv_timeout(self.limit) {
                Ok(Ok(line)) => {
                    answers.push(Answer::new(&line));
                    continue;
                }
                Ok(Err(error)) => format!("cannot be read: {error}"),
                Err(RecvTimeoutError::Timeout) => format!("did not answer within {limit}"),
                Err(RecvTimeoutError::Disconnected) => match running.status(self.limit) {
                    Some(status) => format!("ended too early ({status})"),
                    None => "closed its output too early".into(),
                },
            };
            let (answered, next) = (counted(answers.len(), "answer", "answers"), start(&operation.text));
            return Err(format!("the forger {failed}, after {answered} to {all}; the next one is {next}"));
        }
        match lines.recv_timeout(self.limit) {
            Ok(Ok(line)) => {
                let line = start(&String::from_utf8_lossy(&line));
                Err(format!("the forger answered {all} with more lines; the first line too many is `{line}`"))
            }
            Ok(Err(error)) => Err(format!("the forger cannot be read after its last answer: {error}")),
            // Some programs end with an error if they refused an operation.
            Err(RecvTimeoutError::Disconnected) if running.status(self.limit).is_some() => Ok(()),
            Err(_) => Err(format!("the forger did not end within {limit} after its last answer")),
        }
    }
}

/// A forger that runs. It is ended when this is dropped.
struct Running(Child);

impl Running {
    /// Waits until the forger ends, and returns its status; `None` if it does not end in time.
    fn status(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.0.try_wait() {
                Ok(None) if start.elapsed() < limit => thread::sleep(PAUSE),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail if it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads lines in a thread, without their ends.
fn lines(stdout: ChildStdout) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let line = match (&mut reader).take(LINE_MAX_BYTES).read_until(b'\n', &mut line) {
                Ok(0) => return,
                Ok(_) => Ok(line.trim_ascii().to_vec()),
                Err(error) => Err(error),
            };
            // Fails once no more answers are expected.
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Returns JSON in which all characters outside ASCII are escaped: some libraries take U+2028 for the end of a line, for example.
fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() {
            out.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// Returns the start of a text.
fn start(text: &str) -> String {
    let end = text.char_indices().nth(QUOTED).map(|(end, _)| end);
    end.and_then(|end| text.get(..end)).map_or_else(|| text.to_owned(), |start| format!("{start} .."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_sent_in_ascii() {
        let json = "{\"a\":\"é\u{2028}\u{10ffff}\\n\"}";
        let escaped = ascii(json);
        assert_eq!(escaped, "{\"a\":\"\\u00e9\\u2028\\udbff\\udfff\\n\"}");
        let [json, escaped] = [json, &escaped].map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(json, escaped);
    }

    #[test]
    fn an_answer_is_hex_or_a_refusal() {
        let refused = |reason: &str| Answer::Refused(reason.into());
        for (line, expected) in [
            ("00fF", Answer::Bytes(vec![0, 0xff])),
            ("\"00ff\"", Answer::Bytes(vec![0, 0xff])),
            ("", refused("")),
            ("! no such kind", refused("no such kind")),
            ("!", refused("")),
            ("0", Answer::Garbage("0".into())),
            ("\"00", Answer::Garbage("\"00".into())),
            ("Traceback", Answer::Garbage("Traceback".into())),
        ] {
            assert_eq!(Answer::new(line.as_bytes()), expected, "{line}");
        }
        let long = format!("{} ..", "é".repeat(QUOTED));
        assert_eq!(Answer::new("é".repeat(QUOTED + 1).as_bytes()), Answer::Garbage(long));
    }
}
