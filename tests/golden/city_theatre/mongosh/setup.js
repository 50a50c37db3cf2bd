// "City theatre": Collections, validators, indexes, and shard keys
// Run: mongosh <address> --file setup.js. Safe to run again.
// Creates what is missing and replaces validators, which may only warn at first if a collection has
// documents. Drops nothing; lists differences.
db = db.getSiblingDB("city_theatre");

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

// --- collection "shows" ---
// A play, concert, or film
ensureCollection(
  "shows",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "show",
        description: "A play, concert, or film",
        required: ["kind", "title", "slug"],
        properties: {
          _id: { bsonType: "objectId" },
          kind: { bsonType: "string", enum: ["play", "concert", "film"] },
          title: { bsonType: "string", description: "Title on the poster" },
          slug: { bsonType: "string", description: "Last part of its URL" },
          minutes: { bsonType: ["int", "long"], minimum: 1, description: "Without the interval" },
          features: {
            bsonType: "array",
            items: {
              bsonType: "object",
              required: ["k"],
              properties: { k: { bsonType: "string" } },
              oneOf: [
                {
                  properties: {
                    k: { enum: ["language", "subtitles"] },
                    v: { bsonType: "string", description: "Spoken or sung" },
                  },
                  required: ["k", "v"],
                },
                {
                  properties: {
                    k: { enum: ["age_from"] },
                    v: { bsonType: ["int", "long"], minimum: 0, maximum: 18, description: "Minimum age" },
                  },
                  required: ["k", "v"],
                },
                {
                  properties: {
                    k: { enum: ["accessibility"] },
                    v: {
                      bsonType: "string",
                      enum: ["sign language", "audio description", "relaxed"],
                      description: "What makes it easier to follow",
                    },
                  },
                  required: ["k", "v"],
                },
                {
                  properties: {
                    k: { not: { enum: ["language", "subtitles", "age_from", "accessibility"] } },
                  },
                },
              ],
            },
          },
        },
        oneOf: [
          {
            properties: {
              kind: { enum: ["play"] },
              playwright: { bsonType: "string", description: "Who wrote it" },
              acts: { bsonType: ["int", "long"], minimum: 1, description: "How many acts" },
              orchestra: { not: {} },
              works: { not: {} },
              director: { not: {} },
              released_on: { not: {} },
            },
            required: ["kind", "playwright"],
          },
          {
            properties: {
              kind: { enum: ["concert"] },
              orchestra: { bsonType: "string", description: "Who plays" },
              works: {
                bsonType: "array",
                minItems: 1,
                maxItems: 12,
                description: "The programme, in order",
                items: { bsonType: "string" },
              },
              playwright: { not: {} },
              acts: { not: {} },
              director: { not: {} },
              released_on: { not: {} },
            },
            required: ["kind", "orchestra"],
          },
          {
            properties: {
              kind: { enum: ["film"] },
              director: { bsonType: "string", description: "Who made it" },
              released_on: { bsonType: "date", description: "First day in a cinema" },
              playwright: { not: {} },
              acts: { not: {} },
              orchestra: { not: {} },
              works: { not: {} },
            },
            required: ["kind", "director"],
          },
        ],
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

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
ensureCollection(
  "performances",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "performance",
        description: "One evening of a show",
        required: ["starts_at", "show_id"],
        properties: {
          _id: { bsonType: "objectId" },
          starts_at: { bsonType: "date", description: "When the doors close" },
          seats: {
            bsonType: "array",
            description: "Six rows of eight: 0 is free, 1 is sold",
            minItems: 6,
            maxItems: 6,
            items: {
              bsonType: "array",
              minItems: 8,
              maxItems: 8,
              items: { bsonType: ["int", "long"], enum: [0, 1] },
            },
          },
          seats_available: {
            bsonType: ["int", "long"],
            minimum: 0,
            maximum: 48,
            description: "Number of free seats, updated with the grid",
          },
          show_id: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// "coming evenings" sorts by starts_at. Serves "coming evenings" (15,000 per day); costs one write per new
// document
ensureIndex("performances", { starts_at: 1 }, { name: "starts_at_1" });

// "evenings of a show" finds by show_id, then sorts by starts_at (equality, sort, range). Serves "evenings of
// a show" (6,000 per day); costs one write per new document
ensureIndex("performances", { show_id: 1, starts_at: 1 }, { name: "show_id_1_starts_at_1" });
listOtherIndexes("performances", ["starts_at_1", "show_id_1_starts_at_1"]);

// --- collection "ticket_prices" ---
// What a category of seats costs. The validator checks current versions only, because past ones are stored as
// they were
ensureCollection(
  "ticket_prices",
  {
    validator: {
      $or: [
        { valid_to: { $type: "date" } },
        {
          $jsonSchema: {
            bsonType: "object",
            title: "ticket_price",
            description: "What a category of seats costs",
            required: ["category", "price", "valid_from", "valid_to"],
            properties: {
              _id: { bsonType: "objectId" },
              category: { bsonType: "string", description: "Where the seats are" },
              price: { bsonType: ["decimal", "int", "long"], description: "Price per seat" },
              valid_from: { bsonType: "date" },
              valid_to: { bsonType: ["date", "null"] },
            },
          },
        },
      ],
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds the version of one TicketPrice at a given time; unique, so that only one is current. Serves the
// uniqueness of category and valid_to, "price list" (20,000 per day), and "new price" (0.1 per day); costs
// about 0.2 writes per day
ensureIndex("ticket_prices", { category: 1, valid_to: 1 }, { name: "category_1_valid_to_1", unique: true });
listOtherIndexes("ticket_prices", ["category_1_valid_to_1"]);

// --- collection "contracts" ---
// A contract with a performer
ensureCollection(
  "contracts",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "contract",
        description: "A contract with a performer",
        required: ["number", "show_id", "revision"],
        properties: {
          _id: { bsonType: "objectId" },
          number: { bsonType: "string", description: "Number printed on the contract" },
          terms: { bsonType: "string", description: "What both sides promise" },
          fee: { bsonType: ["decimal", "int", "long"], description: "Fee paid by the theatre" },
          show_id: { bsonType: "objectId" },
          revision: { bsonType: ["int", "long"], minimum: 1 },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds Contract documents by Show. Serves the relationship contracts; costs one write per new document
ensureIndex("contracts", { show_id: 1 }, { name: "show_id_1" });

// number is a natural key of Contract. Serves the uniqueness of number, "contract by number" (60 per day),
// and "set fee" (2 per day); costs one write per new document
ensureIndex("contracts", { number: 1 }, { name: "number_1", unique: true });
listOtherIndexes("contracts", ["show_id_1", "number_1"]);

// --- collection "contract_revisions": past versions ---
// A contract with a performer. The validator only warns, because earlier versions are stored as they were,
// valid or not
ensureCollection(
  "contract_revisions",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "contract_revisions",
        description: "A contract with a performer",
        required: ["contract_id", "number", "show_id", "revision"],
        properties: {
          _id: { bsonType: "objectId" },
          contract_id: { bsonType: "objectId" },
          number: { bsonType: "string", description: "Number printed on the contract" },
          terms: { bsonType: "string", description: "What both sides promise" },
          fee: { bsonType: ["decimal", "int", "long"], description: "Fee paid by the theatre" },
          show_id: { bsonType: "objectId" },
          revision: { bsonType: ["int", "long"], minimum: 1 },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "warn",
  },
);

// Finds the revisions of one Contract; unique, so that none is stored twice. Serves the uniqueness of
// contract_id and revision; costs about 2 writes per day
ensureIndex(
  "contract_revisions",
  { contract_id: 1, revision: 1 },
  { name: "contract_id_1_revision_1", unique: true },
);
listOtherIndexes("contract_revisions", ["contract_id_1_revision_1"]);

// --- not in the design ---
listOtherCollections(["shows", "performances", "ticket_prices", "contracts", "contract_revisions"]);
failIfIndexesAreMissing();
