//! Forms as Rust types.

mod local;
mod params;
mod view;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, Generics, Type};

pub(super) use params::Local;

use super::located;
use crate::model::{Prefix, Wire};

pub(super) struct Forms {
    /// `__p`, at the field whose form is printed.
    pub(super) p: TokenStream,
    /// `tezos_encoding::__private`, for types outside the block.
    runtime: TokenStream,
    place: Span,
    generics: Generics,
    /// Whether the schema is being printed: only it runs guards on bytes.
    pub(super) for_schema: bool,
    /// Whether the view is being printed: an array has a view of its own only of numbers.
    pub(super) for_view: bool,
    /// Local types made on the way.
    pub(super) definitions: TokenStream,
    count: usize,
    /// The constant that a form just printed names for the bytes of the fields behind it.
    pub(super) tail: Option<Ident>,
    /// Whether fields are parts that share the bits of a tag.
    pub(super) shares: bool,
    /// The type that a form just printed names for the choice of its case.
    pub(super) select: Option<Ident>,
    /// The fields whose type in the view cannot be written where the view is: their forms and types.
    pub(super) hidden: Vec<(TokenStream, Type)>,
}

impl Forms {
    pub(super) fn new((p, runtime): (TokenStream, TokenStream), generics: Generics, for_schema: bool) -> Self {
        Self {
            p,
            runtime,
            place: Span::call_site(),
            generics,
            for_schema,
            for_view: false,
            definitions: TokenStream::new(),
            count: 0,
            tail: None,
            shares: false,
            select: None,
            hidden: Vec::new(),
        }
    }

    /// The same for a field at `place`, where errors are shown.
    pub(super) fn at(&mut self, place: Span) -> &mut Self {
        self.p = located(&self.p, place);
        self.place = Span::call_site().located_at(place);
        self
    }

    /// The form of a field.
    pub(super) fn field(&mut self, wire: &Wire) -> TokenStream {
        if self.shares { self.part(wire) } else { self.form(wire) }
    }

    /// `wire::Possible<wire::Payload<..>>`: what a form is among parts that share the bits of a tag.
    fn part(&mut self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::Auto => self.form(wire),
            Wire::Opt { inner, span } => {
                let inner = self.part(inner);
                self.wire(*span, "Possible", &[inner])
            }
            Wire::Short { bits, item, span } => self.around(*span, "Short", item, &[argument(bits)]),
            other => self.around(other.span().unwrap_or(self.place), "Payload", other, &[]),
        }
    }

    /// `wire::Dynamic<wire::U30, wire::List<wire::Auto, { MAX }>>`
    pub(super) fn form(&mut self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::Auto => self.wire(self.place, "Auto", &[]),
            Wire::Body => quote!(__Body),
            Wire::Primitive(row, span) => self.wire(*span, row.form, &[]),
            Wire::Bytes(span) => self.wire(*span, "Bytes", &[]),
            Wire::Text(span) => self.wire(*span, "Text", &[]),
            Wire::List { min, max, item, span } => {
                let (p, item) = (self.p.clone(), self.form(item));
                let max = max.as_ref().map(argument);
                match (min.as_ref().map(argument), max) {
                    (Some(min), max) => {
                        let max = max.unwrap_or_else(|| quote!({ #p::UNBOUNDED }));
                        self.wire(*span, "List", &[item, max, min])
                    }
                    (None, Some(max)) => self.wire(*span, "List", &[item, max]),
                    (None, None) => self.wire(*span, "List", &[item]),
                }
            }
            Wire::Payload { inner, .. } => self.form(inner),
            Wire::Short { item, span, .. } => self.around(*span, "List", item, &[]),
            Wire::Little(span) => self.wire(*span, "Le", &[]),
            Wire::Ranged { min, max, of, ty, span } => self.range((min, max), *of, ty, *span),
            Wire::Dft { usual, ty, inner, span } => {
                let (inner, name) = (self.form(inner), self.usual(usual, ty));
                self.wire(*span, "Dft", &[inner, name])
            }
            Wire::Elided { usual, ty, inner, span } => {
                let (inner, name) = (self.form(inner), self.usual(usual, ty));
                self.wire(*span, "Elided", &[inner, name])
            }
            Wire::Assoc { item, span } => self.around(*span, "Assoc", item, &[]),
            Wire::Magic { bytes, inner, span } => {
                let (inner, bytes) = (self.form(inner), self.magic(bytes));
                self.wire(*span, "Magic", &[bytes, inner])
            }
            Wire::Constant(text, span) => {
                let name = self.constant(text);
                self.wire(*span, "Constant", &[name])
            }
            Wire::With(form, _) => quote!(#form),
            Wire::Maybe { inner, span } => self.around(*span, "Maybe", inner, &[]),
            Wire::Varopt { inner, span } => self.around(*span, "Varopt", inner, &[]),
            Wire::Either(span) => {
                let auto = self.wire(*span, "Auto", &[]);
                self.wire(*span, "Either", &[auto.clone(), auto])
            }
            Wire::Exactly { len, item, span } => self.around(*span, "Exactly", item, &[argument(len)]),
            Wire::Counted { prefix, max, item, span } => {
                let (prefix, item) = (self.wire(*span, length(*prefix), &[]), self.form(item));
                match max {
                    Some(max) => self.wire(*span, "Counted", &[prefix, item, argument(max)]),
                    None => self.wire(*span, "Counted", &[prefix, item]),
                }
            }
            Wire::Padded { bytes, inner, span } => self.around(*span, "Padded", inner, &[argument(bytes)]),
            Wire::Narrow { max, span } => {
                let text = self.wire(*span, "Text", &[]);
                self.wire(*span, "Narrow", &[text, argument(max)])
            }
            Wire::Opt { inner, span } => self.around(*span, "Opt", inner, &[]),
            Wire::Boxed(inner) => self.around(self.place, "Boxed", inner, &[]),
            Wire::Dynamic { prefix, inner, span } => {
                let (prefix, inner) = (self.wire(*span, length(*prefix), &[]), self.form(inner));
                self.wire(*span, "Dynamic", &[prefix, inner])
            }
            Wire::Suffixed { prefix, inner, span } => {
                let (prefix, inner) = (self.wire(*span, length(*prefix), &[]), self.form(inner));
                self.wire(*span, "Suffixed", &[prefix, inner])
            }
            Wire::Bounded { limit, inner, span } => self.around(*span, "Bounded", inner, &[argument(limit)]),
            Wire::Sized { bytes, inner, span } => self.around(*span, "Sized", inner, &[argument(bytes)]),
            Wire::Reserve { bytes, inner, span } => {
                let inner = self.form(inner);
                let bytes = match bytes {
                    Some(bytes) => argument(bytes),
                    None => {
                        let name = self.local("__TAIL_");
                        self.tail = Some(name.clone());
                        quote!({ #name })
                    }
                };
                self.wire(*span, "Reserve", &[inner, bytes])
            }
            Wire::Verbatim { of, span } => self.wire(*span, "Verbatim", &[quote!(#of)]),
            Wire::Select { span, .. } => {
                let name = self.local("__Select");
                self.select = Some(name.clone());
                let name = self.with_constants(&name).ty;
                self.wire(*span, "Selected", &[quote!(#name)])
            }
            Wire::Guarded { guard, ty, inner, span } => {
                let inner = self.form(inner);
                let name = self.guard(guard, ty, &inner);
                self.wire(*span, "Guarded", &[inner, name])
            }
            Wire::Via { repr, ty, inner, span } => {
                let inner = self.form(inner);
                let name = self.conversion(repr, &inner, ty);
                self.wire(*span, "Via", &[quote!(#repr), inner, quote!(#name)])
            }
            Wire::Legacy { older, inner, span } => self.around(*span, "Legacy", inner, &[quote!(#older)]),
            Wire::Shown { inner, .. } if !self.for_schema => self.form(inner),
            Wire::Shown { hook, inner, whole, span } => {
                let (hook, auto) = (self.hook(hook, *span), self.wire(*span, "Auto", &[]));
                match whole {
                    true => self.around(*span, "Shown", inner, &[hook, auto]),
                    false => self.around(*span, "Shown", inner, &[hook]),
                }
            }
        }
    }

    /// `wire::Name<Inner, .. arguments>`
    fn around(&mut self, place: Span, name: &str, inner: &Wire, arguments: &[TokenStream]) -> TokenStream {
        let inner = self.form(inner);
        self.wire(place, name, &[&[inner], arguments].concat())
    }

    /// `wire::Name<arguments>`, shown at `place` in errors.
    fn wire(&self, place: Span, name: &str, arguments: &[TokenStream]) -> TokenStream {
        let (p, name) = (&self.p, Ident::new(name, place));
        match arguments {
            [] => quote_spanned!(place=> #p::#name),
            arguments => quote_spanned!(place=> #p::#name<#(#arguments),*>),
        }
    }

    /// The name of a local.
    fn local(&mut self, prefix: &str) -> Ident {
        let name = format_ident!("{prefix}{}", self.count);
        self.count = self.count.saturating_add(1);
        name
    }
}

/// The form of a size.
pub(super) fn length(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::U8 => "U8",
        Prefix::U16 => "U16",
        Prefix::U30 => "U30",
        Prefix::N => "LenN",
        Prefix::U16Le => "U16Le",
        Prefix::U30Le => "U30Le",
    }
}

/// An expression as a const argument: literals stand bare.
pub(super) fn argument(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Lit(literal) => quote!(#literal),
        expr => quote!({ #expr }),
    }
}
