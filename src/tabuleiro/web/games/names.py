"""Cleaning up the names that people give themselves."""

from __future__ import annotations

from unicodedata import category, normalize

UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
"""Signs that show nothing themselves but change what is shown: controls, directions, gaps."""


def clean_name(text: str, most: int) -> str:
    """A name in one line, without signs that show nothing, of at most so many characters."""
    spaced = "".join(" " if sign.isspace() else sign for sign in normalize("NFC", text))
    seen = "".join(sign for sign in spaced if category(sign) not in UNSEEN)
    return " ".join(seen.split())[:most].rstrip()
