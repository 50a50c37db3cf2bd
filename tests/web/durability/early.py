"""A planted bug: a middleware that acknowledges edits first and stores them a moment later."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

LATE = 1.0


class Early:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not request.path.endswith("/edits/"):
            return self.get_response(request)
        sent = json.loads(request.body)
        threading.Thread(target=self._store, args=(request,), daemon=True).start()
        return JsonResponse({"revision": sent["base"]})

    def _store(self, request: HttpRequest) -> None:
        time.sleep(LATE)
        self.get_response(request)
