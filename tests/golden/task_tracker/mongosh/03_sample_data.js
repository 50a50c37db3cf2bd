// "Task tracker": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("task_tracker");

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

// --- collection "people" ---
// Someone who owns tasks
ensureDocument(
  "people",
  {
    _id: ObjectId("52ec39000b6c4611bd74ed9d"),
    name: "Kate Monster",
    tasks: [ObjectId("53278c80e344cd83f05f2f43"), ObjectId("532b89345a370c295808df41")],
  },
);
ensureDocument(
  "people",
  {
    _id: ObjectId("52f035b4178a45d8b3056d46"),
    name: "Oscar Kowalski",
    tasks: [ObjectId("532f85e8c73046b28fd07a33")],
  },
);

// --- collection "tasks" ---
// One piece of work with one owner
ensureDocument(
  "tasks",
  {
    _id: ObjectId("53278c80e344cd83f05f2f43"),
    description: "Write lesson plan",
    due_date: ISODate("2014-04-01T00:00:00Z"),
    project: "Spring term",
    owner: ObjectId("52ec39000b6c4611bd74ed9d"),
  },
);
ensureDocument(
  "tasks",
  {
    _id: ObjectId("532b89345a370c295808df41"),
    description: "Ask everyone for points by Thursday.",
    due_date: ISODate("2014-04-04T00:00:00Z"),
    project: "Warehouse move",
    owner: ObjectId("52ec39000b6c4611bd74ed9d"),
  },
);
ensureDocument(
  "tasks",
  {
    _id: ObjectId("532f85e8c73046b28fd07a33"),
    description: "Compare the invoice with the delivery note.",
    due_date: ISODate("2014-04-07T00:00:00Z"),
    project: "Annual report",
    owner: ObjectId("52f035b4178a45d8b3056d46"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("52ec39000b6c4611bd74ed9d"), ObjectId("52f035b4178a45d8b3056d46")]) {
    db.people.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("53278c80e344cd83f05f2f43"),
    ObjectId("532b89345a370c295808df41"),
    ObjectId("532f85e8c73046b28fd07a33"),
  ]) {
    db.tasks.deleteOne({ _id: id });
  }
}
