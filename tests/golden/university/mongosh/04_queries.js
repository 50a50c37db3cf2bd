// "University": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("university");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). Prints rejected writes; stops on script errors.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was rejected: " + error.message);
  }
}

// Restores the sample documents after an earlier demo(), if 03_sample_data.js is loaded.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`your own document has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are used as they are now. To restore them, load("03_sample_data.js") before you call demo().');
}

// Restores the sample documents again, because the calls also changed totals and lists in them.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are restored.");
}

// Runs the reads if NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// Returns the fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
}

// Returns a value without its empty fields, which a driver would store as null. nullable: paths that can be null.
// Values with toBSON aren't changed.
function withoutAbsent(value, nullable = [], path = "") {
  if (Array.isArray(value)) {
    return value.map((each) => withoutAbsent(each, nullable, path));
  }
  if (Object.prototype.toString.call(value) !== "[object Object]" || value._bsontype || value.toBSON) {
    return value;
  }
  const at = (name) => (path ? `${path}.${name}` : name);
  const isStored = ([name, inner]) => inner !== undefined && (inner !== null || nullable.includes(at(name)));
  const stored = Object.entries(value).filter(isStored);
  return Object.fromEntries(stored.map(([name, inner]) => [name, withoutAbsent(inner, nullable, at(name))]));
}

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Fails if a required value is null. An omitted value doesn't change.
function mustNotBeNull(values) {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value, or be left out`);
}

// Returns an update that sets these fields: undefined keeps a field, null removes it. nullable: paths that store null
// instead. others: the rest of the update.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to update: pass a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}

// Returns items with the fields copied from the documents they reference; if reference is "", the items are IDs.
// copies: the source's field for each item field. Fails if a referenced document is missing or, where a pair can be
// linked only once, referenced twice.
function withCopies(elements, reference, sources, copies, word, linkedOnce) {
  if (!Array.isArray(elements)) {
    return elements;
  }
  const byId = new Map(sources.map((each) => [String(each._id), each]));
  const named = new Set();
  return elements.map((element) => {
    const id = (reference === "" ? element : element[reference]) ?? null;
    const source = byId.get(String(id));
    if (id !== null && source === undefined) {
      throw new Error(`${word} not found`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`the same ${word} is given twice, but can be linked only once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "id_card": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a student's id card in one atomic write.
function idCardAdd(studentId, idCard) {
  mustBeGiven({ idCard });
  const added = db.students.updateOne({ _id: studentId }, { $set: { id_card: idCard } });
  if (added.matchedCount === 0) {
    throw new Error("student not found");
  }
  return added;
}

// --- relationship "courses": One-way references (C4a) ---
// the array would grow too large on the other side

// Returns the documents a student links to. $in doesn't keep their order.
function coursesRead(studentId) {
  const student = db.students.findOne({ _id: studentId }, { courses: 1 });
  const courseList = db.courses.find({ _id: { $in: (student?.courses ?? []) } }).toArray();
  return { student, courseList };
}

// Returns the next page after the last item shown. shownIds: the IDs of the items already shown that have the
// same last_name as the last one.
function coursesPage(courseId, lastLastName, shownIds) {
  return db.students.find({ courses: courseId, last_name: { $gte: lastLastName }, _id: { $nin: shownIds } }).sort({ last_name: 1 }).limit(50).toArray();
}

// Links a student to a course. Does nothing if already linked.
function coursesAdd(studentId, courseId) {
  const course = db.courses.findOne({ _id: courseId }, { _id: 1 });
  if (course === null) {
    throw new Error("course not found");
  }
  const added = db.students.updateOne(
    { _id: studentId, "courses.99": { $exists: false } },
    { $addToSet: { courses: courseId } },
  );
  if (added.matchedCount === 0) {
    const present = db.students.findOne({ _id: studentId, courses: courseId }, { _id: 1 });
    if (present === null) {
      throw new Error("student not found, or courses limit reached");
    }
  }
  return added;
}

// Unlinks a student from a course. Neither document is deleted.
function coursesRemove(studentId, courseId) {
  const removed = db.students.updateOne({ _id: studentId, courses: courseId }, { $pull: { courses: courseId } });
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// Removes all references to a course, then deletes it. All writes run in one transaction.
function deleteCourse(courseId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.students.updateMany({ courses: courseId }, { $pull: { courses: courseId } });
      removed = inside.courses.deleteOne({ _id: courseId });
      if (removed.deletedCount === 0) {
        throw new Error("course not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "messages": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same posted_on as the last one.
function messagesPage(studentId, lastPostedOn, shownIds) {
  return db.messages.find({ posted_by: studentId, posted_on: { $lte: lastPostedOn }, _id: { $nin: shownIds } }).sort({ posted_on: -1 }).limit(20).toArray();
}

// --- operation "student profile" ---

// Student, read: 30,000 per day.
function studentProfile(id) {
  const found = db.students.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const courses = db.courses.find({ _id: { $in: (found.courses ?? []) } }).toArray();
  return { found, courses };
}

// --- operation "enrol student" ---

// Student, insert: 10 per day. Fails if one of its courses doesn't exist (one read).
function enrolStudent(student) {
  student = withoutAbsent(student);
  const courses = db.courses.find({ _id: { $in: (student?.courses ?? []) } }, { _id: 1 }).toArray();
  return db.students.insertOne({ ...student, ...givenFields({ courses: withCopies(student.courses, "", courses, {}, "course", true) }) });
}

// --- operation "renew card" ---

// IdCard, update: 10 per day. id_card.number, id_card.issued_on, and id_card.expires_on don't change if
// omitted.
function renewCard(studentId, newNumber, newIssuedOn, newExpiresOn) {
  mustNotBeNull({ newNumber, newIssuedOn, newExpiresOn });
  const changed = db.students.updateOne(
    { _id: studentId },
    setOrClear({
      "id_card.number": newNumber,
      "id_card.issued_on": newIssuedOn,
      "id_card.expires_on": newExpiresOn,
    }),
  );
  if (changed.matchedCount === 0) {
    throw new Error("student not found");
  }
  return changed;
}

// --- operation "add e-mail" ---

// Email, insert: 20 per day.
function addEMail(studentId, email) {
  mustBeGiven({ email });
  const added = db.students.updateOne({ _id: studentId, "emails.9": { $exists: false } }, { $push: { emails: email } });
  if (added.matchedCount === 0) {
    throw new Error("student not found, or emails limit reached");
  }
  return added;
}

// --- operation "course roster" ---

// Student, read: 400 per day.
function courseRoster(courseId, limit = 50) {
  return db.students.find({ courses: courseId }).sort({ last_name: 1 }).limit(limit).toArray();
}

// --- operation "course catalogue" ---

// Course, read: 20,000 per day.
function courseCatalogue(department, limit = 50) {
  return db.courses.find({ department }).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "edit course" ---

// Course, update: 130 per day.
function editCourse(id, newPoints) {
  mustBeGiven({ newPoints });
  const changed = db.courses.updateOne({ _id: id }, { $set: { points: newPoints } });
  if (changed.matchedCount === 0) {
    throw new Error("course not found");
  }
  return changed;
}

// --- operation "message board" ---

// Message, read: 50,000 per day.
function messageBoard() {
  return db.messages.find({}).sort({ posted_on: -1 }).limit(20).toArray();
}

// --- operation "messages of a student" ---

// Message, read: 8,000 per day.
function messagesOfAStudent(postedById) {
  return db.messages.find({ posted_by: postedById }).sort({ posted_on: -1 }).limit(20).toArray();
}

// --- operation "post message" ---

// Message, insert: 10,000 per day. Fails if the student doesn't exist (one read).
function postMessage(message) {
  const student = db.students.findOne({ _id: message?.posted_by ?? null }, { _id: 1 });
  if (student === null) {
    throw new Error("student not found");
  }
  return db.messages.insertOne(message);
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("courses.read", coursesRead(ObjectId("5db23b00ec17bb4df61d639b")));
  printed(
    "courses.page",
    coursesPage(ObjectId("5de1b100eb52bc1d3a3c87b4"), "Bianchi", [ObjectId("5db637b49fe145e67496c543")]),
  );
  printed(
    "messages.page",
    messagesPage(
      ObjectId("5db23b00ec17bb4df61d639b"),
      ISODate("2021-07-23T16:16:50Z"),
      [ObjectId("60faeb72d45e797f238cde68")],
    ),
  );
  printed("student profile", studentProfile(ObjectId("5db23b00ec17bb4df61d639b")));
  printed("course roster", courseRoster(ObjectId("5de1b100eb52bc1d3a3c87b4")));
  printed("course catalogue", courseCatalogue("Department of Physics"));
  printed("message board", messageBoard());
  printed("messages of a student", messagesOfAStudent(ObjectId("5db23b00ec17bb4df61d639b")));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.students.deleteOne({ _id: ObjectId("5db23b00ec17bb4df61d639b") });
  attempt(
    "enrol student",
    () => enrolStudent({
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
    }),
  );
  db.messages.deleteOne({ _id: ObjectId("60fae84902e4ba24e009722c") });
  attempt(
    "post message",
    () => postMessage({
      _id: ObjectId("60fae84902e4ba24e009722c"),
      subject: "Books on kinematics and dynamics",
      message: "Hello! Could you recommend good introductory books covering the topics of kinematics and dynamics? Thanks!",
      posted_on: ISODate("2021-07-23T16:03:21Z"),
      posted_by: ObjectId("5db23b00ec17bb4df61d639b"),
    }),
  );
  attempt(
    "renew card",
    () => renewCard(
      ObjectId("5db23b00ec17bb4df61d639b"),
      "123-1234-123",
      ISODate("2020-01-26T00:00:00Z"),
      ISODate("2024-01-26T00:00:00Z"),
    ),
  );
  attempt(
    "add e-mail",
    () => addEMail(ObjectId("5db23b00ec17bb4df61d639b"), { email: "sammy@example.com", type: "work" }),
  );
  attempt("edit course", () => editCourse(ObjectId("5de1b100eb52bc1d3a3c87b4"), 6));
  attempt(
    "courses.remove",
    () => coursesRemove(ObjectId("5db23b00ec17bb4df61d639b"), ObjectId("5de1b100eb52bc1d3a3c87b4")),
  );
  attempt(
    "id_card.add",
    () => idCardAdd(
      ObjectId("5db23b00ec17bb4df61d639b"),
      {
        number: "123-1234-123",
        issued_on: ISODate("2020-01-23T00:00:00Z"),
        expires_on: ISODate("2024-01-23T00:00:00Z"),
      },
    ),
  );
  attempt(
    "courses.add",
    () => coursesAdd(ObjectId("5db23b00ec17bb4df61d639b"), ObjectId("5de1b100eb52bc1d3a3c87b4")),
  );
  attempt("courses.delete", () => deleteCourse(ObjectId("5de1b100eb52bc1d3a3c87b4")));
  endWithSamples();
}
showReadsIfAsked();
