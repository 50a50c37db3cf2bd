// Reads {design, quick} a line, finds the way of each of its lines, and writes what is wrong with them, as counts.
import { createInterface } from "node:readline";
import { entitiesView } from "../../../static/editor/canvas/entities.js";
import { Scene } from "../../../static/editor/canvas/scene.js";

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
    return Math.max(0, Math.min(a2, b2) - Math.max(a1, b1));
  }
  return 0;
}

function measured({ design, quick }) {
  const { cards, lines } = entitiesView(design, { has: () => true });
  const scene = new Scene();
  scene.set(cards, lines);
  const start = process.cpuUsage();
  for (const key of scene.lines.keys()) scene.way(key, quick);
  const took = process.cpuUsage(start).user / 1000;
  const all = [...stretches(scene, quick)];
  let [through, upon, tight, slanted, length] = [0, 0, 0, 0, 0];
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
  }
  return {
    cards: cards.length, lines: lines.length, through, upon: Math.round(upon), tight, slanted, stretches: all.length,
    length, ms: took, bad: bad.slice(0, 12)
  };
}

createInterface(
  { input: process.stdin }
).on("line", (line) => process.stdout.write(`${JSON.stringify(measured(JSON.parse(line)))}\n`));
