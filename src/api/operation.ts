import type { TProperties, TSchema } from 'typebox'
import type { Keep } from '../application/once.ts'
import type { Fault, FaultCode } from '../faults.ts'
import type { Scope } from '../scopes.ts'
import type { Pass } from './gate/pass.ts'
import type { Account } from './identity/authentication.ts'
import type { Parts } from './parts.ts'
import type { RateLimits } from './rates/rate-limit.ts'
import type { Language } from './request/language.ts'
import type { ApiVersion } from './versions.ts'

/**
 * One operation of the API: what it promises (the contract: OpenAPI, checks and tests read it) and how it keeps it. One file
 * each under operations/, in the folder of its subject, listed in operations/index.ts.
 */
export interface Operation {
  /** The name of the file's export, and OpenAPI's operationId. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /**
   * Addresses of the same operation that clients of other services with this contract know. OpenAPI tells one, the path;
   * docs/integrating.md tells all.
   */
  readonly otherPaths?: readonly string[]
  readonly summary: string
  /** For whoever calls it: what the summary and the schemas leave unsaid. */
  readonly description?: string
  /** One of these is enough. Absent: anyone may call it, without token, version or rate. */
  readonly scope?: Scope | readonly Scope[]
  /** How often an account may call it; absent: as often as most. */
  readonly rate?: keyof RateLimits
  /** Part of the Phase 2 subscription: 403 for an organisation without it. */
  readonly isPhase2?: boolean
  /** There only while the network is make-believe: 404 otherwise. */
  readonly isSandboxOnly?: boolean
  /** Called by the access point alone, which knows the inbound secret; 404 where none is configured. */
  readonly isForGateway?: boolean
  /** Its answer tells findings in the language that Accept-Language asks for. */
  readonly isTranslated?: boolean
  readonly params?: TProperties
  readonly query?: TProperties
  /** Headers that it heeds beyond those of every operation of its kind. */
  readonly headers?: TProperties
  /** Its answer holds a secret: it is kept for a repeated request as nobody else can read it. */
  readonly isSecret?: boolean
  /** What a JSON body must be; the handler checks it, because other answers come before. */
  readonly body?: TSchema
  /** A body that is accepted as it is. */
  readonly example?: object
  /** In place of JSON it takes XML, of up to so many bytes. */
  readonly xmlBytesMax?: number
  /** In place of one JSON value it takes many, one a line (NDJSON); this is what each must be. */
  readonly lines?: TSchema
  /** A body that is a form instead, read by the handler. */
  readonly form?: TSchema
  /** A request without a body is as good as one with an empty object. */
  readonly isBodyOptional?: boolean
  /** Less than other operations take. */
  readonly bodyBytesMax?: number
  /** What it holds of the process's memory, where that is not usual: the gate takes it before the work. */
  readonly memory?: Partial<MemoryUse>
  readonly answers: Readonly<Record<number, Described>>
  /** The path of what a 201 has created, and where its parameters are found (OpenAPI, "Runtime Expressions"). */
  readonly leadsTo?: { readonly path: string; readonly parameters: Readonly<Record<string, string>> }
  /** Faults beyond those that every operation of its kind can answer. */
  readonly faults: readonly FaultCode[]
  handle(request: Call): Promise<Answer>
  /** How it tells a fault; absent: in the contract's error shape. */
  readonly errors?: { readonly schema: TSchema; answer(fault: Fault): Answer }
}

/** How much memory an operation holds at most, answer included. The bench `neighbours` measures it. */
export interface MemoryUse {
  /** Bytes, whatever the request says. */
  readonly fixedBytes: number
  /** Bytes for each byte of the body. */
  readonly perBodyByte: number
  /** Bytes for each byte that it reads of documents, their files and answers. */
  readonly perStoredByte: number
}

/** Of an operation that reads slices, and takes what it holds of them: not a multiple of what is stored. */
export const heldAsCounted: Partial<MemoryUse> = { perStoredByte: 1 }

/** An answer as OpenAPI describes it. */
export interface Described {
  readonly description: string
  /** Absent for an answer without a body; several where what was stored decides. */
  readonly type?: string | readonly string[]
  readonly schema?: TSchema
  /** Headers that it always has beyond those of every operation of its kind, and what they say. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that has passed everything before its handler: token, version, rate, size, media type, scope. */
export interface Call {
  readonly account: Account
  readonly version: ApiVersion
  /** The header prefix of an organisation in compatibility mode; undefined in strict mode. Source: docs/decisions/0053. */
  readonly compatibility: string | undefined
  /** What Accept-Language prefers. */
  readonly language: Language
  /** A header, by its name in lower case. */
  header(name: string): string | undefined
  /** Of whoever calls, as far as the proxies can be trusted. */
  readonly address: string
  /** A parameter of the path, by the name the operation declares. */
  param(name: string): string
  readonly query: Readonly<Record<string, string>>
  /** The body's bytes; empty when there is none. */
  readonly body: Uint8Array
  /** Statements that keep the answer for a repeated request: to be written with what the request does. */
  readonly keep: Keep
  /** Memory for what the handler reads or makes beyond what was taken before it. */
  readonly room: Pick<Pass, 'take' | 'during'>
  /** Aborted when the caller has gone away: nobody waits for the answer any more. */
  gone(): AbortSignal
  readonly parts: Parts
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  /** Instead of the body, for one that is too long to stand in memory. Nothing is read for it before somebody reads it. */
  readonly stream?: AsyncIterable<string | Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

/** Declares an operation; the type says what is missing. */
export function operationOf(operation: Operation): Operation {
  return operation
}

/** The account of operations that anyone may call. */
export const nobody: Account = { id: '', orgId: '', scopes: new Set() }

/** Takes an `Idempotency-Key`: every operation of an account that changes something, but for those that take many lines. */
export function isRepeatable({ method, scope, lines }: Operation): boolean {
  return scope !== undefined && method !== 'GET' && lines === undefined
}

/** Every address at which the operation is called. */
export function addressesOf({ path, otherPaths = [] }: Operation): readonly string[] {
  return [path, ...otherPaths]
}
