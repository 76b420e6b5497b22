"""How pictures and colours look to people: with a colour-vision deficiency, and from afar."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

from maps.palette import Rgb

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(color: Rgb, vision: str) -> tuple[float, ...]:
    """A colour as it is seen, in linear RGB."""
    parts = [part / 255 for part in color]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    rows = VISION[vision]
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in rows)


def lab(color: Rgb, vision: str) -> tuple[float, float, float]:
    """CIE Lab (D65) of a colour as it is seen."""
    light = seen(color, vision)
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(a * b for a, b in zip(row, light, strict=True)) for row in to_xyz]
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Rgb, other: Rgb, vision: str) -> float:
    pairs = zip(lab(one, vision), lab(other, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of two masks' whole area that only one of them covers."""
    either = ImageStat.Stat(ImageChops.lighter(one, other)).sum[0]
    only_one = ImageStat.Stat(ImageChops.difference(one, other)).sum[0]
    return float(only_one / either)
