// Lines as SVG: the way, the crow's feet at its ends with their numbers, and the strategy in its middle.
import { crosses, meets } from "../layout/geometry.js";
import { areaName, badgeAt, CHIP, footBox, markOf, measureAnew, numberAt, numbersPlaced } from "./labels.js";

const NS = "http://www.w3.org/2000/svg";
const AHEAD = 700; // px around what is seen, where ways are found ahead
const MANY = 500; // lines: with more of them, ways are found once they are seen
const TOLD = 0.08; // zoom
const CONCERN = 18; // px high
const concernWidth = ({ count }) => 24 + 8 * String(count).length;
const OUT = { right: [1, 0], left: [-1, 0], bottom: [0, 1], top: [0, -1] };

export class Lines {
  constructor(stage, layer) {
    Object.assign(
      this, { stage, layer, mounted: new Map(), scene: null, selected: new Set(), dimmed: null, quick: new Set() }
    );
    this.others = new Map(); // by key, who else has selected it: {colour}
    document.fonts?.addEventListener("loadingdone", () => {
      measureAnew();
      this.fresh = true;
      stage.ask();
    });
  }

  show(scene) {
    this.scene = scene;
    for (const one of this.mounted.values()) one.subject = null;
  }

  paint() {
    if (!this.scene) return;
    this.layer.style.display = this.stage.far ? "none" : "";
    if (this.stage.far) return this.#far();
    const { moving } = this.stage;
    const wanted = this.scene.linesWithin(this.stage.area(moving ? 20 : 320));
    const shown = new Set(wanted);
    for (const [key, one] of this.mounted) {
      if (!this.scene.lines.has(key) || (!moving && !shown.has(key))) one.group.remove(), this.mounted.delete(key);
    }
    for (const key of wanted) this.#draw(key, this.mounted.get(key) ?? this.#mount(key));
    if (moving || this.quick.size) return;
    if (wanted.some((key) => !this.scene.exact(key))) return this.scene.router.ask(wanted);
    if (this.fresh) this.#settle();
    if (this.scene.lines.size < MANY) this.scene.router.ask(this.scene.linesWithin(this.stage.area(AHEAD)));
  }

  // From far ways are asked for as long as an elbow can be told from them.
  #far() {
    if (this.stage.moving || this.quick.size || this.stage.camera.k < TOLD) return;
    this.scene.router.ask(this.scene.linesWithin(this.stage.area()));
  }

  // All that is seen has its way: now the badges know what they must not lie on.
  #settle() {
    this.fresh = false;
    for (const one of this.mounted.values()) one.chip = null;
    this.#numbers();
    for (const [key, one] of this.mounted) this.#badge(one, this.scene.lines.get(key));
  }

  #mount(key) {
    const group = svg("g", { class: "line" });
    group.dataset.line = key;
    const one = { group };
    one.hit = svg("path", { class: "hit" });
    one.way = svg("path", { class: "way" });
    one.feet = svg("path", { class: "feet" });
    one.a = svg("text", { class: "number" });
    one.b = svg("text", { class: "number" });
    one.badge = svg("g", { class: "badge" });
    group.append(one.hit, one.way, one.feet, one.a, one.b, one.badge);
    this.layer.append(group);
    this.mounted.set(key, one);
    return one;
  }

  #draw(key, one) {
    const line = this.scene.lines.get(key);
    const dimmed = this.dimmed && !(this.dimmed.has(line.from) && this.dimmed.has(line.to));
    const other = this.others.get(key);
    const marks = `${this.selected.has(key) ? " selected" : ""}${dimmed ? " dimmed" : ""}${other ? " other" : ""}`;
    const state = `line ${line.style ?? ""}${marks}`;
    if (one.state !== state) one.group.setAttribute("class", one.state = state);
    if (one.other !== other) one.group.style.setProperty("--other", (one.other = other)?.colour ?? "");
    const points = this.scene.way(key);
    if (one.points === points && one.subject === line) return;
    one.points = points;
    one.subject = line;
    this.fresh = true;
    const d = rounded(points);
    one.way.setAttribute("d", d);
    one.hit.setAttribute("d", d);
    const pair = this.scene.pairs.get(key);
    one.feet.setAttribute("d", line.arrow ? arrow(pair.b) : feet(pair.a, line.a) + feet(pair.b, line.b));
    for (const end of ["a", "b"]) number(one[end], pair[end], line[end]?.text ?? "", end);
    for (const end of ["a", "b"]) one[end].classList.toggle("assumed", Boolean(line[end]?.assumed));
    this.#badge(one, line);
  }

  #badge(one, { key, badge, short, pair = "", strategy, form, concern }) {
    one.chip = null;
    if (!badge && !concern && !pair) return one.badge.replaceChildren();
    const hurried = this.stage.moving || this.quick.size > 0;
    const at = badgeAt(
      one.points, wordsOf(badge, pair, short), (box) => hurried || this.#clear(box, key),
      concern ? concernWidth(concern) + 6 : 0
    );
    const box = { x: at.x - at.w / 2, y: at.y - at.h / 2, w: at.w, h: at.h };
    if (at.free) one.chip = box;
    one.badge.setAttribute("class", at.free ? "badge" : "badge crowded");
    const label = svg("text", { x: box.x + CHIP.edge + CHIP.mark + 5, y: at.y + 4.5 });
    label.textContent = at.text;
    const title = svg("title", {});
    title.textContent = wordsOf(badge, pair)[0] ?? "";
    // Without room for words the mark alone; how many findings there are goes before it.
    const mark = strategy && (at.text || !concern) ? marked(
      markOf(form), at.text ? box.x + CHIP.edge : at.x - CHIP.mark / 2, at.y
    ) : [];
    one.badge.replaceChildren(
      title, svg("rect", { class: "chip", x: box.x, y: box.y, width: at.w, height: at.h, rx: at.h / 2 }), ...mark,
      label,
      ...(concern ? [concerned(key, concern, at.text ? box.x + at.w - concernWidth(concern) / 2 - 4 : at.x, at.y)] : [])
    );
  }

  // One that lies on another number is shown with its line alone.
  #numbers() {
    this.numbers = numbersPlaced(this.scene, [...this.mounted.keys()]);
    for (const [key, one] of this.mounted) for (const end of ["a", "b"]) {
      const { place, at, crowded = false, covered = false } = this.numbers.get(`${key} ${end}`) ?? {};
      number(one[end], this.scene.pairs.get(key)[end], one[end].textContent, end, place, at);
      one[end].classList.toggle("crowded", crowded);
      one[end].classList.toggle("covered", covered);
    }
  }

  // Whether a box lies on no other line, no number and no card.
  #clear(box, own) {
    const area = { x: box.x - 60, y: box.y - 60, w: box.w + 120, h: box.h + 120 };
    for (const key of this.scene.index.within(area)) if (meets(box, this.scene.cards.get(key))) return false;
    if (this.scene.areas.some((one) => one.members.length && meets(box, areaName(this.scene.areaBox(one), one.name))))
      return false;
    for (const [key, one] of this.mounted) {
      if (key !== own && one.points && crosses(one.points, box, 2)) return false;
      if (key !== own && one.chip && meets(box, one.chip)) return false;
      const pair = this.scene.pairs.get(key);
      if (pair && [pair.a, pair.b].some((end) => meets(box, footBox(end)))) return false;
    }
    for (const number of this.numbers?.values() ?? []) if (meets(box, number.box)) return false;
    return true;
  }
}

// What a chip says, the longest first: the strategy with the fields of each pair, the strategy alone, and where even
// that has no room, only how it stores.
export const wordsOf = (badge, pair, short) =>
  [pair && badge ? `${badge} · ${pair}` : pair, badge, short].filter(Boolean);

// A strategy's form: a filled square, a ring, or a square that is filled to its half.
function marked(form, x, y) {
  const [size, top] = [CHIP.mark, y - CHIP.mark / 2];
  if (form === "ring") return [svg("circle", { class: "ring", cx: x + size / 2, cy: y, r: size / 2 - 1 })];
  const box = (name, width) => svg("rect", { class: name, x, y: top, width, height: size, rx: 1.5 });
  return form === "half" ? [box("frame", size), box("inner", size / 2)] : [box("inner", size)];
}

// How many findings, with a sign that no count has, at the end of the badge; a click shows them.
function concerned(key, { count, severity }, x, y) {
  const mark = svg("g", { class: `concern ${severity}` });
  mark.dataset.concern = key;
  const [w, h] = [concernWidth({ count }), CONCERN];
  const number = svg("text", { class: "many", x: x + w / 2 - 5, y: y + 4.5, "text-anchor": "end" });
  number.textContent = count;
  const sign = svg("text", { class: "inner", x: x - w / 2 + 9, y: y + 4.5, "text-anchor": "middle" });
  sign.textContent = severity === "info" ? "i" : "!";
  mark.append(
    svg("rect", { class: "plate", x: x - w / 2, y: y - h / 2, width: w, height: h, rx: h / 2 }),
    svg("circle", { class: "sign", cx: x - w / 2 + 9, cy: y, r: 7 }), sign, number
  );
  return mark;
}

export function rounded(points, radius = 7) {
  let d = `M${points[0].x} ${points[0].y}`;
  for (let n = 1; n < points.length - 1; n++) {
    const [one, at, two] = [points[n - 1], points[n], points[n + 1]];
    const [before, after] = [towards(at, one, radius), towards(at, two, radius)];
    d += `L${before.x} ${before.y}Q${at.x} ${at.y} ${after.x} ${after.y}`;
  }
  const last = points.at(-1);
  return `${d}L${last.x} ${last.y}`;
}

function towards(from, to, by) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

// The crow's foot of one end: three toes for many, a bar for one, and before it a ring for none, a bar for at least
// one. Of a kind, a hollow triangle that points at the general.
export function feet(end, foot) {
  const [dx, dy] = OUT[end.side];
  const at = (along, beside) => `${end.x + dx * along - dy * beside} ${end.y + dy * along + dx * beside}`;
  if ("general" in foot) return foot.general ? `M${at(0, 0)}L${at(13, -7)}L${at(13, 7)}Z` : "";
  const second = foot.optional ? `M${at(15, 0)}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0` : `M${at(15, -5)}L${at(15, 5)}`;
  return (foot.many ? `M${at(0, -6)}L${at(11, 0)}L${at(0, 6)}` : `M${at(8, -5)}L${at(8, 5)}`) + second;
}

function arrow(end) {
  const [dx, dy] = OUT[end.side];
  const at = (along, beside) => `${end.x + dx * along - dy * beside} ${end.y + dy * along + dx * beside}`;
  return `M${at(9, -5)}L${at(0, 0)}L${at(9, 5)}`;
}

function number(element, end, value, side, place, at = numberAt(end, place)) {
  const { x, y, anchor } = at;
  element.setAttribute("x", x);
  element.setAttribute("y", y);
  element.setAttribute("text-anchor", anchor);
  element.dataset.end = { a: "from", b: "to" }[side];
  if (element.textContent !== value) element.textContent = value;
}

export function svg(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
