"""Kinds of text about patients, their drugs and their animals. No row is advice."""

from __future__ import annotations

from .kind import Kind, table, words

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
# Of each test: the least and the most that are usual.
RANGES = {
    name.casefold(): (float(low), float(high))
    for test, _, _, code, usual in (line.split("|") for line in _TESTS.strip().splitlines())
    for low, high in [usual.split("-")]
    for name in (test, code)
}
_PETS = "pet animal dog cat horse breed species patient_animal"
_ANIMALS = """
Biscuit|Dog|Labrador Retriever|yellow|hip dysplasia
Luna|Cat|European Shorthair|tabby|kidney disease
Rex|Dog|German Shepherd|black and tan|hip dysplasia
Coco|Rabbit|Dwarf Lop|brown|dental disease
Milo|Cat|Maine Coon|grey|heart disease
Bella|Dog|Border Collie|black and white|eye anomaly
"""

_MEDICAL = (
    "doctor physician surgeon nurse practitioner clinician therapist dentist consultant specialist medic vet patient appointment "
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
            ("*pet", "name", "pet animal dog cat horse"),
            ("kind of animal", "species animal_type kind type", "pet animal patient_animal breed animal_patient"),
            ("breed", "breed breed_name", ""),
            ("coat", "color colour coat", _PETS),
            ("known risk", "known_risks known_risk", ""),
        ),
        _ANIMALS,
    ),
    *table((("pet", "pet_name animal_name", ""), ("*kind of animal", "name", "species animal_species"), ("*breed", "name", "breed"), *(("", "", ""),) * 2), _ANIMALS),
    words("unit of a dose", "dose_unit dosage_unit strength_unit", "mg|ml|tablets|drops|mcg"),
    words("specimen", "specimen specimen_type sample_type sample_material", "blood|urine|swab|tissue"),
    words("title of a doctor", "title academic_title", "Dr|Prof. Dr|Dr|MD", of="doctor physician practitioner surgeon vet dentist consultant_physician professor lecturer researcher examiner"),
    words("blood group", "blood_group blood_type bloodgroup abo abo_group rhesus_group", "O+|A+|B+|O-|A-|AB+|B-|AB-"),
    words("result of a blood test", "hepatitis_b_status hepatitis_c_status hepatitis_status hiv_status serostatus serology", "negative|immune|positive|not tested"),
    words("place on the body", "site body_site access_site injection_site", "left forearm|right upper arm|left upper arm|right forearm", of="access vascular_access wound injection vaccination biopsy lesion"),
    words("complication", "complication complications", "low blood pressure|muscle cramps|headache|nausea"),
    words("dialyser", "dialyzer dialyser", "high-flux 1.4 m²|high-flux 1.8 m²|high-flux 2.1 m²|low-flux 1.6 m²"),
    *table((*(("", "", ""),) * 4, ("medical specialty", "specialty speciality specialties specialities", _MEDICAL)), _DIAGNOSES, "diagnosis name"),
    words("allergy", "allergy allergies", "penicillin|peanuts|latex|pollen|none known"),
    words("allergy", "allergen allergens", "penicillin|peanuts|latex|pollen|none known", of="patient person pet animal donor resident pupil child allergy health_record medical_record"),
    words("allergen in food", "allergen allergens", "gluten|milk|nuts|soya|eggs|sulphites"),
    words("allergy", "name substance", "penicillin|peanuts|latex|pollen|shellfish", of="allergy", names=True),
    words("allergen in food", "name title", "gluten|milk|nuts|soya|eggs|sulphites", of="allergen food_allergen", names=True),
    words("vaccine", "vaccine vaccine_name vaccination vaccinated_against", "Influenza|Tetanus|Hepatitis B|Measles, mumps, rubella|Rabies"),
    words("vaccine", "name", "Influenza|Tetanus|Hepatitis B|Measles, mumps, rubella|Rabies", of="vaccine vaccination immunization immunisation", names=True),
    words("procedure", "procedure procedure_name treatment treatment_name operation_name surgery intervention therapy", "Blood test|X-ray of the chest|Wound care|Physiotherapy|Vaccination|Ultrasound"),
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
    words("diet", "diet diets dietary_requirement dietary_requirements dietary_preference", "vegetarian|vegan|gluten-free|halal|no restriction"),
    words("blood reaction", "reaction", "none|faint|bruise", of="donation blood_donation"),
)  # fmt: skip
