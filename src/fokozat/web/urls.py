"""The addresses of the pages; the language stands before them."""

from django.urls import include, path

from fokozat.web import offline, style
from fokozat.web.hall import hall
from fokozat.web.home import home
from fokozat.web.multiplier import multiplier
from fokozat.web.regulation import regulation
from fokozat.web.rules import rules
from fokozat.web.search import search

urlpatterns = [
    path("", include("fokozat.web.account.urls")),
    path("", include("fokozat.web.people_urls")),
    path("offline/", offline.offline, name="offline"),
    path("style/", style.style, name="style"),
    path("", home, name="home"),
    path("search/", search, name="search"),
    path("rules/", rules, name="rules"),
    path("hall/", hall, name="hall"),
    path("multiplier/", multiplier, name="multiplier"),
    path("regulations/<slug:edition>/", regulation, name="regulation"),
]
