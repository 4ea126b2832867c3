import { systemClock } from '../../clock/clock.ts'
import { findRunningInstance } from '../../service/running-instance.ts'
import type { Database } from '../../store/database/database.ts'
import type { Terminal } from '../terminal.ts'

/** Prints why a command must not run while an instance uses the database. True when one does. */
export async function refuseWhileRunning(terminal: Terminal, database: Database, command: string): Promise<boolean> {
  const onWait = (ms: number) =>
    terminal.warn(`An instance was seen in the last minute; waiting up to ${ms / 1000} s to see whether it runs.`)
  const running = await findRunningInstance(database, systemClock, onWait)
  if (running === undefined) return false
  const { startedAt, seenAt } = running
  const times = `started ${new Date(startedAt).toISOString()}, last seen ${new Date(seenAt).toISOString()}`
  terminal.warn(`selfbill ${command}: an instance uses this database (${times}). Stop every instance first.`)
  return true
}
