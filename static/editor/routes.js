// The ways of lines: from side to side, around cards, each on a track of its own. Exact ways are found by
// A* on a grid of PITCH; a way that would take too long to find, or a card on the move, gets an elbow.
import { bottom, centre, grown, PITCH, right } from "./geometry.js";
import { STEPS, walk } from "./search.js";

const CELLS = 7000; // most cells of one search
const COARSEST = 4;
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

  // Large areas are searched on a coarser grid.
  #search({ a, b }) {
    const reach = 12 * PITCH;
    const [w, h] = [Math.abs(a.x - b.x) + 2 * reach, Math.abs(a.y - b.y) + 2 * reach];
    const step = Math.max(1, Math.ceil(Math.sqrt((w * h) / PITCH / PITCH / CELLS)));
    if (step > COARSEST) return null;
    const unit = PITCH * step;
    const [x, y] = [cell(Math.min(a.x, b.x) - reach, unit), cell(Math.min(a.y, b.y) - reach, unit)];
    const area = { x, y, w: cell(Math.max(a.x, b.x) + reach, unit) - x + 1, h: cell(Math.max(a.y, b.y) + reach, unit) - y + 1, step };
    const level = (end) => end.side === "left" || end.side === "right";
    const straight = level(a) && level(b) && Math.abs(a.x - b.x) >= 11 * PITCH ? 4 : 2; // room for the numbers
    const [start, goal] = [outside(a, area, straight, unit), outside(b, area, straight, unit)];
    const cells = walk(area, this.#walls(area, unit), start, goal, SIDE[a.side], (SIDE[b.side] + 2) % 4, this.taken);
    return cells && tidied([a, ...corner(a, cells[0], unit), ...cells.map(([cx, cy]) => ({ x: cx * unit, y: cy * unit })), ...corner(b, cells.at(-1), unit), b]);
  }

  #walls(area, unit) {
    const walls = new Uint8Array(area.w * area.h);
    const world = { x: area.x * unit, y: area.y * unit, w: area.w * unit, h: area.h * unit };
    for (const key of this.index.within(world)) {
      const box = grown(this.index.boxes.get(key), PITCH * 0.75);
      const [x1, x2] = [Math.max(area.x, Math.ceil(box.x / unit)), Math.min(area.x + area.w - 1, Math.floor(right(box) / unit))];
      const [y1, y2] = [Math.max(area.y, Math.ceil(box.y / unit)), Math.min(area.y + area.h - 1, Math.floor(bottom(box) / unit))];
      for (let y = y1; y <= y2; y++) walls.fill(1, (y - area.y) * area.w + x1 - area.x, (y - area.y) * area.w + x2 - area.x + 1);
    }
    return walls;
  }
}

const cell = (length, unit = PITCH) => Math.round(length / unit);

// The first cell outside a port; crow's foot and number need that length straight.
function outside(end, area, straight, unit) {
  const out = stepped(end, straight * PITCH);
  const [dx, dy] = STEPS[SIDE[end.side]];
  const whole = (value, by) => (by > 0 ? Math.ceil(value / unit) : by < 0 ? Math.floor(value / unit) : cell(value, unit));
  return { x: whole(out.x, dx) - area.x, y: whole(out.y, dy) - area.y };
}

// Between a port and a cell that does not lie straight before it.
function corner(end, [cx, cy], unit) {
  const level = end.side === "left" || end.side === "right";
  return [level ? { x: cx * unit, y: end.y } : { x: end.x, y: cy * unit }];
}

// The corners alone, from port to port.
function tidied(all) {
  const points = all.map(({ x, y }) => ({ x, y })).filter((point, n, list) => !n || point.x !== list[n - 1].x || point.y !== list[n - 1].y);
  return points.filter((point, n) => {
    const [one, two] = [points[n - 1], points[n + 1]];
    return !one || !two || !((one.x === point.x && point.x === two.x) || (one.y === point.y && point.y === two.y));
  });
}
