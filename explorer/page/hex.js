// The bytes, in rows of hexadecimal digits, coloured by the part that they belong to.
import { element, hex } from "./text.js";
import { List, Pages } from "./list.js";

/** Bytes of which the parts are fetched at once. */
const WINDOW = 2048;

/** The parts of a window that contain a byte: offset, end, class, row. */
function partAt(spans, offset) {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle][1] <= offset) low = middle + 1;
    else high = middle;
  }
  return spans[low]?.[0] <= offset ? spans[low] : undefined;
}

export class Hex {
  #spans = new Pages(WINDOW, 64, () => Promise.resolve([]), () => {});
  #list;
  bytes = new Uint8Array();
  /** The offset of the refused byte, which may be the end. */
  refused = undefined;
  /** The bytes that are marked, and those below the pointer, as offset and end. */
  on = [0, 0];
  hover = [0, 0];

  /** `pick(offset)` is called with the byte that is chosen, `point(part)` with the part below the pointer. */
  constructor(root, pick, point) {
    this.root = root;
    this.width = matchMedia("(max-width: 640px)").matches ? 8 : 16;
    this.#list = new List(root, (index) => this.#line(index));
    const at = ({ target }) => target.closest("[data-at]")?.dataset.at;
    root.addEventListener("click", (event) => at(event) !== undefined && pick(Number(at(event))));
    root.addEventListener("pointerover", (event) => at(event) !== undefined && point(this.part(Number(at(event)))));
    root.addEventListener("pointerleave", () => point(undefined));
    root.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.width, ArrowDown: this.width };
      const { room } = this.#list;
      Object.assign(steps, { PageUp: -this.width * room, PageDown: this.width * room, Home: -Infinity, End: Infinity });
      const step = steps[event.key];
      if (step === undefined || !this.bytes.length) return;
      event.preventDefault();
      // From the part that is marked, a step leads out of it.
      const from = step > 0 && Math.abs(step) === 1 ? this.on[1] - 1 : this.on[0];
      pick(Math.max(0, Math.min(from + step, this.bytes.length - 1)));
    });
  }

  /** Shows bytes. `fetch(from, to)` returns a promise of their parts. */
  open(bytes, refused, fetch) {
    this.bytes = bytes;
    this.refused = refused;
    [this.on, this.hover] = [[0, 0], [0, 0]];
    this.#spans = new Pages(WINDOW, 64, (from, count) => fetch(from, from + count), () => this.#list.soon());
    this.#list.resize(Math.ceil((bytes.length + (refused === bytes.length ? 1 : 0)) / this.width));
    this.root.scrollTop = 0;
    this.#list.draw();
  }

  /** The part at a byte, if it has come. */
  part(offset) {
    return partAt(this.#spans.page(Math.floor(offset / WINDOW)) ?? [], offset);
  }

  /** Sets `on` or `hover`. Lines are drawn again only for another range: below the pointer, that is an event of its own. */
  mark(name, range) {
    if (range[0] === this[name][0] && range[1] === this[name][1]) return;
    this[name] = range;
    this.#list.soon();
  }

  show(offset) {
    this.#list.show(Math.floor(offset / this.width));
  }

  redraw() {
    this.#list.draw();
  }

  #line(index) {
    const from = index * this.width;
    const line = element("div", "line", element("span", "at", from.toString(16).padStart(8, "0")), "  ");
    const inside = (range, offset) => offset >= range[0] && offset < range[1];
    let ascii = "";
    for (let offset = from; offset < from + this.width; offset++) {
      const gap = offset % 8 === 7 ? "  " : " ";
      if (offset >= this.bytes.length && offset !== this.refused) {
        line.append("  ", gap);
        continue;
      }
      const classes = [this.part(offset)?.[2] ?? ""];
      if (inside(this.hover, offset)) classes.push("hover");
      if (inside(this.on, offset)) classes.push("on");
      if (offset === this.refused) classes.push("refused");
      const byte = this.bytes[offset];
      const cell = element("span", classes.join(" ").trim(), byte === undefined ? "··" : hex(byte));
      cell.dataset.at = offset;
      if (offset === this.refused) cell.title = "refused here";
      line.append(cell, gap);
      ascii += byte === undefined ? "" : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".";
    }
    line.append(element("span", "ascii", ascii));
    return line;
  }
}
