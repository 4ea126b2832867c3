import { endpoints, type OperationId } from '../../../../client/src/api-types.ts'
import { scopesOf } from '../../../api/declaration/access.ts'
import { isBodyOptional, mediaTypeOf } from '../../../api/declaration/request-body.ts'
import { type FaultCode, faults } from '../../../api/faults.ts'
import { faultsOf } from '../../../api/openapi/operation-faults.ts'
import { parametersOf } from '../../../api/openapi/parameters.ts'
import type { Operation } from '../../../api/operation.ts'
import type { Language } from '../../../api/request/language.ts'
import { dictionary } from '../../../features/dictionary.ts'
import { operations } from '../../../features/index.ts'
import type { Scope } from '../../../security/scopes.ts'
import { type PlainSchema, plain } from './plain-schema.ts'

/** An operation as the reference shows it, from the declaration that the server uses. */
export interface DescribedOperation {
  readonly id: OperationId
  readonly operation: Operation
  readonly method: Operation['method']
  /** With the names of parameters that the client uses. OpenAPI calls that of a create `id`. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: DescribedBody | undefined
  readonly scopes: readonly Scope[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: PlainSchema
}

export interface DescribedBody {
  readonly mediaType: string
  /** Undefined for XML. */
  readonly schema: PlainSchema | undefined
  /** XML is a text. */
  readonly example: object | string | undefined
  readonly isOptional: boolean
}

export function allOperations(language: Language): readonly DescribedOperation[] {
  const known = described.get(language)
  if (known !== undefined) return known
  const made = operations.flatMap((operation) => {
    const { id, path } = operation
    if (!isOperationId(id)) return []
    const parameters: readonly object[] = parametersOf(
      operation,
      { path, nameOf: (name) => name },
      dictionary,
      language,
    )
    return [
      {
        id,
        operation,
        method: operation.method,
        path,
        parameters: parameters.map(parameterOf),
        body: bodyOf(operation),
        scopes: scopesOf(operation),
      },
    ]
  })
  described.set(language, made)
  return made
}

/** Made once for each language, at the first visit. */
const described = new Map<Language, readonly DescribedOperation[]>()

export function operationNamed(id: string, language: Language): DescribedOperation | undefined {
  return allOperations(language).find((one) => one.id === id)
}

/** The codes of each error status, in order; of two with the same message the first. */
export function errorsOf(operation: Operation): ReadonlyMap<number, readonly FaultCode[]> {
  const byStatus = Map.groupBy(faultsOf(operation), (code: FaultCode) => faults[code].status)
  const sorted = [...byStatus].sort(([one], [other]) => one - other)
  const distinct = (codes: readonly FaultCode[]) => new Map(codes.toReversed().map((code) => [faults[code].en, code]))
  return new Map(sorted.map(([status, codes]) => [status, [...distinct(codes).values()].toReversed()]))
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(endpoints, id)
}

function bodyOf({ method, body }: Operation): DescribedBody | undefined {
  const mediaType = mediaTypeOf(body)
  if (mediaType === undefined) return undefined
  return {
    mediaType,
    schema: 'schema' in body ? plain(body.schema) : undefined,
    example: 'example' in body ? body.example : undefined,
    isOptional: isBodyOptional(method, body),
  }
}

/** `parametersOf` writes them for OpenAPI; these are the members that it writes. */
function parameterOf(written: object): Parameter {
  const { name, in: place, required, description, schema }: Parameter = Object(written)
  return { name, in: place, required, schema, ...(description !== undefined && { description }) }
}
