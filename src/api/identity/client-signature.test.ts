import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { formerSecretsMax } from '../../store/former-secrets.ts'
import { isSignatureOf, type SignedClient } from './client-signature.ts'

const clientId = '01900000-0000-7000-8000-000000000001'
const sign = (secret: string) => createHmac('sha256', secret).update(clientId).digest('base64')
const client: SignedClient = {
  sealedSecret: 'now',
  previousSealedSecret: 'before',
  previousSecretUntil: 100,
  olderSealedSecrets: [
    { secret: 'older', until: 50 },
    { secret: 'oldest', until: 200 },
  ],
}

const none = { previousSealedSecret: undefined, previousSecretUntil: undefined, olderSealedSecrets: [] }

/** Opens a secret by turning it into upper case, and records each call. */
function opener() {
  const opened: (string | undefined)[] = []
  const open = (sealed: string | undefined) => {
    opened.push(sealed)
    return sealed === 'lost' ? undefined : sealed?.toUpperCase()
  }
  return { open, opened }
}

test('accepts the current secret, and each former one while it is valid', () => {
  const cases: readonly (readonly [string | undefined, number, boolean])[] = [
    [sign('NOW'), 0, true],
    [sign('BEFORE'), 99, true],
    [sign('BEFORE'), 100, false],
    [sign('OLDER'), 49, true],
    [sign('OLDER'), 50, false],
    [sign('OLDEST'), 199, true],
    [sign('OLDEST'), 200, false],
    [sign('now'), 0, false],
    [sign(''), 0, false],
    ['', 0, false],
    [undefined, 0, false],
    [`${sign('NOW')} `, 0, false],
    ['\0'.repeat(44), 0, false],
  ]
  for (const [signature, now, isSigned] of cases)
    assert.equal(isSignatureOf(client, { clientId, signature, now }, opener().open), isSigned, `${signature} ${now}`)
})

test('every check opens equally many secrets, and a missing secret never matches', () => {
  const clients: readonly (SignedClient | undefined)[] = [
    undefined,
    { ...none, sealedSecret: undefined },
    { ...none, sealedSecret: 'now' },
    { ...none, sealedSecret: 'lost', previousSealedSecret: 'lost', previousSecretUntil: 100 },
    client,
  ]
  for (const one of clients) {
    const { open, opened } = opener()
    for (const signature of [undefined, '', sign('undefined'), sign('LOST')])
      assert.equal(isSignatureOf(one, { clientId, signature, now: 0 }, open), false)
    assert.equal(opened.length, 4 * (2 + formerSecretsMax))
  }
})
