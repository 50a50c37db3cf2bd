"""All addresses: the app's. A page of its own for what is not found."""

from django.urls import include, path

urlpatterns = [path("", include("designs.urls"))]

handler404 = "designs.views.refused.not_found"
handler500 = "designs.views.refused.failed"
