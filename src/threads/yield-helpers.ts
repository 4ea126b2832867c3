import { readdirSync, readFileSync } from 'node:fs'
import { platform, setPriority } from 'node:os'

/**
 * Lowers the priority of V8's helper threads. They mostly collect the garbage of large documents,
 * and would otherwise compete with the thread that serves requests for the last core. Only Linux
 * lists threads by name and has a priority for each; elsewhere, or when a sandbox forbids it,
 * nothing changes. Returns how many it lowered.
 */
export function yieldHelpers(lower: typeof setPriority = setPriority): number {
  if (platform() !== 'linux') return 0
  try {
    const threads = readdirSync(tasks).map(Number)
    const helpers = threads.filter((id) => readFileSync(`${tasks}/${id}/comm`, 'utf8').startsWith('V8Worker'))
    for (const id of helpers) lower(id, 10)
    return helpers.length
  } catch {
    // EPERM, EACCES or a thread that ended: the priority is a preference.
    return 0
  }
}

const tasks = '/proc/self/task'
