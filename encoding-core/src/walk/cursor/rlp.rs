//! RLP: the headers of items, and what tells the cases of a union apart.

use super::{Cursor, Refusal, big_endian};
use crate::error::ErrorKind;
use crate::prefix::MAX_SIZE;
use crate::schema::{RlpHeader, RlpTag};

impl Cursor<'_> {
    /// Reads the header of an item and returns the size of its content, which is the next byte itself if there is no header.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; `Invalid_item` for an item of the other kind, or a header or a number that is not in
    /// its shortest form.
    pub(super) fn rlp_header(&mut self, header: RlpHeader) -> Result<usize, Refusal> {
        let start = self.clone();
        let first = self.next_byte()?;
        let invalid = |expected| start.refuse(start.offset, ErrorKind::InvalidItem { expected, found: first });
        if (first >= LIST) != header.is_list() {
            return Err(invalid(header.name()));
        }
        let (short, width) = match first {
            ..STRING => (None, 0),
            STRING..LONG_STRING => (Some(first & 0x3f), 1),
            LONG_STRING..LIST => (None, first & 0x0f),
            LIST..LONG_LIST => (Some(first & 0x3f), 1),
            LONG_LIST.. => (None, first & 0x0f),
        };
        let len = match short {
            _ if first < STRING => 1,
            Some(len) => {
                self.take(1, header.name())?;
                usize::from(len)
            }
            None => {
                self.take(1, header.name())?;
                let bytes = self.take(usize::from(width & 7).saturating_add(1), "the size of an RLP item")?;
                let len = usize::try_from(big_endian(bytes)).unwrap_or(usize::MAX);
                if bytes.first() == Some(&0) || len <= 55 {
                    return Err(invalid(ErrorKind::SHORTEST_HEADER));
                }
                len
            }
        };
        self.fits(len, header.name())?;
        if len > MAX_SIZE {
            return Err(start.refuse(self.offset, ErrorKind::SizeLimitExceeded { limit: MAX_SIZE, found: len }));
        }
        if header.is_list() || len == 0 {
            return Ok(len);
        }
        match self.next_byte()? {
            ..STRING if len == 1 && first >= STRING => Err(invalid(ErrorKind::SHORTEST_HEADER)),
            0 if header == RlpHeader::Number => Err(invalid(ErrorKind::SHORTEST_NUMBER)),
            _ => Ok(len),
        }
    }

    /// Reads what tells the cases of a union apart.
    ///
    /// # Errors
    /// Those of [`Cursor::rlp_header`]; `Not_enough_data`.
    pub(super) fn rlp_tag(&mut self, tag: RlpTag) -> Result<u32, Refusal> {
        Ok(match tag {
            RlpTag::Item => {
                let len = self.rlp_header(RlpHeader::Number)?;
                if len > TAG_MAX_BYTES {
                    return Err(
                        self.refuse(self.offset, ErrorKind::SizeLimitExceeded { limit: TAG_MAX_BYTES, found: len })
                    );
                }
                u32::try_from(big_endian(self.take(len, "the tag")?)).unwrap_or(u32::MAX)
            }
            RlpTag::Type => match self.next_byte()? {
                LIST.. => RlpTag::LEGACY,
                kind => {
                    self.take(1, "the type")?;
                    kind.into()
                }
            },
            RlpTag::Kind => u32::from(self.next_byte()? >= LIST),
            RlpTag::Items => match self.rlp_items(usize::MAX)? {
                (items, None) => u32::try_from(items).unwrap_or(u32::MAX),
                (_, Some(refusal)) => return Err(refusal),
            },
            RlpTag::Least(items) => u32::from(self.rlp_items(items)?.0 >= items),
            RlpTag::Absent(mark) if self.next_byte()? == mark => {
                self.take(1, "the absent value")?;
                0
            }
            RlpTag::Absent(_) => 1,
        })
    }

    /// Returns the next byte without consuming it.
    fn next_byte(&self) -> Result<u8, Refusal> {
        self.need(1, "an RLP item")?;
        Ok(self.block().first().copied().unwrap_or_default())
    }

    /// Counts the items left in the block, up to `most`. Bytes that are no item count as one; their refusal is returned too.
    fn rlp_items(&self, most: usize) -> Result<(usize, Option<Refusal>), Refusal> {
        self.arrived(self.remaining, "the items of an RLP list")?;
        let (mut rest, mut items) = (self.clone(), 0usize);
        while items < most && rest.remaining > 0 {
            items = items.saturating_add(1);
            let kind = if rest.next_byte()? >= LIST { RlpHeader::List } else { RlpHeader::Bytes };
            if let Err(refusal) = rest.rlp_header(kind).and_then(|len| rest.take(len, "an RLP item")) {
                return Ok((items, Some(refusal)));
            }
        }
        Ok((items, None))
    }
}

/// Maximum size in bytes of a tag, which is read as a number of 64 bits.
const TAG_MAX_BYTES: usize = 8;
const STRING: u8 = 0x80;
const LONG_STRING: u8 = 0xb8;
const LIST: u8 = 0xc0;
const LONG_LIST: u8 = 0xf8;
