// Example documents for "user_activity" (design "Activity stream").
// One thing that a user did
[
  {
    // one document per user and day
    _id: {
      // Reference to users._id (B4: unbounded)
      user_id: ObjectId("63c1251efff515e963d303c1"),
      // start of the day, UTC
      date: ISODate("2023-03-15T00:00:00Z"),
    },
    // Copy of user.name (snapshot): value at insert time, never updated
    user_name: "John Smith",
    // Bucket: all items of one day (B4: unbounded)
    activities: [
      {
        timestamp: ISODate("2023-03-15T09:32:14Z"),        // When it happened
        action: "login",                                   // What the user did
        device: "mobile",                                  // Where it was done, if known
        product_id: ObjectId("5f9a2c87b24d9a2e8c1a5d3f"),  // Product that was viewed or taken
        quantity: 1,                                       // How many were put into the cart
      },
      {
        timestamp: ISODate("2023-03-15T09:45:43Z"),
        action: "view_product",
        device: "desktop",
        product_id: ObjectId("641193c71b15d0b9d74c761c"),
        quantity: 2,
      },
      // ... up to 1000
    ],
    metrics: {
      // updated on every insert
      total_activities: 2,
      // distinct action values in the window
      unique_actions: ["login", "view_product"],  // ... up to 5
      // number of sessions: activities less than 30 minutes apart
      session_count: 1,
    },
  },
  {
    _id: { user_id: ObjectId("63c521d2f06dc6c1837f55c4"), date: ISODate("2023-03-15T00:00:00Z") },
    user_name: "Victor Chen",
    activities: [
      {
        timestamp: ISODate("2023-03-15T09:59:12Z"),
        action: "add_to_cart",
        device: "tablet",
        product_id: ObjectId("641196f0f7ae18c770985c68"),
        quantity: 3,
      },
    ],
    metrics: { total_activities: 1, unique_actions: ["add_to_cart"], session_count: 1 },
  },
]
