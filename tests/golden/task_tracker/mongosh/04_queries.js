// Reads and writes of the design "Task tracker".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("task_tracker");

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

// --- relationship "tasks": TWO_WAY_REFS (B8) ---
// it's read often in both directions

// The first tasks of one person, by the index on the reference.
function tasksRead(personId) {
  return db.tasks.find({ owner: personId }).sort({ due_date: -1 }).limit(50).toArray();
}

// What the person lists: its ids, then the documents. $in does not keep their order.
function tasksListed(personId) {
  const person = db.people.findOne({ _id: personId }, { tasks: 1 });
  const taskList = db.tasks.find({ _id: { $in: (person?.tasks ?? []) } }).toArray();
  return { person, taskList };
}

// Give one task to another person: three documents change, all or none. The guard on the old person stops a
// second move that comes in between.
function tasksReassign(taskId, oldPersonId, newPersonId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const moved = inside.tasks.updateOne({ _id: taskId, owner: oldPersonId }, { $set: { owner: newPersonId } });
      if (moved.matchedCount === 0) {
        throw new Error("the task was moved meanwhile");
      }
      inside.people.updateOne({ _id: oldPersonId }, { $pull: { tasks: taskId } });
      const listed = inside.people.updateOne(
        { _id: newPersonId, "tasks.499": { $exists: false } },
        { $addToSet: { tasks: taskId } },
      );
      if (listed.matchedCount === 0) {
        throw new Error("the new person has no room");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Delete one task and its id in the list of its person, both or neither.
function tasksRemove(taskId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.people.updateMany({ tasks: taskId }, { $pull: { tasks: taskId } });
      removed = inside.tasks.deleteOne({ _id: taskId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such task");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- operation "my tasks" ---

// Person, read: 20,000 a day.
function myTasks(id) {
  const found = db.people.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const tasks = db.tasks.find({ _id: { $in: (found.tasks ?? []) } }).toArray();
  return { found, tasks };
}

// --- operation "project board" ---

// Task, read: 15,000 a day.
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

// Task, insert: 2,000 a day.
function newTask(task) {
  let added;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const person = inside.people.findOne({ _id: task?.owner ?? null }, { _id: 1 });
      if (person === null) {
        throw new Error("there is no such person");
      }
      added = inside.tasks.insertOne(task);
      const listed = inside.people.updateOne(
        { _id: task?.owner ?? null, "tasks.499": { $exists: false } },
        { $addToSet: { tasks: added?.insertedId } },
      );
      if (listed.matchedCount === 0) {
        throw new Error("the person has no room for another task");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return added;
}

// --- operation "edit task" ---

// Task, update: 3,000 a day.
function editTask(id, newDescription) {
  const changed = db.tasks.updateOne({ _id: id }, { $set: { description: newDescription } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such task");
  }
  return changed;
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("tasks.read", tasksRead(ObjectId("52ec39000b6c4611bd74ed9d")));
  printed("tasks.listed", tasksListed(ObjectId("52ec39000b6c4611bd74ed9d")));
  printed("my tasks", myTasks(ObjectId("52ec39000b6c4611bd74ed9d")));
  printed("project board", projectBoard("Spring term"));
}

// Every write once, on the sample documents. Nothing calls it but you.
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
  attempt("tasks.remove", () => tasksRemove(ObjectId("53278c80e344cd83f05f2f43")));
  endWithSamples();
}
showReadsIfAsked();
