"""All addresses: the app's, the admin, and signing in. A page of its own for each way to fail."""

from django.contrib import admin
from django.urls import include, path

from modeler.server.waiting import expired

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("designs.urls")),
    path("", include("modeler.sign_in.urls")),
    path("waiting/<str:ticket>/", expired, name="waiting"),
]

handler400 = "modeler.failures.bad_request"
handler403 = "modeler.failures.denied"
handler404 = "designs.views.error_pages.not_found"
handler500 = "modeler.failures.failed"
