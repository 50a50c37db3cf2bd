"""How names that nobody declared are derived (rulebook 1.9.16 and 5 Naming)."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property

from ..content_cache import of_a_short_text
from ..model.conceptual import Copy, Entity, Model, Relationship, given
from .inflection import plural, singular, snake

_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?\Z")
_ENDING = 3
"""Letters that a plural has more than its singular, at most."""
_PLAIN_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\Z")


@of_a_short_text(8192)
def _even(word: str) -> str:
    """Return a word as it compares: without marks or joints, and without the e that stands for two dots."""
    parts = unicodedata.normalize("NFKD", word.replace("_", "").replace("ß", "ss"))
    return re.sub("(?<=[aou])e", "", "".join(each for each in parts if unicodedata.category(each) != "Mn"))


class Names:
    """Every derived name of one design. entities, relationships: by name (the first, if a
    name is repeated). All lookups are made once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.entities: dict[str, Entity] = {}
        self.relationships: dict[str, Relationship] = {}
        self._words: dict[str, str] = {}
        self._singulars: dict[str, str] = {}
        self._plurals: dict[str, str] = {}
        self._same: dict[str, list[str]] = {}
        for place, entity in enumerate(model.entities, 1):
            if self.entities.setdefault(entity.name, entity) is entity:
                self._words[entity.name] = snake(entity.name) or f"collection_{place}"
        for link in model.links:
            self.relationships.setdefault(link.name, link)
        self.kinds = [link for link in self.relationships.values() if link.kind == "is-a"]
        naming = model.naming or None
        self.references = given(naming.references, "x_id") if naming else "x_id"
        self.arrays = given(naming.arrays, "plural") if naming else "plural"
        self._pairs = Counter((link.from_.entity, link.to.entity) for link in model.links)
        self._ends = self._end_names()
        self._alike = self._copied_alike()

    def word(self, entity_name: str) -> str:
        """The entity's name as a singular snake_case word, for parts of derived names."""
        if entity_name not in self._singulars:
            self._singulars[entity_name] = self._word(entity_name)
        return self._singulars[entity_name]

    def _word(self, entity_name: str) -> str:
        word = singular(self._words.get(entity_name) or snake(entity_name) or "document")
        # A declared collection shows how the designer joins the words: LogMsg in "logmsg".
        declared = given(self.entities[entity_name].collection, "")
        spelt = singular(snake(declared)) if declared else word
        return spelt if spelt.replace("_", "") == word.replace("_", "") else word

    def spoken(self, entity_name: str) -> str:
        """Several of an entity in a sentence: ``gate scans``, where variables and collections are called ``gate_scans``."""
        return self.words(entity_name).replace("_", " ")

    def words(self, entity_name: str) -> str:
        """What people call several of an entity: as its declared collection does where that is a plural of its name."""
        if entity_name not in self._plurals:
            self._plurals[entity_name] = self._several(entity_name)
        return self._plurals[entity_name]

    def _several(self, entity_name: str) -> str:
        declared = self._inflected(self.entities[entity_name])
        is_plural = declared and (
            self._inflects_otherwise or _even(declared) != _even(self.word(entity_name))
        )
        return declared if is_plural else self.plural(entity_name)

    @cached_property
    def _inflects_otherwise(self) -> bool:
        """Whether the design's plurals are no English ones: there, one that is like its singular is a plural too."""
        names = ((name, self._inflected(entity)) for name, entity in self.entities.items())
        return any(
            declared and _even(declared) not in (_even(self.word(name)), _even(self.plural(name)))
            for name, declared in names
        )

    def _inflected(self, entity: Entity) -> str:
        """Return the declared collection as a word where it is the entity's name with another ending, else ""."""
        declared, word = snake(given(entity.collection, "")), self.word(entity.name)
        is_like = _even(declared).startswith(_even(word)[:-1]) and "_" not in declared[len(word) - 1 :]
        return declared if is_like and len(declared) <= len(word) + _ENDING else ""

    def plural(self, entity_name: str) -> str:
        """The entity's name as a plural snake_case word, for parts of derived names."""
        word = self._words.get(entity_name) or snake(entity_name) or "document"
        return word if word.startswith("collection_") and not snake(entity_name) else plural(word)

    def collection(self, entity_name: str) -> str:
        """The entity's collection: declared, else the plural of its name."""
        return given(self.entities[entity_name].collection, "") or self.plural(entity_name)

    def own_name(self, link: Relationship) -> str:
        """The relationship's name where it names a field or a collection."""
        if re.fullmatch(r"[^\W\d]\w*", link.name):
            return link.name
        place = next((i for i, other in enumerate(self.model.links, 1) if other is link), 0)
        return snake(link.name) or f"relationship_{place}"

    # --- ends -------------------------------------------------------------------------------

    def end(self, relationship: Relationship, side: str) -> str:
        """What documents of this end call the other side: declared, else derived."""
        name = self._ends.get((relationship.name, side))
        if name is not None and self.relationships.get(relationship.name) is relationship:
            return name
        return given(relationship.end(side).field, "") or self._default_end(relationship, side)

    def ids(self, relationship: Relationship, side: str) -> str:
        """The name of an array of ids at this end: declared, else by ``naming.arrays``."""
        name = self.end(relationship, side)
        if given(relationship.end(side).field, "") or self.arrays != "x_ids":
            return name
        usual = name == self._default_end(relationship, side)  # no other end has that name
        return f"{self.word(self._other(relationship, side)) if usual else singular(name)}_ids"

    @staticmethod
    def _other(link: Relationship, side: str) -> str:
        return link.to.entity if side == "from" else link.from_.entity

    def _default_end(self, link: Relationship, side: str) -> str:
        other = self._other(link, side)
        if link.kind == "is-a":
            return self.word(other)
        if side == "from":
            return self.word(other) if link.kind == "one-to-one" else self.plural(other)
        return self.plural(other) if link.kind in ("many-to-many", "graph") else self.scalar(other)

    def _end_names(self) -> dict[tuple[str, str], str]:
        """All names of ends; derived ones that are alike in one entity, or that a general of it has, take
        the relationship's name, of two ends that one document may have the ``from`` does."""
        ends = [(link, side) for link in self.relationships.values() for side in ("from", "to")]
        stated = {(link.name, side): given(link.end(side).field, "") for link, side in ends}
        names = {
            (link.name, side): stated[link.name, side] or self._default_end(link, side) for link, side in ends
        }
        alike = Counter(
            (link.end(side).entity, names[link.name, side]) for link, side in ends if link.kind != "is-a"
        )
        above = self._above(alike)
        taken: dict[tuple[str, str], str] = {}
        for link, side in ends:
            key = (link.name, side)
            if stated[key] or link.kind == "is-a" or alike[link.end(side).entity, names[key]] < 2:
                continue
            same = not above[link.from_.entity].isdisjoint(above[link.to.entity])
            ring = same and names[key] == names[link.name, "from"]
            if side == "from" or not (same and (ring or (link.name, "from") in taken)):
                taken[key] = self.own_name(link)
            elif not ring or alike[link.to.entity, names[key]] > 2:
                taken[key] = f"{self.own_name(link)}_{names[key]}"
        return names | taken

    def _above(self, alike: Counter[tuple[str, str]]) -> dict[str, set[str]]:
        """Each entity of a relationship with all that it is a kind of. alike: how often an entity has a
        name; the names that its generals have are added."""
        links = self.relationships.values()
        generals = {link.to.entity: link.from_.entity for link in links if link.kind == "is-a"}
        above = {link.end(side).entity: {link.end(side).entity} for link in links for side in ("from", "to")}
        names: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for entity, name in alike:
            names[entity][name] = None
        for special in generals:
            general, passed = generals[special], set[str]()
            while general and general not in passed:  # a ring of kinds is still to be refused
                passed.add(general)
                for name in [*names[general]]:
                    alike[special, name] += 1
                    names[special][name] = None
                above[special].add(general)
                general = generals.get(general, "")
        return above

    # --- references, elements and what the patterns make --------------------------------------

    def scalar(self, entity_name: str) -> str:
        """A scalar reference to the entity: student_id, or student by ``naming.references``."""
        return self.word(entity_name) if self.references == "role" else f"{self.word(entity_name)}_id"

    def version_key(self, entity_name: str) -> str:
        """The field that says whose version a document is: called like a reference to its entity, or ``version_of``
        where an end or a field of the same documents has that name."""
        kin = self._kin(entity_name)
        ends = [end for end in self._ends if self.relationships[end[0]].end(end[1]).entity in kin]
        fields = [
            field.name for name in self.entities if name in kin for field in self.entities[name].own_fields
        ]
        taken = {name.partition(".")[0] for name in (*map(self._ends.__getitem__, ends), *fields)}
        wishes = (
            self.scalar(entity_name),
            "version_of",
            *(f"version_of_{number}" for number in range(2, 99)),
        )
        return next(name for name in wishes if name not in taken)

    def _kin(self, entity_name: str) -> set[str]:
        """The entity with all that may share its documents: its supertypes and subtypes, at any remove."""
        pairs = [
            {link.from_.entity, link.to.entity} for link in self.relationships.values() if link.kind == "is-a"
        ]
        kin, size = {entity_name}, 0
        while len(kin) > size:
            size = len(kin)
            kin = kin.union(*(pair for pair in pairs if pair & kin))
        return kin

    def same_documents(self, entity_name: str) -> list[str]:
        """The entity with its supertypes and subtypes, whose fields a document of it may have too; not those that are
        beside it."""
        if entity_name not in self._same:
            up, down = self._line(entity_name, above=True), self._line(entity_name, above=False)
            self._same[entity_name] = [entity_name, *up, *down]
        return self._same[entity_name]

    def _line(self, entity_name: str, *, above: bool) -> list[str]:
        pairs = [(link.from_.entity, link.to.entity) for link in self.model.links if link.kind == "is-a"]
        line = [entity_name]
        for name in line:
            near = [
                upper if above else other for upper, other in pairs if name == (other if above else upper)
            ]
            line += [candidate for candidate in near if candidate not in line and candidate in self.entities]
        return line[1:]

    def element_id(self, entity_name: str) -> str:
        """The entity's id inside an array element or a sub-document: x_id, id or _id."""
        return {"role": "id", "_id": "_id"}.get(self.references, f"{self.word(entity_name)}_id")

    def subset(self, link: Relationship) -> str:
        """The capped array of a subset: the declared end, else recent_<children>."""
        alike = self._pairs[link.from_.entity, link.to.entity] > 1
        rest = self.own_name(link) if alike else self.plural(link.to.entity)
        return given(link.from_.field, "") or f"recent_{rest}"

    def counter(self, link: Relationship) -> str:
        """The counter of children in their parent: <child>_count."""
        return f"{self.word(link.to.entity)}_count"

    def bucket_collection(self, link: Relationship) -> str:
        """The collection of buckets: the child's declared one, else <child>_pages."""
        child = self.entities[link.to.entity]
        return given(child.collection, "") or f"{self.word(child.name)}_pages"

    def bucket_items(self, link: Relationship) -> str:
        """The array of elements inside a bucket: the declared end, else items."""
        return given(link.from_.field, "") or "items"

    def overflow(self, link: Relationship) -> str:
        """The collection of what outliers hold beyond their array: <parents>_extra."""
        return f"{self.collection(link.from_.entity)}_extra"

    def link_collection(self, link: Relationship) -> str:
        """The collection of links: the relationship's name."""
        return self.own_name(link)

    def link_ids(self, link: Relationship) -> tuple[str, str]:
        """The fields of a link document that hold the ids of ``from`` and of ``to``."""
        if link.kind != "graph" and link.from_.entity != link.to.entity:
            return f"{self.word(link.from_.entity)}_id", f"{self.word(link.to.entity)}_id"
        first = singular(self.end(link, "to").rpartition(".")[2])
        second = singular(self.end(link, "from").rpartition(".")[2])
        return f"{first}_id", f"other_{second}_id" if first == second else f"{second}_id"

    def of_holder(self, reference: str, entity_name: str, name: str) -> str:
        """The id of the document around what a reference leads to, where its usual name is taken: with the reference's
        name before it."""
        own = self.word(entity_name) if reference in ("id", "_id") else reference.removesuffix("_id")
        return f"{own}_{name}"

    def discriminator(self, link: Relationship) -> str:
        """The field that tells the kinds of an is-a apart: declared, else <general>_type. No query finds a kind by a
        name with a dot, which paths read as a step into an object: it is stored without."""
        declared = link.discriminator.field if link.discriminator else ""
        return declared.lstrip("$").replace(".", "_") or f"{self.word(link.from_.entity)}_type"

    def discriminator_value(self, link: Relationship) -> str:
        """This kind's value of the discriminator: declared, else the special's name."""
        declared = given(link.discriminator.value, "") if link.discriminator else ""
        return declared or self._words.get(link.to.entity, link.to.entity)

    def copy(self, link: Relationship, copy: Copy) -> str:
        """The name of a copied field: declared, else its own inside an element (with the
        entity's name where that is taken) and <parent>_<field> in a child."""
        if given(copy.name, ""):
            return str(copy.name)
        own = _flat(copy)
        owner = link.end(copy.of).entity
        if _is_beside_reference(link, copy):
            usual = f"{self.word(owner)}_{own}"
            return f"{self._role(link)}_{own}" if (link.name, usual) in self._alike else usual
        taken = {field.name for field in given(link.link_fields, [])} | {self.element_id(owner)}
        return f"{self.word(owner)}_{own}" if own in taken else own

    def _copied_alike(self) -> set[tuple[str, str]]:
        """The relationships whose children get a copy by a name that nobody declared, and get one by this name from
        another relationship too: the city of where a flight begins, and of where it ends."""
        named: defaultdict[str, dict[str, Relationship]] = defaultdict(dict)
        for link in self.relationships.values():
            for copy in given(link.copies, []):
                if _is_beside_reference(link, copy) and not given(copy.name, ""):
                    named[f"{self.word(link.from_.entity)}_{_flat(copy)}"][link.name] = link
        return {
            (link.name, name)
            for name, links in named.items()
            for link in links.values()
            for other in links.values()
            if link is not other and self._may_be_one(link.to.entity, other.to.entity)
        }

    def _may_be_one(self, entity_name: str, other: str) -> bool:
        """Return whether a document of an entity may be one of another: the same, or what that is a kind of."""
        return other in self._with_generals(entity_name) or entity_name in self._with_generals(other)

    def _with_generals(self, entity_name: str) -> list[str]:
        generals = {link.to.entity: link.from_.entity for link in self.model.links if link.kind == "is-a"}
        line = [entity_name]
        while (general := generals.get(line[-1], "")) and general not in line:
            line.append(general)
        return line

    def _role(self, link: Relationship) -> str:
        """What a child calls its parent, without what says that it is an id."""
        return re.sub(r"(?<=\w)[._]_?id$", "", self.end(link, "to")).replace(".", "_")

    def link_copy(self, link: Relationship, copy: Copy) -> str:
        """The name of a copied field in a link document: declared, else <entity>_<field>; where the same is copied of two
        of one entity, <end>_<field>, as their ids are called."""
        if given(copy.name, ""):
            return str(copy.name)
        own, ids = _flat(copy), self.link_ids(link)
        ends = {
            each.of
            for each in given(link.copies, [])
            if each.field == copy.field and not given(each.name, "")
        }
        if len(ends) > 1 and link.from_.entity == link.to.entity:
            return f"{ids[copy.of != 'from'].removesuffix('_id')}_{own}"
        return f"{self.word(link.end(copy.of).entity)}_{own}"

    def folded(self, link: Relationship) -> dict[str, str]:
        """Of FOLD_ONE: each field of the parent to its name in the child: as a copy of it is declared, else
        with the parent's name, or that of the end where one child has several such parents. An only field
        has the declared name of the end, unless that speaks of an id."""
        parent, child = self.entities[link.from_.entity], self.entities[link.to.entity]
        fields = [field.name for field in parent.own_fields if field.name != "_id"]
        end, declared_end = self.end(link, "to"), given(link.to.field, "")
        if len(fields) == 1 and declared_end and not declared_end.endswith("_id"):
            return {fields[0]: end}
        declared = {copy.field: given(copy.name, "") for copy in given(link.copies, []) if copy.of == "from"}
        role = re.sub(r"(?<=\w)_id$", "", end)
        group, word = role.removesuffix("._id"), self.word(parent.name)
        several = self._pairs[parent.name, child.name] > 1  # home and away of one match
        lead = f"{group}." if group != role else f"{role if several else word}_"
        taken = {field.name for field in child.own_fields}
        names = {name: name if name.startswith(lead) else lead + name for name in fields}
        free = {name: called if called not in taken else f"{role}_{name}" for name, called in names.items()}
        return {name: declared.get(name) or free[name] for name in fields}


def _is_beside_reference(link: Relationship, copy: Copy) -> bool:
    """Return whether a child holds a copy of its parent, rather than an element."""
    return copy.of == "from" and link.kind not in ("many-to-many", "graph")


def _flat(copy: Copy) -> str:
    """The path of what is copied as a name without dots."""
    return copy.field.replace(".", "_")


def file_names(names: Iterable[str]) -> dict[str, str]:
    """Each collection's file name (without ending): its own where that is safe, else a slug and a hash."""
    wanted = list(dict.fromkeys(names))
    alike = Counter(name.casefold() for name in wanted)
    safe = {name for name in wanted if _PLAIN_FILE.match(name) and not _DEVICE.match(name)}
    return {name: name if name in safe and alike[name.casefold()] == 1 else _slug(name) for name in wanted}


def _slug(name: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:80] or "collection"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{words}-{digest[:8]}"
