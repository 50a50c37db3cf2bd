// A new entity: by double-click on the ground, by key, by button, or where a line is dropped on the ground. Its name is
// typed at once.
import { around, CARD, clamp, GAP, grown, inside as within, meets } from "../layout/geometry.js";
import { addEntity, addRelationship, free, linkName, rename, several } from "../language/making.js";

const SIZE = { w: CARD.width, h: 160 };
const RINGS = 30;
const FEW = 4; // rings in which a place is looked for that is seen with all others

export const create = {
  commands: [
    { name: "add_entity", keys: ["E"], changes: true, takes: true, act: (editor, event) => (
      make(editor, aimed(editor, event) ?? room(editor))
    ) },
  ],

  start(editor) {
    editor.actions.set("entity_related", (given) => related(editor, given));
    follows(editor.stage);
    editor.on("named", ({ id }) => follow(editor, id));
    editor.on("unnamed", ({ id, escaped }) => escaped && takeBack(editor, id));
  },

  twice(editor, hit) {
    if (hit.kind === "ground") make(editor, seen(editor, { x: hit.point.x - SIZE.w / 2, y: hit.point.y - 18 }));
    return hit.kind === "ground";
  },
};

// The nearest place in which a card is seen whole, so that the view stays where it is.
function seen({ stage }, { x, y }) {
  const free = stage.free();
  const within = (at, start, room) =>
    clamp(Math.round(at), Math.ceil(start), Math.floor(start + Math.max(1, room)));
  return { x: within(x, free.x, free.w - SIZE.w), y: within(y, free.y, free.h - SIZE.h) };
}

const unnamedYet = (editor) => free(
  editor.words("new_entity"), new Set(editor.design.entities.map((entity) => entity.name))
);

// With the relationship that the line stands for: one step, until it has a name: {relationship, from} by entity.
const untold = new Map();

function related(editor, { from, point }) {
  const [name, place] = [unnamedYet(editor), { x: point.x - 20, y: point.y - 18 }];
  const entity = addEntity(editor.design, name, place);
  const link = addRelationship(editor.design, from.name, name);
  editor.placed.keep([[entity.id, place]]);
  if (!editor.change(several([...entity.edit.edits, link.edit]), editor.words("entity_added")))
    return;
  untold.set(entity.id, { relationship: link.id, from: from.key });
  editor.select([entity.id]);
  editor.do("type_name", entity.id);
}

// A relationship that was made before its entity had a name is named after it.
function follow(editor, id) {
  const link = editor.link(untold.get(id)?.relationship);
  untold.delete(id);
  if (!link) return;
  const others = editor.design.relationships.filter((one) => one !== link).map((one) => one.name);
  editor.change(rename(link.id, linkName(link.from.entity, link.to.entity, new Set(others))));
}

// Escape in the name of what a line made: both go.
function takeBack(editor, id) {
  const made = untold.get(id);
  untold.delete(id);
  if (!made || !editor.entity(id)) return;
  editor.do("undo_last");
  editor.select([made.from]);
  editor.tell("focus", made.from);
}

function make(editor, place) {
  const name = unnamedYet(editor);
  const { id, edit } = addEntity(editor.design, name, place);
  editor.placed.keep([[id, place]]);
  if (!editor.change(edit, editor.words("entity_added"))) return null;
  editor.select([id]);
  shown(editor, id);
  editor.do("type_name", id);
  return id;
}

let pointer = null; // where the mouse rests on the ground, in the world

function follows({ root }) {
  root.addEventListener("pointermove", (event) => {
    const tool = event.target.closest("[role=toolbar], .zoom, .map, .gestures button");
    pointer = event.pointerType === "mouse" && !tool ? event : null;
  });
  root.addEventListener("pointerleave", () => { pointer = null; });
}

// By key, where the mouse points, if there is room.
function aimed({ stage, scene }, event) {
  if (event.type !== "keydown" || !pointer) return null;
  const { x, y } = stage.at(pointer);
  const place = { x: Math.round(x - SIZE.w / 2), y: Math.round(y - 18) };
  const wide = grown({ ...SIZE, ...place }, 20);
  return [...scene.index.within(wide)].some((key) => meets(scene.cards.get(key), wide)) ? null : place;
}

// A free place: beside the selected card, or in the middle of what is seen, else in widening rings around it. One that
// is seen as the view stands goes before one with which all cards can be read in one view, and that before the others,
// the nearest first. On a phone, below all others, with room for lines beside them.
function room(editor) {
  const { stage, scene } = editor;
  const [middle, near] = [stage.middle(), editor.one()];
  const start = near ? { x: near.x, y: near.y }
    : { x: Math.round(middle.x - SIZE.w / 2), y: Math.round(middle.y - SIZE.h / 2) };
  const all = scene.box();
  if (stage.narrow() && all) return { x: Math.round(all.x), y: Math.round(all.y + all.h + GAP.y) };
  const step = { x: SIZE.w + GAP.x, y: SIZE.h + GAP.y };
  let [nearest, fitting] = [null, null];
  for (const [dx, dy, ring] of rings()) {
    if (nearest && ring > FEW) break;
    const tried = { ...SIZE, x: start.x + dx * step.x, y: start.y + dy * step.y };
    const wide = grown(tried, 40);
    if ([...scene.index.within(wide)].some((key) => meets(scene.cards.get(key), wide))) continue;
    nearest ??= { x: tried.x, y: tried.y };
    if (within(tried, stage.free())) return { x: tried.x, y: tried.y };
    const { w, h } = around([tried, ...(all ? [all] : [])]);
    if (stage.shows(w, h)) fitting ??= { x: tried.x, y: tried.y };
  }
  return fitting ?? nearest ?? start;
}

// The places of ring after ring: beside it before below it, and these before what lies left or above.
function* rings() {
  for (let ring = 0; ring < RINGS; ring++) {
    const steps = Array.from({ length: 2 * ring + 1 }, (_, n) => n - ring);
    const places = steps.flatMap((dy) => steps.map((dx) => [dx, dy, ring])).filter(
      ([dx, dy]) => Math.max(Math.abs(dx), Math.abs(dy)) === ring
    );
    const far = ([dx, dy]) => Math.abs(dx) + Math.abs(dy) + (dx < 0 ? 0.4 : 0) + (dy < 0 ? 0.6 : 0) + (dy ? 0.1 : 0);
    yield* places.sort((one, other) => far(one) - far(other));
  }
}

// A new card out of sight is moved into it, with the fields that are typed next; nothing else changes. On a phone,
// where it stands below all others, all are shown instead, if they can be read so.
function shown({ stage, scene }, id) {
  const card = { ...scene.cards.get(id), h: SIZE.h };
  const box = around([...scene.cards.values(), card]);
  const all = stage.narrow() && !within(card, stage.free()) && stage.shows(box.w, box.h);
  if (all) stage.fit(box);
  else stage.reveal(card);
}
