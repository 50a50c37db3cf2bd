// Reads {design, edits} a line and makes each edit as the editor does, with the room that it needs. Writes the layout
// after each, and how many cards lie on one another.
import { createInterface } from "node:readline";
import { entitiesView } from "../../../static/editor/canvas/entities.js";
import { withRoom } from "../../../static/editor/canvas/room.js";
import { meets } from "../../../static/editor/layout/geometry.js";
import { Scene } from "../../../static/editor/canvas/scene.js";
import { apply } from "../../../static/editor/state/edits.js";

const closed = { has: () => true };
const placed = { has: () => false, keep() {} };

function made({ design, edits }) {
  const [scene, stood] = [new Scene(), { view: null, places: new Map() }];
  return edits.map((edit, number) => {
    if (!number) scene.set(...shown(design, stood));
    design = apply(design, withRoom(
      { design, state: { after: (one) => apply(design, one) }, scene, placed, stood, live: null }, edit, closed
    ));
    scene.set(...shown(design, stood));
    const all = [...scene.cards.values()];
    const over = all.flatMap((one, n) => all.slice(n + 1).filter((other) => meets(one, other))).length;
    return { layout: design.layout, over };
  });
}

function shown(design, stood) {
  const { cards, lines } = entitiesView(design, closed, undefined, undefined, placed, stood);
  return [cards, lines];
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(made(JSON.parse(line)))}\n`);
