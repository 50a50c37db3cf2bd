// Audit of the design "Company wiki".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("wiki");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "reports to": TREE_ANCESTORS (T4) ---
// the ancestors stand in the node, and all descendants are one indexed query
report(
  "reports to.orphans.to",
  "employees.manager that no manager has as its id.",
  db.employees.aggregate([
    { $match: { manager: { $ne: null } } },
    { $lookup: { from: "employees", localField: "manager", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { manager: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "reports to.cycles",
  "Nodes that ancestors names as their own ancestor.",
  db.employees.aggregate([
    { $match: { $expr: { $in: ["$_id", { $ifNull: ["$ancestors", []] }] } } },
    { $project: { ancestors: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "reports to.ancestors.differ",
  "Nodes whose ancestors are not those of their manager, and it.",
  db.employees.aggregate([
    { $lookup: { from: "employees", localField: "manager", foreignField: "_id", as: "above" } },
    { $set: { above: { $first: "$above" } } },
    {
      $match: {
        $expr: {
          $ne: [
            { $ifNull: ["$ancestors", []] },
            {
              $concatArrays: [
                { $ifNull: ["$above.ancestors", []] },
                { $cond: [{ $ifNull: ["$above._id", false] }, ["$above._id"], []] },
              ],
            },
          ],
        },
      },
    },
    { $project: { manager: 1, ancestors: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "reports to.ancestors.missing",
  "Nodes that name an ancestor in ancestors which is not there.",
  db.employees.aggregate([
    { $unwind: "$ancestors" },
    { $lookup: { from: "employees", localField: "ancestors", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { ancestors: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "follows": ONE_WAY_EMBED (C4a) ---
// the other side's array would explode
report(
  "follows.orphans.from",
  "employees.following that no following has as its id.",
  db.employees.aggregate([
    { $unwind: "$following" },
    { $match: { following: { $ne: null } } },
    { $lookup: { from: "employees", localField: "following", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { following: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "subpages": TREE_CHILD (T5) ---
// the list in the parent keeps the order of its children
report(
  "subpages.orphans.from",
  "pages.subpages that no subpage has as its id.",
  db.pages.aggregate([
    { $unwind: "$subpages" },
    { $match: { subpages: { $ne: null } } },
    { $lookup: { from: "pages", localField: "subpages", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { subpages: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "subpages.cycles",
  "Nodes that stand below themselves: a ring of subpages.",
  db.pages.aggregate([
    {
      $graphLookup: {
        from: "pages",
        startWith: "$subpages",
        connectFromField: "subpages",
        connectToField: "_id",
        as: "below",
        depthField: "level",
      },
    },
    { $match: { $expr: { $in: ["$_id", "$below._id"] } } },
    { $project: { subpages: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "subpages.twice",
  "Nodes that stand in subpages more than once.",
  db.pages.aggregate([
    { $unwind: "$subpages" },
    { $group: { _id: "$subpages", listedBy: { $push: "$_id" }, times: { $sum: 1 } } },
    { $match: { times: { $gt: 1 } } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "comments": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "comments.orphans.to",
  "comments.page_id that no wikiPage has as its id.",
  db.comments.aggregate([
    { $match: { page_id: { $ne: null } } },
    { $lookup: { from: "pages", localField: "page_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { page_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "answers": TREE_PARENT (T6) ---
// a move is one write, and the children of a node are one indexed query
report(
  "answers.orphans.to",
  "comments.answer_to that no answerTo has as its id.",
  db.comments.aggregate([
    { $match: { answer_to: { $ne: null } } },
    { $lookup: { from: "comments", localField: "answer_to", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { answer_to: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "answers.cycles",
  "Nodes that stand below themselves: a ring of answer_to.",
  db.comments.aggregate([
    {
      $graphLookup: {
        from: "comments",
        startWith: "$answer_to",
        connectFromField: "answer_to",
        connectToField: "_id",
        as: "above",
        depthField: "level",
      },
    },
    { $match: { $expr: { $in: ["$_id", "$above._id"] } } },
    { $project: { answer_to: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "writer": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "writer.orphans.to",
  "comments.written_by that no employee has as its id.",
  db.comments.aggregate([
    { $match: { written_by: { $ne: null } } },
    { $lookup: { from: "employees", localField: "written_by", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { written_by: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "writer.copies.writer_name",
  "comments.writer_name that differs from employees.name.",
  db.comments.aggregate([
    { $match: { written_by: { $ne: null } } },
    { $lookup: { from: "employees", localField: "written_by", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: { $expr: { $ne: [{ $ifNull: ["$writer_name", null] }, { $ifNull: ["$source.name", null] }] } },
    },
    { $project: { written_by: 1, writer_name: 1, "source.name": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "employees" ---
report(
  "employees.arrays.following",
  "following with more than 150 elements, the longest first.",
  db.employees.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$following" }, "$following", []] } } } },
    { $match: { length: { $gt: 150 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "employees.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.employees.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("employees.count", "How many there are; the design says 8,000.", db.employees.estimatedDocumentCount());
report(
  "employees.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.employees.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "pages" ---
report(
  "pages.arrays.subpages",
  "subpages with more than 60 elements, the longest first.",
  db.pages.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$subpages" }, "$subpages", []] } } } },
    { $match: { length: { $gt: 60 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "pages.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.pages.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("pages.count", "How many there are; the design says 25,000.", db.pages.estimatedDocumentCount());
report(
  "pages.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.pages.aggregate([
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
report("comments.count", "How many there are; the design says 300,000.", db.comments.estimatedDocumentCount());
report(
  "comments.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.comments.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
