// Where numbers and strategies stand at a line: beside it, on no other line, on no card, on no other label.
const OUT = { right: [1, 0], left: [-1, 0], bottom: [0, 1], top: [0, -1] };
const LETTER = { number: 7.9, badge: 7.2, name: 9 }; // px
const PARTS = [0.5, 0.36, 0.64, 0.22, 0.78, 0.12, 0.88, 0.43, 0.57, 0.3, 0.7];
const ASIDE = [0, 0.2, -0.2, 0.4, -0.4]; // of a chip's width, off an upright line
export const CHIP = { h: 20, bare: 16, mark: 8, edge: 8 };
// How a strategy stores what is related: inside (a square), both inside and apart (half), else by reference (a ring).
export const markOf = (form) => ({ inside: "square", both: "half" })[form] ?? "ring";
const widths = new Map();
let pen;

// Widths are measured anew in a face that has arrived since.
export const measureAnew = () => widths.clear();

// The place of an end's number: above a level line, right of an upright one; turned: below it, or left of it.
export function numberAt({ x, y, side }, turned = false) {
  const [dx, dy] = OUT[side];
  if (dx) return { x: x + dx * 23, y: y + (turned ? 15 : -5), anchor: dx < 0 ? "end" : "start" };
  return { x: x + (turned ? -9 : 9), y: y + (dy > 0 ? 16 : -6), anchor: turned ? "end" : "start" };
}

export function numberBox(end, text, turned = false) {
  const { x, y, anchor } = numberAt(end, turned);
  const w = text.length * LETTER.number;
  return { x: anchor === "end" ? x - w : x, y: y - 11, w, h: 14 };
}

// Where a group's name stands in its box.
export const areaName =
  (box, name) => ({ x: box.x + 12, y: box.y + 8, w: Math.min(box.w - 24, name.length * LETTER.name + 20), h: 28 });

// How wide a chip with this text is, with room for its mark and for `more`.
export function chipWidth(text, more = 0) {
  if (!text) return CHIP.bare;
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
  for (const [words, off] of [...ASIDE.flatMap((off) => texts.map((text) => [text, off])), ["", 0]]) {
    const [w, h] = [chipWidth(words, more), words ? CHIP.h : CHIP.bare];
    for (const { one, two, length } of stretches) for (const part of PARTS) {
      const upright = one.x === two.x;
      if ((off && !upright) || length * Math.min(part, 1 - part) < (upright ? h : w) / 2 + 1) continue;
      const at = middle(one, two, part);
      const [x, y] = [at.x + off * w, at.y];
      if (clear({ x: x - w / 2 - 1, y: y - h / 2 - 1, w: w + 2, h: h + 2 }))
        return { x, y, w, h, text: words, free: true };
    }
  }
  const { one, two } = stretches[0];
  return { ...middle(one, two, 0.5), w: CHIP.bare, h: CHIP.bare, text: "", free: false };
}
