// The type of `around.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Wrappers and a guard around the fields, another guard on a field.
#[derive(Debug, PartialEq)]
pub struct Span {
    pub from: u8,
    pub to: u16,
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Guard0;
    impl __p::Conversion for __Guard0 {
        const CHECK: __p::Check = __p::Check::guard(
            "in_order",
            __p::Option::Some(__p::run_guard::<Span, __Body, __Guard0>),
        );
    }
    impl __p::Guard<Span> for __Guard0 {
        fn check(__value: &Span) -> __p::Result<(), impl __p::Display> {
            in_order(__value)
        }
    }
    pub struct __Guard1;
    impl __p::Conversion for __Guard1 {
        const CHECK: __p::Check = __p::Check::guard(
            "even",
            __p::Option::Some(__p::run_guard::<u16, __p::Auto, __Guard1>),
        );
    }
    impl __p::Guard<u16> for __Guard1 {
        fn check(__value: &u16) -> __p::Result<(), impl __p::Display> {
            even(__value)
        }
    }
    struct __Body;
    impl __p::Schema<Span> for __Body {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Object(
            &[
                __p::Field::req("from", <u8 as __p::HasEncoding>::ENCODING),
                __p::Field::req(
                    "to",
                    <__p::Guarded<__p::Auto, __Guard1> as __p::Schema<u16>>::ENCODING,
                ),
            ],
        );
    }
    impl<'__input> __p::Reads<'__input, Span> for __Body {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <u8 as __p::NomReader<'__input>>::FACTS,
                <__p::Guarded<__p::Auto, __Guard1> as __p::Reads<'__input, u16>>::FACTS,
            ],
        );
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Span> {
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< u8 as
                __p::NomReader < '__input >> ::FACTS, < __p::Guarded < __p::Auto,
                __Guard1 > as __p::Reads < '__input, u16 >> ::FACTS]) })
            );
            let field_0 = __p::field!(__p::read:: < u8 > (input));
            let field_1 = __p::field!(
                < __p::Guarded < __p::Auto, __Guard1 > as __p::Reads < '_, u16 >>
                ::read(input)
            );
            __p::Result::Ok(Span { from: field_0, to: field_1 })
        }
    }
    #[automatically_derived]
    impl __p::HasEncoding for Span {
        const ENCODING: &'static __p::Encoding = <__p::Dynamic<
            __p::U30,
            __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
        > as __p::Schema<Span>>::ENCODING;
    }
    const _: () = {
        let encoding = <__p::Guarded<__p::Auto, __Guard1> as __p::Schema<u16>>::ENCODING;
        __p::rules::step(encoding, 0usize);
        __p::rules::rest(encoding, 1usize);
    };
    const _: () = {
        let encoding = <__p::Dynamic<
            __p::U30,
            __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
        > as __p::Schema<Span>>::ENCODING;
        __p::rules::step(encoding, 0usize);
        __p::rules::step(encoding, 1usize);
        __p::rules::step(encoding, 2usize);
    };
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Guard0;
    impl __p::Conversion for __Guard0 {
        const CHECK: __p::Check = __p::Check::guard("in_order", __p::Option::None);
    }
    impl __p::Guard<Span> for __Guard0 {
        fn check(__value: &Span) -> __p::Result<(), impl __p::Display> {
            in_order(__value)
        }
    }
    pub struct __Guard1;
    impl __p::Conversion for __Guard1 {
        const CHECK: __p::Check = __p::Check::guard("even", __p::Option::None);
    }
    impl __p::Guard<u16> for __Guard1 {
        fn check(__value: &u16) -> __p::Result<(), impl __p::Display> {
            even(__value)
        }
    }
    struct __Body;
    impl<'__input> __p::Reads<'__input, Span> for __Body {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <u8 as __p::NomReader<'__input>>::FACTS,
                <__p::Guarded<__p::Auto, __Guard1> as __p::Reads<'__input, u16>>::FACTS,
            ],
        );
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Span> {
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< u8 as
                __p::NomReader < '__input >> ::FACTS, < __p::Guarded < __p::Auto,
                __Guard1 > as __p::Reads < '__input, u16 >> ::FACTS]) })
            );
            let field_0 = __p::field!(__p::read:: < u8 > (input));
            let field_1 = __p::field!(
                < __p::Guarded < __p::Auto, __Guard1 > as __p::Reads < '_, u16 >>
                ::read(input)
            );
            __p::Result::Ok(Span { from: field_0, to: field_1 })
        }
    }
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Span {
        const FACTS: __p::Facts = <__p::Dynamic<
            __p::U30,
            __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
        > as __p::Reads<'__input, Span>>::FACTS;
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            <__p::Dynamic<
                __p::U30,
                __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
            > as __p::Reads<'__input, Span>>::read(input)
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Guard0;
    impl __p::Conversion for __Guard0 {
        const CHECK: __p::Check = __p::Check::guard("in_order", __p::Option::None);
    }
    impl __p::Guard<Span> for __Guard0 {
        fn check(__value: &Span) -> __p::Result<(), impl __p::Display> {
            in_order(__value)
        }
    }
    pub struct __Guard1;
    impl __p::Conversion for __Guard1 {
        const CHECK: __p::Check = __p::Check::guard("even", __p::Option::None);
    }
    impl __p::Guard<u16> for __Guard1 {
        fn check(__value: &u16) -> __p::Result<(), impl __p::Display> {
            even(__value)
        }
    }
    struct __Body;
    impl __p::Writes<Span> for __Body {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <u8 as __p::BinWriter>::FACTS,
                <__p::Guarded<__p::Auto, __Guard1> as __p::Writes<u16>>::FACTS,
            ],
        );
        #[inline]
        fn measure(value: &Span, measure: &mut __p::Measure<'_>) -> __p::Measured {
            let Span { from: field_0, to: field_1, .. } = value;
            let mut total = 1usize;
            __p::add!(
                total, __p::in_field("to", < __p::Guarded < __p::Auto, __Guard1 > as
                __p::Writes < u16 >> ::measure(field_1, measure))
            );
            __p::Result::Ok(total)
        }
        #[inline]
        fn write<__S: __p::Sink>(value: &Span, sink: &mut __S) {
            let Span { from: field_0, to: field_1, .. } = value;
            <u8 as __p::BinWriter>::write(field_0, sink);
            <__p::Guarded<
                __p::Auto,
                __Guard1,
            > as __p::Writes<u16>>::write(field_1, sink);
        }
    }
    #[automatically_derived]
    impl __p::BinWriter for Span {
        const FACTS: __p::Facts = <__p::Dynamic<
            __p::U30,
            __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
        > as __p::Writes<Span>>::FACTS;
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            <__p::Dynamic<
                __p::U30,
                __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
            > as __p::Writes<Span>>::measure(self, measure)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            <__p::Dynamic<
                __p::U30,
                __p::Bounded<__p::Guarded<__Body, __Guard0>, 16>,
            > as __p::Writes<Span>>::write(self, sink);
        }
    }
};
