"""The addresses of signing in and out."""

from django.urls import path

from . import views
from .address import PATH

urlpatterns = [
    path(PATH, views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
]
