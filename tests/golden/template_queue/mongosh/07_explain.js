// "Work queue": Checklist and explain
// Run: mongosh <address> --file 07_explain.js, on a server with production data and the indexes from
// setup.js.
// Changes nothing. Explains the first query of each operation by running it once as a read, for up to a
// minute; updates and deletes aren't executed. If an operation continues in another collection, that query is
// explained, too, with a sampled value. No other step runs.
// For some operations only: NESTLINK_EXPLAIN="one name, another" mongosh <address> --file 07_explain.js.
// Paste the output into the design's Explain page to see which forecasts hold and how to fix the others.
db = db.getSiblingDB("work");

// Limits: documents examined per document returned, and milliseconds per operation.
const mostExamined = 1.2;
const longestExplain = 60000;

// Length of the prefix taken from a sampled text for prefix searches.
const startLetters = 3;

// How many documents to sample for values, and the time limit in milliseconds.
const drawn = 200;
const longestDraw = 5000;

// How many sampled values a range spans in each direction.
const drawnBeside = 2;

// Operations to explain: all, or those in NESTLINK_EXPLAIN, separated by commas.
const explainChosen = (typeof process === "undefined" ? "" : process.env?.NESTLINK_EXPLAIN ?? "").split(",").map((name) => name.trim());

// The operations, most frequent first.
const hotOperations = [];

// Adds an operation. wanted: indexes that can support it; values: for each parameter, its path in the collection and
// a sample value; command: the command to explain.
function addOperation(operation, collection, wanted, values, command) {
  const isChosen = explainChosen.some((name) => name === "" || operation === name || operation.startsWith(name + ": "));
  if (isChosen) hotOperations.push({ operation, collection, wanted, values, command });
}

function valueAt(document, path) {
  let value = document;
  for (const step of path.split(".")) {
    if (Array.isArray(value) && !/^\d+$/.test(step)) [value] = value;
    value = value?.[step];
  }
  return Array.isArray(value) ? value[0] : value;
}

// Returns values that occur together in one sampled document. In the arrays in within, takes them from one item that
// has the values in beside. Returns the sample values if no document has them all. A range spans the neighbouring
// sampled values.
function valuesOf({ collection, values }) {
  const paths = values.map(({ path }) => path).filter((path) => path !== null);
  const there = Object.assign(Object.fromEntries(paths.map((path) => [path, { $ne: null }])), ...values.map(({ beside }) => beside));
  const ranged = values.find(({ path, end }) => path !== null && end !== undefined)?.path;
  const arrays = [...new Set(values.flatMap(({ within }) => within ?? []))];
  let found = [];
  if (paths.length > 0) {
    const elements = arrays.map((array) => ({ $unwind: "$" + array }));
    const stages = [{ $sample: { size: drawn } }, ...elements, { $match: there }];
    stages.push(ranged === undefined ? { $limit: 1 } : { $sort: { [ranged]: 1 } });
    found = db.getCollection(collection).aggregate(stages, { maxTimeMS: longestDraw }).toArray();
  }
  const middle = Math.floor(found.length / 2);
  const around = { least: found[Math.max(0, middle - drawnBeside)], most: found[Math.min(found.length - 1, middle + drawnBeside)] };
  return values.map(({ path, isList, isStart, end, sample }) => {
    const from = path === ranged && end !== undefined ? around[end] : found[middle];
    const value = path === null || !from ? undefined : valueAt(from, path);
    if (value === undefined) return sample;
    if (isStart) return String(value).slice(0, startLetters);
    return isList ? [value] : value;
  });
}

// Calls visit for each object in a plan, skipping the contents of those it returns false for. Ignores rejected plans.
function visitPlan(part, visit) {
  if (Array.isArray(part)) part.forEach((each) => visitPlan(each, visit));
  if (Object.prototype.toString.call(part) !== "[object Object]" || part._bsontype) return;
  if (visit(part) === false) return;
  for (const [name, inner] of Object.entries(part)) if (name !== "rejectedPlans" && name !== "command") visitPlan(inner, visit);
}

// Returns execution statistics of one operation, summed over shards. docsExamined excludes joins (see joinDocs),
// unless the plan itself joins (EQ_LOOKUP): then the sum includes both.
function summaryOf(answer) {
  const summary = { indexes: [], stages: [], keysExamined: 0, docsExamined: 0, returned: 0, milliseconds: 0, joinScans: 0, joinDocs: 0 };
  const once = (list, value) => { if (value !== undefined && !list.includes(value)) list.push(value); };
  visitPlan(answer, (part) => {
    if (part.winningPlan !== undefined) {
      visitPlan(part.winningPlan, ({ stage, indexName, strategy }) => {
        once(summary.stages, stage);
        if (stage === "EQ_LOOKUP" && strategy === "NestedLoopJoin") summary.joinScans += 1;
        if (stage !== "EQ_LOOKUP") once(summary.indexes, stage === "IDHACK" || /^EXPRESS_CLUSTERED|^CLUSTERED/.test(stage) ? "_id_" : indexName);
      });
    }
    if (part.$lookup !== undefined || part.$graphLookup !== undefined) {
      summary.joinScans += Number(part.collectionScans ?? 0);
      summary.joinDocs += Number(part.totalDocsExamined ?? 0);
    }
    if (part.totalDocsExamined !== undefined && part.executionStages !== undefined) {
      summary.keysExamined += Number(part.totalKeysExamined);
      summary.docsExamined += Number(part.totalDocsExamined);
      summary.returned += Number(part.nReturned);
      summary.milliseconds = Math.max(summary.milliseconds, Number(part.executionTimeMillis ?? 0));
      return false; // these sums include every shard
    }
    return true;
  });
  if (summary.stages.length === 0) throw new Error("this server's explain has no winning plan");
  return summary;
}

function explainOne(each) {
  const { operation, collection, wanted } = each;
  try {
    const command = each.command(...valuesOf(each));
    const answer = db.runCommand({ explain: command, verbosity: "executionStats", maxTimeMS: longestExplain });
    return { operation, collection, wanted, ...summaryOf(answer) };
  } catch (error) {
    return { operation, collection, wanted, refused: error.message };
  }
}

// Returns this server's current setting for each item in the checklist.
const serverTells = {
  roles() {
    const { authenticatedUserRoles } = db.runCommand({ connectionStatus: 1 }).authInfo;
    return authenticatedUserRoles.map(({ role, db: on }) => role + " on " + on).join(", ") || "no access control";
  },
  topology() {
    const { msg, setName, hosts } = db.hello();
    if (msg === "isdbgrid") return "sharded";
    return setName ? "a replica set of " + (hosts?.length ?? 1) : "standalone";
  },
  version() {
    return db.version();
  },
  profiler() {
    const { was, slowms } = db.runCommand({ profile: -1 });
    return "level " + was + ", slowms " + slowms;
  },
};

// Prints one item of the checklist.
function checkPoint(name, words) {
  let said = "";
  try {
    said = serverTells[name] === undefined ? "" : " Here: " + serverTells[name]() + ".";
  } catch (error) {
    said = " Here: unknown (" + error.message + ").";
  }
  print("[ ] " + name + ": " + words + said);
}

function explainAll(design) {
  for (const { operation, wanted } of hotOperations) {
    print("[ ] " + operation + ": " + (wanted.length > 0 ? "IXSCAN of " + wanted.join(" or ") + ", at most " +
      mostExamined + " documents examined per document returned" : "no index supports it, so it scans the collection"));
  }
  print("--- explain of " + JSON.stringify(design) + " ---");
  for (const each of hotOperations) print(JSON.stringify(explainOne(each)));
  print("--- end of explain ---");
}

// Moves a sample date by whole weeks, so that no sample has expired when it is inserted, and the latest is from the
// past few days if possible. NESTLINK_TODAY=2024-01-31 sets the current date.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}

function recent(date) {
  return movedByWeeks(date, ISODate("2024-03-21T11:50:00Z"), ISODate("2024-03-09T09:30:00Z"));
}

// --- operations, most frequent first ---
addOperation(
  "claim next job",
  "jobs",
  ["topic_1_priority_-1_added_at_1"],
  [{ path: "topic", isList: false, sample: "mail" }],
  (topic) => ({ find: "jobs", filter: { topic, status: "waiting" }, sort: { priority: -1, added_at: 1 }, limit: 1 }),
);
addOperation(
  "finish",
  "jobs",
  ["_id_"],
  [
    { path: "_id", isList: false, sample: ObjectId("65e6ee4c0f7889470020f02a") },
    { path: "taken_by", isList: false, sample: "worker-1" },
  ],
  (id, takenBy) => ({ find: "jobs", filter: { _id: id, status: "running", taken_by: takenBy }, limit: 1 }),
);
addOperation(
  "release job",
  "jobs",
  ["_id_"],
  [
    { path: "_id", isList: false, sample: ObjectId("65e6ee4c0f7889470020f02a") },
    { path: "taken_by", isList: false, sample: "worker-1" },
  ],
  (id, takenBy) => ({ find: "jobs", filter: { _id: id, status: "running", taken_by: takenBy }, limit: 1 }),
);
addOperation(
  "failed jobs",
  "jobs",
  ["status_1_taken_at_-1"],
  [],
  () => ({ find: "jobs", filter: { status: "failed" }, sort: { taken_at: -1 }, limit: 50 }),
);
addOperation(
  "requeue stalled jobs",
  "jobs",
  ["taken_at_1"],
  [
    { path: "taken_at", isList: false, end: "least", sample: recent(ISODate("2024-03-05T10:06:00Z")) },
    { path: "taken_at", isList: false, end: "most", sample: recent(ISODate("2024-03-05T10:06:00Z")) },
  ],
  (leastTakenAt, mostTakenAt) => ({ find: "jobs", filter: { taken_at: { $gte: leastTakenAt, $lte: mostTakenAt }, status: "running" } }),
);
addOperation(
  "fail job",
  "jobs",
  ["_id_"],
  [
    { path: "_id", isList: false, sample: ObjectId("65e2f198095b4f280b040f2f") },
    { path: "taken_by", isList: false, sample: "worker-7" },
  ],
  (id, takenBy) => ({ find: "jobs", filter: { _id: id, status: "running", taken_by: takenBy, attempts: { $gte: 5 } }, limit: 1 }),
);

// --- checklist ---
checkPoint(
  "roles",
  "the application has only readWrite on work; the user that runs setup.js also has dbAdmin; don't use root.",
);
checkPoint("backup", "taken daily, stored elsewhere, and test-restored this quarter.");
checkPoint(
  "topology",
  "a replica set, as set in the design; an odd number of voting members, in three zones.",
);
checkPoint("version", "7.0 or later, as set in the design.");
checkPoint(
  "profiler",
  "level 1 with slowms 100 for the first weeks: db.setProfilingLevel(1, { slowms: 100 }).",
);
checkPoint("audit", "audit(\"all\") in 06_audit.js finds nothing, before going live and weekly.");
checkPoint(
  "validators",
  "all reject invalid writes. A validator created on a collection with documents only warns: fix what the audit finds, run setup.js with --shell, and call tightenValidation(collection name).",
);
explainAll("Work queue");
