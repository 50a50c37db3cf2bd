// Example documents for "logmsg" (design "Log hosts").
// One line from the log of a machine
[
  {
    _id: ObjectId("5335441111101191b244cd89"),  // primary key
    time: ISODate("2014-03-28T09:42:41.382Z"),  // When the machine wrote it
    message: "cpu is on fire!",                 // What the machine wrote
    // Reference to hosts._id (B3: unbounded)
    host: ObjectId("52c5346838ed9587e2b3694e"),
    // Copy of host.ipaddr (immutable): never updated
    ipaddr: "192.0.2.66",
  },
  {
    _id: ObjectId("5335473a83a2b90b77a78aff"),
    time: ISODate("2014-03-28T09:56:10.382Z"),
    message: "certificate expires in 14 days",
    host: ObjectId("52c5346838ed9587e2b3694e"),
    ipaddr: "192.0.2.66",
  },
  {
    _id: ObjectId("53354a63dbe56b104ea9ddb1"),
    time: ISODate("2014-03-28T10:09:39.382Z"),
    message: "backup finished",
    host: ObjectId("52c9311c88f6b33ed919c493"),
    ipaddr: "198.51.100.66",
  },
]
