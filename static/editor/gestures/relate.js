// Relationships: dragged from a card's or a row's edge to another card or to the ground, or by key; and their numbers.
import { refersTo, relating } from "../language/making.js";

const REACH = 16; // screen pixels beside a card that still mean it, where a line is dropped
const EDGE = 10; // and where one is begun

const HELD = ".thing, [data-line], [data-area], [role=toolbar], .zoom, .map, button, input";
const NS = "http://www.w3.org/2000/svg";

export const relate = {
  commands: [
    { name: "connect", keys: ["L"], changes: true, takes: true, act: (editor, event) => (
      !editor.mayChange ? false : event?.detail && event.pointerType === "mouse" ? arm(editor, !editor.armed)
        : askTarget(editor)
    ) }
  ],

  start(editor) {
    besideRows(editor);
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !editor.armed) return;
      event.stopImmediatePropagation();
      arm(editor, false);
    }, true);
  },

  twice(editor, hit) {
    if (!hit.line || !editor.mayChange) return false;
    editor.do("ask_numbers", { id: hit.line.key, first: hit.end === "from" ? "to" : "from" });
    return true;
  },

  press(editor, under, event) {
    if (event.button !== 0 || !editor.mayChange || editor.grabbing) return null;
    if (editor.armed) return { click: () => chooseEnd(editor, editor.scene.at(under.point)) };
    if (under.kind === "number") return slide(editor, under);
    const hit = under.kind === "handle" ? under : beside(editor, under, event);
    if (!hit) return null;
    const { x, y, w, h } = hit.card;
    const from = { x: hit.side === "left" ? x : x + w, y: Math.min(Math.max(hit.point.y, y), y + h) };
    const rubber = document.createElementNS(NS, "path");
    rubber.setAttribute("class", "rubber");
    const told = document.createElementNS(NS, "text");
    told.setAttribute("class", "rubber-told");
    let aimed = null;
    const aim = (card) => {
      if (aimed?.key === card?.key) return;
      if (aimed) editor.elementOf(aimed.key).classList.remove("aimed");
      if (card) editor.elementOf(card.key).classList.add("aimed");
      aimed = card;
      const field = card && referring(editor, hit.field, card.name);
      told.textContent = field ? editor.words("row_becomes", { field: field.field.name, other: card.name }) : "";
    };
    const clear = () => (rubber.remove(), told.remove(), aim(null));
    return {
      drag(now) {
        editor.stage.root.classList.add("linking");
        const point = editor.stage.at(now);
        editor.stage.root.querySelector(".guides").append(rubber, told);
        rubber.setAttribute("d", `M${from.x} ${from.y}L${point.x} ${point.y}`);
        told.setAttribute("x", point.x + 14);
        told.setAttribute("y", point.y - 10);
        const near = editor.scene.near(point, REACH / editor.stage.camera.k);
        aim(near === hit.card ? editor.scene.at(point) : near);
      },
      drop(now) {
        const to = aimed;
        clear();
        if (to) join(editor, hit.card, to, hit.field);
        else editor.do("entity_related", { from: hit.card, point: editor.stage.at(now) });
      },
      cancel: clear,
      click() {
        if (hit.kind === "handle") askTarget(editor, hit.card, hit.field);
        else if (editor.selected.size) editor.select([]);
      },
    };
  },
};

// The tool by mouse: the next card that is pressed is related with the one after it; beside the cards, none.
function arm(editor, on) {
  if (editor.armed?.from) editor.elementOf(editor.armed.from.key).classList.remove("aimed");
  editor.armed = on ? { from: null } : null;
  editor.stage.root.classList.toggle("armed", on);
  document.querySelector("[data-do=connect]").setAttribute("aria-pressed", String(on));
  editor.say(on ? editor.words("press_first") : "");
  return true;
}

function chooseEnd(editor, card) {
  const { from } = editor.armed;
  if (card && !from) {
    editor.armed.from = card;
    editor.elementOf(card.key).classList.add("aimed");
    return editor.say(editor.words("press_second", { name: card.name }));
  }
  arm(editor, false);
  if (card) join(editor, from, card);
}

// The card whose edge a mouse means that presses the ground close beside it.
function beside(editor, { kind, point }, { pointerType, shiftKey }) {
  if (kind !== "ground" || pointerType === "touch" || shiftKey || editor.stage.far) return null;
  const card = editor.scene.near(point, EDGE / editor.stage.camera.k);
  return card && !card.fixed ? { card, point, side: point.x < card.x + card.w / 2 ? "left" : "right" } : null;
}

// The field that a line from its row takes with it: only one that is an id of what the line leads to.
function referring(editor, id, to) {
  const found = id && editor.fieldOf(id);
  return found && refersTo(found.field, to, editor.design.entities.map(({ name }) => name)) ? found : null;
}

// Two dots of their own stand beside the row under the pointer.
function besideRows(editor) {
  const dots = ["left", "right"].map((side) => {
    const dot = document.createElement("span");
    dot.className = `handle ${side}`;
    dot.dataset.handle = side;
    dot.setAttribute("aria-hidden", "true");
    return dot;
  });
  editor.stage.root.addEventListener("pointermove", (event) => {
    const hit = !event.buttons && editor.mayChange && !event.target.closest?.(HELD)
      && beside(editor, { kind: "ground", point: editor.stage.at(event) }, event);
    editor.stage.root.classList.toggle("edging", Boolean(hit));
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
  const { id, edit, gone } = relating(editor.design, from.name, to.name, referring(editor, field, to.name));
  const said = editor.words(gone ? "row_related" : "related", { one: from.name, other: to.name, field: gone });
  if (!editor.change(edit, said)) return;
  editor.select([id]);
  const drawn = { from: editor.link(id).from.entity, typed: new Set() };
  editor.do("ask_numbers", { id, note: gone ? said : "", drawn });
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
    at: from ? editor.stage.beside(from) : aboveButton(),
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
  choice.addEventListener("keydown", named(choice));
  label.append(text, choice);
  return { choice, label };
}

const WHOLE = 1000; // ms between two letters of one name

// What is typed chooses the shortest name that begins so: browsers go past the chosen one, to another of those letters.
function named(choice) {
  let [typed, at] = ["", 0];
  return (event) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey || (event.key === " " && !typed)) return;
    typed = (event.timeStamp - at < WHOLE ? typed : "") + event.key.toLowerCase();
    at = event.timeStamp;
    const [found] = [...choice.options].filter(({ text }) => text.toLowerCase().startsWith(typed)).sort(
      (one, other) => one.text.length - other.text.length
    );
    if (!found) return;
    choice.value = found.value;
    event.preventDefault();
  };
}

function aboveButton() {
  const { left, top } = document.querySelector("[data-do=connect]").getBoundingClientRect();
  return { x: left, bottom: top - 8 };
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
    drop() { editor.do("counts", { id: link.id, side, text: said() }); },
    cancel() { editor.refresh(); },
    click() { editor.select([line.key]); },
  };
}
