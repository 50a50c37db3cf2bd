// Copying, cutting, pasting and duplicating: within a design, and from one to another. The browser's clipboard holds
// what was copied; where it may not be read, this browser's own storage does.
import { add, free, linkName, placing, several } from "../../language/making.js";
import { readFields, Trouble } from "../../language/grammar.js";
import { newId } from "../../state/state.js";

const FORMAT = "nestlink/copied";
const BESIDE = 36; // px between a thing and its copy
const KEPT = "nestlink.copied";
const LONG = 20000; // letters: more are hardly fields
const PATIENCE = 300; // ms for the browser to let its clipboard be read

export const copy = {
  commands: [
    { name: "copy", keys: ["Ctrl+C"], act: (editor) => keep(editor) },
    { name: "cut", keys: ["Ctrl+X"], changes: true, act: (editor) => keep(editor) && editor.do("remove_chosen") },
    { name: "paste", keys: ["Ctrl+V"], changes: true, act: (editor) => paste(editor) },
    { name: "duplicate", keys: ["Ctrl+D"], changes: true, act: (editor) => {
      const text = textOf(editor);
      if (text) put(editor, readCopied(text), "duplicated");
      return Boolean(text);
    } },
  ],
};

// The text of the chosen field, or of the selected entities.
function textOf(editor) {
  const field = editor.view === "entities" && editor.field ? editor.fieldOf(editor.field)?.field : null;
  const entities = [...editor.selected].map((id) => editor.entity(id)).filter(Boolean);
  if (editor.view !== "entities" || (!field && !entities.length)) return "";
  const places = Object.fromEntries(editor.chosenCards().map(({ name, x, y }) => [name, { x, y }]));
  return copied(editor.design, field ? { fields: [field] } : { entities, places });
}

function keep(editor) {
  const text = textOf(editor);
  if (!text || String(getSelection())) return false;
  try {
    localStorage.setItem(KEPT, text);
  } catch { /* private browsing, or full */ }
  navigator.clipboard?.writeText(text).catch(() => {});
  const { entities, fields } = readCopied(text);
  editor.say(editor.words("copied", { names: [...entities, ...fields].map((one) => one.name).join(", ") }));
  return true;
}

async function paste(editor) {
  const there = await Promise.race([
    navigator.clipboard?.readText?.().catch(() => null), new Promise((done) => setTimeout(done, PATIENCE, null))
  ]);
  const found = readCopied(there ?? "") ?? (there ? null : readCopied(localStorage.getItem(KEPT)));
  if (found) return put(editor, found);
  const kind = there ? (await import("../../language/pasted.js")).kindOfText(there) : null;
  if (kind || !there || !putLines(editor, there)) editor.say(editor.words(kind ?? "nothing_copied"));
}

// Text whose lines are fields, into the selected entity; whether it was.
function putLines(editor, text) {
  const entity = editor.one()?.subject;
  if (!entity || text.length > LONG) return false;
  try {
    const fields = text.split("\n").filter((line) => line.trim()).flatMap((line) => readFields(line, newId));
    const names = fields.map((field) => field.name).join(", ");
    return fields.length > 0 && editor.change(pastingFields(entity, fields), editor.words("pasted", { names }));
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    editor.say(editor.words(trouble.message, trouble.given));
    return true;
  }
}

function put(editor, found, how = "pasted") {
  const names = [...found.entities, ...found.fields].map((one) => one.name).join(", ");
  const said = editor.words(how, { names });
  if (found.fields.length) {
    const entity = editor.one()?.subject;
    if (!entity) return editor.say(editor.words("choose_first"));
    if (!editor.change(pastingFields(entity, found.fields), said)) return false;
    editor.select([entity.id], editor.entity(entity.id).fields.at(-1).id);
    return true;
  }
  const { ids, edit } = pasting(editor.design, found);
  if (!editor.change(edit, said)) return false;
  editor.select(ids);
  editor.reveal(ids[0]);
  editor.tell("focus", ids[0]);
  return true;
}

// The text of entities, or of one field; places: of entities by name.
function copied(design, { entities = [], fields = [], places = {} }) {
  const names = new Set(entities.map((one) => one.name));
  const relationships = (design.relationships ?? []).filter(
    ({ from, to }) => names.has(from.entity) && names.has(to.entity)
  );
  return JSON.stringify({ format: FORMAT, entities, relationships, fields, places });
}

// What was copied, or null where the text is something else.
function readCopied(text) {
  try {
    const found = JSON.parse(text);
    return found?.format === FORMAT ? found : null;
  } catch {
    return null;
  }
}

// Everything in it that has an id has one of its own in the copy.
function fresh(value) {
  if (Array.isArray(value)) return value.map(fresh);
  if (!value || typeof value !== "object") return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fresh(inner)]));
  return "id" in value ? { ...made, id: newId() } : made;
}

// The edit that adds copied entities with their relationships, and the ids of the new entities.
function pasting(design, { entities, relationships, places }) {
  const taken = new Set(design.entities.map((one) => one.name));
  const links = new Set((design.relationships ?? []).map((one) => one.name));
  const names = new Map();
  for (const { name } of entities) {
    names.set(name, taken.has(name) ? free(`${name}Copy`, taken) : name);
    taken.add(names.get(name));
  }
  const made = entities.map((one) => ({ ...fresh(one), id: newId(), name: names.get(one.name) }));
  const linked = relationships.map((one) => {
    const [from, to] = [names.get(one.from.entity), names.get(one.to.entity)];
    const name = links.has(one.name) ? linkName(from, to, links) : one.name;
    links.add(name);
    return {
      ...fresh(one), id: newId(), name, from: { ...one.from, entity: from }, to: { ...one.to, entity: to }
    };
  });
  const spots = new Map(entities.filter(({ name }) => places[name]).map(({ name }) => [
    names.get(name), { x: places[name].x + BESIDE, y: places[name].y + BESIDE }
  ]));
  return {
    ids: made.map((one) => one.id), edit: several([
      ...made.map((one, n) => add("design", ["entities"], design.entities.length + n, one)),
      ...linked.map((one, n) => add("design", ["relationships"], (design.relationships ?? []).length + n, one)),
      ...placing({}, spots).edits
    ])
  };
}

// The edit that adds copied fields to an entity.
function pastingFields(entity, fields) {
  const taken = new Set((entity.fields ?? []).map((one) => one.name));
  return several(fields.map((one, n) => {
    const name = free(taken.has(one.name) ? `${one.name}_copy` : one.name, taken);
    taken.add(name);
    return add(entity.id, ["fields"], (entity.fields ?? []).length + n, { ...fresh(one), id: newId(), name });
  }));
}
