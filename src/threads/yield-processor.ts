import { platform, setPriority } from 'node:os'

/**
 * Lets the thread that calls it stand back for the thread that serves requests, where cores are
 * few. Linux gives each thread a priority of its own; elsewhere it would be that of the whole
 * process, so nothing is done there.
 */
export function yieldProcessor(): void {
  if (platform() === 'linux') setPriority(0, 10)
}
