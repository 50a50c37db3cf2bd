// Example documents for "parts" (design "Parts catalogue").
// A part that many products share, counted and searched on its own
[
  {
    _id: ObjectId("65967390b2f1b6564ffe731d"),  // primary key
    partno: "123-aff-456",                      // Printed on the bag
    name: "#4 grommet",                         // As listed in the catalogue
    qty: 94,                                    // Pieces on the shelf, changed all day long
    cost: 0.94,                                 // What one piece costs us
    price: 3.99,                                // What one piece is sold for
  },
  {
    _id: ObjectId("659a7044bf040024b2a51db0"),
    partno: "123-aff-457",
    name: "Valve cover",
    qty: 87,
    cost: 1.27,
    price: 3.99,
  },
  {
    _id: ObjectId("659e6cf8631b2191c97ce183"),
    partno: "123-aff-458",
    name: "Filter housing",
    qty: 63,
    cost: 1.08,
    price: 4.99,
  },
]
