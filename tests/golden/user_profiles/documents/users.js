// Example documents for "users" (design "User profiles").
// An account that older and newer versions of the application read and write
[
  {
    _id: ObjectId("65a4f410fff515e963d303c1"),  // primary key
    // schema version; the latest is 2
    schema_version: 2,
    name: {  // Name in parts, since version 2
      first: "Jane",  // Given name
      last: "Doe",    // Family name
    },
    email: "john.smith@example.com",  // Used to log in
    addresses: [                      // Since version 2
      {
        type: "home",            // What it is used for
        street: "456 Park Ave",  // Street and number
        city: "New York",        // City
        state: "NY",             // State
        zip: "10022",            // Postal code
      },
      { type: "work", street: "31 Station Avenue", city: "Austin", state: "TX", zip: "78701" },
      // ... up to 5
    ],
    phone_numbers: [  // Since version 2
      {
        type: "mobile",          // Which phone
        number: "917-555-6789",  // The number itself
      },
      { type: "home", number: "917-555-6790" },
      // ... up to 5
    ],
  },
  // still schema version 1
  {
    _id: ObjectId("65a8f0c4f06dc6c1837f55c4"),
    schema_version: 1,
    name: "Victor Chen",
    email: "victor.chen@example.com",
    address: "31 Station Avenue, Austin, TX 78701",  // One line, in version 1
    phone: "212-555-1235",                           // One number, in version 1
  },
]
