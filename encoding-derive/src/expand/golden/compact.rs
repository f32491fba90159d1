// The type of `compact.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Parts that share the bits of a tag: by their type, optional, short, and none.
#[derive(Clone, Debug, PartialEq)]
pub struct Transfer {
    pub urgent: bool,
    pub amount: Option<i64>,
    pub path: Vec<u16>,
    pub level: i32,
    pub seen: bool,
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::HasEncoding for Transfer {
        const ENCODING: &'static __p::Encoding = <__p::Compact<
            __p::Auto,
            2usize,
        > as __p::Schema<Self>>::ENCODING;
        const PART: &'static __p::Part = &__p::Part::Object(
            &[
                __p::PartField::of("urgent", <__p::Auto as __p::PartSchema<bool>>::PART),
                __p::PartField::of(
                    "amount",
                    <__p::Auto as __p::PartSchema<Option<i64>>>::PART,
                ),
                __p::PartField::of(
                    "path",
                    <__p::Short<__p::Auto, 2> as __p::PartSchema<Vec<u16>>>::PART,
                ),
                __p::PartField::of(
                    "level",
                    <__p::Payload<__p::Auto> as __p::PartSchema<i32>>::PART,
                ),
            ],
        );
    }
    const _: () = __p::rules::part(<__p::Auto as __p::PartSchema<bool>>::PART);
    const _: () = __p::rules::part(<__p::Auto as __p::PartSchema<Option<i64>>>::PART);
    const _: () = __p::rules::part(
        <__p::Short<__p::Auto, 2> as __p::PartSchema<Vec<u16>>>::PART,
    );
    const _: () = __p::rules::part(
        <__p::Payload<__p::Auto> as __p::PartSchema<i32>>::PART,
    );
    const _: () = __p::rules::shares(
        &__p::CompactSchema::new(
            __p::SharedTag::of_bytes(2usize),
            <Transfer as __p::HasEncoding>::PART,
        ),
    );
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    struct __Bits;
    impl<'__input> __p::ReadsPart<'__input, Transfer> for __Bits {
        const BITS: __p::u32 = __p::sum_of_bits(
            &[
                <__p::Auto as __p::ReadsPart<'__input, bool>>::BITS,
                <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::BITS,
                <__p::Short<__p::Auto, 2> as __p::ReadsPart<'__input, Vec<u16>>>::BITS,
                <__p::Payload<__p::Auto> as __p::ReadsPart<'__input, i32>>::BITS,
            ],
        );
        const FIXED: __p::Option<__p::usize> = __p::sum_of_sizes(
            &[
                <__p::Auto as __p::ReadsPart<'__input, bool>>::FIXED,
                <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::FIXED,
                <__p::Short<__p::Auto, 2> as __p::ReadsPart<'__input, Vec<u16>>>::FIXED,
                <__p::Payload<__p::Auto> as __p::ReadsPart<'__input, i32>>::FIXED,
            ],
        );
        #[inline]
        fn has(bits: __p::u32) -> __p::bool {
            let total = true;
            let (own, bits) = __p::split(
                bits,
                <__p::Auto as __p::ReadsPart<'__input, bool>>::BITS,
            );
            let total = total & <__p::Auto as __p::ReadsPart<'__input, bool>>::has(own);
            let (own, bits) = __p::split(
                bits,
                <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::BITS,
            );
            let total = total
                & <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::has(own);
            let (own, bits) = __p::split(
                bits,
                <__p::Short<__p::Auto, 2> as __p::ReadsPart<'__input, Vec<u16>>>::BITS,
            );
            let total = total
                & <__p::Short<
                    __p::Auto,
                    2,
                > as __p::ReadsPart<'__input, Vec<u16>>>::has(own);
            let (own, bits) = __p::split(
                bits,
                <__p::Payload<__p::Auto> as __p::ReadsPart<'__input, i32>>::BITS,
            );
            let total = total
                & <__p::Payload<__p::Auto> as __p::ReadsPart<'__input, i32>>::has(own);
            total & (bits == 0)
        }
        #[inline]
        fn fixed(bits: __p::u32) -> __p::Option<__p::usize> {
            let total = __p::Option::Some(0usize);
            let (own, bits) = __p::split(
                bits,
                <__p::Auto as __p::ReadsPart<'__input, bool>>::BITS,
            );
            let total = __p::sum_of_sizes(
                &[total, <__p::Auto as __p::ReadsPart<'__input, bool>>::fixed(own)],
            );
            let (own, bits) = __p::split(
                bits,
                <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::BITS,
            );
            let total = __p::sum_of_sizes(
                &[
                    total,
                    <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::fixed(own),
                ],
            );
            let (own, bits) = __p::split(
                bits,
                <__p::Short<__p::Auto, 2> as __p::ReadsPart<'__input, Vec<u16>>>::BITS,
            );
            let total = __p::sum_of_sizes(
                &[
                    total,
                    <__p::Short<
                        __p::Auto,
                        2,
                    > as __p::ReadsPart<'__input, Vec<u16>>>::fixed(own),
                ],
            );
            let (own, bits) = __p::split(
                bits,
                <__p::Payload<__p::Auto> as __p::ReadsPart<'__input, i32>>::BITS,
            );
            let total = __p::sum_of_sizes(
                &[
                    total,
                    <__p::Payload<
                        __p::Auto,
                    > as __p::ReadsPart<'__input, i32>>::fixed(own),
                ],
            );
            let _ = bits;
            total
        }
        #[inline]
        fn read_part(
            bits: __p::u32,
            input: &mut __p::Reader<'__input>,
        ) -> __p::ReadResult<Transfer> {
            __p::Reader::need_fixed(
                input,
                <Self as __p::ReadsPart<'__input, Transfer>>::fixed(bits),
            )?;
            let (own, bits) = __p::split(
                bits,
                <__p::Auto as __p::ReadsPart<'__input, bool>>::BITS,
            );
            let field_0 = <__p::Auto as __p::ReadsPart<
                '__input,
                bool,
            >>::read_part(own, input)?;
            let (own, bits) = __p::split(
                bits,
                <__p::Auto as __p::ReadsPart<'__input, Option<i64>>>::BITS,
            );
            let field_1 = <__p::Auto as __p::ReadsPart<
                '__input,
                Option<i64>,
            >>::read_part(own, input)?;
            let (own, bits) = __p::split(
                bits,
                <__p::Short<__p::Auto, 2> as __p::ReadsPart<'__input, Vec<u16>>>::BITS,
            );
            let field_2 = <__p::Short<
                __p::Auto,
                2,
            > as __p::ReadsPart<'__input, Vec<u16>>>::read_part(own, input)?;
            let (own, bits) = __p::split(
                bits,
                <__p::Payload<__p::Auto> as __p::ReadsPart<'__input, i32>>::BITS,
            );
            let field_3 = <__p::Payload<
                __p::Auto,
            > as __p::ReadsPart<'__input, i32>>::read_part(own, input)?;
            let _ = bits;
            __p::Result::Ok(Transfer {
                urgent: field_0,
                amount: field_1,
                path: field_2,
                level: field_3,
                seen: <bool as __p::Default>::default(),
            })
        }
    }
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Transfer {
        const FACTS: __p::Facts = <__p::Compact<
            __Bits,
            2usize,
        > as __p::Reads<'__input, Self>>::FACTS;
        const PART: __p::Option<__p::PartReader<'__input, Self>> = __p::Option::Some(
            __p::PartReader::of::<__Bits>(),
        );
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'__input>>::read)
        }
        #[inline]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            <__p::Compact<__Bits, 2usize> as __p::Reads<'__input, Self>>::read(input)
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    struct __Bits;
    impl __p::WritesPart<Transfer> for __Bits {
        const BITS: __p::u32 = __p::sum_of_bits(
            &[
                <__p::Auto as __p::WritesPart<bool>>::BITS,
                <__p::Auto as __p::WritesPart<Option<i64>>>::BITS,
                <__p::Short<__p::Auto, 2> as __p::WritesPart<Vec<u16>>>::BITS,
                <__p::Payload<__p::Auto> as __p::WritesPart<i32>>::BITS,
            ],
        );
        const FACTS: __p::Facts = __p::Facts::sequence(
                &[
                    <__p::Auto as __p::WritesPart<bool>>::FACTS,
                    <__p::Auto as __p::WritesPart<Option<i64>>>::FACTS,
                    <__p::Short<__p::Auto, 2> as __p::WritesPart<Vec<u16>>>::FACTS,
                    <__p::Payload<__p::Auto> as __p::WritesPart<i32>>::FACTS,
                ],
            )
            .of_any_size();
        #[inline]
        fn bits(value: &Transfer) -> __p::u32 {
            match value {
                Transfer {
                    urgent: field_0,
                    amount: field_1,
                    path: field_2,
                    level: field_3,
                    ..
                } => {
                    let bits = 0;
                    let bits = __p::join(
                        <__p::Payload<__p::Auto> as __p::WritesPart<i32>>::bits(field_3),
                        bits,
                        <__p::Payload<__p::Auto> as __p::WritesPart<i32>>::BITS,
                    );
                    let bits = __p::join(
                        <__p::Short<
                            __p::Auto,
                            2,
                        > as __p::WritesPart<Vec<u16>>>::bits(field_2),
                        bits,
                        <__p::Short<__p::Auto, 2> as __p::WritesPart<Vec<u16>>>::BITS,
                    );
                    let bits = __p::join(
                        <__p::Auto as __p::WritesPart<Option<i64>>>::bits(field_1),
                        bits,
                        <__p::Auto as __p::WritesPart<Option<i64>>>::BITS,
                    );
                    let bits = __p::join(
                        <__p::Auto as __p::WritesPart<bool>>::bits(field_0),
                        bits,
                        <__p::Auto as __p::WritesPart<bool>>::BITS,
                    );
                    bits
                }
            }
        }
        #[inline]
        fn measure_part(
            value: &Transfer,
            measure: &mut __p::Measure<'_>,
        ) -> __p::Measured {
            match value {
                Transfer {
                    urgent: field_0,
                    amount: field_1,
                    path: field_2,
                    level: field_3,
                    ..
                } => {
                    let mut total = 0usize;
                    __p::add!(
                        total, __p::in_field("urgent", < __p::Auto as __p::WritesPart <
                        bool >> ::measure_part(field_0, measure))
                    );
                    __p::add!(
                        total, __p::in_field("amount", < __p::Auto as __p::WritesPart <
                        Option < i64 > >> ::measure_part(field_1, measure))
                    );
                    __p::add!(
                        total, __p::in_field("path", < __p::Short < __p::Auto, 2 > as
                        __p::WritesPart < Vec < u16 > >> ::measure_part(field_2,
                        measure))
                    );
                    __p::add!(
                        total, __p::in_field("level", < __p::Payload < __p::Auto > as
                        __p::WritesPart < i32 >> ::measure_part(field_3, measure))
                    );
                    __p::Result::Ok(total)
                }
            }
        }
        #[inline]
        fn write_part<__S: __p::Sink>(value: &Transfer, sink: &mut __S) {
            match value {
                Transfer {
                    urgent: field_0,
                    amount: field_1,
                    path: field_2,
                    level: field_3,
                    ..
                } => {
                    <__p::Auto as __p::WritesPart<bool>>::write_part(field_0, sink);
                    <__p::Auto as __p::WritesPart<
                        Option<i64>,
                    >>::write_part(field_1, sink);
                    <__p::Short<
                        __p::Auto,
                        2,
                    > as __p::WritesPart<Vec<u16>>>::write_part(field_2, sink);
                    <__p::Payload<
                        __p::Auto,
                    > as __p::WritesPart<i32>>::write_part(field_3, sink);
                }
            }
        }
    }
    #[automatically_derived]
    impl __p::BinWriter for Transfer {
        const FACTS: __p::Facts = <__p::Compact<
            __Bits,
            2usize,
        > as __p::Writes<Self>>::FACTS;
        const PART: __p::Option<__p::PartWriter<Self>> = __p::Option::Some(
            __p::PartWriter::of::<__Bits>(),
        );
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            <__p::Compact<__Bits, 2usize> as __p::Writes<Self>>::measure(self, measure)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            <__p::Compact<__Bits, 2usize> as __p::Writes<Self>>::write(self, sink)
        }
        #[inline]
        fn write_part<__S: __p::Sink>(&self, sink: &mut __S) {
            <__Bits as __p::WritesPart<Self>>::write_part(self, sink)
        }
    }
};
