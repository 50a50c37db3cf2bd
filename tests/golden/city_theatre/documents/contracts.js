// Example documents for "contracts" (design "City theatre").
// A contract with a performer
[
  {
    _id: ObjectId("5c3fc5802a422385e07fc26d"),  // primary key
    number: "CT-1001",                          // Number printed on the contract
    terms: "Two evenings, travel paid",         // What both sides promise
    fee: NumberDecimal("4500.00"),              // Fee paid by the theatre
    // Reference to shows._id (B10: up to 20)
    show_id: ObjectId("5c159580c45424f81ae45465"),
    // version number, incremented on every change; earlier versions are in contract_revisions
    revision: 2,
  },
  {
    _id: ObjectId("5c43c234c07c389642593b19"),
    number: "CT-1002",
    terms: "Confidential for two years",
    fee: NumberDecimal("3050.00"),
    show_id: ObjectId("5c159580c45424f81ae45465"),
    revision: 1,
  },
  {
    _id: ObjectId("5c47bee81a7eeea24f63a9a9"),
    number: "CT-1003",
    terms: "Changes in writing only",
    fee: NumberDecimal("5530.00"),
    show_id: ObjectId("5c1c3534215d27b4150b53d6"),
    revision: 1,
  },
]
