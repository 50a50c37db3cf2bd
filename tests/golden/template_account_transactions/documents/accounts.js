// Example documents for "accounts" (design "Account transactions").
// An account with its owner and balance
[
  {
    _id: ObjectId("659533a435a3c287143a6445"),  // primary key
    number: "AC-100200",                        // As printed on statements
    holder: "Ida Bauer",                        // Whose account it is
    opened_with: NumberDecimal("5000.00"),      // Opening balance
    // computed: sum(incoming.amount)
    received: NumberDecimal("129.50"),  // Total received
    // computed: sum(outgoing.amount)
    sent: NumberDecimal("237.00"),  // Total sent
    // computed: opened_with + received - sent
    balance: NumberDecimal("4892.50"),  // Current balance; never below zero
  },
  {
    _id: ObjectId("659930582332d1098d81b8e4"),
    number: "AC-100201",
    holder: "Henrik Bianchi",
    opened_with: NumberDecimal("5300.00"),
    received: NumberDecimal("237.00"),
    sent: NumberDecimal("129.50"),
    balance: NumberDecimal("5407.50"),
  },
]
