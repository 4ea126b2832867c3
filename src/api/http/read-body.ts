import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { message } from '../../messages/message.ts'
import { Fault } from '../faults.ts'
import { bodyTurns } from './body-turns.ts'

/**
 * Reads the body of a request and counts each part as it arrives (`receive` throws at the limit).
 * After an error it stops reading; the server discards the rest once it has answered.
 */
export function readBody(payload: Readable, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  let bytes = 0
  const end = (error?: unknown) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    bodyTurns.leave(payload)
    // From here on a disconnect is not a failure.
    payload.on('error', () => undefined)
    payload.pause()
    if (error === undefined && bytes !== (limits.announcedBytes ?? bytes)) {
      return reject(new Fault('json_unreadable', { reason: message('body_cut_off') }))
    }
    if (error === undefined) resolve(whole(parts.splice(0), bytes))
    else reject(error)
  }
  const onData = (part: Buffer) => {
    bytes += part.length
    if (bytes > limits.bytesMax) return end(new Fault('payload_too_large'))
    try {
      limits.receive(part.length)
    } catch (error) {
      return end(error)
    }
    parts.push(part)
    if (bytes !== limits.announcedBytes) bodyTurns.arrived(payload, part.length)
  }
  const onEnd = () => end()
  try {
    if ((limits.announcedBytes ?? 0) > limits.bytesMax) throw new Fault('payload_too_large')
    limits.announce(limits.announcedBytes ?? 0)
  } catch (error) {
    end(error)
    return promise
  }
  payload.on('data', onData).on('end', onEnd).on('error', end)
  return promise
}

/**
 * The parts as one buffer. Copying 32 MiB into new memory takes some 20 ms, so a large body is
 * copied a few parts at a time.
 */
async function whole(parts: readonly Buffer[], bytes: number): Promise<Buffer> {
  if (bytes <= copiedAtOnce) return Buffer.concat(parts, bytes)
  const body = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  let copied = 0
  for (const part of parts) {
    at += part.copy(body, at)
    copied += part.length
    if (copied < copiedAtOnce) continue
    copied = 0
    await setImmediate()
  }
  return body
}

const copiedAtOnce = 1024 * 1024

export interface BodyLimits {
  readonly bytesMax: number
  /** Content-Length, if there is one. */
  readonly announcedBytes: number | undefined
  /** Throws when the gate has no memory for so large a body now. */
  announce(bytes: number): void
  /** Throws when the gate has no memory for more. */
  receive(bytes: number): void
}

export function announcedBytes({ headers }: FastifyRequest): number | undefined {
  const announced = headers['content-length']
  return announced === undefined ? undefined : Number(announced)
}
