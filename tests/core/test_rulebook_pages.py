"""Pages of rules: parsed into blocks, or an error with the line that is wrong."""

from __future__ import annotations

import pytest

from rulebook_checks import check_example
from tabuleiro.core.rulebook import (
    Code,
    Example,
    Heading,
    Items,
    Paragraph,
    RulebookError,
    RulesTable,
    Span,
    plain_text,
    read_example,
    read_rulebook,
)
from tabuleiro.core.rulebook_examples import play_claims
from tabuleiro.games import read

PAGE = """\
# Pairs

Put **two** discs
on `a1`; see [more](https://example.org/x).

## Turns

* first,
  at length
* second

1. one
2. two

| a | b |
|---|---:|
| `x` | 1 |

```text
as it

 is
```

```position
fuse | 8/x1o1xo2/8/8/8/8/8/6x1 x
may a1b1
plays a1d1
```
"""
PUSH = "fuse | 8/x1o1xo2/8/8/8/8/8/6x1 x"


def test_a_page_is_read_into_blocks() -> None:
    page = read_rulebook(PAGE, "en", "pairs")
    title, paragraph, heading, bullets, numbers, table, code, example = page.blocks
    assert title == Heading(1, (Span("Pairs"),))
    assert paragraph == Paragraph(
        (
            Span("Put "), Span("two", "bold"), Span(" discs on "), Span("a1", "code"),
            Span("; see "), Span("more", "link", "https://example.org/x"), Span("."),
        )
    )  # fmt: skip
    assert heading == Heading(2, (Span("Turns"),))
    assert bullets == Items(((Span("first, at length"),), (Span("second"),)), numbered=False)
    assert numbers == Items(((Span("one"),), (Span("two"),)), numbered=True)
    assert table == RulesTable(
        ((Span("a"),), (Span("b"),)), (((Span("x", "code"),), (Span("1"),)),)
    )
    assert code == Code("as it\n\n is")
    assert isinstance(example, Example)
    assert (example.position, example.plays) == (PUSH, ("a1d1",))
    assert [claim.place.line for claim in example.claims] == [27, 28]


def test_plain_text_has_no_signs() -> None:
    paragraph = read_rulebook(PAGE, "en", "pairs").blocks[1]
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.text) == "Put two discs on a1; see more."


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "begins with its title"),
        ("Words", 1, "begins with its title"),
        ("## Section", 1, "begins with its title"),
        ("# A\n\n# B", 3, "one title"),
        ("# A\n\n### C", 3, "one level below"),
        ("# A\n\n#### D", 3, "one, two or three #"),
        ("# A\n\n#B", 3, "one, two or three #"),
        ("# A\nwords", 2, "blank line belongs below a heading"),
        ("# A\n\nwords\n* item", 4, "is a blank line missing"),
        ("# A\n\nwords\n| a |", 4, "is a blank line missing"),
        ("# A\n\n> quoted", 3, "cannot continue a paragraph"),
        ("# A\n\n- item", 3, "cannot continue a paragraph"),
        ("# A\n\n    indented", 3, "cannot continue a paragraph"),
        ("# A\n\n* item\nwords", 4, "an item begins with * here"),
        ("# A\n\n* item\n1. item", 4, "an item begins with * here"),
        ("# A\n\n1. item\n3. item", 4, "an item begins with 2. here"),
        ("# A\n\n2. item", 3, "an item begins with 1. here"),
        ("# A\n\none\n**two\nthree", 4, "stands alone"),
        ("# A\n\none `two", 3, "stands alone"),
        ("# A\n\n* one\n  *two*", 4, "stands alone"),
        ("# A\n\n[page](../page.md)", 3, "stands alone"),
        ("# A\n\n| a |\n| b |", 3, "a table has a head"),
        ("# A\n\n| a |\n|---|", 3, "a table has a head"),
        ("# A\n\n| a | b |\n|---|---|\n| c |", 5, "as many cells as the head: 2, not 1"),
        ("# A\n\n| a |\n|---|\n| c", 5, "begins and ends with |"),
        ("# A\n\n| a |\n|---|\n| `c |", 5, "stands alone"),
        ("# A\n\n```text\nnever\n\nclosed", 3, "never closed"),
        ("# A\n\n```text\nb\n```\nwords", 6, "blank line belongs below a fence"),
        ("# A\n\n```python\nb\n```", 3, "'python' is not a kind of fence"),
        ("# A\n\n```position\n```", 4, "begins with the full text"),
        ("# A\n\n```position\nfuse\n```", 4, "begins with the full text"),
        (f"# A\n\n```position\n{PUSH}\nmight a1b1\n```", 5, "says nothing of an example"),
        (f"# A\n\n```position\n{PUSH}\nmay \n```", 5, "says nothing of an example"),
        (f"# A\n\n```position\n{PUSH}\n\n```", 5, "says nothing of an example"),
    ],
)
def test_a_malformed_page_is_refused_by_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RulebookError) as error:
        read_rulebook(text, "en", "a page")
    assert error.value.place.line == line
    assert str(error.value).startswith(f"a page, line {line}: ")
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("fuse | nothing", 1, "position: it must have 2 fields"),
        ("fusion | 8 x", 1, "there is no game 'fusion'"),
        (PUSH.replace("fuse", "fuse rows=6"), 1, f"this position is written {PUSH}"),
        (f"{PUSH}\nmay a1b1 a1e1", 2, "a1e1 is not legal: a disc that slides"),
        (f"{PUSH}\nmay not a1e1 a1b1", 2, "a1b1 is legal"),
        (f"{PUSH}\nplays a1d1 a1b1", 2, "a1b1 cannot be played: there is no disc on a1"),
        (f"{PUSH}\nmoves 3", 2, "it is '9', not '3'"),
        (f"{PUSH}\nturn o", 2, "it is 'x', not 'o'"),
        (f"{PUSH}\nscore 1 1\nscore 1 2", 3, "it is '1 1', not '1 2'"),
        (f"{PUSH}\nresult none\nresult p1win", 3, "it is 'none', not 'p1win'"),
        (f"{PUSH}\nplays a1d1\nmay a1b1", 3, "a1b1 is not legal: there is no disc on a1"),
    ],
)
def test_what_is_not_so_is_refused_by_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RulebookError, match=f"^a page, line {line + 6}: ") as error:
        check_example(read_example(text, "a page", 7))
    assert reason in str(error.value)


def test_an_example_is_drawn_after_each_row_of_moves() -> None:
    example = read_example(f"{PUSH}\nplays a1d1\nturn x\nplays g7g6", "a page")
    between, after = [scene for _, _, scene in play_claims(example, read(PUSH)) if scene]
    assert [mark.sites for mark in between.marks if mark.kind == "last"] == [("d1",)]
    assert [mark.sites for mark in after.marks if mark.kind == "last"] == [("g6",)]
