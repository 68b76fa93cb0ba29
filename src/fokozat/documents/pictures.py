"""Draws a picture anew: typst decodes it in memory-safe code and writes a plain PNG with nothing else in it.

What comes out holds pixels only: no remarks, no place where it was taken, no second file behind the first.
How large a picture may be is asked before; this room takes what it is given.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

_KINDS = ("png", "jpg", "webp")
_POINTS_AN_INCH = 72  # at which a point is a pixel
_PAGE = """#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)
#image(read("picture", encoding: none), format: "{kind}", width: {width}pt, height: {height}pt, fit: "stretch")
"""


def redraw(data: bytes, kind: str, width: int, height: int) -> bytes | None:
    """The picture as a PNG of that many pixels; nothing where it cannot be read to its end."""
    import typst  # only who redraws pays for it

    if kind not in _KINDS:
        raise ValueError(f"pictures of the kind {kind} are not drawn")
    with TemporaryDirectory(prefix="fokozat-picture-") as folder:
        Path(folder, "picture").write_bytes(data)
        page = Path(folder, "page.typ")
        page.write_text(_PAGE.format(width=width, height=height, kind=kind), encoding="utf-8")
        try:
            return typst.compile(str(page), format="png", ppi=_POINTS_AN_INCH, ignore_system_fonts=True)
        except typst.TypstError:
            return None
