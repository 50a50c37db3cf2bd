// Example documents for "orders" (design "Web shop").
// What a customer bought at one moment; moved to the archive after five years
[
  {
    _id: ObjectId("640b3d4e97d523604eded65c"),  // primary key
    order_number: "ORD-12345",                  // Order number shown to the customer
    status: "delivered",                        // Current status
    billing: {                                  // Who pays, and how
      address: {  // As it was when the order was placed
        name: "John Smith",        // Addressee
        line1: "123 Main Street",  // Street and number
        line2: "Apt 4B",           // Apartment or floor
        city: "Brooklyn",          // City
        state: "NY",               // State
        postal_code: "11201",      // Postal code
        country: "US",             // ISO code of the country
      },
      payment: {  // How it was paid
        method: "credit_card",            // Kind of payment
        last_four: "4242",                // End of the number
        transaction_id: "ch_1234567890",  // Given by the provider
      },
    },
    shipping: {  // Shipping details
      address: {  // As it was when the order was placed
        name: "John Smith",        // Addressee
        line1: "123 Main Street",  // Street and number
        line2: "Apt 4B",           // Apartment or floor
        city: "Brooklyn",          // City
        state: "NY",               // State
        postal_code: "11201",      // Postal code
        country: "US",             // ISO code of the country
      },
      method: "standard",                         // Service
      cost: NumberDecimal("0"),                   // What the service costs
      carrier: "USPS",                            // Who carries it
      tracking_number: "9400123456789876543210",  // Given by the carrier
    },
    dates: {  // What happened when
      created: ISODate("2023-03-10T14:23:10Z"),    // Placed
      updated: ISODate("2023-03-15T09:45:22Z"),    // Last changed
      shipped: ISODate("2023-03-12T10:15:43Z"),    // Handed to the carrier
      delivered: ISODate("2023-03-15T09:32:18Z"),  // Handed to the customer
    },
    totals: {  // Totals
      // computed: sum(items.price * items.quantity)
      subtotal: NumberDecimal("451.17"),  // Sum of the lines
      tax: NumberDecimal("16.50"),        // Sales tax
      shipping: NumberDecimal("0"),       // As charged
      discount: NumberDecimal("0"),       // Taken off
      // computed: totals.subtotal + totals.tax + totals.shipping - totals.discount
      grand_total: NumberDecimal("467.67"),  // What the customer pays
    },
    // Embedded links: 1..50 per order (C2)
    items: [
      {
        // reference -> products._id
        product_id: ObjectId("62f598000db34a03617bb9f9"),
        // Copy of product.name (snapshot): value at insert time, never updated
        product_name: "Ergonomic Office Chair",
        // Copy of product.sale_price (snapshot): value at insert time, never updated
        price: NumberDecimal("199.99"),
        sku: "CHAIR-BLK-001",               // Number of the exact variant
        quantity: 1,                        // How many pieces
        subtotal: NumberDecimal("199.99"),  // Price of the line
      },
      {
        product_id: ObjectId("62f994b43d1ec71d8a481d47"),
        product_name: "Linen Desk Lamp",
        price: NumberDecimal("125.59"),
        sku: "LAMP-SND-002",
        quantity: 2,
        subtotal: NumberDecimal("251.18"),
      },
      // ... up to 50
    ],
    // Reference to customers._id (B3: unbounded)
    customer_id: ObjectId("62bce780b4174b21a72ae8a2"),
    // Copy of customer.email (snapshot): value at insert time, never updated
    customer_email: "customer@example.com",
    // Copy of customer.name (snapshot): value at insert time, never updated
    customer_name: {
      first: "John",  // Given name
      last: "Smith",  // Family name
    },
  },
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
    dates: { created: ISODate("2023-03-13T14:58:10Z"), updated: ISODate("2023-03-18T10:20:22Z") },
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
    dates: { created: ISODate("2023-03-16T15:33:10Z"), updated: ISODate("2023-03-21T10:55:22Z") },
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
]
