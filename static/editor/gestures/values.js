// Values and names that panels change: each ends in an edit.
import { readFields, Trouble, writeField } from "../language/grammar.js";
import { add, changedField, order, remove, rename, set, several } from "../language/making.js";
import { entityRenamed } from "../language/relationship_edits.js";
import { newId } from "../state/state.js";

export const values = {
  start(editor) {
    editor.actions.set("set_value", ({ id, path, value, label }) => editor.change(
      set(id, path, value), editor.words("value_set", { label })
    ));
    editor.actions.set("set_property", (given) => setProperty(editor, given));
    editor.actions.set("set_name", ({ id, name }) => {
      if (id === "design" && name) return editor.change(set(id, ["name"], name), editor.words("renamed", { name }));
      const taken = [
        editor.design.entities, editor.design.relationships ?? [], editor.design.operations ?? []
      ].find((list) => list.some((one) => one.id === id));
      if (!name || taken?.some((one) => one.name === name && one.id !== id)) {
        editor.say(editor.words(name ? "name_taken" : "name_missing", { name }));
        return false;
      }
      const entity = editor.design.entities.find((one) => one.id === id);
      const edit = entity ? entityRenamed(editor.design, entity, name) : rename(id, name);
      return editor.change(edit, editor.words("renamed", { name }));
    });
    editor.actions.set("field_lines", (given) => setFields(editor, given));
    editor.lineText = writeField;
    editor.lineOf = (id) => writeField(editor.fieldOf(id).field);
  },
};

// A property of an object, by its path. main: the property without which what holds this one says nothing.
// typed: what was typed, kept in its place if the server refuses.
function setProperty(editor, { id, path, value, label, main = null, typed }) {
  const subject = id === "design" ? editor.design : editor.found(id);
  const entry = editor.change(edited(subject, id, path, value, main), editor.words("value_set", { label }));
  if (entry?.op) editor.tell("asked", {
    op: entry.op, id, part: path.join("."), typed, text: typed ?? (value === undefined ? "" : JSON.stringify(value))
  });
  return entry;
}

function edited(subject, id, path, value, main) {
  if (path.length === 2 && ["from", "to"].includes(path[0]) && path[1] === "field" && value !== undefined)
    return rename(id, value, path[0]);
  const holder = path.slice(0, -1);
  if (value !== undefined || !holder.length) return set(id, path, value);
  const { [path.at(-1)]: _, ...left } = holder.reduce((node, key) => node?.[key], subject) ?? {};
  const empty = !Object.keys(left).length || (main && main.join(".") === path.join("."));
  return empty ? set(id, holder) : set(id, path);
}

// Fields as lines, for what is no card: those of a name stay themselves. Returns the words of what is wrong.
function setFields(editor, { id, path, text }) {
  try {
    const before = path.reduce((node, key) => node?.[key], editor.found(id)) ?? [];
    const wanted = text.split("\n").filter((line) => line.trim()).flatMap((line) => readFields(line, newId));
    const twin = wanted.find((field, at) => wanted.findIndex((one) => one.name === field.name) !== at);
    if (twin) throw new Trouble("field_taken", { name: twin.name });
    const known = new Map(before.map((field) => [field.name, field]));
    const kept = wanted.map((field) => known.get(field.name) ?? field);
    const gone = before.filter((field) => !kept.includes(field));
    const edits = [...gone.map((field) => remove(field.id)), ...wanted.flatMap((field, at) => {
      if (!known.has(field.name)) return [add(id, path, at, field)];
      const { edits: some, replaced } = changedField(known.get(field.name), field);
      return replaced
        ? [remove(known.get(field.name).id), add(id, path, at, JSON.parse(JSON.stringify(replaced)))]
        : some;
    }), ...(wanted.length > 1 ? [order(id, path, kept.map((field) => field.id))] : [])];
    if (edits.length) editor.change(several(edits));
    return "";
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    return editor.words(trouble.message, trouble.given);
  }
}
