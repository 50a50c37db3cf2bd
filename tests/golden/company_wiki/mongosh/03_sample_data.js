// "Company wiki": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("wiki");

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

// --- collection "employees" ---
// A person in the organisation chart
ensureDocument(
  "employees",
  {
    _id: ObjectId("65699988373c299421e29223"),
    name: "Amina Diallo",
    job_title: "Managing director",
    email: "amina.diallo@example.com",
    ancestors: [],
    following: [ObjectId("656d963cc025bdbf6726ac2f"), ObjectId("657192f08294cff6becfe6c3")],
  },
);
ensureDocument(
  "employees",
  {
    _id: ObjectId("656d963cc025bdbf6726ac2f"),
    name: "Helena Keller",
    job_title: "Head of engineering",
    email: "helena.keller@example.com",
    manager: ObjectId("65699988373c299421e29223"),
    ancestors: [ObjectId("65699988373c299421e29223")],
    following: [ObjectId("657192f08294cff6becfe6c3"), ObjectId("65758fa4db250780f4cc145f")],
  },
);
ensureDocument(
  "employees",
  {
    _id: ObjectId("657192f08294cff6becfe6c3"),
    name: "Ivan Mbeki",
    job_title: "Head of sales",
    email: "ivan.mbeki@example.com",
    manager: ObjectId("65699988373c299421e29223"),
    ancestors: [ObjectId("65699988373c299421e29223")],
    following: [ObjectId("65758fa4db250780f4cc145f"), ObjectId("65798c5840fe1c3bf815cd72")],
  },
);
ensureDocument(
  "employees",
  {
    _id: ObjectId("65758fa4db250780f4cc145f"),
    name: "Tessa Romero",
    job_title: "Engineer",
    email: "tessa.romero@example.com",
    manager: ObjectId("656d963cc025bdbf6726ac2f"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
    following: [ObjectId("65798c5840fe1c3bf815cd72"), ObjectId("657d6008c4ff741f4c5296dc")],
  },
);
ensureDocument(
  "employees",
  {
    _id: ObjectId("65798c5840fe1c3bf815cd72"),
    name: "Oscar Larsen",
    job_title: "Designer",
    email: "oscar.larsen@example.com",
    manager: ObjectId("656d963cc025bdbf6726ac2f"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
    following: [ObjectId("657d6008c4ff741f4c5296dc"), ObjectId("65815cbc5878c0d27d6ee22e")],
  },
);
ensureDocument(
  "employees",
  {
    _id: ObjectId("657d6008c4ff741f4c5296dc"),
    name: "Carmen Hughes",
    job_title: "Account manager",
    email: "carmen.hughes@example.com",
    manager: ObjectId("657192f08294cff6becfe6c3"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("657192f08294cff6becfe6c3")],
    following: [ObjectId("65699988373c299421e29223"), ObjectId("65815cbc5878c0d27d6ee22e")],
  },
);
ensureDocument(
  "employees",
  {
    _id: ObjectId("65815cbc5878c0d27d6ee22e"),
    name: "Pablo Bianchi",
    job_title: "Sales assistant",
    email: "pablo.bianchi@example.com",
    manager: ObjectId("657192f08294cff6becfe6c3"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("657192f08294cff6becfe6c3")],
    following: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
  },
);

// --- collection "pages" ---
// A page; users choose the order of its subpages
ensureDocument(
  "pages",
  {
    _id: ObjectId("6574258829161bc4bf4713aa"),
    title: "Company handbook",
    text: "Everything that is good to know in the first week.",
    changed_on: ISODate("2024-02-11T08:30:00Z"),
    subpages: [ObjectId("6578223c4aecfb70894cb683"), ObjectId("657c1ef0692eee3c4cdde266")],
  },
);
ensureDocument(
  "pages",
  {
    _id: ObjectId("6578223c4aecfb70894cb683"),
    title: "Working hours",
    text: "Most of this was known before; the order was not.",
    changed_on: ISODate("2024-02-14T09:05:00Z"),
    subpages: [ObjectId("65801ba46c1d0377f2c60402"), ObjectId("6584185818b7af8ae49440db")],
  },
);
ensureDocument(
  "pages",
  {
    _id: ObjectId("657c1ef0692eee3c4cdde266"),
    title: "Travel",
    text: "We start with the question that comes up most often.",
    changed_on: ISODate("2024-02-17T09:40:00Z"),
    subpages: [ObjectId("6587ec0850d574ba6a76a7b7"), ObjectId("658be8bcb3f86dab94205649")],
  },
);
ensureDocument(
  "pages",
  {
    _id: ObjectId("65801ba46c1d0377f2c60402"),
    title: "Holidays",
    text: "The plan is simple, and so are the exceptions.",
    changed_on: ISODate("2024-02-20T10:15:00Z"),
    subpages: [],
  },
);
ensureDocument(
  "pages",
  {
    _id: ObjectId("6584185818b7af8ae49440db"),
    title: "Sick leave",
    text: "Three things went well, one did not.",
    changed_on: ISODate("2024-02-23T10:50:00Z"),
    subpages: [],
  },
);
ensureDocument(
  "pages",
  {
    _id: ObjectId("6587ec0850d574ba6a76a7b7"),
    title: "Booking a journey",
    text: "Most of this was known before; the order was not.",
    changed_on: ISODate("2024-02-26T08:30:00Z"),
    subpages: [],
  },
);
ensureDocument(
  "pages",
  {
    _id: ObjectId("658be8bcb3f86dab94205649"),
    title: "Expenses",
    text: "We start with the question that comes up most often.",
    changed_on: ISODate("2024-02-29T09:05:00Z"),
    subpages: [],
  },
);

// --- collection "comments" ---
// A comment on a page, or a reply to another comment
ensureDocument(
  "comments",
  {
    _id: ObjectId("65e71c005670d1ee89dcf1ce"),
    comment: "Who keeps this page up to date?",
    written_on: ISODate("2024-03-05T13:20:00Z"),
    page_id: ObjectId("6574258829161bc4bf4713aa"),
    written_by: ObjectId("65699988373c299421e29223"),
    writer_name: "Amina Diallo",
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65eb18b4c48f2cc5f5daf337"),
    comment: "To be looked at again next week.",
    written_on: ISODate("2024-03-08T13:55:00Z"),
    page_id: ObjectId("6574258829161bc4bf4713aa"),
    written_by: ObjectId("65699988373c299421e29223"),
    writer_name: "Amina Diallo",
    answer_to: ObjectId("65e71c005670d1ee89dcf1ce"),
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65ef15680f97e1cff4b48297"),
    comment: "Same as last time, with one exception.",
    written_on: ISODate("2024-03-11T14:30:00Z"),
    page_id: ObjectId("6578223c4aecfb70894cb683"),
    written_by: ObjectId("656d963cc025bdbf6726ac2f"),
    writer_name: "Helena Keller",
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65f3121cadbd030d644cfebd"),
    comment: "Nothing unusual so far.",
    written_on: ISODate("2024-03-14T15:05:00Z"),
    page_id: ObjectId("6578223c4aecfb70894cb683"),
    written_by: ObjectId("656d963cc025bdbf6726ac2f"),
    writer_name: "Helena Keller",
    answer_to: ObjectId("65ef15680f97e1cff4b48297"),
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65f70ed0fc3a8959370bac89"),
    comment: "Agreed with everyone involved.",
    written_on: ISODate("2024-03-17T15:40:00Z"),
    page_id: ObjectId("657c1ef0692eee3c4cdde266"),
    written_by: ObjectId("657192f08294cff6becfe6c3"),
    writer_name: "Ivan Mbeki",
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65fae280a6e8a8c74d158000"),
    comment: "Waiting for an answer by phone.",
    written_on: ISODate("2024-03-20T13:20:00Z"),
    page_id: ObjectId("657c1ef0692eee3c4cdde266"),
    written_by: ObjectId("657192f08294cff6becfe6c3"),
    writer_name: "Ivan Mbeki",
    answer_to: ObjectId("65f70ed0fc3a8959370bac89"),
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65fedf34a573f5a612b2af1c"),
    comment: "Checked and found in order.",
    written_on: ISODate("2024-03-23T13:55:00Z"),
    page_id: ObjectId("65801ba46c1d0377f2c60402"),
    written_by: ObjectId("65758fa4db250780f4cc145f"),
    writer_name: "Tessa Romero",
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("65699988373c299421e29223"),
    ObjectId("656d963cc025bdbf6726ac2f"),
    ObjectId("657192f08294cff6becfe6c3"),
    ObjectId("65758fa4db250780f4cc145f"),
    ObjectId("65798c5840fe1c3bf815cd72"),
    ObjectId("657d6008c4ff741f4c5296dc"),
    ObjectId("65815cbc5878c0d27d6ee22e"),
  ]) {
    db.employees.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("6574258829161bc4bf4713aa"),
    ObjectId("6578223c4aecfb70894cb683"),
    ObjectId("657c1ef0692eee3c4cdde266"),
    ObjectId("65801ba46c1d0377f2c60402"),
    ObjectId("6584185818b7af8ae49440db"),
    ObjectId("6587ec0850d574ba6a76a7b7"),
    ObjectId("658be8bcb3f86dab94205649"),
  ]) {
    db.pages.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65e71c005670d1ee89dcf1ce"),
    ObjectId("65eb18b4c48f2cc5f5daf337"),
    ObjectId("65ef15680f97e1cff4b48297"),
    ObjectId("65f3121cadbd030d644cfebd"),
    ObjectId("65f70ed0fc3a8959370bac89"),
    ObjectId("65fae280a6e8a8c74d158000"),
    ObjectId("65fedf34a573f5a612b2af1c"),
  ]) {
    db.comments.deleteOne({ _id: id });
  }
}
