"""Where letters go, and that a password never travels in the clear."""

from pathlib import Path

import pytest

from fokozat.kernel.errors import InvalidInput
from fokozat.kernel.words import LANGUAGES, word_fault
from fokozat.site.mail import mail_settings


def test_without_an_address_letters_stay_in_the_data_folder(tmp_path: Path) -> None:
    found = mail_settings("", tmp_path)
    assert found["EMAIL_FILE_PATH"] == tmp_path / "mail"
    assert (tmp_path / "mail").stat().st_mode & 0o777 == 0o700
    assert mail_settings("", tmp_path) == found


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtp://minta:t%40bla@mail.example", 587, False, True),
        ("smtp://minta:t%40bla@mail.example:2525", 2525, False, True),
        ("smtps://minta:t%40bla@mail.example", 465, True, False),
        ("smtp://minta:t%40bla@localhost:25?plain=1", 25, False, False),
    ],
)
def test_addresses_of_servers(url: str, port: int, ssl: bool, tls: bool, tmp_path: Path) -> None:
    found = mail_settings(url, tmp_path)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == (port, ssl, tls)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("minta", "t@bla")


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("mail.example", "site.mail-address"),
        ("http://minta:titok@mail.example", "site.mail-address"),
        ("smtp://minta:titok@", "site.mail-address"),
        ("smtp://minta:titok@mail.example:port", "site.mail-address"),
        ("smtp://minta:titok@mail.example?tls=0", "site.mail-address"),
        ("smtp://minta:titok@mail.example?plain=1", "site.mail-plain"),
    ],
)
def test_other_addresses_are_refused_without_showing_the_password(url: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        mail_settings(url, tmp_path)
    assert refused.value.key == key
    assert all("titok" not in word_fault(refused.value.faults[0], language) for language in LANGUAGES)
