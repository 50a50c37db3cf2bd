// Keeping copies and computed fields true of the design "Department store".
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Changes: nothing. It defines functions.
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("store");

// --- relationship "region tree": TREE_NESTED (T2) ---
// the tree rarely changes, and a branch is one index range

// Write left and right of every sales region anew from its parent, and close all gaps; children keep their
// order. A job for when nobody changes the tree and the audit finds a difference or gaps matter; rings are
// mended before. Until it ends, ranges mix old and new numbers. Safe to repeat.
function regionTreeRebuild() {
  return db.regions.aggregate([
    {
      $graphLookup: {
        from: "regions",
        startWith: "$_id",
        connectFromField: "_id",
        connectToField: "parent",
        as: "branch",
        depthField: "level",
      },
    },
    { $set: { branch: { $concatArrays: [["$_id"], "$branch._id"] } } },
    { $set: { size: { $size: "$branch" } } },
    {
      $setWindowFields: {
        partitionBy: { $ifNull: ["$parent", null] },
        sortBy: { left: 1, _id: 1 },
        output: { earlier: { $sum: "$size", window: { documents: ["unbounded", -1] } } },
      },
    },
    { $unwind: "$branch" },
    {
      $group: {
        _id: "$branch",
        above: { $sum: 1 },
        earlier: { $sum: "$earlier" },
        size: { $max: { $cond: [{ $eq: ["$branch", "$_id"] }, "$size", 0] } },
      },
    },
    {
      $project: {
        left: { $add: ["$above", { $multiply: [2, "$earlier"] }] },
        right: {
          $add: [{ $add: ["$above", { $multiply: [2, "$earlier"] }] }, { $multiply: [2, "$size"] }, -1],
        },
      },
    },
    { $merge: { into: "regions", on: "_id", whenMatched: "merge", whenNotMatched: "discard" } },
  ]).toArray();
}

// No copy of this design follows a change stream.
