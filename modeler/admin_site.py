"""The admin as part of the product: its name, and the product's own way of signing in and out."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.views import LogoutView, redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy


class LibraryAdmin(admin.AdminSite):
    """The admin site. Who is signed in but no curator is told so, instead of asked to sign in again."""

    site_header = gettext_lazy("Nestlink library")
    site_title = gettext_lazy("Nestlink library")
    index_title = gettext_lazy("Library administration")

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """The designs first, each kind in the order in which one meets it."""
        order = ("Design", "Entity", "Relationship", "Operation", "Revision")
        apps: list[Any] = super().get_app_list(request, app_label)
        for app in apps:
            app["models"].sort(
                key=lambda model: order.index(model["object_name"]) if model["object_name"] in order else 9
            )
        return sorted(apps, key=lambda app: app["app_label"] != "designs")

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send visitors to the product's sign-in page, and back here from there."""
        wanted = request.GET.get("next") or reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        if request.user.is_authenticated:
            return render(request, "admin/not_allowed.html", {"title": self.index_title}, status=403)
        return redirect_to_login(wanted)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Sign out and show the library as everyone sees it."""
        return LogoutView.as_view(next_page=reverse("designs:library"))(request)
