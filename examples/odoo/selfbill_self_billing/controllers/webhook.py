from odoo import http
from odoo.http import request

from selfbill_connect.webhook import verify_webhook


class SelfbillWebhook(http.Controller):
    @http.route("/selfbill/webhook", type="http", auth="public", methods=["POST"], csrf=False, save_session=False)
    def receive(self):
        """Answers at once. The event only wakes the reader of the change feed, which reads every
        change once, in its order."""
        secret = request.env["ir.config_parameter"].sudo().get_param("selfbill.webhook_secret")
        headers = {name.lower(): value for name, value in request.httprequest.headers.items()}
        try:
            event = verify_webhook(secret or "", headers, request.httprequest.data)
        except ValueError as error:
            return request.make_response(str(error), status=401)
        if not event.get("test"):
            request.env.ref("selfbill_self_billing.catch_up").sudo()._trigger()
        return request.make_response("", status=204)
