import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../answer/answer.ts'
import { outerPass } from '../gate/outer-pass.ts'
import { Pass } from '../gate/pass.ts'
import type { MemoryUse, Operation } from '../operation.ts'
import { networkOf } from '../rates/network-of.ts'
import type { Admission } from './admission.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * The pass of a request. Its organisation pays, or without a token the caller's network, which has
 * a gate of its own unless it knows the secret of the access point. The pass ends with the answer.
 */
export function passFor(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, anonymousGate }: ServerParts,
  admission: Admission | undefined,
): Pass {
  const payer = admission?.account.orgId ?? networkOf(request.ip)
  const isAnonymous = operation.access.kind === 'public'
  const pass = new Pass(isAnonymous ? anonymousGate : gate, payer, memoryUse(operation).perStoredByte, outerPass())
  // The caller may have disconnected while the token was checked.
  if (reply.raw.destroyed) pass.leave()
  else reply.raw.once('close', () => pass.leave())
  return pass
}

/** Memory to take before the handler runs. */
export function memoryFor(operation: Operation, body: unknown): number {
  const { fixedBytes, perBodyByte } = memoryUse(operation)
  return fixedBytes + perBodyByte * (body instanceof Uint8Array ? body.length : 0)
}

/**
 * Whether its answer may be refused because there is no room for it: nothing was changed, and it is
 * no health check.
 */
export function isAnswerRefusable({ method, memory }: Operation): boolean {
  return method === 'GET' && memory?.fixedBytes !== 0
}

/** Memory of a text or a file until it is sent; a shared answer has none of its own. */
export function sizeOf({ body, isShared }: Answer): number {
  return isShared === true ? 0 : body.length
}

function memoryUse({ memory }: Operation): MemoryUse {
  return { ...usual, ...memory }
}

/**
 * A document of ten lines holds about 100 KiB. For each byte of a body: the body, its text, the
 * document, the UBL and the tax data, each copied through two threads. For each stored byte: the
 * row, its text, the answer, its bytes.
 */
const usual: MemoryUse = { fixedBytes: 32 * 1024, perBodyByte: 12, perStoredByte: 5 }
