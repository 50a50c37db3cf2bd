// "University": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("university");

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

// --- collection "students" ---
// Someone enrolled at the university
ensureDocument(
  "students",
  {
    _id: ObjectId("5db23b00ec17bb4df61d639b"),
    first_name: "Sammy",
    last_name: "Shark",
    id_card: {
      number: "123-1234-123",
      issued_on: ISODate("2020-01-23T00:00:00Z"),
      expires_on: ISODate("2024-01-23T00:00:00Z"),
    },
    emails: [{ email: "sammy@example.com", type: "work" }, { email: "sammy@example.org", type: "home" }],
    courses: [ObjectId("5de1b100eb52bc1d3a3c87b4"), ObjectId("5de5adb4965163732b071db4")],
  },
);
ensureDocument(
  "students",
  {
    _id: ObjectId("5db637b49fe145e67496c543"),
    first_name: "Adam",
    last_name: "Bianchi",
    id_card: {
      number: "123-1234-124",
      issued_on: ISODate("2020-01-26T00:00:00Z"),
      expires_on: ISODate("2024-01-26T00:00:00Z"),
    },
    emails: [{ email: "adam.bianchi@example.com", type: "university" }],
    courses: [ObjectId("5de5adb4965163732b071db4"), ObjectId("5de9aa680de43bbdba7162f6")],
  },
);

// --- collection "courses" ---
// A course in the prospectus, edited and listed on its own
ensureDocument(
  "courses",
  {
    _id: ObjectId("5de1b100eb52bc1d3a3c87b4"),
    name: "Physics 101",
    department: "Department of Physics",
    points: 7,
  },
);
ensureDocument(
  "courses",
  {
    _id: ObjectId("5de5adb4965163732b071db4"),
    name: "Modern History",
    department: "Department of History",
    points: 6,
  },
);
ensureDocument(
  "courses",
  {
    _id: ObjectId("5de9aa680de43bbdba7162f6"),
    name: "Macroeconomics",
    department: "Department of Economics",
    points: 2,
  },
);

// --- collection "messages" ---
// A posting on the student council's message board
ensureDocument(
  "messages",
  {
    _id: ObjectId("60fae84902e4ba24e009722c"),
    subject: "Books on kinematics and dynamics",
    message: "Hello! Could you recommend good introductory books covering the topics of kinematics and dynamics? Thanks!",
    posted_on: ISODate("2021-07-23T16:03:21Z"),
    posted_by: ObjectId("5db23b00ec17bb4df61d639b"),
  },
);
ensureDocument(
  "messages",
  {
    _id: ObjectId("60faeb72d45e797f238cde68"),
    subject: "No answer yet",
    message: "I have not heard from you yet. Is there any news?",
    posted_on: ISODate("2021-07-23T16:16:50Z"),
    posted_by: ObjectId("5db23b00ec17bb4df61d639b"),
  },
);
ensureDocument(
  "messages",
  {
    _id: ObjectId("60faee9bc128af5d3fc5c4bb"),
    subject: "A question",
    message: "Could you tell me more about this, please?",
    posted_on: ISODate("2021-07-23T16:30:19Z"),
    posted_by: ObjectId("5db637b49fe145e67496c543"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("5db23b00ec17bb4df61d639b"), ObjectId("5db637b49fe145e67496c543")]) {
    db.students.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("5de1b100eb52bc1d3a3c87b4"),
    ObjectId("5de5adb4965163732b071db4"),
    ObjectId("5de9aa680de43bbdba7162f6"),
  ]) {
    db.courses.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("60fae84902e4ba24e009722c"),
    ObjectId("60faeb72d45e797f238cde68"),
    ObjectId("60faee9bc128af5d3fc5c4bb"),
  ]) {
    db.messages.deleteOne({ _id: id });
  }
}
