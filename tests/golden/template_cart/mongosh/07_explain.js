// Checklist and explain of the design "Shopping cart without reservation".
// Run: mongosh <address> --file 07_explain.js, on a server with the documents of every day and the indexes of
// setup.js.
// Changes: nothing. The first search of each operation is run once as a read under explain, for a minute at
// most; updates and deletes are not carried out. Where an operation goes on in another collection, that
// search is explained, too, with a value drawn from there. No other step is run.
// Of some operations alone: NESTLINK_EXPLAIN="one name, another" mongosh <address> --file 07_explain.js.
// Paste what it prints into the design's page Explain, which says which forecasts held, and what to do about
// others.
db = db.getSiblingDB("shop");

// How many documents an operation may examine for each that it returns, and how many milliseconds it may take here.
const mostExamined = 1.2;
const longestExplain = 60000;

// How many letters of a drawn text a search for its beginning is given.
const startLetters = 3;

// How many documents are drawn to take values from, and in how many milliseconds.
const drawn = 200;
const longestDraw = 5000;

// How many of the drawn values a range reaches to each side.
const drawnBeside = 2;

// Which operations are explained: all, or those whose names NESTLINK_EXPLAIN has, with commas between them.
const explainChosen = (typeof process === "undefined" ? "" : process.env?.NESTLINK_EXPLAIN ?? "").split(",").map((name) => name.trim());

// The operations, most often first.
const hotOperations = [];

// Adds an operation. wanted: the indexes that may answer it; values: for each that its caller gives, where the
// collection has such, and a sample; command: what is asked with them.
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

// Values that stand together in one of the collection's documents; where none that is drawn has them all, the samples.
// A range runs from a value a little below it to one a little above, in the order of those that are drawn.
function valuesOf({ collection, values }) {
  const paths = values.map(({ path }) => path).filter((path) => path !== null);
  const there = Object.fromEntries(paths.map((path) => [path, { $ne: null }]));
  const ranged = values.find(({ path, end }) => path !== null && end !== undefined)?.path;
  let found = [];
  if (paths.length > 0) {
    const stages = [{ $sample: { size: drawn } }, { $match: there }];
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

// Calls visit with each object of a plan, but those inside one that it returns false for. A plan that lost is not looked at.
function visitPlan(part, visit) {
  if (Array.isArray(part)) part.forEach((each) => visitPlan(each, visit));
  if (Object.prototype.toString.call(part) !== "[object Object]" || part._bsontype) return;
  if (visit(part) === false) return;
  for (const [name, inner] of Object.entries(part)) if (name !== "rejectedPlans" && name !== "command") visitPlan(inner, visit);
}

// What a server did for one operation, summed over shards. docsExamined: without joins, which joinDocs counts, unless the
// server works them out in the plan itself (EQ_LOOKUP), whose sum has both.
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
      return false; // what each shard did is in these sums
    }
    return true;
  });
  if (summary.stages.length === 0) throw new Error("this server's explain names no winning plan");
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

// What this server says about a point of the checklist.
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

// One point of the checklist.
function checkPoint(name, words) {
  let said = "";
  try {
    said = serverTells[name] === undefined ? "" : " Here: " + serverTells[name]() + ".";
  } catch (error) {
    said = " Here: not told (" + error.message + ").";
  }
  print("[ ] " + name + ": " + words + said);
}

function explainAll(design) {
  for (const { operation, wanted } of hotOperations) {
    print("[ ] " + operation + ": " + (wanted.length > 0 ? "IXSCAN of " + wanted.join(" or ") + ", at most " +
      mostExamined + " documents examined for each returned" : "no index answers it, so it reads the whole collection"));
  }
  print("--- explain of " + JSON.stringify(design) + " ---");
  for (const each of hotOperations) print(JSON.stringify(explainOne(each)));
  print("--- end of explain ---");
}

// --- the operations, those first that run most often ---
addOperation(
  "product page",
  "products",
  ["sku_1"],
  [{ path: "sku", isList: false, sample: "MUG-0412" }],
  (sku) => ({ find: "products", filter: { sku }, limit: 1 }),
);
addOperation(
  "show the cart",
  "carts",
  ["visitor_1"],
  [{ path: "visitor", isList: false, sample: "v-58210" }],
  (visitor) => ({ find: "carts", filter: { visitor }, limit: 1 }),
);
addOperation(
  "touch the cart",
  "carts",
  ["visitor_1"],
  [{ path: "visitor", isList: false, sample: "v-58210" }],
  (visitor) => ({ find: "carts", filter: { visitor }, limit: 1 }),
);
addOperation(
  "pay: take one from the stock",
  "products",
  ["sku_1"],
  [{ path: "sku", isList: false, sample: "MUG-0412" }],
  (sku) => ({ find: "products", filter: { sku, in_stock: { $gte: 1 } }, limit: 1 }),
);
addOperation(
  "pay: close the cart, once",
  "carts",
  ["visitor_1"],
  [{ path: "visitor", isList: false, sample: "v-58210" }],
  (visitor) => ({ find: "carts", filter: { visitor }, limit: 1 }),
);
addOperation(
  "pay: put it back where another line fails",
  "products",
  ["sku_1"],
  [{ path: "sku", isList: false, sample: "MUG-0412" }],
  (sku) => ({ find: "products", filter: { sku }, limit: 1 }),
);

// --- the checklist ---
checkPoint(
  "roles",
  "the application has readWrite on shop alone, whoever runs setup.js dbAdmin there too; nobody works as root.",
);
checkPoint("backup", "one is taken each day, kept elsewhere, and was restored once this quarter.");
checkPoint("topology", "a replica set, as the design says; an odd number of voting members, in three zones.");
checkPoint("version", "7.0 or newer, as the design says.");
checkPoint(
  "profiler",
  "level 1 with slowms 100 for the first weeks: db.setProfilingLevel(1, { slowms: 100 }).",
);
checkPoint("audit", "audit(\"all\") of 06_audit.js finds nothing, before going live and every week.");
checkPoint(
  "validators",
  "each one refuses. One that setup.js made where documents were only warns: mend what the audit finds, run setup.js with --shell, and call tightenValidation(name of the collection).",
);
explainAll("Shopping cart without reservation");
