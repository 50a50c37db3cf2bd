// Example documents for "contract_revisions" (design "City theatre").
// With whoever performs
[
  {
    _id: ObjectId("5c3fc580bcd290e2ca19b413"),  // primary key
    // the contract this version belongs to
    contract_id: ObjectId("5c3fc5802a422385e07fc26d"),
    number: "CT-1001",                   // As it is printed on the contract
    terms: "Two evenings, travel paid",  // What both sides promise
    fee: NumberDecimal("3050.00"),       // What the house pays
    show_id: ObjectId("5c159580c45424f81ae45465"),
    revision: 1,
  },
]
