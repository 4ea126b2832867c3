import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from '@selfbill/schematron/engine'
import { readJudged } from '@selfbill/schematron/read-xml'
import { signatures } from '../../schematron/src/xpath/signatures.ts'
import { functionCases, functionDocument, functionFiles, functionSchema } from './function-cases.ts'

test('the sample of the field calls every function, and each test holds for some nodes and fails for others', () => {
  const names = [...signatures.keys()].filter((name) => name !== 'error')
  assert.deepEqual(Object.keys(functionCases).sort(), names.sort())
  for (const [name, { test: expression, value }] of Object.entries(functionCases))
    assert.ok(`${expression} ${value}`.includes(`${name}(`), `${name} is not called`)
  const load = (name: string) => ({ name, text: functionFiles[name] ?? '' })
  const schema = compileSchema([{ name: 'main.sch', text: functionSchema }], { load, now: () => new Date() })
  const outcomes = new Set<string>()
  const findings = schema.observe(readJudged(functionDocument), ({ id }, _, holds) => outcomes.add(`${id} ${holds}`))
  for (const { error, assertion } of findings) assert.equal(error, undefined, assertion.id)
  const ids = names.flatMap((name) => (functionCases[name]?.on === 'number' ? [name, `${name}-double`] : [name]))
  const wanted = ids.flatMap((id) => [`${id} true`, `${id} false`])
  assert.deepEqual(
    wanted.filter((outcome) => !outcomes.has(outcome)),
    [],
  )
})
