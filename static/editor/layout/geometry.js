// Sizes, boxes, the index of what is where, and the camera's arithmetic. World units are CSS pixels at 100%.
// Rows have one height and cards one width, so that no text is ever measured.
export const CARD = { width: 232, head: 36, row: 24, foot: 8 };
export const AREA = { edge: 24, head: 48 };
export const PITCH = 12; // lines run on multiples of it
export const GAP = { x: 144, y: 60 }; // between cards that are laid out
export const FAR = 0.4; // below this zoom a canvas paints everything
const NEARLY = 0.8; // of the least zoom: what fits there is shown whole rather than cut off
export const ZOOM = { least: 0.02, most: 4, readable: 0.7 };

export const cardHeight = (rows) => CARD.head + (rows ? rows * CARD.row + CARD.foot : 0);
export const right = (box) => box.x + box.w;
export const bottom = (box) => box.y + box.h;
export const centre = (box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
export const clamp = (value, least, most) => Math.min(most, Math.max(least, value));
export const grown = (box, by) => ({ x: box.x - by, y: box.y - by, w: box.w + 2 * by, h: box.h + 2 * by });

export function meets(one, other) {
  return one.x < right(other) && right(one) > other.x && one.y < bottom(other) && bottom(one) > other.y;
}

// Whether a way leads through a place, or so near by.
export function crosses(points, place, by = 8) {
  for (let n = 1; n < points.length; n++) {
    const [one, two] = [points[n - 1], points[n]];
    if (
      Math.min(one.x, two.x) < place.x + place.w + by && Math.max(
        one.x, two.x
      ) > place.x - by && Math.min(one.y, two.y) < place.y + place.h + by && Math.max(one.y, two.y) > place.y - by
    ) return true;
  }
  return false;
}

export const inside = (box, area) => box.x >= area.x
  && box.y >= area.y && right(box) <= right(area) && bottom(box) <= bottom(area);

export const contains = (box, { x, y }) => x >= box.x && x <= right(box) && y >= box.y && y <= bottom(box);

// The least box around boxes, or null around none.
export function around(boxes) {
  let [x, y, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    x = Math.min(x, box.x);
    y = Math.min(y, box.y);
    x2 = Math.max(x2, right(box));
    y2 = Math.max(y2, bottom(box));
  }
  return x2 < x ? null : { x, y, w: x2 - x, h: y2 - y };
}

// The box between two points, whichever way they lie.
export function spanned(one, other) {
  return {
    x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), w: Math.abs(one.x - other.x), h: Math.abs(one.y - other.y)
  };
}

// The camera: screen = world * k + (x, y).
export const toWorld = (camera, x, y) => ({ x: (x - camera.x) / camera.k, y: (y - camera.y) / camera.k });

export function zoomed(camera, k, x, y) {
  const next = clamp(k, ZOOM.least, ZOOM.most);
  const at = toWorld(camera, x, y);
  return { x: x - at.x * next, y: y - at.y * next, k: next };
}

// The camera that shows a box whole, at most at 100%, within a screen with free space at its edges; what does not
// fit at `least`, or nearly, is shown from its upper left corner on.
export function fitted(box, screen, edge = 40, least = ZOOM.least) {
  if (!box) return { x: screen.w / 2, y: screen.h / 2, k: 1 };
  const whole = Math.min((screen.w - 2 * edge) / box.w, (screen.h - 2 * edge) / box.h, 1);
  const k = whole > NEARLY * least ? whole : least;
  const start = (low, size, most) => Math.max(edge, (most - size * k) / 2) - low * k;
  return { x: start(box.x, box.w, screen.w), y: start(box.y, box.h, screen.h), k };
}

export function seen(camera, screen, margin = 0) {
  const corner = toWorld(camera, -margin, -margin);
  return { ...corner, w: (screen.w + 2 * margin) / camera.k, h: (screen.h + 2 * margin) / camera.k };
}

// Which boxes lie where: a grid of square cells, each with the keys of the boxes that reach into it.
export class Index {
  constructor(cell = 512) {
    this.cell = cell;
    this.cells = new Map();
    this.boxes = new Map();
  }

  put(key, box) {
    this.drop(key);
    this.boxes.set(key, { x: box.x, y: box.y, w: box.w, h: box.h });
    this.#each(box, (cell) => {
      const held = this.cells.get(cell);
      if (held) held.add(key);
      else this.cells.set(cell, new Set([key]));
    });
  }

  drop(key) {
    const box = this.boxes.get(key);
    if (!box) return;
    this.#each(box, (cell) => this.cells.get(cell)?.delete(key));
    this.boxes.delete(key);
  }

  within(area) {
    const found = new Set();
    this.#each(area, (cell) => {
      for (const key of this.cells.get(cell) ?? []) if (meets(this.boxes.get(key), area)) found.add(key);
    });
    return found;
  }

  #each(box, act) {
    const [x1, y1] = [Math.floor(box.x / this.cell), Math.floor(box.y / this.cell)];
    const [x2, y2] = [Math.floor(right(box) / this.cell), Math.floor(bottom(box) / this.cell)];
    for (let x = x1; x <= x2; x++) for (let y = y1; y <= y2; y++) act(x * 1e6 + y);
  }
}

// Where a box would stand as far from a neighbour in its row as two of the row stand apart, or in the middle of two.
function* evenly(box, line, axis, size) {
  const ends = line.map((one) => [one[axis], one[axis] + one[size]]);
  for (let n = 1; n < ends.length; n++) {
    const gap = ends[n][0] - ends[n - 1][1];
    if (gap <= 0) continue;
    yield [box[axis], ends[n][1] + gap];
    yield [box[axis] + box[size], ends[n - 1][0] - gap];
    yield [box[axis] + box[size] / 2, ends[n][0] - gap / 2];
  }
}

// Where a moved box comes to lie on the edges and centres of others, or in the gap that they keep; and the guides to
// show.
export function snapped(box, others, reach) {
  const best = { x: { by: 0, off: reach + 1, at: null }, y: { by: 0, off: reach + 1, at: null } };
  const take = (axis, mine, theirs) => {
    const off = Math.abs(theirs - mine);
    if (off < best[axis].off) best[axis] = { by: theirs - mine, off, at: theirs };
  };
  for (const other of others) {
    for (const [axis, size] of [["x", "w"], ["y", "h"]]) {
      const [low, high] = [other[axis], other[axis] + other[size]];
      const tries = [
        [box[axis], low], [box[axis] + box[size], high], [box[axis] + box[size] / 2, (low + high) / 2],
        [box[axis], high], [box[axis] + box[size], low],
      ];
      for (const [mine, theirs] of tries) take(axis, mine, theirs);
    }
  }
  for (const [axis, size, cross, depth] of [["x", "w", "y", "h"], ["y", "h", "x", "w"]]) {
    const line = others.filter(
      (one) => one[cross] < box[cross] + box[depth] && one[cross] + one[depth] > box[cross]
    ).sort((one, two) => one[axis] - two[axis]);
    for (const [mine, theirs] of evenly(box, line, axis, size)) take(axis, mine, theirs);
  }
  return { dx: best.x.by, dy: best.y.by, x: best.x.at, y: best.y.at };
}
