// The design as this page shows it: what the server has confirmed, and upon it the edits that it has yet to
// confirm. Free of any drawing: listeners redraw what differs between two trees.
import { difference } from "./difference.js";
import { apply, inverse } from "./edits.js";
import { meetings } from "./meeting.js";
import { alike } from "./tree.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// An id for a new object, or for an edit: nobody meets it twice. 62 letters fit four times into a byte.
export function newId(length = 12) {
  let id = "";
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) if (byte < 248) id += LETTERS[byte % 62];
  }
  return id.slice(0, length);
}

// An entry of the queue: {op, kind: edit|undo|redo, edit, words, base, made, sent, met, seen, mine}.
// base: the revision of which its maker had seen everything. sent: its base is fixed, for the server may
// have it already. met: what somebody else changed too, until its maker has chosen.
export class State {
  #confirmed;
  #listeners = new Set();
  #done = []; // inverses of what was done here, for undo to show at once; the server says what it is
  #undone = [];
  #said = new WeakMap(); // by inverse: what was said of its change

  constructor({ design, revision, undo = null, redo = null }) {
    this.#confirmed = this.tree = design;
    this.revision = revision;
    this.pending = [];
    this.offers = { undo, redo };
  }

  // listener({why, before, after, ...}): why: edit, confirmed, theirs, conflict, refused, whole, queue.
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Make an edit. It shows at once; throws EditRefused where it can't be made. said: what undoing it quotes.
  edit(edit, words = "", said = "") {
    const back = inverse(this.tree, edit);
    if (!back.edits.length) return null;
    this.#done.push(back);
    this.#said.set(back, said);
    this.#undone = [];
    return this.#queue({ kind: "edit", edit, words });
  }

  // The tree as an edit would make it. Throws EditRefused where it can't be made.
  after(edit) {
    return apply(this.tree, edit);
  }

  undo() {
    return this.#back("undo", this.#done, this.#undone);
  }

  redo() {
    return this.#back("redo", this.#undone, this.#done);
  }

  #back(kind, from, to) {
    const edit = from.pop() ?? null; // unknown after a reload: then the server's answer shows it
    const said = (edit ? this.#said.get(edit) : this.offers[kind]) || "";
    try {
      if (!edit) return this.#queue({ kind, edit, words: "", said });
      const back = inverse(this.tree, edit);
      this.#said.set(back, said);
      to.push(back);
    } catch {
      return this.#queue({ kind, edit: null, words: "", said });
    }
    return this.#queue({ kind, edit, words: "", said });
  }

  // How much was done here that can be taken back at once.
  get depth() {
    return this.#done.length;
  }

  get mayUndo() {
    return this.#done.length > 0 || this.offers.undo !== null;
  }

  get mayRedo() {
    return this.#undone.length > 0 || (this.offers.redo !== null && !this.pending.some((one) => one.kind === "edit"));
  }

  #queue(more) {
    const entry = { op: newId(20), base: this.revision, made: Date.now(), sent: false, met: null, ...more };
    this.pending = [...this.pending, entry];
    this.#show({ why: "edit", entry });
    return entry;
  }

  // Edits of an earlier life of this page, from the journal.
  restore(entries) {
    if (!entries.length) return;
    const known = new Set(this.pending.map((one) => one.op));
    this.pending = [...entries.filter((one) => !known.has(one.op)), ...this.pending];
    this.#show({ why: "edit", entry: null });
  }

  // The server has it. since: every change after the entry's base, the own one last. False: the page knows
  // too little and needs the whole design.
  acknowledge(op, { revision, since, undo, redo }) {
    this.offers = { undo: undo ?? null, redo: redo ?? null };
    const whole = since === null || !this.receive({ revision, since });
    if (this.#entry(op)) this.#drop(op, { why: "confirmed" });
    return !whole;
  }

  // Changes in order, from an answer or from asking. Those known already are only held against the queue.
  receive({ revision, since }) {
    if (since === null) return false;
    const theirs = [];
    try {
      for (const change of since) {
        const own = this.pending.some((one) => one.op === change.op);
        this.#weigh(change, own);
        if (change.revision !== this.revision + 1) continue;
        this.#confirmed = apply(this.#confirmed, change.edit);
        this.revision = change.revision;
        if (own) this.pending = this.pending.filter((one) => one.op !== change.op);
        else theirs.push(change);
      }
    } catch {
      return false; // what the page has is not what the server had
    }
    if (since.length) this.#show({ why: theirs.length ? "theirs" : "confirmed", theirs });
    return this.revision >= revision;
  }

  // Hold a change against what waits to be sent: it meets it, or is from now on known to its maker.
  #weigh(change, own) {
    let shown = this.#confirmed;
    for (const entry of this.pending) {
      if (entry.op === change.op) continue;
      if (!entry.sent && entry.kind === "edit" && entry.base === change.revision - 1) {
        entry.base = change.revision;
        const met = own ? [] : this.#met(shown, change, entry);
        if (met.length)
          entry.met = { meetings: [...older(entry.met, met), ...met], revision: change.revision, here: true };
      }
      shown = applied(shown, entry);
    }
  }

  #met(shown, change, entry) {
    try {
      return meetings(shown, change.edit, entry.edit);
    } catch {
      return []; // one of them no longer fits; the server says why
    }
  }

  // Somebody changed the same: nothing was written. The entry waits for a choice.
  conflict(op, { revision, meetings: list = [], unknown = false }) {
    const entry = this.#entry(op);
    if (!entry) return;
    entry.met = { meetings: list, revision, here: false, unknown };
    this.#show({ why: "conflict", entry });
  }

  // mine: the numbers of the meetings where one's own value is to hold.
  settle(op, mine) {
    const entry = this.#entry(op);
    if (!entry?.met) return;
    const { here, unknown, revision, meetings: list } = entry.met;
    entry.met = null;
    if (here || unknown) {
      const given = new Set(list.filter((_, number) => !mine.includes(number)).map((one) => one.edit));
      if (given.size || (unknown && !mine.length)) return this.#without(entry, given, unknown);
      if (unknown) Object.assign(entry, { base: this.revision, sent: false });
    } else Object.assign(entry, { seen: revision, mine: [...mine] });
    this.#show({ why: "queue", entry });
  }

  #without(entry, given, all) {
    const edits = all ? [] : this.#plain(entry).filter((one) => ![...given].some((other) => alike(one, other)));
    if (!edits.length) return this.#drop(entry.op, { why: "queue" });
    entry.edit = { edit: "several", edits };
    this.#show({ why: "queue", entry });
  }

  #plain(entry) {
    const before = this.pending.slice(0, this.pending.indexOf(entry)).reduce(applied, this.#confirmed);
    return difference(before, applied(before, entry)).edits;
  }

  // The server will not have it; what it said is told, and the edit is taken out of the picture.
  refuse(op, answer) {
    const entry = this.#entry(op);
    [this.#done, this.#undone] = [[], []];
    this.#drop(op, { why: "refused", entry, answer });
  }

  // The design anew, where the page had fallen behind too far.
  replace({ design, revision }) {
    this.#confirmed = design;
    this.revision = revision;
    [this.#done, this.#undone] = [[], []];
    this.#show({ why: "whole" });
  }

  #entry(op) {
    return this.pending.find((one) => one.op === op);
  }

  #drop(op, told) {
    this.pending = this.pending.filter((one) => one.op !== op);
    this.#show(told);
  }

  #show(told) {
    const before = this.tree;
    this.tree = this.pending.reduce(applied, this.#confirmed);
    for (const listener of this.#listeners) listener({ before, after: this.tree, ...told });
  }
}

// The meetings so far, but for those at places where somebody changed the same once more.
function older(met, newer) {
  const places = new Set(newer.map(({ id, path }) => JSON.stringify([id, path])));
  return (met?.meetings ?? []).filter(({ id, path }) => !places.has(JSON.stringify([id, path])));
}

// A tree with an entry's edit, or as it is where that no longer fits.
function applied(raw, entry) {
  try {
    return entry.edit ? apply(raw, entry.edit) : raw;
  } catch {
    return raw;
  }
}
