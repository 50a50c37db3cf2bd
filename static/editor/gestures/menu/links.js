// What can be done to a relationship from its line: name it, set its counts, exchange its ends, see its alternatives.
import { linkName, rename, set, several } from "../../language/making.js";

export const links = {
  commands: [
    { name: "link_counts", changes: true, act: (editor) => (
      chosen(editor, ({ id }) => editor.do("ask_numbers", { id }))
    ) },
    { name: "link_rename", changes: true, act: (editor) => chosen(editor, (link) => askName(editor, link)) },
    { name: "link_swap", changes: true, act: (editor) => chosen(editor, (link) => swap(editor, link)) },
    { name: "link_alternatives", act: (editor) => chosen(editor, () => alternatives(editor)) },
  ],

  start(editor) {
    editor.actions.set("rename_link", (id) => askName(editor, editor.link(id)));
  },
};

function chosen(editor, act) {
  const link = editor.selected.size === 1 ? editor.link([...editor.selected][0]) : null;
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

// One of many goes from the other entity; the counts of others stay with their entities.
function swap(editor, link) {
  const { id, from, to, kind } = link;
  if (from.entity === to.entity) return editor.say(editor.words("not_swapped"));
  const directed = kind === "one-to-many" || kind === "is-a";
  const [one, other] = directed ? [{ ...to, has: from.has }, { ...from, has: to.has }] : [to, from];
  const whole = (end) => JSON.parse(JSON.stringify(end)); // without what is not stated
  const taken = new Set(editor.design.relationships.filter((each) => each !== link).map((each) => each.name));
  const mine = new Set(taken);
  const named = directed && link.name === linkName(from.entity, to.entity, mine);
  return Boolean(editor.change(several([
    set(id, ["from"], whole(one)), set(id, ["to"], whole(other)), ...(link.strategy ? [set(id, ["strategy"])] : []),
    ...(named ? [rename(id, linkName(to.entity, from.entity, taken))] : [])
  ]), editor.words("swapped", { one: one.entity, other: other.entity })));
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
