// Moving cards: by dragging, with edges and gaps that catch, and by arrow keys. One drag is one edit.
import { around, grown, snapped } from "../geometry.js";
import { placing } from "../making.js";

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
      click() {
        if (more) toggle(editor, key);
        else editor.select([key], hit.field ?? null);
        editor.tell("focus", key);
      },
    };
    return editor.mayChange ? { ...gesture, ...dragging(editor, hit, key) } : { ...gesture, ...panning(editor, event) };
  },
};

// A group moves with all that it holds.
function group(editor, hit, event) {
  const { members } = hit.area;
  if (!members.some((key) => editor.selected.has(key)) || members.length !== editor.selected.size) editor.select(members);
  return { click() {}, ...(editor.mayChange ? dragging(editor, hit, members[0]) : panning(editor, event)) };
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

function dragging(editor, hit, key) {
  let plan = null;
  const begin = () => {
    if (!editor.selected.has(key)) editor.select([...editor.selected, key]);
    const cards = editor.chosenCards().map((card) => ({ card, x: card.x, y: card.y }));
    return { cards, box: around(cards.map(({ card }) => card)), keys: new Set(cards.map(({ card }) => card.key)) };
  };
  return {
    drag(event) {
      plan ??= begin();
      const now = editor.stage.at(event);
      let [dx, dy] = [now.x - hit.point.x, now.y - hit.point.y];
      const guides = event.altKey ? null : caught(editor, plan, dx, dy);
      if (guides) [dx, dy] = [dx + guides.dx, dy + guides.dy];
      const places = shifted(plan.cards, dx, dy);
      editor.tell("shifted", { keys: editor.scene.shift(places), cards: plan.keys, guides, box: plan.box });
      editor.stage.ask();
    },
    drop() {
      editor.tell("shifted", { keys: new Set(), guides: null });
      if (!plan) return;
      keep(editor, plan.cards);
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

function keep(editor, cards) {
  const moved = cards.filter(({ to, x, y }) => to && (to.x !== x || to.y !== y));
  if (!moved.length) return;
  const places = new Map(moved.map(({ card, to }) => [card.name, to]));
  const said = moved.length === 1 ? editor.words("moved_one", { name: moved[0].card.name }) : editor.words("moved_many", { count: moved.length });
  if (!editor.change(placing(editor.design, places), said)) editor.refresh();
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
