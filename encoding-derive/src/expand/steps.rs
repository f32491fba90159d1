//! Reads recursive types without recursion: a step ends before each child, and the next step continues after it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

use super::context::Context;
use super::decode::{is_leaf, look_ahead};
use super::forms::argument;
use super::group::{Slot, SlotKind};
use super::names::Names;
use super::tokens::{local, locals};
use crate::model::{Body, Branch, CaseForm, Field, Layer, Wire};

/// The output of the steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    /// The nodes of an arena.
    Nodes,
    /// Nothing: the bytes are only checked.
    Nothing,
}

/// A field and, if it contains children, how.
pub(super) struct NodeField<'g> {
    pub(super) slot: &'g Slot<'g>,
    pub(super) held: Option<Held>,
}

pub(super) struct Held {
    /// `<Form as arena::Branch>`
    pub(super) branch: TokenStream,
    /// The type of the field in a node.
    pub(super) node_type: TokenStream,
    /// Whether it is exactly one child, without layers around it.
    pub(super) is_one: bool,
}

impl NodeField<'_> {
    /// The type of the field in a node.
    pub(super) fn node_type(&self) -> TokenStream {
        let ty = &self.slot.field.ty;
        self.held.as_ref().map_or_else(|| quote!(#ty), |held| held.node_type.clone())
    }
}

/// Returns the fields of each group, in the order of the wire.
pub(super) fn parts<'g>(context: &'g Context<'g>) -> Vec<Vec<NodeField<'g>>> {
    let part = |slot: &'g Slot<'g>| {
        let branch = branch(context, slot.field);
        NodeField { slot, held: branch.map(|branch| held(&branch, context, slot)) }
    };
    context.groups.iter().map(|group| group.slots.iter().map(part).collect()).collect()
}

fn branch<'f>(context: &Context<'_>, field: &'f Field) -> Option<Branch<'f>> {
    Branch::of(&field.ty, field.wire()?, &context.input.ident)
}

fn held(branch: &Branch<'_>, context: &Context<'_>, slot: &Slot<'_>) -> Held {
    let (p, form) = (slot.located(&context.p), form(branch, context, slot));
    let branch_of = quote_spanned!(slot.span()=> <#form as #p::Branch>);
    Held { branch: branch_of, node_type: node_type(branch, context), is_one: matches!(branch, Branch::One) }
}

/// `wire::Dynamic<wire::U30, wire::List<arena::One, { MAX }>>`
fn form(branch: &Branch<'_>, context: &Context<'_>, slot: &Slot<'_>) -> TokenStream {
    let p = slot.located(&context.p);
    match branch {
        Branch::One => quote!(#p::One),
        Branch::Opt(span) => quote_spanned!(span.unwrap_or(slot.field.span)=> #p::Opt<#p::One>),
        Branch::List { min, max, span } => {
            let max = max.map_or_else(|| quote!({ #p::UNBOUNDED }), argument);
            let min = min.map(argument).into_iter();
            quote_spanned!(span.unwrap_or(slot.field.span)=> #p::List<#p::One, #max #(, #min)*>)
        }
        Branch::Around(layer, inner, span) => {
            let inner = form(inner, context, slot);
            match layer {
                Layer::Dynamic(prefix) => {
                    let prefix = Ident::new(prefix.form(), *span);
                    quote_spanned!(*span=> #p::Dynamic<#p::#prefix, #inner>)
                }
                Layer::Bounded(limit) => {
                    let limit = argument(limit);
                    quote_spanned!(*span=> #p::Bounded<#inner, #limit>)
                }
                // A branch has no other layers.
                _ => inner,
            }
        }
    }
}

/// `Vec<arena::Child<Type>>`
fn node_type(branch: &Branch<'_>, context: &Context<'_>) -> TokenStream {
    let (p, ty) = (&context.runtime, &context.ty);
    match branch {
        Branch::One => quote!(#p::Child<#ty>),
        Branch::Opt(_) => quote!(#p::Option<#p::Child<#ty>>),
        Branch::List { .. } => quote!(#p::Vec<#p::Child<#ty>>),
        Branch::Around(_, inner, _) => node_type(inner, context),
    }
}

/// Returns true if a type can be read in steps: it has no parameters, only a tag precedes its fields, and each value
/// has at least one byte.
pub(super) fn can(context: &Context<'_>) -> bool {
    let bare = matches!(context.around, Wire::Body) && context.input.compact.is_none();
    let hashed = context.groups.iter().flat_map(|group| &group.slots).any(|slot| matches!(slot.kind, SlotKind::Hash));
    let ends = match &context.input.body {
        Body::Struct(fields) => {
            let mut branches = fields.fields.iter().filter_map(|field| branch(context, field));
            !branches.any(|branch| branch.is_bare())
        }
        Body::Enum(data) => {
            !data.string_enum && data.variants.iter().all(|variant| matches!(variant.case, CaseForm::Tagged(_)))
        }
        Body::Via => false,
    };
    context.input.mu.is_some() && context.input.generics.params.is_empty() && bare && !hashed && ends
}

/// Generates the steps.
pub(super) struct Steps<'c> {
    context: &'c Context<'c>,
    names: Names<'c>,
    output: Output,
    parts: Vec<Vec<NodeField<'c>>>,
    /// The type that the steps construct.
    made: Ident,
    state: Ident,
    frame: Ident,
    child: Ident,
    /// The nodes constructed so far.
    to: Ident,
}

impl<'c> Steps<'c> {
    pub(super) fn new(context: &'c Context<'c>, output: Output, made: &Ident) -> Self {
        let lifetime = Lifetime::new("'__input", Span::call_site());
        let names = Names::new(context, lifetime, Some(made).filter(|_| output == Output::Nothing));
        let [state, frame, child, to] = locals(["state", "frame", "child", "to"]);
        Self { context, names, output, parts: parts(context), made: made.clone(), state, frame, child, to }
    }

    /// Returns the type of the frames and the functions after each child, and `type Frame<'a>`, `begin` and `resume`.
    pub(super) fn expand(&self) -> (TokenStream, TokenStream) {
        let (p, input, Self { frame, child, .. }) = (&self.context.p, &self.names.input, self);
        let (name, lifetime, result) = (self.frames(), &self.names.lifetime, self.result());
        let paused = self
            .parts
            .iter()
            .enumerate()
            .flat_map(|(group, parts)| (0..parts.len()).filter_map(move |place| self.after_children(group, place)));
        let (frames, (functions, arms)): (Vec<_>, (Vec<_>, Vec<_>)) = paused.unzip();
        let never = format_ident!("__never");
        let local = quote! {
            pub enum #name<#lifetime> {
                #(#frames,)*
                Never(#p::Infallible, #p::PhantomData<&#lifetime ()>),
            }
            #(#functions)*
        };
        let child = self.for_nodes(quote!(#child: #p::Child<Self>,));
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

    /// Returns `tokens` if the output is nodes.
    fn for_nodes(&self, tokens: TokenStream) -> Option<TokenStream> {
        (self.output == Output::Nodes).then_some(tokens)
    }

    fn frames(&self) -> Ident {
        match self.output {
            Output::Nodes => format_ident!("__Frame"),
            Output::Nothing => format_ident!("__Seen"),
        }
    }

    /// `Result<Reached, Fault>`, or `Result<Progress<__Seen<'a>>, Fault>` if the bytes are only checked.
    fn result(&self) -> TokenStream {
        let (p, lifetime, frames) = (&self.context.p, &self.names.lifetime, self.frames());
        match self.output {
            Output::Nodes => quote!(#p::ReadResult<#p::Reached>),
            Output::Nothing => quote!(#p::ReadResult<#p::Progress<#frames<#lifetime>>>),
        }
    }

    /// `, to: &mut Growing<'a, Type>`
    fn parameter(&self) -> Option<TokenStream> {
        let (p, ty, to, lifetime) = (&self.context.p, &self.context.ty, &self.to, &self.names.lifetime);
        self.for_nodes(quote!(, #to: &mut #p::Growing<#lifetime, #ty>))
    }

    /// Returns the fields of a group that are read before `place`, and their types.
    fn known(&self, group: usize, place: usize) -> (Vec<&Ident>, Vec<TokenStream>) {
        if self.output == Output::Nothing {
            return Default::default();
        }
        let parts = self.parts.get(group).and_then(|parts| parts.get(..place)).unwrap_or_default();
        let wired = parts.iter().filter(|part| part.slot.form().is_some());
        wired.map(|part| (&part.slot.local, part.node_type())).unzip()
    }

    /// Reads a tag, if there is one, and the fields up to the first child.
    fn begin(&self) -> TokenStream {
        let (context, p, input) = (self.context, &self.context.p, &self.names.input);
        let Body::Enum(data) = &context.input.body else { return self.from(0, 0) };
        let [start, tag] = locals(["start", "tag"]);
        let (width, ignorable) = (context.tag_type(), data.ignore_unknown);
        let arms = context.groups.iter().map(|group| {
            let (tag, body) = (group.tag(0), self.from(group.index, 0));
            let guard = group.guard(p, input);
            quote!(#tag #guard => { #body })
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

    /// Reads the fields of a group from `place` onwards, up to the next child or the end.
    fn from(&self, group: usize, place: usize) -> TokenStream {
        let Self { context, names, state, .. } = self;
        let (p, input, more) = (&context.p, &names.input, local("more"));
        let Some(rest) = self.parts.get(group).and_then(|parts| parts.get(place..)) else { return TokenStream::new() };
        if self.output == Output::Nothing
            && rest.iter().all(|part| part.slot.form().is_none() || part.held.as_ref().is_some_and(|held| held.is_one))
        {
            let values = rest.iter().filter(|part| part.held.is_some()).count();
            return quote!(#p::Result::Ok(#p::Progress::End(#values)));
        }
        let leaf = self.context.groups.get(group).filter(|group| place == 0 && is_leaf(context, group));
        let mut reads =
            leaf.map(|group| look_ahead(names, "of", &group.wired().collect::<Vec<_>>())).unwrap_or_default();
        for (part, at) in rest.iter().zip(place..) {
            let (slot, local) = (part.slot, &part.slot.local);
            match (&part.held, slot.form()) {
                (Some(Held { branch, node_type, .. }), _) => {
                    let kept = self.for_nodes(quote!(let #local: #node_type = #branch::empty();));
                    let (paused, on) = (self.paused(group, at), self.call(group, at));
                    return quote! {
                        #reads
                        let (#state, #more) = #branch::open(#input)?;
                        #kept
                        if #more { #paused } else { #on }
                    };
                }
                (None, Some(form)) => {
                    let (kept, read) = (self.for_nodes(quote!(let #local =)), names.read(form, slot));
                    reads.extend(quote!(#kept #read?;));
                }
                (None, None) => {}
            }
        }
        let end = match self.context.groups.get(group) {
            Some(group) if self.output == Output::Nodes => {
                // Types in an arena cannot have digests.
                let node = group.value(&self.made, &|slot| {
                    let ty = &slot.field.ty;
                    quote!(<#ty as #p::Default>::default())
                });
                let (made, to) = (local("node"), &self.to);
                quote!(let #made = #node; #p::Result::Ok(#to.end(#made)))
            }
            _ => quote!(#p::Result::Ok(#p::Progress::End(0usize))),
        };
        quote!(#reads #end)
    }

    /// `Ok(to.pause(__Frame::V0F1 { state, field_0, field_1 }))`
    fn paused(&self, group: usize, place: usize) -> TokenStream {
        let (p, frames, variant, state) = (&self.context.p, self.frames(), frame(group, place), &self.state);
        let known = self.known(group, place.saturating_add(1)).0;
        let paused = quote!(#frames::#variant { #state, #(#known),* });
        let Self { frame, to, .. } = self;
        match self.output {
            Output::Nodes => quote!(let #frame = #paused; #p::Result::Ok(#to.pause(#frame))),
            Output::Nothing => quote!(#p::Result::Ok(#p::Progress::Child(#paused))),
        }
    }

    /// `__v0f1(input, to, field_0, field_1)`
    fn call(&self, group: usize, place: usize) -> TokenStream {
        if self.is_end(group, place) {
            return self.from(group, place.saturating_add(1));
        }
        let (function, input) = (self.function(group, place), &self.names.input);
        let known = self.known(group, place.saturating_add(1)).0;
        let to = &self.to;
        let to = self.for_nodes(quote!(, #to));
        quote!(#function(#input #to #(, #known)*))
    }

    /// Returns true if nothing is read or constructed after a field.
    fn is_end(&self, group: usize, place: usize) -> bool {
        let following =
            self.parts.get(group).and_then(|parts| parts.get(place.saturating_add(1)..)).unwrap_or_default();
        self.output == Output::Nothing && following.iter().all(|part| part.slot.form().is_none())
    }

    fn function(&self, group: usize, place: usize) -> Ident {
        match self.output {
            Output::Nodes => format_ident!("__v{group}f{place}"),
            Output::Nothing => format_ident!("__seen_v{group}f{place}"),
        }
    }

    /// For a field with children: its frame, the function that continues after it, and the arm that resumes after a
    /// child.
    fn after_children(&self, group: usize, place: usize) -> Option<(TokenStream, (TokenStream, TokenStream))> {
        let Self { context, names, state, child, .. } = self;
        let (p, input, lifetime, result) = (&context.p, &names.input, &names.lifetime, self.result());
        let part = self.parts.get(group)?.get(place)?;
        let (Held { branch, .. }, local) = (part.held.as_ref()?, &part.slot.local);
        let (frames, variant, function) = (self.frames(), frame(group, place), self.function(group, place));
        let (known, types) = self.known(group, place.saturating_add(1));
        let next = self.from(group, place.saturating_add(1));
        let (paused, on, to) = (self.paused(group, place), self.call(group, place), self.parameter());
        let (add, mutable) = (self.for_nodes(quote!(#branch::add(&mut #local, #child);)), self.for_nodes(quote!(mut)));
        let function = (!self.is_end(group, place)).then(|| {
            quote! {
                fn #function<#lifetime>(#input: &mut #p::Reader<#lifetime> #to #(, #known: #types)*) -> #result { #next }
            }
        });
        let before = known.iter().take(known.len().saturating_sub(1));
        let last = known.last().map(|last| quote!(#mutable #last));
        let frame = quote!(#variant { #state: #branch::State<#lifetime>, #(#known: #types),* });
        let arm = quote! {
            #frames::#variant { mut #state, #(#before,)* #last } => {
                #add
                if #branch::more(&mut #state, #input)? { #paused } else { #on }
            }
        };
        Some((frame, (quote!(#function), arm)))
    }
}

/// `V0F1`
fn frame(group: usize, place: usize) -> Ident {
    format_ident!("V{group}F{place}")
}
