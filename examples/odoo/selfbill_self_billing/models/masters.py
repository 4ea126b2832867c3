"""What Odoo's records lack for PINT AE. Each field is read in mapping.py."""

from odoo import fields, models

EXEMPTIONS = [
    ("DL8.46.1", "Certain financial services"),
    ("DL8.46.2", "Residential units"),
    ("DL8.46.3", "Bare land"),
    ("DL8.46.4", "Local passenger transport"),
]
GOODS_TYPES = [
    ("DL8.48.8.1", "Gold and diamonds"),
    ("DL8.48.8.2", "Electronic devices"),
    ("DL8.48.3.1", "Crude or refined oil"),
    ("DL8.48.3.2", "Natural gas"),
    ("DL8.48.3.3", "Pure hydrocarbons"),
]


class ResCompany(models.Model):
    _inherit = "res.company"

    selfbill_profile = fields.Char("Selfbill Business Profile", help="BP-…")


class ResPartner(models.Model):
    _inherit = "res.partner"

    selfbill_agreement = fields.Boolean("We Issue Their Invoices", help="There is a written agreement.")
    selfbill_registration_type = fields.Selection(
        [("TL", "Trade licence"), ("EID", "Emirates ID"), ("CD", "Cabinet decision")],
        "Registration Type",
        default="TL",
        help="The number is the Company ID.",
    )
    selfbill_registration_authority = fields.Char("Registration Issued By")


class ProductTemplate(models.Model):
    _inherit = "product.template"

    selfbill_hs_code = fields.Char("HS Code (PINT AE)")
    selfbill_service_code = fields.Char("Service Accounting Code")
    selfbill_goods_type = fields.Selection(GOODS_TYPES, "Reverse Charge Goods")


class AccountTax(models.Model):
    _inherit = "account.tax"

    selfbill_exemption = fields.Selection(EXEMPTIONS, "UAE Exemption Reason")


class UomUom(models.Model):
    _inherit = "uom.uom"

    selfbill_code = fields.Char("UN/ECE Code (PINT AE)", help="UN/ECE Recommendation 20, such as KGM")
