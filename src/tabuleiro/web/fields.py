"""Types of request fields: the lengths and ranges that are accepted."""

from typing import Annotated

from pydantic import ConfigDict, Field

MOST_VERSIONS = 2**31 - 1
MOST_MOVES = 1_000
LONGEST_TEXT = 200
LONGEST_POSITION = 4_000

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
PositionText = Annotated[str, Field(max_length=LONGEST_POSITION)]
RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Version = Annotated[int, Field(ge=0, le=MOST_VERSIONS, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=3, strict=True)]
Flag = Annotated[bool, Field(strict=True)]

NO_OTHER_FIELDS = ConfigDict(extra="forbid")
"""For dataclasses that are request bodies. Each field is strict by its own type, since a strict
dataclass cannot be read from JSON."""
