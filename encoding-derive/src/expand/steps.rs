//! Recursive types read without recursion: up to each value that one holds, and on from behind it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

use super::decode::{Names, Side};
use super::forms::{argument, length};
use super::{Context, Group, Slot, SlotKind, case_tag};
use crate::model::{Body, Branch, CaseForm, Wire};

/// What the steps make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Makes {
    Nodes,
    Nothing,
}

/// A field, and how it holds the type if it does.
pub(super) struct Part<'g> {
    pub(super) slot: &'g Slot<'g>,
    pub(super) held: Option<Held>,
}

pub(super) struct Held {
    /// `<Form as arena::Branch>`
    pub(super) branch: TokenStream,
    /// The type of the field in a node.
    pub(super) twin: TokenStream,
    /// Whether it is one value, bare.
    pub(super) is_one: bool,
}

/// The fields of each group, in the order of the wire.
pub(super) fn parts<'g>(context: &'g Context<'g>) -> Vec<Vec<Part<'g>>> {
    let groups = context.groups.iter().zip(context.input.body.groups()).map(|(group, fields)| {
        let parts = group.slots.iter().zip(&fields.fields).map(|(slot, field)| {
            let branch = field.wire().and_then(|wire| Branch::of(&field.ty, wire, &context.input.ident));
            Part { slot, held: branch.map(|branch| held(&branch, context, slot)) }
        });
        parts.collect()
    });
    groups.collect()
}

fn held(branch: &Branch<'_>, context: &Context<'_>, slot: &Slot<'_>) -> Held {
    let (p, form) = (slot.located(&context.p), form(branch, context, slot));
    let branch_of = quote_spanned!(Span::call_site().located_at(slot.span)=> <#form as #p::Branch>);
    Held { branch: branch_of, twin: twin(branch, context), is_one: matches!(branch, Branch::One) }
}

/// `wire::Dynamic<wire::U30, wire::List<arena::One, { MAX }>>`
fn form(branch: &Branch<'_>, context: &Context<'_>, slot: &Slot<'_>) -> TokenStream {
    let p = slot.located(&context.p);
    match branch {
        Branch::One => quote!(#p::One),
        Branch::Opt(span) => quote_spanned!(span.unwrap_or(slot.span)=> #p::Opt<#p::One>),
        Branch::List { min, max, span } => {
            let max = max.map_or_else(|| quote!({ #p::UNBOUNDED }), argument);
            let min = min.map(argument).into_iter();
            quote_spanned!(span.unwrap_or(slot.span)=> #p::List<#p::One, #max #(, #min)*>)
        }
        Branch::Bounded { limit, inner, span } => {
            let (inner, limit) = (form(inner, context, slot), argument(limit));
            quote_spanned!(*span=> #p::Bounded<#inner, #limit>)
        }
        Branch::Dynamic { prefix, inner, span } => {
            let (inner, prefix) = (form(inner, context, slot), Ident::new(length(*prefix), *span));
            quote_spanned!(*span=> #p::Dynamic<#p::#prefix, #inner>)
        }
    }
}

/// `Vec<arena::Child<Type>>`
fn twin(branch: &Branch<'_>, context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.runtime, &context.ty);
    match branch {
        Branch::One => quote!(#p::Child<#ty>),
        Branch::Opt(_) => quote!(#p::Option<#p::Child<#ty>>),
        Branch::List { .. } => quote!(#p::Vec<#p::Child<#ty>>),
        Branch::Bounded { inner, .. } | Branch::Dynamic { inner, .. } => twin(inner, context),
    }
}

/// Whether a type can be read in steps: it has no parameters, the fields stand bare behind their tags, and each value takes bytes.
pub(super) fn can(context: &Context<'_>) -> bool {
    let cases = match &context.input.body {
        Body::Struct(_) => true,
        Body::Enum(data) => {
            !data.string_enum && data.variants.iter().all(|variant| matches!(variant.case, CaseForm::Tagged(_)))
        }
        Body::Via => false,
    };
    let hashed = context.groups.iter().flat_map(|group| &group.slots).any(|slot| matches!(slot.kind, SlotKind::Hash));
    let bare = matches!(context.around, Wire::Body) && context.input.compact.is_none();
    let endless = match &context.input.body {
        Body::Struct(fields) => fields.fields.iter().any(|field| {
            let held = field.wire().and_then(|wire| Branch::of(&field.ty, wire, &context.input.ident));
            held.is_some_and(|branch| branch.is_bare())
        }),
        Body::Enum(_) | Body::Via => false,
    };
    context.input.mu.is_some() && context.input.generics.params.is_empty() && cases && bare && !hashed && !endless
}

/// What prints the steps.
pub(super) struct Steps<'c> {
    context: &'c Context<'c>,
    names: Names<'c>,
    makes: Makes,
    parts: Vec<Vec<Part<'c>>>,
    /// The type that is made.
    made: Ident,
    state: Ident,
    more: Ident,
    frame: Ident,
    child: Ident,
    /// Where nodes go.
    to: Ident,
}

impl<'c> Steps<'c> {
    pub(super) fn new(context: &'c Context<'c>, makes: Makes, made: &Ident) -> Self {
        let name = |name| Ident::new(name, Span::mixed_site());
        let side = match makes {
            Makes::Nodes => Side::Owned,
            Makes::Nothing => Side::View(made.clone()),
        };
        let names = Names::new(context, Lifetime::new("'__input", Span::call_site()), side);
        let [state, more, frame, child, to] = ["state", "more", "frame", "child", "to"].map(name);
        Self { context, names, makes, parts: parts(context), made: made.clone(), state, more, frame, child, to }
    }

    /// The type of the frames and the functions behind each value, and then `type Frame<'a>`, `begin` and `resume`.
    pub(super) fn expand(&self) -> (TokenStream, TokenStream) {
        let (p, input, Self { frame, child, .. }) = (&self.context.p, &self.names.input, self);
        let (name, lifetime, result) = (self.frames(), &self.names.lifetime, self.result());
        let groups = || self.parts.iter().enumerate();
        let places = || {
            groups().flat_map(|(group, parts)| {
                let branches = parts.iter().enumerate().filter(|(_, part)| part.held.is_some());
                branches.map(move |(place, _)| (group, place))
            })
        };
        let (frames, functions, arms): (Vec<_>, Vec<_>, Vec<_>) =
            places().map(|(group, place)| self.behind(group, place)).fold(Default::default(), |mut all, one| {
                all.0.push(one.0);
                all.1.push(one.1);
                all.2.push(one.2);
                all
            });
        let never = format_ident!("__never");
        let local = quote! {
            pub enum #name<#lifetime> {
                #(#frames,)*
                Never(#p::Infallible, #p::PhantomData<&#lifetime ()>),
            }
            #(#functions)*
        };
        let child = match self.makes {
            Makes::Nodes => quote!(#child: #p::Child<Self>,),
            Makes::Nothing => TokenStream::new(),
        };
        let (begin, to) = (self.begin(), self.parameter());
        let steps = quote! {
            type Frame<#lifetime> = #name<#lifetime>;
            #[inline]
            fn begin<#lifetime>(#input: &mut #p::Reader<#lifetime> #to) -> #result { #begin }
            #[inline]
            fn resume<#lifetime>(
                #frame: #name<#lifetime>,
                #child
                #input: &mut #p::Reader<#lifetime>
                #to
            ) -> #result {
                match #frame {
                    #(#arms)*
                    #name::Never(#never, _) => match #never {},
                }
            }
        };
        (local, steps)
    }

    fn frames(&self) -> Ident {
        match self.makes {
            Makes::Nodes => format_ident!("__Frame"),
            Makes::Nothing => format_ident!("__Seen"),
        }
    }

    /// `Result<Reached, Fault>`, or `Result<Step<__Seen<'a>>, Fault>` where nothing is kept.
    fn result(&self) -> TokenStream {
        let (p, lifetime, frames) = (&self.context.p, &self.names.lifetime, self.frames());
        match self.makes {
            Makes::Nodes => quote!(#p::ReadResult<#p::Reached>),
            Makes::Nothing => quote!(#p::ReadResult<#p::Step<#frames<#lifetime>>>),
        }
    }

    /// `, to: &mut Growing<'a, Type>`
    fn parameter(&self) -> TokenStream {
        let (p, ty, to, lifetime) = (&self.context.p, &self.context.ty, &self.to, &self.names.lifetime);
        match self.makes {
            Makes::Nodes => quote!(, #to: &mut #p::Growing<#lifetime, #ty>),
            Makes::Nothing => TokenStream::new(),
        }
    }

    /// The fields of a group that are known before `place`, and their types.
    fn known(&self, group: usize, place: usize) -> (Vec<&Ident>, Vec<TokenStream>) {
        if self.makes == Makes::Nothing {
            return Default::default();
        }
        let parts = self.parts.get(group).and_then(|parts| parts.get(..place)).unwrap_or_default();
        let wired = parts.iter().filter(|part| part.slot.form().is_some());
        wired
            .map(|part| {
                let ty = &part.slot.ty;
                (&part.slot.local, part.held.as_ref().map_or_else(|| quote!(#ty), |held| held.twin.clone()))
            })
            .unzip()
    }

    /// Reads a tag, if there is one, and the fields up to the first value.
    fn begin(&self) -> TokenStream {
        let (context, p, input) = (self.context, &self.context.p, &self.names.input);
        let Body::Enum(data) = &context.input.body else { return self.from(0, 0) };
        let (start, tag) = (Ident::new("start", Span::mixed_site()), Ident::new("tag", Span::mixed_site()));
        let (width, ignorable) = (context.tag_type(), data.ignore_unknown);
        let arms = data.variants.iter().enumerate().map(|(index, variant)| {
            let (name, body) = (case_tag(variant, index, 0), self.from(index, 0));
            quote!(#name => { #body })
        });
        quote! {
            let #start = #p::Reader::remaining(#input);
            let #tag = <#width as #p::NomReader<'_>>::read(#input)?;
            match #tag {
                #(#arms)*
                _ => #p::unexpected_tag(#start, #tag, #ignorable),
            }
        }
    }

    /// Reads the fields of a group from `place` on, up to the next value or the end.
    fn from(&self, group: usize, place: usize) -> TokenStream {
        let Self { context, names, state, more, .. } = self;
        let (p, input) = (&context.p, &names.input);
        let Some(rest) = self.parts.get(group).and_then(|parts| parts.get(place..)) else { return TokenStream::new() };
        if self.makes == Makes::Nothing
            && rest.iter().all(|part| part.slot.form().is_none() || part.held.as_ref().is_some_and(|held| held.is_one))
        {
            let values = rest.iter().filter(|part| part.held.is_some()).count();
            return quote!(#p::Result::Ok(#p::Step::End(#values)));
        }
        let mut reads = TokenStream::new();
        for (part, at) in rest.iter().zip(place..) {
            let (slot, local) = (part.slot, &part.slot.local);
            match (&part.held, slot.form()) {
                (Some(Held { branch, twin, .. }), _) => {
                    let kept = match self.makes {
                        Makes::Nodes => quote!(let #local: #twin = #branch::empty();),
                        Makes::Nothing => TokenStream::new(),
                    };
                    let (paused, on) = (self.paused(group, at), self.call(group, at));
                    return quote! {
                        #reads
                        let (#state, #more) = #branch::open(#input)?;
                        #kept
                        if #more { #paused } else { #on }
                    };
                }
                (None, Some(form)) => {
                    let read = names.read(form, slot);
                    reads.extend(match self.makes {
                        Makes::Nodes => quote!(let #local = #read?;),
                        Makes::Nothing => quote!(#read?;),
                    });
                }
                (None, None) => {}
            }
        }
        let end = match self.context.groups.get(group) {
            Some(group) if self.makes == Makes::Nodes => {
                let (made, node, to) = (Ident::new("node", Span::mixed_site()), self.node(group), &self.to);
                quote!(let #made = #node; #p::Result::Ok(#to.end(#made)))
            }
            _ => quote!(#p::Result::Ok(#p::Step::End(0usize))),
        };
        quote!(#reads #end)
    }

    /// `TypeNode::Variant { 0: field_0, .. }`
    fn node(&self, group: &Group) -> TokenStream {
        let (p, path) = (&self.context.p, group.path(&self.made));
        let members = group.slots.iter().map(|slot| {
            let (member, local, ty) = (&slot.member, &slot.local, &slot.ty);
            match &slot.kind {
                SlotKind::Wire(..) => quote!(#member: #local),
                SlotKind::Skip(value) => quote!(#member: #value),
                SlotKind::Hash => quote!(#member: <#ty as #p::Default>::default()),
            }
        });
        quote!(#path { #(#members),* })
    }

    /// `Ok(to.pause(__Frame::V0F1 { state, field_0, field_1 }))`
    fn paused(&self, group: usize, place: usize) -> TokenStream {
        let (p, frames, variant, state) = (&self.context.p, self.frames(), frame(group, place), &self.state);
        let known = self.known(group, place.saturating_add(1)).0;
        let paused = quote!(#frames::#variant { #state, #(#known),* });
        let frame = &self.frame;
        match (self.makes, &self.to) {
            (Makes::Nodes, to) => quote!(let #frame = #paused; #p::Result::Ok(#to.pause(#frame))),
            (Makes::Nothing, _) => quote!(#p::Result::Ok(#p::Step::Child(#paused))),
        }
    }

    /// `__v0f1(input, to, field_0, field_1)`
    fn call(&self, group: usize, place: usize) -> TokenStream {
        if self.is_end(group, place) {
            return self.from(group, place.saturating_add(1));
        }
        let (function, input) = (self.function(group, place), &self.names.input);
        let known = self.known(group, place.saturating_add(1)).0;
        let to = Some(&self.to).filter(|_| self.makes == Makes::Nodes).into_iter();
        quote!(#function(#input #(, #to)* #(, #known)*))
    }

    /// Whether nothing is read behind a field, and nothing made.
    fn is_end(&self, group: usize, place: usize) -> bool {
        let behind = self.parts.get(group).and_then(|parts| parts.get(place.saturating_add(1)..)).unwrap_or_default();
        self.makes == Makes::Nothing && behind.iter().all(|part| part.slot.form().is_none())
    }

    fn function(&self, group: usize, place: usize) -> Ident {
        match self.makes {
            Makes::Nodes => format_ident!("__v{group}f{place}"),
            Makes::Nothing => format_ident!("__seen_v{group}f{place}"),
        }
    }

    /// The frame of a field, the function that goes on behind it, and the arm that a value of it comes back to.
    fn behind(&self, group: usize, place: usize) -> (TokenStream, TokenStream, TokenStream) {
        let Self { context, names, state, child, .. } = self;
        let (p, input, lifetime, result) = (&context.p, &names.input, &names.lifetime, self.result());
        let part = self.parts.get(group).and_then(|parts| parts.get(place));
        let Some((Some(Held { branch, .. }), local)) = part.map(|part| (&part.held, &part.slot.local)) else {
            return Default::default();
        };
        let (frames, variant, function) = (self.frames(), frame(group, place), self.function(group, place));
        let (known, types) = self.known(group, place.saturating_add(1));
        let next = self.from(group, place.saturating_add(1));
        let (paused, on, to) = (self.paused(group, place), self.call(group, place), self.parameter());
        let (add, mutable) = match self.makes {
            Makes::Nodes => (quote!(#branch::add(&mut #local, #child);), quote!(mut)),
            Makes::Nothing => (TokenStream::new(), TokenStream::new()),
        };
        let function = (!self.is_end(group, place)).then(|| {
            quote! {
                fn #function<#lifetime>(#input: &mut #p::Reader<#lifetime> #to #(, #known: #types)*) -> #result { #next }
            }
        });
        let before = known.iter().take(known.len().saturating_sub(1));
        let last = known.last().map(|last| quote!(#mutable #last));
        (
            quote!(#variant { #state: #branch::State<#lifetime>, #(#known: #types),* }),
            quote!(#function),
            quote! {
                #frames::#variant { mut #state, #(#before,)* #last } => {
                    #add
                    if #branch::more(&mut #state, #input)? { #paused } else { #on }
                }
            },
        )
    }
}

/// `V0F1`
fn frame(group: usize, place: usize) -> Ident {
    format_ident!("V{group}F{place}")
}
