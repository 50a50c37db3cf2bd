// Sample documents of the design "User profiles".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents that it inserted; resetSampleData() also inserts them anew.
db = db.getSiblingDB("user_profiles");

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

// --- collection "users": standard ---
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

// Deletes the sample documents by their ids, with their versions and links.
function removeSampleData() {
  for (const id of [ObjectId("65a4f410fff515e963d303c1"), ObjectId("65a8f0c4f06dc6c1837f55c4")]) {
    db.users.deleteOne({ _id: id });
  }
}
