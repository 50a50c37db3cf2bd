// Runs jobs inside the real mongosh: mongosh --nodb --quiet --norc --file run.js
// Takes orders (orders.js) until nobody asks any more. A job: documents by collection (Extended JSON),
// live, sharded, events, and steps: {load: file} or {call: name}.
"use strict";

const path = require("path");
require(path.join(__dirname, "rewriting.js"));
const orders = require(path.join(__dirname, "orders.js"));
const fs = require("fs");
Object.assign(require(path.join(__dirname, "shell.js")), { EJSON, ObjectId });
const { Engine } = require(path.join(__dirname, "engine.js"));
const { Shell, Database } = require(path.join(__dirname, "database.js"));

const harness = { known: new Set(Object.getOwnPropertyNames(globalThis)), printed: [] };

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
}

// What one job's scripts have declared must not be there for the next.
harness.forget = () => {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!harness.known.has(name)) globalThis[name] = undefined;
  }
};

harness.start = (job) => {
  const engine = new Engine(EJSON.parse(JSON.stringify(job.documents ?? {}), { relaxed: false }));
  const events = EJSON.parse(JSON.stringify(job.events ?? {}), { relaxed: false });
  const shell = new Shell(engine, { live: job.live, sharded: job.sharded, events });
  define("db", new Database(shell, "test"));
  define("sh", shell.sh);
  harness.printed = [];
  return shell;
};

harness.once = () => {
  let rounds = 0;
  return watch(() => rounds++ < 1);
};

// Other documents for what follows; collections, validators and indexes stay as they are.
harness.reset = (shell, documents) => {
  shell.journal.engine.reset(EJSON.parse(JSON.stringify(documents), { relaxed: false }));
};

harness.take = (step, shell) => {
  if (step.load) return load(step.load);
  if (step.reset) return harness.reset(shell, step.reset);
  if (step.call === "watchOnce") return harness.once();
  const known = globalThis[step.call];
  if (typeof known !== "function") throw new ReferenceError(`the script has no function ${step.call}`);
  return known(...EJSON.parse(JSON.stringify(step.arguments ?? []), { relaxed: false }));
};

// A step that may be refused: its message takes the place of its result.
harness.dare = (step, shell) => {
  try {
    const result = harness.take(step, shell);
    return result;
  } catch (error) {
    if (!step.dares || error instanceof ReferenceError || error instanceof TypeError) throw error;
    return { refused: error.message };
  }
};

harness.dump = (shell) => JSON.parse(EJSON.stringify(shell.journal.engine.dump(), { relaxed: false }));

harness.keep = (value) => {
  try {
    return JSON.parse(EJSON.stringify({ value: value ?? null }, { relaxed: false })).value;
  } catch (error) {
    return String(error.message);
  }
};

define("print", (...values) => { harness.printed.push(values.map(harness.keep)); });
define("printjson", (value) => { harness.printed.push([harness.keep(value)]); });
for (const name of ["print", "printjson", "db", "sh", "harness"]) harness.known.add(name);
define("harness", harness);

for (let order = orders.next(); order !== null; order = orders.next()) {
  const journals = [];
  for (const job of JSON.parse(fs.readFileSync(order.jobs, "utf8"))) {
    const shell = harness.start(job);
    const journal = { id: job.id, returned: [], states: [], error: null };
    let step = null;
    try {
      for (step of job.steps) {
        shell.journal.step = step.name ?? step.load ?? step.call;
        journal.returned.push(harness.keep(harness.dare(step, shell)));
        if (step.dares) journal.states.push(harness.dump(shell));
      }
    } catch (error) {
      journal.error = `${step.load ?? step.call}: ${error.name}: ${error.message}`;
    }
    journal.calls = shell.journal.calls;
    journal.printed = harness.printed;
    journal.openSessions = shell.sessions.filter((one) => !one.ended).length;
    journal.unsupported = [...shell.journal.engine.unsupported];
    journal.documents = harness.dump(shell);
    journals.push(journal);
    harness.forget();
  }
  orders.done(order, journals);
}
