//! Values at the ends of what an encoding allows, each once.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::choices::{Choices, Random, power};
use super::maker::{Maker, Room};
use super::rng::Rng;
use super::{Generate, Unmade};

/// Makes the first choice everywhere but at some places, and notes what other choices there were.
struct Script {
    /// Places and the choices made there.
    path: Vec<(usize, usize)>,
    places: Vec<Place>,
    /// Places of the values that are open.
    open: Vec<usize>,
    hushed: u32,
    /// Choices at random, where the first ones lead to nothing.
    random: Random<Rng>,
    again: u32,
}

/// A choice.
struct Place {
    count: usize,
    /// The first place that does not depend on it.
    end: usize,
}

impl Script {
    fn new(path: Vec<(usize, usize)>) -> Self {
        let random = Random(Rng::new(0));
        Self { path, places: Vec::new(), open: Vec::new(), hushed: 0, random, again: 0 }
    }

    fn improvises(&self) -> bool {
        self.again > 0
    }

    /// One of some things, by their index.
    fn choose(&mut self, count: usize) -> usize {
        if self.hushed > 0 || count < 2 {
            return 0;
        }
        let here = self.places.len();
        self.open.push(here);
        self.places.push(Place { count, end: here });
        self.path.iter().find(|(place, _)| *place == here).map_or(0, |(_, choice)| *choice)
    }

    /// One of some values, the first of those that are equal.
    fn among<T: Copy>(&mut self, values: &[T], same: fn(&T, &T) -> bool, otherwise: T) -> T {
        let mut distinct: Vec<T> = Vec::new();
        for value in values {
            if !distinct.iter().any(|known| same(known, value)) {
                distinct.push(*value);
            }
        }
        let index = self.choose(distinct.len());
        distinct.get(index).copied().unwrap_or(otherwise)
    }
}

impl Choices for Script {
    fn one_of(&mut self, count: usize) -> usize {
        if self.improvises() { self.random.one_of(count) } else { self.choose(count) }
    }

    fn integer(&mut self, min: i128, max: i128) -> i128 {
        if self.improvises() {
            return self.random.integer(min, max);
        }
        let near =
            [0, min, max, -1, 1, min.saturating_add(1), max.saturating_sub(1)].map(|value| value.clamp(min, max));
        self.among(&near, |a, b| a == b, min)
    }

    fn length(&mut self, least: usize, most: usize) -> usize {
        if self.improvises() {
            return self.random.length(least, most);
        }
        let some = [least, most, least.saturating_add(1).min(most)];
        self.among(&some, |a, b| a == b, least)
    }

    fn number(&mut self, first: u32, signed: bool, most: usize) -> (bool, Vec<u8>) {
        if self.improvises() {
            return self.random.number(first, signed, most);
        }
        // The greatest number of each length and the one behind it.
        let lengths = u32::try_from(most.min(37)).unwrap_or(37);
        let mut powers: Vec<(u32, bool)> = vec![(0, true)];
        for length in 0..lengths {
            let exponent = length.saturating_mul(7).saturating_add(first);
            powers.push((exponent, true));
            if length.saturating_add(1) < lengths {
                powers.push((exponent, false));
            }
        }
        if lengths == 37 {
            powers.extend([(256, true), (256, false)]);
        }
        let positive = powers.len();
        let index = self.choose(if signed { positive.saturating_mul(2) } else { positive });
        let (exponent, less) =
            powers.get(index.checked_rem(positive).unwrap_or_default()).copied().unwrap_or((0, true));
        (index >= positive, power(exponent, less))
    }

    fn float(&mut self, min: f64, max: f64) -> f64 {
        if self.improvises() {
            return self.random.float(min, max);
        }
        let some =
            [0.0, -0.0, min, max, 1.0, f64::MIN_POSITIVE, f64::MIN, f64::MAX].map(|value| value.max(min).min(max));
        self.among(&some, |a, b| a.to_bits() == b.to_bits(), min)
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        if self.improvises() {
            return self.random.bytes(count);
        }
        let choice = self.choose(count.saturating_add(1).min(2));
        vec![if choice == 0 { 0 } else { 0xff }; count]
    }

    fn text(&mut self, count: usize, utf8: bool) -> Vec<u8> {
        if self.improvises() {
            return self.random.text(count, utf8);
        }
        let fillers = ["a", "\"", "\u{0}", "é", "\u{10ffff}"];
        let choice = self.choose(match (count, utf8) {
            (0, _) => 1,
            (_, true) => fillers.len(),
            (_, false) => fillers.len().saturating_add(1),
        });
        let Some(filler) = fillers.get(choice) else { return vec![0xff; count] };
        let whole = count.checked_div(filler.len()).unwrap_or_default();
        let mut text = filler.repeat(whole).into_bytes();
        text.resize(count, b'a');
        text
    }

    fn open(&mut self) -> usize {
        self.open.len()
    }

    fn close(&mut self, open: usize) {
        let end = self.places.len();
        for place in self.open.split_off(open.min(self.open.len())) {
            if let Some(place) = self.places.get_mut(place) {
                place.end = end;
            }
        }
    }

    fn hush(&mut self) {
        self.hushed = self.hushed.saturating_add(1);
    }

    fn speak(&mut self) {
        self.hushed = self.hushed.saturating_sub(1);
    }

    fn again(&mut self) {
        self.again = self.again.saturating_add(1);
    }

    fn settled(&mut self) {
        self.again = self.again.saturating_sub(1);
    }
}

/// Values at boundaries: made by [`Generate::boundaries`].
pub struct Boundaries<'g> {
    generate: &'g Generate,
    started: bool,
    open: Vec<Varied>,
    seen: BTreeSet<Vec<u8>>,
}

/// A value whose places are varied in turn.
struct Varied {
    path: Vec<(usize, usize)>,
    /// Places, each with its number of choices, last first.
    places: Vec<(usize, usize)>,
    /// The choice that comes next.
    next: usize,
}

impl<'g> Boundaries<'g> {
    pub(super) fn new(generate: &'g Generate) -> Self {
        Self { generate, started: false, open: Vec::new(), seen: BTreeSet::new() }
    }

    /// The path to the next value.
    fn path(&mut self) -> Option<Vec<(usize, usize)>> {
        if !core::mem::replace(&mut self.started, true) {
            return Some(Vec::new());
        }
        loop {
            let varied = self.open.last_mut()?;
            match varied.places.last() {
                None => {
                    self.open.pop();
                }
                Some((_, count)) if varied.next >= *count => {
                    varied.places.pop();
                    varied.next = 1;
                }
                Some((place, _)) => {
                    let mut path = varied.path.clone();
                    path.push((*place, varied.next));
                    varied.next = varied.next.saturating_add(1);
                    return Some(path);
                }
            }
        }
    }

    fn value(&mut self, path: Vec<(usize, usize)>) -> Result<Vec<u8>, Unmade> {
        let last = path.last().map(|(place, _)| *place);
        let generate = self.generate;
        let mut maker = Maker::new(generate, Script::new(path), None);
        maker.value(generate.encoding, Room { most: generate.room()?, exact: false })?;
        let bytes = core::mem::take(&mut maker.out);
        let script = maker.into_choices();
        // Places that there are only because of the last choice of the path.
        let (from, end) = match last {
            None => (0, script.places.len()),
            Some(place) => (place.saturating_add(1), script.places.get(place).map_or(0, |place| place.end)),
        };
        let places = script.places.iter().enumerate().take(end).skip(from);
        let places = places.map(|(index, place)| (index, place.count)).rev().collect();
        self.open.push(Varied { path: script.path, places, next: 1 });
        Ok(bytes)
    }
}

impl Iterator for Boundaries<'_> {
    type Item = Result<Vec<u8>, Unmade>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = self.path()?;
            match self.value(path) {
                Ok(bytes) if self.seen.insert(bytes.clone()) => return Some(Ok(bytes)),
                Ok(_) => {}
                Err(why) => return Some(Err(why)),
            }
        }
    }
}
