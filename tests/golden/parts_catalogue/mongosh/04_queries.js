// "Parts catalogue": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("parts_catalogue");

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

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// --- relationship "parts": One-way references (C4b) ---
// each link is stored once, on the side that writes it or shows copies of the other

// Returns the documents a product links to. $in doesn't keep their order.
function partsRead(productId) {
  const product = db.products.findOne({ _id: productId }, { parts: 1 });
  const partList = db.parts.find({ _id: { $in: (product?.parts ?? []).map((each) => each.part_id) } }).toArray();
  return { product, partList };
}

// Returns a page of product documents linked to a part, using the multikey index, sorted in memory.
function partsReverse(partId) {
  return db.products.find({ "parts.part_id": partId }).sort({ _id: 1 }).limit(50).toArray();
}

// Returns the next page after the last item shown.
function partsPage(partId, lastId) {
  return db.products.find({ "parts.part_id": partId, _id: { $gt: lastId } }).sort({ _id: 1 }).limit(50).toArray();
}

// Links a product to a part and copies its current values. Fails if already linked. Doesn't check the maximum
// of 20 products per part; the audit does.
function partsAdd(productId, partId) {
  const part = db.parts.findOne({ _id: partId }, { name: 1 });
  if (part === null) {
    throw new Error("part not found");
  }
  const added = db.products.updateOne(
    { _id: productId, "parts.part_id": { $ne: partId }, "parts.299": { $exists: false } },
    { $push: { parts: { part_id: partId, name: part.name } } },
  );
  if (added.matchedCount === 0) {
    throw new Error("product not found, or parts limit reached, or already linked");
  }
  return added;
}

// Unlinks a product from a part. Neither document is deleted. Fails if fewer than 1 would remain in parts.
function partsRemove(productId, partId) {
  const removed = db.products.updateOne(
    {
      _id: productId,
      "parts.part_id": partId,
      $or: [{ "parts.1": { $exists: true } }, { "parts.part_id": { $ne: partId } }],
    },
    { $pull: { parts: { part_id: partId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("not linked, or it must keep at least 1 in parts");
  }
  return removed;
}

// --- relationship "spare_parts": Parent reference (B10) ---
// two things prevent embedding: up to 300 is too many to embed; 96% of its operations start outside the
// product

// Returns the first page of spare parts of a product, using the reference index, and sorts them in memory.
function sparePartsRead(productId) {
  return db.spare_parts.find({ product_id: productId }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
function sparePartsPage(productId, lastId) {
  return db.spare_parts.find({ product_id: productId, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns a product with its first spare parts, using $lookup. No index supports this sort, so it runs in
// memory.
function sparePartsJoin(productId) {
  return db.products.aggregate([
    { $match: { _id: productId } },
    {
      $lookup: {
        from: "spare_parts",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [{ $sort: { _id: -1 } }, { $limit: 10 }],
        as: "spare_parts",
      },
    },
  ]).toArray();
}

// --- operation "product page" ---

// Product, read: 10,000 per day.
function productPage(catalogNumber) {
  const found = db.products.findOne({ catalog_number: catalogNumber });
  if (found === null) {
    return null;
  }
  const parts = db.parts.find({ _id: { $in: (found.parts ?? []).map((each) => each.part_id) } }).toArray();
  return { found, parts };
}

// --- operation "find part" ---

// Part, read: 6,000 per day.
function findPart(partno) {
  return db.parts.findOne({ partno });
}

// --- operation "stock change" ---

// Part, update: 20,000 per day.
function stockChange(id, newQty) {
  mustBeGiven({ newQty });
  const changed = db.parts.updateOne({ _id: id }, { $set: { qty: newQty } });
  if (changed.matchedCount === 0) {
    throw new Error("part not found");
  }
  return changed;
}

// --- operation "rename part" ---

// Part, update: 1 per day.
function renamePart(id, newName) {
  mustBeGiven({ newName });
  const changed = db.parts.updateOne({ _id: id }, { $set: { name: newName } });
  if (changed.matchedCount === 0) {
    throw new Error("part not found");
  }
  return changed;
}

// --- operation "new part" ---

// Part, insert: 5 per day.
function newPart(part) {
  return db.parts.insertOne(part);
}

// --- operation "spare part page" ---

// SparePart, read: 50,000 per day.
function sparePartPage(partno) {
  const found = db.spare_parts.findOne({ partno });
  if (found === null) {
    return null;
  }
  const product = db.products.findOne({ _id: found.product_id ?? null });
  return { found, product };
}

// --- operation "spare parts of a product" ---

// SparePart, read: 2,000 per day.
function sparePartsOfAProduct(productId, limit = 300) {
  return db.spare_parts.find({ product_id: productId }).limit(limit).toArray();
}

// --- operation "new spare part" ---

// SparePart, insert: 100 per day. product_name and product_catalog_number are read from the product. Doesn't
// check the maximum of 300 spare parts per product; the audit does.
function newSparePart(sparePart) {
  const product = db.products.findOne({ _id: sparePart.product_id ?? null }, { name: 1, catalog_number: 1 });
  if (product === null) {
    throw new Error("product not found");
  }
  return db.spare_parts.insertOne({ ...sparePart, product_name: product.name, product_catalog_number: product.catalog_number });
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("parts.read", partsRead(ObjectId("6583fe900db34a03617bb9f9")));
  printed("parts.reverse", partsReverse(ObjectId("65967390b2f1b6564ffe731d")));
  printed("parts.page", partsPage(ObjectId("659a7044bf040024b2a51db0"), ObjectId("6583fe900db34a03617bb9f9")));
  printed("spare_parts.read", sparePartsRead(ObjectId("6583fe900db34a03617bb9f9")));
  printed(
    "spare_parts.page",
    sparePartsPage(ObjectId("6583fe900db34a03617bb9f9"), ObjectId("65a8f0c44a105ae034269b40")),
  );
  printed("spare_parts.join", sparePartsJoin(ObjectId("6583fe900db34a03617bb9f9")));
  printed("product page", productPage(1234));
  printed("find part", findPart("123-aff-456"));
  printed("spare part page", sparePartPage("907-shf-001"));
  printed("spare parts of a product", sparePartsOfAProduct(ObjectId("6583fe900db34a03617bb9f9")));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.parts.deleteOne({ _id: ObjectId("65967390b2f1b6564ffe731d") });
  attempt(
    "new part",
    () => newPart({
      _id: ObjectId("65967390b2f1b6564ffe731d"),
      partno: "123-aff-456",
      name: "#4 grommet",
      qty: 94,
      cost: 0.94,
      price: 3.99,
    }),
  );
  db.spare_parts.deleteOne({ _id: ObjectId("65a4f4109e7eadaa233dfa7a") });
  attempt(
    "new spare part",
    () => newSparePart({
      _id: ObjectId("65a4f4109e7eadaa233dfa7a"),
      partno: "907-shf-001",
      name: "left-hand smoke seal",
      qty: 12,
      cost: 4.1,
      price: 9.5,
      product_id: ObjectId("6583fe900db34a03617bb9f9"),
    }),
  );
  attempt("stock change", () => stockChange(ObjectId("65967390b2f1b6564ffe731d"), 87));
  attempt("rename part", () => renamePart(ObjectId("65967390b2f1b6564ffe731d"), "Valve cover"));
  attempt(
    "parts.remove",
    () => partsRemove(ObjectId("6583fe900db34a03617bb9f9"), ObjectId("65967390b2f1b6564ffe731d")),
  );
  attempt(
    "parts.add",
    () => partsAdd(ObjectId("6583fe900db34a03617bb9f9"), ObjectId("65967390b2f1b6564ffe731d")),
  );
  endWithSamples();
}
showReadsIfAsked();
