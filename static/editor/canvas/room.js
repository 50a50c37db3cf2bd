// Room for cards that an edit makes grow: those that they would cover move down, as a part of the edit.
import { cardHeight, GAP, inside, meets } from "../layout/geometry.js";
import { placing, several } from "../language/making.js";
import { rowCounts } from "./entities.js";

const CLEAR = 12; // px that stay free below a card that has grown

// closed: ids of fields that are folded.
export function withRoom({ design, state, scene, placed, stood, live }, edit, closed) {
  const made = state.after(edit);
  const [counts, layout] = [rowCounts(made, closed, live?.ends), made.layout ?? {}];
  const after = new Map([...scene.cards.values()].filter(({ key }) => counts.has(key)).map((card) => {
    const { x, folded } = layout[card.name] ?? {};
    const to = layout[card.name] === design.layout?.[card.name] || x === undefined ? card : layout[card.name];
    const shut = x === undefined ? card.folded : folded;
    return [card.key, { x: to.x, y: to.y, w: card.w, h: cardHeight(shut ? 0 : counts.get(card.key)) }];
  }));
  const places = new Map();
  for (const [key, y] of roomMade(scene.cards, after)) {
    const { name, x, folded, byHand } = scene.cards.get(key);
    const place = { x, y, ...(folded ? { folded } : {}) };
    // What nobody has placed does so in this window alone.
    if (design.layout?.[name]?.x === undefined) stood.places.set(key, place);
    else places.set(name, place);
    if (!byHand) placed.keep([[key, place]]);
  }
  return places.size ? several([edit, ...placing(design, places).edits]) : edit;
}

// The cards that are seen whole stay so on a phone when an edit moves them: all are fitted, if they can be read.
export function keepingSight({ scene, stage }) {
  const seen = [...scene.cards.values()].filter((card) => inside(card, stage.free()));
  return () => {
    const hidden = seen.some(({ key }) => scene.cards.has(key) && !inside(scene.cards.get(key), stage.free()));
    const box = scene.box();
    if (hidden && stage.narrow() && stage.shows(box.w, box.h)) stage.fit(box);
  };
}

// How far down those go that a card above would newly cover, each as far as it must. before, after: boxes by key.
export function roomMade(before, after) {
  const [moves, growing] = [new Map(), []];
  for (const [key, given] of [...after].sort(([, one], [, other]) => one.y - other.y)) {
    const [box, was] = [{ ...given }, before.get(key)];
    const above = () => growing.filter(
      (one) => meets({ ...one.box, h: one.box.h + CLEAR }, box) && !meets(one.was, was)
    );
    for (let over = above(); over.length; over = above()) {
      box.y = Math.max(...over.map((one) => one.box.y + one.box.h)) + GAP.y / 2;
      moves.set(key, box.y);
    }
    if (box.h > was.h || moves.has(key)) growing.push({ box, was });
  }
  return moves;
}
