// A new entity: by double-click on the ground, by key, by button, or where a line is dropped on the ground. Its name is
// typed at once.
import { meets } from "../layout/geometry.js";
import { addEntity, free, linkName, relating, rename, several } from "../language/making.js";

const SIZE = { w: 248, h: 160 };

export const create = {
  commands: [
    { name: "add_entity", keys: ["E"], changes: true, act: (editor) => make(editor, room(editor)) },
  ],

  start(editor) {
    editor.actions.set("entity_related", (given) => related(editor, given));
    editor.on("named", ({ id }) => follow(editor, id));
    editor.on("unnamed", ({ id, escaped }) => escaped && takeBack(editor, id));
  },

  twice(editor, hit) {
    if (hit.kind === "ground") make(editor, { x: hit.point.x - SIZE.w / 2, y: hit.point.y - 18 });
    return hit.kind === "ground";
  },
};

const unnamedYet = (editor) => free(
  editor.words("new_entity"), new Set(editor.design.entities.map((entity) => entity.name))
);

// With the relationship that the line stands for: one step, until it has a name: {relationship, from} by entity.
const untold = new Map();

function related(editor, { from, point, field }) {
  const [name, place] = [unnamedYet(editor), { x: point.x - 20, y: point.y - 18 }];
  const entity = addEntity(editor.design, name, place);
  const link = relating(editor.design, from.name, name, field && editor.fieldOf(field));
  editor.placed.keep([[entity.id, place]]);
  if (!editor.change(several([...entity.edit.edits, ...link.edit.edits ?? [link.edit]]), editor.words("entity_added")))
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
  editor.do("type_name", id);
  return id;
}

// A free place: in the middle of what is seen, else in widening rings around it.
function room(editor) {
  const middle = editor.stage.middle();
  const start = { x: Math.round(middle.x - SIZE.w / 2), y: Math.round(middle.y - SIZE.h / 2) };
  for (let ring = 0; ring < 30; ring++) {
    for (let dx = -ring; dx <= ring; dx++) for (let dy = -ring; dy <= ring; dy++) {
      if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
      const tried = { ...SIZE, x: start.x + dx * 320, y: start.y + dy * 220 };
      if (![...editor.scene.index.within({ x: tried.x - 40, y: tried.y - 40, w: tried.w + 80, h: tried.h + 80 })].some(
        (key) =>
          meets(editor.scene.cards.get(key), { x: tried.x - 40, y: tried.y - 40, w: tried.w + 80, h: tried.h + 80 })
      ))
        return { x: tried.x, y: tried.y };
    }
  }
  return start;
}
