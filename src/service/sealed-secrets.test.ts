import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SecretKeyWrong } from '../security/sealing.ts'
import { SealedSecrets } from './sealed-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfbill-secrets-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'webhooks.key')
const database = { kind: 'embedded', directory: folder } as const
const secret = 'whsec_c2VjcmV0'
const secretKey = '5e'.repeat(32)

test('beside the embedded database every secret is encrypted, with SECRET_KEY or without', () => {
  const without = new SealedSecrets({ database, secretKey: undefined })
  const kept = without.seal(secret)
  assert.doesNotMatch(kept, /c2VjcmV0/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.doesNotMatch(kept, new RegExp(readFileSync(file, 'utf8').trim()))
  assert.equal(new SealedSecrets({ database, secretKey: undefined }).open(kept), secret, 'after a start')
  const set = new SealedSecrets({ database, secretKey })
  assert.equal(set.open(kept), secret, 'sealed before SECRET_KEY was set')
  const keptNow = set.seal(secret)
  assert.equal(set.open(keptNow), secret)
  assert.throws(() => without.open(keptNow), SecretKeyWrong)
  assert.equal(without.open(secret), secret, 'from before there was a key at all')
})

test('a file without a key is reported, and not overwritten', () => {
  writeFileSync(file, 'mine')
  assert.throws(() => new SealedSecrets({ database, secretKey: undefined }).seal(secret), /does not hold a key/)
  assert.equal(readFileSync(file, 'utf8'), 'mine')
})

test('a database elsewhere uses only SECRET_KEY', () => {
  const elsewhere = { kind: 'postgres', url: 'postgres://db.example/selfbill' } as const
  assert.equal(new SealedSecrets({ database: elsewhere, secretKey: undefined }).seal(secret), secret)
  const set = new SealedSecrets({ database: elsewhere, secretKey })
  assert.equal(set.open(set.seal(secret)), secret)
})
