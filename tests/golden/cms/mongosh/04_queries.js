// Reads and writes of the design "Content management".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("cms");

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

// The fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
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

// The update that sets these fields: undefined leaves one as it is, null takes it away.
// nullable: the paths where null is stored instead. others: what the update does besides.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to change; give a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}

// Elements with the copies of what each names by its reference; ids by themselves, where that is "". copies: by field of an
// element, that of the source. What names something that is not among the sources is refused; where a pair is linked once,
// a second one of the same too.
function withCopies(elements, reference, sources, copies, word, linkedOnce) {
  if (!Array.isArray(elements)) {
    return elements;
  }
  const byId = new Map(sources.map((each) => [String(each._id), each]));
  const named = new Set();
  return elements.map((element) => {
    const id = (reference === "" ? element : element[reference]) ?? null;
    const source = byId.get(String(id));
    if (id !== null && source === undefined) {
      throw new Error(`there is no such ${word}`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`it names the same ${word} twice: the two are linked once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "authorship": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The first articles of one author, by the index on the reference.
function authorshipRead(authorId) {
  return db.articles.find({ "author._id": authorId }).sort({ "dates.created": -1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown. No index has this order, so the server sorts all that
// the author has. shownIds: of all shown so far with the last dates.created.
function authorshipPage(authorId, lastDatesCreated, shownIds) {
  return db.articles.find({ "author._id": authorId, "dates.created": { $lte: lastDatesCreated }, _id: { $nin: shownIds } }).sort({ "dates.created": -1 }).limit(50).toArray();
}

// The author with its first articles, joined by the server.
function authorshipJoin(authorId) {
  return db.authors.aggregate([
    { $match: { _id: authorId } },
    {
      $lookup: {
        from: "articles",
        localField: "_id",
        foreignField: "author._id",
        pipeline: [{ $sort: { "dates.created": -1 } }, { $limit: 10 }],
        as: "articles",
      },
    },
  ]).toArray();
}

// Give the article to another author.
function authorshipReassign(articleId, newAuthorId) {
  const author = db.authors.findOne({ _id: newAuthorId }, { name: 1, avatar: 1, bio: 1 });
  if (author === null) {
    throw new Error("there is no such author");
  }
  const changed = db.articles.updateOne(
    { _id: articleId },
    [
      {
        $set: {
          "author._id": { $literal: newAuthorId },
          "author.name": { $literal: author.name },
          "author.avatar": { $ifNull: [{ $literal: author.avatar }, "$$REMOVE"] },
          "author.bio": { $ifNull: [{ $literal: author.bio }, "$$REMOVE"] },
        },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("there is no such article");
  }
  return changed;
}

// Delete one article. Optional references to it are removed first. All writes stand in one transaction: all
// of them happen, or none.
function deleteArticle(articleId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.articles.updateMany(
        { related_articles: { $elemMatch: { _id: articleId } } },
        { $pull: { related_articles: { _id: articleId } } },
      );
      removed = inside.articles.deleteOne({ _id: articleId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such article");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "categories": VALUE_ARRAY (C1) ---
// the value is all there is, so a reference adds nothing

// Every article with one category, by the multikey index.
function categoriesRead(category) {
  return db.articles.find({ categories: category }).sort({ _id: 1 }).limit(50).toArray();
}

// Each category with how often it is used.
function categoriesCount() {
  return db.articles.aggregate([{ $unwind: "$categories" }, { $sortByCount: "$categories" }]).toArray();
}

// Add one category of one article.
function categoriesAdd(articleId, category) {
  const added = db.articles.updateOne(
    { _id: articleId, "categories.4": { $exists: false } },
    { $addToSet: { categories: category } },
  );
  if (added.matchedCount === 0) {
    const present = db.articles.findOne({ _id: articleId, categories: category }, { _id: 1 });
    if (present === null) {
      throw new Error("there is no such article, or it has no room in categories");
    }
  }
  return added;
}

// Take away one category of one article.
function categoriesRemove(articleId, category) {
  const removed = db.articles.updateOne({ _id: articleId, categories: category }, { $pull: { categories: category } });
  if (removed.matchedCount === 0) {
    throw new Error("the two are not linked");
  }
  return removed;
}

// Rename one category in every document that has it: first the old one goes where both stand already.
function categoriesRename(oldCategory, newCategory) {
  db.articles.updateMany(
    { categories: { $all: [oldCategory, newCategory] } },
    { $pull: { categories: { $eq: oldCategory, $ne: newCategory } } },
  );
  return db.articles.updateMany(
    { categories: oldCategory },
    { $set: { "categories.$[renamed]": newCategory } },
    { arrayFilters: [{ renamed: oldCategory }] },
  );
}

// --- relationship "tags": VALUE_ARRAY (C1) ---
// the value is all there is, so a reference adds nothing

// Every article with one tag, by the multikey index.
function tagsRead(tag) {
  return db.articles.find({ tags: tag }).sort({ _id: 1 }).limit(50).toArray();
}

// Each tag with how often it is used.
function tagsCount() {
  return db.articles.aggregate([{ $unwind: "$tags" }, { $sortByCount: "$tags" }]).toArray();
}

// Add one tag of one article.
function tagsAdd(articleId, tag) {
  const added = db.articles.updateOne({ _id: articleId, "tags.14": { $exists: false } }, { $addToSet: { tags: tag } });
  if (added.matchedCount === 0) {
    const present = db.articles.findOne({ _id: articleId, tags: tag }, { _id: 1 });
    if (present === null) {
      throw new Error("there is no such article, or it has no room in tags");
    }
  }
  return added;
}

// Take away one tag of one article.
function tagsRemove(articleId, tag) {
  const removed = db.articles.updateOne({ _id: articleId, tags: tag }, { $pull: { tags: tag } });
  if (removed.matchedCount === 0) {
    throw new Error("the two are not linked");
  }
  return removed;
}

// Rename one tag in every document that has it: first the old one goes where both stand already.
function tagsRename(oldTag, newTag) {
  db.articles.updateMany(
    { tags: { $all: [oldTag, newTag] } },
    { $pull: { tags: { $eq: oldTag, $ne: newTag } } },
  );
  return db.articles.updateMany(
    { tags: oldTag },
    { $set: { "tags.$[renamed]": newTag } },
    { arrayFilters: [{ renamed: oldTag }] },
  );
}

// --- relationship "related": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side

// What the article lists: its ids, then the documents. $in does not keep their order.
function relatedRead(articleId) {
  const article = db.articles.findOne({ _id: articleId }, { related_articles: 1 });
  const otherArticleList = db.articles.find({ _id: { $in: (article?.related_articles ?? []).map((each) => each._id) } }).toArray();
  return { article, otherArticleList };
}

// Every article that lists one other article, found by the multikey index, sorted by the server, a page at a
// time.
function relatedReverse(otherArticleId) {
  return db.articles.find({ "related_articles._id": otherArticleId }).sort({ _id: 1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown.
function relatedPage(otherArticleId, lastId) {
  return db.articles.find({ "related_articles._id": otherArticleId, _id: { $gt: lastId } }).sort({ _id: 1 }).limit(50).toArray();
}

// Let one article list one other article with its copies, taken now, at most once.
function relatedAdd(articleId, otherArticleId) {
  const otherArticle = db.articles.findOne({ _id: { $eq: otherArticleId, $ne: articleId } }, { title: 1, slug: 1 });
  if (otherArticle === null) {
    throw new Error("there is no such other article, or the two are the same");
  }
  const added = db.articles.updateOne(
    {
      _id: articleId,
      "related_articles._id": { $ne: otherArticleId },
      "related_articles.19": { $exists: false },
    },
    {
      $push: {
        related_articles: { _id: otherArticleId, title: otherArticle.title, slug: otherArticle.slug },
      },
    },
  );
  if (added.matchedCount === 0) {
    throw new Error("there is no such article, or it has no room in related_articles, or the two are linked already");
  }
  return added;
}

// Let the article list the other article no longer; both documents stay.
function relatedRemove(articleId, otherArticleId) {
  const removed = db.articles.updateOne(
    { _id: articleId, "related_articles._id": otherArticleId },
    { $pull: { related_articles: { _id: otherArticleId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("the two are not linked");
  }
  return removed;
}

// --- operation "article page" ---

// Article, read: 200,000 a day.
function articlePage(slug) {
  return db.articles.findOne({ slug });
}

// --- operation "front page" ---

// Article, read: 90,000 a day.
function frontPage() {
  return db.articles.find({ status: "published" }).sort({ "dates.published": -1 }).limit(20).toArray();
}

// --- operation "articles by tag" ---

// Article, read: 15,000 a day.
function articlesByTag(tag, limit = 50) {
  return db.articles.find({ tags: tag }).limit(limit).toArray();
}

// --- operation "articles by category" ---

// Article, read: 12,000 a day.
function articlesByCategory(category, limit = 50) {
  return db.articles.find({ categories: category }).limit(limit).toArray();
}

// --- operation "tag within a category" ---

// Article, read: 900 a day.
function tagWithinACategory(tag, category, limit = 50) {
  return db.articles.find({ tags: tag, categories: category }).limit(limit).toArray();
}

// --- operation "search" ---

// Article, read: 4,000 a day.
function search(words) {
  return db.articles.find({ $text: { $search: words } }).sort({ score: { $meta: "textScore" } }).limit(20).toArray();
}

// --- operation "articles of an author" ---

// Article, read: 3,000 a day.
function articlesOfAnAuthor(authorId, limit = 50) {
  return db.articles.find({ "author._id": authorId }).limit(limit).toArray();
}

// --- operation "write article" ---

// Article, insert: 6 a day. author.name, author.avatar and author.bio are read from the author.
// related_articles.title and related_articles.slug are read from the articles. metadata.read_time is worked
// out from what the document brings. All writes stand in one transaction: all of them happen, or none.
function writeArticle(article) {
  article = withoutAbsent(article);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const articles = inside.articles.find(
        { _id: { $in: (article?.related_articles ?? []).map((each) => each._id) } },
        { title: 1, slug: 1 },
      ).toArray();
      const author = inside.authors.findOne({ _id: article.author?._id ?? null }, { name: 1, avatar: 1, bio: 1 });
      if (author === null) {
        throw new Error("there is no such author");
      }
      inserted = inside.articles.insertOne(withoutAbsent({
        ...article,
        author: { ...article?.author, name: author.name, avatar: author.avatar, bio: author.bio },
        ...givenFields({
          related_articles: withCopies(article.related_articles, "_id", articles, { title: "title", slug: "slug" }, "article", true),
        }),
      }, ["author.avatar", "author.bio"]));
      inside.articles.updateOne(
        { _id: inserted.insertedId },
        [
          {
            $set: {
              "metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } },
            },
          },
        ],
      );
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "edit article" ---

// Article, update: 40 a day. metadata.read_time is worked out anew.
function editArticle(id, newContentBody, newMetadataWordCount, newDatesUpdated) {
  const changed = db.articles.updateOne(
    { _id: id },
    [
      {
        $set: {
          "content.body": { $literal: newContentBody },
          "metadata.word_count": { $literal: newMetadataWordCount },
          "dates.updated": { $literal: newDatesUpdated },
        },
      },
      {
        $set: { "metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } } },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("there is no such article");
  }
  return changed;
}

// --- operation "like" ---

// Article, update: 9,000 a day.
function like(id) {
  const changed = db.articles.updateOne({ _id: id }, { $inc: { "stats.likes": 1 } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such article");
  }
  return changed;
}

// --- operation "edit profile" ---

// Author, update: 0.5 a day. avatar and bio do not change if left out; null removes them.
function editProfile(id, newName, newAvatar, newBio) {
  const changed = db.authors.updateOne({ _id: id }, setOrClear({ name: newName, avatar: newAvatar, bio: newBio }));
  if (changed.matchedCount === 0) {
    throw new Error("there is no such author");
  }
  return changed;
}

// --- entity "Article" ---

// Count stats.views roughly: one hit in 100 writes 100, so the document is written a hundredth as often.
function articleHitStatsViews(articleId, lucky = Math.random() < 0.01) {
  if (lucky) {
    db.articles.updateOne({ _id: articleId }, { $inc: { "stats.views": 100 } });
  }
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("authorship.read", authorshipRead(ObjectId("635b1b80928088e1887b0ce1")));
  printed(
    "authorship.page",
    authorshipPage(
      ObjectId("635b1b80928088e1887b0ce1"),
      ISODate("2023-01-18T00:00:00Z"),
      [ObjectId("63c73eb4cf765105e41c28bd")],
    ),
  );
  printed("authorship.join", authorshipJoin(ObjectId("635b1b80928088e1887b0ce1")));
  printed("categories.read", categoriesRead("Database"));
  printed("categories.count", categoriesCount());
  printed("tags.read", tagsRead("nosql"));
  printed("tags.count", tagsCount());
  printed("related.read", relatedRead(ObjectId("63c34200baca0e8badbf7329")));
  printed("related.reverse", relatedReverse(ObjectId("63c73eb4cf765105e41c28bd")));
  printed(
    "related.page",
    relatedPage(ObjectId("63c73eb4cf765105e41c28bd"), ObjectId("63c34200baca0e8badbf7329")),
  );
  printed("article page", articlePage("mongodb-schema-design-best-practices"));
  printed("front page", frontPage());
  printed("articles by tag", articlesByTag("nosql"));
  printed("articles by category", articlesByCategory("Database"));
  printed("tag within a category", tagWithinACategory("nosql", "Database"));
  printed("search", search("MongoDB Schema Design Best Practices"));
  printed("articles of an author", articlesOfAnAuthor(ObjectId("635b1b80928088e1887b0ce1")));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.articles.deleteOne({ _id: ObjectId("63c34200baca0e8badbf7329") });
  attempt(
    "write article",
    () => writeArticle({
      _id: ObjectId("63c34200baca0e8badbf7329"),
      title: "MongoDB Schema Design Best Practices",
      slug: "mongodb-schema-design-best-practices",
      status: "published",
      featured: true,
      content: {
        summary: "Learn how to design efficient MongoDB schemas.",
        body: "## Introduction\n\nMongoDB's flexible schema rewards a little thought.",
        format: "markdown",
      },
      metadata: {
        word_count: 2340,
        cover_image: "mongodb-schema-design.jpg",
        seo: {
          title: "MongoDB Schema Design Best Practices for 2023",
          description: "Learn how to design efficient MongoDB schemas.",
          focus_keyword: "mongodb schema design",
        },
      },
      stats: { views: 4800, likes: 123, shares: 56, comments: 18 },
      dates: {
        created: ISODate("2023-01-15T00:00:00Z"),
        published: ISODate("2023-02-01T00:00:00Z"),
        updated: ISODate("2023-03-10T00:00:00Z"),
      },
      author: { _id: ObjectId("635b1b80928088e1887b0ce1") },
      categories: ["Database", "Category 2"],
      tags: ["nosql", "moving"],
      related_articles: [
        { _id: ObjectId("63c73eb4cf765105e41c28bd") },
        { _id: ObjectId("63cb3b68992de3d475ae2e36") },
      ],
    }),
  );
  attempt(
    "authorship.reassign",
    () => authorshipReassign(ObjectId("63c34200baca0e8badbf7329"), ObjectId("635f1834081e482b3634371d")),
  );
  attempt("categories.rename", () => categoriesRename("Database", "Category 2"));
  attempt("tags.rename", () => tagsRename("nosql", "moving"));
  attempt(
    "edit article",
    () => editArticle(
      ObjectId("63c34200baca0e8badbf7329"),
      "Three things went well, one did not.",
      2231,
      ISODate("2023-03-13T00:00:00Z"),
    ),
  );
  attempt("like", () => like(ObjectId("63c34200baca0e8badbf7329")));
  attempt(
    "edit profile",
    () => editProfile(
      ObjectId("635b1b80928088e1887b0ce1"),
      "Jonas Silva",
      "jonas-silva.jpg",
      "Joined from another branch and leads a small team.",
    ),
  );
  attempt("Article.hit.stats.views", () => articleHitStatsViews(ObjectId("63c34200baca0e8badbf7329"), true));
  attempt(
    "related.remove",
    () => relatedRemove(ObjectId("63c34200baca0e8badbf7329"), ObjectId("63c73eb4cf765105e41c28bd")),
  );
  attempt("categories.add", () => categoriesAdd(ObjectId("63c34200baca0e8badbf7329"), "Database"));
  attempt("tags.add", () => tagsAdd(ObjectId("63c34200baca0e8badbf7329"), "nosql"));
  attempt(
    "related.add",
    () => relatedAdd(ObjectId("63c34200baca0e8badbf7329"), ObjectId("63c73eb4cf765105e41c28bd")),
  );
  attempt("authorship.remove", () => deleteArticle(ObjectId("63c34200baca0e8badbf7329")));
  // Not shown: "categories.remove", because no sample that the calls before it leave is in the state that it
  // needs.
  // Not shown: "tags.remove", because no sample that the calls before it leave is in the state that it needs.
  endWithSamples();
}
showReadsIfAsked();
