import type { Config } from '../../config/config.ts'
import { migrateDatabase } from '../../service/open-store.ts'
import type { Contraction } from '../../store/database/contract.ts'
import { type JsonOption, printJson } from '../rows.ts'
import type { Terminal } from '../terminal.ts'

/** Prints the migrations it applies, and what the others wait for. */
export async function migrate(terminal: Terminal, config: Config, { json }: JsonOption): Promise<number> {
  const { applied, waiting } = await migrateDatabase(config)
  if (json === true) {
    printJson(terminal, { applied, waiting: waiting === undefined ? null : waitingFacts(waiting) })
    return 0
  }
  for (const name of applied) terminal.print(`applied ${name}`)
  if (waiting !== undefined) terminal.print(waitingText(waiting))
  else if (applied.length === 0) terminal.print('The database is up to date.')
  return 0
}

function waitingFacts({ name, instances }: NonNullable<Contraction['waiting']>) {
  const facts = instances.map(({ startedAt, seenAt }) => ({ started_at: instant(startedAt), seen_at: instant(seenAt) }))
  return { name, instances: facts }
}

/** Not an error: the new version works before it, too. */
function waitingText({ name, instances }: NonNullable<Contraction['waiting']>): string {
  const lines = instances.map(
    ({ startedAt, seenAt }) => `  started ${instant(startedAt)}, last seen ${instant(seenAt)}`,
  )
  return [
    `${name} waits: it removes what an older version uses, and an instance of one runs.`,
    ...lines,
    'Upgrade or stop it, and run this again. An instance that crashed no longer counts after a minute.',
  ].join('\n')
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
