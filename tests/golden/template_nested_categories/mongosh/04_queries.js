// "Nested categories": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("catalogue");

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

// --- relationship "category tree": Tree: path (T3) ---
// a path prefix finds a branch, and sorting by path lists the tree in order

// Returns a node's children: their path is the node's path plus the node.
function categoryTreeRead(categoryId) {
  const category = db.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
  if (category === null) {
    throw new Error("category not found");
  }
  const categories = db.categories.find({ path: `${category.path}${category.slug},` }).toArray();
  return { category, categories };
}

// Returns all descendants of a node, in path order, as one index range.
function categoryTreeDescendants(categoryId) {
  const category = db.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
  if (category === null) {
    throw new Error("category not found");
  }
  const categories = db.categories.find({ path: startsWith(`${category.path}${category.slug},`) }).sort({ path: 1 }).toArray();
  return { category, categories };
}

// Returns the whole tree in path order: each node after its parent.
function categoryTreeWhole() {
  return db.categories.find({}).sort({ path: 1 }).toArray();
}

// Returns a node's ancestors, root first, from its path.
function categoryTreeAncestors(categoryId) {
  return db.categories.aggregate([
    { $match: { _id: categoryId } },
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

// Moves a branch and updates every descendant's path. A node can't move below itself. null makes it a root.
function categoryTreeReassign(categoryId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const category = inside.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
      if (category === null) {
        throw new Error("category not found");
      }
      const parent = inside.categories.findOne(
        {
          _id: { $eq: newParentId, $ne: categoryId },
          path: { $not: startsWith(`${category.path}${category.slug},`) },
          $expr: { $lte: [{ $size: { $split: [{ $ifNull: ["$path", ""] }, ","] } }, 6] },
        },
        { path: 1, slug: 1 },
      );
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("target not found, or inside the branch being moved, or on the last of 6 levels");
        }
      }
      const deep = inside.categories.findOne(
        {
          path: startsWith(`${category.path}${category.slug},`),
          $expr: {
            $gt: [
              {
                $add: [
                  {
                    $subtract: [
                      { $size: { $split: [{ $ifNull: ["$path", ""] }, ","] } },
                      { $size: { $split: [{ $ifNull: [{ $literal: category.path }, ""] }, ","] } },
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
              7,
            ],
          },
        },
        { _id: 1 },
      );
      if (deep !== null) {
        throw new Error("the branch would have more than 6 levels");
      }
      inside.categories.updateMany(
        { path: startsWith(`${category.path}${category.slug},`) },
        [
          {
            $set: {
              path: {
                $concat: [
                  { $literal: `${parent?.path ?? ""}${parent?.slug ?? ""},${category.slug},` },
                  {
                    $substrCP: [
                      "$path",
                      { $strLenCP: { $literal: `${category.path}${category.slug},` } },
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
        { _id: categoryId },
        { $set: { path: `${parent?.path ?? ""}${parent?.slug ?? ""},` } },
      );
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Renames slug and updates every descendant's path. It can't contain a comma.
function categoryTreeRename(categoryId, newSlug) {
  mustBeGiven({ newSlug });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const category = inside.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
      if (category === null) {
        throw new Error("category not found");
      }
      inside.categories.updateMany(
        { path: startsWith(`${category.path}${category.slug},`) },
        [
          {
            $set: {
              path: {
                $concat: [
                  { $literal: `${category.path}${newSlug},` },
                  {
                    $substrCP: [
                      "$path",
                      { $strLenCP: { $literal: `${category.path}${category.slug},` } },
                      { $strLenCP: "$path" },
                    ],
                  },
                ],
              },
            },
          },
        ],
      );
      inside.categories.updateOne({ _id: categoryId }, { $set: { slug: newSlug } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- relationship "products": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same name as the last one.
function productsPage(categoryId, lastName, shownIds) {
  return db.products.find({ category_id: categoryId, name: { $gte: lastName }, _id: { $nin: shownIds } }).sort({ name: 1 }).limit(48).toArray();
}

// Adds a product. The category isn't updated. Fails if the category doesn't exist (one read). Doesn't check
// the maximum of 5,000 products per category; the audit does.
function productsAdd(product) {
  const category = db.categories.findOne({ _id: product?.category_id ?? null }, { _id: 1 });
  if (category === null) {
    throw new Error("category not found");
  }
  return db.products.insertOne(product);
}

// Moves a product to another category. Doesn't check the maximum of 5,000 products per category; the audit
// does.
function productsReassign(productId, newCategoryId) {
  const category = db.categories.findOne({ _id: newCategoryId }, { _id: 1 });
  if (category === null) {
    throw new Error("category not found");
  }
  const changed = db.products.updateOne({ _id: productId }, { $set: { category_id: newCategoryId } });
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

// --- operation "category page" ---

// Category, read: 90,000 per day.
function categoryPage(slug) {
  return db.categories.findOne({ slug });
}

// --- operation "categories below electronics" ---

// Category, read: 30,000 per day.
function categoriesBelowElectronics(limit = 50) {
  return db.categories.find({ path: BSONRegExp("^,electronics,", "") }).sort({ path: 1 }).limit(limit).toArray();
}

// --- operation "products of a category" ---

// Product, read: 80,000 per day.
function productsOfACategory(categoryId) {
  return db.products.find({ category_id: categoryId }).sort({ name: 1 }).limit(48).toArray();
}

// --- operation "product page" ---

// Product, read: 120,000 per day.
function productPage(sku) {
  return db.products.findOne({ sku });
}

// --- operation "add category" ---

// Category, insert: 1 per day. parentId null makes it a root.
function addCategory(parentId, category) {
  const parent = db.categories.findOne(
    { _id: parentId, $expr: { $lte: [{ $size: { $split: [{ $ifNull: ["$path", ""] }, ","] } }, 6] } },
    { path: 1, slug: 1 },
  );
  if ((parentId ?? null) !== null) {
    if (parent === null) {
      throw new Error("parent not found, or on the last of 6 levels");
    }
  }
  return db.categories.insertOne({ ...category, path: `${parent?.path ?? ""}${parent?.slug ?? ""},` });
}

// --- operation "rename category" ---

// Category, update: 0.5 per day.
function renameCategory(slug, newName) {
  mustBeGiven({ newName });
  const changed = db.categories.updateOne({ slug }, { $set: { name: newName } });
  if (changed.matchedCount === 0) {
    throw new Error("category not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("category tree.read", categoryTreeRead(ObjectId("659bc1c462e691ca6ed6a8f1")));
  printed("category tree.descendants", categoryTreeDescendants(ObjectId("659bc1c462e691ca6ed6a8f1")));
  printed("category tree.whole", categoryTreeWhole());
  printed("category tree.ancestors", categoryTreeAncestors(ObjectId("659bc1c462e691ca6ed6a8f1")));
  printed(
    "products.page",
    productsPage(
      ObjectId("6597c51033da9417e098ae97"),
      "14 inch laptop",
      [ObjectId("65a3a2900db34a03617bb9f9")],
    ),
  );
  printed("category page", categoryPage("electronics"));
  printed("categories below electronics", categoriesBelowElectronics());
  printed("products of a category", productsOfACategory(ObjectId("6597c51033da9417e098ae97")));
  printed("product page", productPage("LAP-0412"));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.products.deleteOne({ _id: ObjectId("65a3a2900db34a03617bb9f9") });
  attempt(
    "products.add",
    () => productsAdd({
      _id: ObjectId("65a3a2900db34a03617bb9f9"),
      sku: "LAP-0412",
      name: "14 inch laptop",
      price: NumberDecimal("249.90"),
      category_id: ObjectId("6597c51033da9417e098ae97"),
    }),
  );
  db.categories.deleteOne({ _id: ObjectId("65af88448100e163f7ad753e") });
  attempt(
    "add category",
    () => addCategory(
      ObjectId("659bc1c462e691ca6ed6a8f1"),
      {
        _id: ObjectId("65af88448100e163f7ad753e"),
        slug: "speakers",
        name: "Speakers",
        path: ",electronics,audio,",
      },
    ),
  );
  attempt(
    "category tree.reassign",
    () => categoryTreeReassign(ObjectId("65a3bb2c5a5851535c697471"), ObjectId("659fbe7850acde0a0835f00b")),
  );
  attempt(
    "category tree.rename",
    () => categoryTreeRename(ObjectId("659bc1c462e691ca6ed6a8f1"), "computers 2"),
  );
  attempt(
    "products.reassign",
    () => productsReassign(ObjectId("65a3a2900db34a03617bb9f9"), ObjectId("659bc1c462e691ca6ed6a8f1")),
  );
  attempt("rename category", () => renameCategory("electronics", "Computers"));
  attempt("products.remove", () => productsRemove(ObjectId("65a3a2900db34a03617bb9f9")));
  endWithSamples();
}
showReadsIfAsked();
