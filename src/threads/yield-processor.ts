import { platform, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that the thread that serves requests comes first on
 * machines with few cores. Only Linux has a priority per thread; elsewhere this does nothing.
 */
export function yieldProcessor(): void {
  if (platform() === 'linux') setPriority(0, 10)
}
