"""The page of the multiplier: what was given becomes an event, the event an answer with its derivation."""

from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from fokozat.formats import event_of, read_event, write_event
from fokozat.kernel.derivation import tree
from fokozat.kernel.errors import Fault, FokozatError, InvalidInput
from fokozat.kernel.event import Event
from fokozat.kernel.words import Words, word_fault
from fokozat.ratings import derive
from fokozat.regulations import edition_room
from fokozat.web import forms
from fokozat.web.answers import answer_of
from fokozat.web.frame import page
from fokozat.web.templatetags.words import language
from fokozat.web.uploads import too_large_file

EDITION = "mgsz-2012"
NOT_ACCEPTED = 422


@dataclass(frozen=True)
class Given:
    """What a reader gave, and in which way: the short form, a pasted document, or a file."""

    way: str = "form"
    form: forms.Typed = field(default_factory=forms.Typed)
    document: str = ""
    upload: bytes = b""
    too_large: str | None = None

    @property
    def field(self) -> str:
        """Where the faults of the whole stand."""
        return {"paste": "document", "file": "file"}.get(self.way, "")


@dataclass(frozen=True)
class FieldFault:
    """A fault in the reader's words: for the summary, and beside the field that has to be mended."""

    field: str
    text: str
    beside: str


@require_http_methods(["GET", "HEAD", "POST"])
def multiplier(request: HttpRequest) -> HttpResponse:
    """The form, and below it or beside it the answer. A filled form has an address of its own."""
    asked = request.POST if request.method == "POST" else request.GET
    if request.method != "POST" and not forms.is_filled(asked):
        return _shown(request, Given())
    given = _given(request)
    if given.too_large is not None:
        return _shown(request, given, (_too_large(given.field, given.too_large),))
    try:
        event = _event(given)
        return _answered(request, given, event, asked.get("as", ""))
    except FokozatError as error:
        return _shown(request, given, tuple(_worded(fault, given) for fault in error.faults))


def too_large(request: HttpRequest) -> HttpResponse:
    """A request that was not read because of its size."""
    name = Words.of("web").say("multiplier.document", language())
    return _shown(request, Given(way="paste"), (_too_large("document", name),))


def _given(request: HttpRequest) -> Given:
    if request.method != "POST":
        return Given(form=forms.typed(request.GET))
    match request.POST.get("way"):
        case "paste":
            given = Given(way="paste", document=request.POST.get("document", ""))
            if len(given.document.encode(errors="surrogatepass")) <= settings.DOCUMENT_MAX_BYTES:
                return given
            return replace(given, document="", too_large=Words.of("web").say("multiplier.document", language()))
        case "file":
            file = request.FILES.get("file")
            return Given(way="file", upload=file.read() if file else b"", too_large=too_large_file(request))
    return Given(form=forms.typed(request.POST))


def _event(given: Given) -> Event:
    match given.way:
        case "paste":
            return read_event(given.document.encode(errors="surrogatepass"))
        case "file":
            return read_event(given.upload)
    missing = forms.left_out(given.form)
    try:
        event = event_of(forms.document_of(given.form, Words.of("web").say("multiplier.title", language())))
    except InvalidInput as error:
        raise InvalidInput.of(forms.in_order((*missing, *error.faults))) from None
    if missing:
        raise InvalidInput.of(missing)
    return event


def _answered(request: HttpRequest, given: Given, event: Event, wanted: str) -> HttpResponse:
    if wanted == "document":
        response = HttpResponse(write_event(event), content_type="application/json")
        response.headers["Content-Disposition"] = 'attachment; filename="event.json"'
        return response
    if wanted == "json":
        return JsonResponse(tree(derive(event, EDITION), edition_room(EDITION).words, language()))
    named = given.way != "form" or given.form["name"] != ""
    return _shown(request, given, answer=answer_of(event, EDITION, language(), named=named))


def _shown(
    request: HttpRequest, given: Given, faults: tuple[FieldFault, ...] = (), answer: object = None
) -> HttpResponse:
    context = {
        "action": reverse("multiplier"),
        "way": given.way,
        "values": {**given.form.values(), "document": given.document},
        "traits": given.form.ticks(),
        "faults": faults,
        "fault_of": {fault.field: fault.beside for fault in reversed(faults)},
        "answer": answer,
        "examples": _examples(),
    }
    return page(request, "multiplier.html", context, NOT_ACCEPTED if faults else 200)


def _worded(fault: Fault, given: Given) -> FieldFault:
    """In the form the label says where; in a document the sentence does."""
    if given.way != "form":
        text = word_fault(fault, language())
        return FieldFault(given.field, text, text)
    field = forms.field_of(fault.place)
    fault = replace(fault, key=forms.IN_WORDS_OF_A_FORM.get(fault.key, fault.key), place="")
    text, label = word_fault(fault, language()), forms.label_of(field, given.form)
    return FieldFault(field, f"{Words.of('web').say(label, language())}: {text}" if label else text, text)


def _too_large(field: str, name: str) -> FieldFault:
    text = f"{name}: {Words.of('web').say('multiplier.file-large', language())}"
    return FieldFault(field, text, text)


# Worked examples of the regulation that the empty page offers: the form as it would be filled in.
EXAMPLES: tuple[dict[str, str], ...] = (
    {"traits": "continental-championship", "base": "150", "overtime": "canadian", "moves": "15", "seconds": "300",
     "rounds": "10", "participants": "400", "even": "on"},
    {"traits": "international-invitational", "base": "45", "overtime": "japanese", "periods": "3", "seconds": "30",
     "rounds": "6", "participants": "66", "even": "on"},
    {"traits": "national-championship", "base": "60", "overtime": "fischer", "seconds": "20",
     "rounds": "5", "participants": "24", "even": "on"},
)  # fmt: skip
_EXAMPLE_DAY = "2012-03-10"


def _examples() -> list[dict[str, str]]:
    say, spoken = Words.of("web").say, language()
    address = reverse("multiplier")
    return [
        {
            "label": f"{say('multiplier.trait-' + each['traits'], spoken)}: {each['base']} "
            f"{say('multiplier.minutes', spoken)}, {say('multiplier.overtime-' + each['overtime'], spoken)}",
            "url": f"{address}?{urlencode({'start': _EXAMPLE_DAY, 'board': '19x19', **each})}#answer",
        }
        for each in EXAMPLES
    ]
