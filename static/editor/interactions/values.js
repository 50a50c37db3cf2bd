// Values and names that panels change: each ends in an edit.
import { rename, set } from "../making.js";
import { writeField } from "../grammar.js";

export const values = {
  start(editor) {
    editor.actions.set("set_value", ({ id, path, value, label }) => editor.change(set(id, path, value), editor.words("value_set", { label })));
    editor.actions.set("set_name", ({ id, name }) => {
      const taken = [editor.design.entities, editor.design.relationships ?? [], editor.design.operations ?? []].find((list) => list.some((one) => one.id === id));
      if (!name || taken?.some((one) => one.name === name && one.id !== id)) {
        editor.say(editor.words(name ? "name_taken" : "name_missing", { name }));
        return false;
      }
      return editor.change(rename(id, name), editor.words("renamed", { name }));
    });
    editor.lineOf = (id) => writeField(editor.fieldOf(id).field);
  },
};
