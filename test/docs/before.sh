# What a reader of a page has done before: functions for the steps in stories.ts. SELFBILL_URL is the service.

# issue ENDPOINT [ORG [PROFILE]]: issues the example for an endpoint of the sandbox, and prints its id.
issue() {
  SELFBILL_TOKEN=$(bin/selfbill token --org "${2:-Demo}")
  sed 's/"endpoint_id": *"[0-9]*"/"endpoint_id": "'"$1"'"/' examples/purchase-invoice.json |
    curl -s -X POST "$SELFBILL_URL/api/purchase-invoices/${3:-BP-DEMO000001}" -H "Authorization: Bearer $SELFBILL_TOKEN" \
      -H 'Content-Type: application/json' --data @- | sed 's/.*"id":"\([0-9a-f-]\{36\}\)".*/\1/'
}

# read_until WORDS PATH [DURATION]: reads with SELFBILL_TOKEN until the answer has the words; lets so much time pass between
# two readings.
read_until() {
  for _ in $(seq 300); do
    if curl -s "$SELFBILL_URL$2" -H "Authorization: Bearer $SELFBILL_TOKEN" | grep -q "$1"; then return; fi
    sleep 0.1
    if [ $# = 3 ]; then advance "$3"; fi
  done
  echo "$2 never had $1"
  return 1
}

advance() {
  curl -s -o /dev/null -X POST "$SELFBILL_URL/sandbox/clock/advance" -H "Authorization: Bearer $SELFBILL_TOKEN" \
    -H 'Content-Type: application/json' --data '{"by": "'"$1"'"}'
}
