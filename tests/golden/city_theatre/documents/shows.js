// Example documents for "shows" (design "City theatre").
// A play, concert, or film
[
  {
    _id: ObjectId("5c159580c45424f81ae45465"),  // primary key
    // type of show (P1)
    kind: "play",
    title: "Winter Tales",  // Title on the poster
    slug: "winter-tales",   // Last part of its URL
    minutes: 95,            // Without the interval
    // attributes: language, subtitles, age_from, accessibility (P3: one index serves a filter by any of them)
    features: [
      {
        // name of the attribute; a new attribute needs no new index
        k: "language",
        v: "French",  // Spoken or sung
      },
      { k: "subtitles", v: "English" },
      {
        k: "age_from",
        v: 12,  // Minimum age
      },
      {
        k: "accessibility",
        v: "relaxed",  // What makes it easier to follow
      },
    ],
    playwright: "Ida Bauer",  // only for play
    acts: 3,                  // only for play
  },
  {
    _id: ObjectId("5c1c3534215d27b4150b53d6"),
    kind: "concert",
    title: "Spring Serenade",
    slug: "spring-serenade",
    minutes: 88,
    features: [
      { k: "language", v: "German" },
      { k: "subtitles", v: "French" },
      { k: "age_from", v: 10 },
      { k: "accessibility", v: "sign language" },
    ],
    orchestra: "Harbour Ensemble",                                             // only for concert
    works: ["Symphony No. 5 in C minor", "String Quartet No. 12 in F major"],  // only for concert; ... up to 12
  },
  {
    _id: ObjectId("5c81c0e81dbb372387340962"),
    kind: "film",
    title: "Second Platform",
    slug: "second-platform",
    minutes: 114,
    features: [
      { k: "language", v: "Spanish" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 6 },
      { k: "accessibility", v: "audio description" },
    ],
    director: "Noor Haddad",                       // only for film
    released_on: ISODate("2019-03-14T00:00:00Z"),  // only for film
  },
  {
    _id: ObjectId("5c218b9c0d42b57149d34726"),
    kind: "play",
    title: "Twelfth Night",
    slug: "twelfth-night",
    minutes: 86,
    features: [
      { k: "language", v: "Japanese" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 6 },
      { k: "accessibility", v: "relaxed" },
    ],
    playwright: "Sofia Baker",
    acts: 4,
  },
  {
    _id: ObjectId("5c282b5013a3dd2bdbdb3e9c"),
    kind: "concert",
    title: "Evening of Chamber Music",
    slug: "evening-of-chamber-music",
    minutes: 107,
    features: [
      { k: "language", v: "Portuguese" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 14 },
      { k: "accessibility", v: "sign language" },
    ],
    orchestra: "Northern Strings",
    works: ["String Quartet No. 12 in F major", "Clarinet Quintet in B minor"],
  },
  {
    _id: ObjectId("5c8d8e0002d7861e32f59756"),
    kind: "film",
    title: "Northern Lights",
    slug: "northern-lights",
    minutes: 104,
    features: [
      { k: "language", v: "English" },
      { k: "subtitles", v: "German" },
      { k: "age_from", v: 6 },
      { k: "accessibility", v: "audio description" },
    ],
    director: "Carmen Costello",
    released_on: ISODate("2019-03-23T00:00:00Z"),
  },
]
