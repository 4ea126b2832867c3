import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

/** The variables with which a service measures its main thread, and answers at the socket. */
export function watched(socket: string): Readonly<Record<string, string>> {
  const probe = fileURLToPath(new URL('./probe.ts', import.meta.url))
  return { STALL_SOCKET: socket, NODE_OPTIONS: `--import=${probe} ${process.env.NODE_OPTIONS ?? ''}` }
}

/** What the main thread did since the last reading. */
export function readMainThread(socket: string): Promise<MainThread> {
  return new Promise((resolve, reject) => {
    let text = ''
    connect(socket)
      .setEncoding('utf8')
      .on('data', (part: string) => {
        text += part
      })
      .on('end', () => resolve(JSON.parse(text)))
      .on('error', reject)
  })
}

interface MainThread {
  /** The longest section in which it handled no other event: its processor time, and the time that passed. */
  readonly cpuMs: number
  readonly wallMs: number
  /** Resident memory of the process, now. */
  readonly rssMb: number
}
