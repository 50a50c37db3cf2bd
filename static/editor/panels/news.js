// What happens without one's own hand, told in the toast: edits of others, edits that the server
// refused, and decisions that an edit turned over.
import { linkSaid } from "../language/paths.js";
import { labelOf } from "./strategy.js";

const MARGIN = 16; // px to the edge of the canvas
const SEEN = 6000; // ms that a message is there, unless something has gone wrong

// The last message, with Undo where it is of a change that is worth it (`notice`). It stays while it is pointed at.
export function toast(editor, root) {
  const [text, undo] = root.children;
  let timer = 0;
  const go = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (undo.matches(":hover, :focus") ? go() : root.classList.add("gone")), SEEN);
  };
  editor.on("said", (said) => {
    text.textContent = said.text;
    undo.hidden = true;
    root.classList.remove("gone");
    requestAnimationFrame(() => clearOf(edited(editor), root, editor.stage.screen.h)); // once the next field is open
    clearTimeout(timer);
    if (!said.stays) go();
  });
  editor.on("notice", () => { undo.hidden = false; });
}

// The card in which somebody types.
function edited({ stage, selected, mountedAt }) {
  return stage.root.querySelector("input, textarea") ? mountedAt([...selected][0]) : null;
}

// Where a card is being edited under the message, the message stands at the upper edge of the canvas.
function clearOf(card, root, height) {
  root.style.insetBlockEnd = "";
  if (!card) return;
  const [box, own] = [card.getBoundingClientRect(), root.getBoundingClientRect()];
  const over = box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
  if (over) root.style.insetBlockEnd = `calc(100% + ${Math.round(height - own.height - MARGIN)}px)`;
}

export function news(editor) {
  const { words, state } = editor;
  let refused = ""; // what the toast says of an edit, until a later one is kept
  state.subscribe(({ why, theirs, answer }) => {
    if (why === "theirs" && theirs?.length)
      editor.say(words("others_changed", { who: nameOf(theirs.at(-1).who) || words("somebody") }));
    if (why === "refused") editor.say(refused = words("refused", { why: reasonOf(editor, answer) }), true);
    else if (refused && why === "confirmed" && !state.pending.length) refused = editor.unsay(refused);
  });
  let known = null;
  editor.on("live", () => {
    const now = { badges: strategies(editor), ids: new Set((editor.design.relationships ?? []).map((one) => one.id)) };
    const said = known && turned(editor, known, now);
    known = now;
    // What undo takes back stays in sight beside what comes of it.
    if (said) editor.say(editor.taken && editor.taken === editor.last ? `${editor.taken}. ${said}` : said);
  });
}

// Decisions that differ from those before: first of the relationship that is being edited, where it is one of them.
// Another one that an edit of it turned over is told as such.
function turned(editor, before, { badges }) {
  const held = editor.link([...editor.selected][0]);
  const isNew = held && !before.ids.has(held.id);
  const found = [...badges].filter(([name, strategy]) => (
    before.badges.has(name) ? before.badges.get(name) !== strategy : isNew && name === held.name
  ));
  const own = found.find(([name]) => name === held?.name);
  const [name, strategy] = own ?? found[0] ?? [];
  if (!name) return "";
  const { design } = editor;
  const called = (text) => {
    const link = design.relationships?.find((one) => one.name === text);
    return link ? linkSaid(design, link) : text;
  };
  const given = { name: called(name), strategy: labelOf(editor, strategy) };
  const said = editor.words(
    !before.badges.has(name) ? "turned_new" : own || !held ? "turned" : "turned_elsewhere", given
  );
  const others =
    found.filter((one) => one !== own).map(([other, now]) => `${called(other)} (${labelOf(editor, now)})`).join(", ");
  return own && others ? editor.words("turned_too", { said, names: others }) : said;
}

const strategies = ({ live }) => new Map((live?.decisions ?? []).map((one) => [one.relationship, one.strategy]));
const nameOf = (who) => (typeof who === "string" ? who : who?.name ?? "");

function reasonOf(editor, answer = {}) {
  const [first] = answer.faults ?? [];
  if (!first) return [answer.error, answer.remedy].filter(Boolean).join(" ");
  return [placeOf(editor, first.place), first.message, first.remedy].filter(Boolean).join(" ");
}

// `operations[0].filter[0].field` in people's words: the operation by its name, and its column.
function placeOf({ design, words }, place = "") {
  const [, list, number, key] = /^(entities|relationships|operations)\[(\d+)\](?:\.(\w+))?/.exec(place) ?? [];
  const name = design[list]?.[Number(number)]?.name;
  if (!name) return place && `${place}:`;
  const column = { includes: "with", changes: "with" }[key] ?? key;
  return `${name}${words.has(`work_${column}`) ? `, ${words(`work_${column}`)}` : ""}:`;
}
