// Laying cards out beside cards that stay. What hangs together keeps the shape that `arranged` gives it, and comes as
// near to what it is linked with as nothing overlaps. A module worker when it is started as one.
import { AREA, around, CARD, centre, GAP, Index, meets } from "./geometry.js";
import { arranged } from "./layout.js";

const STEP = { x: (CARD.width + GAP.x) / 2, y: 36 };
const DOWN = 3; // steps down for each across, so that a ring is about as high as it is wide
const STRANGER = 1e6; // the cost of a place that makes a group's area reach over a card that is not its own

// The place of each of `cards`: [{key, h}]. links: [{from, to}]; groups: lists of keys, of which the first that names a
// card has it; stay: cards that are not moved, with their boxes; corner: where cards begin that are laid out
// `together`,
// and where all begin when none stays, in the shape of a view. Deterministic: same input, same places.
export function partialLayout({
  cards, links, groups = [], stay = [], corner = { x: 0, y: 0 }, together = false, view = null
}) {
  if (!stay.length) return new Map([...arranged(cards, links, groups, view)].map(
    ([key, place]) => [key, { ...place, x: place.x + corner.x, y: place.y + corner.y }]
  ));
  const ground = new Ground(stay, groups);
  const units = made(cards, links, groups, ground, together && corner);
  const places = new Map();
  for (const unit of units) {
    const { x, y } = found(unit, ground);
    const boxes = shifted(unit.boxes, x, y);
    for (const box of boxes) places.set(box.key, { x: box.x, y: box.y });
    ground.take(unit, boxes, shifted(unit.areas, x, y));
  }
  return places;
}

const shifted = (boxes, x, y) => boxes.map((box) => ({ ...box, x: Math.round(box.x + x), y: Math.round(box.y + y) }));
const areaOf = (boxes) => {
  const { x, y, w, h } = around(boxes);
  return { x: x - AREA.edge, y: y - AREA.head, w: w + 2 * AREA.edge, h: h + AREA.head + AREA.edge };
};
const roomy = ({ x, y, w, h }) => ({ x: x - GAP.x + 1, y: y - GAP.y + 1, w: w + 2 * GAP.x - 2, h: h + 2 * GAP.y - 2 });

// What stands already: cards, and the areas of groups that have cards among them.
class Ground {
  constructor(stay, groups) {
    this.index = new Index();
    this.areas = new Map(); // by number of the group, and those of whole groups that were put down
    this.home = new Map();
    groups.forEach((keys, number) => keys.forEach((key) => this.home.has(key) || this.home.set(key, number)));
    for (const box of stay) this.index.put(box.key, box);
    this.middle = centre(around(stay));
    for (const { key } of stay) if (this.home.has(key)) this.#widen(this.home.get(key));
  }

  get boxes() { return this.index.boxes; }

  take({ group }, boxes, areas) {
    for (const box of boxes) this.index.put(box.key, box);
    for (const area of areas) this.areas.set(area.key, area);
    if (group !== null) this.#widen(group);
  }

  members(group) { return [...this.boxes].filter(([key]) => this.home.get(key) === group).map(([, box]) => box); }

  #widen(group) { this.areas.set(group, areaOf(this.members(group))); }

  // Whether these boxes have room around them; a group's own cards may stand in its area.
  clear(boxes, group) {
    return boxes.every((box) => !this.index.within(roomy(box)).size
      && ![...this.areas].some(([number, area]) => number !== group && meets(roomy(box), area)));
  }

  // How many strange cards a group's area would newly reach over.
  strangers(group, boxes) {
    const now = this.areas.get(group);
    const strange = (key) => this.home.get(key) !== group && !meets(this.boxes.get(key), now);
    return [...this.index.within(areaOf([...this.members(group), ...boxes]))].filter(strange).length;
  }
}

// What is moved as one: cards that hang together, by links or by a group that is all theirs. Cards of a group that has
// some standing already come to those, whatever else they are linked with.
function made(cards, links, groups, ground, corner) {
  const part = (key) => (ground.areas.has(ground.home.get(key)) ? ground.home.get(key) : null);
  const near = new Map(cards.map(({ key }) => [key, []]));
  const join = (one, other) => {
    near.get(one).push(other);
    near.get(other).push(one);
  };
  for (const { from, to } of links) if (near.has(from) && near.has(to) && part(from) === part(to)) join(from, to);
  const whole = groups.map(
    (keys, number) => keys.filter((key) => near.has(key) && ground.home.get(key) === number && part(key) === null)
  );
  const loose = cards.filter(({ key }) => part(key) === null).map(({ key }) => key);
  for (const keys of corner ? [loose] : whole) for (const key of keys.slice(1)) join(keys[0], key);
  const units = components(cards, near).map(
    (members) => unitOf(members, { links, whole, ground, corner, group: part(members[0].key) })
  );
  const rank = (unit) => (unit.group === null ? 0 : 1e6) + unit.links.length;
  return units.sort((one, other) => rank(other) - rank(one) || other.boxes.length - one.boxes.length);
}

function components(cards, near) {
  const [byKey, seen] = [new Map(cards.map((card) => [card.key, card])), new Set()];
  return cards.flatMap(({ key }) => {
    if (seen.has(key)) return [];
    seen.add(key);
    const held = [key];
    for (const one of held) for (const other of near.get(one)) if (!seen.has(other)) seen.add(other), held.push(other);
    return [held.map((one) => byKey.get(one))];
  });
}

function unitOf(members, { links, whole, ground, corner, group }) {
  const keys = new Set(members.map(({ key }) => key));
  const own = links.filter(({ from, to }) => keys.has(from) && keys.has(to));
  const places = arranged(members, own, group === null ? whole : []);
  const boxes = members.map(({ key, h }) => ({ key, ...places.get(key), w: CARD.width, h }));
  const byKey = new Map(boxes.map((box) => [box.key, box]));
  const outward =
    links.flatMap(({ from, to }) => [{ mine: byKey.get(from), other: to }, { mine: byKey.get(to), other: from }])
    .filter(({ mine, other }) => mine && ground.boxes.has(other));
  const areas = group !== null ? [] : whole.filter((list) => list.length && keys.has(list[0])).map(
    (list) => ({ key: list[0], ...areaOf(list.map((key) => byKey.get(key))) })
  );
  return { boxes, areas, links: outward, group, corner: group === null ? corner : null };
}

// How far a unit is shifted: the cheapest clear place, in widening rings around where it would stand best.
function found(unit, ground) {
  const start = startOf(unit, ground);
  let [best, least, last] = [null, Infinity, Infinity];
  for (let ring = 0; ring <= last; ring++) {
    for (const [i, j] of ringOf(ring)) {
      const place = { x: start.x + i * STEP.x, y: start.y + j * STEP.y };
      let cost = costOf(unit, ground, place) + (i % 2 ? 40 : 0) + (j ? 20 : 0);
      if (cost >= least) continue;
      const boxes = shifted(unit.boxes, place.x, place.y);
      if (!ground.clear([...boxes, ...shifted(unit.areas, place.x, place.y)], unit.group)) continue;
      if (unit.group !== null) cost += STRANGER * ground.strangers(unit.group, boxes);
      if (cost >= least) continue;
      [best, least] = [place, cost];
    }
    if (best && last === Infinity) last = ring + (least < STRANGER ? 2 : 12);
  }
  return best;
}

function* ringOf(ring) {
  for (let i = -ring; i <= ring; i++) for (let j = -ring * DOWN; j <= ring * DOWN; j++) {
    if (Math.abs(i) === ring || Math.abs(j) > (ring - 1) * DOWN) yield [i, j];
  }
}

const targetOf = (unit, ground) => (unit.group === null ? ground.middle : centre(ground.areas.get(unit.group)));

// On the place of what it is linked with, or of the standing card that is next to where it should be: steps lead from
// there to places in line with it.
function startOf(unit, ground) {
  if (unit.corner) return unit.corner;
  const [link] = unit.group === null ? unit.links : [];
  const target = targetOf(unit, ground);
  const off = (box) => Math.hypot(centre(box).x - target.x, centre(box).y - target.y);
  const beside = link ? ground.boxes.get(link.other) : [...ground.boxes.values()].reduce(
    (one, other) => (off(other) < off(one) ? other : one)
  );
  const mine = link?.mine ?? unit.boxes[0];
  return { x: beside.x - mine.x, y: beside.y - mine.y };
}

// The length of the lines, of which one that leads straight up or down is harder to follow; the way to its group weighs
// more.
function costOf(unit, ground, { x, y }) {
  if (unit.corner) return Math.hypot(x - unit.corner.x, y - unit.corner.y);
  let sum = 0;
  for (const { mine, other } of unit.links) {
    const [one, two] = [centre(mine), centre(ground.boxes.get(other))];
    const dx = Math.abs(one.x + x - two.x);
    sum += Math.hypot(dx, one.y + y - two.y) + (dx < CARD.width ? 300 : 0);
  }
  if (unit.links.length && unit.group === null) return sum;
  const [middle, target] = [centre(around(unit.boxes)), targetOf(unit, ground)];
  return sum + (2 + unit.links.length) * Math.hypot(middle.x + x - target.x, middle.y + y - target.y);
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.onmessage = ({ data: { ask, ...given } }) => self.postMessage({ ask, places: [...partialLayout(given)] });
}
