from odoo import api, fields, models
from odoo.exceptions import UserError

from selfbill_connect.client import Refused, Selfbill, Unavailable
from selfbill_connect.document import NotMapped, differences, fatal_findings, status_fields

from .. import mapping

PREFIX = "selfbill."


class AccountMove(models.Model):
    _inherit = "account.move"

    selfbill_reason = fields.Selection(
        [
            ("DL8.61.1.D", "Returned"),
            ("DL8.61.1.A", "Supply cancelled"),
            ("DL8.61.1.B", "Tax treatment changed"),
            ("DL8.61.1.C", "Price changed"),
            ("DL8.61.1.E", "Tax charged in error"),
            ("VD", "Volume discount"),
        ],
        "Credit Note Reason",
        default="DL8.61.1.D",
    )
    selfbill_status = fields.Char(readonly=True, copy=False, index=True)
    selfbill_supplier_status = fields.Char(readonly=True, copy=False)
    selfbill_authority_status = fields.Char(readonly=True, copy=False)
    selfbill_id = fields.Char("Selfbill ID", readonly=True, copy=False, index=True)
    selfbill_message = fields.Text(readonly=True, copy=False)

    def _post(self, soft=True):
        posted = super()._post(soft)
        bills = posted.filtered(lambda move: move._is_self_billed())
        for bill in bills:
            problems = bill._selfbill_problems()
            if problems:
                # Posting is undone, so the bill can be corrected.
                raise UserError("\n".join(problems))
            bill.selfbill_status = "QUEUED"
        if bills:
            self.env.ref("selfbill_self_billing.send").sudo()._trigger()
        return posted

    def button_draft(self):
        for move in self:
            if move.selfbill_id and move.selfbill_status != "VALIDATION_FAILED":
                raise UserError(self.env._("%s is issued. Correct it with a credit note.", move.name))
        return super().button_draft()

    def _is_self_billed(self):
        return self.move_type in ("in_invoice", "in_refund") and self.commercial_partner_id.selfbill_agreement

    def _selfbill_read(self):
        """The bill with the records that it refers to. In English, since mapping.py knows units by
        their English names."""
        return self.with_context(lang="en_US").sudo().web_read(mapping.SPECIFICATION)[0]

    def _selfbill_problems(self):
        """Without Selfbill the bill is posted unchecked."""
        try:
            bill = self._selfbill_read()
            document = self._selfbill(patience=0).check(
                mapping.family_of(bill), bill["company_id"]["selfbill_profile"], mapping.request_of(bill)
            )
            return fatal_findings(document) + differences(mapping.expected_totals(bill), document)
        except NotMapped as error:
            return [str(error)]
        except Refused as refused:
            return refused.reasons
        except Unavailable:
            return []

    @api.model
    def _selfbill_send(self):
        """Cron: issues what is queued. What Selfbill does not answer stays queued."""
        for move in self.search([("selfbill_status", "=", "QUEUED"), ("state", "=", "posted")]):
            try:
                bill = move._selfbill_read()
                document = self._selfbill().issue(
                    mapping.family_of(bill), bill["company_id"]["selfbill_profile"], mapping.request_of(bill)
                )
                move.write(status_fields(document))
            except Unavailable:
                return
            except (NotMapped, Refused) as error:
                move.write({"selfbill_status": "REFUSED", "selfbill_message": str(error)})
            self.env.cr.commit()

    @api.model
    def _selfbill_catch_up(self):
        """Cron, also triggered by the webhook: reads the documents that changed."""
        parameters = self.env["ir.config_parameter"].sudo()
        cursor, has_more = parameters.get_param(PREFIX + "cursor"), True
        selfbill = self._selfbill()
        try:
            while has_more:
                paths, cursor, has_more = selfbill.changes(cursor)
                for path in paths:
                    self._selfbill_update(selfbill, path)
                parameters.set_param(PREFIX + "cursor", cursor)
                self.env.cr.commit()
        except Unavailable:
            return

    def _selfbill_update(self, selfbill, path):
        if not path.startswith("/api/purchase-"):
            return
        document = selfbill.read(path)
        move = self.search([("selfbill_id", "=", document["id"])], limit=1)
        if move:
            is_rejected = status_fields(document)["selfbill_status"] == "REJECTED"
            move.write(status_fields(document, selfbill.why_rejected(path) if is_rejected else []))

    @api.model
    def _selfbill(self, patience=60):
        parameters = self.env["ir.config_parameter"].sudo()
        url, client, secret = (parameters.get_param(PREFIX + name) for name in ("url", "client_id", "client_secret"))
        return Selfbill(
            url,
            client,
            secret,
            patience,
            # A token that has run out is replaced: Selfbill answers 401.
            load_token=lambda: parameters.get_param(PREFIX + "token"),
            save_token=lambda token, seconds: parameters.set_param(PREFIX + "token", token),
        )
