//! Files of metadata: zip archives with an entry for each level.

use std::io::Read;

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::Fault;
use crate::section::{BLOCK_MAX_BYTES, Buffered, Extent};
use crate::stored::Metadata;

/// A file `cemented/metadata/<first>_<last>.zip`.
pub(crate) struct MetadataFile {
    zip: ZipArchive<Buffered>,
    /// The lowest level that has an entry. Nodes that keep the metadata of some cycles remove the oldest.
    lowest: i32,
}

impl MetadataFile {
    /// Opens a file of metadata. Returns it with what is wrong with single entries, of which the others can be read.
    pub(crate) fn open(extent: &Extent, first: i32, last: i32) -> Result<(Self, Vec<Fault>), Fault> {
        let section = extent.open()?;
        let mut zip = ZipArchive::new(section.reader(0)).map_err(|error| fault(&error))?;
        let (mut levels, mut faults) = (Vec::new(), Vec::new());
        for name in zip.file_names() {
            let name = name.map_err(|error| fault(&error))?;
            match name.parse().ok().filter(|level| (first..=last).contains(level)) {
                Some(level) => levels.push(level),
                None => {
                    let reason = format!("expected entries named {first} to {last}, found {name:?}");
                    faults.push(Fault::new("metadata", reason));
                }
            }
        }
        let lowest = levels.iter().min().copied();
        let lowest = lowest.ok_or_else(|| Fault::new("metadata", "expected an entry for each level, found none"))?;
        // Entries follow in order of level, so what precedes the lowest is one that lost its name.
        let start = zip.by_name(&lowest.to_string()).map_err(|error| fault(&error))?.header_start();
        if start != 0 && faults.is_empty() {
            let reason = format!("expected the entry {lowest} at the start of the file, found it at {start}");
            faults.push(Fault::new("metadata", reason));
        }
        Ok((Self { zip, lowest }, faults))
    }

    /// Returns the metadata of the block at a level; `None` if the node removed it.
    pub(crate) fn entry(&mut self, level: i32) -> Result<Option<Metadata>, Fault> {
        let file = match self.zip.by_name(&level.to_string()) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) if level < self.lowest => return Ok(None),
            Err(error) => return Err(fault(&error)),
        };
        let mut bytes = Vec::new();
        let read = file.take(BLOCK_MAX_BYTES.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Fault::new("metadata", format!("it cannot be unpacked: {error}")))?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > BLOCK_MAX_BYTES) {
            return Err(Fault::new("metadata", format!("expected at most {BLOCK_MAX_BYTES} bytes, found more")));
        }
        Metadata::of_entry(&bytes.into()).map(Some)
    }
}

fn fault(error: &ZipError) -> Fault {
    Fault::new("metadata", format!("the file of metadata cannot be read: {error}"))
}
