// "Department store": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("store");

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

// --- collection "categories" ---
// A node of the category tree, with a page of its own
ensureDocument(
  "categories",
  { _id: ObjectId("656860a4a8d9e7dfbdcb770e"), name: "Electronics", slug: "electronics", path: "," },
);
ensureDocument(
  "categories",
  { _id: ObjectId("656c5d58691163b9f77ad4d3"), name: "Computers", slug: "computers", path: ",electronics," },
);
ensureDocument(
  "categories",
  { _id: ObjectId("65705a0c90fdf5aba07598ef"), name: "Audio", slug: "audio", path: ",electronics," },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("657456c0ecf09e4654189939"),
    name: "Laptops",
    slug: "laptops",
    path: ",electronics,computers,",
  },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("657853746fe97207b11a8cdd"),
    name: "Monitors",
    slug: "monitors",
    path: ",electronics,computers,",
  },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("657c2724c048892208462a03"),
    name: "Headphones",
    slug: "headphones",
    path: ",electronics,audio,",
  },
);
ensureDocument(
  "categories",
  {
    _id: ObjectId("658023d8e95c49fcc0aed383"),
    name: "Speakers",
    slug: "speakers",
    path: ",electronics,audio,",
  },
);

// --- collection "products" ---
// Something on sale
ensureDocument(
  "products",
  {
    _id: ObjectId("65719b240db34a03617bb9f9"),
    sku: "LAP-0412",
    name: "14 inch laptop",
    price: NumberDecimal("249.90"),
    category_id: ObjectId("656860a4a8d9e7dfbdcb770e"),
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("657597d83d1ec71d8a481d47"),
    sku: "LAM-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("172.90"),
    category_id: ObjectId("656860a4a8d9e7dfbdcb770e"),
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("6579948ce543311792a20994"),
    sku: "BAC-0414",
    name: "Travel Backpack",
    price: NumberDecimal("168.90"),
    category_id: ObjectId("656c5d58691163b9f77ad4d3"),
  },
);

// --- collection "regions" ---
// A node of the tree by which sales are summed; it changes with the business year
ensureDocument(
  "regions",
  { _id: ObjectId("6586b324c984963f4717b8a5"), name: "World", head_count: 2400, left: 1, right: 14 },
);
ensureDocument(
  "regions",
  {
    _id: ObjectId("658aafd8a8dbb707d76b219c"),
    name: "Europe",
    head_count: 1100,
    parent: ObjectId("6586b324c984963f4717b8a5"),
    left: 2,
    right: 7,
  },
);
ensureDocument(
  "regions",
  {
    _id: ObjectId("658eac8cb1e7becb20fffbee"),
    name: "Americas",
    head_count: 740,
    parent: ObjectId("6586b324c984963f4717b8a5"),
    left: 8,
    right: 13,
  },
);
ensureDocument(
  "regions",
  {
    _id: ObjectId("6592a9408a3270b7d22c1989"),
    name: "Iberia",
    head_count: 510,
    parent: ObjectId("658aafd8a8dbb707d76b219c"),
    left: 3,
    right: 4,
  },
);
ensureDocument(
  "regions",
  {
    _id: ObjectId("6596a5f4f0f0660791849f21"),
    name: "Nordics",
    head_count: 340,
    parent: ObjectId("658aafd8a8dbb707d76b219c"),
    left: 5,
    right: 6,
  },
);
ensureDocument(
  "regions",
  {
    _id: ObjectId("659a79a4fdb62efa2f004fb0"),
    name: "Andes",
    head_count: 340,
    parent: ObjectId("658eac8cb1e7becb20fffbee"),
    left: 9,
    right: 10,
  },
);
ensureDocument(
  "regions",
  {
    _id: ObjectId("659e76589b58b3a9390b489e"),
    name: "Caribbean",
    head_count: 230,
    parent: ObjectId("658eac8cb1e7becb20fffbee"),
    left: 11,
    right: 12,
  },
);

// --- collection "menus" ---
// An entry of the menus on the website
ensureDocument(
  "menus",
  {
    _id: ObjectId("65968524f0cfae5f57d0a8eb"),
    label: "Shop",
    url: "https://www.example.com/shop",
    items: [
      {
        _id: ObjectId("659e7e8c138783d960449471"),
        label: "Electronics",
        url: "https://www.example.com/electronics",
        items: [
          {
            _id: ObjectId("65a677f4e8cc498d1c21b8ce"),
            label: "Laptops",
            url: "https://www.example.com/laptops",
          },
          {
            _id: ObjectId("65aa4ba4df7e2a3c63c5860c"),
            label: "Headphones",
            url: "https://www.example.com/headphones",
          },
        ],
      },
      {
        _id: ObjectId("65a27b40fb5b85e7c79e941a"),
        label: "Kitchen",
        url: "https://www.example.com/kitchen",
        items: [],
      },
    ],
  },
);
ensureDocument(
  "menus",
  {
    _id: ObjectId("659a81d8ee847fa249d28e32"),
    label: "Help",
    url: "https://www.example.com/help",
    items: [
      {
        _id: ObjectId("65ae48581db3ae3f1057bb2c"),
        label: "Orders",
        url: "https://www.example.com/orders",
        items: [
          {
            _id: ObjectId("65b641c0c17ad423d8f047ed"),
            label: "Track a parcel",
            url: "https://www.example.com/track-a-parcel",
          },
          {
            _id: ObjectId("65ba3e743a5687302832de2c"),
            label: "Return something",
            url: "https://www.example.com/return-something",
          },
        ],
      },
      {
        _id: ObjectId("65b2450cb4a72e8cf28f72b2"),
        label: "Contact",
        url: "https://www.example.com/contact",
        items: [],
      },
    ],
  },
);

// --- collection "orders" ---
// A purchase in one of the regions
ensureDocument(
  "orders",
  {
    _id: ObjectId("65e2fc2497d523604eded65c"),
    ordered_on: ISODate("2024-03-02T10:15:00Z"),
    total: NumberDecimal("312.40"),
    region_id: ObjectId("6586b324c984963f4717b8a5"),
  },
);
ensureDocument(
  "orders",
  {
    _id: ObjectId("65e6f8d8e5e5f2ba6f9ac29b"),
    ordered_on: ISODate("2024-03-05T10:50:00Z"),
    total: NumberDecimal("358.10"),
    region_id: ObjectId("6586b324c984963f4717b8a5"),
  },
);
ensureDocument(
  "orders",
  {
    _id: ObjectId("65eaf58ca08050e978afd50c"),
    ordered_on: ISODate("2024-03-08T11:25:00Z"),
    total: NumberDecimal("356.90"),
    region_id: ObjectId("658aafd8a8dbb707d76b219c"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("656860a4a8d9e7dfbdcb770e"),
    ObjectId("656c5d58691163b9f77ad4d3"),
    ObjectId("65705a0c90fdf5aba07598ef"),
    ObjectId("657456c0ecf09e4654189939"),
    ObjectId("657853746fe97207b11a8cdd"),
    ObjectId("657c2724c048892208462a03"),
    ObjectId("658023d8e95c49fcc0aed383"),
  ]) {
    db.categories.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65719b240db34a03617bb9f9"),
    ObjectId("657597d83d1ec71d8a481d47"),
    ObjectId("6579948ce543311792a20994"),
  ]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("6586b324c984963f4717b8a5"),
    ObjectId("658aafd8a8dbb707d76b219c"),
    ObjectId("658eac8cb1e7becb20fffbee"),
    ObjectId("6592a9408a3270b7d22c1989"),
    ObjectId("6596a5f4f0f0660791849f21"),
    ObjectId("659a79a4fdb62efa2f004fb0"),
    ObjectId("659e76589b58b3a9390b489e"),
  ]) {
    db.regions.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("65968524f0cfae5f57d0a8eb"), ObjectId("659a81d8ee847fa249d28e32")]) {
    db.menus.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65e2fc2497d523604eded65c"),
    ObjectId("65e6f8d8e5e5f2ba6f9ac29b"),
    ObjectId("65eaf58ca08050e978afd50c"),
  ]) {
    db.orders.deleteOne({ _id: id });
  }
}
