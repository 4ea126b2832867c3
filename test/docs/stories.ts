import { noPython } from '../connectors/python.ts'
import { type Blocks, blockOf } from './blocks.ts'

/** What a reader does with a block of commands, and what must come of it. */
export interface Step {
  /** It runs until the story ends: the service. A service that ran before is stopped first. */
  readonly isService?: true
  /** Blocks whose lines, or paragraphs, are commands of their own. */
  readonly each?: 'line' | 'paragraph'
  /** What the reader has done before, as commands. */
  readonly before?: string
  /** The exit code; 0 unless the page says otherwise. */
  readonly code?: number
  /** What is printed; `below`: what the page shows below the commands, in the same block. */
  readonly prints?: RegExp | 'below'
  /** The beginning of the block that shows the answer. */
  readonly shows?: string
  /** Members of that answer whose values in the page are samples. */
  readonly samples?: readonly string[]
  /** Parts, counted from 0, that are repeated until they print this: the page says to wait. */
  readonly until?: Readonly<Record<number, RegExp>>
  /** Names of what this prints, for the blocks below. */
  readonly learns?: Readonly<Record<string, RegExp>>
  /** What the reader types. */
  readonly input?: string
  /** The commands that another program makes of the block. */
  readonly as?: (text: string) => string
  /** An administrator of the database runs it. */
  readonly isSql?: true
  /** Why this machine cannot run it; false if it can. */
  readonly skip?: string | false
}

const credentials = { SELFBILL_CLIENT_ID: /client_id\s+(\S+)/, SELFBILL_CLIENT_SECRET: /client_secret\s+(\S+)/ }

const rejectedReport = `ID=$(issue 1000000045); SELFBILL_TOKEN=$(bin/selfbill token --org Demo)
read_until '"overall_status":"REJECTED"' "/api/purchase-invoices/$ID"
echo "document $ID"`

/** Three documents with a stalled leg each: for each way to retry one. */
const stalled = `PROFILE=$(bin/selfbill profile add examples/business-profile.json --org 'Falcon Trading')
FIRST=$(issue 1000000024 'Falcon Trading' "$PROFILE")
SECOND=$(issue 1000000024 'Falcon Trading' "$PROFILE")
issue 1000000024 'Falcon Trading' "$PROFILE"
SELFBILL_TOKEN=$(bin/selfbill token --org 'Falcon Trading' --scope 'documents:read admin')
read_until '"count":3' '/api/legs?state=stalled' 1h
NUMBER=$(curl -s "$SELFBILL_URL/api/purchase-invoices/$FIRST" -H "Authorization: Bearer $SELFBILL_TOKEN" | grep -o '"document_number":"[^"]*"')
bin/selfbill legs --stalled --json | grep "$NUMBER"
echo "document $SECOND"`

/** The program of an assistant starts the command in its configuration. */
function commandOfAssistant(text: string): string {
  const { command, args, env } = JSON.parse(text).mcpServers.selfbill
  const settings = {
    ...env,
    SELFBILL_CLIENT_ID: '$SELFBILL_CLIENT_ID',
    SELFBILL_CLIENT_SECRET: '$SELFBILL_CLIENT_SECRET',
  }
  const assignments = Object.entries(settings).map(([name, value]) => `${name}="${value}"`)
  const started = [...assignments, command, ...args].join(' ')
  // Its standard input stays open until the answer is there.
  return `touch answers
{ cat; until grep -q '"id":2}' answers; do sleep 0.1; done; } | ${started} | tee answers`
}

/** What that program writes: it introduces itself, and calls a tool. */
const assistantCalls = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'docs', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'list_business_profiles', arguments: {} } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('')

const connect = 'examples/selfbill-connect/README.md'

function inPython(text: string): string {
  return `export SELFBILL_CLIENT_ID SELFBILL_CLIENT_SECRET
    export PYTHONPATH=examples/selfbill-connect
    python3 -B - <<'END'
${text}
END`
}

/** What the framework of a receiver has, with a body that the service has signed. */
const receivedWebhook = `import base64, hashlib, hmac, os, time
os.environ["WEBHOOK_SECRET"] = "whsec_" + base64.b64encode(b"k" * 24).decode()
class request:
    body = b'{"type": "purchase.invoice.created", "data": {"path": "/api/purchase-invoices/1"}}'
    sent_at = str(int(time.time()))
    signature = hmac.new(b"k" * 24, b"evt_1." + sent_at.encode() + b"." + body, hashlib.sha256)
    headers = {
        "Webhook-Id": "evt_1", "Webhook-Timestamp": sent_at,
        "Webhook-Signature": "v1," + base64.b64encode(signature.digest()).decode(),
    }`

/** Page → the beginning of a block of commands → what it must do. A story runs in the order of its page. */
export const stories: Blocks<Step> = {
  'README.md': {
    'npm start': { isService: true },
    'curl -s -X POST': { prints: /"document_number":"PINV-/ },
    "sed 's/": { code: 1, prints: 'below' },
  },
  'docs/guide/integrator.md': {
    'npm start': { isService: true },
    'SELFBILL_TOKEN=': { prints: /"document_number":"PINV-/ },
    'bin/selfbill client add ERP': { learns: credentials },
    'curl -s -u': { prints: /"access_token":"eyJ/ },
  },
  'docs/guide/operator.md': {
    "bin/selfbill organisation add 'Falcon": {
      before: 'cp examples/business-profile.json falcon.json',
      prints: /client_secret[\s\S]*\/console\/sign-in\//,
    },
  },
  'docs/guide/several-companies.md': {
    "sed -e 's/Harbour": {},
    'PALM=$(bin/selfbill profile add palm.json --org Demo)': {},
    'curl -s -X POST': { prints: /"document_number":"PINV-[\s\S]*Palm Trading/ },
    'curl -s "http://127.0.0.1:8080/api/documents?': { prints: /^\{"items":\[\{[^[\]]*"document_number":"PINV-/ },
    'curl -s "http://127.0.0.1:8080/api/documents/month': { prints: /"purchases":\{"total":\{"invoices":1,/ },
    "bin/selfbill organisation add 'Palm": { prints: /client_secret[\s\S]*\/console\/sign-in\// },
    'cp examples/import.csv': { prints: /issued/ },
    'bin/selfbill export': { each: 'line' },
  },
  'examples/README.md': {
    'SELFBILL_URL=': { prints: /"document_number":"PINV-/ },
  },
  'docs/sandbox.md': {
    'curl -s -X POST http://127.0.0.1:8080/sandbox': { prints: 'below' },
    'bin/selfbill sandbox advance 30m': {},
    'SELFBILL_TOKEN=$(bin/selfbill token)': {
      each: 'paragraph',
      until: { 2: /"SUBMITTED"[\s\S]*"APPROVED"/, 4: /MLS_OVERDUE_C3"\n$/ },
    },
    'openssl req -x509': { isService: true },
    'curl -s -X POST http://127.0.0.1:8080/api/webhooks': { prints: /"secret":"whsec_/ },
    'bin/selfbill report DOCUMENT_ID': { before: rejectedReport },
  },
  'docs/integrating.md': {
    'curl -s -u': { before: 'bin/selfbill client add ERP --org Demo', shows: '{"access_token"' },
    'import json, os, urllib.request': {
      before: `ID=$(issue 1000000011); SELFBILL_TOKEN=$(bin/selfbill token)
        read_until '"overall_status":"REJECTED"' "/api/purchase-invoices/$ID"`,
      as: (text) => `python3 - <<END\n${text}\nprint(why_rejected("/api/purchase-invoices/$ID"))\nEND`,
      prints: /'Supplier: BV A rule of the receiver is broken'/,
      skip: noPython,
    },
    'curl -s -X POST http': {
      before: "tr -d '\\n' < examples/purchase-invoice.json > invoices.ndjson; echo >> invoices.ndjson",
      prints: /^\{"line":1,"status":201,/,
    },
    'SELFBILL_TOKEN=$(bin/selfbill token)\nFILE=': {
      each: 'paragraph',
      until: { 1: /"status":"CHECKED"/, 4: /ISSUED,.*PINV-\d+/ },
      prints: /\{"items":\[\],"next":null\}[\s\S]*"status":"ISSUING"/,
    },
    'curl https://selfbill.example': {
      before: `ID=$(issue 1000000001); SELFBILL_TOKEN=$(bin/selfbill token)
        read_until '"overall_status":"APPROVED"' "/api/purchase-invoices/$ID"
        curl -s "$SELFBILL_URL/api/purchase-invoices/$ID/evidence" -H "Authorization: Bearer $SELFBILL_TOKEN" -o evidence.zip`,
      prints: /^sound$/m,
    },
    '{"mcpServers"': { as: commandOfAssistant, input: assistantCalls, prints: /BP-DEMO000001/ },
    'SIGNATURE=': {
      before: `bin/selfbill organisation set Demo --compatibility x-acme
        bin/selfbill client rotate "$SELFBILL_CLIENT_ID" --org Demo`,
      shows: '{"expires_in"',
    },
  },
  'docs/operating.md': {
    "bin/selfbill organisation add 'Falcon": { prints: /FT-\{prefix\}-\{sequence:6\}/ },
    "bin/selfbill client add ERP --org 'Falcon": {
      // The last line of the block before ended that organisation.
      before: `bin/selfbill organisation set 'Falcon Trading' --name 'Former Trading'
        bin/selfbill organisation add 'Falcon Trading'`,
      each: 'line',
      learns: credentials,
    },
    'bin/selfbill user add Mariam': { prints: /\/console\/sign-in\// },
    'SMTP_URL=': { isService: true },
    "bin/selfbill organisation set 'Falcon Trading' --compatibility": {
      before: "bin/selfbill client add ERP --org 'Falcon Trading'",
      prints: /client_secret/,
    },
    'bin/selfbill keys list': { input: 'y\n', prints: /"keys":/ },
    'bin/selfbill legs --stalled': { before: stalled, prints: /^\S{36} .* C3 .* 12 .*The connection was refused$/m },
    'bin/selfbill retry TRANSMISSION_UUID': { input: 'y\n', prints: /(^.*\S{36}.*\n){3}/m },
    'bin/selfbill legs --overdue': {
      before: `ID=$(issue 1000000031 'Falcon Trading' "$PROFILE")
        SELFBILL_TOKEN=$(bin/selfbill token --org 'Falcon Trading' --scope 'documents:read admin')
        read_until SUBMITTED "/api/purchase-invoices/$ID/peppol-status"
        read_until MLS_OVERDUE_C3 "/api/purchase-invoices/$ID/peppol-status-logs" 30m`,
      prints: /^\S{36}.*C3/m,
    },
    'bin/selfbill report DOCUMENT_ID': { before: rejectedReport },
    'jq -Rc': {
      before: `printf '%s\\n' '{"level":40,"time":1785000000123,"msg":"x"}' 'plain text' > selfbill.log`,
      prints: /^\{"level":"warn","time":"2026-07-25T17:20:00Z","msg":"x"\}\n$/,
    },
    'umask 077\nopenssl rand -hex 32 >': {
      before: `openssl rand -hex 32 > secret-key
        SECRET_KEY_FILE=secret-key bin/selfbill keys reseal`,
    },
    'SECRET_KEY_FILE=secret-key.new SECRET_KEY_FORMER': { isService: true },
    'export SECRET_KEY_FILE': { prints: /^client secrets +SECRET_KEY +\d+$[\s\S]*needs no former key any more/m },
    'SECRET_KEY_FILE=secret-key.new bin': { isService: true },
    'bin/selfbill keys rotate --at-once': { before: 'unset SECRET_KEY_FORMER_FILE' },
    "bin/selfbill client list --org 'Falcon": { prints: /client_secret/ },
    'bin/selfbill organisation list --json | jq': {
      before: `SELFBILL_TOKEN=$(bin/selfbill token --org 'Falcon Trading' --scope admin)
        curl -s -X POST "$SELFBILL_URL/api/webhooks" -H "Authorization: Bearer $SELFBILL_TOKEN" \\
          -H 'Content-Type: application/json' --data '{"url":"https://erp.example/hook"}'`,
      prints: /"secret":"whsec_/,
    },
    "bin/selfbill organisation set 'Falcon Trading' --retention": {
      before: `echo "document $(issue 1000000001 'Falcon Trading' "$PROFILE")"`,
      prints: /Tax audit of 2026/,
    },
    'bin/selfbill export /backup/falcon': {},
    'bin/selfbill user data': {
      before: "bin/selfbill user add Clerk --email clerk@falcon.example --org 'Falcon Trading'",
      prints: /clerk@falcon\.example/,
    },
  },
  'docs/rulebook.md': {
    'node --input-type=module': { prints: /function test\d+\(el\)/ },
  },
  [connect]: {
    'import json, os': {
      before: 'bin/selfbill client add ERP --org Demo',
      as: inPython,
      prints: /^would be [\d.]+\nissued PINV-\d+$/m,
      skip: noPython,
    },
    'credit = {': {
      as: (text) => inPython(`${blockOf(connect, 'import json, os').text}\n${text}`),
      prints: /^credited by PCN-\d+$/m,
      skip: noPython,
    },
    'from selfbill_connect.webhook': {
      as: (text) => inPython(`${receivedWebhook}\n${text}`),
      prints: /^purchase\.invoice\.created \/api\/purchase-invoices\/1$/m,
      skip: noPython,
    },
  },
  'schematron/README.md': {
    'npx @selfbill/schematron': {
      before: `cp pint-ae/src/rulebook/pint-ae/delivery.sch rules.sch
        cp test/golden/cases/purchase-invoice/document.xml .`,
      prints: /^\{"document":"document\.xml","isValid":true,/,
    },
  },
  'docs/clients.md': {
    'curl -s https://…/openapi.json': {},
  },
}

/** Names of what the commands in `before` print. */
export const learnedBefore: Readonly<Record<string, RegExp>> = {
  ...credentials,
  DOCUMENT_ID: /^document (\S+)$/m,
  TRANSMISSION_UUID: /"transmission_uuid":"([^"]+)"/,
}

const noDatabase = `dropdb --if-exists --force selfbill
psql -c 'alter database postgres owner to postgres' -c 'drop role selfbill'`

/** Page, beginning of a block, and what it must do, one after the other on one server. */
export const databaseStory: readonly (readonly [page: string, beginning: string, step: Step])[] = [
  ['docs/guide/operator.md', 'createuser -P', { before: noDatabase, input: 'a-password\na-password\n' }],
  ['docs/operating.md', 'createuser -P', { before: noDatabase, input: 'a-password\na-password\n', isService: true }],
  ['docs/operating.md', 'create role backup', { before: 'export PGDATABASE=selfbill', isSql: true }],
  // As the role of the service, behind row level security.
  ['docs/operating.md', 'begin;\nset local', { before: 'export PGUSER=selfbill', isSql: true }],
  [
    'docs/operating.md',
    'pg_dump',
    {
      before: `export DATABASE_URL=postgres://selfbill:PASSWORD@db.example/selfbill GATEWAY=sandbox
        bin/selfbill organisation add 'Falcon Trading'`,
    },
  ],
  [
    'docs/operating.md',
    'psql -h db.example -U postgres -d restored',
    {
      before: `dropdb -U postgres --force restored
        createdb -U postgres -O selfbill restored
        pg_restore --exit-on-error --no-owner -U postgres -d restored selfbill.dump
        export DATABASE_URL=postgres://selfbill:PASSWORD@db.example/restored
        bin/selfbill doctor > owned || true
        grep 'The tables in the database restored belong to postgres, not to selfbill' owned`,
      prints: /^ALTER TABLE$/m,
    },
  ],
  ['docs/operating.md', 'psql -h db.example -U postgres -c "select count(pg_terminate', { prints: /^ +\d+$/m }],
  [
    'docs/operating.md',
    'NODE_ENV=production GATEWAY',
    {
      before: `export DATABASE_URL=postgres://selfbill:PASSWORD@db.example/restored
        bin/selfbill organisation show 'Falcon Trading'`,
      isService: true,
    },
  ],
]
