"""Issues an invoice, prints its status and findings, and ends with 1 unless it is approved or, without Phase 2, stored. Python 3.8 or later, nothing to install:

python issue_invoice.py FILE KEY
"""
import base64, json, os, sys, time, urllib.error, urllib.request

url, client_id, secret = (os.environ[name] for name in ("SELFBILL_URL", "SELFBILL_CLIENT_ID", "SELFBILL_CLIENT_SECRET"))

def call(path, authorization, body=None, **headers):
    request = urllib.request.Request(url + path, body, {"Authorization": authorization, **headers})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        wait = error.headers.get("Retry-After")
        sys.exit(f"{error.code} {error.read().decode()}" + (f" (Retry-After: {wait} seconds)" if wait else ""))

basic = "Basic " + base64.b64encode(f"{client_id}:{secret}".encode()).decode()
bearer = "Bearer " + call("/oauth/token", basic, b"grant_type=client_credentials")["access_token"]
with open(sys.argv[1], "rb") as file:
    document = call("/api/purchase-invoices/BP-DEMO000001", bearer, file.read(),
                    **{"Content-Type": "application/json", "Idempotency-Key": sys.argv[2]})
# Without Phase 2 nothing is sent, and a document that breaks no fatal rule has no status.
stored = {"overall_status": "STORED", "validation_results": []}
while (status := document["meta_info"]["peppol_status"] or stored)["overall_status"] == "PENDING":
    time.sleep(1)
    document = call("/api/purchase-invoices/" + document["id"], bearer)
print(document["document_number"], status["overall_status"])
for finding in status["validation_results"]:
    print(finding["flag"], finding["reasonCode"], finding.get("field", ""), finding["text"])
sys.exit(status["overall_status"] not in ("APPROVED", "STORED"))
