"""Turns IDocs into NDJSON, and lists into CSV, for `bin/selfbill import`.

    python3 convert.py FOLDER FILE.xml … FILE.csv …

writes purchase-invoices.ndjson, purchase-credit-notes.ndjson, and the same as .csv into FOLDER.
Exit code 1: some invoices were not mapped, or some files not read, and standard error says which. The
others are written.
"""

import csv
import sys
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "selfbill-connect"))

import idoc  # noqa: E402
import invoice_list  # noqa: E402
import totals  # noqa: E402
from customizing import Customizing  # noqa: E402
from selfbill_connect import exact_json  # noqa: E402
from selfbill_connect.document import NotMapped  # noqa: E402


def main(folder, *files):
    customizing = Customizing(HERE / "customizing.json")
    converted, complaints = {}, []
    for file in files:
        kind, module = ("csv", invoice_list) if file.endswith(".csv") else ("ndjson", idoc)
        try:
            invoices = list(module.invoices_in(file))
        except UNREADABLE as error:
            complaints.append(f"{file}: {error}")
            continue
        if not invoices:
            complaints.append(f"{file}: there is no invoice in it")
        for number, invoice in invoices:
            try:
                family, request, expected = module.convert(invoice, customizing)
                totals.check(request, expected)
                converted.setdefault(f"{family}.{kind}", []).append(request)
            except NotMapped as error:
                complaints.append(f"{file}: {number}: {error}")
    for name, requests in converted.items():
        writes = write_csv if name.endswith(".csv") else write_ndjson
        with open(Path(folder) / name, "w", encoding="utf-8", newline="") as out:
            writes(requests, out)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


# A file that is no XML, no CSV, no text or not there.
UNREADABLE = (NotMapped, OSError, UnicodeDecodeError, csv.Error, ElementTree.ParseError)


def write_ndjson(requests, out):
    out.writelines(exact_json.write(request) + "\n" for request in requests)


def write_csv(requests, out):
    """A row for each line, a column for each field: examples/import.csv."""
    rows = []
    for at, request in enumerate(requests, start=1):
        head = dict(leaves({name: value for name, value in request.items() if name != "document_lines"}))
        for line in request["document_lines"]:
            rows.append({"document": at, **head, **dict(leaves(line, "line."))})
            head = {}
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    writer.writerows(rows)


def leaves(value, path=""):
    """payment_means[0].payee_financial_account.id and its value, and so on."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, f"{path}{name}." if isinstance(member, dict) else f"{path}{name}")
    elif isinstance(value, list):
        for at, member in enumerate(value):
            yield from leaves(member, f"{path}[{at}]." if isinstance(member, dict) else f"{path}[{at}]")
    else:
        yield path, format(value, "f") if isinstance(value, Decimal) else value


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
