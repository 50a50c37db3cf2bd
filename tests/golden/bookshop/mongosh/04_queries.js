// "Bookshop": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
// Your own document with the _id of a sample, such as 1, stops demo() if 03_sample_data.js is loaded;
// otherwise, it could be changed or deleted.
db = db.getSiblingDB("bookshop");

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

// Fails if a required value is null. An omitted value doesn't change.
function mustNotBeNull(values) {
  const missing = Object.keys(values).filter((name) => values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value, or be left out`);
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

// --- relationship "authorship": Two-way reference arrays (C5) ---
// both sides are small, similar in size, and read often

// Returns the documents an author links to. $in doesn't keep their order.
function authorshipRead(authorId) {
  const author = db.authors.findOne({ _id: authorId }, { books: 1 });
  const bookList = db.books.find({ _id: { $in: (author?.books ?? []) } }).toArray();
  return { author, bookList };
}

// Returns the documents a book links to. $in doesn't keep their order.
function authorshipReverse(bookId) {
  const book = db.books.findOne({ _id: bookId }, { authors: 1 });
  const authorList = db.authors.find({ _id: { $in: (book?.authors ?? []) } }).toArray();
  return { book, authorList };
}

// Links an author and a book on both sides, in a transaction.
function authorshipAdd(authorId, bookId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const authorLinked = inside.authors.updateOne(
        { _id: authorId, "books.4": { $exists: false } },
        { $addToSet: { books: bookId } },
      );
      if (authorLinked.matchedCount === 0) {
        throw new Error("author not found or full");
      }
      const bookLinked = inside.books.updateOne(
        { _id: bookId, "authors.2": { $exists: false } },
        { $addToSet: { authors: authorId } },
      );
      if (bookLinked.matchedCount === 0) {
        throw new Error("book not found or full");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Unlinks an author and a book on both sides. Neither document is deleted.
function authorshipRemove(authorId, bookId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      removed = inside.authors.updateOne({ _id: authorId, books: bookId }, { $pull: { books: bookId } });
      const bookRemoved = inside.books.updateOne({ _id: bookId, authors: authorId }, { $pull: { authors: authorId } });
      if (removed.matchedCount === 0) {
        if (bookRemoved.matchedCount === 0) {
          throw new Error("not linked");
        }
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// Replaces an author's list and updates each added or removed book, in a transaction. Fails if one of its
// books doesn't exist (one read).
function authorshipReplace(authorId, newBooks) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const books = inside.books.find({ _id: { $in: (newBooks ?? []) } }, { _id: 1 }).toArray();
      const listed = inside.authors.updateOne(
        { _id: authorId },
        { $set: { books: withCopies(newBooks, "", books, {}, "book", true) } },
      );
      if (listed.matchedCount === 0) {
        throw new Error("author not found");
      }
      inside.books.updateMany(
        { authors: authorId, _id: { $nin: (newBooks ?? []) } },
        { $pull: { authors: authorId } },
      );
      inside.books.updateMany({ _id: { $in: (newBooks ?? []) } }, { $addToSet: { authors: authorId } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Replaces a book's list and updates each added or removed author, in a transaction. Fails if one of its
// authors doesn't exist (one read).
function authorshipReplaceBack(bookId, newAuthors) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const authors = inside.authors.find({ _id: { $in: (newAuthors ?? []) } }, { _id: 1 }).toArray();
      const listed = inside.books.updateOne(
        { _id: bookId },
        { $set: { authors: withCopies(newAuthors, "", authors, {}, "author", true) } },
      );
      if (listed.matchedCount === 0) {
        throw new Error("book not found");
      }
      inside.authors.updateMany(
        { books: bookId, _id: { $nin: (newAuthors ?? []) } },
        { $pull: { books: bookId } },
      );
      inside.authors.updateMany({ _id: { $in: (newAuthors ?? []) } }, { $addToSet: { books: bookId } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Removes all references to a book, then deletes it. All writes run in one transaction.
function deleteBook(bookId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.authors.updateMany({ books: bookId }, { $pull: { books: bookId } });
      removed = inside.books.deleteOne({ _id: bookId });
      if (removed.deletedCount === 0) {
        throw new Error("book not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// Removes all references to an author, then deletes it. All writes run in one transaction.
function deleteAuthor(authorId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.books.updateMany({ authors: authorId }, { $pull: { authors: authorId } });
      removed = inside.authors.deleteOne({ _id: authorId });
      if (removed.deletedCount === 0) {
        throw new Error("author not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "categories": One-way references (C4a) ---
// the array would grow too large on the other side

// Returns the documents a book links to. $in doesn't keep their order.
function categoriesRead(bookId) {
  const book = db.books.findOne({ _id: bookId }, { categories: 1 });
  const categoryList = db.categories.find({ _id: { $in: (book?.categories ?? []) } }).toArray();
  return { book, categoryList };
}

// Returns a page of book documents linked to a category, using the multikey index, sorted in memory.
function categoriesReverse(categoryId) {
  return db.books.find({ categories: categoryId }).sort({ _id: 1 }).limit(50).toArray();
}

// Returns the next page after the last item shown.
function categoriesPage(categoryId, lastId) {
  return db.books.find({ categories: categoryId, _id: { $gt: lastId } }).sort({ _id: 1 }).limit(50).toArray();
}

// Links a book to a category. Does nothing if already linked. Doesn't check the maximum of 500,000 books per
// category; the audit does.
function categoriesAdd(bookId, categoryId) {
  const category = db.categories.findOne({ _id: categoryId }, { _id: 1 });
  if (category === null) {
    throw new Error("category not found");
  }
  const added = db.books.updateOne(
    { _id: bookId, "categories.2": { $exists: false } },
    { $addToSet: { categories: categoryId } },
  );
  if (added.matchedCount === 0) {
    const present = db.books.findOne({ _id: bookId, categories: categoryId }, { _id: 1 });
    if (present === null) {
      throw new Error("book not found, or categories limit reached");
    }
  }
  return added;
}

// Unlinks a book from a category. Neither document is deleted.
function categoriesRemove(bookId, categoryId) {
  const removed = db.books.updateOne({ _id: bookId, categories: categoryId }, { $pull: { categories: categoryId } });
  if (removed.matchedCount === 0) {
    throw new Error("not linked");
  }
  return removed;
}

// Removes all references to a category, then deletes it. All writes run in one transaction.
function deleteCategory(categoryId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.books.updateMany({ categories: categoryId }, { $pull: { categories: categoryId } });
      removed = inside.categories.deleteOne({ _id: categoryId });
      if (removed.deletedCount === 0) {
        throw new Error("category not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "address": Embedded document (A3) ---
// one read returns both, and updates are atomic

// Replaces a user's address in one atomic write.
function addressAdd(userId, address) {
  mustBeGiven({ address });
  const added = db.users.updateOne({ _id: userId }, { $set: { address } });
  if (added.matchedCount === 0) {
    throw new Error("user not found");
  }
  return added;
}

// --- operation "author page" ---

// Author, read: 5,000 per day.
function authorPage(id) {
  const found = db.authors.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const books = db.books.find({ _id: { $in: (found.books ?? []) } }).toArray();
  return { found, books };
}

// --- operation "book page" ---

// Book, read: 6,000 per day.
function bookPage(id) {
  const found = db.books.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const authors = db.authors.find({ _id: { $in: (found.authors ?? []) } }).toArray();
  const categories = db.categories.find({ _id: { $in: (found.categories ?? []) } }).toArray();
  return { found, authors, categories };
}

// --- operation "books of a category" ---

// Book, read: 3,000 per day.
function booksOfACategory(categoryId) {
  return db.books.find({ categories: categoryId }).limit(50).toArray();
}

// --- operation "category menu" ---

// Category, read: 100 per day.
function categoryMenu(limit = 50) {
  return db.categories.find({}).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "customer" ---

// User, read: 2,000 per day.
function customer(id) {
  return db.users.findOne({ _id: id });
}

// --- operation "change address" ---

// Address, update: 3 per day. address.street and address.city don't change if omitted.
function changeAddress(userId, newStreet, newCity) {
  mustNotBeNull({ newStreet, newCity });
  const changed = db.users.updateOne({ _id: userId }, setOrClear({ "address.street": newStreet, "address.city": newCity }));
  if (changed.matchedCount === 0) {
    throw new Error("user not found");
  }
  return changed;
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("authorship.read", authorshipRead(1));
  printed("authorship.reverse", authorshipReverse(1));
  printed("categories.read", categoriesRead(1));
  printed("categories.reverse", categoriesReverse(1));
  printed("categories.page", categoriesPage(1, 1));
  printed("author page", authorPage(1));
  printed("book page", bookPage(1));
  printed("books of a category", booksOfACategory(1));
  printed("category menu", categoryMenu());
  printed("customer", customer(1));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  attempt("authorship.replace", () => authorshipReplace(1, [2, 3]));
  attempt("authorship.replace_back", () => authorshipReplaceBack(1, [1, 2]));
  attempt("change address", () => changeAddress(1, "456 Market Street", "Portland"));
  attempt("authorship.add", () => authorshipAdd(1, 1));
  attempt("categories.add", () => categoriesAdd(1, 1));
  attempt("address.add", () => addressAdd(1, { street: "100 some road", city: "Nevermore" }));
  attempt("authorship.remove", () => authorshipRemove(1, 1));
  attempt("authorship.delete", () => deleteBook(1));
  attempt("authorship.delete_back", () => deleteAuthor(1));
  attempt("categories.remove", () => categoriesRemove(3, 1));
  attempt("categories.delete", () => deleteCategory(1));
  endWithSamples();
}
showReadsIfAsked();
