"""Lists for the nodes of trees, in the order in which the sample hangs them: a root, then level by level."""

from __future__ import annotations

from .kind import Kind, words

KINDS: tuple[Kind, ...] = (
    words("category", "name", "Electronics|Computers|Audio|Laptops|Monitors|Headphones|Speakers", of="product_category", ordered=True, names=True),
    words("region", "name", "World|Europe|Americas|Iberia|Nordics|Andes|Caribbean", of="sales_region", ordered=True, names=True),
    words("job title", "job_title", "Managing director|Head of engineering|Head of sales|Engineer|Designer|Account manager|Sales assistant", of="employee", ordered=True),
    words("title of a page", "title", "Company handbook|Working hours|Travel|Holidays|Sick leave|Booking a journey|Expenses", of="wiki_page", ordered=True, names=True),
    # two roots, then the branches of the first, then those of the second
    words("entry of a menu", "label", "Shop|Help|Electronics|Kitchen|Laptops|Headphones|Orders|Contact|Track a parcel|Return something", of="menu_item navigation_item menu_entry nav_item", ordered=True, names=True),
)  # fmt: skip
