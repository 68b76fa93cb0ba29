"""Takes a file up to the size of a document; of a larger one nothing is kept, but the sender gets an answer."""

from io import BytesIO

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest

_TOO_LARGE = "fokozat.too_large"


class OneDocument(FileUploadHandler):
    """Keeps a file in memory and skips the rest of one that is too large."""

    def new_file(self, *args: object, **kwargs: object) -> None:
        super().new_file(*args, **kwargs)  # type: ignore[arg-type]  # passed on as they came
        self.content = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        if start + len(raw_data) > settings.DOCUMENT_MAX_BYTES:
            if self.request is not None:
                self.request.META[_TOO_LARGE] = self.file_name or ""
            raise SkipFile
        self.content.write(raw_data)
        return None

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.content.seek(0)
        return InMemoryUploadedFile(
            self.content, self.field_name, self.file_name, self.content_type, file_size, self.charset
        )


def too_large_file(request: HttpRequest) -> str | None:
    """The name of the file that was too large, if there was one."""
    return request.META.get(_TOO_LARGE)
