"""The office as a Django app."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    """Facts, actions, journal."""

    name = "fokozat.office"
    label = "office"
    default_auto_field = "django.db.models.BigAutoField"
