"""The ERPNext app of examples/erpnext with the records of its test data, on a pretended Frappe."""

import json
import sys
import types
from pathlib import Path

import pretend_frappe
import steps

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = EXAMPLES / "erpnext/test-data"
sys.path += [str(EXAMPLES / "erpnext"), str(EXAMPLES / "selfbill-connect")]

masters = json.loads((DATA / "masters.json").read_text())
store = pretend_frappe.Store(masters)
frappe = pretend_frappe.install(store)

from selfbill_erpnext import hooks, purchase_invoice  # noqa: E402

# Jobs give up at once where Selfbill is away.
purchase_invoice.service.__defaults__ = (0,)


def configure(**settings):
    frappe.conf.__dict__.update(settings)


def event(name, document):
    """Calls what hooks.py names for an event of Purchase Invoice."""
    path = hooks.doc_events["Purchase Invoice"][name]
    getattr(purchase_invoice, path.rsplit(".", 1)[1])(document)


def submit(file, changes=()):
    """Submits an invoice as ERPNext does. Returns what it throws, or the invoice's fields."""
    values = {**json.loads((DATA / file).read_text()), **dict(changes)}
    invoice = pretend_frappe.Document(values)
    try:
        event("before_submit", invoice)
    except pretend_frappe.Thrown as thrown:
        return {"thrown": str(thrown)}
    values["docstatus"] = 1
    store.insert(values)
    event("on_submit", invoice)
    pretend_frappe.run_jobs(store)
    return read(invoice.name)


def read(name):
    values = store.document("Purchase Invoice", name).as_dict()
    return {field: value for field, value in values.items() if field.startswith("selfbill_")}


def cancel(name):
    try:
        event("before_cancel", store.document("Purchase Invoice", name))
    except pretend_frappe.Thrown as thrown:
        return {"thrown": str(thrown)}


def webhook(headers, body):
    frappe.request = types.SimpleNamespace(headers=headers, get_data=body.encode)
    try:
        purchase_invoice.webhook()
    except pretend_frappe.AuthenticationError as thrown:
        return {"thrown": str(thrown)}
    jobs = len(store.enqueued)
    pretend_frappe.run_jobs(store)
    return {"jobs": jobs}


def change(doctype, name, field, value):
    masters[doctype][name][field] = value


steps.run({
    "configure": lambda settings: configure(**settings),
    "submit": submit,
    "read": read,
    "cancel": cancel,
    "webhook": webhook,
    "change": change,
    "catch_up": purchase_invoice.catch_up,
})
