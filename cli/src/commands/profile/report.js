"use strict";
// The flame graph: a click enlarges a frame, the pointer and the focus describe one, a search marks frames.
(() => {
  const flame = document.querySelector(".flame");
  const [search, all, output] = ["input", ".tools button", "output"].map((selector) => flame.querySelector(selector));
  const frames = [...flame.querySelectorAll(".frames button")].map((button) => {
    const [left, width, depth] = ["left", "width", "depth"].map((name) => Number(button.dataset[name]));
    return { button, left, width, depth };
  });
  const [total] = frames;
  const ROUNDING = 1e-3;
  const holds = (outer, inner) => outer.left <= inner.left + ROUNDING && outer.left + outer.width + ROUNDING >= inner.left + inner.width;

  // Shows the frames inside one over the whole width, below those around it.
  const enlarge = (one) => {
    for (const frame of frames) {
      const around = frame.depth < one.depth && holds(frame, one);
      const inside = frame.depth >= one.depth && holds(one, frame);
      const { style, classList } = frame.button;
      frame.button.hidden = !around && !inside;
      classList.toggle("around", around);
      style.left = around ? "0%" : `${((frame.left - one.left) / one.width) * 100}%`;
      style.width = around ? "100%" : `${(frame.width / one.width) * 100}%`;
    }
    all.hidden = one === total;
  };

  // Marks the frames with a text, and gives their share; frames inside those that are marked are not counted again.
  const find = (text) => {
    const marked = frames.filter(({ button }) => text && button.textContent.toLowerCase().includes(text.toLowerCase()));
    for (const frame of frames) frame.button.classList.toggle("match", marked.includes(frame));
    const outermost = marked.filter((frame) => !marked.some((outer) => outer.depth < frame.depth && holds(outer, frame)));
    const share = outermost.reduce((sum, frame) => sum + frame.width, 0);
    output.value = text ? `${marked.length} found, ${share.toFixed(1)} % of the time` : "";
  };

  for (const frame of frames) {
    frame.button.addEventListener("click", () => enlarge(frame));
    for (const kind of ["mouseover", "focus"]) frame.button.addEventListener(kind, () => (output.value = frame.button.title));
  }
  all.addEventListener("click", () => enlarge(total));
  search.addEventListener("input", () => find(search.value));
})();
