// The ways of lines: from side to side, around cards, each on a track of its own. Exact ways are found by
// A* on a grid of PITCH; a way that would take too long to find, or a card on the move, gets an elbow.
import { bottom, centre, grown, PITCH, right } from "./geometry.js";
import { STEPS, walk } from "./search.js";

const CELLS = 16000; // most cells of one search
const SIDE = { right: 0, bottom: 1, left: 2, top: 3 };

// The sides at which two cards face one another.
export function sides(one, other) {
  const apartX = Math.max(other.x - right(one), one.x - right(other));
  const apartY = Math.max(other.y - bottom(one), one.y - bottom(other));
  if (one === other) return ["right", "right"];
  if (apartX >= 3 * PITCH || apartX >= apartY) {
    if (apartX < 3 * PITCH) return centre(one).x <= centre(other).x ? ["left", "left"] : ["right", "right"];
    return centre(one).x <= centre(other).x ? ["right", "left"] : ["left", "right"];
  }
  return centre(one).y <= centre(other).y ? ["bottom", "top"] : ["top", "bottom"];
}

// The places at the sides of cards where lines end: apart from one another, in the order of their other ends.
export function ports(lines, boxes) {
  const held = new Map();
  for (const line of lines) {
    const [one, other] = [boxes.get(line.from), boxes.get(line.to)];
    if (!one || !other) continue;
    const [here, there] = sides(one, other);
    hold(held, `${line.from}|${here}`, { line, end: "a", box: one, side: here, other });
    hold(held, `${line.to}|${there}`, { line, end: "b", box: other, side: there, other: one });
  }
  const found = new Map();
  for (const ends of held.values()) spread(ends, found);
  return found;
}

function hold(held, key, end) {
  const list = held.get(key);
  if (list) list.push(end);
  else held.set(key, [end]);
}

function spread(ends, found) {
  const upright = ends[0].side === "left" || ends[0].side === "right";
  const [axis, size] = upright ? ["y", "h"] : ["x", "w"];
  const box = ends[0].box;
  for (const end of ends) end.wanted = facing(box, end.other, axis, size);
  ends.sort((one, two) => one.wanted - two.wanted || centre(one.other)[axis] - centre(two.other)[axis] || (one.line.key < two.line.key ? -1 : 1));
  const [low, high] = [box[axis] + PITCH, box[axis] + box[size] - PITCH];
  const gap = Math.max(1, Math.min(2, Math.floor((high - low) / PITCH / ends.length))) * PITCH;
  let free = Math.ceil(low / PITCH) * PITCH;
  for (const end of ends) {
    end.along = Math.max(free, Math.round(end.wanted / PITCH) * PITCH);
    free = end.along + gap;
  }
  let most = Math.floor(high / PITCH) * PITCH;
  for (const end of ends.toReversed()) {
    end.along = Math.max(Math.ceil(low / PITCH) * PITCH, Math.min(end.along, most));
    most = end.along - gap;
  }
  for (const end of ends) {
    const point = upright ? { x: end.side === "left" ? box.x : right(box), y: end.along } : { x: end.along, y: end.side === "top" ? box.y : bottom(box) };
    const pair = found.get(end.line.key) ?? {};
    pair[end.end] = { ...point, side: end.side };
    found.set(end.line.key, pair);
  }
}

// Where along a side a line to the other card wants to end: the same place on both, where they stand opposite.
function facing(box, other, axis, size) {
  const [low, high] = [Math.max(box[axis], other[axis]) + PITCH, Math.min(box[axis] + box[size], other[axis] + other[size]) - PITCH];
  if (low <= high) return axis === "y" ? Math.min((low + high) / 2, low + 48) : (low + high) / 2;
  const inset = Math.min(box[size] / 2, 3 * PITCH);
  return centre(other)[axis] < centre(box)[axis] ? box[axis] + inset : box[axis] + box[size] - inset;
}

// A quick way of at most three bends, past nothing.
export function elbow({ a, b }) {
  const out = 2 * PITCH;
  const [one, two] = [stepped(a, out), stepped(b, out)];
  const level = (end) => end.side === "left" || end.side === "right";
  if (level(a) && level(b)) {
    const x = a.side === b.side ? (a.side === "right" ? Math.max(one.x, two.x) : Math.min(one.x, two.x)) : (a.x + b.x) / 2;
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
    this.taken = [new Map(), new Map()];
    this.ways = new Map();
  }

  // The exact way between two ports, or the elbow where the search would be too large.
  route(key, pair) {
    this.forget(key);
    const points = this.#search(pair) ?? elbow(pair);
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
      const level = Math.abs(one.y - two.y) < 1 ? 0 : 1;
      const [x1, x2] = [cell(Math.min(one.x, two.x)), cell(Math.max(one.x, two.x))];
      const [y1, y2] = [cell(Math.min(one.y, two.y)), cell(Math.max(one.y, two.y))];
      for (let x = x1; x <= x2; x++) for (let y = y1; y <= y2; y++) {
        const key = x * 65536 + y;
        this.taken[level].set(key, (this.taken[level].get(key) ?? 0) + by);
      }
    }
  }

  #search({ a, b }) {
    const reach = 14 * PITCH;
    const [x1, x2] = [cell(Math.min(a.x, b.x) - reach), cell(Math.max(a.x, b.x) + reach)];
    const [y1, y2] = [cell(Math.min(a.y, b.y) - reach), cell(Math.max(a.y, b.y) + reach)];
    const area = { x: x1, y: y1, w: x2 - x1 + 1, h: y2 - y1 + 1 };
    if (area.w * area.h > CELLS) return null;
    const walls = this.#walls(area);
    const start = outside(a, area);
    const goal = outside(b, area);
    const cells = walk(area, walls, start, goal, SIDE[a.side], (SIDE[b.side] + 2) % 4, this.taken);
    return cells && tidied(a, cells.map(([x, y]) => ({ x: x * PITCH, y: y * PITCH })), b);
  }

  #walls(area) {
    const walls = new Uint8Array(area.w * area.h);
    const world = { x: area.x * PITCH, y: area.y * PITCH, w: area.w * PITCH, h: area.h * PITCH };
    for (const key of this.index.within(world)) {
      const box = grown(this.index.boxes.get(key), PITCH * 0.75);
      const [x1, x2] = [Math.max(area.x, Math.ceil(box.x / PITCH)), Math.min(area.x + area.w - 1, Math.floor(right(box) / PITCH))];
      const [y1, y2] = [Math.max(area.y, Math.ceil(box.y / PITCH)), Math.min(area.y + area.h - 1, Math.floor(bottom(box) / PITCH))];
      for (let y = y1; y <= y2; y++) walls.fill(1, (y - area.y) * area.w + x1 - area.x, (y - area.y) * area.w + x2 - area.x + 1);
    }
    return walls;
  }
}

const cell = (length) => Math.round(length / PITCH);

// The first free cell outside a port; the crow's foot needs its length straight.
function outside(end, area) {
  const [dx, dy] = STEPS[SIDE[end.side]];
  const out = { x: dx > 0 ? Math.ceil(end.x / PITCH) : dx < 0 ? Math.floor(end.x / PITCH) : cell(end.x), y: dy > 0 ? Math.ceil(end.y / PITCH) : dy < 0 ? Math.floor(end.y / PITCH) : cell(end.y) };
  return { x: out.x + 2 * dx - area.x, y: out.y + 2 * dy - area.y };
}

// The corners alone, from port to port.
function tidied(a, cells, b) {
  const points = [{ x: a.x, y: a.y }, ...cells, { x: b.x, y: b.y }].filter((point, n, all) => !n || point.x !== all[n - 1].x || point.y !== all[n - 1].y);
  return points.filter((point, n) => {
    const [one, two] = [points[n - 1], points[n + 1]];
    if (!one || !two) return true;
    return !((one.x === point.x && point.x === two.x) || (one.y === point.y && point.y === two.y));
  });
}
