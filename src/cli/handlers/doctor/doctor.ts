import { type Config, readConfig } from '../../../config/config.ts'
import { ConfigInvalid } from '../../../config/environment.ts'
import { features } from '../../../features/index.ts'
import { printable } from '../../printable.ts'
import { type JsonOption, printJson } from '../../rows.ts'
import type { Terminal } from '../../terminal.ts'
import { diagnoseDatabase } from './database.ts'
import { type Diagnosis, fine, warning, wrong } from './diagnosis.ts'
import { diagnoseIssuers } from './issuers.ts'
import { diagnoseAccessPoints, diagnoseCertificates } from './network.ts'
import { diagnoseObjectStore } from './object-store.ts'
import { isKeyMissed } from './secrets.ts'

/**
 * Looks at everything that the service needs, and says what is wrong with its repair. Changes
 * nothing, but for an object that it stores and deletes again. Exit 1 when something is wrong.
 */
export async function doctor(terminal: Terminal, { json }: JsonOption): Promise<number> {
  const found = await diagnose(terminal.env)
  for (const one of found) {
    if (json === true) printJson(terminal, one)
    else print(terminal, one)
  }
  return found.some(({ state }) => state === 'wrong') ? 1 : 0
}

async function diagnose(variables: Terminal['env']): Promise<readonly Diagnosis[]> {
  let config: Config | undefined
  try {
    config = readConfig(variables)
    // Features read settings of their own, as at a start.
    for (const feature of features) feature.configure(config)
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    const { warnings } = config ?? error
    return [
      ...error.problems.map((line) => wrong('configuration', line, settingsPage)),
      ...warnings.map((line) => warning('configuration', line, settingsPage)),
    ]
  }
  const database = await diagnoseDatabase(config)
  return [
    ...diagnoseSettings(config, isKeyMissed(database)),
    ...database,
    ...(await diagnoseObjectStore(config)),
    ...(await diagnoseAccessPoints(config)),
    ...(await diagnoseCertificates(config)),
    ...(await diagnoseIssuers(config)),
    ...(await diagnoseFeatures(config)),
  ]
}

const settingsPage = 'Change the setting: docs/configuration.md describes each'

function diagnoseSettings(config: Config, isKeyMissing: boolean): readonly Diagnosis[] {
  const { warnings, publicUrl, gateway } = config
  const isReal = gateway.kind !== 'sandbox'
  return [
    ...(warnings.length === 0 ? [fine('configuration', 'Every setting can be read')] : []),
    ...warnings.map((line) => warning('configuration', line, settingsPage)),
    // Where the database needs another key, this line would contradict that one.
    ...(isKeyMissing ? [] : [diagnoseKey(config)]),
    ...(isReal && publicUrl === undefined
      ? [
          warning(
            'PUBLIC_URL',
            'Links in the console and in e-mails begin with the address on this machine',
            'Set PUBLIC_URL to the address that people open, such as https://bills.example.ae',
          ),
        ]
      : []),
  ]
}

function diagnoseKey({ secretKey }: Config): Diagnosis {
  if (secretKey !== undefined) return fine('SECRET_KEY', 'New private keys and secrets are encrypted in the database')
  return warning(
    'SECRET_KEY',
    'Private keys are stored as they are, so a copy of the database can sign tokens and evidence',
    'Set SECRET_KEY to what openssl rand -hex 32 prints, and keep it apart from backups',
  )
}

/** What features try: the mail server, for one. */
async function diagnoseFeatures(config: Config): Promise<readonly Diagnosis[]> {
  const checks = await Promise.all(features.map((feature) => feature.check?.(config)))
  return checks
    .filter((check) => check !== undefined)
    .map(({ what, isFine, said }) => {
      const sentence = said.replace(/\.$/, '')
      return isFine ? fine(what, sentence) : wrong(what, sentence, settingsPage)
    })
}

/** What comes from other machines is printed with escapes. */
function print(terminal: Terminal, { what, state, said, repair }: Diagnosis): void {
  terminal.print(printable(`${state.padEnd(stateColumns)}${what}: ${said}.`))
  if (repair !== null) terminal.print(printable(`${' '.repeat(stateColumns)}${repair}.`))
}

const stateColumns = 'warning  '.length
