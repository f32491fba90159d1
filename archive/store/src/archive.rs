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
    pub(crate) fn open(extent: &Extent, first: i32, last: i32) -> Result<Self, Fault> {
        let section = extent.open()?;
        let zip = ZipArchive::new(section.reader(0)).map_err(|error| fault(&error))?;
        let mut lowest = None;
        for name in zip.file_names() {
            let name = name.map_err(|error| fault(&error))?;
            let level: Option<i32> = name.parse().ok().filter(|level| (first..=last).contains(level));
            let level = level.ok_or_else(|| {
                Fault::new("metadata", format!("expected entries named {first} to {last}, found {name:?}"))
            })?;
            lowest = Some(lowest.map_or(level, |lowest: i32| lowest.min(level)));
        }
        let lowest = lowest.ok_or_else(|| Fault::new("metadata", "expected an entry for each level, found none"))?;
        Ok(Self { zip, lowest })
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
