// "Shopping cart without reservation": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("shop");

// Creates an index if it's missing. Reports, but never drops, a different index with the same name or keys. Indexes
// with the same keys can coexist if their collations or filters differ.
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
  if (Object.values(keys).includes("text")) return found.key._fts === "text" || EJSON.stringify(found.key) === EJSON.stringify(keys);
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  return EJSON.stringify(found.key) === EJSON.stringify(keys) && sameCollation(found, options) &&
    known.every((key) => sameValue(found[key], options[key]));
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

// --- collection "products": standard ---
// Something on sale

// sku is a natural key of Product. Serves the uniqueness of sku, "product page" (200,000 a day), "pay: take
// one from the stock" (6,000 a day) and "pay: put it back where another line fails" (60 a day); costs about
// 10 writes a day
ensureIndex("products", { sku: 1 }, { name: "sku_1", unique: true });
listOtherIndexes("products", ["sku_1"]);

// --- collection "carts": standard ---
// What a visitor thinks of buying

// visitor is a natural key of Cart. Serves the uniqueness of visitor, "show the cart" (90,000 a day), "touch
// the cart" (40,000 a day) and "pay: close the cart, once" (2,000 a day); costs about 18,000 writes a day
ensureIndex("carts", { visitor: 1 }, { name: "visitor_1", unique: true });

// TTL: deletes documents 1209600 seconds after changed_at, up to a minute late. Serves the expiry of Cart;
// costs about 58,000 writes a day
ensureIndex("carts", { changed_at: 1 }, { name: "changed_at_1", expireAfterSeconds: 1209600 });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by lines.product_id scan the collection:
// ensureIndex("carts", { "lines.product_id": 1 }, { name: "lines.product_id_1" });
// Finds the Cart documents that list one Product. It would cost about 18,000 writes a day, an entry for each
// element
listOtherIndexes("carts", ["visitor_1", "changed_at_1", "lines.product_id_1"]);
