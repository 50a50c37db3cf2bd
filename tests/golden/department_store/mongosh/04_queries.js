// "Department store": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("store");

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

// Returns a prefix regex: anchored, so that it can use an index, with all characters escaped.
function startsWith(text) {
  return BSONRegExp("^" + text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "");
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

// Returns the value to store, adding an _id if it's missing. places: paths of the objects that need an _id; "" for
// the value itself.
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

// Returns an update that sets fields whose source has a value and removes the others.
function setOrUnset(fields) {
  const update = {};
  for (const [path, value] of Object.entries(fields)) {
    const operator = value === undefined ? "$unset" : "$set";
    update[operator] = { ...update[operator], [path]: value === undefined ? "" : value };
  }
  return update;
}

// Returns a filter without the range ends that have no value. Before a write, at least one end is required; otherwise
// the filter would match all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const hasBounds = (wanted) => bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
  const givenBounds = (range) => Object.fromEntries(Object.entries(range).filter(isKept));
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = hasBounds(wanted);
    const element = wanted?.$elemMatch;
    if (!isRange && !element) {
      asked[path] = wanted;
      continue;
    }
    const left = isRange || hasBounds(element)
      ? givenBounds(isRange ? wanted : element)
      : openEnded(element, isBeforeWrite, `${around}${path}.`);
    if (Object.keys(left).length > 0) {
      asked[path] = isRange ? left : { ...wanted, $elemMatch: left };
    } else if (isBeforeWrite) {
      throw new Error(`set the minimum or maximum of ${around}${path}`);
    }
  }
  return asked;
}

// --- relationship "category tree": Tree: path (T3) ---
// a path prefix finds a branch, and sorting by path lists the tree in order

// Returns a node's children: their path is the node's path plus the node.
function categoryTreeRead(productCategoryId) {
  const productCategory = db.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
  if (productCategory === null) {
    throw new Error("product category not found");
  }
  const productCategories = db.categories.find({ path: `${productCategory.path}${productCategory.slug},` }).toArray();
  return { productCategory, productCategories };
}

// Returns all descendants of a node, in path order, as one index range.
function categoryTreeDescendants(productCategoryId) {
  const productCategory = db.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
  if (productCategory === null) {
    throw new Error("product category not found");
  }
  const productCategories = db.categories.find({ path: startsWith(`${productCategory.path}${productCategory.slug},`) }).sort({ path: 1 }).toArray();
  return { productCategory, productCategories };
}

// Returns the whole tree in path order: each node after its parent.
function categoryTreeWhole() {
  return db.categories.find({}).sort({ path: 1 }).toArray();
}

// Returns a node's ancestors, root first, from its path.
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

// Adds a product category below another. Its path is the parent's path plus the parent. parentId null makes
// it a root.
function categoryTreeAdd(parentId, productCategory) {
  const parent = db.categories.findOne(
    { _id: parentId, $expr: { $lte: [{ $size: { $split: [{ $ifNull: ["$path", ""] }, ","] } }, 5] } },
    { path: 1, slug: 1 },
  );
  if ((parentId ?? null) !== null) {
    if (parent === null) {
      throw new Error("parent not found, or on the last of 5 levels");
    }
  }
  return db.categories.insertOne({ ...productCategory, path: `${parent?.path ?? ""}${parent?.slug ?? ""},` });
}

// Moves a branch and updates every descendant's path. A node can't move below itself. null makes it a root.
function categoryTreeReassign(productCategoryId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productCategory = inside.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
      if (productCategory === null) {
        throw new Error("product category not found");
      }
      const parent = inside.categories.findOne(
        {
          _id: { $eq: newParentId, $ne: productCategoryId },
          path: { $not: startsWith(`${productCategory.path}${productCategory.slug},`) },
          $expr: { $lte: [{ $size: { $split: [{ $ifNull: ["$path", ""] }, ","] } }, 5] },
        },
        { path: 1, slug: 1 },
      );
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("target not found, or inside the branch being moved, or on the last of 5 levels");
        }
      }
      const deep = inside.categories.findOne(
        {
          path: startsWith(`${productCategory.path}${productCategory.slug},`),
          $expr: {
            $gt: [
              {
                $add: [
                  {
                    $subtract: [
                      { $size: { $split: [{ $ifNull: ["$path", ""] }, ","] } },
                      { $size: { $split: [{ $ifNull: [{ $literal: productCategory.path }, ""] }, ","] } },
                    ],
                  },
                  {
                    $size: {
                      $split: [
                        { $ifNull: [{ $literal: `${parent?.path ?? ""}${parent?.slug ?? ""},` }, ""] },
                        ",",
                      ],
                    },
                  },
                ],
              },
              6,
            ],
          },
        },
        { _id: 1 },
      );
      if (deep !== null) {
        throw new Error("the branch would have more than 5 levels");
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

// Renames slug and updates every descendant's path. It can't contain a comma.
function categoryTreeRename(productCategoryId, newSlug) {
  mustBeGiven({ newSlug });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productCategory = inside.categories.findOne({ _id: productCategoryId }, { path: 1, slug: 1 });
      if (productCategory === null) {
        throw new Error("product category not found");
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

// --- relationship "products": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same name as the last one.
function productsPage(productCategoryId, lastName, shownIds) {
  return db.products.find({ category_id: productCategoryId, name: { $gte: lastName }, _id: { $nin: shownIds } }).sort({ name: 1 }).limit(48).toArray();
}

// Adds a product. The product category isn't updated. Fails if the product category doesn't exist (one read).
// Doesn't check the maximum of 5,000 products per product category; the audit does.
function productsAdd(product) {
  const productCategory = db.categories.findOne({ _id: product?.category_id ?? null }, { _id: 1 });
  if (productCategory === null) {
    throw new Error("product category not found");
  }
  return db.products.insertOne(product);
}

// Moves a product to another product category. Doesn't check the maximum of 5,000 products per product
// category; the audit does.
function productsReassign(productId, newProductCategoryId) {
  const productCategory = db.categories.findOne({ _id: newProductCategoryId }, { _id: 1 });
  if (productCategory === null) {
    throw new Error("product category not found");
  }
  const changed = db.products.updateOne({ _id: productId }, { $set: { category_id: newProductCategoryId } });
  if (changed.matchedCount === 0) {
    throw new Error("product not found");
  }
  return changed;
}

// Deletes a product in one write.
function productsRemove(productId) {
  const removed = db.products.deleteOne({ _id: productId });
  if (removed.deletedCount === 0) {
    throw new Error("product not found");
  }
  return removed;
}

// --- relationship "region tree": Tree: nested sets (T2) ---
// the tree rarely changes, and a branch is one index range, in order

// Returns the first page of sales regions of a parent, using the reference index, and sorts them in memory.
function regionTreeRead(parentId) {
  mustBeGiven({ parentId });
  return db.regions.find({ parent: parentId }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
function regionTreePage(parentId, lastId) {
  mustBeGiven({ parentId });
  return db.regions.find({ parent: parentId, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the first page of root sales_regions.
function regionTreeRoots() {
  return db.regions.find({ parent: null }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
function regionTreeRootsPage(lastId) {
  return db.regions.find({ parent: null, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the parent of a sales region in two reads.
function regionTreeBack(salesRegionId) {
  const salesRegion = db.regions.findOne({ _id: salesRegionId }, { parent: 1 });
  if (salesRegion === null) {
    return null;
  }
  const parent = db.regions.findOne({ _id: salesRegion.parent ?? null });
  return { salesRegion, parent };
}

// Returns all descendants of a node, in tree order, as one index range.
function regionTreeDescendants(salesRegionId) {
  const salesRegion = db.regions.findOne({ _id: salesRegionId });
  if (salesRegion === null) {
    throw new Error("sales region not found");
  }
  const salesRegions = db.regions.find({ left: { $gt: salesRegion.left }, right: { $lt: salesRegion.right } }).sort({ left: 1 }).toArray();
  return { salesRegion, salesRegions };
}

// Returns a node's ancestors, root first, by their number range.
function regionTreeAncestors(salesRegionId) {
  const salesRegion = db.regions.findOne({ _id: salesRegionId });
  if (salesRegion === null) {
    throw new Error("sales region not found");
  }
  const salesRegions = db.regions.find({ left: { $lt: salesRegion.left }, right: { $gt: salesRegion.right } }).sort({ left: 1 }).toArray();
  return { salesRegion, salesRegions };
}

// Returns the whole tree, each branch after its node.
function regionTreeWhole() {
  return db.regions.find({}).sort({ left: 1 }).toArray();
}

// Adds a sales region as the last child and renumbers the nodes after it. No index starts with right: scans
// every document in regions.
function regionTreeAdd(parentId, salesRegion) {
  salesRegion = withoutAbsent(salesRegion);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const parent = inside.regions.findOne({ _id: parentId });
      if (parent === null) {
        throw new Error("parent not found");
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

// Adds a sales region as the last root; the very first one gets the numbers 1 and 2. Also updates the last
// root, so concurrent calls conflict and retry. Don't call it concurrently for the very first root.
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

// Moves a branch to the end of another node and renumbers everything in between. A node can't move below
// itself. null makes it a root and removes parent.
function regionTreeReassign(salesRegionId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const salesRegion = inside.regions.findOne({ _id: salesRegionId });
      if (salesRegion === null) {
        throw new Error("sales region not found");
      }
      const parent = inside.regions.findOne({ _id: newParentId, $or: [{ left: { $lt: salesRegion.left } }, { left: { $gt: salesRegion.right } }] });
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("target not found, or inside the branch being moved");
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

// --- relationship "orders": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same ordered_on as the last one.
function ordersPage(salesRegionId, lastOrderedOn, shownIds) {
  return db.orders.find({ region_id: salesRegionId, ordered_on: { $lte: lastOrderedOn }, _id: { $nin: shownIds } }).sort({ ordered_on: -1 }).limit(50).toArray();
}

// --- relationship "menu": Single-document tree (T1) ---
// the tree is small, shallow, and read as a whole

// Returns the tree that contains a menu item, with one condition per level.
function menuBack(menuItemId) {
  return db.menus.findOne({ $or: [{ _id: menuItemId }, { "items._id": menuItemId }, { "items.items._id": menuItemId }] });
}

// Adds a menu item below one at level 1.
function menuAdd1(parentId, menuItem) {
  mustBeGiven({ menuItem });
  menuItem = withoutAbsent(menuItem);
  menuItem = identified(menuItem, ["", "items"]);
  const added = db.menus.updateOne({ _id: parentId, "items.11": { $exists: false } }, { $push: { items: menuItem } });
  if (added.matchedCount === 0) {
    throw new Error("menu item not found, or items limit reached");
  }
  return added;
}

// Adds a menu item below one at level 2.
function menuAdd2(parentId, menuItem) {
  mustBeGiven({ menuItem });
  menuItem = withoutAbsent(menuItem);
  menuItem = identified(menuItem);
  const added = db.menus.updateOne(
    { items: { $elemMatch: { _id: parentId, "items.11": { $exists: false } } } },
    { $push: { "items.$.items": menuItem } },
  );
  if (added.matchedCount === 0) {
    throw new Error("menu item not found, or items.items limit reached");
  }
  return added;
}

// Deletes a menu item at level 2 and all its descendants.
function menuRemove2(menuItemId) {
  return db.menus.updateOne({ "items._id": menuItemId }, { $pull: { items: { _id: menuItemId } } });
}

// Deletes a menu item at level 3 and all its descendants.
function menuRemove3(menuItemId) {
  return db.menus.updateOne(
    { "items.items._id": menuItemId },
    { $pull: { "items.$[around].items": { _id: menuItemId } } },
    { arrayFilters: [{ "around.items._id": menuItemId }] },
  );
}

// Moves branches: read the tree, move them, and write back everything below the root. Fails if it changed in
// the meantime.
function menuReassign(menuItemId, childrenAsRead, childrenAsMoved) {
  childrenAsMoved = withoutAbsent(childrenAsMoved);
  childrenAsMoved = identified(childrenAsMoved, ["", "items"]);
  const changed = db.menus.updateOne({ _id: menuItemId, items: childrenAsRead }, { $set: { items: childrenAsMoved } });
  if (changed.matchedCount === 0) {
    const menuItem = db.menus.findOne({ _id: menuItemId }, { _id: 1 });
    if (menuItem === null) {
      throw new Error("menu item not found");
    }
    throw new Error("menu item found, but its items changed since they were read");
  }
  return changed;
}

// --- operation "category page" ---

// ProductCategory, read: 90,000 per day.
function categoryPage(slug) {
  return db.categories.findOne({ slug });
}

// --- operation "everything in Electronics" ---

// ProductCategory, read: 30,000 per day.
function everythingInElectronics(limit = 50) {
  return db.categories.find({ path: BSONRegExp("^,electronics,", "") }).sort({ path: 1 }).limit(limit).toArray();
}

// --- operation "products of a category" ---

// Product, read: 80,000 per day.
function productsOfACategory(categoryId) {
  return db.products.find({ category_id: categoryId }).sort({ name: 1 }).limit(48).toArray();
}

// --- operation "region by id" ---

// SalesRegion, read: 600 per day.
function regionById(id) {
  return db.regions.findOne({ _id: id });
}

// --- operation "latest orders of a region" ---

// Order, read: 900 per day.
function latestOrdersOfARegion(regionId) {
  return db.orders.find({ region_id: regionId }).sort({ ordered_on: -1 }).limit(50).toArray();
}

// --- operation "orders of a day" ---

// Order, read: 1,400 per day. To leave a range open, omit one of its ends.
function ordersOfADay(leastOrderedOn, mostOrderedOn, limit = 50) {
  return db.orders.find(openEnded({ ordered_on: { $gte: leastOrderedOn, $lte: mostOrderedOn } })).limit(limit).toArray();
}

// --- operation "place an order" ---

// Order, insert: 2,500 per day. Fails if the sales region doesn't exist (one read).
function placeAnOrder(order) {
  const salesRegion = db.regions.findOne({ _id: order?.region_id ?? null }, { _id: 1 });
  if (salesRegion === null) {
    throw new Error("sales region not found");
  }
  return db.orders.insertOne(order);
}

// --- operation "show a menu" ---

// MenuItem, read: 400,000 per day.
function showAMenu(id) {
  return db.menus.findOne({ _id: id });
}

// MenuItem, read: 400,000 per day.
function showAMenu2(id) {
  return db.menus.findOne({ "items._id": id });
}

// MenuItem, read: 400,000 per day.
function showAMenu3(id) {
  return db.menus.findOne({ "items.items._id": id });
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
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

// Runs every write once on sample data. Not called automatically.
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
        head_count: 230,
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
    () => categoryTreeReassign(ObjectId("657456c0ecf09e4654189939"), ObjectId("65705a0c90fdf5aba07598ef")),
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
  attempt("menu.remove.2", () => menuRemove2(ObjectId("659e7e8c138783d960449471")));
  attempt("menu.remove.3", () => menuRemove3(ObjectId("65a677f4e8cc498d1c21b8ce")));
  endWithSamples();
}
showReadsIfAsked();
