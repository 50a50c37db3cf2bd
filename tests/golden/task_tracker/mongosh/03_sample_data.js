// Sample documents of the design "Task tracker".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents that it inserted; resetSampleData() also inserts them anew.
db = db.getSiblingDB("task_tracker");

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

// --- collection "people": standard ---
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

// --- collection "tasks": standard ---
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

// Deletes the sample documents by their ids, with their versions and links.
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
