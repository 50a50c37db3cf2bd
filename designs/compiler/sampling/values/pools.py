"""Words for example values, by what a field or its entity is called. English, and about nobody real."""

from __future__ import annotations

from ...content_cache import of_a_short_text, of_short_texts
from ...names.inflection import singular, snake


def words_in(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.strip().split("|"))


PEOPLE: tuple[tuple[str, str], ...] = tuple(
    (first, last)
    for first, last in (
        pair.split()
        for pair in _split(
            "Maya Lindqvist|Omar Haddad|Grace Okafor|Luca Moretti|Ines Carvalho|Tom Whitfield|Aiko Tanaka|"
            "Nora Petersen|Samuel Reyes|Priya Nair|Elena Novak|Jonas Weber|Amina Diallo|Victor Laurent|"
            "Chloe Bennett|Mateus Silva|Hanna Virtanen|David Rosen|Leila Farouk|Peter Kowalski"
        )
    )
)
# Entities whose ``name`` is a person's.
PERSONS = words_in(
    "person user student author customer employee member patient teacher contact owner friend player doctor driver "
    "candidate guest client buyer seller subscriber reviewer reader writer manager agent visitor artist actor "
    "director instructor tenant passenger participant attendee editor voter borrower worker staff nurse "
    "comment review critic profile account recipient lecturer professor parent learner applicant"
)
PERSON_FIELDS = words_in(
    "full_name author owner user reviewer manager customer contact recipient teacher assignee created_by updated_by "
    "user_name customer_name author_name contact_name owner_name editor sender display_name"
)
_WORDS: dict[str, str] = {
    # names of things, by entity
    "product.name": "Bluetooth Speaker|Walnut Standing Desk|Trail Running Shoes|Ceramic Pour-Over Set|Linen Desk Lamp|Travel Backpack",
    "product.category": "Electronics|Furniture|Outdoor|Kitchen|Furniture|Outdoor",
    "product.subcategory": "Speakers|Desks|Running|Coffee|Lighting|Backpacks",
    "product.brand": "Halden|Oakhurst|Fjordline|Kestrel|Lumo|Fjordline",
    "product.tag": "wireless|handmade|lightweight|dishwasher-safe|dimmable|waterproof",
    "product.keyword": "portable speaker|standing desk|trail shoes|pour-over coffee|desk lamp|travel bag",
    "part.name": "M4 hex bolt|fan blade assembly|power switch|rubber gasket|drive belt|return spring",
    "spare_part.name": "left-hand smoke seal|shift lever pin|valve cover|pressure spring|filter housing",
    "course.name": "Physics 101|Introduction to Cloud Computing|Linear Algebra|Organic Chemistry|World Literature|Data Structures",
    "category.name": "drama|science fiction|history|travel|poetry|biography",
    "genre.name": "drama|science fiction|mystery|comedy|documentary",
    "tag.name": "schema-design|performance|data-modeling|indexing|release-notes|how-to",
    "host.name": "db01.example.com|web02.example.com|cache01.example.com|queue03.example.com",
    "server.name": "db01.example.com|web02.example.com|cache01.example.com|queue03.example.com",
    "team.name": "Platform|Data Services|Field Support|Research",
    "project.name": "Website relaunch|Warehouse move|Annual report|Mobile app",
    "role.name": "reader|editor|publisher|administrator",
    "sensor.name": "roof-north|boiler-room|greenhouse-2|cold-store",
    "device.name": "roof-north|boiler-room|greenhouse-2|cold-store",
    "store.name": "Harbour Street|Old Mill|Station Square|Westgate",
    "room.name": "Aspen|Birch|Cedar|Linden",
    "book.title": "The Tide Tables|A Map of Quiet Places|Two Winters in Lisbon|The Glass Orchard|Letters to a Lighthouse",
    "movie.title": "Northern Lights|The Long Weekend|A Quiet Harbour|Second Platform",
    "movie.name": "Northern Lights|The Long Weekend|A Quiet Harbour|Second Platform",
    "article.title": "Indexing Strategies for MongoDB|Choosing a Shard Key|A Field Guide to Change Streams|Paging Without Skip",
    "post.title": "Notes from the first year|What we learned from moving|A better way to plan|Small tools we like",
    "task.description": "Mark the mid-term essays|Book the meeting room|Send out the invitations|Update the contact list|Order new chairs",
    "event.name": "Spring Open Day|Autumn Concert|Developer Meetup|Charity Run",
    "song.title": "Paper Boats|Slow Train Home|Morning on the Pier|Salt and Cedar",
    "album.title": "Harbour Songs|Night Shift|Blue Hour|Open Windows",
    "recipe.name": "Lentil soup|Baked pears|Mushroom risotto|Rye bread",
    "comment": "Clear and to the point, thank you.|I would add a word about indexes.|This answered my question.|"
    "Nicely explained, looking forward to the next part.|Could you say more about paging?",
    "review.comment": "Good sound, but battery life could be better.|Arrived on time and works as described.|"
    "Sturdy and easy to assemble.|Worth every cent.|Smaller than I thought, otherwise fine.",
    # trees, in the order in which the sample hangs them: a root, then level by level
    "product_category.name": "Electronics|Computers|Audio|Laptops|Monitors|Headphones|Speakers",
    "sales_region.name": "World|Europe|Americas|Iberia|Nordics|Andes|Caribbean",
    "employee.job_title": "Managing director|Head of engineering|Head of sales|Engineer|Designer|Account manager|Sales assistant",
    "wiki_page.title": "Company handbook|Working hours|Travel|Holidays|Sick leave|Booking a journey|Expenses",
    # two roots, then the branches of the first, then those of the second
    "menu_item.label": "Shop|Help|Electronics|Kitchen|Laptops|Headphones|Orders|Contact|Track a parcel|Return something",
    # people and places
    "first_name": "|".join(first for first, _ in PEOPLE), "last_name": "|".join(last for _, last in PEOPLE),
    "street": "456 Market Street|12 Orchard Lane|7 Harbour Road|89 Mill Street|31 Station Avenue|5 Chapel Hill",
    "line1": "456 Market Street|12 Orchard Lane|7 Harbour Road|89 Mill Street|31 Station Avenue|5 Chapel Hill",
    "line2": "Apt 2A|2nd floor|Unit 7|Building C",
    "address": "456 Market Street, Portland, OR 97204|12 Orchard Lane, Madison, WI 53703|7 Harbour Road, Boston, MA 02110",
    "city": "Portland|Madison|Boston|Denver|Austin|Seattle", "state": "OR|WI|MA|CO|TX|WA",
    "region": "north|south|east|west", "zip": "97204|53703|02110|80202|78701|98101", "zip_code": "97204|53703|02110|80202|78701|98101",
    "postal_code": "97204|53703|02110|80202|78701|98101", "postcode": "97204|53703|02110|80202|78701|98101",
    "country": "US|US|US", "country_code": "US|CA|GB|DE|FR|JP", "nationality": "Canadian|German|Japanese|Kenyan",
    "phone": "503-555-0142|608-555-0117|617-555-0188|303-555-0126|512-555-0153",
    "mobile": "503-555-0142|608-555-0117|617-555-0188|303-555-0126", "timezone": "America/New_York|Europe/Berlin|Asia/Tokyo",
    "locale": "en-US|de-DE|fr-FR|ja-JP", "language": "en|de|fr|es|ja", "currency": "USD|EUR|GBP|JPY",
    "gender": "female|male|nonbinary", "company": "Northwind Mills|Blue Harbour Ltd|Cedar & Sons|Brightline Studio",
    "department": "Department of Physics|Department of Computer Science|Department of Mathematics|Department of History",
    "job_title": "Analyst|Designer|Engineer|Editor", "publisher": "Lantern Press|Old Mill Books|Harbour House|Paper Kite",
    # things in a shop
    "sku": "DESK-WAL-120|LAMP-LIN-004|SHOE-TRL-042|BAG-TRV-30L", "brand": "Fjordline|Kestrel|Oakhurst|Lumo|Halden",
    "manufacturer": "Fjordline|Kestrel Tools|Oakhurst Industries|Lumo Works",
    "category": "Electronics|Furniture|Kitchen|Outdoor|Stationery", "subcategory": "Headphones|Desks|Lighting|Backpacks",
    "color": "Walnut|Graphite|Ivory|Forest green|Navy", "colour": "Walnut|Graphite|Ivory|Forest green|Navy",
    "material": "Oak|Linen|Aluminium|Wool|Recycled plastic", "size": "S|M|L|XL", "unit": "cm|kg|pcs|l",
    "model": "A200|B310|C45|D7", "carrier": "UPS|DHL|FedEx|USPS", "provider": "visa|mastercard|amex",
    "payment_method": "credit_card|bank_transfer|invoice", "method": "credit_card|bank_transfer|invoice",
    "alt": "Side view on a white background|Close-up of the fabric|The package and what is inside",
    "keyword": "standing desk|desk lamp|travel bag|running shoes", "keywords": "standing desk|desk lamp|travel bag|running shoes",
    # texts
    "title": "Notes from the first year|A short guide to planning|What changed this month|Ten small improvements",
    "meta_title": "Walnut Standing Desk: Quiet, Sturdy, Adjustable|Linen Desk Lamp: Warm Light for Late Work",
    "meta_description": "A desk that moves with you through the day.|Soft light, a heavy base and a cable long enough.",
    "article.description": "How to pick the index that a query wants.|What makes a shard key age well.|"
    "Listening to changes without missing one.|Pages that stay fast on page one thousand.",
    "subject": "Looking for a study group|Room change on Friday|Lost: blue umbrella|Thank you all",
    "message": "Does anyone have notes from last week's lecture? I missed the second half.|The seminar moves to room 204 this Friday. "
    "Please tell the others.|I left a blue umbrella in the reading room. If you find it, write to me.|Thanks, that solved it!",
    "log_msg.message": "disk usage at 91 percent|connection reset by peer|service restarted|fan speed back to normal",
    "log.message": "disk usage at 91 percent|connection reset by peer|service restarted|fan speed back to normal",
    "access_log.path": "/hosts/db01.example.com|/login|/reports/daily|/hosts",
    "text": "We start with the question that comes up most often.|The plan is simple, and so are the exceptions.|Three things went well, one did not.",
    "body": "## Summary\n\nStart from the queries, then shape the documents.|## Background\n\nEvery index has a price on writing.",
    "summary": "Which questions to ask before the first index.|How a growing list finds its own collection.|What a good shard key looks like.",
    "description": "Compact and easy to clean.|Made to order in two weeks.|For daily use, indoors and out.|A closer look at the details.",
    "bio": "Writes about storage engines and plays the cello.|Has taught databases for twelve years.|Builds tools for field research.",
    "note": "Call before delivery.|Second reminder sent.|Waiting for an answer.|Approved by the office.",
    "remark": "Call before delivery.|Second reminder sent.|Waiting for an answer.",
    "reason": "requested by the customer|duplicate entry|out of stock|address unknown", "question": "How do I change my address?|When does it open?",
    "answer": "Under Settings, then Profile.|Every weekday at nine.", "headline": "Bridge reopens after repairs|Library extends its hours",
    "focus_keyword": "shard keys|change streams|index design|keyset paging", "topic": "indexes|backups|schema design|sharding",
    "tag": "schema-design|performance|data-modeling|indexing|how-to", "label": "urgent|waiting|idea|done",
    # machines and states
    "status": "active|pending|closed|archived", "type": "standard|express|trial|internal", "kind": "standard|express|trial|internal",
    "action": "login|search|view_item|add_to_cart|logout", "level": "info|warning|error|debug", "severity": "low|medium|high",
    "priority": "low|normal|high", "device": "mobile|desktop|tablet", "browser": "Firefox|Chrome|Safari", "platform": "web|ios|android",
    "os": "Debian 12|macOS 15|Windows 11", "format": "markdown|html|plain", "mime_type": "image/jpeg|image/png|application/pdf",
    "ipaddr": "192.0.2.17|198.51.100.23|203.0.113.8|192.0.2.201", "ip": "192.0.2.17|198.51.100.23|203.0.113.8|192.0.2.201",
    "ip_address": "192.0.2.17|198.51.100.23|203.0.113.8|192.0.2.201", "hostname": "db01.example.com|web02.example.com|cache01.example.com",
    "domain": "example.com|example.org|example.net", "path": "/start|/reports/daily|/settings|/help",
    "version": "1.4.0|2.0.1|2.3.5", "project": "Spring term|Open day|New timetable|Library move", "code": "AB-104|CD-208|EF-311|GH-417",
    "password_hash": "$argon2id$v=19$m=65536,t=3,p=4$YW5vdGhlcnNhbHQ$bm90IGEgcmVhbCBoYXNo|$argon2id$v=19$m=65536,t=3,p=4$bW9yZXNhbHQ$c3RpbGwgbm90IHJlYWw",
    "last_four": "1881|0005|8431|1117", "token": "tok_7f3a91c2|tok_b80d44e1|tok_19c6f0aa",
}  # fmt: skip
POOLS: dict[str, tuple[str, ...]] = {key: _split(text) for key, text in _WORDS.items()}
# Pools whose first word is the first thing's.
IN_ORDER = frozenset(
    POOLS[key]
    for key in (
        "product_category.name", "sales_region.name", "employee.job_title", "wiki_page.title", "menu_item.label",
    )
)  # fmt: skip
ADJECTIVES = _split("Northern|Amber|Quiet|Silver|Coastal|Bright|Spare|Little")
WORDS = _split(
    "alder|birch|cedar|dune|ember|fjord|grove|harbour|inlet|juniper|kelp|linden|meadow|nettle|orchard|pebble"
)
SENTENCES = _split(
    "Checked and found in order.|To be looked at again next week.|Same as last time, with one exception.|"
    "Nothing unusual so far.|Agreed with everyone involved."
)


@of_short_texts(4096)
def words_for(entity: str, path: str) -> tuple[str, ...]:
    """The pool for a field of an entity (dotted path of plain names), empty where none fits.

    The entity's own pool comes before that of the whole name, that before its last word's.
    """
    thing = singular(snake(entity))
    name = snake(path.rpartition(".")[2])
    last, ends = name.rpartition("_")[2], thing.rpartition("_")[2]
    wanted = (
        f"{thing}.{name}",
        f"{ends}.{name}",
        f"{thing}.{singular(name)}",
        name,
        singular(name),
        last,
        singular(last),
    )
    return next((POOLS[key] for key in wanted if key in POOLS), ())


@of_a_short_text(4096)
def is_person(entity: str) -> bool:
    """Whether the entity's ``name`` is most likely a person's."""
    thing = singular(snake(entity))
    return thing in PERSONS or thing.rpartition("_")[2] in PERSONS
