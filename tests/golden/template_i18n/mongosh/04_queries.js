// "Texts in several languages (i18n)": Reads and writes
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

// --- relationship "descriptions": Parent reference (B10) ---
// only 9% of reads need this much data

// Returns the first page of descriptions of a product, using the reference index, and sorts them in memory.
function descriptionsRead(productId) {
  return db.descriptions.find({ product_id: productId }).sort({ changed_at: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
// shownIds: the IDs of the items already shown that have the same changed_at as the last one.
function descriptionsPage(productId, lastChangedAt, shownIds) {
  return db.descriptions.find({ product_id: productId, changed_at: { $lte: lastChangedAt }, _id: { $nin: shownIds } }).sort({ changed_at: -1 }).limit(50).toArray();
}

// Returns a product with its first descriptions, using $lookup. No index supports this sort, so it runs in
// memory.
function descriptionsJoin(productId) {
  return db.products.aggregate([
    { $match: { _id: productId } },
    {
      $lookup: {
        from: "descriptions",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [{ $sort: { changed_at: -1 } }, { $limit: 10 }],
        as: "descriptions",
      },
    },
  ]).toArray();
}

// Moves a description to another product. Fails if no description of the product would remain. Concurrent
// calls can both succeed; the audit finds them. Doesn't check the maximum of 12 descriptions per product; the
// audit does.
function descriptionsReassign(descriptionId, newProductId) {
  const product = db.products.findOne({ _id: newProductId }, { _id: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  const description = db.descriptions.findOne({ _id: descriptionId, product_id: { $ne: newProductId } }, { product_id: 1 });
  if ((description?.product_id ?? null) !== null) {
    const otherDescription = db.descriptions.findOne(
      { product_id: description?.product_id ?? null, _id: { $ne: descriptionId } },
      { _id: 1 },
    );
    if (otherDescription === null) {
      throw new Error("the product must keep at least 1 description");
    }
  }
  const changed = db.descriptions.updateOne({ _id: descriptionId }, { $set: { product_id: newProductId } });
  if (changed.matchedCount === 0) {
    throw new Error("description not found");
  }
  return changed;
}

// --- operation "product page in German" ---

// Product, read: 600,000 per day.
function productPageInGerman(sku) {
  return db.products.findOne({ sku }, { sku: 1, price: 1, "name.en": 1, "name.de": 1 });
}

// --- operation "product by German name" ---

// Product, read: 9,000 per day.
function productByGermanName(nameDePrefix) {
  return db.products.find({ "name.de": startsWith(nameDePrefix) }, { sku: 1, "name.de": 1 }).sort({ "name.de": 1 }).limit(20).toArray();
}

// --- operation "product by English name" ---

// Product, read: 12,000 per day.
function productByEnglishName(nameEnPrefix) {
  return db.products.find({ "name.en": startsWith(nameEnPrefix) }, { sku: 1, "name.en": 1, _id: 0 }).sort({ "name.en": 1 }).limit(20).toArray();
}

// --- operation "translation by language" ---

// Description, read: 60,000 per day.
function translationByLanguage(productId, locale) {
  return db.descriptions.findOne({ product_id: productId, locale });
}

// --- operation "set French name" ---

// Product, update: 40 per day. name.fr doesn't change if omitted; null removes it.
function setFrenchName(sku, newNameFr) {
  const changed = db.products.updateOne({ sku }, setOrClear({ "name.fr": newNameFr }));
  if (changed.matchedCount === 0) {
    throw new Error("product not found");
  }
  return changed;
}

// --- operation "products without a French name" ---

// Product, read: 20 per day.
function productsWithoutAFrenchName() {
  return db.products.find({ "name.fr": null }, { sku: 1, "name.en": 1 }).limit(50).toArray();
}

// --- operation "drafts of a language" ---

// Description, read: 100 per day.
function draftsOfALanguage(locale) {
  return db.descriptions.find({ locale, status: "draft" }).sort({ changed_at: 1 }).limit(50).toArray();
}

// --- operation "translate" ---

// Description, insert: 30 per day. Fails if the product doesn't exist (one read). Doesn't check the maximum
// of 12 descriptions per product; the audit does.
function translate(description) {
  const product = db.products.findOne({ _id: description?.product_id ?? null }, { _id: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  return db.descriptions.insertOne(description);
}

// --- operation "approve translation" ---

// Description, update: 30 per day.
function approveTranslation(id) {
  const changed = db.descriptions.updateOne({ _id: id }, { $set: { status: "checked" }, $currentDate: { changed_at: true } });
  if (changed.matchedCount === 0) {
    throw new Error("description not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("descriptions.read", descriptionsRead(ObjectId("658bee980db34a03617bb9f9")));
  printed(
    "descriptions.page",
    descriptionsPage(
      ObjectId("658bee980db34a03617bb9f9"),
      ISODate("2024-03-05T10:05:00Z"),
      [ObjectId("65928e4c562311ce1aa77be8")],
    ),
  );
  printed("descriptions.join", descriptionsJoin(ObjectId("658bee980db34a03617bb9f9")));
  printed("product page in German", productPageInGerman("MUG-0412"));
  printed("product by German name", productByGermanName("B"));
  printed("product by English name", productByEnglishName("B"));
  printed("translation by language", translationByLanguage(ObjectId("658bee980db34a03617bb9f9"), "de"));
  printed("products without a French name", productsWithoutAFrenchName());
  printed("drafts of a language", draftsOfALanguage("fr"));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.descriptions.deleteOne({ _id: ObjectId("658e91987434b26199c89591") });
  attempt(
    "translate",
    () => translate({
      _id: ObjectId("658e91987434b26199c89591"),
      locale: "de",
      text: "Eine Tasse aus Ton.",
      status: "checked",
      changed_at: ISODate("2024-03-02T09:30:00Z"),
      product_id: ObjectId("658bee980db34a03617bb9f9"),
    }),
  );
  attempt(
    "descriptions.reassign",
    () => descriptionsReassign(ObjectId("658e91987434b26199c89591"), ObjectId("658feb4c3d1ec71d8a481d47")),
  );
  attempt("set French name", () => setFrenchName("MUG-0412", "Tasse bleue"));
  attempt("approve translation", () => approveTranslation(ObjectId("658e91987434b26199c89591")));
  endWithSamples();
}
showReadsIfAsked();
