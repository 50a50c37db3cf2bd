// "Array-slice cache": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
db = db.getSiblingDB("magazine");

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

// Returns the value to store, adding an _id if it's missing. places: paths of the objects that need an _id; "" for
// the value itself.
function identified(stored, places = [""]) {
  const withId = (value, steps) => {
    if (Array.isArray(value)) {
      return value.map((each) => withId(each, steps));
    }
    if (value === null || typeof value !== "object") {
      return value;
    }
    const [step, ...further] = steps;
    if (step !== undefined) {
      return Object.hasOwn(value, step) ? { ...value, [step]: withId(value[step], further) } : value;
    }
    const { _id: own, ...fields } = value;
    return { _id: own ?? new ObjectId(), ...fields };
  };
  return places.reduce((value, place) => withId(value, place === "" ? [] : place.split(".")), stored);
}

// --- relationship "comments": Subset (B3) ---
// most reads need only the top or most recent items of a growing list

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same posted_at as the last one.
function commentsPage(articleId, lastPostedAt, shownIds) {
  return db.comments.find({ article_id: articleId, posted_at: { $lte: lastPostedAt }, _id: { $nin: shownIds } }).sort({ posted_at: -1 }).limit(50).toArray();
}

// Returns an article with its first comments, using $lookup.
function commentsJoin(articleId) {
  return db.articles.aggregate([
    { $match: { _id: articleId } },
    {
      $lookup: {
        from: "comments",
        localField: "_id",
        foreignField: "article_id",
        pipeline: [{ $sort: { posted_at: -1 } }, { $limit: 10 }],
        as: "comments",
      },
    },
  ]).toArray();
}

// --- operation "article page" ---

// Article, read: 300,000 per day.
function articlePage(slug) {
  return db.articles.findOne({ slug });
}

// --- operation "latest articles" ---

// Article, read: 80,000 per day.
function latestArticles() {
  return db.articles.find({}, { slug: 1, title: 1, published_on: 1, _id: 0 }).sort({ published_on: -1 }).limit(20).toArray();
}

// --- operation "more comments" ---

// Comment, read: 9,000 per day.
function moreComments(articleId) {
  return db.comments.find({ article_id: articleId }).sort({ posted_at: -1 }).limit(50).toArray();
}

// --- operation "comment" ---

// Comment, insert: 2,500 per day. comments of the article is updated in the same transaction.
function comment(commentDocument) {
  commentDocument = identified(commentDocument);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inserted = inside.comments.insertOne(commentDocument);
      const articleFollows = inside.articles.updateOne(
        { _id: commentDocument?.article_id ?? null },
        {
          $push: {
            comments: {
              $each: [
                {
                  comment_id: commentDocument?._id,
                  author: commentDocument?.author,
                  text: commentDocument?.text,
                  posted_at: commentDocument?.posted_at,
                },
              ],
              $sort: { posted_at: 1 },
              $slice: -10,
            },
          },
        },
      );
      if (articleFollows.matchedCount === 0) {
        throw new Error("article not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed(
    "comments.page",
    commentsPage(
      ObjectId("659b8f60baca0e8badbf7329"),
      ISODate("2024-01-12T08:28:29Z"),
      [ObjectId("65a0f82dc48f2cc5f5daf337")],
    ),
  );
  printed("comments.join", commentsJoin(ObjectId("659b8f60baca0e8badbf7329")));
  printed("article page", articlePage("winter-in-the-harbour"));
  printed("latest articles", latestArticles());
  printed("more comments", moreComments(ObjectId("659b8f60baca0e8badbf7329")));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.comments.deleteOne({ _id: ObjectId("65a0f5045670d1ee89dcf1ce") });
  attempt(
    "comment",
    () => comment({
      _id: ObjectId("65a0f5045670d1ee89dcf1ce"),
      author: "Noor",
      text: "I miss the ferries.",
      posted_at: ISODate("2024-01-12T08:15:00Z"),
      article_id: ObjectId("659b8f60baca0e8badbf7329"),
    }),
  );
  endWithSamples();
}
showReadsIfAsked();
