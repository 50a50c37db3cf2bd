// "Texts in several languages (i18n)": Sample documents
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

// --- collection "products" ---
// Something on sale, with a name in each language
ensureDocument(
  "products",
  {
    _id: ObjectId("658bee980db34a03617bb9f9"),
    sku: "MUG-0412",
    price: NumberDecimal("12.90"),
    name: { en: "Blue mug", de: "Blaue Tasse", fr: "Tasse bleue", es: "Taza azul" },
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("658feb4c3d1ec71d8a481d47"),
    sku: "MUG-0413",
    price: NumberDecimal("7.90"),
    name: { en: "Blue mug 2", de: "Blaue Tasse 2", fr: "Tasse bleue 2", es: "Taza azul 2" },
  },
);

// --- collection "descriptions" ---
// The long text of a product in one language
ensureDocument(
  "descriptions",
  {
    _id: ObjectId("658e91987434b26199c89591"),
    locale: "de",
    text: "Eine Tasse aus Ton.",
    status: "checked",
    changed_at: ISODate("2024-03-02T09:30:00Z"),
    product_id: ObjectId("658bee980db34a03617bb9f9"),
  },
);
ensureDocument(
  "descriptions",
  {
    _id: ObjectId("65928e4c562311ce1aa77be8"),
    locale: "fr",
    text: "Text of description 2",
    status: "draft",
    changed_at: ISODate("2024-03-05T10:05:00Z"),
    product_id: ObjectId("658bee980db34a03617bb9f9"),
  },
);
ensureDocument(
  "descriptions",
  {
    _id: ObjectId("65968b0010a12c14ba95eb4b"),
    locale: "es",
    text: "Text of description 3",
    status: "checked",
    changed_at: ISODate("2024-03-08T10:40:00Z"),
    product_id: ObjectId("658feb4c3d1ec71d8a481d47"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("658bee980db34a03617bb9f9"), ObjectId("658feb4c3d1ec71d8a481d47")]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("658e91987434b26199c89591"),
    ObjectId("65928e4c562311ce1aa77be8"),
    ObjectId("65968b0010a12c14ba95eb4b"),
  ]) {
    db.descriptions.deleteOne({ _id: id });
  }
}
