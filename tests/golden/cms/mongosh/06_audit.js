// Audit of the design "Content management".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("cms");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "authorship": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "authorship.orphans.to",
  "articles.author._id that no author has as its id.",
  db.articles.aggregate([
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "author._id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "authorship.copies.author.name",
  "articles.author.name that differs from authors.name.",
  db.articles.aggregate([
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: { $expr: { $ne: [{ $ifNull: ["$author.name", null] }, { $ifNull: ["$source.name", null] }] } },
    },
    { $project: { "author._id": 1, "author.name": 1, "source.name": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "authorship.copies.author.avatar",
  "articles.author.avatar that differs from authors.avatar.",
  db.articles.aggregate([
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: { $ne: [{ $ifNull: ["$author.avatar", null] }, { $ifNull: ["$source.avatar", null] }] },
      },
    },
    { $project: { "author._id": 1, "author.avatar": 1, "source.avatar": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "authorship.copies.author.bio",
  "articles.author.bio that differs from authors.bio.",
  db.articles.aggregate([
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$author.bio", null] }, { $ifNull: ["$source.bio", null] }] } } },
    { $project: { "author._id": 1, "author.bio": 1, "source.bio": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "related": ONE_WAY_EMBED (C4a) ---
// the other side's array would explode
report(
  "related.orphans.from",
  "articles.related_articles._id that no relatedArticle has as its id.",
  db.articles.aggregate([
    { $unwind: "$related_articles" },
    { $match: { "related_articles._id": { $ne: null } } },
    { $lookup: { from: "articles", localField: "related_articles._id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "related_articles._id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "related.copies.title",
  "articles.related_articles.title that differs from articles.title.",
  db.articles.aggregate([
    { $unwind: "$related_articles" },
    { $match: { "related_articles._id": { $ne: null } } },
    { $lookup: { from: "articles", localField: "related_articles._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: {
          $ne: [{ $ifNull: ["$related_articles.title", null] }, { $ifNull: ["$source.title", null] }],
        },
      },
    },
    { $project: { "related_articles._id": 1, "related_articles.title": 1, "source.title": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "related.copies.slug",
  "articles.related_articles.slug that differs from articles.slug.",
  db.articles.aggregate([
    { $unwind: "$related_articles" },
    { $match: { "related_articles._id": { $ne: null } } },
    { $lookup: { from: "articles", localField: "related_articles._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: { $ne: [{ $ifNull: ["$related_articles.slug", null] }, { $ifNull: ["$source.slug", null] }] },
      },
    },
    { $project: { "related_articles._id": 1, "related_articles.slug": 1, "source.slug": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "articles" ---
report(
  "articles.arrays.categories",
  "categories with more than 5 elements, the longest first.",
  db.articles.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$categories" }, "$categories", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "articles.arrays.tags",
  "tags with more than 15 elements, the longest first.",
  db.articles.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$tags" }, "$tags", []] } } } },
    { $match: { length: { $gt: 15 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "articles.arrays.related_articles",
  "related_articles with more than 20 elements, the longest first.",
  db.articles.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$related_articles" }, "$related_articles", []] } } } },
    { $match: { length: { $gt: 20 } } },
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
report("articles.count", "How many there are; the design says 8,000.", db.articles.estimatedDocumentCount());
report(
  "articles.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.articles.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "authors" ---
report(
  "authors.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.authors.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("authors.count", "How many there are; the design says 120.", db.authors.estimatedDocumentCount());
report(
  "authors.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.authors.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "Article" ---
report(
  "Article.results",
  "metadata.read_time of articles that differs from what the formula gives.",
  db.articles.aggregate([
    {
      $set: {
        "expected.metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } },
      },
    },
    {
      $match: {
        $expr: {
          $cond: [
            { $and: [{ $isNumber: "$metadata.read_time" }, { $isNumber: "$expected.metadata.read_time" }] },
            { $gt: [{ $abs: { $subtract: ["$metadata.read_time", "$expected.metadata.read_time"] } }, 0.5] },
            {
              $ne: [
                { $ifNull: ["$metadata.read_time", null] },
                { $ifNull: ["$expected.metadata.read_time", null] },
              ],
            },
          ],
        },
      },
    },
    { $project: { "metadata.read_time": 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
