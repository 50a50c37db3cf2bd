// A new entity: by double-click on the ground, by key, by button. Its name is typed at once.
import { meets } from "../layout/geometry.js";
import { addEntity, free } from "../language/making.js";

const SIZE = { w: 248, h: 160 };

export const create = {
  commands: [
    { name: "add_entity", keys: ["E"], changes: true, act: (editor) => make(editor, room(editor)) },
  ],

  start(editor) {
    editor.actions.set("entity_at", (point) => make(editor, point));
  },

  twice(editor, hit) {
    if (hit.kind === "ground") make(editor, { x: hit.point.x - SIZE.w / 2, y: hit.point.y - 18 });
    return hit.kind === "ground";
  },
};

function make(editor, place) {
  const name = free(editor.words("new_entity"), new Set(editor.design.entities.map((entity) => entity.name)));
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
