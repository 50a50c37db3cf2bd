// Where a small window stands: inside an area of the page, off what must stay in sight, as near as can be to its place.
const AIR = 8; // px
const right = ({ x, w }) => x + w;
const bottom = ({ y, h }) => y + h;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// size: {w, h}; at: {x, y}; area: the box to stay in; off: boxes of the page. Where there is no room beside all of
// them, as little of them as possible is covered.
export function placement(size, at, area, off = []) {
  const xs = [at.x, ...off.flatMap((box) => [right(box) + AIR, box.x - size.w - AIR])];
  const ys = [at.y, ...off.flatMap((box) => [bottom(box) + AIR, box.y - size.h - AIR])];
  const within = (value, low, most, own) => clamp(value, low + AIR, Math.max(low + AIR, low + most - own - AIR));
  const tried = xs.flatMap((x) => ys.map((y) => ({
    ...size, x: within(x, area.x, area.w, size.w), y: within(y, area.y, area.h, size.h)
  })));
  const cost = (box) =>
    1e3 * off.reduce((sum, one) => sum + shared(box, one), 0) + Math.hypot(box.x - at.x, box.y - at.y);
  return tried.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}

const overlap = (low, high, start, end) => Math.max(0, Math.min(high, end) - Math.max(low, start));
const shared = (one, other) => overlap(one.x, right(one), other.x, right(other))
  * overlap(one.y, bottom(one), other.y, bottom(other));
