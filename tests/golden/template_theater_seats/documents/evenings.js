// Example documents for "evenings" (design "Theatre seats").
// One performance of a show
[
  {
    _id: ObjectId("65e04e98ec5d116ee53b59c7"),   // primary key
    starts_at: ISODate("2024-03-15T19:30:00Z"),  // When the doors close
    price: NumberDecimal("32.00"),               // Price per seat
    seats: [  // 8 rows of 12, created with the document; booking a cell is one atomic update
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      // ... up to 8
    ],
    seats_available: 95,  // Number of free seats, updated with the grid
    // Reference to shows._id (B5, guideline 5: unbounded)
    show_id: ObjectId("65816298c45424f81ae45465"),
  },
  {
    _id: ObjectId("65e44b4ceb4b6001ca9880b4"),
    starts_at: ISODate("2024-03-18T20:05:00Z"),
    price: NumberDecimal("28.00"),
    seats: [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    ],
    seats_available: 95,
    show_id: ObjectId("65816298c45424f81ae45465"),
  },
  {
    _id: ObjectId("65e84800d92c6d1b7eb16a7a"),
    starts_at: ISODate("2024-03-21T20:40:00Z"),
    price: NumberDecimal("25.00"),
    seats: [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    ],
    seats_available: 95,
    show_id: ObjectId("65855f4c215d27b4150b53d6"),
  },
]
