// "Electronics store": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("electronics");

// The documents below, each with its collection.
const sampleDocuments = [];

// Inserts a document if its _id isn't taken. Existing documents are never changed.
function ensureDocument(collection, document) {
  sampleDocuments.push({ collection, document });
  insertAbsent(collection, document);
}

// Restores the sample documents. demo() in 04_queries.js calls it first, if both files are loaded in one shell.
function resetSampleData() {
  removeSampleData();
  for (const { collection, document } of sampleDocuments) insertAbsent(collection, document);
}

function insertAbsent(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
}

// --- collection "users" ---
// Someone with an account
ensureDocument(
  "users",
  {
    _id: ObjectId("6395e83cfff515e963d303c1"),
    name: "John Smith",
    email: "john.smith@example.com",
    addresses: [
      { type: "home", street: "123 Main St", city: "New York", state: "NY", zip: "10001" },
      { type: "work", street: "456 Market Street", city: "Portland", state: "OR", zip: "97204" },
    ],
  },
);
ensureDocument(
  "users",
  {
    _id: ObjectId("6399e4f0f06dc6c1837f55c4"),
    name: "Victor Chen",
    email: "victor.chen@example.com",
    addresses: [{ type: "home", street: "12 Orchard Lane", city: "Madison", state: "WI", zip: "53703" }],
  },
);

// --- collection "orders" ---
// What a user bought at one moment
ensureDocument(
  "orders",
  {
    _id: ObjectId("6415c9bc97d523604eded65c"),
    order_date: ISODate("2023-03-18T14:25:00Z"),
    total_amount: NumberDecimal("779.95"),
    shipping: { address: "123 Main St, New York, NY 10001", method: "Express", cost: NumberDecimal("12.99") },
    user_id: ObjectId("6395e83cfff515e963d303c1"),
    items: [
      {
        product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
        product_name: "Wireless Headphones",
        price: NumberDecimal("149.99"),
        quantity: 2,
      },
      {
        product_id: ObjectId("63c809703d1ec71d8a481d47"),
        product_name: "Noise-Cancelling Headphones",
        price: NumberDecimal("159.99"),
        quantity: 3,
      },
    ],
  },
);
ensureDocument(
  "orders",
  {
    _id: ObjectId("6419c670e5e5f2ba6f9ac29b"),
    order_date: ISODate("2023-03-21T15:00:00Z"),
    total_amount: NumberDecimal("1169.91"),
    shipping: {
      address: "123 Main St, New York, NY 10001",
      method: "Standard",
      cost: NumberDecimal("10.99"),
    },
    user_id: ObjectId("6395e83cfff515e963d303c1"),
    items: [
      {
        product_id: ObjectId("63c809703d1ec71d8a481d47"),
        product_name: "Noise-Cancelling Headphones",
        price: NumberDecimal("159.99"),
        quantity: 4,
      },
      {
        product_id: ObjectId("63cc0624e543311792a20994"),
        product_name: "Bluetooth Speaker",
        price: NumberDecimal("105.99"),
        quantity: 5,
      },
    ],
  },
);
ensureDocument(
  "orders",
  {
    _id: ObjectId("641dc324a08050e978afd50c"),
    order_date: ISODate("2023-03-24T15:35:00Z"),
    total_amount: NumberDecimal("917.93"),
    shipping: {
      address: "12 Orchard Lane, Madison, WI 53703",
      method: "Express",
      cost: NumberDecimal("10.99"),
    },
    user_id: ObjectId("6399e4f0f06dc6c1837f55c4"),
    items: [
      {
        product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
        product_name: "Wireless Headphones",
        price: NumberDecimal("149.99"),
        quantity: 4,
      },
      {
        product_id: ObjectId("63cc0624e543311792a20994"),
        product_name: "Bluetooth Speaker",
        price: NumberDecimal("105.99"),
        quantity: 3,
      },
    ],
  },
);

// --- collection "products" ---
// Something on sale
ensureDocument(
  "products",
  {
    _id: ObjectId("63c40cbc0db34a03617bb9f9"),
    name: "Wireless Headphones",
    price: NumberDecimal("149.99"),
    category: "Electronics",
    tags: ["bluetooth", "headphones"],
    average_rating: Double(4.0),
    review_count: 2,
    recent_reviews: [
      {
        review_id: ObjectId("64222e001d19f3ed8debb283"),
        user: "Alex",
        rating: 5,
        comment: "Amazing sound quality! I've been using these for a week now and I'm impressed with the battery.",
        date: ISODate("2023-03-28T00:00:00Z"),
      },
      {
        review_id: ObjectId("64262ab4950124c310b577d5"),
        user: "Luca",
        rating: 3,
        comment: "Good overall, though it took a little longer than said.",
        date: ISODate("2023-03-31T00:00:00Z"),
      },
    ],
    rating_sum: 8,
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("63c809703d1ec71d8a481d47"),
    name: "Noise-Cancelling Headphones",
    price: NumberDecimal("159.99"),
    category: "Electronics",
    tags: ["headphones", "noise-cancelling"],
    average_rating: Double(4.0),
    review_count: 1,
    recent_reviews: [
      {
        review_id: ObjectId("642a27685f3999c3b035aa14"),
        user: "Ines",
        rating: 4,
        comment: "Just as described, and a pleasure from the first day.",
        date: ISODate("2023-04-03T00:00:00Z"),
      },
    ],
    rating_sum: 4,
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("63cc0624e543311792a20994"),
    name: "Bluetooth Speaker",
    price: NumberDecimal("105.99"),
    category: "Electronics",
    tags: ["speaker", "bluetooth"],
    average_rating: null,
    review_count: 0,
    recent_reviews: [],
    rating_sum: 0,
  },
);

// --- collection "reviews" ---
// The opinion of one buyer
ensureDocument(
  "reviews",
  {
    _id: ObjectId("64222e001d19f3ed8debb283"),
    user: "Alex",
    rating: 5,
    comment: "Amazing sound quality! I've been using these for a week now and I'm impressed with the battery.",
    date: ISODate("2023-03-28T00:00:00Z"),
    product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
  },
);
ensureDocument(
  "reviews",
  {
    _id: ObjectId("64262ab4950124c310b577d5"),
    user: "Luca",
    rating: 3,
    comment: "Good overall, though it took a little longer than said.",
    date: ISODate("2023-03-31T00:00:00Z"),
    product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
  },
);
ensureDocument(
  "reviews",
  {
    _id: ObjectId("642a27685f3999c3b035aa14"),
    user: "Ines",
    rating: 4,
    comment: "Just as described, and a pleasure from the first day.",
    date: ISODate("2023-04-03T00:00:00Z"),
    product_id: ObjectId("63c809703d1ec71d8a481d47"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("6395e83cfff515e963d303c1"), ObjectId("6399e4f0f06dc6c1837f55c4")]) {
    db.users.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("6415c9bc97d523604eded65c"),
    ObjectId("6419c670e5e5f2ba6f9ac29b"),
    ObjectId("641dc324a08050e978afd50c"),
  ]) {
    db.orders.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("63c40cbc0db34a03617bb9f9"),
    ObjectId("63c809703d1ec71d8a481d47"),
    ObjectId("63cc0624e543311792a20994"),
  ]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("64222e001d19f3ed8debb283"),
    ObjectId("64262ab4950124c310b577d5"),
    ObjectId("642a27685f3999c3b035aa14"),
  ]) {
    db.reviews.deleteOne({ _id: id });
  }
}
