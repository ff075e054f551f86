"""Cleaning up the names that people give themselves."""

from unicodedata import category, normalize

UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
"""Unicode categories of characters that are not shown, such as controls and text directions."""


def clean_name(text: str, most: int) -> str:
    """A name in one line, without invisible characters, cut to a length."""
    spaced = "".join(" " if char.isspace() else char for char in normalize("NFC", text))
    seen = "".join(char for char in spaced if category(char) not in UNSEEN)
    return " ".join(seen.split())[:most].rstrip()
