// Example documents for "menus" (design "Department store").
// An entry of the menus on the website
[
  {
    _id: ObjectId("65968524f0cfae5f57d0a8eb"),  // primary key
    label: "Shop",                              // What people read
    url: "https://www.example.com/shop",        // Where it leads
    // level 2 of 3: 0..12 nodes below each (T1)
    items: [
      {
        _id: ObjectId("659e7e8c138783d960449471"),   // needed by moves and inserts below a node
        label: "Electronics",                        // What people read
        url: "https://www.example.com/electronics",  // Where it leads
        // level 3 of 3: 0..12 nodes below each (T1)
        items: [
          {
            _id: ObjectId("65a677f4e8cc498d1c21b8ce"),  // needed by moves and inserts below a node
            label: "Laptops",                           // What people read
            url: "https://www.example.com/laptops",     // Where it leads
          },
          {
            _id: ObjectId("65aa4ba4df7e2a3c63c5860c"),
            label: "Headphones",
            url: "https://www.example.com/headphones",
          },
          // ... up to 12
        ],
      },
      {
        _id: ObjectId("65a27b40fb5b85e7c79e941a"),
        label: "Kitchen",
        url: "https://www.example.com/kitchen",
        items: [],
      },
      // ... up to 12
    ],
  },
  {
    _id: ObjectId("659a81d8ee847fa249d28e32"),
    label: "Help",
    url: "https://www.example.com/help",
    items: [
      {
        _id: ObjectId("65ae48581db3ae3f1057bb2c"),
        label: "Orders",
        url: "https://www.example.com/orders",
        items: [
          {
            _id: ObjectId("65b641c0c17ad423d8f047ed"),
            label: "Track a parcel",
            url: "https://www.example.com/track-a-parcel",
          },
          {
            _id: ObjectId("65ba3e743a5687302832de2c"),
            label: "Return something",
            url: "https://www.example.com/return-something",
          },
        ],
      },
      {
        _id: ObjectId("65b2450cb4a72e8cf28f72b2"),
        label: "Contact",
        url: "https://www.example.com/contact",
        items: [],
      },
    ],
  },
]
