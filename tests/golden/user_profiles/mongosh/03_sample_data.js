// "User profiles": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("user_profiles");

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

// --- collection "users" ---
// An account that older and newer versions of the application read and write
ensureDocument(
  "users",
  {
    _id: ObjectId("65a4f410fff515e963d303c1"),
    schema_version: 2,
    name: { first: "Jane", last: "Doe" },
    email: "john.smith@example.com",
    addresses: [
      { type: "home", street: "456 Park Ave", city: "New York", state: "NY", zip: "10022" },
      { type: "work", street: "31 Station Avenue", city: "Austin", state: "TX", zip: "78701" },
    ],
    phone_numbers: [{ type: "mobile", number: "917-555-6789" }, { type: "home", number: "917-555-6790" }],
  },
);
ensureDocument(
  "users",
  {
    _id: ObjectId("65a8f0c4f06dc6c1837f55c4"),
    schema_version: 1,
    name: "Victor Chen",
    email: "victor.chen@example.com",
    address: "31 Station Avenue, Austin, TX 78701",
    phone: "212-555-1235",
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("65a4f410fff515e963d303c1"), ObjectId("65a8f0c4f06dc6c1837f55c4")]) {
    db.users.deleteOne({ _id: id });
  }
}
