// Where numbers and strategies stand at a line: beside it, on no other line, on no card, on no other label.
const OUT = { right: [1, 0], left: [-1, 0], bottom: [0, 1], top: [0, -1] };
const LETTER = { number: 7, badge: 6.1, name: 9 }; // px
const PARTS = [0.5, 0.36, 0.64, 0.22, 0.78, 0.12, 0.88];

// The place of an end's number: above a level line, beside an upright one.
export function numberAt({ x, y, side }) {
  const [dx, dy] = OUT[side];
  return { x: x + (dx ? dx * 23 : 8), y: y + (dx ? -5 : dy > 0 ? 30 : -20), anchor: dx < 0 ? "end" : "start" };
}

export function numberBox(end, text) {
  const { x, y, anchor } = numberAt(end);
  const w = text.length * LETTER.number;
  return { x: anchor === "end" ? x - w : x, y: y - 10, w, h: 12 };
}

// Where a group's name stands in its box.
export const areaName =
  (box, name) => ({ x: box.x + 12, y: box.y + 8, w: Math.min(box.w - 24, name.length * LETTER.name + 20), h: 28 });

// The place of a strategy's badge on a way: in the middle of its longest stretch, or wherever else `clear(box)` says
// that it lies on nothing; beside a short upright stretch. free: whether such a place was found.
export function badgeAt(points, text, clear) {
  const w = text.length * LETTER.badge + 12;
  const stretches = points.slice(1).map(
    (two, n) => ({ one: points[n], two, length: Math.abs(two.x - points[n].x) + Math.abs(two.y - points[n].y) })
  );
  stretches.sort((here, there) => there.length - here.length);
  let first = null;
  for (const { one, two, length } of stretches) for (const part of PARTS) {
    const upright = one.x === two.x;
    const [x, y] = [one.x + (two.x - one.x) * part, one.y + (two.y - one.y) * part];
    const places =
      upright ? [{ x, y }, { x: x - w / 2 - 6, y }, { x: x + w / 2 + 6, y }] : length > w
        + 8 ? [{ x, y }, { x, y: y + 13 }] : [{ x, y: y + 13 }, { x, y: y - 13 }];
    for (const place of places) {
      first ??= place;
      if (clear({ x: place.x - w / 2 - 1, y: place.y - 9, w: w + 2, h: 18 })) return { ...place, w, free: true };
    }
  }
  return { ...first, w, free: false };
}
