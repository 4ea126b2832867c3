"""Parts of requests that all ERPs need, and what an ERP keeps of a document."""

from decimal import ROUND_HALF_UP, Decimal

CENT, RATE = Decimal("0.01"), Decimal("0.000001")

# Names as ERPNext and SAP users write them, and ISO 3166-2 codes as Odoo has them.
EMIRATES = {
    "abudhabi": "AUH", "az": "AUH", "auh": "AUH",
    "dubai": "DXB", "du": "DXB", "dxb": "DXB",
    "sharjah": "SHJ", "sh": "SHJ", "shj": "SHJ",
    "ummalquwain": "UAQ", "uq": "UAQ", "uaq": "UAQ",
    "fujairah": "FUJ", "fu": "FUJ", "fuj": "FUJ",
    "ajman": "AJM", "aj": "AJM", "ajm": "AJM",
    "rasalkhaimah": "RAK", "rk": "RAK", "rak": "RAK",
}

EXEMPTIONS = {
    "DL8.46.1": "Certain financial services",
    "DL8.46.2": "Supply of residential units (lease or sale)",
    "DL8.46.3": "Bare land",
    "DL8.46.4": "Local passenger transport",
}


class NotMapped(Exception):
    """The ERP's document has something that no Selfbill field stands for. A person must decide."""


def number(value):
    """An exact figure from an ERP's float, text or Decimal: the digits that it prints."""
    return Decimal(str(value or 0)) + 0


def money(value):
    """An amount of the ERP in cents. What has more decimals, such as an amount in KWD, cannot be
    on the document: it is not rounded in silence."""
    exact = settled(value)
    if rounded(exact) != exact:
        raise NotMapped(f"{exact.normalize():f} has more than the two decimals that an amount may have")
    return rounded(exact)


def rounded(value):
    return number(value).quantize(CENT, ROUND_HALF_UP)


def settled(value):
    """A figure without what binary floats leave behind its sixth decimal: 0.30000000000000004."""
    return number(value).quantize(RATE, ROUND_HALF_UP)


def day(value):
    """A date of the ERP as text. None where it has none."""
    return str(value) if value else None


def without_empty(members):
    """Leaves out what an ERP writes for "nothing": None, False, empty texts and lists, zero."""
    return {name: value for name, value in members.items() if value not in (None, "", False, [], {})}


def tin_of(trn):
    """The TIN is the first ten digits of the TRN. The party's Peppol id is 0235:TIN."""
    digits = (trn or "").replace(" ", "")
    if len(digits) != 15 or not digits.isdigit() or digits[0] != "1" or digits[-2:] != "03":
        raise NotMapped(f"{trn or 'nothing'} is not a TRN: 15 digits, 1 first and 03 last")
    return digits[:10]


def supplier_party(party):
    """`party` has plain texts: name, legal_name, arabic_name, trn, registration_type,
    registration_id, registration_authority, street, street2, city, postal_code, emirate, country,
    country_code, email, telephone."""
    if party["country_code"] != "AE":
        raise NotMapped("Self-billing needs a supplier in the UAE with a TRN")
    emirate = "".join(letter for letter in (party["emirate"] or "").lower() if letter.isalpha())
    if emirate not in EMIRATES:
        raise NotMapped(f"{party['emirate'] or 'nothing'} is not an emirate")
    tin = tin_of(party["trn"])
    is_individual = party["registration_type"] in ("EID", "PAS")
    return without_empty({
        "name": party["name"],
        "party_name": None if is_individual else party["legal_name"],
        "party_name_in_local_language": party.get("arabic_name"),
        "tin": tin,
        "party_tax_scheme": {"company_id": party["trn"].replace(" ", ""), "tax_scheme": "VAT"},
        "endpoint_id": tin,
        "endpoint_scheme_id": "0235",
        "scheme_agency_id": party["registration_type"],
        "company_id": party["registration_id"],
        "authority_name": party["registration_authority"],
        "postal_address": without_empty({
            "street_name": party["street"],
            "additional_street_name": party["street2"],
            "city_name": party["city"],
            "postal_zone": party["postal_code"],
            "country_subentity": EMIRATES[emirate],
            "country": party["country"],
            "country_code": party["country_code"],
        }),
        "email": party["email"],
        "telephone": party["telephone"],
    })


def currency(code, rate):
    """`rate` is AED for one unit of the currency."""
    if code == "AED":
        return {"document_currency_code": "AED"}
    exact = number(rate)
    if exact <= 0:
        raise NotMapped(f"There is no exchange rate for {code}")
    kept = exact.quantize(RATE, ROUND_HALF_UP)
    if kept != exact:
        raise NotMapped(f"The rate {exact:f} (AED for one {code}) has more than six decimals, and would become {kept}")
    return {
        "document_currency_code": code,
        "tax_currency_code": "AED",
        "tax_exchange_rate": {
            "source_currency_code": code,
            "target_currency_code": "AED",
            "calculation_rate": kept,
        },
    }


def turned(rate):
    """AED for one unit, from a rate that is quoted the other way round. Six decimals must be enough
    for one part in a million; for a currency of small units, such as IRR, they are not."""
    quoted = number(rate)
    if quoted <= 0:
        raise NotMapped("There is no exchange rate")
    exact = 1 / quoted
    kept = exact.quantize(RATE, ROUND_HALF_UP)
    if abs(kept - exact) * 1_000_000 > exact:
        raise NotMapped(f"The rate {quoted:f} for one AED is {exact:.12f} AED for one unit: six decimals are too few")
    return kept


def price(net, base_quantity=1, gross=None):
    """`gross` is the price before a discount."""
    members = {"base_amount": net, "base_quantity": base_quantity}
    if gross is not None and gross > net:
        members["allowance"] = {"amount": gross - net, "base_amount": gross}
    return members


def vat(category, percent=None, exemption=None):
    if category == "E" and exemption not in EXEMPTIONS:
        raise NotMapped(f"{exemption or 'nothing'} is not a reason of exemption: {', '.join(EXEMPTIONS)}")
    reason = {"tax_exemption_reason_code": exemption, "tax_exemption_reason": EXEMPTIONS.get(exemption)}
    percents = {"S": percent, "Z": 0, "AE": 5}
    figure = {"percent": percents[category]} if category in percents else {}
    return {"id": category, **figure, **(reason if category == "E" else {}), "tax_scheme": "VAT"}


def item_codes(hs_code=None, service_code=None, goods_type=None, gtin=None):
    """Item type, HS code, service accounting code, GTIN, and for reverse charge the type of goods.
    PINT AE wants type and GTIN on every line in reverse charge."""
    kind = ("B" if service_code else "G") if hs_code else ("S" if service_code else None)
    goods = {"item_classification_code": hs_code, "item_classification_list_id": "HS"} if hs_code else {}
    services = [{"id": service_code, "scheme_id": "SAC"}] if service_code else None
    return without_empty({
        "commodity_classification": without_empty({"commodity_code": kind, **goods, "nature_code": goods_type}),
        "additional_item_identification": services,
        "standard_item_identification": {"id": gtin.zfill(14), "scheme_id": "0160"} if is_gtin(gtin) else None,
    })


def is_gtin(code):
    return bool(code) and code.isdigit() and len(code) in (8, 12, 13, 14)


def bank_transfer(iban, holder=None):
    """Without an account the way of payment is left open, code 1."""
    if not iban:
        return [{"payment_means_code": "1"}]
    account = without_empty({"id": iban.replace(" ", ""), "name": holder})
    return [{"payment_means_code": "30", "payee_financial_account": account}]


def differences(expected, document):
    """What differs between the totals of the ERP, {total: figure}, and those of Selfbill."""
    found = document["totals"]
    return [
        f"{name} is {settled(figure).normalize():f} in the ERP and {found[name]} in Selfbill"
        for name, figure in expected.items()
        if settled(figure) != number(found[name])
    ]


def fatal_findings(document):
    status = document["meta_info"]["peppol_status"] or {}
    return [
        f"{finding['reasonCode']}: {finding['text']} ({finding['field']})"
        for finding in status.get("validation_results", [])
        if finding["flag"] == "fatal"
    ]


def status_fields(document, reasons=()):
    """What the ERP keeps of a document. The fields have these names in ERPNext and in Odoo."""
    status = document["meta_info"]["peppol_status"] or {}
    return {
        "selfbill_id": document["id"],
        "selfbill_status": status.get("overall_status") or "STORED",
        "selfbill_supplier_status": status.get("participant_status") or "",
        "selfbill_authority_status": status.get("fta_status") or "",
        "selfbill_message": "\n".join([*fatal_findings(document), *reasons]),
    }
