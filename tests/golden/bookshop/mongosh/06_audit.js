// Audit of the design "Bookshop".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("bookshop");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "authorship": TWO_WAY_EMBED (C5) ---
// balanced, small and read both ways
report(
  "authorship.orphans.from",
  "authors.books that no book has as its id.",
  db.authors.aggregate([
    { $unwind: "$books" },
    { $match: { books: { $ne: null } } },
    { $lookup: { from: "books", localField: "books", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { books: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "authorship.orphans.to",
  "books.authors that no author has as its id.",
  db.books.aggregate([
    { $unwind: "$authors" },
    { $match: { authors: { $ne: null } } },
    { $lookup: { from: "authors", localField: "authors", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { authors: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "authorship.disagreements.from",
  "authors.books whose other side does not point back.",
  db.authors.aggregate([
    { $unwind: "$books" },
    { $match: { books: { $ne: null } } },
    { $lookup: { from: "books", localField: "books", foreignField: "_id", as: "found" } },
    { $set: { found: { $first: "$found" } } },
    { $match: { $expr: { $not: [{ $in: ["$_id", { $ifNull: ["$found.authors", []] }] }] } } },
    { $project: { books: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "authorship.disagreements.to",
  "books.authors whose other side does not point back.",
  db.books.aggregate([
    { $unwind: "$authors" },
    { $match: { authors: { $ne: null } } },
    { $lookup: { from: "authors", localField: "authors", foreignField: "_id", as: "found" } },
    { $set: { found: { $first: "$found" } } },
    { $match: { $expr: { $not: [{ $in: ["$_id", { $ifNull: ["$found.books", []] }] }] } } },
    { $project: { authors: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "categories": ONE_WAY_EMBED (C4a) ---
// the other side's array would explode
report(
  "categories.orphans.from",
  "books.categories that no category has as its id.",
  db.books.aggregate([
    { $unwind: "$categories" },
    { $match: { categories: { $ne: null } } },
    { $lookup: { from: "categories", localField: "categories", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { categories: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "authors" ---
report(
  "authors.arrays.books",
  "books with more than 5 elements, the longest first.",
  db.authors.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$books" }, "$books", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "authors.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.authors.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("authors.count", "How many there are; the design says 1,000.", db.authors.estimatedDocumentCount());
report(
  "authors.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.authors.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "books" ---
report(
  "books.arrays.categories",
  "categories with more than 3 elements, the longest first.",
  db.books.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$categories" }, "$categories", []] } } } },
    { $match: { length: { $gt: 3 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "books.arrays.authors",
  "authors with more than 3 elements, the longest first.",
  db.books.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$authors" }, "$authors", []] } } } },
    { $match: { length: { $gt: 3 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "books.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.books.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("books.count", "How many there are; the design says 2,000.", db.books.estimatedDocumentCount());
report(
  "books.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.books.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "categories" ---
report(
  "categories.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.categories.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("categories.count", "How many there are; the design says 50.", db.categories.estimatedDocumentCount());
report(
  "categories.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.categories.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "users" ---
report(
  "users.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.users.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("users.count", "How many there are; the design says 8,000.", db.users.estimatedDocumentCount());
report(
  "users.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.users.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
