// Example documents for "users" (design "Activity stream").
// A visitor with an account
[
  {
    _id: ObjectId("63c1251efff515e963d303c1"),  // primary key
    name: "John Smith",                         // Shown beside the activities
    email: "john.smith@example.com",            // Used to log in
  },
  {
    _id: ObjectId("63c521d2f06dc6c1837f55c4"),
    name: "Victor Chen",
    email: "victor.chen@example.com",
  },
]
