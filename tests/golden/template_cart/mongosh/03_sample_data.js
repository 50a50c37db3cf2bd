// Sample documents of the design "Shopping cart without reservation".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents that it inserted; resetSampleData() also inserts them anew.
// The server takes documents of carts away some time after a date: dates of samples move by whole weeks to
// the day on which this runs. In a later week call resetSampleData() before 04_queries.js.
db = db.getSiblingDB("shop");

// The documents below, each with its collection.
const sampleDocuments = [];

// Inserts a document unless its id is taken: what is there already is never changed.
function ensureDocument(collection, document) {
  sampleDocuments.push({ collection, document });
  insertAbsent(collection, document);
}

// Puts the sample documents back as they are below, whatever became of them. demo() of 04_queries.js begins with it,
// where both files are loaded in one shell.
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

// Moves a date of a sample by whole weeks, so that no sample has expired when it is inserted, and the newest is of the
// last days where that is long enough. NESTLINK_TODAY=2024-01-31 takes that day for today.
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

// --- collection "products": standard ---
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
    sku: "MUG-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("7.90"),
    in_stock: 55,
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("65992e00e543311792a20994"),
    sku: "MUG-0414",
    name: "Travel Backpack",
    price: NumberDecimal("16.90"),
    in_stock: 51,
  },
);

// --- collection "carts": standard ---
// What a visitor thinks of buying
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

// Deletes the sample documents by their ids, with their versions and links.
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
