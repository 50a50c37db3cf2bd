// Example documents of the collection "shows", design "City theatre".
// What the house plays, whatever it is
[
  {
    _id: ObjectId("5c159580c45424f81ae45465"),  // primary key
    // says which kind of show this is (P1)
    kind: "play",
    title: "Winter Tales",  // As it stands on the poster
    slug: "winter-tales",   // The end of its address
    minutes: 95,            // Without the interval
    // attributes: language, subtitles, age_from, accessibility (P3: one index serves a filter by any of them)
    features: [
      {
        // name of the attribute; another one needs no new index
        k: "language",
        v: "French",  // Spoken or sung
      },
      { k: "subtitles", v: "English" },
      {
        k: "age_from",
        v: 12,  // Youngest age it is fit for
      },
      {
        k: "accessibility",
        v: "relaxed",  // What makes it easier to follow
      },
    ],
    playwright: "Ida Bauer",  // only where it is play
    acts: 3,                  // only where it is play
  },
  {
    _id: ObjectId("5c142dbc215d27b4150b53d6"),
    kind: "concert",
    title: "What changed this month",
    slug: "what-changed-this-month",
    minutes: 87,
    features: [
      { k: "language", v: "Ja" },
      { k: "subtitles", v: "English 2" },
      { k: "age_from", v: 7 },
      { k: "accessibility", v: "sign language" },
    ],
    orchestra: "Harbour Ensemble 2",                // only where it is concert
    works: ["Serenade in C 3", "Serenade in C 4"],  // only where it is concert; ... up to 12
  },
  {
    _id: ObjectId("5c799af81dbb372387340962"),
    kind: "film",
    title: "Ten small improvements",
    slug: "ten-small-improvements",
    minutes: 98,
    features: [
      { k: "language", v: "En" },
      { k: "subtitles", v: "English 3" },
      { k: "age_from", v: 5 },
      { k: "accessibility", v: "audio description" },
    ],
    director: "Noor Haddad 3",                     // only where it is film
    released_on: ISODate("2019-03-02T00:00:00Z"),  // only where it is film
  },
  {
    _id: ObjectId("5c0975340d42b57149d34726"),
    kind: "play",
    title: "Notes from the first year",
    slug: "notes-from-the-first-year",
    minutes: 110,
    features: [
      { k: "language", v: "De" },
      { k: "subtitles", v: "English 4" },
      { k: "age_from", v: 13 },
      { k: "accessibility", v: "relaxed" },
    ],
    playwright: "Ida Bauer 4",
    acts: 4,
  },
  {
    _id: ObjectId("5c080d7013a3dd2bdbdb3e9c"),
    kind: "concert",
    title: "A short guide to planning",
    slug: "a-short-guide-to-planning-5",
    minutes: 81,
    features: [
      { k: "language", v: "Fr" },
      { k: "subtitles", v: "English 5" },
      { k: "age_from", v: 9 },
      { k: "accessibility", v: "sign language" },
    ],
    orchestra: "Harbour Ensemble 5",
    works: ["Serenade in C 9", "Serenade in C 10"],
  },
  {
    _id: ObjectId("5c6d7aac02d7861e32f59756"),
    kind: "film",
    title: "What changed this month",
    slug: "what-changed-this-month-6",
    minutes: 83,
    features: [
      { k: "language", v: "Es" },
      { k: "subtitles", v: "English 6" },
      { k: "age_from", v: 5 },
      { k: "accessibility", v: "audio description" },
    ],
    director: "Noor Haddad 6",
    released_on: ISODate("2019-02-21T00:00:00Z"),
  },
]
