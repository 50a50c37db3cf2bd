"""The report as it is read, printed and shown: page one in a few screens, the reference folded; both diagrams on one
slide."""

from __future__ import annotations

import re

from playwright.sync_api import ViewportSize, expect

from .watched import Watched

REPORT, SLIDE = "/designs/web-shop/report/", "/designs/web-shop/slide/"
SCREENS = 6
WIDTH, HEIGHT = 1440, 900
POINTS = 12.0
"""Pixels of text of 9 points, the least that a slide has."""
PRINTED: ViewportSize = {"width": 1203, "height": 643}
"""A slide of 13.33 by 7.5 inches between its margins."""
PAPER = 780
"""Pixels between the margins of A4, at the 96 to an inch that browsers print with, and a little more."""


def pages_of(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_page_one_takes_six_screens_and_the_reference_is_folded(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(REPORT)
    top = page.locator("#reference").evaluate("one => one.getBoundingClientRect().top + window.scrollY")
    assert top <= SCREENS * HEIGHT
    dictionary = page.locator("details.fold", has=page.locator("summary", has_text="Data dictionary"))
    field = dictionary.get_by_text("payment_methods.last_four").first
    expect(field).to_be_hidden()
    dictionary.locator("summary").press("Enter")
    expect(field).to_be_visible()
    page.get_by_role("link", name="Reference", exact=True).click()
    expect(page.locator("#reference")).to_be_in_viewport()


def test_on_paper_the_reference_is_open_on_pages_of_its_own_and_nothing_is_cut_off(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": PAPER, "height": HEIGHT})
    page.goto(REPORT)
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for chrome in (".top", ".tabs", ".contents", ".report-links", ".foot"):
        expect(page.locator(chrome).first).to_be_hidden()
    reference = page.locator("#reference")
    assert reference.evaluate("one => getComputedStyle(one).breakBefore") == "page"
    expect(page.get_by_text("payment_methods.last_four").last).to_be_visible()
    tables = page.locator(".report table").evaluate_all(
        "all => all.map(one => Math.ceil(one.getBoundingClientRect().right))"
    )
    assert len(tables) > 10 and max(tables) <= PAPER
    assert pages_of(page.pdf(prefer_css_page_size=True)) > 3


def test_the_slide_is_one_page_with_both_diagrams(watched: Watched) -> None:
    page = watched.page
    page.goto(SLIDE)
    expect(page.locator(".slide svg")).to_have_count(2)
    sizes = page.locator(".slide svg").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().bottom)"
    )
    frame = page.locator(".slide").evaluate("one => one.getBoundingClientRect().bottom")
    assert max(sizes) <= frame + 1
    assert pages_of(page.pdf(prefer_css_page_size=True)) == 1
    page.get_by_role("link", name="Report").click()
    page.wait_for_url(f"**{REPORT}")


def test_text_on_the_slide_is_readable_on_a_screen_and_on_paper(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(SLIDE)
    least = """all => Math.min(...all.map((one) => parseFloat(one.getAttribute("font-size")) * one.getScreenCTM().a))"""
    drawn = page.locator(".slide svg text")
    assert drawn.evaluate_all(least) >= POINTS
    assert page.locator(".slide").evaluate("one => one.getBoundingClientRect().bottom") <= HEIGHT
    page.set_viewport_size(PRINTED)
    page.emulate_media(media="print")
    assert drawn.evaluate_all(least) >= POINTS
    words = page.locator(".slide").evaluate(
        "one => Math.min(...[...one.querySelectorAll('h1, h2, p')].map((each) => parseFloat(getComputedStyle(each).fontSize)))"
    )
    assert words >= POINTS
