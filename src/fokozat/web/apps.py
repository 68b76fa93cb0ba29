"""Tells Django where the templates and static files of the pages are."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages."""

    name = "fokozat.web"

    def ready(self) -> None:
        """Accounts are there only when every app is."""
        from fokozat.web.account.noting import listen

        listen()
