// Groups: made of what is selected, joined, left, renamed in place, coloured, taken apart. Dragging a group's name
// moves
// its cards; dropping a card in one joins it (move.js), and so does a key.
import { regrouped, set } from "../language/making.js";
import { newId } from "../state/state.js";

const COLOURS = ["#0b6b4f", "#2563eb", "#b45309", "#9d174d", "#6b21a8", "#0e7490"];

export const groups = {
  commands: [
    { name: "group", keys: ["Ctrl+G"], changes: true, act: (editor) => group(editor) },
    { name: "join_group", keys: ["G"], changes: true, takes: true, act: (editor) => askGroup(editor) },
    { name: "rename_group", keys: ["Shift+F2"], changes: true, act: (editor) => (
      chosen(editor) ? rename(editor, chosen(editor).key) : false
    ) },
    { name: "colour_group", changes: true, act: (editor) => colour(editor) },
  ],

  start(editor) {
    editor.naming.set("group", () => (whole(editor.design, editor.chosenCards()) ? "ungroup" : "group"));
    editor.actions.set("choose_group", (key) => {
      const area = areaOf(editor, key);
      editor.select(area.members);
      editor.stage.reveal(editor.scene.areaBox(area));
    });
    editor.actions.set("rename_group", (key) => rename(editor, key));
    editor.actions.set("ungroup", (key) => keep(
      editor, key, () => null, editor.words("ungrouped", { count: areaOf(editor, key).members.length })
    ));
  },

  twice(editor, hit) {
    if (!hit.area || !editor.mayChange) return false;
    rename(editor, hit.area.key);
    return true;
  },
};

const areaOf = (editor, key) => editor.scene.areas.find((area) => area.key === key);

// The group that holds all of what is selected.
function chosen(editor) {
  const cards = editor.chosenCards();
  return cards.length
    ? editor.scene.areas.find((area) => cards.every((card) => area.members.includes(card.key)))
    : null;
}

// Groups with one of them changed; null takes it away.
function keep(editor, key, change, said) {
  const list =
    editor.design.groups.flatMap((one, number) => (`group:${number}` === key ? [change(one)].filter(Boolean) : [one]));
  return editor.change(set("design", ["groups"], list.length ? list : undefined), said);
}

// Whether these cards are all of a group.
const whole = ({ groups: list = [] }, cards) => list.some(
  ({ entities = [] }) => entities.length === cards.length && cards.every(({ name }) => entities.includes(name))
);

function group(editor) {
  const cards = editor.chosenCards();
  if (!cards.length || !editor.mayChange) return false;
  const names = cards.map((card) => card.name);
  const before = editor.design.groups ?? [];
  const apart = whole(editor.design, cards);
  const kept = before.map(
    (one) => ({ ...one, entities: (one.entities ?? []).filter((name) => !names.includes(name)) })
  ).filter((one) => one.entities.length);
  const taken = new Set(kept.map((one) => one.colour));
  const made = {
    id: newId(), name: editor.words("group_name", { number: kept.length + 1 }),
    colour: COLOURS.find((one) => !taken.has(one)) ?? COLOURS[kept.length % COLOURS.length], entities: names
  };
  const list = apart ? kept : [...kept, made];
  if (!editor.change(set("design", ["groups"], list.length ? list : undefined), editor.words(
    apart ? "ungrouped" : "grouped", { count: names.length }
  )))
    return true;
  if (!apart) rename(editor, `group:${list.length - 1}`);
  return true;
}

// By key: the group is chosen by its name; "no group" takes the cards out of theirs.
function askGroup(editor) {
  const cards = editor.chosenCards();
  if (!editor.mayChange) return false;
  if (!cards.length) return editor.say(editor.words("choose_first"));
  const list = editor.design.groups ?? [];
  if (!list.length) return group(editor);
  const choice = document.createElement("select");
  choice.append(
    new Option(editor.words("no_group"), "none"), ...list.map((one, number) => new Option(one.name, number)),
    new Option(editor.words("another_group"), "new")
  );
  const now = chosen(editor) ? chosen(editor).key.slice(6) : "none";
  choice.value = now;
  const names = cards.map((card) => card.name);
  const label = document.createElement("label");
  label.append(editor.words("put_into", { count: names.length, name: names[0] }), choice);
  let escaped = false;
  choice.addEventListener("keydown", (event) => { escaped = event.key === "Escape"; });
  const { camera, screen } = editor.stage;
  const at =
    { x: cards[0].x * camera.k + camera.x + screen.left, y: cards[0].y * camera.k + camera.y + screen.top + 48 };
  const closed = () => {
    editor.tell("focus", cards[0].key);
    if (escaped) return;
    if (choice.value === "new") group(editor);
    else if (choice.value !== now) put(editor, names, choice.value === "none" ? null : Number(choice.value), list);
  };
  editor.popover.open({ label: editor.words("do_join_group"), parts: [label], at, closed });
  return true;
}

function put(editor, names, into, list) {
  const from = list.find((one) => one.entities?.includes(names[0]));
  const said = editor.words(into === null ? "left" : "joined", {
    count: names.length, name: names[0], group: (into === null ? from : list[into])?.name ?? ""
  });
  editor.change(set("design", ["groups"], regrouped(editor.design.groups, names, into)), said);
}

function colour(editor) {
  const area = chosen(editor);
  if (!area || !editor.mayChange) return false;
  const next = COLOURS[(COLOURS.indexOf(area.colour) + 1) % COLOURS.length];
  return keep(
    editor, area.key, (one) => ({ ...one, colour: next }), editor.words("group_coloured", { name: area.name })
  );
}

// The name is typed where it stands. Enter or leaving keeps it, Escape does not.
function rename(editor, key) {
  const area = areaOf(editor, key);
  if (!area || !editor.mayChange) return false;
  const box = editor.scene.areaBox(area);
  if (editor.stage.far) editor.stage.fit(box);
  editor.stage.reveal({ ...box, h: Math.min(box.h, 60) });
  editor.areasNow();
  const label = editor.stage.root.querySelector(`[data-area="${CSS.escape(key)}"]`);
  if (!label) return false;
  const field = document.createElement("input");
  Object.assign(field, { type: "text", value: area.name, spellcheck: false, autocomplete: "off", maxLength: 64 });
  field.setAttribute("aria-label", editor.words("name_of_group"));
  let open = true;
  const close = (keeps) => {
    if (!open) return;
    open = false;
    const name = field.value.trim();
    const name0 = document.createElement("bdi");
    name0.textContent = area.name;
    label.replaceChildren(name0);
    if (keeps && name && name !== area.name)
      keep(editor, key, (one) => ({ ...one, name }), editor.words("renamed", { name }));
    editor.stage.ask();
    editor.stage.root.focus({ preventScroll: true });
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    close(event.key === "Enter");
  });
  field.addEventListener("blur", () => close(true));
  label.replaceChildren(field);
  field.focus({ preventScroll: true });
  field.select();
  return true;
}
