import { object } from '@selfbill/pint-ae/document'
import type { TProperties, TSchema } from 'typebox'
import type { Answer, AnswerTo, DescribedAnswers } from './answer/answer.ts'
import { type Access, needsAccount } from './declaration/access.ts'
import type { Audits } from './declaration/audits.ts'
import type { Call, NamesIn, Received } from './declaration/call.ts'
import { bodyOf, contextOf } from './declaration/received.ts'
import { type NoBody, noBody, type RequestBody } from './declaration/request-body.ts'
import type { Fault, FaultCode } from './faults.ts'
import type { Basics } from './parts.ts'
import type { Language } from './request/language.ts'
import { pathTexts } from './request/path.ts'
import { readQuery } from './request/query.ts'

/**
 * One operation of the API, for the server, OpenAPI and the tests. `Needs` are the parts that it
 * works with; who only reads the declaration takes any operation.
 */
export interface Operation<Needs = never> extends Contract {
  readonly access: Access
  readonly params: TProperties
  /** Undefined: it has no query parameters. */
  readonly query: TProperties | undefined
  readonly body: RequestBody
  readonly answers: DescribedAnswers
  /** Reads the request as declared and answers it. Throws Faults. */
  readonly handle: (request: Received, parts: Needs) => Promise<Answer>
}

/** An operation that has the parts it needs, as the server runs it. */
export interface ServedOperation extends Operation {
  readonly handle: (request: Received) => Promise<Answer>
}

/** The parts of a declaration that do not type the handler. */
interface Contract {
  /** OpenAPI's operationId. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /**
   * Other paths of the same operation. OpenAPI shows only `path`; docs/integrating.md lists all.
   */
  readonly otherPaths?: readonly string[]
  readonly summary: string
  /** For callers: adds to the summary and the schemas. */
  readonly description?: string
  /** Request headers beyond the common ones. */
  readonly headers?: TProperties
  /** Values of parameters that an example of a call needs, so that the service accepts it. */
  readonly exampleParameters?: Readonly<Record<string, string>>
  /** Its answer has findings in the language of Accept-Language. */
  readonly isTranslated?: true
  /**
   * Its answer holds a secret: the copy for a repeated request is encrypted with the request's key.
   */
  readonly isSecret?: true
  /** What the audit log keeps: every operation that changes something declares it. */
  readonly audits?: Audits
  /** Memory that the gate takes before the work, where it differs from the default. */
  readonly memory?: Partial<MemoryUse>
  /**
   * The path of the resource that a 201 created, and the source of its parameters (OpenAPI,
   * "Runtime Expressions").
   */
  readonly leadsTo?: { readonly path: string; readonly parameters: Readonly<Record<string, string>> }
  /** Faults beyond the common ones. */
  readonly faults: readonly FaultCode[]
  /** The shape of its errors; absent: the contract's. */
  readonly errors?: { readonly schema: TSchema; answer(fault: Fault, language: Language): Answer }
}

/** The memory an operation holds at most, answer included. The bench `neighbours` measures it. */
export interface MemoryUse {
  /** Bytes for any request. */
  readonly fixedBytes: number
  /** Bytes for each byte of the body. */
  readonly perBodyByte: number
  /** Bytes for each byte of documents, files and answers that it reads. */
  readonly perStoredByte: number
}

/**
 * For an operation that streams: its handler takes the memory it needs, so stored bytes are not
 * multiplied.
 */
export const memoryTakenByHandler: Partial<MemoryUse> = { perStoredByte: 1 }

/**
 * An operation as its file declares it. The declaration types the handler: parameters, body,
 * answers.
 */
export type Declaration<
  Path extends string,
  Accessed extends Access,
  Query extends TProperties,
  Body extends RequestBody,
  Answers extends DescribedAnswers,
  Needs,
> = Contract &
  PathParameters<Path> & {
    readonly path: Path
    readonly access: Accessed
    /**
     * Blank text counts as absent unless the member is `notBlank`; undeclared parameters are
     * refused.
     */
    readonly query?: Query
    readonly body?: Body
    readonly answers: Answers
    handle(call: Call<Path, Query, Body, Accessed, Needs>): Promise<AnswerTo<Answers>>
  }

/** Every parameter that the path names. */
type PathParameters<Path extends string> = [NamesIn<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in NamesIn<Path>]: TSchema } }

/** Declares an operation that works with these parts. */
export function operationWith<Needs>() {
  return <
    const Path extends string,
    const Answers extends DescribedAnswers,
    const Accessed extends Access,
    Query extends TProperties = Record<never, TSchema>,
    Body extends RequestBody = NoBody,
  >(
    declaration: Declaration<Path, Accessed, Query, Body, Answers, Needs>,
  ): Operation<Needs> => {
    const { access, params = {}, query, body = noBody, answers } = declaration
    const contract: Contract = declaration
    const declared = { ...contract, access, params, query, body, answers }
    const querySchema = object<TProperties>(query ?? {})
    // A mistyped dry_run must not send a document, so operations that change something refuse
    // unknown parameters.
    const readsQuery = query !== undefined || isChange(declared)
    return {
      ...declared,
      async handle(request, parts) {
        const call: object = {
          ...contextOf(access, request, parts),
          params: pathTexts(request.path),
          query: readsQuery ? readQuery(querySchema, request.query) : {},
          body: bodyOf(declared.method, body, request.bytes),
        }
        // TypeScript cannot follow the declaration's types through functions that branch on its
        // values.
        return declaration.handle(call as Call<Path, Query, Body, Accessed, Needs>)
      },
    }
  }
}

/** An operation that needs the store and the time, as most do. */
export const operation = operationWith<Basics>()

/** Gives operations the parts that they need. */
export function serve<Needs>(operations: readonly Operation<Needs>[], parts: Needs): readonly ServedOperation[] {
  return operations.map((operation) => ({ ...operation, handle: (request) => operation.handle(request, parts) }))
}

/**
 * Accepts an `Idempotency-Key`: every operation of an account that changes something, except
 * NDJSON, which applies the key to each line.
 */
export function isRepeatable(operation: Pick<Operation, 'method' | 'access' | 'body'>): boolean {
  return isChange(operation) && operation.body.kind !== 'ndjson'
}

/** An operation of an account that may change something. */
export function isChange(operation: Pick<Operation, 'method' | 'access'>): boolean {
  return needsAccount(operation) && operation.method !== 'GET'
}

/** Every path of the operation. */
export function addressesOf({ path, otherPaths = [] }: Pick<Operation, 'path' | 'otherPaths'>): readonly string[] {
  return [path, ...otherPaths]
}
