import type { TProperties, TSchema } from 'typebox'
import { object } from '../document/declaration/declare.ts'
import type { Answer, AnswerTo, DescribedAnswers } from './answer/answer.ts'
import { type Access, needsAccount } from './declaration/access.ts'
import type { Call, NamesIn, Received } from './declaration/call.ts'
import { bodyOf, contextOf } from './declaration/received.ts'
import { type NoBody, noBody, type RequestBody } from './declaration/request-body.ts'
import type { Fault, FaultCode } from './faults.ts'
import { pathTexts } from './request/path.ts'
import { readQuery } from './request/query.ts'

/**
 * One operation of the API, as the server, OpenAPI and the tests about operations read it. One file
 * each under operations/, in the folder of its subject, listed in operations/index.ts.
 */
export interface Operation extends Contract {
  readonly access: Access
  readonly params: TProperties
  /** Undefined: it has no parameters of its own. */
  readonly query: TProperties | undefined
  readonly body: RequestBody
  readonly answers: DescribedAnswers
  /** Reads the request by the declaration, and answers it. Throws Faults. */
  handle(request: Received): Promise<Answer>
}

/** What an operation promises, but for what types its handler. */
interface Contract {
  /** The name of the file's export, and OpenAPI's operationId. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /**
   * Other addresses of the same operation. OpenAPI shows `path` alone; docs/integrating.md lists
   * all.
   */
  readonly otherPaths?: readonly string[]
  readonly summary: string
  /** For callers: what the summary and the schemas leave unsaid. */
  readonly description?: string
  /** Headers that it heeds beyond those of every operation of its kind. */
  readonly headers?: TProperties
  /** Its answer shows findings in the language that Accept-Language asks for. */
  readonly isTranslated?: true
  /**
   * Its answer holds a secret: the copy for a repeated request is sealed with the request's key.
   */
  readonly isSecret?: true
  /**
   * How much of the process's memory it holds, where that is not usual: the gate takes it before
   * the work.
   */
  readonly memory?: Partial<MemoryUse>
  /**
   * The path of what a 201 has created, and where its parameters are found (OpenAPI, "Runtime
   * Expressions").
   */
  readonly leadsTo?: { readonly path: string; readonly parameters: Readonly<Record<string, string>> }
  /** Faults beyond those that every operation of its kind can answer. */
  readonly faults: readonly FaultCode[]
  /** The shape of its errors; absent: the contract's. */
  readonly errors?: { readonly schema: TSchema; answer(fault: Fault): Answer }
}

/**
 * How much memory an operation holds at most, answer included. The bench `neighbours` measures it.
 */
export interface MemoryUse {
  /** Bytes, whatever the request says. */
  readonly fixedBytes: number
  /** Bytes for each byte of the body. */
  readonly perBodyByte: number
  /** Bytes for each byte that it reads of documents, their files and answers. */
  readonly perStoredByte: number
}

/**
 * For an operation that reads slices, and takes what it holds of them: not a multiple of what is
 * stored.
 */
export const heldAsCounted: Partial<MemoryUse> = { perStoredByte: 1 }

/**
 * An operation as its file declares it. The declaration types the handler: its parameters, its body
 * and its answers.
 */
export type Declaration<
  Path extends string,
  Accessed extends Access,
  Query extends TProperties,
  Body extends RequestBody,
  Answers extends DescribedAnswers,
> = Contract &
  PathParameters<Path> & {
    readonly path: Path
    readonly access: Accessed
    /**
     * Blank text counts as absent unless the member is `notBlank`; what is not declared is refused.
     */
    readonly query?: Query
    readonly body?: Body
    readonly answers: Answers
    handle(call: Call<Path, Query, Body, Accessed>): Promise<AnswerTo<Answers>>
  }

/** Every parameter that the path names. */
type PathParameters<Path extends string> = [NamesIn<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in NamesIn<Path>]: TSchema } }

/** Declares an operation. */
export function operation<
  const Path extends string,
  const Answers extends DescribedAnswers,
  const Accessed extends Access,
  Query extends TProperties = Record<never, TSchema>,
  Body extends RequestBody = NoBody,
>(declaration: Declaration<Path, Accessed, Query, Body, Answers>): Operation {
  const { access, params = {}, query, body = noBody, answers } = declaration
  const contract: Contract = declaration
  const declared = { ...contract, access, params, query, body, answers }
  const querySchema = object<TProperties>(query ?? {})
  // A mistyped dry_run must not send a document, so what changes something takes no parameter that
  // it does not know.
  const readsQuery = query !== undefined || isChange(declared)
  return {
    ...declared,
    async handle(request) {
      const call: object = {
        ...contextOf(access, request),
        params: pathTexts(request.path),
        query: readsQuery ? readQuery(querySchema, request.query) : {},
        body: bodyOf(body, request.bytes),
      }
      // TypeScript does not follow the types of a declaration through these functions, which branch
      // by its values.
      return declaration.handle(call as Call<Path, Query, Body, Accessed>)
    },
  }
}

/**
 * Takes an `Idempotency-Key`: every operation of an account that changes something, but for those
 * that take many lines.
 */
export function isRepeatable(operation: Pick<Operation, 'method' | 'access' | 'body'>): boolean {
  return isChange(operation) && operation.body.kind !== 'ndjson'
}

function isChange(operation: Pick<Operation, 'method' | 'access'>): boolean {
  return needsAccount(operation) && operation.method !== 'GET'
}

/** Every address at which the operation is called. */
export function addressesOf({ path, otherPaths = [] }: Pick<Operation, 'path' | 'otherPaths'>): readonly string[] {
  return [path, ...otherPaths]
}
