//! The levels of recursive types whose fields share the bits of tags.

/// Makes a struct of one field a level of a recursive type, as the item `mu` does. It exists because `mu` cannot be combined with
/// `compact`, and on a struct around a compact type it would need the minimum size of that type.
macro_rules! level {
    ($level:ident, $inner:ident, $name:literal) => {
        impl super::HasEncoding for $level {
            const ENCODING: &'static super::Encoding = &super::Encoding::Mu(&super::Mu {
                name: $name,
                class: super::Class::Dynamic,
                least: 1,
                depth: super::MAX_LEVELS,
                body: || $inner::ENCODING,
            });
        }

        impl<'a> super::NomReader<'a> for $level {
            fn read(input: &mut super::Reader<'a>) -> Result<Self, super::Fault> {
                input.enter(super::MAX_LEVELS)?;
                let value = $inner::read(input)?;
                input.leave();
                Ok(Self(value))
            }
        }

        impl super::BinWriter for $level {
            fn write<S: super::Sink>(&self, sink: &mut S) -> Result<(), super::EncodeError> {
                sink.nested(super::MAX_LEVELS, |sink| self.0.write(sink))
            }
        }

        impl super::View for $level {
            type View<'a> = Self;

            fn view<'a>(input: &mut super::Reader<'a>) -> Result<Self, super::Fault> {
                <Self as super::NomReader<'a>>::read(input)
            }

            fn from_view(view: &Self) -> Result<Self, super::Fault> {
                Ok(view.clone())
            }
        }
    };
}
