"""Touching a site of a board in a browser, by mouse, touch or keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def at(page: Page, site: str) -> tuple[float, float]:
    """Where a site is on the screen."""
    box = page.locator(f'button[data-site="{site}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, site: str) -> None:
    """Touches a site by mouse."""
    page.mouse.click(*at(page, site))


def tap(page: Page, site: str) -> None:
    """The same by touch."""
    page.touchscreen.tap(*at(page, site))


def press(page: Page, site: str) -> None:
    """The same by keyboard."""
    page.locator(f'button[data-site="{site}"]').focus()
    page.keyboard.press("Enter")


def expect_touchable(page: Page, site: str) -> None:
    """Wait until a site can be touched; the text beside the board may change earlier."""
    expect(page.locator(f'button.touch[data-site="{site}"]')).to_be_attached()
