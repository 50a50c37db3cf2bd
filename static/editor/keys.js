// Commands by key. A command: {name, keys: ["Ctrl+Z"], act(editor, event), changes, anywhere}. everywhere: in text
// fields and small windows too, except where something was typed that is not kept yet: the field's own undo has that.
const HOME = ".stage, .outline";
const BOX = "dialog[open], [role=dialog]:not([hidden])"; // while one is open, its keys are its own
const ASKING = "dialog[open], [data-asks]:not([hidden])"; // waits for an answer
const PAUSE = 600; // ms after which a letter is no longer part of a word that somebody types
const TYPED = "input, textarea, select, [contenteditable]";

export function named(event) {
  const held = [
    event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "",
    event.shiftKey && (/^(\p{L}|.{2,})$/u.test(event.key) || event.ctrlKey || event.metaKey) ? "Shift" : ""
  ];
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return [...held.filter(Boolean), key === " " ? "Space" : key].join("+");
}

export function listenToKeys(editor, commands) {
  const unkept = new WeakSet(); // text fields with typed changes of their own
  addEventListener("input", ({ target }) => unkept.add(target), true);
  addEventListener("change", ({ target }) => unkept.delete(target), true);
  const byKey = new Map(commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command])));
  let strayed = -PAUSE; // when a letter was typed that stands for nothing
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = byKey.get(named(event));
    const letter = /^\p{L}$/u.test(named(event)) && event.target.closest?.(HOME) && !event.target.closest(TYPED);
    if (letter && (!command || event.timeStamp - strayed < PAUSE)) {
      strayed = event.timeStamp; // the letters of a word are no shortcuts
      if (editor.mayChange) editor.say(editor.words("type_after"));
      return;
    }
    if (!command) return;
    if (command.everywhere) {
      if (unkept.has(event.target) || document.querySelector(ASKING)) return;
      editor.popover.close();
    } else if (document.querySelector(BOX)) return;
    const typing = !command.everywhere && event.target.closest?.(TYPED);
    if (typing && !command.anywhere) return;
    // Single letters are for the canvas and the outline alone (WCAG 2.1.4).
    if (!event.target.closest?.(HOME) && !command.anywhere && !command.beside && !command.everywhere) return;
    // Where nothing can be changed, a key that would says why.
    if (command.changes && !command.beside && !editor.mayChange) editor.say(editor.held);
    else if (command.act(editor, event) !== false) event.preventDefault();
  });
}

export function listenToButtons(editor, commands) {
  const byName = new Map(commands.map((command) => [command.name, command]));
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-do]");
    if (button && !button.disabled) byName.get(button.dataset.do)?.act(editor, event);
  });
}
