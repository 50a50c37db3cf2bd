"""Kinds of text about a place: the parts of an address, countries, time zones, airports; and where a whole design is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ....model.conceptual import Field, Model, given, stated
from ....model.field_walk import parts
from ...languages import snake
from ..specs import SpecPlace
from .kind import Kind, start, table, words, worked_out

_CITIES = """
Portland|OR|Oregon|97204|America/Los_Angeles|456 Market Street|Northwest
Madison|WI|Wisconsin|53703|America/Chicago|12 Orchard Lane|Midwest
Boston|MA|Massachusetts|02110|America/New_York|7 Harbor Road|Northeast
Denver|CO|Colorado|80202|America/Denver|89 Mill Street|Mountain
Austin|TX|Texas|78701|America/Chicago|31 Station Avenue|South
Seattle|WA|Washington|98101|America/Los_Angeles|5 Chapel Hill|Northwest
"""
# As many of other countries, line by line.
_ELSEWHERE = {
    "DE": """
Hamburg|HH|Hamburg|20095|Europe/Berlin|Marktplatz 45|North
Leipzig|SN|Sachsen|04109|Europe/Berlin|Gartenweg 12|East
Bremen|HB|Bremen|28195|Europe/Berlin|Hafenweg 7|North
Augsburg|BY|Bayern|86150|Europe/Berlin|Lindenweg 89|South
Kassel|HE|Hessen|34117|Europe/Berlin|Bahnhofsallee 31|Central
Kiel|SH|Schleswig-Holstein|24103|Europe/Berlin|Kirchplatz 5|North
""",
    "GB": """
Leeds|ENG|England|LS1 4AP|Europe/London|45 Market Street|North
Norwich|ENG|England|NR2 1TF|Europe/London|12 Orchard Lane|East
Cardiff|WLS|Wales|CF10 1EP|Europe/London|7 Harbour Road|Wales
Bristol|ENG|England|BS1 6QF|Europe/London|89 Mill Street|West
Glasgow|SCT|Scotland|G2 1DY|Europe/London|31 Station Road|Scotland
Exeter|ENG|England|EX1 1GJ|Europe/London|5 Chapel Hill|West
""",
    "FR": """
Lyon|ARA|Auvergne-Rhône-Alpes|69002|Europe/Paris|12 rue du Marché|East
Nantes|PDL|Pays de la Loire|44000|Europe/Paris|7 quai de la Loire|West
Lille|HDF|Hauts-de-France|59000|Europe/Paris|31 rue de la Gare|North
Bordeaux|NAQ|Nouvelle-Aquitaine|33000|Europe/Paris|5 place du Théâtre|West
Toulouse|OCC|Occitanie|31000|Europe/Paris|89 rue des Moulins|South
Rennes|BRE|Bretagne|35000|Europe/Paris|45 rue du Jardin|West
""",
    "NL": """
Utrecht|UT|Utrecht|3511 AB|Europe/Amsterdam|Marktstraat 45|Central
Groningen|GR|Groningen|9711 AC|Europe/Amsterdam|Tuinlaan 12|North
Breda|NB|Noord-Brabant|4811 AD|Europe/Amsterdam|Havenstraat 7|South
Haarlem|NH|Noord-Holland|2011 AE|Europe/Amsterdam|Molenweg 89|West
Arnhem|GE|Gelderland|6811 AG|Europe/Amsterdam|Stationsstraat 31|East
Leiden|ZH|Zuid-Holland|2311 AH|Europe/Amsterdam|Kerkplein 5|West
""",
    "CH": """
Bern|BE|Bern|3011|Europe/Zurich|Marktgasse 45|Central
Basel|BS|Basel-Stadt|4051|Europe/Zurich|Gartenweg 12|North
Luzern|LU|Luzern|6003|Europe/Zurich|Seestrasse 7|Central
Winterthur|ZH|Zürich|8400|Europe/Zurich|Mühlestrasse 89|North
Chur|GR|Graubünden|7000|Europe/Zurich|Bahnhofstrasse 31|East
Thun|BE|Bern|3600|Europe/Zurich|Kirchplatz 5|Central
""",
    "AT": """
Graz|6|Steiermark|8010|Europe/Vienna|Marktplatz 45|South
Linz|4|Oberösterreich|4020|Europe/Vienna|Gartenweg 12|North
Salzburg|5|Salzburg|5020|Europe/Vienna|Mühlenweg 89|West
Innsbruck|7|Tirol|6020|Europe/Vienna|Bahnhofstraße 31|West
Klagenfurt|2|Kärnten|9020|Europe/Vienna|Seeweg 7|South
Wien|9|Wien|1010|Europe/Vienna|Kirchplatz 5|East
""",
}
# And of others, each line with its longitude and latitude.
_FURTHER = {
    "PL": """
Warszawa|MZ|Mazowieckie|00-029|Europe/Warsaw|ul. Kościelna 5|Central|21.012|52.23
Gdańsk|PM|Pomorskie|80-831|Europe/Warsaw|ul. Portowa 7|North|18.653|54.352
Kraków|MA|Małopolskie|31-042|Europe/Warsaw|ul. Rynkowa 45|South|19.938|50.061
Poznań|WP|Wielkopolskie|61-772|Europe/Warsaw|ul. Ogrodowa 12|West|16.925|52.408
Wrocław|DS|Dolnośląskie|50-106|Europe/Warsaw|ul. Młyńska 89|South|17.032|51.11
Lublin|LU|Lubelskie|20-112|Europe/Warsaw|ul. Dworcowa 31|East|22.568|51.247
""",
    "CZ": """
Praha|10|Praha|110 00|Europe/Prague|Tržní 45|Central|14.421|50.087
Brno|64|Jihomoravský kraj|602 00|Europe/Prague|Zahradní 12|South|16.608|49.195
Ostrava|80|Moravskoslezský kraj|702 00|Europe/Prague|Mlýnská 89|East|18.262|49.821
Plzeň|32|Plzeňský kraj|301 00|Europe/Prague|Nádražní 31|West|13.378|49.747
Olomouc|71|Olomoucký kraj|779 00|Europe/Prague|Kostelní 5|East|17.251|49.594
Liberec|51|Liberecký kraj|460 01|Europe/Prague|Jezerní 7|North|15.056|50.767
""",
    "SI": """
Ljubljana|LJ|Osrednjeslovenska|1000|Europe/Ljubljana|Tržna ulica 45|Central|14.506|46.057
Maribor|MB|Podravska|2000|Europe/Ljubljana|Vrtna ulica 12|East|15.645|46.557
Celje|CE|Savinjska|3000|Europe/Ljubljana|Mlinska ulica 8|East|15.261|46.236
Kranj|KR|Gorenjska|4000|Europe/Ljubljana|Kolodvorska ulica 31|North|14.356|46.239
Koper|KP|Obalno-kraška|6000|Europe/Ljubljana|Pristaniška ulica 7|Coast|13.73|45.548
Novo mesto|NM|Jugovzhodna Slovenija|8000|Europe/Ljubljana|Cerkvena ulica 5|South|15.169|45.804
""",
    "NO": """
Oslo|03|Oslo|0150|Europe/Oslo|Torggata 45|East|10.752|59.914
Bergen|46|Vestland|5003|Europe/Oslo|Havnegata 7|West|5.324|60.392
Trondheim|50|Trøndelag|7011|Europe/Oslo|Hagegata 12|Central|10.395|63.43
Stavanger|11|Rogaland|4006|Europe/Oslo|Møllegata 89|West|5.733|58.97
Tromsø|55|Troms|9008|Europe/Oslo|Kirkegata 5|North|18.955|69.649
Drammen|33|Buskerud|3015|Europe/Oslo|Jernbanegata 31|East|10.205|59.744
""",
    "SE": """
Stockholm|AB|Stockholm|111 29|Europe/Stockholm|Torggatan 45|East|18.069|59.329
Göteborg|O|Västra Götaland|411 06|Europe/Stockholm|Hamngatan 7|West|11.975|57.709
Malmö|M|Skåne|211 20|Europe/Stockholm|Kvarngatan 89|South|13.0|55.605
Uppsala|C|Uppsala|753 10|Europe/Stockholm|Trädgårdsgatan 12|East|17.639|59.859
Örebro|T|Örebro|702 10|Europe/Stockholm|Stationsgatan 31|Central|15.213|59.275
Umeå|AC|Västerbotten|903 26|Europe/Stockholm|Kyrkogatan 5|North|20.263|63.826
""",
    "DK": """
København|84|Hovedstaden|1050|Europe/Copenhagen|Torvegade 45|East|12.568|55.676
Aarhus|82|Midtjylland|8000|Europe/Copenhagen|Havnegade 7|Central|10.204|56.163
Odense|83|Syddanmark|5000|Europe/Copenhagen|Møllegade 89|South|10.403|55.404
Aalborg|81|Nordjylland|9000|Europe/Copenhagen|Jernbanegade 31|North|9.922|57.048
Esbjerg|83|Syddanmark|6700|Europe/Copenhagen|Kirkegade 5|West|8.452|55.466
Roskilde|85|Sjælland|4000|Europe/Copenhagen|Havevej 12|East|12.08|55.642
""",
    "ES": """
Madrid|M|Madrid|28013|Europe/Madrid|Calle del Mercado 45|Central|-3.704|40.417
Valencia|V|Valencia|46002|Europe/Madrid|Calle del Puerto 7|East|-0.376|39.47
Sevilla|SE|Andalucía|41004|Europe/Madrid|Calle del Jardín 12|South|-5.984|37.389
Bilbao|BI|País Vasco|48005|Europe/Madrid|Calle del Molino 89|North|-2.935|43.263
Zaragoza|Z|Aragón|50003|Europe/Madrid|Calle de la Estación 31|North|-0.889|41.649
Málaga|MA|Andalucía|29015|Europe/Madrid|Plaza de la Iglesia 5|South|-4.421|36.721
""",
    "IT": """
Roma|RM|Lazio|00184|Europe/Rome|Via della Stazione 31|Central|12.496|41.903
Genova|GE|Liguria|16121|Europe/Rome|Via del Porto 7|North|8.934|44.407
Milano|MI|Lombardia|20121|Europe/Rome|Via del Mercato 45|North|9.19|45.464
Bologna|BO|Emilia-Romagna|40121|Europe/Rome|Via del Giardino 12|North|11.343|44.494
Firenze|FI|Toscana|50122|Europe/Rome|Via del Mulino 89|Central|11.256|43.77
Palermo|PA|Sicilia|90133|Europe/Rome|Piazza della Chiesa 5|South|13.362|38.116
""",
}
_ELSEWHERE |= {
    code: "\n".join(line.rsplit("|", 2)[0] for line in lines.strip().splitlines())
    for code, lines in _FURTHER.items()
}
# What the countries are called: by name, in two letters, in three.
COUNTRIES = {
    "": ("United States", "US", "USA"),
    "DE": ("Germany", "DE", "DEU"),
    "GB": ("United Kingdom", "GB", "GBR"),
    "FR": ("France", "FR", "FRA"),
    "NL": ("Netherlands", "NL", "NLD"),
    "CH": ("Switzerland", "CH", "CHE"),
    "AT": ("Austria", "AT", "AUT"),
    "PL": ("Poland", "PL", "POL"),
    "CZ": ("Czechia", "CZ", "CZE"),
    "SI": ("Slovenia", "SI", "SVN"),
    "NO": ("Norway", "NO", "NOR"),
    "SE": ("Sweden", "SE", "SWE"),
    "DK": ("Denmark", "DK", "DNK"),
    "ES": ("Spain", "ES", "ESP"),
    "IT": ("Italy", "IT", "ITA"),
}
# Longitude and latitude of the cities.
POSITIONS: dict[str, tuple[float, float]] = {
    "Portland": (-122.676, 45.515),
    "Madison": (-89.384, 43.074),
    "Boston": (-71.056, 42.358),
    "Denver": (-104.99, 39.74),
    "Austin": (-97.743, 30.267),
    "Seattle": (-122.332, 47.606),
    "Hamburg": (9.993, 53.551), "Leipzig": (12.374, 51.34), "Bremen": (8.801, 53.079),
    "Augsburg": (10.898, 48.366), "Kassel": (9.48, 51.313), "Kiel": (10.135, 54.323),
    "Leeds": (-1.549, 53.801), "Norwich": (1.297, 52.63), "Cardiff": (-3.179, 51.481),
    "Bristol": (-2.588, 51.455), "Glasgow": (-4.252, 55.864), "Exeter": (-3.534, 50.718),
    "Lyon": (4.835, 45.758), "Nantes": (-1.554, 47.218), "Lille": (3.063, 50.637),
    "Bordeaux": (-0.579, 44.838), "Toulouse": (1.444, 43.605), "Rennes": (-1.678, 48.117),
    "Utrecht": (5.121, 52.091), "Groningen": (6.567, 53.219), "Breda": (4.776, 51.589),
    "Haarlem": (4.637, 52.381), "Arnhem": (5.899, 51.985), "Leiden": (4.497, 52.16),
    "Bern": (7.447, 46.948), "Basel": (7.589, 47.559), "Luzern": (8.309, 47.05),
    "Winterthur": (8.724, 47.499), "Chur": (9.532, 46.85), "Thun": (7.628, 46.758),
    "Graz": (15.439, 47.071), "Linz": (14.286, 48.306), "Salzburg": (13.044, 47.809),
    "Innsbruck": (11.404, 47.269), "Klagenfurt": (14.308, 46.624), "Wien": (16.373, 48.208),
}  # fmt: skip
POSITIONS |= {
    line.partition("|")[0]: (float(line.split("|")[-2]), float(line.split("|")[-1]))
    for lines in _FURTHER.values()
    for line in lines.strip().splitlines()
}
# Other countries by which a design's words and examples tell where it is: in two letters, name, dialling code, currency
# where it is of that country alone, its largest town, and where that lies.
_FAR_AWAY = """
NO|Norway|+47|NOK|Oslo|10.752|59.914
SE|Sweden|+46|SEK|Stockholm|18.069|59.329
DK|Denmark|+45|DKK|Copenhagen|12.568|55.676
FI|Finland|+358||Helsinki|24.941|60.17
IS|Iceland|+354|ISK|Reykjavik|-21.943|64.147
IE|Ireland|+353||Dublin|-6.26|53.35
BE|Belgium|+32||Brussels|4.352|50.847
LU|Luxembourg|+352||Luxembourg|6.13|49.612
ES|Spain|+34||Madrid|-3.704|40.417
PT|Portugal|+351||Lisbon|-9.139|38.722
IT|Italy|+39||Rome|12.496|41.903
GR|Greece|+30||Athens|23.728|37.984
PL|Poland|+48|PLN|Warsaw|21.012|52.23
CZ|Czechia|+420|CZK|Prague|14.438|50.075
HU|Hungary|+36|HUF|Budapest|19.04|47.498
RO|Romania|+40|RON|Bucharest|26.103|44.427
HR|Croatia|+385||Zagreb|15.982|45.815
SI|Slovenia|+386||Ljubljana|14.506|46.057
EE|Estonia|+372||Tallinn|24.754|59.437
LV|Latvia|+371||Riga|24.105|56.95
LT|Lithuania|+370||Vilnius|25.28|54.687
TR|Turkey|+90|TRY|Istanbul|28.978|41.008
UA|Ukraine|+380|UAH|Kyiv|30.523|50.45
IL|Israel|+972|ILS|Tel Aviv|34.782|32.085
EG|Egypt|+20|EGP|Cairo|31.236|30.044
KE|Kenya|+254|KES|Nairobi|36.822|-1.292
NG|Nigeria|+234|NGN|Lagos|3.379|6.524
ZA|South Africa|+27|ZAR|Cape Town|18.424|-33.925
MA|Morocco|+212|MAD|Casablanca|-7.59|33.573
IN|India|+91|INR|Mumbai|72.878|19.076
JP|Japan|+81|JPY|Tokyo|139.692|35.69
KR|South Korea|+82|KRW|Seoul|126.978|37.567
CN|China|+86|CNY|Shanghai|121.474|31.23
SG|Singapore|+65|SGD|Singapore|103.82|1.352
TH|Thailand|+66|THB|Bangkok|100.502|13.756
AU|Australia|+61|AUD|Sydney|151.209|-33.869
NZ|New Zealand|+64|NZD|Auckland|174.763|-36.848
CA|Canada|+1|CAD|Toronto|-79.383|43.653
MX|Mexico|+52|MXN|Mexico City|-99.133|19.433
BR|Brazil|+55|BRL|São Paulo|-46.633|-23.551
AR|Argentina|+54|ARS|Buenos Aires|-58.382|-34.604
CL|Chile|+56|CLP|Santiago|-70.669|-33.449
PE|Peru|+51|PEN|Lima|-77.043|-12.046
CO|Colombia|+57|COP|Bogotá|-74.072|4.711
"""
FAR_AWAY = tuple(tuple(line.split("|")) for line in _FAR_AWAY.strip().splitlines())
POSITIONS |= {"Warszawa": (21.012, 52.23)} | {row[4]: (float(row[5]), float(row[6])) for row in FAR_AWAY}


def position_in(text: str) -> tuple[float, float] | None:
    """Longitude and latitude of the town that a text names first; None where it names none."""
    words = re.findall(r"[^\W\d_]+", text)
    pairs = (" ".join(words[at : at + length]) for at in range(len(words)) for length in (2, 1))
    return next((POSITIONS[town] for town in pairs if town in POSITIONS), None)


def position_of(code: str) -> tuple[float, float] | None:
    """Longitude and latitude of the largest town of a country that samples have no towns of; None of others."""
    return next(((float(row[5]), float(row[6])) for row in FAR_AWAY if row[0] == code), None)


_COUNTRIES = """
France|FR|FRA|French|fr-FR|FR
Japan|JP|JPN|Japanese|ja-JP|JP
Canada|CA|CAN|Canadian|en-CA|CA
Kenya|KE|KEN|Kenyan|en-KE|KE
Germany|DE|DEU|German|de-DE|DE
Brazil|BR|BRA|Brazilian|pt-BR|BR
Ireland|IE|IRL|Irish|en-IE|IE
India|IN|IND|Indian|hi-IN|IN
Norway|NO|NOR|Norwegian|nb-NO|NO
Italy|IT|ITA|Italian|it-IT|IT
Mexico|MX|MEX|Mexican|es-MX|MX
Poland|PL|POL|Polish|pl-PL|PL
"""
_FROM_ABROAD = (
    "film movie director artist actor singer band act author writer composer player athlete team club vessel ship "
    "airline carrier wine beer brand manufacturer maker origin product ingredient coin stamp species "
    "plant visitor tourist nation flag embassy book album song game tournament competitor federation"
)
HOME_OF = {
    line.partition("|")[0]: code
    for code, lines in ({"": _CITIES} | _ELSEWHERE).items()
    for line in lines.strip().splitlines()
}
"""The country of each city: "" for that of the samples without examples."""
_AIRPORTS = """
LHR|EGLL|London Heathrow|London|Europe/London|GB
AMS|EHAM|Amsterdam Schiphol|Amsterdam|Europe/Amsterdam|NL
FRA|EDDF|Frankfurt am Main|Frankfurt|Europe/Berlin|DE
LIS|LPPT|Lisbon Humberto Delgado|Lisbon|Europe/Lisbon|PT
OSL|ENGM|Oslo Gardermoen|Oslo|Europe/Oslo|NO
VIE|LOWW|Vienna Schwechat|Vienna|Europe/Vienna|AT
DUB|EIDW|Dublin|Dublin|Europe/Dublin|IE
ZRH|LSZH|Zurich|Zurich|Europe/Zurich|CH
"""
_PORTS = """
Rotterdam|NLRTM|Netherlands
Hamburg|DEHAM|Germany
Antwerp|BEANR|Belgium
Felixstowe|GBFXT|United Kingdom
Valencia|ESVLC|Spain
Singapore|SGSIN|Singapore
Oakland|USOAK|United States
"""

# The towns of postal codes.
CITY_OF_CODE = {
    row.split("|")[3]: row.split("|")[0]
    for lines in (_CITIES, *_ELSEWHERE.values())
    for row in lines.strip().splitlines()
}


def _whole(place: SpecPlace, number: int) -> tuple[str, ...]:
    rows = [line.split("|") for line in _ELSEWHERE.get(place.specs.home, _CITIES).strip().splitlines()]
    city, state, _, code, _, street, _ = rows[(start(place) + number) % len(rows)]
    if place.specs.home:
        whole = f"{street}, {city} {code}" if place.specs.home == "GB" else f"{street}, {code} {city}"
        return (whole, f"{street}, {city}", street)
    return (f"{street}, {city}, {state} {code}", f"{street}, {city}", street)


def _country(place: SpecPlace, number: int) -> tuple[str, ...]:
    """All addresses are of one country, as its cities are."""
    return COUNTRIES.get(place.specs.home, COUNTRIES[""])[1:]


def _country_name(place: SpecPlace, number: int) -> tuple[str, ...]:
    name, two, three = COUNTRIES.get(place.specs.home, COUNTRIES[""])
    return (name, three, two)


def _flat(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (("Apt 2A", "2nd floor", "Unit 7", "Building C", "Suite 300")[(start(place) + number) % 5],)


def _house(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (str((12, 7, 89, 31, 5, 164)[(start(place) + number) % 6]),)


KINDS: tuple[Kind, ...] = (
    *table(
        (
            ("city", "city town municipality place_of_birth birthplace birth_place city_name town_name hometown home_town locality from_place to_place from_town to_town from_city to_city departure_place arrival_place", ""),
            ("state", "state state_code province_code us_state", ""),
            ("state", "state_name province county", ""),
            ("postal code", "zip zip_code zipcode postal_code postcode post_code postalcode", ""),
            ("time zone", "timezone time_zone tz tz_name iana_timezone", ""),
            ("street", "street street_name street_address line1 line_1 address1 address_1 address_line_1 address_line1 street1 road", ""),
            ("region", "region sales_region territory", ""),
        ),
        _CITIES,
        "city town",
        elsewhere=_ELSEWHERE,
    ),
    *table((("city", "name", "city town municipality"), ("state", "name", "state province county"), ("", "", ""), ("", "", ""), ("", "", ""), ("street", "name", "street road"), ("", "", "")), _CITIES, "city town", elsewhere=_ELSEWHERE),
    *table((("", "", ""), ("state", "state", "address billing_address shipping_address delivery_address home_address location site"), *(("", "", ""),) * 5), _CITIES, "city town", elsewhere=_ELSEWHERE),
    worked_out("address", "address full_address postal_address billing_address shipping_address delivery_address home_address work_address street_and_city venue_address site_address mailing_address",
         _whole, r"[0-9]+ .+", leads=False),
    worked_out("second line of an address", "line2 line_2 address2 address_2 address_line_2 address_line2 street2 unit_address", _flat, r".+", leads=False),
    worked_out("house number", "house_number house_no house street_number building_number street_no", _house, r"[0-9]+[a-z]?"),
    worked_out("country", "country country_code nation_code iso_country country_iso destination_country", _country, r"[A-Z]{2,3}", described_as="iso 3166", leads=False),
    worked_out("country", "country_name nation", _country_name, r"[A-Z].+", leads=False),
    *table(
        (
            ("*country", "name country_name", "country nation"),
            ("country", "code iso iso2 alpha2 iso_code", "country nation territory"),
            ("country", "iso3 alpha3 country_iso3 country_code3", ""),
            ("nationality", "nationality citizenship nationality_name demonym", ""),
            ("locale", "locale locale_code language_tag culture", ""),
            ("country", "country country_code", _FROM_ABROAD),
        ),
        _COUNTRIES,
        "name country",
    ),
    *table((("country", "flag", "vessel ship boat yacht ferry barge"), *(("", "", ""),) * 5), _COUNTRIES, "name country"),
    *table((("country", "country_of_origin origin_country territories markets made_in countries of_country flag_state", ""), ("country", "issuing_country passport_country country_of_issue", ""), ("", "", ""), ("", "", ""), ("", "", ""), ("", "", "")), _COUNTRIES, "name country"),
    *table(
        (
            ("airport code", "iata iata_code airport airport_code from_airport to_airport departure_airport arrival_airport origin_airport destination_airport", ""),
            ("airport code", "icao icao_code", ""),
            ("*airport", "name airport_name", "airport"),
            ("airport's city", "city city_name", "airport"),
            ("time zone", "timezone time_zone tz", "airport"),
            ("country", "country country_code", "airport"),
        ),
        _AIRPORTS,
        "iata code iata_code",
    ),
    *table((("*port", "name port_name port port_of_loading port_of_discharge home_port", "port"), ("UN/LOCODE", "unlocode locode un_locode port_code", ""), ("port's country", "country", "port")), _PORTS, "name port"),
    words("port", "port_of_loading port_of_discharge home_port port_name destination_port origin_port loading_port discharge_port departure_port arrival_port", "Rotterdam|Hamburg|Antwerp|Felixstowe|Valencia|Singapore"),
    words("continent", "continent", "Europe|Asia|Africa|North America|South America|Oceania"),
    words("district", "district borough quarter neighbourhood neighborhood suburb", "Old Town|Riverside|Northgate|Hillside|Harbour Quarter|Station Quarter"),
    words("district", "name", "Old Town|Riverside|Northgate|Hillside|Harbour Quarter|Station Quarter", of="district borough quarter neighbourhood neighborhood suburb", names=True),
    words("region", "name", "North|South|East|West|Central|Coast", of="region territory sales_territory", names=True),
    words("compass direction", "direction wind_direction compass cardinal_direction facing orientation_of_roof", "N|NE|E|SE|S|SW|W|NW"),
    words("location", "location location_name whereabouts venue_name", "Main entrance|Second floor, east wing|Car park B|Reception|Loading bay 2|North gate"),
    words("meeting point", "meeting_point meeting_place pickup_point", "Main entrance|Reception|Car park B|North gate"),
    words("building", "building building_name", "Main building|North wing|Annexe|Workshop|Library"),
    words("floor", "floor storey level_name", "ground floor|1st floor|2nd floor|3rd floor", leads=True),
)  # fmt: skip


# --- where a design is ------------------------------------------------------------------------------------

_TOWNS = ("city", "town", "hometown", "home_town")


def at_home(record: dict[str, Any], free: Mapping[str, Field]) -> None:
    """Who is of one of the towns of the samples is of their country."""
    if record.keys().isdisjoint(_TOWNS):
        return
    homes = [
        HOME_OF[town] for name in _TOWNS if isinstance(town := record.get(name), str) and town in HOME_OF
    ]
    whole, two, three = COUNTRIES[homes[0] if homes else ""]
    for name in ("country", "country_code") if homes else ():
        value = record.get(name)
        if name in free and isinstance(value, str) and not stated(free[name].pattern):
            record[name] = (
                three if len(value) == 3 else whole if len(value) > 3 and name == "country" else two
            )


_SIDES = ("longitude", "lng", "lon"), ("latitude", "lat")
_COUNTRY, _CURRENCY, _PHONE = (
    ("country", "country_code", "country_name"),
    ("currency", "currency_code"),
    ("phone", "mobile", "telephone"),
)


def centre_of(model: Model, home: str) -> tuple[float, float] | None:
    """Longitude and latitude of where the things of a design lie: where an example does, else in the country that examples
    tell, else in one that its name or description names. None where nothing tells, or samples have towns of the country. home: as ``home_of`` says."""
    if home:
        return position_in(f"{model.name}. {given(model.description, '')}")
    fields = [part.field for entity in model.entities for part in parts(entity.own_fields)]
    shown = [(snake(field.name), field.example) for field in fields if stated(field.example)]
    pairs = [_pair(example) for _, example in shown]
    sides = [
        next((example for name, example in shown if name in names and isinstance(example, int | float)), None)
        for names in _SIDES
    ]
    if sides[0] is not None and sides[1] is not None:
        pairs.append((float(sides[0]), float(sides[1])))
    found_pair = next((pair for pair in pairs if pair is not None), None)
    return found_pair or position_of(_country_told(shown, f"{model.name} {given(model.description, '')}"))


def _pair(example: Any) -> tuple[float, float] | None:
    """The place that an example says, as a pair or in GeoJSON; None of another one."""
    pair = example.get("coordinates") if isinstance(example, dict) else example
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(side, float) for side in pair):
        return None
    return (pair[0], pair[1]) if abs(pair[0]) <= 180 and abs(pair[1]) <= 90 else None


def _country_told(shown: Iterable[tuple[str, Any]], words_of_it: str) -> str:
    """The code of the country that examples tell, or that words name; "" for none."""
    texts = [(name, example) for name, example in shown if isinstance(example, str)]
    countries = {text.casefold() for name, text in texts if name in _COUNTRY}
    phones = [text for name, text in texts if name in _PHONE]
    currencies = {text for name, text in texts if name in _CURRENCY}
    towns = {town for _, text in texts for town in text.split(", ")}
    for code, country, dialled, currency, town, *_ in FAR_AWAY:
        is_called = dialled != "+1" and any(text.startswith(dialled) for text in phones)
        is_named = code.casefold() in countries or country.casefold() in countries
        if is_named or is_called or currency in currencies or town in towns:
            return code
    said = (row[0] for row in FAR_AWAY for word in (row[1], row[4])
            if word in words_of_it and re.search(rf"\b{word}\b", words_of_it))  # fmt: skip
    return next(said, "")
