"""Kinds of text about jobs, schools, law, transport, energy and public offices."""

from __future__ import annotations

from ...languages import snake
from ..specs import SpecPlace
from .kind import Kind, table, words, worked_out

_JOBS = """
Account manager|Sales|Senior
Software engineer|Engineering|Mid-level
Project manager|Operations|Senior
Accountant|Finance|Mid-level
UX designer|Design|Junior
Data analyst|Analytics|Mid-level
Office manager|Administration|Senior
Customer adviser|Support|Junior
"""
_COURSES = """
Linear Algebra|MATH-101|Mathematics|Department of Mathematics
Organic Chemistry|CHEM-210|Chemistry|Department of Chemistry
World Literature|LIT-105|English|Department of Literature
Data Structures|CS-120|Computer science|Department of Computer Science
Introduction to Physics|PHYS-101|Physics|Department of Physics
Modern History|HIST-140|History|Department of History
Macroeconomics|ECON-130|Economics|Department of Economics
"""
_LAW = """
Hart v. Moss|contract|High Court|Statement of claim
Estate of Bennett|inheritance|Family Court|Will
Northwind Mills v. Kestrel Tools|patent|Commercial Court|Expert opinion
Okafor v. City Council|administrative|Administrative Court|Appeal
Larsen and Larsen|family|Small Claims Court|Settlement
"""
_LANGUAGES = """
English|en|eng|en-US|English
German|de|deu|de-DE|Deutsch
French|fr|fra|fr-FR|Français
Spanish|es|spa|es-ES|Español
Japanese|ja|jpn|ja-JP|日本語
Portuguese|pt|por|pt-PT|Português
"""
LANGUAGES = tuple(line.split("|")[1] for line in _LANGUAGES.strip().splitlines())
_TASK = "task todo to_do todo_item subtask checklist_item action_item work_item card"
_TASKS = """
Book the meeting room|Book the large room for Tuesday afternoon.
Send out the invitations|Send the invitations two weeks ahead.
Update the contact list|Add the new contacts, and take out old ones.
Order new chairs|Order six chairs like those in the hall.
Prepare the agenda|Ask everyone for points by Thursday.
Check the invoice|Compare the invoice with the delivery note.
"""
_OF_PEOPLE = (
    "person employee instructor teacher translator juror tutor guide game_master interpreter staff_member volunteer "
    "speaker candidate production show screening film movie course tour edition course_offering skill member "
    "customer audio episode podcast video speaks"
)
_PLAIN_NUMBERS = "house building flat floor page row lot gate platform line table desk bay track"


def _plain_number(place: SpecPlace, number: int) -> tuple[str, ...]:
    if place.kind and snake(place.entity) not in _PLAIN_NUMBERS.split():
        return ()  # the numbers of wagons, some of which are flat
    return (str(number + 1),)


def _room_number(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (str(101 + number % 20 + 100 * (number // 20)),)


def _seat(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"{chr(65 + number // 20 % 26)}{number % 20 + 1}",)


def _seat_on_board(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"{10 + number // 6}{'ABCDEF'[number % 6]}",)


def _gate(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"{'ABC'[number // 30 % 3]}{number % 30 + 1}",)


def _letter(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (chr(65 + number % 26),)


_CLOSING = frozenset("end ends finish finishes to until arrival".split())


def _time(place: SpecPlace, number: int) -> tuple[str, ...]:
    minutes = (8 + number * 2) * 60 + number % 2 * 30
    if not _CLOSING.isdisjoint(snake(place.path.rpartition(".")[2]).split("_")):
        minutes += 90  # what begins by such a field is over by this one
    return (f"{minutes // 60 % 24:02d}:{minutes % 60:02d}",)


def _placed(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"{'ABCD'[number // 2 % 4]}{number * 3 % 8 + 1}",)


def _opens(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (("08:00", "09:00", "09:30", "10:00")[number % 4],)


def _closes(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (("17:00", "18:00", "18:30", "20:00")[number % 4],)


_WORKING = (
    "employee staff staff_member person contact member user candidate applicant worker colleague manager volunteer officer official "
    "director signatory employment job_application experience work_experience profile customer_contact contact_person assignment author speaker"
)
_CLOCK = r"[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?"
_ASSETS = """
ahu|Air handling unit, roof
hvac|Air handling unit, roof
chiller|Chiller, basement
boiler|Gas boiler 1
pump|Circulation pump 2
lift|Passenger lift A
elevator|Passenger lift A
meter|Electricity meter, main
ups|Backup battery, server room
generator|Emergency generator
fire_panel|Fire alarm panel
lighting|Lighting control, ground floor
door|Entrance door, automatic
"""
_SPACES = """
site|Whole site
building|Main building
wing|East wing
floor|Second floor
storey|Second floor
zone|Zone C
room|Room 2.14
corridor|Corridor North
roof|Roof
parking|Car park
"""
_ORDERS = """
Replace the filters of the air handling unit|Both stages, with new seals.
Yearly inspection of the lift|With the inspector, from eight o'clock.
Find the leak at the circulation pump|Water on the floor below the flange.
Calibrate the temperature sensors|Second floor, all rooms.
Exchange the battery of the smoke detectors|Corridor and stairs.
"""
_CLINICS = """
Cardiology|Cardiology
Orthopaedics|Orthopaedics
Neurology|Neurology
Haematology|Haematology
Endocrinology|Endocrinology
Pulmonology|Pulmonology
"""
_ORDER = (
    "maintenance_order work_order repair_order service_order job_order maintenance_task maintenance_request"
)


# Lists for the nodes of trees, in the order in which the sample hangs them: a root, then level by level.
_OBJECTIONS = """
shade|Takes the light from the garden next door.
traffic|Too few parking places for so many flats.
noise|Noise at night is not considered.
distance|The wall stands closer to our plot than three metres.
height|Two storeys higher than the houses beside it.
parking|Too few parking places for so many flats.
other|The old trees on the border are not in the plans.
"""
_BUILDING_PROJECTS = """
new|Semi-detached house with carport
extension|Kitchen extended to the garden
change_of_use|Shop turned into two flats
demolition|Demolition of a shed
conversion|Attic turned into a flat
renovation|New roof and windows
"""
IN_TREES: tuple[Kind, ...] = (
    words("category of a shop", "name", "Electronics|Computers|Audio|Laptops|Monitors|Headphones|Speakers", of="product_category", ordered=True, names=True),
    words("region", "name", "World|Europe|Americas|Iberia|Nordics|Andes|Caribbean", of="sales_region", ordered=True, names=True),
    words("job title", "job_title", "Managing director|Head of engineering|Head of sales|Engineer|Designer|Account manager|Sales assistant", of="employee", ordered=True),
    words("title of a page", "title", "Company handbook|Working hours|Travel|Holidays|Sick leave|Booking a journey|Expenses", of="wiki_page", ordered=True, names=True),
    # two roots, then the branches of the first, then those of the second
    words("entry of a menu", "label", "Shop|Help|Electronics|Kitchen|Laptops|Headphones|Orders|Contact|Track a parcel|Return something", of="menu_item navigation_item menu_entry nav_item", ordered=True, names=True),
)  # fmt: skip

_STATUS = "status state stage order_status payment_status current_status workflow_state phase"

KINDS: tuple[Kind, ...] = (
    words("building", "name title", "Harbour House|Northgate Tower|Mill Court|Riverside Centre|Station Hall", of="building office_building", names=True),
    *table((("", "", ""), ("asset", "name title label", "space_asset building_asset sensor_asset maintenance_order_asset work_order_asset")), _ASSETS, "kind type asset_type category"),
    *table((("", "", ""), ("space", "name title label", "building_space asset_space sensor_space")), _SPACES, "kind type space_type"),
    *table((("*work to be done", "title name subject summary", _ORDER), ("work to be done", "description details", _ORDER)), _ORDERS, "title name subject summary"),
    *table((("*hospital department", "name title", "clinic hospital_department medical_department"), ("medical specialty", "specialty speciality medical_specialty", "clinic hospital_department medical_department")), _CLINICS),
    words("reaction to an allergen", "reaction reactions manifestation symptom", "rash|hives|swelling of the lips|sneezing|shortness of breath", of="allergy allergies intolerance patient_allergy"),
    words("history of an illness", "anamnesis medical_history history_of_present_illness patient_history", "Symptoms since Monday, no fever.|Started after a trip; no earlier episodes.|Known for years, worse since last week.|No complaints at night, tired by day."),
    words("reason to stop a drug", "stop_reason discontinuation_reason reason_stopped", "course finished|side effects|replaced by another drug|no effect"),
    words("reason to wait", "reason", "low haemoglobin|recent journey|cold symptoms|new tattoo", of="deferral"),
    words("reason of a hold", "reason", "certificate missing|random inspection|weight differs from the papers|seal broken", of="customs_hold hold inspection_hold"),
    words("fault told", "text description", "No reading since this morning.|Makes a noise when it starts.|Stops after some minutes.|Display stays dark.", of="fault fault_report malfunction"),
    words("operative part", "operative_part tenor disposition holding", "The claim is dismissed.|The defendant pays the amount claimed, with interest.|The proceedings are stayed.|Each side bears its own costs."),
    words("clinical remark", "comment comments remark remarks note notes", "No complaints since the last visit.|Wound healed, no fever.|Medication unchanged.|Seen again in four weeks.",
          of="follow_up clinical_visit ward_round checkup check_up aftercare post_op_visit surgery operation anaesthesia dialysis_session"),
    words("reason of a sanction", "reason", "late withdrawal|unsporting conduct|use of a phone during play|missed the start", of="sanction suspension ban"),
    words("cause of death", "cause cause_of_death", "old age|illness|accident", of="burial death funeral"),
    words("complaint", "text body description message", "Reported by phone; please call back.|Not for the first time this month.|Seen on site, with a picture.|To be fixed as soon as possible.", of="complaint customer_complaint"),
    *table((("", "", ""), ("objection", "text body reason grounds", "objection appeal")), _OBJECTIONS, "ground kind type category"),
    words("condition of a permit", "text wording", "Work only on weekdays from seven to seven.|Keep the entrance clear for the fire brigade.|Plant two trees on the plot.|Prove stability before work begins.", of="condition permit_condition application_condition"),
    *table((("", "", ""), ("building project", "title name project", "building_application parcel_application plot_application building_permit")), _BUILDING_PROJECTS, "type kind"),
    words("office of an authority", "name title", "Building control|Fire protection|Heritage protection|Water and soil|Roads and traffic|Urban planning|Nature conservation",
          of="officer_department permit_department application_department case_department", names=True),
    words("job offered", "title name", "Redesign a booking page|Translate a manual into French|Set up a payment gateway|Edit a product video|Write tests for an interface|Draw icons for an app", of="proposal_job freelancer_job bid_job", names=True),
    words("what a job asks for", "body description text", "Please quote a fixed price and two references.|Four weeks, remote; we meet once a week.|The drafts are ready; the appendix lists what is missing.", of="proposal_job freelancer_job bid_job"),
    words("field of work", "title name", "Web development|Design|Translation|Data analysis|Illustration|Bookkeeping|Copywriting|Video", of="job_category freelancer_category", names=True),
    words("section of a magazine", "name title label", "Guides|Interviews|News|Reviews|Opinion|Events", of="article_category post_category blog_category", names=True),
    words("cover letter", "cover_letter application_letter motivation_letter", "I have done three jobs of this kind; see my profile.|I could start on Monday and finish in two weeks.|Your plan is clear to me; I have two questions."),
    words("appraisal", "text body note result", "Good condition, worn at the edges.|Signed and dated on the back.|Frame replaced; no effect on the value.", of="appraisal valuation expert_opinion"),
    words("report of a match", "text body summary", "Even until the second half, then decided within ten minutes.|A draw that helps both.|The favourite won, but had to wait for it.", of="match_report game_report"),
    words("question about data", "text question body", "Please confirm the date of the visit.|The value is out of its usual range: please check.|The dose of the second week is missing.", of="query data_query"),
    words("entry of a rent account", "text description label", "Weekly rent|Standing order|Housing benefit|Repayment of arrears", of="rent_entry rent_line account_entry"),
    words("clause", "text body", "Either side may end it with two months' notice.|Payment within 30 days of the invoice.|What was learned stays between the parties.", of="clause clauses contract_clause"),
    words("defect", "text description", "Handle loose|Crack in the glass|Paint comes off|Cable without a cover", of="defect defects snag"),
    words("study", "title name", "Dose finding in mild asthma|Sleep quality under two schedules|Long-term safety of a weekly dose|Diet and blood pressure", of="study clinical_study clinical_trial trial", names=True),
    words("arm of a study", "arm treatment_arm study_arm", "treatment|placebo"),
    words("freezer", "freezer freezer_name", "Freezer A, shelf 2|Freezer B, shelf 1|Freezer C, shelf 4"),
    words("wind farm", "name", "Hilltop Wind Farm|North Ridge|Coast Road Wind Farm|Kestrel Moor", of="wind_farm turbine_site wind_site", names=True),
    words("site", "name", "North site|Harbour site|Hill site|River site", of="site project_site work_site", names=True),
    words("plant", "name", "North works|Harbour works|East plant|River plant", of="machine_plant batch_plant laundry_plant production_plant", names=True),
    words("harbour", "name", "North Harbour|Old Quay|East Pier|Lighthouse Basin", of="harbour harbor marina", names=True),
    words("centre", "name", "Northgate Centre|Riverside Centre|Harbour Centre|Hillside Centre", of="centre center donation_centre community_centre call_centre", names=True),
    words("blood drive", "name title", "Town hall, spring|University, first week|Fire station, summer|Company day", of="drive blood_drive donation_drive", names=True),
    words("topic of a language", "title name topic", "Past tenses|Future plans|Conditional sentences|Prepositions of place|Ordering in a restaurant|Asking the way|Relative clauses|Small talk", of="language_topic grammar_topic", names=True),
    words("glossary", "name title", "General terms|Legal terms|Technical terms|Names of products", of="glossary termbase vocabulary", names=True),
    words("badge", "name title", "Bronze star|Silver star|Gold star|First descent", of="badge achievement", names=True),
    words("jury", "name title", "Main jury|Short film jury|Documentary jury|Youth jury", of="jury panel_of_judges", names=True),
    words("section of a festival", "name title", "Competition|Panorama|Shorts|Documentaries|Retrospective", of="edition_section film_section festival_section", names=True),
    words("subject of a documentary", "subjects subject topics", "nature|labour|family|music|history", of="documentary"),
    words("deanery", "name", "North deanery|Harbour deanery|Valley deanery", of="deanery diocese", names=True),
    words("graveyard", "name", "St Mary's churchyard|North cemetery|Hillside cemetery", of="graveyard cemetery churchyard", names=True),
    words("auction", "title name", "Fine furniture|Prints and drawings|Silver and clocks|Modern paintings", of="auction auction_sale", names=True),
    words("lot", "title name", "Walnut writing desk|Pair of silver candlesticks|Harbour scene, oil on canvas|Mantel clock", of="auction_lot bid_lot", names=True),
    words("lot", "description", "Three drawers, brass handles, restored.|Hallmarked, one slightly bent.|Signed lower right, in the first frame.|Runs, strikes the half hours.", of="auction_lot bid_lot"),
    words("provenance", "source", "family estate|private collection|purchased at auction|gift", of="provenance"),
    words("paper", "paper newspaper", "Evening Post|Harbour Herald|City Chronicle"),
    words("prop", "label name", "brass key|old map|pocket watch|candle holder", of="prop stage_prop", names=True),
    words("home base", "base home_base", "North depot|Harbour store|East hub|South depot", of="technician driver crew engineer medic"),
    words("laundry", "article", "Bath towel|Bed sheet|Table cloth|Chef's jacket|Pillow case", of="linen linen_item price laundry_line"),
    words("stain", "stain stains", "coffee|red wine|grease|ink"),
    words("use of a building", "use usage intended_use", "shop|office|restaurant|workshop", of="commercial_permit building_permit unit premises"),
    words("tag of a permit", "tags tag", "listed building|corner plot|flood area|urgent", of="permit building_permit"),
    words("tag of a show", "tags tag", "technology|history|interviews|science|society", of="show series"),
    words("adaptation", "adaptations adaptation", "level shower|grab rails|ramp|stair lift"),
    words("vulnerability", "vulnerabilities vulnerability", "hard of hearing|limited mobility|lives alone|poor sight"),
    words("place", "place town_name", "Boston|Denver|Austin|Seattle|Portland|Madison", of="tournament event events match shipment_event shipment_events tracking_event fixture"),
    words("step of a parcel", "code event_code", "PICKED_UP|AT_HUB|OUT_FOR_DELIVERY|DELIVERED", of="shipment_event shipment_events tracking_event parcel_event shipment_status", ordered=True),
    words("slot in a yard", "from_slot to_slot yard_slot", "A03-12-1|B07-02-3|C11-08-2|D02-15-1"),
    words("preservative", "additive", "SAGM|PAGGSM|AS-3", of="red_cells blood_bag unit"),
    words("tag", "tags tag", "new|priority|reviewed|follow-up"),
    words("role of who made it", "credit credits", "director|writer|producer", of="direction film_credit"),
    words("donated food", "product name", "Canned tomatoes|Rice 1 kg|Pasta 500 g|Baby food|Apples", of="donation_lot warehouse_lot delivery_line food_lot", names=True),
    words("role of a production", "name title", "Pamina|Tamino|Mimì|Rodolfo|Leonore", of="production_role casting_role opera_role", names=True),
    words("escape room", "name title", "The Lost Library|Submarine 9|The Clockmaker|Night Train|The Vault", of="puzzle_room session_room escape_room", names=True),
    *table((("job title", "job_title job position_title occupation profession job_role designation title_of_job role_title vacancy", ""), ("department", "department department_name dept division business_unit org_unit", ""),
            ("seniority", "seniority seniority_level career_level", "")), _JOBS, "job_title title"),
    *table((("*job title", "title name", "job vacancy position job_posting job_offer opening occupation job_title"), ("*department", "name", "department division business_unit org_unit"), ("", "", "")), _JOBS, "job_title title"),
    *table((("job title", "position function", _WORKING), ("", "", ""), ("", "", "")), _JOBS, "job_title title"),
    words("job title", "title job_title", "Account manager|Software engineer|Project manager|Accountant|UX designer", of="employee staff staff_member contact"),
    words("kind of employment", "employment_type contract_type employment_kind work_type opening_type position_type vacancy_type", "full-time|part-time|temporary|freelance"),
    words("kind of employment", "type kind", "full-time|part-time|temporary|freelance", of="job_opening opening vacancy job_posting job_offer employment"),
    words("pattern of shifts", "shift_pattern working_pattern shift_model rota", "weekdays, 9 to 5|early and late|nights|four on, four off"),
    words("where an application is from", "source", "job board|referral|company website|social media", of="application applicant candidate job_application"),
    words("studio", "name title", "Northgate Studios|Harbour Studio|Old Mill Studio|Riverside Studios", of="studio recording_studio dance_studio photo_studio film_studio", names=True),
    words("fixtures of a place", "features amenities equipment", "wireless internet|parking|step-free access|kitchen|air conditioning", of="studio venue hall meeting_room office workspace_site space event_space function_room ballroom"),
    words("team", "name", "Platform|Data Services|Field Support|Research|Logistics|Customer Care", of="team squad crew work_group unit", names=True),
    words("team", "team team_name squad", "Platform|Data Services|Field Support|Research"),
    words("project", "name title project_name", "Website relaunch|Warehouse move|Annual report|Mobile app|Office renovation|Data migration", of="project initiative", names=True),
    words("project", "project project_name", "Website relaunch|Warehouse move|Annual report|Mobile app|Office renovation"),
    words("workspace", "name", "Marketing|Product team|Operations|Client projects|Finance", of="workspace space organization_unit tenant_space board", names=True),
    *table((("*task", "title name task what", _TASK), ("what a task asks for", "description details text body", _TASK)), _TASKS),
    words("task", "task task_title todo checklist next_step next_steps", "Book the meeting room|Send out the invitations|Update the contact list|Order new chairs"),
    words("milestone", "name title milestone", "Kick-off|First draft|Review|Sign-off|Launch", of="milestone phase project_phase", names=True),
    words("column of a board", "name title", "To do|In progress|In review|Done", of="column list board_column swimlane", names=True),
    words("meeting", "title name", "Weekly planning|Budget review|Kick-off with the client|Retrospective", of="meeting calendar_event appointment_series", names=True),
    words("repetition", "recurrence repeat repeats interval billing_cycle billing_interval billing_period payment_frequency schedule_frequency rhythm", "monthly|weekly|yearly|quarterly"),
    words("frequency", "frequency", "daily|weekly|monthly|yearly"),
    *table(
        (
            ("*course", "name title course_name", "course module lecture seminar study_course course_offering training_course"),
            ("course code", "code course_code number", "module lecture seminar class_course study_course"),
            ("school subject", "subject subject_name school_subject teaching_subject", "teacher class lesson homework exam grade pupil student course timetable tutor mark test assignment school_class"),
            ("university department", "department faculty", "course student professor lecturer module lecture degree_programme"),
        ),
        _COURSES,
    ),
    *table((("course", "course course_name course_title module_name", ""), ("course code", "course_code module_code", ""), ("*school subject", "name label title", "subject school_subject"), ("*university department", "name", "faculty university_department")), _COURSES),
    words("degree programme", "programme program degree_programme major study_programme field_of_study minor", "Physics|Computer science|Mathematics|History|Economics"),
    words("degree programme", "name title", "Physics, BSc|Computer science, MSc|Mathematics, BSc|History, BA", of="programme degree_programme study_programme program degree", names=True),
    words("school", "name", "Riverside Primary School|Northgate High School|Hillside College|St Mary's School", of="school college", names=True),
    words("school", "school school_name college alma_mater", "Riverside Primary School|Northgate High School|Hillside College|St Mary's School"),
    words("university", "name", "University of Portland Bay|Lakeside University|Northern Institute of Technology", of="university", names=True),
    words("university", "university university_name", "University of Portland Bay|Lakeside University|Northern Institute of Technology"),
    words("class", "name label", "5a|5b|6a|7c|10b", of="class school_class class_group form_group", names=True),
    words("class", "class_name school_class grade_level form_class", "5a|5b|6a|7c|10b"),
    words("mark", "grade mark letter_grade final_grade", "A|B+|B|C|A-", of="student enrollment enrolment exam course submission assignment grade result transcript mark pupil"),
    words("term", "semester term term_name academic_term academic_year", "Autumn 2024|Spring 2025|Autumn 2025|Spring 2026", of="course enrollment enrolment student semester offering course_offering class lecture"),
    words("term", "name", "Autumn 2024|Spring 2025|Autumn 2025|Spring 2026", of="semester academic_term", names=True),
    words("assignment", "title name", "Essay on trade routes|Problem set 3|Lab report: pendulum|Group presentation|Reading diary", of="assignment homework exam quiz coursework test_paper", names=True),
    words("homework", "text description", "Read pages 3 to 9.|Do exercises 4 and 5.|Finish the worksheet.|Prepare a short talk.", of="homework assignment"),
    words("question", "question text", "Which of these is a prime number?|What is the capital of Canada?|Name two causes of erosion.|What does HTTP stand for?", of="question quiz_question exam_question poll survey_question faq"),
    words("answer", "answer text correct_answer", "Yes|No|Sometimes|Not sure", of="answer answer_option choice poll_option option survey_answer response"),
    *table(
        (
            ("*court case", "title name case_name", "case matter lawsuit court_case legal_case litigation proceeding"),
            ("area of law", "practice_area area_of_law legal_area case_type matter_type", ""),
            ("court", "court court_name", ""),
            ("*legal document", "title name", "legal_document filing pleading court_document"),
        ),
        _LAW,
    ),
    *table((("court case", "case_name case_title matter", ""), ("*area of law", "name", "practice_area area_of_law"), ("*court", "name", "court"), ("legal document", "document_type", "matter case filing")), _LAW),
    words("contract", "title name subject", "Maintenance agreement|Framework contract|Lease of office space|Licence agreement|Service contract", of="contract agreement", names=True),
    words("governing law", "governing_law applicable_law", "German law|English law|Dutch law|New York law"),
    words("clause", "name title clause", "Term and termination|Liability|Confidentiality|Payment|Governing law", of="clause clauses section_of_contract", names=True),
    words("clause", "clauses clause contract_terms terms terms_of_payment", "Two months' notice|Payment within 30 days|Confidential for two years|Changes in writing only"),
    words("document", "title name", "Annual report|Price list|Site plan|Meeting minutes|Signed contract|Safety data sheet", of="document paper attached_document doc", names=True),
    words("document type", "document_type doc_type type", "invoice|contract|certificate|report|letter", of="document attachment paper file"),
    words("identity document", "id_type identification_type document_kind id_document", "passport|identity card|driving licence|residence permit"),
    words("folder", "name title", "Invoices|Contracts|Photos|Minutes|Archive", of="folder directory drive_folder", names=True),
    words("permit", "permit_type permit licence_type license_type", "building|event|parking|food stall"),
    words("offence", "offence offense violation infringement article", "parking without a ticket|speeding|no permit|late report", of="fine penalty infringement ticket_fine violation sanction"),
    words("public service", "name", "Parks and gardens|Building control|Waste collection|Road maintenance|Registry office", of="public_department city_department office authority", names=True),
    *table(
        (
            ("*language", "name language label", "language spoken_language"),
            ("language code", "language language_code lang iso_639_1 lang_code preferred_language ui_language content_language source_language target_language default_language", ""),
            ("language code", "iso_639_2 iso_639_3", ""),
            ("", "", ""),
            ("language", "native_name endonym", ""),
        ),
        _LANGUAGES,
        "name language",
    ),
    *table((("language", "language languages speaks spoken_languages native_languages subtitles dubbing native_language mother_tongue language_name spoken_language language_spoken", _OF_PEOPLE), ("language code", "code iso", "language"), *(("", "", ""),) * 3), _LANGUAGES, "name language"),
    *table((("language", "languages speaks spoken_languages native_languages subtitles native_language mother_tongue language_name", ""), *(("", "", ""),) * 4), _LANGUAGES, "name language"),
    words("language pair", "code name label language_pair", "EN-DE|DE-EN|EN-FR|FR-ES", of="language_pair"),
    words("field of work", "specialism specialties_of_work field fields_of_work expertise domain_of_expertise practice area_of_expertise domain", "contract law|mechanical engineering|public health|tax|energy", of="expert translator term translation glossary consultant adviser translator_skill"),
    words("tool", "name title", "Cordless drill|Mini excavator|Ladder 4 m|Pressure washer|Scaffold tower", of="tool rental_item power_tool", names=True),
    words("tool", "tool", "Cordless drill|Mini excavator|Ladder 4 m|Pressure washer"),
    words("work done", "activity work_done", "meeting|research|drafting|telephone call|correspondence", of="time_entry timesheet time_sheet time_log work_entry worklog work_log"),
    words("fault", "fault defect damage problem issue outage_cause failure_cause root_cause fault_description", "worn bearing|loose cable|blocked filter|broken switch|leaking seal"),
    words("fault", "cause reason", "worn bearing|loose cable|blocked filter|broken switch|leaking seal", of="outage breakdown failure fault downtime repair stoppage"),
    words("repair", "description title work_done", "Replaced the bearing|Fixed a loose cable|Cleaned the filter|Exchanged the switch", of="repair maintenance service job_card"),
    words("inspection", "finding result remarks", "no defects found|minor wear, no action|bolt to be tightened|repeat in three months", of="inspection check audit_finding safety_check"),
    words("weather risk", "hazard hazard_type", "slippery floor|overhead load|electric shock|noise"),
    words("route", "name route_name", "Harbour loop|North line|City centre|Airport express|Night line", of="route bus_line tour service_line delivery_route", names=True),
    words("route", "route route_name", "Harbour loop|North line|City centre|Airport express"),
    words("station", "name station_name", "Central Station|Old Mill|Riverside|Market Square|University", of="station stop bus_stop halt terminal charging_station fire_station", names=True),
    words("station", "station stop stop_name origin_stop destination_stop first_stop last_stop from_station to_station departure_station arrival_station", "Central Station|Old Mill|Riverside|Market Square"),
    words("origin", "origin from departure start_location from_city pickup_location source_location", "Portland|Madison|Boston|Denver", of="trip journey route leg shipment flight ride tour segment transfer connection freight"),
    words("destination", "destination to arrival end_location to_city dropoff_location target_location", "Seattle|Austin|Denver|Boston", of="trip journey route leg shipment flight ride tour segment transfer connection freight"),
    words("destination", "destination destination_name", "Seattle|Austin|Denver|Boston"),
    words("airline", "airline airline_name", "Fjordline Air|Meridian Airways|Northern Wings"),
    words("airline", "name", "Fjordline Air|Meridian Airways|Northern Wings", of="airline", names=True),
    words("aircraft type", "aircraft aircraft_type plane_type model type", "A320neo|737-800|E190|A350-900", of="aircraft airplane plane", leads=True),
    words("aircraft type", "aircraft aircraft_type plane_type", "A320neo|737-800|E190|A350-900"),
    *table((("*shipping line", "name", "shipping_line shipping_company container_line ocean_carrier"), ("SCAC", "scac scac_code", ""), ("shipping line's country", "country", "shipping_line shipping_company container_line ocean_carrier")),
           "Meridian Lines|MRDN|NL\nNorthern Star Shipping|NSTS|NO\nFjordline Container|FJLC|DK\nBlue Anchor Line|BLAL|DE"),
    words("shipping line", "shipping_line shipping_line_name", "Meridian Lines|Northern Star Shipping|Fjordline Container|Blue Anchor Line"),
    words("reason to close", "reason closure_reason", "maintenance|inspection|bad weather|public holiday", of="closed_on closure closing outage_window downtime_window blackout closed_day unavailability"),
    words("size of a tank", "iso_type container_size size_type iso_size_type", "22T6|22T1|22K2|22T3", of="tank tank_container"),
    words("container size", "iso_type container_size size_type iso_size_type", "22G1|42G1|45G1|22R1"),
    words("call sign", "callsign call_sign", "NLAB1|NLCD2|NLEF3|NLGH4", leads=True),
    words("cargo", "cargo cargo_type commodity goods_description load_description", "machine parts|frozen fish|furniture|paper rolls|coffee beans"),
    words("kind of waste", "waste_type fraction waste_fraction", "paper|glass|organic|plastics|residual"),
    words("shift", "shift shift_name", "early|late|night"),
    words("shift", "name label", "Early shift|Late shift|Night shift", of="shift work_shift", names=True),
    worked_out("number in a row", "number no", _plain_number, "[0-9]+", _PLAIN_NUMBERS),
    worked_out("number in a row", "label name", _plain_number, "[0-9]+", "row table desk bay platform gate"),
    worked_out("number in a row", "row_number platform_number line_number lane lane_number track_number table_number table desk_number page_number row page_no row_no lot_no_plain bay court_number pitch_number track_no pallet_position", _plain_number, "[0-9]+"),
    words("beds", "beds bedding bed_configuration", "1 king-size bed|2 single beds|1 double bed|1 queen-size bed", of="room hotel_room suite cabin apartment accommodation"),
    worked_out("number in a row", "platform track", _plain_number, "[0-9]+", "stop stop_time call halt train timetable_entry connection station_call train_run"),
    worked_out("place on a site", "pen stall paddock kennel cage mooring stand booth storage_place shelf_place parking_space space_no box_no rack_place", _placed, r"[A-Z][0-9]+"),
    words("class", "class class_code airspace_class hazard_class fire_class tariff_class quality_class", "B|C|A|D"),
    words("year of a school", "class_level year_group school_year_group class_year", "Year 5|Year 6|Year 4|Year 7"),
    words("incident", "incident incident_description mishap what_happened accident_description course_of_events", "Slipped on a wet step, nobody hurt.|A scratch on the left side.|Stopped for ten minutes as a precaution.|A loose cover, fixed on the spot."),
    words("injury", "injury injuries injury_description", "bruise on the arm|grazed knee|small cut on the hand|sprained ankle"),
    words("fault", "what fault_text", "worn bearing|loose cable|blocked filter|broken switch|leaking seal", of="fault fault_report defect defect_report breakdown malfunction"),
    worked_out("room", "number name code room_number label", _room_number, "[0-9]{3,}", "room hotel_room office_room apartment classroom examination_room"),
    worked_out("room", "room room_number room_no room_name apartment_number office office_number classroom", _room_number, "[0-9]{3,}"),
    worked_out("seat", "label seat code name", _seat, r"[A-Z][0-9]+", "seat"),
    worked_out("seat", "seat seat_label seat_no seat_number seats", _seat, r"[A-Z][0-9]+"),
    worked_out("seat on board", "seat seat_label seat_no seat_number", _seat_on_board, r"[0-9]+[A-F]", "flight boarding_pass segment passenger flight_booking leg"),
    worked_out("gate", "gate gate_number departure_gate boarding_gate", _gate, r"[A-Z][0-9]+"),
    worked_out("letter", "letter group_letter aisle row_letter section_letter", _letter, "[A-Z]"),
    words("time of day", "check_in_from check_in_time check_in_at check_in_until checkin_time", "15:00|14:00|16:00"),
    words("time of day", "check_out_until check_out_time check_out_at check_out_by checkout_time", "11:00|10:00|12:00"),
    worked_out("time of day", "time start_time end_time opening_time closing_time time_of_day departure_time arrival_time departs arrives departs_at arrives_at leaves_at returns_at sets_off_at from_time to_time start_at end_at pickup_time scheduled_departure scheduled_arrival check_in_time check_out_time starts_at begins_at ends_at finishes_at from_at to_at", _time, _CLOCK),
    worked_out("time of day", "departure arrival", _time, _CLOCK, "stop stop_time call halt timetable_entry train"),
    worked_out("time of day", "from start starts", _opens, _CLOCK, "opening_hour business_hour office_hour visiting_hour"),
    worked_out("time of day", "to until till end ends", _closes, _CLOCK, "opening_hour business_hour office_hour visiting_hour"),
    worked_out("time of day", "opens opens_at open_time open opening opened_at open_from opens_from", _opens, _CLOCK),
    worked_out("time of day", "closes closes_at close_time close closing closed_at open_until closes_until", _closes, _CLOCK),
    words("what is wrong with a thing", "symptom symptoms complaint", "Does not switch on.|Stops after a few minutes.|Makes a loud noise.|Works only now and then.",
          of="fault fault_report defect defect_report breakdown malfunction repair repair_job repair_order repair_request maintenance_request service_order work_order outage"),
    words("opening hours", "opening_hours business_hours office_hours hours meets working_hours", "Mon-Fri 9:00-17:00|Mon-Sat 10:00-18:00|Tue-Sun 11:00-19:00|daily 8:00-20:00"),
    words("day of the week", "weekday day_of_week day dow collection_day", "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"),
    words("month", "month month_name", "January|February|March|April|May|June|July|August|September|October|November|December"),
    words("quarter", "fiscal_quarter year_quarter reporting_period period", "2024-Q1|2024-Q2|2024-Q3|2024-Q4"),
    words("donated food", "name title product", "Canned tomatoes|Rice 1 kg|Pasta 500 g|Baby food|Apples", of="donated_item food_parcel_item donation_line food_product"),
    words("church", "name dedication", "St Mary|St Peter|Holy Trinity|All Saints", of="parish church congregation", names=True),
    # What an order, a bill or a ticket can be, by what it is.
    words("state of an order", _STATUS, "pending|paid|shipped|delivered", of="order sales_order purchase web_order online_order customer_order"),
    words("state of work", _STATUS, "requested|scheduled|in_progress|completed", of="work_order maintenance_order service_order repair_order production_order lab_order manufacturing_order job_order repair maintenance inspection"),
    words("state of an invoice", _STATUS, "draft|sent|paid|overdue", of="invoice bill credit_note statement"),
    words("state of a payment", _STATUS, "pending|succeeded|failed|refunded", of="payment transaction transfer charge payout refund"),
    words("state of a booking", _STATUS, "requested|confirmed|checked_in|cancelled", of="booking reservation appointment rental stay visit"),
    words("state of a shipment", _STATUS, "packed|in_transit|out_for_delivery|delivered", of="shipment delivery parcel package consignment"),
    words("state of a ticket", _STATUS, "open|in_progress|waiting|resolved", of="ticket issue case support_ticket incident complaint request service_request bug"),
    words("state of a task", _STATUS, "todo|in_progress|review|done", of="task todo card subtask work_item action_item"),
    words("state of a project", _STATUS, "planned|active|on_hold|completed", of="project campaign programme initiative sprint study"),
    words("state of a text", _STATUS, "draft|in_review|published|archived", of="article post page document content story recipe video blog_post episode"),
    words("state of an account", _STATUS.replace(" state ", " "), "active|invited|suspended|closed", of="user account member customer profile membership employee patient client subscriber student"),
    words("state of a subscription", _STATUS, "trial|active|past_due|cancelled", of="subscription licence license plan contract policy insurance_policy"),
    words("state of a job", _STATUS, "queued|running|succeeded|failed", of="job run build deployment pipeline import export batch_job backup sync"),
    words("state of a device", _STATUS, "online|offline|maintenance|faulty", of="device sensor machine server host vehicle turbine station equipment asset robot elevator gateway"),
    words("state of an application", _STATUS, "received|interview|offered|rejected", of="application candidate applicant lead opportunity deal job_application"),
    words("state of a claim", _STATUS, "submitted|under_review|approved|rejected", of="claim approval permit leave_request expense grant proposal submission expense_claim"),
    words("state of a loan", _STATUS, "on_loan|returned|overdue", of="loan lending borrowing checkout"),
    words("state of an auction", _STATUS, "announced|open|sold|unsold", of="auction lot listing bid"),
    words("state of a room", _STATUS, "free|occupied|cleaning|out_of_order", of="room seat table bed desk locker berth parking_space"),
    words("state of a match", _STATUS, "scheduled|live|finished|postponed", of="match game fixture race"),
    words("state of a message", _STATUS, "queued|sent|delivered|read", of="message email notification sms mail push_notification"),
    words("state", "status current_status current_state", "active|pending|closed"),
    words("payment state", "payment_status payment_state paid_status", "unpaid|paid|refunded"),
    words("fulfilment state", "fulfillment_status fulfilment_status shipping_status delivery_status shipment_status", "unfulfilled|shipped|delivered"),
    words("priority", "priority urgency importance", "low|normal|high|urgent"),
    words("severity", "severity impact criticality", "low|medium|high|critical"),
    words("risk", "risk_level risk risk_class risk_rating", "low|medium|high"),
    words("difficulty", "difficulty difficulty_level", "easy|medium|hard"),
    words("level", "level skill_level experience_level", "beginner|intermediate|advanced"),
    words("visibility", "visibility privacy access access_level audience sharing", "public|internal|private"),
    words("sentiment", "sentiment mood", "positive|neutral|negative"),
    words("outcome", "result decision verdict outcome", "accepted|rejected|withdrawn"),
    words("result of a match", "result", "1-0|0-1|1/2-1/2", of="game chess_game"),
    words("result of a test", "result outcome", "passed|failed|passed with remarks", of="test exam audit quality_check examination test_result"),
    words("quality", "quality quality_grade", "good|very good|acceptable"),
    words("satisfaction", "satisfaction feedback_rating", "satisfied|very satisfied|neutral|dissatisfied"),
    words("kind of phone", "type kind label", "mobile|home|work", of="phone phone_number telephone"),
    words("kind of mail", "type kind label", "work|private", of="email email_address mail"),
    words("kind of address", "type kind label address_type", "home|work|billing|shipping", of="address addresses postal_address"),
    words("kind of address", "address_type", "home|work|billing|shipping"),
    words("kind of contact", "contact_type contact_method preferred_contact preferred_channel contact_channel", "email|phone|letter"),
    words("kind of message", "type kind channel", "email|sms|push", of="notification message alert reminder"),
    words("kind of notification", "notification_type alert_type", "new_message|payment_received|reminder|status_changed"),
    words("kind of transaction", "transaction_type entry_type booking_type posting_type", "debit|credit|fee|refund"),
    words("kind of transaction", "type kind", "deposit|withdrawal|transfer|fee", of="transaction account_transaction bank_transaction booking_entry ledger_entry"),
    words("kind of customer", "customer_type client_type customer_group segment customer_segment", "private|business|reseller"),
    words("kind of user", "user_type account_role type", "customer|staff|partner", of="user login_account"),
    words("kind of discount", "discount_type", "percentage|fixed amount|free shipping"),
    words("kind of issue", "issue_type type kind", "bug|feature|question|improvement", of="issue bug_report support_ticket"),
    words("kind of ticket", "ticket_type ticket_kind admission_type", "standard|reduced|family|VIP"),
    words("kind of incident", "incident_type type kind category", "accident|theft|fire|medical|power cut", of="incident emergency alarm"),
    words("kind of event", "type kind category", "conference|workshop|concert|meetup", of="event happening calendar_event"),
    words("kind of leave", "leave_type absence_type type", "holiday|sick leave|parental leave|training", of="leave absence leave_request time_off"),
    words("kind of sensor", "sensor_type type kind", "temperature|humidity|pressure|motion", of="sensor probe iot_device measurement reading"),
    words("kind of movement", "movement_type type kind", "receipt|issue|transfer|correction", of="stock_movement inventory_movement movement inventory_transaction"),
    words("kind of vehicle", "vehicle_kind transport_mode mode_of_transport transport_type", "car|van|truck|bicycle"),
    words("label", "label labels tag tags", "urgent|waiting|idea|done", of="task card issue ticket note message thread conversation"),
)  # fmt: skip
