// Reads and writes of the design "User profiles".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
db = db.getSiblingDB("user_profiles");

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

// --- operation "log in" ---

// User, read: 60,000 a day.
function logIn(email) {
  return db.users.findOne({ email });
}

// --- operation "find by phone" ---

// User, read: 400 a day.
function findByPhone(phoneNumbersNumber, limit = 50) {
  return db.users.find({ "phone_numbers.number": phoneNumbersNumber }).limit(limit).toArray();
}

// The same of documents of every shape, until all are moved. By phone_numbers.number or phone: each needs an
// index of its own. No index begins with phone_numbers.number or phone: the server looks at every document of
// users.
function findByPhoneShapes(phoneNumbersNumber) {
  return db.users.find({ $or: [{ "phone_numbers.number": phoneNumbersNumber }, { phone: phoneNumbersNumber }] }).toArray();
}

// --- operation "sign up" ---

// User, insert: 300 a day.
function signUp(user) {
  user = withoutAbsent(user);
  return db.users.insertOne(user);
}

// --- entity "User" ---

// While programs for shape 1 still run, write what changes in both shapes; the user stays one of shape 1
// until the next function moves it. name changes only then: one field can't hold both shapes.
function userBoth1(userId, address, phone, addresses, phoneNumbers) {
  return db.users.updateOne(
    { _id: userId, schema_version: 1 },
    { $set: { address, phone, addresses, phone_numbers: phoneNumbers } },
  );
}

// Move one user from shape 1 to 2 when it is next written. Another writer may have done it: then nothing
// matches.
function userUpgrade1(userId, name, addresses, phoneNumbers) {
  return db.users.updateOne(
    { _id: userId, schema_version: 1 },
    {
      $set: { schema_version: 2, name, addresses, phone_numbers: phoneNumbers },
      $unset: { address: "", phone: "" },
    },
  );
}

// Find what is still of shape 1, a batch at a time, and move each with the function above: nothing is left
// when it returns no more. No index begins with schema_version: the server looks at every document of users.
function userOutdated1() {
  return db.users.find({ schema_version: 1 }).sort({ _id: 1 }).limit(100).toArray();
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("log in", logIn("john.smith@example.com"));
  printed("find by phone", findByPhone("917-555-6789"));
  printed("find by phone.shapes", findByPhoneShapes("917-555-6789"));
  printed("User.outdated.1", userOutdated1());
}

// Every write once, on the sample documents. Nothing calls it but you.
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
