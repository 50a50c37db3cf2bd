// "Web shop": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
// Documents in session_data expire, so sample dates are moved by whole weeks to the day this runs. In a later
// week, call resetSampleData() before 04_queries.js.
db = db.getSiblingDB("web_shop");

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

// Moves a sample date by whole weeks, so that no sample has expired when it is inserted, and the latest is from the
// past few days if possible. NESTLINK_TODAY=2024-01-31 sets the current date.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}

function recent(date) {
  return movedByWeeks(date, ISODate("2023-04-03T01:10:00Z"), ISODate("2023-04-14T09:32:14Z"));
}

// --- collection "products" ---
// Something on sale
ensureDocument(
  "products",
  {
    _id: ObjectId("62f598000db34a03617bb9f9"),
    name: "Ergonomic Office Chair",
    slug: "ergonomic-office-chair",
    brand: "ErgoMax",
    category: "Furniture",
    subcategory: "Office Chairs",
    price: NumberDecimal("249.99"),
    sale_price: NumberDecimal("199.99"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 1245,
      orders_last_7_days: 52,
      conversion_rate: 0.042,
      revenue_last_30_days: NumberDecimal("14849.50"),
    },
    created_at: recent(ISODate("2022-08-12T00:00:00Z")),
    updated_at: recent(ISODate("2023-03-15T00:00:00Z")),
    inventory: { in_stock: 53, reserved: 7, available: 46 },
    attributes: {
      color: "Black",
      material: "Mesh",
      weight_capacity: "300lbs",
      dimensions: { width: 26, depth: 24, height: 48, unit: "inches" },
    },
    rating_summary: {
      average: 4.51,
      count: 237,
      distribution: { ["1"]: 3, ["2"]: 5, ["3"]: 15, ["4"]: 58, ["5"]: 156 },
    },
    seo: {
      meta_title: "ErgoMax Ergonomic Office Chair - Adjustable, Comfortable Support",
      meta_description: "Upgrade your workspace with an adjustable chair that supports your back.",
      keywords: ["ergonomic chair", "office chair"],
    },
    images: [
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
      { url: "image-2-2.jpg", alt: "The package and what is inside", is_primary: false },
    ],
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("62f994b43d1ec71d8a481d47"),
    name: "Linen Desk Lamp",
    slug: "linen-desk-lamp",
    brand: "Lumo",
    category: "Lighting",
    subcategory: "Desk lamps",
    price: NumberDecimal("156.99"),
    sale_price: NumberDecimal("125.59"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 1072,
      orders_last_7_days: 33,
      conversion_rate: 0.031,
      revenue_last_30_days: NumberDecimal("15741.50"),
    },
    created_at: recent(ISODate("2022-08-15T00:00:00Z")),
    updated_at: recent(ISODate("2023-03-18T00:00:00Z")),
    inventory: { in_stock: 35, reserved: 8, available: 27 },
    attributes: {
      color: "Sand",
      material: "Stainless steel",
      weight_capacity: "310lbs",
      dimensions: { width: 27, depth: 29, height: 38, unit: "cm" },
    },
    rating_summary: {
      average: 4.48,
      count: 234,
      distribution: { ["1"]: 4, ["2"]: 6, ["3"]: 19, ["4"]: 50, ["5"]: 155 },
    },
    seo: {
      meta_title: "Linen Desk Lamp by Lumo",
      meta_description: "Linen Desk Lamp by Lumo: see pictures, prices and reviews.",
      keywords: ["desk lamp", "linen lamp"],
    },
    images: [{ url: "image-3-1.jpg", alt: "Front view in daylight", is_primary: true }],
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("62fd9168e543311792a20994"),
    name: "Travel Backpack",
    slug: "travel-backpack",
    brand: "Fjordline",
    category: "Outdoor",
    subcategory: "Backpacks",
    price: NumberDecimal("229.99"),
    sale_price: NumberDecimal("183.99"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 1047,
      orders_last_7_days: 50,
      conversion_rate: 0.048,
      revenue_last_30_days: NumberDecimal("9718.50"),
    },
    created_at: recent(ISODate("2022-08-18T00:00:00Z")),
    updated_at: recent(ISODate("2023-03-21T00:00:00Z")),
    inventory: { in_stock: 54, reserved: 6, available: 48 },
    attributes: {
      color: "Navy",
      material: "Aluminium",
      weight_capacity: "320lbs",
      dimensions: { width: 28, depth: 18, height: 49, unit: "inches" },
    },
    rating_summary: {
      average: 4.46,
      count: 256,
      distribution: { ["1"]: 2, ["2"]: 6, ["3"]: 20, ["4"]: 71, ["5"]: 157 },
    },
    seo: {
      meta_title: "Travel Backpack by Fjordline",
      meta_description: "Travel Backpack by Fjordline: see pictures, prices and reviews.",
      keywords: ["travel backpack", "backpack"],
    },
    images: [{ url: "image-4-1.jpg", alt: "Side view on a white background", is_primary: true }],
  },
);

// --- collection "reviews" ---
// The opinion of one buyer
ensureDocument(
  "reviews",
  {
    _id: ObjectId("64222e001d19f3ed8debb283"),
    rating: 5,
    comment: "My back has not hurt since.",
    date: recent(ISODate("2023-03-28T00:00:00Z")),
    product_id: ObjectId("62f598000db34a03617bb9f9"),
  },
);
ensureDocument(
  "reviews",
  {
    _id: ObjectId("64262ab4950124c310b577d5"),
    rating: 3,
    date: recent(ISODate("2023-03-31T00:00:00Z")),
    product_id: ObjectId("62f598000db34a03617bb9f9"),
  },
);
ensureDocument(
  "reviews",
  {
    _id: ObjectId("642a27685f3999c3b035aa14"),
    rating: 4,
    comment: "Just as described, and a pleasure from the first day.",
    date: recent(ISODate("2023-04-03T00:00:00Z")),
    product_id: ObjectId("62f994b43d1ec71d8a481d47"),
  },
);

// --- collection "customers" ---
// Someone with an account
ensureDocument(
  "customers",
  {
    _id: ObjectId("62bce780b4174b21a72ae8a2"),
    email: "customer@example.com",
    password_hash: "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$Zm9yIGV4YW1wbGUgb25seQ",
    name: { first: "John", last: "Smith" },
    account: {
      status: "active",
      created_at: recent(ISODate("2022-06-30T00:00:00Z")),
      last_login: recent(ISODate("2023-03-15T00:00:00Z")),
    },
    addresses: [
      {
        id: "addr_001",
        type: "shipping",
        is_default: true,
        name: "John Smith",
        line1: "123 Main Street",
        line2: "Apt 4B",
        city: "Brooklyn",
        state: "NY",
        postal_code: "11201",
        country: "US",
        phone: "212-555-0134",
      },
      {
        id: "addr_002",
        type: "billing",
        is_default: false,
        name: "John Smith",
        line1: "456 Market Street",
        line2: "Apt 2A",
        city: "Portland",
        state: "OR",
        postal_code: "97204",
        country: "US",
      },
    ],
    payment_methods: [
      {
        id: "pm_001",
        is_default: true,
        type: "credit_card",
        provider: "visa",
        last_four: "4242",
        exp_month: 12,
        exp_year: 2030,
        billing_address_id: "addr_001",
      },
      {
        id: "pm_002",
        is_default: false,
        type: "debit_card",
        provider: "visa",
        last_four: "5595",
        exp_month: 8,
        exp_year: 2031,
        billing_address_id: "addr_001",
      },
    ],
    wishlist: [ObjectId("62f598000db34a03617bb9f9"), ObjectId("62f994b43d1ec71d8a481d47")],
    recent_orders: [
      {
        order_id: ObjectId("640b3d4e97d523604eded65c"),
        date: recent(ISODate("2023-03-10T14:23:10Z")),
        total: NumberDecimal("467.67"),
        status: "delivered",
      },
      {
        order_id: ObjectId("640f3a02e5e5f2ba6f9ac29b"),
        date: recent(ISODate("2023-03-13T14:58:10Z")),
        total: NumberDecimal("1440.31"),
        status: "cancelled",
      },
    ],
  },
);
ensureDocument(
  "customers",
  {
    _id: ObjectId("62c0e4347fb3ef312cdd449f"),
    email: "ravi.rosen@example.com",
    password_hash: "$argon2id$v=19$m=65536,t=3,p=4$vc1G92ySEITKoUizoTz49Q$VxQf6OP9D2Np4ScUrBBi8hv3TpYNSxKNCfHwwcxAg7s",
    name: { first: "Ravi", last: "Rosen" },
    account: {
      status: "locked",
      created_at: recent(ISODate("2022-07-03T00:00:00Z")),
      last_login: recent(ISODate("2023-03-18T00:00:00Z")),
    },
    addresses: [
      {
        id: "addr_003",
        type: "shipping",
        is_default: true,
        name: "Ravi Rosen",
        line1: "12 Orchard Lane",
        line2: "2nd floor",
        city: "Madison",
        state: "WI",
        postal_code: "53703",
        country: "US",
      },
    ],
    payment_methods: [
      {
        id: "pm_003",
        is_default: true,
        type: "credit_card",
        provider: "mastercard",
        last_four: "3464",
        exp_month: 11,
        exp_year: 2029,
        billing_address_id: "addr_003",
      },
    ],
    wishlist: [ObjectId("62f994b43d1ec71d8a481d47"), ObjectId("62fd9168e543311792a20994")],
    recent_orders: [
      {
        order_id: ObjectId("641336b6a08050e978afd50c"),
        date: recent(ISODate("2023-03-16T15:33:10Z")),
        total: NumberDecimal("1366.43"),
        status: "processing",
      },
    ],
  },
);

// --- collection "orders" ---
// What a customer bought at one moment; moved to the archive after five years
ensureDocument(
  "orders",
  {
    _id: ObjectId("640b3d4e97d523604eded65c"),
    order_number: "ORD-12345",
    status: "delivered",
    billing: {
      address: {
        name: "John Smith",
        line1: "123 Main Street",
        line2: "Apt 4B",
        city: "Brooklyn",
        state: "NY",
        postal_code: "11201",
        country: "US",
      },
      payment: { method: "credit_card", last_four: "4242", transaction_id: "ch_1234567890" },
    },
    shipping: {
      address: {
        name: "John Smith",
        line1: "123 Main Street",
        line2: "Apt 4B",
        city: "Brooklyn",
        state: "NY",
        postal_code: "11201",
        country: "US",
      },
      method: "standard",
      cost: NumberDecimal("0"),
      carrier: "USPS",
      tracking_number: "9400123456789876543210",
    },
    dates: {
      created: recent(ISODate("2023-03-10T14:23:10Z")),
      updated: recent(ISODate("2023-03-15T09:45:22Z")),
      shipped: recent(ISODate("2023-03-12T10:15:43Z")),
      delivered: recent(ISODate("2023-03-15T09:32:18Z")),
    },
    totals: {
      subtotal: NumberDecimal("451.17"),
      tax: NumberDecimal("16.50"),
      shipping: NumberDecimal("0"),
      discount: NumberDecimal("0"),
      grand_total: NumberDecimal("467.67"),
    },
    items: [
      {
        product_id: ObjectId("62f598000db34a03617bb9f9"),
        product_name: "Ergonomic Office Chair",
        price: NumberDecimal("199.99"),
        sku: "CHAIR-BLK-001",
        quantity: 1,
        subtotal: NumberDecimal("199.99"),
      },
      {
        product_id: ObjectId("62f994b43d1ec71d8a481d47"),
        product_name: "Linen Desk Lamp",
        price: NumberDecimal("125.59"),
        sku: "LAMP-SND-002",
        quantity: 2,
        subtotal: NumberDecimal("251.18"),
      },
    ],
    customer_id: ObjectId("62bce780b4174b21a72ae8a2"),
    customer_email: "customer@example.com",
    customer_name: { first: "John", last: "Smith" },
  },
);
ensureDocument(
  "orders",
  {
    _id: ObjectId("640f3a02e5e5f2ba6f9ac29b"),
    order_number: "ORD-12346",
    status: "cancelled",
    billing: {
      address: {
        name: "John Smith",
        line1: "456 Market Street",
        line2: "Apt 2A",
        city: "Portland",
        state: "OR",
        postal_code: "97204",
        country: "US",
      },
      payment: { method: "credit_card", last_four: "8453", transaction_id: "ch_1234567891" },
    },
    shipping: {
      address: {
        name: "John Smith",
        line1: "123 Main Street",
        line2: "Apt 4B",
        city: "Brooklyn",
        state: "NY",
        postal_code: "11201",
        country: "US",
      },
      method: "express",
      cost: NumberDecimal("11.50"),
    },
    dates: {
      created: recent(ISODate("2023-03-13T14:58:10Z")),
      updated: recent(ISODate("2023-03-18T10:20:22Z")),
    },
    totals: {
      subtotal: NumberDecimal("1422.31"),
      tax: NumberDecimal("13.50"),
      shipping: NumberDecimal("11.50"),
      discount: NumberDecimal("7.00"),
      grand_total: NumberDecimal("1440.31"),
    },
    items: [
      {
        product_id: ObjectId("62f994b43d1ec71d8a481d47"),
        product_name: "Linen Desk Lamp",
        price: NumberDecimal("125.59"),
        sku: "LAMP-SND-002",
        quantity: 4,
        subtotal: NumberDecimal("502.36"),
      },
      {
        product_id: ObjectId("62fd9168e543311792a20994"),
        product_name: "Travel Backpack",
        price: NumberDecimal("183.99"),
        sku: "BACKPACK-NVY-003",
        quantity: 5,
        subtotal: NumberDecimal("919.95"),
      },
    ],
    customer_id: ObjectId("62bce780b4174b21a72ae8a2"),
    customer_email: "customer@example.com",
    customer_name: { first: "John", last: "Smith" },
  },
);
ensureDocument(
  "orders",
  {
    _id: ObjectId("641336b6a08050e978afd50c"),
    order_number: "ORD-12347",
    status: "processing",
    billing: {
      address: {
        name: "Ravi Rosen",
        line1: "12 Orchard Lane",
        line2: "2nd floor",
        city: "Madison",
        state: "WI",
        postal_code: "53703",
        country: "US",
      },
      payment: { method: "debit_card", last_four: "6321", transaction_id: "ch_1234567892" },
    },
    shipping: {
      address: {
        name: "Ravi Rosen",
        line1: "12 Orchard Lane",
        line2: "2nd floor",
        city: "Madison",
        state: "WI",
        postal_code: "53703",
        country: "US",
      },
      method: "standard",
      cost: NumberDecimal("5.50"),
    },
    dates: {
      created: recent(ISODate("2023-03-16T15:33:10Z")),
      updated: recent(ISODate("2023-03-21T10:55:22Z")),
    },
    totals: {
      subtotal: NumberDecimal("1351.93"),
      tax: NumberDecimal("14.50"),
      shipping: NumberDecimal("5.50"),
      discount: NumberDecimal("5.50"),
      grand_total: NumberDecimal("1366.43"),
    },
    items: [
      {
        product_id: ObjectId("62f598000db34a03617bb9f9"),
        product_name: "Ergonomic Office Chair",
        price: NumberDecimal("199.99"),
        sku: "CHAIR-BLK-001",
        quantity: 4,
        subtotal: NumberDecimal("799.96"),
      },
      {
        product_id: ObjectId("62fd9168e543311792a20994"),
        product_name: "Travel Backpack",
        price: NumberDecimal("183.99"),
        sku: "BACKPACK-NVY-003",
        quantity: 3,
        subtotal: NumberDecimal("551.97"),
      },
    ],
    customer_id: ObjectId("62c0e4347fb3ef312cdd449f"),
    customer_email: "ravi.rosen@example.com",
    customer_name: { first: "Ravi", last: "Rosen" },
  },
);

// --- collection "session_data" ---
// What the shop remembers about a visitor
ensureDocument(
  "session_data",
  { _id: ObjectId("63bd309e780e43a6b31fdba7"), lastModified: recent(ISODate("2023-03-15T09:32:14Z")) },
);
ensureDocument(
  "session_data",
  { _id: ObjectId("63c12d52c9257e8b83c6219b"), lastModified: recent(ISODate("2023-03-18T10:07:14Z")) },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("62f598000db34a03617bb9f9"),
    ObjectId("62f994b43d1ec71d8a481d47"),
    ObjectId("62fd9168e543311792a20994"),
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
  for (const id of [ObjectId("62bce780b4174b21a72ae8a2"), ObjectId("62c0e4347fb3ef312cdd449f")]) {
    db.customers.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("640b3d4e97d523604eded65c"),
    ObjectId("640f3a02e5e5f2ba6f9ac29b"),
    ObjectId("641336b6a08050e978afd50c"),
  ]) {
    db.orders.deleteOne({ _id: id });
    db.orders_archive.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("63bd309e780e43a6b31fdba7"), ObjectId("63c12d52c9257e8b83c6219b")]) {
    db.session_data.deleteOne({ _id: id });
  }
}
