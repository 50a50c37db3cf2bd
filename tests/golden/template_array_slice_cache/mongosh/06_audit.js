// Audit of the design "Array-slice cache".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("magazine");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "comments": SUBSET (B3) ---
// the common screen needs only a slice of an ever-growing list
report(
  "comments.orphans.from",
  "articles.comments.comment_id that no comment has as its id.",
  db.articles.aggregate([
    { $unwind: "$comments" },
    { $match: { "comments.comment_id": { $ne: null } } },
    { $lookup: { from: "comments", localField: "comments.comment_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "comments.comment_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "comments.orphans.to",
  "comments.article_id that no article has as its id.",
  db.comments.aggregate([
    { $match: { article_id: { $ne: null } } },
    { $lookup: { from: "articles", localField: "article_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { article_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "articles" ---
report(
  "articles.arrays.comments",
  "comments with more than 10 elements, the longest first.",
  db.articles.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$comments" }, "$comments", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "articles.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.articles.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("articles.count", "How many there are; the design says 12,000.", db.articles.estimatedDocumentCount());
report(
  "articles.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.articles.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "comments" ---
report(
  "comments.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.comments.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("comments.count", "How many there are; the design says 900,000.", db.comments.estimatedDocumentCount());
report(
  "comments.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.comments.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
