import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { compileSchema } from '@selfbill/schematron/engine'

// The compiled function in docs/rulebook.md is the one that runs. The numbers in names and
// variables may differ.

test('the function in docs/rulebook.md is the one in use', () => {
  const page = readFileSync(new URL('../../docs/rulebook.md', import.meta.url), 'utf8')
  const shown = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
  assert.match(shown, /^function test/)
  const schema = compileSchema(readOurRuleFiles().shared.filter(({ name }) => name === 'items.sch'))
  const number = schema.assertions.findIndex(({ id }) => id === 'ibr-185-ae')
  const written = new RegExp(`function test${number}\\(.*?(?=function )`, 's').exec(schema.source)?.[0] ?? ''
  assert.equal(shown.replace(/\d+/g, '#'), written.replace(/\d+/g, '#'), `ibr-185-ae is now\n${written}`)
})
