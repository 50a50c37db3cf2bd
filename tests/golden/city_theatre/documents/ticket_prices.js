// Example documents for "ticket_prices" (design "City theatre").
// What a category of seats costs
[
  {
    _id: ObjectId("5c368b00958b9cf7fe9300ae"),  // primary key
    category: "Stalls",                         // Where the seats are
    price: NumberDecimal("32.00"),              // Price per seat
    // valid from
    valid_from: ISODate("2019-02-09T00:00:00Z"),
    // valid to; null for the current version
    valid_to: null,
  },
  {
    _id: ObjectId("5c3a87b4d203a45cd3c3ec28"),
    category: "Concession",
    price: NumberDecimal("20.00"),
    valid_from: ISODate("2019-01-13T00:35:00Z"),
    valid_to: null,
  },
  {
    _id: ObjectId("5c368b00f307586d7e7b70a7"),
    category: "Stalls",
    price: NumberDecimal("44.00"),
    valid_from: ISODate("2019-01-10T00:00:00Z"),
    valid_to: ISODate("2019-02-09T00:00:00Z"),
  },
]
