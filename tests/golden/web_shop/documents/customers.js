// Example documents for "customers" (design "Web shop").
// Someone with an account
[
  {
    _id: ObjectId("62bce780b4174b21a72ae8a2"),                                           // primary key
    email: "customer@example.com",                                                       // Used to log in
    password_hash: "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$Zm9yIGV4YW1wbGUgb25seQ",  // Never leaves the server
    name: {                                                                              // Name in parts
      first: "John",  // Given name
      last: "Smith",  // Family name
    },
    account: {  // State of the account
      status: "active",                             // May the customer buy?
      created_at: ISODate("2022-06-30T00:00:00Z"),  // When it was opened
      last_login: ISODate("2023-03-15T00:00:00Z"),  // When it was last used
    },
    // Embedded: 0..10 per customer, small, limited in number, owned, and read with its parent (B7, guideline
    // 3)
    addresses: [
      {
        id: "addr_001",            // Identifies the address within its customer
        type: "shipping",          // What it is used for
        is_default: true,          // Offered first
        name: "John Smith",        // Addressee
        line1: "123 Main Street",  // Street and number
        line2: "Apt 4B",           // Apartment or floor
        city: "Brooklyn",          // City
        state: "NY",               // State
        postal_code: "11201",      // Postal code
        country: "US",             // ISO code of the country
        phone: "212-555-0134",     // For the driver
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
      // ... up to 10
    ],
    // Embedded: 0..10 per customer, small, limited in number, owned, and read with its parent (B7, guideline
    // 3)
    payment_methods: [
      {
        id: "pm_001",         // Identifies the method within its customer
        is_default: true,     // Offered first
        type: "credit_card",  // Kind of payment
        provider: "visa",     // Payment provider
        last_four: "4242",    // End of the number
        exp_month: 12,        // Month in which it ends
        exp_year: 2030,       // Year in which it ends
        // reference -> addresses.id of the same document (B0)
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
      // ... up to 10
    ],
    // References to products._id, 0..100 per customer (C4a, guideline 4)
    wishlist: [ObjectId("62f598000db34a03617bb9f9"), ObjectId("62f994b43d1ec71d8a481d47")],  // ... up to 100
    // Subset: the last 5 by dates.created, in ascending order; all are in orders (B3)
    recent_orders: [
      {
        // reference -> orders._id, so that edits find their copy
        order_id: ObjectId("640b3d4e97d523604eded65c"),
        // Copy of order.dates.created (immutable): never updated
        date: ISODate("2023-03-10T14:23:10Z"),
        // Copy of order.totals.grand_total (snapshot): value at insert time, never updated
        total: NumberDecimal("467.67"),
        // Copy of order.status (eventual): synced by a change stream
        status: "delivered",
      },
      {
        order_id: ObjectId("640f3a02e5e5f2ba6f9ac29b"),
        date: ISODate("2023-03-13T14:58:10Z"),
        total: NumberDecimal("1440.31"),
        status: "cancelled",
      },
      // ... up to 5
    ],
  },
  {
    _id: ObjectId("62c0e4347fb3ef312cdd449f"),
    email: "ravi.rosen@example.com",
    password_hash: "$argon2id$v=19$m=65536,t=3,p=4$vc1G92ySEITKoUizoTz49Q$VxQf6OP9D2Np4ScUrBBi8hv3TpYNSxKNCfHwwcxAg7s",
    name: { first: "Ravi", last: "Rosen" },
    account: {
      status: "locked",
      created_at: ISODate("2022-07-03T00:00:00Z"),
      last_login: ISODate("2023-03-18T00:00:00Z"),
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
        date: ISODate("2023-03-16T15:33:10Z"),
        total: NumberDecimal("1366.43"),
        status: "processing",
      },
    ],
  },
]
