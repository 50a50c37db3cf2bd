// "Bookshop": Collections, validators, indexes, and shard keys
// Run: mongosh <address> --file setup.js. Safe to run again.
// Creates what is missing and replaces validators, which may only warn at first if a collection has
// documents. Drops nothing; lists differences.
db = db.getSiblingDB("bookshop");

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

// --- collection "authors" ---
// Someone who has written books
ensureCollection(
  "authors",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "author",
        description: "Someone who has written books",
        required: ["name"],
        properties: {
          _id: { bsonType: ["int", "long"], description: "Number of the author" },
          name: { bsonType: "string", description: "As printed on the cover" },
          books: { bsonType: "array", maxItems: 5, uniqueItems: true, items: { bsonType: ["int", "long"] } },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds references to Book, for lookups, cascading deletes, and audits. Serves the relationship authorship;
// costs about 1 write per day, one entry per array item
ensureIndex("authors", { books: 1 }, { name: "books_1" });
listOtherIndexes("authors", ["books_1"]);

// --- collection "books" ---
// A book on sale
ensureCollection(
  "books",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "book",
        description: "A book on sale",
        required: ["title"],
        properties: {
          _id: { bsonType: ["int", "long"], description: "Number of the book" },
          title: { bsonType: "string", description: "As printed on the cover" },
          categories: {
            bsonType: "array",
            maxItems: 3,
            uniqueItems: true,
            items: { bsonType: ["int", "long"] },
          },
          authors: {
            bsonType: "array",
            maxItems: 3,
            uniqueItems: true,
            items: { bsonType: ["int", "long"] },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds references to Author, for lookups, cascading deletes, and audits. Serves the relationship authorship;
// costs about 2 writes per day, one entry per array item
ensureIndex("books", { authors: 1 }, { name: "authors_1" });

// "books of a category" finds by categories. Serves "books of a category" (3,000 per day); costs about 2
// writes per day, one entry per array item
ensureIndex("books", { categories: 1 }, { name: "categories_1" });
listOtherIndexes("books", ["authors_1", "categories_1"]);

// --- collection "categories" ---
// A shelf of the shop, with a page of its own
ensureCollection(
  "categories",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "category",
        description: "A shelf of the shop, with a page of its own",
        required: ["name"],
        properties: {
          _id: { bsonType: ["int", "long"], description: "Number of the category" },
          name: { bsonType: "string", description: "As shown in the menu" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// "category menu" sorts by name. Serves "category menu" (100 per day); costs one write per new document
ensureIndex("categories", { name: 1 }, { name: "name_1" });
listOtherIndexes("categories", ["name_1"]);

// --- collection "users" ---
// A customer of the shop
ensureCollection(
  "users",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "user",
        description: "A customer of the shop",
        required: ["name", "address"],
        properties: {
          _id: { bsonType: ["int", "long"], description: "Number of the customer" },
          name: { bsonType: "string", description: "Full name" },
          age: { bsonType: ["int", "long"], minimum: 0, maximum: 150, description: "In years" },
          address: {
            bsonType: "object",
            required: ["street", "city"],
            properties: {
              street: { bsonType: "string", description: "Street and number" },
              city: { bsonType: "string", description: "City" },
            },
          },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);
listOtherIndexes("users", []);

// --- not in the design ---
listOtherCollections(["authors", "books", "categories", "users"]);
failIfIndexesAreMissing();
