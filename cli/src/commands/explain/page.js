"use strict";
// Without this script, links lead from bytes to their part and back. With it, both are highlighted under the pointer and the focus.
(() => {
  const found = [];
  for (const element of document.querySelectorAll("[data-part]")) (found[element.dataset.part] ??= []).push(element);
  let lit = [];

  // Highlights the parts of an element: its own, or those of a branch.
  const light = (element) => {
    const { part, from = part, to = part } = element.dataset;
    for (const one of lit) one.classList.remove("on");
    lit = found.slice(Number(from), Number(to) + 1).flat();
    for (const one of lit) one.classList.add("on");
  };
  const linked = (event) => event.target.closest?.("[data-part], [data-from]");

  // Shows what an element is linked to in the other pane, opening the branches around it.
  const follow = (element) => {
    light(element);
    const pane = element.closest("section");
    const other = lit.find((one) => one.closest("section") !== pane);
    for (let around = other; around; around = around.parentElement) if (around.localName === "details") around.open = true;
    other?.scrollIntoView({ block: "nearest" });
  };

  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const element = linked(event);
      if (element) light(element);
    });
  }
  document.addEventListener("click", (event) => {
    const element = linked(event);
    if (!element) return;
    if (element.hash) {
      event.preventDefault();
      history.replaceState(null, "", element.hash);
    }
    follow(element);
  });
  const target = document.getElementById(location.hash.slice(1));
  if (target?.dataset.part) follow(target);
})();
