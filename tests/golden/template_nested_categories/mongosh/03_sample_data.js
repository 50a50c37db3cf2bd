// "Nested categories": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("catalogue");

// The documents below, each with its collection.
const sampleDocuments = [];

// Inserts a document if its _id isn't taken. Existing documents are never changed.
function ensureDocument(collection, document) {
  sampleDocuments.push({ collection, document });
  insertAbsent(collection, document);
}

// Restores the sample documents. demo() in 04_queries.js calls it first, if both files are loaded in one shell.
function resetSampleData() {
  removeSampleData();
  for (const { collection, document } of sampleDocuments) insertAbsent(collection, document);
}

function insertAbsent(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
}

// --- collection "categories" ---
// A category of the catalogue, or a subcategory
ensureDocument(
  "categories",
  { _id: ObjectId("6597c51033da9417e098ae97"), slug: "electronics", name: "Electronics", path: "," },
);
ensureDocument(
  "categories",
  { _id: ObjectId("659bc1c462e691ca6ed6a8f1"), slug: "computers", name: "Computers", path: ",electronics," },
);
ensureDocument(
  "categories",
  { _id: ObjectId("659fbe7850acde0a0835f00b"), slug: "audio", name: "Audio", path: ",electronics," },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("65a3bb2c5a5851535c697471"),
    slug: "laptops",
    name: "Laptops",
    path: ",electronics,computers,",
  },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("65a7b7e03cced497a7137e72"),
    slug: "monitors",
    name: "Monitors",
    path: ",electronics,computers,",
  },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("65ab8b90caddcbff32197c46"),
    slug: "headphones",
    name: "Headphones",
    path: ",electronics,audio,",
  },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("65af88448100e163f7ad753e"),
    slug: "speakers",
    name: "Speakers",
    path: ",electronics,audio,",
  },
);

// --- collection "products" ---
// Something in the catalogue
ensureDocument(
  "products",
  {
    _id: ObjectId("65a3a2900db34a03617bb9f9"),
    sku: "LAP-0412",
    name: "14 inch laptop",
    price: NumberDecimal("249.90"),
    category_id: ObjectId("6597c51033da9417e098ae97"),
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("65a79f443d1ec71d8a481d47"),
    sku: "LAP-0413",
    name: "15 inch laptop",
    price: NumberDecimal("172.90"),
    category_id: ObjectId("6597c51033da9417e098ae97"),
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("65ab9bf8e543311792a20994"),
    sku: "LAP-0414",
    name: "16 inch laptop",
    price: NumberDecimal("168.90"),
    category_id: ObjectId("659bc1c462e691ca6ed6a8f1"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("6597c51033da9417e098ae97"),
    ObjectId("659bc1c462e691ca6ed6a8f1"),
    ObjectId("659fbe7850acde0a0835f00b"),
    ObjectId("65a3bb2c5a5851535c697471"),
    ObjectId("65a7b7e03cced497a7137e72"),
    ObjectId("65ab8b90caddcbff32197c46"),
    ObjectId("65af88448100e163f7ad753e"),
  ]) {
    db.categories.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65a3a2900db34a03617bb9f9"),
    ObjectId("65a79f443d1ec71d8a481d47"),
    ObjectId("65ab9bf8e543311792a20994"),
  ]) {
    db.products.deleteOne({ _id: id });
  }
}
