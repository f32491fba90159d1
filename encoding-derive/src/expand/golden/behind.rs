// The type of `behind.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Numbers behind a type of the user's own, whose size may be open: they are counted together again.
#[derive(Debug, PartialEq)]
pub struct Version {
    pub name: Name,
    pub database: u16,
    pub protocol: u16,
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::HasEncoding for Version {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Object(
            &[
                __p::Field::req("name", <Name as __p::HasEncoding>::ENCODING),
                __p::Field::req("database", <u16 as __p::HasEncoding>::ENCODING),
                __p::Field::req("protocol", <u16 as __p::HasEncoding>::ENCODING),
            ],
        );
    }
    const _: () = {
        let encoding = <Name as __p::HasEncoding>::ENCODING;
        __p::rules::rest(encoding, 0usize);
        __p::rules::closed(encoding);
    };
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Version {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <Name as __p::NomReader<'__input>>::FACTS,
                <u16 as __p::NomReader<'__input>>::FACTS,
                <u16 as __p::NomReader<'__input>>::FACTS,
            ],
        );
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< Name as
                __p::NomReader < '__input >> ::FACTS, < u16 as __p::NomReader < '__input
                >> ::FACTS, < u16 as __p::NomReader < '__input >> ::FACTS]) })
            );
            let field_0 = __p::field!(__p::read:: < Name > (input));
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::start(& [< u16 as
                __p::NomReader < '__input >> ::FACTS, < u16 as __p::NomReader < '__input
                >> ::FACTS]) })
            );
            let field_1 = __p::field!(__p::read:: < u16 > (input));
            let field_2 = __p::field!(__p::read:: < u16 > (input));
            __p::Result::Ok(Version {
                name: field_0,
                database: field_1,
                protocol: field_2,
            })
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::BinWriter for Version {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <Name as __p::BinWriter>::FACTS,
                <u16 as __p::BinWriter>::FACTS,
                <u16 as __p::BinWriter>::FACTS,
            ],
        );
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            let Version { name: field_0, database: field_1, protocol: field_2, .. } = self;
            let mut total = 4usize;
            __p::add!(
                total, __p::in_field("name", < Name as __p::BinWriter >
                ::measure(field_0, measure))
            );
            __p::Result::Ok(total)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            let Version { name: field_0, database: field_1, protocol: field_2, .. } = self;
            <Name as __p::BinWriter>::write(field_0, sink);
            <u16 as __p::BinWriter>::write(field_1, sink);
            <u16 as __p::BinWriter>::write(field_2, sink);
        }
    }
};
