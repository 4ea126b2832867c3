"""Create, dry run, list and status through the client of openapi-python-client."""

import json
import os
import time
import uuid

from selfbill_client import AuthenticatedClient
from selfbill_client.api.purchase_invoices import create_purchase_invoice, list_purchase_invoices
from selfbill_client.api.purchase_invoices import purchase_invoice_peppol_status, retrieve_purchase_invoice
from selfbill_client.models import DryRun, ErrorAnswer, InvoiceRequest, OverallStatus, PeppolStatus
from selfbill_client.models import PurchaseInvoice, PurchaseInvoicePage, Snapshot

environment = os.environ
client = AuthenticatedClient(base_url=environment["SELFBILL_URL"], token=environment["SELFBILL_TOKEN"])
profile = environment["PROFILE"]

with open(environment["INVOICE"], encoding="utf-8") as file:
    request = InvoiceRequest.from_dict(json.load(file))

dry = create_purchase_invoice.sync(profile, client=client, body=request, dry_run=True)
assert isinstance(dry, DryRun)
created = create_purchase_invoice.sync(profile, client=client, body=request, idempotency_key=str(uuid.uuid4()))
assert isinstance(created, PurchaseInvoice)
page = list_purchase_invoices.sync(client=client, size=5)
assert isinstance(page, PurchaseInvoicePage)
status = None
for _ in range(100):
    read = retrieve_purchase_invoice.sync(created.id, client=client)
    assert isinstance(read, PurchaseInvoice) and isinstance(read.meta_info.peppol_status, PeppolStatus)
    status = read.meta_info.peppol_status.overall_status
    if status != OverallStatus.PENDING:
        break
    time.sleep(0.1)
snapshot = purchase_invoice_peppol_status.sync(created.id, client=client)
assert isinstance(snapshot, Snapshot)
refused = create_purchase_invoice.sync_detailed("BP-NONE", client=client, body=request)
assert isinstance(refused.parsed, ErrorAnswer)

print(json.dumps({
    "payable": f"{dry.document.totals.payable_amount:.2f}",
    "id": str(created.id),
    "number": created.document_number,
    "newest": page.content[0].document_number,
    "status": str(status),
    "c3": str(snapshot.to_c3.status),
    "updated": snapshot.last_updated,
    "refusal": f"{int(refused.status_code)} {refused.parsed.errors['message']}",
}))
