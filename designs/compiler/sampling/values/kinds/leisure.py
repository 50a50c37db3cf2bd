"""Kinds of text about patients, their drugs and their animals (no row is advice), and about books, films, music, games, sports, food,
hotels and the weather."""

from __future__ import annotations

from .kind import Kind, table, words

_BOOKS = """
The Tide Tables|Lantern Press|fiction|English
A Map of Quiet Places|Old Mill Books|travel|English
Two Winters in Lisbon|Harbour House|travel|Portuguese
The Glass Orchard|Paper Kite|fiction|French
Letters to a Lighthouse|Lantern Press|biography|English
A Short History of Bridges|Harbour House|history|German
The Patient Gardener|Paper Kite|gardening|English
"""
_FILMS = """
Northern Lights|drama|PG|Arthaus North
The Long Weekend|comedy|PG-13|Second Reel
A Quiet Harbour|documentary|G|Arthaus North
Second Platform|thriller|R|Lighthouse Films
Salt and Stone|drama|PG-13|Second Reel
The Orchard Keeper's Son|drama|PG|Lighthouse Films
"""
_SONGS = """
Paper Boats|Harbour Songs|The Larks|folk
Slow Train Home|Night Shift|Northern Line|country
Morning on the Pier|Blue Hour|Clara Costa Trio|jazz
Salt and Sky|Open Windows|Mill Lane|indie
Last Light|After the Rain|Paper Lanterns|rock
"""
_WORKS = """
Symphony No. 5 in C minor|Ludwig van Beethoven|Op. 67|violin
String Quartet No. 12 in F major|Antonín Dvořák|Op. 96|viola
Clarinet Quintet in B minor|Johannes Brahms|Op. 115|clarinet
Piano Concerto in A minor|Clara Schumann|Op. 7|piano
The Hebrides|Felix Mendelssohn|Op. 26|cello
"""
_SPORTS = """
football|Riverside United|Riverside Park|midfielder
tennis|Northgate TC|Centre Court|singles
swimming|Harbour Swimmers|Harbour Pool|freestyle
basketball|Westgate Wolves|Westgate Arena|point guard
cycling|Old Mill Wheelers|Velodrome|sprinter
athletics|Hillside Athletics|Hillside Stadium|runner
"""
_DISHES = """
Lentil soup|starter|Mediterranean|red lentils|Add the lentils and simmer for 20 minutes.
Mushroom risotto|main course|Italian|arborio rice|Stir in the stock ladle by ladle.
Baked pears|dessert|French|pears|Bake at 180 °C until soft.
Chickpea curry|main course|Indian|chickpeas|Fry the spices before the onions.
Rye bread|side|Nordic|rye flour|Leave to rise overnight.
Grilled salmon|main course|Nordic|salmon|Grill for four minutes on each side.
"""
_DRUGS = """
Amoxicillin 500 mg|500 mg|three times a day|oral|capsule|J01CA04
Ibuprofen 400 mg|400 mg|every 8 hours|oral|tablet|M01AE01
Metformin 850 mg|850 mg|twice a day|oral|tablet|A10BA02
Ramipril 5 mg|5 mg|once a day|oral|tablet|C09AA05
Salbutamol 100 mcg|100 mcg|as needed|inhaled|inhaler|R03AC02
Atorvastatin 20 mg|20 mg|at night|oral|tablet|C10AA05
Omeprazole 20 mg|20 mg|once a day|oral|capsule|A02BC01
Enoxaparin 40 mg|40 mg|once a day|subcutaneous|syringe|B01AB05
"""
_DIAGNOSES = """
Essential hypertension|I10|Headache in the morning|moderate|Cardiology
Type 2 diabetes mellitus|E11.9|Thirst and tiredness|moderate|Endocrinology
Asthma|J45.9|Shortness of breath|mild|Pulmonology
Low back pain|M54.5|Pain when bending|mild|Orthopaedics
Acute bronchitis|J20.9|Cough for ten days|mild|General practice
Migraine without aura|G43.0|Headache on one side|moderate|Neurology
Iron deficiency anaemia|D50.9|Tiredness|mild|Haematology
Atrial fibrillation|I48.9|Irregular pulse|severe|Cardiology
"""
_TESTS = """
Haemoglobin|13.8|g/dl|718-7|12.0-16.0
Glucose|5.4|mmol/l|2345-7|3.9-5.6
Potassium|4.2|mmol/l|2823-3|3.5-5.1
Creatinine|76|umol/l|2160-0|45-84
C-reactive protein|3|mg/l|1988-5|0-5
Cholesterol|4.8|mmol/l|2093-3|0-5.0
"""
# Of further ones that lists of choices have, the same and their unit.
_FURTHER = """
Phosphate|mmol/l|0.8-1.5
Calcium|mmol/l|2.2-2.6
Sodium|mmol/l|136-145
Magnesium|mmol/l|0.7-1.0
Urea|mmol/l|2.5-7.8
PTH|pg/ml|15-65
Ferritin|ug/l|30-300
CRP|mg/l|0-5
Albumin|g/l|35-50
TSH|mU/l|0.4-4.0
HbA1c|mmol/mol|20-41
Triglycerides|mmol/l|0.5-1.7
Bilirubin|umol/l|3-21
"""
UNIT_OF_TEST = {
    name.casefold(): unit
    for rows, at in ((_TESTS, 2), (_FURTHER, 1))
    for name, unit in ((line.split("|")[0], line.split("|")[at]) for line in rows.strip().splitlines())
}
# Of each test: the least and the most that are usual.
RANGES = {
    line.split("|")[0].casefold(): (
        float(line.rpartition("|")[2].split("-")[0]),
        float(line.rpartition("-")[2]),
    )
    for line in _FURTHER.strip().splitlines()
} | {
    name.casefold(): (float(low), float(high))
    for test, _, _, code, usual in (line.split("|") for line in _TESTS.strip().splitlines())
    for low, high in [usual.split("-")]
    for name in (test, code)
}
_PLANTS = """
English lavender|Lavandula angustifolia
Silver birch|Betula pendula
Garden thyme|Thymus vulgaris
Japanese maple|Acer palmatum
"""
_PETS = "pet animal dog cat breed species patient_animal"
_ANIMALS = """
Biscuit|Dog|Labrador Retriever|yellow|hip dysplasia
Luna|Cat|European Shorthair|tabby|kidney disease
Rex|Dog|German Shepherd|black and tan|hip dysplasia
Coco|Rabbit|Dwarf Lop|brown|dental disease
Milo|Cat|Maine Coon|grey|heart disease
Bella|Dog|Border Collie|black and white|eye anomaly
"""

_MEDICAL = (
    "investigator doctor physician surgeon nurse practitioner clinician therapist dentist consultant specialist medic vet patient appointment "
    "referral diagnosis ward hospital practice treatment provider department"
)


KINDS: tuple[Kind, ...] = (
    *table(
        (
            ("*drug", "name title brand_name generic_name", "drug medication medicine medicament prescription_item formulary_item"),
            ("dose", "dose dosage strength dose_text", ""),
            ("how often", "frequency dosing dosing_frequency dose_frequency sig intake_schedule", "prescription medication prescription_item treatment drug administration medication_order"),
            ("route", "route route_of_administration administration_route", "prescription medication prescription_item drug administration medication_order dose treatment infusion"),
            ("dosage form", "form dosage_form", "drug medication medicine prescription_item prescription"),
            ("ATC code", "atc atc_code", ""),
        ),
        _DRUGS,
        "name drug drug_name medication",
    ),
    *table((("drug", "drug drug_name medication medication_name medicine current_medication medicament prescribed_drug", ""), ("", "", ""), ("how often", "dosing dosing_frequency dose_frequency intake_schedule", ""),
            ("route", "route_of_administration administration_route", ""), ("dosage form", "dosage_form", ""), ("ATC code", "code", "drug medication medicine")), _DRUGS, "name drug drug_name medication"),
    *table(
        (
            ("diagnosis", "diagnosis diagnoses disease illness chronic_condition chronic_conditions medical_condition primary_diagnosis known_condition ailment", ""),
            ("ICD code", "icd icd_code icd10 icd_10 icd10_code diagnosis_code icd_10_code", ""),
            ("symptom", "symptom symptoms complaint presenting_complaint chief_complaint reason_for_visit", ""),
            ("severity", "severity", "diagnosis symptom condition allergy adverse_event patient_condition side_effect"),
            ("medical specialty", "medical_specialty clinical_specialty", ""),
        ),
        _DIAGNOSES,
        "diagnosis name",
    ),
    *table((("*diagnosis", "name title description", "diagnosis disease condition illness medical_condition"), ("ICD code", "code", "diagnosis disease condition illness medical_condition"), ("symptom", "name", "symptom"),
            ("", "", ""), ("medical specialty", "name", "specialty speciality medical_specialty")), _DIAGNOSES, "diagnosis name"),
    *table(
        (
            ("laboratory test", "analyte test_name lab_test marker biomarker parameter", ""),
            ("laboratory result", "result value_text result_value", "lab_result lab_test laboratory_result donation_test lab_order"),
            ("laboratory unit", "unit", "lab_result test_result lab_test laboratory_result result analyte lab_order"),
            ("LOINC code", "loinc loinc_code", ""),
            ("reference range", "reference_range normal_range", ""),
        ),
        _TESTS,
        "analyte name test_name marker",
    ),
    *table((("*laboratory test", "name title test", "lab_test test_type laboratory_test analyte lab_result"), *(("", "", ""),) * 4), _TESTS, "analyte name test_name marker"),
    *table(
        (
            ("*pet", "name", "pet animal dog cat"),
            ("kind of animal", "species animal_type kind type", "pet animal patient_animal breed animal_patient"),
            ("breed", "breed breed_name", ""),
            ("coat", "color colour coat", _PETS),
            ("known risk", "known_risks known_risk", ""),
        ),
        _ANIMALS,
    ),
    *table((("pet", "pet_name animal_name", ""), ("*kind of animal", "name", "species animal_species"), ("*breed", "name", "breed"), *(("", "", ""),) * 2), _ANIMALS),
    words("breed of cattle", "breed", "Angus|Hereford|Limousin|Charolais|Simmental|Holstein", of="cattle cow bull herd"),
    words("name of a horse", "name", "Bramble|Juno|Sir Toby|Merry|Domino|Fleur|Apollo|Hazel", of="horse pony mare stallion", names=True),
    words("name of a horse", "horse_name pony_name", "Bramble|Juno|Sir Toby|Merry|Domino|Fleur|Apollo|Hazel"),
    words("colour of a horse", "color colour coat", "bay|chestnut|grey|black|piebald", of="horse pony mare stallion foal"),
    words("arena for horses", "arena", "Indoor arena|Outdoor arena|Lunge ring", of="lesson riding_lesson horse training"),
    words("diagnosis of an animal", "diagnosis", "Lameness|Gastric upset|Skin irritation|Eye infection|Tooth abscess", of="vet_visit animal_visit veterinary_visit pet_visit"),
    words("breed of horses", "breed", "Hanoverian|Shetland|Haflinger|Thoroughbred|Connemara", of="horse pony mare stallion"),
    words("breed of sheep", "breed", "Texel|Suffolk|Cheviot|Merino", of="sheep ewe ram flock"),
    words("breed of pigs", "breed", "Landrace|Duroc|Large White|Saddleback", of="pig sow boar"),
    words("breed of goats", "breed", "Saanen|Boer|Toggenburg", of="goat"),
    words("breed of poultry", "breed", "Sussex|Leghorn|Orpington|Marans", of="poultry hen chicken"),
    words("unit of a dose", "dose_unit dosage_unit strength_unit", "mg|ml|tablets|drops|mcg"),
    words("specimen", "specimen specimen_type sample_type sample_material", "blood|urine|swab|tissue"),
    words("title of a doctor", "title academic_title", "Dr|Prof. Dr|Dr|MD", of="investigator doctor physician practitioner surgeon vet dentist consultant_physician professor lecturer researcher examiner"),
    words("blood group", "blood_group blood_type bloodgroup abo abo_group rhesus_group", "O+|A+|B+|O-|A-|AB+|B-|AB-"),
    words("result of a blood test", "hepatitis_b_status hepatitis_c_status hepatitis_status hiv_status serostatus serology", "negative|immune|positive|not tested"),
    words("place on the body", "site body_site access_site injection_site", "left forearm|right upper arm|left upper arm|right forearm", of="access vascular_access wound injection vaccination biopsy lesion"),
    words("complication", "complication complications", "low blood pressure|muscle cramps|headache|nausea"),
    words("dialyser", "dialyzer dialyser", "high-flux 1.4 m²|high-flux 1.8 m²|high-flux 2.1 m²|low-flux 1.6 m²"),
    *table((*(("", "", ""),) * 4, ("medical specialty", "specialty speciality specialties specialities", _MEDICAL)), _DIAGNOSES, "diagnosis name"),
    words("allergy", "allergy allergies", "penicillin|peanuts|latex|pollen|wasp stings"),
    words("allergy", "allergen allergens", "penicillin|peanuts|latex|pollen|wasp stings", of="patient person pet animal donor resident pupil child allergy health_record medical_record"),
    words("allergen in food", "allergen allergens", "gluten|milk|nuts|soya|eggs|sulphites"),
    words("allergy", "name substance", "penicillin|peanuts|latex|pollen|shellfish", of="allergy", names=True),
    words("allergen in food", "name title", "gluten|milk|nuts|soya|eggs|sulphites", of="allergen food_allergen", names=True),
    words("operation", "procedure procedure_name operation", "Suture of a wound|Removal of a lump|Repair of a hernia|Fixation of a fracture", of="surgery operation surgical_case"),
    words("vaccine", "vaccine vaccine_name vaccination vaccinated_against", "Influenza|Tetanus|Hepatitis B|Measles, mumps, rubella|Rabies"),
    words("vaccine", "name", "Influenza|Tetanus|Hepatitis B|Measles, mumps, rubella|Rabies", of="vaccine vaccination immunization immunisation", names=True),
    words("procedure", "procedure procedure_name treatment treatment_name operation_name surgery intervention therapy", "Blood test|X-ray of the chest|Wound care|Physiotherapy|Vaccination|Ultrasound"),
    words("operation", "name title", "Total hip replacement|Total knee replacement|Arthroscopy of the shoulder|Removal of the gallbladder|Repair of a hernia|Release of the carpal tunnel|Cataract surgery", of="procedure_type operation_type surgical_procedure", names=True),
    words("surgical instrument", "name title label", "Kocher forceps|Scalpel handle no. 3|Mayo scissors|Needle holder|Langenbeck retractor|Bone rongeur|Suction tip", of="tray_instrument set_instrument instrument_tray_instrument", names=True),
    words("set of instruments", "name title", "Hip basic set|Knee basic set|Minor surgery set|Laparoscopy set|Bone drill set|Hand set", of="tray instrument_tray instrument_set", names=True),
    words("surgical supply", "name title", "Vicryl 3-0|Gauze swabs 10 x 10|Bone cement 40 g|Drape set|Skin stapler|Suction tube", of="consumable", names=True),
    words("procedure", "name title", "Blood test|X-ray of the chest|Wound care|Physiotherapy|Vaccination|Ultrasound", of="procedure treatment examination medical_procedure therapy", names=True),
    words("procedure code", "procedure_code cpt cpt_code ops_code", "85025|71046|97110|76700|90471"),
    words("hospital ward", "ward ward_name nursing_unit care_unit", "Ward 3 East|Surgery 1|Intensive care|Maternity|Ward 5 West"),
    words("hospital ward", "name", "Ward 3 East|Surgery 1|Intensive care|Maternity|Ward 5 West", of="ward nursing_unit care_unit", names=True),
    words("hospital", "name hospital hospital_name", "St James's Hospital|Riverside Hospital|City General|Northgate Hospital", of="hospital medical_centre medical_center", names=True),
    words("hospital", "hospital hospital_name clinic clinic_name practice medical_centre", "St James's Hospital|Riverside Hospital|City General|Northgate Hospital"),
    words("bed", "bed bed_number bed_no", "3E-01|3E-02|3E-03|5W-11|5W-12"),
    words("bed", "label number code name", "3E-01|3E-02|3E-03|5W-11|5W-12", of="bed", names=True),
    words("triage", "triage triage_level acuity triage_category", "immediate|urgent|standard|non-urgent"),
    words("clinical outcome", "clinical_outcome treatment_outcome", "recovered|improved|unchanged|referred"),
    words("clinical outcome", "outcome", "recovered|improved|unchanged|referred", of="patient visit treatment encounter adverse_event hospital_stay therapy consultation admission"),
    words("insurance", "insurance_type", "statutory|private|supplementary"),
    words("coverage", "coverage coverage_type", "third party|comprehensive|household contents|legal costs"),
    words("cause of a claim", "cause reason peril", "water damage|hail|collision|theft", of="claim insurance_claim loss"),
    words("how to take a drug", "instructions directions note notes", "Take with food.|Take in the morning.|Finish the pack.|Do not take with milk.", of="prescription prescription_item medication medication_order"),
    words("blood component", "component blood_component", "red cells|platelets|plasma", of="order donation bag wanted blood_bag request transfusion blood_order"),
    words("reason for a visit", "reason purpose", "check-up|vaccination|follow-up|test results|new symptoms", of="appointment visit consultation encounter patient"),
    words("reason for a visit", "newest_reason visit_reason appointment_reason appointment_type visit_type encounter_type", "check-up|vaccination|follow-up|test results|new symptoms"),
    words("adverse event", "adverse_event reaction term side_effect", "Nausea|Headache|Rash|Dizziness|Fatigue", of="adverse_event side_effect serious_event"),
    words("medical term", "name title", "Nausea|Headache|Rash|Dizziness|Fatigue|Vomiting|Back pain|Insomnia|Cough|Fever", of="meddra_term medical_term", names=True),
    words("reported term", "reported_term verbatim_term preferred_term", "Nausea|Headache|Rash|Dizziness|Fatigue|Vomiting|Back pain|Insomnia|Cough|Fever"),
    words("diet", "diet diets dietary_requirement dietary_requirements dietary_preference", "vegetarian|vegan|gluten-free|halal|no restriction"),
    words("blood reaction", "reaction", "none|faint|bruise", of="donation blood_donation"),
    *table(
        (
            ("*book", "title name book_title", "book title novel ebook audiobook publication library_item print_book"),
            ("publisher", "publisher publisher_name publishing_house imprint", ""),
            ("genre", "genre genres category subject", "book novel ebook audiobook title publication"),
            ("language", "language original_language", "book novel ebook audiobook title"),
        ),
        _BOOKS,
    ),
    *table((("book", "book_title book_name", ""), ("*publisher", "name", "publisher imprint press"), ("", "", ""), ("", "", "")), _BOOKS),
    *table(
        (
            ("*film", "title name film_title movie_title", "movie film documentary short screening_film video"),
            ("genre", "genre genres category", "movie film show series feature"),
            ("age rating", "rating age_rating mpaa_rating content_rating", "movie film show series") ,
            ("studio", "studio production_company production_house", ""),
        ),
        _FILMS,
    ),
    *table((("film", "film movie film_title movie_title", ""), ("*genre", "name", "genre"), ("age rating", "age_rating mpaa_rating content_rating", ""), ("", "", "")), _FILMS),
    words("voices", "voicing scoring_of_voices", "SATB|SSA|TTBB|SSAA|SATB divisi"),
    words("dress code", "dress_code dresscode", "all black|black and one colour|concert dress|smart casual"),
    words("choir", "name", "Harbour Voices|St Mary's Chamber Choir|Northgate Singers|Riverside Chorale", of="choir chorus", names=True),
    words("reason of an absence", "reason excuse", "ill|on holiday|working late|family matters", of="attendance apology"),
    words("genre", "genre genres literary_genre", "drama|science fiction|history|comedy|travel"),
    *table(
        (
            ("*song", "title name song_title track_name", "song recording single"),
            ("*album", "title name album_title", "album record"),
            ("*band", "name title", "band act music_group orchestra_group ensemble"),
            ("music genre", "genre genres style", "song track album band act singer musician concert artist radio_show playlist"),
        ),
        _SONGS,
    ),
    *table((("song", "song song_title track_title", ""), ("album", "album album_title album_name", ""), ("band", "band band_name act_name stage_name headliner artist_name", ""), ("music genre", "music_genre", "")), _SONGS),
    words("musical key", "key musical_key key_signature", "C major|A minor|G major|E minor|D major|F major", of="song track tune recording piece arrangement composition work"),
    *table(
        (
            ("*work of music", "title name", "work composition piece score sheet_music"),
            ("composer", "composer composer_name", ""),
            ("opus", "opus opus_number", ""),
            ("instrument", "instrument instruments main_instrument", ""),
        ),
        _WORKS,
    ),
    *table((("work of music", "piece work_title works", "concert programme rehearsal recital concert_programme"), ("", "", ""), ("", "", ""), ("*instrument", "name", "instrument")), _WORKS),
    words("movement", "tempo movement", "Allegro|Adagio|Scherzo|Andante|Finale: Presto"),
    words("movement", "title name", "I. Allegro|II. Adagio|III. Scherzo|IV. Finale", of="movement", names=True),
    words("key of music", "musical_key key_signature", "C major|G major|A minor|E flat major"),
    words("orchestra", "orchestra orchestra_name ensemble", "Harbour Philharmonic|City Chamber Orchestra|Northern Strings"),
    words("band", "artist performer artists", "The Larks|Northern Line|Clara Costa Trio|Mill Lane|Paper Lanterns", of="song track album single recording concert playlist_entry vinyl record release festival_slot"),
    words("library", "name", "Central Library|Harbour Library|Riverside Library|Northgate Library", of="library", names=True),
    words("playlist", "name title", "Sunday morning|Focus|Long drives|Dinner with friends|Running", of="playlist", names=True),
    words("podcast", "title name", "The Morning Ledger|Harbour Stories|Field Notes|Second Cup|Small Machines", of="show podcast podcast_show series radio_show", names=True),
    words("episode", "title name", "Where it began|The second attempt|A visit to the archive|What the numbers say|Questions from listeners", of="episode", names=True),
    words("section of a paper", "name title label", "Politics|Business|Culture|Sport|Local news|Science", of="article_section newspaper_section news_section column_section", names=True),
    words("chapter", "title name heading", "Introduction|First steps|Under the surface|Turning points|Looking ahead", of="chapter chapters section lesson_section", names=True),
    words("work of art", "title name", "Still Life with Pears|Harbour at Dawn|Portrait in Blue|The Red Door|Winter Field", of="artwork painting work_of_art exhibit sculpture museum_object", names=True),
    words("technique of art", "technique artistic_technique art_medium", "oil on canvas|watercolour|bronze|photograph|woodcut"),
    *table(
        (
            ("sport", "sport sports sport_type discipline", ""),
            ("*team", "name team_name club_name", "club sports_club football_club sports_team"),
            ("*venue", "name stadium venue_name ground", "stadium sports_venue arena ground"),
            ("position", "position playing_position", "player athlete squad_member team_member roster lineup"),
        ),
        _SPORTS,
    ),
    *table((("*sport", "name", "sport discipline"), ("team", "club club_name home_team away_team opponent football_club", ""), ("venue", "stadium venue arena home_ground", ""), ("position", "playing_position", "")), _SPORTS),
    words("team", "name team_name", "Blue|Red|Green|Yellow|White", of="house_team group_colour"),
    words("competition", "name title", "Summer Cup|City League|Harbour Open|Winter Series|Junior Trophy", of="tournament league competition cup championship race", names=True),
    words("competition", "tournament league competition championship", "Summer Cup|City League|Harbour Open|Winter Series"),
    words("stage of a competition", "round round_name", "group stage|quarter-final|semi-final|final", of="match game fixture tournament_round bout"),
    words("foul", "foul card_reason offence", "unsporting behaviour|dangerous play|dissent|delaying the game"),
    words("chess opening", "opening_name chess_opening", "Sicilian Defence|Queen's Gambit|Ruy Lopez|Caro-Kann Defence"),
    words("ECO code", "eco eco_code", "B20|D06|C60|B12"),
    words("moves", "moves pgn", "1. e4 c5 2. Nf3 d6|1. d4 d5 2. c4 e6|1. e4 e5 2. Nf3 Nc6 3. Bb5|1. e4 c6 2. d4 d5"),
    words("exercise", "exercise exercise_name", "squat|bench press|plank|rowing|lunge"),
    words("exercise", "name title", "Squat|Bench press|Plank|Rowing|Lunge", of="exercise", names=True),
    words("workout", "name title workout", "Morning run|Upper body|Intervals|Stretching|Long ride", of="workout training_session training fitness_class", names=True),
    words("muscle group", "muscle_group muscle muscles", "legs|chest|back|core|shoulders"),
    words("game", "name title", "Harbour Lights|The Lost Lighthouse|Orbit|Paper Kingdom|Night Market", of="game video_game board_game", names=True),
    words("puzzle", "title name", "The four dials|Mirror writing|The hidden drawer|Colours in order|The last key", of="puzzle riddle", names=True),
    words("hint", "hint text", "Look at the clock again.|Read the note backwards.|The colours follow the rainbow.|Count the books.", of="hint puzzle"),
    *table(
        (
            ("*dish", "name title dish", "dish recipe menu_item meal food menu_entry order_dish pizza"),
            ("course of a meal", "course course_type meal_course category type", "dish recipe menu_item meal menu_entry food"),
            ("cuisine", "cuisine cuisine_type", ""),
            ("ingredient", "ingredient ingredients", ""),
            ("step of a recipe", "step instruction text description", "recipe_step cooking_step preparation_step step"),
        ),
        _DISHES,
    ),
    *table((("dish", "dish dish_name meal meal_name menu_item menu_item_name recipe recipe_name", ""), ("*course of a meal", "name", "menu_section menu_course menu_category"), ("*cuisine", "name", "cuisine"), ("*ingredient", "name", "ingredient food_item"),
            ("step of a recipe", "instructions cooking_instructions preparation method", "recipe dish meal")), _DISHES),
    words("restaurant", "name", "The Copper Pot|Harbour Kitchen|Green Falafel|Nonna's Table|Saffron House", of="restaurant cafe bar bistro diner food_truck", names=True),
    words("restaurant", "restaurant restaurant_name", "The Copper Pot|Harbour Kitchen|Green Falafel|Nonna's Table"),
    words("drink", "drink beverage drink_name", "espresso|green tea|lemonade|sparkling water|apple juice"),
    words("drink", "name", "Espresso|Green tea|Lemonade|Sparkling water|Apple juice", of="drink beverage coffee", names=True),
    words("wine", "name", "Quinta do Vale Tinto|Riesling Steillage|Côte du Moulin|Tempranillo Reserva", of="wine", names=True),
    words("grape", "grape grape_variety", "Riesling|Tempranillo|Pinot Noir|Chenin Blanc"),
    words("room type", "room_type type category bed_type", "single|double|twin|family|suite", of="room hotel_room room_type reservation booking stay accommodation"),
    words("room type", "room_type bed_type", "single|double|twin|family|suite"),
    *table((("*room type", "name", "room_type"), ("beds", "beds bedding bed_configuration", "room_type")), "Single|1 single bed\nDouble|1 double bed\nTwin|2 single beds\nFamily room|1 double bed and 2 single beds\nSuite|1 king-size bed"),
    words("board", "board meal_plan board_type", "room only|breakfast|half board|full board", of="booking stay reservation hotel rate hotel_booking offer"),
    words("amenity", "amenity amenities facility facilities equipment_list", "Wi-Fi|parking|breakfast|air conditioning|pool"),
    words("amenity", "name", "Wi-Fi|Parking|Breakfast|Air conditioning|Pool", of="amenity", names=True),
    words("hotel", "name", "Hotel Bellevue|The Harbour Inn|Station Hotel|Garden House|Hotel Europa", of="hotel hostel guesthouse accommodation lodging resort", names=True),
    words("hotel", "hotel hotel_name accommodation", "Hotel Bellevue|The Harbour Inn|Station Hotel|Garden House"),
    words("view", "view", "garden|sea|courtyard|street", of="room hotel_room apartment suite cabin"),
    words("travel class", "travel_class cabin_class service_class fare_class booking_class cabin", "economy|premium economy|business|first"),
    words("event", "name title event_name", "Spring Open Day|Autumn Concert|Developer Meetup|Charity Run|Summer Fair", of="event happening", names=True),
    words("event", "event_title event_name occasion", "Spring Open Day|Autumn Concert|Developer Meetup|Charity Run"),
    words("concert", "name title", "New Year's Concert|Evening of Chamber Music|Open-Air Concert|Matinee for Children|Songs by Candlelight|Brass and Organ|Spring Serenade|Young Soloists", of="concert recital performance", names=True),
    words("play", "title name", "The Cherry Orchard|Twelfth Night|A Doll's House|The Seagull|Tartuffe", of="play theatre_production stage_play", names=True),
    words("opera", "title name", "The Magic Flute|La Bohème|Carmen|Fidelio|Eugene Onegin", of="production opera staging", names=True),
    words("role on stage", "role_name character character_name role part", "Pamina|Tamino|Mimì|Rodolfo|Leonore", of="casting role opera_role stage_role cast cast_member engagement understudy"),
    words("role on stage", "character character_name", "Pamina|Tamino|Mimì|Rodolfo|Leonore"),
    words("voice", "voice voice_type vocal_range fach", "soprano|mezzo-soprano|tenor|baritone|bass"),
    words("festival edition", "title name edition", "Spring Edition|Summer Edition|Autumn Edition|Winter Edition", of="edition festival_edition festival", names=True),
    words("award", "name title award prize", "Audience Award|Best Newcomer|Jury Prize|Best Design", of="award prize", names=True),
    words("award", "award awards prize honour", "Audience Award|Best Newcomer|Jury Prize|Best Design"),
    words("seat block", "block section stand_name", "Stalls|Balcony|Upper circle|Box", of="seat ticket row price_category seat_category"),
    words("price category", "category name seat_category", "Stalls|Balcony|Upper circle|Concession", of="ticket_price price_category ticket_category ticket_type"),
    words("record label", "label record_label", "Blue Door Records|Harbour Sounds|Lantern Records|Second Floor Music", of="track song album record single recording release"),
    words("hall", "hall hall_name auditorium room_name screen_name stage_name_of_hall", "Great Hall|Chamber Hall|Studio|Foyer Stage", of="concert performance show rehearsal screening event"),
    words("room of a venue", "name", "Orangery|Great Hall|Library|Walled Garden|Long Gallery|Music Room|Terrace|Old Barn|Garden Room|Cellar", of="event_space function_room banquet_room venue_space", names=True),
    words("colours of an occasion", "colour_scheme color_scheme colours_of_the_day", "Sage and ivory|Dusty rose and gold|Navy and white|Burgundy and blush|Terracotta and cream"),
    words("menu of a caterer", "name title", "Summer three-course|Garden buffet|Winter four-course|Harvest supper|Canapés and sparkling wine|Vegetarian three-course", of="set_menu catering_menu banquet_menu", names=True),
    words("caterer", "name", "Larder & Vine|Old Mill Kitchen|Saffron & Salt|The Long Table|Harbour Catering", of="event_caterer", names=True),
    words("what was done", "action_taken actions_taken intervention", "Treatment paused, patient laid flat|Saline given by drip|Physician called|Needle placed again|Watched for half an hour", of="complication adverse_event medical_incident"),
    words("what was done", "action_taken actions_taken corrective_action", "Replaced at once|Reported to the manager|Area closed off|Watched for an hour|Checked, nothing more to do"),
    words("hall", "name", "Great Hall|Chamber Hall|Studio|Foyer Stage", of="hall auditorium stage venue theatre cinema screen", names=True),
    words("baked goods", "name title", "Sourdough loaf|Rye bread 1 kg|Butter croissant|Seeded roll|Cinnamon bun|Wholegrain toast", of="bakery_product recipe_product ingredient_product baked_good pastry", names=True),
    words("weather", "weather weather_conditions weather_condition sky forecast weather_text", "sunny|partly cloudy|overcast|light rain|snow showers"),
    words("weather", "condition conditions description summary", "sunny|partly cloudy|overcast|light rain|snow showers", of="weather forecast weather_report weather_observation weather_station flight sail dive hike climb regatta voyage"),
    words("season", "season", "spring|summer|autumn|winter"),
    words("season", "name title", "Season 2023/24|Season 2024/25|Season 2025/26", of="season", names=True),
    words("theme", "theme", "By the sea|Light and shadow|New beginnings|Voices of the city"),
    *table((("plant", "common_name plant plant_name", ""), ("botanical name", "latin_name botanical_name", "")), _PLANTS, "common_name plant name"),
    words("plant", "name", "English lavender|Silver birch|Garden thyme|Japanese maple", of="garden_plant tree_species flower", names=True),
    words("species", "species scientific_name latin_name", "Gadus morhua|Scomber scombrus|Clupea harengus|Pleuronectes platessa", of="catch stock fish fishery landing quota fish_species"),
    words("species", "species scientific_name", "Quercus robur|Betula pendula|Lavandula angustifolia|Acer palmatum"),
    words("taxon", "name", "Felidae|Canidae|Ursidae|Mustelidae|Felis|Canis", of="taxon genus taxonomic_family", names=True),
    words("boat", "name ship_name", "Northern Star|Seabird|Morning Tide|Albatross|Fair Wind", of="vessel ship boat yacht ferry barge", names=True),
    words("boat", "vessel vessel_name ship ship_name boat boat_name", "Northern Star|Seabird|Morning Tide|Albatross"),
    words("slope", "name slope", "Blue Run|North Face|Panorama|Forest Trail", of="slope piste trail", names=True),
    words("lift", "name", "Summit Express|Valley Express|Sunnyside|Practice Slope", of="lift ski_lift", names=True),
)  # fmt: skip
