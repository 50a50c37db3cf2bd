// What there is to draw, whichever view it comes from: cards with rows, lines between them, where all stands.
// Views (entities, documents) make cards and lines; drawing and gestures know no others.
import { around, AREA, CARD, cardHeight, crosses, Index } from "../layout/geometry.js";
import { ports } from "../layout/ports.js";
import { elbow, Router } from "../layout/routes.js";

export class Scene {
  // router: how ways are found; by default at once.
  constructor(router = null) {
    this.cards = new Map();
    this.lines = new Map();
    this.areas = [];
    this.touching = new Map();
    this.index = new Index();
    this.reach = new Index(1024);
    this.router = router ?? new Router(this.index);
    this.pairs = new Map();
    this.elbows = new Map();
    this.version = 0;
  }

  // Take what a view made. cards: [{key, x, y, count, …}]; lines: [{key, from, to, …}];
  // areas: [{key, name, members}].
  set(cards, lines, areas = []) {
    this.areas = areas;
    const gone = new Set(this.cards.keys());
    const moved = [];
    for (const card of cards) {
      Object.assign(card, { w: card.w ?? CARD.width, h: cardHeight(card.folded ? 0 : card.count) });
      gone.delete(card.key);
      const before = this.index.boxes.get(card.key);
      if (!before || before.x !== card.x || before.y !== card.y || before.w !== card.w || before.h !== card.h) {
        moved.push(before, card);
        this.#put(card.key, card);
      }
    }
    for (const key of gone) {
      moved.push(this.index.boxes.get(key));
      this.index.drop(key);
      this.router.gone?.(key);
    }
    this.cards = new Map(cards.map((card) => [card.key, card]));
    this.lines = new Map(lines.map((line) => [line.key, line]));
    this.touching = new Map();
    for (const line of lines) for (const key of new Set([line.from, line.to])) {
      const held = this.touching.get(key);
      if (held) held.push(line);
      else this.touching.set(key, [line]);
    }
    this.settle(moved.filter(Boolean));
  }

  // Find the ends of lines anew after cards have moved; ways that lead past the places `moved` are forgotten.
  settle(moved) {
    const pairs = ports(this.lines.values(), this.cards);
    for (const key of this.pairs.keys()) if (!pairs.has(key)) this.#drop(key);
    for (const [key, pair] of pairs) {
      const before = this.pairs.get(key);
      if (!before || !same(before, pair) || !this.router.holds(key)) {
        this.#drop(key);
        this.router.hold(key, pair);
        this.reach.put(key, around([box(pair.a), box(pair.b)]));
      }
    }
    this.pairs = pairs;
    for (const place of moved)
      for (const [key, points] of this.router.ways) if (crosses(points, place)) this.router.forget(key);
    this.version++;
  }

  #put(key, box) {
    this.index.put(key, box);
    this.router.put?.(key, box);
  }

  #drop(key) {
    this.elbows.delete(key);
    this.router.release(key);
    this.reach.drop(key);
  }

  // Put cards somewhere else for the time of a gesture; their lines follow as elbows.
  shift(places) {
    for (const [key, place] of places) {
      const card = this.cards.get(key);
      if (!card) continue;
      Object.assign(card, place);
      this.#put(key, card);
    }
    const keys = new Set([...places.keys()].flatMap((key) => (this.touching.get(key) ?? []).map((line) => line.key)));
    const near = new Set([...keys].flatMap((key) => [this.lines.get(key).from, this.lines.get(key).to]));
    const lines = new Set([...near].flatMap((key) => this.touching.get(key) ?? []));
    const fresh = ports(lines, this.cards);
    for (const key of keys) {
      this.router.release(key);
      this.pairs.set(key, fresh.get(key));
      this.elbows.delete(key);
      this.reach.put(key, around([box(fresh.get(key).a), box(fresh.get(key).b)]));
    }
    return keys;
  }

  // The points of a line: its way, or an elbow where none is known yet. quick: without a search.
  way(key, quick = true) {
    const held = this.router.ways.get(key);
    if (held) return held;
    const pair = this.pairs.get(key);
    if (!quick) return this.router.route(key, pair);
    if (!this.elbows.has(key)) this.elbows.set(key, elbow(pair));
    return this.elbows.get(key);
  }

  // Lines that are seen in an area: their ends may lie far apart, and the way between them elsewhere.
  linesWithin(area) {
    const found = [];
    for (const key of this.reach.within(area))
      if (crosses(this.router.ways.get(key) ?? this.way(key, true), area, 40)) found.push(key);
    return found;
  }

  // Around the cards of an area, with room for its name; null where none of them is there.
  areaBox({ members }) {
    const box = around(members.map((key) => this.cards.get(key)).filter(Boolean));
    return box
      && { x: box.x - AREA.edge, y: box.y - AREA.head, w: box.w + 2 * AREA.edge, h: box.h + AREA.head + AREA.edge };
  }

  exact(key) { return this.router.ways.has(key); }
  box() { return around(this.cards.values()); }
  // With the ways of lines that are known.
  extent() {
    const ways = [...this.lines.keys()].flatMap((key) => this.router.ways.get(key) ?? []);
    return around([...this.cards.values(), ...ways.map(({ x, y }) => ({ x, y, w: 0, h: 0 }))]);
  }
  at(point) {
    for (const key of [...this.index.within({ ...point, w: 0.01, h: 0.01 })].reverse()) return this.cards.get(key);
    return null;
  }
  // The card at a point, or the nearest one within so far of it.
  near(point, reach) {
    const away = ({ x, y, w, h }) =>
      Math.hypot(Math.max(x - point.x, 0, point.x - x - w), Math.max(y - point.y, 0, point.y - y - h));
    const around = { x: point.x - reach, y: point.y - reach, w: 2 * reach, h: 2 * reach };
    const cards = [...this.index.within(around)].map((key) => this.cards.get(key));
    const nearest = cards.sort((one, other) => away(one) - away(other))[0];
    return this.at(point) ?? (nearest && away(nearest) <= reach ? nearest : null);
  }
}

const box = (end) => ({ x: end.x - 60, y: end.y - 60, w: 120, h: 120 });
const same = (one, two) =>
  ["a", "b"].every((end) => ["x", "y", "side", "room"].every((key) => one[end][key] === two[end][key]));
