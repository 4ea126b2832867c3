import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { StoreAnswer } from '../../application/once.ts'
import type { Pass } from '../gate/pass.ts'
import type { Account } from '../identity/authentication.ts'
import type { Basics } from '../parts.ts'
import type { Language } from '../request/language.ts'
import type { ApiVersion } from '../versions.ts'
import type { Access } from './access.ts'
import type { RequestBody } from './request-body.ts'

/** The argument of a handler: parameters, body, what the access adds, and the parts it needs. */
export type Call<
  Path extends string,
  Query extends TProperties,
  Body extends RequestBody,
  Accessed extends Access,
  Needs,
> = ContextOf<Accessed, Needs> & {
  /** Path parameters, always text: a malformed id answers like an unknown one. */
  readonly params: { readonly [Name in NamesIn<Path>]: string }
  /** Query parameters, checked. */
  readonly query: QueryOf<Query>
  readonly body: BodyOf<Body>
}

/** Distributes over a union: a family of operations may declare one of several queries. */
type QueryOf<Query extends TProperties> = Query extends TProperties ? Static<TObject<Query>> : never

/** The names between braces: `/api/clients/{client_id}` → `client_id`. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** A request that has passed every check before its handler, with the operation's parts. */
export interface Context<Needs = Basics> extends RequestContext {
  readonly parts: Needs
}

interface RequestContext {
  /** From Accept-Language. */
  readonly language: Language
  /** A header by its lower-case name. */
  header(name: string): string | undefined
  /** The caller's IP address; X-Forwarded-For counts only from trusted proxies. */
  readonly address: string
  /** Takes memory beyond what the gate took before the handler. */
  readonly room: Pick<Pass, 'take' | 'takeMemory' | 'during'>
  /** Aborted when the caller disconnects before the answer. */
  gone(): AbortSignal
}

/** A request of an account that has passed token, version, rate and scope. */
export interface AccountContext<Needs = Basics> extends Context<Needs>, Admitted {
  /** Statements that store the answer for a repeated request: write them with the work. */
  readonly keep: StoreAnswer
}

export interface Admitted {
  readonly account: Account
  readonly version: ApiVersion
  /**
   * The header prefix in compatibility mode; undefined in strict mode. Source: docs/decisions/0053.
   */
  readonly compatibility: string | undefined
}

export type ContextOf<Accessed extends Access, Needs> = {
  public: Context<Needs>
  gateway: Context<Needs>
  scopes: AccountContext<Needs>
  sandbox: AccountContext<Needs>
}[Accessed['kind']]

/**
 * The body as the handler gets it: bytes, and for JSON a `read`, because other checks answer before
 * a wrong field.
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
   * Parses and checks the body, after `complete` has added the members that the service sets.
   * Throws the Faults `json_unreadable` and `document_invalid`.
   */
  read(complete?: (sent: JsonValue) => JsonValue): Value
}

/** A request as the server received it. */
export interface Received extends RequestContext {
  /** Undefined when no account is needed. */
  readonly admission: Admitted | undefined
  readonly keep: StoreAnswer
  /** Values by parameter name, from the router. */
  readonly path: unknown
  readonly query: unknown
  /** Empty without a body. */
  readonly bytes: Uint8Array
}
