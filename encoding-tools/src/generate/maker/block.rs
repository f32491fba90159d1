//! Blocks and their sizes.

use super::{Choices, Made, Maker, Mistake, Room};
use crate::generate::Unmade;
use tezos_encoding_core::schema::Encoding;
use tezos_encoding_core::wire::Prefix;

impl<C: Choices> Maker<'_, C> {
    pub(super) fn suffixed(&mut self, size: Prefix, inner: &'static Encoding, room: Room) -> Made {
        let (start, room_inside) = (self.out.len(), room.less(size.bytes()));
        if room.exact && room_inside.most > size.max() {
            return Err(Unmade::Unfillable { bytes: room.most });
        }
        self.value(inner, Room { most: room_inside.most.min(size.max()), ..room_inside })?;
        let (len, behind) = (self.written(start), self.out.len());
        let said = match () {
            () if len < size.max() && self.flaws.make(Mistake::SizeTooLarge, behind) => len.saturating_add(1),
            () if len > 0 && self.flaws.make(Mistake::SizeTooSmall, behind) => len.saturating_sub(1),
            () => len,
        };
        size.put(said, &mut self.out);
        Ok(())
    }

    pub(super) fn block(&mut self, prefix: Prefix, inner: &'static Encoding, room: Room) -> Made {
        let start = self.out.len();
        let width = match prefix {
            Prefix::N => (1..=prefix.bytes()).find(|width| prefix.width(room.most.saturating_sub(*width)) <= *width),
            fixed => Some(fixed.bytes()),
        };
        let most = room.most.saturating_sub(width.unwrap_or(prefix.bytes()));
        if room.exact && most > prefix.max() {
            return Err(Unmade::Unfillable { bytes: room.most });
        }
        self.out.extend_from_slice(prefix.placeholder());
        let behind = self.out.len();
        self.value(inner, Room { most: most.min(prefix.max()), ..room })?;
        let len = self.written(behind);
        let mut said = len;
        if len < prefix.max() && self.flaws.make(Mistake::SizeTooLarge, start) {
            said = len.saturating_add(1);
        }
        if len > 0 && self.flaws.make(Mistake::SizeTooSmall, start) {
            said = len.saturating_sub(1);
        }
        prefix.fill(said, &mut self.out, start);
        if !prefix.is_fixed() {
            self.flaws.moved(start, prefix.width(said));
        }
        Ok(())
    }
}
