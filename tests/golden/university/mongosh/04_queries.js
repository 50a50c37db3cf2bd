// Reads and writes of the design "University".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("university");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). What the database or a guard refuses is told; a mistake in a script stops it.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was refused: " + error.message);
  }
}

// Puts the sample documents back as they were before an earlier demo(), where 03_sample_data.js is loaded, too.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`a document of yours has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are taken as they are. load("03_sample_data.js") first, and demo() puts them back as they were');
}

// Puts the sample documents back once more: what calls add is taken away before, as no function
// does, so totals and lists of others would tell of what is not there.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are as they were before demo().");
}

// Runs the reads where the environment asks for it: NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// The fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
}

// A value as it is stored: without the fields that have no value, for which a driver would write null.
// nullable: the paths that may be null. A value that says itself how it is stored (toBSON) stays as it is.
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

// Refuses what has no value and needs one: null would be stored in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Elements with the copies of what each names by its reference; ids by themselves, where that is "". copies: by field of an
// element, that of the source. What names something that is not among the sources is refused; where a pair is linked once,
// a second one of the same too.
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
      throw new Error(`there is no such ${word}`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`it names the same ${word} twice: the two are linked once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "id_card": EMBED_ONE (A3) ---
// one read returns both, and updates are atomic

// Replace the id card of one student: one atomic write.
function idCardAdd(studentId, idCard) {
  mustBeGiven({ idCard });
  const added = db.students.updateOne({ _id: studentId }, { $set: { id_card: idCard } });
  if (added.matchedCount === 0) {
    throw new Error("there is no such student");
  }
  return added;
}

// --- relationship "emails": EMBED_ARRAY (B7) ---
// small, limited in number, owned, and read with its parent

// Take one email out of the array. The email is given whole as it was read. Elements equal to it in every
// field go together. Refused where fewer than 1 of emails would stay.
function emailsRemove(studentId, email) {
  const removed = db.students.updateOne(
    { _id: studentId, emails: email, "emails.1": { $exists: true } },
    { $pullAll: { emails: [email] } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("there is no such email, or that was changed since it was read, or it must keep at least 1 of emails");
  }
  return removed;
}

// --- relationship "courses": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side

// What the student lists: its ids, then the documents. $in does not keep their order.
function coursesRead(studentId) {
  const student = db.students.findOne({ _id: studentId }, { courses: 1 });
  const courseList = db.courses.find({ _id: { $in: (student?.courses ?? []) } }).toArray();
  return { student, courseList };
}

// The next page: what comes behind the last one shown. shownIds: of all shown so far with the last last_name.
function coursesPage(courseId, lastLastName, shownIds) {
  return db.students.find({ courses: courseId, last_name: { $gte: lastLastName }, _id: { $nin: shownIds } }).sort({ last_name: 1 }).limit(50).toArray();
}

// Let one student list one course, at most once.
function coursesAdd(studentId, courseId) {
  const course = db.courses.findOne({ _id: courseId }, { _id: 1 });
  if (course === null) {
    throw new Error("there is no such course");
  }
  const added = db.students.updateOne(
    { _id: studentId, "courses.99": { $exists: false } },
    { $addToSet: { courses: courseId } },
  );
  if (added.matchedCount === 0) {
    const present = db.students.findOne({ _id: studentId, courses: courseId }, { _id: 1 });
    if (present === null) {
      throw new Error("there is no such student, or it has no room in courses");
    }
  }
  return added;
}

// Let the student list the course no longer; both documents stay.
function coursesRemove(studentId, courseId) {
  const removed = db.students.updateOne({ _id: studentId, courses: courseId }, { $pull: { courses: courseId } });
  if (removed.matchedCount === 0) {
    throw new Error("the two are not linked");
  }
  return removed;
}

// Delete one course: first out of every list, then the document. All writes stand in one transaction: all of
// them happen, or none.
function deleteCourse(courseId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.students.updateMany({ courses: courseId }, { $pull: { courses: courseId } });
      removed = inside.courses.deleteOne({ _id: courseId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such course");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "messages": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last posted_on.
function messagesPage(studentId, lastPostedOn, shownIds) {
  return db.messages.find({ posted_by: studentId, posted_on: { $lte: lastPostedOn }, _id: { $nin: shownIds } }).sort({ posted_on: -1 }).limit(50).toArray();
}

// Delete the student with its messages: nothing enforces the reference, so the application does. Children
// first. All writes stand in one transaction: all of them happen, or none.
function deleteStudentWithMessages(studentId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.messages.deleteMany({ posted_by: studentId });
      removed = inside.students.deleteOne({ _id: studentId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such student");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- operation "student profile" ---

// Student, read: 30,000 a day.
function studentProfile(id) {
  const found = db.students.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const courses = db.courses.find({ _id: { $in: (found.courses ?? []) } }).toArray();
  return { found, courses };
}

// --- operation "enrol student" ---

// Student, insert: 10 a day. Refused where one of its courses does not exist: one read.
function enrolStudent(student) {
  student = withoutAbsent(student);
  const courses = db.courses.find({ _id: { $in: (student?.courses ?? []) } }, { _id: 1 }).toArray();
  return db.students.insertOne({ ...student, ...givenFields({ courses: withCopies(student.courses, "", courses, {}, "course", true) }) });
}

// --- operation "renew card" ---

// IdCard, update: 10 a day.
function renewCard(studentId, newNumber, newIssuedOn, newExpiresOn) {
  const changed = db.students.updateOne(
    { _id: studentId },
    {
      $set: {
        "id_card.number": newNumber,
        "id_card.issued_on": newIssuedOn,
        "id_card.expires_on": newExpiresOn,
      },
    },
  );
  if (changed.matchedCount === 0) {
    throw new Error("there is no such student");
  }
  return changed;
}

// --- operation "add e-mail" ---

// Email, insert: 20 a day.
function addEMail(studentId, email) {
  const added = db.students.updateOne({ _id: studentId, "emails.9": { $exists: false } }, { $push: { emails: email } });
  if (added.matchedCount === 0) {
    throw new Error("there is no such student, or it has no room in emails");
  }
  return added;
}

// --- operation "course roster" ---

// Student, read: 400 a day.
function courseRoster(courseId, limit = 50) {
  return db.students.find({ courses: courseId }).sort({ last_name: 1 }).limit(limit).toArray();
}

// --- operation "course catalogue" ---

// Course, read: 20,000 a day.
function courseCatalogue(department, limit = 50) {
  return db.courses.find({ department }).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "edit course" ---

// Course, update: 130 a day.
function editCourse(id, newPoints) {
  const changed = db.courses.updateOne({ _id: id }, { $set: { points: newPoints } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such course");
  }
  return changed;
}

// --- operation "message board" ---

// Message, read: 50,000 a day.
function messageBoard() {
  return db.messages.find({}).sort({ posted_on: -1 }).limit(20).toArray();
}

// --- operation "messages of a student" ---

// Message, read: 8,000 a day.
function messagesOfAStudent(postedById) {
  return db.messages.find({ posted_by: postedById }).sort({ posted_on: -1 }).limit(20).toArray();
}

// --- operation "post message" ---

// Message, insert: 10,000 a day. Refused where the student does not exist: one read.
function postMessage(message) {
  const student = db.students.findOne({ _id: message?.posted_by ?? null }, { _id: 1 });
  if (student === null) {
    throw new Error("there is no such student");
  }
  return db.messages.insertOne(message);
}

// Every read once, on the sample documents. Reads without an index read all that is there.
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

// Every write once, on the sample documents. Nothing calls it but you.
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
  attempt(
    "emails.remove",
    () => emailsRemove(ObjectId("5db23b00ec17bb4df61d639b"), { email: "sammy@example.com", type: "work" }),
  );
  attempt("courses.delete", () => deleteCourse(ObjectId("5de1b100eb52bc1d3a3c87b4")));
  attempt("messages.cascade", () => deleteStudentWithMessages(ObjectId("5db23b00ec17bb4df61d639b")));
  endWithSamples();
}
showReadsIfAsked();
