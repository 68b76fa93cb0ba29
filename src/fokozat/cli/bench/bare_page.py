"""The peer of the bench `pages`: fifty people in a plain Django view, and nothing else."""

from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import path

from fokozat.office.models import Person

PAGE = Engine().from_string(
    "<!doctype html><title>People</title><table>{% for card in cards %}"
    "<tr><td>{{ card.family }} {{ card.given }}</td><td>{{ card.keeper.name }}</td><td>{{ card.country }}</td>"
    "<td>{% for number in card.numbers.all %}{{ number.scheme }} {{ number.value }}{% endfor %}</td></tr>"
    "{% endfor %}</table>"
)


def people(_request: HttpRequest) -> HttpResponse:
    cards = Person.objects.select_related("keeper").prefetch_related("numbers").order_by("name_sort_hu")[:50]
    return HttpResponse(PAGE.render(Context({"cards": cards})))


urlpatterns = [path("", people)]
