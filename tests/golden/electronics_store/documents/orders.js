// Example documents for "orders" (design "Electronics store").
// What a user bought at one moment
[
  {
    _id: ObjectId("6415c9bc97d523604eded65c"),    // primary key
    order_date: ISODate("2023-03-18T14:25:00Z"),  // When it was placed
    // computed: sum(items.price * items.quantity)
    total_amount: NumberDecimal("779.95"),  // Sum of the items, excluding shipping
    shipping: {                             // How it travels
      address: "123 Main St, New York, NY 10001",  // As printed on the parcel
      method: "Express",                           // Service
      cost: NumberDecimal("12.99"),                // What the service costs
    },
    // Reference to users._id (B5, guideline 5: unbounded)
    user_id: ObjectId("6395e83cfff515e963d303c1"),
    // Embedded links: 1..50 per order (C2)
    items: [
      {
        // reference -> products._id
        product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
        // Copy of product.name (snapshot): value at insert time, never updated
        product_name: "Wireless Headphones",
        // Copy of product.price (snapshot): value at insert time, never updated
        price: NumberDecimal("149.99"),
        quantity: 2,  // How many pieces
      },
      {
        product_id: ObjectId("63c809703d1ec71d8a481d47"),
        product_name: "Noise-Cancelling Headphones",
        price: NumberDecimal("159.99"),
        quantity: 3,
      },
      // ... up to 50
    ],
  },
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
]
