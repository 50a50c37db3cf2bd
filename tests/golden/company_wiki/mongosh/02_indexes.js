// "Company wiki": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("wiki");

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

// --- collection "employees" ---
// A person in the organisation chart

// email is a natural key of Employee. Serves the uniqueness of email; costs about 6 writes per day
ensureIndex("employees", { email: 1 }, { name: "email_1", unique: true });

// "everyone below a manager" finds by ancestors. Serves "everyone below a manager" (3,000 per day); costs
// about 6 writes per day, one entry per array item
ensureIndex("employees", { ancestors: 1 }, { name: "ancestors_1" });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by manager scan the collection:
// ensureIndex("employees", { manager: 1 }, { name: "manager_1" });
// Finds the children of a node. It would cost about 6 writes per day

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by following scan the collection:
// ensureIndex("employees", { following: 1 }, { name: "following_1" });
// Finds the Employee documents that reference one Employee. It would cost about 6 writes per day, one entry
// per array item
listOtherIndexes("employees", ["email_1", "ancestors_1", "manager_1", "following_1"]);

// --- collection "pages" ---
// A page; users choose the order of its subpages

// Finds the parent of a node. Serves the relationship subpages; costs about 40 writes per day, one entry per
// array item
ensureIndex("pages", { subpages: 1 }, { name: "subpages_1" });
listOtherIndexes("pages", ["subpages_1"]);

// --- collection "comments" ---
// A comment on a page, or a reply to another comment

// Finds Comment documents by Employee, sorted by written_on. Serves the relationship writer; costs about 400
// writes per day
ensureIndex("comments", { written_by: 1, written_on: -1 }, { name: "written_by_1_written_on_-1" });

// "comments of a page" finds by page_id, then sorts by written_on (equality, sort, range). Serves "comments
// of a page" (30,000 per day) and the relationship comments; costs about 400 writes per day
ensureIndex("comments", { page_id: 1, written_on: -1 }, { name: "page_id_1_written_on_-1" });

// "answers to a comment" finds by answer_to, then sorts by written_on (equality, sort, range). Serves
// "answers to a comment" (12,000 per day) and the relationship answers; costs about 400 writes per day
ensureIndex("comments", { answer_to: 1, written_on: 1 }, { name: "answer_to_1_written_on_1" });
listOtherIndexes(
  "comments",
  ["written_by_1_written_on_-1", "page_id_1_written_on_-1", "answer_to_1_written_on_1"],
);
failIfIndexesAreMissing();
