// Example documents for "courses" (design "University").
// A course in the prospectus, edited and listed on its own
[
  {
    _id: ObjectId("5de1b100eb52bc1d3a3c87b4"),  // primary key
    name: "Physics 101",                        // Title in the prospectus
    department: "Department of Physics",        // Department that teaches it
    points: 7,                                  // Credit points for passing it
  },
  {
    _id: ObjectId("5de5adb4965163732b071db4"),
    name: "Modern History",
    department: "Department of History",
    points: 6,
  },
  {
    _id: ObjectId("5de9aa680de43bbdba7162f6"),
    name: "Macroeconomics",
    department: "Department of Economics",
    points: 2,
  },
]
