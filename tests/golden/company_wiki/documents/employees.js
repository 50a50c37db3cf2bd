// Example documents for "employees" (design "Company wiki").
// A person in the organisation chart
[
  {
    _id: ObjectId("65699988373c299421e29223"),  // primary key
    name: "Amina Diallo",                       // Full name
    job_title: "Managing director",             // As on the door
    email: "amina.diallo@example.com",          // At work
    // ancestor IDs, root first -> employees._id (T4)
    ancestors: [],  // ... up to 8
    // References to employees._id, 0..150 per employee (C4a, guideline 4)
    following: [ObjectId("656d963cc025bdbf6726ac2f"), ObjectId("657192f08294cff6becfe6c3")],  // ... up to 150
  },
  {
    _id: ObjectId("656d963cc025bdbf6726ac2f"),
    name: "Helena Keller",
    job_title: "Head of engineering",
    email: "helena.keller@example.com",
    // parent node -> employees._id, absent at a root (T4)
    manager: ObjectId("65699988373c299421e29223"),
    ancestors: [ObjectId("65699988373c299421e29223")],
    following: [ObjectId("657192f08294cff6becfe6c3"), ObjectId("65758fa4db250780f4cc145f")],
  },
  {
    _id: ObjectId("657192f08294cff6becfe6c3"),
    name: "Ivan Mbeki",
    job_title: "Head of sales",
    email: "ivan.mbeki@example.com",
    manager: ObjectId("65699988373c299421e29223"),
    ancestors: [ObjectId("65699988373c299421e29223")],
    following: [ObjectId("65758fa4db250780f4cc145f"), ObjectId("65798c5840fe1c3bf815cd72")],
  },
  {
    _id: ObjectId("65758fa4db250780f4cc145f"),
    name: "Tessa Romero",
    job_title: "Engineer",
    email: "tessa.romero@example.com",
    manager: ObjectId("656d963cc025bdbf6726ac2f"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
    following: [ObjectId("65798c5840fe1c3bf815cd72"), ObjectId("657d6008c4ff741f4c5296dc")],
  },
  {
    _id: ObjectId("65798c5840fe1c3bf815cd72"),
    name: "Oscar Larsen",
    job_title: "Designer",
    email: "oscar.larsen@example.com",
    manager: ObjectId("656d963cc025bdbf6726ac2f"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
    following: [ObjectId("657d6008c4ff741f4c5296dc"), ObjectId("65815cbc5878c0d27d6ee22e")],
  },
  {
    _id: ObjectId("657d6008c4ff741f4c5296dc"),
    name: "Carmen Hughes",
    job_title: "Account manager",
    email: "carmen.hughes@example.com",
    manager: ObjectId("657192f08294cff6becfe6c3"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("657192f08294cff6becfe6c3")],
    following: [ObjectId("65699988373c299421e29223"), ObjectId("65815cbc5878c0d27d6ee22e")],
  },
  {
    _id: ObjectId("65815cbc5878c0d27d6ee22e"),
    name: "Pablo Bianchi",
    job_title: "Sales assistant",
    email: "pablo.bianchi@example.com",
    manager: ObjectId("657192f08294cff6becfe6c3"),
    ancestors: [ObjectId("65699988373c299421e29223"), ObjectId("657192f08294cff6becfe6c3")],
    following: [ObjectId("65699988373c299421e29223"), ObjectId("656d963cc025bdbf6726ac2f")],
  },
]
