"""Adds up a request, to find out whether the mapping took everything before it is imported."""

from collections import defaultdict

from selfbill_connect.document import NotMapped, rounded


def check(request, expected):
    """Raises NotMapped when the totals of SAP differ, by a tenth of a cent too."""
    taxable = defaultdict(lambda: rounded(0))
    for line in request["document_lines"]:
        tax, cost = line["classified_tax_category"], line["price"]
        net = rounded(line["quantity"] * cost["base_amount"] / cost["base_quantity"])
        net += sum(charge["amount"] for charge in line.get("charges", []))
        net -= sum(allowance["amount"] for allowance in line.get("allowances", []))
        taxable[tax["percent"] if tax["id"] == "S" else 0] += net
    net, vat = sum(taxable.values()), sum(rounded(base * rate / 100) for rate, base in taxable.items())
    found = {"tax_exclusive_amount": net, "tax_amount": vat, "payable_amount": net + vat}
    wrong = [f"{name} is {figure} in SAP and {found[name]} here" for name, figure in expected.items()
             if figure != found[name]]
    if wrong:
        raise NotMapped(f"{request['document_number']}: {'; '.join(wrong)}")
