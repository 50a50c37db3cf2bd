// Commands by key. A command: {name, keys: ["Ctrl+Z"], act(editor, event), changes, anywhere, fits}. fits(editor):
// whether what is selected is what it is for. everywhere: in text fields and small windows too, except where something
// was typed that is not kept yet: the field's own undo has that.
// Letters that follow one another quickly are a word, and a word is no row of shortcuts: a command by letter waits for
// what comes next, save one that takes it (takes: it opens a field in sight). Any other key or a press ends the wait.
const HOME = ".stage, .outline";
const BOX = "dialog[open], [role=dialog]:not([hidden])"; // while one is open, its keys are its own
const ASKING = "dialog[open], [data-asks]:not([hidden])"; // waits for an answer
const PAUSE = 600; // ms after which a letter is no longer part of a word that somebody types
const HOLD = 200; // ms in which the next letter of a word comes
const LETTER = /^\p{L}$/u;
const MODIFIER = /^(Shift|CapsLock|Control|Alt|Meta)$/;
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
  const meant = (key) => commands.find(
    ({ keys = [], fits }) => keys.includes(key) && (!fits || fits(editor))
  );
  let strayed = -PAUSE; // when a letter was typed that stands for nothing
  let word = ""; // the letters that are typed one after the other
  let held = null; // the command of a letter that may begin a word: {act, timer, letter}
  const release = () => {
    const act = held?.act;
    clearTimeout(held?.timer);
    held = null;
    act?.();
  };
  const hold = (act, letter) => { held = { act, letter, timer: setTimeout(release, HOLD) }; };
  // A word is the next field of the card that is selected; without one, it's told how an entity is typed.
  const typed = () => {
    const card = editor.one();
    if (!card) return editor.say(editor.words("type_after"));
    if (word.length < 2) return;
    editor.do("type_next", card.key, word);
    [word, strayed] = ["", -PAUSE];
  };
  addEventListener("pointerdown", release, true);
  addEventListener("keydown", ({ key }) => { if (!LETTER.test(key) && !MODIFIER.test(key)) release(); }, true);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const command = meant(named(event));
    const plain = LETTER.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const letter = plain && event.target.closest?.(HOME) && !event.target.closest(TYPED);
    const goesOn = event.timeStamp - strayed < PAUSE;
    if (letter && (!command || held || goesOn)) {
      word = (held?.letter ?? (goesOn ? word : "")) + event.key;
      strayed = event.timeStamp; // the letters of a word are no shortcuts
      clearTimeout(held?.timer);
      held = null;
      if (editor.mayChange) typed();
      if (editor.mayChange && editor.one()) event.preventDefault(); // the field has the letter already
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
    else if (letter && !command.takes && !event.repeat) hold(() => command.act(editor, event), event.key);
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
