// Sample documents of the design "Web shop".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents with these ids again.
db = db.getSiblingDB("web_shop");

// Inserts a document unless its id is taken: what is there already is never changed.
function ensureDocument(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
}

// --- collection "products": standard ---
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
    created_at: ISODate("2022-08-12T00:00:00Z"),
    updated_at: ISODate("2023-03-15T00:00:00Z"),
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
      keywords: ["ergonomic chair", "standing desk"],
    },
    images: [
      { url: "chair-main.jpg", alt: "Front view of black ergonomic office chair", is_primary: true },
      { url: "ergonomic-office-chair-2.jpg", alt: "Close-up of the fabric", is_primary: false },
    ],
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("62f18d3c3d1ec71d8a481d47"),
    name: "Bluetooth Speaker",
    slug: "bluetooth-speaker",
    brand: "Halden",
    category: "Electronics",
    subcategory: "Speakers",
    price: NumberDecimal("151.18"),
    sale_price: NumberDecimal("120.94"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 1432,
      orders_last_7_days: 26,
      conversion_rate: 0.018,
      revenue_last_30_days: NumberDecimal("13444.44"),
    },
    created_at: ISODate("2022-08-09T00:00:00Z"),
    updated_at: ISODate("2023-03-12T00:00:00Z"),
    inventory: { in_stock: 27, reserved: 6, available: 21 },
    attributes: {
      color: "Walnut",
      material: "Oak",
      weight_capacity: "301lbs",
      dimensions: { width: 28, depth: 26, height: 53, unit: "cm" },
    },
    rating_summary: {
      average: 4.6,
      count: 320,
      distribution: { ["1"]: 4, ["2"]: 6, ["3"]: 16, ["4"]: 62, ["5"]: 232 },
    },
    seo: {
      meta_title: "Walnut Standing Desk: Quiet, Sturdy, Adjustable",
      meta_description: "A desk that moves with you through the day.",
      keywords: ["desk lamp", "travel bag"],
    },
    images: [{ url: "bluetooth-speaker-1.jpg", alt: "The package and what is inside", is_primary: true }],
  },
);
ensureDocument(
  "products",
  {
    _id: ObjectId("62ed8278e543311792a20994"),
    name: "Walnut Standing Desk",
    slug: "walnut-standing-desk",
    brand: "Oakhurst",
    category: "Furniture",
    subcategory: "Desks",
    price: NumberDecimal("385.41"),
    sale_price: NumberDecimal("308.33"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 721,
      orders_last_7_days: 23,
      conversion_rate: 0.032,
      revenue_last_30_days: NumberDecimal("21072.69"),
    },
    created_at: ISODate("2022-08-06T00:00:00Z"),
    updated_at: ISODate("2023-03-09T00:00:00Z"),
    inventory: { in_stock: 83, reserved: 11, available: 72 },
    attributes: {
      color: "Graphite",
      material: "Linen",
      weight_capacity: "302lbs",
      dimensions: { width: 32, depth: 25, height: 49, unit: "inches" },
    },
    rating_summary: {
      average: 4.55,
      count: 297,
      distribution: { ["1"]: 2, ["2"]: 6, ["3"]: 8, ["4"]: 92, ["5"]: 189 },
    },
    seo: {
      meta_title: "Linen Desk Lamp: Warm Light for Late Work",
      meta_description: "Soft light, a heavy base and a cable long enough.",
      keywords: ["running shoes", "standing desk"],
    },
    images: [{ url: "walnut-standing-desk-1.jpg", alt: "Side view on a white background", is_primary: true }],
  },
);

// --- collection "reviews": standard ---
// The opinion of one buyer
ensureDocument(
  "reviews",
  {
    _id: ObjectId("64222e001d19f3ed8debb283"),
    rating: 5,
    comment: "My back has not hurt since.",
    date: ISODate("2023-03-28T00:00:00Z"),
    product_id: ObjectId("62f598000db34a03617bb9f9"),
  },
);
ensureDocument(
  "reviews",
  {
    _id: ObjectId("641e233c950124c310b577d5"),
    rating: 3,
    comment: "Good sound, but battery life could be better.",
    date: ISODate("2023-03-25T00:00:00Z"),
    product_id: ObjectId("62f598000db34a03617bb9f9"),
  },
);
ensureDocument(
  "reviews",
  {
    _id: ObjectId("641a18785f3999c3b035aa14"),
    rating: 4,
    comment: "Arrived on time and works as described.",
    date: ISODate("2023-03-22T00:00:00Z"),
    product_id: ObjectId("62f18d3c3d1ec71d8a481d47"),
  },
);

// --- collection "customers": standard ---
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
      created_at: ISODate("2022-06-30T00:00:00Z"),
      last_login: ISODate("2023-03-15T00:00:00Z"),
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
        line2: "Unit 7",
        city: "Portland",
        state: "OR",
        postal_code: "97204",
        country: "US",
        phone: "503-555-0142",
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
        provider: "amex",
        last_four: "8431",
        exp_month: 4,
        exp_year: 2031,
        billing_address_id: "addr_001",
      },
    ],
    wishlist: [ObjectId("62f598000db34a03617bb9f9"), ObjectId("62f18d3c3d1ec71d8a481d47")],
    recent_orders: [
      {
        order_id: ObjectId("6407328ae5e5f2ba6f9ac29b"),
        date: ISODate("2023-03-07T12:48:10Z"),
        total: NumberDecimal("2082.13"),
        status: "cancelled",
      },
      {
        order_id: ObjectId("640b3d4e97d523604eded65c"),
        date: ISODate("2023-03-10T14:23:10Z"),
        total: NumberDecimal("458.37"),
        status: "delivered",
      },
    ],
  },
);
ensureDocument(
  "customers",
  {
    _id: ObjectId("62b8dcbc7fb3ef312cdd449f"),
    email: "peter.kowalski@example.com",
    password_hash: "$argon2id$v=19$m=65536,t=3,p=4$bW9yZXNhbHQ$c3RpbGwgbm90IHJlYWw",
    name: { first: "Peter", last: "Kowalski" },
    account: {
      status: "locked",
      created_at: ISODate("2022-06-27T00:00:00Z"),
      last_login: ISODate("2023-03-12T00:00:00Z"),
    },
    addresses: [
      {
        id: "addr_003",
        type: "shipping",
        is_default: true,
        name: "Peter Kowalski",
        line1: "12 Orchard Lane",
        line2: "Building C",
        city: "Madison",
        state: "WI",
        postal_code: "53703",
        country: "US",
        phone: "608-555-0117",
      },
    ],
    payment_methods: [
      {
        id: "pm_003",
        is_default: true,
        type: "bank_transfer",
        provider: "mastercard",
        last_four: "1117",
        exp_month: 10,
        exp_year: 2029,
        billing_address_id: "addr_003",
      },
    ],
    wishlist: [ObjectId("62f18d3c3d1ec71d8a481d47"), ObjectId("62ed8278e543311792a20994")],
    recent_orders: [
      {
        order_id: ObjectId("640327c6a08050e978afd50c"),
        date: ISODate("2023-03-04T11:13:10Z"),
        total: NumberDecimal("1821.53"),
        status: "pending",
      },
    ],
  },
);

// --- collection "orders": standard ---
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
      created: ISODate("2023-03-10T14:23:10Z"),
      updated: ISODate("2023-03-15T09:45:22Z"),
      shipped: ISODate("2023-03-12T10:15:43Z"),
      delivered: ISODate("2023-03-15T09:32:18Z"),
    },
    totals: {
      subtotal: NumberDecimal("441.87"),
      tax: NumberDecimal("16.50"),
      shipping: NumberDecimal("0"),
      discount: NumberDecimal("0"),
      grand_total: NumberDecimal("458.37"),
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
        product_id: ObjectId("62f18d3c3d1ec71d8a481d47"),
        product_name: "Bluetooth Speaker",
        price: NumberDecimal("120.94"),
        sku: "LAMP-LIN-004",
        quantity: 2,
        subtotal: NumberDecimal("241.88"),
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
    _id: ObjectId("6407328ae5e5f2ba6f9ac29b"),
    order_number: "ORD-12346",
    status: "cancelled",
    billing: {
      address: {
        name: "John Smith 2",
        line1: "12 Orchard Lane",
        line2: "2nd floor",
        city: "Madison",
        state: "WI",
        postal_code: "53703",
        country: "US",
      },
      payment: { method: "bank_transfer", last_four: "0005", transaction_id: "ch_1234567891" },
    },
    shipping: {
      address: {
        name: "John Smith 2",
        line1: "12 Orchard Lane",
        line2: "2nd floor",
        city: "Madison",
        state: "WI",
        postal_code: "53703",
        country: "US",
      },
      method: "express",
      cost: NumberDecimal("37.78"),
      carrier: "DHL",
      tracking_number: "9400123456789876543211",
    },
    dates: {
      created: ISODate("2023-03-07T12:48:10Z"),
      updated: ISODate("2023-03-12T08:10:22Z"),
      shipped: ISODate("2023-03-09T08:40:43Z"),
      delivered: ISODate("2023-03-12T07:57:18Z"),
    },
    totals: {
      subtotal: NumberDecimal("2025.41"),
      tax: NumberDecimal("13.14"),
      shipping: NumberDecimal("48.53"),
      discount: NumberDecimal("4.95"),
      grand_total: NumberDecimal("2082.13"),
    },
    items: [
      {
        product_id: ObjectId("62f18d3c3d1ec71d8a481d47"),
        product_name: "Bluetooth Speaker",
        price: NumberDecimal("120.94"),
        sku: "SHOE-TRL-042",
        quantity: 4,
        subtotal: NumberDecimal("483.76"),
      },
      {
        product_id: ObjectId("62ed8278e543311792a20994"),
        product_name: "Walnut Standing Desk",
        price: NumberDecimal("308.33"),
        sku: "BAG-TRV-30L",
        quantity: 5,
        subtotal: NumberDecimal("1541.65"),
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
    _id: ObjectId("640327c6a08050e978afd50c"),
    order_number: "ORD-12347",
    status: "pending",
    billing: {
      address: {
        name: "John Smith 3",
        line1: "7 Harbour Road",
        line2: "Unit 7",
        city: "Boston",
        state: "MA",
        postal_code: "02110",
        country: "US",
      },
      payment: { method: "invoice", last_four: "8431", transaction_id: "ch_1234567892" },
    },
    shipping: {
      address: {
        name: "John Smith 3",
        line1: "7 Harbour Road",
        line2: "Unit 7",
        city: "Boston",
        state: "MA",
        postal_code: "02110",
        country: "US",
      },
      method: "standard",
      cost: NumberDecimal("32.00"),
      carrier: "FedEx",
      tracking_number: "9400123456789876543212",
    },
    dates: {
      created: ISODate("2023-03-04T11:13:10Z"),
      updated: ISODate("2023-03-09T06:35:22Z"),
      shipped: ISODate("2023-03-06T07:05:43Z"),
      delivered: ISODate("2023-03-09T06:22:18Z"),
    },
    totals: {
      subtotal: NumberDecimal("1724.95"),
      tax: NumberDecimal("18.04"),
      shipping: NumberDecimal("81.73"),
      discount: NumberDecimal("3.19"),
      grand_total: NumberDecimal("1821.53"),
    },
    items: [
      {
        product_id: ObjectId("62f598000db34a03617bb9f9"),
        product_name: "Ergonomic Office Chair",
        price: NumberDecimal("199.99"),
        sku: "DESK-WAL-120",
        quantity: 4,
        subtotal: NumberDecimal("799.96"),
      },
      {
        product_id: ObjectId("62ed8278e543311792a20994"),
        product_name: "Walnut Standing Desk",
        price: NumberDecimal("308.33"),
        sku: "LAMP-LIN-004",
        quantity: 3,
        subtotal: NumberDecimal("924.99"),
      },
    ],
    customer_id: ObjectId("62b8dcbc7fb3ef312cdd449f"),
    customer_email: "peter.kowalski@example.com",
    customer_name: { first: "Peter", last: "Kowalski" },
  },
);

// --- collection "session_data": standard ---
// What the shop remembers about a visitor
// The server takes documents away some time after lastModified: samples that are older go within a minute or
// so.
ensureDocument(
  "session_data",
  { _id: ObjectId("63bd309e780e43a6b31fdba7"), lastModified: ISODate("2023-03-15T09:32:14Z") },
);
ensureDocument(
  "session_data",
  { _id: ObjectId("63b925dac9257e8b83c6219b"), lastModified: ISODate("2023-03-12T07:57:14Z") },
);

// Deletes the sample documents by their ids. Nothing calls it but you.
function removeSampleData() {
  for (const id of [
    ObjectId("62f598000db34a03617bb9f9"),
    ObjectId("62f18d3c3d1ec71d8a481d47"),
    ObjectId("62ed8278e543311792a20994"),
  ]) {
    db.products.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("64222e001d19f3ed8debb283"),
    ObjectId("641e233c950124c310b577d5"),
    ObjectId("641a18785f3999c3b035aa14"),
  ]) {
    db.reviews.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("62bce780b4174b21a72ae8a2"), ObjectId("62b8dcbc7fb3ef312cdd449f")]) {
    db.customers.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("640b3d4e97d523604eded65c"),
    ObjectId("6407328ae5e5f2ba6f9ac29b"),
    ObjectId("640327c6a08050e978afd50c"),
  ]) {
    db.orders.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("63bd309e780e43a6b31fdba7"), ObjectId("63b925dac9257e8b83c6219b")]) {
    db.session_data.deleteOne({ _id: id });
  }
}
