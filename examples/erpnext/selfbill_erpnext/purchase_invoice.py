"""The part that needs Frappe: reads the records, sends requests, and writes statuses back.

site_config.json has selfbill_url, selfbill_client_id, selfbill_client_secret and
selfbill_webhook_secret.
"""

import frappe
from frappe import _
from selfbill_connect.client import Refused, Selfbill, Unavailable
from selfbill_connect.document import NotMapped, differences, fatal_findings, status_fields
from selfbill_connect.webhook import verify_webhook

from . import mapping


def before_submit(doc, method=None):
    """Checks the invoice while it can still be changed. Without Selfbill the submit goes on."""
    if not is_self_billed(doc):
        return
    try:
        records = gather(doc)
        document = service(patience=0).check(
            mapping.family_of(records), records["company"]["selfbill_profile"], mapping.request_of(records)
        )
        problems = fatal_findings(document) + differences(mapping.expected_totals(records), document)
    except NotMapped as error:
        problems = [str(error)]
    except Refused as refused:
        problems = refused.reasons
    except Unavailable:
        frappe.log_error(title=f"Selfbill: {doc.name} is submitted without a check")
        return
    if problems:
        frappe.throw([frappe.utils.escape_html(problem) for problem in problems], title=_("Selfbill"), as_list=True)


def on_submit(doc, method=None):
    if is_self_billed(doc):
        doc.db_set("selfbill_status", "QUEUED", update_modified=False)
        frappe.enqueue(send, name=doc.name, job_id=f"selfbill-{doc.name}", deduplicate=True, enqueue_after_commit=True)


def before_cancel(doc, method=None):
    if doc.get("selfbill_id") and doc.selfbill_status != "VALIDATION_FAILED":
        frappe.throw(_("This invoice is issued. Correct it with a return (Create > Return / Debit Note)."))


def send(name):
    """Issues the invoice. While Selfbill is away the invoice stays queued for `catch_up`."""
    try:
        records = gather(frappe.get_doc("Purchase Invoice", name))
        document = service().issue(
            mapping.family_of(records), records["company"]["selfbill_profile"], mapping.request_of(records)
        )
        fields = status_fields(document)
    except Unavailable:
        return
    except (NotMapped, Refused) as error:
        fields = {"selfbill_status": "REFUSED", "selfbill_message": str(error)}
    write(name, fields)


@frappe.whitelist(allow_guest=True, methods=["POST"])
def webhook():
    """The target of Selfbill's webhook: /api/method/selfbill_erpnext.purchase_invoice.webhook"""
    headers = {name.lower(): value for name, value in frappe.request.headers.items()}
    try:
        event = verify_webhook(frappe.conf.selfbill_webhook_secret, headers, frappe.request.get_data())
    except ValueError as error:
        frappe.throw(str(error), frappe.AuthenticationError)
    if not event.get("test"):
        frappe.enqueue(update, path=event["data"]["path"])


def catch_up():
    """Every five minutes: sends what is queued, and reads what no webhook brought."""
    for name in frappe.get_all("Purchase Invoice", {"selfbill_status": "QUEUED", "docstatus": 1}, pluck="name"):
        send(name)
    cursor, has_more = frappe.db.get_global("selfbill_cursor"), True
    try:
        while has_more:
            paths, cursor, has_more = service().changes(cursor)
            for path in paths:
                update(path)
            frappe.db.set_global("selfbill_cursor", cursor)
            frappe.db.commit()
    except Unavailable:
        return


def update(path):
    """Writes the document's present state, so events may come twice and in any order."""
    if not path.startswith("/api/purchase-"):
        return
    selfbill = service()
    document = selfbill.read(path)
    if frappe.db.exists("Purchase Invoice", document["document_number"]):
        is_rejected = status_fields(document)["selfbill_status"] == "REJECTED"
        reasons = selfbill.why_rejected(path) if is_rejected else []
        write(document["document_number"], status_fields(document, reasons))


def write(name, fields):
    frappe.db.set_value("Purchase Invoice", name, fields, update_modified=False)


def is_self_billed(doc):
    return bool(frappe.get_cached_value("Supplier", doc.supplier, "selfbill_agreement"))


def gather(doc):
    """The invoice and the records that it refers to, as plain values."""

    def read(doctype, name):
        return frappe.get_cached_doc(doctype, name).as_dict(convert_dates_to_str=True)

    if not doc.supplier_address:
        raise NotMapped("Supplier Address is empty")
    address = read("Address", doc.supplier_address)
    account = frappe.db.get_value(
        "Bank Account",
        {"party_type": "Supplier", "party": doc.supplier, "is_default": 1},
        ["iban", "account_name"],
        as_dict=True,
    )
    original = doc.return_against and frappe.db.get_value(
        "Purchase Invoice", doc.return_against, ["name", "posting_date"], as_dict=True
    )
    return {
        "invoice": doc.as_dict(convert_dates_to_str=True),
        "company": read("Company", doc.company),
        "supplier": read("Supplier", doc.supplier),
        "address": address,
        "country": read("Country", address["country"]),
        "bank_account": account,
        "items": {row.item_code: read("Item", row.item_code) for row in doc.items if row.item_code},
        "uoms": {row.uom: read("UOM", row.uom) for row in doc.items},
        "vat_accounts": frappe.get_all("UAE VAT Account", {"parent": doc.company}, pluck="account"),
        "original": original,
    }


def service(patience=60):
    return Selfbill(
        frappe.conf.selfbill_url,
        frappe.conf.selfbill_client_id,
        frappe.conf.selfbill_client_secret,
        patience,
        load_token=lambda: frappe.cache.get_value("selfbill_token", expires=True),
        save_token=lambda token, seconds: frappe.cache.set_value(
            "selfbill_token", token, expires_in_sec=seconds
        ),
    )
