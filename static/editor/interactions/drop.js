// Taking away: what is selected, with what goes along said; and taking back.
import { remove, several } from "../making.js";

export const drop = {
  commands: [
    { name: "remove", keys: ["Delete", "Backspace"], changes: true, act: (editor) => (editor.mayChange ? removeChosen(editor) : false) },
    { name: "undo", keys: ["Ctrl+Z"], changes: true, anywhere: false, beside: true, act: (editor) => back(editor, "undo") },
    { name: "redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], changes: true, beside: true, act: (editor) => back(editor, "redo") },
  ],

  start(editor) {
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
  const keys = [...editor.selected];
  if (!keys.length) return false;
  const entities = keys.filter((key) => editor.entity(key));
  const names = new Set(entities.map((key) => editor.entity(key).name));
  const along = (editor.design.relationships ?? []).filter((link) => names.has(link.from.entity) || names.has(link.to.entity));
  const gone = new Set(along.map((link) => link.id));
  const links = keys.filter((key) => (editor.link(key) || editor.work(key)) && !gone.has(key));
  const work = (editor.design.operations ?? []).filter((one) => names.has(one.entity)).length;
  if (!entities.length && !links.length) return false;
  const edits = [...links.map((key) => remove(key)), ...entities.map((key) => remove(key, true))];
  const said = entities.length
    ? editor.words("entities_removed", { names: [...names].join(", "), links: editor.words.counted("n_links", along.length), operations: editor.words.counted("n_operations", work) })
    : editor.words("links_removed", { names: links.map((key) => (editor.link(key) ?? editor.work(key)).name).join(", ") });
  const before = (editor.design.operations ?? []).length;
  if (editor.change(several(edits), said)) {
    editor.select([]);
    editor.tell("notice");
    if (entities.length) tellAll(editor, before, [...names].join(", "), along.length);
  }
  return true;
}

// Operations whose paths led through what is gone go too; the server's answer says which.
function tellAll(editor, before, names, links) {
  const stop = editor.state.subscribe(() => {
    if (editor.state.pending.length) return;
    stop();
    const operations = before - (editor.design.operations ?? []).length;
    editor.say(editor.words("entities_removed", { names, links: editor.words.counted("n_links", links), operations: editor.words.counted("n_operations", operations) }));
    editor.tell("notice");
  });
}

function back(editor, how) {
  if (!editor.page.may_change || !editor.state[how === "undo" ? "mayUndo" : "mayRedo"]) return editor.say(editor.words(`nothing_to_${how}`));
  editor.state[how]();
  editor.say(editor.words(how === "undo" ? "undone" : "redone"));
  return true;
}
