//! Files of blocks: the answers of a node in binary, one after the other, and JSON with a block on each line.

use std::fs;
use std::io::{self, BufRead, Read, Seek};
use std::path::Path;

use crate::answer::AnswerChecker;
use crate::check::Checked;
use crate::error::{Error, Fault, Loss, Refusal};
use crate::section::{Buffered, Extent, Section};
use crate::{Block, Blocks, Options, Place, Range};

/// The maximum number of bytes of a line.
const LINE_MAX_BYTES: u64 = 0x2000_0000;

/// Files of blocks, each of which is a range.
#[derive(Debug)]
pub(crate) struct Files {
    options: Options,
    files: Vec<Extent>,
}

impl Files {
    pub(crate) fn file(path: &Path, options: &Options) -> Self {
        Self { options: options.clone(), files: vec![Extent::whole(path)] }
    }

    /// Opens the files `.bin`, `.json` and `.jsonl` of a directory; `None` if there are none.
    pub(crate) fn directory(path: &Path, options: &Options) -> Result<Option<Self>, Error> {
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(|error| Error::io(path, error))? {
            let path = entry.map_err(|error| Error::io(path, error))?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_file() && matches!(extension, Some("bin" | "json" | "jsonl")) {
                files.push(path);
            }
        }
        files.sort();
        let files: Vec<Extent> = files.iter().map(|path| Extent::whole(path)).collect();
        Ok((!files.is_empty()).then(|| Self { options: options.clone(), files }))
    }

    pub(crate) fn ranges(&self) -> Vec<Range> {
        (0..self.files.len()).map(|index| Range { levels: None, index }).collect()
    }

    pub(crate) fn range(&self, range: &Range) -> Option<Blocks> {
        let file = self.files.get(range.index)?;
        let checker = AnswerChecker::new(&self.options);
        match file.open() {
            Ok(section) => {
                let reader = section.reader(0);
                Some(Box::new(FileBlocks { checker, section, reader, ended: false, bare: None }))
            }
            Err(error) => Some(Box::new(std::iter::once(Err(Fault::from(error).at(file.place(0), None, Loss::Rest))))),
        }
    }
}

/// The blocks of a file.
struct FileBlocks {
    checker: AnswerChecker,
    section: Section,
    reader: Buffered,
    ended: bool,
    /// The block whose metadata was refused.
    bare: Option<Block>,
}

impl FileBlocks {
    /// Reads the next block; `None` at the end.
    fn read(&mut self) -> Option<Result<Block, Refusal>> {
        let next = self.first_byte();
        let place = self.section.place(self.reader.stream_position().unwrap_or(u64::MAX));
        let checked = match next {
            Ok(None) => return None,
            // The size of a block begins with a control character.
            Ok(Some(first)) if first.is_ascii_control() && !first.is_ascii_whitespace() => {
                match self.section.framed(&mut self.reader) {
                    Ok(bytes) => self.checker.binary(&bytes, &place, || None),
                    Err(fault) => return Some(Err(self.lost(fault, place))),
                }
            }
            Ok(Some(_)) => match self.line() {
                Ok(line) => self.checker.json(&line, &place),
                Err(fault) => return Some(Err(self.lost(fault, place))),
            },
            Err(error) => return Some(Err(self.lost(error.into(), place))),
        };
        Some(match checked {
            Ok(Checked { block, link, metadata_fault: Some(fault) }) => {
                self.bare = Some(block);
                Err(fault.at(place, Some(link.level), Loss::Metadata))
            }
            Ok(checked) => Ok(checked.block),
            Err(fault) => Err(fault.at(place, None, Loss::Block)),
        })
    }

    /// Returns the first byte of the next block, after the ends of lines; `None` at the end of the file.
    fn first_byte(&mut self) -> io::Result<Option<u8>> {
        loop {
            let bytes = self.reader.fill_buf()?;
            let is_end = bytes.is_empty();
            let blank = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let first = bytes.get(blank).copied();
            self.reader.consume(blank);
            if is_end || first.is_some() {
                return Ok(first);
            }
        }
    }

    fn line(&mut self) -> Result<String, Fault> {
        let mut line = Vec::new();
        (&mut self.reader).take(LINE_MAX_BYTES).read_until(b'\n', &mut line)?;
        if u64::try_from(line.len()).is_ok_and(|length| length >= LINE_MAX_BYTES) {
            return Err(Fault::new("", format!("expected a line of less than {LINE_MAX_BYTES} bytes, found more")));
        }
        String::from_utf8(line).map_err(|error| Fault::new("", format!("expected UTF-8: {error}")))
    }

    fn lost(&mut self, fault: Fault, place: Place) -> Refusal {
        self.ended = true;
        fault.at(place, None, Loss::Rest)
    }
}

impl Iterator for FileBlocks {
    type Item = Result<Block, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.bare.take() {
            Some(block) => Some(Ok(block)),
            None if self.ended => None,
            None => self.read(),
        }
    }
}
