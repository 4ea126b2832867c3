"""The client of examples/selfbill-connect, one call for each step."""

import json
import sys
from decimal import Decimal
from pathlib import Path

import steps

sys.path.append(str(Path(__file__).parents[2] / "examples/selfbill-connect"))

from selfbill_connect.client import Refused, Selfbill  # noqa: E402


def issue(url, client_id, client_secret, request, key=None):
    """The text of the request is read as our README reads it."""
    try:
        client = Selfbill(url, client_id, client_secret, patience=5)
        document = client.issue("purchase-invoices", "BP-DEMO000001", json.loads(request, parse_float=Decimal), key)
        return {"id": document["id"]}
    except Refused as refused:
        ids = {field: code["id"] for field, code in refused.codes.items()}
        return {"status": refused.status, "reasons": refused.reasons, "ids": ids}


def issue_floats(request):
    try:
        Selfbill("http://127.0.0.1:9", "erp", "secret").issue("purchase-invoices", "BP-DEMO000001", json.loads(request))
    except TypeError as error:
        return str(error)


steps.run({"issue": issue, "issue_floats": issue_floats})
