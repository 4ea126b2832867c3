import { Resolver } from 'node:dns/promises'

/**
 * Asks the name servers for the addresses of a name, IPv4 first. It avoids the system's resolver,
 * which reads the machine's files and blocks threads of the process while a name server is slow.
 */
export async function resolveName(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    signal.throwIfAborted()
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [...(v4.status === 'fulfilled' ? v4.value : []), ...(v6.status === 'fulfilled' ? v6.value : [])]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
