// Reads and writes of the design "Nested categories".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("catalogue");

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

// Refuses to change nothing, where all of these are left out. null says that there is none.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to change; give a value for ${Object.keys(values).join(" or ")}`);
}

// --- relationship "category tree": TREE_PATH (T3) ---
// a path prefix finds a branch, and sorting by path lists the tree in order

// The children of one node: their path is its own, and the node itself.
function categoryTreeRead(categoryId) {
  const category = db.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
  if (category === null) {
    throw new Error("there is no such category");
  }
  const categories = db.categories.find({ path: `${category.path}${category.slug},` }).toArray();
  return { category, categories };
}

// The whole branch below one node: every path that begins so, by the index, in the order of the paths.
function categoryTreeDescendants(categoryId) {
  const category = db.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
  if (category === null) {
    throw new Error("there is no such category");
  }
  const categories = db.categories.find({ path: startsWith(`${category.path}${category.slug},`) }).sort({ path: 1 }).toArray();
  return { category, categories };
}

// The whole tree in the order of its paths: each level behind the one above.
function categoryTreeWhole() {
  return db.categories.find({}).sort({ path: 1 }).toArray();
}

// Breadcrumbs: the nodes that the path names, the root first.
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

// Move a branch: the path of every descendant gets a new beginning, then that of the node. Nothing moves
// below itself. null makes it a root.
function categoryTreeReassign(categoryId, newParentId) {
  mustChangeSome({ newParentId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const category = inside.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
      if (category === null) {
        throw new Error("there is no such category");
      }
      const parent = inside.categories.findOne(
        {
          _id: { $eq: newParentId, $ne: categoryId },
          path: { $not: startsWith(`${category.path}${category.slug},`) },
        },
        { path: 1, slug: 1 },
      );
      if ((newParentId ?? null) !== null) {
        if (parent === null) {
          throw new Error("there is no such place, or it is in the branch that moves");
        }
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

// Change slug, in the path of every descendant too. A comma in it would end it there.
function categoryTreeRename(categoryId, newSlug) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const category = inside.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
      if (category === null) {
        throw new Error("there is no such category");
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

// Delete a branch: what is below the node, then the node itself. Refused while documents refer to it, in
// products.category_id.
function categoryTreeCascade(categoryId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const category = inside.categories.findOne({ _id: categoryId }, { path: 1, slug: 1 });
      if (category === null) {
        throw new Error("there is no such category");
      }
      const categories = inside.categories.aggregate([{ $match: { path: startsWith(`${category.path}${category.slug},`) } }, { $group: { _id: "$_id" } }]).toArray();
      const usingProduct = inside.products.findOne(
        { category_id: { $in: (categories ?? []).map((each) => each._id) } },
        { _id: 1 },
      );
      if (usingProduct !== null) {
        throw new Error("the category is in use: products.category_id refers to it");
      }
      const productByCategoryId = inside.products.findOne({ category_id: categoryId }, { _id: 1 });
      if (productByCategoryId !== null) {
        throw new Error("the category is in use: products.category_id refers to it");
      }
      inside.categories.deleteMany({ path: startsWith(`${category.path}${category.slug},`) });
      removed = inside.categories.deleteOne({ _id: categoryId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such category");
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
function productsPage(categoryId, lastName, shownIds) {
  return db.products.find({ category_id: categoryId, name: { $gte: lastName }, _id: { $nin: shownIds } }).sort({ name: 1 }).limit(50).toArray();
}

// Add one product: the category is not touched. Refused where the category does not exist: one read.
function productsAdd(product) {
  const category = db.categories.findOne({ _id: product?.category_id ?? null }, { _id: 1 });
  if (category === null) {
    throw new Error("there is no such category");
  }
  return db.products.insertOne(product);
}

// Give the product to another category.
function productsReassign(productId, newCategoryId) {
  const category = db.categories.findOne({ _id: newCategoryId }, { _id: 1 });
  if (category === null) {
    throw new Error("there is no such category");
  }
  const changed = db.products.updateOne({ _id: productId }, { $set: { category_id: newCategoryId } });
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

// --- operation "category page" ---

// Category, read: 90,000 a day.
function categoryPage(slug) {
  return db.categories.findOne({ slug });
}

// --- operation "all below electronics" ---

// Category, read: 30,000 a day.
function allBelowElectronics(limit = 50) {
  return db.categories.find({ path: BSONRegExp("^,electronics,", "") }).sort({ path: 1 }).limit(limit).toArray();
}

// --- operation "products of a category" ---

// Product, read: 80,000 a day.
function productsOfACategory(categoryId) {
  return db.products.find({ category_id: categoryId }).sort({ name: 1 }).limit(48).toArray();
}

// --- operation "product page" ---

// Product, read: 120,000 a day.
function productPage(sku) {
  return db.products.findOne({ sku });
}

// --- operation "add a category" ---

// Category, insert: 1 a day. parentId null makes it a root.
function addACategory(parentId, category) {
  const parent = db.categories.findOne({ _id: parentId }, { path: 1, slug: 1 });
  if ((parentId ?? null) !== null) {
    if (parent === null) {
      throw new Error("there is no such parent");
    }
  }
  return db.categories.insertOne({ ...category, path: `${parent?.path ?? ""}${parent?.slug ?? ""},` });
}

// --- operation "call it otherwise" ---

// Category, update: 0.5 a day.
function callItOtherwise(slug, newName) {
  const changed = db.categories.updateOne({ slug }, { $set: { name: newName } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such category");
  }
  return changed;
}

// Every read once, on the sample documents. Reads without an index read all that is there.
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
  printed("all below electronics", allBelowElectronics());
  printed("products of a category", productsOfACategory(ObjectId("6597c51033da9417e098ae97")));
  printed("product page", productPage("LAP-0412"));
}

// Every write once, on the sample documents. Nothing calls it but you.
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
    "add a category",
    () => addACategory(
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
    () => categoryTreeReassign(ObjectId("659bc1c462e691ca6ed6a8f1"), ObjectId("659fbe7850acde0a0835f00b")),
  );
  attempt(
    "category tree.rename",
    () => categoryTreeRename(ObjectId("659bc1c462e691ca6ed6a8f1"), "computers 2"),
  );
  attempt(
    "products.reassign",
    () => productsReassign(ObjectId("65a3a2900db34a03617bb9f9"), ObjectId("659bc1c462e691ca6ed6a8f1")),
  );
  attempt("call it otherwise", () => callItOtherwise("electronics", "Computers"));
  attempt("products.remove", () => productsRemove(ObjectId("65a3a2900db34a03617bb9f9")));
  attempt("category tree.cascade", () => categoryTreeCascade(ObjectId("65ab8b90caddcbff32197c46")));
  endWithSamples();
}
showReadsIfAsked();
