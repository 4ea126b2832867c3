// `npm run simulate:mutants [words of a name]`: plants each fault of mutants.ts, and says at which seed
// the simulation sees it.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mutants } from './mutants.ts'

const run = promisify(execFile)
const seedsMax = Number(process.env.SEEDS ?? 200)
const [named] = process.argv.slice(2)
const chosen = mutants.filter(({ name }) => named === undefined || name.includes(named))
let found = 0
for (const { name } of chosen) {
  const answer = await seenAt(name)
  if (answer !== undefined) found += 1
  console.log(`${(answer ?? `not in ${seedsMax} seeds`).padEnd(60)} ${name}`)
}
console.log(`${found} of ${chosen.length} planted faults are seen`)
process.exitCode = found === chosen.length ? 0 : 1

/** `seed 2: a transmission is never sent twice`; undefined when no world breaks. */
async function seenAt(name: string): Promise<string | undefined> {
  const file = join(import.meta.dirname, 'run.ts')
  const env = { ...process.env, PLANT: name }
  try {
    await run(process.execPath, [file, '--seed', '1', '--seeds', String(seedsMax), '--brief'], { env })
    return undefined
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout).trim() : ''
    if (said.startsWith('seed ')) return said
    throw error
  }
}
