// Audit of the design "Blog".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("blog");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "comments": BUCKET (B4) ---
// one document equals one page or one window
report(
  "comments.orphans.to",
  "comment_pages.blog_entry_id that no post has as its id.",
  db.comment_pages.aggregate([
    { $match: { blog_entry_id: { $ne: null } } },
    { $lookup: { from: "posts", localField: "blog_entry_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { blog_entry_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "posts" ---
report(
  "posts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.posts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("posts.count", "How many there are; the design says 10,000.", db.posts.estimatedDocumentCount());
report(
  "posts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.posts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "comment_pages" ---
report(
  "comment_pages.arrays.comments",
  "comments with more than 50 elements, the longest first.",
  db.comment_pages.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$comments" }, "$comments", []] } } } },
    { $match: { length: { $gt: 50 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "comment_pages.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.comment_pages.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "comment_pages.count",
  "How many pages or windows there are, for the 5,000,000 that the design says.",
  db.comment_pages.estimatedDocumentCount(),
);
report(
  "comment_pages.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.comment_pages.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
report(
  "comment_pages.totals",
  "count of comment_pages that differs from what is in the document.",
  db.comment_pages.aggregate([
    { $set: { "expected.count": { $size: { $ifNull: ["$comments", []] } } } },
    { $match: { $expr: { $ne: ["$count", "$expected.count"] } } },
    { $project: { count: 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
