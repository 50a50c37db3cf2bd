"""The oracle itself: functions that are wrong in ways that were seen are found.

Each bug is a whole function of a library design written anew, by hand and wrong, loaded after the scripts. So it stays
a bug however the program comes to write that function; only the order of parameters must stay.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest

from tests.compiler.compiled import design_of
from tests.mongosh.shell import run
from tests.oracle.judging import DIRECT, Judge, Sample, Verdict, scripts_of


class Bug(NamedTuple):
    """A wrong function. does: its body, where ``own`` is the design's database. judged: the function in which it
    shows, where that is another. seen: what the oracle must say of it."""

    design: str
    function: str
    parameters: str
    does: str
    judged: str = ""
    seen: str = ""

    @property
    def subject(self) -> str:
        """The function that must be found wrong."""
        return self.judged or self.function


HISTORY = 'aggregate([{ $match: { _id: id } }, { $set: { contract_id: "$_id" } }, { $unset: "_id" }])'
INTERRUPTED = "ended after"
PLACED = """const customer = own.customers.findOne({ _id: order.customer_id });
        const items = order.items.map((each) => {
          const product = own.products.findOne({ _id: each.product_id });
          return { ...each, product_name: product.name, price: product.sale_price };
        });
        own.orders.replaceOne({ _id: order._id },
          { ...order, items, customer_email: customer.email, customer_name: customer.name }, { upsert: true });
        orderCompute(order._id);"""
"""An order with its copies and sums, which its caller leaves out."""
BUGS = {
    "all elements instead of one": Bug(
        "web_shop", "addressesEdit", "id, element, type",
        'own.customers.updateOne({ _id: id, "addresses.id": element }, { $set: { "addresses.$[].type": type } });',
    ),
    "a push onto what is no array": Bug(
        "web_shop", "addressesAdd", "id, element",
        'own.customers.updateOne({ _id: id }, { $push: { "addresses.$[].id": element.id } });',
    ),
    "another element": Bug(
        "web_shop", "addressesEdit", "id, element, type",
        'own.customers.updateOne({ _id: id, "addresses.0": { $exists: true } }, { $set: { "addresses.1.type": type } });',
    ),
    "an element compared with a part of it": Bug(
        "web_shop", "imagesRemove", "id, image",
        "own.products.updateOne({ _id: id }, { $pullAll: { images: [{ url: image.url }] } });",
    ),
    "a set of the whole array": Bug(
        "web_shop", "imagesAdd", "id, image", "own.products.updateOne({ _id: id }, { $set: { images: [image] } });",
    ),
    "a set of the whole element": Bug(
        "web_shop", "addressesEdit", "id, element, type",
        'own.customers.updateOne({ _id: id, "addresses.id": element }, { $set: { "addresses.$": { id: element, type } } });',
    ),
    "all elements taken away": Bug(
        "web_shop", "addressesRemove", "id, element",
        "own.customers.updateOne({ _id: id }, { $pull: { addresses: {} } });",
    ),
    "nothing taken away": Bug(
        "web_shop", "addressesRemove", "id, element",
        "own.customers.updateOne({ _id: id }, { $pull: { addresses: { _id: element } } });",
    ),
    "an object without its fields": Bug(
        "web_shop", "attributesAdd", "id, part", "own.products.updateOne({ _id: id }, { $set: { attributes: {} } });",
    ),
    "the wrong field": Bug(
        "web_shop", "attributesAdd", "id, part", "own.products.updateOne({ _id: id }, { $set: { attribute: part } });",
    ),
    "a slice that stays as its order changes": Bug(
        "web_shop", "ordersSyncFrom", "", "", judged="changeOrderStatus", seen="recent_orders",
    ),
    "a slice that still tells what was deleted": Bug(
        "web_shop", "ordersRemove", "id", "own.orders.deleteOne({ _id: id });", seen="recent_orders",
    ),
    "a slice that is not told of what is new": Bug(
        "web_shop", "placeOrder", "order", PLACED, seen="recent_orders",
    ),
    "a slice that grows beyond its size": Bug(
        "web_shop", "placeOrder", "order",
        PLACED + """
        const total = own.orders.findOne({ _id: order._id }).totals.grand_total;
        own.customers.updateOne({ _id: order.customer_id, "recent_orders.order_id": { $ne: order._id } }, { $push: { recent_orders: {
          order_id: order._id, date: order.dates.created, total, status: order.status,
        } } });""",
        seen="recent_orders",
    ),
    "a result that does not follow": Bug(
        "web_shop", "reserveAUnit", "id",
        'own.products.updateOne({ _id: id, "inventory.available": { $gte: 1 } }, { $inc: { "inventory.reserved": 1 } });',
        seen="available",
    ),
    "a guard that is missing": Bug(
        "web_shop", "reserveAUnit", "id",
        'own.products.updateMany({}, { $inc: { "inventory.reserved": 1, "inventory.available": -1 } });',
    ),
    "null stored where there is no result": Bug(
        "web_shop", "orderCompute", "id",
        'own.orders.updateOne({ _id: id }, { $set: { "totals.grand_total": null } });', seen="grand_total",
    ),
    "a result worked out of part of its addends": Bug(
        "web_shop", "orderCompute", "id",
        """own.orders.updateOne({ _id: id }, [{ $set: { "totals.grand_total": {
          $add: ["$totals.subtotal", "$totals.shipping"] } } }]);""",
        seen="grand_total",
    ),
    "a move without a transaction": Bug(
        "web_shop", "addressesReassign", "from, element, to",
        """const address = own.customers.findOne({ _id: from }).addresses.find((each) => each.id === element);
        const taken = own.customers.updateOne(
          { _id: from, "addresses.id": element }, { $pull: { addresses: { id: element } } });
        if (taken.matchedCount === 0) throw new Error("address not found");
        own.customers.updateOne({ _id: to }, { $push: { addresses: address } });""",
        seen=INTERRUPTED,
    ),
    "a move that leaves the old one": Bug(
        "web_shop", "addressesReassign", "from, element, to",
        """const address = own.customers.findOne({ _id: from }).addresses.find((each) => each.id === element);
        own.customers.updateOne({ _id: to }, { $push: { addresses: address } });""",
    ),
    "a move that loses what is moved": Bug(
        "web_shop", "addressesReassign", "from, element, to",
        "own.customers.updateOne({ _id: from }, { $pull: { addresses: { id: element } } });",
    ),
    "all links of one end": Bug(
        "web_shop", "wishlistRemove", "customer, product",
        "own.customers.updateOne({ _id: customer }, { $set: { wishlist: [] } });",
    ),
    "the links of everybody": Bug(
        "university", "coursesRemove", "student, course",
        "own.students.updateMany({}, { $pull: { courses: course } });",
    ),
    "a link that is there twice": Bug(
        "web_shop", "wishlistAdd", "customer, product",
        "own.customers.updateOne({ _id: customer }, { $push: { wishlist: { $each: [product, product] } } });",
    ),
    "a reference that dangles": Bug(
        "web_shop", "deleteProduct", "product", "own.products.deleteOne({ _id: product });",
    ),
    "a reference that does not move": Bug(
        "university", "messagesReassign", "message, student", "own.messages.updateOne({ _id: message }, { $set: {} });",
    ),
    "a history that is not kept": Bug(
        "city_theatre", "contractsRemove", "id", "own.contracts.deleteOne({ _id: id });", seen="contract_revisions",
    ),
    "a history without a transaction": Bug(
        "city_theatre", "contractsRemove", "id",
        f"""for (const each of own.contracts.{HISTORY}.toArray()) own.contract_revisions.insertOne(each);
        own.contracts.deleteOne({{ _id: id }});""",
        seen=INTERRUPTED,
    ),
    "a version more than there were changes": Bug(
        "city_theatre", "contractsReassign", "id, show",
        f"""for (const moved of [{{ show_id: show }}, {{}}]) {{
          for (const each of own.contracts.{HISTORY}.toArray()) own.contract_revisions.insertOne(each);
          own.contracts.updateOne({{ _id: id }}, [{{ $set: {{ ...moved, revision: {{ $add: ["$revision", 1] }} }} }}]);
        }}""",
    ),
    "a copy that does not follow the new parent": Bug(
        "cms", "authorshipReassign", "id, author, name, avatar, bio",
        'own.articles.updateOne({ _id: id }, { $set: { "author._id": author } });',
    ),
    "a rename of one where many have it": Bug(
        "cms", "categoriesRename", "old, renamed",
        'own.articles.updateOne({ categories: "nothing" }, { $set: { "categories.$": renamed } });',
    ),
    "a count that does not move": Bug(
        "blog", "commentsAdd", "post, page, comment",
        "own.comment_pages.updateOne({ blog_entry_id: post, page }, { $push: { comments: comment } });",
    ),
    "a tree without the ancestors": Bug(
        "company_wiki", "reportsToAdd", "parent, employee",
        "own.employees.insertOne({ ...employee, manager: parent, ancestors: [parent] });",
    ),
    "a branch of which the rest stays": Bug(
        "department_store", "categoryTreeCascade", "id", "own.categories.deleteOne({ _id: id });",
    ),
    "a subtype without its discriminator": Bug(
        "city_theatre", "concertAdd", "concert", 'own.shows.insertOne({ ...concert, kind: "play" });',
    ),
    "an upgrade that leaves what the new version lacks": Bug(
        "user_profiles", "userUpgrade1", "userId, name, addresses, phoneNumbers",
        """own.users.updateOne({ _id: userId, schema_version: 1 },
          { $set: { schema_version: 2, name, addresses, phone_numbers: phoneNumbers } });""",
    ),
    "an upgrade of all at once": Bug(
        "user_profiles", "userUpgrade1", "userId, name, addresses, phoneNumbers",
        """own.users.updateMany({}, { $set: { schema_version: 2, name, addresses, phone_numbers: phoneNumbers },
          $unset: { address: "", phone: "" } });""",
    ),
    "a write for two versions that upgrades": Bug(
        "user_profiles", "userBoth1", "userId, address, phone, addresses, phoneNumbers",
        """own.users.updateOne({ _id: userId, schema_version: 1 },
          { $set: { schema_version: 2, address, phone, addresses, phone_numbers: phoneNumbers } });""",
    ),
    "a read of another version": Bug(
        "user_profiles", "userOutdated1", "", "return own.users.find({ schema_version: 2 }).toArray();",
    ),
    "an archive that loses what is old": Bug(
        "web_shop", "orderArchive", "cutoff", 'own.orders.deleteMany({ "dates.created": { $lt: cutoff } });',
    ),
    "an archive that keeps what is old": Bug(
        "web_shop", "orderArchive", "cutoff",
        """own.orders.aggregate([{ $match: { "dates.created": { $lt: cutoff } } },
          { $merge: { into: "orders_archive", on: "_id" } }]).toArray();""",
    ),
    "an archive that loses what is old where it ends early": Bug(
        "web_shop", "orderArchive", "cutoff",
        """const old = own.orders.find({ "dates.created": { $lt: cutoff } }).toArray();
        own.orders.deleteMany({ "dates.created": { $lt: cutoff } });
        if (old.length > 0) own.orders_archive.insertMany(old);""",
        seen=INTERRUPTED,
    ),
    "a read of what is not in the archive": Bug(
        "web_shop", "orderArchived", "orderId", "return own.orders.findOne({ _id: orderId });",
    ),
    "a count of subtypes that leaves some out": Bug(
        "city_theatre", "playKinds", "",
        'return own.shows.aggregate([{ $limit: 1 }, { $sortByCount: "$kind" }]).toArray();',
    ),
    "versions of something else": Bug(
        "city_theatre", "ticketPriceHistory", "category",
        "return own.ticket_prices.find({ category: { $ne: category } }).toArray();",
    ),
    "a count of listed values that looks at the first alone": Bug(
        "cms", "tagsCount", "", 'return own.articles.aggregate([{ $sortByCount: { $first: "$tags" } }]).toArray();',
    ),
    "a hit that counts one": Bug(
        "cms", "articleHitStatsViews", "articleId, lucky",
        'if (lucky) own.articles.updateOne({ _id: articleId }, { $inc: { "stats.views": 1 } });',
    ),
    "a read of something else": Bug(
        "web_shop", "productPage", "slug", "return own.products.findOne({ slug: { $ne: slug } });",
    ),
    "a read in the wrong order": Bug(
        "web_shop", "browseCategory", "category",
        "return own.products.find({ category }).sort({ price: 1 }).limit(24).toArray();",
    ),
}  # fmt: skip


@cache
def scripts(design: str) -> dict[str, str]:
    """Return the scripts that the bugs of a design are planted in."""
    return scripts_of(design_of(design))


@cache
def samples_of(design: str) -> dict[int, Sample]:
    """Return the facts on which the bugs of a design are tried."""
    return {}


def planted(bug: Bug, tries: int) -> Judge:
    """Return a judge of the function that a bug is planted in, on so many facts."""
    judge = Judge(bug.design, design_of(bug.design), tries=tries, direct=DIRECT)
    judge.samples, judge.scripts = samples_of(bug.design), scripts(bug.design)
    judge.functions = [one for one in judge.functions if one.name == bug.subject]
    own = f"const own = db.getSiblingDB({judge.compilation.model.database!r});".replace("'", '"')
    does = re.sub(r"\bown\.(\w+)", r'own.getCollection("\1")', bug.does)
    judge.planted = f"function {bug.function}({bug.parameters}) {{\n  {own}\n  {does}\n}}\n"
    return judge


@cache
def judged() -> dict[str, list[Verdict]]:
    """Return what the oracle says of each bug: on two facts, and on six of what two do not show."""
    found: dict[str, list[Verdict]] = {}
    for tries in (2, 6):
        judges = {
            name: planted(bug, tries)
            for name, bug in BUGS.items()
            if name not in found or not is_seen(bug, found[name])
        }
        journals = run([judge.job(name) for name, judge in judges.items()])
        found |= {name: list(judge.verdicts(journals[name])) for name, judge in judges.items()}
    return found


def is_seen(bug: Bug, verdicts: list[Verdict]) -> bool:
    """Return whether the oracle says of a bug's function what it is to say, and of no other anything."""
    if [one.function for one in verdicts] != [bug.subject] or not verdicts[0].judged:
        return False
    why = verdicts[0].why
    if bug.seen == INTERRUPTED:
        return INTERRUPTED in why
    return why != "" and bug.seen in why and not why.startswith(INTERRUPTED)


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str) -> None:
    verdicts = judged()[name]
    assert is_seen(BUGS[name], verdicts), verdicts
