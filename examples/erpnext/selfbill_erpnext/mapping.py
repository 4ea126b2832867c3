"""From a Purchase Invoice of ERPNext to a request of Selfbill. Needs neither Frappe nor a database.

`records` are what `purchase_invoice.gather` reads: the documents as ERPNext's REST API shows them.
"""

import json
from html.parser import HTMLParser

from selfbill_connect.document import (
    NotMapped, bank_transfer, currency, day, is_gtin, item_codes, money, number, price, supplier_party, vat,
    without_empty,
)

# For the units that ERPNext installs, where their Common Code is empty.
UNITS = {
    "Nos": "H87", "Unit": "H87", "Pair": "PR", "Set": "SET", "Box": "XBX", "Hour": "HUR", "Day": "DAY",
    "Gram": "GRM", "Kg": "KGM", "Tonne": "TNE", "Litre": "LTR", "Meter": "MTR", "Square Meter": "MTK",
}
PAYMENT_MEANS = {"Cash": "10", "Cheque": "20", "Bank Draft": "20"}


def family_of(records):
    return "purchase-credit-notes" if records["invoice"]["is_return"] else "purchase-invoices"


def request_of(records):
    invoice = records["invoice"]
    if records["company"]["default_currency"] != "AED":
        raise NotMapped("The currency of the company must be AED: conversion_rate refers to it")
    return without_empty({
        "document_number": invoice["name"],
        "document_source": "ERPNext",
        "issue_date": day(invoice["posting_date"]),
        "profile_execution_id": "00000000",
        **currency(invoice["currency"], invoice["conversion_rate"]),
        **(credit_note(records) if invoice["is_return"] else invoice_only(invoice)),
        "order_reference": reference(invoice, "purchase_order"),
        "receipt_document_reference": reference(invoice, "purchase_receipt"),
        "accounting_supplier_party": supplier(records),
        "document_lines": [line(row, records) for row in invoice["items"]],
        "payable_rounding_amount": rounding(invoice),
        "payment_means": payment_means(records),
    })


def expected_totals(records):
    """What ERPNext computed, to be compared with what Selfbill computes."""
    invoice = records["invoice"]
    sign = -1 if invoice["is_return"] else 1
    payable = invoice.get("rounded_total") or invoice["grand_total"]
    return {
        "tax_exclusive_amount": sign * number(invoice["net_total"]),
        "tax_amount": sign * number(invoice["total_taxes_and_charges"]),
        "payable_amount": sign * number(payable),
    }


def invoice_only(invoice):
    return {"invoice_type_code": "389", "due_date": day(invoice["due_date"])}


def credit_note(records):
    invoice, original = records["invoice"], records["original"]
    members = {"credit_note_type_code": "261", "discrepancy_response": invoice["selfbill_reason"]}
    if original:
        members["billing_reference"] = [
            without_empty({"id": original["name"], "issue_date": day(original["posting_date"])})
        ]
    elif invoice["selfbill_reason"] != "VD":
        raise NotMapped("Return Against is empty: a credit note names its invoice, except a volume discount")
    return members


def supplier(records):
    supplier, address = records["supplier"], records["address"]
    invoice = records["invoice"]
    return supplier_party({
        "name": supplier["supplier_name"],
        "legal_name": supplier["supplier_name"],
        "arabic_name": supplier.get("supplier_name_in_arabic"),
        "trn": supplier["tax_id"],
        "registration_type": supplier["selfbill_registration_type"],
        "registration_id": supplier["selfbill_registration_id"],
        "registration_authority": supplier["selfbill_registration_authority"],
        "street": address["address_line1"],
        "street2": address.get("address_line2"),
        "city": address["city"],
        "postal_code": address.get("pincode"),
        "emirate": address.get("emirate") or address.get("state"),
        "country": address["country"],
        # Frappe keeps the codes of countries in lower case.
        "country_code": records["country"]["code"].upper(),
        "email": invoice.get("contact_email") or supplier.get("email_id") or address.get("email_id"),
        "telephone": address.get("phone") or invoice.get("contact_mobile") or supplier.get("mobile_no"),
    })


def line(row, records):
    invoice = records["invoice"]
    # Quantities and amounts of a return are negative, its rates are positive.
    sign = -1 if invoice["is_return"] else 1
    quantity, rate = sign * number(row["qty"]), number(row["rate"])
    if quantity <= 0 or rate < 0:
        raise NotMapped(f"Row {row['idx']}: quantity {row['qty']} and rate {row['rate']}; split the invoice")
    net = sign * money(row["net_amount"])
    item = records["items"].get(row.get("item_code")) or {}
    members = {
        "name": row["item_name"],
        "description": plain(row.get("description")) or row["item_name"],
        "quantity": quantity,
        "unit_code": unit(row["uom"], records),
        "buyer_item_identification": without_empty({"id": row.get("item_code")}),
        "classified_tax_category": vat_of(row, item, records),
        **item_codes(
            hs_code=item.get("customs_tariff_number"),
            service_code=item.get("selfbill_service_code"),
            goods_type=item.get("selfbill_goods_type"),
            gtin=next((row["barcode"] for row in item.get("barcodes", []) if is_gtin(row["barcode"])), None),
        ),
    }
    if any(tax.get("included_in_print_rate") for tax in invoice["taxes"]):
        # The rate contains VAT, so the net amount is written as the price of the whole quantity.
        members["price"] = price(net, quantity)
    else:
        members["price"] = price(rate, gross=number(row.get("price_list_rate")))
        discount = sign * money(row["amount"]) - net
        if discount:
            # The line's share of the discount on the whole invoice.
            members["allowances"] = [{"reason_code": "95", "reason": "Discount", "amount": discount}]
    return without_empty(members)


def vat_of(row, item, records):
    if records["invoice"].get("reverse_charge") == "Y":
        return vat("AE")
    if item.get("is_exempt"):
        return vat("E", exemption=item.get("selfbill_exemption"))
    rate = rate_of(row, records)
    if rate:
        return vat("S", rate)
    if item.get("is_zero_rated"):
        return vat("Z")
    raise NotMapped(f"Row {row['idx']}: no VAT, and the item is neither Is Zero Rated nor Is Exempt")


def rate_of(row, records):
    """A row of the tax table applies to all items, except where the item's own template says so."""
    own_rates = json.loads(row.get("item_tax_rate") or "{}")
    rate = number(0)
    for tax in records["invoice"]["taxes"]:
        account = tax["account_head"]
        if account not in records["vat_accounts"]:
            raise NotMapped(f"{account} is not a VAT account of UAE VAT Settings; enter it as an item")
        own = own_rates.get(account, tax["rate"])
        rate += number(0 if own == "N/A" else own)
    return rate


def unit(name, records):
    code = (records["uoms"].get(name) or {}).get("common_code") or UNITS.get(name)
    if code is None:
        raise NotMapped(f"The unit {name} has no Common Code (UN/ECE Rec 20)")
    return code


def rounding(invoice):
    """Positive when more is to be paid than the total; the sign follows the document."""
    if not invoice.get("rounded_total"):
        return None
    return (-1 if invoice["is_return"] else 1) * money(invoice["rounding_adjustment"])


def reference(invoice, field):
    """The purchase order or receipt, if all items have the same."""
    names = {row.get(field) for row in invoice["items"]}
    name = names.pop() if len(names) == 1 else None
    return {"id": name} if name else None


def payment_means(records):
    code = PAYMENT_MEANS.get(records["invoice"].get("mode_of_payment"))
    account = records["bank_account"] or {}
    return [{"payment_means_code": code}] if code else bank_transfer(account.get("iban"), account.get("account_name"))


def plain(html):
    """ERPNext's descriptions are HTML of a text editor."""
    texts = []
    parser = HTMLParser()
    parser.handle_data = texts.append
    parser.feed(html or "")
    parser.close()
    return " ".join(" ".join(texts).split())
