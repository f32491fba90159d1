//! Micheline: its bytes, its view and its concrete syntax.

use tezos_encoding::{Decode, HasEncoding, Reader};
use tezos_protocols::Protocol;
use tezos_protocols::micheline::{Alignment, ExprKind, Micheline, MichelineRef, Rules, parse, parse_script};

use crate::heap::{Heap, peak};
use crate::typed::{Traits, check};
use crate::{Budget, Known, Target};

/// The bytes, and 8 bytes of memory for each node of at least 2 bytes; while nodes are read, the state of each open node. Bytes that are
/// not canonical are written again, from a draft of each node.
const HEAP: Heap = Heap::COPIED.elements(8, 2).levels(3 * (48 + 64), 2);

/// The generic application with few arguments is written with another tag.
const TRAITS: Traits = Traits::new(HEAP).converting();

/// Levels of blocks, of 5 bytes each, that a view reads without heap.
const VIEW_LEVELS: usize = 48;

/// Heap of a view with more levels, for each byte of the input: 32 bytes for each level of 5 bytes, times three for growth.
const VIEW_PER_BYTE: usize = 20;

/// Maximum size in bytes of expressions that are compared node by node: a cursor over borrowed bytes skips each node once per level.
const SAME_MAX_BYTES: usize = 4000;

fn micheline(bytes: &[u8]) {
    check::<Micheline>(bytes, TRAITS);
    for rules in [Rules::ANY, Rules::of(Protocol::Babylon), Rules::NEWEST] {
        let (view, peak) = peak(|| {
            let mut reader = Reader::new(bytes);
            MichelineRef::read_with(&mut reader, rules).and_then(|view| reader.finish().map(|()| view))
        });
        let allowed = if bytes.len() < 5 * VIEW_LEVELS { 0 } else { VIEW_PER_BYTE * bytes.len() };
        assert!(peak <= allowed, "the view takes {peak} bytes of heap");
        let mut reader = Reader::new(bytes);
        let owned = Micheline::read_with(&mut reader, rules).and_then(|owned| reader.finish().map(|()| owned));
        match (view, owned) {
            (Ok(view), Ok(owned)) => {
                assert_eq!((view.as_bytes(), view.to_owned()), (bytes, owned));
                if bytes.len() <= SAME_MAX_BYTES {
                    same(view, view.to_owned().root());
                }
            }
            (Err(view), Err(owned)) => assert_eq!(view, owned),
            (view, owned) => panic!("the view: {view:?}, owned: {owned:?}"),
        }
    }
    if let Ok(micheline) = Micheline::from_bytes(bytes) {
        printed(&micheline);
    }
}

/// Checks that the cursors of the view and of the owned expression agree.
fn same(view: MichelineRef<'_>, owned: MichelineRef<'_>) {
    let mut stack = vec![(view, owned)];
    while let Some((view, owned)) = stack.pop() {
        match (view.kind(), owned.kind()) {
            (ExprKind::Int(view), ExprKind::Int(owned)) => assert_eq!(view.to_z(), owned.to_z()),
            (ExprKind::String(view), ExprKind::String(owned)) | (ExprKind::Bytes(view), ExprKind::Bytes(owned)) => {
                assert_eq!(view, owned);
            }
            (ExprKind::Application(view), ExprKind::Application(owned)) => {
                assert_eq!(view.prim, owned.prim);
                assert!(view.annots().eq(owned.annots()));
            }
            (ExprKind::Sequence(_), ExprKind::Sequence(_)) => {}
            (view, owned) => panic!("{view:?}, {owned:?}"),
        }
        assert_eq!(view.children().count(), owned.children().count());
        stack.extend(view.children().zip(owned.children()));
    }
}

/// Checks that the printed text parses to an equal expression, if all its texts are UTF-8.
fn printed(micheline: &Micheline) {
    for width in [0, 80, usize::MAX] {
        let text = micheline.pretty(width).to_string();
        if !text.contains('\u{fffd}') {
            assert_eq!(parse(&text, Alignment::Checked).as_ref(), Ok(micheline), "{text}");
        }
    }
}

/// Checks the parsers on a text in the concrete syntax.
fn michelson(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for alignment in [Alignment::Checked, Alignment::Free] {
        for parse in [parse, parse_script] {
            match parse(&text, alignment) {
                Ok(micheline) => {
                    assert_eq!(Micheline::from_bytes(micheline.as_bytes()).as_ref(), Ok(&micheline));
                    printed(&micheline);
                }
                Err(error) => assert!(error.line() <= text.split('\n').count() && !error.to_string().is_empty()),
            }
        }
    }
}

/// Returns the encoding, with its checks.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    [Known::new("micheline", Micheline::ENCODING, Vec::new, micheline)].into_iter()
}

/// Returns the budget of an expression.
pub(crate) fn budgets() -> Vec<Budget> {
    vec![Budget { name: "Micheline".to_owned(), size: Micheline::ENCODING.size(), heap: HEAP }]
}

pub(crate) fn targets() -> Vec<Target> {
    let seeds = || {
        [
            "Pair 1 \"a\" (Some 0x00)",
            "parameter (or (unit %a) (nat :b)) ;\nstorage nat ; # none\ncode { CDR ; NIL operation ; PAIR }",
            "{ PUSH @x int -1 ;\n  IF { /* no */ } { DROP ;\n         {} } }",
        ]
        .map(|text| text.as_bytes().to_vec())
        .to_vec()
    };
    vec![
        Target::made("micheline", Micheline::ENCODING, Vec::new, micheline),
        Target::plain("michelson", michelson, seeds),
    ]
}
