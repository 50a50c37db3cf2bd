"""Activity stream: one document for each user and day (F18)."""

from tests.compiler.library import built

ELEMENT = {
    "activities[].timestamp:date",
    "activities[].action:string",
    "activities[].device:string",
    "activities[].product_id:objectId",
    "activities[].quantity:int",
}


def test_f18_a_day_of_a_user_is_one_document() -> None:
    plan = built("activity_stream")
    assert plan.chosen("activities") == ("B4", "BUCKET_TIME")
    shape = plan.shape("user_activity")
    assert {leaf for leaf in shape if not leaf.startswith("metrics.")} == ELEMENT | {
        "_id.user_id:objectId",
        "_id.date:date",
        "user_name:string",
    }
    assert "metrics.total_activities:int" in shape
    assert any(leaf.startswith("metrics.unique_actions") for leaf in shape)


def test_f18_the_alternatives_are_named() -> None:
    rejected = built("activity_stream").rejected("activities")
    assert rejected["EMBED_ARRAY"] == "G1"
    assert {"TIME_SERIES", "PARENT_REF"} <= rejected.keys()


def test_f18_the_primary_key_serves_ranges_of_days() -> None:
    assert built("activity_stream").indexes("user_activity") == set()


def test_f18_tracking_is_one_upsert() -> None:
    adds = [
        s
        for s in built("activity_stream").statements(op="updateOne", collection="user_activity")
        if s["purpose"] in ("add", "insert")
    ]
    assert [s["recipe"] for s in adds] == ["activities.add", "track"], (
        "one update each, with what follows from it"
    )
    assert all(s["options"] == {"upsert": True} and set(s["filter"]) == {"_id"} for s in adds)
    first, counted = adds[0]["update"]
    assert {"user_name", "activities", "metrics.total_activities"} < set(first["$set"])
    assert set(counted["$set"]) == {"metrics.session_count"}


def test_f18_a_range_of_days_is_read_on_the_whole_key() -> None:
    reads = [
        s
        for s in built("activity_stream").statements(op="find", collection="user_activity")
        if "_id" in (s["filter"] or {})
    ]
    assert any(
        {"$gte", "$lt"} <= set(s["filter"]["_id"]) or {"$gte", "$lte"} <= set(s["filter"]["_id"])
        for s in reads
    )


def test_f18_the_examples_stay_within_their_day() -> None:
    plan = built("activity_stream")
    users = {user["_id"]: user["name"] for user in plan.documents("users")}
    for bucket in plan.documents("user_activity"):
        day = bucket["_id"]["date"]
        assert (day.hour, day.minute, day.second) == (0, 0, 0)
        assert all(item["timestamp"].date() == day.date() for item in bucket["activities"])
        assert bucket["user_name"] == users[bucket["_id"]["user_id"]]
