// Arranging: automatic layout of all or of what is selected, aligning, distributing, folding, neighbours only.
import { around } from "../geometry.js";
import { placing, set } from "../making.js";

export const arrange = {
  commands: [
    { name: "arrange", keys: ["Shift+L"], changes: true, act: (editor) => layOut(editor) },
    { name: "align_left", keys: ["Alt+L"], changes: true, act: (editor) => align(editor, (box) => ({ x: box.x })) },
    { name: "align_top", keys: ["Alt+T"], changes: true, act: (editor) => align(editor, (box) => ({ y: box.y })) },
    { name: "align_right", keys: ["Alt+R"], changes: true, act: (editor) => align(editor, (box, card) => ({ x: box.x + box.w - card.w })) },
    { name: "align_bottom", keys: ["Alt+B"], changes: true, act: (editor) => align(editor, (box, card) => ({ y: box.y + box.h - card.h })) },
    { name: "spread_across", keys: ["Alt+H"], changes: true, act: (editor) => distribute(editor, "x", "w") },
    { name: "spread_down", keys: ["Alt+V"], changes: true, act: (editor) => distribute(editor, "y", "h") },
    { name: "fold", keys: ["F"], changes: true, act: (editor) => fold(editor) },
    { name: "neighbours", keys: ["N"], act: (editor) => neighbours(editor) },
  ],

  start(editor) {
    editor.actions.set("unfold", (key) => {
      const card = editor.scene.cards.get(key);
      editor.change(set("design", ["layout", card.name], { x: Math.round(card.x), y: Math.round(card.y) }));
    });
    const worker = { at: null, asks: 0, waiting: new Map() };
    editor.arranged = (cards, links, groups) => new Promise((resolve) => {
      worker.at ??= begun(worker);
      worker.waiting.set(++worker.asks, resolve);
      worker.at.postMessage({ ask: worker.asks, cards, links, groups });
    });
  },
};

function begun(held) {
  const worker = new Worker(document.body.dataset.layout, { type: "module" });
  worker.onmessage = ({ data }) => {
    held.waiting.get(data.ask)?.(new Map(data.places));
    held.waiting.delete(data.ask);
  };
  return worker;
}

async function layOut(editor) {
  if (!editor.mayChange) return false;
  const chosen = editor.chosenCards();
  const cards = chosen.length > 1 ? chosen : [...editor.scene.cards.values()];
  const keys = new Set(cards.map((card) => card.key));
  const corner = around(cards) ?? { x: 0, y: 0 };
  const links = [...editor.scene.lines.values()].filter((line) => keys.has(line.from) && keys.has(line.to));
  const places = await editor.arranged(cards.map(({ key, h }) => ({ key, h })), links.map(({ from, to }) => ({ from, to })), editor.scene.areas.map((area) => area.members));
  const named = new Map(cards.map((card) => [card.name, { x: places.get(card.key).x + corner.x, y: places.get(card.key).y + corner.y }]));
  editor.tell("flying");
  editor.change(placing(editor.design, named), editor.words("arranged", { count: cards.length }));
  if (chosen.length < 2) editor.stage.fit(editor.scene.box());
  return true;
}

function align(editor, toward) {
  const cards = editor.chosenCards();
  if (cards.length < 2 || !editor.mayChange) return false;
  const box = around(cards);
  const places = new Map(cards.map((card) => [card.name, { x: card.x, y: card.y, ...toward(box, card) }]));
  return editor.change(placing(editor.design, places), editor.words("aligned", { count: cards.length }));
}

function distribute(editor, axis, size) {
  const cards = editor.chosenCards().sort((one, two) => one[axis] - two[axis]);
  if (cards.length < 3 || !editor.mayChange) return false;
  const last = cards.at(-1);
  const taken = cards.reduce((sum, card) => sum + card[size], 0);
  const gap = (last[axis] + last[size] - cards[0][axis] - taken) / (cards.length - 1);
  let at = cards[0][axis];
  const places = new Map();
  for (const card of cards) {
    places.set(card.name, { x: card.x, y: card.y, [axis]: at });
    at += card[size] + gap;
  }
  return editor.change(placing(editor.design, places), editor.words("spread", { count: cards.length }));
}

function fold(editor) {
  const cards = editor.chosenCards();
  if (!cards.length || !editor.mayChange) return false;
  const folded = !cards.every((card) => card.folded);
  const edits = cards.map((card) => set("design", ["layout", card.name], { x: Math.round(card.x), y: Math.round(card.y), ...(folded ? { folded } : {}) }));
  return editor.change({ edit: "several", edits }, editor.words(folded ? "folded" : "unfolded", { count: cards.length }));
}

// Everything that does not touch the selection steps back; once more brings it forth again.
function neighbours(editor) {
  editor.only = editor.only ? null : new Set(editor.chosenCards().flatMap((card) => [card.key, ...(editor.scene.touching.get(card.key) ?? []).flatMap((line) => [line.from, line.to])]));
  if (editor.only && !editor.only.size) editor.only = null;
  editor.tell("dimmed", editor.only);
  editor.say(editor.words(editor.only ? "neighbours_only" : "everything"));
  return true;
}
