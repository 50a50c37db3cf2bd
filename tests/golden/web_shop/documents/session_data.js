// Example documents for "session_data" (design "Web shop").
// What the shop remembers about a visitor
[
  {
    _id: ObjectId("63bd309e780e43a6b31fdba7"),      // primary key
    lastModified: ISODate("2023-03-15T09:32:14Z"),  // When the visitor was last seen; the session expires 30 days later
  },
  {
    _id: ObjectId("63c12d52c9257e8b83c6219b"),
    lastModified: ISODate("2023-03-18T10:07:14Z"),
  },
]
