import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { SelfbillClient } from '../../client/src/client.ts'
import type { Documents } from '../../client/src/documents.ts'
import type { ClientOptions, Credentials } from '../../client/src/options.ts'

// The tables in the README of the client have every option and every method, and no other.

/** A new option does not compile before it is here. */
const options: Readonly<Record<keyof ClientOptions, true>> = {
  baseUrl: true,
  credentials: true,
  apiVersion: true,
  language: true,
  attemptsMax: true,
  timeoutMs: true,
  fetch: true,
  sleep: true,
}
const credentials: Readonly<Record<NamesOfAny<Credentials>, true>> = {
  clientId: true,
  clientSecret: true,
  scope: true,
  token: true,
}

type NamesOfAny<Of> = Of extends Of ? keyof Of : never

const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8')

for (const [heading, members] of [
  ['Option', options],
  ['Credential', credentials],
] as const) {
  test(`the table "${heading}" has every member of its type`, () => {
    const [, table = ''] = readme.split(`| ${heading} | What it is | Without it |\n|---|---|---|\n`)
    const rows = table.split('\n\n')[0]?.split('\n') ?? []
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
    assert.deepEqual(named.toSorted(), Object.keys(members).toSorted())
  })
}

/** How a caller reads what a method returns. */
type Reading<Method> = Method extends (...given: never[]) => AsyncGenerator<unknown>
  ? 'for await'
  : Method extends (...given: never[]) => Promise<readonly unknown[]>
    ? 'an array'
    : 'one'

type Readings<Of> = {
  readonly [Name in keyof Of as Of[Name] extends (...given: never[]) => unknown ? Name : never]: Reading<Of[Name]>
}

/** A new method, or one that returns something else, does not compile before it is here. */
const ofFamily: Readings<Documents<'PurchaseInvoice'>> = {
  get: 'one',
  issue: 'one',
  dryRun: 'one',
  resubmit: 'one',
  dryRunResubmission: 'one',
  credit: 'one',
  request: 'one',
  list: 'for await',
  peppolStatus: 'one',
  peppolStatusLogs: 'an array',
  xml: 'one',
  html: 'one',
  pdf: 'one',
  evidence: 'one',
  evidenceStream: 'one',
}
/** What `call` returns depends on its operation. */
const ofClient: Readings<Omit<SelfbillClient, 'call'>> = {
  list: 'for await',
  documents: 'for await',
  events: 'for await',
  requests: 'for await',
  outages: 'an array',
  participant: 'one',
  validate: 'one',
  testWebhook: 'one',
  replayDeliveries: 'one',
  periodEvidenceStream: 'one',
  open: 'one',
  send: 'one',
}

for (const [heading, methods] of [
  ['Method of a family', ofFamily],
  ['Method of `client`', { call: 'one', ...ofClient }],
] as const) {
  test(`the table "${heading}" has every method, and says how to read what it returns`, () => {
    const [, table = ''] = readme.split(`| ${heading} | What it does | Returns |\n|---|---|---|\n`)
    const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)\(.*\| ([^|]+) \|$/gm)
    const read = (returns: string) => /for await|an array/.exec(returns)?.[0] ?? 'one'
    const named = Array.from(rows, ([, name = '', returns = '']) => [name, read(returns)] as const)
    assert.deepEqual(Object.fromEntries(named), methods)
  })
}
