"""Kinds of text about a person: names, addresses of mail, numbers of phones, papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from ...languages import snake, without_signs
from ..specs import SpecPlace, draw
from .kind import Kind, digits, words, worked_out

_FEMALE = tuple(
    "Maya Grace Ines Aiko Nora Priya Elena Amina Chloe Hanna Leila Sofia Clara Yara Ingrid Fatima Julia Mei "
    "Alice Zofia Helena Tessa Carmen Adele".split()
)
_MALE = tuple(
    "Omar Luca Tom Samuel Jonas Victor Mateus David Peter Kenji Adam Ravi Henrik Marco Daniel Emil Noah Youssef "
    "Anton Felix Ivan Oscar Pablo Simon".split()
)
_FAMILY = tuple(
    "Lindqvist Haddad Okafor Moretti Carvalho Whitfield Tanaka Petersen Nair Reyes Novak Weber Diallo Laurent "
    "Bennett Silva Virtanen Rosen Farouk Kowalski Sato Murphy Costa Jansen Fischer Dubois Keller Mbeki Romero "
    "Larsen Hughes Bianchi Andersson Patel Nowak Costello Meyer Sorensen Baker Ferreira Chen Duarte Olsen Walsh "
    "Marchetti Brandt Popescu Tran".split()
)
_GIVEN = tuple(name for pair in zip(_FEMALE, _MALE, strict=True) for name in pair)
# Given names that examples of designs use, beside those above.
_KNOWN = frozenset(_GIVEN) | frozenset(
    "Ada Ana Anna Ann Anne Ben Bob Carl Emma Eva Frank George Hans Henry Ida Jack James Jan Jane Jean Jim Jo Joan Joe "
    "John Karl Kate Kim Lars Laura Lea Lee Leo Lisa Lucy Mark Maria Marie Martin Mary Max Mia Michael Nick Noor Olga "
    "Paul Rosa Ruth Sam Sara Sarah Steve Susan Tim Will William Amy Eve Hugo Ivy Lena Lily Mila Nina Otto Rita Sven".split()
)


class _People(Sequence[tuple[str, str]]):
    """Given and family names in pairs: women and men in turn, no pair twice."""

    def __len__(self) -> int:
        return len(_GIVEN) * len(_FAMILY)

    @overload
    def __getitem__(self, index: int) -> tuple[str, str]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[str, str]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, str] | Sequence[tuple[str, str]]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        around, at = divmod(index % len(self), len(_GIVEN))
        return _GIVEN[at], _FAMILY[(at + around) % len(_FAMILY)]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return (self[at] for at in range(len(self)))


PEOPLE = _People()
# Entities whose ``name`` is a person's, and fields that hold a person's whole name.
PERSONS = (
    "person user student author customer employee member patient teacher contact owner friend player doctor driver "
    "candidate guest client buyer seller subscriber reviewer reader writer manager agent visitor artist actor "
    "director instructor tenant passenger participant attendee editor voter borrower worker staff nurse comment "
    "review critic profile account recipient lecturer professor parent learner applicant technician lawyer judge "
    "officer juror arbiter referee coach trainer athlete swimmer runner climber diver skipper captain pilot singer "
    "musician composer conductor performer dancer speaker translator interpreter donor volunteer pupil child "
    "guardian vet physician surgeon midwife dentist therapist pharmacist carer clinician practitioner investigator "
    "expert consultant listener host presenter narrator photographer journalist inspector surveyor engineer mechanic courier "
    "rider examiner headteacher principal organiser organizer apprentice trainee invigilator prosecutor notary bailiff landowner goldsmith welder roofer painter_person beekeeper forester warden steward groom farrier game_master staff_member crew_member team_member family_member resident citizen holder beneficiary "
    "nephrologist cardiologist radiologist neurologist oncologist psychologist psychiatrist urologist dermatologist pathologist "
    "anaesthetist anesthetist paediatrician pediatrician gynaecologist optician physiotherapist soloist accompanist organist "
    "salesperson saleswoman salesman receptionist caretaker janitor archivist "
    "bidder consignor expat signatory witness chef cook waiter barista stylist hairdresser operator cleaner farmer "
    "grower keeper ranger scout librarian curator researcher scientist tutor mentor mentee alumnus admin "
    "administrator moderator freelancer landlord lead prospect sender receiver payer payee cardholder policyholder "
    "policy_holder insured claimant next_of_kin emergency_contact head_of_household lodger camper hiker cyclist "
    "golfer shooter rower sailor skier racer competitor contestant entrant fan follower influencer creator streamer "
    "tester developer designer analyst accountant clerk secretary cashier broker trader investor shareholder "
    "trustee delegate councillor councilor senator minister mayor priest celebrant officiant godparent spouse "
    "partner_person sibling relative sitter nanny pet_owner dispatcher paramedic medic firefighter soldier sponsor_contact "
    "adjuster claims_adjuster address billing_address shipping_address delivery_address ship_to bill_to private_donor "
    "adviser advisor attorney solicitor barrister assessor auditor specialist supervisor foreman superintendent coordinator conservator "
    "restorer registrar marshal umpire jockey breeder treasurer chairperson president rector dean deputy magistrate mediator "
    "arbitrator defendant plaintiff petitioner heir testator ambassador interviewer observer picker packer stevedore docker porter "
    "rigger mason carpenter electrician plumber gardener brewer baker butcher cheesemaker milker shepherd vintner fisherman hunter "
    "jeweller watchmaker tailor optometrist audiologist chiropractor osteopath dietitian nutritionist podiatrist hygienist "
    "phlebotomist radiographer anaesthesiologist counsellor counselor social_worker case_worker caseworker childminder educator "
    "facilitator headmaster scholar fellow postdoc wrestler boxer archer fencer gymnast walker traveller traveler tourist commuter "
    "chaperone referrer complainant informant suspect offender inmate prisoner detainee constable detective recruit veteran cadet "
    "seafarer purser deckhand harbourmaster chauffeur undertaker mourner embalmer chorister deacon bishop bride finder contributor "
    "collaborator maintainer committer reporter assignee approver requester signer sales_rep shop_assistant concierge housekeeper "
    "sommelier bartender gp"
)
IN_FULL = (
    "full_name fullname partner_one partner_two bride groom spouse_one spouse_two person person_name author owner user reviewer manager customer contact recipient teacher "
    "assignee created_by updated_by changed_by approved_by signed_by checked_by prepared_by reported_by assigned_to "
    "booked_by taken_by_person user_name customer_name author_name contact_name owner_name editor sender display_name "
    "contact_person cardholder card_holder cardholder_name account_holder beneficiary director "
    "photographer playwright conductor narrator interpreter doctor physician surgeon nurse driver captain "
    "operator skipper pilot instructor coach trainer referee judge inspector engineer technician operator_name guardian "
    "next_of_kin emergency_contact signatory headteacher principal organiser organizer invigilator prosecutor notary warden witness officiant godparent wearer holder host guest patient passenger "
    "head_name maiden_full_name supervisor mentor tutor lecturer professor employee attendee who editor_name "
    "by actor prescriber prescriber_name mechanic brewer baker carpenter electrician plumber gardener cleaner dispatcher operator_on_duty salesperson sales_rep account_manager case_worker caseworker translator librarian buyer seller clerk "
    "cashier soloist accompanist organist receptionist optician anaesthetist anesthetist "
    "interviewer interviewed_by tour_guide receiver receiver_name legal_name_of_person ship_to bill_to attention examiner taster panel_leader team_leader payer testator pianist violinist singer"
)


# Entities that are people and never companies.
_OF_PEOPLE = frozenset(
    "person student pupil employee patient teacher tutor doctor nurse physician driver candidate instructor coach trainer athlete "
    "participant worker staff parent applicant technician lawyer therapist mechanic volunteer guest child resident citizen musician singer".split()
)


def is_given_name(word: str) -> bool:
    """Whether the word is a given name that examples use."""
    return word in _KNOWN


def of_the_sex(options: Iterable[str], given_name: str) -> str | None:
    """The choice of those for a sex that a given name of ours is of; None where they don't have both."""
    by_word = {option.casefold(): option for option in options}
    female, male = (next((by_word[word] for word in words if word in by_word), None) for words in _SEXES)
    own = male if given_name in _MALE else female if given_name in _FEMALE else None
    return own if female and male else None


_SEXES = (("female", "f", "woman", "w"), ("male", "m", "man"))


def is_mailed_as_company(name: object, mail: object) -> bool:
    """Whether the domain of an example's address is made of the example's name: desk@nordicsmelters.example."""
    if not (isinstance(name, str) and isinstance(mail, str)):
        return False
    local, _, domain = mail.casefold().partition("@")
    called, words = "".join(filter(str.isalnum, domain.partition(".")[0])), name.casefold().split()
    return len(called) > 4 and "".join(words).startswith(called) and words[0] not in local


_FORMAL = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?([A-Z])\. (?:[A-Z]\. )*([^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?)"
)


def named_by_initial(text: object) -> tuple[str, str] | None:
    """The first initial and the family name of whom a text names as a letter does: Mrs H. Lindqvist."""
    formal = _FORMAL.fullmatch(text) if isinstance(text, str) else None
    return (formal[1], formal[2]) if formal is not None else None


def looks_like_person(text: str) -> bool:
    """Whether an example names a person: a known given name, then one or two words with capitals, or an initial."""
    if named_by_initial(text) is not None:
        return True
    parts = text.removeprefix("Dr ").removeprefix("Dr. ").split(" ")
    return 2 <= len(parts) <= 3 and is_given_name(parts[0]) and all(part[:1].isupper() for part in parts)


def _again(place: SpecPlace) -> int:
    """How often all pairs of names have come round."""
    return place.number // len(PEOPLE)


def _whole(place: SpecPlace, number: int) -> tuple[str, ...]:
    first, family = place.person
    middle = f" {chr(65 + (_again(place) - 1) % 26)}." if _again(place) else ""
    by_initial = f"{first[:1]}. {family}"
    return (f"{first}{middle} {family}", by_initial, f"{_salutation(place, number)[0]} {by_initial}", family)


def _given(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (place.person[0],)


def _family(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (place.person[1],)


def _initials(place: SpecPlace, number: int) -> tuple[str, ...]:
    return ("".join(part[:1] for part in place.person).upper(), place.person[0][:1].upper())


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", without_signs(word).lower()) or "mail"


def _login(place: SpecPlace, number: int) -> tuple[str, ...]:
    first, family = (_plain(part) for part in place.person)
    more = str(_again(place) + 1) if _again(place) else ""
    return (f"{first}.{family}{more}", f"{first[:1]}{family}{more}", f"{family[:4]}{number}")


def _nick(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"{place.person[0]}{place.number // len(_GIVEN) + 1 if place.number >= len(_GIVEN) else ''}",)


def _mail(place: SpecPlace, number: int) -> tuple[str, ...]:
    """An address of the person; a second and a third one of one owner look different. What goes by a name that is no person's
    has an office."""
    called = place.record.get("name")
    if (
        isinstance(called, str)
        and _PERSON_LIKE.fullmatch(called)
        and snake(place.entity).rpartition("_")[2] in _OF_PEOPLE
    ):
        first, *_, family = (_plain(part) for part in called.split(" "))
        return (f"{first}.{family}@example.com", f"{first[:1]}{family}{number}@example.com")
    if (
        isinstance(called, str)
        and " " in called
        and not looks_like_person(called)
        and not _TELLS_PERSON.intersection(place.record)
    ):
        return _mail_of_company(place, number)
    first, family = (_plain(part) for part in place.person)
    forms = (f"{first}.{family}@example.com", f"{first}@example.org", f"{first[:1]}{family}@example.net")
    stem, _, host = forms[place.ordinal % 3].partition("@")
    again = place.ordinal // 3 + place.salt + _again(place)
    return (f"{stem}{again + 1 if again else ''}@{host}", f"{stem[:1]}{number}@{host}")


# Two or three words as names of people are written.
_PERSON_LIKE = re.compile(r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+){1,2}")
_TELLS_PERSON = frozenset(
    "first_name last_name contact contact_name contact_person manager owner born_on birth_date date_of_birth".split()
)


def _mail_of_company(place: SpecPlace, number: int) -> tuple[str, ...]:
    title = place.record.get("name")
    if isinstance(title, str) and looks_like_person(title):
        return _mail(place, number)
    stem = (
        re.sub(r"[^a-z0-9]+", "-", without_signs(title).lower()).strip("-") if isinstance(title, str) else ""
    )
    return (f"office@{stem or snake(place.entity).replace('_', '-') + str(number + 1)}.example",)


def _mailbox(place: SpecPlace, number: int) -> tuple[str, ...]:
    """The address of mail that several people read: called like what they do."""
    title = place.record.get("name")
    stem = (
        re.sub(r"[^a-z0-9]+", "-", without_signs(title).lower()).strip("-") if isinstance(title, str) else ""
    )
    about = ("support", "info", "office", "service")[number % 4]
    return (f"{stem or about}@example.com", f"{stem or about}{number + 1}@example.com")


def _gender(place: SpecPlace, number: int) -> tuple[str, ...]:
    return ("male" if place.person[0] in _MALE else "female",)


def _pronouns(place: SpecPlace, number: int) -> tuple[str, ...]:
    return ("he/him" if place.person[0] in _MALE else "she/her",)


def _salutation(place: SpecPlace, number: int) -> tuple[str, ...]:
    return ("Mr" if place.person[0] in _MALE else "Ms",)


# The code of a country, of a town or network in it, and the beginning of a line there that nobody, or next to nobody, has.
_DIALLED = {
    "DE": ("49", "30", "23125 1"),
    "GB": ("44", "7700", "9001"),
    "FR": ("33", "1", "99 00 01 "),
    "NL": ("31", "20", "555 01"),
    "CH": ("41", "31", "555 01 "),
    "AT": ("43", "1", "555 01"),
    "PL": ("48", "22", "555 01 "),
    "CZ": ("420", "2", "555 501 "),
    "SI": ("386", "1", "555 01 "),
    "NO": ("47", "55", "50 01 "),
    "SE": ("46", "31", "390 06 "),
    "DK": ("45", "86", "55 01 "),
    "ES": ("34", "96", "555 01 "),
    "IT": ("39", "010", "555 01"),
}


def _phone(place: SpecPlace, number: int) -> tuple[str, ...]:
    """A number of the range that is kept for stories: 555-0100 to 555-0199, and those of other countries."""
    ending = (draw("phone", *place.key) + number * 7) % 100
    if place.specs.home in _DIALLED:
        code, area, line = _DIALLED[place.specs.home]
        rest = f"{area} {line}{ending:02d}"
        return (f"+{code} {rest}", f"+{code}{rest.replace(' ', '')}", f"0{rest}")
    area = ("503", "608", "617", "303", "512", "206")[(draw(place.entity, place.salt) + number) % 6]
    line = f"{100 + (draw('phone', *place.key) + number * 7) % 100:04d}"
    return (f"+1 {area}-555-{line}", f"{area}-555-{line}", f"{area}555{line}", f"555-{line}")


def _passport(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"P{digits(7, number, 'passport', place.entity)}",)


def _licence(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"LIC-{digits(6, number, 'licence', place.entity)}", digits(6, number, "licence", place.entity))


def _social(place: SpecPlace, number: int) -> tuple[str, ...]:
    """Numbers that begin with 9 are given to nobody."""
    body = digits(8, number, "social", place.entity)
    return (f"9{body[:2]}-{body[2:4]}-{body[4:]}", f"9{body}")


def _nino(place: SpecPlace, number: int) -> tuple[str, ...]:
    """QQ begins no number that is given out."""
    body = digits(6, number, "nino", place.entity)
    return (f"QQ {body[:2]} {body[2:4]} {body[4:]} {'ABCD'[number % 4]}", f"QQ{body}{'ABCD'[number % 4]}")


_CALLED = r"[A-Z\u00C0-\u024F][^\d@]+"
_MAIL = r"[^@\s]+@[^@\s]+\.[a-z]+"
KINDS: tuple[Kind, ...] = (
    worked_out("person's name", IN_FULL, _whole, _CALLED),
    worked_out("person's name", "name", _whole, _CALLED, PERSONS),
    worked_out("person's name", "legal_name", _whole, _CALLED, PERSONS),
    worked_out("person's name", "birth_name real_name", _whole, _CALLED),
    worked_out("person's name", "guide", _whole, _CALLED, "tour tasting excursion walk hike trip visit city_tour guided_tour tour_date"),
    worked_out("person's name", "signature signed_by received_by", _whole, _CALLED, "delivery parcel shipment receipt"),
    worked_out("given name", "first_name first given_name given forename firstname preferred_name middle_name called_by", _given, _CALLED, leads=False),
    worked_out("family name", "last_name last surname family_name lastname maiden_name", _family, _CALLED, leads=False),
    worked_out("family name", "name surname", _family, _CALLED, "family household person_in_parts", leads=False),
    worked_out("family name", "family", _family, _CALLED, "name person user customer patient", leads=False),
    worked_out("initials", "initials monogram", _initials, r"[A-Z\u00C0-\u024F]{1,3}", leads=False),
    worked_out("login", "username login login_name user_login account_login handle screen_name twitter_handle instagram_handle instagram github_handle social_handle", _login, r"\S+", leads=False),
    worked_out("nickname", "nickname nick alias pen_name", _nick, r"\S+", leads=False),
    worked_out("nickname", "stage_name artist_name", _nick, r"\S+", "person artist performer dancer employee member", leads=False),
    worked_out("e-mail", "email mail e_mail email_address mail_address emailaddress work_email contact_email", _mail, _MAIL,
         within=True, leads=False, described_as="e-mail address|email address"),
    worked_out("e-mail", "email mail e_mail email_address support_email contact_email office_email info_email", _mail_of_company, _MAIL,
         "company supplier vendor agency firm organization organisation sponsor merchant carrier insurer publisher "
         "school hospital clinic hotel branch office department contractor institution club shop store restaurant",
         leads=False),
    worked_out("mailbox", "mailbox inbox mail_box reply_to shared_mailbox group_email team_email", _mailbox, _MAIL, leads=False),
    worked_out("phone number", "phone mobile telephone tel cell cellphone fax phone_no phone_number mobile_number mobile_no tel_no telephone_number fax_number msisdn whatsapp caller_phone landline hotline",
         _phone, r"\+?[0-9][0-9 .()-]+", within=True, leads=False, counts=True, described_as="phone number|e.164"),
    worked_out("phone number", "number", _phone, r"\+?[0-9][0-9 .()-]+", "phone phone_number mobile telephone", leads=False, counts=True),
    worked_out("gender", "gender sex", _gender, "female|male", leads=False),
    worked_out("pronouns", "pronouns pronoun", _pronouns, "she/her|he/him", leads=False),
    worked_out("form of address", "salutation form_of_address honorific name_prefix courtesy_title", _salutation, "Ms|Mr", leads=False),
    worked_out("form of address", "title", _salutation, "Ms|Mr", "person customer patient guest passenger client applicant donor user tenant resident claimant", leads=False),
    worked_out("passport number", "passport passport_no passport_number", _passport, r"[A-Z][0-9]{7}", within=True),
    worked_out("licence number", "driving_licence driving_license driver_license drivers_license licence_no license_no licence_number license_number licence license",
         _licence, r"(LIC-)?[0-9]{6}", PERSONS),
    worked_out("licence number", "driving_licence driving_license driver_license drivers_license licence_no license_no licence_number license_number licence_code",
         _licence, r"(LIC-)?[0-9]{6}"),
    worked_out("social security number", "ssn social_security_number social_security_no national_id national_insurance personal_id id_number personal_number",
         _social, r"9[0-9]{2}-?[0-9]{2}-?[0-9]{4}", described_as="social security"),
    worked_out("national insurance number", "nino national_insurance_number national_insurance_no ni_number", _nino, r"QQ ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]"),
    words("marital status", "marital_status civil_status", "single|married|divorced|widowed"),
    words("relation", "relationship relation kinship related_as relationship_to_patient relationship_to_insured", "parent|partner|sibling|child|friend"),
    words("religion", "religion faith denomination confession", "none|Catholic|Protestant|Muslim|Jewish|Hindu|Buddhist"),
    words("eye colour", "eye_color eye_colour", "brown|blue|green|hazel|grey"),
    words("hair colour", "hair_color hair_colour", "black|brown|blond|red|grey"),
    words("language level", "proficiency language_level fluency cefr cefr_level", "A2|B1|B2|C1|C2"),
    words("education", "education degree education_level highest_degree qualification academic_degree",
          "BSc Computer Science|MA History|BA Economics|MSc Physics|PhD Chemistry|Diploma in Nursing"),
    words("hobby", "hobby interest interests hobbies", "hiking|photography|chess|cooking|cycling|gardening|reading"),
    words("skill", "skill skills competency competence", "first aid|project planning|data analysis|public speaking|bookkeeping|carpentry|event planning"),
    words("skill", "name title", "First aid|Project planning|Data analysis|Public speaking|Bookkeeping|Carpentry|Event planning", of="skill competency competence", names=True),
    words("standard", "name title", "ISO 9001|ISO 14001|ISO 22000|ISO 45001|ISO 50001", of="certification company_certification accreditation", names=True),
    words("certificate", "name title", "First aid|Food hygiene|Working at height|Forklift licence|Fire safety", of="qualification certificate person_certification training_certificate", names=True),
    words("issuing body", "awarding_body certifying_body certification_body accreditation_body issuing_body issuing_authority awarded_by", "Board of Standards|Chamber of Trades|Institute of Quality|Safety Council"),
    words("issuing body", "issuer issued_by body authority", "Board of Standards|Chamber of Trades|Institute of Quality|Safety Council", of="certification certificate accreditation qualification"),
    words("headline of a person", "headline tagline", "Ten years in projects on site|Calm on the phone, exact on paper|Looking for part-time work|Trains new colleagues", of="candidate applicant profile user member person freelancer speaker"),
    words("certificate", "certificate certification certificates", "First aid|Food hygiene|ISO 9001 auditor|Working at height|Forklift licence|Fire safety"),
    words("availability", "availability", "weekdays|evenings|weekends|on request"),
    words("biography", "bio biography about about_me profile_text self_description",
          "Ten years in the field, most of them on site.|Works part-time and trains new colleagues.|Joined from another branch and leads a small team.|"
          "Enjoys teaching, and writes a monthly column.|Returned after two years abroad.", of="person user student author employee member "
          "teacher artist actor director instructor speaker musician singer composer conductor translator host profile expert player coach trainer "
          "customer volunteer doctor consultant creator freelancer developer designer"),
    words("biography", "bio biography about_me",
          "Ten years in the field, most of them on site.|Works part-time and trains new colleagues.|Joined from another branch and leads a small team.|"
          "Enjoys teaching, and writes a monthly column.|Returned after two years abroad."),
)  # fmt: skip
