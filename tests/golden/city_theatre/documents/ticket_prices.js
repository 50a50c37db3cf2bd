// Example documents of the collection "ticket_prices", design "City theatre".
// What a category of seats costs
[
  {
    _id: ObjectId("5bc67b80958b9cf7fe9300ae"),  // primary key
    category: "Stalls",                         // Where the seats are
    price: NumberDecimal("32.00"),              // Of one seat
    // true from this moment on
    valid_from: ISODate("2018-11-16T00:00:00Z"),
    // true until this moment; null in the current version
    valid_to: null,
  },
  {
    _id: ObjectId("5bc270bcd203a45cd3c3ec28"),
    category: "Kitchen",
    price: NumberDecimal("19.79"),
    valid_from: ISODate("2018-10-13T22:25:00Z"),
    valid_to: null,
  },
  {
    _id: ObjectId("5bc67b80f307586d7e7b70a7"),
    category: "Stalls",
    price: NumberDecimal("32.00"),
    valid_from: ISODate("2018-10-17T00:00:00Z"),
    valid_to: ISODate("2018-11-16T00:00:00Z"),
  },
]
