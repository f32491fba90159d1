// The parts of the bytes, as a tree whose containers fold.
import { element, visible } from "./text.js";
import { List, Pages } from "./list.js";

/** Levels that are indented; a phone has room for few. */
const INDENTED = 24;

/** Rows that are searched for the container of a row. */
const SEARCHED = 4096;

export class Tree {
  #rows = new Pages(256, 64, () => Promise.resolve([]), () => {});
  #list;
  #count = 0;
  /** Folded containers in order, none inside another: `row`, and the first row after them, `next`. */
  #folded = [];
  /** The row that is marked, and the bytes below the pointer. */
  on = undefined;
  hover = [0, 0];
  /** The error after the last row. */
  #error = null;

  /** `pick(row)` is called with the row that is chosen, `point(row)` with that below the pointer, `extent(row)` promises where a container ends. */
  constructor(root, pick, point, extent) {
    Object.assign(this, { root, pick, extent });
    this.#list = new List(root, (index) => this.#line(index));
    const rowOf = ({ target }) => target.closest("[data-row]")?.dataset.row;
    root.addEventListener("click", (event) => {
      const row = Number(rowOf(event));
      if (Number.isNaN(row)) return;
      if (event.target.closest(".mark")) this.toggle(row);
      pick(row);
    });
    root.addEventListener("dblclick", (event) => rowOf(event) !== undefined && this.toggle(Number(rowOf(event))));
    root.addEventListener("pointerover", (event) => point(this.#rows.get(Number(rowOf(event) ?? -1))));
    root.addEventListener("pointerleave", () => point(undefined));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows rows. `fetch(from, count)` returns a promise of some. */
  open(fetch, error) {
    this.#rows = new Pages(256, 64, fetch, () => this.#list.soon());
    [this.#count, this.#folded, this.on, this.#error] = [0, [], undefined, error];
    this.root.scrollTop = 0;
    this.resize(0);
  }

  /** Sets the number of rows that are known. */
  resize(count) {
    this.#count = count;
    this.#fit();
  }

  #fit() {
    const hidden = this.#folded.reduce((sum, { row, next }) => sum + next - row - 1, 0);
    this.#list.resize(this.#count - hidden + (this.#error ? 1 : 0));
  }

  /** The row in a line. */
  #rowOf(line) {
    let row = line;
    for (const folded of this.#folded) {
      if (row <= folded.row) break;
      row += folded.next - folded.row - 1;
    }
    return row;
  }

  /** The line of a row; of a row in a folded container, that of the container. */
  #lineOf(row) {
    let line = row;
    for (const folded of this.#folded) {
      if (row <= folded.row) break;
      line -= Math.min(row, folded.next - 1) - folded.row;
    }
    return line;
  }

  get #lines() {
    return this.#list.count - (this.#error ? 1 : 0);
  }

  /** Marks a row. */
  mark(row) {
    this.on = row;
    this.#list.soon();
  }

  /** Shows a row. */
  show(row) {
    this.#list.show(this.#lineOf(row));
  }

  /** Sets the bytes below the pointer. */
  light(range) {
    if (range[0] === this.hover[0] && range[1] === this.hover[1]) return;
    this.hover = range;
    this.#list.soon();
  }

  /** Returns a promise of a row. */
  row(index) {
    return this.#rows.wait(index);
  }

  /** Folds or unfolds a container. */
  async toggle(row, folds) {
    const index = this.#folded.findIndex((folded) => folded.row === row);
    if (index >= 0 ? folds === true : folds === false) return;
    if (index >= 0) {
      this.#folded.splice(index, 1);
    } else {
      const { next } = await this.extent(row);
      if (next <= row + 1) return;
      this.#folded = this.#folded.filter((inside) => inside.row < row || inside.row >= next);
      this.#folded.push({ row, next });
      this.#folded.sort((one, other) => one.row - other.row);
    }
    this.#fit();
  }

  async #key(event) {
    const { room } = this.#list;
    const line = this.on === undefined ? -1 : this.#lineOf(this.on);
    const steps = { ArrowUp: line - 1, ArrowDown: line + 1, PageUp: line - room, PageDown: line + room, Home: 0, End: Infinity };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.#go(this.#rowOf(Math.max(0, Math.min(to, this.#lines - 1))));
    } else if (["ArrowLeft", "ArrowRight", "Enter", " "].includes(event.key) && this.on !== undefined) {
      event.preventDefault();
      const { kind, depth } = await this.row(this.on);
      const isFolded = this.#folded.some((folded) => folded.row === this.on);
      if (event.key === "ArrowLeft" && (kind !== "container" || isFolded)) {
        const outer = await this.#outer(this.on, depth);
        if (outer !== undefined) this.#go(outer);
      } else if (kind === "container") {
        await this.toggle(this.on, { ArrowLeft: true, ArrowRight: false }[event.key]);
      }
    }
  }

  #go(row) {
    this.pick(row);
    this.show(row);
  }

  async #outer(row, depth) {
    for (let before = row - 1; before >= Math.max(0, row - SEARCHED); before--) {
      if ((await this.row(before)).depth < depth) return before;
    }
    return undefined;
  }

  #line(index) {
    if (this.#error && index === this.#lines) {
      const { offset, expected, found } = this.#error;
      const line = element("div", "line refused", visible(`refused at byte ${offset}: expected ${expected}, found ${found}`));
      line.setAttribute("role", "treeitem");
      line.id = "refusal";
      return line;
    }
    const number = this.#rowOf(index);
    const row = this.#rows.get(number);
    const line = element("div", "line");
    line.setAttribute("role", "treeitem");
    line.dataset.row = number;
    line.id = `row-${number}`;
    if (!row) {
      line.append("…");
      return line;
    }
    const { offset, end, depth, label, kind, value } = row;
    line.setAttribute("aria-level", depth + 1);
    line.setAttribute("aria-selected", number === this.on);
    const isContainer = kind === "container";
    const isFolded = isContainer && this.#folded.some((folded) => folded.row === number);
    if (isContainer) line.setAttribute("aria-expanded", !isFolded);
    line.append("  ".repeat(Math.min(depth, INDENTED)), element("span", "mark", isContainer ? (isFolded ? "▸" : "▾") : ""));
    line.append(visible(label));
    if (!isContainer) {
      const size = `${end - offset} ${end - offset === 1 ? "byte" : "bytes"}`;
      line.append(" ", element("span", kind, visible(value || size)));
    }
    if (number === this.on) {
      line.classList.add("on");
      this.root.setAttribute("aria-activedescendant", line.id);
    }
    if (offset < this.hover[1] && end > this.hover[0]) line.classList.add("hover");
    return line;
  }
}
