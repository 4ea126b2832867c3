import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ClientOptions, Credentials } from '../../client/src/options.ts'

// The tables of options in the README of the client have every option, and no other.

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
