"""What a server refuses, each case with the page of MongoDB's manual (or its error codes) that says so.

``things`` is a collection with the document THING alone. Each case is one statement that a server refuses with this
code and these words, and leaves the documents as they were; ``instead``, where given, is one close to it that a server
takes.
"""

from __future__ import annotations

from typing import NamedTuple

THING = """{
  _id: 1, name: "a", n: 5, none: null, tags: ["x", "y"], address: { city: "B" },
  items: [{ sku: "p", n: 1, sizes: [1] }, { sku: "q", n: 2 }]
}"""
BY_DRIVER = None
"""The code of what the driver refuses before anything is sent."""


class Refusal(NamedTuple):
    """A statement that a server refuses. before: what is done first. server: the version that refuses it, where
    others take it."""

    name: str
    section: str
    code: int | None
    words: str
    statement: str
    instead: str = ""
    before: str = ""
    server: str = ""

    @property
    def is_sharded(self) -> bool:
        """Whether only a sharded cluster refuses it."""
        return "shardCollection" in self.before


def _update(change: str, filter: str = "{ _id: 1 }", options: str = "") -> str:
    return f"things.updateOne({filter}, {change}{', ' + options if options else ''})"


def _filters(filters: str) -> str:
    return f"{{ arrayFilters: [{filters}] }}"


_CREATE = 'db.getSiblingDB("nestlink_refusals").createCollection'
_SCHEMA = (
    '{ $jsonSchema: { bsonType: "object", required: ["name"], properties: { '
    'name: { bsonType: "string", maxLength: 5 }, n: { bsonType: "int", minimum: 0 }, when: { bsonType: "date" } } } }'
)
_VALIDATED = (
    f'database.runCommand({{ collMod: things.getName(), validator: {_SCHEMA}, validationAction: "error" }})'
)
_TWO = 'things.insertOne({ _id: 2, name: "b", tags: ["z"] })'

ARRAYS = [
    Refusal(
        "push to a text", "$push", 2, "must be an array but is of type string",
        _update('{ $push: { name: "x" } }'), _update('{ $push: { tags: "z" } }'),
    ),
    Refusal("push to null", "$push", 2, "must be an array but is of type null",
            _update('{ $push: { none: "x" } }'), _update('{ $push: { absent: "z" } }')),
    Refusal("push to an object", "$push", 2, "must be an array but is of type object",
            _update('{ $push: { address: "x" } }')),
    Refusal("push of a clause that is not there", "$push", 2, "Unrecognized clause in $push: $last",
            _update('{ $push: { tags: { $each: ["z"], $last: 1 } } }'),
            _update('{ $push: { tags: { $each: ["z"], $slice: -2, $sort: 1 } } }')),
    Refusal("push of each of no list", "$each", 2, "The argument to $each in $push must be an array",
            _update('{ $push: { tags: { $each: "z" } } }')),
    Refusal("push to a field of all elements that is no array", "$push", 2, "must be an array but is of type string",
            _update('{ $push: { "items.$[].sku": "x" } }'), _update('{ $push: { "items.$[].sizes": 2 } }')),
    Refusal("add to a set that is a number", "$addToSet", 2, "Cannot apply $addToSet to non-array field",
            _update("{ $addToSet: { n: 1 } }"), _update('{ $addToSet: { tags: "x" } }')),
    Refusal("add each of no list to a set", "$addToSet", 14, "The argument to $each in $addToSet must be an array",
            _update("{ $addToSet: { tags: { $each: 1 } } }"), _update("{ $addToSet: { tags: { $each: [1] } } }")),
    Refusal("pull from a text", "$pull", 2, "Cannot apply $pull to a non-array value",
            _update('{ $pull: { name: "a" } }'), _update('{ $pull: { absent: "a" } }')),
    Refusal("pull all from an object", "$pullAll", 2, "Cannot apply $pull to a non-array value",
            _update('{ $pullAll: { address: ["a"] } }'), _update('{ $pullAll: { tags: ["x"] } }')),
    Refusal("pull all of no list", "$pullAll", 2, "$pullAll requires an array argument",
            _update('{ $pullAll: { tags: "x" } }')),
    Refusal("pop from a number", "$pop", 14, "contains an element of non-array type 'int'",
            _update("{ $pop: { n: 1 } }"), _update("{ $pop: { tags: 1 } }")),
    Refusal("pop two", "$pop", 9, "$pop expects 1 or -1", _update("{ $pop: { tags: 2 } }")),
    Refusal("all elements of what is absent", "$[]", 2, "must exist in the document in order to apply array updates",
            _update('{ $set: { "absent.$[].n": 1 } }'), _update('{ $set: { "items.$[].n": 1 } }')),
    Refusal("all elements of a text", "$[]", 2, "Cannot apply array updates to non-array element name",
            _update('{ $set: { "name.$[]": 1 } }'), _update('{ $set: { "tags.$[]": 1 } }')),
    Refusal("all elements of null", "$[]", 2, "Cannot apply array updates to non-array element none",
            _update('{ $set: { "none.$[].n": 1 } }')),
    Refusal("elements of an array that one element lacks", "$[]", 2, "must exist in the document",
            _update('{ $inc: { "items.$[].sizes.$[]": 1 } }'),
            _update('{ $inc: { "items.$[i].sizes.$[]": 1 } }', options=_filters('{ "i.sku": "p" }'))),
    Refusal("elements by a filter in what is absent", "$[<identifier>]", 2, "must exist in the document",
            _update('{ $set: { "absent.$[i].n": 1 } }', options=_filters('{ "i.n": 1 }'))),
    Refusal("an array filter that nothing uses", "$[<identifier>]", 9, "was not used in the update",
            _update("{ $set: { n: 1 } }", options=_filters('{ "i.n": 1 }')),
            _update('{ $set: { "items.$[i].n": 9 } }', options=_filters('{ "i.n": 1 }'))),
    Refusal("an array filter that nothing uses, where no document is met", "$[<identifier>]", 9, "was not used in the update",
            _update("{ $set: { n: 1 } }", "{ _id: 7 }", _filters('{ "i.n": 1 }'))),
    Refusal("no array filter of that name", "$[<identifier>]", 2, "No array filter found for identifier 'i'",
            _update('{ $set: { "items.$[i].n": 1 } }')),
    Refusal("two array filters of one name", "$[<identifier>]", 9, "Found multiple array filters with the same top-level field name",
            _update('{ $set: { "items.$[i].n": 1 } }', options=_filters('{ "i.n": 1 }, { "i.sku": "p" }')),
            _update('{ $set: { "items.$[i].n": 1 } }', options=_filters('{ "i.n": 1, "i.sku": "p" }'))),
    Refusal("an array filter of two names", "$[<identifier>]", 9, "Expected a single top-level field name",
            _update('{ $set: { "items.$[i].n": 1 } }', options=_filters('{ "i.n": 1, "j.n": 1 }')),
            _update('{ $set: { "items.$[i].n": 1 } }', options=_filters('{ $or: [{ "i.n": 1 }, { "i.n": 2 }] }'))),
    Refusal("a name with a capital", "$[<identifier>]", 2, "beginning with a lowercase letter",
            _update('{ $set: { "items.$[Item].n": 1 } }', options=_filters('{ "Item.n": 1 }'))),
    Refusal("array filters beside a pipeline", "$[<identifier>]", 9, "arrayFilters may not be specified",
            _update("[{ $set: { n: 1 } }]", options=_filters('{ "i.n": 1 }'))),
    Refusal("a place without a match in the filter", "$ (update)", 2, "The positional operator did not find the match needed",
            _update('{ $set: { "items.$.n": 1 } }'), _update('{ $set: { "items.$.n": 1 } }', '{ _id: 1, "items.sku": "q" }')),
    Refusal("a place by what elements are not", "$ (update)", 2, "The positional operator did not find the match needed",
            _update('{ $set: { "tags.$": 1 } }', '{ _id: 1, tags: { $ne: "z" } }'),
            _update('{ $set: { "tags.$": 1 } }', '{ $and: [{ _id: 1 }, { tags: "y" }] }')),
    Refusal("two places in one path", "$ (update)", 2, "Too many positional",
            _update('{ $set: { "items.$.sizes.$": 1 } }', '{ "items.sizes": 1 }')),
]  # fmt: skip

PATHS = [
    Refusal("one path by two operators", "Update Operators", 40, "would create a conflict at 'n'",
            _update("{ $set: { n: 1 }, $inc: { n: 1 } }"), _update("{ $set: { n: 1 }, $inc: { m: 1 } }")),
    Refusal("a path and what lies in it", "Update Operators", 40, "would create a conflict at 'address'",
            _update('{ $set: { address: {}, "address.city": "C" } }'),
            _update('{ $set: { "address.zip": 1, "address.city": "C" } }')),
    Refusal("an array's push and pull at once", "Update Operators", 40, "would create a conflict at 'tags'",
            _update('{ $push: { tags: "z" }, $pull: { tags: "x" } }')),
    Refusal("a path that is set and set on insert", "$setOnInsert", 40, "would create a conflict at 'n'",
            _update("{ $set: { n: 1 }, $setOnInsert: { n: 2 } }", options="{ upsert: true }")),
    Refusal("the element and its field", "Update Operators", 40, "would create a conflict at 'items.$[i]'",
            _update('{ $set: { "items.$[i]": {}, "items.$[i].n": 1 } }', options=_filters('{ "i.n": 1 }'))),
    Refusal("another _id", "$set", 66, "would modify the immutable field '_id'",
            _update("{ $set: { _id: 2 } }"), _update("{ $set: { _id: 1, n: 1 } }")),
    Refusal("no _id", "$unset", 66, "would modify the immutable field '_id'", _update('{ $unset: { _id: "" } }')),
    Refusal("another _id by a pipeline", "Updates with Aggregation Pipeline", 66, "the (immutable) field '_id' was found to have been altered",
            _update("[{ $set: { _id: 2 } }]"), _update("[{ $set: { n: { $add: ['$n', 1] } } }]")),
    Refusal("a field of a text", "Update Operators", 28, "Cannot create field 'x' in element {name:",
            _update('{ $set: { "name.x": 1 } }'), _update('{ $set: { "absent.x": 1 } }')),
    Refusal("a field of null", "Update Operators", 28, "Cannot create field 'x' in element {none:",
            _update('{ $set: { "none.x": 1 } }')),
    Refusal("a field of an array", "Update Operators", 28, "Cannot create field 'n' in element {items:",
            _update('{ $set: { "items.n": 1 } }'), _update('{ $set: { "items.0.n": 7 } }')),
    Refusal("a push into a text", "$push", 28, "Cannot create field 'x' in element {name:", _update('{ $push: { "name.x": 1 } }')),
    Refusal("a count in a text", "$inc", 28, "Cannot create field 'x' in element {name:",
            _update('{ $inc: { "name.x": 1 } }'), _update('{ $unset: { "name.x": 1 } }')),
    Refusal("a pull through an array", "$pull", 28, "to traverse the element",
            _update('{ $pull: { "items.sizes": 1 } }'), _update('{ $pull: { "items.0.sizes": 1 } }')),
    Refusal("a rename out of an element", "$rename", 2, "The source field cannot be an array element",
            _update('{ $rename: { "items.0.n": "m" } }'), _update('{ $rename: { n: "m" } }')),
    Refusal("a rename into an element", "$rename", 2, "The destination field cannot be an array element",
            _update('{ $rename: { n: "items.0.m" } }'), _update('{ $rename: { n: "address.m" } }')),
    Refusal("a rename out of all elements", "$rename", 28, "to traverse the element ({items:",
            _update('{ $rename: { "items.n": "m" } }'), _update('{ $rename: { absent: "m" } }')),
    Refusal("a rename into a text", "$rename", 28, "Cannot create field 'm' in element {name:",
            _update('{ $rename: { n: "name.m" } }')),
    Refusal("a rename to itself", "$rename", 2, "must differ", _update('{ $rename: { n: "n" } }')),
    Refusal("an empty path", "Update Operators", 56, "An empty update path is not valid", _update('{ $set: { "": 1 } }')),
    Refusal("an empty name in a path", "Update Operators", 56, "contains an empty field name", _update('{ $set: { "a..b": 1 } }')),
]  # fmt: skip

VALUES = [
    Refusal("a text counted up", "$inc", 14, "Cannot apply $inc to a value of non-numeric type",
            _update("{ $inc: { name: 1 } }"), _update("{ $inc: { absent: 1 } }")),
    Refusal("null counted up", "$inc", 14, "of non-numeric type null", _update("{ $inc: { none: 1 } }")),
    Refusal("counted up by a text", "$inc", 14, "Cannot increment with non-numeric argument", _update('{ $inc: { n: "1" } }')),
    Refusal("counted up by null", "$inc", 14, "Cannot increment with non-numeric argument", _update("{ $inc: { n: null } }")),
    Refusal("a text multiplied", "$mul", 14, "Cannot apply $mul to a value of non-numeric type",
            _update("{ $mul: { name: 2 } }"), _update("{ $mul: { n: 2 } }")),
    Refusal("multiplied by a text", "$mul", 14, "Cannot multiply with non-numeric argument", _update('{ $mul: { n: "2" } }')),
    Refusal("$in of no list", "$in", 2, "$in needs an array", 'things.find({ n: { $in: "x" } }).toArray()',
            "things.find({ n: { $in: [] } }).toArray()"),
    Refusal("$nin of no list, in a delete", "$nin", 2, "$nin needs an array", "things.deleteMany({ n: { $nin: 5 } })"),
    Refusal("no alternatives", "$or", 2, "must be a nonempty array", "things.find({ $or: [] }).toArray()"),
    Refusal("the size of no array", "$size (expression operator)", 17124, "$size",
            "things.aggregate([{ $project: { m: { $size: '$absent' } } }]).toArray()",
            "things.aggregate([{ $project: { m: { $size: '$tags' } } }]).toArray()"),
    Refusal("in what is no array", "$in (expression operator)", 40081, "$in",
            "things.aggregate([{ $project: { m: { $in: [1, '$absent'] } } }]).toArray()",
            "things.aggregate([{ $project: { m: { $in: ['x', '$tags'] } } }]).toArray()"),
    Refusal("a sum with a text", "$add", 14, "$add",
            _update("[{ $set: { n: { $add: ['$n', '$name'] } } }]"), _update("[{ $set: { n: { $add: ['$n', '$absent'] } } }]")),
    Refusal("a map of a text", "$map", 16883, "$map",
            _update("[{ $set: { tags: { $map: { input: '$name', in: 1 } } } }]"),
            _update("[{ $set: { tags: { $map: { input: '$tags', in: 1 } } } }]")),
    Refusal("a filter of a text", "$filter", 28651, "$filter",
            _update("[{ $set: { tags: { $filter: { input: '$name', cond: true } } } }]"),
            _update("[{ $set: { tags: { $filter: { input: '$absent', cond: true } } } }]")),
    Refusal("lists and a text beside each other", "$concatArrays", 28664, "$concatArrays",
            _update("[{ $set: { tags: { $concatArrays: ['$tags', '$name'] } } }]"),
            _update("[{ $set: { tags: { $concatArrays: ['$tags', ['z']] } } }]")),
]  # fmt: skip

OPERATORS = [
    Refusal("an update operator that is not there", "Update Operators", 9, "Unknown modifier: $append",
            _update("{ $append: { tags: 1 } }")),
    Refusal("an update without operators", "db.collection.updateOne()", BY_DRIVER, "atomic operators", _update("{ n: 1 }"),
            "things.replaceOne({ _id: 1 }, { n: 1 })"),
    Refusal("a replacement with operators", "db.collection.replaceOne()", BY_DRIVER, "must not contain atomic operators",
            "things.replaceOne({ _id: 1 }, { $set: { n: 1 } })"),
    Refusal("an operator without fields", "Update Operators", 9, "Modifiers operate on fields but we found type string",
            _update('{ $set: "n" }')),
    Refusal("a stage that updates don't have", "Updates with Aggregation Pipeline", 72, "is not allowed to be used within an update",
            _update("[{ $match: { n: 1 } }]")),
    Refusal("a query operator that is not there", "Query Predicates", 2, "unknown operator: $like",
            'things.find({ name: { $like: "a" } }).toArray()', 'things.find({ name: { $regex: "a" } }).toArray()'),
    Refusal("a query operator at the top", "Query Predicates", 2, "unknown top level operator: $gt", "things.find({ $gt: 1 }).toArray()"),
    Refusal("a stage that is not there", "Aggregation Stages", 40324, "Unrecognized pipeline stage name: '$where'",
            "things.aggregate([{ $where: {} }]).toArray()"),
    Refusal("an expression that is not there", "Aggregation Operators", 168, "Unrecognized expression '$plus'",
            "things.aggregate([{ $match: { $expr: { $plus: [1, 2] } } }]).toArray()"),
    Refusal("an accumulator that is not there", "$group", 15952, "unknown group operator '$total'",
            "things.aggregate([{ $group: { _id: null, n: { $total: '$n' } } }]).toArray()"),
    Refusal("a group without accumulator", "$group", 40234, "must be an accumulator object",
            "things.aggregate([{ $group: { _id: null, n: '$n' } }]).toArray()"),
    Refusal("fields in and out", "$project", 31254, "Cannot do exclusion on field name in inclusion projection",
            "things.aggregate([{ $project: { n: 1, name: 0 } }]).toArray()",
            "things.aggregate([{ $project: { n: 1, _id: 0 } }]).toArray()"),
    Refusal("a limit of none", "$limit", 15958, "the limit must be positive", "things.aggregate([{ $limit: 0 }]).toArray()"),
    Refusal("an order of lists before 5.2", "$sortArray", 168, "Unrecognized expression '$sortArray'",
            "things.aggregate([{ $project: { t: { $sortArray: { input: '$tags', sortBy: 1 } } } }]).toArray()", server="5.0"),
    Refusal("a median before 7.0", "$median", 15952, "unknown group operator '$median'",
            "things.aggregate([{ $group: { _id: null, m: { $median: { input: '$n', method: 'approximate' } } } }]).toArray()",
            server="6.0"),
    Refusal("a merge on what is not unique", "$merge", 51183, "Cannot find index to verify that join fields will be unique",
            "things.aggregate([{ $merge: { into: things.getName(), on: 'name' } }]).toArray()",
            "things.aggregate([{ $set: { n: 2 } }, { $merge: { into: things.getName() } }]).toArray()"),
]  # fmt: skip

INDEXES = [
    Refusal("an _id that is an array", "Documents: The _id Field", 53, "The '_id' value cannot be of type array",
            "things.insertOne({ _id: [1] })", "things.insertOne({ _id: { list: [1] } })"),
    Refusal("a unique hashed index", "Hashed Indexes", 16764, "hashed indexes cannot guarantee uniqueness",
            "things.createIndex({ n: 'hashed' }, { unique: true })", "things.createIndex({ n: 'hashed' })"),
    Refusal("an _id twice", "Unique Indexes", 11000, "E11000 duplicate key error", "things.insertOne({ _id: 1 })",
            "things.insertOne({ _id: 2 })"),
    Refusal("an _id twice outside of a time series", "Time Series Limitations", 11000, "E11000", "things.insertOne({ _id: 1 })",
            "series.insertMany([{ _id: 7, at: new Date(0) }, { _id: 7, at: new Date(0) }])",
            'const other = db.getSiblingDB("nestlink_refusals"); const series = other.readings; '
            'if (!other.getCollectionInfos({ name: "readings" }).length) other.createCollection("readings", { timeseries: { timeField: "at" } })'),
    Refusal("a pattern twice", "Unique Indexes", 11000, "E11000", "things.insertOne({ _id: 3, name: /a/ })", "things.insertOne({ _id: 3, name: /b/ })",
            "things.createIndex({ name: 1 }, { unique: true }); things.insertOne({ _id: 9, name: /a/ })"),
    Refusal("a value twice", "Unique Indexes", 11000, "E11000 duplicate key error", 'things.insertOne({ _id: 3, name: "a" })',
            'things.insertOne({ _id: 3, name: "c" })', "things.createIndex({ name: 1 }, { unique: true })"),
    Refusal("a field missing twice", "Unique Indexes", 11000, "dup key: { email: null }",
            "things.insertOne({ _id: 3 })", "things.insertOne({ _id: 3, email: 1 })", "things.createIndex({ email: 1 }, { unique: true })"),
    Refusal("null beside a missing field", "Unique Indexes", 11000, "dup key: { email: null }",
            "things.insertOne({ _id: 3, email: null })", before="things.createIndex({ email: 1 }, { unique: true })"),
    Refusal("a value twice in a sparse index", "Sparse Indexes", 11000, "E11000", 'things.insertOne({ _id: 3, name: "a" })',
            "things.insertOne({ _id: 3 })",
            'things.createIndex({ name: 1 }, { unique: true, sparse: true }); things.insertOne({ _id: 9 })'),
    Refusal("a value twice among those of a filter", "Partial Indexes", 11000, "E11000",
            'things.insertOne({ _id: 3, name: "a", n: 5 })', 'things.insertOne({ _id: 3, name: "a", n: 1 })',
            "things.createIndex({ name: 1 }, { unique: true, partialFilterExpression: { n: { $gt: 3 } } })"),
    Refusal("an element that another's array has", "Multikey Indexes", 11000, "E11000",
            'things.insertOne({ _id: 3, tags: ["z", "x"] })', 'things.insertOne({ _id: 3, tags: ["z", "z"] })',
            "things.createIndex({ tags: 1 }, { unique: true })"),
    Refusal("a push of what another's array has", "Multikey Indexes", 11000, "E11000",
            'things.updateOne({ _id: 2 }, { $push: { tags: "x" } })', 'things.updateOne({ _id: 2 }, { $push: { tags: "z" } })',
            f"{_TWO}; things.createIndex({{ tags: 1 }}, {{ unique: true }})"),
    Refusal("fields of elements that another has", "Multikey Indexes", 11000, "E11000",
            'things.insertOne({ _id: 3, items: [{ sku: "q", n: 2 }] })', 'things.insertOne({ _id: 3, items: [{ sku: "p", n: 2 }] })',
            'things.createIndex({ "items.sku": 1, "items.n": 1 }, { unique: true })'),
    Refusal("a value twice but for its case", "Case-Insensitive Indexes", 11000, "E11000",
            'things.insertOne({ _id: 3, name: "A" })', before='things.createIndex({ name: 1 }, { unique: true, collation: { locale: "en", strength: 2 } })'),
    Refusal("an update to what another has", "Unique Indexes", 11000, "E11000", 'things.updateOne({ _id: 2 }, { $set: { name: "a" } })',
            'things.updateOne({ _id: 2 }, { $set: { name: "b" } })', f"{_TWO}; things.createIndex({{ name: 1 }}, {{ unique: true }})"),
    Refusal("a replacement with what another has", "Unique Indexes", 11000, "E11000", 'things.replaceOne({ _id: 2 }, { name: "a" })',
            'things.replaceOne({ _id: 2 }, { name: "c" })', f"{_TWO}; things.createIndex({{ name: 1 }}, {{ unique: true }})"),
    Refusal("an upsert of what another has", "Unique Indexes", 11000, "E11000",
            'things.updateOne({ _id: 3 }, { $set: { name: "a" } }, { upsert: true })',
            'things.updateOne({ _id: 3 }, { $set: { name: "c" } }, { upsert: true })',
            "things.createIndex({ name: 1 }, { unique: true })"),
    Refusal("a unique index on what is there twice", "Unique Indexes", 11000, "E11000",
            "things.createIndex({ name: 1 }, { unique: true })", before='things.insertOne({ _id: 3, name: "a" })'),
    Refusal("two arrays in one index", "Multikey Indexes", 171, "cannot index parallel arrays",
            'things.insertOne({ _id: 3, tags: ["v"], more: [1] })', 'things.insertOne({ _id: 3, tags: ["v"], more: 1 })',
            "things.createIndex({ tags: 1, more: 1 })"),
    Refusal("an index under another name", "db.collection.createIndex()", 85, "Index already exists with a different name",
            'things.createIndex({ n: 1 }, { name: "other" })', "things.createIndex({ n: 1 })", "things.createIndex({ n: 1 })"),
    Refusal("a name that another index has", "db.collection.createIndex()", 86, "has the same name as the requested index",
            'things.createIndex({ m: 1 }, { name: "own" })', before='things.createIndex({ n: 1 }, { name: "own" })'),
]  # fmt: skip

DOCUMENTS = [
    Refusal("an insert that the validator refuses", "Schema Validation", 121, "Document failed validation",
            "things.insertOne({ _id: 3 })", 'things.insertOne({ _id: 3, name: "c" })', _VALIDATED),
    Refusal("a text for a number", "Schema Validation", 121, "Document failed validation",
            'things.insertOne({ _id: 3, name: "c", n: "1" })', before=_VALIDATED),
    Refusal("a double for an int", "$jsonSchema", 121, "Document failed validation",
            'things.insertOne({ _id: 3, name: "c", n: Double(1) })', 'things.insertOne({ _id: 3, name: "c", n: 1 })', _VALIDATED),
    Refusal("an update that the validator refuses", "Schema Validation", 121, "Document failed validation",
            _update("{ $inc: { n: -9 } }"), _update("{ $inc: { n: -5 } }"), _VALIDATED),
    Refusal("an upsert that the validator refuses", "Schema Validation", 121, "Document failed validation",
            _update("{ $set: { n: 1 } }", "{ _id: 3 }", "{ upsert: true }"),
            _update('{ $set: { name: "c" } }', "{ _id: 3 }", "{ upsert: true }"), _VALIDATED),
    Refusal("a replacement that the validator refuses", "Schema Validation", 121, "Document failed validation",
            'things.replaceOne({ _id: 1 }, { name: "abcdef" })', 'things.replaceOne({ _id: 1 }, { name: "abcde" })', _VALIDATED),
    Refusal("a merge that the validator refuses", "Schema Validation", 121, "Document failed validation",
            'things.aggregate([{ $set: { name: "abcdef" } }, { $merge: { into: things.getName() } }]).toArray()',
            'things.aggregate([{ $set: { name: "abc" } }, { $merge: { into: things.getName() } }]).toArray()', _VALIDATED),
    Refusal("another _id by a replacement", "db.collection.replaceOne()", 66, "the (immutable) field '_id' was found to have been altered",
            "things.replaceOne({ _id: 1 }, { _id: 2 })", "things.replaceOne({ _id: 1 }, { _id: 1 })"),
    Refusal("an upsert with another _id", "db.collection.updateOne()", 66, "the immutable field '_id'",
            _update("{ $set: { _id: 4 } }", "{ _id: 3 }", "{ upsert: true }"),
            _update("{ $set: { _id: 4 } }", "{ n: 8 }", "{ upsert: true }")),
    Refusal("an upsert by a path that is there twice", "db.collection.updateOne()", 54, "is matched twice",
            _update("{ $set: { m: 1 } }", "{ $and: [{ n: 8 }, { n: 8 }] }", "{ upsert: true }"),
            _update("{ $set: { m: 1 } }", "{ $and: [{ n: 8 }, { m: 8 }] }", "{ upsert: true }")),
    Refusal("an update beyond 16 MiB", "MongoDB Limits and Thresholds: BSON Documents", 10334, "is invalid. Size must be between 0 and",
            _update('[{ $set: { large: { $concatArrays: ["$large", "$large"] } } }]'),
            before='things.updateOne({ _id: 1 }, { $set: { large: Array.from({ length: 9 }, () => "x".repeat(1024 * 1024)) } })'),
]  # fmt: skip

_BEGIN = "const session = db.getMongo().startSession(); session.startTransaction(); "
_INSIDE = _BEGIN + "const inside = session.getDatabase(database.getName()).getCollection(things.getName()); "
TRANSACTIONS = [
    Refusal("a document that another changed meanwhile", "Production Considerations: In-progress Transactions and Write Conflicts",
            112, "rite conflict",
            "inside.findOne({ _id: 2 }); things.updateOne({ _id: 1 }, { $set: { n: 6 } }); inside.updateOne({ _id: 1 }, { $inc: { n: 1 } })",
            "things.updateOne({ _id: 2 }, { $set: { n: 6 } }); inside.updateOne({ _id: 1 }, { $inc: { n: 1 } }); session.commitTransaction()",
            f"{_TWO}; {_INSIDE}"),
    Refusal("a transaction that an error has ended", "Transactions", 251, "has been aborted",
            "try { inside.insertOne({ _id: 1 }); } catch (error) {} inside.updateOne({ _id: 1 }, { $inc: { n: 1 } })",
            "inside.insertOne({ _id: 3 }); inside.updateOne({ _id: 1 }, { $inc: { n: 1 } })", _INSIDE),
    Refusal("a merge in a transaction", "Transactions and Operations", 263, "$merge",
            "inside.aggregate([{ $merge: { into: 'others' } }]).toArray()", "inside.aggregate([{ $match: {} }]).toArray()", _INSIDE),
]  # fmt: skip

_PLACES = 'things.updateOne({ _id: 1 }, { $set: { at: { lon: 9, lat: 53 } } }); things.createIndex({ at: "2dsphere" })'
_NEAR = "things.find({{ at: {{ $near: {{ $geometry: {} }} }} }}).toArray()"
_AREA = 'things.insertOne({{ _id: 2, at: {{ type: "Polygon", coordinates: [[{}]] }} }})'
PLACES = [
    Refusal("near two numbers with names", "$near", 2, "$geometry", _NEAR.format("{ lon: 9, lat: 53 }"),
            _NEAR.format('{ type: "Point", coordinates: [9, 53] }'), _PLACES),
    Refusal("near a point without an index", "$near", 291, "unable to find index for $geoNear query",
            _NEAR.format('{ type: "Point", coordinates: [9, 53] }')),
    Refusal("an object that is no place", "2dsphere Indexes", 16755, "Can't extract geo keys",
            'things.insertOne({ _id: 2, at: { street: "a", lon: 9, lat: 53 } })',
            "things.insertOne({ _id: 2, at: { lon: 9, lat: 53, street: 'a' } })", _PLACES),
    Refusal("an area that is not closed", "GeoJSON Objects", 16755, "Can't extract geo keys",
            _AREA.format("[9, 53], [9, 54], [10, 54], [10, 53]"), _AREA.format("[9, 53], [9, 54], [10, 54], [9, 53]"), _PLACES),
    Refusal("an area with the coordinates of a point", "GeoJSON Objects", 16755, "Can't extract geo keys",
            'things.insertOne({ _id: 2, at: { type: "Polygon", coordinates: [9, 53] } })', "", _PLACES),
]  # fmt: skip

_TEXT = "things.createIndex({{ name: 'text', 'items.sku': 'text' }}{})"
_GERMAN = "things.insertOne({ _id: 2, name: 'b', language: 'de-AT' })"
LANGUAGES = [
    Refusal("a text in a language that is none", "Specify the Default Language for a Text Index", 17262,
            "language override unsupported: de-AT", _GERMAN, _GERMAN.replace("de-AT", "de"), _TEXT.format("")),
    Refusal("an inner text in a language that is none", "Specify the Default Language for a Text Index", 17262,
            "language override unsupported: ger", "things.updateOne({ _id: 1 }, { $set: { 'items.0.language': 'ger' } })",
            "things.updateOne({ _id: 1 }, { $set: { 'address.language': 'ger' } })", _TEXT.format("")),
    Refusal("a text in a language that is a number", "Specify the Default Language for a Text Index", 17261,
            "non-string type", _GERMAN.replace("'de-AT'", "7"), _GERMAN.replace("'de-AT'", "7").replace("language", "lang"),
            _TEXT.format("")),
    Refusal("a language by another name", "Specify the Default Language for a Text Index", 17262,
            "language override unsupported: de-AT", _GERMAN.replace("language", "idiom"), _GERMAN,
            _TEXT.format(", { language_override: 'idiom' }")),
]  # fmt: skip

_SHARDED = 'sh.enableSharding(database.getName()); sh.shardCollection(database.getName() + "." + things.getName(), { name: 1, n: 1 })'
_JOINED = "inside.aggregate([{{ ${} }}]).toArray()"
_LOOKUP = "lookup: { from: things.getName(), localField: 'n', foreignField: 'n', as: 'same' }"
_GRAPH = "graphLookup: { from: things.getName(), startWith: '$n', connectFromField: 'n', connectToField: 'n', as: 'same' }"
SHARDED = [
    Refusal("a document found and changed on any shard", "db.collection.findOneAndUpdate(): Sharded Collections", 61,
            "Query for sharded findAndModify must contain the shard key",
            "things.findOneAndUpdate({ _id: 1 }, { $set: { m: 1 } })",
            'things.findOneAndUpdate({ _id: 1, name: "a", n: 5 }, { $set: { m: 1 } })', _SHARDED, "7.0"),
    Refusal("an update of one document on any shard", "db.collection.updateOne(): Sharded Collections", 72, "must contain an exact match on _id",
            _update("{ $set: { m: 1 } }", '{ name: "a" }'), _update("{ $set: { m: 1 } }"), _SHARDED, "7.0"),
    Refusal("a delete of one document on any shard", "db.collection.deleteOne(): Sharded Collections", 61, "must contain an exact match on _id",
            "things.deleteOne({ n: 5 })", "things.deleteOne({ _id: 1 })", _SHARDED, "7.0"),
    Refusal("an upsert on any shard", "db.collection.updateOne(): Upsert on a Sharded Collection", 61, "could not extract exact shard key",
            _update("{ $set: { m: 1 } }", '{ _id: 7, name: "b" }', "{ upsert: true }"),
            _update("{ $set: { m: 1 } }", '{ _id: 7, name: "b", n: 2 }', "{ upsert: true }"), _SHARDED, "7.0"),
    Refusal("another shard key without the present one", "Change a Document's Shard Key Value", 31025, "without specifying the full shard key",
            _update("{ $set: { n: 6 } }"), _update("{ $set: { n: 6 } }", '{ _id: 1, name: "a", n: 5 }'), _SHARDED, "7.0"),
    Refusal("another shard key for many at once", "Change a Document's Shard Key Value", 72, "Multi-update operations are not allowed",
            'things.updateMany({ name: "a", n: 5 }, { $set: { n: 6 } })', 'things.updateMany({ name: "a" }, { $set: { m: 6 } })', _SHARDED, "7.0"),
    Refusal("a join with a sharded collection in a transaction", "$lookup: Sharded Collections", 3904800,
            "Cannot run $lookup with a sharded foreign collection in a transaction", _JOINED.format(_LOOKUP),
            "inside.aggregate([{ $match: {} }]).toArray()", f"{_SHARDED}; {_INSIDE}", "7.0"),
    Refusal("a walk through a sharded collection in a transaction", "$graphLookup: Sharded Collections", 3904801,
            "Cannot run $graphLookup with a sharded foreign collection in a transaction", _JOINED.format(_GRAPH),
            "inside.aggregate([{ $match: {} }]).toArray()", f"{_SHARDED}; {_INSIDE}", "7.0"),
]  # fmt: skip

REFUSALS = [
    *ARRAYS,
    *PATHS,
    *VALUES,
    *OPERATORS,
    *INDEXES,
    *DOCUMENTS,
    *TRANSACTIONS,
    *PLACES,
    *LANGUAGES,
    *SHARDED,
]
