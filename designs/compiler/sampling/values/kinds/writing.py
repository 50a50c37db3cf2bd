"""Kinds of text that people write: titles, notes, messages. What they say fits any business."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....model.values import plain
from ....names.inflection import snake as as_written
from ...languages import snake
from ..specs import SpecPlace, draw
from ..states import is_past
from .kind import Kind, of_words, start, table, words, worked_out
from .people import PEOPLE

_POSTS = """
Notes from the first year|A short guide to planning|planning|How we started, and what we would do again.
What we learned from moving|Moving without stopping work|moving|Three teams, two weeks and one checklist.
A better way to plan|Fewer meetings, clearer plans|teamwork|Write the goal first, then the steps.
Small tools we like|Ten small improvements|tools|A few habits that save an hour a week.
Questions from our readers|Answers to common questions|how-to|What you asked most often this month.
Looking back at spring|What changed this month|news|The figures, and what is behind them.
"""
_THREADS = """
A question|Could you tell me more about this, please?
Thank you|Thank you, that answers it.
One more detail|There is one more detail that I forgot to mention.
Next steps|Please let me know what happens next.
No answer yet|I have not heard from you yet. Is there any news?
"""
_TEXTS = (
    "post article blog_post page story news news_item newsletter blog blog_entry wiki_page content paper episode podcast video "
    "chapter lesson guide tutorial"
)
_NOTES = (
    "Checked and found in order.|To be looked at again next week.|Same as last time, with one exception.|"
    "Nothing unusual so far.|Agreed with everyone involved.|Waiting for an answer by phone."
)
_REASONS = "requested by the customer|duplicate entry|no longer needed|entered by mistake"
_COMMENTS = (
    "Clear and to the point, thank you.|This answered my question.|Nicely done, looking forward to the next one.|"
    "Could you say more about this?|I agree with the point above."
)
# What a review says goes with its stars: of the best, of those between and of the worst.
_REVIEWS = """
Worth every cent|Just as described, and a pleasure from the first day.|Easy from the start|A little dear
Better than expected|Friendly people, and the result is excellent.|Friendly service|Parking is difficult
Would choose it again|All went well, and questions were answered at once.|As described|None so far
Good, with one flaw|Good overall, though it took a little longer than said.|Good quality|A little slow
Does the job|Nothing special, nothing wrong.|Does what it should|Nothing special
Not for me|Smaller than I thought, and nobody answered.|Looks good|Smaller than expected
Expected more|Two attempts, and still not as described.|Fair price|Not as described
Disappointed|It took three weeks, and something was missing.|Quick refund|Something was missing
"""
# The same of a person who does something for others.
_REVIEWS_OF_PEOPLE = """
Patient and clear|Always on time, and explains each step.|Explains well|A little quiet
Would come again|Took the time that it needed, and listened well.|Listens well|Few free dates
Knows the work|Well prepared, and friendly from the first minute.|Well prepared|None so far
Good, with one flaw|Good overall, but often ten minutes late.|Friendly|Often late
All right|Friendly, but the time was too short for all questions.|Friendly|Short of time
Not for me|Spoke too fast, and left questions open.|Punctual|Speaks too fast
Expected more|Came unprepared, and ended early.|Easy to reach|Unprepared
Disappointed|Cancelled twice on the same day.|Polite|Cancels late
"""
_REVIEWED = (
    "tutor teacher doctor physician dentist therapist coach trainer instructor lecturer professor driver guide tour_guide lawyer "
    "mechanic nurse carer nanny sitter cleaner photographer translator interpreter hairdresser stylist freelancer consultant vet"
)
_REVIEWS_OF_ONE = " ".join(
    f"{who}_{what}" for who in _REVIEWED.split() for what in ("review", "rating", "feedback")
)
_BEST, _BETWEEN, _WORST = (0, 1, 2), (3, 4), (5, 6, 7)
_ANSWERS = (
    "Thank you for your kind words.",
    "Thanks for telling us; we are glad that you liked it.",
    "Thank you, we look forward to seeing you again.",
    "Thank you, we have passed the point on to the team.",
    "Thanks for telling us; we are working on it.",
    "We are sorry, and will look into it.",
    "We are sorry; please write to us, so that we can fix it.",
    "We are sorry that it went wrong, and have changed how we do it.",
)
_STARS = ("stars", "star_rating", "rating", "score", "note_given", "points", "grade")


def _by_stars(place: SpecPlace) -> int | None:
    """Which review goes with the stars that the thing has: of five, of ten or of a hundred; None where it has none."""
    records = (place.record, place.about)
    given = [(name, plain(record.get(name))) for record in records for name in _STARS]
    name, stars = next(((name, stars) for name, stars in given if stars is not None), ("", None))
    if stars is None or not 0 <= stars <= 100:
        return None
    of_ten = name in ("score", "points")
    share = stars / (5 if stars <= 5 and not of_ten else 10 if stars <= 10 else 100)
    rows = _BEST if share >= 0.75 else _BETWEEN if share >= 0.5 else _WORST
    return rows[(start(place) + place.number) % len(rows)]


# What people say in fields of such names, whatever their business is: nothing that might not be so of any thing.
_SAYINGS: dict[str, tuple[str, ...]] = {
    "wishes wish request requests preference preferences instruction instructions": (
        "None so far.", "As last time, please.", "Please call before any change.", "In the morning, where possible.",
    ),
    "reason reasons why because ground grounds justification excuse memo": (
        "as planned", "on request", "circumstances have changed", "after a check",
    ),
    "needs need requirement requirements": ("None known.", "Nothing special.", "More time than usual."),
    "character temperament nature": ("calm", "friendly", "shy at first", "lively"),
    "cause causes": ("not known yet", "still being looked into", "as told in the report"),
    "behaviour behavior impression appearance manner": ("as usual", "calm", "nothing unusual", "better than last time"),
    "abstract summary synopsis background circumstances explanation overview motivation": (
        "What is planned, why, and what it takes.", "The question, the way to an answer, and its limits.",
        "A short report on what was done and the outcome.",
    ),
    "finding findings conclusion conclusions assessment evaluation": (
        "In order.", "One point to review again.", "As expected.", "Better than last time.",
    ),
    "measures action actions remedy": ("None needed.", "Reviewed again within a month.", "Fixed on the spot."),
    "purpose purposes occasion": ("as planned", "preparation", "follow-up", "by request"),
    "type kind category": ("standard", "special", "other"),
    "opinion opinions view": ("as expected", "better than last time", "not for me", "worth another try"),
    "damage damages defect defects": ("scratched on one side", "a small crack", "worn, still usable", "one part is loose"),
    "argument arguments objection": ("As set out in the letter.", "The report says otherwise.", "One point doesn't follow from the others."),
    "task tasks activity": ("preparation", "main work", "checks", "clearing up"),
    "strengths": ("A clear goal, and a plan that leads there.", "Well prepared, and with people who know the field."),
    "weaknesses weakness": ("The timetable is tight.", "The costs could be explained better.", "None of note."),
    "topic": ("introduction", "practice", "revision"),
    "happened": ("Reported at once by someone nearby.", "As stated in the report.", "Noticed by the next visitor."),
    "history": ("Nothing unusual so far.", "See the earlier notes.", "One change since last year."),
}  # fmt: skip
_SAID = {word: sentences for words_of_one, sentences in _SAYINGS.items() for word in words_of_one.split()}


def saying_of(name: str) -> tuple[str, ...]:
    """The sentences of which one stands in a field of this name; none where its name asks for no sentence."""
    words_of_name = snake(name).split("_")
    first, last = words_of_name[0], words_of_name[-1]
    return _SAID.get(last) or (_SAID.get(first, ()) if first in ("why", "cause", "reason") else ())


def _described(place: SpecPlace, number: int) -> tuple[str, ...]:
    """Says what it describes, and nothing that might not be so: what the thing's own choices say of it."""
    thing = snake(place.entity).replace("_", " ") or "item"
    thing = f"{thing[:1].upper()}{thing[1:]} {number + 1}"
    choices = [
        f"{as_written(name).replace('_', ' ')} {value.replace('_', ' ')}"
        for name, value in place.record.items()
        if isinstance(value, str) and _is_choice(name, value)
    ]
    told_by = f"{thing}: {', '.join(choices[:2])}" if choices and "." not in place.path else thing
    return (told_by, thing, f"Description {number + 1}")


def _is_choice(name: str, value: str) -> bool:
    """Whether a value of a thing is one of few that it may have, and stays for all its life."""
    words_of_name = set(snake(name).split("_"))
    return _CHOICE.fullmatch(value) is not None and bool(words_of_name & _LASTING)


_CHOICE = re.compile(r"[A-Za-z][a-z]*(?:_[a-z]+)*|[A-Z]{1,3}")
_LASTING = frozenset(
    "type kind size material finish colour color class category species format method severity level model grade shape zone".split()
)


KINDS: tuple[Kind, ...] = (
    *table(
        (
            ("*title of a text", "title name headline heading subject", "post article blog_post page story news news_item newsletter blog blog_entry diary_entry wiki_page text content translation article_translation page_translation"),
            ("subtitle", "subtitle sub_title tagline strapline", ""),
            ("topic", "tag topic category tags topics keyword keywords", "post article blog_post page story news newsletter blog video podcast wiki_page content"),
            ("summary", "summary abstract excerpt teaser lead lede synopsis short_text intro", _TEXTS),
        ),
        _POSTS,
    ),
    *table((("title of a text", "headline meta_title seo_title og_title page_title article_title post_title", ""), ("", "", ""), ("*topic", "name", "tag topic keyword label"), ("summary", "description meta_description", "post article blog_post page story news newsletter blog wiki_page seo metadata")), _POSTS),
    words("summary", "meta_description seo_description og_description", "How we started, and what we would do again.|Write the goal first, then the steps.|A few habits that save an hour a week."),
    words("topic", "keyword keywords", "planning|moving|teamwork|tools|how-to|news"),
    words("search phrase", "focus_keyword", "planning|moving|tools|how-to"),
    words("body of a text", "body content text body_text article_text full_text", "We start with the question that comes up most often.|The plan is simple, and so are the exceptions.|Three things went well, one did not.|Most of this was known before; the order was not.",
          of="post article blog_post page story news newsletter blog wiki_page content section blog_entry diary_entry chapter document revision"),
    *table((("subject", "subject title subject_line email_subject topic", "message email mail thread conversation forum_post letter discussion forum_thread enquiry inquiry contact_request"),
            ("message", "message body text content message_text msg", "message email mail thread conversation forum_post letter sms chat_message notification discussion direct_message chat")), _THREADS),
    *table((("subject", "subject_line email_subject message_subject", ""), ("message", "message message_text message_body chat_message", "")), _THREADS),
    words("comment", "comment text body content message", _COMMENTS, of="comment reply remark answer_comment"),
    words("comment", "comment comments customer_comment user_comment remark_text", _COMMENTS),
    *table(
        (
            ("title of a review", "title headline subject heading", _REVIEWS_OF_ONE),
            ("review", "text comment body content review review_text message description", _REVIEWS_OF_ONE),
            ("advantage", "pros advantages pro", _REVIEWS_OF_ONE),
            ("drawback", "cons disadvantages con", _REVIEWS_OF_ONE),
        ),
        _REVIEWS_OF_PEOPLE,
        told_by=_by_stars,
    ),
    *table(
        (
            ("title of a review", "title headline subject heading", "review rating product_review feedback customer_review testimonial recent_review"),
            ("review", "text comment body content review review_text message description", "review rating product_review feedback customer_review testimonial recent_review"),
            ("advantage", "pros advantages pro", ""),
            ("drawback", "cons disadvantages con", ""),
        ),
        _REVIEWS,
        told_by=_by_stars,
    ),
    *table((("", "", ""), ("review", "review_text review_comment feedback feedback_text testimonial", ""), ("", "", ""), ("", "", "")), _REVIEWS),
    of_words("review of a performance", "text body comment review", ("A strong evening, carried by its leads.", "Clear, quick and never loud; see it.", "An ensemble in its best form.", "A fine first half; the second drags.", "Well played, plainly staged.", "Much noise, little to hear.", "The idea is good, the evening long.", "Not ready for its first night."),
          "performance_review concert_review production_review show_review play_review opera_review press_review", line_of=_by_stars),
    words("announcement", "text body message content", "Times have changed; please check before you set out.|Please be there twenty minutes earlier.|All goes as planned again.|The office is closed on Friday.", of="announcement public_notice service_notice"),
    words("note", "note notes remark remarks internal_note internal_notes memo_text observation observations comment_internal narrative follow_up progress_note clinical_notes clinical_note visit_notes annotation log_text", _NOTES),
    words("note", "text body content title", _NOTES, of="note annotation memo observation protocol log_book time_entry progress_note"),
    words("special wish", "special_instructions delivery_instructions delivery_note customer_note order_note delivery_notes gift_message", "Please ring twice.|Leave at the reception.|Call on arrival.|After 5 pm, please."),
    words("special wish", "note notes comment", "Please ring twice.|Leave at the reception.|Call on arrival.|After 5 pm, please.", of="order delivery shipment"),
    words("special wish", "special_request special_requests instructions wishes", "Please ring twice.|Leave at the reception.|Call on arrival.|After 5 pm, please.", of="order delivery shipment parcel checkout"),
    words("reason", "cancellation_reason cancel_reason refund_reason change_reason", _REASONS),
    words("reason", "reason why reason_text", _REASONS, of="order booking reservation cancellation refund return credit_note change correction purchase"),
    words("reason of a refusal", "rejection_reason refusal_reason decline_reason denial_reason", "documents missing|does not meet the conditions|received too late"),
    words("reason to send back", "return_reason", "wrong size|damaged in transit|not as described|ordered by mistake"),
    words("words with a gift", "message note", "For the good work.|In memory of a friend.|With best wishes.|Keep it up!", of="donation gift pledge contribution"),
    words("question of a check", "question point item", "Is everything in its place?|Are all labels readable?|Are there signs of wear?|Was the last remark dealt with?", of="check checklist checklist_template checklist_point checklist_item check_item check_point inspection_point inspection_item inspection_question audit_question audit_item point"),
    words("question", "question", "How do I change my address?|When does it open?|Can I pay by invoice?|Who do I call about this?"),
    of_words("answer to a review", "reply answer response owner_reply owner_response seller_reply publisher_reply host_reply", _ANSWERS,
          "review guest_review customer_review product_review app_review feedback rating testimonial recent_review", line_of=_by_stars),
    of_words("answer to a review", "body text message", _ANSWERS, "review_reply review_response review_answer", line_of=_by_stars),
    words("answer", "answer reply response answer_text", "Under Settings, then Profile.|Every weekday at nine.|Yes, within 14 days.|Please call the office."),
    words("query", "query search_query search_text search_string", "opening hours|change address|size table|delivery time"),
    words("transcript", "transcript", "Welcome back. Today we have a guest.|Let us begin with a question from a listener.|Before we start, one correction.|Thank you for joining us."),
    words("quotation", "quote quotation motto slogan", "Slow and steady.|Measure twice, cut once.|Well begun is half done."),
    words("term", "name lemma term title definition_term", "invoice|due date|deposit|refund|reference number", of="term glossary_term glossary_entry vocabulary_item", leads=True),
    words("definition", "definition meaning explanation", "The day by which a bill must be paid.|An amount paid in advance.|A number that identifies a record."),
    words("ingredients of a label", "hashtag hashtags", "#news|#howto|#behindthescenes|#update"),
    words("goal", "goal objective target_description aim", "Fewer open requests|Shorter waiting times|Better coverage of weekends|Lower costs of travel"),
    worked_out("description", "description desc details short_description long_description detail description_text product_description summary_text", _described, r".+ [0-9]+(: .+)?", leads=False),
    words("description", "description short_description long_description details", "Compact and easy to clean.|Made to order in two weeks.|For daily use, indoors and out.|Comes with a warranty of two years.",
          of="product item listing variant catalog_item"),
    words("work billed", "description details text line_text", "Consulting, two hours|Travel costs|Material and delivery|Monthly fee", of="invoice_line invoice_item line line_item order_line bill_item quote_line invoice_position"),
    words("description", "description details", "Does not start after the update.|Invoice shows the wrong address.|Export takes several minutes.|Password email does not arrive.", of="ticket issue bug support_ticket request support_request service_request"),
    words("title of a ticket", "title subject name summary", "Login fails after update|Wrong address on invoice|Export is slow|Password mail missing", of="ticket issue bug support_ticket request complaint support_request service_request incident_report", names=True),
    words("description", "description details", "Doors open half an hour before.|With a guided tour at three.|Bring your own laptop.|Free for members.", of="event happening concert workshop"),
    words("template", "name title", "Welcome mail|Reminder|Order confirmation|Monthly summary", of="template email_template mail_template notification_template macro canned_response reply_template text_block", names=True),
    words("policy", "name title", "Standard|Extended|Weekend|Priority|Basic", of="policy sla sla_policy service_level rule_set", names=True),
    words("field of a thing", "field field_name attribute property", "status|priority|assignee|due date", of="action rule_action macro_action change condition filter field_change audit_change"),
    words("value of a thing", "value old_value new_value from_value to_value", "open|high|in progress|closed|low", of="action rule_action macro_action change condition filter field_change audit_change"),
    words("report", "name title", "Monthly sales|Open invoices|Stock by warehouse|Visitors by day", of="report dashboard chart statistic saved_query", names=True),
    words("survey", "name title", "Customer satisfaction|Employee survey|Feedback on the event|Needs assessment", of="survey form questionnaire poll feedback_form", names=True),
    words("list", "name title", "Reading for the winter|Gifts|To try|Favourites", of="reading_list wishlist shopping_list collection favourite_list watchlist", names=True),
    words("group", "name title", "Friends of the garden|Chess on Tuesdays|Newcomers|Book circle", of="group community interest_group chat_group", names=True, leads=True),
    words("album of pictures", "name title", "Summer by the lake|Team day|Before and after|Open day", of="photo_album gallery picture_album", names=True),
    words("picture", "title caption name", "View from the entrance|Before the work began|The finished result|Detail of the front", of="photo picture image", names=True),
)  # fmt: skip


# --- names of what has others ----------------------------------------------------------------------

OWN_NAMES = ("name", "display_name", "full_name", "legal_name")
_CODE_OF_WORDS = re.compile(r"[A-Z]{4,}(?:[-_ ][A-Z]+)*(?:[-_ ]?[0-9]{1,2})?")


def called_by(name: str, place: SpecPlace) -> Iterator[str]:
    """The name under which a thing is registered, its own, or that of somebody: what is embroidered on it."""
    before, _, last = name.rpartition("_")
    if last == "name" and before and is_past(before) and not place.element:
        own = next(
            (place.record[each] for each in OWN_NAMES if isinstance(place.record.get(each), str)), None
        )
        first, family = PEOPLE[(draw("called", *place.key) + place.number) % len(PEOPLE)]
        yield own or f"{first} {family}"


def like_its_code(place: SpecPlace) -> Iterator[str]:
    """The name of what has a code that is a word, as people write that: Annual of ANNUAL."""
    code = place.record.get("code")
    if place.path == "name" and isinstance(code, str) and _CODE_OF_WORDS.fullmatch(code):
        yield code.replace("-", " ").replace("_", " ").capitalize()
