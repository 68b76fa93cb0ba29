"""What only few may see: birth dates, contact data, consents. Each in a table of its own, with rights of its own."""

from django.db import models

from fokozat.office.models.people import Person


class BirthDate(models.Model):
    """The day a person was born. Public pages and the API give an age band at most."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="birth_date")
    born = models.DateField()

    class Meta:
        indexes = (models.Index(fields=("born",), name="birth_date_born"),)


class Contact(models.Model):
    """How a person is reached."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="contact")
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=300, blank=True)


class Consent(models.Model):
    """A parent's consent for a minor, or its withdrawal."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="consents")
    given_by = models.CharField(max_length=200)
    on = models.DateField()
    withdrawn_on = models.DateField(null=True, blank=True)
