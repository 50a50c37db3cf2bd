// Reads {design} a line, finds the way of each of its lines, and writes where their numbers and decisions stand: how
// many numbers lie on another line, on one another, or on a card, and how many marks on a crow's foot.
import { createInterface } from "node:readline";
import { entitiesView } from "../../../static/editor/canvas/entities.js";
import { badgeAt, footBox, numbersPlaced } from "../../../static/editor/canvas/labels.js";
import { Scene } from "../../../static/editor/canvas/scene.js";
import { crosses, meets } from "../../../static/editor/layout/geometry.js";

const ROOM = 38; // px that the count of findings takes in a chip

function measured({ design }) {
  const { cards, lines } = entitiesView(design, { has: () => true });
  const scene = new Scene();
  scene.set(cards, lines);
  const keys = [...scene.lines.keys()];
  for (const key of keys) scene.way(key, false);
  const numbers = numbersPlaced(scene, keys);
  const feet = [...scene.pairs.values()].flatMap(({ a, b }) => [footBox(a), footBox(b)]);
  const clear = (box) => !feet.some((one) => meets(one, box));
  const onCard = (box) => [...scene.cards.values()].some((card) => meets(box, card));
  const marks = keys.map((key) => badgeAt(scene.way(key), [], clear));
  const all = [...numbers.values()];
  return {
    numbers: all.length, crowded: all.filter(({ crowded }) => crowded).length,
    struck: [...numbers].filter(([name, { box }]) => keys.some(
      (key) => !name.startsWith(`${key} `) && crosses(scene.way(key), box, 0)
    )).length,
    behind: all.filter(({ box, covered }) => !covered && onCard(box)).length,
    left_out: all.filter(({ covered }) => covered).length,
    bare: badgeAt(scene.way(keys[0]), [], clear, ROOM).w,
    covered: marks.filter(({ x, y, w, h }) => !clear({ x: x - w / 2, y: y - h / 2, w, h })).length
  };
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(measured(JSON.parse(line)))}\n`);
