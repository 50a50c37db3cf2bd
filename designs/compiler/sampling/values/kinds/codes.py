"""Kinds of text that people or registers number things by, with check digits where the register has some."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..specs import SpecPlace, draw
from .kind import Kind, Maker, digits, start, worked_out

_VIN_VALUES = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)
)  # fmt: skip
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
# Banks of no country's register: the codes of what IBAN's own examples have.
_BANKS = (("DE", "10000000", 10), ("GB", "NWBK601613", 8), ("FR", "2004101005", 13), ("NL", "ABNA", 10))

_OTHER_BANKS = (
    ("CH", "00762", 12), ("AT", "19043", 11), ("PL", "10901014", 16), ("CZ", "0800", 16), ("SI", "26330", 10), ("NO", "8601", 7),
    ("SE", "500", 17), ("DK", "0040", 10), ("ES", "2100", 16), ("IT", "X0542811101", 12),
)  # fmt: skip
_TOWNS = {"DE": "FF", "GB": "2L", "FR": "PP", "NL": "2A", "CH": "22", "AT": "WW", "PL": "PW", "CZ": "PP", "SI": "2X", "NO": "22", "SE": "SS", "DK": "KK",
          "ES": "MM", "IT": "MM"}  # fmt: skip


# --- check digits --------------------------------------------------------------------------------


def luhn(body: str) -> str:
    """The digit that makes the sum of a card's number a multiple of ten."""
    doubled = [int(digit) * (2 if at % 2 == 0 else 1) for at, digit in enumerate(reversed(body))]
    return str(-sum(digit // 10 + digit % 10 for digit in doubled) % 10)


def gs1(body: str) -> str:
    """The last digit of an EAN, a GTIN, an ISBN of 13 digits or an SSCC."""
    return str(-sum(int(digit) * (3 if at % 2 == 0 else 1) for at, digit in enumerate(reversed(body))) % 10)


def isbn10(body: str) -> str:
    """The last character of an ISBN of ten."""
    rest = -sum(int(digit) * (10 - at) for at, digit in enumerate(body)) % 11
    return "X" if rest == 10 else str(rest)


def iban(country: str, account: str) -> str:
    """An IBAN with its two check digits (ISO 7064, modulo 97)."""
    as_digits = "".join(str(int(char, 36)) for char in f"{account}{country}00")
    return f"{country}{98 - int(as_digits) % 97:02d}{account}"


def vin(body: str) -> str:
    """A vehicle's 17 characters, the ninth of which checks the others."""
    total = sum(
        (int(char) if char.isdigit() else _VIN_VALUES[char]) * weight
        for char, weight in zip(body, _VIN_WEIGHTS, strict=True)
    )
    return f"{body[:8]}{'0123456789X'[total % 11]}{body[9:]}"


def container(body: str) -> str:
    """The last digit of a container's number (ISO 6346)."""
    values = [int(char) if char.isdigit() else _letter_of_container(char) for char in body]
    return str(sum(value << at for at, value in enumerate(values)) % 11 % 10)


def _letter_of_container(char: str) -> int:
    place = ord(char) - ord("A")
    return 10 + place + (place + 9) // 10  # no multiple of eleven


def imo(body: str) -> str:
    """The last digit of a ship's IMO number."""
    return str(sum(int(digit) * (7 - at) for at, digit in enumerate(body)) % 10)


def is_iban(text: str) -> bool:
    """Whether the check digits are right."""
    plain = text.replace(" ", "")
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", plain):
        return False
    return int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97 == 1


def is_vin(text: str) -> bool:
    """Whether the ninth character is right."""
    return re.fullmatch(r"[A-HJ-NPR-Z0-9]{17}", text) is not None and vin(text) == text


def _ends_in(check: Callable[[str], str], shape: str) -> Callable[[str], bool]:
    def is_right(text: str) -> bool:
        plain = text.replace("-", "").replace(" ", "")
        return re.fullmatch(shape, plain) is not None and check(plain[:-1]) == plain[-1]

    return is_right


# --- makers ------------------------------------------------------------------------------------


def _isbn(place: SpecPlace, number: int) -> tuple[str, ...]:
    body = digits(9, number, "isbn", place.entity)
    return (f"978{body}{gs1(f'978{body}')}", f"{body}{isbn10(body)}")


def _gtin(place: SpecPlace, number: int) -> tuple[str, ...]:
    """20 to 29 begin numbers that a shop gives itself."""
    body = f"20{digits(10, number, 'gtin', place.entity)}"
    return (f"{body}{gs1(body)}", f"{body[:7]}{gs1(body[:7])}")


def _gtin14(place: SpecPlace, number: int) -> tuple[str, ...]:
    body = f"120{digits(10, number, 'gtin', place.entity)}"
    return (f"{body}{gs1(body)}",)


def _upc(place: SpecPlace, number: int) -> tuple[str, ...]:
    body = f"4{digits(10, number, 'upc', place.entity)}"
    return (f"{body}{gs1(body)}",)


def _bank_of(place: SpecPlace) -> tuple[str, str, int]:
    """The country, the code and the free digits of a bank: of the country of the design's examples, where they tell one."""
    at_home = [bank for bank in (*_BANKS, *_OTHER_BANKS) if bank[0] == place.specs.home]
    return at_home[0] if at_home else _BANKS[draw("bank", place.entity) % len(_BANKS)]


def _tax_number(place: SpecPlace, number: int) -> tuple[str, ...]:
    """A tax number, with the letters of a country that has them."""
    plain = _lettered("##-#######", "#########")(place, number)
    nine = plain[1]
    written = {
        "": plain[0], "FR": f"FR{nine[:2]}{nine}", "NL": f"NL{nine}B01", "AT": f"ATU{nine[:8]}",
        "CH": f"CHE-{nine[:3]}.{nine[3:6]}.{nine[6:]}",
    }  # fmt: skip
    return (written.get(place.specs.home, f"{place.specs.home}{nine}"), *plain)


def _iban(place: SpecPlace, number: int) -> tuple[str, ...]:
    country, bank, free = _bank_of(place)
    plain = iban(country, f"{bank}{digits(free, number, 'iban', place.entity)}")
    spaced = " ".join(plain[at : at + 4] for at in range(0, len(plain), 4))
    return (plain, spaced)


def _bic(place: SpecPlace, number: int) -> tuple[str, ...]:
    """The bank of the entity's accounts."""
    country = _bank_of(place)[0]
    return (f"NSLK{country}{_TOWNS[country]}XXX", f"NSLK{country}{_TOWNS[country]}")


def _card(place: SpecPlace, number: int) -> tuple[str, ...]:
    """4000 00 begins cards that are for trying."""
    body = f"400000{digits(9, number, 'card', place.entity)}"
    return (f"{body}{luhn(body)}",)


def _last_four(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (_card(place, number)[0][-4:],)


def _imei(place: SpecPlace, number: int) -> tuple[str, ...]:
    body = f"0010000{digits(7, number, 'imei', place.entity)}"
    return (f"{body}{luhn(body)}",)


def _vin(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (
        vin(
            f"WDX55{'ABCD'[number % 4]}EV0{chr(ord('A') + number % 8)}N{digits(6, number, 'vin', place.entity)}"
        ),
    )


def _plate(place: SpecPlace, number: int) -> tuple[str, ...]:
    letters = "BCDFGHJKLMNPRSTVWX"
    first, second, third = (
        letters[draw("plate", at, place.entity, number) % len(letters)] for at in range(3)
    )
    return (f"{first}{second}{third}-{1000 + (draw('plate', place.entity) + number * 37) % 9000}",)


def _container(place: SpecPlace, number: int) -> tuple[str, ...]:
    """Return a container of an owner that no register lists."""
    body = f"NSLU{digits(6, number, 'container', place.entity)}"
    return (f"{body}{container(body)}",)


def _imo(place: SpecPlace, number: int) -> tuple[str, ...]:
    body = f"9{digits(5, number, 'imo', place.entity)}"
    return (f"{body}{imo(body)}",)


def _lettered(*forms: str) -> Maker:
    """``#`` stands for a digit; each number has other digits."""

    def make(place: SpecPlace, number: int) -> tuple[str, ...]:
        texts = []
        for form in forms:
            run = iter(digits(form.count("#"), number, form, place.entity))
            texts.append("".join(next(run) if char == "#" else char for char in form))
        return tuple(texts)

    return make


def _shape(*forms: str) -> str:
    return "|".join(re.escape(form).replace(r"\#", "[0-9]") for form in forms)


def _numbered(name: str, fields: str, *forms: str, of: str = "", described_as: str = "") -> Kind:
    return worked_out(
        name, fields, _lettered(*forms), _shape(*forms), of, described_as=described_as, counts=True
    )


def _sku(place: SpecPlace, number: int) -> tuple[str, ...]:
    """The letters of the thing's name, where it is known: DES-1042 for a desk."""
    name = place.record.get("name") or place.record.get("title") or place.entity
    letters = re.sub(r"[^A-Z]", "", str(name).upper())[:3].ljust(3, "X")
    return (f"{letters}-{1001 + number * 17}", f"{letters}{1001 + number * 17}")


def _coupon(place: SpecPlace, number: int) -> tuple[str, ...]:
    word, share = (
        ("SPRING", 10), ("WELCOME", 15), ("SUMMER", 20), ("THANKS", 5), ("AUTUMN", 10), ("FRIENDS", 25),
    )[(start(place) + number) % 6]  # fmt: skip
    around = number // 6
    return (f"{word}{share}{f'-{around + 1}' if around else ''}",)


def _locator(place: SpecPlace, number: int) -> tuple[str, ...]:
    """Six letters and digits as tickets have them, without those that look alike; told apart by the number."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    rest, text = (draw("locator", place.entity) + number * 387_420_489) % 32**6, ""
    for _ in range(6):
        rest, at = divmod(rest, 32)
        text += letters[at]
    return (text,)


KINDS: tuple[Kind, ...] = (
    worked_out("ISBN", "isbn isbn13 isbn_13 isbn_number", _isbn, lambda text: _ends_in(gs1, r"97[89][0-9]{10}")(text) or _ends_in(isbn10, r"[0-9]{9}[0-9X]")(text), described_as="isbn", within=True),
    worked_out("ISBN of ten", "isbn10 isbn_10", lambda place, number: _isbn(place, number)[1:], _ends_in(isbn10, r"[0-9]{9}[0-9X]")),
    worked_out("EAN", "ean ean13 ean_code gtin gtin13 gtin_13 barcode bar_code product_barcode", _gtin, _ends_in(gs1, r"[0-9]{8}|[0-9]{13}"), described_as="gtin|ean-13|bar code"),
    worked_out("GTIN of 14", "gtin14 gtin_14", _gtin14, _ends_in(gs1, r"[0-9]{14}")),
    worked_out("UPC", "upc upc_code", _upc, _ends_in(gs1, r"0?[0-9]{12}")),
    worked_out("IBAN", "iban bank_account bank_account_number iban_number account_iban", _iban, is_iban, described_as="iban", within=True),
    worked_out("BIC", "bic swift swift_code bic_code bank_code", _bic, r"[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?"),
    worked_out("card number", "card_number credit_card credit_card_number pan debit_card_number", _card, _ends_in(luhn, r"[0-9]{16}")),
    worked_out("last four digits", "last_four last4 last_4 card_last4 card_last_four last_four_digits last_digits card_ending", _last_four, "[0-9]{4}"),
    worked_out("IMEI", "imei", _imei, _ends_in(luhn, "[0-9]{15}")),
    worked_out("VIN", "vin vin_number chassis_number chassis_no vehicle_identification_number", _vin, is_vin, described_as="vehicle identification"),
    worked_out("number plate", "plate license_plate licence_plate number_plate plate_number plate_no registration_plate registration_number registration reg_no", _plate, r"[A-Z]{3}-[0-9]{4}",
         "car vehicle truck van bus motorcycle motorbike trailer taxi lorry ambulance fleet_vehicle parking parking_permit"),
    worked_out("number plate", "plate license_plate licence_plate number_plate plate_number plate_no registration_plate vehicle_registration vehicle_plate", _plate, r"[A-Z]{3}-[0-9]{4}"),
    worked_out("container number", "container_number container_no", _container, _ends_in(container, r"[A-Z]{4}[0-9]{7}")),
    worked_out("container number", "number code", _container, _ends_in(container, r"[A-Z]{4}[0-9]{7}"), "container shipping_container tank_container"),
    worked_out("IMO number", "imo imo_number", _imo, _ends_in(imo, r"[0-9]{7}")),
    worked_out("SKU", "sku product_code item_code article_number article_no item_number item_no stock_code product_number", _sku, r"[A-Z]{3}-?[0-9]{4,}", described_as="stock keeping unit", counts=True),
    worked_out("SKU", "code number", _sku, r"[A-Z]{3}-?[0-9]{4,}", "product item variant product_variant article", counts=True),
    worked_out("coupon code", "coupon coupon_code promo_code voucher_code discount_code promotion_code promo", _coupon, r"[A-Z]+[0-9]{1,2}(-[0-9]+)?"),
    worked_out("coupon code", "code", _coupon, r"[A-Z]+[0-9]{1,2}(-[0-9]+)?", "coupon promotion promo discount campaign offer"),
    worked_out("booking code", "pnr locator record_locator booking_code confirmation confirmation_number confirmation_no confirmation_code booking_reference_code ticket_code pickup_code", _locator, r"[A-Z2-9]{6}"),
    worked_out("voucher code", "code number", _locator, r"[A-Z2-9]{6}", "voucher gift_card gift_voucher"),
    worked_out("invitation code", "invite_code invitation_code referral_code join_code access_code share_code", _locator, r"[A-Z2-9]{6}"),
    _numbered("tracking number", "tracking_number tracking tracking_no tracking_code tracking_id awb air_waybill consignment_number parcel_number", "1Z######0300######", "TRK########"),
    _numbered("medical record number", "mrn medical_record_number record_no patient_number patient_no patient_id hospital_number chart_number patient_ref", "MRN-######", "######", described_as="medical record number"),
    _numbered("medical record number", "number record_number ref code", "MRN-######", of="patient"),
    _numbered("NHS number", "nhs_number nhs_no", "999 ### ####", "999#######"),
    _numbered("NPI", "npi npi_number", "1#########"),
    worked_out("tax number", "vat vat_id vat_no vat_number tax_id tax_number tax_no vatin taxid ustid tin eori", _tax_number, r"([A-Z]{2})?[0-9]{9}|[0-9]{2}-[0-9]{7}",
               described_as="vat number|tax number", counts=True),
    _numbered("EIN", "ein", "##-#######"),
    _numbered("company number", "company_number company_no registration_number registration_no registration company_registration chamber_of_commerce duns trade_register", "########",
              of="company supplier organisation organization firm agency holder company_holder vendor client sponsor"),
    _numbered("registration number", "registration_number registration_no registration reg_number reg_no", "REG-######", "######"),
    _numbered("membership number", "membership_number membership_no member_number member_no member_id loyalty_number loyalty_card frequent_flyer card_no library_card", "M-######", "######"),
    _numbered("employee number", "employee_number employee_no employee_id staff_number staff_no personnel_number payroll_number badge badge_number badge_no", "E-#####", "#####"),
    _numbered("student number", "student_number student_no student_id matriculation_number enrolment_number", "S-#######", "#######"),
    _numbered("PZN", "pzn", "########"),
    _numbered("policy number", "policy_number policy_no insurance_number", "POL-######", "######"),
    _numbered("claim number", "claim_number claim_no", "CLM-######"),
    _numbered("case number", "case_number case_no docket docket_number file_number matter_number number", "24-CV-#####", "#####", of="matter lawsuit court_case legal_case litigation hearing filing"),
    _numbered("case number", "case_number case_no docket docket_number file_number matter_number", "C24-#####", "#####"),
    _numbered("purchase order number", "po_number po purchase_order purchase_order_number po_no", "PO-######", "######"),
    _numbered("customer number", "customer_number customer_no client_number client_no debtor_number", "C-######", "######"),
    _numbered("asset tag", "tag tag_no asset_tag tag_number", "A-####", "####", of="asset equipment bag machine tool device unit"),
    _numbered("pager", "pager pager_number pager_no", "####"),
    _numbered("ICCID", "iccid sim_iccid sim_number sim", "899900##############0", "8999##########"),
    _numbered("FIDE id", "fide_id fide_number", "99######"),
    _numbered("protocol number", "protocol protocol_number protocol_no", "NL-2024-###", of="study clinical_study clinical_trial trial"),
    _numbered("voyage", "voyage voyage_number voyage_no", "###E", of="port_call call vessel voyage"),
    _numbered("shelf mark", "signature shelf_mark call_number", "Mus. ####", "####", of="edition book score volume manuscript"),
    _numbered("transaction number", "provider_ref store_ref psp_reference gateway_ref external_ref charge_ref transaction_id transaction_number transaction_ref txn_id charge_id payment_id payment_intent payment_reference txn_ref", "txn_##########", "##########"),
    _numbered("serial number", "serial_number serial_no serial serialnumber", "SN-########", "########"),
    _numbered("batch number", "batch_number batch_no lot_number lot_no batch_code lot_code batch lot", "L24-####", "####"),
    _numbered("chip number", "chip chip_number microchip microchip_number", "985112########0", of="pet animal dog cat horse"),
    _numbered("chip number", "chip_number microchip microchip_number rfid rfid_tag nfc_tag tag_id epc", "E2000017######"),
    _numbered("seal number", "seal seal_number seal_no", "SL######"),
    _numbered("customs reference", "customs_mrn customs_reference declaration_number", "24DE######", "MRN######"),
    _numbered("customs reference", "mrn", "24DE##########", "24DE######", of="customs_paper customs_declaration declaration customs customs_document export_declaration import_declaration"),
    _numbered("parcel of land", "parcel cadastral_number parcel_of_land plot_number land_parcel", "Plot ###/##", "###/##", of="site permit property land address building plot"),
    _numbered("property number", "uprn", "1000########"),
    _numbered("meter number", "meter_number meter_no meter_id metering_point mpan", "MTR-########", "########"),
    _numbered("flight number", "flight_number flight_no flight", "NL###", "NL##"),
    _numbered("flight number", "number code", "NL###", of="flight"),
    _numbered("train number", "train_number train_no", "IC ###"),
    _numbered("aircraft registration", "registration registration_number tail", "N###NL", of="aircraft airplane plane helicopter"),
    _numbered("aircraft registration", "tail tail_number aircraft_registration", "N###NL"),
    _numbered("patent number", "patent_number patent_no", "EP#######"),
    _numbered("DOI", "doi", "10.5555/nl.2024.####"),
    _numbered("ISRC", "isrc isrc_code", "QZNL224#####"),
    _numbered("ISSN", "issn", "2049-####"),
    _numbered("ORCID", "orcid", "0000-0002-####-####"),
    _numbered("HS code", "hs_code tariff_code customs_tariff commodity_code", "8471.##.##"),
    _numbered("UN number", "un_number un_no", "UN 1###", "UN1###", "1###"),
    _numbered("PIN", "pin pin_code pincode passcode otp one_time_code verification_code security_code cvv", "####"),
    _numbered("waste code", "waste_code waste_codes ewc_code", "17 ## ##"),
)  # fmt: skip
