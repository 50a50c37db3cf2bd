// Reads {design, quick, view} a line, finds the way of each of its lines, the short ones first, and writes what is
// wrong with them and with their numbers, as counts. view: the room to arrange what nobody placed in.
import { createInterface } from "node:readline";
import { entitiesView } from "../../../static/editor/canvas/entities.js";
import { footBox, numbersPlaced } from "../../../static/editor/canvas/labels.js";
import { Scene } from "../../../static/editor/canvas/scene.js";
import { crosses, meets, spanned } from "../../../static/editor/layout/geometry.js";

const NEAR = 30; // px

function* stretches(scene, quick) {
  for (const key of scene.lines.keys()) {
    const points = scene.way(key, quick);
    for (let n = 1; n < points.length; n++) yield { key, one: points[n - 1], two: points[n] };
  }
}

const range = (a, b) => [Math.min(a, b), Math.max(a, b)];

// How far two stretches run upon one another: less than `apart` px beside it counts.
function shared(first, second, apart) {
  for (const [along, across] of [["x", "y"], ["y", "x"]]) {
    const flat = [
      first, second
    ].every(({ one, two }) => Math.abs(one[across] - two[across]) < 0.5 && Math.abs(one[along] - two[along]) >= 0.5);
    if (!flat || Math.abs(first.one[across] - second.one[across]) >= apart) continue;
    const [a1, a2] = range(first.one[along], first.two[along]);
    const [b1, b2] = range(second.one[along], second.two[along]);
    return Math.min(a2, b2) - Math.max(a1, b1);
  }
  return -Infinity;
}

// Whether two stretches that stop near one another on one track look like one line: no card stands between them.
function joined(scene, first, second) {
  if (Math.abs(shared(first, second, 4) + NEAR / 2) > NEAR / 2) return false;
  const gaps = [first.one, first.two].flatMap((one) => [second.one, second.two].map((two) => spanned(one, two)));
  const gap = gaps.sort((one, two) => one.w + one.h - two.w - two.h)[0];
  return ![...scene.cards.values()].some((card) => meets(card, gap));
}

// The numbers that stand on another line, on another's foot or on one another.
function struck(scene) {
  const keys = [...scene.lines.keys()];
  return [...numbersPlaced(scene, keys)].filter(([name, { box, crowded }]) => crowded || keys.some((key) => {
    const own = name.startsWith(`${key} `);
    const feet = ["a", "b"].filter((end) => name !== `${key} ${end}`).map((end) => footBox(scene.pairs.get(key)[end]));
    return (!own && crosses(scene.way(key), box, 0)) || feet.some((foot) => meets(foot, box));
  })).map(([name]) => `${scene.lines.get(name.split(" ")[0]).name} struck`);
}

function measured({ design, quick, view }) {
  const stood = view && { view, places: new Map() };
  const { cards, lines } = entitiesView(design, { has: () => true }, new Map(), new Map(), { has: () => false }, stood);
  const scene = new Scene();
  scene.set(cards, lines);
  const start = process.cpuUsage();
  const far = ({ a, b }) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  const short = [...scene.pairs].sort(([, one], [, other]) => far(one) - far(other));
  for (const [key] of short) scene.way(key, quick);
  const took = process.cpuUsage(start).user / 1000;
  const all = [...stretches(scene, quick)];
  let [through, upon, tight, slanted, length, touching] = [0, 0, 0, 0, 0, 0];
  const bad = [];
  for (const { key, one, two } of all) {
    length += Math.abs(one.x - two.x) + Math.abs(one.y - two.y);
    if (Math.abs(one.x - two.x) > 0.5 && Math.abs(one.y - two.y) > 0.5) slanted++;
    const [x1, x2] = range(one.x, two.x);
    const [y1, y2] = range(one.y, two.y);
    for (const card of scene.cards.values()) {
      if (x1 < card.x + card.w - 1 && x2 > card.x + 1 && y1 < card.y + card.h - 1 && y2 > card.y + 1) through++,
      bad.push(`${scene.lines.get(key).name} through ${card.name}`);
    }
  }
  for (const [n, first] of all.entries()) for (const second of all.slice(n + 1)) {
    if (first.key === second.key) continue;
    const both = shared(first, second, 1);
    if (both > 1) upon += both,
    bad.push(`${scene.lines.get(first.key).name} upon ${scene.lines.get(second.key).name} for ${Math.round(both)}`);
    if (shared(first, second, 5) > 1) tight++;
    if (joined(scene, first, second)) touching++;
  }
  const numbers = struck(scene);
  bad.push(...numbers);
  return {
    cards: cards.length, lines: lines.length, through, upon: Math.round(upon), tight, slanted, stretches: all.length,
    touching, struck: numbers.length, length, ms: took, bad: bad.slice(0, 12)
  };
}

createInterface(
  { input: process.stdin }
).on("line", (line) => process.stdout.write(`${JSON.stringify(measured(JSON.parse(line)))}\n`));
