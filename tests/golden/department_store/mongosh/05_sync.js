// "Department store": Sync copies and computed fields
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Only defines functions. Loading it changes nothing.
// Snapshot and immutable copies are never updated. Strong copies are updated by their function, in a
// transaction.
db = db.getSiblingDB("store");

// --- relationship "region tree": Tree: nested sets (T2) ---
// the tree rarely changes, and a branch is one index range, in order

// Rebuilds left and right of every sales region from its parent and closes all gaps; children keep their
// order. Fix cycles first, and run it while nobody changes the tree: until it ends, old and new numbers are
// mixed. Safe to repeat.
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

// This design has no copies synced by change streams.
