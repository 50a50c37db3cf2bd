// Lines as SVG: the way, the crow's feet at its ends with their numbers, and the strategy in its middle.
const NS = "http://www.w3.org/2000/svg";
const BUDGET = 5; // ms a frame for exact ways
const CLOSE = 30; // px between ends whose labels would meet
const OUT = { right: [1, 0], left: [-1, 0], bottom: [0, 1], top: [0, -1] };

export class Lines {
  constructor(stage, layer) {
    Object.assign(this, { stage, layer, mounted: new Map(), scene: null, selected: new Set(), dimmed: null, quick: new Set() });
  }

  show(scene) {
    this.scene = scene;
    for (const one of this.mounted.values()) one.subject = null;
  }

  paint() {
    if (!this.scene) return;
    this.layer.style.display = this.stage.far ? "none" : "";
    if (this.stage.far) return;
    const { moving } = this.stage;
    const wanted = new Set(this.scene.linesWithin(this.stage.area(moving ? 20 : 320)));
    for (const [key, one] of this.mounted) {
      if (!this.scene.lines.has(key) || (!moving && !wanted.has(key))) one.group.remove(), this.mounted.delete(key);
    }
    // While the camera moves nothing is searched: what comes into sight has an elbow until it rests.
    const until = performance.now() + (this.stage.moving ? 0 : BUDGET);
    let whole = true;
    for (const key of wanted) {
      const one = this.mounted.get(key) ?? this.#mount(key);
      const late = this.quick.has(key) || performance.now() > until;
      if (late && !this.quick.has(key) && !this.scene.exact(key)) whole = false;
      this.#draw(key, one, late);
    }
    if (this.stage.moving || this.quick.size) return;
    if (!whole) this.stage.ask();
    else this.#ahead();
  }

  // In idle time the ways around what is seen are found, so that they are there when it is looked at.
  #ahead() {
    if (this.waiting || !window.requestIdleCallback) return;
    this.waiting = requestIdleCallback((idle) => {
      this.waiting = null;
      if (this.stage.far || this.stage.moving || this.quick.size) return;
      for (const key of this.scene.linesWithin(this.stage.area(700))) {
        if (this.scene.exact(key)) continue;
        if (idle.timeRemaining() < 6) return this.#ahead();
        this.scene.way(key);
      }
    });
  }

  #crowded(line) {
    const { a, b } = this.scene.pairs.get(line.key);
    const near = (one, other) => one.side === other.side && Math.abs(one.x - other.x) + Math.abs(one.y - other.y) < CLOSE;
    return [line.from, line.to].some((card) => this.scene.touching.get(card).some((other) => {
      const pair = other.key !== line.key && this.scene.pairs.get(other.key);
      return pair && [a, b].some((one) => near(one, pair.a) || near(one, pair.b));
    }));
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

  #draw(key, one, quick) {
    const line = this.scene.lines.get(key);
    const state = `line ${line.style ?? ""}${this.selected.has(key) ? " selected" : ""}${this.dimmed && !(this.dimmed.has(line.from) && this.dimmed.has(line.to)) ? " dimmed" : ""}`;
    if (one.state !== state) one.group.setAttribute("class", one.state = state);
    const points = this.scene.way(key, quick);
    if (one.points === points && one.subject === line) return;
    one.points = points;
    one.subject = line;
    const d = rounded(points);
    one.way.setAttribute("d", d);
    one.hit.setAttribute("d", d);
    const pair = this.scene.pairs.get(key);
    one.feet.setAttribute("d", line.arrow ? arrow(pair.b) : feet(pair.a, line.a) + feet(pair.b, line.b));
    number(one.a, pair.a, line.a?.text ?? "", "from");
    number(one.b, pair.b, line.b?.text ?? "", "to");
    badge(one.badge, points, line, this.#crowded(line));
  }
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

function towards(from, to, by, share = 0.5) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by, length * share) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

// The crow's foot of one end: three toes for many, a bar for one, and before it a ring for none, a bar for at least one.
export function feet(end, foot) {
  const [dx, dy] = OUT[end.side];
  const at = (along, beside) => `${end.x + dx * along - dy * beside} ${end.y + dy * along + dx * beside}`;
  const second = foot.optional ? `M${at(15, 0)}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0` : `M${at(15, -5)}L${at(15, 5)}`;
  return (foot.many ? `M${at(0, -6)}L${at(11, 0)}L${at(0, 6)}` : `M${at(8, -5)}L${at(8, 5)}`) + second;
}

function arrow(end) {
  const [dx, dy] = OUT[end.side];
  const at = (along, beside) => `${end.x + dx * along - dy * beside} ${end.y + dy * along + dx * beside}`;
  return `M${at(9, -5)}L${at(0, 0)}L${at(9, 5)}`;
}

function number(element, end, value, side) {
  const [dx, dy] = OUT[end.side];
  element.setAttribute("x", end.x + (dx ? dx * 23 : 8));
  element.setAttribute("y", end.y + (dx ? -5 : dy > 0 ? 30 : -20));
  element.setAttribute("text-anchor", dx < 0 ? "end" : "start");
  element.dataset.end = side;
  if (element.textContent !== value) element.textContent = value;
}

// The strategy in the middle of the longest stretch; its width is that of its letters in the fixed font.
function badge(group, points, line, crowded) {
  if (!line.badge) return group.replaceChildren();
  let [best, length] = [0, 0];
  for (let n = 1; n < points.length; n++) {
    const own = Math.abs(points[n].x - points[n - 1].x) * 1.5 + Math.abs(points[n].y - points[n - 1].y);
    if (own > length) [best, length] = [n, own];
  }
  // Away from the number where the stretch begins or ends at a card.
  const [one, two] = [best === 1 ? towards(points[0], points[1], 56, 1) : points[best - 1], best === points.length - 1 ? towards(points[best], points[best - 1], 56, 1) : points[best]];
  const width = line.badge.length * 6.1 + 12;
  const level = one.y === two.y;
  const tight = level ? Math.abs(one.x - two.x) < width : points.length === 2 && Math.abs(one.y - two.y) < 70;
  // Lines that run side by side have theirs at different places.
  const part = Math.hypot(one.x - two.x, one.y - two.y) > (level ? 2.4 * width : 70) ? (line.key.charCodeAt(0) % 2 ? 0.36 : 0.64) : 0.5;
  const x = one.x + (two.x - one.x) * part - (tight && !level ? width / 2 + 9 : 0);
  const y = one.y + (two.y - one.y) * part + (tight && level ? 13 : 0);
  const label = svg("text", { x, y: y + 3.5, "text-anchor": "middle" });
  label.textContent = line.badge;
  group.setAttribute("class", tight && crowded ? "badge crowded" : "badge");
  group.replaceChildren(svg("rect", { x: x - width / 2, y: y - 8, width, height: 16, rx: 8 }), label);
}

export function svg(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
