/// A tag, then the fields of the variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Call<T> {
    #[encoding(tag = 1)]
    Unit,
    #[rlp(tag = FIRST)]
    One(Vec<T>),
    #[encoding(tag = 3)]
    Named { number: u64 },
}
