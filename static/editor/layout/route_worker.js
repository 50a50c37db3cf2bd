// Ways found beside the page: a module worker when it is started as one, which holds boxes and ends as the scene has
// them and searches what it is asked for; and `RouteWorker`, the page's side of it, in place of a Router that searches
// at once.
import { Index } from "./geometry.js";
import { Router } from "./routes.js";

const SLICE = 12; // ms of searching until what was found is told, and what was asked meanwhile is heard

// The ways that are known, by line; what is not known yet has an elbow. arrived(): called after each answer.
export class RouteWorker {
  constructor(worker, arrived) {
    Object.assign(
      this, { worker, arrived, ways: new Map(), held: new Set(), asked: new Map(), told: [], tickets: 0, waiting: [] }
    );
    worker.onmessage = ({ data }) => this.#take(data);
  }

  put(key, { x, y, w, h }) { this.#tell(["put", key, { x, y, w, h }]); }
  gone(key) { this.#tell(["gone", key]); }
  holds(key) { return this.held.has(key); }

  hold(key, pair) {
    this.forget(key);
    this.held.add(key);
    this.#tell(["hold", key, pair]);
  }

  release(key) {
    this.forget(key);
    if (this.held.delete(key)) this.#tell(["release", key]);
  }

  forget(key) {
    this.asked.delete(key);
    if (this.ways.delete(key)) this.#tell(["forget", key]);
  }

  ask(keys) {
    const fresh = keys.filter((key) => this.held.has(key) && !this.ways.has(key) && !this.asked.has(key));
    for (const key of fresh) this.asked.set(key, ++this.tickets);
    if (fresh.length) this.#tell(["ask", fresh.map((key) => [key, this.asked.get(key)])]);
  }

  // When all of these are known, or after so many ms.
  known(keys, most) {
    this.ask(keys);
    const open = () => keys.some((key) => this.asked.has(key));
    return new Promise((resolve) => {
      if (!open()) return void resolve();
      this.waiting.push({ open, resolve });
      setTimeout(resolve, most);
    });
  }

  #tell(what) {
    if (!this.told.length) queueMicrotask(() => {
      this.worker.postMessage(this.told);
      this.told = [];
    });
    this.told.push(what);
  }

  #take(found) {
    for (const [key, ticket, points] of found) {
      if (this.asked.get(key) !== ticket) continue; // its ends have moved since
      this.asked.delete(key);
      this.ways.set(key, points);
    }
    this.waiting = this.waiting.filter(({ open, resolve }) => open() || void resolve());
    this.arrived();
  }
}

function listen() {
  const index = new Index();
  const router = new Router(index);
  const pairs = new Map();
  let queue = [];
  const acts = {
    put: (key, box) => index.put(key, box),
    gone: (key) => index.drop(key),
    hold: (key, pair) => (pairs.set(key, pair), router.hold(key, pair)),
    release: (key) => (pairs.delete(key), router.release(key)),
    forget: (key) => router.forget(key),
    // The newest questions first, and of those the short ones, which leave least to choose.
    ask: (keys) => {
      queue = [
        ...keys.filter(
          ([key]) => pairs.has(key)
        ).sort(([one], [other]) => apart(pairs.get(one)) - apart(pairs.get(other))),
        ...queue
      ];
    },
  };

  function run() {
    const until = performance.now() + SLICE;
    const found = [];
    while (queue.length && performance.now() < until) {
      const [key, ticket] = queue.shift();
      if (pairs.has(key)) found.push([key, ticket, router.route(key, pairs.get(key))]);
    }
    if (found.length) self.postMessage(found);
    if (queue.length) setTimeout(run);
  }

  self.onmessage = ({ data }) => {
    const idle = !queue.length;
    for (const [what, ...given] of data) acts[what](...given);
    if (idle) run();
  };
}

const apart = ({ a, b }) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) listen();
