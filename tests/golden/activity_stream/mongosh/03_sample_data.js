// "Activity stream": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("activity_stream");

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
// A visitor with an account
ensureDocument(
  "users",
  { _id: ObjectId("63c1251efff515e963d303c1"), name: "John Smith", email: "john.smith@example.com" },
);
ensureDocument(
  "users",
  { _id: ObjectId("63c521d2f06dc6c1837f55c4"), name: "Victor Chen", email: "victor.chen@example.com" },
);

// --- collection "user_activity": buckets ---
// One thing that a user did
ensureDocument(
  "user_activity",
  {
    _id: { user_id: ObjectId("63c1251efff515e963d303c1"), date: ISODate("2023-03-15T00:00:00Z") },
    user_name: "John Smith",
    activities: [
      {
        timestamp: ISODate("2023-03-15T09:32:14Z"),
        action: "login",
        device: "mobile",
        product_id: ObjectId("5f9a2c87b24d9a2e8c1a5d3f"),
        quantity: 1,
      },
      {
        timestamp: ISODate("2023-03-15T09:45:43Z"),
        action: "view_product",
        device: "desktop",
        product_id: ObjectId("641193c71b15d0b9d74c761c"),
        quantity: 2,
      },
    ],
    metrics: { total_activities: 2, unique_actions: ["login", "view_product"], session_count: 1 },
  },
);
ensureDocument(
  "user_activity",
  {
    _id: { user_id: ObjectId("63c521d2f06dc6c1837f55c4"), date: ISODate("2023-03-15T00:00:00Z") },
    user_name: "Victor Chen",
    activities: [
      {
        timestamp: ISODate("2023-03-15T09:59:12Z"),
        action: "add_to_cart",
        device: "tablet",
        product_id: ObjectId("641196f0f7ae18c770985c68"),
        quantity: 3,
      },
    ],
    metrics: { total_activities: 1, unique_actions: ["add_to_cart"], session_count: 1 },
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("63c1251efff515e963d303c1"), ObjectId("63c521d2f06dc6c1837f55c4")]) {
    db.users.deleteOne({ _id: id });
  }
  for (const id of [
    { user_id: ObjectId("63c1251efff515e963d303c1"), date: ISODate("2023-03-15T00:00:00Z") },
    { user_id: ObjectId("63c521d2f06dc6c1837f55c4"), date: ISODate("2023-03-15T00:00:00Z") },
  ]) {
    db.user_activity.deleteOne({ _id: id });
  }
}
