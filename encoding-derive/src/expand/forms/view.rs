//! The types of fields in a view.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;

use super::{Forms, arrays_of};
use crate::model::{Layer, Leaf, Wire};

impl Forms {
    /// Returns the type of a field in the view. If it refers to local types, which are not in scope there, it is the
    /// associated type of a hidden implementation ([`Forms::hidden`]).
    pub(in crate::expand) fn view_type(
        &mut self,
        wire: &Wire,
        form: &TokenStream,
        ty: &Type,
        this: &Type,
    ) -> TokenStream {
        let (count, definitions) = (self.count, self.definitions.clone());
        let inside = std::mem::replace(&mut self.p, self.runtime.clone());
        let view = self.view_of(wire, ty);
        let p = std::mem::replace(&mut self.p, inside);
        if self.count == count {
            return view;
        }
        (self.count, self.definitions) = (count, definitions);
        let index = self.hidden.len();
        self.hidden.push((form.clone(), ty.clone()));
        quote!(<#this as #p::FieldView<'__view, #index>>::View)
    }

    /// Returns the type in the view of `depth` nested arrays whose elements are not scalars.
    pub(in crate::expand) fn view_of_arrays(&self, depth: usize, ty: &Type) -> TokenStream {
        let p = &self.runtime;
        let form = arrays_of(depth, &quote!(#p::Auto), p);
        quote!(<#form as #p::Views<'__view, #ty>>::View)
    }

    /// Returns the type of a field in the view. Outer layers that do not change it are skipped.
    fn view_of(&mut self, wire: &Wire, ty: &Type) -> TokenStream {
        use Layer::{Dft, Elided, Guarded, Magic, Reserve, Shown, Via};
        let p = self.p.clone();
        match wire {
            _ if self.shares => quote!(#ty),
            Wire::Around(Guarded { .. } | Reserve(_) | Dft { .. } | Magic(_) | Shown { .. }, inner, _) => {
                self.view_of(inner, ty)
            }
            Wire::Around(Elided { .. }, inner, _) => {
                let inner = self.view_of(inner, ty);
                quote!(#p::Option<#inner>)
            }
            Wire::Around(Via { .. }, ..) | Wire::Leaf(Leaf::Constant(_) | Leaf::Select(_), _) => quote!(#ty),
            // Uses the trait, so that the lifetime is used even if all fields are numbers.
            Wire::Auto | Wire::Leaf(Leaf::Ranged { .. }, _) => {
                quote_spanned!(self.span=> <#ty as #p::View>::View<'__view>)
            }
            _ => {
                let form = self.form(wire);
                quote_spanned!(self.span=> <#form as #p::Views<'__view, #ty>>::View)
            }
        }
    }
}
