//! Properties of generated values, and of bytes that are changed.

use std::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, ProptestConfig, Strategy, any, prop_oneof, proptest};
use tezos_encoding::{Decode, Encode, FromJson, ToJson, Z};
use tezos_protocols::micheline::{ExprKind, Micheline, MichelineBuilder, MichelineRef, Prim};
use tezos_protocols::michelson::{
    Address, Bool, Bytes, Int, KeyHash, List, Map, Maybe, Michelson, Mutez, Nat, Or, Pair, Set, Text, Ticket,
    Timestamp, Unit,
};

use super::KT1;
use super::records::{Call, Order};

/// A type with all others in it.
type All = Or<
    Pair<Int, Pair<Nat, Pair<Text, Pair<Bytes, Maybe<Bool>>>>>,
    Or<
        Pair<List<Mutez>, Pair<Set<Timestamp>, Pair<Map<Int, Or<Unit, Text>>, Address>>>,
        Or<Ticket<Pair<Nat, Maybe<Bytes>>>, Pair<KeyHash, Call>>,
    >,
>;

fn int() -> impl Strategy<Value = Int> {
    prop_oneof![any::<i64>().prop_map(Int::from), any::<i128>().prop_map(Int::from), (-2..2i32).prop_map(Int::from)]
}

fn nat() -> impl Strategy<Value = Nat> {
    prop_oneof![any::<u64>().prop_map(Nat::from), (0..3u32).prop_map(Nat::from)]
}

fn text() -> impl Strategy<Value = Text> {
    ".{0,9}".prop_map(Text)
}

fn bytes() -> impl Strategy<Value = Bytes> {
    vec(any::<u8>(), 0..9).prop_map(Bytes)
}

fn maybe<T: Debug + Clone + 'static>(value: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Maybe<T>> {
    proptest::option::of(value).prop_map(Maybe::from).boxed()
}

fn address() -> impl Strategy<Value = Address> {
    let address: Address = KT1.parse().unwrap();
    vec(any::<u8>(), 0..31).prop_map(move |name| address.clone().with_entrypoint(name))
}

fn order() -> BoxedStrategy<Order> {
    let fields = (nat(), text(), maybe(bytes()), any::<bool>());
    fields.prop_map(|(id, memo, input, last)| Order { id, memo, input, last: Bool(last) }).boxed()
}

fn call() -> BoxedStrategy<Call> {
    prop_oneof![
        order().prop_map(Call::Order),
        (int(), int()).prop_map(|(a, b)| Call::Pay(Pair(a, b))),
        vec(order(), 0..4).prop_map(|orders| Call::Many(List(orders))),
        proptest::strategy::Just(Call::Pause),
    ]
    .boxed()
}

fn all() -> BoxedStrategy<All> {
    let first = (int(), nat(), text(), bytes(), maybe(any::<bool>().prop_map(Bool)));
    let first = first.prop_map(|(a, b, c, d, e)| Pair(a, Pair(b, Pair(c, Pair(d, e)))));
    let side = prop_oneof![text().prop_map(Or::Right), proptest::strategy::Just(Or::Left(Unit))];
    let second = (
        vec((0..i64::MAX).prop_map(Mutez), 0..4),
        vec(any::<i64>().prop_map(Timestamp::from), 0..4),
        vec((int(), side), 0..4),
        address(),
    );
    let second = second.prop_map(|(list, set, map, address)| {
        Pair(List(list), Pair(Set::from_iter(set), Pair(Map::from_iter(map), address)))
    });
    let ticket = (nat(), maybe(bytes()), nat()).prop_map(|(id, token, amount)| Ticket {
        ticketer: KT1.parse().unwrap(),
        contents: Pair(id, token),
        amount,
    });
    let hash = KeyHash("tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse().unwrap());
    prop_oneof![
        first.prop_map(Or::Left),
        second.prop_map(|second| Or::Right(Or::Left(second))),
        ticket.prop_map(|ticket| Or::Right(Or::Right(Or::Left(ticket)))),
        call().prop_map(move |call| Or::Right(Or::Right(Or::Right(Pair(hash.clone(), call))))),
    ]
    .boxed()
}

/// Adds an expression in another form: right combs as sequences or generic applications, annotations. `choices` decides which.
fn add_changed(node: MichelineRef<'_>, choices: &mut impl Iterator<Item = u8>, builder: &mut MichelineBuilder) {
    let mut choice = || choices.next().unwrap_or_default();
    match node.kind() {
        ExprKind::Sequence(items) => {
            builder.open_sequence();
            items.for_each(|item| add_changed(item, choices, builder));
            builder.close("");
        }
        ExprKind::Application(application) if application.prim == Prim::Pair => {
            let mut components: Vec<_> = application.args().collect();
            while choice() % 2 == 1
                && let Some(last) = components.last().filter(|last| last.prim() == Some(Prim::Pair)).copied()
            {
                components.pop();
                components.extend(last.children());
            }
            let is_sequence = choice() % 2 == 1;
            let annots = if choice() % 2 == 1 { "%a :b" } else { "" };
            if is_sequence {
                builder.open_sequence()
            } else {
                builder.open(Prim::Pair)
            }
            components.into_iter().for_each(|component| add_changed(component, choices, builder));
            builder.close(annots);
        }
        ExprKind::Application(application) => {
            let annots = if choice() % 2 == 1 { "@c" } else { "" };
            builder.open(application.prim);
            application.args().for_each(|arg| add_changed(arg, choices, builder));
            builder.close(annots);
        }
        _ => builder.add(node),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn values_round_trip(value in all()) {
        let bytes = value.to_bytes().unwrap();
        assert_eq!(All::from_canonical_bytes(&bytes).unwrap(), value);
        let expr = Micheline::from_bytes(&bytes).unwrap();
        assert_eq!(expr.as_bytes(), bytes, "the canonical Micheline");
        assert_eq!(value.to_micheline().unwrap(), expr);
        assert_eq!(All::from_json(&value.to_json().unwrap()).unwrap(), value);
    }

    #[test]
    fn other_forms_are_read_as_the_same_value(value in all(), choices in vec(0..4u8, 0..60)) {
        let expr = value.to_micheline().unwrap();
        let mut builder = MichelineBuilder::new();
        add_changed(expr.root(), &mut choices.into_iter(), &mut builder);
        let changed = builder.finish().unwrap();
        assert_eq!(All::from_micheline(&changed).unwrap(), value, "{changed}");
    }

    /// What is read is an expression of Micheline, and written as the same value.
    #[test]
    fn accepted_bytes_are_micheline(value in all(), changes in vec((any::<usize>(), prop_oneof![any::<u8>(), 0..12u8]), 0..3)) {
        let mut bytes = value.to_bytes().unwrap();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Ok(read) = All::from_bytes(&bytes) {
            assert!(Micheline::from_bytes(&bytes).is_ok());
            assert_eq!(All::from_bytes(&read.to_bytes().unwrap()).unwrap(), read);
        }
    }

    #[test]
    fn numbers_of_any_size(number in any::<i128>(), zeros in 0..40usize) {
        let mut wire = Vec::new();
        Z::from(number).with_wire(|bytes| wire.extend_from_slice(bytes));
        if let Some(last) = wire.last_mut() {
            *last |= 0x80;
        }
        wire.extend(std::iter::repeat_n(0x80, zeros));
        wire.push(1);
        let bytes = [&[0][..], &wire].concat();
        let int = Int::from_canonical_bytes(&bytes).unwrap();
        assert_eq!(Nat::from_bytes(&bytes).ok(), Nat::new(int.0.clone()));
        assert_eq!(int.to_micheline().unwrap(), Micheline::number(&int.0));
    }
}
