// Finding: the search over the outline, and the palette of every command and entity; and the panels that lie over the
// canvas where there is no room beside it.
import { linkSaid } from "../language/paths.js";

const SMALL = matchMedia("(max-width: 62rem)");
const NARROW = matchMedia("(max-width: 75rem)");
let looked = null; // what was tapped last, until the sheet over the canvas is touched
const ARROWS = { Left: "←", Right: "→", Up: "↑", Down: "↓" };

export const seek = {
  commands: [
    { name: "find", keys: ["Ctrl+F"], anywhere: true, act: (editor) => editor.do("find") },
    { name: "palette", keys: ["Ctrl+K"], anywhere: true, act: (editor) => open(editor) },
    { name: "show_outline", keys: ["O"], act: () => panel("outline") },
    { name: "show_inspector", keys: ["I"], act: () => panel("inspector") },
  ],

  start(editor, { commands }) {
    editor.commands = commands;
    const inspector = document.getElementById("inspector");
    editor.stage.covered = () => (SMALL.matches && inspector.classList.contains("open") ? inspector.offsetHeight : 0);
    editor.actions.set("look_at", (kind) => lookAt(editor, kind));
    // The sheet grows as its decision arrives: what was tapped comes out from behind it, until the sheet is touched.
    const sized = new ResizeObserver(() => {
      if (looked && editor.stage.covered() && editor.selected.has(looked)) editor.reveal(looked);
    });
    sized.observe(inspector);
    for (const touched of ["pointerdown", "keydown"]) inspector.addEventListener(touched, () => looked = null);
    document.getElementById("drawer").addEventListener(
      "click", () => SMALL.matches && put(document.getElementById("outline"), editor)
    );
    editor.on("selection", () => SMALL.matches && !editor.selected.size && put(inspector, editor));
  },
};

// Take a panel away, and the keyboard from it.
function put(panel, editor) {
  if (panel.contains(document.activeElement)) editor.stage.root.focus({ preventScroll: true });
  panel.classList.remove("open");
}

// What was pressed or tapped: a list that lies over the canvas makes room, and the decision of a relationship is shown
// over it.
function lookAt(editor, kind) {
  if (SMALL.matches) put(document.getElementById("outline"), editor);
  if ((kind === "relationships" && NARROW.matches) || (kind === "card" && SMALL.matches))
    document.getElementById("inspector").classList.add("open");
  [looked = null] = editor.selected;
  if (SMALL.matches && looked) editor.reveal(looked);
}

// On a small screen there is room for one of them, above the canvas.
function panel(name) {
  const small = SMALL.matches;
  const over = small || (name === "inspector" && NARROW.matches);
  const open = document.getElementById(name).classList.toggle("open");
  const other = document.getElementById(name === "outline" ? "inspector" : "outline");
  if (small && open) other.classList.remove("open");
  document.getElementById(open || !over ? name : "stage").focus({ preventScroll: true });
}

function open(editor) {
  const dialog = document.getElementById("palette");
  const input = document.createElement("input");
  const list = document.createElement("ul");
  const none = document.createElement("p");
  Object.assign(none, { className: "muted", textContent: editor.words("nothing_found") });
  none.setAttribute("role", "status");
  const all = choices(editor);
  input.type = "text";
  input.placeholder = editor.words("palette_hint");
  for (const [name, value] of [["role", "combobox"], ["aria-expanded", "true"], ["aria-controls", "palette-list"], [
    "aria-label", editor.words("palette_hint")
  ]])
    input.setAttribute(name, value);
  list.id = "palette-list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", editor.words("palette"));
  let [shown, at] = [[], 0];

  const show = () => {
    const asked = input.value.trim().toLowerCase();
    shown = all.filter(
      ({ label, also = "" }) => `${label} ${also}`.toLowerCase().includes(asked)
    ).sort((one, two) => rank(one, asked) - rank(two, asked)).slice(0, 60);
    at = 0;
    list.replaceChildren(...shown.map((one, number) => row(one, number, () => run(one))));
    none.hidden = shown.length > 0;
    mark();
  };
  const mark = () => {
    [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    list.children[at]?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", list.children[at]?.id ?? "");
  };
  const run = (one) => {
    dialog.close();
    one.act();
  };
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) at = (at + step + shown.length) % Math.max(1, shown.length);
    else if (event.key === "Enter") return event.preventDefault(), shown[at] && run(shown[at]);
    else return;
    event.preventDefault();
    mark();
  });
  dialog.replaceChildren(input, list, none);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  show();
  dialog.showModal();
  input.focus();
  return true;
}

const rank = (one, asked) => (one.label.toLowerCase().startsWith(asked) ? 0 : 1);

function choices(editor) {
  const commands =
    editor.commands.filter(({ name, changes, fits }) => (
      editor.words.has(`do_${name}`) && (!changes || editor.page.may_change) && (!fits || fits(editor))
    ));
  return [
    ...commands.map(
      (one) => ({ label: editor.saidOf(one.name), keys: one.keys?.[0] ?? "", act: () => one.act(editor, {}) })
    ),
    ...editor.design.entities.map(
      (entity) => ({ label: entity.name, kind: editor.words("entity"), act: () => show(editor, entity.id) })
    ),
    ...(editor.design.relationships ?? []).map(
      (link) => ({
        label: linkSaid(editor.design, link), also: link.name, kind: editor.words("relationship"),
        act: () => show(editor, link.id)
      })
    ),
  ];
}

// Keys go on where it stands.
function show(editor, id) {
  editor.goTo(id);
  editor.stage.root.focus({ preventScroll: true });
}

function row(one, number, act) {
  const item = document.createElement("li");
  item.id = `palette-${number}`;
  item.setAttribute("role", "option");
  const name = document.createElement("bdi");
  name.textContent = one.label;
  const key = document.createElement(one.kind ? "span" : "kbd");
  if (one.kind) key.className = "muted";
  key.textContent = one.kind ?? one.keys.replace(/Arrow(\w+)/, (_, way) => ARROWS[way]);
  item.append(name, ...(key.textContent ? [key] : []));
  item.addEventListener("click", act);
  return item;
}
