"""What a declared operation means: what it finds, what it changes, what it takes away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from bson import Code, Regex

from designs.compiler.model.conceptual import Effect, Match, Operation, Relationship, given, stated
from designs.compiler.names.inflection import singular
from designs.compiler.plan_model.decisions import opposite
from designs.compiler.sampling.world import Link, Thing
from tests.oracle import same_elements
from tests.oracle.arithmetic import computed_paths, copied, value_at
from tests.oracle.constants import (
    Sought,
    comparable,
    compared,
    each_value,
    first_value,
    holds_always,
    made_to_hold,
    sorted_by,
    through_array,
    within,
)
from tests.oracle.effects import bare, changed, parameter_names
from tests.oracle.equal_values import folds_case, in_other_case
from tests.oracle.making import create, make_way, new_value, planted
from tests.oracle.moving import leads_to_end, relinked
from tests.oracle.near_places import ask_near, place_of
from tests.oracle.open_ranges import with_open_ends
from tests.oracle.projecting import StateRecords
from tests.oracle.scenario import NotJudged, Scenario, Stage
from tests.oracle.shapes import has_all_of
from tests.oracle.state import State
from tests.oracle.stored_where import Places, ask_several, is_outermost, nested_trees
from tests.oracle.windows import in_its_window, must_stay


def meaning(stage: Stage) -> Scenario:
    """Return what an operation's function should do, on facts chosen by chance."""
    name = stage.function.about[1]
    operation = next(one for one in stage.before.model.workload if one.name == name)
    if operation.kind == "insert":
        return inserted(stage, operation)
    focus, matching = chosen(stage, operation)
    if stage.may_be_unlike:
        return _refused(stage, operation, focus)
    if operation.kind == "delete":
        return _delete(stage, operation, focus, matching)
    if operation.kind == "update":
        return _update(stage, operation, focus, matching)
    raise NotJudged("reads of operations")


# --- finding ------------------------------------------------------------------------------------


def chosen(stage: Stage, operation: Operation) -> tuple[Thing, list[Thing]]:
    """Return a thing whose values are asked for, and all things that the operation then finds."""
    places = Places(stage)
    things = [one for one in stage.before.things(operation.entity) if places.are_read(one)]
    stage.dice.shuffle(things)
    fitting = [one for one in things if _fixed(stage, operation, one) and holds_always(stage, operation, one)]
    if stage.may_be_unlike:
        fitting = [one for one in things if not _fixed(stage, operation, one)]
    elif not fitting:
        made = next((one for one in things if _made_to_fit(stage, operation, one)), None)
        fitting = [] if made is None else [made]
    things = [one for one in things if holds_always(stage, operation, one)]
    focus: Thing = stage.choose(fitting[:1], f"{operation.entity} that its filter finds")
    records = Sought(stage)
    asked = [(match, first_value(records, focus, match.field)) for match in given(operation.filter, [])]
    asked = [
        (match, _pattern(stage, match, in_other_case(records, operation, match, value)))
        for match, value in asked
    ]
    holds = partial(_holds, fold=operation.case_insensitive is True)
    asked = same_elements.naming_the_meant(records, focus, asked, holds)
    if any(match.how == "text" for match, _ in asked):
        raise NotJudged("a search for words")
    if any(value is None and match.how != "exists" and not stated(match.value) for match, value in asked):
        raise NotJudged("nothing stands where its filter looks")
    _ask(stage, asked or [(Match(field="_id"), first_value(records, focus, "_id"))], focus)
    ask_near(stage, asked)
    asked = with_open_ends(stage, asked)
    stage.asked = asked
    matching = [one for one in things if _matches(records, one, asked, operation)]
    if (
        focus not in matching
        and not stage.may_be_unlike
        and not any(_fits_nothing(records, focus, match) for match, _ in asked)
    ):
        raise NotJudged("its own filter does not find it")
    return focus, _narrowed(stage, operation, focus, matching)


def _pattern(stage: Stage, match: Match, value: Any) -> Any:
    """Return what to search for so that a value is found by a pattern: how it begins."""
    if match.how in ("regex", "prefix") and value is not None and not _is_text(value):
        return _sample_of(stage, match)
    if match.how not in ("regex", "prefix") or stated(match.value) or value is None:
        return value
    last, begins = bare(match.field.rpartition(".")[2]), value
    for name, param in stage.function.params.items():
        if isinstance(param.value, str) and last in name.lower():
            pattern = f"^{re.escape(value[:2])}"
            begins, is_regex = (pattern, True) if match.how == "regex" else (value[:2], False)
            is_pattern = is_regex or param.value.startswith("^")
            stage.given[name] = pattern if is_pattern else value[:2] + param.value[1:]
    return begins


def _fits_nothing(records: Sought, focus: Thing, match: Match) -> bool:
    """Whether a pattern is asked for where no text stands."""
    return match.how in ("regex", "prefix") and not _is_text(first_value(records, focus, match.field))


def _is_text(value: Any) -> bool:
    """Whether patterns may fit a value: no code, which is of another type."""
    return isinstance(value, str) and not isinstance(value, Code)


def _sample_of(stage: Stage, match: Match) -> str:
    """Return the sample of a pattern for values that are no text: it fits none of them."""
    last = bare(match.field.rpartition(".")[2])
    samples = (param.value for name, param in stage.function.params.items() if last in name.lower())
    pattern = next(filter(_is_text, samples), None)
    if pattern is not None:
        return pattern
    raise NotJudged("a pattern for what is no text")


def _ask(stage: Stage, asked: Sequence[tuple[Match, Any]], focus: Thing) -> None:
    """Ask for the very values that the filter is about where another could be meant by the same name: those among
    other fields as name and value, those of a link, the id behind an end, which may be of the same entity, those of
    what stands inside another, which may have a field of that name too, and lists inside lists."""
    is_node = not is_outermost(stage, nested_trees(stage), focus)
    for match, value in asked:
        if match.how not in ("eq", "in") or value is None or stated(match.value):
            continue
        name, whole, single = map(bare, (match.field.rpartition(".")[2], match.field, singular(match.field)))
        if match.how == "in":
            ask_several(stage, whole, value, None if is_node else focus)
            continue
        for known, param in stage.function.params.items():
            is_among_others = bare(known) in (name, whole) and param.path.endswith(".v")
            is_of_link = (
                "." in match.field
                and bare(known) == whole
                and bare(param.path.removesuffix(".0")).endswith(name)
            )
            is_end = bare(known) in (f"{whole}id", f"{single}id") and not isinstance(value, dict)
            names_document = param.path == "_id" and not is_node  # the one around, whose id is another
            may_differ = focus.holder is not None or isinstance(value, list)
            is_inside = may_differ and bare(known) in (whole, single) and not names_document
            is_end |= same_elements.reference_in_links(stage, focus, match) == (param.collection, param.path)
            if is_among_others or is_of_link or is_end or is_inside:
                stage.given[known] = value


def _narrowed(stage: Stage, operation: Operation, focus: Thing, matching: list[Thing]) -> list[Thing]:
    """Return those that the function's other parameters mean too: the id of the thing, or of its holder."""
    if not given(operation.filter, []):
        sought = stage.function.params.keys() - stage.function.written - {"now"}
        return [focus] if sought else matching
    ids = [one for one in stage.function.params.values() if one.path == "_id" or one.path.endswith("._id")]
    asked = {match.field for match in given(operation.filter, [])}
    if focus.holder is not None and ids and not any("_id" in field for field in asked):
        return [one for one in matching if one.root is focus.root]
    return matching


def _refused(stage: Stage, operation: Operation, focus: Thing) -> Scenario:
    """Return the call for a thing that is not in the state that the operation asks for: it must be refused."""
    scenario = _update(stage, operation, focus, [])
    return scenario._replace(after=scenario.before, ends=None, refused=True)


def _fixed(stage: Stage, operation: Operation, thing: Thing) -> bool:
    """Whether a thing has the values that the filter itself names."""
    records = Sought(stage)
    asked = [(one, None) for one in given(operation.filter, []) if names_value(one)]
    return all(_one_matches(records, thing, match, value, operation) for match, value in asked)


def names_value(match: Match) -> bool:
    return stated(match.value) or stated(match.at_least) or stated(match.at_most)


def _made_to_fit(stage: Stage, operation: Operation, thing: Thing) -> bool:
    """Give a thing the values that the filter names, where they are its own."""
    for match in given(operation.filter, []):
        path = match.field.split(".")
        if not names_value(match) or value_at(stage.before.values[thing], path) is None:
            continue
        for wanted in (match.value, match.at_least, match.at_most):
            if stated(wanted):
                stage.prepare(thing, path, wanted)
                break
    return made_to_hold(stage, operation, thing) and _fixed(stage, operation, thing)


def _matches(records: Sought, thing: Thing, asked: Sequence[tuple[Match, Any]], operation: Operation) -> bool:
    one_by_one = all(_one_matches(records, thing, match, value, operation) for match, value in asked)
    fold, meant = operation.case_insensitive is True, same_elements.of_meant_elements(operation, asked)
    return one_by_one and same_elements.of_same_elements(records, thing, meant, partial(_holds, fold=fold))


def _one_matches(records: Sought, thing: Thing, match: Match, value: Any, operation: Operation) -> bool:
    fold = folds_case(records, operation, match)
    return any(_holds(match, one, value, fold) for one in compared(records, thing, match.field))


def _holds(match: Match, found: Any, value: Any, fold: bool) -> bool:
    if match.how == "exists":
        wanted = match.value if stated(match.value) else True
        return (found is not None) is bool(wanted)
    if found is None:
        return False
    if match.how == "near":
        return place_of(found) is not None
    if match.how == "range":
        least, most = match.at_least, match.at_most
        if not stated(least) and not stated(most):
            least = most = value
        return within(found, least, most)
    wanted = match.value if stated(match.value) else value
    if match.how == "in":
        several = wanted if isinstance(wanted, list) else [wanted]
        return any(_same(found, one, fold) for one in several)
    if match.how in ("prefix", "regex") and isinstance(wanted, str):
        if not _is_text(found):
            return False
        pattern = re.escape(wanted) if match.how == "prefix" else wanted
        flags = re.IGNORECASE if fold else 0
        return bool((re.match if match.how == "prefix" else re.search)(pattern, found, flags))
    return _same(found, wanted, fold)


def _same(found: Any, wanted: Any, fold: bool) -> bool:
    if fold and isinstance(found, str) and isinstance(wanted, str):
        return found.casefold() == wanted.casefold()
    if isinstance(wanted, Regex):
        return bool(re.search(wanted.pattern, str(found)))
    return bool(comparable(found) == comparable(wanted))


def first_few(stage: Stage, operation: Operation, matching: list[Thing]) -> list[Thing]:
    """Return those that a write changes: the first so many by its sort, one where it returns that, else all."""
    is_one = given(operation.returns, "nothing") != "nothing"
    most = 1 if is_one else given(operation.limit, len(matching))
    return matching if len(matching) <= most else in_order(stage, operation, matching)[:most]


def in_order(stage: Stage, operation: Operation, matching: list[Thing]) -> list[Thing]:
    """Return things in the order of the operation's sort."""
    records = StateRecords(stage.before)
    ordered = list(matching)
    keys: dict[Thing, list[Any]] = {one: [] for one in ordered}
    for key in reversed(given(operation.sort, [])):
        values = {one: records.look(one, key.field) for one in ordered}
        if any(
            value in (None, []) or (isinstance(value, list) and None in value) for value in values.values()
        ):
            raise NotJudged("a sort by what some lack")
        try:
            at = {one: sorted_by(value, key.direction) for one, value in values.items()}
            ordered.sort(key=at.__getitem__, reverse=key.direction == -1)
        except TypeError as error:
            raise NotJudged("a sort of unlike values") from error
        for one, value in at.items():
            keys[one].append(value)
    if stated(operation.sort) and len(set(map(str, keys.values()))) < len(ordered):
        raise NotJudged("a sort by what several have alike")
    if len(matching) > 1 and not stated(operation.sort):
        raise NotJudged("one of several, with no order between them")
    return ordered


# --- changing -----------------------------------------------------------------------------------


def inserted(stage: Stage, operation: Operation) -> Scenario:
    world, links, parents = stage.before.world, stage.before.model.links, dict[str, Thing]()
    trees = [one for one in links if one.kind == "tree" and _leads_to(stage, one.to.entity, operation.entity)]
    # Of several the function is told the parent in one that stores more than its id, which a new node has itself.
    trees.sort(key=lambda one: stage.strategy(one) == "TREE_PARENT")
    if trees and (root := planted(stage, trees[0], operation.entity)):
        return root
    for relationship in links:
        if relationship.kind == "is-a" or not _leads_to(stage, relationship.to.entity, operation.entity):
            continue
        is_tree = relationship in trees[:1] and any(
            "parent" in name.lower() for name in stage.function.params
        )
        if not parents and (
            is_tree
            or _asks_for_parent(stage, relationship)
            or (stage.is_home(relationship) and world.homes(operation.entity)[0].kind != "collection")
        ):
            known = {
                (link.source.entity, link.source.holder is None)
                for link in stage.before.links_of(relationship.name)
            }
            able = [
                one
                for one in stage.before.things(relationship.from_.entity)
                if (relationship.kind == "one-to-one" or stage.has_room(relationship, "from", one))
                and (one.entity, one.holder is None) in known
            ]
            parents[relationship.name] = parent = stage.choose(able, relationship.from_.entity)
            if relationship.kind == "one-to-one":
                make_way(stage, relationship, parent)
    thing = create(stage, operation.entity, parents)
    return stage.all_after([thing, *map(stage.twin, parents.values()), *_referred_to(stage, thing)])


def _asks_for_parent(stage: Stage, relationship: Relationship) -> bool:
    """Whether the function is told the id of the parent that is to list the new thing."""
    parents = {each.entity for each in stage.before.things(relationship.from_.entity)}
    keepers = {one.name for one in stage.compilation.plan.collections if one.entity in parents}
    is_told = any(one.path == "_id" and one.collection in keepers for one in stage.function.params.values())
    return stage.strategy(relationship) == "CHILD_REFS" and is_told


def _referred_to(stage: Stage, thing: Thing) -> list[Thing]:
    """Return what a new thing refers to: a function may be told its id beside the document."""
    links = [link for one in stage.before.model.links for link in stage.after.links(one.name, "to", thing)]
    return [link.source for link in links]


def _leads_to(stage: Stage, target: str, entity: str) -> bool:
    return entity == target or target in stage.before.world.families.above(entity)


def _delete(stage: Stage, operation: Operation, focus: Thing, matching: list[Thing]) -> Scenario:
    matching = first_few(stage, operation, matching)
    stage.going = matching  # what names another of them goes too: it is no reason to keep it
    for thing in matching:
        stage.take_away(thing, matching)
    records = Sought(stage)
    if not all(_matches(records, one, stage.asked, operation) for one in matching):
        raise NotJudged("what its filter asks for can't be there when it goes")
    scenario = stage.gone([focus, *_folded_links(stage, focus)], matching)
    return scenario._replace(finds_nothing=not matching, nobody=stage.unsaid)


def _folded_links(stage: Stage, thing: Thing) -> Iterator[Link]:
    """Yield the links to children whose documents hold what is known of a thing that has no document of its own."""
    for relationship in stage.before.model.links:
        if stage.strategy(relationship) == "FOLD_ONE" and relationship.from_.entity == thing.entity:
            yield from stage.before.links(relationship.name, "from", thing)


def _update(stage: Stage, operation: Operation, focus: Thing, matching: list[Thing]) -> Scenario:
    matching = first_few(stage, operation, matching)
    changes = [
        *(Effect(field=path, do="set") for path in given(operation.changes, [])),
        *given(operation.effects, []),
    ]
    if not changes:
        raise NotJudged("an update of nothing")
    matching = [one for one in matching if has_all_of(stage.before, one, changes)]
    touched: list[Any] = []
    given_values: list[tuple[Effect, Any]] = []
    for effect in changes:
        lead = [one for one in (focus, *matching) if one in matching] or [focus]
        if leads_to_end(stage.before, focus.entity, effect.field):
            touched += relinked(stage, effect, matching or lead)
            continue
        brought = _brought(stage, lead[0], effect)
        for thing in matching:
            for owner, path in _meant(stage, thing, effect.field):
                _apply(stage, owner, path, effect, brought)
                touched.append(owner)
        given_values.append((effect, brought))
    must_stay(stage, matching)
    # New values of a link are its own.
    lead = [focus, *_folded_links(stage, focus), *(one for one in touched if isinstance(one, Link))]
    lead = [one for one in lead if one in stage.twins]  # a link that comes stands in the facts after alone
    scenario = stage.done(lead, [stage.twin(owner) for owner in lead], touched=[*matching, *touched])
    if focus in matching:  # its document shows how an object is stored: what groups of fields in it become
        given_values = [
            (effect, value)
            for effect, value in given_values
            if effect.do in _OF_ELEMENTS or not isinstance(value, dict)  # no path is that of the one element
        ]
    values = _with_brought(stage, scenario.values, given_values)
    return scenario._replace(values=values, finds_nothing=not matching, nobody=stage.unsaid)


_OF_ELEMENTS = ("push", "add-to-set", "pull")
"""Effects that are given one element of a list."""


def _with_brought(
    stage: Stage, values: dict[str, Any], brought: Sequence[tuple[Effect, Any]]
) -> dict[str, Any]:
    """Put what the call brings in into the parameters that are called like the fields."""
    made = dict(values)
    fields = [effect.field for effect, _ in brought]
    for name in (name for name in stage.function.params if name in stage.function.written):
        plain = re.sub(r"Factor\d*$", "", name).replace("_", "").lower()
        for effect, value in brought:
            if value is not None and plain in parameter_names(
                effect, is_twice=fields.count(effect.field) > 1
            ):
                made[name] = value
    return made


def _meant(stage: Stage, thing: Thing, path: str) -> Iterator[tuple[Thing | Link, tuple[str, ...]]]:
    """Yield what an effect changes: of several, those of which the filter holds that asks about the same ones."""
    step = stage.before.paths.step(thing.entity, path.split(".")[0])
    owners = list(reached(stage.before, thing, path))
    if step is None or step.relationship is None:
        yield from owners
        return
    for match, value in stage.asked:
        if match.field.split(".")[0] == path.split(".")[0]:
            held = _held(stage, thing, match.field, [owner for owner, _ in owners])
            owners = [
                (owner, at)
                for owner, at in owners
                if owner not in held
                or any(_holds(match, each, value, False) for each in each_value(held[owner]))
            ]
    yield from owners


def _held(stage: Stage, thing: Thing, path: str, links: Sequence[Any]) -> dict[Any, Any]:
    """Return what stands at a path by the link that it leads through, of those that tell it one by one."""
    route = stage.before.paths.resolve(thing.entity, path)
    if route is not None and any(step.kind == "link" for step in route.steps):
        found = reached(stage.before, thing, path)
        return {link: value_at(stage.before.values[link], at) for link, at in found if link in links}
    held = StateRecords(stage.before).look(thing, path)
    return dict(zip(links, held, strict=True)) if isinstance(held, list) and len(held) == len(links) else {}


def reached(state: State, thing: Thing, path: str) -> Iterator[tuple[Thing | Link, tuple[str, ...]]]:
    """Yield whose value a path from a thing leads to, and where it stands there."""
    route = state.paths.resolve(thing.entity, path)
    if route is None:
        raise NotJudged(f"a path that leads nowhere: {path}")
    here: list[Thing] = [thing]
    for place, step in enumerate(route.steps):
        if step.kind == "end" and step.relationship is not None:
            name, far = step.relationship.name, opposite(step.side)
            links = [link for one in here for link in state.links(name, step.side, one)]
            rest = route.steps[place + 1 :]
            if rest[0].kind == "link":
                yield from ((link, tuple(one.name for one in rest)) for link in links)
                return
            here = [link.end(far) for link in links]
        elif step.kind == "field":
            yield from ((one, tuple(each.name for each in route.steps[place:])) for one in here)
            return
        else:
            raise NotJudged(f"a change of a {step.kind}")


def _brought(stage: Stage, thing: Thing, effect: Effect) -> Any:
    """Return the value that the caller brings in, None where the operation needs none."""
    if stated(effect.value) or effect.do in ("unset", "current-date"):
        return None
    owner, path = next(reached(stage.before, thing, effect.field), (None, ()))
    if owner is None:
        raise NotJudged("nothing stands where it would change something")
    if effect.do in ("increment", "multiply"):
        return None if stated(effect.by) else 3
    if effect.do == "pull":
        held = value_at(stage.after.values[stage.twin(owner)], path)
        return copied(held[0]) if isinstance(held, list) and held else None
    found = in_its_window(stage, owner, path, new_value(stage, owner, path))
    if effect.do in ("push", "add-to-set"):
        return found[0] if isinstance(found, list) and found else None
    if found is None:
        raise NotJudged("no other value for the field")
    return found


def _apply(stage: Stage, owner: Thing | Link, path: tuple[str, ...], effect: Effect, brought: Any) -> None:
    twin = stage.twin(owner)
    if path in computed_paths(stage.after, twin):
        return
    old = value_at(stage.after.values[twin], path)
    if isinstance(old, list) is False and through_array(stage.after.values[twin], path):
        raise NotJudged("a field inside a list, with no element named")
    stage.after.put(twin, path, changed(effect, old, brought))
