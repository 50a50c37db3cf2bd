// Runs jobs inside the real mongosh: mongosh --nodb --quiet --norc --file run.js
// Takes orders (orders.js) until nobody asks any more. A job: documents by collection (Extended JSON),
// live, sharded, shardKeys (paths by collection), events,
// version (of the server), direct, and steps: {load: file}, {reset: documents} or {call: name,
// arguments, dares, interrupt}.
// direct: scripts are evaluated as they are; mongosh's rewriting, which takes half of the time, comes to the same where
// the server answers at once.
// Names begin with a dollar sign: a script may define a function of any other name.
// interrupt: how many calls of the server are answered, before the step ends as if its process had been killed.
"use strict";

const $path = require("path");
require($path.join(__dirname, "rewriting.js"));
const $orders = require($path.join(__dirname, "orders.js"));
const $fs = require("fs");
Object.assign(require($path.join(__dirname, "shell.js")), {
  EJSON, ObjectId, Timestamp, Int32, Long, Double, Decimal128, sizeOf: bsonsize,
});
const { Engine: $Engine } = require($path.join(__dirname, "engine.js"));
const { Shell: $Shell, Database: $Database } = require($path.join(__dirname, "database.js"));
const { untilDrained: $untilDrained } = require($path.join(__dirname, "streams.js"));
const { mode: $mode, shellPromise: $shellPromise } = require($path.join(__dirname, "promises.js"));

const $harness = { known: new Set(Object.getOwnPropertyNames(globalThis)), printed: [] };

function $define(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
}

// What one job's scripts have declared must not be there for the next.
$harness.forget = () => {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!$harness.known.has(name) && !Reflect.deleteProperty(globalThis, name)) globalThis[name] = undefined;
  }
};

$harness.start = (job) => {
  $mode.direct = job.direct === true;
  const documents = EJSON.parse(JSON.stringify(job.documents ?? {}), { relaxed: false });
  const engine = new $Engine(documents, job.version, job.shardKeys);
  const events = EJSON.parse(JSON.stringify(job.events ?? {}), { relaxed: false });
  const shell = new $Shell(engine, { live: job.live, sharded: job.sharded, events });
  $define("db", new $Database(shell, "test"));
  $define("sh", shell.sh);
  $harness.printed = [];
  $harness.slept = 0;
  $harness.shell = shell;
  return shell;
};

$harness.rounds = (most) => {
  let rounds = 0;
  return watch(() => rounds++ < most);
};

// The script's watch() until no stream of it has anything left; what comes later begins behind it.
$harness.drain = () => {
  const { shell } = $harness;
  shell.streams = [];
  const result = watch($untilDrained(shell));
  shell.journal.engine.log.drained = shell.journal.engine.log.place;
  return result;
};

// Other documents for what follows; collections, validators and indexes stay as they are. Mostly those of the
// last time: the engine takes copies of them.
$harness.last = { text: "", documents: {} };
$harness.reset = (documents) => {
  const { engine } = $harness.shell.journal;
  const text = typeof documents === "string" ? documents : JSON.stringify(documents);
  if (text !== $harness.last.text) $harness.last = { text, documents: EJSON.parse(text, { relaxed: false }) };
  engine.reset($harness.last.documents);
  engine.log.drained = engine.log.place;
};

$harness.evaluate = (file) => {
  (0, eval)($fs.readFileSync(file, "utf8"));
  return true;
};

$harness.take = (step) => {
  if (step.load) return $mode.direct ? $harness.evaluate(step.load) : load(step.load);
  if (step.reset) return $harness.reset(step.reset);
  if (step.trial) return $harness.trial(step.trial);
  if (step.call === "watchOnce") return $harness.rounds(1);
  if (step.call === "watchRounds") return $harness.rounds(step.rounds);
  if (step.call === "watchDrain") return $harness.drain();
  const known = globalThis[step.call];
  if (typeof known !== "function") throw new ReferenceError(`the script has no function ${step.call}`);
  if (step.argumentsAsText) return known(...EJSON.parse(step.argumentsAsText, { relaxed: false }));
  const given = EJSON.parse(JSON.stringify(step.arguments ?? []), { relaxed: false });
  for (const place of step.without ?? []) given[place] = undefined;
  return known(...given);
};

// Whether an error is a server's, a driver's or a shell's, or one that the script itself throws. All others tell of a
// fault in the script.
const $isMeant = (error) => /^(Error$|Mongo)/.test(error.name);

// A step that may be refused: its message takes the place of its result. So does its end in the middle. faults: what
// to add the errors to that nobody means; without it, such an error ends the job.
$harness.dare = (step) => {
  const { statements } = $harness.shell;
  statements.begin(step.interrupt);
  try {
    const result = $shellPromise(() => statements.until(() => $harness.take(step)));
    return result;
  } catch (error) {
    if (statements.interrupted) {
      $harness.shell.abandon();
      return { interrupted: true };
    }
    if (!step.dares || (!$isMeant(error) && !step.faults)) throw error;
    if (!$isMeant(error)) step.faults.push(`${step.call}: ${error.name}: ${error.message}`);
    return { refused: error.message };
  }
};

// One call on documents of its own: what it leaves once its change streams and jobs have run, and what it leaves
// where it ended after each of its statements and was then called again. Only what changed is told.
$harness.trial = ({ documents, call, argumentsAsText, drains, jobs, interrupts }) => {
  const faults = [];
  const step = { call, argumentsAsText, dares: true, faults };
  const settle = () => {
    const refusals = [];
    const drain = () => {
      const drained = drains && $harness.dare({ call: "watchDrain", dares: true, faults });
      if (drained && drained.refused) refusals.push(drained.refused);
    };
    drain();
    for (const job of jobs) {
      const done = $harness.dare({ call: job, dares: true, faults });
      if (done && done.refused) refusals.push(`${job}: ${done.refused}`);
    }
    if (jobs.length > 0) drain(); // what jobs change, streams tell as well
    return refusals;
  };
  $harness.shell.journal.isTrial = $mode.direct;
  $harness.reset(documents);
  const answer = $harness.keep($harness.dare(step));
  const statements = $harness.shell.statements.answered;
  const refusals = settle();
  const found = { answer, statements, refusals, faults, left: $harness.dump($harness.shell), again: [] };
  for (let ends = 0; ends < Math.min(statements, interrupts); ends += 1) {
    $harness.reset(documents);
    const broken = $harness.dare({ ...step, interrupt: ends });
    if (!broken || !broken.interrupted) continue;
    const second = $harness.keep($harness.dare(step));
    settle();
    found.again.push({ ends, answer: second, left: $harness.dump($harness.shell) });
  }
  $harness.shell.journal.isTrial = false;
  return found;
};

$harness.dump = (shell) => JSON.parse(EJSON.stringify(shell.journal.engine.dump(), { relaxed: false }));

$harness.keep = (value) => {
  try {
    return JSON.parse(EJSON.stringify({ value: value ?? null }, { relaxed: false })).value;
  } catch (error) {
    return String(error.message);
  }
};

$define("print", (...values) => { $harness.printed.push(values.map($harness.keep)); });
$define("printjson", (value) => { $harness.printed.push([$harness.keep(value)]); });
// Nobody else writes meanwhile: the clock alone goes on.
const $realNow = Date.now;
Date.now = () => $realNow() + ($harness.slept ?? 0);
$define("sleep", (milliseconds) => { $harness.slept += milliseconds; });
for (const name of ["print", "printjson", "db", "sh", "$harness"]) $harness.known.add(name);
$define("$harness", $harness);

for (let order = $orders.next(); order !== null; order = $orders.next()) {
  const journals = [];
  for (const job of JSON.parse($fs.readFileSync(order.jobs, "utf8"))) {
    const shell = $harness.start(job);
    const journal = { id: job.id, returned: [], statements: [], states: [], prints: [], error: null };
    let step = null;
    try {
      for (step of job.steps) {
        shell.journal.step = step.name ?? step.load ?? step.call;
        const returned = $harness.dare(step);
        journal.returned.push(step.trial ? returned : $harness.keep(returned));
        journal.statements.push(shell.statements.answered);
        journal.prints.push($harness.printed.length);
        if (step.dares) journal.states.push($harness.dump(shell));
      }
    } catch (error) {
      journal.error = `${step.load ?? step.call}: ${error.name}: ${error.message}`;
    }
    journal.calls = shell.journal.calls;
    journal.printed = $harness.printed;
    journal.openSessions = shell.sessions.filter((one) => !one.ended).length;
    journal.unsupported = [...shell.journal.engine.unsupported];
    journal.documents = $harness.dump(shell);
    journals.push(journal);
    $harness.forget();
  }
  $orders.done(order, journals);
}
