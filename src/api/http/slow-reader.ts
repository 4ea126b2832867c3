import type { ServerResponse } from 'node:http'

/**
 * Ends the connection of a caller who asked for a large answer and reads it too slowly: it holds
 * memory until it is read, which is everybody's. Each interval must see some of it read.
 */
export function dropSlowReader(response: ServerResponse, limits: ReadingLimits = usual): void {
  const { socket } = response
  if (socket === null || response.destroyed) return
  let before = sentBytes(socket)
  const timer = setInterval(() => {
    const now = sentBytes(socket)
    // Nothing waits for the reader: the answer is still being made.
    const isUnread = socket.writableLength > 0
    if (isUnread && now - before < limits.bytesMin) socket.destroy()
    before = now
  }, limits.everyMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}

export interface ReadingLimits {
  readonly everyMs: number
  /** What must have been read in that time. */
  readonly bytesMin: number
}

/** 16 KiB a second: slower than any line that carries invoices. */
const usual: ReadingLimits = { everyMs: 30_000, bytesMin: 30 * 16 * 1024 }

/** What has left the process; `bytesWritten` counts what still waits, too. */
function sentBytes(socket: { readonly bytesWritten: number; readonly writableLength: number }): number {
  return socket.bytesWritten - socket.writableLength
}
