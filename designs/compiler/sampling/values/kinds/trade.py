"""Kinds of text about companies, goods, money and vehicles."""

from __future__ import annotations

from ...languages import snake
from ..specs import HOMES_BY_CURRENCY, SpecPlace
from .kind import TOWN_PARTS, Kind, start, table, words, worked_out

COMPANIES = (
    "company supplier vendor carrier insurer firm organisation organization manufacturer merchant sponsor agency contractor "
    "brand_owner shipper consignee forwarder dealer distributor partner employer client_company business corporation "
    "subsidiary customer_company account_company lessor payer_company bank operator_company "
    "institution company_donor company_holder charity foundation association developer_company "
    "record_label producer_company landlord_company provider service_provider wholesaler retailer exhibitor grower_group "
    "insurance_company fund_manager fleet_operator installer utility"
)
_COMPANIES = (
    "Northwind Ltd|Blue Harbour Ltd|Cedar & Sons|Brightline Group|Halden Works|Oakhurst Partners|Fjordline AG|"
    "Kestrel Ltd|Lumo GmbH|Meridian Group|Old Mill Partners|Stonebridge & Co"
)
_PLACES_OF_BUSINESS = (
    "pharmacy chemist drugstore bakery butchery salon winery distillery dental_practice vet_practice kennel cattery dairy "
    "greenhouse sawmill quarry vineyard stable riding_school animal_shelter aquarium zoo planetarium observatory crematorium "
    "campsite car_wash launderette nail_studio tattoo_studio dance_school music_school driving_school kindergarten daycare"
)
_PRODUCTS = """
Bluetooth Speaker|Electronics|Audio|Halden|wireless|portable speaker|Graphite|Aluminium|HAL-200
Walnut Standing Desk|Furniture|Desks|Oakhurst|handmade|standing desk|Walnut|Walnut|OAK-120
Trail Running Shoes|Outdoor|Shoes|Fjordline|lightweight|trail shoes|Forest green|Recycled polyester|FJR-42
Ceramic Pour-Over Set|Kitchen|Coffee|Kestrel|dishwasher-safe|pour-over coffee|Ivory|Ceramic|KES-4
Linen Desk Lamp|Lighting|Desk lamps|Lumo|dimmable|desk lamp|Sand|Linen|LUM-15
Travel Backpack|Outdoor|Backpacks|Fjordline|waterproof|travel bag|Navy|Recycled nylon|FJB-30
Cast Iron Pan|Kitchen|Cookware|Kestrel|oven-safe|cast iron pan|Black|Cast iron|KES-28
Wool Throw|Home|Blankets|Oakhurst|natural|wool blanket|Grey|Wool|OAK-W2
Noise-Cancelling Headphones|Electronics|Audio|Halden|rechargeable|headphones|Black|Aluminium|HAL-N1
Stainless Water Bottle|Outdoor|Bottles|Lumo|leakproof|water bottle|Silver|Stainless steel|LUM-75
"""
# What a shop of one trade sells, by a word of that trade: of each trade a table, in the columns of the one above.
_OF_TRADES = {
    "electronics": """
Noise-Cancelling Headphones|Electronics|Audio|Halden|rechargeable|headphones|Black|Aluminium|HAL-N1
Bluetooth Speaker|Electronics|Audio|Halden|wireless|portable speaker|Graphite|Aluminium|HAL-200
27-inch Monitor|Electronics|Monitors|Lumo|usb-c|4k monitor|Black|Aluminium|LUM-27
Mechanical Keyboard|Electronics|Accessories|Kestrel|backlit|gaming keyboard|Black|Aluminium|KES-K1
Portable Charger|Electronics|Accessories|Lumo|usb-c|power bank|White|Polycarbonate|LUM-P20
Fitness Watch|Electronics|Wearables|Fjordline|waterproof|sports watch|Silver|Stainless steel|FJW-3
""",
    "fashion": """
Linen Shirt|Clothing|Shirts|Oakhurst|linen|summer shirt|White|Linen|OAK-S1
Merino Jumper|Clothing|Knitwear|Fjordline|wool|warm jumper|Navy|Merino wool|FJK-2
Straight Jeans|Clothing|Trousers|Kestrel|denim|blue jeans|Blue|Denim|KES-J5
Rain Jacket|Clothing|Jackets|Fjordline|waterproof|rain coat|Forest green|Recycled nylon|FJR-8
Leather Belt|Accessories|Belts|Oakhurst|leather|brown belt|Brown|Leather|OAK-B1
Canvas Sneakers|Shoes|Sneakers|Lumo|canvas|white sneakers|White|Canvas|LUM-C4
""",
    "grocery": """
Rolled Oats 500 g|Cereals|Breakfast|Old Mill|wholegrain|porridge oats|Natural|Paper|OM-500
Olive Oil 750 ml|Oils|Cooking|Halden|cold-pressed|olive oil|Green|Glass|HAL-750
Ground Coffee 250 g|Drinks|Coffee|Kestrel|fair trade|ground coffee|Brown|Paper|KES-250
Tomato Passata 680 g|Tins and jars|Tomatoes|Halden|vegan|tomato sauce|Red|Glass|HAL-680
Apple Juice 1 l|Drinks|Juices|Old Mill|pressed|apple juice|Gold|Glass|OM-1000
Basmati Rice 1 kg|Rice and pasta|Rice|Lumo|gluten-free|basmati rice|White|Paper|LUM-1
""",
    "garden": """
Pruning Shears|Tools|Hand tools|Oakhurst|steel|rose shears|Red|Steel|OAK-P2
Watering Can 10 l|Watering|Cans|Lumo|galvanised|watering can|Silver|Zinc|LUM-W10
Potting Soil 40 l|Soil|Compost|Old Mill|peat-free|potting compost|Brown|Compost|OM-40
Garden Hose 25 m|Watering|Hoses|Kestrel|frost-proof|garden hose|Green|Rubber|KES-25
Terracotta Pot|Pots|Planters|Halden|frost-proof|plant pot|Terracotta|Terracotta|HAL-T3
Bird Feeder|Wildlife|Feeders|Oakhurst|wooden|bird table|Walnut|Larch|OAK-F1
""",
}
_CARS = """
Volkswagen|Golf|compact|petrol|VW
Toyota|Corolla Hybrid|saloon|hybrid|Toyota
Renault|Kangoo|van|diesel|Renault
Ford|Transit|van|diesel|Ford
Tesla|Model 3|saloon|electric|Tesla
Volvo|V60|estate|petrol|Volvo
Skoda|Octavia|estate|diesel|Skoda
Hyundai|Kona Electric|SUV|electric|Hyundai
"""
_VEHICLES = "car vehicle truck van bus taxi motorcycle lorry fleet_vehicle ambulance rental_car"
_TRUCKS = """
Volvo|FH 460
Scania|R 450
Mercedes-Benz|Actros 1845
MAN|TGX 18.470
DAF|XF 480
"""
_RATED = ("EUR", "USD", "GBP", "CHF", "CAD", "AUD")  # that are worth about as much as one another
CURRENCIES = (
    "USD",
    "EUR",
    "GBP",
    "JPY",
    "CHF",
    "CAD",
    "AUD",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
    "INR",
    "BRL",
)


def _cost_centre(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"{4100 + number % 50 * 10}",)


def _currency(place: SpecPlace, number: int) -> tuple[str, ...]:
    """All that has a price is priced in one currency."""
    return (currency_in(place.specs.home),)


def currency_in(home: str) -> str:
    """The currency of a country in which samples have towns."""
    return next((currency for currency, country in HOMES_BY_CURRENCY.items() if country == home), "EUR")


_COVERS = """
Fire and smoke|damage by the insured on purpose
Burst pipes|gradual seepage
Storm and hail|open windows
Theft from the home|unlocked doors
Glass|scratches
Personal liability|claims among relatives
"""
_INSURANCES = """
Household contents|What is in the home, against fire, water and theft.
Motor third party|Damage that the car does to others.
Motor comprehensive|Damage to the car itself as well.
Travel cancellation|Costs of a journey that cannot begin.
Private liability|Damage that the insured does to others.
Legal costs|Lawyers and courts, up to the sum insured.
"""
_LOSSES = """
theft|Bicycle stolen from a locked cellar
fire|Kitchen fire, smoke in two rooms
water|Burst pipe in the bathroom, floor soaked
water_damage|Burst pipe in the bathroom, floor soaked
storm|Tiles blown off the roof, rain in the attic
hail|Hail dents in bonnet and roof
collision|Rear-end collision at a traffic light
accident|Collision at a junction, both cars damaged
glass|Crack in the windscreen after a stone
liability|Neighbour's window broken by a ball
vandalism|Front door sprayed with paint
burglary|Terrace door forced, electronics missing
"""
_OBJECTS = """
building|Detached house, built of brick, tiled roof
house|Detached house, built of brick, tiled roof
contents|Contents of a flat with three rooms
vehicle|Family car, garaged at night
car|Family car, garaged at night
machine|Milling machine in a joiner's workshop
person|Holder of the policy
jewellery|Ring and watch, valued by an expert
bicycle|Touring bicycle with a frame lock
goods|Stock of a shop, without food
"""
_CAR_CLASSES = """
Economy|ECMR
Compact|CDMR
Intermediate|IDAR
Estate|IWMR
Minivan|PVMR
Premium|PDAR
"""
_CHARGES = """
rental|Rental, three days
base|Rental, three days
insurance|Full cover without excess
extra_km|Kilometres over the allowance
mileage|Kilometres over the allowance
fuel|Refuelling at return
cleaning|Cleaning of the inside
toll|Motorway toll
fine|Parking fine, passed on
damage|Repair of a scratch
late_return|Returned two hours late
late|Returned two hours late
upgrade|Next larger class
one_way|Return at another station
child_seat|Child seat
"""
_STAYS = """
room|Overnight stay
night|Overnight stay
accommodation|Overnight stay
minibar|Minibar
spa|Massage, 50 minutes
parking|Parking, one night
restaurant|Dinner for two
food|Dinner for two
breakfast|Breakfast buffet
laundry|Laundry, one bag
phone|Telephone calls
bar|Drinks at the bar
tax|City tax
city_tax|City tax
"""


def _of_place(place: SpecPlace, number: int) -> tuple[str, ...]:
    """A business that is called by where it is: Riverside Pharmacy."""
    what = " ".join(word.capitalize() for word in snake(place.entity).split("_"))
    where = TOWN_PARTS[(start(place) + number) % len(TOWN_PARTS)]
    return (f"{where} {what}",)


def _sold_in(trade: str, lines: str) -> tuple[Kind, ...]:
    """The goods of a shop of one trade."""
    columns = (
        ("*product", "name title product_name"), ("category", "category product_category department category_name"), ("subcategory", "subcategory sub_category"),
        ("brand", "brand brand_name maker manufacturer"), ("product tag", "tag tags label"), ("search phrase", "keyword keywords search_term search_terms"),
        ("colour", "color colour"), ("material", "material materials"), ("#model", "model model_number model_no"),
    )  # fmt: skip
    return table(
        [(*column, f"{trade}_goods") for column in columns], lines, "name title product_name product"
    )


KINDS: tuple[Kind, ...] = (
    *table((("*insurance product", "name title product_name", "policy_product insurance_product policy_plan insurance_policy_product claim_product"), ("what is insured", "description", "policy_product insurance_product insurance_policy_product")), _INSURANCES),
    *table((("*cover", "name title label", "coverage cover policy_coverage insured_peril"), ("what is not covered", "exclusions exclusion excluded", "coverage cover policy policy_coverage")), _COVERS),
    *table((("", "", ""), ("loss", "description details what_happened circumstances", "claim insurance_claim loss damage_claim")), _LOSSES, "cause peril kind type loss_type"),
    *table((("", "", ""), ("insured object", "description name", "insured_object insured_item insured_property")), _OBJECTS, "kind type object_type"),
    words("note on a claim", "text body note content", "Called the claimant: photos follow by email.|Expert visits on Thursday.|Repair estimate received.|Police report requested.", of="claim_note case_note"),
    words("skill", "skills skill specialties", "motor|property|liability|injury|travel", of="adjuster claims_adjuster loss_adjuster"),
    words("branch of trade", "nace_code nace naics sic_code industry_code", "62.01|46.90|49.41|10.71|41.20"),
    *table((("*class of car", "name label title", "vehicle_class car_class car_group vehicle_category car_category rental_class"), ("ACRISS code", "acriss acriss_code sipp sipp_code", "")), _CAR_CLASSES, "name label title"),
    words("tariff", "name title label", "Weekday|Weekend|Weekly|Monthly|Corporate", of="tariff rental_rate price_list fare_tariff", names=True),
    words("part of a car", "panel body_panel damaged_part car_part", "front bumper|left front door|rear bumper|right mirror|bonnet|windscreen"),
    words("workshop", "workshop garage repair_shop body_shop service_partner", "Northgate Garage|Harbour Motors|Old Mill Bodyworks|Riverside Tyres"),
    *table((("", "", ""), ("charge of a rental", "description text label", "rental_charge charge charges car_charge")), _CHARGES, "kind type charge_type"),
    *table((("", "", ""), ("charge of a stay", "description text label", "folio_item folio_line folio_charge folio_posting")), _STAYS, "kind type item_type"),
    words("what a hotel is like", "description", "A quiet house beside the park, ten minutes from the station.|Rooms with a view of the harbour, breakfast until eleven.|A town house from 1910, renovated last year.|Family hotel with a garden and a small pool.", of="hotel hostel guesthouse resort hotel_property"),
    words("rate plan", "name title", "Flexible|Non-refundable|Breakfast included|Advance purchase|Corporate", of="rate_plan hotel_rate_plan rate_code", names=True),
    words("picture of a room", "alt caption", "The bed, seen from the door|The bathroom|View from the window|The desk", of="room_photo room_type_photo room_picture"),
    words("company", "company company_name employer organisation organization firm business_name legal_name vendor supplier supplier_name vendor_name insurer insurance_company insurance_provider service_provider insurance_carrier "
          "haulier haulage_company transporter subcontractor caterer testing_laboratory health_insurer manufacturer_name agency institution sponsor sponsor_name distributor contractor client_name merchant merchant_name consignee shipper operator_company workplace", _COMPANIES),
    words("bank", "bank bank_name", "First Savings Bank|City Bank|Mercantile Bank|Cooperative Bank|Union Bank"),
    words("company", "name title trading_name legal_name", _COMPANIES, of=COMPANIES, names=True),
    worked_out("place of a business", "name title", _of_place, r".+ [A-Z].+", _PLACES_OF_BUSINESS, leads=False, names=True),
    words("company", "operator", _COMPANIES, of="grid network site wind_farm power_plant line railway_line airport concession station charging_station"),
    words("legal form", "legal_form company_type business_type", "Ltd|GmbH|Inc.|LLC|S.A.|B.V."),
    words("industry", "industry business_sector branch_of_industry line_of_business", "Manufacturing|Logistics|Retail|Health care|Software|Construction|Food"),
    *table(
        (
            ("*product", "name title product_name article product item_name", "product item goods variant catalog_item catalogue_item listing merchandise order_line sale_line sales_line cart_line basket_line quote_line purchase_line receipt_line bill_line order_item cart_item invoice_line line_item basket_item stock_item inventory_item wishlist_item offer_item"),
            ("category", "category product_category department category_name", "product item listing order_line line stock_item inventory_item"),
            ("subcategory", "subcategory sub_category", ""),
            ("brand", "brand brand_name maker manufacturer make producer vendor_brand", ""),
            ("product tag", "tag tags label", "product item listing"),
            ("search phrase", "keyword keywords search_term search_terms", "product item listing seo"),
            ("colour", "color colour color_name colour_name finish", ""),
            ("material", "material materials", "product item listing article order_line line stock_item inventory_item variant product_variant"),
            ("#model", "model model_number model_no model_name model_code", ""),
        ),
        _PRODUCTS,
        "name title product_name product",
    ),
    *table((("product", "product product_name item_name article_name goods product_title ordered_item", ""), *(("", "", ""),) * 2, ("*brand", "name", "brand maker manufacturer_brand"), *(("", "", ""),) * 2,
            ("*colour", "name", "color colour"), ("*material", "name", "material"), ("", "", "")), _PRODUCTS, "name title product_name product"),
    *(row for trade, lines in _OF_TRADES.items() for row in _sold_in(trade, lines)),
    words("product made of parts", "name title product_name", "Cordless drill|Bench grinder|Garden pump|Table saw|Air compressor|Wall heater", of="part_product component_product", names=True),
    words("category of a shop", "name title label", "Electronics|Furniture|Kitchen|Outdoor|Lighting|Home|Stationery|Toys", of="category shop_category product_group", names=True, leads=True),
    words("category", "category categories product_category", "Electronics|Furniture|Kitchen|Outdoor|Lighting|Home|Stationery", of="shop store order basket cart promotion coupon"),
    *table(
        (
            ("vehicle make", "make maker brand manufacturer", _VEHICLES),
            ("vehicle model", "model model_name name", _VEHICLES),
            ("body type", "body_type body_style vehicle_class vehicle_type car_type", ""),
            ("fuel", "fuel fuel_type drive_type engine_type", ""),
            ("vehicle make", "vehicle_make car_make", ""),
        ),
        _CARS,
        "make brand maker manufacturer",
    ),
    *table((("", "", ""), ("vehicle model", "vehicle_model car_model", ""), ("body type", "type class category", _VEHICLES), ("", "", ""), ("", "", "")), _CARS, "make brand maker manufacturer"),
    *table((("truck make", "truck_make tractor_make", ""), ("truck model", "truck_model tractor_model", "")), _TRUCKS, "make maker"),
    words("fabric", "fabric fabrics cloth textile material", "cotton|linen|wool|denim|silk|recycled polyester", of="garment clothing apparel fabric shirt dress curtain garment_variant fashion_item textile"),
    words("material", "material materials", "stainless steel|aluminium|glass|oak|plastic"),
    words("fabric", "fabric fabrics cloth textile", "cotton|linen|wool|denim|silk|recycled polyester"),
    words("fabric", "name", "cotton|linen|wool|denim|silk|recycled polyester", of="fabric cloth textile", names=True),
    words("garment", "name title", "Linen shirt|Wool coat|Denim jacket|Silk scarf|Cotton dress|Knitted jumper", of="garment clothing apparel clothing_item fashion_item", names=True),
    words("care of clothes", "care_instructions care washing_instructions", "Wash at 30 °C|Dry clean only|Hand wash|Do not tumble dry"),
    words("brewery", "name", "Old Mill Brewery|Harbour Brewing|Northgate Brewery|Fjord Craft Beer", of="brewery", names=True),
    words("beer", "name", "Harbour Pale Ale|Old Mill Stout|Northgate Lager|Orchard Wheat|Lighthouse IPA", of="beer craft_beer ale", names=True),
    words("beer style", "style beer_style", "pale ale|stout|lager|wheat beer|IPA", of="beer craft_beer ale brew batch recipe_beer"),
    words("hop", "hop hops hop_variety", "Cascade|Saaz|Citra|Hallertau|Mosaic"),
    words("plant", "name", "North works|Harbour works|East plant|River plant", of="factory production_site manufacturing_site works", names=True),
    words("aircraft maker", "manufacturer maker make brand", "Airbus|Boeing|Embraer|Cessna|Piper", of="aircraft airplane plane aeroplane helicopter aircraft_type"),
    words("transmission", "transmission gearbox", "manual|automatic"),
    words("paint", "color colour", "White|Silver|Black|Dark blue|Red|Grey", of=_VEHICLES),
    worked_out("currency", "currency currency_code iso_currency price_currency billing_currency settlement_currency base_currency", _currency, r"[A-Z]{3}", described_as="iso 4217", leads=False),
    words("currency", "base base_currency from_currency source_currency", "|".join(_RATED), of="exchange_rate fx_rate"),
    words("currency", "quote quote_currency target_currency to_currency", "|".join((*_RATED[1:], _RATED[0])), of="exchange_rate fx_rate"),
    words("currency", "code name currency_code iso_code quote_currency target_currency to_currency quote", "|".join(CURRENCIES), of="currency exchange_rate fx_rate", names=True),
    words("currency", "quote_currency target_currency to_currency foreign_currency", "EUR|GBP|JPY|CHF|CAD"),
    words("way to pay", "payment_method payment_type method_of_payment pay_method means_of_payment tender", "credit_card|bank_transfer|invoice|direct_debit|cash"),
    words("way to pay", "method type", "credit_card|bank_transfer|invoice|direct_debit|cash", of="payment payment_method checkout refund"),
    words("card brand", "card_brand card_type card_network card_scheme", "visa|mastercard|amex"),
    words("card brand", "provider brand", "visa|mastercard|amex", of="payment_method payment card credit_card"),
    words("payment provider", "payment_provider payment_gateway gateway psp processor", "Stripe|Adyen|PayPal|Mollie"),
    words("payment terms", "payment_terms payment_term", "30 days net|14 days net|on receipt|2% within 10 days, 30 days net"),
    words("parcel carrier", "carrier carrier_name shipping_carrier courier_company shipping_provider", "UPS|DHL|FedEx|GLS"),
    words("way to ship", "shipping_method delivery_method shipping_service service_level shipping_option delivery_option", "standard|express|overnight|pick-up"),
    words("Incoterm", "incoterm incoterms delivery_terms", "FOB|CIF|EXW|DAP|DDP"),
    words("size", "size sizes clothing_size shirt_size", "S|M|L|XL", leads=True),
    words("shoe size", "size sizes shoe_size eu_size", "38|39|40|41|42|43|44", of="shoe shoe_variant shoe_size shoe_article shoe_model shoe_item sneaker boot footwear", leads=True),
    words("shoe", "name title", "Leather Oxford|Suede Chelsea boot|Canvas trainer|Ankle boot|Trail runner|Ballet flat", of="shoe shoe_model shoe_style sneaker boot footwear", names=True),
    words("shoe material", "material upper upper_material", "leather|suede|canvas|mesh|recycled polyester", of="shoe shoe_model shoe_style sneaker boot footwear"),
    words("width of a shoe", "width width_fitting fitting", "narrow|regular|wide", of="shoe shoe_variant shoe_size shoe_article shoe_model"),
    words("equipment of a vehicle", "features feature extras equipment options", "heated seats|parking sensors|tow bar|panoramic roof|navigation system|reversing camera", of=_VEHICLES),
    words("extra of a vehicle", "name title label", "Tow bar|Roof rack|Winter tyres|Dash camera|Rubber floor mats|Boot liner|Bike carrier|Paint protection", of="car_extra vehicle_extra car_accessory", names=True),
    words("work on a vehicle", "task title name job work description", "Replace front brake discs|Change oil and filter|Fit four new tyres|Polish scratched bumper|Renew timing belt|Clean inside and out|Replace windscreen|Align wheels", of="vehicle_job car_job car_repair vehicle_repair"),
    words("trim of a vehicle", "trim trim_level", "Comfort|Sport|Business|Active", of=_VEHICLES),
    words("company", "lender warranty_provider leasing_company finance_company", _COMPANIES),
    words("company", "provider", _COMPANIES, of="warranty policy insurance maintenance_contract"),
    words("shoe size", "shoe_size", "38|39|40|41|42|43|44"),
    words("unit", "unit unit_of_measure uom measure_unit units", "pcs|kg|l|m"),
    words("packaging", "packaging packaging_type package_type container_type", "carton|pallet|crate|drum|bag"),
    words("condition", "condition", "new|like new|good|fair"),
    words("store", "name", "Harbour Street|Old Mill|Station Square|Westgate|Riverside|Market Hall", of="store shop branch outlet location pickup_point", names=True),
    words("warehouse", "name warehouse_name", "Central warehouse|North depot|Harbour store|East hub|South depot", of="warehouse depot distribution_centre distribution_center hub fulfilment_centre yard", names=True),
    words("warehouse", "warehouse warehouse_name depot", "Central warehouse|North depot|Harbour store|East hub|South depot"),
    words("place on a shelf", "bin shelf storage_location shelf_location bin_location rack slot_label shelf_code", "A-01-2|A-03-1|B-02-4|C-05-3|D-01-1", leads=True),
    words("place on a shelf", "label code name", "A-01-2|A-03-1|B-02-4|C-05-3|D-01-1", of="shelf rack storage_bin storage_location warehouse_slot", names=True),
    words("part", "name title", "M4 hex bolt|Fan blade assembly|Power switch|Rubber gasket|Drive belt|Return spring|Valve cover|Filter housing", of="part spare_part component", names=True),
    words("part", "part_name spare_part component_name", "M4 hex bolt|Fan blade assembly|Power switch|Rubber gasket|Drive belt|Return spring"),
    words("alternative text", "alt alt_text alternative_text", "Side view on a white background|Close-up of the fabric|The package and what is inside|Front view in daylight"),
    words("caption", "caption image_caption photo_caption", "View from the entrance|Before the work began|The finished result|Detail of the front"),
    words("plan", "plan plan_name subscription_plan pricing_plan subscription_type tier membership_type membership_level", "Basic|Standard|Plus|Business"),
    words("plan", "name title", "Basic|Standard|Plus|Business", of="plan subscription_plan pricing_plan tier membership_type subscription membership", names=True),
    *table((("characteristic", "k key name label attribute", "spec specs specification attribute characteristic property_value facet product_attribute technical_data"), ("its value", "v value val text", "spec specs specification attribute characteristic property_value facet product_attribute technical_data")),
          "Weight|12 kg\nHeight|40 cm\nColour|green\nMaterial|oak\nWarranty|2 years"),
    words("fee", "name title", "Delivery fee|Service fee|Cleaning fee|Late fee", of="fee surcharge charge", names=True),
    worked_out("cost centre", "cost_centre cost_center cost_centre_no cost_center_no", _cost_centre, r"[0-9]{4}"),
    words("expense", "expense_type expense_category cost_type budget_line", "Travel|Office supplies|Training|Maintenance|Rent"),
    words("campaign", "name title", "Spring sale|Back to school|Summer break|Holiday gifts|New customers", of="campaign promotion offer discount marketing_campaign", names=True),
    words("campaign", "campaign campaign_name utm_campaign", "spring-sale|back-to-school|summer-break|newsletter-may"),
    words("channel", "channel sales_channel acquisition_channel source_channel utm_medium medium marketing_channel", "web|store|phone|partner|social"),
    words("lead source", "lead_source referral_source how_heard utm_source referrer_source", "newsletter|search|recommendation|trade fair"),
    words("account", "account_name ledger_account gl_account", "Cash|Receivables|Inventory|Payables|Revenue"),
    words("account type", "account_type type", "checking|savings|business|credit", of="account bank_account"),
    words("purpose of payment", "payment_purpose bank_message remittance_info statement_descriptor memo", "Rent for March|Invoice INV-1042|Monthly fee|Refund of order 1027"),
    words("purpose of payment", "purpose", "Rent for March|Invoice INV-1042|Monthly fee|Refund of order 1027", of="payment transfer transaction bank_transaction money_transfer standing_order direct_debit account_entry remittance"),
    words("purpose of a gift", "purpose designation earmark fund", "General fund|Scholarships|Winter appeal|Building repairs", of="donation gift pledge contribution donation_pledge"),
    words("property", "property_type building_type real_estate_type", "apartment|detached house|terraced house|office|shop"),
    words("energy rating", "energy_rating energy_class epc_rating energy_label", "A|B|C|D"),
    words("crop", "crop crop_name variety", "wheat|barley|potatoes|apples|sugar beet"),
)  # fmt: skip
