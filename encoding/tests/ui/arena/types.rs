//! Types on which `Arena` cannot be derived.

use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu, json(first_match))]
enum AnotherForm {
    End,
    Pair(Box<(AnotherForm, AnotherForm)>),
    Few(#[encoding(count(kind = "u8"))] Vec<AnotherForm>),
}

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu, dynamic)]
#[encoding(arena = "some::Node")]
enum AroundTheTypeAndNotAName {
    End,
    More(Box<AroundTheTypeAndNotAName>),
}

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
enum NotRecursive {
    End,
    More(u8),
}

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu(variable), json(first_match))]
enum OtherTags {
    End,
    More(Box<OtherTags>),
    #[encoding(other)]
    Unknown { tag: u8, raw: Vec<u8> },
}

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
enum Parameters<T> {
    End(T),
    More(Box<Parameters<T>>),
}

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
struct WithoutEnd {
    id: u8,
    next: Box<WithoutEnd>,
}

fn main() {}
