// Where numbers and strategies stand at a line: beside it, on no other line, on no card, on no other label.
import { crosses, meets } from "../layout/geometry.js";

const OUT = { right: [1, 0], left: [-1, 0], bottom: [0, 1], top: [0, -1] };
const LETTER = { number: 7.9, badge: 7.2, name: 9 }; // px
const PARTS = [0.5, 0.36, 0.64, 0.22, 0.78, 0.12, 0.88, 0.43, 0.57, 0.3, 0.7];
const ASIDE = [0, 0.2, -0.2, 0.4, -0.4]; // of a chip's width, off an upright line
const BESIDE = [0, 15, -15]; // px off its line at which a mark stands
const FEET = { along: 20, across: 6 }; // px that the crow's foot of an end takes
const GAP = 9; // px between two numbers on one height
const FEW = 100; // lines: with more of them, numbers stand in their first place
export const CHIP = { h: 20, bare: 16, mark: 8, edge: 8 };
// How a strategy stores what is related: inside (a square), both inside and apart (half), else by reference (a ring).
export const markOf = (form) => ({ inside: "square", both: "half" })[form] ?? "ring";
const widths = new Map();
let pen;

// Widths are measured anew in a face that has arrived since.
export const measureAnew = () => widths.clear();

// The place of an end's number. Of a level line, behind its foot: above (0) or below the line (1); over its foot: above
// (2) or below (3). Of an upright one, right (0) or left of it (1).
export function numberAt({ x, y, side }, place = 0) {
  const [[dx, dy], turned] = [OUT[side], place % 2];
  if (!dx) return { x: x + (turned ? -9 : 9), y: y + (dy > 0 ? 16 : -6), anchor: turned ? "end" : "start" };
  const [along, above, below] = place > 1 ? [3, -8, 18] : [FEET.along + 3, -5, 15];
  return { x: x + dx * along, y: y + (turned ? below : above), anchor: dx < 0 ? "end" : "start" };
}

export const numberBox = (end, text, place = 0) => boxOf(numberAt(end, place), text);

function boxOf({ x, y, anchor }, text) {
  const w = text.length * LETTER.number;
  return { x: anchor === "end" ? x - w : x, y: y - 11, w, h: 14 };
}

// Where the number of an end may stand when a card is in its way: beside the next stretches of its line.
function* further(points, text) {
  for (const [n, one] of points.slice(1, 3).entries()) {
    const two = points[n + 2];
    if (!two) return;
    const length = Math.abs(two.x - one.x) + Math.abs(two.y - one.y);
    for (const along of [20, 40, length / 2]) {
      if (along > length) continue;
      const [x, y] = [one.x + (two.x - one.x) * along / length, one.y + (two.y - one.y) * along / length];
      if (one.x === two.x) yield* [{ x: x + 9, y: y + 4, anchor: "start" }, { x: x - 9, y: y + 4, anchor: "end" }];
      else yield* [-5, 15].map((off) => ({ x: x - text.length * LETTER.number / 2, y: y + off, anchor: "start" }));
    }
  }
}

// What a crow's foot takes.
export function footBox({ x, y, side }) {
  const [[dx, dy], { along, across }] = [OUT[side], FEET];
  const [w, h] = dx ? [along, 2 * across] : [2 * across, along];
  return { x: dx ? Math.min(x, x + dx * w) : x - across, y: dy ? Math.min(y, y + dy * h) : y - across, w, h };
}

// By line and end, the place of its number: the first that lies on no card, other number, line or foot;
// else on a line. crowded: on another number, as where many lines end at a folded card.
export function numbersPlaced(scene, keys) {
  const [placed, taken] = [new Map(), []];
  const few = keys.length < FEW;
  const ends = keys.flatMap((key) => [scene.pairs.get(key).a, scene.pairs.get(key).b]);
  const feet = few ? ends.map((end) => ({ end, box: footBox(end) })) : [];
  for (const key of keys) for (const end of ["a", "b"]) {
    const text = scene.lines.get(key)?.[end]?.text;
    if (!text) continue;
    const foot = scene.pairs.get(key)[end];
    const alone = (box) => !taken.some((other) => meets(other, { ...box, x: box.x - GAP, w: box.w + 2 * GAP }))
      && !scene.index.within(box).size;
    const free = (box) => alone(box) && !feet.some((one) => one.end !== foot && meets(one.box, box))
      && !keys.some((other) => crosses(beyond(scene, other, other === key && end), box, 3));
    const places = few ? [0, 1, 2, 3].slice(0, OUT[foot.side][0] ? 4 : 2) : [];
    const boxes = places.map((one) => numberBox(foot, text, one));
    const place = [free, alone].map((fits) => boxes.findIndex(fits)).find((one) => one >= 0) ?? 0;
    const near = numberBox(foot, text, place);
    const away = few && !alone(near) ? [...further(wayFrom(scene, key, end), text)] : [];
    const at = [free, alone].map((fits) => away.find((one) => fits(boxOf(one, text)))).find(Boolean);
    const box = at ? boxOf(at, text) : near;
    const crowded = taken.some((other) => meets(box, other));
    const covered = few && scene.index.within(box).size > 0; // half a number reads as another one
    if (!crowded && !covered) taken.push(box);
    placed.set(`${key} ${end}`, { place, at, box, crowded, covered });
  }
  return placed;
}

const wayFrom = (scene, key, end) => (end === "a" ? scene.way(key) : scene.way(key).toReversed());

// The way of a line; of a number's own one, without the piece that it stands at.
function beyond(scene, key, end) {
  const points = scene.way(key);
  return end === "a" ? points.slice(1) : end === "b" ? points.slice(0, -1) : points;
}

// Where a group's name stands in its box.
export const areaName =
  (box, name) => ({ x: box.x + 12, y: box.y + 8, w: Math.min(box.w - 24, name.length * LETTER.name + 20), h: 28 });

// How wide a chip with this text is, with room for its mark and for `more`.
export function chipWidth(text, more = 0) {
  if (!text) return Math.max(CHIP.bare, more);
  if (!widths.has(text)) {
    pen ??= typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
    if (pen) pen.font = `500 13px ${getComputedStyle(document.body).fontFamily}`;
    widths.set(text, Math.ceil(pen ? pen.measureText(text).width : text.length * LETTER.badge));
  }
  return widths.get(text) + CHIP.mark + 5 + 2 * CHIP.edge + more;
}

// The place of a chip on its way: in the middle of its longest stretch, or wherever else `clear(box)` says that it lies
// on nothing: the longest of `texts` that has such a place, centred on its line before beside it; else its mark alone.
// free: whether any had.
export function badgeAt(points, texts, clear, more = 0) {
  const stretches = points.slice(1).map(
    (two, n) => ({ one: points[n], two, length: Math.abs(two.x - points[n].x) + Math.abs(two.y - points[n].y) })
  );
  stretches.sort((here, there) => there.length - here.length);
  const middle = (one, two, part) => ({ x: one.x + (two.x - one.x) * part, y: one.y + (two.y - one.y) * part });
  const tries = [...texts.flatMap((text) => ASIDE.map((off) => [text, off, 0])), ...BESIDE.map((off) => ["", 0, off])];
  for (const [words, off, beside] of tries) {
    const [w, h] = [chipWidth(words, more), words ? CHIP.h : CHIP.bare];
    for (const { one, two, length } of stretches) for (const part of PARTS) {
      const upright = one.x === two.x;
      if ((off && !upright) || length * Math.min(part, 1 - part) < (upright ? h : w) / 2 + 1) continue;
      const at = middle(one, two, part);
      const [x, y] = [at.x + off * w + (upright ? beside : 0), at.y + (upright ? 0 : beside)];
      if (clear({ x: x - w / 2 - 1, y: y - h / 2 - 1, w: w + 2, h: h + 2 }))
        return { x, y, w, h, text: words, free: true };
    }
  }
  const { one, two } = stretches[0];
  return { ...middle(one, two, 0.5), w: CHIP.bare, h: CHIP.bare, text: "", free: false };
}
