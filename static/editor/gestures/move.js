// Moving cards: by dragging, with edges and gaps that catch, and by arrow keys. One drag is one edit, also where it
// ends in a group, which the cards join, or beside the one that they were in, which they leave.
import { around, contains, grown, meets, snapped } from "../layout/geometry.js";
import { placing, regrouped, set, several } from "../language/making.js";

const CATCH = 6; // screen px
const SETTLE = 500; // ms after the last arrow key until its moves are one edit

export const move = {
  commands: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => ({
    name: key, keys: [key, `Shift+${key}`], act: (editor, event) => nudge(editor, key, event.shiftKey ? 10 : 1),
  })),

  press(editor, hit, event) {
    if (hit.area && event.button === 0) return group(editor, hit, event);
    if (event.button !== 0 || (hit.kind !== "card" && hit.kind !== "row")) return null;
    if (hit.kind === "row" && hit.grip && editor.mayChange) return null;
    const { key } = hit.card;
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    if (!editor.selected.has(key) && !more) editor.select([key]);
    const gesture = {
      click({ pointerType }) {
        if (more) toggle(editor, key);
        else editor.select([key], hit.field ?? null);
        editor.tell("focus", key);
        if (pointerType === "touch") editor.do("look_at", "card");
      },
    };
    return editor.mayChange ? { ...gesture, ...dragging(editor, hit, key) } : { ...gesture, ...panning(editor, event) };
  },
};

// A group moves with all that it holds.
function group(editor, hit, event) {
  const { members } = hit.area;
  if (!members.some((key) => editor.selected.has(key)) || members.length !== editor.selected.size)
    editor.select(members);
  return { click() {}, ...(editor.mayChange ? dragging(editor, hit, members[0], true) : panning(editor, event)) };
}

function toggle(editor, key) {
  const keys = new Set(editor.selected);
  if (!keys.delete(key)) keys.add(key);
  editor.select(keys);
}

// Who may not move cards moves the ground.
function panning(editor, event) {
  let last = event;
  return { drag(now) { editor.stage.pan(now.clientX - last.clientX, now.clientY - last.clientY); last = now; } };
}

function dragging(editor, hit, key, whole = false) {
  let plan = null;
  const begin = () => {
    if (!editor.selected.has(key)) editor.select([...editor.selected, key]);
    const cards = editor.chosenCards().map((card) => ({ card, x: card.x, y: card.y }));
    const keys = new Set(cards.map(({ card }) => card.key));
    return {
      cards, box: around(cards.map(({ card }) => card)), keys, grounds: whole ? [] : grounds(editor, keys), into: null,
      out: new Set()
    };
  };
  return {
    drag(event) {
      plan ??= begin();
      plan.last = event;
      const now = editor.stage.at(event);
      let [dx, dy] = [now.x - hit.point.x, now.y - hit.point.y];
      const guides = event.altKey ? null : caught(editor, plan, dx, dy);
      if (guides) [dx, dy] = [dx + guides.dx, dy + guides.dy];
      const places = shifted(plan.cards, dx, dy);
      editor.tell("shifted", { keys: editor.scene.shift(places), cards: plan.keys, guides, box: plan.box });
      belong(editor, plan, now);
      editor.stage.ask();
    },
    // The scene was made anew, as by an answer of the server: what is held goes back to the pointer.
    anew() {
      if (![...plan.keys].every((one) => editor.scene.cards.has(one))) return;
      Object.assign(plan, { into: null, out: new Set() });
      this.drag(plan.last);
    },
    drop() {
      editor.tell("shifted", { keys: new Set(), guides: null });
      if (!plan) return;
      keep(editor, plan.cards, homed(editor, plan));
      editor.tell("focus", key);
    },
    cancel() {
      editor.tell("shifted", { keys: new Set(), guides: null });
      editor.refresh();
    },
  };
}

function caught(editor, plan, dx, dy) {
  const reach = CATCH / editor.stage.camera.k;
  const box = { ...plan.box, x: plan.box.x + dx, y: plan.box.y + dy };
  const near = [...editor.scene.index.within(grown(box, 500))].filter((key) => !plan.keys.has(key)).slice(0, 40);
  return snapped(box, near.map((key) => editor.scene.cards.get(key)), reach);
}

// Where each goes, noted with it: an answer of the server may make the scene's cards anew while one is held.
function shifted(cards, dx, dy) {
  for (const one of cards) one.to = { x: one.x + dx, y: one.y + dy };
  return new Map(cards.map(({ card, to }) => [card.key, to]));
}

// Groups as a drag finds them: each with its box, its members, and whether all that it holds is dragged.
function grounds(editor, keys) {
  return editor.scene.areas.filter((area) => area.members.length).map((area) => ({
    key: area.key, number: Number(area.key.slice(6)), name: area.name, members: area.members,
    box: editor.scene.areaBox(area), all: area.members.every((key) => keys.has(key)),
  }));
}

// Where the dragged cards would belong if they were dropped now: `into` the group under the pointer, and `out` of those
// whose ground they left; what is shown follows.
function belong(editor, plan, point) {
  const free = plan.cards.filter(
    ({ card }) => !plan.grounds.some((one) => one.all && one.members.length > 1 && one.members.includes(card.key))
  );
  const under = free.length ? plan.grounds.filter((one) => contains(one.box, point)) : [];
  const into = under.some((one) => one.members.includes(free[0].card.key)) ? null : under.at(-1) ?? null;
  const out = new Set(into ? free.map(({ card }) => card.key) : []);
  for (const { members, all, box } of plan.grounds) for (const { card, to } of free) {
    if (!all && members.includes(card.key) && !meets({ ...card, ...to }, box) && !contains(box, point))
      out.add(card.key);
  }
  if (into === plan.into && out.size === plan.out.size) return;
  Object.assign(plan, { into, out });
  for (const area of editor.scene.areas) {
    const before = plan.grounds.find((one) => one.key === area.key)?.members;
    if (before) area.members = [...before.filter((key) => !out.has(key)), ...(into?.key === area.key ? out : [])];
  }
  for (const key of plan.keys)
    editor.scene.cards.get(key).tint = editor.scene.areas.find((area) => area.members.includes(key))?.colour;
  editor.scene.version++;
}

// The edit of the groups that a drop means, and its words; null where all stays.
function homed(editor, { cards, grounds: known, into, out }) {
  const { groups } = editor.design;
  if (!out.size || known.some((one) => groups?.[one.number]?.name !== one.name)) return null;
  const names = cards.filter(({ card }) => out.has(card.key)).map(({ card }) => card.name);
  const group = into ?? known.find((one) => one.members.some((key) => out.has(key)));
  return {
    edit: set("design", ["groups"], regrouped(groups, names, into?.number ?? null)),
    said: editor.words(into ? "joined" : "left", { count: names.length, name: names[0], group: group.name }),
  };
}

function keep(editor, cards, home = null) {
  const moved = cards.filter(({ to, x, y }) => to && (to.x !== x || to.y !== y));
  if (!moved.length) return;
  const places = new Map(moved.map(({ card, to }) => [card.name, { ...to, folded: card.folded }]));
  const said = moved.length === 1 ? editor.words("moved_one", { name: moved[0].card.name }) : editor.words(
    "moved_many", { count: moved.length }
  );
  const edit = placing(editor.design, places);
  if (!editor.change(home ? several([...edit.edits, home.edit]) : edit, home?.said ?? said)) editor.refresh();
}

let waiting = null;

function nudge(editor, key, by) {
  const cards = editor.chosenCards();
  if (!cards.length || !editor.mayChange) return false;
  const dx = key === "ArrowLeft" ? -by : key === "ArrowRight" ? by : 0;
  const dy = key === "ArrowUp" ? -by : key === "ArrowDown" ? by : 0;
  const keys = cards.map((card) => card.key).join();
  if (waiting && waiting.keys !== keys) settle(editor);
  waiting ??= { keys, cards: cards.map((card) => ({ card, x: card.x, y: card.y })), dx: 0, dy: 0 };
  waiting.dx += dx;
  waiting.dy += dy;
  const places = shifted(waiting.cards, waiting.dx, waiting.dy);
  editor.tell("shifted", { keys: editor.scene.shift(places), cards: new Set(places.keys()), guides: null });
  editor.stage.ask();
  clearTimeout(waiting.timer);
  waiting.timer = setTimeout(() => settle(editor), SETTLE);
}

function settle(editor) {
  const { cards, timer } = waiting;
  waiting = null;
  clearTimeout(timer);
  editor.tell("shifted", { keys: new Set(), guides: null });
  keep(editor, cards);
}
