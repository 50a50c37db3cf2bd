"""The seven scripts as files: what they say of themselves, and that loading one harms nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from designs.compiler import EXPORTERS, read
from designs.compiler.exporters.mongosh import EXPORTER, SCRIPTS, render
from designs.compiler.plan_model.function_names import HELPERS
from tests.compiler import small
from tests.compiler.composed import design, entity, field, link
from tests.compiler.in_parts import compile_design
from tests.compiler.library import ROOT, built_of, names, text_of
from tests.compiler.random_wild import wild

ALL = pytest.mark.parametrize("name", names())
LEGACY = re.compile(r"\.(save|insert|update|remove|ensureIndex|findAndModify|count|copyTo|getSisterDB)\(")
WRITING = re.compile(r"\.(insert|update|delete|replace|findOneAnd|create|drop|runCommand|bulkWrite)\w*\(")


def scripts(name: str) -> dict[str, str]:
    """The text of each script of a library design, by its name."""
    return texts_of(text_of(name))


def texts_of(text: str) -> dict[str, str]:
    """The text of each script of a design file, by its name; none where it is no valid design."""
    made = built_of(text)
    files = {} if made is None else made.output("mongosh")
    return {path.removeprefix("mongosh/").removesuffix(".js"): script for path, script in files.items()}


def test_it_is_an_output_of_its_own() -> None:
    assert EXPORTER in EXPORTERS and EXPORTER.output == "mongosh"


@ALL
def test_there_are_seven_in_order(name: str) -> None:
    assert list(scripts(name)) == list(SCRIPTS)


@ALL
def test_each_says_what_it_is_how_it_runs_and_what_it_changes(name: str) -> None:
    for text in scripts(name).values():
        head = text.split("\ndb = db.")[0]
        assert re.search(
            r"// Run: mongosh .*\n(// .*\n)*?// (Creates|Inserts|Only defines|Loading it only defines|Changes nothing)",
            head,
        )


@ALL
def test_they_are_plain_ascii_with_current_calls(name: str) -> None:
    for path, text in scripts(name).items():
        assert all(" " <= char <= "~" or char == "\n" for char in text), path
        assert not LEGACY.search(text) and "/*" not in text, path
        assert text.endswith(("}\n", ";\n", ".\n")), path


@ALL
def test_no_file_drops_anything(name: str) -> None:
    assert not any(re.search(r"\.drop\w*\(", text) for text in scripts(name).values())


CALLS = re.compile(
    r"(?:(?<!second )(?<!\b[Aa] )\b[Cc]all|is updated by|the last call of|updated until|add them next with) ([\w.]+(?: in \w+\.js)?(?:(?:,| and| or) [\w.]+(?: in \w+\.js)?)*)"
)
ORDINARY = {"it", "the", "watch", "audit", "before", "and"}


def uncalled(texts: Mapping[str, str]) -> list[str]:
    """What comments of scripts tell to call that is no function of the script that they name."""
    defined = {
        script: set(re.findall(r"^function (\w+)\(", text, re.MULTILINE)) for script, text in texts.items()
    }
    wrong = []
    for script, text in texts.items():
        comments = "\n".join(re.findall(r"^// (.*(?:\n// .*)*)", text, re.MULTILINE)).replace("\n// ", " ")
        for calls in CALLS.findall(comments):
            for call in re.split(r", | and | or ", calls):
                name, _, file = call.rstrip(".").partition(" in ")
                where = file.removesuffix(".js") or script
                if name not in ORDINARY | defined[where]:
                    wrong.append(call)
    return wrong


@pytest.mark.parametrize("folder", ["library", "handbook"])
def test_every_function_that_a_comment_tells_to_call_is_in_a_script(folder: str) -> None:
    wrong = {}
    for path in sorted((ROOT / "designs" / folder).glob("*.json")):
        texts = texts_of(path.read_text(encoding="utf-8"))
        if texts:  # some designs of the handbook show what is refused
            wrong[path.stem] = uncalled(texts)
    assert wrong
    assert {name: calls for name, calls in wrong.items() if calls} == {}


@pytest.mark.parametrize("seed", range(40))
def test_the_same_of_random_designs(seed: int) -> None:
    assert uncalled(texts_of(json.dumps(wild(seed)))) == []


def test_what_scripts_do_not_define_is_seen() -> None:
    texts = {
        "04_queries": "// Then call Customer.recompute.one: it\n// follows. Call\n// a, b in 05_sync.js or c for it.\nfunction a() {",
        "05_sync": "function b() {\n}\nfunction c() {",
    }
    assert uncalled(texts) == ["Customer.recompute.one", "c"]


def test_the_names_of_helpers_are_all_reserved() -> None:
    folder = ROOT / "designs" / "compiler" / "exporters" / "mongosh"
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.js")]
    defined = {
        name for text in texts for name in re.findall(r"^(?:function|const) (\w+)", text, re.MULTILINE)
    }
    assert defined == HELPERS


@ALL
def test_the_audit_only_reads(name: str) -> None:
    assert not WRITING.search(scripts(name)["06_audit"])


def top_level(text: str) -> str:
    """The lines of a script that run when it is loaded: those outside of functions."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside = inside or line.startswith("function ")
        if not inside:
            lines.append(line)
        inside = inside and line != "}"
    return "\n".join(lines)


@ALL
def test_writes_stand_inside_functions(name: str) -> None:
    for path in ("04_queries", "05_sync", "06_audit"):
        loaded = top_level(scripts(name)[path])
        assert not WRITING.search(loaded), path
        assert not re.search(r"^(demo|watch|removeSampleData)\(", loaded, re.MULTILINE), path


def test_the_check_of_top_level_sees_a_write() -> None:
    broken = scripts("university")["04_queries"] + "db.students.deleteMany({});\n"
    assert WRITING.search(top_level(broken))


@ALL
def test_the_same_design_gives_the_same_bytes(name: str) -> None:
    value = read(text_of(name)).value
    assert value is not None
    again = {file.path: file.text for file in render(compile_design(value))}
    assert [*again.values()] == [*scripts(name).values()]


def test_sync_says_so_when_nothing_follows_a_stream() -> None:
    assert "This design has no copies synced by change streams." in scripts("university")["05_sync"]
    assert "function watch(" in scripts("cms")["05_sync"]


def test_what_is_kept_for_a_month_expires_by_an_index() -> None:
    text = scripts("log_hosts")["02_indexes"]
    assert 'ensureIndex("access_log", { time: 1 }, { name: "time_1", expireAfterSeconds: 2678400 })' in text


@pytest.mark.parametrize("name", ["04_queries.js", "05_sync.js"])
def test_a_script_defines_what_its_functions_store_objects_with(name: str) -> None:
    address = field("address", "object", fields=[field("city")])
    copies = [{"field": "address", "of": "to", "policy": "eventual"}]
    ends = ("Tour", {"field": "stops"}), ("Customer", {})
    stops = link("stops", "many-to-many", *ends, strategy="EMBED_LINK", link_owner="from", copies=copies)
    parts = [entity("Tour", field("day")), entity("Customer", address)]
    joins = [{"name": "join", "kind": "insert", "entity": "Customer"}]
    compilation = compile_design(design(parts, [stops], operations=joins))
    (text,) = [
        file.text for each in EXPORTERS for file in each.render(compilation) if file.path.endswith(name)
    ]
    assert " = withoutAbsent(" in text and "function withoutAbsent(" in text


def test_the_index_that_the_server_makes_of_a_time_series_is_not_reported_as_foreign() -> None:
    """Servers since 6.3 make one of metaField and time: who drops what "is not in the design" would drop it."""
    reading = small.entity("Reading", {"name": "at", "type": "date", "required": True}, kind="measurement")
    readings = small.link("readings", "one-to-many", "Oven", "Reading", strategy="TIME_SERIES")
    source = small.design([small.entity("Oven"), reading], [readings])
    compilation = compile_design(source)
    (series,) = [each for each in compilation.plan.collections if each.kind == "timeseries"]
    meta, time = (path for path, _ in series.servers_index)
    text = dict(zip(SCRIPTS, (file.text for file in render(compilation)), strict=True))["02_indexes"]
    names = re.search(rf'listOtherIndexes\("{series.name}", \[([^\]]*)\]\)', text)
    assert names and f'"{meta}_1_{time}_1"' in names[1], text
