"""The addresses of the pages; the language stands before them."""

from django.urls import path

from fokozat.web import views
from fokozat.web.multiplier import multiplier
from fokozat.web.regulation import regulation

urlpatterns = [
    path("", views.home, name="home"),
    path("multiplier/", multiplier, name="multiplier"),
    path("regulations/<slug:edition>/", regulation, name="regulation"),
]
