"""Brings statuses back to SAP: an IDoc of type SYSTAT01 for each document that changed.

    SELFBILL_URL=… SELFBILL_CLIENT_ID=… SELFBILL_CLIENT_SECRET=… python3 statuses.py FOLDER

writes the IDocs into FOLDER, from where SAP's file port takes them, and keeps its place in
FOLDER/cursor. Run it every few minutes.
"""

import os
import sys
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "selfbill-connect"))

from customizing import Customizing  # noqa: E402
from selfbill_connect.client import Selfbill  # noqa: E402
from selfbill_connect.document import status_fields  # noqa: E402

SOURCE = "SAP IDoc "
# 22: dispatched, acknowledgement still due. 16, 17: functional acknowledgement, positive, negative.
STATUSES = {"PENDING": "22", "APPROVED": "16", "REJECTED": "17", "VALIDATION_FAILED": "17"}


def main(folder):
    selfbill = Selfbill(*(os.environ[name] for name in ("SELFBILL_URL", "SELFBILL_CLIENT_ID", "SELFBILL_CLIENT_SECRET")))
    ports, place = Customizing(HERE / "customizing.json").ports, Path(folder) / "cursor"
    cursor, has_more = place.read_text() if place.exists() else None, True
    while has_more:
        paths, cursor, has_more = selfbill.changes(cursor)
        for path in paths:
            document = selfbill.read(path)
            if not document.get("document_source", "").startswith(SOURCE):
                continue
            fields = status_fields(document)
            if fields["selfbill_status"] == "REJECTED":
                fields = status_fields(document, selfbill.why_rejected(path))
            name = f"{document['document_source'][len(SOURCE):]}-{fields['selfbill_status']}.xml"
            (Path(folder) / name).write_text(status_idoc(document, fields, ports, datetime.now()))
        place.write_text(cursor)


def status_idoc(document, fields, ports, now):
    root = ElementTree.Element("SYSTAT01")
    idoc = ElementTree.SubElement(root, "IDOC", BEGIN="1")
    add(idoc, "EDI_DC40", {"TABNAM": "EDI_DC40", "DIRECT": "2", "IDOCTYP": "SYSTAT01", "MESTYP": "STATUS", **ports})
    add(idoc, "E1STATS", {
        "TABNAM": "EDI_DS40",
        "DOCNUM": document["document_source"][len(SOURCE):],
        "LOGDAT": now.strftime("%Y%m%d"),
        "LOGTIM": now.strftime("%H%M%S"),
        "STATUS": STATUSES.get(fields["selfbill_status"], "22"),
        "STATXT": (fields["selfbill_message"] or f"Selfbill: {fields['selfbill_status']}").split("\n")[0][:70],
        "ARCKEY": document["id"],
    })
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def add(parent, name, fields):
    element = ElementTree.SubElement(parent, name, SEGMENT="1")
    for field, value in fields.items():
        ElementTree.SubElement(element, field).text = value


if __name__ == "__main__":
    main(sys.argv[1])
