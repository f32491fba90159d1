//! Local types that forms refer to: for guards, conversions, default values, constant bytes, texts and limits.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, GenericParam, LitStr, Path, Type};

use super::params::Local;
use super::{Forms, argument};
use crate::expand::group;
use crate::expand::tokens::{implement, located};
use crate::model::{During, Functions, Guard, Hook, Range};

impl Forms {
    /// ```text
    /// struct __Guard0;
    /// impl Conversion for __Guard0 { const CHECK: Check = ..; }
    /// impl Guard<Field> for __Guard0 { fn check(value: &Field) -> Result<(), impl Display> { path(value) } }
    /// ```
    pub(super) fn guard(&mut self, guard: &Guard, ty: &Type, inner: &TokenStream) -> TokenStream {
        let Guard { function: guard, during, is_exception, .. } = guard;
        let name = self.local("__Guard");
        let local = self.with_params(&name, &quote!(#ty), &quote!(#guard));
        let (p, name) = (self.p.clone(), &local.ty);
        let run = self.run(&quote_spanned!(self.span=> #p::run_guard::<#ty, #inner, #name>));
        let kind = if *is_exception { "conversion" } else { "guard" };
        let conversion = self.check(&local, kind, &text_of(guard), &run, *during);
        let value = Ident::new("__value", guard.span());
        let call = quote_spanned!(guard.span()=> #guard(#value));
        let check = quote!(fn check(#value: &#ty) -> #p::Result<(), impl #p::Display> { #call });
        self.definitions.extend(conversion);
        self.definitions.extend(implement(&local.generics, &quote!(#p::Guard<#ty>), name, &check));
        quote!(#name)
    }

    /// ```text
    /// struct __Canonical0;
    /// impl CanonicalForm<Type> for __Canonical0 { fn canonical(value: &Type, revision: Revision) -> Option<Type> { path(value, revision) } .. }
    /// ```
    pub(super) fn canonical(&mut self, function: &Path, ty: &Type) -> TokenStream {
        let (p, name) = (self.p.clone(), self.local("__Canonical"));
        let [value, revision] = ["__value", "__revision"].map(|name| Ident::new(name, function.span()));
        let call = quote_spanned!(function.span()=> #function(#value, #revision));
        let text = text_of(function);
        self.definitions.extend(quote! {
            pub struct #name;
            impl #p::CanonicalForm<#ty> for #name {
                const FUNCTION: &'static #p::str = #text;
                fn canonical(#value: &#ty, #revision: #p::Revision) -> #p::Option<#ty> { #call }
            }
        });
        quote!(#name)
    }

    /// `wire::Ranged<MIN, MAX, false>`, and the check of the limits:
    ///
    /// ```text
    /// const _: () = rules::range::<Field>(MIN, MAX);
    /// ```
    pub(super) fn range(&mut self, (min, max): &(Expr, Expr), of: Range, ty: &Type, span: Span) -> TokenStream {
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
                (check(quote!(range::<#ty>)), quote_spanned!(span=> #p::Ranged<#least, #most, #little>))
            }
            Range::UintLikeN => (check(quote!(uint_like_n::<#ty>)), quote_spanned!(span=> #p::UintLikeN<#most>)),
            Range::IntLikeZ => (check(quote!(range::<#ty>)), quote_spanned!(span=> #p::IntLikeZ<#least, #most>)),
            Range::Float => {
                let (check, name, float) = (check(quote!(float_range)), self.local("__Range"), quote!(#p::f64));
                let bounds = quote! {
                    pub struct #name;
                    impl #p::FloatRange for #name {
                        const MIN: #float = #min;
                        const MAX: #float = #max;
                    }
                };
                (quote!(#bounds #check), quote_spanned!(span=> #p::RangedFloat<#name>))
            }
        };
        self.definitions.extend(check);
        form
    }

    /// ```text
    /// struct __Default0;
    /// impl DefaultValue<Field> for __Default0 { fn default_value() -> Field { value } }
    /// ```
    pub(super) fn default(&mut self, value: &Expr, ty: &Type) -> TokenStream {
        let (name, p) = (self.local("__Default"), self.p.clone());
        let Local { ty: name, definition, generics, .. } = self.with_params(&name, &quote!(#ty), &quote!(#value));
        let default =
            implement(&generics, &quote!(#p::DefaultValue<#ty>), &name, &quote!(fn default_value() -> #ty { #value }));
        self.definitions.extend(quote!(#definition #default));
        quote!(#name)
    }

    /// `__Magic0<{ TAG }>`, with the parameters that the bytes refer to:
    ///
    /// ```text
    /// struct __Magic0<const TAG: u8>;
    /// impl<const TAG: u8> MagicBytes for __Magic0<TAG> { const BYTES: &'static [u8] = &[TAG]; }
    /// ```
    pub(super) fn magic(&mut self, bytes: &Expr) -> TokenStream {
        let (name, p) = (self.local("__Magic"), self.p.clone());
        let Local { ty: name, definition, generics, .. } =
            self.with_params(&name, &TokenStream::new(), &quote!(#bytes));
        let first = bytes.to_token_stream().into_iter().next();
        let is_reference = matches!(first, Some(TokenTree::Punct(first)) if first.as_char() == '&');
        let is_slice = is_reference || matches!(bytes, Expr::Lit(_));
        let slice = if is_slice { quote!(#bytes) } else { quote!(&#bytes) };
        let item = quote!(const BYTES: &'static [#p::u8] = #slice;);
        let magic = implement(&generics, &quote!(#p::MagicBytes), &name, &item);
        self.definitions.extend(quote!(#definition #magic));
        quote!(#name)
    }

    /// ```text
    /// struct __Constant0;
    /// impl ConstantText for __Constant0 { const NAME: &'static str = "text"; }
    /// ```
    pub(super) fn constant(&mut self, text: &LitStr) -> TokenStream {
        let (name, p) = (self.local("__Constant"), self.p.clone());
        self.definitions.extend(quote! {
            pub struct #name;
            impl #p::ConstantText for #name { const NAME: &'static #p::str = #text; }
        });
        quote!(#name)
    }

    /// ```text
    /// struct __Conversion0;
    /// impl Conversion for __Conversion0 { const CHECK: Check = Check::conversion("TryFrom<Repr>", Some(run_via::<Type, Repr, Form>)); }
    /// ```
    pub(in crate::expand) fn conversion(&mut self, repr: &Type, inner: &TokenStream, ty: &Type) -> Ident {
        let name = self.local("__Conversion");
        let p = self.p.clone();
        let run = self.run(&quote_spanned!(self.span=> |bytes, revision| {
            use #p::{ByDebug as _, ByDisplay as _, Untold as _};
            match <#ty as #p::Made<#repr>>::made(#p::read_via::<#repr, #inner>(bytes, revision)?) {
                #p::Result::Ok(_) => #p::Result::Ok(()),
                #p::Result::Err(error) => #p::Result::Err((&&&#p::Reason(error)).text()),
            }
        }));
        let function = format!("TryFrom<{}>", text_of(repr));
        let local = self.with_params(&name, &TokenStream::new(), &TokenStream::new());
        let conversion = self.check(&local, "conversion", &function, &run, None);
        self.definitions.extend(conversion);
        name
    }

    /// ```text
    /// struct __Functions0;
    /// impl Conversion for __Functions0 { const CHECK: Check = ..; }
    /// impl Functions<Type, Repr> for __Functions0 {
    ///     fn from(value: Repr) -> Result<Type, impl Display> { from_fn(value) }
    ///     fn into(value: &Type) -> Repr { into_fn(value) }
    /// }
    /// ```
    pub(super) fn functions(
        &mut self,
        functions: &Functions,
        repr: &Type,
        inner: &TokenStream,
        ty: &Type,
    ) -> TokenStream {
        let Functions { from, into, is_fallible } = functions;
        let name = self.local("__Functions");
        let local = self.with_params(&name, &quote!(#ty, #repr), &quote!(#from, #into));
        let (p, name) = (self.p.clone(), &local.ty);
        let run = self.run(&quote_spanned!(self.span=> #p::run_through::<#ty, #repr, #inner, #name>));
        let conversion = self.check(&local, "conversion", &text_of(from), &run, None);
        let [value, borrowed] = [from, into].map(|function| Ident::new("__value", function.span()));
        let read = quote_spanned!(from.span()=> #from(#value));
        let read = if *is_fallible { read } else { quote!(#p::Result::Ok::<#ty, #p::Infallible>(#read)) };
        let write = quote_spanned!(into.span()=> #into(#borrowed));
        let items = quote! {
            fn from(#value: #repr) -> #p::Result<#ty, impl #p::Display> { #read }
            fn into(#borrowed: &#ty) -> #repr { #write }
        };
        self.definitions.extend(conversion);
        self.definitions.extend(implement(&local.generics, &quote!(#p::Functions<#ty, #repr>), name, &items));
        quote!(#name)
    }

    /// Returns the type that converts a value to JSON.
    pub(super) fn hook(&self, hook: &Hook, span: Span) -> TokenStream {
        let p = &self.p;
        match hook {
            Hook::Hex => quote_spanned!(span=> #p::AsHex),
            Hook::Plain => quote_spanned!(span=> #p::AsPlain),
            Hook::Decimal | Hook::Display => quote_spanned!(span=> #p::AsDisplay),
            Hook::Base58(ty) => quote_spanned!(span=> #p::AsBase58<#ty>),
            Hook::With(ty) => quote!(#ty),
        }
    }

    fn check(
        &self,
        local: &Local,
        kind: &str,
        function: &str,
        run: &TokenStream,
        during: Option<During>,
    ) -> TokenStream {
        let (p, kind, definition) = (&self.p, Ident::new(kind, Span::call_site()), &local.definition);
        let during = group::during(p, during).map(|revisions| quote!(.during(#revisions)));
        let item = quote!(const CHECK: #p::Check = #p::Check::#kind(#function, #run)#during;);
        let conversion = implement(&local.own, &quote!(#p::Conversion), &local.ty, &item);
        quote!(#definition #conversion)
    }

    /// `Some(function)` for a schema, which can call the function with bytes unless it depends on a parameter of the type.
    fn run(&self, function: &TokenStream) -> TokenStream {
        let p = &self.p;
        if self.for_schema && !self.mentions_parameter(function) {
            quote!(#p::Option::Some(#function))
        } else {
            quote!(#p::Option::None)
        }
    }

    /// Returns true if the type has parameters other than lifetimes.
    pub(in crate::expand) fn has_parameters(&self) -> bool {
        self.generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
    }
}

/// Returns a path or a type as written, without spaces.
fn text_of(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}
