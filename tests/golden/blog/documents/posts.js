// Example documents for "posts" (design "Blog").
// One blog post
[
  {
    _id: 1,                                                  // Number of the post
    title: "An awesome blog",                                // Headline
    url: "https://awesomeblog.example.com/an-awesome-blog",  // Where it is published
    text: "This is an awesome blog we have just started",    // The post itself
  },
  {
    _id: 2,
    title: "Looking back at spring",
    url: "https://awesomeblog.example.com/looking-back-at-spring",
    text: "Most of this was known before; the order was not.",
  },
]
