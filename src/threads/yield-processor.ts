import { platform, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that the thread that serves requests comes first on
 * machines with few cores. Only Linux has a priority per thread; elsewhere this does nothing. A
 * sandbox may forbid it; then the work is done at the same priority.
 */
export function yieldProcessor(lower: typeof setPriority = setPriority): void {
  if (platform() !== 'linux') return
  try {
    lower(0, 15)
  } catch {
    // EPERM or EACCES: the priority is a preference.
  }
}
