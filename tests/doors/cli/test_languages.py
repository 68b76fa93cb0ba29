"""The same question in three languages, by --lang or by the environment."""

import pytest

from fokozat.cli.commands import COMMANDS
from fokozat.cli.main import choose_language, main
from tests.doors.cli.front_door import MGSZ, WEEKEND, fokozat

FIRST_LINES = {
    "en": ("Usage: fokozat", "fokozat: there is no file absent.json; check its name and folder"),
    "hu": ("Használat: fokozat", "fokozat: nincs ilyen fájl: absent.json; ellenőrizze a nevét és a mappáját"),
    "et": ("Kasutus: fokozat", "fokozat: faili absent.json ei ole; kontrollige nime ja kausta"),
}


@pytest.mark.parametrize("language", FIRST_LINES)
def test_first_line(language: str) -> None:
    help_line, fault_line = FIRST_LINES[language]
    assert fokozat("--help", LC_ALL=f"{language}_XX.UTF-8").stdout.startswith(help_line)
    assert fokozat("--lang", language, "rate", "absent.json", *MGSZ).stderr == f"{fault_line}\n"
    assert fokozat("rate", "absent.json", *MGSZ, f"--lang={language}").stderr == f"{fault_line}\n"


@pytest.mark.parametrize("language", FIRST_LINES)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_helps_in_every_language(
    command: object, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = getattr(command, "name", "")
    with pytest.raises(SystemExit) as ended:
        main([name, "--help", "--lang", language])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    head = FIRST_LINES[language][0]
    assert text.startswith(f"{head} {name} [-h]")
    english = ("show this help", "Options:", "positional arguments", "usage:")
    assert not [words for words in english if words in text and language != "en"]


@pytest.mark.parametrize("language", FIRST_LINES)
def test_rate_in_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", WEEKEND, *MGSZ, "--lang", language]) == 0
    word = {"en": "multiplier", "hu": "szorzó", "et": "kordaja"}[language]
    assert f"{word} " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "environ", "language"),
    [
        ((), {}, "en"),
        ((), {"LANG": "hu_HU.UTF-8"}, "hu"),
        ((), {"LANG": "hu_HU.UTF-8", "LC_ALL": "et_EE"}, "et"),
        ((), {"LANG": "et"}, "et"),
        ((), {"LC_ALL": "", "LANG": "hu"}, "hu"),
        ((), {"LANG": "hungarian"}, "en"),
        ((), {"LANG": "C.UTF-8"}, "en"),
        (("rate", "--lang", "hu"), {"LANG": "et_EE"}, "hu"),
        (("--lang=et", "rate"), {}, "et"),
        (("--lang", "fr"), {"LANG": "hu_HU"}, "hu"),
        (("rate", "--lang"), {}, "en"),
    ],
)
def test_choice_of_language(typed: tuple[str, ...], environ: dict[str, str], language: str) -> None:
    assert choose_language(typed, environ) == language
