import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { Keep } from '../../application/once.ts'
import type { SandboxClock } from '../../exchange/gateways/sandbox/sandbox-clock.ts'
import type { JsonValue } from '../../json/read.ts'
import type { Pass } from '../gate/pass.ts'
import type { Account } from '../identity/authentication.ts'
import type { InboundDoor, Parts } from '../parts.ts'
import type { Language } from '../request/language.ts'
import type { ApiVersion } from '../versions.ts'
import type { Access } from './access.ts'
import type { RequestBody } from './request-body.ts'

/**
 * What a handler is called with: its parameters, its body, and what the access to the operation
 * brings.
 */
export type Call<
  Path extends string,
  Query extends TProperties,
  Body extends RequestBody,
  Accessed extends Access,
> = ContextOf<Accessed> & {
  /** The parameters of the path, always text: a malformed id is answered like an unknown one. */
  readonly params: { readonly [Name in NamesIn<Path>]: string }
  /** The parameters of the query, checked. */
  readonly query: QueryOf<Query>
  readonly body: BodyOf<Body>
}

/** Several queries, where the declaration has one of several. */
type QueryOf<Query extends TProperties> = Query extends TProperties ? Static<TObject<Query>> : never

/** The names between braces: `/api/clients/{client_id}` → `client_id`. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A request that has passed everything before its handler. */
export interface Context {
  /** What Accept-Language prefers. */
  readonly language: Language
  /** A header, by its name in lower case. */
  header(name: string): string | undefined
  /** The caller's IP address, as far as the proxies can be trusted. */
  readonly address: string
  /** Memory for what the handler reads or makes beyond what was taken before it. */
  readonly room: Pick<Pass, 'take' | 'during'>
  /** Aborted when the caller has gone away: nobody waits for the answer any more. */
  gone(): AbortSignal
  readonly parts: Parts
}

/** A request of an account: token, version, rate and scope have passed. */
export interface AccountContext extends Context, Admitted {
  /** Statements that keep the answer for a repeated request: to be written with the work. */
  readonly keep: Keep
}

export interface Admitted {
  readonly account: Account
  readonly version: ApiVersion
  /**
   * The header prefix of an organisation in compatibility mode; undefined in strict mode. Source:
   * docs/decisions/0053.
   */
  readonly compatibility: string | undefined
}

interface SandboxContext extends AccountContext {
  readonly sandboxClock: SandboxClock
}

interface GatewayContext extends Context {
  readonly inbound: InboundDoor
}

export type ContextOf<Accessed extends Access> = {
  public: Context
  scopes: AccountContext
  sandbox: SandboxContext
  gateway: GatewayContext
}[Accessed['kind']]

/**
 * The body as a handler has it: the bytes, and for JSON a way to read them, since other answers
 * come before a wrong field.
 */
export type BodyOf<Body extends RequestBody> = Body extends { readonly kind: 'none' }
  ? undefined
  : Body extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
    ? JsonContent<Static<Schema>>
    : Content

export interface Content {
  readonly bytes: Uint8Array
}

export interface JsonContent<Value> extends Content {
  /**
   * The body, checked against its declaration once `complete` has added what its sender leaves to
   * the service. Throws the Faults `json_unreadable` and `document_invalid`.
   */
  read(complete?: (sent: JsonValue) => JsonValue): Value
}

/** A request as the server has received it. */
export interface Received extends Context {
  /** Absent where no account is needed. */
  readonly admission: Admitted | undefined
  readonly keep: Keep
  /** By name, as the router found them. */
  readonly path: unknown
  readonly query: unknown
  /** Empty without a body. */
  readonly bytes: Uint8Array
}
