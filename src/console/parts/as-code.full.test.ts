import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { OperationId } from '../../../client/src/api-types.ts'
import { SelfbillClient } from '../../../client/src/client.ts'
import { curlOf } from '../code/curl.ts'
import { pythonOf } from '../code/python.ts'
import { requestOf, type Sample } from '../code/sample.ts'
import { typescriptOf } from '../code/typescript.ts'
import { sayIn } from '../language/language.ts'
import { asCode } from './as-code.ts'

const attacks = [
  "'; touch /tmp/x; '",
  '"; import os #',
  '`id` $(id) $HOME !!',
  '\\',
  '\\\\"',
  "'''",
  '"""',
  '@/etc/passwd',
  '-o x',
  '%00%2f../',
  'a\r\nb\tc',
  '\u202e\u2066\u2028\u2029\u0085\u007f\u0000\ufeff',
  '\u{e0041}\u{1f600}',
  '\ud800',
  '</code><script>',
  '{a,b}[1-3]',
  '__proto__',
]
const hostile = fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary', maxLength: 20 }))
const bodies = fc.dictionary(
  fc.oneof(hostile, fc.constantFrom('note', '__proto__', 'constructor')),
  fc.oneof(hostile, fc.jsonValue(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.array(hostile)),
  { noNullPrototype: false },
)
/** An empty or dotted part of a path cannot be sent by anyone. */
const ids = hostile.filter((text) => text !== '' && !/^\.+$/.test(text))
const samples: fc.Arbitrary<Sample> = fc.oneof(
  fc.record({ operation: fc.constant('retrieveUser' as const), params: fc.record({ user_id: ids }) }),
  fc.record({
    operation: fc.constant('listAudit' as const),
    query: fc.dictionary(hostile, fc.oneof(hostile, fc.integer())),
  }),
  fc.record({
    operation: fc.constant('resubmitSalesInvoice' as const),
    params: fc.record({ id: ids, business_profile_id: ids }),
    query: fc.record({ dry_run: fc.constantFrom('true', undefined) }),
    body: bodies,
  }),
  fc.record({
    operation: fc.constantFrom<OperationId>('batchPurchaseInvoices'),
    params: fc.record({ business_profile_id: ids }),
    body: fc.array(bodies).map((lines) => lines.map((line) => JSON.stringify(line)).join('\n')),
  }),
  fc.record({ operation: fc.constant('listRules' as const), query: fc.record({ term: hostile }) }),
)
const origin = 'https://selfbill.example'
const tried = [
  { operation: 'createUser', body: {} },
  { operation: 'retrieveMe' },
  ...fc.sample(samples, { numRuns: 300, seed: 11 }),
] satisfies readonly Sample[]

/** What arrives at the service. */
interface Sent {
  readonly method: string
  readonly url: string
  readonly type: string | undefined
  readonly authorization: string | undefined
  readonly key: string | undefined
  /** JSON is parsed, so that blanks and escapes do not matter. */
  readonly body: unknown
}

function expected(sample: Sample): Sent {
  const { method, url, mediaType, needsToken, idempotencyKey } = requestOf(sample, origin)
  return sent(
    method,
    url,
    mediaType,
    needsToken ? 'Bearer T' : undefined,
    idempotencyKey,
    mediaType === 'application/json' ? JSON.stringify(sample.body) : textOf(sample.body),
  )
}

function textOf(body: unknown): string | undefined {
  return typeof body === 'string' ? body : undefined
}

function sent(
  method: string,
  url: string,
  type: string | undefined,
  authorization: string | undefined,
  key: string | undefined,
  body?: string,
): Sent {
  const parsed: unknown = type === 'application/json' && body !== undefined ? JSON.parse(body) : body
  return { method, url: new URL(url).href, type, authorization, key, body: parsed }
}

const python = spawnSync('python3', ['--version'])

describe('a call as code sends that call, whatever its values are', () => {
  test('the request has every value, encoded once', () => {
    const { url, method } = requestOf(
      {
        operation: 'resubmitSalesInvoice',
        params: { id: "a/b'", business_profile_id: 'é' },
        query: { dry_run: 'true' },
      },
      origin,
    )
    assert.deepEqual([method, url], ['PUT', "https://selfbill.example/api/sales-invoices/a%2Fb'/%C3%A9?dry_run=true"])
  })

  test('curl', () => {
    const separator = '#--end--#'
    const stub = `curl() { for one; do printf '%s\\0' "$one"; done; printf '%s\\0' '${separator}'; }`
    const script = [stub, ...tried.map((sample) => curlOf(requestOf(sample, origin)))].join('\n')
    const { stdout, stderr, status } = spawnSync('sh', [], {
      input: script,
      encoding: 'utf8',
      env: { SELFBILL_TOKEN: 'T', HOME: '/' },
      maxBuffer: 2 ** 26,
    })
    assert.deepEqual([status, stderr], [0, ''])
    const calls = stdout.split(`${separator}\0`).slice(0, -1)
    assert.equal(calls.length, tried.length)
    for (const [at, call] of calls.entries()) {
      const [url = '', ...options] = call.split('\0').slice(0, -1)
      const optionAfter = (name: string) => options[options.indexOf(name) + 1]
      const header = (name: string) => options.find((option) => option.startsWith(`${name}: `))?.slice(name.length + 2)
      const method = options.includes('--request') ? (optionAfter('--request') ?? '') : 'GET'
      const body = options.includes('--data-raw') ? optionAfter('--data-raw') : undefined
      assertSent(
        at,
        sent(method, url, header('Content-Type'), header('Authorization'), header('Idempotency-Key'), body),
      )
    }
  })

  test('TypeScript', async () => {
    for (const [at, sample] of tried.entries()) {
      const calls: Sent[] = []
      const record = async (url: string | URL | Request, { method = 'GET', headers, body }: RequestInit = {}) => {
        const all = new Headers(headers)
        const authorization = all.get('authorization') ?? undefined
        calls.push(
          sent(
            method,
            String(url),
            all.get('content-type') ?? undefined,
            authorization?.trim() === 'Bearer' ? undefined : authorization,
            all.get('idempotency-key') ?? undefined,
            textOf(body),
          ),
        )
        return Response.json({})
      }
      class Recorded extends SelfbillClient {
        constructor(options: ConstructorParameters<typeof SelfbillClient>[0]) {
          super({ ...options, fetch: record })
        }
      }
      const code = typescriptOf(requestOf(sample, origin)).replaceAll(/^import .*\n/gm, '')
      await runInNewContext(`(async () => { ${code}\n })()`, {
        SelfbillClient: Recorded,
        fetch: record,
        env: { SELFBILL_TOKEN: 'T' },
        console: { log: () => undefined },
      })
      assert.equal(calls.length, 1)
      assertSent(at, calls[0])
    }
  })

  test('Python', { skip: python.status !== 0 && 'python3 is not installed' }, () => {
    const driver = `
import io, json, sys, urllib.request
calls = []
class Answer(io.BytesIO):
    status = 200
def urlopen(request):
    data = request.data.decode() if request.data is not None else None
    header = request.get_header
    calls.append([request.get_method(), request.full_url, header('Content-type'), header('Authorization'), header('Idempotency-key'), data])
    return Answer(b'')
urllib.request.urlopen = urlopen
real, sys.stdout = sys.stdout, io.StringIO()
for code in json.loads(sys.stdin.read()):
    exec(code, {})
sys.stdout = real
print(json.dumps(calls))
`
    const codes = tried.map((sample) => pythonOf(requestOf(sample, origin)))
    const { stdout, stderr, status } = spawnSync('python3', ['-c', driver], {
      encoding: 'utf8',
      input: JSON.stringify(codes),
      env: { ...process.env, SELFBILL_TOKEN: 'T' },
      maxBuffer: 2 ** 26,
    })
    assert.equal(status, 0, stderr)
    const calls: readonly [string, string, ...(string | null)[]][] = JSON.parse(stdout)
    assert.equal(calls.length, tried.length)
    for (const [at, [method, url, type, authorization, key, body]] of calls.entries()) {
      assertSent(
        at,
        sent(method, url, type ?? undefined, authorization ?? undefined, key ?? undefined, body ?? undefined),
      )
    }
  })

  function assertSent(at: number, got: Sent | undefined): void {
    const sample = tried[at] ?? assert.fail()
    const wanted = expected(sample)
    assert.deepEqual(got, wanted, JSON.stringify(sample))
  }
})

test('the page shows the code as text, without characters that nobody sees', () => {
  const shown = String(
    asCode(
      {
        say: sayIn('en'),
        browser: { origin, isHttps: true, keepsCookies: true, userAgent: undefined, cookie: () => undefined },
      },
      { operation: 'createUser', body: { name: '</code><script>\u202e' } },
    ),
  )
  assert.doesNotMatch(shown, /<script|\u202e/)
  assert.equal(shown.match(/<pre /g)?.length, 3)
  assert.equal(shown.match(/\\u202e/g)?.length, 3)
})

test('Python prints what the service answered to a mistake, and fails', {
  skip: python.status !== 0 && 'no python3',
}, () => {
  const code = pythonOf(requestOf({ operation: 'createUser', body: {} }, origin))
  const driver = `
import io, sys, urllib.error, urllib.request
def urlopen(request):
    raise urllib.error.HTTPError(request.full_url, 400, 'Bad Request', {}, io.BytesIO(b'{"errors":{"name":"needed"}}'))
urllib.request.urlopen = urlopen
exec(sys.stdin.read(), {})
`
  const { stderr, status } = spawnSync('python3', ['-c', driver], {
    encoding: 'utf8',
    input: code,
    env: { ...process.env, SELFBILL_TOKEN: 'T' },
  })
  assert.deepEqual([status, stderr], [1, '400 {"errors":{"name":"needed"}}\n'])
})

test('a change carries a key, and a reader learns how to get a token with the scope', () => {
  const visit = {
    say: sayIn('en'),
    browser: { origin, isHttps: true, keepsCookies: true, userAgent: undefined, cookie: () => undefined },
  }
  const change = String(asCode(visit, { operation: 'createUser', body: {} }))
  for (const language of ['curl', 'typescript', 'python'])
    assert.equal(change.match(new RegExp(`my-name-for-this-request-${language}\\b`, 'g'))?.length, 2, language)
  assert.match(change, /export SELFBILL_TOKEN=\$\(bin\/selfbill token --scope admin\)/)
  const read = String(asCode(visit, { operation: 'listSalesInvoices' }))
  assert.doesNotMatch(read, /my-name-for-this-request/)
  assert.match(read, /export SELFBILL_TOKEN=\$\(bin\/selfbill token\)/)
})
