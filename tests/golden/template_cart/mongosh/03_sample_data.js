// "Shopping cart without reservation": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
// Documents in carts expire, so sample dates are moved by whole weeks to the day this runs. In a later week,
// call resetSampleData() before 04_queries.js.
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

// Moves a sample date by whole weeks, so that no sample has expired when it is inserted, and the latest is from the
// past few days if possible. NESTLINK_TODAY=2024-01-31 sets the current date.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}

function recent(date) {
  return movedByWeeks(date, ISODate("2024-03-05T10:05:00Z"), ISODate("2024-03-16T09:30:00Z"));
}

// --- collection "products" ---
// Something on sale
ensureDocument(
  "products",
  {
    _id: ObjectId("659134980db34a03617bb9f9"),
    sku: "MUG-0412",
    name: "Blue mug",
    price: NumberDecimal("12.90"),
    in_stock: 40,
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("6595314c3d1ec71d8a481d47"),
    sku: "LAM-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("7.90"),
    in_stock: 55,
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("65992e00e543311792a20994"),
    sku: "BAC-0414",
    name: "Travel Backpack",
    price: NumberDecimal("16.90"),
    in_stock: 51,
  },
);

// --- collection "carts" ---
// A visitor's cart
ensureDocument(
  "carts",
  {
    _id: ObjectId("658e919810e72ace07315bdd"),
    visitor: "v-58210",
    changed_at: recent(ISODate("2024-03-02T09:30:00Z")),
    lines: [
      {
        product_id: ObjectId("659134980db34a03617bb9f9"),
        name: "Blue mug",
        price: NumberDecimal("12.90"),
        quantity: 2,
      },
      {
        product_id: ObjectId("6595314c3d1ec71d8a481d47"),
        name: "Linen Desk Lamp",
        price: NumberDecimal("7.90"),
        quantity: 1,
      },
    ],
  },
);
ensureDocument(
  "carts",
  {
    _id: ObjectId("65928e4ce1e90f6143f1e0b7"),
    visitor: "v-58211",
    changed_at: recent(ISODate("2024-03-05T10:05:00Z")),
    lines: [
      {
        product_id: ObjectId("6595314c3d1ec71d8a481d47"),
        name: "Linen Desk Lamp",
        price: NumberDecimal("7.90"),
        quantity: 3,
      },
      {
        product_id: ObjectId("65992e00e543311792a20994"),
        name: "Travel Backpack",
        price: NumberDecimal("16.90"),
        quantity: 5,
      },
    ],
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("659134980db34a03617bb9f9"),
    ObjectId("6595314c3d1ec71d8a481d47"),
    ObjectId("65992e00e543311792a20994"),
  ]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("658e919810e72ace07315bdd"), ObjectId("65928e4ce1e90f6143f1e0b7")]) {
    db.carts.deleteOne({ _id: id });
  }
}
