"""The addresses of the office: people, bodies, and the desks of who works there."""

from django.urls import path

from fokozat.web import (
    bodies,
    bodies_export,
    imports,
    journal,
    people,
    people_changes,
    people_duplicates,
    people_office,
    people_private,
)

urlpatterns = [
    path("people/", people.people_list, name="people"),
    path("people/new/", people_changes.person_new, name="person-new"),
    path("people/<uuid:uid>/", people.person, name="person"),
    path("people/<uuid:uid>/change/", people_changes.person_edit, name="person-edit"),
    path("people/<uuid:uid>/numbers/new/", people_changes.person_number, name="person-number"),
    path("people/<uuid:uid>/numbers/<int:key>/end/", people_changes.number_end, name="number-end"),
    path("people/<uuid:uid>/years/new/", people_changes.person_enrol, name="person-enrol"),
    path("people/<uuid:uid>/years/<int:key>/strike/", people_changes.person_strike, name="person-strike"),
    path("people/<uuid:uid>/birth-date/", people_private.person_birth_date, name="person-birth-date"),
    path("people/<uuid:uid>/contact/", people_private.person_contact, name="person-contact"),
    path("people/<uuid:uid>/consents/new/", people_private.person_consent, name="person-consent"),
    path("people/<uuid:uid>/consents/<int:key>/withdraw/", people_private.consent_withdraw, name="consent-withdraw"),
    path("people/<uuid:uid>/erase/", people_private.person_erase, name="person-erase"),
    path("bodies/", bodies.bodies_list, name="bodies"),
    path("bodies/new/", bodies.body_new, name="body-new"),
    path("bodies/<uuid:uid>/", bodies.body, name="body"),
    path("bodies/<uuid:uid>/change/", bodies.body_edit, name="body-edit"),
    path("bodies/<uuid:uid>/close/", bodies.body_close, name="body-close"),
    path("bodies/<uuid:uid>/export/<slug:table>.<slug:form>", bodies_export.body_export, name="body-export"),
    path("office/", people_office.office, name="office"),
    path("office/duplicates/", people_duplicates.duplicates, name="duplicates"),
    path("office/duplicates/<uuid:one>/<uuid:other>/", people_duplicates.duplicate, name="duplicate"),
    path("office/merges/<int:key>/undo/", people_duplicates.merge_undo, name="merge-undo"),
    path("office/journal/", journal.journal, name="journal"),
    path("office/import/", imports.imports, name="imports"),
    path("office/import/look/", imports.look, name="import-look"),
    path("office/import/<uuid:uid>/undo/", imports.undo, name="import-undo"),
]
