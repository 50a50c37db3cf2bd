// "Web shop": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("web_shop");

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
// Something on sale

// slug is a natural key of Product. Serves the uniqueness of slug and "product page" (400,000 per day); costs
// about 20 writes per day
ensureIndex("products", { slug: 1 }, { name: "slug_1", unique: true });

// "browse category" finds by category, then sorts by price (equality, sort, range). Serves "browse category"
// (150,000 per day); costs about 20 writes per day
ensureIndex("products", { category: 1, price: -1 }, { name: "category_1_price_-1" });
listOtherIndexes("products", ["slug_1", "category_1_price_-1"]);

// --- collection "reviews" ---
// The opinion of one buyer

// "reviews of a product" finds by product_id, then sorts by date (equality, sort, range). Serves "reviews of
// a product" (30,000 per day); costs about 2,000 writes per day
ensureIndex("reviews", { product_id: 1, date: -1 }, { name: "product_id_1_date_-1" });
listOtherIndexes("reviews", ["product_id_1_date_-1"]);

// --- collection "customers" ---
// Someone with an account

// email is a natural key of Customer. Serves the uniqueness of email and "log in" (5,000 per day); costs
// about 150 writes per day
ensureIndex("customers", { email: 1 }, { name: "email_1", unique: true });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by wishlist scan the collection:
// ensureIndex("customers", { wishlist: 1 }, { name: "wishlist_1" });
// Finds the Customer documents that reference one Product. It would cost about 150 writes per day, one entry
// per array item
listOtherIndexes("customers", ["email_1", "wishlist_1"]);

// --- collection "orders" ---
// What a customer bought at one moment; moved to the archive after five years

// Finds Order documents by Customer, sorted by dates.created. Serves the relationship orders and "order
// history" (8,000 per day); costs about 700 writes per day
ensureIndex("orders", { customer_id: 1, "dates.created": -1 }, { name: "customer_id_1_dates.created_-1" });

// order_number is a natural key of Order. Serves the uniqueness of order_number and "order page" (30,000 per
// day); costs about 700 writes per day
ensureIndex("orders", { order_number: 1 }, { name: "order_number_1", unique: true });

// "orders by status" finds by status, then sorts by dates.created (equality, sort, range). Serves "orders by
// status" (2,000 per day); costs about 2,100 writes per day
ensureIndex("orders", { status: 1, "dates.created": -1 }, { name: "status_1_dates.created_-1" });

// "oldest order to pack" sorts by dates.created; partial: only documents matching its constant filter. Serves
// "oldest order to pack" (500 per day); costs at most 2,100 writes per day
ensureIndex(
  "orders",
  { "dates.created": 1 },
  { name: "dates.created_1_partial", partialFilterExpression: { status: "processing" } },
);

// Finds documents to archive by dates.created. Serves the archive of Order; costs about 700 writes per day
ensureIndex("orders", { "dates.created": 1 }, { name: "dates.created_1" });

// Suggested, not created: no operation or copy in the design uses it. Without it, functions that find
// documents by items.product_id scan the collection:
// ensureIndex("orders", { "items.product_id": 1 }, { name: "items.product_id_1" });
// Finds the Order documents that reference one Product. It would cost about 700 writes per day, one entry per
// array item
listOtherIndexes(
  "orders",
  [
    "customer_id_1_dates.created_-1",
    "order_number_1",
    "status_1_dates.created_-1",
    "dates.created_1_partial",
    "dates.created_1",
    "items.product_id_1",
  ],
);

// --- collection "session_data" ---
// What the shop remembers about a visitor

// TTL: deletes documents 30 days after lastModified, up to a minute late. Serves the expiry of Session; costs
// about 340,000 writes per day
ensureIndex("session_data", { lastModified: 1 }, { name: "lastModified_1", expireAfterSeconds: 2592000 });
listOtherIndexes("session_data", ["lastModified_1"]);

// --- archive "orders_archive" ---

// Finds archived documents by order_number.
ensureIndex("orders_archive", { order_number: 1 }, { name: "order_number_1" });
listOtherIndexes("orders_archive", ["order_number_1"]);
failIfIndexesAreMissing();
