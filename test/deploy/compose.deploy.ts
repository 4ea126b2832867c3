import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { composeFile } from './compose-file.ts'

// compose.yaml follows the schema of Compose. What its settings mean to the service is in
// settings.full.test.ts; `npm run test:access-point` runs the access point with its environment.

const schemaFile = process.env.COMPOSE_SCHEMA

test('compose.yaml follows the schema of Compose', { skip: schemaFile === undefined && 'no schema' }, () => {
  const schema = JSON.parse(readFileSync(schemaFile ?? '', 'utf8'))
  const follows = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  const needed = { DATABASE_PASSWORD: 'x', SECRET_KEY: 'x', GATEWAY: 'sandbox' }
  const file = composeFile(needed)
  assert.ok(follows(file), JSON.stringify(follows.errors))
  assert.ok(!follows({ ...file, services: { selfbill: { readonly: true } } }))
})

test('no service can write to its image or gain rights', () => {
  const { services } = composeFile({ DATABASE_PASSWORD: 'x', SECRET_KEY: 'x', GATEWAY: 'sandbox' })
  assert.equal(Object.keys(services).length, 4)
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.read_only, true, name)
    assert.deepEqual(service.cap_drop, ['ALL'], name)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
    for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/, name)
  }
})
