//! Generates *forms*: the types of `tezos_encoding::wire` that represent encodings.

mod local;
mod params;
mod view;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, Generics, Type};

pub(super) use params::Local;

use super::tokens::{Trait, bounded_by_user, located};
use crate::model::{Body, During, Input, Layer, Leaf, Wire};
use crate::types;

pub(super) struct Forms {
    /// `__p`, with the span of the field whose form is being generated.
    pub(super) p: TokenStream,
    /// `tezos_encoding::__private`, for types outside the block.
    runtime: TokenStream,
    /// The span of the field whose form is being generated.
    span: Span,
    generics: Generics,
    /// Whether the schema is being generated, which is the only user of guards on bytes.
    pub(super) for_schema: bool,
    /// Whether the view is being generated. Only arrays of scalars have a view by default.
    pub(super) for_view: bool,
    /// Whether fields share the bits of a tag.
    pub(super) shares: bool,
    /// The parameters that the user bounds by a trait of their own. They get no bound of ours, but the fields that hold
    /// them do: the trait may imply the reader for every lifetime, beside which the reader for one lifetime would be
    /// ambiguous (E0283); or it is `AsRef<[u8]>`, for a field whose encoding is not that of the parameter.
    pub(super) bounded: Vec<Ident>,
    /// The local types that the forms refer to.
    pub(super) definitions: TokenStream,
    /// The number of names given to local types and constants.
    count: usize,
    /// The constant for the size of the following fields, if the last form refers to one.
    pub(super) tail: Option<Ident>,
    /// The local type that selects the case, if the last form refers to one.
    pub(super) select: Option<Ident>,
    /// The forms and types of fields whose type in the view refers to local types, which are not in scope there.
    pub(super) hidden: Vec<(TokenStream, Type)>,
}

impl Forms {
    pub(super) fn new(p: &TokenStream, runtime: &TokenStream, input: &Input, which: Trait) -> Self {
        let predicates = match which {
            Trait::HasEncoding => &input.bounds.schema,
            Trait::NomReader => &input.bounds.read,
            Trait::BinWriter => &input.bounds.write,
            Trait::View | Trait::Arena => &None,
        };
        let has_fields = input.compact.is_none() && !matches!(input.body, Body::Via);
        let is_derived = !matches!(which, Trait::View | Trait::Arena) && predicates.is_none();
        Self {
            p: p.clone(),
            runtime: runtime.clone(),
            span: Span::call_site(),
            generics: input.generics.clone(),
            for_schema: which == Trait::HasEncoding,
            for_view: which == Trait::View,
            shares: input.compact.is_some(),
            bounded: if has_fields && is_derived { bounded_by_user(&input.generics) } else { Vec::new() },
            definitions: TokenStream::new(),
            count: 0,
            tail: None,
            select: None,
            hidden: Vec::new(),
        }
    }

    /// Returns `self` for a field at `span`, where errors are shown.
    pub(super) fn at(&mut self, span: Span) -> &mut Self {
        self.p = located(&self.p, span);
        self.span = Span::call_site().located_at(span);
        self
    }

    /// `const _: () = <rule>;`, with its error shown at `place`. Returns false for a type with parameters, which has no such constants.
    pub(super) fn rule(&mut self, place: Span, rule: &TokenStream) -> bool {
        if !self.generics.params.is_empty() {
            return false;
        }
        let (rule, span) = (located(rule, place), Span::call_site().located_at(place));
        self.definitions.extend(quote_spanned!(span=> const _: () = #rule;));
        true
    }

    /// Returns true if a field of this type has a bound of its own: it holds such a parameter, in no type of the user. The
    /// bounds of two types of the user that contain each other would need each other.
    pub(super) fn is_bounded(&self, ty: &Type) -> bool {
        let mentions = |parameter| types::mentions(ty, parameter);
        self.bounded.iter().any(mentions) && types::is_made_of(ty, &self.generics)
    }

    /// Returns the form of a field.
    pub(super) fn field(&mut self, wire: &Wire) -> TokenStream {
        if self.shares { self.part(wire) } else { self.form(wire) }
    }

    /// `wire::Possible<wire::Payload<..>>`: the form of a field that shares the bits of a tag.
    fn part(&mut self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::Auto => self.form(wire),
            Wire::Around(Layer::Opt, inner, span) => {
                let inner = self.part(inner);
                self.wire(*span, "Possible", &[inner])
            }
            Wire::Around(Layer::Short(bits), item, span) => {
                let item = self.form(item);
                self.wire(*span, "Short", &[item, argument(bits)])
            }
            other => {
                let inner = self.form(other);
                self.wire(other.span().unwrap_or(self.span), "Payload", &[inner])
            }
        }
    }

    /// `wire::Dynamic<wire::U30, wire::List<wire::Auto, { MAX }>>`
    pub(super) fn form(&mut self, wire: &Wire) -> TokenStream {
        match wire {
            Wire::Auto => self.wire(self.span, "Auto", &[]),
            Wire::Body => quote!(__Body),
            Wire::Boxed(inner) => {
                let inner = self.form(inner);
                self.wire(self.span, "Boxed", &[inner])
            }
            Wire::Leaf(leaf, span) => self.leaf(leaf, *span),
            Wire::Around(layer, inner, span) => {
                let inner = self.form(inner);
                self.layer(layer, inner, *span)
            }
        }
    }

    fn leaf(&mut self, leaf: &Leaf, span: Span) -> TokenStream {
        let (name, arguments) = match leaf {
            Leaf::Primitive(row) => (row.form, vec![]),
            Leaf::Bytes => ("Bytes", vec![]),
            Leaf::Text => ("Text", vec![]),
            Leaf::Little => ("Le", vec![]),
            Leaf::Ranged { bounds, of, ty } => return self.range(bounds, *of, ty, span),
            Leaf::Either => ("Either", vec![self.wire(span, "Auto", &[]); 2]),
            Leaf::Narrow(max) => ("Narrow", vec![self.wire(span, "Text", &[]), argument(max)]),
            Leaf::Verbatim(of) => ("Verbatim", vec![quote!(#of)]),
            Leaf::Constant(text) => ("Constant", vec![self.constant(text)]),
            Leaf::With(form) => return quote!(#form),
            Leaf::Select(_) => {
                let name = self.local("__Select");
                self.select = Some(name.clone());
                ("Selected", vec![self.with_constants(&name).ty.to_token_stream()])
            }
        };
        self.wire(span, name, &arguments)
    }

    /// `wire::List<inner, { MAX }>`
    pub(super) fn layer(&mut self, layer: &Layer, inner: TokenStream, span: Span) -> TokenStream {
        let (name, arguments) = match layer {
            Layer::Payload => return inner,
            Layer::Shown { .. } if !self.for_schema => return inner,
            Layer::List { min: None, max } => ("List", [inner].into_iter().chain(max.as_ref().map(argument)).collect()),
            Layer::List { min: Some(min), max } => {
                let p = &self.p;
                let max = max.as_ref().map_or_else(|| quote!({ #p::UNBOUNDED }), argument);
                ("List", vec![inner, max, argument(min)])
            }
            Layer::Short(_) => ("List", vec![inner]),
            Layer::Exactly(len) => ("Exactly", vec![inner, argument(len)]),
            Layer::Counted(prefix, max) => {
                let prefix = self.wire(span, prefix.form(), &[]);
                ("Counted", [prefix, inner].into_iter().chain(max.as_ref().map(argument)).collect())
            }
            Layer::Assoc => ("Assoc", vec![inner]),
            Layer::Opt => ("Opt", vec![inner]),
            Layer::During(revisions) => ("During", during(inner, revisions)),
            Layer::DuringOption(revisions) => ("DuringOption", during(inner, revisions)),
            Layer::Maybe => ("Maybe", vec![inner]),
            Layer::Varopt => ("Varopt", vec![inner]),
            Layer::Dynamic(prefix) => ("Dynamic", vec![self.wire(span, prefix.form(), &[]), inner]),
            Layer::Suffixed(prefix) => ("Suffixed", vec![self.wire(span, prefix.form(), &[]), inner]),
            Layer::Bounded(limit) => ("Bounded", vec![inner, argument(limit)]),
            Layer::Sized(bytes) => ("Sized", vec![inner, argument(bytes)]),
            Layer::Padded(bytes) => ("Padded", vec![inner, argument(bytes)]),
            Layer::Reserve(Some(bytes)) => ("Reserve", vec![inner, argument(bytes)]),
            Layer::Reserve(None) => {
                let name = self.local("__TAIL_");
                self.tail = Some(name.clone());
                ("Reserve", vec![inner, quote!({ #name })])
            }
            Layer::Dft { default, ty } => ("Dft", vec![inner, self.default(default, ty)]),
            Layer::Elided { default, ty } => ("Elided", vec![inner, self.default(default, ty)]),
            Layer::Magic(bytes) => ("Magic", vec![self.magic(bytes), inner]),
            Layer::Guarded { guard, ty } => {
                let name = self.guard(guard, ty, &inner);
                ("Guarded", vec![inner, name])
            }
            Layer::Canonical { function, ty } => {
                let name = self.canonical(function, ty);
                ("Canonical", vec![inner, name])
            }
            Layer::Via { repr, ty, functions: None } => {
                let name = self.conversion(repr, &inner, ty);
                ("Via", vec![quote!(#repr), inner, quote!(#name)])
            }
            Layer::Via { repr, ty, functions: Some(functions) } => {
                let name = self.functions(functions, repr, &inner, ty);
                ("Through", vec![quote!(#repr), inner, name])
            }
            Layer::Legacy(older) => ("Legacy", vec![inner, quote!(#older)]),
            Layer::Shown { hook, whole } => {
                let auto = whole.then(|| self.wire(span, "Auto", &[]));
                ("Shown", [inner, self.hook(hook, span)].into_iter().chain(auto).collect())
            }
        };
        self.wire(span, name, &arguments)
    }

    /// `wire::Name<arguments>`, with errors shown at `span`.
    fn wire(&self, span: Span, name: &str, arguments: &[TokenStream]) -> TokenStream {
        let (p, name) = (&self.p, Ident::new(name, span));
        match arguments {
            [] => quote_spanned!(span=> #p::#name),
            arguments => quote_spanned!(span=> #p::#name<#(#arguments),*>),
        }
    }

    /// Returns a new name for a local type or constant.
    fn local(&mut self, prefix: &str) -> Ident {
        let name = format_ident!("{prefix}{}", self.count);
        self.count = self.count.saturating_add(1);
        name
    }
}

/// Returns an expression as a const argument, in braces unless it is a literal.
pub(super) fn argument(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Lit(literal) => quote!(#literal),
        expr => quote!({ #expr }),
    }
}

/// `inner, SINCE, UNTIL`
fn during(inner: TokenStream, During { since, until, .. }: &During) -> Vec<TokenStream> {
    let ends = [since, until].map(|end| Literal::u16_unsuffixed(*end).to_token_stream());
    [inner].into_iter().chain(ends).collect()
}

/// `Arrays<Arrays<Auto>>`
pub(super) fn arrays_of(depth: usize, element: &TokenStream, p: &TokenStream) -> TokenStream {
    (0..depth).fold(element.clone(), |form, _| quote!(#p::Arrays<#form>))
}
