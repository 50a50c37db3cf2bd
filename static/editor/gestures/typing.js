// Typing into a card: its name, a field, the next field. Enter goes on, Escape goes back, leaving keeps.
import { readFields, Trouble, writeField } from "../language/grammar.js";
import { add, changedField, remove, several } from "../language/making.js";
import { newId } from "../state/state.js";
import { addedAs, nested } from "../language/types.js";

export const typing = {
  commands: [
    { name: "rename", keys: ["F2"], changes: true, act: (editor) => openChosen(editor) },
    { name: "add_field", keys: ["Enter"], changes: true, fits: (editor) => Boolean(editor.one()), act: (editor) => (
      editor.one()
        && editor.mayChange ? (editor.field ? openChosen(editor) : nextField(editor, editor.one().key)) : false
    ) },
  ],

  start(editor) {
    editor.actions.set("type_name", (key) => typeName(editor, key));
    editor.actions.set("type_next", (key, begun) => nextField(editor, key, begun));
    editor.actions.set("type_field", (key) => typeField(editor, key));
    editor.actions.set("resume", (place) => resume(editor, place));
    editor.actions.set("field_line", ({ id, line }) => changeField(editor, id, line));
  },

  twice(editor, hit) {
    if (!hit.card || !editor.mayChange) return false;
    if (hit.kind === "row" && !hit.fold) return typeField(editor, hit.field) || true;
    typeName(editor, hit.card.key);
    return true;
  },
};

// What stood unfinished in an input when the page was left is typed on.
function resume(editor, place) {
  const [what, id] = place.split(":");
  if (what === "field" ? editor.fieldOf(id) : editor.entity(id))
    ({ field: typeField, name: typeName, next: nextField })[what]?.(editor, id);
}

function draft(editor, place, otherwise) {
  const text = editor.drafts?.get(place) ?? otherwise;
  editor.drafts?.delete(place);
  return text;
}

function openChosen(editor) {
  const card = editor.one();
  const [key] = editor.selected;
  if (editor.mayChange && editor.selected.size === 1 && editor.link(key)) return editor.do("rename_link", key) ?? true;
  if (!card || !editor.mayChange) return false;
  return editor.field ? typeField(editor, editor.field) : typeName(editor, card.key);
}

// An input over a place of a card. keep(text) returns the words of what is wrong, or nothing.
// typed: a field is typed here, so its types are offered.
function input(editor, element, place, value, { label, keep, next, last, typed = true, begun = "" }) {
  const field = document.createElement("input");
  Object.assign(field, { type: "text", value, spellcheck: false, autocomplete: "off" });
  field.setAttribute("aria-label", label);
  element.replaceChildren(field);
  if (typed) editor.typeList.attach(field);
  let open = true;
  const close = (left = "") => {
    open = false;
    editor.typeList.close();
    field.closest(".thing")?.querySelector(".trouble")?.remove();
    field.remove();
    editor.tell("draft", { place, text: left });
    if (left) editor.drafts?.set(place, left), editor.say(editor.words("not_added", { text: left }), true);
  };
  const commit = (then) => {
    if (!open) return;
    const text = field.value.trim();
    const wrong = keep(text, close);
    if (wrong) return complain(editor, field, wrong);
    then?.(text);
  };
  field.addEventListener("input", () => {
    field.removeAttribute("aria-invalid");
    field.closest(".thing")?.querySelector(".trouble")?.remove();
    editor.tell("draft", { place, text: field.value });
  });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing || (typed && editor.typeList.key(field, event))) return;
    if (event.key === "Enter") commit(next);
    else if (event.key === "Escape") close(field.matches("[aria-invalid]") ? field.value.trim() : ""), last?.();
  });
  field.addEventListener("blur", () => setTimeout(() => {
    if (!open || field === document.activeElement) return;
    if (keep(field.value.trim(), close)) close(field.value.trim());
    last?.(false);
  }));
  field.focus({ preventScroll: true });
  if (value && !begun) field.select();
  return field;
}

function complain(editor, field, words) {
  editor.typeList.close(); // which would lie over the reason
  field.setAttribute("aria-invalid", "true");
  const trouble = document.createElement("p");
  trouble.className = "trouble";
  trouble.setAttribute("role", "alert");
  trouble.textContent = words;
  const thing = field.closest(".thing");
  thing.querySelector(".trouble")?.remove();
  trouble.style.top = `${(field.closest("li")?.offsetTop ?? 0) + 28}px`;
  thing.append(trouble);
  return words;
}

export function typeName(editor, key) {
  const element = near(editor, key);
  const entity = editor.entity(key);
  const place = `name:${key}`;
  input(editor, element.querySelector("header"), place, draft(editor, place, entity.name), {
    label: editor.words("name_of_entity"), typed: false,
    keep(text, close) {
      const wrong = !text ? editor.words("name_missing") : text.length > 64 ? editor
        .words("name_long") : editor.design.entities.some((one) => one.name === text && one.id !== key) ? editor
        .words("name_taken", { name: text }) : "";
      if (wrong) return wrong;
      close();
      if (text === entity.name || editor.do("set_name", { id: key, name: text }))
        editor.tell("named", { id: key });
      editor.elementFresh(key);
      return "";
    },
    next: () => (entity.fields?.length ? back : nextField)(editor, key),
    last: (moved) => {
      editor.tell("unnamed", { id: key, escaped: moved !== false });
      back(editor, key, moved);
    },
  });
}

export function nextField(editor, key, begun = "") {
  const element = near(editor, key);
  const row = element.querySelector("ul").appendChild(document.createElement("li"));
  element.style.height = "auto";
  const place = `next:${key}`;
  let added = false;
  input(editor, row, place, draft(editor, place, "") || begun, {
    label: editor.words("new_field"), begun,
    keep(text, close) {
      if (!text) return void (close(), row.remove());
      const wrong = tried(editor, () => {
        const entity = editor.entity(key) ?? gone();
        const fields = readFields(text, newId);
        const twin = fields.find((field) => (entity.fields ?? []).some((one) => one.name === field.name));
        if (twin) throw new Trouble("field_taken", { name: twin.name });
        const start = (entity.fields ?? []).length;
        close();
        row.remove();
        added = editor.change(several(fields.map((field, n) => add(key, ["fields"], start + n, field))), editor.words(
          addedAs(text, fields), { name: fields[0].name }
        ));
      });
      if (!wrong) editor.elementFresh(key);
      return wrong;
    },
    next: (text) => (text && added ? nextField(editor, key) : back(editor, key)),
    last: (moved) => back(editor, key, moved),
  }).placeholder = editor.words("field_example");
}

export function typeField(editor, id) {
  const found = editor.fieldOf(id);
  const element = near(editor, found.entity.id);
  const row = element.querySelector(`[data-field="${CSS.escape(id)}"]`);
  if (!row) return false;
  editor.select([found.entity.id], id);
  input(editor, row, `field:${id}`, draft(editor, `field:${id}`, writeField(found.field)), {
    label: editor.words("field_line"),
    keep(text, close) {
      const wrong = tried(editor, () => {
        const edit = text ? edited(editor, id, text) : remove(id);
        close();
        if (edit)
          editor.change(edit, editor.words(text ? "field_changed" : "field_removed", { name: found.field.name }));
      });
      if (!wrong) editor.elementFresh(found.entity.id);
      return wrong;
    },
    next: () => nextField(editor, found.entity.id),
    last: (moved) => back(editor, found.entity.id, moved),
  });
  return true;
}

function changeField(editor, id, line) {
  return tried(editor, () => {
    const edit = edited(editor, id, line);
    if (edit) editor.change(edit, editor.words("field_changed", { name: editor.fieldOf(id)?.field.name ?? "" }));
  });
}

// Somebody else removed what is typed here.
function gone() {
  throw new Trouble("gone_meanwhile");
}

function edited(editor, id, line) {
  const { field, list, holder, path, index } = editor.fieldOf(id) ?? gone();
  const wanted = readFields(line, newId);
  if (wanted.length !== 1) throw new Trouble("field_one");
  if (list.some((one) => one.id !== id && one.name === wanted[0].name))
    throw new Trouble("field_taken", { name: wanted[0].name });
  const { edits, replaced } = changedField(field, wanted[0]);
  if (!replaced) return edits.length ? several(edits) : null;
  const value = JSON.parse(JSON.stringify(replaced));
  if (nested(value) && !nested(value).fields.length) delete value.fields;
  return several([remove(id), add(holder.id, path, index, value)]);
}

function tried(editor, act) {
  try {
    act();
    return "";
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    const why = editor.words(trouble.message, trouble.given);
    return trouble.path ? editor.words("field_within", { path: trouble.path.join("."), why }) : why;
  }
}

let before = null; // the camera that it goes back to once nothing more is typed

// The card's element, near enough to type into.
function near(editor, key) {
  const card = editor.scene.cards.get(key);
  if (card.folded) editor.do("unfold", key);
  if (editor.stage.camera.k < 0.6) {
    before = editor.stage.camera;
    editor.stage.zoom(0.9 / before.k, ...middleOf(editor, card));
  }
  editor.reveal(key);
  return editor.elementFresh(key);
}

const middleOf = ({ stage: { camera: { x, y, k } } }, card) =>
  [(card.x + card.w / 2) * k + x, (card.y + card.h / 2) * k + y];

function back(editor, key, moved) {
  if (!editor.scene.cards.has(key)) return;
  editor.elementFresh(key);
  if (moved !== false && before) editor.stage.look(before);
  if (moved !== false) editor.tell("focus", key);
  before = null;
}
