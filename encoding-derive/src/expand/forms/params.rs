//! Local types with some of the parameters of the derived type.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Type, TypeParamBound, WherePredicate};

use super::Forms;
use crate::types;

/// A local type and the parameters of its implementations.
pub(in crate::expand) struct Local {
    /// `__Default0`, or `__Default0<T, { N }>` if the trait does not mention all parameters.
    pub(in crate::expand) ty: Type,
    /// `pub struct __Default0;`
    pub(in crate::expand) definition: TokenStream,
    /// The parameters of the local type, for implementations that need no others.
    pub(in crate::expand) own: Generics,
    /// All parameters that are mentioned, with their bounds.
    pub(in crate::expand) generics: Generics,
}

impl Forms {
    /// Returns a local type for a trait with the arguments `arguments`, whose implementation mentions `named`.
    /// Lifetimes that the arguments do not mention are omitted, because they would be unconstrained.
    pub(super) fn with_params(&self, name: &Ident, arguments: &TokenStream, named: &TokenStream) -> Local {
        let generics = self.named_in(arguments, named);
        let arguments = names(arguments);
        let is_named = |parameter: &GenericParam| arguments.contains(&name_of(parameter));
        let own = if generics.params.iter().all(is_named) { Generics::default() } else { bare(&generics) };
        local(name, own, generics)
    }

    /// Returns a local type with all constant parameters, for a trait without parameters.
    pub(in crate::expand) fn with_constants(&self, name: &Ident) -> Local {
        let is_constant = |parameter: &&GenericParam| matches!(parameter, GenericParam::Const(_));
        let params = self.generics.params.iter().filter(is_constant).cloned().collect();
        let own = Generics { params, ..Generics::default() };
        local(name, own.clone(), own)
    }

    /// Returns true if `tokens` mention a type or constant parameter.
    pub(in crate::expand) fn has_parameter(&self, tokens: &TokenStream) -> bool {
        let names = names(tokens);
        let mut params = self.generics.params.iter();
        params.any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)) && names.contains(&name_of(parameter)))
    }

    /// Returns true if `tokens` mention a parameter.
    pub(super) fn mentions_parameter(&self, tokens: &TokenStream) -> bool {
        let names = names(tokens);
        self.generics.params.iter().any(|parameter| names.contains(&name_of(parameter)))
    }

    /// Returns the parameters that `arguments` and `named` mention, those that their bounds mention, and the predicates
    /// on them.
    fn named_in(&self, arguments: &TokenStream, named: &TokenStream) -> Generics {
        let all: BTreeSet<String> = self.generics.params.iter().map(name_of).collect();
        let lifetimes = self.generics.lifetimes().map(|parameter| parameter.lifetime.to_string());
        let unnamed: BTreeSet<String> = lifetimes.filter(|name| !names(arguments).contains(name)).collect();
        let own_names = |tokens: &dyn ToTokens| -> BTreeSet<String> {
            names(&tokens.to_token_stream()).intersection(&all).cloned().collect()
        };
        let mut kept: BTreeSet<String> = own_names(&quote!(#arguments #named)).difference(&unnamed).cloned().collect();
        let predicates = || self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        loop {
            let params = self.generics.params.iter().filter(|parameter| kept.contains(&name_of(parameter)));
            let needed = params
                .map(|parameter| own_names(parameter))
                .chain(predicates().map(|predicate| own_names(predicate)).filter(|names| !names.is_disjoint(&kept)));
            let needed: BTreeSet<String> = needed.flatten().filter(|name| !unnamed.contains(name)).collect();
            if needed.is_subset(&kept) {
                break;
            }
            kept.extend(needed);
        }
        let mut generics = self.generics.clone();
        let params = generics.params.into_iter().filter(|parameter| kept.contains(&name_of(parameter)));
        generics.params = params.collect();
        let is_named = |bound: &TypeParamBound| own_names(bound).is_disjoint(&unnamed);
        for parameter in generics.type_params_mut() {
            parameter.bounds = std::mem::take(&mut parameter.bounds).into_iter().filter(is_named).collect();
        }
        // `Self` would be another type here.
        let applies = |predicate: &WherePredicate| {
            own_names(predicate).is_subset(&kept) && !names(&predicate.to_token_stream()).contains("Self")
        };
        if let Some(clause) = &mut generics.where_clause {
            let predicates = std::mem::take(&mut clause.predicates).into_iter();
            clause.predicates = predicates.filter(applies).collect();
        }
        generics
    }
}

fn local(name: &Ident, own: Generics, generics: Generics) -> Local {
    let ty = types::own_type(name, &own);
    let (params, _, _) = own.split_for_impl();
    let held = own.type_params().map(|parameter| &parameter.ident);
    let fields = match own.type_params().next() {
        Some(_) => quote!((#(pub ::core::marker::PhantomData<#held>),*)),
        None => TokenStream::new(),
    };
    Local { ty, definition: quote!(pub struct #name #params #fields;), own: own.clone(), generics }
}

/// Returns the parameters without lifetimes and bounds, for the definition of a local type.
fn bare(generics: &Generics) -> Generics {
    let params = generics.params.iter().filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    let params = params.cloned().map(|mut parameter| {
        if let GenericParam::Type(parameter) = &mut parameter {
            parameter.colon_token = None;
            parameter.bounds = syn::parse_quote!(?::core::marker::Sized);
        }
        parameter
    });
    Generics { params: params.collect(), ..Generics::default() }
}

/// `T`, or `'a`.
fn name_of(parameter: &GenericParam) -> String {
    match parameter {
        GenericParam::Lifetime(parameter) => parameter.lifetime.to_string(),
        GenericParam::Type(parameter) => parameter.ident.to_string(),
        GenericParam::Const(parameter) => parameter.ident.to_string(),
    }
}

/// Returns the identifiers and lifetimes in `tokens`, including groups.
fn names(tokens: &TokenStream) -> BTreeSet<String> {
    let (mut names, mut quoted) = (BTreeSet::new(), false);
    for token in tokens.clone() {
        let behind_quote = std::mem::replace(&mut quoted, false);
        match token {
            TokenTree::Ident(ident) if behind_quote => names.extend([format!("'{ident}")]),
            TokenTree::Ident(ident) => names.extend([ident.to_string()]),
            TokenTree::Punct(punct) => quoted = punct.as_char() == '\'',
            TokenTree::Group(group) => names.append(&mut self::names(&group.stream())),
            TokenTree::Literal(_) => {}
        }
    }
    names
}
