// Example documents for "contract_revisions" (design "City theatre").
// A contract with a performer
[
  {
    _id: ObjectId("5c3fc580bcd290e2ca19b413"),  // primary key
    // the contract this version belongs to
    contract_id: ObjectId("5c3fc5802a422385e07fc26d"),
    number: "CT-1001",                   // Number printed on the contract
    terms: "Two evenings, travel paid",  // What both sides promise
    fee: NumberDecimal("3050.00"),       // Fee paid by the theatre
    show_id: ObjectId("5c159580c45424f81ae45465"),
    revision: 1,
  },
]
