// Collections, validators, indexes and shard keys of the design "Company wiki".
// Run: mongosh <address> --file setup.js. Safe to run again: what is as it should be is left alone.
// Changes: makes what is missing and replaces validators, which may only warn at first where documents are.
// Drops nothing; lists what differs.
db = db.getSiblingDB("wiki");

// The options that the design wants, by collection.
const wantedOptions = {};

// Creates a collection, or brings its validator up to date. Nothing is ever dropped.
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

// Documents that are there may fail a new validator. One that refused goes on refusing what is new; a first one only
// warns. Until tightenValidation finds no document that fails, those that fail already can still be changed.
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
  print((action === "warn" ? "ONLY WARNS " : "NOT YET STRICT ") + name + ": documents that were there may fail its validator. " +
    "Run this script with --shell and call tightenValidation(" + JSON.stringify(name) + "), which reads all of them");
}

// Makes a validator as strict as the design says, unless documents fail it: it lists up to 10 of them. Nothing calls it
// but you.
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
    print("the validator of " + name + " is as strict as the design says");
    return { count, examples: [] };
  }
  print("NOT YET STRICT " + name + ": " + count + " documents fail its validator; mend them and call this again");
  return { count, examples: db.getCollection(name).find(failing, { _id: 1 }).limit(10).toArray() };
}

// What differs otherwise is told, not tried: it would throw documents away, or take a new collection.
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
    print("DIFFERS " + name + ": it has a validator that the design does not want");
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
  if (!changes[key]) return "; collMod can't change it, copy the documents into a new collection";
  const limits = { size: ", from server 6.0 on", max: ", from server 6.0 on", timeseries: ", which only makes it coarser" };
  return "; if that is meant, run the command " + EJSON.stringify({ collMod: name, ...changes[key] }) + (limits[key] ?? "");
}

function pickLike(found, wanted) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
}

function sameOption(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

// nestlink_sync_tokens is where watch() of 05_sync.js keeps how far it has come, nestlink_sync_refused where it notes what
// was refused, nestlink_samples where 03_sample_data.js keeps which documents it inserted.
function listOtherCollections(names) {
  for (const { name } of db.getCollectionInfos({})) {
    if (["nestlink_sync_tokens", "nestlink_sync_refused", "nestlink_samples"].includes(name)) continue;
    if (!names.includes(name) && !name.startsWith("system.")) print("NOT IN THE DESIGN " + name + ": left as it is");
  }
}

// Creates an index that is not there. One of the same name or keys that differs is told, never dropped;
// indexes of the same keys stand beside each other if their collations or filters differ.
function ensureIndex(collection, keys, options) {
  const existing = db.getCollection(collection).getIndexes();
  const named = existing.find((index) => index.name === options.name);
  const alike = existing.find((index) => EJSON.stringify(index.key) === EJSON.stringify(keys) &&
    sameCollation(index, options) && sameValue(index.partialFilterExpression, options.partialFilterExpression));
  if (named === undefined && alike === undefined) {
    db.getCollection(collection).createIndex(keys, options);
    print("created index " + collection + "." + options.name);
    return;
  }
  const found = named ?? alike;
  if (!sameIndex(found, keys, options)) {
    print("DIFFERS " + collection + "." + found.name + ": it is " + EJSON.stringify(found) + ", wanted " +
      EJSON.stringify({ key: keys, ...options }) + howToExpire(collection, found, keys, options));
  }
}

// When documents expire can be changed; they go then, so it is told, not done.
function howToExpire(collection, found, keys, options) {
  const { expireAfterSeconds } = options;
  if (expireAfterSeconds === undefined || !sameIndex({ ...found, expireAfterSeconds }, keys, options)) {
    return "; drop it by hand and run this again";
  }
  const limit = found.expireAfterSeconds === undefined ? ", from server 5.1 on" : "";
  const change = { collMod: collection, index: { name: found.name, expireAfterSeconds } };
  return "; if that is meant, run the command " + EJSON.stringify(change) + limit;
}

function sameIndex(found, keys, options) {
  if (Object.values(keys).includes("text")) return found.key._fts === "text" || EJSON.stringify(found.key) === EJSON.stringify(keys);
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  return EJSON.stringify(found.key) === EJSON.stringify(keys) && sameCollation(found, options) &&
    known.every((key) => sameValue(found[key], options[key]));
}

// The server fills in what a collation does not name. An index without one takes the collection's.
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
      print("NOT IN THE DESIGN " + collection + "." + index.name + ": left as it is");
    }
  }
}

// --- collection "employees": standard ---
// A person of the organisation chart
ensureCollection(
  "employees",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "employee",
        description: "A person of the organisation chart",
        required: ["name", "job_title", "email", "ancestors"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "Full name" },
          job_title: { bsonType: "string", description: "As on the door" },
          email: { bsonType: "string", description: "At work" },
          manager: { bsonType: "objectId" },
          ancestors: { bsonType: "array", uniqueItems: true, items: { bsonType: "objectId" } },
          following: { bsonType: "array", maxItems: 150, uniqueItems: true, items: { bsonType: "objectId" } },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// email is a natural key of Employee. Serves the uniqueness of email; costs about 6 writes a day
ensureIndex("employees", { email: 1 }, { name: "email_1", unique: true });

// "everyone below a manager" finds by ancestors. Serves "everyone below a manager" (3,000 a day); costs about
// 6 writes a day, an entry for each element
ensureIndex("employees", { ancestors: 1 }, { name: "ancestors_1" });

// Suggested, not created, because no operation or copy of the design finds by it; without it, a function that
// deletes what it names looks at every document:
// ensureIndex("employees", { manager: 1 }, { name: "manager_1" });
// finds the children of one node. It would cost about 6 writes a day

// Suggested, not created, because no operation or copy of the design finds by it; without it, a function that
// deletes what it names looks at every document:
// ensureIndex("employees", { following: 1 }, { name: "following_1" });
// finds the Employee documents that list one Employee. It would cost about 6 writes a day, an entry for each
// element
listOtherIndexes("employees", ["email_1", "ancestors_1", "manager_1", "following_1"]);

// --- collection "pages": standard ---
// A page; its subpages stand in an order that people choose
ensureCollection(
  "pages",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "wiki_page",
        description: "A page; its subpages stand in an order that people choose",
        required: ["title", "text", "changed_on", "subpages"],
        properties: {
          _id: { bsonType: "objectId" },
          title: { bsonType: "string", description: "Heading" },
          text: { bsonType: "string", description: "In Markdown" },
          changed_on: { bsonType: "date", description: "Last change" },
          subpages: { bsonType: "array", maxItems: 60, uniqueItems: true, items: { bsonType: "objectId" } },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// finds the parent of one node. Serves the relationship subpages; costs about 40 writes a day, an entry for
// each element
ensureIndex("pages", { subpages: 1 }, { name: "subpages_1" });
listOtherIndexes("pages", ["subpages_1"]);

// --- collection "comments": standard ---
// A remark on a page, or an answer to another one
ensureCollection(
  "comments",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "comment",
        description: "A remark on a page, or an answer to another one",
        required: ["comment", "written_on", "page_id", "written_by", "writer_name"],
        properties: {
          _id: { bsonType: "objectId" },
          comment: { bsonType: "string", description: "What was written" },
          written_on: { bsonType: "date", description: "When it was sent" },
          page_id: { bsonType: "objectId" },
          written_by: { bsonType: "objectId" },
          writer_name: { bsonType: "string", description: "Full name" },
          answer_to: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// finds the Comment documents of one Employee, in the order of written_on. Serves the relationship writer;
// costs about 400 writes a day
ensureIndex("comments", { written_by: 1, written_on: -1 }, { name: "written_by_1_written_on_-1" });

// "comments of a page" finds by page_id, then sorts by written_on (equality, sort, range). Serves "comments
// of a page" (30,000 a day) and the relationship comments; costs about 400 writes a day
ensureIndex("comments", { page_id: 1, written_on: -1 }, { name: "page_id_1_written_on_-1" });

// "answers to a comment" finds by answer_to, then sorts by written_on (equality, sort, range). Serves
// "answers to a comment" (12,000 a day) and the relationship answers; costs about 400 writes a day
ensureIndex("comments", { answer_to: 1, written_on: 1 }, { name: "answer_to_1_written_on_1" });
listOtherIndexes(
  "comments",
  ["written_by_1_written_on_-1", "page_id_1_written_on_-1", "answer_to_1_written_on_1"],
);

// --- what the design does not know ---
listOtherCollections(["employees", "pages", "comments"]);
