// The type of `compact.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Cases above the bits that they share: one without fields, one with a field of its own bits and a payload.
#[derive(Debug, PartialEq)]
pub enum Amount {
    Nothing,
    Sum { tez: i32 },
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_0: __p::u32 = 0;
    const __TAG_1: __p::u32 = 1;
    #[automatically_derived]
    impl __p::HasEncoding for Amount {
        const ENCODING: &'static __p::Encoding = <__p::Compact<
            __p::Auto,
            1usize,
        > as __p::Schema<Self>>::ENCODING;
        const PART: &'static __p::Part = &__p::Part::Union(
            __p::PartUnion::new(
                &[
                    __p::PartCase::new(__TAG_0, "Nothing", &__p::Part::Unit),
                    __p::PartCase::new(
                        __TAG_1,
                        "Sum",
                        &__p::Part::Object(
                            &[
                                __p::PartField::of(
                                    "tez",
                                    <__p::Auto as __p::PartSchema<i32>>::PART,
                                ),
                            ],
                        ),
                    ),
                ],
            ),
        );
    }
    const _: () = __p::rules::part(<__p::Auto as __p::PartSchema<i32>>::PART);
    const _: () = __p::rules::shares(
        &__p::CompactSchema::new(
            __p::SharedTag::of_bytes(1usize),
            <Amount as __p::HasEncoding>::PART,
        ),
    );
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_0: __p::u32 = 0;
    const __TAG_1: __p::u32 = 1;
    struct __Bits;
    impl<'__input> __p::ReadsPart<'__input, Amount> for __Bits {
        const BITS: __p::u32 = __p::bits_of_cases(
            &[__TAG_0, __TAG_1],
            &[
                __p::sum_of_bits(&[]),
                __p::sum_of_bits(&[<__p::Auto as __p::ReadsPart<'__input, i32>>::BITS]),
            ],
        );
        const FIXED: __p::Option<__p::usize> = __p::same_size(
            &[
                __p::sum_of_sizes(&[]),
                __p::sum_of_sizes(&[<__p::Auto as __p::ReadsPart<'__input, i32>>::FIXED]),
            ],
        );
        #[inline]
        fn has(bits: __p::u32) -> __p::bool {
            let (own, bits) = __p::split(
                bits,
                const {
                    __p::most_bits(
                        &[
                            __p::sum_of_bits(&[]),
                            __p::sum_of_bits(
                                &[<__p::Auto as __p::ReadsPart<'__input, i32>>::BITS],
                            ),
                        ],
                    )
                },
            );
            match bits {
                __TAG_0 => {
                    let bits = own;
                    let total = true;
                    total & (bits == 0)
                }
                __TAG_1 => {
                    let bits = own;
                    let total = true;
                    let (own, bits) = __p::split(
                        bits,
                        <__p::Auto as __p::ReadsPart<'__input, i32>>::BITS,
                    );
                    let total = total
                        & <__p::Auto as __p::ReadsPart<'__input, i32>>::has(own);
                    total & (bits == 0)
                }
                _ => false,
            }
        }
        #[inline]
        fn fixed(bits: __p::u32) -> __p::Option<__p::usize> {
            let (own, bits) = __p::split(
                bits,
                const {
                    __p::most_bits(
                        &[
                            __p::sum_of_bits(&[]),
                            __p::sum_of_bits(
                                &[<__p::Auto as __p::ReadsPart<'__input, i32>>::BITS],
                            ),
                        ],
                    )
                },
            );
            match bits {
                __TAG_0 => {
                    let bits = own;
                    let total = __p::Option::Some(0usize);
                    let _ = bits;
                    total
                }
                __TAG_1 => {
                    let bits = own;
                    let total = __p::Option::Some(0usize);
                    let (own, bits) = __p::split(
                        bits,
                        <__p::Auto as __p::ReadsPart<'__input, i32>>::BITS,
                    );
                    let total = __p::sum_of_sizes(
                        &[
                            total,
                            <__p::Auto as __p::ReadsPart<'__input, i32>>::fixed(own),
                        ],
                    );
                    let _ = bits;
                    total
                }
                _ => __p::Option::None,
            }
        }
        #[inline]
        fn read_part(
            bits: __p::u32,
            input: &mut __p::Reader<'__input>,
        ) -> __p::ReadResult<Amount> {
            let (own, bits) = __p::split(
                bits,
                const {
                    __p::most_bits(
                        &[
                            __p::sum_of_bits(&[]),
                            __p::sum_of_bits(
                                &[<__p::Auto as __p::ReadsPart<'__input, i32>>::BITS],
                            ),
                        ],
                    )
                },
            );
            match bits {
                __TAG_0 => {
                    let bits = own;
                    let _ = bits;
                    __p::Result::Ok(Amount::Nothing {})
                }
                __TAG_1 => {
                    let bits = own;
                    __p::Reader::need_fixed(
                        input,
                        {
                            let total = __p::Option::Some(0usize);
                            let (own, bits) = __p::split(
                                bits,
                                <__p::Auto as __p::ReadsPart<'__input, i32>>::BITS,
                            );
                            let total = __p::sum_of_sizes(
                                &[
                                    total,
                                    <__p::Auto as __p::ReadsPart<'__input, i32>>::fixed(own),
                                ],
                            );
                            let _ = bits;
                            total
                        },
                    )?;
                    let (own, bits) = __p::split(
                        bits,
                        <__p::Auto as __p::ReadsPart<'__input, i32>>::BITS,
                    );
                    let field_0 = <__p::Auto as __p::ReadsPart<
                        '__input,
                        i32,
                    >>::read_part(own, input)?;
                    let _ = bits;
                    __p::Result::Ok(Amount::Sum { tez: field_0 })
                }
                _ => {
                    __p::Result::Err(
                        __p::Fault::unexpected_tag(
                            __p::Reader::remaining(input),
                            bits,
                            false,
                        ),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Amount {
        const FACTS: __p::Facts = <__p::Compact<
            __Bits,
            1usize,
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
            <__p::Compact<__Bits, 1usize> as __p::Reads<'__input, Self>>::read(input)
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_0: __p::u32 = 0;
    const __TAG_1: __p::u32 = 1;
    struct __Bits;
    impl __p::WritesPart<Amount> for __Bits {
        const BITS: __p::u32 = __p::bits_of_cases(
            &[__TAG_0, __TAG_1],
            &[
                __p::sum_of_bits(&[]),
                __p::sum_of_bits(&[<__p::Auto as __p::WritesPart<i32>>::BITS]),
            ],
        );
        const FACTS: __p::Facts = __p::Facts::sequence(
                &[<__p::Auto as __p::WritesPart<i32>>::FACTS],
            )
            .of_any_size();
        #[inline]
        fn bits(value: &Amount) -> __p::u32 {
            match value {
                Amount::Nothing { .. } => {
                    let bits = 0;
                    __p::join(
                        bits,
                        __TAG_0,
                        const {
                            __p::most_bits(
                                &[
                                    __p::sum_of_bits(&[]),
                                    __p::sum_of_bits(
                                        &[<__p::Auto as __p::WritesPart<i32>>::BITS],
                                    ),
                                ],
                            )
                        },
                    )
                }
                Amount::Sum { tez: field_0, .. } => {
                    let bits = 0;
                    let bits = __p::join(
                        <__p::Auto as __p::WritesPart<i32>>::bits(field_0),
                        bits,
                        <__p::Auto as __p::WritesPart<i32>>::BITS,
                    );
                    __p::join(
                        bits,
                        __TAG_1,
                        const {
                            __p::most_bits(
                                &[
                                    __p::sum_of_bits(&[]),
                                    __p::sum_of_bits(
                                        &[<__p::Auto as __p::WritesPart<i32>>::BITS],
                                    ),
                                ],
                            )
                        },
                    )
                }
            }
        }
        #[inline]
        fn measure_part(
            value: &Amount,
            measure: &mut __p::Measure<'_>,
        ) -> __p::Measured {
            match value {
                Amount::Nothing { .. } => __p::Result::Ok(0usize),
                Amount::Sum { tez: field_0, .. } => {
                    __p::in_case(
                        "Sum",
                        __p::in_field(
                            "tez",
                            <__p::Auto as __p::WritesPart<
                                i32,
                            >>::measure_part(field_0, measure),
                        ),
                    )
                }
            }
        }
        #[inline]
        fn write_part<__S: __p::Sink>(value: &Amount, sink: &mut __S) {
            match value {
                Amount::Nothing { .. } => {}
                Amount::Sum { tez: field_0, .. } => {
                    <__p::Auto as __p::WritesPart<i32>>::write_part(field_0, sink);
                }
            }
        }
    }
    #[automatically_derived]
    impl __p::BinWriter for Amount {
        const FACTS: __p::Facts = <__p::Compact<
            __Bits,
            1usize,
        > as __p::Writes<Self>>::FACTS;
        const PART: __p::Option<__p::PartWriter<Self>> = __p::Option::Some(
            __p::PartWriter::of::<__Bits>(),
        );
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            <__p::Compact<__Bits, 1usize> as __p::Writes<Self>>::measure(self, measure)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            <__p::Compact<__Bits, 1usize> as __p::Writes<Self>>::write(self, sink)
        }
        #[inline]
        fn write_part<__S: __p::Sink>(&self, sink: &mut __S) {
            <__Bits as __p::WritesPart<Self>>::write_part(self, sink)
        }
    }
};
