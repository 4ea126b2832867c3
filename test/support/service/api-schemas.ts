import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../../src/api/openapi/openapi-document.ts'
import { dictionary } from '../../../src/features/dictionary.ts'
import { operations } from '../../../src/features/index.ts'

/**
 * Schemas of the OpenAPI document, compiled on first use and kept for all tests of the process:
 * compiling all of them takes seconds. Optimising the code would take longer than running it.
 */
export const apiDocument: ApiDocument = JSON.parse(JSON.stringify(openApiDocument(operations, dictionary)))

/**
 * The same for our own answers: they have the declared members and no others, although a client must
 * expect more from a later version.
 */
const closedDocument: object = JSON.parse(JSON.stringify(apiDocument), (name, value: unknown) => {
  if (name === 'AnsweredBusinessProfile') return withSeconds(Object(value))
  const isObject = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
  return isObject && !('additionalProperties' in value) ? { ...value, additionalProperties: false } : value
})

/**
 * In compatibility mode the instants of a profile are Unix seconds, as the clients of that mode read
 * them: the only values that the document does not declare.
 */
function withSeconds({ properties, ...schema }: { readonly properties: object }): object {
  const instant = { type: ['string', 'integer'] }
  return {
    ...schema,
    additionalProperties: false,
    properties: { ...properties, created_at: instant, updated_at: instant },
  }
}

/** The schema may refer to `#/components/…`. */
export function apiValidator(schema: object): ValidateFunction {
  const known = validators.get(schema) ?? compile(schema)
  validators.set(schema, known)
  return known
}

function compile(schema: object): ValidateFunction {
  ajv ??= new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } }).addSchema({
    ...closedDocument,
    $id: 'selfbill',
  })
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"selfbill#/')
  const compiled = byText.get(text) ?? ajv.compile(JSON.parse(text))
  byText.set(text, compiled)
  return compiled
}

export interface ApiDocument {
  readonly paths: {
    readonly [path: string]:
      | Readonly<Record<string, { readonly responses: Readonly<Record<string, ApiResponse>> } | undefined>>
      | undefined
  }
}

export interface ApiResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: object } | undefined>>
}

const validators = new WeakMap<object, ValidateFunction>()
const byText = new Map<string, ValidateFunction>()
let ajv: Ajv2020 | undefined
