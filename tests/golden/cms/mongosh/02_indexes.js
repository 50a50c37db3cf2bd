// Indexes of the design "Content management".
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Changes: makes missing indexes. Drops nothing; lists what differs.
db = db.getSiblingDB("cms");

// Creates an index that is not there. One of the same name or keys that differs is told, never dropped;
// indexes of the same keys stand beside each other if their collations or filters differ.
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

// When documents expire can be changed; they go then, so it is told, not done.
function howToExpire(collection, found, keys, options) {
  const { expireAfterSeconds } = options;
  if (expireAfterSeconds === undefined || !sameIndex({ ...found, expireAfterSeconds }, keys, options)) {
    return "; drop it by hand and run this again";
  }
  const limit = found.expireAfterSeconds === undefined ? ", from server 5.1 on" : "";
  const change = { collMod: collection, index: { name: found.name, expireAfterSeconds } };
  return "; if that is meant, run the command " + EJSON.stringify(change) + limit;
}

function sameIndex(found, keys, options) {
  if (Object.values(keys).includes("text")) return found.key._fts === "text" || EJSON.stringify(found.key) === EJSON.stringify(keys);
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  return EJSON.stringify(found.key) === EJSON.stringify(keys) && sameCollation(found, options) &&
    known.every((key) => sameValue(found[key], options[key]));
}

// The server fills in what a collation does not name. An index without one takes the collection's.
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
      print("NOT IN THE DESIGN " + collection + "." + index.name + ": left as it is");
    }
  }
}

// --- collection "articles": standard ---
// A text on the site

// finds the Article documents of one Author
ensureIndex("articles", { "author._id": 1 }, { name: "author._id_1" });

// finds the documents with one Category, for counts and renames
ensureIndex("articles", { categories: 1 }, { name: "categories_1" });

// finds the documents with one Tag, for counts and renames
ensureIndex("articles", { tags: 1 }, { name: "tags_1" });

// finds the copies of one Article when it changes
ensureIndex("articles", { "related_articles._id": 1 }, { name: "related_articles._id_1" });

// slug is a natural key of Article
ensureIndex("articles", { slug: 1 }, { name: "slug_1", unique: true });

// "front page" finds by status, then sorts by dates.published (equality, sort, range)
ensureIndex("articles", { status: 1, "dates.published": -1 }, { name: "status_1_dates.published_-1" });

// text search in title and content.body; a collection has one text index, so all searches share it
ensureIndex("articles", { title: "text", "content.body": "text" }, { name: "title_text_content.body_text" });
listOtherIndexes(
  "articles",
  [
    "author._id_1",
    "categories_1",
    "tags_1",
    "related_articles._id_1",
    "slug_1",
    "status_1_dates.published_-1",
    "title_text_content.body_text",
  ],
);

// --- collection "authors": standard ---
// Someone who writes articles
listOtherIndexes("authors", []);
