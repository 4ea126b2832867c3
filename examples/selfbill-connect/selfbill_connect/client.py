"""The operations of Selfbill that a connector calls: check, issue, read, follow the change feed."""

import time
from base64 import b64encode
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

from . import exact_json

API_VERSION = "20260507"
COME_BACK = (429, 500, 502, 503, 504)


class Refused(Exception):
    """Selfbill refused the request. `reasons` has a sentence for each wrong field. `codes` has an
    `id` and `values` for each of them by its path, or for the `message`: decide by the id."""

    def __init__(self, status, reasons, codes=None):
        super().__init__("\n".join(reasons))
        self.status = status
        self.reasons = reasons
        self.codes = codes or {}


class Unavailable(Exception):
    """Selfbill cannot be reached or is busy. The same call is safe to repeat later."""


class Selfbill:
    """`load_token` and `save_token(token, seconds)` keep the token between jobs, since a client may
    ask for only five a minute. `patience` is how many seconds a call may wait and try again; 0 is
    for calls that a person waits for."""

    def __init__(self, url, client_id, client_secret, patience=60, load_token=None, save_token=None):
        self._url = url.rstrip("/")
        self._credentials = f"{client_id}:{client_secret}"
        self._patience = patience
        self._timeout = 30 if patience else 10
        self._token = load_token() if load_token else None
        self._save_token = save_token or (lambda token, seconds: None)

    def check(self, family, profile, request):
        """The document that `issue` would make, with its findings. Nothing is stored or sent."""
        unnumbered = {name: value for name, value in request.items() if name != "document_number"}
        answer = self._repeat("POST", f"/api/{family}/{profile}?dry_run=true", unnumbered)
        return answer["document"]

    def issue(self, family, profile, request, idempotency_key=None):
        """Issues the document once. The repeats within a call share a key; a `document_number`, or an
        `idempotency_key` of yours, protects later calls too: the second call returns the document of
        the first. If the document of that number failed its rules, it is replaced."""
        key = idempotency_key or _new_key()
        try:
            return self.call("POST", f"/api/{family}/{profile}", request, key)
        except Refused as refused:
            number = request.get("document_number")
            if refused.status != 409 or not number:
                raise
            query = urlencode({"document_number": number})
            known = self.call("GET", f"/api/{family}?{query}")["content"]
            if not known:
                raise
            status = known[0]["meta_info"]["peppol_status"] or {}
            if status.get("overall_status") != "VALIDATION_FAILED":
                return known[0]
            return self.call("PUT", f"/api/{family}/{known[0]['id']}/{profile}", request, key)

    def changes(self, since):
        """The paths of documents that changed after the cursor, each once, the next cursor, and
        whether there are more. Without a cursor: from the beginning."""
        try:
            answer = self.call("GET", "/api/events?" + urlencode({"since": since} if since else {}))
        except Refused as refused:
            if refused.status != 410:
                raise
            # Selfbill was restored from an older backup. Reading documents again does no harm.
            answer = self.call("GET", "/api/events")
        paths = dict.fromkeys(event["data"]["path"] for event in answer["items"])
        return list(paths), answer["next"], answer["has_more"]

    def read(self, path):
        return self.call("GET", path)

    def why_rejected(self, path):
        """What the supplier's access point and the tax authority said: the sentence of each, and each
        issue with its code."""
        snapshot = self.call("GET", f"{path}/peppol-status")
        reasons = []
        for side, leg in (("Supplier", snapshot["toC3"]), ("Tax authority", snapshot["toC5"])):
            if leg["status"] == "REJECTED":
                said = leg["mlsResponse"] or {}
                issues = [f"{issue['statusReasonCode']} {issue['description']}" for issue in said.get("issues") or []]
                texts = [said.get("description"), *issues]
            elif leg["status"] == "FAILED":
                said = leg["transmissionResponse"] or {}
                texts = [error["description"] for error in said.get("transmissionErrors") or []]
            else:
                continue
            reasons += [f"{side}: {text}" for text in texts if text] or [f"{side}: {leg['status']}"]
        return reasons

    def call(self, method, path, body=None, idempotency_key=None):
        """One request, repeated while Selfbill asks for it and patience lasts. What changes something
        has the same key in every repeat, so it is done once."""
        key = None if method == "GET" else idempotency_key or _new_key()
        return self._repeat(method, path, body, key)

    def _repeat(self, method, path, body=None, key=None):
        data = None if body is None else exact_json.write(body).encode()
        give_up_at = time.monotonic() + self._patience
        is_token_new = False
        while True:
            if self._token is None:
                self._token, is_token_new = self._new_token(), True
            try:
                return exact_json.read(self._send(method, path, data, key))
            except HTTPError as error:
                if error.code == 401 and not is_token_new:
                    self._token = None
                    continue
                # The first request of this key is still in progress.
                is_running = error.code == 409 and "Retry-After" in error.headers
                if error.code not in COME_BACK and not is_running:
                    raise Refused(error.code, *_reasons_and_codes(error)) from None
                seconds, problem = int(error.headers.get("Retry-After") or 5), f"HTTP {error.code}"
            except OSError as error:
                seconds, problem = 5, str(error)
            if time.monotonic() + seconds > give_up_at:
                raise Unavailable(f"Selfbill is not available: {problem}")
            time.sleep(seconds)

    def _send(self, method, path, data, key):
        headers = {"Authorization": f"Bearer {self._token}", "X-API-VERSION": API_VERSION}
        if data is not None:
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        with urlopen(Request(self._url + path, data, headers, method=method), timeout=self._timeout) as answer:
            return answer.read()

    def _new_token(self):
        headers = {"Authorization": "Basic " + b64encode(self._credentials.encode()).decode()}
        request = Request(self._url + "/oauth/token", b"grant_type=client_credentials", headers)
        try:
            with urlopen(request, timeout=self._timeout) as answer:
                token = exact_json.read(answer.read())
        except HTTPError as error:
            if error.code in COME_BACK:
                raise Unavailable(f"Selfbill gave no token: HTTP {error.code}") from None
            raise Refused(error.code, ["Selfbill refused the client id or secret"]) from None
        except OSError as error:
            raise Unavailable(f"Selfbill is not available: {error}") from None
        self._save_token(token["access_token"], token["expires_in"] - 60)
        return token["access_token"]


def _new_key():
    return uuid4().hex


def _reasons_and_codes(error):
    try:
        answer = exact_json.read(error.read())
        return [f"{field}: {text}" for field, text in answer["errors"].items()], answer.get("error_codes")
    except (ValueError, KeyError, TypeError, AttributeError):
        return [f"HTTP {error.code}"], None
