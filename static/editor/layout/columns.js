// Laying cards out for a view that they must be readable in: columns of about the same height, neighbours beside one
// another. Where they would be shown too small, the biggest cards fold to their headers until they are not.
import { CARD, cardHeight, clamp, PITCH as TRACK } from "./geometry.js";

const GAP = { x: 168, y: 40 }; // across: room for a chip in words on a line
const PITCH = CARD.width + GAP.x;
const MOST = 48; // cards: a view does not hold the headers of more
const ROUNDS = 8;
const HEAD = cardHeight(0);
const APART = { above: 500, past: 900, column: 260, away: 900 }; // cost of a link, besides its length
const NEARLY = 0.9; // of the largest zoom: below it a layout with shorter lines does not count

// The places of cards {x, y, folded?} by key in a view {w, h} that is looked at no smaller than `least`; null where not
// even the headers of all would be seen.
export function inColumns(cards, links, view, least) {
  if (!cards.length || cards.length > MOST) return null;
  const sized = cards.map((card) => ({ ...card, open: card.h }));
  const biggest = sized.filter((card) => card.h > HEAD).sort((one, two) => two.open - one.open);
  const linked = joined(sized, links);
  const tried = (fold) => {
    for (const [n, card] of biggest.entries()) card.h = n < fold ? HEAD : card.open;
    return best(sized, linked, view, least);
  };
  let [low, high] = [0, biggest.length];
  let found = tried(low);
  if (!found) {
    found = tried(high);
    if (!found) return null;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      const here = tried(middle);
      if (here) [found, high] = [here, middle];
      else low = middle;
    }
  }
  return found;
}

// By card, the numbers of those that it is linked with.
function joined(cards, links) {
  const number = new Map(cards.map((card, n) => [card.key, n]));
  const near = cards.map(() => []);
  for (const { from, to } of links) {
    const [one, two] = [number.get(from), number.get(to)];
    if (one === undefined || two === undefined || one === two) continue;
    near[one].push(two);
    near[two].push(one);
  }
  return near;
}

// The best of all numbers of columns that are seen at `least` or larger.
function best(cards, near, view, least) {
  const most = Math.max(1, Math.min(cards.length, Math.floor((view.w / least + GAP.x) / PITCH)));
  const tried = [];
  for (let count = 1; count <= most; count++) {
    if (near.every((others) => !others.length)) {
      const rows = new Rows(cards, count);
      const k = Math.min(1, view.w / (count * PITCH - GAP.x), view.h / rows.tall);
      if (k >= least) tried.push({ columns: rows, k, cost: 0 });
      continue;
    }
    for (const start of new Set([count >> 1, 0])) {
      const columns = new Columns(cards, near, count, start, (count * PITCH - GAP.x) * view.h / view.w);
      const k = Math.min(1, view.w / (count * PITCH - GAP.x), view.h / columns.tallest());
      if (k >= least) tried.push({ columns, k, cost: columns.cost() });
    }
  }
  const largest = Math.max(...tried.map(({ k }) => k));
  const good = tried.filter(({ k }) => k >= NEARLY * largest).sort((one, two) => one.cost - two.cost);
  return good.length ? good[0].columns.places() : null;
}

class Columns {
  // start: the column of the first card; height: what the columns may take without being too high for the view's shape.
  constructor(cards, near, count, start, height) {
    Object.assign(this, { cards, near, count, height });
    this.columns = Array.from({ length: count }, () => []);
    this.spot = cards.map(() => null);
    const order = this.#order();
    this.columns[start].push(order[0]);
    for (const n of order.slice(1)) this.#put(n);
    for (let round = 0; round < ROUNDS && order.filter((n) => this.#put(n)).length; round++);
  }

  // Breadth first from the card with most links; those with none come last.
  #order() {
    const rank = (n) => new Set(this.near[n]).size;
    const all = this.cards.map((_, n) => n).sort((one, two) => rank(two) - rank(one) || one - two);
    const order = new Set();
    for (const start of all) for (const queue = [start]; queue.length;) {
      const n = queue.shift();
      if (order.has(n)) continue;
      order.add(n);
      queue.push(...[...this.near[n]].sort((one, two) => rank(two) - rank(one) || one - two));
    }
    return [...order];
  }

  // A card to its cheapest place; whether it was another one.
  #put(n) {
    const held = this.columns.findIndex((column) => column.includes(n));
    const at = held < 0 ? -1 : this.columns[held].indexOf(n);
    if (held >= 0) this.columns[held].splice(at, 1);
    let [place, least] = [null, Infinity];
    const alone = !this.near[n].length;
    for (const [c, column] of this.columns.entries())
      for (let row = alone ? column.length : 0; row <= column.length; row++) {
        column.splice(row, 0, n);
        const cost = this.cost() - (c === held && row === at ? 1e-6 : 0);
        if (cost < least) [place, least] = [[c, row], cost];
        column.splice(row, 1);
      }
    this.columns[place[0]].splice(place[1], 0, n);
    return held !== place[0] || at !== place[1];
  }

  // How far what is linked stands apart, and how much the columns are too high.
  cost() {
    let sum = 0;
    for (const [c, column] of this.columns.entries()) {
      let y = 0;
      for (const [row, n] of column.entries()) {
        this.spot[n] = { c, row, y, middle: y + this.cards[n].h / 2 };
        y += this.cards[n].h + GAP.y;
      }
      sum += y * 0.02 + 6 * Math.max(0, y - GAP.y - this.height);
    }
    for (const [n, others] of this.near.entries()) for (const other of others) {
      const [one, two] = [this.spot[n], this.spot[other]];
      if (!one || !two || n > other) continue;
      const [across, down] = [Math.abs(one.c - two.c), Math.abs(one.row - two.row)];
      sum += Math.abs(one.middle - two.middle) + (
        across ? APART.column + APART.away * (across - 1) : down > 1 ? APART.past : APART.above
      );
    }
    return sum;
  }

  tall(column) { return column.reduce((sum, n) => sum + this.cards[n].h + GAP.y, -GAP.y); }
  tallest() { return Math.max(...this.columns.map((column) => this.tall(column))); }

  // Cards come down to the height of what they are linked with, as far as their column has room.
  places() {
    this.cost();
    const most = this.tallest();
    for (let round = 0; round < 3; round++) for (const column of this.columns) {
      let [top, left] = [0, this.tall(column)];
      for (const n of column) {
        const { h } = this.cards[n];
        const others = this.near[n].filter((other) => this.spot[other].c !== this.spot[n].c);
        const wanted =
          others.length ? others.reduce((sum, other) => sum + this.spot[other].middle, 0) / others.length - h / 2 : top;
        const y = Math.ceil(clamp(wanted, top, Math.max(top, most - left)) / TRACK) * TRACK;
        Object.assign(this.spot[n], { y, middle: y + h / 2 });
        top = y + h + GAP.y;
        left -= h + GAP.y;
      }
    }
    return new Map(this.cards.map(({ key, h, open }, n) => [key, {
      x: this.spot[n].c * PITCH, y: this.spot[n].y, ...(h < open ? { folded: true } : {})
    }]));
  }
}

// Cards none of which is linked, in their order.
class Rows {
  constructor(cards, count) {
    this.cards = cards;
    this.held = inRows(cards, count * PITCH - GAP.x);
    this.tall = Math.max(...[...this.held.values()].map(({ y, h }) => y + h));
  }

  places() {
    return new Map(this.cards.map(({ key, h, open }) => {
      const { x, y } = this.held.get(key);
      return [key, { x, y, ...(h < open ? { folded: true } : {}) }];
    }));
  }
}

// Cards without a link in rows, as many in each as the view is wide at `least`.
export function inRows(cards, width) {
  const count = Math.max(1, Math.floor((width + GAP.x) / PITCH));
  const places = new Map();
  let top = 0;
  for (let n = 0; n < cards.length; n += count) {
    const row = cards.slice(n, n + count);
    for (const [c, card] of row.entries())
      places.set(card.key, { x: c * PITCH, y: top, w: card.w ?? CARD.width, h: card.h });
    top += Math.max(...row.map((card) => card.h)) + GAP.y;
  }
  return places;
}
