// Arranging: automatic layout of what nobody placed by hand, or of what is selected, aligning, distributing, folding,
// neighbours only.
import { around, cardHeight } from "../layout/geometry.js";
import { placing, set, several } from "../language/making.js";

export const arrange = {
  commands: [
    { name: "arrange", keys: ["Shift+L"], changes: true, act: (editor) => layOut(editor) },
    { name: "align_left", keys: ["Alt+L"], changes: true, act: (editor) => align(editor, (box) => ({ x: box.x })) },
    { name: "align_top", keys: ["Alt+T"], changes: true, act: (editor) => align(editor, (box) => ({ y: box.y })) },
    { name: "align_right", keys: ["Alt+R"], changes: true, act: (editor) => align(
      editor, (box, card) => ({ x: box.x + box.w - card.w })
    ) },
    { name: "align_bottom", keys: ["Alt+B"], changes: true, act: (editor) => align(
      editor, (box, card) => ({ y: box.y + box.h - card.h })
    ) },
    { name: "spread_across", keys: ["Alt+H"], changes: true, act: (editor) => distribute(editor, "x", "w") },
    { name: "spread_down", keys: ["Alt+V"], changes: true, act: (editor) => distribute(editor, "y", "h") },
    { name: "fold", keys: ["F"], changes: true, act: (editor) => fold(editor) },
    { name: "neighbours", keys: ["N"], act: (editor) => neighbours(editor) },
  ],

  start(editor) {
    editor.naming.set("fold", () => (allFolded(editor.chosenCards()) ? "unfold" : "fold"));
    editor.actions.set("unfold", (key) => {
      editor.change(folding(editor, [editor.scene.cards.get(key)], false));
    });
    const worker = { at: null, asks: 0, waiting: new Map() };
    editor.arranged = (given) => new Promise((resolve) => {
      worker.at ??= begun(worker);
      worker.waiting.set(++worker.asks, resolve);
      worker.at.postMessage({ ask: worker.asks, ...given });
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

// All that nobody placed by hand, or what is selected, wherever it came from; a single card beside what is linked with
// it. Where all were placed by hand and none is selected, all of them.
async function layOut(editor) {
  if (!editor.mayChange) return false;
  const chosen = editor.chosenCards();
  const all = [...editor.scene.cards.values()];
  const free = all.filter((card) => !card.byHand || chosen.includes(card));
  const cards = chosen.length > 1 ? chosen : free.length ? free : all;
  const stay = all.filter((card) => !cards.includes(card));
  if (!cards.length) return false;
  const places = await placesOf(editor, cards, stay, chosen.length > 1);
  const still = cards.filter((card) => editor.scene.cards.get(card.key)?.name === card.name);
  editor.tell("flying");
  editor.placed.keep(still.map((card) => [card.key, places.get(card.key)]));
  editor.change(placing(editor.design, new Map(still.map((card) => [card.name, places.get(card.key)]))), said(
    editor, still, chosen.length > 1 ? 0 : stay.length
  ));
  editor.tell("notice");
  if (chosen.length < 2 || !stay.length) editor.stage.fit(editor.scene.box());
  return true;
}

// The height of a card that only the last arrangement folded is that of an open one: the next may have room for it.
const opensTo = ({ design }, { name, count }) => cardHeight(design.layout?.[name]?.folded ? 0 : count);

function placesOf(editor, cards, stay, together) {
  const links = [...editor.scene.lines.values()].map(({ from, to }) => ({ from, to }));
  return editor.arranged({
    cards: cards.map((card) => ({ key: card.key, h: opensTo(editor, card) })), links,
    groups: editor.scene.areas.map((area) => area.members),
    stay: stay.map(({ key, x, y, w, h }) => ({ key, x, y, w, h })), corner: around(cards), together,
    view: editor.stage.room(),
  });
}

function said({ words }, cards, stayed) {
  const arranged = words("arranged", { count: cards.length });
  return stayed ? words("and_stayed", { arranged, stayed: words("stayed", { count: stayed }) }) : arranged;
}

function align(editor, toward) {
  const cards = editor.chosenCards();
  if (cards.length < 2 || !editor.mayChange) return false;
  const box = around(cards);
  const places = new Map(cards.map((card) => [card.name, { ...standing(card), ...toward(box, card) }]));
  editor.placed.forget(cards.map((card) => card.key)); // of the one that stood there already, too
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
    places.set(card.name, { ...standing(card), [axis]: at });
    at += card[size] + gap;
  }
  editor.placed.forget(cards.map((card) => card.key));
  return editor.change(placing(editor.design, places), editor.words("spread", { count: cards.length }));
}

const standing = ({ x, y, folded }) => ({ x, y, folded });
const allFolded = (cards) => cards.length > 0 && cards.every((card) => card.folded);

function fold(editor) {
  const cards = editor.chosenCards();
  if (!cards.length || !editor.mayChange) return false;
  const folded = !allFolded(cards);
  return editor.change(
    folding(editor, cards, folded), editor.words(folded ? "folded" : "unfolded", { count: cards.length })
  );
}

function folding({ design }, cards, folded) {
  return several(cards.map(({ name, x, y }) => {
    const { folded: _, ...kept } = design.layout?.[name] ?? {};
    return set(
      "design", ["layout", name], { ...kept, x: Math.round(x), y: Math.round(y), ...(folded ? { folded } : {}) }
    );
  }));
}

// Everything that does not touch the selection steps back; once more brings it forth again.
function neighbours(editor) {
  editor.only = editor.only ? null : new Set(editor.chosenCards().flatMap(
    (card) => [card.key, ...(editor.scene.touching.get(card.key) ?? []).flatMap((line) => [line.from, line.to])]
  ));
  if (editor.only && !editor.only.size) editor.only = null;
  editor.tell("dimmed", editor.only);
  editor.say(editor.words(editor.only ? "neighbours_only" : "everything"));
  return true;
}
