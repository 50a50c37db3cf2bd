// The numbers of a relationship in a small window of their own: both sentences, and its kind.
import { apply } from "../../state/edits.js";
import { countsMerged, countsRead, countsWritten, manyOf, rename, set, several } from "../../language/making.js";
import { countsEdits, kindEdits } from "../../language/relationship_edits.js";

export const numbers = {
  start(editor) {
    editor.actions.set("counts", ({ id, side, text }) => changeCounts(editor, id, side, text));
    editor.actions.set("end_name", ({ id, side, text }) => text && editor.change(
      rename(id, text, side), editor.words("renamed", { name: text })
    ));
    editor.actions.set("ask_numbers", ({ id, ...more }) => askNumbers(editor, id, more));
    editor.popover.root.addEventListener("keydown", swapByKey);
  },
};

// first: the end that is asked first; note: is said with it;
// drawn: it was just drawn, and of its ends those are known that were typed: {from: an entity, typed: entities}.
function askNumbers(editor, id, { first = "from", note = "", drawn = null } = {}) {
  const link = editor.link(id);
  // The ends change places where many of one become one of many, while their sentences stay where they were read.
  const now = (side) =>
    (editor.link(id)[side].entity === link[side].entity ? side : side === "from" ? "to" : "from");
  const [told, said] = [saidIn("p", "both-ways"), editor.sentences(link, {
    may: true,
    keep: (side, what, text, input) => {
      const wrong = what === "counts"
        ? changeCounts(editor, id, now(side), text, drawn) : editor.do("end_name", { id, side: now(side), text });
      editor.popover.complain(typeof wrong === "string" ? wrong : "", input);
      if (!wrong) refill();
    },
  })];
  const kind = kindChoice(editor, link);
  const counted = said.flatMap((one) => [...one.querySelectorAll("[data-counts]")]);
  for (const input of counted) input.addEventListener("input", () => {
    const edits = countsChange(editor, id, now(input.dataset.counts), input.value, drawn);
    if (edits) told.textContent = bothWays(editor.words, after(editor, id, edits));
  });
  // What follows from what was typed is shown at once: the other end, the kind, and what both mean.
  const refill = () => {
    const fresh = editor.link(id);
    if (!fresh) return;
    told.textContent = bothWays(editor.words, fresh);
    kind.querySelector("select").value = fresh.kind;
    for (const side of ["from", "to"]) {
      const input = editor.popover.root.querySelector(`[data-counts=${side}]`);
      if (!input || input === document.activeElement || input.hasAttribute("aria-invalid")) continue;
      input.value = countsWritten(fresh[now(side)].has ?? {}, fresh, now(side));
    }
  };
  const swap = Object.assign(saidIn("button", "swap", editor.words("swap_ends")), { type: "button" });
  swap.addEventListener("click", () => {
    editor.do("swap_link", id);
    askNumbers(editor, id, { drawn: drawn && { ...drawn, from: editor.link(id).from.entity } });
  });
  const parts = [
    ...(note ? [saidIn("p", "muted", note)] : []),
    ...(first === "to" ? said.toReversed() : said), ...(counted.length ? [told] : []),
    ...(said.length ? [swap] : []), kind
  ];
  const pair = editor.scene.pairs.get(id);
  const middle = pair && { x: (pair.a.x + pair.b.x) / 2, y: (pair.a.y + pair.b.y) / 2, h: 0 };
  editor.popover.open({
    label: editor.words("relationship_of", { name: link.name }), parts,
    at: editor.stage.beside(middle ?? { x: 0, y: 0 }), off: cardsOf(editor, id),
    closed: () => editor.stage.root.focus({ preventScroll: true }),
  });
  refill();
}

function saidIn(tag, className, textContent = "") {
  return Object.assign(document.createElement(tag), { className, textContent });
}

function cardsOf({ scene }, id) {
  const { from, to } = scene.lines.get(id) ?? {};
  return [...new Set([from, to])].map((key) => scene.cards.get(key)).filter(Boolean);
}

// X exchanges the ends, where it can't be part of a text.
function swapByKey(event) {
  const { target, key, ctrlKey, metaKey, altKey, currentTarget } = event;
  const whole = target.tagName !== "INPUT"
    || (target.dataset.counts && target.selectionEnd - target.selectionStart === target.value.length);
  if (key.toLowerCase() !== "x" || ctrlKey || metaKey || altKey || !whole) return;
  const swap = currentTarget.querySelector("button.swap");
  if (!swap) return;
  event.preventDefault();
  swap.click();
}

// `Each vet has any number of clinics. Each clinic has exactly 1 vet.`
const bothWays = (words, link) => [["from", "to"], ["to", "from"]].map(([side, other]) => {
  const { min = 0, max = null } = link[side].has ?? {};
  const form = max === null ? (min ? "has_least" : "has_any") : min === max ? "has_exactly" : min ? "has_between"
    : "has_most";
  return words("each_has", {
    one: link[side].entity, count: words(form, { least: min, most: max }),
    other: max === 1 ? link[other].entity : manyOf(link[other].entity)
  });
}).join(" ");

// What kind it is, below its numbers, which go with it.
function kindChoice(editor, link) {
  const label = document.createElement("label");
  const choice = document.createElement("select");
  const self = link.from.entity === link.to.entity;
  const kinds =
    Object.keys(editor.page.properties.known.strategies).filter((kind) => ["tree", "graph"].includes(kind) === self);
  for (const kind of kinds) choice.append(new Option(editor.valueSaid(kind), kind, false, kind === link.kind));
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

// New counts of an end. Returns the words of what is wrong.
function changeCounts(editor, id, side, text, drawn = null) {
  const edits = countsChange(editor, id, side, text, drawn);
  if (!edits) return editor.words("counts_wrong");
  const one = editor.link(id)[side].entity;
  drawn?.typed.add(one);
  editor.change(several(edits), editor.words("counts_set", { one, text }));
  return "";
}

// The edits of new counts of an end, or nothing where they can't be read; the kind follows from both ends. drawn: see
// askNumbers; where one of it has exactly one other, and nobody has said how many of it that one has, it has many. Of
// `0..1` nobody means that: the other end stays as it is shown.
function countsChange(editor, id, side, text, drawn = null) {
  const link = editor.link(id);
  const counts = countsRead(text);
  if (!counts) return null;
  const other = side === "from" ? "to" : "from";
  const has = countsMerged(link[side].has, counts);
  if (counts.average === undefined) delete has.average;
  if (counts.max === null) has.growth = "unbounded"; // stated, so that nobody asks for a maximum
  const exact = has.min === 1 && has.max === 1;
  const back = exact && link[other].has?.max === 1 && drawn && !drawn.typed.has(link[other].entity);
  const ends = back ? { ...link, [other]: { ...link[other], has: { min: 0, max: null } } } : link;
  const edits = countsEdits(ends, side, has, new Set(editor.design.relationships.map((one) => one.name)), drawn?.from);
  return [...(back ? [set(id, [other, "has"], ends[other].has)] : []), ...edits];
}

// A relationship as edits will leave it.
const after = (editor, id, edits) => apply(editor.design, several(edits)).relationships.find((one) => one.id === id);
