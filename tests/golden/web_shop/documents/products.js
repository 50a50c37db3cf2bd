// Example documents for "products" (design "Web shop").
// Something on sale
[
  {
    _id: ObjectId("62f598000db34a03617bb9f9"),  // primary key
    name: "Ergonomic Office Chair",             // Name on the product page
    slug: "ergonomic-office-chair",             // Last part of its URL
    brand: "ErgoMax",                           // Brand
    category: "Furniture",                      // Where it is listed
    subcategory: "Office Chairs",               // Shelf within the category
    price: NumberDecimal("249.99"),             // List price
    sale_price: NumberDecimal("199.99"),        // Current price
    currency: "USD",                            // ISO code
    sales_metrics: {                            // Figures for the dashboard, up to an hour old
      views_last_7_days: 1245,  // Times its page was shown
      orders_last_7_days: 52,   // Orders that include it
      // computed: round(sales_metrics.orders_last_7_days / sales_metrics.views_last_7_days, 3); null if
      // there's nothing to compute it from
      conversion_rate: 0.042,                           // Orders per view
      revenue_last_30_days: NumberDecimal("14849.50"),  // Written by the hourly report
    },
    created_at: ISODate("2022-08-12T00:00:00Z"),  // When it was first listed
    updated_at: ISODate("2023-03-15T00:00:00Z"),  // When it was last changed
    // Embedded: one per product (A3, guideline 2)
    inventory: {
      in_stock: 53,  // Pieces in the warehouse
      reserved: 7,   // Pieces reserved for orders
      // computed: in_stock - reserved
      available: 46,  // Pieces that can still be sold
    },
    // Embedded: one per product (A3, guideline 2)
    attributes: {
      color: "Black",             // Colour
      material: "Mesh",           // Material
      weight_capacity: "300lbs",  // Heaviest load
      // Embedded: one per product attribute (A3, guideline 2)
      dimensions: {
        width: 26,       // From side to side
        depth: 24,       // From front to back
        height: 48,      // From the floor up
        unit: "inches",  // Unit of the dimensions
      },
    },
    // Embedded: one per product (A3, guideline 2)
    rating_summary: {
      // computed: round((distribution.1 + 2 * distribution.2 + 3 * distribution.3 + 4 * distribution.4 + 5 *
      // distribution.5) / count, 2); null if there's nothing to compute it from
      average: 4.51,  // Mean number of stars
      // computed: distribution.1 + distribution.2 + distribution.3 + distribution.4 + distribution.5
      count: 237,      // How many reviews there are
      distribution: {  // Reviews by number of stars
        ["1"]: 3,    // Reviews with 1 star
        ["2"]: 5,    // Reviews with 2 stars
        ["3"]: 15,   // Reviews with 3 stars
        ["4"]: 58,   // Reviews with 4 stars
        ["5"]: 156,  // Reviews with 5 stars
      },
    },
    // Embedded: one per product (A3, guideline 2)
    seo: {
      meta_title: "ErgoMax Ergonomic Office Chair - Adjustable, Comfortable Support",  // Title for search engines
      // Text under the title in search results
      meta_description: "Upgrade your workspace with an adjustable chair that supports your back.",
      keywords: ["ergonomic chair", "office chair"],                                   // Search words; ... up to 12
    },
    // Embedded: 1..20 per product, small, limited in number, owned, and read with its parent (B7, guideline
    // 3)
    images: [
      {
        url: "chair-main.jpg",                              // Where the picture is
        alt: "Front view of black ergonomic office chair",  // What it shows, in words
        is_primary: true,                                   // Shown first
      },
      { url: "image-2-2.jpg", alt: "The package and what is inside", is_primary: false },
      // ... up to 20
    ],
  },
  {
    _id: ObjectId("62f994b43d1ec71d8a481d47"),
    name: "Linen Desk Lamp",
    slug: "linen-desk-lamp",
    brand: "Lumo",
    category: "Lighting",
    subcategory: "Desk lamps",
    price: NumberDecimal("156.99"),
    sale_price: NumberDecimal("125.59"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 1072,
      orders_last_7_days: 33,
      conversion_rate: 0.031,
      revenue_last_30_days: NumberDecimal("15741.50"),
    },
    created_at: ISODate("2022-08-15T00:00:00Z"),
    updated_at: ISODate("2023-03-18T00:00:00Z"),
    inventory: { in_stock: 35, reserved: 8, available: 27 },
    attributes: {
      color: "Sand",
      material: "Stainless steel",
      weight_capacity: "310lbs",
      dimensions: { width: 27, depth: 29, height: 38, unit: "cm" },
    },
    rating_summary: {
      average: 4.48,
      count: 234,
      distribution: { ["1"]: 4, ["2"]: 6, ["3"]: 19, ["4"]: 50, ["5"]: 155 },
    },
    seo: {
      meta_title: "Linen Desk Lamp by Lumo",
      meta_description: "Linen Desk Lamp by Lumo: see pictures, prices and reviews.",
      keywords: ["desk lamp", "linen lamp"],
    },
    images: [{ url: "image-3-1.jpg", alt: "Front view in daylight", is_primary: true }],
  },
  {
    _id: ObjectId("62fd9168e543311792a20994"),
    name: "Travel Backpack",
    slug: "travel-backpack",
    brand: "Fjordline",
    category: "Outdoor",
    subcategory: "Backpacks",
    price: NumberDecimal("229.99"),
    sale_price: NumberDecimal("183.99"),
    currency: "USD",
    sales_metrics: {
      views_last_7_days: 1047,
      orders_last_7_days: 50,
      conversion_rate: 0.048,
      revenue_last_30_days: NumberDecimal("9718.50"),
    },
    created_at: ISODate("2022-08-18T00:00:00Z"),
    updated_at: ISODate("2023-03-21T00:00:00Z"),
    inventory: { in_stock: 54, reserved: 6, available: 48 },
    attributes: {
      color: "Navy",
      material: "Aluminium",
      weight_capacity: "320lbs",
      dimensions: { width: 28, depth: 18, height: 49, unit: "inches" },
    },
    rating_summary: {
      average: 4.46,
      count: 256,
      distribution: { ["1"]: 2, ["2"]: 6, ["3"]: 20, ["4"]: 71, ["5"]: 157 },
    },
    seo: {
      meta_title: "Travel Backpack by Fjordline",
      meta_description: "Travel Backpack by Fjordline: see pictures, prices and reviews.",
      keywords: ["travel backpack", "backpack"],
    },
    images: [{ url: "image-4-1.jpg", alt: "Side view on a white background", is_primary: true }],
  },
]
