//! Forms as Rust types, and the local types that guards and conversions need.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Generics, Path, Type};

use super::located;
use crate::model::{Hook, Prefix, Range, Wire};

pub(super) struct Forms {
    /// `tezos_encoding::__private`, at the field whose form is printed.
    pub(super) p: TokenStream,
    place: Span,
    generics: Generics,
    /// Whether the schema is being printed: only it runs guards on bytes.
    pub(super) for_schema: bool,
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
    pub(super) fn new(p: TokenStream, generics: Generics, for_schema: bool) -> Self {
        Self {
            p,
            place: Span::call_site(),
            generics,
            for_schema,
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
        let p = self.p.clone();
        match wire {
            Wire::Auto => self.form(wire),
            Wire::Opt { inner, span } => {
                let inner = self.part(inner);
                quote_spanned!(*span=> #p::wire::Possible<#inner>)
            }
            Wire::Short { bits, item, span } => {
                let (item, bits) = (self.form(item), argument(bits));
                quote_spanned!(*span=> #p::wire::Short<#item, #bits>)
            }
            other => {
                let (form, span) = (self.form(other), other.span().unwrap_or(self.place));
                quote_spanned!(span=> #p::wire::Payload<#form>)
            }
        }
    }

    /// `wire::Dynamic<wire::U30, wire::List<wire::Auto, { MAX }>>`
    pub(super) fn form(&mut self, wire: &Wire) -> TokenStream {
        let p = self.p.clone();
        match wire {
            Wire::Auto => quote_spanned!(self.place=> #p::wire::Auto),
            Wire::Body => quote!(__Body),
            Wire::Primitive(row, span) => {
                let form = Ident::new(row.form, *span);
                quote_spanned!(*span=> #p::wire::#form)
            }
            Wire::Bytes(span) => quote_spanned!(*span=> #p::wire::Bytes),
            Wire::Text(span) => quote_spanned!(*span=> #p::wire::Text),
            Wire::List { min, max, item, span } => {
                let item = self.form(item);
                let max = max.as_ref().map(argument);
                match min.as_ref().map(argument) {
                    Some(min) => {
                        let max = max.unwrap_or_else(|| quote!({ #p::wire::UNBOUNDED }));
                        quote_spanned!(*span=> #p::wire::List<#item, #max, #min>)
                    }
                    None => {
                        let max = max.into_iter();
                        quote_spanned!(*span=> #p::wire::List<#item #(, #max)*>)
                    }
                }
            }
            Wire::Payload { inner, .. } => self.form(inner),
            Wire::Short { item, span, .. } => {
                let item = self.form(item);
                quote_spanned!(*span=> #p::wire::List<#item>)
            }
            Wire::Little(span) => quote_spanned!(*span=> #p::wire::Le),
            Wire::Ranged { min, max, of, ty, span } => self.range((min, max), *of, ty, *span),
            Wire::Dft { usual, ty, inner, span } => {
                let (inner, name) = (self.form(inner), self.usual(usual, ty));
                quote_spanned!(*span=> #p::wire::Dft<#inner, #name>)
            }
            Wire::Elided { usual, ty, inner, span } => {
                let (inner, name) = (self.form(inner), self.usual(usual, ty));
                quote_spanned!(*span=> #p::wire::Elided<#inner, #name>)
            }
            Wire::Assoc { item, span } => {
                let item = self.form(item);
                quote_spanned!(*span=> #p::wire::Assoc<#item>)
            }
            Wire::Magic { bytes, inner, span } => {
                let (inner, bytes) = (self.form(inner), self.magic(bytes));
                quote_spanned!(*span=> #p::wire::Magic<#bytes, #inner>)
            }
            Wire::Constant(text, span) => {
                let name = self.constant(text);
                quote_spanned!(*span=> #p::wire::Constant<#name>)
            }
            Wire::With(form, _) => quote!(#form),
            Wire::Maybe { inner, span } => {
                let inner = self.form(inner);
                quote_spanned!(*span=> #p::wire::Maybe<#inner>)
            }
            Wire::Varopt { inner, span } => {
                let inner = self.form(inner);
                quote_spanned!(*span=> #p::wire::Varopt<#inner>)
            }
            Wire::Either(span) => quote_spanned!(*span=> #p::wire::Either<#p::wire::Auto, #p::wire::Auto>),
            Wire::Exactly { len, item, span } => {
                let (item, len) = (self.form(item), argument(len));
                quote_spanned!(*span=> #p::wire::Exactly<#item, #len>)
            }
            Wire::Counted { prefix, max, item, span } => {
                let (item, prefix) = (self.form(item), length(*prefix));
                match max {
                    Some(max) => {
                        let max = argument(max);
                        quote_spanned!(*span=> #p::wire::Counted<#p::wire::#prefix, #item, #max>)
                    }
                    None => quote_spanned!(*span=> #p::wire::Counted<#p::wire::#prefix, #item>),
                }
            }
            Wire::Padded { bytes, inner, span } => {
                let (inner, bytes) = (self.form(inner), argument(bytes));
                quote_spanned!(*span=> #p::wire::Padded<#inner, #bytes>)
            }
            Wire::Narrow { max, span } => {
                let max = argument(max);
                quote_spanned!(*span=> #p::wire::Narrow<#p::wire::Text, #max>)
            }
            Wire::Opt { inner, span } => {
                let inner = self.form(inner);
                quote_spanned!(*span=> #p::wire::Opt<#inner>)
            }
            Wire::Boxed(inner) => {
                let inner = self.form(inner);
                quote_spanned!(self.place=> #p::wire::Boxed<#inner>)
            }
            Wire::Dynamic { prefix, inner, span } => {
                let (inner, prefix) = (self.form(inner), length(*prefix));
                quote_spanned!(*span=> #p::wire::Dynamic<#p::wire::#prefix, #inner>)
            }
            Wire::Suffixed { prefix, inner, span } => {
                let (inner, prefix) = (self.form(inner), length(*prefix));
                quote_spanned!(*span=> #p::wire::Suffixed<#p::wire::#prefix, #inner>)
            }
            Wire::Bounded { limit, inner, span } => {
                let (inner, limit) = (self.form(inner), argument(limit));
                quote_spanned!(*span=> #p::wire::Bounded<#inner, #limit>)
            }
            Wire::Sized { bytes, inner, span } => {
                let (inner, bytes) = (self.form(inner), argument(bytes));
                quote_spanned!(*span=> #p::wire::Sized<#inner, #bytes>)
            }
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
                quote_spanned!(*span=> #p::wire::Reserve<#inner, #bytes>)
            }
            Wire::Verbatim { of, span } => quote_spanned!(*span=> #p::wire::Verbatim<#of>),
            Wire::Select { span, .. } => {
                let name = self.local("__Select");
                self.select = Some(name.clone());
                quote_spanned!(*span=> #p::wire::Selected<#name>)
            }
            Wire::Guarded { guard, ty, inner, span } => {
                let inner = self.form(inner);
                let name = self.guard(guard, ty, &inner);
                quote_spanned!(*span=> #p::wire::Guarded<#inner, #name>)
            }
            Wire::Via { repr, ty, inner, span } => {
                let inner = self.form(inner);
                let name = self.conversion(repr, ty);
                quote_spanned!(*span=> #p::wire::Via<#repr, #inner, #name>)
            }
            Wire::Legacy { older, inner, span } => {
                let inner = self.form(inner);
                quote_spanned!(*span=> #p::wire::Legacy<#inner, #older>)
            }
            Wire::Shown { inner, .. } if !self.for_schema => self.form(inner),
            Wire::Shown { hook, inner, whole, span } => {
                let (inner, hook) = (self.form(inner), self.hook(hook, *span));
                match whole {
                    true => quote_spanned!(*span=> #p::wire::Shown<#inner, #hook, #p::wire::Auto>),
                    false => quote_spanned!(*span=> #p::wire::Shown<#inner, #hook>),
                }
            }
        }
    }

    /// The type of a field in the view, where the form of the field is `form`. A form that names local types cannot be written
    /// there: the type is then that of a hidden implementation, [`Forms::hidden`].
    pub(super) fn view_type(&mut self, wire: &Wire, form: &TokenStream, ty: &Type, this: &Type) -> TokenStream {
        let (count, definitions) = (self.count, self.definitions.clone());
        let view = self.view_of(wire, ty);
        if self.count == count {
            return view;
        }
        (self.count, self.definitions) = (count, definitions);
        let (p, place) = (self.p.clone(), self.hidden.len());
        self.hidden.push((form.clone(), ty.clone()));
        quote!(<#this as #p::FieldView<'__view, #place>>::View)
    }

    /// The same: what stands around the field's form on the outside does not change it.
    fn view_of(&mut self, wire: &Wire, ty: &Type) -> TokenStream {
        let p = self.p.clone();
        match wire {
            _ if self.shares => quote!(#ty),
            Wire::Guarded { inner, .. }
            | Wire::Reserve { inner, .. }
            | Wire::Dft { inner, .. }
            | Wire::Magic { inner, .. }
            | Wire::Shown { inner, .. } => self.view_of(inner, ty),
            Wire::Elided { inner, .. } => {
                let inner = self.view_of(inner, ty);
                quote!(#p::Option<#inner>)
            }
            Wire::Via { .. } | Wire::Constant(..) | Wire::Select { .. } => quote!(#ty),
            // By its trait, so that the lifetime is used where there is nothing but numbers.
            Wire::Auto | Wire::Ranged { .. } => quote!(<#ty as #p::View>::View<'__view>),
            _ => {
                let form = self.form(wire);
                quote!(<#form as #p::Views<'__view, #ty>>::View)
            }
        }
    }

    /// ```text
    /// struct __Guard0;
    /// impl Conversion for __Guard0 { const CHECK: Check = ..; }
    /// impl Guard<Field> for __Guard0 { fn check(value: &Field) -> Result<(), impl Display> { path(value) } }
    /// ```
    fn guard(&mut self, guard: &Path, ty: &Type, inner: &TokenStream) -> Ident {
        let name = self.local("__Guard");
        let p = self.p.clone();
        let run = self.run(&quote_spanned!(self.place=> #p::run_guard::<#ty, #inner, #name>));
        let conversion = self.check(&name, "guard", &path_name(guard), &run);
        let value = Ident::new("__value", guard.span());
        let call = quote_spanned!(guard.span()=> #guard(#value));
        let generics = self.used_in(ty);
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        self.definitions.extend(quote! {
            #conversion
            impl #impl_generics #p::wire::Guard<#ty> for #name #where_clause {
                fn check(#value: &#ty) -> #p::Result<(), impl #p::Display> { #call }
            }
        });
        name
    }

    /// `wire::Ranged<MIN, MAX, false>`, and what checks the bounds:
    ///
    /// ```text
    /// const _: () = rules::range::<Field>(MIN, MAX);
    /// ```
    fn range(&mut self, (min, max): (&Expr, &Expr), of: Range, ty: &Type, span: Span) -> TokenStream {
        let (p, checked) = (located(&self.p, span), self.for_schema && !self.has_parameters());
        let check = |rule: TokenStream| {
            let (rule, place) = (located(&rule, span), Span::call_site().located_at(span));
            match checked {
                true => quote_spanned!(place=> const _: () = #p::rules::#rule(#min, #max);),
                false => TokenStream::new(),
            }
        };
        let [least, most] = [min, max].map(argument);
        let (check, form) = match of {
            Range::Integer { little } => {
                (check(quote!(range::<#ty>)), quote_spanned!(span=> #p::wire::Ranged<#least, #most, #little>))
            }
            Range::UintLikeN => (check(quote!(uint_like_n::<#ty>)), quote_spanned!(span=> #p::wire::UintLikeN<#most>)),
            Range::IntLikeZ => (check(quote!(range::<#ty>)), quote_spanned!(span=> #p::wire::IntLikeZ<#least, #most>)),
            Range::Float => {
                let (check, name, float) =
                    (check(quote!(float_range)), self.local("__Range"), quote!(::core::primitive::f64));
                let bounds = quote! {
                    pub struct #name;
                    impl #p::wire::FloatRange for #name {
                        const MIN: #float = #min;
                        const MAX: #float = #max;
                    }
                };
                (quote!(#bounds #check), quote_spanned!(span=> #p::wire::RangedFloat<#name>))
            }
        };
        self.definitions.extend(check);
        form
    }

    /// ```text
    /// struct __Usual0;
    /// impl Usual<Field> for __Usual0 { fn usual() -> Field { value } }
    /// ```
    fn usual(&mut self, value: &Expr, ty: &Type) -> Ident {
        let (name, p) = (self.local("__Usual"), self.p.clone());
        let generics = self.used_in(ty);
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        self.definitions.extend(quote! {
            pub struct #name;
            impl #impl_generics #p::wire::Usual<#ty> for #name #where_clause {
                fn usual() -> #ty { #value }
            }
        });
        name
    }

    /// `__Magic0<{ TAG }>`, with the constant parameters that the bytes name:
    ///
    /// ```text
    /// struct __Magic0<const TAG: u8>;
    /// impl<const TAG: u8> MagicBytes for __Magic0<TAG> { const BYTES: &'static [u8] = &[TAG]; }
    /// ```
    fn magic(&mut self, bytes: &Expr) -> TokenStream {
        let (name, p) = (self.local("__Magic"), self.p.clone());
        let mut generics = self.named_in(bytes);
        generics.params = generics.params.into_iter().filter(|it| matches!(it, syn::GenericParam::Const(_))).collect();
        generics.where_clause = None;
        let (impl_generics, arguments, _) = generics.split_for_impl();
        let first = bytes.to_token_stream().into_iter().next();
        let is_reference = matches!(first, Some(TokenTree::Punct(first)) if first.as_char() == '&');
        let reference = match bytes {
            Expr::Lit(_) => quote!(#bytes),
            _ if is_reference => quote!(#bytes),
            _ => quote!(&#bytes),
        };
        self.definitions.extend(quote! {
            pub struct #name #impl_generics;
            impl #impl_generics #p::wire::MagicBytes for #name #arguments {
                const BYTES: &'static [::core::primitive::u8] = #reference;
            }
        });
        quote!(#name #arguments)
    }

    /// ```text
    /// struct __Constant0;
    /// impl Named for __Constant0 { const NAME: &'static str = "text"; }
    /// ```
    fn constant(&mut self, text: &syn::LitStr) -> Ident {
        let (name, p) = (self.local("__Constant"), self.p.clone());
        self.definitions.extend(quote! {
            pub struct #name;
            impl #p::wire::Named for #name { const NAME: &'static ::core::primitive::str = #text; }
        });
        name
    }

    /// ```text
    /// struct __Conversion0;
    /// impl Conversion for __Conversion0 { const CHECK: Check = ..; }
    /// ```
    pub(super) fn conversion(&mut self, repr: &Type, ty: &Type) -> Ident {
        let name = self.local("__Conversion");
        let p = self.p.clone();
        let run = self.run(&quote_spanned!(self.place=> #p::run_via::<#ty, #repr>));
        let function = format!("TryFrom<{}>", repr.to_token_stream()).replace(' ', "");
        let conversion = self.check(&name, "conversion", &function, &run);
        self.definitions.extend(conversion);
        name
    }

    /// The type that makes the JSON.
    fn hook(&self, hook: &Hook, span: Span) -> TokenStream {
        let p = &self.p;
        match hook {
            Hook::Hex => quote_spanned!(span=> #p::wire::AsHex),
            Hook::Plain => quote_spanned!(span=> #p::wire::AsPlain),
            Hook::Decimal | Hook::Display => quote_spanned!(span=> #p::wire::AsDisplay),
            Hook::Base58(ty) => quote_spanned!(span=> #p::wire::AsBase58<#ty>),
            Hook::With(ty) => quote!(#ty),
        }
    }

    fn local(&mut self, prefix: &str) -> Ident {
        let name = format_ident!("{prefix}{}", self.count);
        self.count = self.count.saturating_add(1);
        name
    }

    fn check(&self, name: &Ident, kind: &str, function: &str, run: &TokenStream) -> TokenStream {
        let (p, kind) = (&self.p, Ident::new(kind, Span::call_site()));
        quote! {
            pub struct #name;
            impl #p::wire::Conversion for #name {
                const CHECK: #p::Check = #p::Check::#kind(#function, #run);
            }
        }
    }

    /// The schema can run a function on bytes where its type neither borrows nor has parameters.
    fn run(&self, function: &TokenStream) -> TokenStream {
        let p = &self.p;
        if self.for_schema && self.generics.params.is_empty() {
            quote!(#p::Option::Some(#function))
        } else {
            quote!(#p::Option::None)
        }
    }

    /// Whether the type has parameters other than lifetimes.
    fn has_parameters(&self) -> bool {
        self.generics.params.iter().any(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)))
    }

    /// Whether `ty` names a parameter of the type.
    pub(super) fn has_parameter(&self, ty: &Type) -> bool {
        self.used_in(ty).params.iter().any(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)))
    }

    /// The type's parameters that `ty` names.
    fn used_in(&self, ty: &Type) -> Generics {
        self.named_in(ty)
    }

    fn named_in(&self, tokens: &impl ToTokens) -> Generics {
        let names: Vec<String> = tokens.to_token_stream().into_iter().flat_map(idents).collect();
        let mut generics = self.generics.clone();
        generics.params = generics
            .params
            .into_iter()
            .filter(|parameter| match parameter {
                syn::GenericParam::Lifetime(_) => true,
                syn::GenericParam::Type(parameter) => names.contains(&parameter.ident.to_string()),
                syn::GenericParam::Const(parameter) => names.contains(&parameter.ident.to_string()),
            })
            .collect();
        generics
    }
}

/// The form of a size.
pub(super) fn length(prefix: Prefix) -> TokenStream {
    match prefix {
        Prefix::U8 => quote!(U8),
        Prefix::U16 => quote!(U16),
        Prefix::U30 => quote!(U30),
        Prefix::N => quote!(LenN),
        Prefix::U16Le => quote!(U16Le),
        Prefix::U30Le => quote!(U30Le),
    }
}

/// An expression as a const argument: literals stand bare.
pub(super) fn argument(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Lit(literal) => quote!(#literal),
        expr => quote!({ #expr }),
    }
}

/// Identifiers in a token, groups entered.
fn idents(token: TokenTree) -> Vec<String> {
    match token {
        TokenTree::Ident(ident) => vec![ident.to_string()],
        TokenTree::Group(group) => group.stream().into_iter().flat_map(idents).collect(),
        _ => Vec::new(),
    }
}

fn path_name(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
