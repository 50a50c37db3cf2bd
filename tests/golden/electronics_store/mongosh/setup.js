// "Electronics store": Collections, validators, indexes, and shard keys
// Run: mongosh <address> --file setup.js. Safe to run again.
// Creates what is missing and replaces validators, which may only warn at first if a collection has
// documents. Drops nothing; lists differences.
db = db.getSiblingDB("electronics");

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

// --- collection "users" ---
// Someone with an account
ensureCollection(
  "users",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "user",
        description: "Someone with an account",
        required: ["name", "email"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "Full name" },
          email: { bsonType: "string", description: "Used to log in" },
          addresses: {
            bsonType: "array",
            maxItems: 5,
            items: {
              bsonType: "object",
              required: ["type", "street", "city", "state", "zip"],
              properties: {
                type: { bsonType: "string", enum: ["home", "work"], description: "What it is used for" },
                street: { bsonType: "string", description: "Street and number" },
                city: { bsonType: "string", description: "City" },
                state: { bsonType: "string", description: "State" },
                zip: { bsonType: "string", description: "Postal code" },
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

// email is a natural key of User. Serves the uniqueness of email and "log in" (50,000 per day); costs about
// 50 writes per day
ensureIndex("users", { email: 1 }, { name: "email_1", unique: true });
listOtherIndexes("users", ["email_1"]);

// --- collection "orders" ---
// What a user bought at one moment
ensureCollection(
  "orders",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "order",
        description: "What a user bought at one moment",
        required: ["order_date", "total_amount", "shipping", "user_id", "items"],
        properties: {
          _id: { bsonType: "objectId" },
          order_date: { bsonType: "date", description: "When it was placed" },
          total_amount: {
            bsonType: ["decimal", "int", "long"],
            minimum: 0,
            description: "Sum of the items, excluding shipping",
          },
          shipping: {
            bsonType: "object",
            description: "How it travels",
            required: ["address", "method", "cost"],
            properties: {
              address: { bsonType: "string", description: "As printed on the parcel" },
              method: { bsonType: "string", enum: ["Standard", "Express"], description: "Service" },
              cost: {
                bsonType: ["decimal", "int", "long"],
                minimum: 0,
                description: "What the service costs",
              },
            },
          },
          user_id: { bsonType: "objectId" },
          items: {
            bsonType: "array",
            minItems: 1,
            maxItems: 50,
            items: {
              bsonType: "object",
              required: ["product_id", "product_name", "price", "quantity"],
              properties: {
                product_id: { bsonType: "objectId" },
                product_name: { bsonType: "string", description: "Name on the product page" },
                price: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Current price" },
                quantity: { bsonType: ["int", "long"], minimum: 1, description: "How many pieces" },
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

// "orders of a user" finds by user_id, then sorts by order_date (equality, sort, range). Serves "orders of a
// user" (8,000 per day) and the relationship orders; costs about 700 writes per day
ensureIndex("orders", { user_id: 1, order_date: -1 }, { name: "user_id_1_order_date_-1" });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by items.product_id scan the collection:
// ensureIndex("orders", { "items.product_id": 1 }, { name: "items.product_id_1" });
// Finds the Order documents that reference one Product. It would cost about 700 writes per day, one entry per
// array item
listOtherIndexes("orders", ["user_id_1_order_date_-1", "items.product_id_1"]);

// --- collection "products" ---
// Something on sale
ensureCollection(
  "products",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "product",
        description: "Something on sale",
        required: ["name", "price", "category"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "Name on the product page" },
          price: { bsonType: ["decimal", "int", "long"], minimum: 0, description: "Current price" },
          category: { bsonType: "string", description: "Where it is listed" },
          tags: {
            bsonType: "array",
            maxItems: 20,
            description: "Words that the shop filters by",
            items: { bsonType: "string" },
          },
          average_rating: {
            bsonType: ["number", "null"],
            minimum: 1,
            maximum: 5,
            description: "Mean of all reviews",
          },
          review_count: { bsonType: ["int", "long"], minimum: 0, description: "How many reviews there are" },
          recent_reviews: {
            bsonType: "array",
            maxItems: 5,
            items: {
              bsonType: "object",
              required: ["review_id", "user", "rating", "comment", "date"],
              properties: {
                review_id: { bsonType: "objectId" },
                user: { bsonType: "string", description: "Name that the reviewer shows" },
                rating: { bsonType: ["int", "long"], minimum: 1, maximum: 5, description: "Stars" },
                comment: { bsonType: "string", description: "What the reviewer says" },
                date: { bsonType: "date", description: "When it was written" },
              },
            },
          },
          rating_sum: { bsonType: "number", minimum: 0 },
        },
      },
    },
    validationLevel: "moderate",
    validationAction: "warn",
  },
);

// "browse category" finds by category, then sorts by price (equality, sort, range). Serves "browse category"
// (60,000 per day); costs about 410 writes per day
ensureIndex("products", { category: 1, price: -1 }, { name: "category_1_price_-1" });
listOtherIndexes("products", ["category_1_price_-1"]);

// --- collection "reviews" ---
// The opinion of one buyer
ensureCollection(
  "reviews",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "review",
        description: "The opinion of one buyer",
        required: ["user", "rating", "comment", "date", "product_id"],
        properties: {
          _id: { bsonType: "objectId" },
          user: { bsonType: "string", description: "Name that the reviewer shows" },
          rating: { bsonType: ["int", "long"], minimum: 1, maximum: 5, description: "Stars" },
          comment: { bsonType: "string", description: "What the reviewer says" },
          date: { bsonType: "date", description: "When it was written" },
          product_id: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// Finds Review documents by Product, sorted by date. Serves the relationship reviews and "all reviews" (500
// per day); costs about 1,000 writes per day
ensureIndex("reviews", { product_id: 1, date: -1 }, { name: "product_id_1_date_-1" });
listOtherIndexes("reviews", ["product_id_1_date_-1"]);

// --- not in the design ---
listOtherCollections(["users", "orders", "products", "reviews"]);
failIfIndexesAreMissing();
