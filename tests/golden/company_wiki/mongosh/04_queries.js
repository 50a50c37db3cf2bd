// "Company wiki": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("wiki");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). Prints rejected writes; stops on script errors.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was rejected: " + error.message);
  }
}

// Restores the sample documents after an earlier demo(), if 03_sample_data.js is loaded.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`your own document has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are used as they are now. To restore them, load("03_sample_data.js") before you call demo().');
}

// Restores the sample documents again, because the calls also changed totals and lists in them.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are restored.");
}

// Runs the reads if NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// Returns the fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
}

// Returns a value without its empty fields, which a driver would store as null. nullable: paths that can be null.
// Values with toBSON aren't changed.
function withoutAbsent(value, nullable = [], path = "") {
  if (Array.isArray(value)) {
    return value.map((each) => withoutAbsent(each, nullable, path));
  }
  if (Object.prototype.toString.call(value) !== "[object Object]" || value._bsontype || value.toBSON) {
    return value;
  }
  const at = (name) => (path ? `${path}.${name}` : name);
  const isStored = ([name, inner]) => inner !== undefined && (inner !== null || nullable.includes(at(name)));
  const stored = Object.entries(value).filter(isStored);
  return Object.fromEntries(stored.map(([name, inner]) => [name, withoutAbsent(inner, nullable, at(name))]));
}

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Fails if all of these are left out. null removes a value.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to update: pass a value for ${Object.keys(values).join(" or ")}`);
}

// Returns an update that sets fields whose source has a value and removes the others.
function setOrUnset(fields) {
  const update = {};
  for (const [path, value] of Object.entries(fields)) {
    const operator = value === undefined ? "$unset" : "$set";
    update[operator] = { ...update[operator], [path]: value === undefined ? "" : value };
  }
  return update;
}

// Returns an update that sets these fields: undefined keeps a field, null removes it. nullable: paths that store null
// instead. others: the rest of the update.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to update: pass a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}

// Returns items with the fields copied from the documents they reference; if reference is "", the items are IDs.
// copies: the source's field for each item field. Fails if a referenced document is missing or, where a pair can be
// linked only once, referenced twice.
function withCopies(elements, reference, sources, copies, word, linkedOnce) {
  if (!Array.isArray(elements)) {
    return elements;
  }
  const byId = new Map(sources.map((each) => [String(each._id), each]));
  const named = new Set();
  return elements.map((element) => {
    const id = (reference === "" ? element : element[reference]) ?? null;
    const source = byId.get(String(id));
    if (id !== null && source === undefined) {
      throw new Error(`${word} not found`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`the same ${word} is given twice, but can be linked only once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "reports to": Tree: ancestors (T4) ---
// each node stores its ancestors, so they are read without following parents

// Returns the first page of employees of a manager. No index starts with manager: scans every document in
// employees. Create the suggested index before you call it often.
function reportsToRead(managerId) {
  mustBeGiven({ managerId });
  return db.employees.find({ manager: managerId }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. Scans the index on _id, with the employees of all others.
function reportsToPage(managerId, lastId) {
  mustBeGiven({ managerId });
  return db.employees.find({ manager: managerId, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the first page of root employees. No index starts with manager: scans every document in employees.
// Create the suggested index before you call it often.
function reportsToRoots() {
  return db.employees.find({ manager: null }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. Scans the index on _id, with the employees of all others.
function reportsToRootsPage(lastId) {
  return db.employees.find({ manager: null, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the parent of an employee in two reads.
function reportsToBack(employeeId) {
  const employee = db.employees.findOne({ _id: employeeId }, { manager: 1 });
  if (employee === null) {
    return null;
  }
  const parent = db.employees.findOne({ _id: employee.manager ?? null });
  return { employee, parent };
}

// Returns a node's ancestors, root first, with one $lookup.
function reportsToAncestors(employeeId) {
  return db.employees.aggregate([
    { $match: { _id: employeeId } },
    { $lookup: { from: "employees", localField: "ancestors", foreignField: "_id", as: "above" } },
    { $unwind: "$above" },
    { $replaceWith: "$above" },
    { $set: { level: { $size: "$ancestors" } } },
    { $sort: { level: 1 } },
    { $unset: "level" },
  ]).toArray();
}

// Adds an employee below another. Its ancestors are its parent and the parent's ancestors. parentId null
// makes it a root. Fails if one of its linked employees doesn't exist (one read).
function reportsToAdd(parentId, employee) {
  employee = withoutAbsent(employee);
  const employees = db.employees.find({ _id: { $in: (employee?.following ?? []) } }, { _id: 1 }).toArray();
  const parent = db.employees.findOne({ _id: parentId, "ancestors.7": { $exists: false } }, { ancestors: 1 });
  if ((parentId ?? null) !== null) {
    if (parent === null) {
      throw new Error("parent not found, or on the last of 9 levels");
    }
  }
  return db.employees.insertOne(withoutAbsent({
    ...employee,
    manager: parent?._id,
    ancestors: [...(parent?.ancestors ?? []), ...[parent?._id ?? []].flat()],
    ...givenFields({ following: withCopies(employee.following, "", employees, {}, "employee", true) }),
  }));
}

// Moves a branch and updates every descendant's ancestors, then the node's. A node can't move below itself.
// Two concurrent moves could still form a cycle; the audit finds it. null makes it a root and removes
// manager.
function reportsToReassign(employeeId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const parent = inside.employees.findOne({
        _id: { $eq: newParentId, $ne: employeeId },
        ancestors: { $ne: employeeId },
        "ancestors.7": { $exists: false },
      });
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("target not found, or inside the branch being moved, or on the last of 9 levels");
        }
      }
      const deep = inside.employees.findOne(
        {
          ancestors: employeeId,
          $expr: {
            $gt: [
              {
                $add: [
                  { $size: { $literal: [...(parent?.ancestors ?? []), ...[parent?._id ?? []].flat()] } },
                  {
                    $size: {
                      $slice: [
                        "$ancestors",
                        { $indexOfArray: ["$ancestors", { $literal: employeeId }] },
                        { $size: "$ancestors" },
                      ],
                    },
                  },
                ],
              },
              8,
            ],
          },
        },
        { _id: 1 },
      );
      if (deep !== null) {
        throw new Error("the branch would have more than 9 levels");
      }
      inside.employees.updateMany(
        { ancestors: employeeId },
        [
          {
            $set: {
              ancestors: {
                $concatArrays: [
                  { $literal: [...(parent?.ancestors ?? []), ...[parent?._id ?? []].flat()] },
                  {
                    $slice: [
                      "$ancestors",
                      { $indexOfArray: ["$ancestors", { $literal: employeeId }] },
                      { $size: "$ancestors" },
                    ],
                  },
                ],
              },
            },
          },
        ],
      );
      const moved = inside.employees.updateOne(
        { _id: employeeId },
        setOrUnset({
          manager: parent?._id,
          ancestors: [...(parent?.ancestors ?? []), ...[parent?._id ?? []].flat()],
        }),
      );
      if (moved.matchedCount === 0) {
        throw new Error("employee not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "follows": One-way references (C4a) ---
// the array would grow too large on the other side

// Returns the documents a follower links to. $in doesn't keep their order.
function followsRead(followerId) {
  const follower = db.employees.findOne({ _id: followerId }, { following: 1 });
  const followingList = db.employees.find({ _id: { $in: (follower?.following ?? []) } }).toArray();
  return { follower, followingList };
}

// Returns a page of follower documents linked to a following, sorted in memory. No index starts with
// following: scans every document in employees. Create the suggested index before you call it often.
function followsReverse(followingId) {
  return db.employees.find({ following: followingId }).sort({ _id: 1 }).limit(50).toArray();
}

// Returns the next page after the last item shown.
function followsPage(followingId, lastId) {
  return db.employees.find({ following: followingId, _id: { $gt: lastId } }).sort({ _id: 1 }).limit(50).toArray();
}

// Links a follower to a following. Does nothing if already linked. Doesn't check the maximum of 8,000
// followers per following; the audit does.
function followsAdd(followerId, followingId) {
  const following = db.employees.findOne({ _id: { $eq: followingId, $ne: followerId } }, { _id: 1 });
  if (following === null) {
    throw new Error("following not found, or both are the same document");
  }
  const added = db.employees.updateOne(
    { _id: followerId, "following.149": { $exists: false } },
    { $addToSet: { following: followingId } },
  );
  if (added.matchedCount === 0) {
    const present = db.employees.findOne({ _id: followerId, following: followingId }, { _id: 1 });
    if (present === null) {
      throw new Error("employee not found, or following limit reached");
    }
  }
  return added;
}

// Unlinks a follower from a following. Neither document is deleted.
function followsRemove(followerId, followingId) {
  const removed = db.employees.updateOne({ _id: followerId, following: followingId }, { $pull: { following: followingId } });
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// Removes all references to a following, then deletes it. Fails while documents in employees.manager and
// comments.written_by reference it. All writes run in one transaction. No index starts with manager: scans
// every document in employees. Create the suggested index before you call it often. No index starts with
// following: scans every document in employees. Create the suggested index before you call it often.
function deleteEmployee(followingId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const usingEmployee = inside.employees.findOne({ manager: followingId, _id: { $ne: followingId } }, { _id: 1 });
      if (usingEmployee !== null) {
        throw new Error("employee is in use: employees.manager references it");
      }
      const usingComment = inside.comments.findOne({ written_by: followingId }, { _id: 1 });
      if (usingComment !== null) {
        throw new Error("employee is in use: comments.written_by references it");
      }
      inside.employees.updateMany({ following: followingId }, { $pull: { following: followingId } });
      removed = inside.employees.deleteOne({ _id: followingId });
      if (removed.deletedCount === 0) {
        throw new Error("employee not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "subpages": Tree: children (T5) ---
// the parent's list keeps its children in order

// Returns a node's children in order, which $in alone doesn't keep.
function subpagesRead(wikiPageId) {
  return db.pages.aggregate([
    { $match: { _id: wikiPageId } },
    { $unwind: { path: "$subpages", includeArrayIndex: "place" } },
    { $lookup: { from: "pages", localField: "subpages", foreignField: "_id", as: "child" } },
    { $sort: { place: 1 } },
    { $unwind: "$child" },
    { $replaceWith: "$child" },
  ]).toArray();
}

// Returns the parent of a node.
function subpagesBack(wikiPageId) {
  return db.pages.findOne({ subpages: wikiPageId });
}

// Returns all descendants of a node, level by level.
function subpagesDescendants(wikiPageId) {
  return db.pages.aggregate([
    { $match: { _id: wikiPageId } },
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
    { $unwind: "$below" },
    { $replaceWith: "$below" },
    { $sort: { level: 1 } },
  ]).toArray();
}

// Returns a node's ancestors, root first, one query per level.
function subpagesAncestors(wikiPageId) {
  return db.pages.aggregate([
    { $match: { _id: wikiPageId } },
    {
      $graphLookup: {
        from: "pages",
        startWith: "$_id",
        connectFromField: "_id",
        connectToField: "subpages",
        as: "above",
        depthField: "level",
      },
    },
    { $unwind: "$above" },
    { $replaceWith: "$above" },
    { $sort: { level: -1 } },
  ]).toArray();
}

// Adds a wiki page as the last child, in a transaction. parentId null makes it a root. Doesn't check the
// maximum of 6 levels; the audit does.
function subpagesAdd(wikiPage, parentId) {
  let added;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      added = inside.pages.insertOne({ ...wikiPage, subpages: [] });
      if ((parentId ?? null) !== null) {
        const listed = inside.pages.updateOne(
          { _id: parentId, "subpages.59": { $exists: false } },
          { $push: { subpages: added?.insertedId } },
        );
        if (listed.matchedCount === 0) {
          throw new Error("parent not found or full");
        }
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return added;
}

// Reorders a node's children. Fails if the list changed in the meantime, or if the new list has other nodes.
function subpagesOrder(wikiPageId, childrenAsRead, childrenInOrder) {
  mustBeGiven({ childrenInOrder });
  const ordered = db.pages.updateOne(
    {
      _id: wikiPageId,
      subpages: childrenAsRead,
      $expr: {
        $and: [
          { $setEquals: [{ $ifNull: ["$subpages", []] }, { $literal: childrenInOrder }] },
          { $eq: [{ $size: { $ifNull: ["$subpages", []] } }, { $size: { $literal: childrenInOrder } }] },
        ],
      },
    },
    { $set: { subpages: childrenInOrder } },
  );
  if (ordered.matchedCount === 0) {
    throw new Error("wiki page not found, its children changed since they were read, or the new list has other nodes");
  }
  return ordered;
}

// Moves a branch to the end of another node's list. Checks ancestors first: a node can't move below itself.
// Two concurrent moves could still form a cycle; the audit finds it. newParentId null makes it a root.
// Doesn't check the maximum of 6 levels; the audit does.
function subpagesReassign(wikiPageId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const above = inside.pages.aggregate([
        { $match: { _id: newParentId } },
        {
          $graphLookup: {
            from: "pages",
            startWith: "$_id",
            connectFromField: "_id",
            connectToField: "subpages",
            as: "found",
            depthField: "level",
          },
        },
        { $project: { found: { $concatArrays: [["$_id"], "$found._id"] } } },
        { $unwind: "$found" },
        { $project: { _id: "$found" } },
      ]).toArray();
      const wikiPage = inside.pages.findOne({ _id: { $eq: wikiPageId, $nin: (above ?? []).map((each) => each._id) } });
      if (wikiPage === null) {
        throw new Error("wiki page not found, or target is inside the branch");
      }
      inside.pages.updateMany({ subpages: wikiPageId }, { $pull: { subpages: wikiPageId } });
      if ((newParentId ?? null) !== null) {
        const listed = inside.pages.updateOne(
          { _id: newParentId, "subpages.59": { $exists: false } },
          { $push: { subpages: wikiPageId } },
        );
        if (listed.matchedCount === 0) {
          throw new Error("parent not found or full");
        }
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "comments": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same written_on as the last one.
function commentsPage(wikiPageId, lastWrittenOn, shownIds) {
  return db.comments.find({ page_id: wikiPageId, written_on: { $lte: lastWrittenOn }, _id: { $nin: shownIds } }).sort({ written_on: -1 }).limit(50).toArray();
}

// --- relationship "answers": Tree: parent (T6) ---
// moving a node is one write, and one indexed query finds its children

// Returns the first page of comments of a parent, using the reference index.
function answersRead(parentId) {
  mustBeGiven({ parentId });
  return db.comments.find({ answer_to: parentId }).sort({ written_on: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same written_on as the last one.
function answersPage(parentId, lastWrittenOn, shownIds) {
  mustBeGiven({ parentId });
  return db.comments.find({ answer_to: parentId, written_on: { $lte: lastWrittenOn }, _id: { $nin: shownIds } }).sort({ written_on: -1 }).limit(50).toArray();
}

// Returns a parent with its first comments, using $lookup.
function answersJoin(parentId) {
  return db.comments.aggregate([
    { $match: { _id: parentId } },
    {
      $lookup: {
        from: "comments",
        localField: "_id",
        foreignField: "answer_to",
        pipeline: [{ $sort: { written_on: -1 } }, { $limit: 10 }],
        as: "answers",
      },
    },
  ]).toArray();
}

// Returns the first page of root comments.
function answersRoots() {
  return db.comments.find({ answer_to: null }).sort({ written_on: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. shownIds: the IDs of the items already shown that have the
// same written_on as the last one.
function answersRootsPage(lastWrittenOn, shownIds) {
  return db.comments.find({ answer_to: null, written_on: { $lte: lastWrittenOn }, _id: { $nin: shownIds } }).sort({ written_on: -1 }).limit(50).toArray();
}

// Returns the parent of a comment in two reads.
function answersBack(commentId) {
  const comment = db.comments.findOne({ _id: commentId }, { answer_to: 1 });
  if (comment === null) {
    return null;
  }
  const parent = db.comments.findOne({ _id: comment.answer_to ?? null });
  return { comment, parent };
}

// Returns a node's ancestors, root first, one lookup per level.
function answersAncestors(commentId) {
  return db.comments.aggregate([
    { $match: { _id: commentId } },
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
    { $unwind: "$above" },
    { $replaceWith: "$above" },
    { $sort: { level: -1 } },
  ]).toArray();
}

// Returns all descendants of a node, level by level, using the parent index.
function answersDescendants(commentId) {
  return db.comments.aggregate([
    { $match: { _id: commentId } },
    {
      $graphLookup: {
        from: "comments",
        startWith: "$_id",
        connectFromField: "_id",
        connectToField: "answer_to",
        as: "below",
        depthField: "level",
      },
    },
    { $unwind: "$below" },
    { $replaceWith: "$below" },
    { $sort: { level: 1 } },
  ]).toArray();
}

// Moves a branch of any size. Checks ancestors first: a node can't move below itself. Two concurrent moves
// could still form a cycle; the audit finds it. null removes answer_to.
function answersReassign(commentId, newParentId) {
  if ((newParentId ?? null) !== null) {
    const parent = db.comments.findOne({ _id: newParentId }, { _id: 1 });
    if (parent === null) {
      throw new Error("parent not found");
    }
  }
  const above = db.comments.aggregate([
    { $match: { _id: newParentId } },
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
    { $project: { above: { $concatArrays: [["$_id"], "$above._id"] } } },
    { $unwind: "$above" },
    { $project: { _id: "$above" } },
  ]).toArray();
  const moved = db.comments.updateOne(
    { _id: { $eq: commentId, $nin: (above ?? []).map((each) => each._id) } },
    setOrClear({ answer_to: newParentId }),
  );
  if (moved.matchedCount === 0) {
    throw new Error("comment not found, or target is inside the branch");
  }
}

// --- relationship "writer": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the first page of comments of an employee, using the reference index.
function writerRead(employeeId) {
  return db.comments.find({ written_by: employeeId }).sort({ written_on: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same written_on as the last one.
function writerPage(employeeId, lastWrittenOn, shownIds) {
  return db.comments.find({ written_by: employeeId, written_on: { $lte: lastWrittenOn }, _id: { $nin: shownIds } }).sort({ written_on: -1 }).limit(50).toArray();
}

// Returns an employee with its first comments, using $lookup.
function writerJoin(employeeId) {
  return db.employees.aggregate([
    { $match: { _id: employeeId } },
    {
      $lookup: {
        from: "comments",
        localField: "_id",
        foreignField: "written_by",
        pipeline: [{ $sort: { written_on: -1 } }, { $limit: 10 }],
        as: "written",
      },
    },
  ]).toArray();
}

// --- operation "person" ---

// Employee, read: 20,000 per day.
function person(id) {
  return db.employees.findOne({ _id: id });
}

// --- operation "everyone below a manager" ---

// Employee, read: 3,000 per day.
function everyoneBelowAManager(ancestor, limit = 50) {
  return db.employees.find({ ancestors: ancestor }).limit(limit).toArray();
}

// --- operation "people to discover" ---

// Employee, read: 800 per day.
function peopleToDiscover(id) {
  return db.employees.aggregate([
    { $match: { _id: id } },
    {
      $graphLookup: {
        from: "employees",
        startWith: "$following",
        connectFromField: "following",
        connectToField: "_id",
        as: "employees",
        maxDepth: 1,
        depthField: "hops",
      },
    },
  ]).toArray();
}

// --- operation "page" ---

// WikiPage, read: 60,000 per day.
function page(id) {
  return db.pages.findOne({ _id: id });
}

// --- operation "page with its subpages" ---

// WikiPage, read: 9,000 per day.
function pageWithItsSubpages(id) {
  const found = db.pages.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const wikiPages = db.pages.aggregate([
    { $match: { _id: { $in: (found.subpages ?? []) } } },
    { $set: { place: { $indexOfArray: [{ $literal: (found.subpages ?? []) }, "$_id"] } } },
    { $sort: { place: 1 } },
    { $unset: "place" },
  ]).toArray();
  return { found, wikiPages };
}

// --- operation "comments of a page" ---

// Comment, read: 30,000 per day.
function commentsOfAPage(pageId) {
  return db.comments.find({ page_id: pageId }).sort({ written_on: -1 }).limit(50).toArray();
}

// --- operation "answers to a comment" ---

// Comment, read: 12,000 per day.
function answersToAComment(answerToId) {
  return db.comments.find({ answer_to: answerToId }).sort({ written_on: 1 }).limit(50).toArray();
}

// --- operation "write a comment" ---

// Comment, insert: 400 per day. writer_name is read from the employee. Fails if the wiki page or the parent
// doesn't exist (one read each).
function writeAComment(comment) {
  comment = withoutAbsent(comment);
  const employee = db.employees.findOne({ _id: comment.written_by ?? null }, { name: 1 });
  if (employee === null) {
    throw new Error("employee not found");
  }
  const wikiPage = db.pages.findOne({ _id: comment?.page_id ?? null }, { _id: 1 });
  if (wikiPage === null) {
    throw new Error("wiki page not found");
  }
  if ((comment?.answer_to ?? null) !== null) {
    const parent = db.comments.findOne({ _id: comment?.answer_to ?? null }, { _id: 1 });
    if (parent === null) {
      throw new Error("parent not found");
    }
  }
  return db.comments.insertOne({ ...comment, writer_name: employee.name });
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("reports to.read", reportsToRead(ObjectId("65699988373c299421e29223")));
  printed(
    "reports to.page",
    reportsToPage(ObjectId("65699988373c299421e29223"), ObjectId("657192f08294cff6becfe6c3")),
  );
  printed("reports to.roots", reportsToRoots());
  printed("reports to.roots_page", reportsToRootsPage(ObjectId("656d963cc025bdbf6726ac2f")));
  printed("reports to.back", reportsToBack(ObjectId("656d963cc025bdbf6726ac2f")));
  printed("reports to.ancestors", reportsToAncestors(ObjectId("656d963cc025bdbf6726ac2f")));
  printed("follows.read", followsRead(ObjectId("65699988373c299421e29223")));
  printed("follows.reverse", followsReverse(ObjectId("656d963cc025bdbf6726ac2f")));
  printed(
    "follows.page",
    followsPage(ObjectId("656d963cc025bdbf6726ac2f"), ObjectId("65699988373c299421e29223")),
  );
  printed("subpages.read", subpagesRead(ObjectId("6578223c4aecfb70894cb683")));
  printed("subpages.back", subpagesBack(ObjectId("6578223c4aecfb70894cb683")));
  printed("subpages.descendants", subpagesDescendants(ObjectId("6578223c4aecfb70894cb683")));
  printed("subpages.ancestors", subpagesAncestors(ObjectId("6578223c4aecfb70894cb683")));
  printed(
    "comments.page",
    commentsPage(
      ObjectId("6574258829161bc4bf4713aa"),
      ISODate("2024-03-08T13:55:00Z"),
      [ObjectId("65eb18b4c48f2cc5f5daf337")],
    ),
  );
  printed("answers.read", answersRead(ObjectId("65e71c005670d1ee89dcf1ce")));
  printed(
    "answers.page",
    answersPage(
      ObjectId("65e71c005670d1ee89dcf1ce"),
      ISODate("2024-03-11T14:30:00Z"),
      [ObjectId("65ef15680f97e1cff4b48297")],
    ),
  );
  printed("answers.join", answersJoin(ObjectId("65e71c005670d1ee89dcf1ce")));
  printed("answers.roots", answersRoots());
  printed(
    "answers.roots_page",
    answersRootsPage(ISODate("2024-03-08T13:55:00Z"), [ObjectId("65eb18b4c48f2cc5f5daf337")]),
  );
  printed("answers.back", answersBack(ObjectId("65eb18b4c48f2cc5f5daf337")));
  printed("answers.ancestors", answersAncestors(ObjectId("65eb18b4c48f2cc5f5daf337")));
  printed("answers.descendants", answersDescendants(ObjectId("65eb18b4c48f2cc5f5daf337")));
  printed("writer.read", writerRead(ObjectId("65699988373c299421e29223")));
  printed(
    "writer.page",
    writerPage(
      ObjectId("65699988373c299421e29223"),
      ISODate("2024-03-08T13:55:00Z"),
      [ObjectId("65eb18b4c48f2cc5f5daf337")],
    ),
  );
  printed("writer.join", writerJoin(ObjectId("65699988373c299421e29223")));
  printed("person", person(ObjectId("65699988373c299421e29223")));
  printed("everyone below a manager", everyoneBelowAManager(ObjectId("65699988373c299421e29223")));
  printed("people to discover", peopleToDiscover(ObjectId("65699988373c299421e29223")));
  printed("page", page(ObjectId("6574258829161bc4bf4713aa")));
  printed("page with its subpages", pageWithItsSubpages(ObjectId("6574258829161bc4bf4713aa")));
  printed("comments of a page", commentsOfAPage(ObjectId("6574258829161bc4bf4713aa")));
  printed("answers to a comment", answersToAComment(ObjectId("65e71c005670d1ee89dcf1ce")));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.employees.deleteOne({ _id: ObjectId("65815cbc5878c0d27d6ee22e") });
  attempt(
    "reports to.add",
    () => reportsToAdd(
      ObjectId("656d963cc025bdbf6726ac2f"),
      {
        _id: ObjectId("65815cbc5878c0d27d6ee22e"),
        name: "Pablo Bianchi",
        job_title: "Sales assistant",
        email: "pablo.bianchi@example.com",
        manager: ObjectId("657192f08294cff6becfe6c3"),
        ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("657192f08294cff6becfe6c3")],
        following: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
      },
    ),
  );
  db.pages.deleteOne({ _id: ObjectId("658be8bcb3f86dab94205649") });
  attempt(
    "subpages.add",
    () => subpagesAdd(
      {
        _id: ObjectId("658be8bcb3f86dab94205649"),
        title: "Expenses",
        text: "We start with the question that comes up most often.",
        changed_on: ISODate("2024-02-29T09:05:00Z"),
        subpages: [],
      },
      ObjectId("6578223c4aecfb70894cb683"),
    ),
  );
  db.comments.deleteOne({ _id: ObjectId("65e71c005670d1ee89dcf1ce") });
  attempt(
    "write a comment",
    () => writeAComment({
      _id: ObjectId("65e71c005670d1ee89dcf1ce"),
      comment: "Who keeps this page up to date?",
      written_on: ISODate("2024-03-05T13:20:00Z"),
      page_id: ObjectId("6574258829161bc4bf4713aa"),
      written_by: ObjectId("65699988373c299421e29223"),
    }),
  );
  attempt(
    "reports to.reassign",
    () => reportsToReassign(ObjectId("65758fa4db250780f4cc145f"), ObjectId("657192f08294cff6becfe6c3")),
  );
  attempt(
    "subpages.order",
    () => subpagesOrder(
      ObjectId("6574258829161bc4bf4713aa"),
      [ObjectId("6578223c4aecfb70894cb683"), ObjectId("657c1ef0692eee3c4cdde266")],
      [ObjectId("6578223c4aecfb70894cb683"), ObjectId("657c1ef0692eee3c4cdde266")],
    ),
  );
  attempt(
    "subpages.reassign",
    () => subpagesReassign(ObjectId("6578223c4aecfb70894cb683"), ObjectId("657c1ef0692eee3c4cdde266")),
  );
  attempt(
    "answers.reassign",
    () => answersReassign(ObjectId("65eb18b4c48f2cc5f5daf337"), ObjectId("65ef15680f97e1cff4b48297")),
  );
  attempt(
    "follows.remove",
    () => followsRemove(ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")),
  );
  attempt(
    "follows.add",
    () => followsAdd(ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")),
  );
  // Not called: "follows.delete", because no suitable sample document is left after the earlier calls.
  endWithSamples();
}
showReadsIfAsked();
