"""What the forms of pages send: names, texts and files, read and held against their rules."""

from __future__ import annotations

import json
import re
import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from designs.compiler import weights_of
from designs.store import LONGEST_DATABASE, database_of

LONGEST_NAME = 120
_HEAVIEST = 1_000_000
_NO_DATABASE = re.compile(r'[/\\. "$*<>:|?]')
_OP_ID = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


def new_op_id() -> str:
    """The id of one sending of a form: sent twice, it is carried out once."""
    return secrets.token_hex(16)


def op_id_of(request: HttpRequest) -> str:
    """The id that the form carried; a new one where it carried none of ours."""
    sent = request.POST.get("op_id", "")
    return sent if _OP_ID.match(sent) else new_op_id()


UNDO_PAGES = ("findings", "decisions", "design")
"""Pages to which the Undo button of a message leads back."""


def undo_tag(slug: str, revision: int, back: str) -> str:
    """The tag of a message with a button that restores the version before a change. revision: of the change; back: the
    page that it leads back to."""
    return f"{slug} {revision} {back} {new_op_id()}"


def number_of(request: HttpRequest, name: str) -> int | None:
    """A whole number that a form carries; None for anything else."""
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else None


def imported_content(request: HttpRequest) -> bytes:
    """The design file that a form carries: the chosen file, else the text; b"" without either.

    No larger than a request may be, which is more than a design file may have.
    """
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read())
    return request.POST.get("text", "").replace("\r\n", "\n").encode()


class BlankForm(forms.Form):
    """A design with a name and nothing in it."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    database = forms.CharField(label=_("Database"), max_length=LONGEST_DATABASE, required=False)

    def clean_database(self) -> str:
        database: str = self.cleaned_data["database"]
        if _NO_DATABASE.search(database):
            raise ValidationError(
                gettext('Database names can’t contain spaces or / \\ . " $ * < > : | ?. Try “%(name)s”.')
                % {"name": database_of(database)}
            )
        return database or database_of(self.cleaned_data.get("name", ""))

    def file(self) -> str:
        """The design file that the form asks for."""
        head = {"name": self.cleaned_data["name"], "database": self.cleaned_data["database"]}
        return json.dumps({"format": "nestlink/1", **head, "entities": []})


class CopyForm(forms.Form):
    """The name of a copy."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)


class AboutForm(forms.Form):
    """What a design says of itself. Tags stand one a line."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    description = forms.CharField(label=_("Description"), required=False, max_length=20_000)
    tags = forms.CharField(label=_("Tags"), required=False, max_length=4_000)

    def clean_description(self) -> str:
        return str(self.cleaned_data["description"]).replace("\r\n", "\n")

    def clean_tags(self) -> list[str]:
        lines = (" ".join(line.split()) for line in str(self.cleaned_data["tags"]).splitlines())
        return list(dict.fromkeys(line for line in lines if line))


def about(raw: dict[str, Any]) -> dict[str, Any]:
    """What AboutForm shows of a design's JSON values."""
    tags = [" ".join(tag.split()) for tag in raw.get("tags", [])]
    return {"name": raw["name"], "description": raw.get("description", ""), "tags": "\n".join(tags)}


class WeightsForm(forms.Form):
    """The cost weights of a design; a blank one keeps its default. profile: the workload
    profile, which weighs reads or writes double."""

    def __init__(self, *args: Any, profile: str = "mixed", **options: Any) -> None:
        super().__init__(*args, **options)
        for letter, usual in weights_of({}, profile).items():
            self.fields[letter] = forms.FloatField(
                label=letter,
                required=False,
                min_value=0,
                max_value=_HEAVIEST,
                widget=forms.NumberInput(attrs={"placeholder": f"{usual:g}", "step": "any"}),
            )

    def stated(self) -> dict[str, float]:
        """The weights that are stated, whole ones without a point."""
        weights = {letter: value for letter, value in self.cleaned_data.items() if value is not None}
        return {letter: int(value) if value.is_integer() else value for letter, value in weights.items()}
