import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import { effort } from '../support/effort.ts'
import { jsonOf, type Members } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import { ServiceLog } from '../support/service/service-log.ts'
import type { TestService } from '../support/service/test-service.ts'

// Nobody outside can cause an answer of 5xx or a line at level error, whatever they send: to each
// operation and page, as a stranger, a program or a person. 503 and 501 are meant, and have a line
// of their own.

const secret = 'x'.repeat(32)

eachService('nasty requests', (start) => {
  const log = new ServiceLog()
  let running: TestService
  let owned: Possessions
  let orgId = ''
  let cookie = ''

  before(async () => {
    running = await start({ INBOUND_SECRET: secret }, log.logger)
    owned = await possessionsOf(running, 'NASTY')
    orgId = (await running.tenant()).orgId
  })

  /** For each page again: some of them end the session. */
  const signIn = async () => {
    const { session } = await aPerson(running, orgId, { role: 'admin' })
    cookie = `selfbill=${session.secret}`
  }

  /** Sends the bytes, reads the answer, and notes what must not be. */
  const troubles: string[] = []
  const send = async (text: string | Buffer, what: string): Promise<void> => {
    const { hostname, port } = new URL(running.address)
    const errorsBefore = log.errors.length
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.setTimeout(5_000, () => socket.destroy())
    let answer = ''
    socket.on('data', (part) => {
      answer += part.toString('latin1')
      // A stream of events does not end.
      if (answer.length > 100_000 || answer.includes('text/event-stream')) socket.destroy()
    })
    socket.end(text)
    await once(socket, 'close')
    for (const [, status = ''] of answer.matchAll(/^HTTP\/1\.1 (5\d\d)/gm))
      if (!['501', '503'].includes(status)) troubles.push(`${what}: ${status}`)
    const errors = log.errors.slice(errorsBefore)
    if (errors.length > 0) troubles.push(`${what}: ${errors[0]?.slice(0, 400)}`)
  }
  const none = () => assert.deepEqual(troubles.splice(0).slice(0, 40), [])

  const credentials = () => ({
    stranger: '',
    program: `Authorization: Bearer ${owned.tenant.token}\r\nX-Selfbill-Secret: ${secret}\r\n`,
    person: `Cookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n`,
  })

  /** Everything that can be called, with a valid path. */
  const targets = (): readonly Target[] => [
    ...operations.map((operation) => ({
      method: operation.method,
      template: operation.path,
      path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        operation.path.includes('/rules/') || operation.path.includes('/codelists/') ? 'x' : owned.id(operation, name),
      ),
      type: mediaTypeOf(operation.body) ?? 'application/json',
      operation,
    })),
    ...running.service.pages.map(({ method, path }) => ({
      method,
      template: path,
      path: path.replaceAll(/\{(\w+)\}/g, 'purchase-invoices'),
      type: 'application/x-www-form-urlencoded',
    })),
  ]

  /**
   * A part of them for each target, another one each time, so that each is tried on many targets.
   * Strangers are refused early, and PostgreSQL only stores: there the parts are smaller.
   */
  let turn = 0
  const someOf = <Nasty>(all: readonly Nasty[], who: string): readonly Nasty[] => {
    turn += 1
    if (effort === 'long') return all
    const isSmall = who === 'stranger' || running.service.parts.store.database.dialect.name === 'postgres'
    const parts = isSmall ? 8 : 4
    return all.filter((_, at) => (at + turn) % parts === 0)
  }

  const everyone = async (work: (target: Target, who: string, head: string) => Promise<void>) => {
    for (const target of targets()) {
      if (target.path.startsWith('/console')) await signIn()
      for (const [who, head] of Object.entries(credentials())) {
        if (target.path.startsWith('/console') ? who !== 'program' : who !== 'person') await work(target, who, head)
      }
    }
    none()
  }

  test('in path and query', () =>
    everyone(async ({ method, template, path }, who, head) => {
      for (const nasty of someOf(nastyTexts, who)) {
        const filled = template.includes('{') ? template.replaceAll(/\{\w+\}/g, nasty) : path
        const query = `?${nasty}=${nasty}&size=${nasty}&page=${nasty}&cursor=${nasty}&since=${nasty}&q=${nasty}&from=${nasty}&__proto__=1&a[]=1&a=2&a=3`
        await send(
          `${method} ${filled} HTTP/1.1\r\nHost: here\r\n${head}Connection: close\r\n\r\n`,
          `${who} ${method} ${filled}`,
        )
        await send(
          `${method} ${path}${query} HTTP/1.1\r\nHost: here\r\n${head}Connection: close\r\n\r\n`,
          `${who} ${method} ${path}${query}`,
        )
      }
    }))

  test('in headers', () =>
    everyone(async ({ method, path }, who, head) => {
      for (const nasty of someOf(nastyHeaders, who)) {
        const text = `${method} ${path} HTTP/1.1\r\nHost: here\r\n${head}Connection: close\r\n${nasty}\r\n\r\n`
        await send(Buffer.from(text, 'latin1'), `${who} ${method} ${path} ${nasty.slice(0, 60)}`)
      }
      for (const odd of who === 'stranger'
        ? ['PROPFIND', 'TRACE', 'OPTIONS', 'QUERY', 'CONNECT', 'HEAD', 'DELETE', 'PUT']
        : [])
        if (method !== odd)
          await send(`${odd} ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`, `${odd} ${path}`)
    }))

  test('in bodies', () =>
    everyone(async ({ method, path, type }, who, head) => {
      if (method === 'GET') return
      const start = `${method} ${path} HTTP/1.1\r\nHost: here\r\n${head}Connection: close\r\n`
      for (const broken of someOf(brokenBodies, who))
        await send(`${start}Content-Type: ${type}\r\n${broken}`, `${who} ${method} ${path} ${broken.slice(0, 60)}`)
      for (const [bodyType, body] of someOf(nastyBodies(type), who)) {
        const framed = `${start}Content-Type: ${bodyType}\r\nContent-Length: ${body.length}\r\n\r\n`
        await send(
          Buffer.concat([Buffer.from(framed), body]),
          `${who} ${method} ${path} ${bodyType} ${body.subarray(0, 40)}`,
        )
      }
    }))

  test('in the members of bodies that are valid otherwise', async () => {
    for (const { operation, method, path, type } of targets()) {
      const valid = operation && bodyFor(operation)
      if (operation === undefined || valid === undefined) continue
      for (const body of mutationsOf(valid)) {
        const bytes = Buffer.from(body)
        const head = `${method} ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${owned.tokenFor(operation)}\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`
        await send(Buffer.concat([Buffer.from(head), bytes]), `${operation.id} ${body.slice(0, 200)}`)
      }
    }
    none()
  })

  test('in the fields of forms', async () => {
    for (const { method, path } of targets().filter(({ path }) => path.startsWith('/console'))) {
      if (method === 'GET') continue
      await signIn()
      for (const nasty of nastyTexts) {
        const body = formFields.map((name) => `${name}=${nasty}`).join('&')
        const head = `POST ${path} HTTP/1.1\r\nHost: here\r\n${credentials().person}Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`
        await send(head + body, `form ${path} ${nasty}`)
      }
    }
    none()
  })
})

interface Target {
  readonly method: string
  readonly template: string
  readonly path: string
  readonly type: string
  readonly operation?: Operation
}

const nastyTexts = [
  '%00',
  'a%00b',
  '%ff',
  '%',
  '%zz',
  '%E0%A4%A',
  '%F0%9F%92%A9',
  '..%2F..',
  '%0d%0aX: y',
  "'%22%3E%3C",
  '%ed%a0%80',
  '-1',
  '99999999999999999999',
  'x'.repeat(3_000),
  '__proto__',
  'constructor',
  '%E2%80%AE',
  '{}',
  '[]',
  '%5C',
]

const nastyHeaders = [
  'Cookie: =; ;;; selfbill=%ff; selfbill-language=%00; selfbill-notice=!!!; selfbill-return=//evil; selfbill-provider=x',
  `Cookie: selfbill=${'x'.repeat(6_000)}`,
  `Cookie: selfbill-notice=${Buffer.from('{"tone":"good","key":"__proto__","values":{"a":{}}}').toString('base64url')}; selfbill-theme=%E0%A4%A`,
  'Accept-Language: ar;q=1e400, *;q=x, \xff\xfe, -, ' + 'a,'.repeat(2_000),
  'Range: bytes=5-1, 0-, -',
  'If-None-Match: ' + 'W/"x",'.repeat(1_000),
  'Expect: 200-maybe',
  'X-API-VERSION: 99999999',
  'Idempotency-Key: \xff\xfe \x7f-é',
  `Idempotency-Key: ${'k'.repeat(6_000)}`,
  'Authorization: Bearer a.b.c',
  'Authorization: Bearer eyJhbGciOiJub25lIn0.e30.',
  'Authorization: Basic \xff',
  'traceparent: 00-zz-zz-zz',
  'X-Forwarded-For: , , 999.1.1.1, [::1',
  'Referer: http://[',
  'Origin: null',
  'Accept: ' + 'a/b;q=,'.repeat(500),
  'HX-Request: true\r\nHX-Current-URL: http://[\r\nReferer: \xff',
  'Content-Type: \xff/\xff; charset=\xff',
  'Last-Event-ID: \xff',
]

/** Each after the Content-Type: the sender stops, or breaks the framing. */
const brokenBodies = [
  'Content-Length: 1000\r\n\r\nshort',
  'Content-Length: 0\r\n\r\n',
  'Content-Length: -1\r\n\r\n',
  'Content-Length: 1, 2\r\n\r\nab',
  'Content-Length: 99999999999999999999\r\n\r\nab',
  'Transfer-Encoding: chunked\r\n\r\nzz\r\nab',
  'Transfer-Encoding: chunked\r\n\r\n5\r\nab',
  'Transfer-Encoding: chunked\r\n\r\n2\r\nabX',
  'Transfer-Encoding: gzip\r\n\r\nab',
  'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc',
  'Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc',
]

function nastyBodies(type: string): readonly (readonly [string, Buffer])[] {
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1e400',
    '{"a":1,"a":2}',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '['.repeat(5_000),
    '{}\n{}\n',
    '<x',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a xmlns="\0"/>',
    'a=%',
    'a=%00&=&&&',
    'grant_type=client_credentials&client_id=%00&client_secret=%ff',
    'progress=1.x&content=1.x&family=purchase-invoices&profile=x&name=a.csv&once=%00',
  ]
  return [
    ...texts.map((text) => [type, Buffer.from(text)] as const),
    [type, Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['multipart/form-data', Buffer.from('x')],
    [
      'multipart/form-data; boundary=x',
      Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="\0"\r\n\r\nabc'),
    ],
    ['multipart/form-data; boundary=x', Buffer.from('--x\r\n\r\n--x--')],
    ['application/json; charset=utf-7', Buffer.from('{}')],
    ['\u00ff', Buffer.from('x')],
  ]
}

/** Valid bodies with one text at a time replaced by what a database or a printer may not take. */
function* mutationsOf(valid: Members): Generator<string> {
  const text = jsonOf(valid)
  const leaves = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*[,}\]])/g)]
  for (const [at, leaf] of leaves.entries()) {
    const nasty = nastyMembers[at % nastyMembers.length] ?? ''
    for (const value of ['"a\\u0000b"', nasty])
      yield text.slice(0, leaf.index) + value + text.slice(leaf.index + leaf[0].length)
  }
}

const nastyMembers = [
  '"\\ud800"',
  '"\\uffff"',
  '"\\u202e"',
  '1e400',
  '-0',
  '[]',
  '{"__proto__":1}',
  `"${'x'.repeat(5_000)}"`,
  '"\\u0085\\u2028"',
  '99999999999999999999999999.999999999',
]

const formFields = [
  'family',
  'profile',
  'name',
  'once',
  'content',
  'progress',
  'encoding',
  'base',
  'mode',
  'request',
  'lines',
  'do',
  'fix',
  'language',
  'theme',
  'return',
  'id',
  'role',
  'email',
  'url',
  'secret',
  'scope',
  'scopes',
  'reason',
  'cause',
  'from',
  'to',
  'set:note',
  'was:note',
  'key',
  'idempotency_key',
  'organisation',
  'query',
  'event',
  'since',
  'document_id',
  'valid_to',
  'agreement_number',
]
