"""One file that holds an installation as it was at one moment: written from either database, read into either.

A zip archive: `tables/NAME.jsonl` has a line of JSON for each row, `files/NAME` what the data folder kept, and
`manifest.json`, which is written last, says of each part how long it is and its SHA-256. It needs no program of the
database, both databases write the same bytes for the same facts, and however long a table is, only a piece of it is
held. Sessions stay behind: who restores an older day must not bring back a sign-in that was ended since.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO, Any, BinaryIO, cast
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812

from django.db import connections
from django.db.models import Model

from fokozat import __version__
from fokozat.kernel.errors import InvalidInput
from fokozat.office import snapshot_rows as rows

FORM = "fokozat-backup/1"
LEFT_BEHIND = frozenset({"django_session"})
LONGEST_LINE = 64_000_000
MANIFEST = "manifest.json"

_PACKED = 3  # a higher level takes three times as long for a tenth less
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Part:
    """A table or a file of a snapshot; `rows` and `last_number` are those of a table."""

    name: str
    size: int
    digest: str
    rows: int = 0
    last_number: int = 0
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Head:
    """How long a chain of the journal was, and the hash of its last record."""

    name: str
    length: int
    hash: str


@dataclass(frozen=True)
class Manifest:
    """What a snapshot says of itself."""

    version: str
    made_at: datetime
    database: str
    migrations: rows.Migrations
    tables: tuple[Part, ...]
    chains: tuple[Head, ...]
    files: tuple[Part, ...]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def records(self) -> int:
        return sum(chain.length for chain in self.chains)


# ------------------------------------------------------------------ writing


def write_snapshot(
    out: BinaryIO,
    files: Mapping[str, Path] | None = None,
    using: str = "default",
    left_behind: frozenset[str] = LEFT_BEHIND,
    beside: Path | None = None,
) -> Manifest:
    """Write the database as it is now, and files by the names they shall have; `out` need not know how to seek.

    `beside`: the folder for a passing copy, needed only by a SQLite without WAL.
    """
    made_at = datetime.now(UTC)
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=_PACKED) as archive, rows.one_moment(using, beside) as moment:
        found = rows.applied_migrations(moment)
        rows.refuse_newer(found, "office.database-newer")
        models = [model for model in rows.models_after(found) if rows.table_of(model) not in left_behind]
        tables = tuple(_write_table(archive, model, moment) for model in models)
        chains = tuple(_heads(moment, models))
        kept = tuple(_write_file(archive, name, path) for name, path in sorted((files or {}).items()))
        vendor = connections[using].vendor
        manifest = Manifest(__version__, made_at, vendor, found, tables, chains, kept)
        archive.writestr(MANIFEST, json.dumps(_document(manifest), ensure_ascii=False, indent=1))
    return manifest


def _write_table(archive: ZipFile, model: type[Model], using: str) -> Part:
    name, count, size, digest = rows.table_of(model), 0, 0, sha256()
    with archive.open(_table_member(name), "w", force_zip64=True) as part:
        for line in rows.rows_of(model, using):
            part.write(line)
            digest.update(line)
            count, size = count + 1, size + len(line)
    number, columns = rows.last_number(model, using), rows.columns_of(model)
    return Part(name, size, digest.hexdigest(), count, number, columns)


def _write_file(archive: ZipFile, name: str, path: Path) -> Part:
    size, digest = 0, sha256()
    with path.open("rb") as source, archive.open(_file_member(name), "w", force_zip64=True) as part:
        while piece := source.read(_CHUNK):
            part.write(piece)
            digest.update(piece)
            size += len(piece)
    return Part(name, size, digest.hexdigest())


def _heads(using: str, models: Iterable[type[Model]]) -> Iterator[Head]:
    """The ends of the journal's chains, as both sides of a restore can see them."""
    for model in models:
        if rows.table_of(model) == "office_chain":
            found = model._base_manager.using(using).order_by("name")  # noqa: SLF001
            yield from (Head(*values) for values in found.values_list("name", "length", "head"))


# ------------------------------------------------------------------ reading


def manifest_of(file: IO[bytes]) -> Manifest:
    """What a snapshot says of itself; nothing else is read."""
    with _opened(file) as archive:
        return _manifest(archive)


def verify(file: IO[bytes]) -> Manifest:
    """Read the whole of a snapshot: every part is as long as the manifest says, and has its digest."""
    with _opened(file) as archive:
        manifest = _manifest(archive)
        for part in manifest.tables:
            _exhaust(_lines(archive, part))
        for part in manifest.files:
            _exhaust(_pieces(archive, part))
    return manifest


def read_snapshot(file: IO[bytes], using: str = "default", prove: Callable[[Manifest], None] | None = None) -> Manifest:
    """Put the whole database in the place of what is there, or change nothing.

    The tables are made as they were, filled, counted and compared, and brought up to this program; then `prove` may
    refuse. All of it is one transaction: who reads meanwhile sees the old database, who writes waits.
    """
    with _opened(file) as archive:
        manifest = _manifest(archive)
        rows.refuse_newer(manifest.migrations, "office.backup-newer")
        with rows.all_or_nothing(using):
            rows.drop_tables(using)
            rows.migrate(using, manifest.migrations)
            _fill(archive, manifest, using)
            rows.prove_references(using)
            rows.migrate(using, None)
            if prove:
                prove(manifest)
    return manifest


def extract_files(file: IO[bytes], folder: Path) -> list[Path]:
    """Write the files of a snapshot into a folder, each proved by its digest."""
    written = []
    with _opened(file) as archive:
        for part in _manifest(archive).files:
            path = folder / part.name
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with path.open("wb") as out:
                path.chmod(0o600)
                out.writelines(_pieces(archive, part))
            written.append(path)
    return written


def _fill(archive: ZipFile, manifest: Manifest, using: str) -> None:
    """Every table with exactly its rows; what a migration may have put there goes first."""
    rows.defer_checks(using)
    models = {rows.table_of(model): model for model in rows.models_after(manifest.migrations)}
    for model in models.values():
        model._base_manager.using(using).all()._raw_delete(using)  # noqa: SLF001
    for part in manifest.tables:
        if part.name not in models or part.columns != rows.columns_of(models[part.name]):
            raise InvalidInput("office.backup-state")
        model = models[part.name]
        rows.insert_rows(model, using, _lines(archive, part))
        rows.set_last_number(model, using, part.last_number)
        if model._base_manager.using(using).count() != part.rows:  # noqa: SLF001
            raise InvalidInput("office.backup-part", name=part.name)
    if tuple(_heads(using, models.values())) != manifest.chains:
        raise InvalidInput("office.backup-part", name="office_chain")


class _opened:  # noqa: N801 - reads as the verb it is
    """A zip archive whose every fault is one of the file."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def __enter__(self) -> ZipFile:
        self.file.seek(0)
        try:
            self.archive = ZipFile(self.file)
        except (BadZipFile, EOFError, ValueError, NotImplementedError) as error:
            raise InvalidInput("office.backup-broken") from error
        return self.archive

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> None:
        self.archive.close()
        if isinstance(error, BadZipFile | ZlibError | EOFError | NotImplementedError | UnicodeDecodeError):
            raise InvalidInput("office.backup-broken") from error


def _lines(archive: ZipFile, part: Part) -> Iterator[bytes]:
    """The rows of a table; its length, count and digest are compared at its end."""
    count, size, digest = 0, 0, sha256()
    with _member(archive, _table_member(part.name)) as lines:
        while line := lines.readline(LONGEST_LINE):
            digest.update(line)
            count, size = count + 1, size + len(line)
            if size > part.size:
                break
            yield line
    if (count, size, digest.hexdigest()) != (part.rows, part.size, part.digest):
        raise InvalidInput("office.backup-part", name=part.name)


def _pieces(archive: ZipFile, part: Part) -> Iterator[bytes]:
    size, digest = 0, sha256()
    with _member(archive, _file_member(part.name)) as source:
        while size <= part.size and (piece := source.read(_CHUNK)):
            digest.update(piece)
            size += len(piece)
            yield piece
    if (size, digest.hexdigest()) != (part.size, part.digest):
        raise InvalidInput("office.backup-part", name=part.name)


def _member(archive: ZipFile, name: str) -> IO[bytes]:
    try:
        return archive.open(name)
    except KeyError:
        raise InvalidInput("office.backup-part", name=name) from None


def _exhaust(pieces: Iterator[bytes]) -> None:
    for _ in pieces:
        pass


def _table_member(name: str) -> str:
    return f"tables/{name}.jsonl"


def _file_member(name: str) -> str:
    return f"files/{name}"


# ------------------------------------------------------------------ the manifest as a document


def _document(manifest: Manifest) -> dict[str, Any]:
    return {
        "fokozat": FORM,
        "version": manifest.version,
        "made_at": manifest.made_at.isoformat(timespec="microseconds"),
        "database": manifest.database,
        "migrations": sorted(f"{app}.{name}" for app, name in manifest.migrations),
        "tables": [vars(part) for part in manifest.tables],
        "chains": [vars(head) for head in manifest.chains],
        "files": [{"name": part.name, "size": part.size, "digest": part.digest} for part in manifest.files],
    }


def _manifest(archive: ZipFile) -> Manifest:
    """The manifest; a file that is something else, or of a later form, is refused."""
    with _member(archive, MANIFEST) as source:
        text = source.read(LONGEST_LINE)
    try:
        told = json.loads(text)
        if told["fokozat"] != FORM:
            raise InvalidInput("office.backup-form", form=str(told["fokozat"])[:40])
        names = frozenset(cast(tuple[str, str], tuple(each.split(".", 1))) for each in told["migrations"])
        tables = tuple(Part(**{**part, "columns": tuple(part["columns"])}) for part in told["tables"])
        files = tuple(Part(_safe(part["name"]), part["size"], part["digest"]) for part in told["files"])
        chains = tuple(Head(**head) for head in told["chains"])
        made_at = datetime.fromisoformat(told["made_at"])
        return Manifest(told["version"], made_at, told["database"], names, tables, chains, files)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput("office.backup-broken") from error


def _safe(name: str) -> str:
    """A name that stays within its folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
        raise ValueError(name)
    return name
