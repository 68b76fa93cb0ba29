"""The addresses of the pages; the language stands before them."""

from django.urls import include, path

from fokozat.web import views
from fokozat.web.hall import hall
from fokozat.web.multiplier import multiplier
from fokozat.web.regulation import regulation

urlpatterns = [
    path("", include("fokozat.web.account.urls")),
    path("", include("fokozat.web.people_urls")),
    path("", views.home, name="home"),
    path("hall/", hall, name="hall"),
    path("multiplier/", multiplier, name="multiplier"),
    path("regulations/<slug:edition>/", regulation, name="regulation"),
]
