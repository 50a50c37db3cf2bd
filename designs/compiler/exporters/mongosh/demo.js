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
