// Rows: by the glyph they are dragged to another place, and onto the middle of an object to nest in it.
// Alt with an arrow does the same by key.
import { add, order, remove, several } from "../language/making.js";
import { nested } from "../language/types.js";

export const rows = {
  commands: [
    { name: "row_earlier", keys: ["Alt+ArrowUp"], changes: true, act: (editor) => shift(editor, -1) },
    { name: "row_later", keys: ["Alt+ArrowDown"], changes: true, act: (editor) => shift(editor, 1) },
    { name: "row_in", keys: ["Alt+ArrowRight"], changes: true, act: (editor) => inside(editor) },
    { name: "row_out", keys: ["Alt+ArrowLeft"], changes: true, act: (editor) => outside(editor) },
    { name: "choose_later", keys: ["Ctrl+ArrowDown"], act: (editor) => pick(editor, 1) },
    { name: "choose_earlier", keys: ["Ctrl+ArrowUp"], act: (editor) => pick(editor, -1) },
  ],

  press(editor, hit, event) {
    if (event.button !== 0 || hit.kind !== "row" || !hit.grip || hit.fold || !editor.mayChange) return null;
    let aim = null;
    const clear = () => {
      for (const row of editor.stage.root.querySelectorAll(".target, .into")) row.classList.remove("target", "into");
    };
    return {
      drag(now) {
        clear();
        aim = aimOf(editor, hit, document.elementFromPoint(now.clientX, now.clientY), now);
        aim?.row.classList.add(aim.into ? "into" : "target");
      },
      drop() {
        clear();
        if (aim) place(editor, hit.field, aim);
      },
      cancel: clear,
      click: () => editor.select([hit.card.key], hit.field),
    };
  },
};

function aimOf(editor, hit, under, event) {
  const row = under?.closest?.(".thing [data-field]");
  if (!row || row.closest(".thing") !== hit.element || row.dataset.field === hit.field) return null;
  const target = editor.fieldOf(row.dataset.field);
  const moving = editor.fieldOf(hit.field);
  if (!target || !moving || holds(moving.field, target.field.id)) return null;
  const box = row.getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  const into = part > 0.3 && part < 0.7 && Boolean(nested(target.field));
  return { row, target, into, after: part >= 0.5 };
}

const holds = (field, id) => (nested(field)?.fields ?? []).some((one) => one.id === id || holds(one, id));

function place(editor, id, { target, into, after }) {
  if (!editor.fieldOf(id)) return editor.say(editor.words("gone_meanwhile"));
  const { field, holder, path, list, index } = editor.fieldOf(id);
  const said = editor.words("field_moved", { name: field.name });
  if (!into && holder === target.holder && JSON.stringify(path) === JSON.stringify(target.path)) {
    const ids = list.map((one) => one.id).filter((one) => one !== id);
    ids.splice(ids.indexOf(target.field.id) + (after ? 1 : 0), 0, id);
    return editor.change(order(holder.id, path, ids), said);
  }
  const inner = into ? nested(target.field) : null;
  const taken = (inner?.fields ?? target.list).some((one) => one.name === field.name && one.id !== id);
  if (taken) return editor.say(editor.words("field_taken", { name: field.name }));
  const to = inner ? add(target.field.id, inner.path, inner.fields.length, field) : add(
    target.holder.id, target.path,
    target.index + (after ? 1 : 0) - (target.list === list && index < target.index ? 1 : 0), field
  );
  return editor.change(several([remove(id), to]), said);
}

function shift(editor, by) {
  const found = editor.field && editor.mayChange && editor.fieldOf(editor.field);
  if (!found) return false;
  const target = found.list[found.index + by];
  if (target) place(editor, found.field.id, { target: { ...found, field: target }, into: false, after: by > 0 });
  return true;
}

// Into the object before it.
function inside(editor) {
  const found = editor.field && editor.mayChange && editor.fieldOf(editor.field);
  const before = found && found.list[found.index - 1];
  if (!before || !nested(before)) return false;
  return place(editor, found.field.id, { target: { ...found, field: before }, into: true }) ?? true;
}

// Out of its object, behind it.
function outside(editor) {
  const found = editor.field && editor.mayChange && editor.fieldOf(editor.field);
  if (!found || found.holder === found.entity) return false;
  return place(editor, found.field.id, { target: editor.fieldOf(found.holder.id), into: false, after: true }) ?? true;
}

function pick(editor, by) {
  const card = editor.one();
  const ids = card ? editor.rows(card).filter((row) => !row.link).map((row) => row.id) : [];
  if (!ids.length) return false;
  const now = ids.indexOf(editor.field);
  editor.select(
    [card.key], ids[now < 0 ? (by > 0 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, now + by))]
  );
  return true;
}
