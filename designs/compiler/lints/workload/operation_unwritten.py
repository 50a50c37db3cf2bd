"""Operations for which no script is generated.

One statement can't do the operation, usually because its data is in several places. The finding gives the reason,
so that you don't look for the function.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Operation, Relationship, given
from ...model.field_limits import misfit
from ...operations.functions.links.listing import listing_in_nodes
from ...plan_model.findings import Finding, Severity
from ...plan_model.function_names import function_names
from ...plan_model.number_format import listed
from ...plan_model.physical import Statement, Unwritten
from ..base import Inspection, Lint, number, swapped

_OF_EFFECTS = {"push": "add", "add-to-set": "add", "pull": "remove"}
"""The purpose of the function of a relationship that does what an effect asks for."""
_WHOLE = ("cascade", "delete")
"""The purposes of functions that delete one document with all that goes along."""
_DELETES = (*_WHOLE, "remove")
_FEW = 3
"""The inserts that are missing are fewer than one in so many, where they are told."""
_SELDOM = 1
"""Inserts a day that a person can do by hand, so that nobody misses their function."""
_LOOK_UP = "Check in the decisions where each path is stored, and write one statement for each collection."
_UNWRITTEN = "No script generated"


def check(seen: Inspection) -> Iterator[Finding]:
    """Operations without a generated statement, and functions of a relationship that are generated only if
    you change the design."""
    written = {statement.subject for statement in seen.plan.statements}
    for operation in seen.model.workload:
        if f"operation:{operation.name}" in written:
            continue
        needed, tree = _needed_by(seen, operation), _moved_in(seen, operation)
        refused = next(
            (each for each in seen.plan.unwritten if each.subject == f"operation:{operation.name}"), None
        )
        if refused is not None:
            instead = _functions_instead(seen, operation) or _cascade_instead(seen, operation, refused)
            hint = instead or refused.remedy or "Write it in your application, or change the operation."
            severity, message = _severity(seen, operation, instead), f"{_UNWRITTEN}: {_clause(refused)}"
            fix = swapped(link) if (link := _swappable(seen, operation)) is not None else None
            if link is not None and instead:
                hint = f"{instead}. Or {refused.remedy[:1].lower()}{refused.remedy[1:]}"
            yield LINT.finding(operation.name, message, hint, severity, fix=fix)
        elif operation.kind == "update" and not operation.written:
            message = f"{_UNWRITTEN}: the operation doesn't say what it changes."
            yield LINT.finding(operation.name, message, "Set the fields it writes, or its effects.")
        elif reason := _misfit(seen, operation):
            yield LINT.finding(operation.name, f"{_UNWRITTEN}: {reason}", "Use set, or another type.")
        elif tree is not None:
            yield _moving(seen, operation, tree)
        elif needed is not None:
            yield _needing(seen, operation, needed)
        elif (listed := listing_in_nodes(seen.placement, operation.entity)) is not None:
            yield _listing(seen, operation, listed)
        else:
            message = (
                f"{_UNWRITTEN}: one {operation.kind} statement on {operation.entity} can't do everything "
                "in this operation."
            )
            instead = _functions_instead(seen, operation)
            severity = _severity(seen, operation, instead)
            yield LINT.finding(operation.name, message, instead or _LOOK_UP, severity)
    yield from _of_relationships(seen)
    yield from _never_inserted(seen)


def _callable(seen: Inspection) -> dict[str, str]:
    """Return the recipes of the functions, with their names; of those that the script holds only when it is asked for all
    with how to ask for them."""
    written = {each.recipe for each in seen.plan.statements if not each.extra}
    names = function_names(seen.plan.statements, "04_queries")
    return {
        recipe: name if recipe in written else f"{name} (written with --all-functions)"
        for recipe, name in names.items()
    }


def _severity(seen: Inspection, operation: Operation, instead: str) -> Severity:
    """A remark where one function of a relationship does all that the operation asks for: it adds, takes away or changes
    links of a document that is found by its id."""
    includes = given(operation.includes, [])
    routes = [seen.paths.resolve(operation.entity, path, includes) for path in operation.written]
    is_of_links = all(route is not None and route.steps[0].kind == "end" for route in routes)
    asked = [match.field for match in given(operation.filter, [])]
    is_whole = is_of_links and asked == ["_id"] and " or " not in instead
    return "info" if instead and is_whole and len(operation.written) == 1 else LINT.severity


def _never_inserted(seen: Inspection) -> Iterator[Finding]:
    """Yield the entities with documents of their own that come often, as the design says, and that no function inserts; where it declares most others, so that these are forgotten rather than left out."""
    links, operations = seen.names.relationships, {each.name: each for each in seen.model.workload}
    inserted = set[str]()
    for statement in seen.plan.statements:
        kind, _, name = statement.subject.partition(":")
        if statement.op.startswith("insert") and kind == "operation" and name in operations:
            inserted.add(operations[name].entity)
        elif statement.op.startswith("insert") and kind == "relationship" and name in links:
            inserted.add(links[name].to.entity)
    inserted |= {each.entity for each in seen.model.workload if each.kind == "insert"}
    missing: list[Entity] = []
    for entity in seen.model.entities:
        kin, places = seen.survey.families.line(entity.name), seen.placement.spots(entity.name)
        stands_alone = bool(places) and not any(place.path for place in places)
        if given(entity.inserts_per_day, 0) > _SELDOM and stands_alone and inserted.isdisjoint(kin):
            missing.append(entity)
    if _FEW * len(missing) >= len(missing) + len(inserted):
        return
    for entity in missing:
        often = number(given(entity.inserts_per_day, 0))
        message = f"inserts_per_day is {often}, but no generated function inserts one."
        hint = "Add the operation that does."
        yield LINT.finding(entity.name, message, hint, "info", about="entity")


def _functions_instead(seen: Inspection, operation: Operation) -> str:
    """Return the functions of the relationships whose links the operation adds, takes away or changes, "" where there
    are none."""
    includes = given(operation.includes, [])
    routes = [seen.paths.resolve(operation.entity, path, includes) for path in operation.written]
    links = {
        f"relationship:{step.relationship.name}"
        for route in routes
        for step in (route.steps if route is not None else ())
        if step.kind == "end" and step.relationship is not None
    }
    functions = _callable(seen)
    wanted = {_OF_EFFECTS.get(effect.do, "edit") for effect in given(operation.effects, [])}
    if "edit" in wanted and {seen.names.relationships[name.partition(":")[2]].kind for name in links} == {
        "one-to-one"
    }:
        wanted.add("reassign")  # the one at the other end is set by giving it to this one
    names = dict.fromkeys(
        functions[statement.recipe]
        for statement in seen.plan.statements
        if statement.subject in links and statement.purpose in wanted and statement.recipe in functions
    )
    if not names:
        return ""
    is_of_link = {
        path: (route := seen.paths.resolve(operation.entity, path, includes)) is not None
        and bool(route.steps)
        and route.steps[0].kind == "end"
        for path in (*operation.written, *(match.field for match in given(operation.filter, [])))
    }
    others = [path for path in operation.written if not is_of_link[path]]
    asked = [match.field for match in given(operation.filter, []) if match.field != "_id"]
    unchecked = [path for path in asked if not is_of_link[path]]
    s = "s" if len(names) == 1 else ""
    does = f"update{s} the links" if others else f"do{'es' if s else ''} it with all related updates"
    without = f" without checking {listed(unchecked)}" if unchecked else ""
    rest = f"; write {listed(others)} separately" if others else ""
    return f"Call {' or '.join(names)} in 04_queries.js, which {does}{without}{rest}"


def _cascade_instead(seen: Inspection, operation: Operation, refused: Unwritten) -> str:
    """Return the function of a relationship that deletes what a refused operation would, "" where there is none."""
    names = _callable(seen)
    calls = [
        names[each.recipe]
        for each in seen.plan.statements
        if _is_in_use(refused) and each.purpose in _WHOLE and each.recipe in names and _is_of_link(each)
        and _deleted_by(seen, each) == operation.entity
    ]  # fmt: skip
    word = seen.names.word(operation.entity)
    call = f"Look up its _id and call {calls[0]}" if calls else ""
    return (
        (
            f"{call} in 04_queries.js, which deletes the {word} unless others reference it. Or {refused.remedy[:1].lower()}{refused.remedy[1:]}"
        )
        if calls
        else ""
    )


def _swappable(seen: Inspection, operation: Operation) -> Relationship | None:
    """Return the one-to-one relationship that keeps a script from being written, and would not with its ends swapped."""
    from ...operations.notes.out_of_reach import swappable  # not where all operations are written

    return swappable(seen.placement, operation)


def _misfit(seen: Inspection, operation: Operation) -> str:
    """Return why an effect of an update cannot be done to its field, "" where each can."""
    includes = given(operation.includes, [])
    for effect in given(operation.effects, []):
        route = seen.paths.resolve(operation.entity, effect.field, includes)
        if route is not None and route.field is not None and (reason := misfit(effect, route.field)):
            return reason
    return ""


def _clause(function: Unwritten) -> str:
    """Return why a function is not written, as the end of a sentence."""
    return function.reason[:1].lower() + function.reason[1:].removesuffix(".")


def _of_relationships(seen: Inspection) -> Iterator[Finding]:
    """Yield the functions of relationships that are not written and would be if the design said otherwise: once for all
    that delete one thing, and for all that would add nodes of one tree."""
    alike: dict[tuple[str, ...], list[Unwritten]] = {}
    for function in seen.plan.unwritten:
        kind, _, name = function.subject.partition(":")
        if kind == "relationship" and function.remedy:
            of = _deleted_by(seen, function) if _is_in_use(function) else "".join(function.behind) or name
            alike.setdefault((function.remedy, of), []).append(function)
    deleted = {
        each.entity for each in seen.model.workload if each.kind == "delete"
    }  # or the operation says why not
    deleted |= {
        _deleted_by(seen, each)
        for each in seen.plan.statements
        if each.purpose in _WHOLE and _is_of_link(each)
    }
    for (remedy, of), functions in alike.items():
        if _is_in_use(functions[0]):
            if of not in deleted:
                yield _undeleted(seen, of, functions)
        elif functions[0].behind:
            yield _added_by_tree(seen, of, functions)
        else:
            for function in functions:
                message = f"No {function.purpose} function for this relationship: {_clause(function)}"
                yield LINT.finding(of, message, remedy)


def _is_in_use(function: Unwritten) -> bool:
    """Return whether a function is refused since others may name what it would delete."""
    return bool(function.behind) and function.purpose in _DELETES


def _is_of_link(statement: Statement) -> bool:
    return statement.subject.startswith("relationship:") and statement.script == "04_queries"


def _deleted_by(seen: Inspection, function: Unwritten | Statement) -> str:
    """Return the entity of which a function of a relationship deletes one: ``cascade`` a parent, ``delete`` what is linked."""
    link = seen.names.relationships[function.subject.partition(":")[2]]
    is_near = function.purpose == "cascade" or function.recipe.endswith("_back")
    return link.end("from" if is_near else "to").entity


def _undeleted(seen: Inspection, entity: str, functions: list[Unwritten]) -> Finding:
    places = listed(dict.fromkeys(place for each in functions for place in each.behind))
    message = (
        "No delete function: other documents may still reference it, or what is deleted with it, in "
        f"{places}, and a function can't check that before the delete."
    )
    return LINT.finding(entity, message, functions[0].remedy, about="entity")


def _added_by_tree(seen: Inspection, tree: str, functions: list[Unwritten]) -> Finding:
    """Return that the functions of a tree add its nodes, whatever else these belong to."""
    word = seen.names.word(seen.names.relationships[tree].to.entity)
    names = _callable(seen)
    adding = {
        statement.purpose: names[statement.recipe]
        for statement in seen.plan.statements
        if statement.subject == f"relationship:{tree}" and statement.recipe in names
    }
    calls = [
        f"{adding[purpose]} ({where})" if "plant" in adding else f"{adding[purpose]} (as a child or a root)"
        for purpose, where in (("plant", "as a root"), ("add", "below another"))
        if purpose in adding
    ]
    of = listed(f'"{each.subject.partition(":")[2]}"' for each in functions)
    has = "has no function" if len(functions) == 1 else "have no functions"
    message = f"{of} {has} for adding: the functions of this tree add each {word}, with all its references"
    hint = f"Call {' or '.join(calls)} in 04_queries.js." if calls else functions[0].remedy
    return LINT.finding(tree, message, hint, "info", about="relationship")


def _needed_by(seen: Inspection, operation: Operation) -> Relationship | None:
    """Of a delete, the children that hold what is deleted: they can't be without it, and stay."""
    placement = seen.placement
    if operation.kind != "delete" or placement.spots(operation.entity):
        return None
    for link in seen.model.links:
        folded = link.from_.entity == operation.entity and placement.folded(link)
        if folded and link.exclusive_owner is not True and given(link.to.count.min, 0) >= 1:
            return link
    return None


def _moved_in(seen: Inspection, operation: Operation) -> Relationship | None:
    """Return the tree in which an update moves nodes."""
    steps = seen.paths.tree_steps(operation).values() if operation.kind == "update" else ()
    return next((step.relationship for step in steps), None)


def _listing(seen: Inspection, operation: Operation, link: Relationship) -> Finding:
    """Return the finding of an operation that needs such a list."""
    node, listed = seen.names.word(link.from_.entity), seen.names.word(link.to.entity)
    message = (
        f"{_UNWRITTEN}: each {node} is embedded in another, at any level, with its list of each {listed}"
    )
    hint = f"Store the tree in separate documents, or store the {node} reference in each {listed}."
    return LINT.finding(operation.name, message, hint)


def _moving(seen: Inspection, operation: Operation, tree: Relationship) -> Finding:
    """Return the finding of a move that is not of one node by its id, or not of that alone."""
    subject, functions = f"relationship:{tree.name}", _callable(seen)
    moves = [
        statement.recipe
        for statement in seen.plan.statements
        if (statement.subject, statement.purpose) == (subject, "reassign") and statement.recipe in functions
    ]
    path, word = next(iter(seen.paths.tree_steps(operation))), seen.names.word(operation.entity)
    message = f"{_UNWRITTEN}: writing {path} wouldn't move the {word}'s branch, and can create a cycle"
    remedy = (
        f"Call {functions[moves[0]]} in 04_queries.js with its ID"
        if moves
        else "Handle the tree in your application"
    )
    hint = f"{remedy}. Or make the move a separate operation by _id, without other changes."
    return LINT.finding(operation.name, message, hint)


def _needing(seen: Inspection, operation: Operation, link: Relationship) -> Finding:
    parent, child = seen.names.word(operation.entity), seen.names.word(link.to.entity)
    message = (
        f"{_UNWRITTEN}: the {parent} is stored in each {child}, which isn't deleted with it and must have one"
    )
    hint = (
        f"Make the {parent} an exclusive owner, allow a {child} without one (minimum 0), or store the "
        f"{parent} in separate documents."
    )
    return LINT.finding(operation.name, message, hint)


LINT = Lint(
    code="OPERATION_UNWRITTEN",
    slug="operation-unwritten",
    name="OPERATION_UNWRITTEN",
    severity="warning",
    title="Operation without a script",
    source="design format, Operations",
    about="operation",
    check=check,
)
