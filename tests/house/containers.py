"""Rules of Dockerfile and compose.yaml that need no engine: pinned bases, no root, a health check."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

INSTRUCTIONS = frozenset(
    "FROM RUN COPY ADD ENV ARG WORKDIR USER VOLUME EXPOSE HEALTHCHECK CMD ENTRYPOINT LABEL STOPSIGNAL SHELL".split()
)
_PINNED = re.compile(r"[a-z0-9._/-]+:\d+\.\d+[\w.-]*$")
_PIP = re.compile(r"pip (?:install|wheel)[^&;|]*")
_HASHED = re.compile(r"--require-hashes|--no-index|--no-build-isolation")
_REQUIRED = {"USER": "root runs it", "HEALTHCHECK": "nobody sees it fail", "CMD": "it starts nothing"}


def instructions(text: str) -> list[tuple[str, str]]:
    """Instruction and arguments of each line of a Dockerfile, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^\s*#.*\n", "", text))
    return [
        (word.upper(), rest.strip())
        for word, _, rest in (line.partition(" ") for line in joined.splitlines())
        if word
    ]


def dockerfile_faults(text: str) -> list[str]:
    """What is wrong with a Dockerfile."""
    lines = instructions(text)
    last = [word for word, _ in lines[_last_stage(lines) :]]
    found = [f"no {word}: {why}" for word, why in _REQUIRED.items() if word not in last]
    return found + [fault for line in lines for fault in _line_faults(*line)]


def _last_stage(lines: list[tuple[str, str]]) -> int:
    return max((number for number, (word, _) in enumerate(lines) if word == "FROM"), default=0)


def _line_faults(word: str, rest: str) -> Iterator[str]:
    if word not in INSTRUCTIONS:
        yield f"{word} is no instruction"
    if word == "FROM" and not _PINNED.match(rest.split(" ")[0]):
        yield f"FROM {rest}: not pinned to a version"
    if word == "ADD":
        yield "ADD fetches and unpacks: use COPY"
    if word == "USER" and rest.split(":")[0] in ("root", "0"):
        yield "USER is root"
    if word == "RUN" and re.search(r"curl|wget|sudo|chmod (-R )?777", rest):
        yield f"RUN fetches or opens too much: {rest}"
    if word == "RUN":
        yield from (
            f"RUN installs what has no hash: {one}" for one in _PIP.findall(rest) if not _HASHED.search(one)
        )
    if word in ("CMD", "HEALTHCHECK") and "[" not in rest:
        yield f"{word} runs in a shell that swallows signals"
    if word == "RUN" and not _words(rest):
        yield f"RUN has an open quote: {rest}"


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


def compose_faults(tree: Mapping[str, Any]) -> list[str]:
    """What is wrong with a compose file."""
    services, volumes = tree.get("services", {}), tree.get("volumes", {})
    return [
        fault
        for name, service in services.items()
        for fault in _service_faults(name, service, services, volumes)
    ]


def _service_faults(
    name: str, service: Mapping[str, Any], services: Mapping[str, Any], volumes: Mapping[str, Any]
) -> Iterator[str]:
    if not service.get("build") and not _PINNED.match(service.get("image", "")):
        yield f"{name}: image is not pinned to a version"
    if service.get("privileged") or service.get("network_mode") == "host":
        yield f"{name}: takes over the host"
    if not service.get("healthcheck"):
        yield f"{name}: no healthcheck"
    if not service.get("mem_limit"):
        yield f"{name}: no limit of memory"
    if service.get("restart") != "unless-stopped":
        yield f"{name}: nobody starts it again"
    yield from (
        f"{name}: port {port} is open to the world"
        for port in service.get("ports", ())
        if not port.startswith("127.")
    )
    yield from (
        f"{name}: waits for unknown {other}"
        for other in service.get("depends_on", ())
        if other not in services
    )
    for volume in service.get("volumes", ()):
        if volume.split(":")[0] not in volumes:
            yield f"{name}: volume {volume} is not declared"
    for key, value in service.get("environment", {}).items():
        if re.search("SECRET|PASSWORD|DATABASE_URL", key) and not re.search(r"\$\{\w+:\?", str(value)):
            yield f"{name}: {key} stands in the file"
