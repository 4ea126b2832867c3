import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { message } from '@selfbill/pint-ae/messages'
import type { NewAnswer } from '../../store/requests/kept-answer.ts'
import { Fault } from '../faults.ts'

/**
 * Encrypts a stored answer that holds a secret under the caller's own Idempotency-Key. The database
 * has only a hash of the key. Callers who send the key again can read the answer; readers of the
 * database cannot.
 */
export function sealingWith(idempotencyKey: string): Sealing {
  if (idempotencyKey.length < charactersMin) {
    throw new Fault('parameter_invalid', { reason: message('idempotency_key_too_short', { least: charactersMin }) })
  }
  const key = Buffer.from(hkdfSync('sha256', idempotencyKey, '', 'selfbill: an answer that holds a secret', 32))
  return {
    seal(answer) {
      if (typeof answer.body !== 'string') throw new Error('an answer in parts cannot be sealed')
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(answer.body, 'utf8'), cipher.final()])
      return { ...answer, body: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64') }
    },
    open(body) {
      const bytes = Buffer.from(body, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

export interface Sealing {
  seal(answer: NewAnswer): NewAnswer
  open(body: string): string
}

/** For answers without a secret: stored as they are. */
export const unsealed: Sealing = { seal: (answer) => answer, open: (body) => body }

/** A UUID has 36 characters; a much shorter key can be guessed. */
const charactersMin = 20
