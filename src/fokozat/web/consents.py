"""The desk of missing consents: minors for whom nobody consented yet, each with the way to mend it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from fokozat.office.rights import may
from fokozat.office.waiting import MOST, minors_without_consent
from fokozat.web.frame import page
from fokozat.web.people_desk import asking, office_page, require_somewhere, today


@require_safe
@office_page
def consents(request: HttpRequest) -> HttpResponse:
    """A line a card; no birth date stands here."""
    actor = asking(request)
    require_somewhere(actor, "see", "consent")
    cards = minors_without_consent(actor, today(), MOST + 1)
    rows = [
        {
            "name": card.shown_name,
            "url": reverse("person", args=[card.uid]),
            "keeper": card.keeper.name,
            "door": reverse("person-consent", args=[card.uid]) if may(actor, "change", "consent", card) else "",
        }
        for card in cards[:MOST]
    ]
    return page(request, "office/consents.html", {"rows": rows, "more": len(cards) > MOST})
