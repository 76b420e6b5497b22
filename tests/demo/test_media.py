"""Which pictures go to the page as they are."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from demo.media import SIGNATURE, as_it_is


def picture(form: str, **options: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", (40, 30), "red").save(out, form, **options)
    return out.getvalue()


def test_a_png_goes_as_it_is() -> None:
    blob = picture("PNG")
    info = as_it_is(blob)
    assert info is not None and info.normalized is blob
    assert (info.kind, info.width, info.height, info.content_type) == ("image", 40, 30, "image/png")


def test_what_needs_work_is_left_to_simcord() -> None:
    moving = picture("PNG", save_all=True, append_images=[Image.new("RGB", (40, 30), "blue")])
    for blob in (moving, picture("JPEG"), b"", SIGNATURE + b"nothing", picture("PNG")[:20]):
        assert as_it_is(blob) is None
