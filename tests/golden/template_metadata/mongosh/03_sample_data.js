// "Metadata": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("photos");

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

// --- collection "photos" ---
// One picture; its bytes are stored elsewhere
ensureDocument(
  "photos",
  {
    _id: ObjectId("65e2f1988eef4b542fa35579"),
    file_name: "harbour.jpg",
    checksum: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    added_at: ISODate("2024-03-02T09:30:00Z"),
    metadata: [
      { k: "camera", v: "Kestrel X20" },
      { k: "lens", v: "35 mm" },
      { k: "iso", v: 400 },
      { k: "width", v: 6000 },
      { k: "place", v: "Old harbour" },
      { k: "photographer", v: "Ida Bauer" },
    ],
  },
);
ensureDocument(
  "photos",
  {
    _id: ObjectId("65e6ee4c82a1e563cf875934"),
    file_name: "photo-2.jpg",
    checksum: "0ce8366200b5a338b5f888b3417b56b4ad3235c815acf764b822c37fa93eadd2",
    added_at: ISODate("2024-03-05T10:05:00Z"),
    metadata: [
      { k: "camera", v: "Kestrel X21" },
      { k: "lens", v: "70 mm" },
      { k: "iso", v: 200 },
      { k: "width", v: 6600 },
      { k: "place", v: "Old harbour" },
      { k: "photographer", v: "Chloe Fischer" },
    ],
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("65e2f1988eef4b542fa35579"), ObjectId("65e6ee4c82a1e563cf875934")]) {
    db.photos.deleteOne({ _id: id });
  }
}
