import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../src/api/openapi/openapi-document.ts'
import { dictionary } from '../../src/features/dictionary.ts'
import { operations } from '../../src/features/index.ts'

// The OpenAPI document is one by the official schema of OpenAPI 3.1, and its schemas are JSON Schema
// 2020-12.

const text = JSON.stringify(openApiDocument(operations, dictionary))

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(text))
  assert.deepEqual([valid, errors], [true, undefined])
  assert.equal(validator.version, '3.1')
})

test('the validator refuses a document with a mistake', async () => {
  const api = JSON.parse(text)
  api.paths['/healthz'].get.responses['200'].description = 1
  assert.equal((await new Validator().validate(api)).valid, false)
})

test('every schema is valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const { components }: { components: { schemas: Record<string, object> } } = JSON.parse(text)
  for (const [name, schema] of Object.entries(components.schemas)) {
    assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`)
  }
  assert.ok(!ajv.validateSchema({ type: 'text' }))
})

test('every reference leads to a part of the document', () => {
  const api: unknown = JSON.parse(text)
  const references = text.match(/(?<="\$ref":")[^"]+/g) ?? []
  assert.ok(references.length > 500, String(references.length))
  for (const reference of new Set(references)) {
    const part = reference
      .split('/')
      .slice(1)
      .reduce((inner, name) => Object(inner)[name], api)
    assert.equal(typeof part, 'object', reference)
  }
})
