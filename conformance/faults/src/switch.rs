//! Writes a file with switches: `if ::fault_switch::on(7) { the fault } else { the code as it is }`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use crate::Result;
use crate::list::Fault;
use crate::places::{self, Place, PlaceKind};

/// A file with the faults planted in it.
pub struct File {
    pub path: String,
    source: String,
    places: Vec<Place>,
    /// The number of each fault, the fault, and the place of its switch; `None` where no switch can stand.
    faults: Vec<(usize, Fault, Option<usize>)>,
    /// The switches as they were written: where, and whose.
    written: Vec<(Range<usize>, Vec<usize>)>,
}

impl File {
    /// Reads the places of a file and chooses the innermost one for each fault.
    pub fn new(path: String, source: String, faults: Vec<(usize, Fault)>) -> Result<Self> {
        let places = places::places(&source).map_err(|error| format!("{path}: {error}"))?;
        let faults = faults.into_iter().map(|(number, fault)| (number, fault, None)).collect();
        let mut file = Self { path, source, places, faults, written: Vec::new() };
        for at in 0..file.faults.len() {
            file.faults[at].2 = file.place(&file.faults[at].1, 0);
        }
        Ok(file)
    }

    /// Returns the first place from `from` on that can hold a switch for a fault.
    fn place(&self, fault: &Fault, from: usize) -> Option<usize> {
        let holds = |place: &Place| {
            place.range.start <= fault.range.start
                && fault.range.end <= place.range.end
                && place.parses(&self.changed(fault, &place.range))
        };
        (from..self.places.len()).find(|&at| holds(&self.places[at]))
    }

    /// Returns a part of the source with the fault in it.
    fn changed(&self, fault: &Fault, part: &Range<usize>) -> String {
        [&self.source[part.start..fault.range.start], &fault.new, &self.source[fault.range.end..part.end]].concat()
    }

    /// Returns the whole file with one fault in it, and no switch.
    pub fn with(&self, fault: &Fault) -> String {
        self.changed(fault, &(0..self.source.len()))
    }

    /// Returns the file with all its switches.
    pub fn switched(&mut self) -> String {
        let mut sites: Vec<usize> = self.faults.iter().filter_map(|fault| fault.2).collect();
        sites.sort_by_key(|&site| (self.places[site].range.start, usize::MAX - self.places[site].range.end));
        sites.dedup();
        self.written.clear();
        let mut out = String::new();
        self.write(&mut out, 0..self.source.len(), &sites);
        out
    }

    /// Writes a part of the source with the switches of its sites, which are sorted: what contains others stands in front of them.
    fn write(&mut self, out: &mut String, part: Range<usize>, mut sites: &[usize]) {
        let mut at = part.start;
        while let [site, rest @ ..] = sites {
            let Place { range, kind } = self.places[*site].clone();
            let inner = rest.iter().take_while(|&&site| self.places[site].range.end <= range.end).count();
            out.push_str(&self.source[at..range.start]);
            let start = out.len();
            let mut numbers = Vec::new();
            out.push_str(match kind {
                PlaceKind::Expr => "(",
                PlaceKind::Stmt => "",
                PlaceKind::Block => "{ ",
            });
            for (number, fault, _) in self.faults.iter().filter(|fault| fault.2 == Some(*site)) {
                let new = self.changed(fault, &range);
                let new = if kind == PlaceKind::Expr { format!("({new})") } else { new };
                let _ = write!(out, "if ::fault_switch::on({number}) {{ {new} }} else ");
                numbers.push(*number);
            }
            out.push_str("{ ");
            self.write(out, range.clone(), &rest[..inner]);
            out.push_str(match kind {
                PlaceKind::Expr => " })",
                PlaceKind::Stmt => " }",
                PlaceKind::Block => " } }",
            });
            self.written.push((start..out.len(), numbers));
            at = range.end;
            sites = &rest[inner..];
        }
        out.push_str(&self.source[at..part.end]);
    }

    /// Moves the switches at some bytes of the written file, which does not compile there, to the next larger place.
    ///
    /// An error may stand beside the switch that causes it: where none contains it, the nearest one is moved.
    pub fn widen(&mut self, bytes: &[usize]) {
        let switch = |&byte: &usize| {
            let inside =
                self.written.iter().filter(|(range, _)| range.contains(&byte)).min_by_key(|(range, _)| range.len());
            let distance = |range: &Range<usize>| range.start.abs_diff(byte).min(range.end.abs_diff(byte));
            inside.or_else(|| self.written.iter().min_by_key(|(range, _)| distance(range)))
        };
        let numbers: BTreeSet<usize> =
            bytes.iter().filter_map(switch).flat_map(|(_, numbers)| numbers.clone()).collect();
        for at in 0..self.faults.len() {
            if numbers.contains(&self.faults[at].0) {
                self.faults[at].2 = self.faults[at].2.and_then(|place| self.place(&self.faults[at].1, place + 1));
            }
        }
    }

    /// Lists the faults that have no switch.
    pub fn unswitched(&self) -> impl Iterator<Item = usize> {
        self.faults.iter().filter(|fault| fault.2.is_none()).map(|fault| fault.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "const MAX: u8 = 4;
fn f(mut a: u8) -> bool {
    a += 1;
    if let 3 = a && a < 7 { g(a); }
    let b = a;
    (a + b > 2) == g(MAX)
}
";

    /// Plants each change at the first place where its old text stands.
    fn file(changes: &[(&str, &str)]) -> File {
        let fault = |&(old, new): &(&str, &str)| {
            let start = SOURCE.find(old).unwrap();
            Fault {
                file: String::new(),
                range: start..start + old.len(),
                new: new.into(),
                what: String::new(),
                unseen: None,
            }
        };
        File::new(String::new(), SOURCE.into(), changes.iter().map(fault).enumerate().collect()).unwrap()
    }

    #[test]
    fn expressions_and_statements_get_switches() {
        let text = file(&[("b > 2", "b >= 2"), ("a + b", "a - b"), ("+= 1", "-= 1"), ("g(a);", "")]).switched();
        assert!(text.contains(
            "((if ::fault_switch::on(0) { (a + b >= 2) } else { (if ::fault_switch::on(1) { (a - b) } else { a + b }) > 2 })) == g(MAX)"
        ));
        assert!(text.contains("if ::fault_switch::on(2) { a -= 1; } else { a += 1; }"));
        assert!(text.contains("if let 3 = a && a < 7 { if ::fault_switch::on(3) {  } else { g(a); } }"));
        syn::parse_file(&text).unwrap();
    }

    #[test]
    fn a_condition_with_let_moves_the_switch_to_its_statement() {
        assert!(
            file(&[("if let 3", "if let 5")])
                .switched()
                .contains("if ::fault_switch::on(0) { if let 5 = a && a < 7 { g(a); } } else {")
        );
    }

    #[test]
    fn a_change_of_a_let_switches_the_block_around_it() {
        let text = file(&[("let b = a", "let b = 1")]).switched();
        assert!(
            text.starts_with("const MAX: u8 = 4;\nfn f(mut a: u8) -> bool { if ::fault_switch::on(0) { {"),
            "{text}"
        );
        syn::parse_file(&text).unwrap();
    }

    #[test]
    fn a_place_in_memory_and_a_constant_get_none() {
        assert!(
            file(&[("MAX)", "MIN)")]).switched().contains("== (if ::fault_switch::on(0) { (g(MIN)) } else { g(MAX) })")
        );
        let file = file(&[("= 4", "= 5")]);
        assert_eq!(file.unswitched().collect::<Vec<_>>(), [0]);
        assert!(file.with(&file.faults[0].1).starts_with("const MAX: u8 = 5;"));
    }

    #[test]
    fn a_switch_that_does_not_compile_moves_outwards() {
        let mut file = file(&[("a + b", "a - b")]);
        let text = file.switched();
        file.widen(&[text.find("a - b").unwrap()]);
        let text = file.switched();
        assert!(text.contains("(if ::fault_switch::on(0) { (a - b > 2) } else { a + b > 2 })"), "{text}");
    }
}
