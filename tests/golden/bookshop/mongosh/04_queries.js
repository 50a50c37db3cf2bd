// Reads and writes of the design "Bookshop".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
// A document of yours with the _id of a sample, such as 1, makes demo() stop, where 03_sample_data.js is
// loaded; else it would be changed or deleted.
db = db.getSiblingDB("bookshop");

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

// Refuses what has no value and needs one: null would be stored in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
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

// --- relationship "authorship": TWO_WAY_EMBED (C5) ---
// both sides are small, similar in size, and read often

// What the author lists: its ids, then the documents. $in does not keep their order.
function authorshipRead(authorId) {
  const author = db.authors.findOne({ _id: authorId }, { books: 1 });
  const bookList = db.books.find({ _id: { $in: (author?.books ?? []) } }).toArray();
  return { author, bookList };
}

// What the book lists: its ids, then the documents. $in does not keep their order.
function authorshipReverse(bookId) {
  const book = db.books.findOne({ _id: bookId }, { authors: 1 });
  const authorList = db.authors.find({ _id: { $in: (book?.authors ?? []) } }).toArray();
  return { book, authorList };
}

// Link one author and one book: an id on each side, both or neither.
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
        throw new Error("there is no such author, or it lists too many already");
      }
      const bookLinked = inside.books.updateOne(
        { _id: bookId, "authors.2": { $exists: false } },
        { $addToSet: { authors: authorId } },
      );
      if (bookLinked.matchedCount === 0) {
        throw new Error("there is no such book, or it lists too many already");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Unlink one author and one book on both sides; the documents stay.
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
          throw new Error("the two are not linked");
        }
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// Give one author another list: each book that leaves it or comes into it changes too, all or none. Refused
// where one of its books does not exist: one read.
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
        throw new Error("there is no such author");
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

// Give one book another list: each author that leaves it or comes into it changes too, all or none. Refused
// where one of its authors does not exist: one read.
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
        throw new Error("there is no such book");
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

// Delete one book: first out of every list, then the document. All writes stand in one transaction: all of
// them happen, or none.
function deleteBook(bookId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.authors.updateMany({ books: bookId }, { $pull: { books: bookId } });
      removed = inside.books.deleteOne({ _id: bookId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such book");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// Delete one author: first out of every list, then the document. All writes stand in one transaction: all of
// them happen, or none.
function deleteAuthor(authorId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.books.updateMany({ authors: authorId }, { $pull: { authors: authorId } });
      removed = inside.authors.deleteOne({ _id: authorId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such author");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "categories": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side

// What the book lists: its ids, then the documents. $in does not keep their order.
function categoriesRead(bookId) {
  const book = db.books.findOne({ _id: bookId }, { categories: 1 });
  const categoryList = db.categories.find({ _id: { $in: (book?.categories ?? []) } }).toArray();
  return { book, categoryList };
}

// Every book that lists one category, found by the multikey index, sorted by the server, a page at a time.
function categoriesReverse(categoryId) {
  return db.books.find({ categories: categoryId }).sort({ _id: 1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown.
function categoriesPage(categoryId, lastId) {
  return db.books.find({ categories: categoryId, _id: { $gt: lastId } }).sort({ _id: 1 }).limit(50).toArray();
}

// Let one book list one category, at most once.
function categoriesAdd(bookId, categoryId) {
  const category = db.categories.findOne({ _id: categoryId }, { _id: 1 });
  if (category === null) {
    throw new Error("there is no such category");
  }
  const added = db.books.updateOne(
    { _id: bookId, "categories.2": { $exists: false } },
    { $addToSet: { categories: categoryId } },
  );
  if (added.matchedCount === 0) {
    const present = db.books.findOne({ _id: bookId, categories: categoryId }, { _id: 1 });
    if (present === null) {
      throw new Error("there is no such book, or it has no room in categories");
    }
  }
  return added;
}

// Let the book list the category no longer; both documents stay.
function categoriesRemove(bookId, categoryId) {
  const removed = db.books.updateOne({ _id: bookId, categories: categoryId }, { $pull: { categories: categoryId } });
  if (removed.matchedCount === 0) {
    throw new Error("the two are not linked");
  }
  return removed;
}

// Delete one category: first out of every list, then the document. All writes stand in one transaction: all
// of them happen, or none.
function deleteCategory(categoryId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.books.updateMany({ categories: categoryId }, { $pull: { categories: categoryId } });
      removed = inside.categories.deleteOne({ _id: categoryId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such category");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- relationship "address": EMBED_ONE (A3) ---
// one read returns both, and updates are atomic

// Replace the address of one user: one atomic write.
function addressAdd(userId, address) {
  mustBeGiven({ address });
  const added = db.users.updateOne({ _id: userId }, { $set: { address } });
  if (added.matchedCount === 0) {
    throw new Error("there is no such user");
  }
  return added;
}

// --- operation "author page" ---

// Author, read: 5,000 a day.
function authorPage(id) {
  const found = db.authors.findOne({ _id: id });
  if (found === null) {
    return null;
  }
  const books = db.books.find({ _id: { $in: (found.books ?? []) } }).toArray();
  return { found, books };
}

// --- operation "book page" ---

// Book, read: 6,000 a day.
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

// Book, read: 3,000 a day.
function booksOfACategory(categoryId) {
  return db.books.find({ categories: categoryId }).limit(50).toArray();
}

// --- operation "category menu" ---

// Category, read: 100 a day.
function categoryMenu(limit = 50) {
  return db.categories.find({}).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "customer" ---

// User, read: 2,000 a day.
function customer(id) {
  return db.users.findOne({ _id: id });
}

// --- operation "move house" ---

// Address, update: 3 a day.
function moveHouse(userId, newStreet, newCity) {
  const changed = db.users.updateOne({ _id: userId }, { $set: { "address.street": newStreet, "address.city": newCity } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such user");
  }
  return changed;
}

// Every read once, on the sample documents. Reads without an index read all that is there.
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

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  attempt("authorship.replace", () => authorshipReplace(1, [2, 3]));
  attempt("authorship.replace_back", () => authorshipReplaceBack(1, [1, 2]));
  attempt("move house", () => moveHouse(1, "456 Market Street", "Portland"));
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
