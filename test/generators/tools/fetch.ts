import { NotHere } from '../../access-point/not-here.ts'
import { runProgram } from '../../support/processes/program.ts'

/** Runs a program that fetches a tool; its failure means that the tool cannot be had here. */
export async function fetchBy(what: string, command: string, args: readonly string[], cwd?: string): Promise<void> {
  try {
    await runProgram(command, args, { limitMs: fetchLimitMs, ...(cwd !== undefined && { cwd }) })
  } catch (error) {
    const lines = error instanceof Error ? error.message.trim().split('\n') : []
    throw new NotHere(`${what} cannot be fetched: ${lines.at(-1) ?? command}`)
  }
}

/** CI gives up early, so that a slow network does not hold it up. */
const fetchLimitMs = process.argv.includes('--sample') ? 45_000 : 240_000
