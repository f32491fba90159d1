// ---- Views ---------------------------------------------------------------------------------------------------------------------------

/// What the view of a type makes of bytes, and what its accessors return.
fn view<T: View + BinWriter + HasEncoding>(bytes: &[u8], revision: Revision) -> String
where
    for<'a> T::View<'a>: Walk,
{
    let view = match revision.view::<T>(bytes) {
        Ok(view) => view,
        Err(error) => return refused(&error),
    };
    let mut text = String::new();
    view.walk(&mut text);
    match T::from_view(&view) {
        Ok(value) => {
            let bytes = revision.encode(&value).map_or_else(|error| error.kind().name().to_string(), |bytes| hex(&bytes));
            format!(r#"{{"bytes":"{bytes}","walk":"{text}"}}"#)
        }
        Err(_) => failed("the view has no value"),
    }
}

/// What the check of a type that has a view makes of bytes.
fn view_and_check<T: View + BinWriter + HasEncoding>(bytes: &[u8], revision: Revision) -> String
where
    for<'a> T::View<'a>: Walk,
{
    let seen = view::<T>(bytes, revision);
    if revision != NEWEST {
        return seen;
    }
    let checked = revision.validate::<T>(bytes).map_or_else(|error| refused(&error), |()| String::from("null"));
    format!(r#"{},"checked":{checked}}}"#, seen.trim_end_matches('}'))
}

/// Appends what the accessors of a view return.
trait Walk {
    fn walk(&self, out: &mut String);
}

macro_rules! walk {
    ($($({$($parameter:tt)*})? $type:ty: $value:ident => $text:expr;)*) => {$(
        impl$(<$($parameter)*>)? Walk for $type {
            fn walk(&self, out: &mut String) {
                let $value = self;
                write!(out, "{} ", $text).unwrap();
            }
        }
    )*};
}

walk! {
    u8: number => number;
    i8: number => number;
    u16: number => number;
    i16: number => number;
    u32: number => number;
    i32: number => number;
    u64: number => number;
    i64: number => number;
    u128: number => number;
    U256: number => number;
    Quantity: number => number;
    bool: flag => flag;
    f64: number => format!("x{:016x}", number.to_bits());
    N: number => number;
    Z: number => number;
    (): _unit => "()";
    &str: text => format!("{}.", hex(text.as_bytes()));
    &[u8]: bytes => format!("{}.", hex(bytes));
    {const LEN: usize} &[u8; LEN]: bytes => format!("{}.", hex(*bytes));
}

impl<V: Walk> Walk for Option<V> {
    fn walk(&self, out: &mut String) {
        match self {
            None => out.push_str("- "),
            Some(view) => {
                out.push_str("+ ");
                view.walk(out);
            }
        }
    }
}

impl<V: Walk, E: Walk> Walk for Result<V, E> {
    fn walk(&self, out: &mut String) {
        match self {
            Ok(view) => {
                out.push_str("Ok ");
                view.walk(out);
            }
            Err(view) => {
                out.push_str("Err ");
                view.walk(out);
            }
        }
    }
}

thread_local! {
    /// Whether an element that was found by its index is walked: those inside it are then found in one way only, or each level would
    /// double the work.
    static BY_INDEX: Cell<bool> = const { Cell::new(false) };
}

impl<'a, T, W: Views<'a, T, View: Walk> + Reads<'a, T>> Walk for Seq<'a, T, W> {
    fn walk(&self, out: &mut String) {
        write!(out, "[{} ", self.len()).unwrap();
        let mut items = self.iter();
        for index in 0..self.len() + 1 {
            let (mut by_iterator, mut by_index) = (String::from("none "), String::from("none "));
            let left = items.size_hint();
            if left != (self.len().saturating_sub(index), Some(self.len().saturating_sub(index))) {
                write!(out, "size_hint {left:?} ").unwrap();
            }
            if let Some(item) = items.next() {
                by_iterator.clear();
                item.walk(&mut by_iterator);
            }
            let both = !BY_INDEX.replace(true);
            if let Some(item) = self.get(index).filter(|_| both) {
                by_index.clear();
                item.walk(&mut by_index);
            }
            BY_INDEX.set(!both);
            if both && by_iterator != by_index {
                write!(out, "get({index}) is {by_index}").unwrap();
            }
            if index < self.len() || by_iterator != "none " {
                out.push_str(&by_iterator);
            }
        }
        if self.is_empty() != (self.len() == 0) {
            out.push_str("is_empty ");
        }
        out.push_str("] ");
    }
}

impl<'a, T, W: Views<'a, T, View: Walk>> Walk for Raw<'a, T, W> {
    fn walk(&self, out: &mut String) {
        match self.get() {
            Ok(view) => view.walk(out),
            Err(_) => out.push_str("unreadable "),
        }
    }
}

macro_rules! walk_parts {
    ($($($part:ident)*;)*) => {$(
        impl<$($part: Walk),*> Walk for ($($part,)*) {
            #[allow(non_snake_case, reason = "a parameter of the tuple names its part too")]
            fn walk(&self, out: &mut String) {
                let ($($part,)*) = self;
                $($part.walk(out);)*
            }
        }
    )*};
}

walk_parts! { A; A B; A B C; A B C D; A B C D E; }

/// Views of arrays are arrays of views, or of numbers.
impl<V: Walk, const LEN: usize> Walk for [V; LEN] {
    fn walk(&self, out: &mut String) {
        write!(out, "[{LEN} ").unwrap();
        self.iter().for_each(|item| item.walk(out));
        out.push_str("] ");
    }
}
