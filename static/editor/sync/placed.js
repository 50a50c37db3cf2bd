// Where automatic layout put the cards of a design, kept in this browser beside the file, whose format has no word for
// it. A card that stands elsewhere was placed by a person.
const PREFIX = "nestlink.placed:";
const DESIGNS = 30; // so many are kept, the latest
const LATEST = 8; // places of one card: undoing leads back to earlier ones

export class Placed {
  constructor(slug) {
    this.key = PREFIX + slug;
    this.read();
    addEventListener("storage", (event) => { if (event.key === this.key) this.read(); });
  }

  // Whether the program put this entity at this place.
  has(id, { x, y }) { return this.places[id]?.includes(`${x},${y}`) ?? false; }

  // places: [[id, {x, y}]].
  keep(places) {
    for (const [id, { x, y }] of places) {
      const place = `${Math.round(x)},${Math.round(y)}`;
      this.places[id] = [place, ...(this.places[id] ?? []).filter((one) => one !== place)].slice(0, LATEST);
    }
    this.#write();
  }

  // A person wants these where they stand.
  forget(ids) {
    for (const id of ids) delete this.places[id];
    this.#write();
  }

  read() {
    const { places = {} } = kept(this.key) ?? {};
    this.places = Object.assign(Object.create(null), places);
  }

  // A browser that keeps nothing knows it until the page is closed.
  #write() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ at: Date.now(), places: this.places }));
      const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
      const old = all.length > DESIGNS
        ? all.sort((one, other) => (kept(other)?.at ?? 0) - (kept(one)?.at ?? 0)).slice(DESIGNS)
        : [];
      for (const key of old) localStorage.removeItem(key);
    } catch { /* private browsing, or full */ }
  }
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}
