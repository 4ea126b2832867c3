"""From a list of invoice items (RBKP joined with RSEG and EKPO, as CSV) to requests of Selfbill."""

import csv
from datetime import date as Date
from datetime import timedelta

from customizing import date, figure, key
from selfbill_connect.document import (
    NotMapped, bank_transfer, currency, item_codes, money, price, without_empty,
)

KEY = ("BUKRS", "BELNR", "GJAHR")
# The same in every row of an invoice.
HEAD = (
    "XRECH", "BLDAT", "LIFNR", "WAERS", "KURSF", "RMWWR", "WMWST1", "ZFBDT", "ZBD1T", "ZBD2T", "ZBD3T",
    "REBZG", "REBZJ",
)
ITEM = ("BUZEI", "EBELN", "MATNR", "TXZ01", "MENGE", "BSTME", "WRBTR", "SHKZG", "MWSKZ")


def invoices_in(file):
    """The invoices of a list, each with its number. Rows are dictionaries by SAP's names of fields;
    the rows of an invoice may stand apart."""
    with open(file, encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines, delimiter=";")
        missing = [name for name in (*KEY, *HEAD, *ITEM) if name not in (rows.fieldnames or [])]
        if missing:
            raise NotMapped(f"There is no column {', '.join(missing)}")
        invoices = {}
        for row in rows:
            if not any(row.values()):
                continue
            if None in row or None in row.values():
                raise NotMapped(f"Line {rows.line_num} has more or fewer cells than the headings")
            row = {name: cell.strip() for name, cell in row.items()}
            if not all(row[name] for name in KEY):
                raise NotMapped(f"Line {rows.line_num} belongs to no invoice: {', '.join(KEY)} must be filled")
            invoices.setdefault(tuple(row[name] for name in KEY), []).append(row)
    for (_, belnr, gjahr), items in invoices.items():
        yield f"{belnr}-{gjahr}", items


def convert(items, customizing):
    """The family, the request, and the totals that SAP computed."""
    for name in HEAD:
        if len({item[name] for item in items}) > 1:
            raise NotMapped(f"{name} differs between the rows of the invoice")
    return family_of(items[0]), request_of(items, customizing), expected_totals(items[0])


def family_of(row):
    """XRECH is X for an invoice and empty for a credit memo."""
    return "purchase-invoices" if row["XRECH"] == "X" else "purchase-credit-notes"


def request_of(items, customizing):
    head = items[0]
    account = customizing.supplier(head["LIFNR"])
    is_credit = family_of(head) == "purchase-credit-notes"
    orders = {item["EBELN"] for item in items}
    return without_empty({
        # SAP's numbers begin again every fiscal year.
        "document_number": f"{head['BELNR']}-{head['GJAHR']}",
        "document_source": "SAP",
        "issue_date": date(head["BLDAT"], "BLDAT"),
        "profile_execution_id": "00000000",
        **currency(head["WAERS"], rate_of(head, customizing)),
        **(credit_memo(head, customizing) if is_credit else invoice_only(head)),
        "order_reference": {"id": head["EBELN"]} if len(orders) == 1 and head["EBELN"] else None,
        "accounting_supplier_party": customizing.party(head["LIFNR"], {}),
        "document_lines": [line(item, customizing) for item in items],
        "payment_means": bank_transfer(account.get("TIBAN"), account["NAME1"]),
    })


def rate_of(head, customizing):
    """A negative KURSF is quoted indirectly."""
    if head["WAERS"] == "AED":
        return None
    rate = figure(head["KURSF"])
    code = head["WAERS"]
    return customizing.rate(code, rate) if rate > 0 else customizing.turned_rate(code, -rate)


def invoice_only(head):
    """The last of the three terms of payment that is filled is the net one."""
    days = next((int(figure(head[name])) for name in ("ZBD3T", "ZBD2T", "ZBD1T") if figure(head[name] or "0")), 0)
    baseline = Date.fromisoformat(date(head["ZFBDT"], "ZFBDT"))
    return {"invoice_type_code": "389", "due_date": str(baseline + timedelta(days=days))}


def credit_memo(head, customizing):
    if not head["REBZG"]:
        raise NotMapped("REBZG is empty: a credit memo names the invoice that it credits")
    return {
        "credit_note_type_code": "261",
        "discrepancy_response": customizing.reason(""),
        "billing_reference": [{"id": f"{head['REBZG']}-{head['REBZJ']}"}],
    }


def line(item, customizing):
    quantity, net = figure(item["MENGE"]), money(figure(item["WRBTR"]))
    # An invoice debits its items (S), a credit memo credits them (H).
    if quantity <= 0 or net < 0 or item["SHKZG"] != ("S" if item["XRECH"] == "X" else "H"):
        raise NotMapped(f"Item {item['BUZEI']} goes the other way than its invoice")
    material = customizing.material(item["MATNR"])
    return without_empty({
        "name": item["TXZ01"],
        "description": item["TXZ01"],
        "quantity": quantity,
        "unit_code": customizing.unit(item["BSTME"]),
        # RSEG has amounts and no prices, so the amount is the price of the whole quantity.
        "price": price(net, quantity),
        "classified_tax_category": customizing.vat(item["MWSKZ"]),
        "buyer_item_identification": without_empty({"id": key(item["MATNR"])}),
        **item_codes(**material),
    })


def expected_totals(head):
    gross, tax = abs(figure(head["RMWWR"])), abs(figure(head["WMWST1"]))
    return {"tax_exclusive_amount": gross - tax, "tax_amount": tax, "payable_amount": gross}
