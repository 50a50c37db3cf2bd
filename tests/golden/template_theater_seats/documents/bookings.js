// Example documents for "bookings" (design "Theatre seats").
// A booking of seats for one performance
[
  {
    _id: ObjectId("65e2f198136809bcfe6425f5"),     // primary key
    number: "B-10412",                             // As printed on the ticket
    name: "Ida Bauer",                             // Name of the customer
    row: 0,                                        // Which row, from 0
    columns: [3, 4],                               // Which seats of the row, from 0; ... up to 12
    status: "reserved",                            // Reserved seats are released if they aren't paid for
    reserved_at: ISODate("2024-03-02T09:30:00Z"),  // When the seats were taken
    // Reference to evenings._id (B10: up to 96)
    evening_id: ObjectId("65e04e98ec5d116ee53b59c7"),
  },
  {
    _id: ObjectId("65e6ee4ccb551f0cb8c29167"),
    number: "B-10413",
    name: "Leila Keller",
    row: 6,
    columns: [2, 2],
    status: "paid",
    reserved_at: ISODate("2024-03-05T10:05:00Z"),
    evening_id: ObjectId("65e04e98ec5d116ee53b59c7"),
  },
  {
    _id: ObjectId("65eaeb0023bcfb07925ef7be"),
    number: "B-10414",
    name: "Adam Mbeki",
    row: 3,
    columns: [4, 4],
    status: "reserved",
    reserved_at: ISODate("2024-03-08T10:40:00Z"),
    evening_id: ObjectId("65e44b4ceb4b6001ca9880b4"),
  },
]
