// The places at the sides of cards where lines end: apart from one another, in the order of their other ends.
import { around, bottom, CARD, centre, clamp, PITCH, right } from "./geometry.js";

const FACING = 50 * PITCH; // ends that face one another from so near are kept off one track

const SHIFTS = [1, 2, 3, 4, 5, 6, 8, 10].flatMap((by) => [by, -by]);
const LETTER = 7; // px of a number's letters

export const level = (end) => end.side === "left" || end.side === "right";

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

// Where a line ends at rows, it does so left or right of them, also of cards that stand one above the other: on the
// side of the others, so that all of it is seen.
function ownSides(line, one, other, whole) {
  const found = sides(one, other);
  if (level({ side: found[0] }) || line.a?.row === undefined) return found;
  const outer = (side) => (side === "left"
    ? Math.min(one.x, other.x) - whole.x
    : right(whole) - Math.max(right(one), right(other))) < CARD.width;
  const [wanted, instead] = found[0] === "bottom" ? ["right", "left"] : ["left", "right"];
  const side = outer(wanted) && !outer(instead) ? instead : wanted;
  return [side, side];
}

// By line: {a, b}, each {x, y, side, room}; room: how many tracks the line goes straight, for its number's sake. boxes:
// the cards by key.
export function ports(lines, boxes) {
  const held = new Map();
  const whole = around(boxes.values());
  for (const line of lines) {
    const [one, other] = [boxes.get(line.from), boxes.get(line.to)];
    if (!one || !other) continue;
    const [here, there] = ownSides(line, one, other, whole);
    hold(held, `${line.from}|${here}`, { line, end: "a", box: one, side: here, other });
    hold(held, `${line.to}|${there}`, { line, end: "b", box: other, side: there, other: one });
  }
  relieve(held);
  for (const ends of held.values()) spread(ends);
  part(held);
  const found = new Map();
  for (const ends of held.values()) for (const { line, end, side, box, along } of ends) {
    const point = level({ side }) ? { x: side === "left" ? box.x : right(box), y: along } : {
      x: along, y: side === "top" ? box.y : bottom(box)
    };
    const pair = found.get(line.key) ?? {};
    pair[end] = { ...point, side, room: room(side, line[end]?.text ?? "") };
    found.set(line.key, pair);
  }
  return found;
}

const room = (side, text) => (level({ side }) ? Math.max(2, Math.ceil((26 + LETTER * text.length) / PITCH)) : 2);

function hold(held, key, end) {
  const list = held.get(key);
  if (list) list.push(end);
  else held.set(key, [end]);
}

// The tracks that a side offers.
function tracks({ box, side }) {
  const [axis, size] = level({ side }) ? ["y", "h"] : ["x", "w"];
  return {
    axis, size, low: Math.ceil((box[axis] + PITCH) / PITCH) * PITCH,
    high: Math.floor((box[axis] + box[size] - PITCH) / PITCH) * PITCH
  };
}

// A side has no more ends than tracks: those past it, which lead farthest up or down, go to the top or the bottom.
function relieve(held) {
  for (const [key, ends] of [...held]) {
    if (!level(ends[0])) continue;
    const { low, high } = tracks(ends[0]);
    const steep = ({ box, other }) => centre(other).y - centre(box).y;
    const loose = ends.filter((end) => rowOf(end) <= CARD.head).sort(
      (one, two) => Math.abs(steep(two)) - Math.abs(steep(one)) || (one.line.key < two.line.key ? -1 : 1)
    );
    for (const end of loose.slice(0, Math.max(0, ends.length - 1 - (high - low) / PITCH))) {
      ends.splice(ends.indexOf(end), 1);
      end.side = steep(end) < 0 ? "top" : "bottom";
      hold(held, `${end.line[end.end === "a" ? "from" : "to"]}|${end.side}`, end);
    }
    if (!ends.length) held.delete(key);
  }
}

// Tracks between two ends of a side, so that the number of one does not lie on the line of the next.
const roomy = (end) => (level(end) ? 2 : 4);

function spread(ends) {
  const { axis, size, low, high } = tracks(ends[0]);
  const { box } = ends[0];
  if (ends.some(rowOf)) return atRows(ends, low, high);
  for (const end of ends) end.wanted = facing(box, end.other, axis, size);
  ends.sort((one, two) => one.wanted - two.wanted || centre(one.other)[axis] - centre(two.other)[axis] || (
    one.line.key < two.line.key ? -1 : 1
  ));
  const gap =
    Math.max(1, Math.min(roomy(ends[0]), Math.floor((high - low) / PITCH / Math.max(1, ends.length - 1)))) * PITCH;
  let free = low;
  for (const end of ends) {
    end.along = Math.max(free, Math.round(end.wanted / PITCH) * PITCH);
    free = end.along + gap;
  }
  let most = high;
  for (const end of ends.toReversed()) {
    end.along = Math.max(low, Math.min(end.along, most));
    most = end.along - gap;
  }
}

// The row that an end belongs to, where its card shows it.
function rowOf({ line, end, box, side }) {
  const row = line[end]?.row;
  return row !== undefined && level({ side }) && row < box.h ? row : 0;
}

// Ends at their rows; those at a card's name beside one another, as near to it as there is a track.
function atRows(ends, low, high) {
  const track = (y) => clamp(Math.round(y / PITCH) * PITCH, low, high);
  const rows = ends.filter((end) => rowOf(end) > CARD.head);
  const taken = new Set();
  for (const end of rows) {
    Object.assign(end, { along: track(end.box.y + rowOf(end)), fixed: true });
    taken.add(end.along);
  }
  const others = ends.filter((end) => !end.fixed).sort(
    (one, two) => centre(one.other).y - centre(two.other).y || (one.line.key < two.line.key ? -1 : 1)
  );
  let next = track(ends[0].box.y + CARD.head / 2 - 1);
  for (const end of others) {
    for (const gap of [2 * PITCH, PITCH]) {
      end.along = next;
      while (end.along <= high && [...taken].some((at) => Math.abs(at - end.along) < gap)) end.along += PITCH;
      if (end.along <= high) break;
    }
    end.along = Math.min(end.along, high);
    taken.add(end.along);
  }
}

// Ends of different lines that face one another on one track would lie upon each other in between: the one whose
// line is not straight anyway takes the next track of its side that is free.
function part(held) {
  const byTrack = new Map();
  const at = (end, along = end.along) => `${level(end)}|${along}`;
  for (const ends of held.values()) for (const end of ends) hold(byTrack, at(end), end);
  const straight = new Set();
  for (const list of byTrack.values())
    for (const end of list) if (list.some((other) => other !== end && other.line === end.line)) straight.add(end);
  const clash =
    (end, along) => (byTrack.get(at(end, along)) ?? []).some((other) => other.line !== end.line && face(end, other));
  for (const ends of held.values()) for (const [n, end] of ends.entries()) {
    if (end.fixed || straight.has(end) || !clash(end, end.along)) continue;
    const fits = (moved) => moved.length
      && moved.every(([one, along]) => !one.fixed && !straight.has(one) && !clash(one, along));
    const moved =
      [roomy(end), 1].flatMap((gap) => SHIFTS.map((by) => pushed(ends, n, by * PITCH, gap * PITCH))).find(fits) ?? [];
    for (const [one, along] of moved) {
      byTrack.set(at(one), byTrack.get(at(one)).filter((other) => other !== one));
      one.along = along;
      hold(byTrack, at(one), one);
    }
  }
}

// An end moved along its side, and the ends that it pushes on so that they stay apart: [[end, along]], or nothing.
function pushed(ends, n, by, gap) {
  const { low, high } = tracks(ends[n]);
  const moved = [[ends[n], ends[n].along + by]];
  const step = Math.sign(by);
  for (let next = n + step; ends[next]; next += step) {
    const least = moved.at(-1)[1] + step * gap;
    if ((ends[next].along - least) * step >= 0) break;
    moved.push([ends[next], least]);
  }
  const before = ends[n - step];
  const [, last] = moved.at(-1);
  return last < low || last > high || (before && Math.abs(moved[0][1] - before.along) < gap) ? [] : moved;
}

function face(one, other) {
  const out = { right: 1, left: -1, bottom: 1, top: -1 };
  if (one.side === other.side || level(one) !== level(other)) return false;
  const [before, after] = out[one.side] > 0 ? [one, other] : [other, one];
  const apart = level(one) ? after.box.x - right(before.box) : after.box.y - bottom(before.box);
  return apart > 0 && apart < FACING;
}

// Where along a side a line to the other card wants to end: the same place on both, where they stand opposite.
function facing(box, other, axis, size) {
  const [low, high] =
    [Math.max(box[axis], other[axis]) + PITCH, Math.min(box[axis] + box[size], other[axis] + other[size]) - PITCH];
  if (low <= high) return axis === "y" ? Math.min((low + high) / 2, low + 48) : (low + high) / 2;
  const inset = Math.min(box[size] / 2, 3 * PITCH);
  return centre(other)[axis] < centre(box)[axis] ? box[axis] + inset : box[axis] + box[size] - inset;
}
