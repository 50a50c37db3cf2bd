// What can be done to a relationship from its line: name it, set its counts, exchange its ends, see its alternatives.
import { rename, several } from "../../language/making.js";
import { swapEdits } from "../../language/relationship_edits.js";

const fits = (editor) => Boolean(chosenLink(editor));

export const links = {
  commands: [
    { name: "link_counts", keys: ["Enter"], changes: true, fits, act: (editor) => (
      chosen(editor, ({ id }) => editor.do("ask_numbers", { id }))
    ) },
    { name: "link_rename", changes: true, fits, act: (editor) => chosen(editor, (link) => askName(editor, link)) },
    { name: "link_swap", keys: ["X"], changes: true, fits, act: (editor) => (
      chosen(editor, (link) => swap(editor, link))
    ) },
    { name: "link_alternatives", fits, act: (editor) => chosen(editor, () => alternatives(editor)) },
  ],

  start(editor) {
    editor.actions.set("rename_link", (id) => askName(editor, editor.link(id)));
    editor.actions.set("swap_link", (id) => swap(editor, editor.link(id)));
  },
};

const chosenLink = (editor) => (editor.selected.size === 1 ? editor.link([...editor.selected][0]) : null);

function chosen(editor, act) {
  const link = chosenLink(editor);
  if (!link) return editor.say(editor.words("choose_link"));
  return act(link) ?? true;
}

function askName(editor, link) {
  const { words } = editor;
  const [input, label] = [document.createElement("input"), document.createElement("label")];
  Object.assign(input, { type: "text", value: link.name, spellcheck: false, autocomplete: "off" });
  label.className = "line-of";
  label.append(words("name"), input);
  input.addEventListener("change", () => {
    const name = input.value.trim();
    const taken = editor.design.relationships.some((one) => one.name === name && one.id !== link.id);
    const wrong = !name ? words("name_missing") : taken ? words("name_taken", { name }) : "";
    editor.popover.complain(wrong, input);
    if (!wrong && name !== link.name) editor.change(rename(link.id, name), words("renamed", { name }));
  });
  const { a, b } = editor.scene.pairs.get(link.id);
  const { camera: { x, y, k }, screen } = editor.stage;
  editor.popover.open({
    label: words("do_link_rename"), parts: [label],
    at: { x: (a.x + b.x) / 2 * k + x + screen.left, y: (a.y + b.y) / 2 * k + y + screen.top },
    closed: () => editor.stage.root.focus({ preventScroll: true }),
  });
}

function swap(editor, link) {
  const { from: { entity: other }, to: { entity: one } } = link;
  if (one === other) return editor.say(editor.words("not_swapped"));
  const names = new Set(editor.design.relationships.map(({ name }) => name));
  return Boolean(editor.change(several(swapEdits(link, names)), editor.words("swapped", { one, other })));
}

function alternatives(editor) {
  const root = document.getElementById("inspector");
  if (getComputedStyle(root).display === "none") root.classList.add("open");
  const tab = document.getElementById("inspector-tab-alternatives");
  if (tab.hidden) return editor.say(editor.words("no_alternatives"));
  tab.click();
  tab.scrollIntoView({ block: "nearest" });
  tab.focus();
}
