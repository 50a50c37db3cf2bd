// Reads {design, together} a line: entities that the program placed are laid out beside the others. Writes the places,
// what lies on what, the length of the new cards' lines to what stands, and the CPU time.
import { createInterface } from "node:readline";
import { partialLayout } from "../../../static/editor/layout/partial_layout.js";
import { entitiesView } from "../../../static/editor/canvas/entities.js";
import { around, centre, meets } from "../../../static/editor/layout/geometry.js";
import { Scene } from "../../../static/editor/canvas/scene.js";

function measured({ design, together = false }) {
  const { cards, lines, areas } =
    entitiesView(design, { has: () => true }, undefined, undefined, { has: (_, place) => place.by_program });
  const scene = new Scene();
  scene.set(cards, lines, areas);
  const all = [...scene.cards.values()];
  const [stay, moved] = [all.filter((card) => card.byHand), all.filter((card) => !card.byHand)];
  const corner = around(moved);
  const begun = process.cpuUsage();
  const places = partialLayout({
    cards: moved.map(({ key, h }) => ({ key, h })), links: lines.map(({ from, to }) => ({ from, to })),
    groups: areas.map((area) => area.members),
    stay: stay.map(({ key, x, y, w, h }) => ({ key, x, y, w, h })), corner, together,
  });
  const { user } = process.cpuUsage(begun);
  for (const card of moved) Object.assign(card, places.get(card.key));
  const boxes = areas.map((area) => [area, scene.areaBox(area)]).filter(([, box]) => box);
  const length = ([one, other]) => Math.hypot(centre(one).x - centre(other).x, centre(one).y - centre(other).y);
  const ends = lines.map(
    ({ from, to }) => [scene.cards.get(from), scene.cards.get(to)]
  ).filter(([one, other]) => one.byHand !== other.byHand);
  return {
    places: Object.fromEntries(moved.map((card) => [card.name, places.get(card.key)])),
    only: [...places.keys()].every((key) => moved.some((card) => card.key === key)),
    upon: moved.flatMap(
      (one) => all.filter((other) => other !== one && meets(one, other)).map((other) => `${one.name} ${other.name}`)
    ),
    strangers: boxes.flatMap(
      ([{ members }, box]) =>
        moved.filter((card) => !members.includes(card.key) && meets(card, box)).map((card) => card.name)
    ),
    reach: ends.map(length), cpu: user / 1e6, width: around(all).w, height: around(all).h,
  };
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(measured(JSON.parse(line)))}\n`);
