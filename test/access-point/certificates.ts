import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A temporary public key infrastructure in `folder`: a root, an issuer of access points, and the
 * access point's own key, whose common name is its seat. phoss-ap trusts only its built-in trust
 * stores, which it reads by name from its class path. `classFolder` holds stores with the same
 * names and aliases, to be put in front of them.
 */
export function makeCertificates(folder: string, keytool: string, seatId: string): Certificates {
  const keyStore = join(folder, 'keys.p12')
  const classFolder = join(folder, 'class-path')
  const trustFolder = join(classFolder, 'truststore', '2025')
  mkdirSync(trustFolder, { recursive: true })
  const run = (store: string, command: string, alias: string, ...more: readonly string[]) => {
    const where = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', password]
    execFileSync(keytool, [command, '-alias', alias, ...where, ...more], { stdio: 'pipe', timeout: 60_000 })
  }
  const makeKey = (alias: string, subject: string, ...more: readonly string[]) =>
    run(
      keyStore,
      '-genkeypair',
      alias,
      '-keyalg',
      'RSA',
      '-keysize',
      '2048',
      '-validity',
      '2',
      '-dname',
      subject,
      ...more,
    )
  makeKey('root', 'CN=Throw-away root', ...issues)
  makeKey('issuer', 'CN=Throw-away issuer', '-signer', 'root', ...issues)
  const use = 'ku:c=digitalSignature,keyEncipherment,dataEncipherment'
  makeKey('seat', `CN=${seatId}, OU=PEPPOL TEST AP, O=Throw-away, C=AE`, '-signer', 'issuer', '-ext', use)

  const apStore = join(trustFolder, 'ap-test-truststore.p12')
  for (const [name, trusted] of trustedAs) {
    const file = join(folder, `${name}.pem`)
    run(keyStore, '-exportcert', name, '-rfc', '-file', file)
    for (const alias of trusted) run(apStore, '-importcert', alias, '-noprompt', '-file', file)
  }
  copyFileSync(apStore, join(trustFolder, 'smp-test-truststore.p12'))
  return { keyStore, alias: 'seat', password, classFolder }
}

export interface Certificates {
  readonly keyStore: string
  /** The alias of the access point's key in the store. */
  readonly alias: string
  readonly password: string
  /** Goes to the front of the class path. */
  readonly classFolder: string
}

/** The password of phoss-ap's trust stores; the key store uses the same. */
const password = 'peppol'
const issues = ['-ext', 'bc:c=ca:true', '-ext', 'ku:c=keyCertSign,cRLSign']

/**
 * Our certificate → the aliases under which phoss-ap expects its own. The loop needs no SMP
 * certificate.
 */
const trustedAs: readonly (readonly [string, readonly string[]])[] = [
  ['root', ['peppol root test ca - g3']],
  [
    'issuer',
    [
      'peppol access point test ca - g3 (peppol root test ca - g3)',
      'peppol service metadata publisher test ca - g3 (peppol root test ca - g3)',
    ],
  ],
]
