"""Verifies that a webhook comes from Selfbill (Standard Webhooks)."""

import base64
import hashlib
import hmac
import time

from . import exact_json


def verify_webhook(secret, headers, body):
    """The event. Raises ValueError unless the body (bytes) is from us and fresh. Names of headers
    in lower case."""
    if not (secret or "").startswith("whsec_"):
        raise ValueError("The secret of the webhook is not configured")
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) >= 300:
        raise ValueError("The webhook is too old, or has no time")
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in given):
        raise ValueError("The webhook is not signed by Selfbill")
    return exact_json.read(body)
