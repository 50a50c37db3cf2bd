// "Array-slice cache": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("magazine");

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

// --- collection "articles": standard ---
// What people read and talk about

// slug is a natural key of Article. Serves the uniqueness of slug and "article page" (300,000 a day); costs
// about 15 writes a day
ensureIndex("articles", { slug: 1 }, { name: "slug_1", unique: true });

// "latest articles" sorts by published_on; includes slug and title to cover the query. Serves "latest
// articles" (80,000 a day); costs about 15 writes a day
ensureIndex("articles", { published_on: -1, slug: 1, title: 1 }, { name: "published_on_-1_slug_1_title_1" });
listOtherIndexes("articles", ["slug_1", "published_on_-1_slug_1_title_1"]);

// --- collection "comments": standard ---
// What a reader says about an article

// Finds Comment documents by Article, in the order of posted_at. Serves the relationship comments and "more
// comments" (9,000 a day); costs about 2,500 writes a day
ensureIndex("comments", { article_id: 1, posted_at: -1 }, { name: "article_id_1_posted_at_-1" });
listOtherIndexes("comments", ["article_id_1_posted_at_-1"]);
