"""People at an open design, as tests of the road of an edit send for them."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from designs.models import Design


class Editor:
    """A person at an open design: what they saw, and what they send."""

    def __init__(self, design: Design, user: User | None, **client: Any) -> None:
        self.client, self.user, self.place = Client(**client), user, f"/designs/{design.slug}/edits/"
        if user is not None:
            self.client.force_login(user)
        self.revision, self.number = design.revision, 0

    def send(self, edit: dict[str, Any], status: int = 200, **more: Any) -> Any:
        self.number += 1
        name = self.user.username if self.user else "nobody"
        return self.post("", {"op": f"{name}-op-{self.number}", "edit": edit} | more, status)

    def back(self, way: str, status: int = 200, **more: Any) -> Any:
        self.number += 1
        return self.post(f"{way}/", {"op": f"{way}-{self.user}-{self.number}"} | more, status)

    def post(self, place: str, body: dict[str, Any], status: int) -> Any:
        body = {"base": self.revision} | body
        answer = self.client.post(self.place + place, json.dumps(body), "application/json")
        assert answer.status_code == status, answer.content
        told = answer.json()
        if status == 200:
            self.revision = told["revision"]
        return told

    def since(self, query: str, status: int = 200) -> Any:
        answer = self.client.get(f"{self.place}since/?{query}")
        assert answer.status_code == status
        return answer.json()


def ids(design: Design) -> dict[str, str]:
    raw = json.loads(Design.objects.get(pk=design.pk).text)
    parts = [*raw["entities"], *raw["relationships"], *(f for e in raw["entities"] for f in e["fields"])]
    return {part["name"]: part["id"] for part in parts}


def described(key: str, text: str) -> dict[str, Any]:
    return {"edit": "set", "id": key, "path": ["description"], "value": text}


def raw_of(design: Design) -> Any:
    return json.loads(Design.objects.get(pk=design.pk).text)
