"""From a vendor bill of Odoo to a request of Selfbill. Needs neither Odoo nor a database.

A bill is what `account.move.web_read(SPECIFICATION)` returns: many2one fields as dictionaries or
False, x2many fields as lists.
"""

from selfbill_connect.document import (
    NotMapped, bank_transfer, currency, day, item_codes, money, number, price, supplier_party, turned, vat,
    without_empty,
)


def fields(*names, **nested):
    return {**{name: {} for name in names}, **{name: {"fields": members} for name, members in nested.items()}}


SPECIFICATION = fields(
    "name", "move_type", "invoice_date", "invoice_date_due", "invoice_origin", "invoice_currency_rate",
    "amount_untaxed", "amount_tax", "amount_total", "selfbill_reason",
    company_id=fields("selfbill_profile"),
    company_currency_id=fields("name"),
    currency_id=fields("name"),
    reversed_entry_id=fields("name", "invoice_date"),
    partner_bank_id=fields("acc_number", "acc_holder_name"),
    commercial_partner_id=fields(
        "name", "vat", "company_registry", "street", "street2", "city", "zip", "email", "phone",
        "selfbill_registration_type", "selfbill_registration_authority",
        state_id=fields("name", "code"), country_id=fields("name", "code"),
    ),
    invoice_line_ids=fields(
        "display_type", "name", "quantity", "price_unit", "discount", "price_subtotal",
        product_uom_id=fields("name", "selfbill_code"),
        product_id=fields(
            "default_code", "barcode", "selfbill_hs_code", "selfbill_service_code", "selfbill_goods_type"
        ),
        tax_ids=fields("name", "amount", "price_include", "ubl_cii_tax_category_code", "selfbill_exemption"),
    ),
)

# The English names of the units that Odoo installs; selfbill_code of the unit goes first.
UNITS = {
    "Units": "H87", "Dozens": "DZN", "Hours": "HUR", "Days": "DAY", "g": "GRM", "kg": "KGM", "t": "TNE",
    "L": "LTR", "m³": "MTQ", "m²": "MTK", "m": "MTR", "cm": "CMT", "mm": "MMT", "km": "KMT",
}


def family_of(bill):
    return "purchase-credit-notes" if bill["move_type"] == "in_refund" else "purchase-invoices"


def request_of(bill):
    if bill["company_currency_id"]["name"] != "AED":
        raise NotMapped("The currency of the company must be AED: invoice_currency_rate refers to it")
    is_refund = bill["move_type"] == "in_refund"
    lines = [line for line in bill["invoice_line_ids"] if line["display_type"] == "product"]
    return without_empty({
        "document_number": bill["name"],
        "document_source": "Odoo",
        "issue_date": day(bill["invoice_date"]),
        "profile_execution_id": "00000000",
        # Odoo's rate is the currency for one AED.
        **currency_of(bill),
        **(credit_note(bill) if is_refund else invoice_only(bill)),
        "order_reference": {"id": bill["invoice_origin"]} if bill["invoice_origin"] else None,
        "accounting_supplier_party": supplier(bill["commercial_partner_id"]),
        "document_lines": [product_line(line) for line in lines if not is_reduction(line)],
        "allowances": [allowance(line) for line in lines if is_reduction(line)],
        "payment_means": payment_means(bill["partner_bank_id"] or {}),
    })


def expected_totals(bill):
    """What Odoo computed, to be compared with what Selfbill computes. Positive on refunds too."""
    return {
        "tax_exclusive_amount": bill["amount_untaxed"],
        "tax_amount": bill["amount_tax"],
        "payable_amount": bill["amount_total"],
    }


def currency_of(bill):
    code = bill["currency_id"]["name"]
    return currency(code, None if code == "AED" else turned(bill["invoice_currency_rate"]))


def invoice_only(bill):
    return {"invoice_type_code": "389", "due_date": day(bill["invoice_date_due"])}


def credit_note(bill):
    members = {"credit_note_type_code": "261", "discrepancy_response": bill["selfbill_reason"]}
    original = bill["reversed_entry_id"]
    if original:
        credited = {"id": original["name"], "issue_date": day(original["invoice_date"])}
        members["billing_reference"] = [without_empty(credited)]
    elif bill["selfbill_reason"] != "VD":
        raise NotMapped("Create the credit note from its bill (Reversal of), except a volume discount")
    return members


def supplier(partner):
    state, country = partner["state_id"] or {}, partner["country_id"] or {}
    return supplier_party({
        "name": partner["name"],
        "legal_name": partner["name"],
        "trn": partner["vat"],
        "registration_type": partner["selfbill_registration_type"],
        "registration_id": partner["company_registry"],
        "registration_authority": partner["selfbill_registration_authority"],
        "street": partner["street"],
        "street2": partner["street2"],
        "city": partner["city"],
        "postal_code": partner["zip"],
        "emirate": state.get("code"),
        "country": country.get("name"),
        "country_code": country.get("code"),
        "email": partner["email"],
        "telephone": partner["phone"],
    })


def is_reduction(line):
    """Odoo enters a discount on the whole bill as lines with a negative price."""
    return number(line["price_unit"]) < 0


def product_line(line):
    quantity, unit_price = number(line["quantity"]), number(line["price_unit"])
    if quantity <= 0:
        raise NotMapped(f"{first_line(line)}: the quantity must be positive; down payments are not mapped")
    tax, product = tax_of(line), line["product_id"] or {}
    if tax["price_include"]:
        # The price contains VAT, so the net amount is written as the price of the whole quantity.
        cost = price(money(line["price_subtotal"]), quantity)
    else:
        cost = price(unit_price * (1 - number(line["discount"]) / 100), gross=unit_price)
    return without_empty({
        "name": first_line(line),
        "description": line["name"] or first_line(line),
        "quantity": quantity,
        "unit_code": unit(line),
        "price": cost,
        "classified_tax_category": vat_of(tax),
        "buyer_item_identification": without_empty({"id": product.get("default_code")}),
        **item_codes(
            hs_code=product.get("selfbill_hs_code"),
            service_code=product.get("selfbill_service_code"),
            goods_type=product.get("selfbill_goods_type"),
            gtin=product.get("barcode"),
        ),
    })


def allowance(line):
    return {
        "reason": first_line(line),
        "reason_code": "95",
        "amount": -money(line["price_subtotal"]),
        "tax_category": vat_of(tax_of(line)),
    }


def tax_of(line):
    if len(line["tax_ids"]) != 1:
        raise NotMapped(f"{first_line(line)}: a line needs exactly one tax, and it must be VAT")
    return line["tax_ids"][0]


def vat_of(tax):
    category = tax["ubl_cii_tax_category_code"]
    if category not in ("S", "Z", "E", "O", "AE"):
        raise NotMapped(f"The tax {tax['name']} has no Tax Category Code of PINT AE: S, Z, E, O or AE")
    return vat(category, number(tax["amount"]), tax["selfbill_exemption"])


def payment_means(account):
    return bank_transfer(account.get("acc_number"), account.get("acc_holder_name"))


def unit(line):
    uom = line["product_uom_id"] or {"name": "Units", "selfbill_code": False}
    code = uom["selfbill_code"] or UNITS.get(uom["name"])
    if code is None:
        raise NotMapped(f"The unit {uom['name']} has no UN/ECE code")
    return code


def first_line(line):
    return (line["name"] or "").split("\n")[0] or "Item"
