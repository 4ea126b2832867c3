"""From an IDoc of type INVOIC02, as XML, to a request of Selfbill."""

from datetime import date as Date
from datetime import timedelta
from xml.etree import ElementTree

from customizing import date, figure, key, positive
from selfbill_connect.document import (
    NotMapped, bank_transfer, currency, item_codes, money, price, without_empty,
)


def invoices_in(file):
    """The IDocs of a file, each with its number."""
    for idoc in ElementTree.parse(file).iter("IDOC"):
        yield f"IDoc {text(idoc, 'EDI_DC40/DOCNUM') or 'without a number'}", idoc


def convert(idoc, customizing):
    """The family, the request, and the totals that SAP computed."""
    return family_of(idoc), request_of(idoc, customizing), expected_totals(idoc)


def family_of(idoc):
    kind = text(idoc, "E1EDK01/BSART")
    if kind not in ("INVO", "CRME"):
        raise NotMapped(f"BSART {kind or 'nothing'} is neither INVO nor CRME")
    return "purchase-credit-notes" if kind == "CRME" else "purchase-invoices"


def request_of(idoc, customizing):
    issued = date(text(segment(idoc, "E1EDK03", IDDAT="012"), "DATUM"), "E1EDK03 with IDDAT 012")
    partner = segment(idoc, "E1EDKA1", PARVW="LF")
    lifnr = text(partner, "PARTN") or text(partner, "LIFNR")
    account = customizing.supplier(lifnr)
    is_credit = family_of(idoc) == "purchase-credit-notes"
    return without_empty({
        "document_number": number_of(idoc),
        # statuses.py sends the status back to the IDoc of this number.
        "document_source": f"SAP IDoc {text(idoc, 'EDI_DC40/DOCNUM')}",
        "issue_date": issued,
        "profile_execution_id": "00000000",
        **currency_of(idoc, customizing),
        **(credit_memo(idoc, customizing) if is_credit else invoice_only(idoc, issued)),
        "order_reference": without_empty({"id": text(segment(idoc, "E1EDK02", QUALF="001"), "BELNR")}),
        "accounting_supplier_party": customizing.party(lifnr, {
            name: text(partner, name)
            for name in ("NAME1", "STRAS", "STRS2", "ORT01", "PSTLZ", "REGIO", "LAND1", "TELF1")
        }),
        "document_lines": [line(item, sign_of(idoc), customizing) for item in idoc.findall("E1EDP01")],
        "payment_means": bank_transfer(account.get("TIBAN"), account["NAME1"]),
    })


def number_of(idoc):
    number = text(segment(idoc, "E1EDK02", QUALF="009"), "BELNR")
    if not number:
        raise NotMapped("There is no E1EDK02 with QUALF 009, the number of the invoice")
    return number


def invoice_only(idoc, issued):
    due = date(text(segment(idoc, "E1EDK03", IDDAT="028"), "DATUM"))
    days = max((int(figure(text(term, "TAGE") or "0")) for term in idoc.findall("E1EDK18")), default=0)
    return {"invoice_type_code": "389", "due_date": due or str(Date.fromisoformat(issued) + timedelta(days=days))}


def credit_memo(idoc, customizing):
    reference = segment(idoc, "E1EDK02", QUALF="011")
    reason = customizing.reason(text(idoc, "E1EDK01/AUGRU"))
    members = {"credit_note_type_code": "261", "discrepancy_response": reason}
    if reference is not None:
        credited = {"id": text(reference, "BELNR"), "issue_date": date(text(reference, "DATUM"))}
        members["billing_reference"] = [without_empty(credited)]
    elif reason != "VD":
        raise NotMapped("There is no E1EDK02 with QUALF 011, the invoice that is credited")
    return members


def currency_of(idoc, customizing):
    header = idoc.find("E1EDK01")
    code = text(header, "CURCY")
    if code == "AED":
        return currency(code, None)
    if text(header, "HWAER") != "AED":
        raise NotMapped("HWAER must be AED: the exchange rate refers to it")
    # WKURS_M is the rate of a currency that is quoted indirectly. SAP fills the other one with zeros.
    direct, indirect = (figure(text(header, name) or "0") for name in ("WKURS", "WKURS_M"))
    return currency(code, customizing.rate(code, direct) if direct else customizing.turned_rate(code, indirect))


def sign_of(idoc):
    """-1 when the amounts are negative, as some systems write a credit memo."""
    signs = {figure(text(net, "BETRG")) < 0 for net in idoc.iterfind("E1EDP01/E1EDP26[QUALF='003']")}
    if len(signs) != 1:
        raise NotMapped("The items have no net values (E1EDP26, QUALF 003), or values of both signs")
    return -1 if signs.pop() else 1


def line(item, sign, customizing):
    own, ean = segment(item, "E1EDP19", QUALF="002"), segment(item, "E1EDP19", QUALF="003")
    matnr, name = text(own, "IDTNR"), text(own, "KTEXT")
    material = customizing.material(matnr)
    quantity = positive(text(item, "MENGE").rstrip("-"), "MENGE")
    net = sign * money(figure(text(segment(item, "E1EDP26", QUALF="003"), "BETRG")))
    changes = {"charges": [], "allowances": []}
    for condition in item.findall("E1EDP05"):
        known = customizing.condition(text(condition, "KSCHL"))
        if known:
            kind = "allowances" if text(condition, "ALCKZ") == "-" else "charges"
            changes[kind].append({**known, "amount": abs(money(figure(text(condition, "BETRG"))))})
    # VPREI is for PEINH units; without it the price is that of the whole quantity.
    gross = net - total(changes["charges"]) + total(changes["allowances"])
    unit_price = text(item, "VPREI")
    cost = price(figure(unit_price), positive(text(item, "PEINH") or "1", "PEINH")) if unit_price else price(gross, quantity)
    order = segment(item, "E1EDP02", QUALF="001")
    return without_empty({
        "name": name,
        "description": " ".join(part.text or "" for part in item.iterfind("E1EDPT1/E1EDPT2/TDLINE")) or name,
        "quantity": quantity,
        "unit_code": customizing.unit(text(item, "MENEE")),
        "price": cost,
        **changes,
        "classified_tax_category": customizing.vat(text(item, "E1EDP04/MWSKZ")),
        "order_line_reference": order is not None and text(order, "ZEILE") and {
            "line_id": key(text(order, "ZEILE")), "order_reference_id": text(order, "BELNR"),
        },
        "buyer_item_identification": without_empty({"id": key(matnr)}),
        **item_codes(**{**material, "gtin": text(ean, "IDTNR") or material.get("gtin")}),
    })


def total(changes):
    return sum((change["amount"] for change in changes), start=money(0))


def expected_totals(idoc):
    sums = (("tax_exclusive_amount", "010"), ("tax_amount", "005"), ("payable_amount", "011"))
    found = {name: text(segment(idoc, "E1EDS01", SUMID=code), "SUMME") for name, code in sums}
    return {name: abs(figure(value)) for name, value in found.items() if value}


def segment(parent, name, **fields):
    """The first segment with these values, or None."""
    for child in parent.findall(name):
        if all(text(child, field) == value for field, value in fields.items()):
            return child
    return None


def text(parent, path):
    return (parent.findtext(path) or "").strip() if parent is not None else ""
