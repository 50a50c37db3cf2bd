"""Kinds of text about computers: addresses on a network, files, hashes, versions, messages of machines."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

from ....names.inflection import plural
from ...languages import snake, without_signs
from ..specs import SpecPlace, digest, draw
from .kind import Kind, start, table, words, worked_out

_FILES = """
image/jpeg|jpg|photo
application/pdf|pdf|document
image/png|png|image
text/csv|csv|table
video/mp4|mp4|video
application/zip|zip|archive
"""
# Things that are kept as pages, and fields that tell another form.
_PAPERS = frozenset("document contract certificate permit letter invoice".split())
_TOLD_BESIDE = frozenset("mime_type content_type media_type file_type mime".split())
_BROWSERS = """
Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0|Firefox|Windows|desktop|128.0
Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1|Safari|iOS|mobile|17.5
Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36|Chrome|Linux|desktop|126.0
Mozilla/5.0 (Linux; Android 14; Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36|Chrome|Android|tablet|126.0
"""
_IMAGES = "image photo picture avatar thumbnail cover logo icon cover_image profile_picture profile_image image_file hero_image banner poster portrait screenshot headshot"


def title_of(record: Mapping[str, Any]) -> str:
    """What a thing is called, as a part of an address; "" where nothing tells."""
    for name in ("title", "name", "headline", "subject", "label"):
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return re.sub(r"[^a-z0-9]+", "-", without_signs(value).lower()).strip("-")
    return ""


def slug_of(place: SpecPlace) -> str:
    """The thing's title as a part of an address, told apart by its number."""
    title = title_of(place.record)
    return title or f"{snake(place.entity).replace('_', '-') or 'item'}-{place.number + 1}"


def _slug(place: SpecPlace, number: int) -> tuple[str, ...]:
    slug = slug_of(place)
    return (slug, f"{slug}-{number + 1}")


def _link(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"https://www.example.com/{slug_of(place)}", f"https://example.com/{number + 1}")


def _download(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"https://www.example.com/download/{slug_of(place)}",)


def _picture(place: SpecPlace, number: int) -> tuple[str, ...]:
    owner = title_of(place.about)
    stem = owner if owner and not title_of(place.record) else slug_of(place)
    stem = f"{stem}-{place.ordinal + 1}" if owner or place.element else stem
    return (f"{stem}.jpg",)


def _file(place: SpecPlace, number: int) -> tuple[str, ...]:
    is_paper = not _PAPERS.isdisjoint(snake(place.entity).split("_")) and _TOLD_BESIDE.isdisjoint(
        place.record
    )
    ending = "pdf" if is_paper else ("jpg", "pdf", "png", "csv", "mp4", "zip")[(start(place) + number) % 6]
    return (f"{slug_of(place)}.{ending}",)


def _name_of_file(place: SpecPlace, number: int) -> str:
    """The file's own name where the thing has one already."""
    names = (place.record.get(field) for field in ("name", "file_name", "filename"))
    return next((name for name in names if isinstance(name, str) and "." in name), _file(place, number)[0])


def _path(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (
        f"/{plural(snake(place.entity).rpartition('_')[2]) or 'files'}/2024/{_name_of_file(place, number)}",
    )


def _hex(count: int, number: int, place: SpecPlace) -> str:
    return "".join(digest(at, number, *place.key, size=32).hex() for at in range(count // 64 + 1))[:count]


def _sha256(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (_hex(64, number, place), _hex(40, number, place), _hex(32, number, place))


def _sha1(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (_hex(40, number, place),)


def _md5(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (_hex(32, number, place),)


def _short_hash(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (_hex(7, number, place),)


def _base64(count: int, number: int, *parts: object) -> str:
    return base64.b64encode(digest(number, *parts, size=count)).decode().rstrip("=")


def _password(place: SpecPlace, number: int) -> tuple[str, ...]:
    salt, hashed = (_base64(size, number, part, *place.key) for size, part in ((16, "salt"), (32, "hash")))
    return (f"$argon2id$v=19$m=65536,t=3,p=4${salt}${hashed}",)


def _token(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"tok_{_hex(24, number, place)}", f"tok_{_hex(8, number, place)}", _hex(8, number, place))


def _key(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"key_{_hex(32, number, place)}", f"key_{_hex(8, number, place)}")


def _uuid(place: SpecPlace, number: int) -> tuple[str, ...]:
    text = _hex(32, number, place)
    return (f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:]}",)


def _ulid(place: SpecPlace, number: int) -> tuple[str, ...]:
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return ("01HR" + "".join(letters[byte % 32] for byte in digest(number, *place.key, size=22)),)


def _version(place: SpecPlace, number: int) -> tuple[str, ...]:
    """Versions that follow one another."""
    return (f"{1 + number // 12}.{number // 3 % 4}.{number % 3}", f"{1 + number // 12}.{number % 12}")


def _ip(place: SpecPlace, number: int) -> tuple[str, ...]:
    """Addresses of the three networks that are kept for documents."""
    network = ("192.0.2", "198.51.100", "203.0.113")[number % 3]
    return (f"{network}.{1 + (draw('ip', place.entity) + number // 3 * 7 + number) % 254}",)


def _ipv6(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"2001:db8::{1 + (draw('ip', place.entity) % 4000) + number:x}",)


def _cidr(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"10.{draw('net', place.entity) % 200}.{number % 256}.0/24",)


def _mac(place: SpecPlace, number: int) -> tuple[str, ...]:
    text = _hex(6, number, place)
    return (f"00:00:5e:{text[:2]}:{text[2:4]}:{text[4:]}",)


def _host(place: SpecPlace, number: int) -> tuple[str, ...]:
    role = ("db", "web", "cache", "queue")[(start(place) + number) % 4]
    return (f"{role}{number // 4 + 1:02d}.example.com",)


def _domain(place: SpecPlace, number: int) -> tuple[str, ...]:
    title = title_of(place.record) or f"{snake(place.entity).replace('_', '-')}{number + 1}"
    return (f"{title}.example",)


def _hex_colour(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (("#2F6F4F", "#1F3A5F", "#B5533C", "#E0B64A", "#5B4B8A", "#3C3C3C")[(start(place) + number) % 6],)


def _emoji(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (
        (
            "\U0001f44d",
            "\u2764\ufe0f",
            "\U0001f389",
            "\U0001f602",
            "\U0001f680",
            "\U0001f440",
            "\U0001f64f",
            "\u2705",
        )[number % 8],
    )


def _is_version(text: str) -> bool:
    return re.fullmatch(r"v?[0-9]+(\.[0-9]+){1,3}([-+][0-9A-Za-z.]+)?", text) is not None


_ADDRESS = r"[0-9]{1,3}(\.[0-9]{1,3}){3}"
_MEASURED = """
temperature|°C
humidity|%
pressure|hPa
co2|ppm
power|kW
occupancy|persons
water|l
vibration|mm/s
light|lx
energy|kWh
voltage|V
current|A
noise|dB
wind_speed|m/s
"""
_APPS = """
Trail Notes|Maps that work offline|Notes for hikes, with maps that work without a network.|Travel
Pocket Budget|Where the money goes|Plan a month's spending and see what is left.|Finance
Tide Table|High and low water|Tides of four thousand harbours, also offline.|Weather
Bird Song|Who is singing?|Records a song and tells which bird it is.|Education
Meal Planner|A week on one page|Plans meals for a week and writes the shopping list.|Food and drink
Night Sky|Stars above you|Shows which stars and planets are above you.|Education
"""
_CRASHES = """
NullPointerException|SyncService.run|Crash while syncing in the background
IndexOutOfBoundsException|ListAdapter.bind|Crash when the list is scrolled fast
OutOfMemoryError|ImageLoader.decode|Out of memory with large pictures
TimeoutException|ApiClient.call|Crash after a slow answer
IllegalStateException|PlayerActivity.onResume|Crash when the app comes back
SQLiteException|NoteStore.save|Crash while a note is saved
"""
_CRASH = "crash crash_group crash_report crash_event app_crash crash_log error_group error_report"


def _pieces(at: int) -> list[str]:
    return [line.split("|")[at] for line in _CRASHES.strip().splitlines()]


def _bundle(place: SpecPlace, number: int) -> tuple[str, ...]:
    name = slug_of(place).replace("-", "")
    return (f"com.example.{name}", f"com.example.{name}{number + 1}")


def _address_of_picture(place: SpecPlace, number: int) -> tuple[str, ...]:
    return (f"https://img.example.com/{slug_of(place)}-{place.ordinal + 1}.jpg",)


def _stack(place: SpecPlace, number: int) -> tuple[str, ...]:
    at = _pieces(1)[(draw(place.entity, place.salt) + number) % 6]
    return (f"at {at}({at.partition('.')[0]}.kt:{40 + number * 17 % 300})",)


KINDS: tuple[Kind, ...] = (
    *table((("*app", "name title app_name", "app mobile_app"), ("subtitle of an app", "subtitle tagline short_description", "app mobile_app"), ("app", "description", "app mobile_app"), ("*category of apps", "name label title", "app_category app_genre")), _APPS),
    worked_out("bundle id", "bundle_id package_name bundle_identifier application_id", _bundle, r"[a-z0-9]+(\.[a-z0-9_]+)+", leads=False),
    worked_out("address of a picture", "url uri src link", _address_of_picture, r"https?://\S+", "image photo picture screenshot avatar thumbnail cover logo icon illustration", leads=False),
    worked_out("address of a picture", "image_url photo_url picture_url thumbnail_url avatar_url logo_url cover_url icon_url banner_url", _address_of_picture, r"https?://\S+", leads=False),
    words("what is new", "release_notes changelog change_notes whats_new notes", "Starts faster, and search finds more.|Dark mode follows the system.|Fixes a crash after a slow answer.|Export as PDF.", of="version app_version release app_release software_release"),
    words("what is new", "release_notes changelog change_notes whats_new", "Starts faster, and search finds more.|Dark mode follows the system.|Fixes a crash after a slow answer.|Export as PDF."),
    words("lowest system", "min_os minimum_os min_os_version minimum_os_version", "iOS 16|Android 12|iOS 17|Android 13"),
    words("data collected", "collects collected_data data_collected data_types", "location|contacts|usage data|identifiers|diagnostics"),
    words("exception", "exception exception_type error_type error exception_class", "|".join(_pieces(0)), of=_CRASH),
    words("signature of a crash", "signature fingerprint culprit", "|".join(f"{error} at {at}" for error, at in zip(_pieces(0), _pieces(1), strict=True)), of=_CRASH),
    words("crash", "title name summary message", "|".join(_pieces(2)), of=_CRASH, names=True),
    worked_out("stack trace", "stack stack_trace stacktrace backtrace traceback", _stack, r"at .+", leads=False),
    words("step before a crash", "message text label", "opened the list|tapped Save|request to /sync took 1.2 s|screen rotated|app went to the background", of="breadcrumb"),
    words("log level", "level type category", "info|debug|warning", of="breadcrumb"),
    words("permission of an app", "key name code", "camera|location|contacts|microphone|notifications", of="app_permission version_permission device_permission", names=True),
    words("what it is for", "reason purpose usage", "to scan documents|to show what is near|to find friends|to record notes|to remind in time", of="permission permissions app_permission"),
    words("permission", "description", "Can take pictures.|Can read the location.|Can read your contacts.|Can record audio.|Can show notifications on the lock screen.", of="app_permission version_permission"),
    words("state of a person", "status_text status_message presence_text", "In a meeting|On the train|Out for lunch|Working from home"),
    words("channel of a chat", "name title", "general|design-review|support|random|releases|standup", of="message_channel chat_channel workspace_channel channel_member_channel", names=True),
    words("topic of a channel", "topic purpose", "Anything that concerns everybody|Drafts, and what we think of them|Questions of customers|What went live today", of="channel chat_channel"),
    words("block of a message", "type kind", "paragraph|quote|link|image", of="block message_block content_block"),
    words("label of a task", "name title", "urgent|blocked|idea|customer|quick win", of="task_label issue_label card_label ticket_label", names=True),
    words("keyword of an app", "keywords keyword tags", "maps|offline|notes|planner|weather|stars", of="app mobile_app"),
    words("locale", "locale locale_code", "en-US|es-US|en-GB", of="account user customer buyer seller device member subscriber review person client profile"),
    words("client", "client client_name player user_client", "web player|mobile app|smart speaker|car radio", of="download stream play listen"),
    worked_out("slug", "slug url_slug permalink url_key handle_slug subdomain sub_domain workspace_url", _slug, r"[a-z0-9]+([-_/][a-z0-9]+)*", leads=False, described_as="slug"),
    worked_out("address of a page", "url uri link website homepage href web_url permalink_url page_url profile_url source_url target_url canonical_url web site_url public_url mastodon linkedin social_link", _link, r"https?://\S+", within=True, leads=False),
    worked_out("address of a file", "download_url file_url attachment_url video_url audio_url media_url stream_url", _download, r"https?://\S+", leads=False),
    worked_out("address called back", "webhook_url callback_url webhook endpoint redirect_uri redirect_url", lambda place, number: (f"https://hooks.example.com/{slug_of(place)}",), r"https?://\S+", leads=False),
    worked_out("picture", _IMAGES, _picture, r"\S+\.[a-z0-9]{2,4}", leads=False),
    worked_out("picture", "photos images pictures", _picture, r"\S+\.[a-z0-9]{2,4}", leads=False),
    worked_out("file name", "file filename file_name attachment attachment_name document_name original_filename original_name attached_file", _file, r"\S+\.[a-z0-9]{2,4}", leads=False),
    worked_out("file name", "name", _file, r"\S+\.[a-z0-9]{2,4}", "file attachment upload media_file", leads=False, names=True),
    worked_out("path", "path file_path filepath storage_path object_key storage_key blob_key s3_key", _path, r"/\S*"),
    words("path of a page", "path url_path request_path page_path page route landing_page referrer referer", "/start|/reports/daily|/settings|/help|/search", of="access_log request page_view pageview click visit hit web_request http_request session visitor request_log"),
    words("path of a page", "url_path request_path page_path landing_page exit_page", "/start|/reports/daily|/settings|/help|/search"),
    worked_out("referrer", "referrer referer referrer_url", lambda place, number: (("https://www.example.com/", "https://news.example.org/", "https://search.example.net/")[number % 3],), r"https?://\S+", leads=False),
    worked_out("hash", "hash checksum sha256 sha_256 fingerprint digest content_hash file_hash sha etag signature_hash", _sha256, r"[0-9a-f]{32,64}"),
    worked_out("hash", "sha1", _sha1, r"[0-9a-f]{40}"),
    worked_out("hash", "md5 md5sum", _md5, r"[0-9a-f]{32}"),
    worked_out("commit", "commit commit_hash commit_sha git_sha revision_hash", _sha1, r"[0-9a-f]{40}", within=True),
    worked_out("commit", "sha hash", _sha1, r"[0-9a-f]{40}", "commit revision"),
    worked_out("short hash", "short_hash short_sha", _short_hash, r"[0-9a-f]{7}"),
    worked_out("password hash", "password_hash password hashed_password pin_hash passwd pwd password_digest secret_hash", _password, r"\$argon2id\$\S+", leads=False, within=True),
    worked_out("token", "token access_token refresh_token session_token auth_token reset_token device_token session_id session_key csrf_token bearer_token verification_token push_token", _token, r"(tok_)?[0-9a-f]+"),
    worked_out("secret", "secret api_key api_secret client_secret apikey private_key signing_key secret_key encryption_key", _key, r"key_[0-9a-f]+"),
    worked_out("UUID", "uuid guid idempotency_key correlation_id request_id trace_id message_id event_id external_id", _uuid, r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", described_as="uuid"),
    worked_out("ULID", "ulid", _ulid, r"[0-9A-HJKMNP-TV-Z]{26}"),
    worked_out("version", "version app_version firmware firmware_version software_version release semver schema_version api_version sdk_version version_number os_version build_version driver_version", _version, _is_version, described_as="semantic version"),
    worked_out("version", "name tag number", _version, _is_version, "release software_release app_release firmware_release"),
    worked_out("IP address", "ip ip_address ipaddr ip_addr ipv4 client_ip remote_addr remote_ip source_ip server_ip host_ip last_ip", _ip, _ADDRESS, described_as="ipv4"),
    worked_out("IPv6 address", "ipv6 ipv6_address", _ipv6, r"[0-9a-f:]+"),
    worked_out("network", "cidr subnet network ip_range", _cidr, _ADDRESS + "/[0-9]+"),
    worked_out("MAC address", "mac mac_address mac_addr hardware_address", _mac, r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", described_as="mac address"),
    worked_out("host", "hostname host_name server server_name node fqdn", _host, r"[a-z0-9-]+(\.[a-z0-9-]+)+"),
    worked_out("host", "host source_host", _host, r"[a-z0-9-]+(\.[a-z0-9-]+)+", "log access_log log_entry log_line log_msg metric event_log alert process container_log server_log connection deployment service"),
    worked_out("host", "name", _host, r"[a-z0-9-]+(\.[a-z0-9-]+)+", "server node virtual_machine", names=True),
    worked_out("domain", "domain domain_name site_domain", _domain, r"[a-z0-9-]+(\.[a-z0-9-]+)*", leads=False),
    worked_out("colour", "hex_color hex_colour color_hex colour_hex hex color_code colour_code primary_color secondary_color primary_colour secondary_colour brand_color theme_color accent_color background_color", _hex_colour, r"#[0-9A-Fa-f]{3,8}", described_as="hex colour|hex color|rgb"),
    worked_out("colour", "hex code", _hex_colour, r"#[0-9A-Fa-f]{3,8}", "color colour"),
    worked_out("colour", "color colour", _hex_colour, r"#[0-9A-Fa-f]{3,8}", "tag label theme calendar status board column section category team event_type"),
    worked_out("emoji", "emoji reaction emoticon reaction_emoji", _emoji, lambda text: bool(text) and ord(text[0]) > 0x2000, described_as="emoji", leads=False),
    worked_out("emoji", "type kind symbol", _emoji, lambda text: bool(text) and ord(text[0]) > 0x2000, "reaction", leads=False),
    *table((("MIME type", "mime_type mime content_type media_type mimetype file_type file_mime", ""), ("file ending", "extension file_extension file_ext ext", ""), ("media kind", "media_kind attachment_type", "")), _FILES),
    *table((("user agent", "user_agent useragent ua", ""), ("browser", "browser browser_name", ""), ("operating system", "os operating_system os_name", ""), ("kind of device", "device_type device_class device", ""), ("browser version", "browser_version", "")), _BROWSERS),
    words("device", "device_name device_model phone_model", "Pixel 8|iPhone 15|Galaxy Tab S9|ThinkPad T14|iPad Air"),
    words("platform", "platform client_platform app_platform", "web|ios|android"),
    words("HTTP method", "http_method request_method verb", "GET|POST|PUT|DELETE"),
    words("HTTP method", "method", "GET|POST|PUT|DELETE", of="request access_log http_request api_call webhook endpoint request_log"),
    words("log level", "level log_level loglevel severity", "info|warning|error|debug", of="log log_entry log_msg log_line log_message event_log collector_log"),
    words("log level", "log_level loglevel", "info|warning|error|debug"),
    words("log message", "message text msg", "disk usage at 91 percent|connection reset by peer|service restarted|fan speed back to normal|certificate expires in 14 days|backup finished",
          of="log log_entry log_msg log_line log_message event_log collector_log syslog"),
    words("error", "error error_message last_error failure_reason exception error_text", "timeout after 30 s|the mail server did not answer|connection refused|address not found|quota exceeded"),
    words("error code", "error_code err_code", "E_TIMEOUT|E_REFUSED|E_NOT_FOUND|E_QUOTA"),
    words("action", "action verb_name", "login|search|view_item|add_to_cart|logout", of="event log log_entry user_event activity interaction click session_event page_event tracking_event usage_event user_action web_event"),
    words("action", "event what action operation change", "created|updated|approved|exported|archived", of="audit audit_entry audit_log audit_event history change change_log revision activity activity_log"),
    words("event", "event_type", "created|updated|approved|completed|cancelled"),
    words("event", "name type event", "page_view|sign_up|add_to_cart|purchase|log_out", of="tracking_event analytics_event click_event user_event metric_event"),
    words("environment", "environment env deployment_environment", "production|staging|test"),
    words("cloud region", "cloud_region aws_region data_center data_centre datacenter availability_zone", "eu-central-1|eu-west-1|us-east-1|ap-southeast-2"),
    words("programming language", "programming_language code_language syntax", "Python|JavaScript|Go|Java|Rust"),
    words("repository", "repository repo repo_name repository_name", "web-shop|billing-service|mobile-app|data-pipeline"),
    words("repository", "name", "web-shop|billing-service|mobile-app|data-pipeline", of="repository repo service microservice application package", names=True),
    words("commit message", "message subject title", "Fix rounding of totals|Add index on orders|Update dependencies|Show errors beside fields|Remove unused code", of="commit changeset pull_request merge_request"),
    words("operating system", "os operating_system", "Debian 12|Ubuntu 24.04|Rocky Linux 9|Windows Server 2022", of="server host node virtual_machine machine_host"),
    words("branch of code", "branch_name git_branch branch", "main|release/2.4|fix/login-timeout|feature/export", of="repository repo commit build pull_request deployment pipeline_run"),
    words("license", "license licence software_license", "MIT|Apache-2.0|BSD-3-Clause|GPL-3.0-only", of="repository repo package library dependency software app dataset"),
    words("format", "format output_format file_format export_format", "PDF|CSV|JSON|XLSX"),
    words("content format", "content_format text_format markup", "markdown|html|plain"),
    words("resolution", "screen_resolution display_resolution", "1920x1080|2560x1440|1366x768|390x844"),
    words("protocol", "protocol network_protocol", "https|mqtt|modbus|opc-ua", of="device sensor gateway connection endpoint interface port service meter"),
    words("worker", "worker worker_id taken_by locked_by processed_by claimed_by", "worker-1|worker-2|worker-3|worker-4"),
    words("queue", "queue queue_name topic_name job_queue", "emails|invoices|exports|thumbnails", of="job task message queue_item work_item worker"),
    words("job", "job_type job_name task_type task_name", "send_email|build_report|resize_image|sync_stock"),
    words("job", "type kind", "send_email|build_report|resize_image|sync_stock", of="job background_job queue_item"),
    words("setting", "setting setting_key config_key preference_key option_key", "theme|page_size|start_page|language"),
    words("setting", "key name", "theme|page_size|start_page|language", of="setting preference config option configuration user_setting"),
    words("permission", "permission permissions privilege oauth_scope", "orders:read|orders:write|reports:read|users:manage"),
    words("permission", "scope scopes", "orders:read|orders:write|reports:read|users:manage", of="api_key key token access_token refresh_token client oauth_client app application user role session account service api grant consent integration webhook"),
    words("permission", "name code key", "orders:read|orders:write|reports:read|users:manage", of="permission scope privilege", names=True),
    words("role of a contact", "role", "management|purchasing|accounts|reception", of="contact contact_person client_contact customer_contact supplier_contact"),
    words("role", "role user_role access_role role_name", "reader|editor|publisher|administrator"),
    words("role", "name code", "reader|editor|publisher|administrator", of="role user_role", names=True),
    words("feature", "feature feature_flag flag_name", "new-checkout|dark-mode|bulk-export|two-factor"),
    words("feature", "name key", "new-checkout|dark-mode|bulk-export|two-factor", of="feature_flag flag", names=True),
    words("sensor", "name label", "roof-north|boiler-room|greenhouse-2|cold-store|lobby|server-room", of="sensor device probe thermostat meter gauge gateway iot_device camera", names=True),
    words("metric", "metric metric_name measurement_name measure_name parameter_name", "temperature|humidity|pressure|co2|power"),
    words("metric", "name", "temperature|humidity|pressure|co2|power", of="metric measurement_type measured_quantity", names=True),
    *table((("", "", ""), ("unit measured", "unit unit_symbol", "sensor_type channel measurand sensor reading measurement metric device heat sensor_reading telemetry probe")), _MEASURED, "quantity measurand metric measured_quantity parameter kind type name"),
    words("alarm", "message text title summary", "Above the upper limit for ten minutes|No reading for an hour|Below the lower limit since midnight|Out of its limits twice within an hour", of="alarm alert"),
    words("MIME type of a picture", "mime_type mime content_type media_type mimetype", "image/jpeg|image/png|image/webp", of="image photo picture screenshot avatar thumbnail cover logo icon"),
)  # fmt: skip
