// "Parts catalogue": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("parts_catalogue");

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

// --- collection "products" ---
// Something that is put together from parts
ensureDocument(
  "products",
  {
    _id: ObjectId("6583fe900db34a03617bb9f9"),
    name: "left-handed smoke shifter",
    manufacturer: "Acme Corp",
    catalog_number: 1234,
    parts: [
      { part_id: ObjectId("65967390b2f1b6564ffe731d"), name: "#4 grommet" },
      { part_id: ObjectId("659a7044bf040024b2a51db0"), name: "Valve cover" },
    ],
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("6587fb443d1ec71d8a481d47"),
    name: "Cordless drill",
    manufacturer: "Lumo",
    catalog_number: 1235,
    parts: [
      { part_id: ObjectId("659a7044bf040024b2a51db0"), name: "Valve cover" },
      { part_id: ObjectId("659e6cf8631b2191c97ce183"), name: "Filter housing" },
    ],
  },
);

// --- collection "parts" ---
// A part that many products share, counted and searched on its own
ensureDocument(
  "parts",
  {
    _id: ObjectId("65967390b2f1b6564ffe731d"),
    partno: "123-aff-456",
    name: "#4 grommet",
    qty: 94,
    cost: 0.94,
    price: 3.99,
  },
);
ensureDocument(
  "parts",
  {
    _id: ObjectId("659a7044bf040024b2a51db0"),
    partno: "123-aff-457",
    name: "Valve cover",
    qty: 87,
    cost: 1.27,
    price: 3.99,
  },
);
ensureDocument(
  "parts",
  {
    _id: ObjectId("659e6cf8631b2191c97ce183"),
    partno: "123-aff-458",
    name: "Filter housing",
    qty: 63,
    cost: 1.08,
    price: 4.99,
  },
);

// --- collection "spare_parts" ---
// A spare part that fits one product only
ensureDocument(
  "spare_parts",
  {
    _id: ObjectId("65a4f4109e7eadaa233dfa7a"),
    partno: "907-shf-001",
    name: "left-hand smoke seal",
    qty: 12,
    cost: 4.1,
    price: 9.5,
    product_id: ObjectId("6583fe900db34a03617bb9f9"),
    product_name: "left-handed smoke shifter",
    product_catalog_number: 1234,
  },
);
ensureDocument(
  "spare_parts",
  {
    _id: ObjectId("65a8f0c44a105ae034269b40"),
    partno: "907-shf-002",
    name: "Rubber gasket",
    qty: 10,
    cost: Double(4.0),
    price: 11.5,
    product_id: ObjectId("6583fe900db34a03617bb9f9"),
    product_name: "left-handed smoke shifter",
    product_catalog_number: 1234,
  },
);
ensureDocument(
  "spare_parts",
  {
    _id: ObjectId("65aced78cc64d6d957799c4d"),
    partno: "907-shf-003",
    name: "Drive belt",
    qty: 16,
    cost: 3.1,
    price: 6.5,
    product_id: ObjectId("6587fb443d1ec71d8a481d47"),
    product_name: "Cordless drill",
    product_catalog_number: 1235,
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("6583fe900db34a03617bb9f9"), ObjectId("6587fb443d1ec71d8a481d47")]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65967390b2f1b6564ffe731d"),
    ObjectId("659a7044bf040024b2a51db0"),
    ObjectId("659e6cf8631b2191c97ce183"),
  ]) {
    db.parts.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65a4f4109e7eadaa233dfa7a"),
    ObjectId("65a8f0c44a105ae034269b40"),
    ObjectId("65aced78cc64d6d957799c4d"),
  ]) {
    db.spare_parts.deleteOne({ _id: id });
  }
}
