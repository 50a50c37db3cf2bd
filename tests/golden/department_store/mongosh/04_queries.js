// Reads and writes of the design "Department store".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("store");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). What the database or a guard refuses is told; a mistake in a script stops it.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was refused: " + error.message);
  }
}

// Puts the sample documents back as they were before an earlier demo(), where 03_sample_data.js is loaded, too.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`a document of yours has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are taken as they are. load("03_sample_data.js") first, and demo() puts them back as they were');
}

// Puts the sample documents back once more: what calls add is taken away before, as no function
// does, so totals and lists of others would tell of what is not there.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are as they were before demo().");
}

// Runs the reads where the environment asks for it: NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// For what begins with a text: anchored, so that an index answers it, and every character meant as it is.
function startsWith(text) {
  return BSONRegExp("^" + text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "");
}

// A value as it is stored: without the fields that have no value, for which a driver would write null.
// nullable: the paths that may be null. A value that says itself how it is stored (toBSON) stays as it is.
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

// Refuses to change nothing, where all of these are left out. null says that there is none.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to change; give a value for ${Object.keys(values).join(" or ")}`);
}

// What is stored, with an _id where others name it by that or a validator asks for one: its own, else a new one.
// places: of the objects in it that are meant, "" for itself.
function identified(stored, places = [""]) {
  const withId = (value, steps) => {
    if (Array.isArray(value)) {
      return value.map((each) => withId(each, steps));
    }
    if (value === null || typeof value !== "object") {
      return value;
    }
    const [step, ...further] = steps;
    if (step !== undefined) {
      return Object.hasOwn(value, step) ? { ...value, [step]: withId(value[step], further) } : value;
    }
    const { _id: own, ...fields } = value;
    return { _id: own ?? new ObjectId(), ...fields };
  };
  return places.reduce((value, place) => withId(value, place === "" ? [] : place.split(".")), stored);
}

// The update that sets the fields whose source has a value, and removes the others.
function setOrUnset(fields) {
  const update = {};
  for (const [path, value] of Object.entries(fields)) {
    const operator = value === undefined ? "$unset" : "$set";
    update[operator] = { ...update[operator], [path]: value === undefined ? "" : value };
  }
  return update;
}

// A filter without those ends of ranges that have no value: the range is open there. Before a write, one end must be
// given, or it would be of all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
    const element = wanted?.$elemMatch;
    if (isRange) {
      asked[path] = Object.fromEntries(Object.entries(wanted).filter(isKept));
    } else {
      asked[path] = element ? { ...wanted, $elemMatch: openEnded(element, isBeforeWrite, `${around}${path}.`) } : wanted;
    }
    const isOpen = (isRange && Object.keys(asked[path]).length === 0) || (element && Object.keys(asked[path].$elemMatch).length === 0);
    if (isOpen && isBeforeWrite) throw new Error(`give the least or the most of ${around}${path}`);
    if (isOpen) delete asked[path];
  }
  return asked;
}

// --- relationship "category tree": TREE_PATH (T3) ---
// a path prefix finds a branch, and sorting by path lists the tree in order

// The children of one node: their path is its own, and the node itself.
function categoryTreeRead(productCategoryId) {
  const productCategory = db.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
  if (productCategory === null) {
    throw new Error("there is no such product category");
  }
  const productCategories = db.categories.find({ path: `${productCategory.path}${productCategory.slug},` }).toArray();
  return { productCategory, productCategories };
}

// The whole branch below one node: every path that begins so, by the index, in the order of the paths.
function categoryTreeDescendants(productCategoryId) {
  const productCategory = db.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
  if (productCategory === null) {
    throw new Error("there is no such product category");
  }
  const productCategories = db.categories.find({ path: startsWith(`${productCategory.path}${productCategory.slug},`) }).sort({ path: 1 }).toArray();
  return { productCategory, productCategories };
}

// The whole tree in the order of its paths: each level behind the one above.
function categoryTreeWhole() {
  return db.categories.find({}).sort({ path: 1 }).toArray();
}

// Breadcrumbs: the nodes that the path names, the root first.
function categoryTreeAncestors(productCategoryId) {
  return db.categories.aggregate([
    { $match: { _id: productCategoryId } },
    {
      $set: {
        above: { $filter: { input: { $split: ["$path", ","] }, as: "one", cond: { $ne: ["$$one", ""] } } },
      },
    },
    { $lookup: { from: "categories", localField: "above", foreignField: "slug", as: "above" } },
    { $unwind: "$above" },
    { $replaceWith: "$above" },
    { $sort: { path: 1 } },
  ]).toArray();
}

// Add one product category below another: its path is that of the parent, and the parent. parentId null makes
// it a root.
function categoryTreeAdd(parentId, productCategory) {
  const parent = db.categories.findOne({ _id: parentId }, { path: 1, slug: 1 });
  if ((parentId ?? null) !== null) {
    if (parent === null) {
      throw new Error("there is no such parent");
    }
  }
  return db.categories.insertOne({ ...productCategory, path: `${parent?.path ?? ""}${parent?.slug ?? ""},` });
}

// Move a branch: the path of every descendant gets a new beginning, then that of the node. Nothing moves
// below itself. null makes it a root.
function categoryTreeReassign(productCategoryId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productCategory = inside.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
      if (productCategory === null) {
        throw new Error("there is no such product category");
      }
      const parent = inside.categories.findOne(
        {
          _id: { $eq: newParentId, $ne: productCategoryId },
          path: { $not: startsWith(`${productCategory.path}${productCategory.slug},`) },
        },
        { path: 1, slug: 1 },
      );
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("there is no such place, or it is in the branch that moves");
        }
      }
      inside.categories.updateMany(
        { path: startsWith(`${productCategory.path}${productCategory.slug},`) },
        [
          {
            $set: {
              path: {
                $concat: [
                  { $literal: `${parent?.path ?? ""}${parent?.slug ?? ""},${productCategory.slug},` },
                  {
                    $substrCP: [
                      "$path",
                      { $strLenCP: { $literal: `${productCategory.path}${productCategory.slug},` } },
                      { $strLenCP: "$path" },
                    ],
                  },
                ],
              },
            },
          },
        ],
      );
      inside.categories.updateOne(
        { _id: productCategoryId },
        { $set: { path: `${parent?.path ?? ""}${parent?.slug ?? ""},` } },
      );
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Change slug, in the path of every descendant too. A comma in it would end it there.
function categoryTreeRename(productCategoryId, newSlug) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productCategory = inside.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
      if (productCategory === null) {
        throw new Error("there is no such product category");
      }
      inside.categories.updateMany(
        { path: startsWith(`${productCategory.path}${productCategory.slug},`) },
        [
          {
            $set: {
              path: {
                $concat: [
                  { $literal: `${productCategory.path}${newSlug},` },
                  {
                    $substrCP: [
                      "$path",
                      { $strLenCP: { $literal: `${productCategory.path}${productCategory.slug},` } },
                      { $strLenCP: "$path" },
                    ],
                  },
                ],
              },
            },
          },
        ],
      );
      inside.categories.updateOne({ _id: productCategoryId }, { $set: { slug: newSlug } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Delete a branch: what is below the node, then the node itself. Refused while documents refer to it, in
// products.category_id.
function categoryTreeCascade(productCategoryId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productCategory = inside.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
      if (productCategory === null) {
        throw new Error("there is no such product category");
      }
      const productCategories = inside.categories.aggregate([
        { $match: { path: startsWith(`${productCategory.path}${productCategory.slug},`) } },
        { $group: { _id: "$_id" } },
      ]).toArray();
      const usingProduct = inside.products.findOne(
        { category_id: { $in: (productCategories ?? []).map((each) => each._id) } },
        { _id: 1 },
      );
      if (usingProduct !== null) {
        throw new Error("the product category is in use: products.category_id refers to it");
      }
      const productByCategoryId = inside.products.findOne({ category_id: productCategoryId }, { _id: 1 });
      if (productByCategoryId !== null) {
        throw new Error("the product category is in use: products.category_id refers to it");
      }
      inside.categories.deleteMany({ path: startsWith(`${productCategory.path}${productCategory.slug},`) });
      removed = inside.categories.deleteOne({ _id: productCategoryId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such product category");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "products": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last name.
function productsPage(productCategoryId, lastName, shownIds) {
  return db.products.find({ category_id: productCategoryId, name: { $gte: lastName }, _id: { $nin: shownIds } }).sort({ name: 1 }).limit(50).toArray();
}

// Add one product: the product category is not touched. Refused where the product category does not exist:
// one read.
function productsAdd(product) {
  const productCategory = db.categories.findOne({ _id: product?.category_id ?? null }, { _id: 1 });
  if (productCategory === null) {
    throw new Error("there is no such product category");
  }
  return db.products.insertOne(product);
}

// Give the product to another product category.
function productsReassign(productId, newProductCategoryId) {
  const productCategory = db.categories.findOne({ _id: newProductCategoryId }, { _id: 1 });
  if (productCategory === null) {
    throw new Error("there is no such product category");
  }
  const changed = db.products.updateOne({ _id: productId }, { $set: { category_id: newProductCategoryId } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such product");
  }
  return changed;
}

// Delete one product: one write.
function productsRemove(productId) {
  const removed = db.products.deleteOne({ _id: productId });
  if (removed.deletedCount === 0) {
    throw new Error("there is no such product");
  }
  return removed;
}

// --- relationship "region tree": TREE_NESTED (T2) ---
// the tree rarely changes, and a branch is one index range

// The first sales_regions of one parent, by the index on the reference.
function regionTreeRead(parentId) {
  return db.regions.find({ parent: parentId }).sort({ _id: -1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown. No index has this order, so the server sorts all that
// the parent has.
function regionTreePage(parentId, lastId) {
  return db.regions.find({ parent: parentId, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// The first sales_regions that have none above them.
function regionTreeRoots() {
  return db.regions.find({ parent: null }).sort({ _id: -1 }).limit(50).toArray();
}

// The next page of these: what comes behind the last one shown. No index has this order, so the server sorts
// all of them.
function regionTreeRootsPage(lastId) {
  return db.regions.find({ parent: null, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// The parent of one sales region: two reads.
function regionTreeBack(salesRegionId) {
  const salesRegion = db.regions.findOne({ _id: salesRegionId }, { parent: 1 });
  if (salesRegion === null) {
    return null;
  }
  const parent = db.regions.findOne({ _id: salesRegion.parent ?? null });
  return { salesRegion, parent };
}

// The whole branch below one node: what lies between its two numbers, in the order of the tree.
function regionTreeDescendants(salesRegionId) {
  const salesRegion = db.regions.findOne({ _id: salesRegionId });
  if (salesRegion === null) {
    throw new Error("there is no such sales region");
  }
  const salesRegions = db.regions.find({ left: { $gt: salesRegion.left }, right: { $lt: salesRegion.right } }).sort({ left: 1 }).toArray();
  return { salesRegion, salesRegions };
}

// Breadcrumbs: what begins before one node and ends behind it, the root first.
function regionTreeAncestors(salesRegionId) {
  const salesRegion = db.regions.findOne({ _id: salesRegionId });
  if (salesRegion === null) {
    throw new Error("there is no such sales region");
  }
  const salesRegions = db.regions.find({ left: { $lt: salesRegion.left }, right: { $gt: salesRegion.right } }).sort({ left: 1 }).toArray();
  return { salesRegion, salesRegions };
}

// The whole tree, each branch behind its node.
function regionTreeWhole() {
  return db.regions.find({}).sort({ left: 1 }).toArray();
}

// Add one sales region as the last child of another: two numbers are made free, and all behind move up. No
// index begins with right: the server looks at every document of regions.
function regionTreeAdd(parentId, salesRegion) {
  salesRegion = withoutAbsent(salesRegion);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const parent = inside.regions.findOne({ _id: parentId });
      if (parent === null) {
        throw new Error("there is no such parent");
      }
      inside.regions.updateMany({ right: { $gte: parent.right } }, { $inc: { right: 2 } });
      inside.regions.updateMany({ left: { $gt: parent.right } }, { $inc: { left: 2 } });
      inserted = inside.regions.insertOne({ ...salesRegion, parent: parent._id, left: parent.right, right: (parent.right ?? 0) + 1 });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// Add one sales region as a root behind all others; the first of all begins at 1 and ends at 2. The last root
// grows by two numbers, so that of two at one moment the second begins again. Plant the very first one alone.
function regionTreePlant(salesRegion) {
  salesRegion = withoutAbsent(salesRegion);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const last = inside.regions.findOneAndUpdate(
        {},
        { $inc: { right: 2 } },
        { sort: { right: -1 }, returnDocument: "after" },
      );
      inserted = inside.regions.insertOne(withoutAbsent({
        ...salesRegion,
        parent: null,
        left: (last?.right ?? 0) + 1,
        right: (last?.right ?? 0) + 2,
      }));
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// Move a branch to the end of another node: everything between the two places is renumbered. Nothing moves
// below itself. null makes it a root: parent is removed.
function regionTreeReassign(salesRegionId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const salesRegion = inside.regions.findOne({ _id: salesRegionId });
      if (salesRegion === null) {
        throw new Error("there is no such sales region");
      }
      const parent = inside.regions.findOne({ _id: newParentId, $or: [{ left: { $lt: salesRegion.left } }, { left: { $gt: salesRegion.right } }] });
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("there is no such place, or it is in the branch that moves");
        }
      }
      const placed = inside.regions.aggregate([
        { $group: { _id: null, end: { $max: "$right" } } },
        { $project: { place: { $ifNull: [parent?.right, { $add: ["$end", 1] }] } } },
      ]).toArray();
      inside.regions.updateMany(
        {
          $expr: {
            $and: [
              { $gte: ["$right", { $min: [salesRegion.left, placed?.[0]?.place] }] },
              { $lte: ["$left", { $max: [salesRegion.right, { $subtract: [placed?.[0]?.place, 1] }] }] },
              {
                $or: [
                  { $gte: ["$left", { $min: [salesRegion.left, placed?.[0]?.place] }] },
                  { $lte: ["$right", { $max: [salesRegion.right, { $subtract: [placed?.[0]?.place, 1] }] }] },
                ],
              },
            ],
          },
        },
        [
          {
            $set: {
              left: {
                $switch: {
                  branches: [
                    {
                      case: {
                        $and: [{ $gte: ["$left", salesRegion.left] }, { $lte: ["$left", salesRegion.right] }],
                      },
                      then: {
                        $add: [
                          "$left",
                          {
                            $cond: [
                              { $gt: [placed?.[0]?.place, salesRegion.right] },
                              { $subtract: [placed?.[0]?.place, { $add: [salesRegion.right, 1] }] },
                              { $subtract: [placed?.[0]?.place, salesRegion.left] },
                            ],
                          },
                        ],
                      },
                    },
                    {
                      case: {
                        $and: [{ $gt: ["$left", salesRegion.right] }, { $lt: ["$left", placed?.[0]?.place] }],
                      },
                      then: {
                        $subtract: [
                          "$left",
                          { $add: [{ $subtract: [salesRegion.right, salesRegion.left] }, 1] },
                        ],
                      },
                    },
                    {
                      case: {
                        $and: [{ $gte: ["$left", placed?.[0]?.place] }, { $lt: ["$left", salesRegion.left] }],
                      },
                      then: {
                        $add: ["$left", { $add: [{ $subtract: [salesRegion.right, salesRegion.left] }, 1] }],
                      },
                    },
                  ],
                  default: "$left",
                },
              },
              right: {
                $switch: {
                  branches: [
                    {
                      case: {
                        $and: [
                          { $gte: ["$right", salesRegion.left] },
                          { $lte: ["$right", salesRegion.right] },
                        ],
                      },
                      then: {
                        $add: [
                          "$right",
                          {
                            $cond: [
                              { $gt: [placed?.[0]?.place, salesRegion.right] },
                              { $subtract: [placed?.[0]?.place, { $add: [salesRegion.right, 1] }] },
                              { $subtract: [placed?.[0]?.place, salesRegion.left] },
                            ],
                          },
                        ],
                      },
                    },
                    {
                      case: {
                        $and: [
                          { $gt: ["$right", salesRegion.right] },
                          { $lt: ["$right", placed?.[0]?.place] },
                        ],
                      },
                      then: {
                        $subtract: [
                          "$right",
                          { $add: [{ $subtract: [salesRegion.right, salesRegion.left] }, 1] },
                        ],
                      },
                    },
                    {
                      case: {
                        $and: [
                          { $gte: ["$right", placed?.[0]?.place] },
                          { $lt: ["$right", salesRegion.left] },
                        ],
                      },
                      then: {
                        $add: ["$right", { $add: [{ $subtract: [salesRegion.right, salesRegion.left] }, 1] }],
                      },
                    },
                  ],
                  default: "$right",
                },
              },
            },
          },
        ],
      );
      inside.regions.updateOne({ _id: salesRegionId }, setOrUnset({ parent: parent?._id }));
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Delete a branch: the node and all between its two numbers. The gap does no harm. Refused while documents
// refer to it, in orders.region_id.
function regionTreeCascade(salesRegionId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const salesRegion = inside.regions.findOne({ _id: salesRegionId });
      if (salesRegion === null) {
        throw new Error("there is no such sales region");
      }
      const salesRegions = inside.regions.aggregate([
        { $match: { left: { $gte: salesRegion.left }, right: { $lte: salesRegion.right } } },
        { $group: { _id: "$_id" } },
      ]).toArray();
      const usingOrder = inside.orders.findOne({ region_id: { $in: (salesRegions ?? []).map((each) => each._id) } }, { _id: 1 });
      if (usingOrder !== null) {
        throw new Error("the sales region is in use: orders.region_id refers to it");
      }
      inside.regions.deleteMany({ left: { $gte: salesRegion.left }, right: { $lte: salesRegion.right } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "orders": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last ordered_on.
function ordersPage(salesRegionId, lastOrderedOn, shownIds) {
  return db.orders.find({ region_id: salesRegionId, ordered_on: { $lte: lastOrderedOn }, _id: { $nin: shownIds } }).sort({ ordered_on: -1 }).limit(50).toArray();
}

// Delete one order: one write.
function ordersRemove(orderId) {
  const removed = db.orders.deleteOne({ _id: orderId });
  if (removed.deletedCount === 0) {
    throw new Error("there is no such order");
  }
  return removed;
}

// --- relationship "menu": EMBED_TREE (T1) ---
// the tree is small, shallow, and read as a whole

// The tree that a menu item is in, whatever its level: a condition for each.
function menuBack(menuItemId) {
  return db.menus.findOne({ $or: [{ _id: menuItemId }, { "items._id": menuItemId }, { "items.items._id": menuItemId }] });
}

// Add one menu item below one of level 1.
function menuAdd1(parentId, menuItem) {
  menuItem = withoutAbsent(menuItem);
  menuItem = identified(menuItem, ["", "items"]);
  const added = db.menus.updateOne({ _id: parentId, "items.11": { $exists: false } }, { $push: { items: menuItem } });
  if (added.matchedCount === 0) {
    throw new Error("there is no such menu item, or it has no room in items");
  }
  return added;
}

// Add one menu item below one of level 2.
function menuAdd2(parentId, menuItem) {
  menuItem = withoutAbsent(menuItem);
  menuItem = identified(menuItem);
  const added = db.menus.updateOne(
    { items: { $elemMatch: { _id: parentId, "items.11": { $exists: false } } } },
    { $push: { "items.$.items": menuItem } },
  );
  if (added.matchedCount === 0) {
    throw new Error("there is no such menu item, or it has no room in items.items");
  }
  return added;
}

// Delete one menu item of level 2 with all that is below it.
function menuRemove2(menuItemId) {
  return db.menus.updateOne({ "items._id": menuItemId }, { $pull: { items: { _id: menuItemId } } });
}

// Delete one menu item of level 3 with all that is below it.
function menuRemove3(menuItemId) {
  return db.menus.updateOne(
    { "items.items._id": menuItemId },
    { $pull: { "items.$[around].items": { _id: menuItemId } } },
    { arrayFilters: [{ "around.items._id": menuItemId }] },
  );
}

// Move branches: read the tree, move them in it, write back what is below the root, unless somebody changed
// that meanwhile.
function menuReassign(menuItemId, childrenAsRead, childrenAsMoved) {
  childrenAsMoved = withoutAbsent(childrenAsMoved);
  childrenAsMoved = identified(childrenAsMoved, ["", "items"]);
  const changed = db.menus.updateOne({ _id: menuItemId, items: childrenAsRead }, { $set: { items: childrenAsMoved } });
  if (changed.matchedCount === 0) {
    const menuItem = db.menus.findOne({ _id: menuItemId }, { _id: 1 });
    if (menuItem === null) {
      throw new Error("there is no such menu item");
    }
    throw new Error("the menu item is there, but its items are not as they were read");
  }
  return changed;
}

// Delete a whole tree: one document.
function menuCascade(menuItemId) {
  return db.menus.deleteOne({ _id: menuItemId });
}

// --- operation "category page" ---

// ProductCategory, read: 90,000 a day.
function categoryPage(slug) {
  return db.categories.findOne({ slug });
}

// --- operation "everything in Electronics" ---

// ProductCategory, read: 30,000 a day.
function everythingInElectronics(limit = 50) {
  return db.categories.find({ path: BSONRegExp("^,electronics,", "") }).sort({ path: 1 }).limit(limit).toArray();
}

// --- operation "products of a category" ---

// Product, read: 80,000 a day.
function productsOfACategory(categoryId) {
  return db.products.find({ category_id: categoryId }).sort({ name: 1 }).limit(48).toArray();
}

// --- operation "region by id" ---

// SalesRegion, read: 600 a day.
function regionById(id) {
  return db.regions.findOne({ _id: id });
}

// --- operation "latest orders of a region" ---

// Order, read: 900 a day.
function latestOrdersOfARegion(regionId) {
  return db.orders.find({ region_id: regionId }).sort({ ordered_on: -1 }).limit(50).toArray();
}

// --- operation "orders of a day" ---

// Order, read: 1,400 a day. A range is open where its end is left out.
function ordersOfADay(leastOrderedOn, mostOrderedOn, limit = 50) {
  return db.orders.find(openEnded({ ordered_on: { $gte: leastOrderedOn, $lte: mostOrderedOn } })).limit(limit).toArray();
}

// --- operation "place an order" ---

// Order, insert: 2,500 a day. Refused where the sales region does not exist: one read.
function placeAnOrder(order) {
  const salesRegion = db.regions.findOne({ _id: order?.region_id ?? null }, { _id: 1 });
  if (salesRegion === null) {
    throw new Error("there is no such sales region");
  }
  return db.orders.insertOne(order);
}

// --- operation "show a menu" ---

// MenuItem, read: 400,000 a day.
function showAMenu(id) {
  return db.menus.findOne({ _id: id });
}

// MenuItem, read: 400,000 a day.
function showAMenu2(id) {
  return db.menus.findOne({ "items._id": id });
}

// MenuItem, read: 400,000 a day.
function showAMenu3(id) {
  return db.menus.findOne({ "items.items._id": id });
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("category tree.read", categoryTreeRead(ObjectId("656c5d58691163b9f77ad4d3")));
  printed("category tree.descendants", categoryTreeDescendants(ObjectId("656c5d58691163b9f77ad4d3")));
  printed("category tree.whole", categoryTreeWhole());
  printed("category tree.ancestors", categoryTreeAncestors(ObjectId("656c5d58691163b9f77ad4d3")));
  printed(
    "products.page",
    productsPage(
      ObjectId("656860a4a8d9e7dfbdcb770e"),
      "14 inch laptop",
      [ObjectId("65719b240db34a03617bb9f9")],
    ),
  );
  printed("region tree.read", regionTreeRead(ObjectId("6586b324c984963f4717b8a5")));
  printed(
    "region tree.page",
    regionTreePage(ObjectId("6586b324c984963f4717b8a5"), ObjectId("658eac8cb1e7becb20fffbee")),
  );
  printed("region tree.roots", regionTreeRoots());
  printed("region tree.roots_page", regionTreeRootsPage(ObjectId("658aafd8a8dbb707d76b219c")));
  printed("region tree.back", regionTreeBack(ObjectId("658aafd8a8dbb707d76b219c")));
  printed("region tree.descendants", regionTreeDescendants(ObjectId("658aafd8a8dbb707d76b219c")));
  printed("region tree.ancestors", regionTreeAncestors(ObjectId("658aafd8a8dbb707d76b219c")));
  printed("region tree.whole", regionTreeWhole());
  printed(
    "orders.page",
    ordersPage(
      ObjectId("6586b324c984963f4717b8a5"),
      ISODate("2024-03-05T10:50:00Z"),
      [ObjectId("65e6f8d8e5e5f2ba6f9ac29b")],
    ),
  );
  printed("menu.back", menuBack(ObjectId("65968524f0cfae5f57d0a8eb")));
  printed("category page", categoryPage("electronics"));
  printed("everything in Electronics", everythingInElectronics());
  printed("products of a category", productsOfACategory(ObjectId("656860a4a8d9e7dfbdcb770e")));
  printed("region by id", regionById(ObjectId("6586b324c984963f4717b8a5")));
  printed("latest orders of a region", latestOrdersOfARegion(ObjectId("6586b324c984963f4717b8a5")));
  printed("orders of a day", ordersOfADay(ISODate("2024-03-02T10:15:00Z"), ISODate("2024-03-02T10:15:00Z")));
  printed("show a menu", showAMenu(ObjectId("65968524f0cfae5f57d0a8eb")));
  printed("show a menu.2", showAMenu2(ObjectId("659e7e8c138783d960449471")));
  printed("show a menu.3", showAMenu3(ObjectId("65a677f4e8cc498d1c21b8ce")));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.categories.deleteOne({ _id: ObjectId("658023d8e95c49fcc0aed383") });
  attempt(
    "category tree.add",
    () => categoryTreeAdd(
      ObjectId("656c5d58691163b9f77ad4d3"),
      {
        _id: ObjectId("658023d8e95c49fcc0aed383"),
        name: "Speakers",
        slug: "speakers",
        path: ",electronics,audio,",
      },
    ),
  );
  db.products.deleteOne({ _id: ObjectId("65719b240db34a03617bb9f9") });
  attempt(
    "products.add",
    () => productsAdd({
      _id: ObjectId("65719b240db34a03617bb9f9"),
      sku: "LAP-0412",
      name: "14 inch laptop",
      price: NumberDecimal("249.90"),
      category_id: ObjectId("656860a4a8d9e7dfbdcb770e"),
    }),
  );
  db.regions.deleteOne({ _id: ObjectId("659e76589b58b3a9390b489e") });
  attempt(
    "region tree.add",
    () => regionTreeAdd(
      ObjectId("658aafd8a8dbb707d76b219c"),
      {
        _id: ObjectId("659e76589b58b3a9390b489e"),
        name: "Caribbean",
        head_count: 3110,
        parent: ObjectId("658eac8cb1e7becb20fffbee"),
        left: 11,
        right: 12,
      },
    ),
  );
  db.regions.deleteOne({ _id: ObjectId("6586b324c984963f4717b8a5") });
  attempt(
    "region tree.plant",
    () => regionTreePlant({ _id: ObjectId("6586b324c984963f4717b8a5"), name: "World", head_count: 2400, left: 1, right: 14 }),
  );
  db.orders.deleteOne({ _id: ObjectId("65e2fc2497d523604eded65c") });
  attempt(
    "place an order",
    () => placeAnOrder({
      _id: ObjectId("65e2fc2497d523604eded65c"),
      ordered_on: ISODate("2024-03-02T10:15:00Z"),
      total: NumberDecimal("312.40"),
      region_id: ObjectId("6586b324c984963f4717b8a5"),
    }),
  );
  attempt(
    "category tree.reassign",
    () => categoryTreeReassign(ObjectId("656c5d58691163b9f77ad4d3"), ObjectId("65705a0c90fdf5aba07598ef")),
  );
  attempt(
    "category tree.rename",
    () => categoryTreeRename(ObjectId("656c5d58691163b9f77ad4d3"), "computers 2"),
  );
  attempt(
    "products.reassign",
    () => productsReassign(ObjectId("65719b240db34a03617bb9f9"), ObjectId("656c5d58691163b9f77ad4d3")),
  );
  attempt(
    "region tree.reassign",
    () => regionTreeReassign(ObjectId("6592a9408a3270b7d22c1989"), ObjectId("658eac8cb1e7becb20fffbee")),
  );
  attempt(
    "menu.reassign",
    () => menuReassign(
      ObjectId("65968524f0cfae5f57d0a8eb"),
      [
        {
          _id: ObjectId("659e7e8c138783d960449471"),
          label: "Electronics",
          url: "https://www.example.com/electronics",
          items: [
            {
              _id: ObjectId("65a677f4e8cc498d1c21b8ce"),
              label: "Laptops",
              url: "https://www.example.com/laptops",
            },
            {
              _id: ObjectId("65aa4ba4df7e2a3c63c5860c"),
              label: "Headphones",
              url: "https://www.example.com/headphones",
            },
          ],
        },
        {
          _id: ObjectId("65a27b40fb5b85e7c79e941a"),
          label: "Kitchen",
          url: "https://www.example.com/kitchen",
          items: [],
        },
      ],
      [
        {
          _id: ObjectId("659e7e8c138783d960449471"),
          label: "Electronics",
          url: "https://www.example.com/electronics",
          items: [
            {
              _id: ObjectId("65a677f4e8cc498d1c21b8ce"),
              label: "Laptops",
              url: "https://www.example.com/laptops",
            },
            {
              _id: ObjectId("65aa4ba4df7e2a3c63c5860c"),
              label: "Headphones",
              url: "https://www.example.com/headphones",
            },
          ],
        },
        {
          _id: ObjectId("65a27b40fb5b85e7c79e941a"),
          label: "Kitchen",
          url: "https://www.example.com/kitchen",
          items: [],
        },
      ],
    ),
  );
  attempt(
    "menu.add.1",
    () => menuAdd1(
      ObjectId("65968524f0cfae5f57d0a8eb"),
      {
        _id: ObjectId("659e7e8c138783d960449471"),
        label: "Electronics",
        url: "https://www.example.com/electronics",
        items: [
          {
            _id: ObjectId("65a677f4e8cc498d1c21b8ce"),
            label: "Laptops",
            url: "https://www.example.com/laptops",
          },
          {
            _id: ObjectId("65aa4ba4df7e2a3c63c5860c"),
            label: "Headphones",
            url: "https://www.example.com/headphones",
          },
        ],
      },
    ),
  );
  attempt(
    "menu.add.2",
    () => menuAdd2(
      ObjectId("659e7e8c138783d960449471"),
      { _id: ObjectId("65a677f4e8cc498d1c21b8ce"), label: "Laptops", url: "https://www.example.com/laptops" },
    ),
  );
  attempt("products.remove", () => productsRemove(ObjectId("65719b240db34a03617bb9f9")));
  attempt("orders.remove", () => ordersRemove(ObjectId("65e2fc2497d523604eded65c")));
  attempt("menu.remove.2", () => menuRemove2(ObjectId("659e7e8c138783d960449471")));
  attempt("menu.remove.3", () => menuRemove3(ObjectId("65a677f4e8cc498d1c21b8ce")));
  attempt("category tree.cascade", () => categoryTreeCascade(ObjectId("657c2724c048892208462a03")));
  attempt("menu.cascade", () => menuCascade(ObjectId("65968524f0cfae5f57d0a8eb")));
  // Not shown: "region tree.cascade", because no sample that the calls before it leave is in the state that
  // it needs.
  endWithSamples();
}
showReadsIfAsked();
