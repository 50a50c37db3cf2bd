// "Shopping cart with reservation": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("shop");

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
// A product with limited stock
ensureDocument(
  "products",
  {
    _id: ObjectId("658162980db34a03617bb9f9"),
    sku: "GIG-0412",
    name: "Jacket of the tour",
    price: NumberDecimal("89.00"),
    stock: 40,
    taken: 6,
    available: 34,
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("65855f4c3d1ec71d8a481d47"),
    sku: "GIG-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("123.00"),
    stock: 47,
    taken: 5,
    available: 42,
  },
);

// --- collection "carts" ---
// What a visitor is about to buy
ensureDocument(
  "carts",
  {
    _id: ObjectId("658e919810e72ace07315bdd"),
    visitor: "v-58210",
    status: "open",
    changed_at: ISODate("2024-03-02T09:30:00Z"),
  },
);
ensureDocument(
  "carts",
  {
    _id: ObjectId("65928e4ce1e90f6143f1e0b7"),
    visitor: "v-58211",
    status: "paid",
    changed_at: ISODate("2024-03-05T10:05:00Z"),
  },
);

// --- collection "reservations" ---
// Units of one product for one cart; paid reservations stay
ensureDocument(
  "reservations",
  {
    _id: ObjectId("65d083a0df2ae84ac231264a"),
    quantity: 1,
    until: ISODate("2024-03-02T10:00:00Z"),
    product_id: ObjectId("658162980db34a03617bb9f9"),
    name: "Jacket of the tour",
    price: NumberDecimal("89.00"),
    cart_id: ObjectId("658e919810e72ace07315bdd"),
    status: "open",
  },
);
ensureDocument(
  "reservations",
  {
    _id: ObjectId("65d480541e11ca7c8abcfe06"),
    quantity: 5,
    until: ISODate("2024-03-05T10:35:00Z"),
    product_id: ObjectId("658162980db34a03617bb9f9"),
    name: "Jacket of the tour",
    price: NumberDecimal("89.00"),
    cart_id: ObjectId("658e919810e72ace07315bdd"),
    status: "open",
  },
);
ensureDocument(
  "reservations",
  {
    _id: ObjectId("65d87d084fc32989f800984a"),
    quantity: 5,
    until: ISODate("2024-03-08T11:10:00Z"),
    product_id: ObjectId("65855f4c3d1ec71d8a481d47"),
    name: "Linen Desk Lamp",
    price: NumberDecimal("123.00"),
    cart_id: ObjectId("65928e4ce1e90f6143f1e0b7"),
    status: "paid",
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("658162980db34a03617bb9f9"), ObjectId("65855f4c3d1ec71d8a481d47")]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("658e919810e72ace07315bdd"), ObjectId("65928e4ce1e90f6143f1e0b7")]) {
    db.carts.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65d083a0df2ae84ac231264a"),
    ObjectId("65d480541e11ca7c8abcfe06"),
    ObjectId("65d87d084fc32989f800984a"),
  ]) {
    db.reservations.deleteOne({ _id: id });
  }
}
