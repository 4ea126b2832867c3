"""The tables that SAP's documents refer to and that you keep: customizing.json."""

import json
import re
from datetime import datetime
from decimal import Decimal

from selfbill_connect.document import NotMapped, supplier_party, turned, vat


def figure(text):
    """SAP writes the sign behind the figure, and here a decimal point and no thousands separator."""
    text = (text or "").strip()
    if not re.fullmatch(r"\d*\.?\d+-?", text):
        raise NotMapped(f"{text or 'nothing'} is not a figure such as 1234.50 or 1234.50-")
    return -Decimal(text[:-1]) if text.endswith("-") else Decimal(text)


def date(text, field=None):
    """19990131 to 1999-01-31. SAP writes 00000000 for "no date": then None, or NotMapped where
    `field` must have one."""
    text = (text or "").strip()
    if text in ("", "00000000"):
        if field:
            raise NotMapped(f"{field} has no date")
        return None
    try:
        if not re.fullmatch(r"\d{8}", text):
            raise ValueError
        return str(datetime.strptime(text, "%Y%m%d").date())
    except ValueError:
        raise NotMapped(f"{text} is not a date such as 20260715") from None


def positive(text, field):
    value = figure(text)
    if value <= 0:
        raise NotMapped(f"{field} is {value}, and must be above zero")
    return value


def key(text):
    """SAP pads numeric keys with zeros on the left."""
    text = (text or "").strip()
    return text.lstrip("0") if text.isdigit() else text


class Customizing:
    def __init__(self, file):
        with open(file, encoding="utf-8") as open_file:
            self._tables = json.load(open_file, parse_float=Decimal)

    @property
    def ports(self):
        return self._tables["ports"]

    def _row(self, table, name):
        row = self._tables[table].get(name)
        if row is None:
            raise NotMapped(f"{name or 'nothing'} is not in {table} of customizing.json")
        return row

    def supplier(self, lifnr):
        return self._row("suppliers", key(lifnr))

    def party(self, lifnr, address):
        """`address` has what the document says itself, under the names of LFA1."""
        row = {**self.supplier(lifnr), **{name: text for name, text in address.items() if text}}
        return supplier_party({
            "name": row["NAME1"],
            "legal_name": row["NAME1"],
            "trn": row["STCEG"],
            "registration_type": row["REGISTRATION_TYPE"],
            "registration_id": row["REGISTRATION_ID"],
            "registration_authority": row.get("REGISTRATION_AUTHORITY"),
            "street": row["STRAS"],
            "street2": row.get("STRS2"),
            "city": row["ORT01"],
            "postal_code": row.get("PSTLZ"),
            "emirate": row["REGIO"],
            "country": "United Arab Emirates",
            "country_code": row["LAND1"],
            "email": row["SMTP_ADDR"],
            "telephone": row["TELF1"],
        })

    def vat(self, mwskz):
        row = self._row("tax_codes", mwskz)
        return vat(row["category"], row.get("percent"), row.get("exemption"))

    def material(self, matnr):
        return self._tables["materials"].get(key(matnr)) or {}

    def unit(self, name):
        return self._row("units", name)

    def condition(self, kschl):
        """None for a condition that is part of the price."""
        return self._tables["conditions"].get(kschl)

    def reason(self, augru):
        return self._tables["reasons"].get(augru or "") or self._row("reasons", "")

    def rate(self, code, direct):
        """AED for one unit. Customizing may quote a currency per 100, as SAP does for the yen."""
        return direct / self._tables["ratios"].get(code, 1)

    def turned_rate(self, code, indirect):
        return turned(indirect * self._tables["ratios"].get(code, 1))
