// "Account transactions": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("bank");

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

// --- collection "accounts": standard ---
// Whose money it is, and how much of it there is

// number is a natural key of Account. Serves the uniqueness of number and "account by number" (300,000 a
// day); costs about 100 writes a day
ensureIndex("accounts", { number: 1 }, { name: "number_1", unique: true });
listOtherIndexes("accounts", ["number_1"]);

// --- collection "transfers": standard ---
// Money from one account to another; a mistake is put right by a second one

// reference is a natural key of Transfer. Serves the uniqueness of reference and "was it booked?" (2,000 a
// day); costs about 20,000 writes a day
ensureIndex("transfers", { reference: 1 }, { name: "reference_1", unique: true });

// "what went out" finds by from_account, then sorts by booked_at (equality, sort, range). Serves "what went
// out" (30,000 a day) and the relationship outgoing; costs about 20,000 writes a day
ensureIndex("transfers", { from_account: 1, booked_at: -1 }, { name: "from_account_1_booked_at_-1" });

// "what came in" finds by to_account, then sorts by booked_at (equality, sort, range). Serves "what came in"
// (30,000 a day) and the relationship incoming; costs about 20,000 writes a day
ensureIndex("transfers", { to_account: 1, booked_at: -1 }, { name: "to_account_1_booked_at_-1" });
listOtherIndexes("transfers", ["reference_1", "from_account_1_booked_at_-1", "to_account_1_booked_at_-1"]);
