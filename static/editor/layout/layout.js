// Laying cards out: neighbours near one another on a grid of columns, roughly square, components side by side. The
// cards of a group stand together: they are laid out among themselves, and their area as if it were one large card.
import { inColumns, inRows } from "./columns.js";
import { AREA, CARD, GAP, ZOOM } from "./geometry.js";

const COLUMN = CARD.width + GAP.x;
const ROUNDS = 12;

// The place of each card. cards: [{key, h}]; links: [{from, to}]; groups: lists of keys, of which the first that names
// a card has it; view: {w, h}, the room that all should be read in, for which cards may be `folded`. Deterministic:
// same input, same places.
export function arranged(cards, links, groups = [], view = null) {
  const [blocks, home] = blocked(cards, links, groups);
  if (!blocks.length) return (view && inColumns(cards, links, view, ZOOM.readable)) || laid(cards, links, view);
  const outside = (key) => home.get(key)?.key ?? key;
  const outer = laid([...blocks, ...cards.filter((card) => !home.has(card.key))], links.map(
    ({ from, to }) => ({ from: outside(from), to: outside(to) })
  ), view);
  return new Map(cards.map(({ key }) => {
    const [block, at] = [home.get(key), outer.get(outside(key))];
    const inner = block?.inner.get(key);
    return [key, block ? { x: at.x + AREA.edge + inner.x, y: at.y + AREA.head + inner.y } : at];
  }));
}

// The areas of groups as cards, each with the places of its own in it; and the block that has a card.
function blocked(cards, links, groups) {
  const [byKey, home] = [new Map(cards.map((card) => [card.key, card])), new Map()];
  const blocks = groups.flatMap((keys, number) => {
    const own = keys.filter((key) => byKey.has(key) && !home.has(key)).map((key) => byKey.get(key));
    if (!own.length) return [];
    const held = new Set(own.map((card) => card.key));
    const inner = laid(own, links.filter(({ from, to }) => held.has(from) && held.has(to)));
    const { w, h } =
      extent(new Map(own.map(({ key, h: tall }) => [key, { ...inner.get(key), w: CARD.width, h: tall }])));
    const block = { key: `\0${number}`, inner, w: w + 2 * AREA.edge, h: h + AREA.head + AREA.edge };
    for (const key of held) home.set(key, block);
    return [block];
  });
  return [blocks, home];
}

function laid(cards, links, view = null) {
  const near = new Map(cards.map((card) => [card.key, []]));
  for (const { from, to } of links) {
    if (from === to || !near.has(from) || !near.has(to)) continue;
    near.get(from).push(to);
    near.get(to).push(from);
  }
  const { linked, single } = components(cards, near);
  const parts = linked.map((members) => placedPart(members, near));
  return packed(parts, single, view ? view.w / view.h : 1);
}

function components(cards, near) {
  const [seen, found, single] = [new Set(), [], []];
  const byKey = new Map(cards.map((card) => [card.key, card]));
  for (const card of cards) {
    if (seen.has(card.key)) continue;
    const members = [];
    const queue = [card.key];
    seen.add(card.key);
    while (queue.length) {
      const key = queue.shift();
      members.push(byKey.get(key));
      for (const other of near.get(key)) if (!seen.has(other)) queue.push(other), seen.add(other);
    }
    if (members.length === 1) single.push(members[0]);
    else found.push(members);
  }
  found.sort((one, other) => other.length - one.length);
  return { linked: found, single };
}

function placedPart(members, near) {
  const plain = members.filter((card) => !card.inner);
  const pitch =
    (plain.length ? plain : members).reduce((sum, card) => sum + card.h, 0) / (plain.length || members.length) + GAP.y;
  const slots = new Slots(near, COLUMN, pitch);
  for (const key of inOrder(members, near)) slots.add(key);
  for (let round = 0; round < ROUNDS && slots.improve(); round++);
  return columns(members, slots, pitch);
}

// Breadth first from the card with most links, so that each comes beside one that stands already.
function inOrder(members, near) {
  const rank = (card) => new Set(near.get(card.key)).size;
  const start = members.reduce((best, card) => (rank(card) > rank(best) ? card : best));
  const order = [start.key];
  const seen = new Set(order);
  for (let at = 0; at < order.length; at++) {
    const next = near.get(order[at]).filter((key) => !seen.has(key));
    next.sort((one, other) => near.get(other).length - near.get(one).length || (one < other ? -1 : 1));
    for (const key of next) if (!seen.has(key)) seen.add(key), order.push(key);
  }
  return [...order, ...members.map((card) => card.key).filter((key) => !seen.has(key))];
}

class Slots {
  constructor(near, width, height) {
    this.near = near;
    this.height = height / width;
    this.held = new Map();
    this.at = new Map();
  }

  add(key) {
    const [x, y] = this.held.size ? this.#best(key) : [0, 0];
    this.#put(key, x, y);
  }

  // One round of moves and exchanges that shorten lines; false when nothing got better.
  improve() {
    let better = false;
    for (const key of [...this.at.keys()]) {
      const friends = this.near.get(key).filter((other) => this.at.has(other));
      if (!friends.length) continue;
      const mean = [
        0, 1
      ].map((axis) => Math.round(friends.reduce((sum, one) => sum + this.at.get(one)[axis], 0) / friends.length));
      for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++) better = this.#try(key, mean[0] + dx, mean[1] + dy) || better;
    }
    return better;
  }

  #try(key, x, y) {
    const other = this.held.get(name(x, y));
    if (other === key) return false;
    const [hx, hy] = this.at.get(key);
    const before = this.#cost(key, hx, hy) + (other ? this.#cost(other, x, y) : 0);
    this.#put(key, x, y);
    if (other) this.#put(other, hx, hy);
    else this.held.delete(name(hx, hy));
    const after = this.#cost(key, x, y) + (other ? this.#cost(other, hx, hy) : 0);
    if (after < before - 1e-9) return true;
    this.#put(key, hx, hy);
    if (other) this.#put(other, x, y);
    else this.held.delete(name(x, y));
    return false;
  }

  #best(key) {
    const friends = this.near.get(key).filter((other) => this.at.has(other));
    const around = friends.length ? friends : [...this.at.keys()];
    let [best, least] = [null, Infinity];
    for (let reach = 1; !best || reach <= 2; reach++) {
      for (const friend of around) {
        const [fx, fy] = this.at.get(friend);
        for (let dx = -reach; dx <= reach; dx++) for (let dy = -reach; dy <= reach; dy++) {
          if (this.held.has(name(fx + dx, fy + dy))) continue;
          const cost =
            this.#cost(key, fx + dx, fy + dy) + 0.02 * (Math.abs(fx + dx) + Math.abs((fy + dy) * this.height));
          if (cost < least) [best, least] = [[fx + dx, fy + dy], cost];
        }
      }
    }
    return best;
  }

  // Length of a card's lines from here. A card right between two others would be run through, so it costs.
  #cost(key, x, y) {
    let sum = 0.01 * (Math.abs(x) + Math.abs(y * this.height));
    for (const other of this.near.get(key)) {
      const place = this.at.get(other);
      if (!place) continue;
      const [dx, dy] = [Math.abs(place[0] - x), Math.abs(place[1] - y)];
      sum += Math.hypot(dx, dy * this.height) + (dx === 0 ? 0.45 : 0) + (
        (dx === 0 && dy > 1) || (dy === 0 && dx > 1) ? 0.7 : 0
      );
    }
    return sum;
  }

  #put(key, x, y) {
    this.held.set(name(x, y), key);
    this.at.set(key, [x, y]);
  }
}

const name = (x, y) => x * 1e5 + y;

// Places in pixels: rows line up where the heights allow it, and nothing overlaps.
function columns(members, slots, pitch) {
  const byColumn = new Map();
  for (const card of members) {
    const [x, y] = slots.at.get(card.key);
    if (!byColumn.has(x)) byColumn.set(x, []);
    byColumn.get(x).push({ card, y });
  }
  const lefts = edges(byColumn);
  const places = new Map();
  for (const [x, held] of byColumn) {
    held.sort((one, other) => one.y - other.y);
    let free = -Infinity;
    for (const { card, y } of held) {
      const top = Math.max(free, Math.round(y * pitch));
      places.set(card.key, { x: lefts.get(x), y: top, w: wide(card), h: card.h });
      free = top + card.h + GAP.y;
    }
  }
  return places;
}

const wide = (card) => card.w ?? CARD.width;

// Where each column begins: as far from the one before as its widest card needs.
function edges(byColumn) {
  const lefts = new Map();
  let [last, left] = [null, 0];
  for (const x of [...byColumn.keys()].sort((one, other) => one - other)) {
    if (last !== null)
      left += Math.max(...byColumn.get(last).map(({ card }) => wide(card))) + GAP.x + (x - last - 1) * COLUMN;
    lefts.set(x, left);
    last = x;
  }
  return lefts;
}

// Components on shelves of about the same width, so that the whole has about the shape of the view; below them, in
// rows, what is not linked with anything.
function packed(parts, single, shape) {
  const area = (sum, { w = CARD.width, h }) => sum + w * h;
  const sized = parts.map((places) => ({ places, ...extent(places) }));
  const whole = [...sized, ...single.map(({ h }) => ({ w: CARD.width + GAP.x, h: h + GAP.y }))].reduce(area, 0);
  const width = Math.max(...sized.map((part) => part.w), Math.sqrt(whole * shape) * 1.4, 0);
  if (single.length) {
    const rows = inRows(single, width);
    sized.push({ places: rows, ...extent(rows) });
  }
  const found = new Map();
  let [x, y, tall] = [0, 0, 0];
  for (const part of sized) {
    if (x > 0 && x + part.w > width) [x, y, tall] = [0, y + tall + GAP.y * 2, 0];
    for (const [key, place] of part.places)
      found.set(key, { x: Math.round(place.x - part.x + x), y: Math.round(place.y - part.y + y) });
    [x, tall] = [x + part.w + GAP.x, Math.max(tall, part.h)];
  }
  return found;
}

function extent(places) {
  let [x, y, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of places.values())
    [x, y, x2, y2] = [Math.min(x, box.x), Math.min(y, box.y), Math.max(x2, box.x + box.w), Math.max(y2, box.y + box.h)];
  return { x, y, w: x2 - x, h: y2 - y };
}
