"""When a copy, a slice or a result is brought after what it follows from."""

from __future__ import annotations

from ..attributes.computed_refresh import is_worked_out_roughly
from ..model.conceptual import Computed, Model, Relationship, given
from ..model.formulas import parse, paths_of
from ..names.naming import Names
from ..names.paths import Paths
from ..plan_model.physical import DocField
from .facts import Fact, FieldFact, Freshness, LinkFact, Role

OF_POLICY: dict[str, Freshness] = {
    "strong": "transaction", "eventual": "stream", "batch": "job", "snapshot": "never", "immutable": "never",
}  # fmt: skip
NOT_COMPUTED = Computed(formula="")


class Freshened:
    """Tells of each storage when it is fresh, and which facts it follows from."""

    def __init__(self, model: Model, streamed: frozenset[str], by_job: frozenset[tuple[str, str]]) -> None:
        self.streamed, self.by_job = streamed, by_job
        self.names = Names(model)
        self.paths = Paths(self.names)
        self.relationships: dict[str, Relationship] = {
            relationship.name: relationship for relationship in model.links
        }

    def is_result(self, field: DocField, subject: str) -> bool:
        """Whether a formula that we understand gives the field's value, or the plan keeps it for one. subject: the
        entity whose paths the formula reads."""
        if field.origin != "computed" and not (
            field.origin == "link" and field.source and field.source.computed
        ):
            return False
        computed = given(field.source.computed, NOT_COMPUTED) if field.source is not None else None
        if computed is None or computed.refresh != "approximate":
            return computed is None or parse(computed.formula) is not None
        return is_worked_out_roughly(self.paths, subject, computed)

    def of(self, field: DocField, fact: Fact, role: Role, subject: str) -> tuple[Freshness, tuple[Fact, ...]]:
        """Return when a storage is fresh and what it follows from, nothing for a home."""
        if role == "history":
            return "never", (fact,)
        if role in ("copy", "slice"):
            policy = field.policy or self._policy(field, fact)
            kept: Freshness = (
                "stream" if role == "slice" and self._is_followed(field, fact) else "transaction"
            )
            return OF_POLICY.get(policy, kept), (fact,)
        if role == "aggregate" and field.origin == "link" and field.relationship:
            return self._of_link_result(field, field.relationship)
        if role == "aggregate" and field.origin == "computed":
            return self._of_result(field, subject)
        if role == "aggregate":
            return "same_write", (fact,)
        return "same_write", ()

    def _is_followed(self, field: DocField, fact: Fact) -> bool:
        """Whether a change stream brings what an element of a slice repeats of its child."""
        source = field.source  # what only some shapes have comes or goes when a document is moved
        can_change = source is None or source.immutable is not True or source.has_versions
        return can_change and isinstance(fact, FieldFact) and field.relationship in self.streamed

    def _policy(self, field: DocField, fact: Fact) -> str:
        link = self.relationships.get(field.relationship or "")
        if link is None or not isinstance(fact, FieldFact):
            return ""
        return next(
            (given(copy.policy, "") for copy in given(link.copies, []) if copy.field == fact.path), ""
        )

    def _of_result(self, field: DocField, subject: str) -> tuple[Freshness, tuple[Fact, ...]]:
        computed = given(field.source.computed, NOT_COMPUTED) if field.source is not None else NOT_COMPUTED
        expression = parse(computed.formula)
        follows = [] if expression is None else [
            fact for path in paths_of(expression) for fact in self._facts(subject, path)
        ]  # fmt: skip
        crosses = any(isinstance(fact, LinkFact) for fact in follows)
        is_by_job = (subject, computed.formula) in self.by_job
        if is_by_job or given(computed.refresh, "on-write") != "on-write":
            return "job", tuple(dict.fromkeys(follows))
        return "transaction" if crosses else "same_write", tuple(dict.fromkeys(follows))

    def _of_link_result(self, field: DocField, relationship: str) -> tuple[Freshness, tuple[Fact, ...]]:
        """Return what the result on a link follows from: other fields of the link, and its copies."""
        computed = given(field.source.computed, NOT_COMPUTED) if field.source is not None else NOT_COMPUTED
        expression = parse(computed.formula)
        link = self.relationships[relationship]
        copies = {self.names.copy(link, copy): copy for copy in given(link.copies, [])}
        facts: list[Fact] = []
        for path in paths_of(expression) if expression is not None else ():
            copied = copies.get(path)
            if copied is not None:
                facts.append(FieldFact(link.end(copied.of).entity, copied.field))
            else:
                facts.append(LinkFact(relationship, path))
        return "same_write", tuple(facts)

    def _facts(self, entity: str, path: str) -> list[Fact]:
        """Return the facts that a conceptual path reads, the links on its way among them."""
        route = self.paths.resolve(entity, path)
        facts: list[Fact] = []
        if route is None:
            return facts
        owner = entity
        own: list[str] = []
        for step in route.steps:
            if step.relationship is not None and step.kind == "end":
                facts.append(LinkFact(step.relationship.name))
                owner, own = step.target, []
            elif step.relationship is not None and step.kind == "link":
                own.append(step.name)
                owner = ""
                facts.append(LinkFact(step.relationship.name, ".".join(own)))
            elif step.copy is not None and step.relationship is not None:
                source = step.relationship.end(step.copy.of).entity
                facts += [LinkFact(step.relationship.name), FieldFact(source, step.copy.field)]
                owner = ""
            elif step.kind == "field":
                own.append(step.name)
        if own and owner:
            facts.append(FieldFact(owner, ".".join(own)))
        return facts
