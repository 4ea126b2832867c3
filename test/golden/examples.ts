import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { check, familyOfRequest, isCreditNote } from '@selfbill/pint-ae/document'
import { type JudgedDocument, makeJudgedDocument } from '@selfbill/pint-ae/draft'
import { readJson } from '@selfbill/pint-ae/json'
import { CustomerParty } from '../../pint-ae/src/document/objects/party.ts'
import { openRulebook } from '../../src/rules/open-rulebook.ts'

/** The example requests, by file name without its ending. */
export function exampleNames(): readonly string[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'business-profile.json')
  return names.map((file) => file.slice(0, -'.json'.length)).sort()
}

/** An example, issued to the profile of the examples with fixed identifiers and a fixed clock. */
export function issuedExample(name: string): Example {
  const text = readFileSync(new URL(`${name}.json`, folder), 'utf8')
  const family = familyOfRequest(text)
  const order = {
    family,
    text,
    profile,
    documentNumber: 'SB-000001',
    issuedAt: Date.UTC(2026, 6, 31, 8, 30),
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
  } as const
  const result = makeJudgedDocument(order, rulebook, countedIds())
  assert('judged' in result, `${name} is refused: ${'refusal' in result && JSON.stringify([...result.refusal.errors])}`)
  return { root: isCreditNote(family) ? 'CreditNote' : 'Invoice', record: result.judged }
}

export interface Example {
  readonly root: 'Invoice' | 'CreditNote'
  readonly record: JudgedDocument
}

export const folder: URL = new URL('../../examples/', import.meta.url)

const profile = readProfile()
const rulebook = await openRulebook({ gaps: true })

function readProfile() {
  const read = check(CustomerParty, readJson(readFileSync(new URL('business-profile.json', folder), 'utf8')))
  assert('value' in read, 'the business profile of the examples is refused')
  return read.value
}

/** The first document is …0001, its first transmission …0001. */
function countedIds() {
  let documents = 0
  let transmissions = 0
  return {
    document: () => `01980000-0000-7000-8000-${String(++documents).padStart(12, '0')}`,
    transmission: () => `00000000-0000-4000-8000-${String(++transmissions).padStart(12, '0')}`,
  }
}
