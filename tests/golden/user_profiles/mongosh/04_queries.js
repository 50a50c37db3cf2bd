// "User profiles": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
db = db.getSiblingDB("user_profiles");

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

// --- operation "log in" ---

// User, read: 60,000 per day.
function logIn(email) {
  return db.users.findOne({ email });
}

// --- operation "find by phone" ---

// User, read: 400 per day.
function findByPhone(phoneNumbersNumber, limit = 50) {
  return db.users.find({ "phone_numbers.number": phoneNumbersNumber }).limit(limit).toArray();
}

// Covers every schema version until all documents are migrated. Filters by phone_numbers.number or phone.
// Each needs its own index. No index starts with phone_numbers.number or phone: scans every document in
// users.
function findByPhoneShapes(phoneNumbersNumber) {
  return db.users.find({ $or: [{ "phone_numbers.number": phoneNumbersNumber }, { phone: phoneNumbersNumber }] }).toArray();
}

// --- operation "sign up" ---

// User, insert: 300 per day.
function signUp(user) {
  user = withoutAbsent(user);
  return db.users.insertOne(user);
}

// --- entity "User" ---

// Writes both schema versions while code for version 1 still runs. The user stays at version 1 until
// migrated. name changes only then: one field can't have both versions.
function userBoth1(userId, address, phone, addresses, phoneNumbers) {
  return db.users.updateOne(
    { _id: userId, schema_version: 1 },
    { $set: { address, phone, addresses, phone_numbers: phoneNumbers } },
  );
}

// Migrates a user from schema version 1 to 2. No match if already migrated.
function userUpgrade1(userId, name, addresses, phoneNumbers) {
  mustBeGiven({ name });
  return db.users.updateOne(
    { _id: userId, schema_version: 1 },
    {
      $set: { schema_version: 2, name, addresses, phone_numbers: phoneNumbers },
      $unset: { address: "", phone: "" },
    },
  );
}

// Finds documents still at schema version 1, in batches. Migrate each with the function above until none are
// returned. No index starts with schema_version: scans every document in users.
function userOutdated1() {
  return db.users.find({ schema_version: 1 }).sort({ _id: 1 }).limit(100).toArray();
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("log in", logIn("john.smith@example.com"));
  printed("find by phone", findByPhone("917-555-6789"));
  printed("find by phone.shapes", findByPhoneShapes("917-555-6789"));
  printed("User.outdated.1", userOutdated1());
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.users.deleteOne({ _id: ObjectId("65a4f410fff515e963d303c1") });
  attempt(
    "sign up",
    () => signUp({
      _id: ObjectId("65a4f410fff515e963d303c1"),
      schema_version: 2,
      name: { first: "Jane", last: "Doe" },
      email: "john.smith@example.com",
      addresses: [
        { type: "home", street: "456 Park Ave", city: "New York", state: "NY", zip: "10022" },
        { type: "work", street: "31 Station Avenue", city: "Austin", state: "TX", zip: "78701" },
      ],
      phone_numbers: [{ type: "mobile", number: "917-555-6789" }, { type: "home", number: "917-555-6790" }],
    }),
  );
  attempt(
    "User.both.1",
    () => userBoth1(
      ObjectId("65a4f410fff515e963d303c1"),
      "31 Station Avenue, Austin, TX 78701",
      "212-555-1235",
      [
        { type: "home", street: "456 Park Ave", city: "New York", state: "NY", zip: "10022" },
        { type: "work", street: "31 Station Avenue", city: "Austin", state: "TX", zip: "78701" },
      ],
      [{ type: "mobile", number: "917-555-6789" }, { type: "home", number: "917-555-6790" }],
    ),
  );
  attempt(
    "User.upgrade.1",
    () => userUpgrade1(
      ObjectId("65a4f410fff515e963d303c1"),
      { first: "Jane", last: "Doe" },
      [
        { type: "home", street: "456 Park Ave", city: "New York", state: "NY", zip: "10022" },
        { type: "work", street: "31 Station Avenue", city: "Austin", state: "TX", zip: "78701" },
      ],
      [{ type: "mobile", number: "917-555-6789" }, { type: "home", number: "917-555-6790" }],
    ),
  );
  endWithSamples();
}
showReadsIfAsked();
