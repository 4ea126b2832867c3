import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { v7 } from 'uuid'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import type { Members } from '../support/requests/requests.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// PostgreSQL refuses a NUL in a text, and UTF-8 has no half of a character. Whatever member of whatever
// operation has one, the answer is never a 5xx.

/** In JSON: as an escape, so that the text itself is valid UTF-8. */
const unstorable = ['a\\u0000b', 'a\\ud800b']
/** Pass a check that looks for the form of the text alone. */
const inForm = ['a\\u0000@example.ae', 'a@example.ae\\u0000', 'https://a.example/\\u0000', '2026-01-01\\u0000']

/** Long polls. */
const streams: ReadonlySet<string> = new Set(['awaitEvents'])

eachService('text that a database cannot hold', (start) => {
  let running: TestService
  let owned: Possessions
  before(async () => {
    running = await start({ 'TUNING.rate_limit_per_minute': '100000', 'TUNING.token_rate_limit_per_minute': '100000' })
    owned = await possessionsOf(running, 'NUL')
  })

  const ask = async (operation: Operation, more: Asked) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === more.parameter ? `a${more.text}b` : encodeURIComponent(known[operation.id] ?? owned.id(operation, name)),
    )
    const sends = operation.method !== 'GET' && operation.body.kind !== 'none'
    const response = await fetch(`${running.address}${path}${more.query ?? ''}`, {
      method: operation.method,
      redirect: 'manual',
      headers: {
        ...(operation.access.kind === 'scopes' && { authorization: `Bearer ${owned.tokenFor(operation)}` }),
        ...(sends && { 'content-type': mediaTypeOf(operation.body) ?? 'application/json' }),
        ...more.headers,
      },
      ...(sends && { body: more.body ?? JSON.stringify(bodyFor(operation) ?? {}) }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    assert.ok(response.status < 500, `${operation.id} ${JSON.stringify(more)}: ${response.status} ${text}`)
  }

  for (const operation of operations.filter(({ id }) => !streams.has(id))) {
    test(operation.id, async () => {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      for (const parameter of names)
        for (const text of ['%00', '%ed%a0%80', '%ff']) await ask(operation, { parameter, text })
      for (const name of Object.keys(operation.query ?? {}))
        for (const text of ['%00', 'a%00b', '%ed%a0%80', '2026-01-01%00'])
          await ask(operation, { query: `?${name}=${text}` })
      for (const key of ['accept-language', 'x-api-version', 'idempotency-key', 'user-agent', 'traceparent'])
        await ask(operation, { headers: { [key]: `a\u0080\u00ff${v7()}` } })
      for (const body of bodiesOf(operation)) await ask(operation, { body })
    })
  }
})

/** What no organisation owns. */
const known: Readonly<Record<string, string>> = { retrieveRule: 'ibr-128-ae', retrieveCodeList: 'emirates' }

interface Asked {
  readonly parameter?: string
  readonly text?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A good body with one text at a time replaced, also by a member that was not sent. */
function bodiesOf(operation: Operation): readonly string[] {
  if (operation.body.kind === 'form')
    return ['grant_type', 'scope', 'client_id', 'client_secret', 'List-Unsubscribe'].flatMap((name) => [
      `${name}=%00`,
      `${name}=a%ed%a0%80`,
    ])
  if (operation.body.kind === 'xml') return ['<a>\0</a>', '<a b="&#0;"/>', '<a>&#xd800;</a>']
  const good = bodyFor(operation)
  if (good === undefined) return []
  const declared = 'schema' in operation.body ? Object.keys(Object(operation.body.schema).properties ?? {}) : []
  const added = declared.filter((name) => !Object.hasOwn(good, name)).map((name) => [name])
  return [...placesIn(good), ...added].flatMap((place) =>
    [...unstorable, ...(place.length === 1 ? inForm : [])].map((text) =>
      JSON.stringify(put(good, place, '\u2026')).replace('"\u2026"', `"${text}"`),
    ),
  )
}

/** Where the texts of a value are. */
function placesIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value === 'string') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => placesIn(member).map((place) => [name, ...place]))
}

function put(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return value.map((member, at) => (String(at) === name ? put(member, rest, text) : member))
  const members: Members = Object(value)
  return { ...members, [name]: put(members[name], rest, text) }
}
