"""The facts, as the office keeps them: one module a subject. What only actions need stands in the modules."""

from fokozat.office.models.accounts import Account, Claim, Role, Token
from fokozat.office.models.bodies import Body
from fokozat.office.models.idempotency import Idempotency
from fokozat.office.models.imports import Import
from fokozat.office.models.journal import Record
from fokozat.office.models.limits import Tally as Tally  # for Django; who needs it asks its module
from fokozat.office.models.live import Topic as Topic  # for Django; who needs it asks its module
from fokozat.office.models.looks import Logo as Logo  # for Django; who needs it asks its module
from fokozat.office.models.membership import Membership
from fokozat.office.models.people import FormerName, Number, Person
from fokozat.office.models.private import BirthDate, Consent, Contact
from fokozat.office.models.systems import System as System  # for Django; who needs it asks its module
from fokozat.office.models.work import Work as Work  # the same

__all__ = (
    "Account",
    "BirthDate",
    "Body",
    "Claim",
    "Consent",
    "Contact",
    "FormerName",
    "Idempotency",
    "Import",
    "Membership",
    "Number",
    "Person",
    "Record",
    "Role",
    "Token",
)
