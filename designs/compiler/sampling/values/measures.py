"""How large numbers of a name are: rows of names, the range in which a plausible one lies, and its step."""

from __future__ import annotations

import msgspec


class Measure(msgspec.Struct, frozen=True, gc=False):
    """The numbers of one name: from low to high, a multiple of step. wave: of things that follow one another each is
    near the one before, as a thermometer's are."""

    low: float
    high: float
    step: float = 0
    wave: bool = False


_PEOPLE = (
    "person patient user customer employee member donor player athlete student passenger subject visit vital"
)
_ANIMALS = "pet animal dog cat"
_VEHICLES = "car vehicle truck van bus"
# names (those of an entity's alone: entity.name), low, high, step; several rows of a line are set apart by semicolons
_TABLE = """
horse.height_cm horse.height pony.height_cm | 128 | 172 | 1 ; vet_visit.temperature_c vet_visit.temperature | 37.8 | 38.9 | 0.1 ; rider.weight_kg rider.weight horse.max_rider_kg max_rider_kg max_rider_weight_kg | 48 | 92 | 1 ; visit.temperature_c visit.temperature patient_visit.temperature_c | 36.3 | 37.6 | 0.1
box.size_m2 box.area_m2 stall.size_m2 | 9 | 16 | 0.5 ; sphere right_sphere left_sphere sphere_right sphere_left sph | -5.5 | 3.5 | 0.25 ; cylinder right_cylinder left_cylinder cylinder_right cylinder_left cyl | -2 | -0.25 | 0.25 ; axis right_axis left_axis axis_right axis_left | 5 | 175 | 5
pupillary_distance_mm pupillary_distance pd_mm | 58 | 68 | 0.5 ; iop_mmhg iop | 11 | 20 | 1 ; lens.index refractive_index | 1.5 | 1.74 | 0.01 ; eye_size_mm lens_width_mm | 44 | 56 | 1 ; bridge_mm | 15 | 22 | 1 ; temple_mm temple_length_mm | 135 | 150 | 5 ; recall_months | 6 | 24 | 6
lift.length_m chairlift.length_m slope.length_m ski_run.length_m piste.length_m | 480 | 2600 | 10 ; lift.seats chairlift.seats | 2 | 8 | 2 ; capacity_per_hour people_per_hour persons_per_hour | 800 | 2800 | 100 ; speed_m_s lift.speed | 2 | 6 | 0.5 ; bottom_altitude_m valley_altitude_m base_altitude_m | 980 | 1400 | 10
top_altitude_m summit_altitude_m peak_altitude_m | 1600 | 2400 | 10 ; fresh_snow_cm new_snow_cm | 0 | 45 | 5 ; wind_kmh | 5 | 60 | 1 ; bulletin.temperature_c | -14 | 2 | 0.5 ; danger_level avalanche_level | 1 | 4 | 1 ; lesson.max_pupils group.max_pupils course.max_pupils max_pupils class.max_pupils max_riders | 6 | 12 | 1
main_breaker_amps breaker_amps breaker_a fuse_amps | 100 | 200 | 25 ; roof_pitch_deg roof_pitch | 15 | 45 | 1 ; azimuth_deg azimuth | 90 | 270 | 5 ; shading_percent | 0 | 25 | 1 ; annual_yield_kwh yearly_yield_kwh | 3800 | 12500 | 100 ; system_kwp | 4 | 12 | 0.5 ; open_circuit_voltage_v | 320 | 580 | 1
lawyer.hourly_rate attorney.hourly_rate consultant.hourly_rate partner.hourly_rate solicitor.hourly_rate | 180 | 450 | 10 ; time_entry.rate time_entry.hourly_rate | 180 | 450 | 10 ; planned_subjects planned_enrolment target_enrollment target_enrolment | 40 | 400 | 10 ; max_award max_grant | 50000 | 150000 | 5000
min_award min_grant | 5000 | 15000 | 1000 ; award.amount grant.amount requested_amount application.amount | 15000 | 50000 | 500 ; budget_line.amount spent_to_date | 2000 | 15000 | 100 ; washer.capacity_kg dryer.capacity_kg washing_machine.capacity_kg | 8 | 24 | 2
machine.purchase_price equipment.purchase_price device.purchase_price | 2400 | 18500 | 50 ; nennleistung_kw nominal_output_kw heat_output_kw | 6 | 24 | 1 ; abgasverlust_prozent flue_gas_loss_percent | 4 | 11 | 0.5 ; abgastemperatur_c flue_gas_temperature_c | 70 | 180 | 5 ; co_ppm | 20 | 480 | 10
electricite_amperes pitch_amps | 6 | 16 | 2
event.expected_guests wedding.guests event.guests party.guests reception.guests expected_guests expected_attendance guest_count | 40 | 180 | 5
price_per_head price_per_guest price_per_cover         | 28 | 95 | 0.5
dining_table.seats restaurant_table.seats table.seats table.capacity | 4 | 12 | 2
hall.day_rate space.day_rate venue.day_rate hall.daily_rate venue.daily_rate | 450 | 2400 | 50
prescription.potassium_mmol_l dialysis_prescription.potassium_mmol_l dialysate_potassium_mmol_l | 2 | 3 | 1
fluid_removed_ml ultrafiltration_volume_ml             | 1200 | 3200 | 100
uf_rate_ml_h uf_rate uf_rate_ml_hour                   | 300 | 900 | 10
workshop_job.cost vehicle_job.cost car_repair.cost     | 60 | 780 | 5
battery_health state_of_health battery_health_percent  | 78 | 99 | 1
electric_car.battery_kwh electric_vehicle.battery_kwh  | 40 | 90 | 2
van.payload_kg                                         | 700 | 1400 | 10
van.load_length_mm load_length_mm                      | 2200 | 4300 | 10
valid_days validity_days                               | 90 | 365 | 30
warranty_months guarantee_months                       | 6 | 24 | 6
examination.temperature_c examination.temperature checkup.temperature_c vital_sign.temperature_c body_temperature body_temperature_c | 37.8 | 39 | 0.1
times_per_day doses_per_day times_a_day                | 1 | 4 | 1
passengers_max max_passengers passenger_capacity       | 180 | 900 | 10
wave_height_m wave_height significant_wave_height_m    | 0.3 | 3.2 | 0.1
@vehicles.length_m booking_vehicle.length_m            | 3.8 | 6.4 | 0.1
booking_vehicle.price reservation_vehicle.price        | 35 | 140 | 1
opera.premiered_year opera.year opera.premiere_year composition_year composed_year | 1786 | 1926 | 1
opera.running_minutes opera.minutes opera.duration_minutes | 120 | 210 | 5
opera.acts ballet.acts                                 | 2 | 4 | 1
fee_per_evening evening_fee appearance_fee performance_fee | 800 | 6000 | 50
plants_sown seeds_sown sown planted plants_planted cuttings_taken | 120 | 2400 | 20
plants_left plants_potted plants_sold                  | 20 | 400 | 5
peak_kw kwp installed_kwp peak_kwp                     | 3 | 30 | 0.5
value_in_dispute amount_in_dispute disputed_amount dispute.value dispute.amount | 1500 | 85000 | 500
creatinine creatinine_umol_l                           | 62 | 128 | 1
meld meld_score                                        | 8 | 34 | 1
mfi                                                    | 1200 | 14500 | 100
vessel.length_m ship.length_m container_ship.length_m berth.length_m | 120 | 366 | 1
ferry.length_m                                         | 45 | 180 | 1
machine.hours crane.hours engine.hours engine_hours operating_hours running_hours hours_run | 200 | 9800 | 10
issue.price newspaper.price magazine.price copy_price  | 1.5 | 4.5 | 0.1
filing.pages brief.pages pleading.pages                | 2 | 60 | 1
cents_per_kwh ct_per_kwh                               | 6 | 38 | 0.1
set_point_c set_point setpoint_c reefer.set_point_c    | -20 | 6 | 1
@vehicles.asking_price @vehicles.list_price car_sale.list_price car_sale.price car_advert.price vehicle_sale.list_price vehicle_sale.price vehicle_advert.price car_listing.price | 8500 | 34900 | 50
@vehicles.purchase_price                               | 5200 | 24000 | 50
car_sale.discount vehicle_sale.discount                | 100 | 600 | 50
reservation.children booking.children stay.children reopened reopen_count reopened_count rescheduled resent escalation_count redelivery_count no_show_strikes warnings reminders reminders_sent previous_owners no_show_count no_shows late_count children child_count | 0 | 3 | 1
engine_cc displacement_cc engine_displacement          | 998 | 2996 | 2
term_months loan_term_months instalments instalment_count | 12 | 60 | 12
contract.monthly_fee contract.fee childcare_fee monthly_payment monthly_instalment | 120 | 480 | 1
amount_financed financed_amount                        | 4000 | 18000 | 100
labour_rate labor_rate                                 | 45 | 110 | 1
monthly_target sales_target quarterly_target           | 20000 | 90000 | 1000
mileage_limit | 10000 | 60000 | 5000 ; speed_limit speed_limit_kmh max_speed_kmh | 20 | 120 | 10
warranty.price                                         | 190 | 690 | 10
opening_float cash_float float                         | 100 | 300 | 50
heel_height_mm                                         | 5 | 110 | 5
subscription_fee membership_fee annual_fee course_fee  | 60 | 240 | 5
sodium_mmol_l                                          | 135 | 142 | 1
potassium_mmol_l                                       | 3.5 | 5 | 0.1
calcium_mmol_l                                         | 2.2 | 2.6 | 0.05
kt_v ktv                                               | 1.2 | 1.7 | 0.05
blood_flow_ml_min blood_flow                           | 250 | 400 | 10
dialysate_flow_ml_min dialysate_flow                   | 500 | 800 | 100
heparin_units heparin_iu                               | 1000 | 5000 | 500
ultrafiltration_ml                                     | 1200 | 3200 | 100
arterial_pressure venous_pressure                      | 130 | 210 | 5 | wave
dry_weight_kg dry_weight post_weight_kg post_weight    | 62 | 71 | 0.1
pre_weight_kg pre_weight                               | 72 | 76 | 0.1
bus.seats                                              | 28 | 44 | 2
bus.price bus.purchase_price                           | 186000 | 420000 | 1000
standing standing_places standing_room                 | 30 | 70 | 2
visit.teachers group.teachers trip.teachers chaperones accompanying_adults wheelchair_places wheelchair_spaces dose dosage diagnosis.rank diagnoses.rank study.phase trial.phase phase bathrooms room_type.beds hotel_room.beds suite.beds apartment.beds cabin.beds room.beds min_nights minimum_nights min_stay minimum_stay | 1 | 3 | 1
battery_kwh                                            | 58 | 420 | 2
range_km                                               | 180 | 460 | 10
pack_size                                              | 10 | 100 | 10
pupils pupil_count students_total student_count        | 120 | 940 | 5
animal.temperature animal.temperature_c pet.temperature pet.temperature_c | 38 | 39.2 | 0.1
vehicle_class.seats car_class.seats car_group.seats car.seats vehicle.seats | 4 | 7 | 1
vehicle_class.doors car.doors vehicle.doors doors      | 3 | 5 | 1
fte full_time_equivalent                               | 0.2 | 1 | 0.1
hdop pdop vdop                                         | 0.6 | 2.2 | 0.1
harsh_brakes harsh_braking hard_brakes reserved goals home_goals away_goals home_score away_score goals_scored | 0 | 4 | 1
fuel_in fuel_out fuel_level state_of_charge            | 35 | 100 | 1
included_km free_km km_included                        | 150 | 400 | 50
price_per_day rate_per_day car.daily_rate vehicle.daily_rate vehicle_class.daily_rate car_class.daily_rate tariff.price | 29 | 129 | 1
price_per_kwh rate_per_kwh kwh_price unit_price_kwh cost_per_kwh energy_price | 0.09 | 0.38 | 0.01
flow_c flow_temperature supply_temperature supply_temp flow_temp | 78 | 92 | 0.1 | wave
return_c return_temperature return_temp                | 42 | 55 | 0.1 | wave
per_minute price_per_minute minute_price rate_per_minute cost_per_minute | 0.15 | 0.45 | 0.01
unlock_fee start_fee base_fare unlock_price            | 1 | 3 | 0.5
scooter.odometer bike.odometer ebike.odometer scooter.odometer_km bike.odometer_km scooter.mileage bike.mileage balance account_balance current_balance | 120 | 4800 | 10
scooter.speed bike.speed scooter.speed_kmh bike.speed_kmh | 8 | 24 | 0.5 | wave
ride.minutes trip.minutes ride.duration_minutes trip.duration_minutes | 4 | 38 | 1
distance_m distance_meters distance_metres ride.distance_m trip.distance_m | 800 | 9200 | 50
price_per_extra_km price_per_km extra_km_price         | 0.15 | 0.45 | 0.05
damage.estimate damage_report.estimate repair.estimate | 180 | 3400 | 20
service_order.cost maintenance_order.cost work_order.cost repair_order.cost workshop_order.cost | 60 | 780 | 5
sum_insured insured_sum coverage.limit                 | 20000 | 400000 | 5000
limit_per_event limit_per_claim                        | 10000 | 200000 | 5000
deductible excess retention_amount                     | 150 | 1000 | 50
insured_object.value insured_item.value property.value | 4000 | 320000 | 1000
authority_limit approval_limit                         | 5000 | 50000 | 5000
open_claims open_cases caseload                        | 3 | 24 | 1
annual_turnover turnover_per_year                      | 400000 | 9000000 | 50000
claim.reserve reserve_amount                           | 800 | 18000 | 100
claim.paid_total claim_payment.amount                  | 400 | 6000 | 50
fraud_score risk_score                                 | 2 | 60 | 1
policy.premium yearly_premium annual_premium           | 90 | 960 | 5
app.price in_app.price app_purchase.price purchase_app.amount app_purchase.amount | 0.99 | 9.99 | 1
download_count install_count                           | 12000 | 480000 | 1000
crash_group.event_count error_group.event_count        | 40 | 900 | 1
helpful helpful_count alighted boarded                 | 0 | 24 | 1
free_memory free_memory_mb                             | 120 | 1800 | 20
build build_number                                     | 100 | 480 | 1
screenshot.width screenshots.width file.width attachment.width | 1170 | 2160 | 90
screenshot.height screenshots.height file.height attachment.height | 1920 | 2880 | 120
version.size_bytes release.size_bytes app_version.size_bytes | 24000000 | 180000000 | 100000
room_type.size_m2 hotel_room.size_m2 room.size_m2 suite.size_m2 room.area_m2 | 16 | 48 | 1
daily_rate.price rate.price room_rate.price rate_plan.price hotel_rate.price room_type.price room_type.rate | 89 | 219 | 1
daily_rate.available rate.available room_type.available allotment rooms_left | 0 | 14 | 1
reservation.total booking.total stay.total folio.balance | 180 | 1240 | 5
reservation.adults booking.adults stay.adults disc disc_number | 1 | 2 | 1
city_tax tourist_tax                                   | 4 | 24 | 1
amenity.price amenities.price extra.price              | 5 | 35 | 1
loyalty_points.points guest.points member.points appraisal.value valuation.value member.miles points_balance loyalty_points | 400 | 24000 | 100
building.area_m2 building.gross_area_m2 gross_area_m2 gross_area gross_floor_area | 2400 | 28000 | 100
space.area_m2                                          | 18 | 240 | 2
lamp_hours flight_hours total_hours service_hours burning_hours running_hours operating_hours engine_hours | 1200 | 18000 | 50
interval_seconds sampling_interval_seconds interval_s  | 30 | 600 | 30
samples sample_count                                   | 1380 | 1440 | 1
quality signal_quality data_quality                    | 92 | 100 | 1
reading.value sensor.last_value last_value alarm.value daily_stat.avg stat.avg measurement.value | 19 | 25 | 0.1 | wave
daily_stat.min stat.min threshold.low thresholds.low   | 15 | 19 | 0.1
daily_stat.max stat.max threshold.high thresholds.high | 25 | 29 | 0.1
prescription.repeats repeats refills                   | 0 | 5 | 1
appointment.duration_minutes consultation.duration_minutes payment_terms_days credit_days net_days payment_days | 15 | 60 | 15
time_control                                           | 5 | 90 | 5
paddle paddle_number                                   | 101 | 480 | 1
lot.number auction_lot.number                          | 1 | 180 | 1
auction_lot.low_estimate auction_lot.reserve auction_lot.hammer_price bid_lot.low_estimate bid_lot.reserve bid_lot.hammer_price auction_bid.amount lot_bid.amount | 400 | 9000 | 100
washes wash_count                                      | 4 | 90 | 1
pooled_from                                            | 4 | 6 | 1
yield_e9                                               | 240 | 360 | 10
study.target                                           | 120 | 600 | 20
places course.places class.places                      | 6 | 14 | 1
dwellings                                              | 2 | 40 | 1
parking_places                                         | 4 | 60 | 2
permit.estimated_cost building_permit.estimated_cost   | 80000 | 900000 | 5000
households                                             | 20 | 400 | 5
needed volunteers_needed                               | 2 | 8 | 1
availability_percent uptime_percent                    | 95 | 99.5 | 0.5
vessel.length_m fishing_vessel.length_m                | 9 | 42 | 0.5
total_allowable_kg allowable_kg                        | 40000 | 900000 | 5000
quota.kg quota_transfer.kg                             | 2000 | 24000 | 100
used_kg                                                | 200 | 1900 | 50
catch.kg landing.kg                                    | 60 | 1800 | 10
price_per_kg price_per_litre price_per_liter advance_per_kg cost_per_kg | 2 | 14 | 0.2
escaped                                                | 0 | 1 | 1
max_players                                            | 4 | 8 | 1
finish_s finish_seconds                                | 2100 | 3590 | 1
voucher.value gift_card.value                          | 20 | 100 | 10
streams stream_count                                   | 1200 | 240000 | 100
desk music_desk period lesson_period semester          | 1 | 8 | 1
bar bar_number                                         | 4 | 180 | 1
movements.minutes movement.minutes                     | 4 | 14 | 1
work.minutes composition.minutes                       | 22 | 58 | 1
part.condition equipment.condition level priority quantity qty amount_ordered pieces bedrooms rooms number_of_rooms room_count severity difficulty impact | 1 | 5 | 1
rating_entry.value player.rating elo elo_rating peak_rating fide_rating | 1480 | 2340 | 1
rent_entry.charge rent_entry.payment weekly_rent       | 95 | 240 | 5
minimum_guarantee                                      | 2000 | 40000 | 500
recouped recouped_so_far                               | 400 | 1900 | 50
moves_done                                             | 40 | 320 | 5
word_rate job.rate rate_per_word                       | 0.08 | 0.22 | 0.01
role.minutes_on_stage minutes_on_stage                 | 12 | 90 | 2
stage_contract.fee casting.fee                         | 1200 | 9000 | 100
performance.capacity                                   | 680 | 1240 | 20
units packages pallets boxes copies deed.pages contract.pages report.pages document.pages letter.pages table table_number board lane | 1 | 24 | 1
rating stars star_rating grade_points                  | 1 | 5 | 0.5
score                                                  | 40 | 100 | 1
age                                                    | 18 | 75 | 1
pet.age animal.age dog.age cat.age child.age pupil.age | 3 | 12 | 1
age_from min_age minimum_age age_limit                 | 6 | 18 | 2
year model_year award.year                             | 2016 | 2025 | 1
birth_year year_of_birth born                          | 1948 | 2004 | 1
composer.born playwright.born                          | 1756 | 1890 | 1
died death_year                                        | 1805 | 2023 | 1
snow_report.temperature ski.temperature slope.temperature | -12 | 1 | 0.5 | wave
prize prize_money                                      | 500 | 5000 | 100
founded founded_year year_founded established year_built built construction_year | 1890 | 2015 | 1
exp_year expiry_year card_expiry_year                  | 2027 | 2031 | 1
publication_year published_year year_published release_year vintage book.year title.year movie.year film.year | 1986 | 2024 | 1
from_year start_year since_year                        | 2008 | 2016 | 1
to_year end_year until_year                            | 2017 | 2024 | 1
month exp_month expiry_month page page_number          | 1 | 12 | 1
day day_of_month                                       | 1 | 28 | 1
week week_number calendar_week                         | 1 | 52 | 1
weekday day_of_week                                    | 1 | 7 | 1
hour                                                   | 8 | 19 | 1
minute                                                 | 0 | 59 | 1
grade school_grade floor storey storeys floors weeks guests party_size people persons players adults household.size family.size max_guests covers passengers | 1 | 6 | 1
points                                                 | 1 | 10 | 1
credits credit_points ects                             | 2 | 10 | 1
seat seat_no seat_number                               | 1 | 40 | 1
row row_number tier bay                                | 1 | 20 | 1
pages page_count number_of_pages                       | 96 | 480 | 4
words word_count                                       | 400 | 4800 | 50
read_time reading_time                                 | 3 | 14 | 1
chapters chapter_count lines_count                     | 5 | 30 | 1
position rank place_in_list sort_order sequence order_index ordinal seed line_no line_number no step_number item_number | 1 | 12 | 1
round round_number lap nights                          | 1 | 9 | 1
percent percentage pct humidity_percent fill_percent progress completion occupancy | 5 | 95 | 1
discount_percent discount_rate discount_percentage markdown | 5 | 30 | 5
tax_rate vat_rate vat_percent tax_percent              | 5 | 20 | 1
hysteresis deadband                                    | 0.5 | 2 | 0.5
sensor_type.accuracy sensor.accuracy                   | 0.1 | 2 | 0.1
exchange_rate.rate fx_rate.rate exchange_rate fx_rate  | 0.8 | 1.3 | 0.0001
gross gross_amount                                     | 200 | 2400 | 0.5
interest_rate apr                                      | 1.5 | 6 | 0.05
commission commission_rate commission_percent          | 2 | 15 | 0.5
pay_rate wage_rate hourly_pay desired_rate             | 16 | 32 | 0.5
bill_rate charge_rate billing_rate                     | 34 | 58 | 0.5
pressure_bar tank_pressure                             | 0.8 | 2.4 | 0.1 | wave
original_gravity                                       | 1.044 | 1.068 | 0.002
final_gravity                                          | 1.008 | 1.016 | 0.001
ceiling_height_m ceiling_height                        | 2.4 | 4.2 | 0.1
ibu                                                    | 12 | 64 | 2
ebc                                                    | 6 | 48 | 2
beer.abv batch.actual_abv                              | 3.8 | 7.2 | 0.2
formed_in formed formed_year                           | 1995 | 2019 | 1
sample_rate_hz                                         | 44100 | 88200 | 44100
sample_rate_khz                                        | 44.1 | 88.2 | 44.1
bit_depth                                              | 16 | 32 | 8
rate ratio share conversion_rate success_rate failure_rate error_rate win_rate hit_rate pass_rate completion_rate acceptance_rate approval_rate rejection_rate retention_rate churn_rate response_rate attendance_rate occupancy_rate escape_rate fill_rate return_rate renewal_rate use_share fraction probability confidence | 0 | 1 | 0.01
hourly_rate rate_per_hour wage shift.rate line.rate invoice_line.rate time_entry.rate | 18 | 65 | 0.5
day_rate daily_rate                                    | 60 | 480 | 5
latitude lat                                           | 45.45 | 45.65 | 0.0001
longitude lng lon long                                 | -122.75 | -122.55 | 0.0001
altitude elevation altitude_m elevation_m              | 20 | 900 | 1
accuracy                                               | 3 | 25 | 1
bearing azimuth heading course_over_ground wind_direction | 0 | 359 | 1
temperature celsius temp temp_c temperature_c degrees room_temperature air_temperature outside_temperature | 16 | 27 | 0.1 | wave
fahrenheit temp_f temperature_f                        | 61 | 80 | 0.1 | wave
body_temperature body_temp body_temp_c patient.temperature vital.temperature visit.temperature | 36.2 | 38.4 | 0.1
cold_room.target_celsius cold_room.celsius cold_room.temperature cold_room.target_temperature fridge.celsius fridge.temperature fridge.target_c fridge_reading.celsius cold_store.temperature | 2 | 6 | 0.1 | wave
reefer.setpoint_c reefer.temperature reefer.warmest setpoint_c | -22 | -16 | 0.5 | wave
setpoint target_temperature                            | 18 | 23 | 0.5
gearbox_temp oil_temperature bearing_temperature       | 48 | 68 | 0.5 | wave
cpu_temperature                                        | 45 | 72 | 0.5 | wave
humidity relative_humidity                             | 35 | 65 | 1 | wave
pressure air_pressure barometric_pressure pressure_hpa | 990 | 1030 | 1 | wave
tire_pressure tyre_pressure                            | 2.1 | 2.6 | 0.1
co2 co2_ppm                                            | 420 | 980 | 5 | wave
lux brightness illuminance                             | 120 | 900 | 10 | wave
noise decibel db noise_level                           | 38 | 72 | 1 | wave
ph ph_value                                            | 6.6 | 7.8 | 0.1 | wave
wind wind_speed wind_ms speed_ms                       | 2 | 14 | 0.1 | wave
speed speed_kmh velocity                               | 20 | 110 | 1 | wave
vessel.speed ship.speed position.speed speed_knots     | 6 | 19 | 0.1 | wave
rotor_rpm                                              | 7 | 15 | 0.1 | wave
rpm engine_rpm                                         | 900 | 3200 | 50 | wave
power power_kw output_kw                               | 120 | 1900 | 10 | wave
turbine.rated_kw rated_kw installed_kw                 | 2000 | 5600 | 100
horsepower hp power_hp                                 | 75 | 280 | 5
engine.kw kw                                           | 80 | 900 | 10
kwh consumption energy energy_kwh                      | 4 | 42 | 0.1 | wave
kv                                                     | 20 | 110 | 10
voltage volts volt                                     | 228 | 233 | 0.1 | wave
current ampere amps                                    | 1 | 14 | 0.1 | wave
frequency_hz hertz                                     | 49.9 | 50.1 | 0.01 | wave
battery_v battery_volts battery_voltage                | 3.4 | 4.1 | 0.01 | wave
battery battery_level battery_percent charge_level     | 22 | 98 | 1 | wave
signal rssi signal_strength                            | -92 | -48 | 1 | wave
cpu cpu_usage cpu_percent memory_usage load_percent disk_usage | 8 | 88 | 1 | wave
tank_level water_level fill_level fill level.fill load | 20 | 90 | 1 | wave
heart_rate pulse bpm pulse_rate                        | 58 | 92 | 1 | wave
systolic systolic_bp blood_pressure_systolic           | 108 | 142 | 1 | wave
diastolic diastolic_bp blood_pressure_diastolic        | 66 | 90 | 1 | wave
spo2 oxygen_saturation                                 | 94 | 99 | 1 | wave
respiratory_rate                                       | 12 | 18 | 1 | wave
glucose blood_glucose                                  | 4.1 | 7.8 | 0.1 | wave
bmi                                                    | 19 | 31 | 0.1
haemoglobin hemoglobin                                 | 12.4 | 16.2 | 0.1
haematocrit hematocrit                                 | 0.38 | 0.48 | 0.01
steps step_count                                       | 2400 | 12800 | 10
calories kcal energy_kcal                              | 120 | 780 | 10
protein protein_g fat fat_g carbs carbohydrates sugar fiber salt | 1 | 45 | 0.5
dose_mg mg dosage_mg strength_mg                       | 5 | 500 | 5
volume_ml ml                                           | 50 | 500 | 10
litres liters volume volume_l capacity_l water_l fuel_l fine penalty infringement.fine | 20 | 240 | 5
tank_size tank_capacity                                | 40 | 80 | 5
deliverable.size_gb file.size_gb dataset.size_gb export.size_gb weight weight_kg kg mass net_weight gross_weight miles | 1 | 30 | 0.1
@people.weight @people.weight_kg @people.body_weight   | 52 | 96 | 0.5
@animals.weight @animals.weight_kg                     | 3 | 34 | 0.1
@vehicles.weight @vehicles.weight_kg                   | 1100 | 2400 | 10
birth_weight newborn.weight                            | 2.6 | 4.2 | 0.01
grams weight_g gram net_weight_g                       | 50 | 900 | 10
tonnes weight_t load_t tons payload_t                  | 2 | 28 | 0.1
payload_kg max_load_kg payload capacity_kg load_capacity | 500 | 12000 | 100
truck.gross_kg tour.gross_kg weighing.gross_kg unloading.gross_kg load.gross_kg delivery.gross_kg freight.gross_kg | 8000 | 26000 | 100
truck.tare_kg tour.tare_kg weighing.tare_kg unloading.tare_kg load.tare_kg delivery.tare_kg freight.tare_kg trailer.tare_kg container.tare_kg | 2200 | 4200 | 50 ; wagon.tare_kg railcar.tare_kg | 19500 | 27500 | 100
truck.net_kg tour.net_kg weighing.net_kg unloading.net_kg load.net_kg delivery.net_kg freight.net_kg landed_kg received_kg collected_kg caught_kg stock_kg quota_kg | 200 | 7500 | 10
gross_kg                                               | 22 | 60 | 0.5
tare_kg                                                | 1 | 6 | 0.5
net_kg                                                 | 12 | 21 | 0.5
operating_weight gross_vehicle_weight machine_weight   | 1200 | 24000 | 100
grammage grammage_gsm gsm                              | 80 | 350 | 10
dose_ml                                                | 0.5 | 5 | 0.5
chest_cm waist_cm hip_cm hips_cm bust_cm               | 64 | 118 | 1
inside_leg_cm inseam_cm                                | 70 | 88 | 1
week_rate weekly_rate rate_per_week price_per_week     | 90 | 900 | 5
draft_m max_draft_m                                    | 1.2 | 6 | 0.1
guide_price estimate_low                               | 400 | 1800 | 100
estimate_high                                          | 2000 | 9000 | 100
month_rate monthly_rate rate_per_month price_per_month | 240 | 2400 | 10
height width depth length size_mm                      | 10 | 200 | 1
@people.height @people.height_cm height_cm body_height | 156 | 193 | 1
pupil.height_cm child.height_cm                        | 112 | 164 | 1
room.height ceiling_height                             | 2.4 | 3.2 | 0.1
hub_height                                             | 80 | 140 | 5
length_cm width_cm depth_cm                            | 15 | 180 | 1
length_m loa_m hull_length                             | 6 | 42 | 0.5
metres                                                 | 2 | 24 | 0.5
length_mm width_mm height_mm                           | 40 | 600 | 1
thickness_mm | 8 | 80 | 1 ; diameter_mm | 20 | 480 | 10
depth_m draught_m max_draught_m                        | 3 | 15 | 0.1
quay_length_m                                          | 120 | 420 | 10
distance distance_km km km_driven trip_km ride_km      | 2 | 48 | 0.1
mileage mileage_km odometer odometer_km car.kilometres car.kilometers vehicle.kilometres vehicle.kilometers van.kilometres truck.kilometres | 12000 | 148000 | 100
kilometers kilometres                                  | 2 | 180 | 1
area area_m2 square_meters living_area floor_area sqm  | 42 | 180 | 1
area_km2                                               | 4 | 90 | 0.5
hectares area_ha                                       | 2 | 60 | 0.5
square_feet sqft                                       | 450 | 2200 | 10
beds bed_count                                         | 40 | 320 | 10
max_occupancy sleeps max_persons max_sleeps room_type.capacity room_type.occupancy room_type.guests version revision attempts retries retry_count attempt | 1 | 4 | 1
residual_mm error_mm deviation_mm tolerance_mm days duration_days days_left notice_days | 2 | 21 | 1
hours duration_hours hours_worked crew_hours crane_hours labour_hours | 1 | 9 | 0.5
train.passengers run.passengers trip.passengers flight.passengers sailing.passengers minutes duration_minutes duration_min duration runtime length_minutes playing_time | 15 | 120 | 5
movie.runtime film.runtime movie.duration film.duration show.minutes | 84 | 148 | 1
cooking_time prep_time preparation_time                | 10 | 90 | 5
eta_minutes delay delay_minutes                        | 2 | 35 | 1
seconds duration_seconds duration_s track_length song.duration song.seconds track.seconds track.duration | 142 | 312 | 1
ad_seconds ad_slot.seconds                             | 15 | 60 | 5
response_s response_seconds                            | 180 | 720 | 10
milliseconds latency latency_ms response_time response_time_ms duration_ms elapsed_ms took_ms response_ms | 18 | 480 | 1
timeout timeout_seconds ttl                            | 30 | 3600 | 30
price unit_price list_price net_price gross_price sale_price regular_price | 5 | 250 | 0.5
ticket.price ticket_type.price screening.price concert.price | 12 | 95 | 0.5
room.price hotel_room.price room.rate price_per_night nightly_rate | 79 | 240 | 1
car.price vehicle.price                                | 14500 | 48900 | 100
house.price property.price flat.price apartment.price asking_price | 185000 | 640000 | 1000
book.price                                             | 8 | 32 | 0.5
menu_item.price dish.price                             | 6 | 24 | 0.5
course.price                                           | 90 | 780 | 10
plan.price subscription.price monthly_price monthly_fee | 5 | 49 | 1
cost unit_cost tax vat tax_amount vat_amount           | 2 | 40 | 0.5
repair.cost visit.cost total_cost labour_cost parts_cost repair_cost | 40 | 620 | 5
amount total subtotal total_amount grand_total net_amount line_total sum paid net open_amount total_price | 10 | 400 | 0.5
invoice.total invoice.amount invoice.net billed        | 120 | 2400 | 10
tip                                                    | 1 | 12 | 0.5
shipping shipping_cost shipping_fee delivery_fee delivery_cost postage shipping.cost | 3 | 12 | 0.5
discount discount_amount rebate                        | 1 | 10 | 0.5
fee service_fee booking_fee entry_fee late_fee         | 5 | 60 | 1
deposit security_deposit | 50 | 900 | 50 ; service_charge maintenance_charge condo_fee | 120 | 420 | 5
credit_limit limit                                     | 1000 | 10000 | 500
salary annual_salary base_salary income yearly_income  | 38000 | 92000 | 500
monthly_salary gross_pay net_pay                       | 2600 | 6400 | 50
rent monthly_rent                                      | 640 | 1850 | 10
budget                                                 | 5000 | 80000 | 500
revenue turnover sales revenue_last_30_days takings    | 2400 | 48000 | 100
spent spend total_spent estimated_cost bid_amount bid.amount hammer_price reserve low_estimate | 80 | 3600 | 20
donation.amount donation.value gift.amount             | 10 | 250 | 5
fare ticket_fare                                       | 8 | 90 | 0.5
premium insurance_premium                              | 18 | 140 | 1
loan.amount principal loan_amount mortgage_amount      | 5000 | 180000 | 500
transaction.amount transfer.amount payment.amount      | 10 | 900 | 0.5
price_cents amount_cents cents total_cents             | 500 | 25000 | 50
capacity max_participants max_attendees                | 10 | 200 | 5
seats seat_count seats_total                           | 20 | 180 | 10
seats_available places_left seats_left free_places free free_seats | 0 | 20 | 1
stock in_stock stock_level on_hand available units_in_stock quantity_on_hand inventory_count | 4 | 120 | 1
reorder_level reorder_point reorder_at min_stock safety_stock minimum_stock | 5 | 20 | 5
likes upvotes reactions shares retweets                | 0 | 300 | 1
followers follower_count subscriber_count              | 40 | 5200 | 10
views view_count downloads impressions plays hits play_count | 50 | 5000 | 10
clicks                                                 | 5 | 400 | 1
comments comment_count replies review_count rating_count | 0 | 40 | 1
failures error_count errors blocked seats_blocked places_blocked | 0 | 6 | 1
wins losses draws games_played                         | 2 | 28 | 1
jersey_number shirt_number squad_number                | 1 | 23 | 1
employees employee_count headcount head_count staff_count number_of_employees | 8 | 480 | 1
population                                             | 12000 | 640000 | 100
og og_measured original_gravity                        | 1.042 | 1.068 | 0.001
fg fg_measured final_gravity brew.gravity measurement.gravity | 1.008 | 1.016 | 0.001
keg.litres keg.deposit cask.litres crate.deposit       | 20 | 50 | 10
alpha_acid_percent alpha_acid                          | 4 | 14 | 0.1
yield_percent efficiency_percent                       | 72 | 92 | 1
newborn.weight_g newborn.birth_weight_g baby.weight_g infant.weight_g child_visit.weight_g | 2600 | 4200 | 10
newborn.length_cm baby.length_cm infant.length_cm | 46 | 54 | 1
head_circumference_cm newborn.head_cm | 33 | 37 | 0.5
apgar apgar_1 apgar_5 apgar_10 apgar_score | 7 | 10 | 1
gestation_weeks weeks_pregnant gestational_age_weeks | 9 | 39 | 1
fundal_height_cm | 12 | 36 | 1
day_after_birth days_old | 1 | 10 | 1
gravida para parity | 0 | 3 | 1
hints_used hints | 0 | 4 | 1
time_left_seconds seconds_left | 60 | 1200 | 10
slot.price_per_player price_per_player price_per_person per_person | 18 | 45 | 1
spare_count spares | 0 | 4 | 1
booking.deposit table_booking.deposit room_booking.deposit | 20 | 80 | 10
hourly_wage wage_per_hour | 14 | 24 | 0.5
gauge_mm track_gauge_mm                                | 1000 | 1435 | 435
capacity_mah battery_mah                               | 3800 | 8000 | 100
drone.altitude_m mission.altitude_m flight.altitude_m flight.max_height_m flight_height_m mission.height_m | 40 | 120 | 5
gsd_cm ground_resolution_cm                            | 1 | 4 | 0.1
easting                                                | 541000 | 548000 | 0.01
northing                                               | 5150000 | 5160000 | 0.01
flight.photos mission.photos survey.photos image_count picture_count photo_count frames | 40 | 600 | 10
cattle.weight_kg cattle.weight cow.weight_kg bull.weight_kg horse.weight_kg horse.weight | 320 | 680 | 5
pence_per_kg                                           | 190 | 420 | 5
visit.pupils group.pupils trip.pupils excursion.pupils class.pupils class_size | 12 | 28 | 1
screening_booking.total show_booking.total event_booking.total class_booking.total course_booking.total tour_booking.total session_booking.total table_booking.total | 12 | 96 | 0.5
hours_per_week weekly_hours week_hours care_hours contract_hours | 20 | 40 | 1
best_marathon marathon_seconds marathon_pb best_marathon_seconds | 10900 | 17400 | 1
gun_seconds net_seconds goal_seconds chip_seconds race_seconds slowest_seconds qualifying_seconds | 3300 | 7400 | 1
port                                                   | 1024 | 49151 | 1
status_code http_status response_status status response_code | 200 | 200 | 1
bytes size_bytes file_size filesize byte_count content_length size_in_bytes file.size document.size attachment.size image.size upload.size | 4000 | 4800000 | 100
size_kb kilobytes kb                                   | 12 | 4800 | 1
size_mb megabytes mb memory_mb                         | 1 | 512 | 1
size_gb gigabytes gb disk_gb storage_gb ram_gb memory_gb | 8 | 512 | 8
bitrate bitrate_kbps kbps                              | 128 | 320 | 32
mbps bandwidth                                         | 20 | 500 | 10
image.width photo.width video.width picture.width width_px | 800 | 4000 | 100
image.height photo.height video.height picture.height height_px | 600 | 3000 | 100
iso | 100 | 1600 | 100 ; fps | 24 | 60 | 6 ; servings portions | 2 | 6 | 1
ski.length_cm                                          | 150 | 185 | 1
snowboard.length_cm                                    | 140 | 165 | 1
snow_depth depth_cm | 20 | 180 | 5 ; binding_din | 4 | 9 | 0.5
crane.reach_rows                                       | 13 | 24 | 1
teu teu_capacity                                       | 900 | 18000 | 100
abv alcohol alcohol_percent                            | 4.5 | 14 | 0.5
premium_points experience_points xp                    | 50 | 2400 | 10
years_of_experience experience years_experience | 2 | 24 | 1 ; gpa | 2.4 | 4 | 0.1
count number_of total_count                            | 0 | 60 | 1
megawatts | 8 | 160 | 2 ; megawatt_hours | 2 | 48 | 0.5 ; years | 2 | 25 | 1
pitch                                                  | 0 | 24 | 0.5 | wave
"""
_PRICED = ("price", "rate", "cost")
_GROUPS = {"@people": _PEOPLE.split(), "@animals": _ANIMALS.split(), "@vehicles": _VEHICLES.split()}


def _rows() -> dict[str, Measure]:
    rows: dict[str, Measure] = {}
    for line in _TABLE.strip().replace(";", "\n").splitlines():
        names, low, high, step, *more = (part.strip() for part in line.split("|"))
        measure = Measure(float(low), float(high), float(step), bool(more))
        for name in names.split():
            group, _, field = name.partition(".")
            for key in [f"{entity}.{field}" for entity in _GROUPS.get(group, ())] or [name]:
                rows.setdefault(key, measure)
    for name, measure in [*rows.items()]:  # what price_per_kg is, kg_price is
        head, _, unit = name.partition("_per_")
        if unit and head in _PRICED:
            rows.setdefault(f"{unit}_{head}", measure)
    return rows


MEASURES = _rows()
