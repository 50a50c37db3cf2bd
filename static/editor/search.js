// The cheapest way through a grid of cells: A* over cells and headings, where bends, tracks beside another
// line and crossings cost something and walls are closed.
const COST = { bend: 7, beside: 14, across: 2 };
export const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

// The cells from start to goal, or null. area: in cells of `step` tracks; walls: a byte a cell; heading: the first step;
// arriving: the last; taken: two maps of the cells that level and upright lines hold.
export function walk(area, walls, start, goal, heading, arriving, taken) {
  const { w, h } = area;
  const states = w * h * 4;
  const costs = new Float32Array(states).fill(Infinity);
  const came = new Int32Array(states).fill(-1);
  const heap = new Heap();
  const free = (x, y) => x >= 0 && y >= 0 && x < w && y < h && (!walls[y * w + x] || (x === goal.x && y === goal.y));
  const guess = (x, y) => Math.abs(x - goal.x) + Math.abs(y - goal.y) + (x !== goal.x && y !== goal.y ? COST.bend : 0);
  const first = (start.y * w + start.x) * 4 + heading;
  if (start.x < 0 || start.y < 0 || start.x >= w || start.y >= h) return null;
  costs[first] = 0;
  heap.push(first, guess(start.x, start.y));
  while (heap.size) {
    const state = heap.pop();
    const [place, turn] = [state >> 2, state & 3];
    const [x, y] = [place % w, (place / w) | 0];
    if (x === goal.x && y === goal.y && turn === arriving) return back(state, came, w, area);
    for (let next = 0; next < 4; next++) {
      if (next === (turn + 2) % 4) continue;
      const [nx, ny] = [x + STEPS[next][0], y + STEPS[next][1]];
      if (!free(nx, ny)) continue;
      const at = (nx + area.x) * area.step * 65536 + (ny + area.y) * area.step;
      const beside = taken[next & 1].get(at) ? COST.beside : 0;
      const across = taken[(next & 1) ^ 1].get(at) ? COST.across : 0;
      const cost = costs[state] + 1 + (next === turn ? 0 : COST.bend) + beside + across;
      const to = (ny * w + nx) * 4 + next;
      if (cost >= costs[to]) continue;
      costs[to] = cost;
      came[to] = state;
      heap.push(to, cost + guess(nx, ny));
    }
    if (x === goal.x && y === goal.y) {
      const turned = (place * 4) + arriving;
      if (turn !== (arriving + 2) % 4 && costs[state] + COST.bend < costs[turned]) {
        costs[turned] = costs[state] + COST.bend;
        came[turned] = state;
        heap.push(turned, costs[turned]);
      }
    }
  }
  return null;
}

function back(state, came, w, area) {
  const cells = [];
  for (let at = state; at >= 0; at = came[at]) cells.push([((at >> 2) % w) + area.x, (((at >> 2) / w) | 0) + area.y]);
  return cells.reverse();
}

class Heap {
  constructor() {
    this.keys = [];
    this.ranks = [];
  }

  get size() { return this.keys.length; }

  push(key, rank) {
    let at = this.keys.length;
    this.keys.push(key);
    this.ranks.push(rank);
    while (at) {
      const up = (at - 1) >> 1;
      if (this.ranks[up] <= rank) break;
      this.#swap(at, up);
      at = up;
    }
  }

  pop() {
    const top = this.keys[0];
    const [key, rank] = [this.keys.pop(), this.ranks.pop()];
    if (!this.keys.length) return top;
    this.keys[0] = key;
    this.ranks[0] = rank;
    for (let at = 0; ;) {
      const [left, other] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.keys.length && this.ranks[left] < this.ranks[least]) least = left;
      if (other < this.keys.length && this.ranks[other] < this.ranks[least]) least = other;
      if (least === at) return top;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(one, two) {
    [this.keys[one], this.keys[two]] = [this.keys[two], this.keys[one]];
    [this.ranks[one], this.ranks[two]] = [this.ranks[two], this.ranks[one]];
  }
}
