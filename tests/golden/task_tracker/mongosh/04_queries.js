// "Task tracker": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("task_tracker");

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

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// --- relationship "tasks": Two-way references (B8) ---
// reads of the parent need its children's IDs, reads also go the other way, and links seldom change

// Returns the first page of tasks of a person, using the reference index, and sorts them in memory.
function tasksRead(personId) {
  return db.tasks.find({ owner: personId }).sort({ due_date: -1 }).limit(50).toArray();
}

// Returns the documents a person links to. $in doesn't keep their order.
function tasksListed(personId) {
  const person = db.people.findOne({ _id: personId }, { tasks: 1 });
  const taskList = db.tasks.find({ _id: { $in: (person?.tasks ?? []) } }).toArray();
  return { person, taskList };
}

// Moves a task to another person in a transaction. Fails if someone else moved it first.
function tasksReassign(taskId, oldPersonId, newPersonId) {
  mustBeGiven({ newPersonId });
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const moved = inside.tasks.updateOne({ _id: taskId, owner: oldPersonId }, { $set: { owner: newPersonId } });
      if (moved.matchedCount === 0) {
        throw new Error("task was moved by someone else");
      }
      inside.people.updateOne({ _id: oldPersonId }, { $pull: { tasks: taskId } });
      const listed = inside.people.updateOne(
        { _id: newPersonId, "tasks.499": { $exists: false } },
        { $addToSet: { tasks: taskId } },
      );
      if (listed.matchedCount === 0) {
        throw new Error("the new person is full");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// --- operation "my tasks" ---

// Person, read: 20,000 per day. Sorts tasks by due_date descending.
function myTasks(id) {
  const found = db.people.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const tasks = db.tasks.find({ _id: { $in: (found.tasks ?? []) } }).sort({ due_date: -1 }).toArray();
  return { found, tasks };
}

// --- operation "project board" ---

// Task, read: 15,000 per day.
function projectBoard(project, limit = 50) {
  return db.tasks.aggregate([
    { $match: { project } },
    { $sort: { due_date: 1 } },
    { $limit: limit },
    { $lookup: { from: "people", localField: "owner", foreignField: "_id", as: "person" } },
    { $set: { person: { $first: "$person" } } },
  ]).toArray();
}

// --- operation "new task" ---

// Task, insert: 2,000 per day.
function newTask(task) {
  let added;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const person = inside.people.findOne({ _id: task?.owner ?? null }, { _id: 1 });
      if (person === null) {
        throw new Error("person not found");
      }
      added = inside.tasks.insertOne(task);
      const listed = inside.people.updateOne(
        { _id: task?.owner ?? null, "tasks.499": { $exists: false } },
        { $addToSet: { tasks: added?.insertedId } },
      );
      if (listed.matchedCount === 0) {
        throw new Error("the person has reached its task limit");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return added;
}

// --- operation "edit task" ---

// Task, update: 3,000 per day.
function editTask(id, newDescription) {
  mustBeGiven({ newDescription });
  const changed = db.tasks.updateOne({ _id: id }, { $set: { description: newDescription } });
  if (changed.matchedCount === 0) {
    throw new Error("task not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("tasks.read", tasksRead(ObjectId("52ec39000b6c4611bd74ed9d")));
  printed("tasks.listed", tasksListed(ObjectId("52ec39000b6c4611bd74ed9d")));
  printed("my tasks", myTasks(ObjectId("52ec39000b6c4611bd74ed9d")));
  printed("project board", projectBoard("Spring term"));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.tasks.deleteOne({ _id: ObjectId("53278c80e344cd83f05f2f43") });
  attempt(
    "new task",
    () => newTask({
      _id: ObjectId("53278c80e344cd83f05f2f43"),
      description: "Write lesson plan",
      due_date: ISODate("2014-04-01T00:00:00Z"),
      project: "Spring term",
      owner: ObjectId("52ec39000b6c4611bd74ed9d"),
    }),
  );
  attempt(
    "tasks.reassign",
    () => tasksReassign(
      ObjectId("53278c80e344cd83f05f2f43"),
      ObjectId("52ec39000b6c4611bd74ed9d"),
      ObjectId("52f035b4178a45d8b3056d46"),
    ),
  );
  attempt(
    "edit task",
    () => editTask(ObjectId("53278c80e344cd83f05f2f43"), "Ask everyone for points by Thursday."),
  );
  endWithSamples();
}
showReadsIfAsked();
