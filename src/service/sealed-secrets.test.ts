import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SealedSecrets } from './sealed-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfbill-secrets-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'webhooks.key')
const database = { kind: 'embedded', directory: folder } as const
const secret = 'whsec_c2VjcmV0'
const secretKey = '5e'.repeat(32)
const none = { secretKey: undefined, formerSecretKeys: [] } as const

test('beside the embedded database every secret is encrypted, with SECRET_KEY or without', () => {
  const without = new SealedSecrets({ database, ...none })
  const kept = without.seal(secret)
  assert.doesNotMatch(kept, /c2VjcmV0/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.doesNotMatch(kept, new RegExp(readFileSync(file, 'utf8').trim()))
  assert.equal(new SealedSecrets({ database, ...none }).open(kept), secret, 'after a start')
  const set = new SealedSecrets({ database, secretKey, formerSecretKeys: [] })
  assert.equal(set.open(kept), secret, 'sealed before SECRET_KEY was set')
  const keptNow = set.seal(secret)
  assert.equal(set.open(keptNow), secret)
  assert.equal(without.open(keptNow), undefined)
  assert.equal(without.open(secret), secret, 'from before there was a key at all')
})

test('a file without a key is reported, and not overwritten', () => {
  writeFileSync(file, 'mine')
  assert.throws(() => new SealedSecrets({ database, ...none }).seal(secret), /does not hold a key/)
  assert.equal(readFileSync(file, 'utf8'), 'mine')
  assert.equal(new SealedSecrets({ database, ...none }).open('aes-256-gcm.AAAA'), undefined)
})

test('a database elsewhere uses only SECRET_KEY', () => {
  const elsewhere = { kind: 'postgres', url: 'postgres://db.example/selfbill' } as const
  assert.equal(new SealedSecrets({ database: elsewhere, ...none }).seal(secret), secret)
  const set = new SealedSecrets({ database: elsewhere, secretKey, formerSecretKeys: [] })
  assert.equal(set.open(set.seal(secret)), secret)
})

test('former keys open what they have encrypted, and encrypt nothing', () => {
  const elsewhere = { kind: 'postgres', url: 'postgres://db.example/selfbill' } as const
  const [first, second, lost] = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32))
  const under = (key: string | undefined) =>
    new SealedSecrets({ database: elsewhere, secretKey: key, formerSecretKeys: [] }).seal(secret)
  const formerSecretKeys = [first, second].filter((key) => key !== undefined)
  const secrets = new SealedSecrets({ database: elsewhere, secretKey, formerSecretKeys })
  assert.deepEqual(
    [secretKey, first, second, lost, undefined].map((key) => secrets.read(under(key))),
    [
      { key: 'SECRET_KEY', secret },
      { key: 'SECRET_KEY_FORMER 1', secret },
      { key: 'SECRET_KEY_FORMER 2', secret },
      { key: 'no key', secret: undefined },
      { key: 'not encrypted', secret },
    ],
  )
  assert.equal(secrets.read(secrets.seal(secret)).key, 'SECRET_KEY')
})
