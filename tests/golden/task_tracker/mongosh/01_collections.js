// Collections and validators of the design "Task tracker".
// Run: mongosh <address> --file 01_collections.js. Safe to run again.
// Changes: makes missing collections and replaces validators. Drops nothing; lists what differs.
const target = db.getSiblingDB("task_tracker");

// Creates a collection, or brings its validator up to date. Nothing is ever dropped.
function ensureCollection(name, options) {
  const [known] = target.getCollectionInfos({ name });
  if (known === undefined) {
    target.createCollection(name, options);
    print("created " + name);
    return;
  }
  const changes = {};
  for (const key of ["validator", "validationLevel", "validationAction"]) {
    if (options[key] !== undefined && !sameOption(known.options[key], options[key])) changes[key] = options[key];
  }
  if (Object.keys(changes).length > 0) {
    const { validator, validationLevel, validationAction } = options;
    target.runCommand({ collMod: name, validator, validationLevel, validationAction });
    print("changed the validation of " + name + "; documents that were there are not checked again");
  }
  listFixedOptions(name, known.options, options);
}

// What collMod can't change is told, not tried: it takes a new collection and a copy of the documents.
function listFixedOptions(name, found, wanted) {
  for (const key of ["capped", "max", "timeseries", "collation", "expireAfterSeconds"]) {
    const narrowed = wanted[key] && found[key] && typeof wanted[key] === "object" ? pickLike(found[key], wanted[key]) : found[key];
    if (!sameOption(narrowed ?? false, wanted[key] ?? false)) {
      print("DIFFERS " + name + ": " + key + " is " + EJSON.stringify(found[key] ?? null) + ", wanted " +
        EJSON.stringify(wanted[key] ?? null) + "; collMod can't change it, copy the documents into a new collection");
    }
  }
  if (found.validator !== undefined && wanted.validator === undefined) {
    print("DIFFERS " + name + ": it has a validator that the design does not want");
  }
}

function pickLike(found, wanted) {
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, found[key]]));
}

function sameOption(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

function listOtherCollections(names) {
  for (const { name } of target.getCollectionInfos({})) {
    if (!names.includes(name) && !name.startsWith("system.")) print("NOT IN THE DESIGN " + name + ": left as it is");
  }
}

// --- collection "people": standard ---
// Someone who owns tasks
ensureCollection(
  "people",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "person",
        description: "Someone who owns tasks",
        required: ["name"],
        properties: {
          _id: { bsonType: "objectId" },
          name: { bsonType: "string", description: "As shown beside the tasks" },
          tasks: { bsonType: "array", maxItems: 500, uniqueItems: true, items: { bsonType: "objectId" } },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- collection "tasks": standard ---
// One piece of work with one owner
ensureCollection(
  "tasks",
  {
    validator: {
      $jsonSchema: {
        bsonType: "object",
        title: "task",
        description: "One piece of work with one owner",
        required: ["description", "due_date", "project", "owner"],
        properties: {
          _id: { bsonType: "objectId" },
          description: { bsonType: "string", description: "What has to be done" },
          due_date: { bsonType: "date", description: "Day by which it has to be done" },
          project: { bsonType: "string", description: "Project whose board shows it" },
          owner: { bsonType: "objectId" },
        },
      },
    },
    validationLevel: "strict",
    validationAction: "error",
  },
);

// --- what the design does not know ---
listOtherCollections(["people", "tasks"]);
