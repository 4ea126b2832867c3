"""The addon of examples/odoo with the bills of its test data, on a pretended Odoo."""

import json
import sys
import types
from pathlib import Path

import pretend_odoo
import steps

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = EXAMPLES / "odoo/test-data"
sys.path += [str(EXAMPLES / "odoo"), str(EXAMPLES / "selfbill-connect")]
pretend_odoo.install()

from selfbill_self_billing.controllers import webhook as controller  # noqa: E402
from selfbill_self_billing.models.account_move import AccountMove  # noqa: E402

# Calls give up at once where Selfbill is away.
AccountMove._selfbill.__defaults__ = (0,)


def post(file, changes=()):
    """Posts a bill. Returns the error that undoes it, or the bill's fields."""
    bill = {"state": "draft", **json.loads((DATA / file).read_text()), **dict(changes)}
    bill["commercial_partner_id"]["selfbill_agreement"] = True
    pretend_odoo.rows.append(bill)
    move = AccountMove([len(pretend_odoo.rows) - 1])
    try:
        move._post()
    except pretend_odoo.UserError as error:
        pretend_odoo.rows.pop()
        return {"error": str(error)}
    return read(bill["name"])


def read(name):
    row = next(row for row in pretend_odoo.rows if row["name"] == name)
    return {field: value for field, value in row.items() if field.startswith("selfbill_")}


def reset_to_draft(name):
    try:
        AccountMove().search([("name", "=", name)]).button_draft()
    except pretend_odoo.UserError as error:
        return {"error": str(error)}


def webhook(headers, body):
    controller.request = types.SimpleNamespace(
        env=AccountMove().env,
        httprequest=types.SimpleNamespace(headers=headers, data=body.encode()),
        make_response=lambda text, status: {"status": status, "text": text},
    )
    return controller.SelfbillWebhook().receive()


def run_crons():
    """What was triggered, then both crons once."""
    names = pretend_odoo.triggered[:]
    pretend_odoo.triggered.clear()
    AccountMove()._selfbill_send()
    AccountMove()._selfbill_catch_up()
    return names


steps.run({
    "configure": pretend_odoo.parameters.update,
    "post": post,
    "read": read,
    "reset_to_draft": reset_to_draft,
    "webhook": webhook,
    "run_crons": run_crons,
})
