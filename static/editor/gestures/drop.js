// Taking away: what is selected, with what goes along said; and taking back.
import { goesWith } from "../state/edits.js";
import { DESIGN } from "../state/tree.js";
import { remove, several } from "../language/making.js";
import { linkSaid } from "../language/paths.js";

const PATIENCE = 1000; // ms for the server to say what goes along

export const drop = {
  commands: [
    { name: "remove", keys: ["Delete", "Backspace"], changes: true, act: (editor) => (
      editor.mayChange ? removeChosen(editor) : false
    ) },
    { name: "undo", keys: ["Ctrl+Z"], changes: true, beside: true, everywhere: true, act: (editor) => back(
      editor, "undo"
    ) },
    {
      name: "redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], changes: true, beside: true, everywhere: true,
      act: (editor) => back(editor, "redo")
    },
  ],

  start(editor) {
    editor.actions.set("remove_chosen", () => removeChosen(editor));
    editor.actions.set("undo_last", () => back(editor, "undo"));
    const buttons = new Map(["undo", "redo"].map((name) => [name, document.querySelector(`[data-do="${name}"]`)]));
    const show = () => {
      buttons.get("undo").disabled = !editor.page.may_change || !editor.state.mayUndo;
      buttons.get("redo").disabled = !editor.page.may_change || !editor.state.mayRedo;
    };
    editor.state.subscribe(show);
    show();
  },
};

function removeChosen(editor) {
  if (editor.field) {
    const { field } = editor.fieldOf(editor.field);
    return editor.change(remove(field.id), editor.words("field_removed", { name: field.name }));
  }
  const keys = [...editor.selected].filter((key) => editor.entity(key) || editor.link(key) || editor.work(key));
  const entities = keys.filter((key) => editor.entity(key));
  if (entities.length) ask(editor, keys, entities);
  else if (keys.length) take(editor, keys, [], []);
  return keys.length > 0;
}

// What goes with entities, as the server knows it: also operations whose paths lead through them. Without an answer,
// what can be seen from here. It is told before anything goes.
async function ask(editor, keys, entities) {
  const chosen = [...editor.selected].join();
  const here = entities.flatMap((id) => goesWith(editor.design, id));
  const there = await Promise.race(
    [editor.goesWith(entities).catch(() => []), new Promise((resolve) => setTimeout(resolve, PATIENCE, []))]
  );
  const along = [...new Map([...here, ...there].map((one) => [one.id, one])).values()];
  if (!along.length) return take(editor, keys, entities, along);
  const names = entities.map((id) => editor.entity(id)?.name).filter(Boolean).join(", ");
  // Whoever went on meanwhile is not asked over it: an Enter would mean another thing.
  const on = document.activeElement?.matches("input, textarea, select") || [...editor.selected].join() !== chosen;
  if (on) return editor.say(editor.words("not_removed", { names }));
  const parts = [line("p", editor.words("remove_what", { names })), ...["relationship", "operation"].flatMap((kind) => {
    const list = along.filter((one) => one.kind === kind).map((one) => called(editor, one));
    return list.length ? [line("p", `${editor.words(`${kind}s`)}: ${list.join(", ")}`)] : [];
  })];
  const { x, y } = editor.scene.cards.get(entities[0]) ?? editor.stage.middle();
  const { camera, screen } = editor.stage;
  editor.popover.open({
    label: editor.words("remove_what", { names }), parts,
    at: { x: x * camera.k + camera.x + screen.left, y: y * camera.k + camera.y + screen.top },
    ends: [
      [editor.words("do_remove"), () => take(editor, keys, entities, along), "danger"],
      [editor.words("cancel"), () => {}]
    ],
    closed: () => editor.stage.root.focus({ preventScroll: true }),
  });
}

function called(editor, { id, name }) {
  const link = editor.link(id);
  return link ? linkSaid(editor.design, link) : (editor.entity(id) ?? editor.work(id))?.name ?? name;
}

function line(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function take(editor, keys, entities, along) {
  const names = keys.map((id) => called(editor, { id })).filter(Boolean);
  const gone = new Set(along.map((one) => one.id));
  const links = keys.filter((key) => !editor.entity(key) && !gone.has(key));
  const counts = [["relationship", "n_links"], ["operation", "n_operations"]].map(
    ([kind, words]) => [along.filter((one) => one.kind === kind).length, words]
  );
  const things = [...names, ...counts.flatMap(([count, words]) => count ? [editor.words.counted(words, count)] : [])];
  const said = entities.length
    ? editor.words("entities_removed", { things: new Intl.ListFormat(document.documentElement.lang).format(things) })
    : editor.words("links_removed", { names: names.join(", ") });
  if (!editor.change(several([...links.map((key) => remove(key)), ...entities.map((key) => remove(key, true))]), said))
    return;
  editor.select([...editor.selected].filter((key) => editor.found(key)), editor.field);
  editor.tell("notice");
}

function back(editor, how) {
  if (!editor.page.may_change || !editor.state[how === "undo" ? "mayUndo" : "mayRedo"])
    return editor.say(editor.words(`nothing_to_${how}`));
  const { said, edit } = editor.state[how]();
  const [what] = said.split(". "); // without a hint behind it
  const done = editor.words(how === "undo" ? "undone" : "redone");
  editor.say(editor.taken = what ? `${done}: ${what}` : done);
  if (edit && editor.view === "entities") look(editor, edit);
  return true;
}

// The view goes to what was taken back. What is selected stays so if it is among that.
function look(editor, edit) {
  const all = touched(editor, edit);
  const at = all.find(([key]) => editor.selected.has(key));
  const [key, field = null] = at ?? all[0] ?? [];
  if (at) editor.reveal(key);
  else if (editor.work(key)) editor.select([key]);
  else if (key) editor.goTo(key, field);
}

// The things that an edit changes, as the canvas has them: [key, field].
function touched(editor, edit) {
  if (edit.edits) return edit.edits.flatMap((one) => touched(editor, one));
  const { id, holder, path = [], value } = edit;
  if (id === DESIGN && path[0] === "layout") {
    return [...path.slice(1, 2), ...(path.length > 1 ? [] : Object.keys(value ?? {}))]
      .map((name) => editor.entityNamed(name)).filter(Boolean).map((one) => [one.id]);
  }
  for (const one of [id, value?.id, holder]) {
    if (!one) continue;
    if (editor.entity(one) || editor.link(one) || editor.work(one)) return [[one]];
    const at = editor.fieldOf(one);
    if (at) return [[at.entity.id, one]];
  }
  return [];
}
