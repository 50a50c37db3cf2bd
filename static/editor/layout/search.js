// The cheapest way through a grid: A* over points and headings, where bends, tracks that another line holds
// and crossings cost something, and cards are closed. The grid's lines need not be evenly apart.
const COST = { bend: 7, beside: 30, across: 4, ahead: 16 };
const FARAWAY = [[400, 2.2], [150, 1.5], [0, 1]]; // from so many cells on, so eager
const PATIENCE = 30000; // states of a search: about 15 ms
export const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

// Memory that every search uses anew: what was written in another round does not count.
let [size, round] = [0, 0];
let costs, came, seen;
function room(states) {
  if (states > size) {
    size = Math.ceil(states * 1.5);
    [costs, came, seen] = [new Float32Array(size), new Int32Array(size), new Uint32Array(size)];
    round = 0;
  }
  round++;
}

// The cells from start to goal, and whether they lie on another line; null where there is no way. grid: {xs, ys: the
// cells of its lines in order; closed: for
// level and upright steps a byte for each point, whether the step from it to the next one is closed}.
// start, goal: {x, y} as numbers of lines; heading: the first step; arriving: the last; taken: a Tracks; hurry: times
// as eager.
export function walk({ xs, ys, closed }, start, goal, heading, arriving, taken, hurry = 1) {
  const [w, h] = [xs.length, ys.length];
  room(w * h * 4);
  const heap = new Heap();
  // Far ways are sought more eagerly: a little longer than the best, and found in a tenth of the time.
  const apart = Math.abs(xs[start.x] - xs[goal.x]) + Math.abs(ys[start.y] - ys[goal.y]);
  const eager = hurry * FARAWAY.find(([least]) => apart >= least)[1];
  const guess = (x, y) => eager * (
    Math.abs(xs[x] - xs[goal.x]) + Math.abs(ys[y] - ys[goal.y]) + (x !== goal.x && y !== goal.y ? COST.bend : 0)
  );
  const reach = (state, x, y, cost, from) => {
    if (seen[state] === round && costs[state] <= cost) return;
    [seen[state], costs[state], came[state]] = [round, cost, from];
    heap.push(state, cost + guess(x, y));
  };
  reach((start.y * w + start.x) * 4 + heading, start.x, start.y, 0, -1);
  for (let left = PATIENCE; heap.size && left; left--) {
    const state = heap.pop();
    const [turn, place] = [state & 3, state >> 2];
    const [x, y] = [place % w, (place / w) | 0];
    const sofar = costs[state];
    if (x === goal.x && y === goal.y) {
      if (turn === arriving) return { cells: back(state, came, xs, ys), cost: sofar };
      if (turn !== (arriving + 2) % 4) reach(place * 4 + arriving, x, y, sofar + COST.bend, state);
    }
    for (let next = 0; next < 4; next++) {
      if (next === (turn + 2) % 4) continue;
      const [nx, ny] = [x + STEPS[next][0], y + STEPS[next][1]];
      if (nx < 0 || ny < 0 || nx >= w || ny >= h) continue;
      if (closed[next & 1][Math.min(y, ny) * w + Math.min(x, nx)]) continue;
      const step = Math.abs(xs[nx] - xs[x]) + Math.abs(ys[ny] - ys[y]);
      const met = next === turn ? 0 : COST.bend + (taken.held(next & 1, xs[x], ys[y]) ? COST.beside : 0)
        + (ahead(taken, turn, xs[x], ys[y]) || ahead(taken, (next + 2) % 4, xs[x], ys[y]) ? COST.ahead : 0);
      reach((ny * w + nx) * 4 + next, nx, ny, sofar + step + met + price(taken, next, xs[x], ys[y], step), state);
    }
  }
  return null;
}

// Whether a line that ends at a cell has another one before it, which would look like its continuation.
function ahead(taken, heading, x, y) {
  const [dx, dy] = STEPS[heading];
  return [1, 2].some((n) => taken.held(heading & 1, x + dx * n, y + dy * n));
}

// What other lines on a step's cells add to it.
function price(taken, next, x, y, step) {
  const [dx, dy] = STEPS[next];
  let sum = 0;
  for (let n = 1; n <= step; n++) {
    const there = taken.at(x + dx * n, y + dy * n);
    if (!there) continue;
    const [level, upright] = [there & 15, there >> 4];
    if (next & 1 ? upright : level) sum += COST.beside;
    sum += COST.across * (next & 1 ? level : upright);
  }
  return sum;
}

function back(state, came, xs, ys) {
  const cells = [];
  const w = xs.length;
  for (let at = state; at >= 0; at = came[at]) cells.push([xs[(at >> 2) % w], ys[((at >> 2) / w) | 0]]);
  return cells.reverse();
}

const TILE = 64;

// How many lines hold each cell, level and upright apart: four bits of a byte each, in tiles of cells.
export class Tracks {
  constructor() {
    this.tiles = new Map();
    this.last = [NaN, null];
  }

  #tile(x, y, made) {
    const key = (x >> 6) * 1e6 + (y >> 6);
    if (this.last[0] === key && (this.last[1] || !made)) return this.last[1];
    let tile = this.tiles.get(key) ?? null;
    if (!tile && made) this.tiles.set(key, tile = new Uint8Array(TILE * TILE));
    this.last = [key, tile];
    return tile;
  }

  at(x, y) { return this.#tile(x, y, false)?.[(y & 63) * TILE + (x & 63)] ?? 0; }
  held(upright, x, y) { return upright ? this.at(x, y) >> 4 : this.at(x, y) & 15; }

  // Cells from one to another, along one axis, taken (by: 1) or given back (-1); where nothing may cross, both ways.
  mark(x1, y1, x2, y2, by, alone = false) {
    const upright = x1 === x2 && y1 !== y2;
    const [dx, dy] = [Math.sign(x2 - x1), Math.sign(y2 - y1)];
    for (let n = 0; n <= Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)); n++) {
      const [x, y] = [x1 + dx * n, y1 + dy * n];
      const tile = this.#tile(x, y, true);
      const at = (y & 63) * TILE + (x & 63);
      const [level, up] = [tile[at] & 15, tile[at] >> 4];
      tile[at] = (alone || !upright ? within(level + by) : level) | ((alone || upright ? within(up + by) : up) << 4);
    }
  }
}

const within = (count) => Math.min(15, Math.max(0, count));

class Heap {
  constructor() {
    [this.keys, this.ranks, this.size] = [[], [], 0];
  }

  push(key, rank) {
    const { keys, ranks } = this;
    let at = this.size++;
    while (at) {
      const up = (at - 1) >> 1;
      if (ranks[up] <= rank) break;
      keys[at] = keys[up];
      ranks[at] = ranks[up];
      at = up;
    }
    keys[at] = key;
    ranks[at] = rank;
  }

  pop() {
    const { keys, ranks } = this;
    const top = keys[0];
    const [key, rank] = [keys[--this.size], ranks[this.size]];
    let at = 0;
    for (let next = 1; next < this.size; next = 2 * at + 1) {
      if (next + 1 < this.size && ranks[next + 1] < ranks[next]) next++;
      if (ranks[next] >= rank) break;
      keys[at] = keys[next];
      ranks[at] = ranks[next];
      at = next;
    }
    keys[at] = key;
    ranks[at] = rank;
    return top;
  }
}
