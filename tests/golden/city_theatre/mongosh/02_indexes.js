// "City theatre": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("city_theatre");

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

// --- collection "shows" ---
// A play, concert, or film

// slug is a natural key of Show. Serves the uniqueness of slug and "a show" (12,000 per day); costs about 1
// write per day
ensureIndex("shows", { slug: 1 }, { name: "slug_1", unique: true });

// "all shows" sorts by title. Serves "all shows" (9,000 per day); costs about 1 write per day
ensureIndex("shows", { title: 1 }, { name: "title_1" });

// "films of a director" finds by director, then sorts by released_on (equality, sort, range); partial: only
// documents matching its constant filter. Serves "films of a director" (700 per day); costs at most 1 write
// per day
ensureIndex(
  "shows",
  { director: 1, released_on: -1 },
  { name: "director_1_released_on_-1", partialFilterExpression: { kind: "film" } },
);

// Supports filters on any of language, subtitles, age_from, and accessibility, and on attributes added later.
// Serves queries of Show; costs about 1 write per day, one entry per array item
ensureIndex("shows", { "features.k": 1, "features.v": 1 }, { name: "features.k_1_features.v_1" });
listOtherIndexes("shows", ["slug_1", "title_1", "director_1_released_on_-1", "features.k_1_features.v_1"]);

// --- collection "performances" ---
// One evening of a show

// "coming evenings" sorts by starts_at. Serves "coming evenings" (15,000 per day); costs one write per new
// document
ensureIndex("performances", { starts_at: 1 }, { name: "starts_at_1" });

// "evenings of a show" finds by show_id, then sorts by starts_at (equality, sort, range). Serves "evenings of
// a show" (6,000 per day); costs one write per new document
ensureIndex("performances", { show_id: 1, starts_at: 1 }, { name: "show_id_1_starts_at_1" });
listOtherIndexes("performances", ["starts_at_1", "show_id_1_starts_at_1"]);

// --- collection "ticket_prices" ---
// What a category of seats costs

// Finds the version of one TicketPrice at a given time; unique, so that only one is current. Serves the
// uniqueness of category and valid_to, "price list" (20,000 per day), and "new price" (0.1 per day); costs
// about 0.2 writes per day
ensureIndex("ticket_prices", { category: 1, valid_to: 1 }, { name: "category_1_valid_to_1", unique: true });
listOtherIndexes("ticket_prices", ["category_1_valid_to_1"]);

// --- collection "contracts" ---
// A contract with a performer

// Finds Contract documents by Show. Serves the relationship contracts; costs one write per new document
ensureIndex("contracts", { show_id: 1 }, { name: "show_id_1" });

// number is a natural key of Contract. Serves the uniqueness of number, "contract by number" (60 per day),
// and "set fee" (2 per day); costs one write per new document
ensureIndex("contracts", { number: 1 }, { name: "number_1", unique: true });
listOtherIndexes("contracts", ["show_id_1", "number_1"]);

// --- collection "contract_revisions": past versions ---
// A contract with a performer

// Finds the revisions of one Contract; unique, so that none is stored twice. Serves the uniqueness of
// contract_id and revision; costs about 2 writes per day
ensureIndex(
  "contract_revisions",
  { contract_id: 1, revision: 1 },
  { name: "contract_id_1_revision_1", unique: true },
);
listOtherIndexes("contract_revisions", ["contract_id_1_revision_1"]);
failIfIndexesAreMissing();
