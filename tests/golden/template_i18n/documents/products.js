// Example documents for "products" (design "Texts in several languages (i18n)").
// Something on sale, with a name in each language
[
  {
    _id: ObjectId("658bee980db34a03617bb9f9"),  // primary key
    sku: "MUG-0412",                            // Number on the shelf, the same in each language
    price: NumberDecimal("12.90"),              // Without tax
    name: {                                     // By language code; English is always present and is the fallback
      en: "Blue mug",     // English
      de: "Blaue Tasse",  // German
      fr: "Tasse bleue",  // French
      es: "Taza azul",    // Spanish
    },
  },
  {
    _id: ObjectId("658feb4c3d1ec71d8a481d47"),
    sku: "MUG-0413",
    price: NumberDecimal("7.90"),
    name: { en: "Blue mug 2", de: "Blaue Tasse 2", fr: "Tasse bleue 2", es: "Taza azul 2" },
  },
]
