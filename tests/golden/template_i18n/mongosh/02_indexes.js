// "Texts in several languages (i18n)": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("catalogue");

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

// --- collection "products" ---
// Something on sale, with a name in each language

// sku is a natural key of Product. Serves the uniqueness of sku, "product page in German" (600,000 per day),
// and "set French name" (40 per day); costs about 10 writes per day
ensureIndex("products", { sku: 1 }, { name: "sku_1", unique: true });

// "product by German name" sorts by name.de. Serves "product by German name" (9,000 per day); costs about 10
// writes per day
ensureIndex("products", { "name.de": 1 }, { name: "name.de_1" });

// "product by English name" sorts by name.en; includes sku to cover the query. Serves "product by English
// name" (12,000 per day); costs about 10 writes per day
ensureIndex("products", { "name.en": 1, sku: 1 }, { name: "name.en_1_sku_1" });

// "products without a French name" finds by name.fr; partial: only documents matching its constant filter.
// Serves "products without a French name" (20 per day), which would scan 20,000 documents each time without
// it; costs at most 50 writes per day
ensureIndex("products", { "name.fr": 1 }, { name: "name.fr_1", partialFilterExpression: { "name.fr": null } });
listOtherIndexes("products", ["sku_1", "name.de_1", "name.en_1_sku_1", "name.fr_1"]);

// --- collection "descriptions" ---
// The long text of a product in one language

// "drafts of a language" finds by locale, then sorts by changed_at (equality, sort, range); partial: only
// documents matching its constant filter. Serves "drafts of a language" (100 per day); costs at most 60
// writes per day
ensureIndex(
  "descriptions",
  { locale: 1, changed_at: 1 },
  { name: "locale_1_changed_at_1", partialFilterExpression: { status: "draft" } },
);

// Custom index from the design. Serves the uniqueness of product_id and locale, "translation by language"
// (60,000 per day), and the relationship descriptions; costs about 30 writes per day
ensureIndex("descriptions", { product_id: 1, locale: 1 }, { name: "one_for_each_language", unique: true });
listOtherIndexes("descriptions", ["locale_1_changed_at_1", "one_for_each_language"]);
failIfIndexesAreMissing();
