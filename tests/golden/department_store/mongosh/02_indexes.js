// "Department store": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("store");

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

// --- collection "categories" ---
// A node of the category tree, with a page of its own

// Finds a branch by its path prefix, and lists the tree in path order. Serves the relationship category tree
// and "everything in Electronics" (30,000 per day); costs about 1 write per day
ensureIndex("categories", { path: 1 }, { name: "path_1" });

// slug is a natural key of ProductCategory. Serves the uniqueness of slug and "category page" (90,000 per
// day); costs about 1 write per day
ensureIndex("categories", { slug: 1 }, { name: "slug_1", unique: true });
listOtherIndexes("categories", ["path_1", "slug_1"]);

// --- collection "products" ---
// Something on sale

// sku is a natural key of Product. Serves the uniqueness of sku; costs about 60 writes per day
ensureIndex("products", { sku: 1 }, { name: "sku_1", unique: true });

// "products of a category" finds by category_id, then sorts by name (equality, sort, range). Serves "products
// of a category" (80,000 per day); costs about 60 writes per day
ensureIndex("products", { category_id: 1, name: 1 }, { name: "category_id_1_name_1" });
listOtherIndexes("products", ["sku_1", "category_id_1_name_1"]);

// --- collection "regions" ---
// A node of the tree by which sales are summed; it changes with the business year

// Finds the children of a node. Serves the relationship region tree; costs one write per new document
ensureIndex("regions", { parent: 1 }, { name: "parent_1" });

// Finds a branch as one index range. Serves the relationship region tree; costs one write per new document
ensureIndex("regions", { left: 1, right: 1 }, { name: "left_1_right_1" });
listOtherIndexes("regions", ["parent_1", "left_1_right_1"]);

// --- collection "menus" ---
// An entry of the menus on the website

// "show a menu" finds by items._id. Serves "show a menu" (400,000 per day); costs one write per new document,
// one entry per array item
ensureIndex("menus", { "items._id": 1 }, { name: "items._id_1" });

// "show a menu" finds by items.items._id. Serves "show a menu" (400,000 per day); costs one write per new
// document, one entry per array item
ensureIndex("menus", { "items.items._id": 1 }, { name: "items.items._id_1" });
listOtherIndexes("menus", ["items._id_1", "items.items._id_1"]);

// --- collection "orders" ---
// A purchase in one of the regions

// "latest orders of a region" finds by region_id, then sorts by ordered_on (equality, sort, range). Serves
// "latest orders of a region" (900 per day); costs about 2,500 writes per day
ensureIndex("orders", { region_id: 1, ordered_on: -1 }, { name: "region_id_1_ordered_on_-1" });

// "orders of a day" filters a range of ordered_on. Serves "orders of a day" (1,400 per day), which would scan
// 2,000,000 documents each time without it; costs about 2,500 writes per day
ensureIndex("orders", { ordered_on: 1 }, { name: "ordered_on_1" });
listOtherIndexes("orders", ["region_id_1_ordered_on_-1", "ordered_on_1"]);
failIfIndexesAreMissing();
