// Cards as HTML: only those that can be seen are in the page. Text is always text.
import { cardHeight } from "../layout/geometry.js";

const KINDS = { weak: "Owned" }; // as people call them
const CUT = 18; // letters of a name that any row shows
const BATCH = { moving: 10, resting: 30 }; // cards made in one frame

// Mounts, updates and takes away cards. rows: card -> rows; label: card -> what a reader hears.
export class Cards {
  constructor(stage, layer, { rows, label }) {
    Object.assign(this, { stage, layer, rows, label, mounted: new Map(), focused: null });
    this.scene = null;
    this.selected = new Set();
    this.dimmed = null;
    this.others = new Map(); // by key, who else has selected it: {name, colour}
  }

  show(scene) {
    this.scene = scene;
    for (const one of this.mounted.values()) one.stale = true;
  }

  paint() {
    if (!this.scene) return true;
    if (this.stage.far) {
      this.layer.hidden = true;
      return true;
    }
    this.layer.hidden = false;
    const wanted = this.scene.index.within(this.stage.area(this.stage.moving ? 60 : 320));
    for (const key of this.selected) if (this.scene.cards.has(key) && this.selected.size < 20) wanted.add(key);
    for (const [key, one] of this.mounted) {
      if (!this.scene.cards.has(key) || (
        !wanted.has(key) && !this.stage.moving && !one.element.contains(document.activeElement)
      ))
        this.#unmount(key, one);
    }
    let left = this.stage.moving ? BATCH.moving : BATCH.resting;
    let whole = true;
    for (const key of wanted) {
      const one = this.mounted.get(key);
      if (!one && left-- <= 0) {
        whole = false;
        continue;
      }
      this.#draw(key, one ?? this.#mount(key));
    }
    if (!whole) this.stage.ask();
    return whole;
  }

  // The element of a card, made if it is not there: for focus, and for a field that is being typed.
  element(key) {
    const one = this.mounted.get(key) ?? this.#mount(key);
    this.#draw(key, one);
    return one.element;
  }

  // The element drawn anew, whatever it held before; nothing where somebody removed the card.
  fresh(key) {
    if (!this.scene.cards.has(key)) return null;
    const one = this.mounted.get(key);
    if (one) Object.assign(one, { stale: true, content: null });
    return this.element(key);
  }

  #mount(key) {
    const element = document.createElement("article");
    element.className = "thing";
    element.dataset.key = key;
    element.tabIndex = -1;
    this.layer.append(element);
    const one = { element, stale: true };
    this.mounted.set(key, one);
    return one;
  }

  #unmount(key, one) {
    const held = one.element.contains(document.activeElement);
    one.element.remove();
    this.mounted.delete(key);
    if (held) this.stage.root.focus({ preventScroll: true });
  }

  #draw(key, one) {
    const card = this.scene.cards.get(key);
    if (one.x !== card.x || one.y !== card.y) {
      one.element.style.transform = `translate(${card.x}px, ${card.y}px)`;
      [one.x, one.y] = [card.x, card.y];
    }
    const other = this.others.get(key);
    const around = `${card.tint ?? ""}|${other ? `${other.name}|${other.colour}` : ""}`;
    const state = `${this.selected.has(key)}|${this.dimmed ? !this.dimmed.has(key) : false}|${around}`;
    if (one.state !== state) {
      one.element.classList.toggle("selected", this.selected.has(key));
      one.element.classList.toggle("dimmed", Boolean(this.dimmed && !this.dimmed.has(key)));
      one.element.classList.toggle("tinted", Boolean(card.tint));
      one.element.style.setProperty("--tint", card.tint ?? "");
      one.element.style.setProperty("--other", other?.colour ?? "");
      one.element.toggleAttribute("data-other", Boolean(other));
      if (other) one.element.dataset.other = other.name;
      one.state = state;
    }
    if (!one.stale || one.element.querySelector("input")) return;
    one.stale = false;
    const rows = this.rows(card);
    const content =
      JSON.stringify([card.name, card.kind, hiddenIn(card), tagOf(card), card.concern, card.fields, card.w, rows]);
    if (one.content === content) return;
    one.content = content;
    const marks = {
      bare: card.folded || !rows.length, selected: this.selected.has(key),
      dimmed: this.dimmed && !this.dimmed.has(key), tinted: card.tint
    };
    const shown = Object.keys(marks).filter((mark) => marks[mark]);
    one.element.className = ["thing", `kind-${card.kind}`, ...shown].join(" ");
    Object.assign(
      one.element.style, { width: `${card.w}px`, height: `${cardHeight(card.folded ? 0 : rows.length)}px` }
    );
    one.element.setAttribute("aria-label", this.label(card));
    one.element.replaceChildren(header(card), list(rows), ...handles(card));
  }
}

function header(card) {
  const head = document.createElement("header");
  head.append(text("i", "kind", ""), text("bdi", "name", card.name));
  if (card.concern) head.append(concern(card.key, card.concern));
  const hidden = hiddenIn(card);
  if (hidden) {
    const mark = text("span", "hidden-rows", hidden);
    mark.dataset.unfold = card.key;
    head.append(mark);
  }
  const said = tagOf(card);
  if (said) head.append(text("span", "tag", said));
  return head;
}

// How many rows a collapsed card does not show; a click expands it.
export const hiddenIn = ({ folded, count }) => (folded && count ? `+${count}` : "");

// What stands at the end of a card's head: what it is, or how many documents it has.
export const tagOf = ({ badge, kind, size }) => badge || (kind === "entity" ? size : KINDS[kind] ?? kind) || "";

// How many findings; a click shows them.
function concern(id, { severity, count }) {
  const mark = text("span", `concern ${severity}`, String(count));
  mark.dataset.concern = id;
  return mark;
}

function list(rows) {
  const body = document.createElement("ul");
  for (const row of rows) body.append(item(row));
  return body;
}

function item(row) {
  const element = document.createElement("li");
  if (row.link) element.dataset.line = row.link;
  else element.dataset.field = row.id;
  element.title = [row.name.length > CUT ? `${row.name}: ${row.type}` : "", row.why ?? ""].filter(Boolean).join("\n");
  if (row.origin) element.className = `from-${row.origin}`;
  element.style.setProperty("--depth", row.depth);
  const glyph = text("i", `glyph ${markOf(row)}`, "");
  glyph.setAttribute("aria-hidden", "true");
  if (row.opens) glyph.dataset.fold = row.id;
  element.append(glyph, text("bdi", "name", row.name));
  if (row.note) element.append(text("span", "note", row.note));
  if (row.concern) element.append(concern(row.id, row.concern));
  const look = `type t-${row.family}${row.assumed ? " assumed" : ""}`;
  element.append(text("span", look, `${row.type}${row.required ? "!" : ""}`));
  return element;
}

// What stands before a name: whether it opens, leads to another card, or is unique.
const markOf = (row) => (row.opens ? (row.open ? "open" : "shut") : row.link ? "leads" : row.unique ? "key" : "");

// Where a relationship is drawn from: a dot at each side, for the mouse alone (a key does the same).
function handles(card) {
  if (card.fixed) return [];
  return ["left", "right"].map((side) => {
    const handle = document.createElement("span");
    handle.className = `handle ${side}`;
    handle.dataset.handle = side;
    handle.setAttribute("aria-hidden", "true");
    return handle;
  });
}

function text(tag, className, value) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = value;
  return element;
}
