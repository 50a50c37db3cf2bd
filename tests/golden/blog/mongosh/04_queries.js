// "Blog": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
// Your own document with the _id of a sample, such as 1, stops demo() if 03_sample_data.js is loaded;
// otherwise, it could be changed or deleted.
db = db.getSiblingDB("blog");

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

// --- relationship "comments": Page buckets (B4) ---
// one document per page or time window, read in one go

// Returns one page of a post's items (one document).
function commentsRead(postId, page) {
  return db.comment_pages.findOne({ blog_entry_id: postId, page });
}

// Returns the last page, to append to and to count pages.
function commentsLast(postId) {
  return db.comment_pages.find({ blog_entry_id: postId }).sort({ page: -1 }).limit(1).toArray();
}

// Returns the next page.
function commentsPage(postId, lastPage) {
  return db.comment_pages.find({ blog_entry_id: postId, page: { $gt: lastPage } }).sort({ page: 1 }).limit(1).toArray();
}

// --- operation "post page" ---

// Post, read: 100,000 per day.
function postPage(id) {
  return db.posts.findOne({ _id: id });
}

// --- operation "page of comments" ---

// Comment, read: 60,000 per day.
function pageOfComments(blogEntryId) {
  return db.comment_pages.find({ blog_entry_id: blogEntryId }).sort({ page: 1 }).limit(1).toArray();
}

// --- operation "add comment" ---

// Comment, insert: 500 per day. Fails if the post doesn't exist (one read).
function addComment(postId, page, comment) {
  mustBeGiven({ comment });
  const post = db.posts.findOne({ _id: postId }, { _id: 1 });
  if (post === null) {
    throw new Error("post not found");
  }
  for (;;) {
    try {
      const stored = db.comment_pages.updateOne(
        { blog_entry_id: postId, page, count: { $lt: 50 } },
        { $push: { comments: comment }, $inc: { count: 1 } },
        { upsert: true },
      );
      return stored;
    } catch (error) {
      if (error.code !== 11000 || !error.message.includes(" page: ")) throw error;
      page += 1;
    }
  }
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("comments.read", commentsRead(1, 1));
  printed("comments.last", commentsLast(1));
  printed("comments.page", commentsPage(1, 1));
  printed("post page", postPage(1));
  printed("page of comments", pageOfComments(1));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  attempt(
    "add comment",
    () => addComment(
      1,
      1,
      { name: "Peter Critic", created_on: ISODate("2014-01-01T10:01:22Z"), comment: "Awesome blog post" },
    ),
  );
  endWithSamples();
}
showReadsIfAsked();
