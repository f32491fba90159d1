//! The traits of variants that `michelson!` defines.

/// Implements the traits of an enum.
#[doc(hidden)]
#[macro_export]
macro_rules! __michelson_enum {
    ($name:ident $({ $case:ident $($type:ty)? })+) => {
        const _: () = {
            use $crate::michelson::__private as __p;

            type __Tree = $crate::__michelson_enum!(@tree $({ $case $($type)? })+);

            impl __p::HasEncoding for $name {
                const ENCODING: &'static __p::Encoding = $crate::__michelson_enum!(@cases $({ $case $($type)? })+);
            }

            impl<'a> __p::NomReader<'a> for $name {
                const FACTS: __p::Facts = __p::NODE;

                fn read(input: &mut __p::Reader<'a>) -> __p::Result<Self, __p::Fault> {
                    let tree = <__Tree as __p::NomReader<'a>>::read(input)?;
                    __p::Result::Ok($crate::__michelson_enum!(@of_tree tree $({ $case $($type)? })+))
                }
            }

            impl __p::BinWriter for $name {
                // Of variable size: the bytes of the cases are not counted.
                const FACTS: __p::Facts = __p::Facts::union(0, &[
                    __p::Facts::FLAT,
                    $(<$crate::__michelson_enum!(@payload $($type)?) as __p::BinWriter>::FACTS),+
                ]);

                fn write<S: __p::Sink>(&self, sink: &mut S) -> __p::Result<(), __p::EncodeError> {
                    $crate::__michelson_enum!(@write self sink [] [] $({ $case $($type)? })+)
                }
            }

            impl __p::Michelson for $name {
                const TYPE: &'static __p::Type = $crate::__michelson_enum!(@type $({ $case $($type)? })+);
            }

            // Its name is in the error for a type that contains itself.
            #[allow(dead_code, reason = "only the compiler evaluates it")]
            const A_TYPE_OF_MICHELSON_CANNOT_CONTAIN_ITSELF: &__p::Type = <$name as __p::Michelson>::TYPE;
        };
    };

    (@payload) => { __p::Unit };
    (@payload $type:ty) => { $type };

    (@tree { $last:ident $($type:ty)? }) => { $crate::__michelson_enum!(@payload $($type)?) };
    (@tree { $first:ident $($type:ty)? } $($others:tt)+) => {
        __p::Or<$crate::__michelson_enum!(@payload $($type)?), $crate::__michelson_enum!(@tree $($others)+)>
    };

    (@case $payload:ident { $case:ident }) => {{
        let __p::Unit = $payload;
        Self::$case
    }};
    (@case $payload:ident { $case:ident $type:ty }) => { Self::$case($payload) };

    (@of_tree $tree:ident $last:tt) => { $crate::__michelson_enum!(@case $tree $last) };
    (@of_tree $tree:ident $first:tt $($others:tt)+) => {
        match $tree {
            __p::Or::Left(payload) => $crate::__michelson_enum!(@case payload $first),
            __p::Or::Right(tree) => $crate::__michelson_enum!(@of_tree tree $($others)+),
        }
    };

    (@object { $case:ident $($type:ty)? }) => {
        &__p::Encoding::Object(&[__p::Field::req(
            ::core::stringify!($case),
            <$crate::__michelson_enum!(@payload $($type)?) as __p::HasEncoding>::ENCODING,
        )])
    };
    (@cases $last:tt) => { $crate::__michelson_enum!(@object $last) };
    (@cases { $first:ident $($type:ty)? } $($others:tt)+) => {
        &__p::Encoding::Union {
            tag: __p::TagSize::U16,
            cases: &[
                __p::Case::new(
                    0x0505,
                    ::core::stringify!($first),
                    $crate::__michelson_enum!(@object { $first $($type)? }),
                ),
                __p::Case::new(0x0508, "Right", $crate::__michelson_enum!(@cases $($others)+)),
            ],
            ignore_unknown: false,
        }
    };

    (@write $self:ident $sink:ident [$($arms:tt)*] [$($path:tt)*]) => { match $self { $($arms)* } };
    (@write $self:ident $sink:ident [$($arms:tt)*] [$($path:tt)*] { $last:ident $($type:ty)? }) => {
        $crate::__michelson_enum!(@arm $self $sink [$($arms)*] [$($path)*] [$($path)*] { $last $($type)? })
    };
    (@write $self:ident $sink:ident [$($arms:tt)*] [$($path:tt)*] { $first:ident $($type:ty)? } $($others:tt)+) => {
        $crate::__michelson_enum!(
            @arm $self $sink [$($arms)*] [$($path)* 5, 5,] [$($path)* 5, 8,] { $first $($type)? } $($others)+
        )
    };

    (@arm $self:ident $sink:ident [$($arms:tt)*] [$($path:tt)*] [$($rest:tt)*] { $case:ident } $($others:tt)*) => {
        $crate::__michelson_enum!(
            @write $self $sink
            [$($arms)* Self::$case => {
                __p::Sink::put($sink, &[$($path)*]);
                __p::BinWriter::write(&__p::Unit, $sink)
            }]
            [$($rest)*]
            $($others)*
        )
    };
    (@arm $self:ident $sink:ident [$($arms:tt)*] [$($path:tt)*] [$($rest:tt)*] { $case:ident $type:ty } $($others:tt)*) => {
        $crate::__michelson_enum!(
            @write $self $sink
            [$($arms)* Self::$case(payload) => {
                __p::Sink::put($sink, &[$($path)*]);
                __p::BinWriter::write(payload, $sink)
            }]
            [$($rest)*]
            $($others)*
        )
    };

    (@type { $only:ident $($type:ty)? }) => {
        <$crate::__michelson_enum!(@payload $($type)?) as __p::Michelson>::TYPE
    };
    (@type { $first:ident $($first_type:ty)? } { $last:ident $($last_type:ty)? }) => {
        &__p::Type::new(__p::Prim::or, &[
            __p::Arg::named(::core::stringify!($first), $crate::__michelson_enum!(@type { $first $($first_type)? })),
            __p::Arg::named(::core::stringify!($last), $crate::__michelson_enum!(@type { $last $($last_type)? })),
        ])
    };
    (@type { $first:ident $($type:ty)? } $($others:tt)+) => {
        &__p::Type::new(__p::Prim::or, &[
            __p::Arg::named(::core::stringify!($first), $crate::__michelson_enum!(@type { $first $($type)? })),
            __p::Arg::new($crate::__michelson_enum!(@type $($others)+)),
        ])
    };
}
