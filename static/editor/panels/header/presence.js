// Who else has the design open: their initials in the header, and what they have selected, in their colour.
import { button } from "../../element.js";

const SHOWN = 3; // of them in the header; the rest are counted
const SENT = 50; // selected things that a page tells of
const colourOf = ({ colour }) => `var(--person-${colour})`;

// What this page calls itself: as the one that this window showed before it.
function named() {
  try {
    const before = sessionStorage.getItem("page");
    const page = before ?? crypto.randomUUID();
    sessionStorage.removeItem("page"); // a copy of this window is another one
    addEventListener("pagehide", () => sessionStorage.setItem("page", page));
    return page;
  } catch {
    return `page-${Math.random().toString(36).slice(2)}`;
  }
}

// The words of a poll about this page.
export function whereabouts(editor) {
  const page = named();
  return () => {
    const on = [...editor.selected].filter((id) => editor.found(id)).slice(0, SENT);
    return `&here=${page}&on=${encodeURIComponent(on.join(","))}`;
  };
}

// Returns what is called with everybody else, each {page, name, you, colour, on}.
export function presence(editor, root, painters) {
  let last = "";
  return (others) => {
    const text = JSON.stringify(others);
    if (text === last) return;
    last = text;
    const marks = new Map();
    for (const other of others) for (const id of other.on)
      if (!marks.has(id)) marks.set(id, { colour: colourOf(other), name: nameOf(editor, other) });
    for (const painter of painters) painter.others = marks;
    editor.stage.ask();
    header(editor, root, others.filter(({ you }) => !you)); // nobody needs to be told of their own other window
  };
}

const nameOf = ({ words }, { name, you }) => (you ? words("you_elsewhere") : name);

function header(editor, root, others) {
  const { words } = editor;
  const held = root.contains(document.activeElement) ? document.activeElement.dataset.page : null;
  const shown = others.length > SHOWN + 1 ? others.slice(0, SHOWN) : others;
  const rest = others.slice(shown.length);
  root.hidden = !others.length;
  root.replaceChildren(
    ...shown.map((other) => person(editor, other)),
    ...(rest.length ? [Object.assign(document.createElement("span"), {
      className: "person more", textContent: `+${rest.length}`,
      title: rest.map((other) => told(editor, other)).join("\n"),
    })] : []),
  );
  root.setAttribute("aria-label", words.counted("n_here", others.length));
  if (held) root.querySelector(`[data-page="${CSS.escape(held)}"]`)?.focus();
}

// A press shows what they have selected.
function person(editor, other) {
  const made = button(initials(other.name), () => {
    const [first] = other.on.filter((id) => editor.found(id));
    if (first) editor.goTo(first);
    editor.say(told(editor, other));
  }, { className: "person", title: told(editor, other) });
  made.setAttribute("aria-label", told(editor, other));
  made.dataset.page = other.page;
  made.style.setProperty("--person", colourOf(other));
  return made;
}

function told(editor, other) {
  const names = other.on.map((id) => editor.found(id)?.name).filter(Boolean);
  const name = nameOf(editor, other);
  return names.length ? editor.words("is_on", { name, things: names.join(", ") }) : name;
}

// The first letters of two words, as in "ann.smith"; of one word its first.
function initials(name) {
  const words = name.split(/[\s._@+-]+/u).filter(Boolean);
  return words.slice(0, 2).map((word) => [...word][0]).join("").toUpperCase() || "?";
}
