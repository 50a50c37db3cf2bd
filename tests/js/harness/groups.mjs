// Reads {design} a line, lays its cards out, and writes what lies on what: cards on cards, areas of groups on cards
// that are not theirs and on one another; how far members of one group stand apart, against all cards.
import { createInterface } from "node:readline";
import { entitiesView } from "../../../static/editor/canvas/entities.js";
import { around, meets } from "../../../static/editor/layout/geometry.js";
import { Scene } from "../../../static/editor/canvas/scene.js";

function measured({ design }) {
  const { cards, lines, areas } = entitiesView(design, { has: () => true });
  const scene = new Scene();
  scene.set(cards, lines, areas);
  const all = [...scene.cards.values()];
  const boxes = areas.map((area) => [area, scene.areaBox(area)]).filter(([, box]) => box);
  const pairs = (list) => list.flatMap((one, n) => list.slice(n + 1).map((other) => [one, other]));
  const area = ({ w, h }) => w * h;
  return {
    cards: pairs(all).filter(([one, other]) => meets(one, other)).length,
    strangers: boxes.flatMap(
      ([{ members }, box]) => all.filter((card) => !members.includes(card.key) && meets(card, box))
    ).length,
    areas: pairs(boxes).filter(([[, one], [, other]]) => meets(one, other)).length,
    filled: all.reduce((sum, card) => sum + area(card), 0) / area(around(all)),
  };
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(measured(JSON.parse(line)))}\n`);
