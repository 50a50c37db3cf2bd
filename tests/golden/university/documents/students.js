// Example documents for "students" (design "University").
// Someone enrolled at the university
[
  {
    _id: ObjectId("5db23b00ec17bb4df61d639b"),  // primary key
    first_name: "Sammy",                        // Given name
    last_name: "Shark",                         // Family name
    // Embedded: one per student (A3, guideline 2)
    id_card: {
      number: "123-1234-123",                      // Printed on the card; no two cards share it
      issued_on: ISODate("2020-01-23T00:00:00Z"),  // First day on which the card is valid
      // Last day on which the card is valid, four years after it was issued
      expires_on: ISODate("2024-01-23T00:00:00Z"),
    },
    // Embedded: 1..10 per student, small, limited in number, owned, and read with its parent (B7, guideline
    // 3)
    emails: [
      {
        email: "sammy@example.com",  // The address itself
        type: "work",                // What the student uses it for
      },
      { email: "sammy@example.org", type: "home" },
      // ... up to 10
    ],
    // References to courses._id, 0..100 per student (C4a, guideline 4)
    courses: [ObjectId("5de1b100eb52bc1d3a3c87b4"), ObjectId("5de5adb4965163732b071db4")],  // ... up to 100
  },
  {
    _id: ObjectId("5db637b49fe145e67496c543"),
    first_name: "Adam",
    last_name: "Bianchi",
    id_card: {
      number: "123-1234-124",
      issued_on: ISODate("2020-01-26T00:00:00Z"),
      expires_on: ISODate("2024-01-26T00:00:00Z"),
    },
    emails: [{ email: "adam.bianchi@example.com", type: "university" }],
    courses: [ObjectId("5de5adb4965163732b071db4"), ObjectId("5de9aa680de43bbdba7162f6")],
  },
]
