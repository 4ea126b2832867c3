import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { noPython } from './python.ts'

// `why_rejected` of selfbill-connect says the same as the function that docs/integrating.md prints.

const root = new URL('../../', import.meta.url)
const guide = readFileSync(new URL('docs/integrating.md', root), 'utf8')

const program = `
import io, json, os, sys, urllib.request
from selfbill_connect.client import Selfbill

def snapshot(status, answer, errors):
    return {"status": status, "mlsResponse": answer, "transmissionResponse": errors}

issue = {"statusReasonCode": "BV", "description": "A rule is broken"}
cases = [
    snapshot("REJECTED", {"description": "Rejected", "issues": [issue]}, None),
    snapshot("REJECTED", {"description": None, "issues": []}, None),
    snapshot("REJECTED", None, None),
    snapshot("FAILED", None, {"transmissionErrors": [{"code": None, "description": "No such endpoint"}]}),
    snapshot("FAILED", None, None),
    snapshot("APPROVED", {"description": "Fine", "issues": []}, None),
]
class Known(Selfbill):
    def call(self, method, path, body=None, idempotency_key=None):
        return {"toC3": case, "toC5": cases[-1]}

os.environ.update(SELFBILL_TOKEN="token", SELFBILL_URL="http://localhost")
exec(sys.argv[1])
printed = []
for case in cases:
    text = json.dumps({"toC3": case, "toC5": cases[-1]})
    urllib.request.urlopen = lambda request: io.BytesIO(text.encode())
    printed.append([why_rejected("/api/x/1"), Known("http://localhost", "id", "secret").why_rejected("/api/x/1")])
print(json.dumps(printed))
`

test('the guide prints the function of selfbill-connect', { skip: noPython }, () => {
  const [, block = ''] = /```python\n(import json, os, urllib\.request\n[\s\S]*?)```/.exec(guide) ?? []
  assert.match(block, /^def why_rejected\(path\):/m)
  const env = { ...process.env, PYTHONPATH: new URL('examples/selfbill-connect', root).pathname }
  const printed: [string[], string[]][] = JSON.parse(
    execFileSync('python3', ['-B', '-c', program, block], { env, encoding: 'utf8' }),
  )
  for (const [guides, clients] of printed) assert.deepEqual(clients, guides)
  assert.deepEqual(
    printed.map(([guides]) => guides),
    [
      ['Supplier: Rejected', 'Supplier: BV A rule is broken'],
      ['Supplier: REJECTED'],
      ['Supplier: REJECTED'],
      ['Supplier: No such endpoint'],
      ['Supplier: FAILED'],
      [],
    ],
  )
})
