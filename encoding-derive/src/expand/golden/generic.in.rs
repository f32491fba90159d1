/// A lifetime, a bounded type and a constant.
#[derive(Debug, PartialEq)]
pub struct Signed<'a, T, const N: usize>
where
    T: Clone,
{
    pub value: T,
    pub signature: [u8; N],
    #[encoding(dynamic)]
    pub bytes: &'a [u8],
}
