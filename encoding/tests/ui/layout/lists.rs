//! Lists whose elements take no bytes or have no end, and options that JSON cannot tell from `null`.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Nothing;

type Rest = Vec<u8>;
type Nothings = Vec<Nothing>;
type Level = Option<u8>;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Lists {
    #[encoding(dynamic, list)]
    list_of_nothing: Vec<Nothing>,
    #[encoding(dynamic, list, bytes)]
    list_of_variable: Vec<Vec<u8>>,
    #[encoding(dynamic, assoc, bytes)]
    assoc_of_variable: Vec<(String, Vec<u8>)>,
    #[encoding(list(min = 4, max = 3))]
    list_of_more_than_its_maximum: Vec<u8>,
}

/// The derive does not know what an alias stands for: the compiler checks these rules.
#[derive(HasEncoding)]
struct RulesBehindAnAlias {
    rest: Rest,
    #[encoding(dynamic, list)]
    block: Nothings,
    level: i32,
    last: Nothings,
}

#[derive(HasEncoding)]
struct Options {
    #[encoding(option(tagged), dynamic, option(tagged))]
    option_of_an_option: Option<Option<u8>>,
    #[encoding(option(tagged), dynamic(kind = "u8"), option)]
    option_of_an_absent_value: Option<Option<u8>>,
    #[encoding(dynamic, list, option, option)]
    list_of_options_of_options: Vec<Option<Option<u8>>>,
    #[encoding(option(tagged))]
    option_of_a_type_that_may_be_absent: Option<MaybeAbsent>,
    #[encoding(list, option(tagged))]
    option_of_a_nullable_type: Vec<Option<Nullable>>,
}

#[derive(HasEncoding)]
#[encoding(id = "maybe")]
struct MaybeAbsent(Option<u8>);

#[derive(HasEncoding)]
struct Nullable(#[encoding(option(tagged))] Option<u8>);

#[derive(HasEncoding)]
struct OptionOfAnOptionInATuple(Option<Option<u8>>, u8);

#[derive(HasEncoding)]
#[encoding(tags = "u8")]
enum OptionOfAnOptionInAVariant {
    Twice(Option<Option<u8>>),
}

#[derive(HasEncoding)]
struct OptionOfAnAlias(u8, Option<Level>);

#[derive(HasEncoding)]
struct Under<T>(Option<T>, u8);

#[derive(HasEncoding)]
struct OptionOfAParameter {
    under: Under<Option<u8>>,
}

#[derive(HasEncoding)]
struct OfLists {
    #[encoding(dynamic, list)]
    lists: Vec<Vec<u16>>,
    array: [Vec<u8>; 4],
}

fn main() {}
