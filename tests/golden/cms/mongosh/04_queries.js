// "Content management": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("cms");

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

// Returns the fields to set, without those that have no value.
function givenFields(fields) {
  const isGiven = (value) => (Object.hasOwn(value ?? {}, "$literal") ? value.$literal : value) !== undefined;
  return Object.fromEntries(Object.entries(fields).filter((entry) => isGiven(entry[1])));
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

// Fails if a required value is null. An omitted value doesn't change.
function mustNotBeNull(values) {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value, or be left out`);
}

// Fails if all of these are left out. null removes a value.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to update: pass a value for ${Object.keys(values).join(" or ")}`);
}

// Returns an update that sets these fields: undefined keeps a field, null removes it. nullable: paths that store null
// instead. others: the rest of the update.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to update: pass a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}

// Returns items with the fields copied from the documents they reference; if reference is "", the items are IDs.
// copies: the source's field for each item field. Fails if a referenced document is missing or, where a pair can be
// linked only once, referenced twice.
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
      throw new Error(`${word} not found`);
    }
    if (id !== null && linkedOnce && named.has(String(id))) {
      throw new Error(`the same ${word} is given twice, but can be linked only once`);
    }
    named.add(String(id));
    if (reference === "") {
      return element;
    }
    const copied = Object.entries(copies).map(([field, path]) => [field, source?.[path]]);
    return { ...element, ...Object.fromEntries(copied.filter(([, value]) => value !== undefined)) };
  });
}

// --- relationship "authorship": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the first page of articles of an author, using the reference index, and sorts them in memory.
function authorshipRead(authorId) {
  return db.articles.find({ "author._id": authorId }).sort({ "dates.created": -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
// shownIds: the IDs of the items already shown that have the same dates.created as the last one.
function authorshipPage(authorId, lastDatesCreated, shownIds) {
  return db.articles.find({ "author._id": authorId, "dates.created": { $lte: lastDatesCreated }, _id: { $nin: shownIds } }).sort({ "dates.created": -1 }).limit(50).toArray();
}

// Returns an author with its first articles, using $lookup. No index supports this sort, so it runs in
// memory.
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

// Moves an article to another author.
function authorshipReassign(articleId, newAuthorId) {
  const author = db.authors.findOne({ _id: newAuthorId }, { name: 1, avatar: 1, bio: 1 });
  if (author === null) {
    throw new Error("author not found");
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
    throw new Error("article not found");
  }
  return changed;
}

// --- relationship "categories": Array of values (C1) ---
// the lookup has only a value, so a reference adds nothing

// Returns every article with a category, using the multikey index.
function categoriesRead(category) {
  return db.articles.find({ categories: category }).sort({ _id: 1 }).limit(50).toArray();
}

// Counts how often each category is used.
function categoriesCount() {
  return db.articles.aggregate([{ $unwind: "$categories" }, { $sortByCount: "$categories" }]).toArray();
}

// Adds a category to an article.
function categoriesAdd(articleId, category) {
  const added = db.articles.updateOne(
    { _id: articleId, "categories.4": { $exists: false } },
    { $addToSet: { categories: category } },
  );
  if (added.matchedCount === 0) {
    const present = db.articles.findOne({ _id: articleId, categories: category }, { _id: 1 });
    if (present === null) {
      throw new Error("article not found, or categories limit reached");
    }
  }
  return added;
}

// Removes a category from an article.
function categoriesRemove(articleId, category) {
  const removed = db.articles.updateOne({ _id: articleId, categories: category }, { $pull: { categories: category } });
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// Renames a category in every document, removing duplicates.
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

// --- relationship "tags": Array of values (C1) ---
// the lookup has only a value, so a reference adds nothing

// Returns every article with a tag, using the multikey index.
function tagsRead(tag) {
  return db.articles.find({ tags: tag }).sort({ _id: 1 }).limit(50).toArray();
}

// Counts how often each tag is used.
function tagsCount() {
  return db.articles.aggregate([{ $unwind: "$tags" }, { $sortByCount: "$tags" }]).toArray();
}

// Adds a tag to an article.
function tagsAdd(articleId, tag) {
  const added = db.articles.updateOne({ _id: articleId, "tags.14": { $exists: false } }, { $addToSet: { tags: tag } });
  if (added.matchedCount === 0) {
    const present = db.articles.findOne({ _id: articleId, tags: tag }, { _id: 1 });
    if (present === null) {
      throw new Error("article not found, or tags limit reached");
    }
  }
  return added;
}

// Removes a tag from an article.
function tagsRemove(articleId, tag) {
  const removed = db.articles.updateOne({ _id: articleId, tags: tag }, { $pull: { tags: tag } });
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// Renames a tag in every document, removing duplicates.
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

// --- relationship "related": One-way references (C4a) ---
// the array would grow too large on the other side

// Returns the documents an article links to. $in doesn't keep their order.
function relatedRead(articleId) {
  const article = db.articles.findOne({ _id: articleId }, { related_articles: 1 });
  const otherArticleList = db.articles.find({ _id: { $in: (article?.related_articles ?? []).map((each) => each._id) } }).toArray();
  return { article, otherArticleList };
}

// Returns a page of article documents linked to another article, using the multikey index, sorted in memory.
function relatedReverse(otherArticleId) {
  return db.articles.find({ "related_articles._id": otherArticleId }).sort({ _id: 1 }).limit(50).toArray();
}

// Returns the next page after the last item shown.
function relatedPage(otherArticleId, lastId) {
  return db.articles.find({ "related_articles._id": otherArticleId, _id: { $gt: lastId } }).sort({ _id: 1 }).limit(50).toArray();
}

// Links an article to another article and copies its current values. Fails if already linked.
function relatedAdd(articleId, otherArticleId) {
  const otherArticle = db.articles.findOne({ _id: { $eq: otherArticleId, $ne: articleId } }, { title: 1, slug: 1 });
  if (otherArticle === null) {
    throw new Error("other article not found, or both are the same document");
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
    throw new Error("article not found, or related_articles limit reached, or already linked");
  }
  return added;
}

// Unlinks an article from another article. Neither document is deleted.
function relatedRemove(articleId, otherArticleId) {
  const removed = db.articles.updateOne(
    { _id: articleId, "related_articles._id": otherArticleId },
    { $pull: { related_articles: { _id: otherArticleId } } },
  );
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// --- operation "article page" ---

// Article, read: 200,000 per day.
function articlePage(slug) {
  return db.articles.findOne({ slug });
}

// --- operation "front page" ---

// Article, read: 90,000 per day.
function frontPage() {
  return db.articles.find({ status: "published" }).sort({ "dates.published": -1 }).limit(20).toArray();
}

// --- operation "articles by tag" ---

// Article, read: 15,000 per day.
function articlesByTag(tag, limit = 50) {
  return db.articles.find({ tags: tag }).limit(limit).toArray();
}

// --- operation "articles by category" ---

// Article, read: 12,000 per day.
function articlesByCategory(category, limit = 50) {
  return db.articles.find({ categories: category }).limit(limit).toArray();
}

// --- operation "tag within a category" ---

// Article, read: 900 per day.
function tagWithinACategory(tag, category, limit = 50) {
  return db.articles.find({ tags: tag, categories: category }).limit(limit).toArray();
}

// --- operation "search" ---

// Article, read: 4,000 per day.
function search(words) {
  return db.articles.find({ $text: { $search: words } }).sort({ score: { $meta: "textScore" } }).limit(20).toArray();
}

// --- operation "articles of an author" ---

// Article, read: 3,000 per day.
function articlesOfAnAuthor(authorId, limit = 50) {
  return db.articles.find({ "author._id": authorId }).limit(limit).toArray();
}

// --- operation "write article" ---

// Article, insert: 6 per day. author.name, author.avatar, and author.bio are read from the author.
// related_articles.title and related_articles.slug are read from the articles. metadata.read_time is computed
// from the document. All writes run in one transaction.
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
        throw new Error("author not found");
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

// Article, update: 40 per day. metadata.read_time is recomputed. content.body, metadata.word_count, and
// dates.updated don't change if omitted.
function editArticle(id, newContentBody, newMetadataWordCount, newDatesUpdated) {
  mustNotBeNull({ newContentBody, newMetadataWordCount, newDatesUpdated });
  mustChangeSome({ newContentBody, newMetadataWordCount, newDatesUpdated });
  const changed = db.articles.updateOne(
    { _id: id },
    [
      {
        $set: givenFields({
          "content.body": { $literal: newContentBody },
          "metadata.word_count": { $literal: newMetadataWordCount },
          "dates.updated": { $literal: newDatesUpdated },
        }),
      },
      {
        $set: { "metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } } },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("article not found");
  }
  return changed;
}

// --- operation "like" ---

// Article, update: 9,000 per day.
function like(id) {
  const changed = db.articles.updateOne({ _id: id }, { $inc: { "stats.likes": 1 } });
  if (changed.matchedCount === 0) {
    throw new Error("article not found");
  }
  return changed;
}

// --- operation "edit profile" ---

// Author, update: 0.5 per day. avatar and bio don't change if omitted; null removes them. name doesn't change
// if omitted.
function editProfile(id, newName, newAvatar, newBio) {
  mustNotBeNull({ newName });
  const changed = db.authors.updateOne({ _id: id }, setOrClear({ name: newName, avatar: newAvatar, bio: newBio }));
  if (changed.matchedCount === 0) {
    throw new Error("author not found");
  }
  return changed;
}

// --- entity "Article" ---

// Approximates stats.views: writes 100 once per 100 hits, for 1% of the writes.
function articleHitStatsViews(articleId, lucky = Math.random() < 0.01) {
  if (lucky) {
    db.articles.updateOne({ _id: articleId }, { $inc: { "stats.views": 100 } });
  }
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
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

// Runs every write once on sample data. Not called automatically.
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
      categories: ["Database", "News"],
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
  attempt("categories.rename", () => categoriesRename("Database", "News"));
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
  // Not called: "categories.remove", because no suitable sample document is left after the earlier calls.
  // Not called: "tags.remove", because no suitable sample document is left after the earlier calls.
  endWithSamples();
}
showReadsIfAsked();
