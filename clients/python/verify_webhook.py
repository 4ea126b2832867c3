# Verifies a request of a webhook, with what comes with Python 3.9.
import base64
import hashlib
import hmac
import json
import time


def verify_webhook(secret, headers, body):
    """The event. Raises ValueError unless the body (raw bytes) is from the service and less than five minutes old.

    The names of the headers must be in lower case.
    """
    sent_at = headers.get("webhook-timestamp", "")
    if abs(time.time() - int(sent_at)) >= 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, given) for given in signatures):
        raise ValueError("not signed with this secret")
    return json.loads(body)
