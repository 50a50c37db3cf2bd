"""Derived names: ends, references, arrays, what patterns make, file names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from designs.compiler.model.conceptual import Copy, End, Entity, Field, Model, Naming, Relationship
from designs.compiler.names.naming import Names, file_names


def design(*links: Relationship, naming: Naming | None = None, **collections: str) -> Names:
    entities = [
        Entity(name=name, fields=[Field(name="name", type="string")])
        for name in ("Student", "Course", "Person", "Category", "!!")
    ]
    entities += [Entity(name=name, collection=collection) for name, collection in collections.items()]
    options = {"naming": naming} if naming else {}
    return Names(
        Model(
            format="nestlink/1",
            name="n",
            database="d",
            entities=entities,
            relationships=list(links),
            **options,
        )
    )


def link(kind: str, general: str, special: str, name: str = "r", **options: object) -> Relationship:
    ends = {
        "from_": End(entity=general, field=str(options.pop("left", ""))),
        "to": End(entity=special, field=str(options.pop("right", ""))),
    }
    return Relationship(name=name, kind=kind, **ends, **options)  # type: ignore[arg-type]


def test_collections() -> None:
    names = design(Parcel="pkg")
    found = [names.collection(name) for name in ("Person", "Category", "!!", "Parcel")]
    assert found == ["people", "categories", "collection_5", "pkg"]


@pytest.mark.parametrize(
    ("kind", "ends"),
    [
        ("one-to-one", ("course", "student_id")),
        ("one-to-many", ("courses", "student_id")),
        ("many-to-many", ("courses", "students")),
    ],
)
def test_default_ends(kind: str, ends: tuple[str, str]) -> None:
    one = link(kind, "Student", "Course")
    names = design(one)
    assert (names.end(one, "from"), names.end(one, "to")) == ends


def test_declared_ends_win() -> None:
    one = link("one-to-many", "Student", "Course", left="taken", right="by")
    names = design(one)
    assert (names.end(one, "from"), names.end(one, "to")) == ("taken", "by")


def test_alike_ends_take_the_relationships_name() -> None:
    first = link("one-to-many", "Student", "Course", "attends")
    second = link("one-to-many", "Student", "Course", "teaches")
    names = design(first, second)
    assert [names.end(one, "from") for one in (first, second)] == ["attends", "teaches"]


KINDS = {"Seminar": "seminars", "Colloquium": "colloquia", "Lecture": "lectures"}


@pytest.mark.parametrize("kind", ["Seminar", "Colloquium", "Course"])
def test_an_end_of_a_kind_that_is_alike_one_of_its_general_takes_the_relationships_name(kind: str) -> None:
    """Both are stored in its documents."""
    kinds = [
        link("is-a", "Course", "Seminar", "seminar"),
        link("is-a", "Seminar", "Colloquium", "colloquium"),
    ]
    owns = link("one-to-many", "Student", "Course", "owns")
    leads = link("one-to-many", "Student", kind, "leads")
    names = design(*kinds, owns, leads, **KINDS)
    assert names.end(leads, "to") == "leads"
    assert names.end(owns, "to") == ("owns" if kind == "Course" else "student_id")


def test_ends_of_two_kinds_may_be_alike() -> None:
    kinds = [link("is-a", "Course", kind, kind.lower()) for kind in ("Seminar", "Lecture")]
    one, other = (link("one-to-many", "Student", kind, kind.upper()) for kind in ("Seminar", "Lecture"))
    names = design(*kinds, one, other, **KINDS)
    assert names.end(one, "to") == names.end(other, "to") == "student_id"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Course", "Colloquium", ("helps", "helps_courses")),
        ("Seminar", "Lecture", ("helps", "helps_seminars")),
        ("Student", "Seminar", ("helps", "helps")),
    ],
)
def test_ends_that_one_document_may_have_differ(one: str, other: str, expected: tuple[str, str]) -> None:
    """A general and its special, or two kinds of one, may share a collection; others do not."""
    ends = [("Course", "Seminar"), ("Course", "Lecture"), ("Seminar", "Colloquium")]
    kinds = [link("is-a", general, kind, kind.lower()) for general, kind in ends]
    helps, asks = (link("many-to-many", one, other, name) for name in ("helps", "asks"))
    names = design(*kinds, helps, asks, **KINDS)
    assert (names.end(helps, "from"), names.end(helps, "to")) == expected


def test_both_ends_of_a_graph_differ() -> None:
    follows = link("graph", "Person", "Person", "follows")
    names = design(follows)
    assert (names.end(follows, "from"), names.end(follows, "to")) == ("follows", "people")
    assert names.link_ids(follows) == ("person_id", "follow_id")


@pytest.mark.parametrize(
    ("references", "scalar", "element"),
    [("x_id", "student_id", "student_id"), ("role", "student", "id"), ("_id", "student_id", "_id")],
)
def test_references(references: str, scalar: str, element: str) -> None:
    names = design(naming=Naming(references=references))  # type: ignore[arg-type]
    assert (names.scalar("Student"), names.element_id("Student")) == (scalar, element)


@pytest.mark.parametrize("references", ["x_id", "role", "_id"])
def test_the_page_of_the_format_says_what_each_is_called(references: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "design-format.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith("| `naming.references`"))
    scalars, elements = row.split("in a list of links")
    names = design(naming=Naming(references=references))  # type: ignore[arg-type]
    for part, name in ((scalars, names.scalar("Student")), (elements, names.element_id("Student"))):
        name = name.replace("student", "author")
        assert any(f"`{references}`" in after.split(")")[0] for after in part.split(f"`{name}` (")[1:])


def test_arrays_of_ids() -> None:
    one = link("many-to-many", "Student", "Course")
    assert design(one).ids(one, "from") == "courses"
    assert design(one, naming=Naming(arrays="x_ids")).ids(one, "from") == "course_ids"


def test_alike_arrays_of_ids_take_the_relationships_name() -> None:
    links = [link("many-to-many", "Student", "Course", name) for name in ("attends", "exams")]
    names = design(*links, naming=Naming(arrays="x_ids"))
    assert [names.ids(one, "from") for one in links] == ["attend_ids", "exam_ids"]
    assert [names.ids(one, "to") for one in links] == ["attend_ids", "exam_ids"]


def test_what_patterns_make() -> None:
    one = link("one-to-many", "Student", "Course", "takes")
    names = design(one)
    made = (names.subset(one), names.counter(one), names.bucket_collection(one), names.bucket_items(one))
    assert made == ("recent_courses", "course_count", "course_pages", "items")
    assert (names.overflow(one), names.link_collection(one)) == ("students_extra", "takes")
    assert names.link_ids(one) == ("student_id", "course_id")
    assert (names.discriminator(one), names.discriminator_value(one)) == ("student_type", "course")


def test_copies() -> None:
    copies = [
        Copy(field="name", of="from"),
        Copy(field="name", of="to"),
        Copy(field="name", of="from", name="n"),
    ]
    one = link("one-to-many", "Student", "Course", copies=copies)
    names = design(one)
    assert [names.copy(one, copy) for copy in copies] == ["student_name", "name", "n"]


def test_copies_of_two_parents_of_one_entity_are_called_by_what_each_parent_is() -> None:
    copies = [Copy(field="name", of="from")]
    begins = link("one-to-many", "Student", "Course", right="origin_id", name="begins", copies=copies)
    ends = link("one-to-many", "Student", "Course", right="destination._id", name="ends", copies=copies)
    names = design(begins, ends)
    called = [names.copy(each, copies[0]) for each in (begins, ends)]
    assert called == ["origin_name", "destination_name"]


def test_folds() -> None:
    one = link("one-to-many", "Student", "Course")
    assert design(one).folded(one) == {"name": "student_name"}


@pytest.mark.parametrize(
    ("declared", "expected"), [("taught", "taught"), ("by_id", "student_name"), ("by._id", "by.name")]
)
def test_an_only_field_has_the_name_of_the_end(declared: str, expected: str) -> None:
    """Unless that speaks of an id, which a name is not."""
    one = link("one-to-many", "Student", "Course", right=declared)
    assert design(one).folded(one) == {"name": expected}


def test_file_names_are_safe_and_apart() -> None:
    files = file_names(["students", "a", "A", "con", "nul.x", "../x", "é", "", "x" * 101])
    assert files["students"] == "students"
    assert len({name.casefold() for name in files.values()}) == len(files)
    slugs = [files[name] for name in files if name != "students"]
    assert all(re.fullmatch(r"[a-z0-9_]+-[0-9a-f]{8}", slug) for slug in slugs)


@pytest.mark.parametrize(
    ("name", "collection", "words"),
    [
        ("Einheit", "einheiten", "einheiten"),
        ("Zähler", "zaehler", "zaehler"),
        ("Beschluss", "beschluesse", "beschluesse"),
        ("Order", "orders_archive", "orders"),
        ("User", "accounts", "users"),
        ("Person", "people", "people"),
        ("Handwerker", "handwerker", "handwerker"),
    ],
)
def test_several_are_called_as_the_declared_collection_says(name: str, collection: str, words: str) -> None:
    """An English ending on a German word made "einheits" of what the designer calls "einheiten"."""
    assert design(**{name: collection, "Auftrag": "auftraege"}).words(name) == words


def test_a_singular_collection_is_no_plural_in_english() -> None:
    names = design(Order="order", Line="lines")
    assert (names.words("Order"), names.collection("Order")) == ("orders", "order")
