// Unsent edits in the browser's own database, from the moment they are made until the server has them: a
// closed tab, a dead server, an expired session or a new release of this page loses nothing. Also drafts: what
// stands in an input that nobody has finished.
const FORMAT = 1;

export class Journal {
  #base;
  #tab = crypto.randomUUID();
  #key;

  // person: the id of who is signed in; what one person left is never sent as another.
  constructor({ slug, person }) {
    this.#key = { slug, person: person?.id ?? null };
    this.#base = opened().catch(() => null); // a browser that keeps nothing: the page works, and says so
    if (navigator.locks) navigator.locks.request(lockOf(this.#tab), () => new Promise(() => {}));
  }

  // Whether anything is kept at all.
  async keeps() {
    return (await this.#base) !== null;
  }

  // Keep an entry as it is now. The order of first keeping is the order of sending.
  async put(...entries) {
    await this.#write("edits", (store) => {
      for (const one of entries) store.put(this.#row(one));
    });
  }

  // The server has these, or refused them; what waits behind them is kept as it is now.
  async remove(ops, left = []) {
    await this.#write("edits", (store) => {
      for (const op of ops) store.delete(op);
      for (const one of left) store.put(this.#row(one));
    });
  }

  // What tabs that are closed left of this design, oldest first. They are this tab's from now on. Nothing where
  // the browser can't tell: what it keeps stays there.
  async left() {
    try {
      const open = await openTabs();
      const rows = (
        await this.#all("edits")
      ).filter((one) => this.#mine(one) && one.tab !== this.#tab && !open.has(lockOf(one.tab)));
      const entries = caughtUp(rows.sort((one, other) => one.order - other.order));
      await this.put(...entries);
      return entries;
    } catch {
      return [];
    }
  }

  // Unsent edits of this design by another person on this machine: told, never sent.
  async others() {
    return (
      await this.#all("edits")
    ).filter((one) => one.slug === this.#key.slug && one.person !== this.#key.person).length;
  }

  // What stands in an unfinished input. place: which one, in the page's own words. "" forgets it.
  async draft(place, text) {
    const key = [this.#key.slug, this.#key.person, place].join("\n");
    await this.#write(
      "drafts", (store) => (text ? store.put({ ...this.#key, key, place, text, at: Date.now() }) : store.delete(key))
    );
  }

  // Every unfinished input, by its place.
  async drafts() {
    const rows = (await this.#all("drafts")).filter((one) => this.#mine(one));
    return new Map(rows.map((one) => [one.place, one.text]));
  }

  // With the choice that it waits for: a reload must not send what its maker was asked about.
  #row(entry) {
    const { op, kind, edit, words, base, made, sent, met, seen, mine } = entry;
    const order = (entry.order ??= ordered());
    const first = (entry.first ??= this.#tab);
    return {
      ...this.#key, tab: this.#tab, first, format: FORMAT, order, op, kind, edit, words, base, made, sent, met, seen,
      mine
    };
  }

  #mine(one) {
    return one.slug === this.#key.slug && one.person === this.#key.person;
  }

  async #write(name, write) {
    const base = await this.#base;
    if (!base) return;
    const transaction = base.transaction(name, "readwrite", { durability: "strict" });
    write(transaction.objectStore(name));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }

  async #all(name) {
    const base = await this.#base;
    return base ? asked(base.transaction(name).objectStore(name).getAll()) : [];
  }
}

// What was made later in one tab had seen at least what its forerunners had.
function caughtUp(entries) {
  const seen = new Map();
  for (const one of entries) {
    const tab = one.first ?? one.tab;
    const base = Math.max(one.base, seen.get(tab) ?? 0);
    seen.set(tab, base);
    if (!one.sent) one.base = base;
  }
  return entries;
}

// A number that grows, also over reloads and within a millisecond.
let last = 0;
const ordered = () => (last = Math.max(last + 1, Date.now() * 1000));

const lockOf = (tab) => `nestlink-editor-${tab}`;

async function openTabs() {
  if (!navigator.locks) return new Set(); // sent twice is applied once
  const { held } = await navigator.locks.query();
  return new Set(held.map((lock) => lock.name));
}

function opened() {
  const request = indexedDB.open("nestlink", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("edits", { keyPath: "op" });
    request.result.createObjectStore("drafts", { keyPath: "key" });
  };
  return asked(request);
}

function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
