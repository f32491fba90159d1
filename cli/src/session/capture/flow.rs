//! Joins the segments of one direction of a connection: each byte once, in order.

use std::collections::BTreeMap;

/// The number of bytes that a segment takes beside its own.
const SEGMENT_BYTES: usize = 64;

/// A direction of a connection.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The maximum number of bytes that wait for those before them. If more are waiting, the missing ones are lost: the capture does not have them.
    max_waiting: usize,
    /// The sequence number of its first byte, if known.
    start: Option<u32>,
    /// The number of bytes before the next one, handed out or lost.
    next: u64,
    /// The segments that wait for bytes before them, by the number of bytes before them.
    waiting: BTreeMap<u64, Vec<u8>>,
    /// Their bytes, with what a segment takes beside them.
    waiting_bytes: usize,
    /// The number of bytes that were given up since [`Flow::take_lost`].
    lost: u64,
    /// The number of bytes that were sent, as far as the other side says that it received them, and the FIN if it was received too.
    received: u64,
    /// The number of bytes before the FIN.
    end: Option<u64>,
}

impl Flow {
    pub(crate) const fn new(max_waiting: usize) -> Self {
        Self {
            max_waiting,
            start: None,
            next: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            lost: 0,
            received: 0,
            end: None,
        }
    }

    /// Begins the direction at the byte after a SYN. A later SYN is not one of this connection.
    pub(crate) fn begin(&mut self, syn: u32) {
        self.start.get_or_insert(syn.wrapping_add(1));
    }

    /// Notes the number of the byte after the last: that of a FIN.
    pub(crate) fn end(&mut self, sequence: u32) {
        self.end = self.position(sequence).and_then(|at| u64::try_from(at).ok()).or(self.end);
    }

    /// Notes that the other side received all bytes before this one.
    pub(crate) fn received(&mut self, sequence: u32) {
        let at = self.position(sequence).and_then(|at| u64::try_from(at).ok()).unwrap_or_default();
        self.received = self.received.max(at);
    }

    /// Returns the number of bytes that were lost since the last call: before bytes that were handed out.
    pub(crate) fn take_lost(&mut self) -> u64 {
        std::mem::take(&mut self.lost)
    }

    /// Returns the number of bytes before the one with a sequence number, which is the position modulo 2^32 nearest to the next byte. It is negative
    /// before the first byte.
    fn position(&self, sequence: u32) -> Option<i64> {
        let expected = self.start?.wrapping_add(low(self.next));
        let distance = i64::from(sequence.wrapping_sub(expected).cast_signed());
        i64::try_from(self.next).ok()?.checked_add(distance)
    }

    /// Takes a segment. Returns the bytes that are complete up to the next missing one: none if the segment was sent before, or waits.
    pub(crate) fn push(&mut self, sequence: u32, payload: Vec<u8>) -> Vec<u8> {
        let mut out = Vec::new();
        if payload.is_empty() {
            return out;
        }
        let start = *self.start.get_or_insert(sequence);
        let Some(position) = self.position(sequence) else { return out };
        let Ok(at) = u64::try_from(position) else {
            // It begins before the first byte.
            let skipped = usize::try_from(position.unsigned_abs()).unwrap_or(usize::MAX);
            return payload.get(skipped..).map(<[u8]>::to_vec).map_or(out, |rest| self.push(start, rest));
        };
        if self.waiting.get(&at).is_none_or(|before| before.len() < payload.len()) {
            self.waiting_bytes = self.waiting_bytes.saturating_add(cost(&payload));
            let before = self.waiting.insert(at, payload);
            self.waiting_bytes = self.waiting_bytes.saturating_sub(before.as_deref().map_or(0, cost));
        }
        self.release(&mut out);
        while self.waiting_bytes > self.max_waiting {
            self.skip(&mut out);
        }
        out
    }

    /// Returns all bytes that still wait, at the end of the connection.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        while !self.waiting.is_empty() {
            self.skip(&mut out);
        }
        out
    }

    /// Returns the number of bytes that were sent after the last that the capture has.
    pub(crate) fn missing_end(&self) -> u64 {
        match self.end {
            Some(end) => end.saturating_sub(self.next),
            // Perhaps the FIN is received too.
            None => self.received.saturating_sub(self.next).saturating_sub(1),
        }
    }

    /// Gives up the bytes before the first segment that waits.
    fn skip(&mut self, out: &mut Vec<u8>) {
        if let Some((at, _)) = self.waiting.first_key_value() {
            self.lost = self.lost.saturating_add(at.saturating_sub(self.next));
            self.next = self.next.max(*at);
        }
        self.release(out);
    }

    /// Hands out the segments that are next.
    fn release(&mut self, out: &mut Vec<u8>) {
        while let Some(entry) = self.waiting.first_entry().filter(|entry| *entry.key() <= self.next) {
            let (at, payload) = entry.remove_entry();
            self.waiting_bytes = self.waiting_bytes.saturating_sub(cost(&payload));
            let known = usize::try_from(self.next.saturating_sub(at)).unwrap_or(usize::MAX);
            let new = payload.get(known..).unwrap_or_default();
            out.extend_from_slice(new);
            self.next = self.next.saturating_add(u64::try_from(new.len()).unwrap_or(u64::MAX));
        }
    }
}

/// Returns the number of bytes that a waiting segment takes.
const fn cost(payload: &[u8]) -> usize {
    payload.len().saturating_add(SEGMENT_BYTES)
}

/// Returns a number modulo 2^32.
fn low(number: u64) -> u32 {
    u32::try_from(number & u64::from(u32::MAX)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_handed_out_once_and_in_order() {
        let bytes: Vec<u8> = (0..=255).cycle().take(3000).collect();
        for syn in [0, 7, u32::MAX, u32::MAX - 1000] {
            let (mut flow, mut out, mut seed) = (Flow::new(0x1_0000), Vec::new(), 7_u64);
            flow.begin(syn);
            let mut segments = Vec::new();
            let mut at = 0;
            while at < bytes.len() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let length = (1 + usize::try_from(seed >> 33).unwrap() % 90).min(bytes.len() - at);
                // Each segment again with what follows it, and out of order.
                for (from, to) in [(at, at + length), (at.saturating_sub(5), (at + length + 9).min(bytes.len()))] {
                    let position = segments.len().saturating_sub(usize::try_from(seed >> 50).unwrap() % 9);
                    segments.insert(position, (from, to));
                }
                at += length;
            }
            for (from, to) in segments {
                let sequence = syn.wrapping_add(1).wrapping_add(u32::try_from(from).unwrap());
                out.extend(flow.push(sequence, bytes[from..to].to_vec()));
            }
            assert_eq!((out == bytes, flow.finish(), flow.waiting_bytes), (true, Vec::new(), 0), "{syn}");
        }
    }

    #[test]
    fn lost_bytes_are_given_up_at_the_end_or_if_too_many_wait() {
        let mut flow = Flow::new(0x10_0000);
        assert_eq!(flow.push(100, vec![1, 2]), [1, 2]);
        assert_eq!(flow.push(104, vec![5]), [0; 0]);
        assert_eq!(flow.push(90, vec![0; 11]), [0; 0]);
        assert_eq!(flow.push(90, vec![9; 13]), [9]);
        assert_eq!(flow.push(103, Vec::new()), [0; 0]);
        assert_eq!((flow.finish(), flow.take_lost(), flow.take_lost()), (vec![5], 1, 0));
        flow.received(105);
        assert_eq!(flow.missing_end(), 0);
        flow.received(111);
        flow.received(90);
        assert_eq!(flow.missing_end(), 5);
        flow.end(107);
        assert_eq!(flow.missing_end(), 2);
        flow.begin(7_000);
        assert_eq!(flow.push(105, vec![6, 7]), [6, 7]);
        let piece = vec![7; 0xffff];
        let given: usize = (0..40).map(|at| flow.push(200 + at * 0xffff, piece.clone()).len()).sum();
        assert_eq!(given + flow.finish().len(), 40 * 0xffff);
        assert!(flow.waiting.is_empty());
    }
}
