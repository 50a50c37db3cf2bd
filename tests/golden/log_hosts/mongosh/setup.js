// "Log hosts": Collections, validators, indexes, and shard keys
// Run: mongosh <address> --file setup.js. Safe to run again.
// Creates what is missing and replaces validators, which may only warn at first if a collection has
// documents. Drops nothing; lists differences.
db = db.getSiblingDB("log_hosts");

// The design's options for each collection.
const wantedOptions = {};

// Creates a collection, or updates its validator. Never drops anything.
function ensureCollection(name, options = {}) {
  wantedOptions[name] = options;
  const [known] = db.getCollectionInfos({ name });
  if (known === undefined) {
    db.createCollection(name, ...(Object.keys(options).length > 0 ? [options] : []));
    print("created " + name);
    return;
  }
  ensureValidation(name, known.options, options);
  listFixedOptions(name, known.options, options);
}

// Sets a new validator, which existing documents can fail. If the old one rejected writes, the new one does, too; a
// first validator only warns. Documents that already fail can still be updated until tightenValidation finds none.
function ensureValidation(name, found, wanted) {
  const isSame = (key) => wanted[key] === undefined || sameOption(found[key], wanted[key]);
  if (["validator", "validationLevel", "validationAction"].every(isSame)) return;
  const { validator, validationLevel, validationAction } = wanted;
  const isRefusing = (options) => options.validator !== undefined && options.validationLevel !== "off" && options.validationAction !== "warn";
  if (!isRefusing(wanted) || db.getCollection(name).findOne({}, { _id: 1 }) === null) {
    db.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("changed the validation of " + name);
    return;
  }
  const action = isRefusing(found) ? "error" : "warn";
  if (!isSame("validator")) {
    db.runCommand({ collMod: name, validator, validationLevel: "moderate", validationAction: action });
    print("changed the validator of " + name);
  }
  print((action === "warn" ? "ONLY WARNS " : "NOT YET STRICT ") + name + ": existing documents can fail validation. " +
    "Run this script with --shell and call tightenValidation(" + JSON.stringify(name) + "), which reads all documents");
}

// Sets the design's strictness, unless documents fail validation: then lists up to 10 of them. Not called
// automatically.
function tightenValidation(name) {
  if (wantedOptions[name]?.validator === undefined) {
    throw new Error("The design has no validator for " + name + ". It has some for: " +
      Object.keys(wantedOptions).filter((each) => wantedOptions[each].validator !== undefined).join(", "));
  }
  const { validator, validationLevel, validationAction } = wantedOptions[name];
  const failing = { $nor: [validator] };
  const count = db.getCollection(name).countDocuments(failing);
  if (count === 0) {
    db.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("the validator of " + name + " is as strict as in the design");
    return { count, examples: [] };
  }
  print("NOT YET STRICT " + name + ": " + count + " documents fail validation; fix them and call this again");
  return { count, examples: db.getCollection(name).find(failing, { _id: 1 }).limit(10).toArray() };
}

// Reports other differences without changing them: that would delete documents or need a new collection.
function listFixedOptions(name, found, wanted) {
  for (const key of ["capped", "size", "max", "timeseries", "collation", "expireAfterSeconds"]) {
    if (key === "size" && Math.ceil(Number(found.size) / 256) === Math.ceil(wanted.size / 256)) continue; // servers round it up
    const narrowed = wanted[key] && found[key] && typeof wanted[key] === "object" ? pickLike(found[key], wanted[key]) : found[key];
    if (!sameOption(narrowed ?? false, wanted[key] ?? false)) {
      print("DIFFERS " + name + ": " + key + " is " + EJSON.stringify(found[key] ?? null) + ", wanted " +
        EJSON.stringify(wanted[key] ?? null) + howToChange(name, key, found, wanted));
    }
  }
  if (found.validator !== undefined && wanted.validator === undefined) {
    print("DIFFERS " + name + ": it has a validator that isn't in the design");
  }
}

function howToChange(name, key, found, wanted) {
  const still = (one) => found[one] && wanted[one];
  const changes = {
    expireAfterSeconds: still("timeseries") && { expireAfterSeconds: wanted.expireAfterSeconds ?? "off" },
    size: still("capped") && { cappedSize: wanted.size },
    max: still("capped") && { cappedMax: wanted.max ?? 0 },
    timeseries: still("timeseries") && ["timeField", "metaField"].every((one) => found.timeseries[one] === wanted.timeseries[one]) &&
      { timeseries: { granularity: wanted.timeseries.granularity } },
  };
  if (!changes[key]) return "; collMod can't change it, copy the documents to a new collection";
  const limits = { size: ", from MongoDB 6.0", max: ", from MongoDB 6.0", timeseries: ", which only makes it coarser" };
  return "; to change it, run the command " + EJSON.stringify({ collMod: name, ...changes[key] }) + (limits[key] ?? "");
}

function pickLike(found, wanted) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
}

function sameOption(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

// Collections of the scripts: nestlink_sync_tokens (positions of watch() in 05_sync.js), nestlink_sync_refused
// (changes that it skipped), and nestlink_samples (IDs inserted by 03_sample_data.js).
function listOtherCollections(names) {
  for (const { name } of db.getCollectionInfos({})) {
    if (["nestlink_sync_tokens", "nestlink_sync_refused", "nestlink_samples"].includes(name)) continue;
    if (!names.includes(name) && !name.startsWith("system.")) print("NOT IN THE DESIGN " + name + ": not changed");
  }
}

// Indexes that the server rejected, or that exist without the uniqueness that the design asks for.
const missingIndexes = [];

// Creates an index if it's missing. Reports, but never drops, a different index with the same name or keys, or another
// text index, as a collection has only one. Indexes with the same keys can coexist if their collations, filters,
// uniqueness, or sparseness differ.
function ensureIndex(collection, keys, options) {
  const existing = db.getCollection(collection).getIndexes();
  const named = existing.find((index) => index.name === options.name);
  const isText = "_fts" in storedKeys(keys);
  const apart = ["unique", "sparse", "partialFilterExpression"];
  const alike = existing.find((index) => (isText ? "_fts" in index.key : sameValue(index.key, keys) &&
    sameCollation(index, options) && apart.every((option) => sameValue(index[option], options[option]))));
  const found = named ?? alike;
  if (found === undefined) {
    createIndex(collection, keys, options);
  } else if (!sameIndex(found, keys, options)) {
    print("DIFFERS " + collection + "." + found.name + ": it is " + EJSON.stringify(found) + ", wanted " +
      EJSON.stringify({ key: keys, ...options }) + howToExpire(collection, found, keys, options));
    if (options.unique && !found.unique) missingIndexes.push(collection + "." + options.name);
  }
}

// Creates an index. If the server rejects it, such as a unique index over duplicates, reports it and continues.
function createIndex(collection, keys, options) {
  const name = collection + "." + options.name;
  try {
    db.getCollection(collection).createIndex(keys, options);
    print("created index " + name);
  } catch (error) {
    if (typeof error.code !== "number") throw error; // not the server's answer
    missingIndexes.push(name);
    print("NOT CREATED " + name + ": " + error.message);
  }
}

function failIfIndexesAreMissing() {
  if (missingIndexes.length > 0) {
    throw new Error("NOT COMPLETE: missing or not unique: " + missingIndexes.join(", ") +
      "; everything else is done. Do what the lines NOT CREATED and DIFFERS say, and run this again");
  }
}

// Returns an index's key as the server stores it: a text index has _fts and _ftsx instead of its fields.
function storedKeys(keys) {
  const stored = ([path, kind]) => (kind === "text" ? { _fts: "text", _ftsx: 1 } : { [path]: kind });
  return Object.assign({}, ...Object.entries(keys).map(stored));
}

// Reports a different expiry without changing it, because that could delete documents.
function howToExpire(collection, found, keys, options) {
  const { expireAfterSeconds } = options;
  if (expireAfterSeconds === undefined || !sameIndex({ ...found, expireAfterSeconds }, keys, options)) {
    return "; drop it manually and run this again";
  }
  const limit = found.expireAfterSeconds === undefined ? ", from MongoDB 5.1" : "";
  const change = { collMod: collection, index: { name: found.name, expireAfterSeconds } };
  return "; to change it, run the command " + EJSON.stringify(change) + limit;
}

function sameIndex(found, keys, options) {
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  const searched = Object.keys(keys).filter((path) => keys[path] === "text").sort();
  return sameValue(found.key, storedKeys(keys)) && sameValue(Object.keys(found.weights ?? {}).sort(), searched) &&
    sameCollation(found, options) && known.every((key) => sameValue(found[key], options[key]));
}

// Compares collations. The server fills in defaults, and an index without one uses its collection's.
function sameCollation(found, options) {
  const wanted = options.collation;
  if (wanted === undefined) return found.name === options.name || found.collation === undefined;
  return Object.keys(wanted).every((key) => sameValue((found.collation ?? { locale: "simple" })[key], wanted[key]));
}

function sameValue(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

function listOtherIndexes(collection, names) {
  for (const index of db.getCollection(collection).getIndexes()) {
    if (index.name !== "_id_" && !names.includes(index.name)) {
      print("NOT IN THE DESIGN " + collection + "." + index.name + ": not changed");
    }
  }
}

// --- collection "hosts" ---
// A machine that is watched
ensureCollection(
  "hosts",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "host",
        description: "A machine that is watched",
        required: ["name", "ipaddr"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "Full name of the machine" },
          ipaddr: { bsonType: "string", description: "Permanent IP address" },
          logmsgs: {
            bsonType: "array",
            maxItems: 1000,
            items: {
              bsonType: "object",
              required: ["logmsg_id", "time", "message"],
              properties: {
                logmsg_id: { bsonType: "objectId" },
                time: { bsonType: "date", description: "When the machine wrote it" },
                message: { bsonType: "string", description: "What the machine wrote" },
              },
            },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// name is a natural key of Host. Serves the uniqueness of name, "host page" (5,000 per day), and "host list"
// (200 per day); costs about 1 write per day
ensureIndex("hosts", { name: 1 }, { name: "name_1", unique: true });
listOtherIndexes("hosts", ["name_1"]);

// --- collection "logmsg" ---
// One line from the log of a machine
ensureCollection(
  "logmsg",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "log_msg",
        description: "One line from the log of a machine",
        required: ["time", "message", "host", "ipaddr"],
        properties: {
          _id: { bsonType: "objectId" },
          time: { bsonType: "date", description: "When the machine wrote it" },
          message: { bsonType: "string", description: "What the machine wrote" },
          host: { bsonType: "objectId" },
          ipaddr: { bsonType: "string", description: "Permanent IP address" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds LogMsg documents by Host, sorted by time. Serves the relationship logs and "last messages of a host"
// (500 per day); costs about 1,000 writes per day
ensureIndex("logmsg", { host: 1, time: -1 }, { name: "host_1_time_-1" });

// "last messages of an address" finds by ipaddr, then sorts by time (equality, sort, range). Serves "last
// messages of an address" (500 per day), which would scan 1,200,000 documents each time without it; costs
// about 1,000 writes per day
ensureIndex("logmsg", { ipaddr: 1, time: -1 }, { name: "ipaddr_1_time_-1" });
listOtherIndexes("logmsg", ["host_1_time_-1", "ipaddr_1_time_-1"]);

// --- collection "logs": capped ---
// The log of the log collector itself: the last 1,000 lines are enough
ensureCollection(
  "logs",
  {
    capped: true,
    size: 1048576,
    max: 1000,
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "collector_log",
        description: "The log of the log collector itself: the last 1,000 lines are enough",
        required: ["time", "level", "message"],
        properties: {
          _id: { bsonType: "objectId" },
          time: { bsonType: "date", description: "When the collector wrote it" },
          level: { bsonType: "string", enum: ["debug", "info", "warning", "error"], description: "Severity" },
          message: { bsonType: "string", description: "What the collector did" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);
listOtherIndexes("logs", []);

// --- collection "access_log" ---
// Requests to the log pages, deleted after a month
ensureCollection(
  "access_log",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "access_log",
        description: "Requests to the log pages, deleted after a month",
        required: ["time", "path", "status"],
        properties: {
          _id: { bsonType: "objectId" },
          time: { bsonType: "date", description: "When the request came in" },
          path: { bsonType: "string", description: "What was asked for" },
          status: {
            bsonType: ["int", "long"],
            minimum: 100,
            maximum: 599,
            description: "HTTP status of the answer",
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// TTL: deletes documents 31 days after time, up to a minute late. Serves the expiry of AccessLog; costs about
// 200,000 writes per day
ensureIndex("access_log", { time: 1 }, { name: "time_1", expireAfterSeconds: 2678400 });
listOtherIndexes("access_log", ["time_1"]);

// --- not in the design ---
listOtherCollections(["hosts", "logmsg", "logs", "access_log"]);
failIfIndexesAreMissing();
