// Reads and writes of the design "Blog".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// A document of yours with the _id of a sample, such as 1, makes demo() stop, where 03_sample_data.js is
// loaded; else it would be changed or deleted.
db = db.getSiblingDB("blog");

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

// --- relationship "comments": BUCKET (B4) ---
// one document per page or time window, read in one go

// One page of one post: one document.
function commentsRead(postId, page) {
  return db.comment_pages.findOne({ blog_entry_id: postId, page });
}

// The newest page: where to add, and how many pages there are.
function commentsLast(postId) {
  return db.comment_pages.find({ blog_entry_id: postId }).sort({ page: -1 }).limit(1).toArray();
}

// The next page: it has the next number.
function commentsPage(postId, lastPage) {
  return db.comment_pages.find({ blog_entry_id: postId, page: { $gt: lastPage } }).sort({ page: 1 }).limit(1).toArray();
}

// Take one comment out of its page. The comment is given whole as it was read. Elements equal to it in every
// field go together. The page keeps a hole: later pages do not move up.
function commentsRemove(postId, comment) {
  return db.comment_pages.updateOne(
    { blog_entry_id: postId, comments: comment },
    [
      {
        $set: {
          comments: {
            $filter: { input: "$comments", as: "one", cond: { $ne: ["$$one", { $literal: comment }] } },
          },
        },
      },
      { $set: { count: { $size: "$comments" } } },
    ],
  );
}

// --- operation "post page" ---

// Post, read: 100,000 a day.
function postPage(id) {
  return db.posts.findOne({ _id: id });
}

// --- operation "page of comments" ---

// Comment, read: 60,000 a day.
function pageOfComments(blogEntryId) {
  return db.comment_pages.find({ blog_entry_id: blogEntryId }).sort({ page: 1 }).limit(1).toArray();
}

// --- operation "add comment" ---

// Comment, insert: 500 a day.
function addComment(postId, page, comment) {
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

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("comments.read", commentsRead(1, 1));
  printed("comments.last", commentsLast(1));
  printed("comments.page", commentsPage(1, 1));
  printed("post page", postPage(1));
  printed("page of comments", pageOfComments(1));
}

// Every write once, on the sample documents. Nothing calls it but you.
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
  attempt(
    "comments.remove",
    () => commentsRemove(
      1,
      { name: "Peter Critic", created_on: ISODate("2014-01-01T10:01:22Z"), comment: "Awesome blog post" },
    ),
  );
  endWithSamples();
}
showReadsIfAsked();
