import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../features/index.ts'

// Every operation that changes something says what the audit log keeps of it, or why nothing.

const changing = operations.filter(({ method }) => method !== 'GET')

test('every operation that changes something is audited, or says why not', () => {
  assert.ok(changing.length > 30)
  assert.deepEqual(
    changing.filter(({ audits }) => audits === undefined).map(({ id }) => id),
    [],
    'declare `audits`: src/api/declaration/audits.ts',
  )
})

test('an operation names a target that it has', () => {
  for (const { id, audits, params, answers, method } of operations) {
    assert.ok(method !== 'GET' || audits === undefined, `${id} changes nothing`)
    if (audits === undefined || 'not' in audits || audits.id === undefined) continue
    const answered = Object.values(answers).flatMap(({ schema }) => Object.keys(Object(schema).properties ?? {}))
    assert.ok([...Object.keys(params), ...answered].includes(audits.id), `${id}: where is ${audits.id}?`)
  }
})

test('no entry keeps a member whose name sounds like a secret', () => {
  const kept = changing.flatMap(({ audits }) =>
    audits && 'target' in audits ? [...(audits.detail ?? []), ...(audits.answered ?? [])] : [],
  )
  assert.deepEqual(
    kept.filter((name) => /secret|token|password|key/.test(name)),
    [],
  )
})

test('an operation keeps members that its body and its answer have', () => {
  for (const { id, audits, body, answers } of operations) {
    if (audits === undefined || 'not' in audits) continue
    const { detail = [], answered = [] } = audits
    const members = 'schema' in body ? Object.keys(Object(body.schema).properties ?? {}) : []
    for (const name of detail) assert.ok(members.includes(name), `${id}: its body has no ${name}`)
    const shown = Object.values(answers).flatMap(({ schema }) => Object.keys(Object(schema).properties ?? {}))
    for (const name of answered) assert.ok(shown.includes(name), `${id}: its answer has no ${name}`)
  }
})
