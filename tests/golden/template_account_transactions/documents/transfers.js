// Example documents for "transfers" (design "Account transactions").
// A transfer from one account to another; a second one corrects a mistake
[
  {
    _id: ObjectId("65e1aaa44dad652359488514"),   // primary key
    reference: "TR-2024-000381",  // Set by the client; a second transfer with the same reference is rejected
    amount: NumberDecimal("125.50"),             // How much
    purpose: "Rent for March",                   // What for
    booked_at: ISODate("2024-03-01T10:15:00Z"),  // When it was booked
    // Reference to accounts._id (B5, guideline 5: unbounded)
    from_account: ObjectId("659533a435a3c287143a6445"),
    // Reference to accounts._id (B5, guideline 5: unbounded)
    to_account: ObjectId("659930582332d1098d81b8e4"),
  },
  {
    _id: ObjectId("65e1adcdbd56ab88c747c5ac"),
    reference: "TR-2024-000382",
    amount: NumberDecimal("111.50"),
    purpose: "Invoice INV-1042",
    booked_at: ISODate("2024-03-01T10:28:29Z"),
    from_account: ObjectId("659533a435a3c287143a6445"),
    to_account: ObjectId("659930582332d1098d81b8e4"),
  },
  {
    _id: ObjectId("65e1b0f67ae1bb0e796e5033"),
    reference: "TR-2024-000383",
    amount: NumberDecimal("129.50"),
    purpose: "Monthly fee",
    booked_at: ISODate("2024-03-01T10:41:58Z"),
    from_account: ObjectId("659930582332d1098d81b8e4"),
    to_account: ObjectId("659533a435a3c287143a6445"),
  },
]
