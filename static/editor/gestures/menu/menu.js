// The menu of what lies under the pointer, or of what has the keyboard: commands that apply to it, with their keys.
import { toWorld } from "../../layout/geometry.js";

const OFFERED = {
  card: ["add_field", "rename", "connect", "copy", "cut", "duplicate", "paste", "fold", "neighbours", "remove"],
  row: ["rename", "copy", "cut", "duplicate", "row_earlier", "row_later", "remove"],
  line: ["link_counts", "link_rename", "link_swap", "link_alternatives", "remove"],
  ground: ["add_entity", "paste", "select_all", "arrange", "fit"],
};

export const menu = {
  start(editor, { commands }) {
    const { root } = editor.stage;
    root.addEventListener("contextmenu", (event) => {
      if (event.target.closest("input, textarea")) return;
      event.preventDefault();
      open(editor, commands, event, aimed(editor, event));
    });
  },
};

// What the menu is of; it is selected first. By key it is what is selected.
function aimed(editor, { target, clientX, clientY }) {
  const [row, line] = [target.closest("[data-field]"), target.closest("[data-line]")];
  const { left, top } = editor.stage.screen;
  const thing = target.closest(".thing");
  const key = thing?.dataset.key ?? (
    editor.stage.far ? editor.scene.at(toWorld(editor.stage.camera, clientX - left, clientY - top))?.key : null
  );
  if (line) editor.select([line.dataset.line]);
  else if (row && key) editor.select([key], row.dataset.field);
  if (line || (row && key)) return line ? "line" : "row";
  if (key && !editor.selected.has(key)) editor.select([key]);
  if (key) return editor.field ? "row" : "card";
  if (target === editor.stage.root && document.activeElement === target && editor.selected.size && !clientX)
    return editor.chosenCards().length ? "card" : "line";
  return "ground";
}

function open(editor, commands, event, kind) {
  document.querySelector(".context-menu")?.remove();
  const before = document.activeElement;
  const list = document.createElement("div");
  Object.assign(list, { className: "context-menu", tabIndex: -1 });
  list.setAttribute("role", "menu");
  const close = () => {
    list.remove();
    removeEventListener("pointerdown", outside, true);
    (before?.isConnected ? before : editor.stage.root).focus({ preventScroll: true });
  };
  const outside = ({ target }) => list.contains(target) || close();
  for (const name of OFFERED[kind]) {
    const command = commands.find((one) => one.name === name);
    if (!command || (command.changes && !editor.mayChange)) continue;
    list.append(item(editor, command, () => { close(); command.act(editor, event); }));
  }
  list.addEventListener("keydown", (pressed) => move(list, pressed, close));
  document.body.append(list);
  addEventListener("pointerdown", outside, true);
  const { width, height } = list.getBoundingClientRect();
  const box = event.clientX ? { left: event.clientX, top: event.clientY } : event.target.getBoundingClientRect();
  list.style.left = `${Math.max(0, Math.min(box.left, innerWidth - width - 4))}px`;
  list.style.top = `${Math.max(0, Math.min(box.top, innerHeight - height - 4))}px`;
  list.firstElementChild?.focus();
}

function item(editor, { name, keys = [] }, act) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", tabIndex: -1 });
  button.setAttribute("role", "menuitem");
  const [said, key] = [document.createElement("span"), document.createElement("kbd")];
  said.textContent = editor.saidOf(name);
  key.textContent = keys[0] ?? "";
  button.append(said, ...(keys.length ? [key] : []));
  button.addEventListener("click", act);
  return button;
}

// The keys of a menu are its own.
function move(list, event, close) {
  const [items, step] = [[...list.children], { ArrowDown: 1, ArrowUp: -1 }[event.key]];
  event.stopPropagation();
  if (event.key === "Escape" || event.key === "Tab") close();
  else if (step) items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
  else return;
  event.preventDefault();
}
