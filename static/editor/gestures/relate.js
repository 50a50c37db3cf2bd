// Relationships: dragged from a card's or a row's edge to another card or to the ground, or by key; and their numbers.
import { countsMerged, countsRead, relating, rename, several } from "../language/making.js";
import { countsEdits, kindEdits } from "../language/relationship_edits.js";

const REACH = 16; // screen pixels beside a card that still mean it

const NS = "http://www.w3.org/2000/svg";

export const relate = {
  commands: [
    { name: "connect", keys: ["L"], changes: true, takes: true, act: (editor) => (
      editor.mayChange ? askTarget(editor) : false
    ) }
  ],

  start(editor) {
    editor.actions.set("counts", ({ id, side, text }) => changeCounts(editor, id, side, text));
    editor.actions.set("end_name", ({ id, side, text }) => text && editor.change(
      rename(id, text, side), editor.words("renamed", { name: text })
    ));
    editor.actions.set("ask_numbers", (id) => askNumbers(editor, id));
    besideRows(editor);
  },

  twice(editor, hit) {
    if (!hit.line || !editor.mayChange) return false;
    askNumbers(editor, hit.line.key, hit.end === "from" ? "to" : "from");
    return true;
  },

  press(editor, hit, event) {
    if (event.button !== 0 || !editor.mayChange) return null;
    if (hit.kind === "number") return slide(editor, hit);
    if (hit.kind !== "handle") return null;
    const rubber = document.createElementNS(NS, "path");
    rubber.setAttribute("class", "rubber");
    const row = hit.field && hit.element.querySelector(`[data-field="${CSS.escape(hit.field)}"]`);
    const top = row ? row.offsetTop + 12 : 18;
    const guides = editor.stage.root.querySelector(".guides");
    let aimed = null;
    const aim = (card) => {
      if (aimed?.key === card?.key) return;
      if (aimed) editor.elementOf(aimed.key).classList.remove("aimed");
      if (card) editor.elementOf(card.key).classList.add("aimed");
      aimed = card;
    };
    const clear = () => (rubber.remove(), aim(null));
    return {
      drag(now) {
        editor.stage.root.classList.add("linking");
        const point = editor.stage.at(now);
        const { x, y, w } = hit.card;
        guides.append(rubber);
        rubber.setAttribute("d", `M${hit.side === "left" ? x : x + w} ${y + top}L${point.x} ${point.y}`);
        const near = editor.scene.near(point, REACH / editor.stage.camera.k);
        aim(near === hit.card ? editor.scene.at(point) : near);
      },
      drop(now) {
        const to = aimed;
        clear();
        if (to) join(editor, hit.card, to, hit.field);
        else editor.do("entity_related", { from: hit.card, point: editor.stage.at(now), field: hit.field });
      },
      cancel: clear,
      click: () => askTarget(editor, hit.card, hit.field),
    };
  },
};

// Two dots of their own stand beside the row under the pointer.
function besideRows(editor) {
  const dots = ["left", "right"].map((side) => {
    const dot = document.createElement("span");
    dot.className = `handle ${side}`;
    dot.dataset.handle = side;
    dot.setAttribute("aria-hidden", "true");
    return dot;
  });
  editor.stage.root.addEventListener("pointerover", (event) => {
    if (event.target.dataset?.handle || (event.pointerType === "mouse" && event.buttons)) return;
    const row = editor.mayChange && event.target.closest?.(".thing [data-field]");
    for (const dot of dots) {
      if (!row) dot.remove();
      else {
        dot.dataset.row = row.dataset.field;
        dot.style.top = `${row.offsetTop}px`;
        if (dot.parentNode !== row.closest(".thing")) row.closest(".thing").append(dot);
      }
    }
  });
}

function join(editor, from, to, field) {
  const { id, edit, gone } = relating(editor.design, from.name, to.name, field && editor.fieldOf(field));
  const said = editor.words(gone ? "row_related" : "related", { one: from.name, other: to.name, field: gone });
  if (!editor.change(edit, said)) return;
  editor.select([id]);
  askNumbers(editor, id);
}

// The card that a further relationship starts from: the one that the keys stand on where none is selected, and where
// a relationship is, the one that this starts from.
function started(editor) {
  if (!editor.selected.size) return editor.scene.cards.get(document.activeElement?.closest(".thing")?.dataset.key);
  const [key] = editor.selected;
  return editor.selected.size === 1 ? editor.scene.cards.get(editor.scene.lines.get(key)?.from) : null;
}

// By key or button: the target is chosen by its name, and where nothing is selected, what it starts from too.
function askTarget(editor, from = editor.one() ?? started(editor), field = editor.field) {
  const { entities } = editor.design;
  if (!entities.length) return editor.say(editor.words("no_entities_yet"));
  const start = from ? null : choiceOf(editor, editor.words("relate_from"), entities[0].id);
  const near = from ?? { key: entities[0].id };
  const meant = field && editor.fieldOf(field).field.name.replace(/_?ids?$/i, "").replaceAll("_", "").toLowerCase();
  const likely = entities.find(({ name }) => name.toLowerCase() === meant)
    ?? entities.find((entity) => entity.id !== near.key);
  const asked = from ? editor.words("relate_to", { name: from.name }) : editor.words("relate_with");
  const end = choiceOf(editor, asked, likely?.id ?? near.key);
  const related = () => {
    const [one, other] = [from ?? editor.scene.cards.get(start.choice.value), editor.scene.cards.get(end.choice.value)];
    if (one && other) join(editor, one, other, field);
  };
  let pressed = from ? "" : "Escape"; // two that were only offered are joined by Enter or the button alone
  for (const { choice } of [start, end].filter(Boolean))
    choice.addEventListener("keydown", (event) => { pressed = event.key; });
  editor.popover.open({
    label: editor.words("relationship"), parts: [start, end].filter(Boolean).map(({ label }) => label),
    at: from ? placeOf(editor, from) : aboveButton(),
    ...(from ? {} : { ends: [[editor.words("relate"), related, "strong"], [editor.words("cancel"), () => {}]] }),
    closed: () => {
      if (from ? pressed !== "Escape" : pressed === "Enter") related();
      else if (from) editor.tell("focus", from.key);
      else editor.stage.root.focus({ preventScroll: true });
    },
  });
  return true;
}

// A list of all entities with its label.
function choiceOf(editor, text, chosen) {
  const [choice, label] = [document.createElement("select"), document.createElement("label")];
  choice.setAttribute("aria-label", text);
  for (const entity of editor.design.entities) choice.append(new Option(entity.name, entity.id));
  choice.value = chosen;
  label.append(text, choice);
  return { choice, label };
}

function aboveButton() {
  const { left, top } = document.querySelector("[data-do=connect]").getBoundingClientRect();
  return { x: left, bottom: top - 8 };
}

function askNumbers(editor, id, first = "from") {
  const link = editor.link(id);
  // The ends change places where many of one become one of many, while their sentences stay where they were read.
  const now = (side) =>
    (editor.link(id)[side].entity === link[side].entity ? side : side === "from" ? "to" : "from");
  const said = editor.sentences(link, {
    may: true,
    keep: (side, what, text, input) => {
      const wrong = what === "counts"
        ? changeCounts(editor, id, now(side), text) : editor.do("end_name", { id, side: now(side), text });
      editor.popover.complain(typeof wrong === "string" ? wrong : "", input);
    },
  });
  const parts = [...(first === "to" ? said.toReversed() : said), kindChoice(editor, link)];
  const pair = editor.scene.pairs.get(id);
  const middle = pair && { x: (pair.a.x + pair.b.x) / 2, y: (pair.a.y + pair.b.y) / 2, h: 0 };
  editor.popover.open({
    label: editor.words("relationship_of", { name: link.name }), parts, at: placeOf(editor, middle ?? { x: 0, y: 0 }),
    closed: () => editor.stage.root.focus({ preventScroll: true })
  });
}

// What kind it is, below its numbers, which go with it.
function kindChoice(editor, link) {
  const label = document.createElement("label");
  const choice = document.createElement("select");
  const self = link.from.entity === link.to.entity;
  const kinds =
    Object.keys(editor.page.properties.known.strategies).filter((kind) => ["tree", "graph"].includes(kind) === self);
  for (const kind of kinds) choice.append(new Option(kind, kind, false, kind === link.kind));
  label.className = "line-of";
  label.append(editor.words("kind_of_link"), choice);
  choice.addEventListener("change", () => {
    changeKind(editor, link.id, choice.value);
    askNumbers(editor, link.id);
    document.querySelector("#popover select").focus();
  });
  return label;
}

function changeKind(editor, id, kind) {
  editor.change(
    several(kindEdits(editor.link(id), kind)), editor.words("value_set", { label: editor.words("kind_of_link") })
  );
}

function placeOf(editor, { x, y }) {
  const { camera, screen } = editor.stage;
  return { x: x * camera.k + camera.x + screen.left, y: y * camera.k + camera.y + screen.top + 48 };
}

// New counts of an end; the kind follows from both ends. Returns the words of what is wrong.
function changeCounts(editor, id, side, text) {
  const link = editor.link(id);
  const counts = countsRead(text);
  if (!counts) return editor.words("counts_wrong");
  const has = countsMerged(link[side].has, counts);
  if (counts.average === undefined && !text.includes("~")) delete has.average;
  if (counts.max === null) has.growth = "unbounded"; // stated, so that nobody asks for a maximum
  const edits = countsEdits(link, side, has, new Set(editor.design.relationships.map((one) => one.name)));
  editor.change(several(edits), editor.words("counts_set", { one: link[side].entity, text }));
  return "";
}

const DRAWN = 1000; // where a number begins that is dragged down from no bound

// Dragging an end's number up or down changes its most; one without a bound comes down to one.
function slide(editor, { line, end, point }) {
  const link = line.subject;
  const side = end === "from" ? "to" : "from";
  const has = link[side].has ?? {};
  const open = line[end === "from" ? "a" : "b"].text.endsWith("*");
  const start = open ? DRAWN : has.max ?? 1;
  const least = has.min ?? (open || has.max !== undefined ? 0 : 1);
  let most = open ? null : start;
  const said = () => `${least}..${most ?? "*"}`;
  return {
    drag(now) {
      const up = point.y - editor.stage.at(now).y;
      most = open && up >= 0 ? null : Math.max(least, 1, Math.round(start * 1.03 ** (up / 2)));
      editor.say(said());
      const label = editor.stage.root.querySelector(`[data-line="${CSS.escape(line.key)}"] [data-end="${end}"]`);
      if (label) label.textContent = said();
    },
    drop() { changeCounts(editor, link.id, side, said()); },
    cancel() { editor.refresh(); },
    click() { editor.select([line.key]); },
  };
}
