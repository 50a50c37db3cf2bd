// The ways of lines: from side to side, around cards, each on a track of its own. Exact ways are found by
// A* on tracks that are PITCH apart; a way that would take too long to find, or a card on the move, gets an elbow.
import { bottom, clamp, grown, PITCH, right } from "./geometry.js";
import { level } from "./ports.js";
import { STEPS, Tracks, walk } from "./search.js";

const CELLS = 9000; // most points of a search over every track
const MOST = 60000; // and over the tracks beside cards
const BETWEEN = 4; // tracks left between a line's straight end and the next card
const FOOT = 2; // tracks that a crow's foot takes: nothing crosses them
const NUMBER = 2; // times as dear as elsewhere is it to cross a line where its number stands, behind its foot
const CROWDED = 60; // so much dearer than the shortest is a way that bends a lot or lies upon another
// Searches in their order: how many tracks beside each card, how many tracks around the two ends.
const SEARCHES = [{ tracks: Infinity, reach: 12 }, { tracks: 6, reach: 40 }, { tracks: 3, reach: 20, hurry: 3 }];
const SIDE = { right: 0, bottom: 1, left: 2, top: 3 };

// A quick way of at most three bends, past nothing.
export function elbow({ a, b }) {
  const out = 2 * PITCH;
  const [one, two] = [stepped(a, out), stepped(b, out)];
  if (level(a) && level(b)) {
    const x =
      a.side === b.side ? (a.side === "right" ? Math.max(one.x, two.x) : Math.min(one.x, two.x)) : (a.x + b.x) / 2;
    return [a, { x, y: a.y }, { x, y: b.y }, b];
  }
  if (!level(a) && !level(b)) {
    const y = (a.y + b.y) / 2;
    return [a, { x: a.x, y }, { x: b.x, y }, b];
  }
  return level(a) ? [a, { x: b.x, y: a.y }, b] : [a, { x: a.x, y: b.y }, b];
}

function stepped(end, by) {
  const [dx, dy] = STEPS[SIDE[end.side]];
  return { x: end.x + dx * by, y: end.y + dy * by };
}

// Finds ways and remembers which tracks are taken. index: the boxes to go around.
export class Router {
  constructor(index) {
    this.index = index;
    this.taken = new Tracks();
    this.ways = new Map();
    this.ends = new Map();
  }

  // A line's ends: the straight pieces before them are kept free of other lines, whichever is searched first.
  hold(key, pair) {
    this.release(key);
    const pieces = both(pair).map(([end, other]) => [{ x: cell(end.x), y: cell(end.y) }, this.#outside(end, other)]);
    this.ends.set(key, pieces);
    this.#ends(pieces, 1);
  }

  holds(key) { return this.ends.has(key); }

  release(key) {
    this.forget(key);
    if (this.ends.has(key)) this.#ends(this.ends.get(key), -1);
    this.ends.delete(key);
  }

  #ends(pieces, by) {
    for (const [one, two] of pieces) {
      const near = { x: one.x + clamp(two.x - one.x, -FOOT, FOOT), y: one.y + clamp(two.y - one.y, -FOOT, FOOT) };
      this.taken.mark(one.x, one.y, near.x, near.y, by, true);
      this.taken.mark(near.x, near.y, two.x, two.y, NUMBER * by);
    }
  }

  // The exact way between two ports, or the elbow where the search would be too large.
  route(key, pair) {
    this.forget(key);
    const own = this.ends.get(key) ?? [];
    this.#ends(own, -1);
    const points = this.#search(pair) ?? elbow(pair);
    this.#ends(own, 1);
    this.ways.set(key, points);
    this.#mark(points, 1);
    return points;
  }

  forget(key) {
    const points = this.ways.get(key);
    if (points) this.#mark(points, -1);
    this.ways.delete(key);
  }

  #mark(points, by) {
    for (let n = 1; n < points.length; n++) {
      const [one, two] = [points[n - 1], points[n]];
      this.taken.mark(cell(one.x), cell(one.y), cell(two.x), cell(two.y), by);
    }
  }

  // Where a line's straight end stops: with tracks left between it and the next card.
  #outside(end, other) {
    const most = straight(end, other);
    const far = stepped(end, (most + BETWEEN) * PITCH);
    const strip = {
      x: Math.min(end.x, far.x), y: Math.min(end.y, far.y), w: Math.abs(end.x - far.x) || 1,
      h: Math.abs(end.y - far.y) || 1
    };
    const [dx, dy] = STEPS[SIDE[end.side]];
    let free = most + BETWEEN;
    for (const key of this.index.within(strip)) {
      const box = this.index.boxes.get(key);
      const off = dx > 0 ? box.x - end.x : dx < 0 ? end.x - right(box) : dy > 0 ? box.y - end.y : end.y - bottom(box);
      if (off >= 0) free = Math.min(free, Math.floor(off / PITCH));
    }
    return outside(end, Math.max(1, Math.min(most, free - BETWEEN)));
  }

  // The first search that is small enough; where that way lies upon another line, a wider one may find a better.
  #search(pair) {
    const { a, b } = pair;
    const [from, to] = both(pair).map(([end, other]) => this.#outside(end, other));
    let best = null;
    for (const wide of SEARCHES) {
      const grid = this.#grid(from, to, wide);
      const at = ({ x, y }) => ({ x: first(grid.xs, x), y: first(grid.ys, y) });
      const found = grid && walk(grid, at(from), at(to), SIDE[a.side], (SIDE[b.side] + 2) % 4, this.taken, wide.hurry);
      if (found && (!best || found.cost < best.cost)) best = found;
      if (best && (wide !== SEARCHES[0] || best.cost < CROWDED + Math.abs(from.x - to.x) + Math.abs(from.y - to.y)))
        break;
    }
    const cells = best?.cells;
    return cells && tidied([
      a, ...corner(a, cells[0]), ...cells.map(([x, y]) => ({ x: x * PITCH, y: y * PITCH })), ...corner(b, cells.at(-1)),
      b
    ]);
  }

  // The lines of a grid around two cells, or null where there would be too many.
  #grid(from, to, { tracks, reach }) {
    const [x1, x2] = [Math.min(from.x, to.x) - reach, Math.max(from.x, to.x) + reach];
    const [y1, y2] = [Math.min(from.y, to.y) - reach, Math.max(from.y, to.y) + reach];
    const every = tracks === Infinity;
    if (every && (x2 - x1) * (y2 - y1) > CELLS) return null;
    const boxes = [
      ...this.index.within({ x: x1 * PITCH, y: y1 * PITCH, w: (x2 - x1) * PITCH, h: (y2 - y1) * PITCH })
    ].map((key) => grown(this.index.boxes.get(key), PITCH * 0.75));
    const xs = lines(x1, x2, from.x, to.x, boxes, "x", "w", tracks);
    const ys = lines(y1, y2, from.y, to.y, boxes, "y", "h", tracks);
    return every || xs.length * ys.length <= MOST ? { xs, ys, closed: closures(xs, ys, boxes) } : null;
  }
}

function lines(least, most, one, other, boxes, axis, size, tracks) {
  if (tracks === Infinity) return Array.from({ length: most - least + 1 }, (_, n) => least + n);
  const found = new Set([least, most, one, other]);
  for (const box of boxes) for (let n = 0; n < tracks; n++) {
    found.add(Math.floor(box[axis] / PITCH) - n);
    found.add(Math.ceil((box[axis] + box[size]) / PITCH) + n);
  }
  return [...found].filter((at) => at >= least && at <= most).sort((here, there) => here - there);
}

// Steps that lead into or through a box.
function closures(xs, ys, boxes) {
  const [level, upright] = [new Uint8Array(xs.length * ys.length), new Uint8Array(xs.length * ys.length)];
  for (const box of boxes) {
    const [x1, x2, y1, y2] = [box.x / PITCH, right(box) / PITCH, box.y / PITCH, bottom(box) / PITCH];
    const [left, top] = [first(xs, x1), first(ys, y1)];
    for (let y = top; y < ys.length && ys[y] <= y2; y++) {
      for (let x = Math.max(0, left - 1); x < xs.length && xs[x] <= x2; x++) level[y * xs.length + x] = 1;
    }
    for (let y = Math.max(0, top - 1); y < ys.length && ys[y] <= y2; y++) {
      for (let x = left; x < xs.length && xs[x] <= x2; x++) upright[y * xs.length + x] = 1;
    }
  }
  return [level, upright];
}

// The number of the first line at or behind a place.
function first(list, place) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const both = ({ a, b }) => [[a, b], [b, a]];
const cell = (length) => Math.round(length / PITCH);

// How many cells a line leaves its card straight: crow's foot and number need that, as far as there is room.
function straight(end, other) {
  if (level(end) !== level(other)) return Math.min(end.room, 4);
  if (end.side === other.side) return end.room;
  const apart = Math.floor((level(end) ? Math.abs(end.x - other.x) : Math.abs(end.y - other.y)) / PITCH) - 2;
  return Math.max(1, Math.min(end.room, Math.max(apart - other.room, Math.floor(apart / 2))));
}

// The cell so far outside a port.
function outside(end, by) {
  const out = stepped(end, by * PITCH);
  const [dx, dy] = STEPS[SIDE[end.side]];
  const whole = (value, to) => (to > 0 ? Math.ceil(value / PITCH) : to < 0 ? Math.floor(value / PITCH) : cell(value));
  return { x: whole(out.x, dx), y: whole(out.y, dy) };
}

// Between a port and a cell that does not lie straight before it.
function corner(end, [cx, cy]) {
  return [level(end) ? { x: cx * PITCH, y: end.y } : { x: end.x, y: cy * PITCH }];
}

// The corners alone, from port to port.
function tidied(all) {
  const points = all.map(
    ({ x, y }) => ({ x, y })
  ).filter((point, n, list) => !n || point.x !== list[n - 1].x || point.y !== list[n - 1].y);
  return points.filter((point, n) => {
    const [one, two] = [points[n - 1], points[n + 1]];
    return !one || !two || !((one.x === point.x && point.x === two.x) || (one.y === point.y && point.y === two.y));
  });
}
