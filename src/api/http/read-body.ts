import type { Readable } from 'node:stream'
import { message } from '@selfbill/pint-ae/messages'
import type { FastifyRequest } from 'fastify'
import { Fault } from '../faults.ts'
import { BodyBytes, freePart } from './body-bytes.ts'
import { bodyTurns } from './body-turns.ts'

/**
 * Reads the body of a request and counts each part as it arrives (`receive` throws at the limit).
 * After an error it stops reading; the server discards the rest once it has answered.
 */
export function readBody(payload: Readable, limits: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const body = new BodyBytes(limits.announcedBytes)
  const end = (error?: unknown) => {
    payload.off('data', onData).off('end', onEnd).off('error', end)
    bodyTurns.leave(payload)
    // From here on a disconnect is not a failure.
    payload.on('error', () => undefined)
    payload.pause()
    const isCutOff = body.length !== (limits.announcedBytes ?? body.length)
    if (error === undefined && !isCutOff) return resolve(body.take())
    body.drop()
    reject(error ?? new Fault('json_unreadable', { reason: message('body_cut_off') }))
  }
  const onData = (part: Buffer) => {
    if (body.length + part.length > limits.bytesMax) return end(new Fault('payload_too_large'))
    try {
      limits.receive(part.length)
    } catch (error) {
      return end(error)
    }
    body.add(part)
    if (body.length !== limits.announcedBytes) bodyTurns.arrived(payload, part.length)
    freePart(part)
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
