"""Create, dry run, list and status through the client of openapi-generator for Python."""

import json
import os
import time
import uuid

from openapi_client import ApiClient, ApiException, Configuration, DryRun, ErrorAnswer, InvoiceRequest
from openapi_client import PurchaseInvoice
from openapi_client import PurchaseInvoiceOrDryRun, PurchaseInvoicesApi

environment = os.environ
configuration = Configuration(host=environment["SELFBILL_URL"], access_token=environment["SELFBILL_TOKEN"])
profile = environment["PROFILE"]

with ApiClient(configuration) as client, open(environment["INVOICE"], encoding="utf-8") as file:
    invoices = PurchaseInvoicesApi(client)
    request = InvoiceRequest.from_json(file.read())
    assert request is not None

    # The lower status of the operation gives the annotation, and the status of the answer its type.
    dry: object = invoices.create_purchase_invoice(profile, request, dry_run=True)
    assert isinstance(dry, PurchaseInvoiceOrDryRun) and isinstance(dry.actual_instance, DryRun)
    created: object = invoices.create_purchase_invoice(profile, request, idempotency_key=str(uuid.uuid4()))
    assert isinstance(created, PurchaseInvoice)
    page = invoices.list_purchase_invoices(size=5)
    # A document whose content was removed after its retention would be a RemovedDocument.
    newest = page.content[0].actual_instance
    assert isinstance(newest, PurchaseInvoice)
    read = created
    for _ in range(100):
        read = invoices.retrieve_purchase_invoice(created.id)
        assert read.meta_info.peppol_status is not None
        if read.meta_info.peppol_status.overall_status != "PENDING":
            break
        time.sleep(0.1)
    snapshot = invoices.purchase_invoice_peppol_status(created.id)
    refusal = ""
    try:
        invoices.create_purchase_invoice("BP-NONE", request)
    except ApiException as error:
        assert isinstance(error.data, ErrorAnswer)
        refusal = f"{error.status} {error.data.errors['message']}"

    assert read.meta_info.peppol_status is not None
    print(json.dumps({
        "payable": f"{dry.actual_instance.document.totals.payable_amount:.2f}",
        "id": str(created.id),
        "number": created.document_number,
        "newest": newest.document_number,
        "status": read.meta_info.peppol_status.overall_status.value,
        "c3": snapshot.to_c3.status.value,
        "updated": snapshot.last_updated,
        "refusal": refusal,
    }))
