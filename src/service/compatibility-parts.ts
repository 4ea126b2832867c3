import { randomBytes } from 'node:crypto'
import type { CompatibilityParts } from '../api/compatibility/compatibility-parts.ts'
import type { Config } from '../config/config.ts'
import { opened, sealed } from '../security/sealing.ts'
import { SealedSecrets } from './sealed-secrets.ts'

/** Builds compatibility mode from the configuration. */
export function compatibilityParts(config: KeyConfig): CompatibilityParts {
  const secrets = new SealedSecrets(config)
  // Decrypted in place of a missing secret, so that both take the same time.
  const decoyKey = randomBytes(32).toString('hex')
  const decoy = sealed(randomBytes(32).toString('base64url'), decoyKey)
  return {
    ...sealedSecrets(config),
    open(text) {
      if (text === undefined) {
        opened(decoy, decoyKey)
        return undefined
      }
      return secrets.open(text)
    },
  }
}

/** The part for creating and rotating clients, which the command line uses too. */
export function sealedSecrets(config: KeyConfig): Omit<CompatibilityParts, 'open'> {
  const secrets = new SealedSecrets(config)
  return {
    serviceWide: config.compatibility,
    isPossible: secrets.isEncrypting,
    seal: (secret) => secrets.seal(secret),
  }
}

type KeyConfig = Pick<Config, 'compatibility' | 'secretKey' | 'formerSecretKeys' | 'database'>
