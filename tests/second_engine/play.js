// Plays jobs on the server that mongosh is connected to: JOBS is a file of them, JOURNALS the file for what came.
// A job: the name of its database, and steps: {load: file}, {call: name}, {reset: documents} or {trial: one call on
// documents of its own}. keeps: the documents that a step leaves are told too. lasts: nothing expires.
"use strict";

const fs = require("fs");
const path = require("path");
require(path.join(__dirname, "..", "mongosh", "harness", "rewriting.js"));
const player = { known: new Set(), printed: [], address: db };

player.define = (name, value) => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
};

player.plain = (value) => {
  try {
    return JSON.parse(EJSON.stringify({ value: value ?? null }, { relaxed: false })).value;
  } catch (error) {
    return String(error.message);
  }
};

player.forget = () => {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!player.known.has(name)) globalThis[name] = undefined;
  }
};

// Other documents, of which a validator isn't asked: some designs have samples that theirs refuses.
player.reset = (database, documents) => {
  for (const name of player.names(database)) database.getCollection(name).deleteMany({});
  const text = typeof documents === "string" ? documents : JSON.stringify(documents);
  const read = EJSON.parse(text, { relaxed: false });
  for (const name of Object.keys(read)) {
    if (read[name].length > 0) database.getCollection(name).insertMany(read[name], { bypassDocumentValidation: true });
  }
};

// The collections, but those of the server, and those whose name mongosh doesn't take.
player.names = (database) => database.getCollectionNames().filter(
  (name) => !name.startsWith("system.") && !name.includes("$")
);

player.dump = (database) => {
  const documents = {};
  for (const name of player.names(database)) documents[name] = database.getCollection(name).find().toArray();
  return player.plain(documents);
};

// One call of the oracle's, on documents of its own; those of the last call where that only read the same.
player.trial = (database, { documents, call, argumentsAsText, reads }) => {
  if (player.kept !== documents) player.reset(database, documents);
  player.kept = reads ? documents : null;
  const given = EJSON.parse(argumentsAsText, { relaxed: false });
  let answer;
  try {
    answer = player.plain(globalThis[call](...given));
  } catch (error) {
    answer = { refused: error.message };
  }
  return { answer, left: reads ? {} : player.dump(database) };
};

// The oracle's documents are older than many a TTL allows, and this engine deletes what has expired at once.
player.lastingly = (database) => {
  for (const name of player.names(database)) {
    const collection = database.getCollection(name);
    for (const index of collection.getIndexes()) {
      if (index.expireAfterSeconds !== undefined) collection.dropIndex(index.name);
    }
  }
};

player.take = (database, step) => {
  if (step.load) return load(step.load);
  if (step.trial) return player.trial(database, step.trial);
  if (step.reset) return player.reset(database, step.reset);
  return globalThis[step.call]();
};

player.dare = (database, step) => {
  try {
    return { returned: player.plain(player.take(database, step)) };
  } catch (error) {
    return { refused: { name: error.name, code: error.code ?? null, words: error.message } };
  }
};

player.play = (job) => {
  const database = player.address.getSiblingDB(job.database);
  database.dropDatabase();
  player.define("db", player.address);
  player.kept = null;
  const outcomes = [];
  for (const step of job.steps) {
    player.printed = [];
    if (job.lasts && step.reset) player.lastingly(database);
    const outcome = player.dare(database, step);
    outcomes.push({ ...outcome, printed: player.printed, left: step.keeps ? player.dump(database) : null });
  }
  database.dropDatabase();
  player.forget();
  return { id: job.id, outcomes };
};

player.define("print", (...values) => { player.printed.push(values.map(player.plain)); });
player.define("printjson", (value) => { player.printed.push([player.plain(value)]); });
player.define("sleep", () => undefined);
player.define("player", player);
player.known = new Set(Object.getOwnPropertyNames(globalThis));

player.journals = [];
for (const job of JSON.parse(fs.readFileSync(process.env.JOBS, "utf8"))) player.journals.push(player.play(job));
fs.writeFileSync(process.env.JOURNALS, JSON.stringify(player.journals));
