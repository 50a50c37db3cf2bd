// Example documents for "hosts" (design "Log hosts").
// A machine that is watched
[
  {
    _id: ObjectId("52c5346838ed9587e2b3694e"),  // primary key
    name: "goofy.example.com",                  // Full name of the machine
    ipaddr: "192.0.2.66",                       // Permanent IP address
    // Subset: the last 1000 by time, in ascending order; all are in logmsg (B3)
    logmsgs: [
      {
        // reference -> logmsg._id, so that edits find their copy
        logmsg_id: ObjectId("5335441111101191b244cd89"),
        time: ISODate("2014-03-28T09:42:41.382Z"),  // When the machine wrote it
        message: "cpu is on fire!",                 // What the machine wrote
      },
      {
        logmsg_id: ObjectId("5335473a83a2b90b77a78aff"),
        time: ISODate("2014-03-28T09:56:10.382Z"),
        message: "certificate expires in 14 days",
      },
      // ... up to 1000
    ],
  },
  {
    _id: ObjectId("52c9311c88f6b33ed919c493"),
    name: "queue01.example.com",
    ipaddr: "198.51.100.66",
    logmsgs: [
      {
        logmsg_id: ObjectId("53354a63dbe56b104ea9ddb1"),
        time: ISODate("2014-03-28T10:09:39.382Z"),
        message: "backup finished",
      },
    ],
  },
]
