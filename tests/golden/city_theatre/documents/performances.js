// Example documents for "performances" (design "City theatre").
// One evening of a show
[
  {
    _id: ObjectId("65ecb8b8800ff2871c5d9994"),   // primary key
    starts_at: ISODate("2024-03-15T19:30:00Z"),  // When the doors close
    seats: [  // 6 rows of 8, created with the document; booking a cell is one atomic update
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 1],
      // ... up to 6
    ],
    seats_available: 47,  // Number of free seats, updated with the grid
    // Reference to shows._id (B5, guideline 5: unbounded)
    show_id: ObjectId("5c159580c45424f81ae45465"),
  },
  {
    _id: ObjectId("65f0b56c9a471780220863f1"),
    starts_at: ISODate("2024-03-18T20:05:00Z"),
    seats: [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 1],
    ],
    seats_available: 47,
    show_id: ObjectId("5c159580c45424f81ae45465"),
  },
  {
    _id: ObjectId("65f4b2208e9367b7b0eee60c"),
    starts_at: ISODate("2024-03-21T20:40:00Z"),
    seats: [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 1],
    ],
    seats_available: 47,
    show_id: ObjectId("5c1c3534215d27b4150b53d6"),
  },
]
