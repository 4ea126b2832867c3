import type { ServerResponse } from 'node:http'

/**
 * Closes the connection of a caller who reads an answer too slowly: the answer holds shared memory
 * until it is read. Each interval must show some progress.
 */
export function dropSlowReader(response: ServerResponse, limits: ReadingLimits = usual): void {
  const { socket } = response
  if (socket === null || response.destroyed) return
  let before = sentBytes(socket)
  const timer = setInterval(() => {
    const now = sentBytes(socket)
    // With nothing to read, the answer is still being made.
    const isUnread = socket.writableLength > 0
    if (isUnread && now - before < limits.bytesMin) socket.destroy()
    before = now
  }, limits.everyMs)
  timer.unref()
  response.once('close', () => clearInterval(timer))
}

export interface ReadingLimits {
  readonly everyMs: number
  /** Bytes to read in that time. */
  readonly bytesMin: number
}

/** 16 KiB a second: slower than any line that carries invoices. */
const usual: ReadingLimits = { everyMs: 30_000, bytesMin: 30 * 16 * 1024 }

/** Bytes that have left the process; `bytesWritten` also counts bytes that still wait. */
function sentBytes(socket: { readonly bytesWritten: number; readonly writableLength: number }): number {
  return socket.bytesWritten - socket.writableLength
}
