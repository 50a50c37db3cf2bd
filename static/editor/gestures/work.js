// The workload: operations added, filled in, pasted from a spreadsheet and removed, each by an edit.
import { includesNamed, pathNamed, saidInName } from "../language/named.js";
import { add, free, remove, rename, set, several } from "../language/making.js";
import { newId } from "../state/state.js";
import { filterRead, guessed, pasted, sortRead, sortWritten, withKey } from "../language/workload.js";
import { listRead, Misread, numberRead, oftenRead } from "../language/written.js";

const READ = {
  name: (text) => text, kind: (text) => text, entity: (text) => text, filter: filterRead, sort: sortRead,
  with: listRead, limit: (text) => numberRead(text, { least: 1, whole: true }), per_day: oftenRead,
};

export const work = {
  commands: [
    { name: "workload", keys: ["W"], act: (editor) => open(editor) },
    { name: "add_work", changes: true, act: (editor) => editor.do("workload_at", {}) ?? true },
  ],

  start(editor) {
    editor.actions.set("add_work", (made) => addOne(editor, made));
    editor.actions.set("add_work_named", (name) => tried(editor, () => addNamed(editor, name)));
    editor.actions.set("work_cell", (given) => tried(editor, () => setCell(editor, given)));
    editor.actions.set("paste_work", (text) => tried(editor, () => pasteRows(editor, text)));
    editor.actions.set("paste_cells", (given) => tried(editor, () => pasteCells(editor, given)));
    editor.actions.set("remove_work", (id) => editor.change(
      remove(id), editor.words("links_removed", { names: editor.work(id)?.name ?? "" })
    ));
  },
};

// Opened by key or button, typing may begin at once; under a finger a keyboard would rise over what it was opened for.
function open(editor) {
  editor.do("workload");
  const typing = !document.getElementById("workload").hidden && !matchMedia("(pointer: coarse)").matches;
  // A row that is entered is selected: where something is, it stays so.
  const [first] = editor.selected.size && editor.mayChange ? [] : all(editor);
  // The row for a new one comes into sight as one types into it; until then the table shows its first rows.
  if (typing) editor.do("workload_at", { id: first?.id ?? "", stays: true });
  return true;
}

// Returns the words of what is wrong, as other panels show them.
function tried(editor, act) {
  try {
    return act() ?? "";
  } catch (trouble) {
    if (!(trouble instanceof Misread)) throw trouble;
    return said(editor, trouble);
  }
}

function said(editor, { message, given }) {
  return editor.words(message, given.trouble ? { ...given, why: said(editor, given.trouble) } : given);
}

const all = (editor) => editor.design.operations ?? [];
const entities = (editor) => editor.design.entities.map((one) => one.name);

function addOne(editor, made) {
  const id = newId();
  const name = free(made.name, new Set(all(editor).map((one) => one.name)));
  const entry = editor.change(
    add("design", ["operations"], all(editor).length, { id, ...made, name }), editor.words("work_added", { name })
  );
  if (entry?.op) editor.tell("asked", { op: entry.op, id, part: "new", typed: name, text: name });
  if (entry) editor.select([id]);
  return entry ? id : null;
}

// What the name does not say is that of the selected entity, or of the row above.
function addNamed(editor, name) {
  if (all(editor).some((one) => one.name === name)) throw new Misread("name_taken", { name });
  const names = entities(editor);
  const { kind = "read", entity = editor.one()?.name ?? all(editor).at(-1)?.entity ?? names[0] } = guessed(name, names);
  addOne(editor, { name, kind, entity, ...saidInName(editor.design, editor.live?.ends, { kind, entity }, name) });
}

// What was read of a cell, with the names of the design for those of the canvas.
function meant({ design, live }, work, key, value) {
  const path = (text) => pathNamed(design, live?.ends, work.entity, text);
  if (["filter", "sort"].includes(key)) return value.map((one) => ({ ...one, field: path(one.field) }));
  if (key !== "with") return value;
  return work.kind === "update" ? value.map(path) : includesNamed(design, live?.ends, work.entity, value);
}

function setCell(editor, { id, key, text }) {
  const one = editor.work(id);
  const value = text === "" ? undefined : meant(editor, one, key, READ[key](text));
  if (key === "name") {
    if (text !== one.name && !editor.do("set_name", { id, name: text }))
      throw new Misread(text ? "name_taken" : "name_missing", { name: text });
    return;
  }
  const named = key === "with" ? withKey(one) : key;
  if (JSON.stringify(value) === JSON.stringify(one[named]) || (key === "sort" && sortWritten(one.sort) === text))
    return void editor.tell("asked", { id, part: named });
  editor.do("set_property", { id, path: [named], value, label: editor.words(`work_${key}`), typed: text });
}

function pasteRows(editor, text) {
  const known = new Map(all(editor).map((one) => [one.name, one]));
  const rows = pasted(text, entities(editor)).map((row) => Object.fromEntries(Object.entries(row).map(
    ([key, value]) => [key, meant(editor, row, ["includes", "changes"].includes(key) ? "with" : key, value)]
  )));
  const twice = rows.find((row, at) => rows.findIndex((one) => one.name === row.name) !== at);
  if (twice) throw new Misread("name_taken", { name: twice.name });
  let at = all(editor).length;
  const edits = rows.flatMap((row) => {
    const one = known.get(row.name);
    return one ? Object.entries(row).filter(
      ([key, value]) => JSON.stringify(one[key]) !== JSON.stringify(value)
    ).map(([key, value]) => set(one.id, [key], value))
      : [add("design", ["operations"], at++, { id: newId(), ...row })];
  });
  if (edits.length) editor.change(several(edits), editor.words.counted("work_pasted", rows.length));
}

// Cells of a spreadsheet from this one to the right and downwards.
function pasteCells(editor, { id, keys, key, text }) {
  const list = all(editor);
  const [top, left] = [list.findIndex((one) => one.id === id), keys.indexOf(key)];
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
  const edits = lines.slice(
    0, list.length - top
  ).flatMap((line, down) => line.split("\t").slice(0, keys.length - left).map((cell, right) => {
    const [one, column] = [list[top + down], keys[left + right]];
    const value = cell.trim() === "" ? undefined : meant(editor, one, column, READ[column](cell.trim()));
    if (column === "name") return value ? rename(one.id, value) : [];
    return set(one.id, [column === "with" ? withKey(one) : column], value);
  }).flat());
  editor.change(several(edits), editor.words.counted("work_pasted", lines.length));
}
