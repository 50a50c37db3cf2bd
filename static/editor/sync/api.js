// The way to the server: edits one at a time and in order, again until they are answered; other people's changes
// every other second; and a save state that never says more than the server's answers do.
const LATE = 4000; // without an answer for so long, an edit is "not saved"
const WAIT = 10000; // for one answer
const POLL = 2000;
const AGAIN = [500, 1000, 2000, 4000, 8000, 15000, 30000];
export const PROTOCOL = 1;

// status: {state: saved|saving|unsaved, why, error, remedy, waiting}. why: "" | late | away | busy | full |
// signed-out | token | denied | gone | reload | conflict.
export class Link {
  #data;
  #state;
  #journal;
  #tell;
  #here;
  #met;
  #tries = 0;
  #timer = 0;
  #busy = true; // until it is known what goes first
  #trouble = null;
  #lateTimer = 0;
  #shown = "";

  // tell(status): called whenever the save state changes. here(): what a poll says of this page, as in
  // "&here=…&on=…". met(others): who else has the design open, after each poll.
  constructor({ data, state, journal, tell = () => {}, here = () => "", met = () => {} }) {
    [this.#data, this.#state, this.#journal, this.#tell] = [data, state, journal, tell];
    [this.#here, this.#met] = [here, met];
    state.subscribe((told) => this.#changed(told));
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
  }

  // Take up what an earlier life of the page left, which goes before what was made since, then follow the design.
  async start() {
    this.#state.restore(await this.#journal.left());
    this.#busy = false;
    this.#poll();
    this.#next();
  }

  // Try at once: after signing in, say.
  again() {
    if (this.#trouble?.final) return;
    this.#trouble = null;
    this.#tries = 0;
    this.#later(0);
  }

  #changed({ why, entry }) {
    if (why === "edit" && entry) this.#journal.put(entry).catch(() => {});
    if ((why === "queue" || why === "conflict") && entry) this.#keep(entry);
    this.#status();
    if (why === "edit" || why === "queue") this.#next();
  }

  #keep(entry) {
    const there = this.#state.pending.includes(entry);
    (there ? this.#journal.put(entry) : this.#journal.remove([entry.op])).catch(() => {});
  }

  #later(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), wait);
  }

  async #next() {
    const entry = this.#state.pending[0];
    if (this.#busy || !entry || entry.met || !this.#data.may_change || this.#trouble?.final) return this.#status();
    clearTimeout(this.#timer);
    this.#busy = true;
    entry.sent = true;
    const answer = await this.#post(entry);
    this.#busy = false;
    this.#take(entry, answer);
    this.#status();
  }

  #post({ op, kind, base, edit, words, seen, mine }) {
    const settled = seen ? { seen, mine } : {};
    const body = { protocol: PROTOCOL, op, base, ...settled, ...(kind === "edit" ? { edit, words } : {}) };
    return this.#fetch(this.#data.urls[kind === "edit" ? "edits" : kind], {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": cookie(this.#data.csrf_cookie) },
      body: JSON.stringify(body),
    });
  }

  async #fetch(url, options = {}) {
    try {
      const headers = { Accept: "application/json", ...options.headers };
      const response = await fetch(url, { ...options, headers, redirect: "error", signal: AbortSignal.timeout(WAIT) });
      const json = response.headers.get("Content-Type")?.startsWith("application/json");
      return {
        status: response.status, told: json ? await response.json() : null,
        wait: Number(response.headers.get("Retry-After")) || 0
      };
    } catch {
      return { status: 0, told: null, wait: 0 };
    }
  }

  #take(entry, { status, told, wait }) {
    const done = () => [this.#tries, this.#trouble] = [0, null];
    if (status === 200 && told) {
      done();
      const known = this.#state.acknowledge(entry.op, told);
      this.#settled(entry, told.since?.length === 1 ? 1 : Infinity);
      return known ? this.#next() : this.#whole();
    }
    if (status === 409 && told?.reload) return this.#stop("reload", told);
    if (status === 409 && told) {
      done();
      return this.#state.conflict(entry.op, told);
    }
    if ([400, 413, 422].includes(status) || (status === 404 && told?.nothing)) {
      done();
      this.#state.refuse(entry.op, { status, ...told });
      this.#settled(entry);
      return this.#next();
    }
    this.#trouble = this.#troubleOf(status, told);
    if (!this.#trouble.final) this.#later(Math.max(wait * 1000, AGAIN[Math.min(this.#tries++, AGAIN.length - 1)]));
  }

  #troubleOf(status, told) {
    const final = (status === 403 && told !== null) || status === 404 || status === 410;
    const why = { 0: "away", 401: "signed-out", 404: "gone", 410: "gone", 507: "full" }[status]
      ?? (status === 403 ? (told ? "denied" : "token") : "busy");
    return { why, final, error: told?.error ?? "", remedy: told?.remedy ?? "" };
  }

  #stop(why, told) {
    this.#trouble = { why, final: true, error: told.error, remedy: told.remedy };
  }

  // Where nobody else changed anything, the next one alone is kept anew: those behind it have seen as much.
  #settled(entry, next = Infinity) {
    this.#journal.remove([entry.op], this.#state.pending.slice(0, next)).catch(() => {});
  }

  // ---- other people's changes
  async #poll() {
    let wait = POLL;
    if (document.visibilityState === "visible" && !this.#busy && !this.#trouble?.final) {
      const before = this.#state.pending;
      const asked = `?revision=${this.#state.revision}${this.#here()}`;
      const { status, told } = await this.#fetch(`${this.#data.urls.since}${asked}`);
      this.#met(told?.others ?? []);
      if (status === 200 && told) this.#followed(told, before);
      else wait = status === 404 ? 30000 : 5000;
    }
    setTimeout(() => this.#poll(), wait);
  }

  async #followed(told, before) {
    if (this.#trouble && ["away", "busy"].includes(this.#trouble.why)) this.again(); // it is back
    if (this.#busy && told.since?.length) return; // the answer that is under way says the same
    const changed = told.since === null || told.since.length > 0;
    if (changed && !this.#state.receive(told)) await this.#whole();
    const gone = before.filter((one) => !this.#state.pending.includes(one));
    if (gone.length || told.since?.length)
      this.#journal.remove(gone.map((one) => one.op), this.#state.pending).catch(() => {});
    this.#next();
  }

  async #whole() {
    const { status, told } = await this.#fetch(`${this.#data.urls.since}?whole=1`);
    if (status === 200 && told) this.#state.replace(told);
    this.#next();
  }

  // ---- the save state
  #status() {
    clearTimeout(this.#lateTimer);
    const status = this.#now();
    const text = JSON.stringify(status);
    if (text !== this.#shown) this.#tell(status);
    this.#shown = text;
  }

  #now() {
    const { pending } = this.#state;
    const waiting = pending.length;
    const { why = "", error = "", remedy = "" } = this.#trouble ?? {};
    if (!waiting) return { state: "saved", why: this.#trouble?.final ? why : "", error, remedy, waiting };
    if (why) return { state: "unsaved", why, error, remedy, waiting };
    if (pending[0].met) return { state: "unsaved", why: "conflict", error, remedy, waiting };
    const age = Date.now() - Math.min(...pending.map((one) => one.made));
    if (age >= LATE) return { state: "unsaved", why: "late", error, remedy, waiting };
    this.#lateTimer = setTimeout(() => this.#status(), LATE - age);
    return { state: "saving", why: "", error, remedy, waiting };
  }
}

function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
