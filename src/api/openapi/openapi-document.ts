import type { Dictionary } from '@selfbill/pint-ae/dictionary'
import type { Scope } from '../../security/scopes.ts'
import { type Access, scopesOf } from '../declaration/access.ts'
import { isBodyOptional, mediaTypes, type RequestBody } from '../declaration/request-body.ts'
import type { Operation } from '../operation.ts'
import { version } from '../service-version.ts'
import { linksOf } from './links.ts'
import { parametersOf } from './parameters.ts'
import { type DocumentedPath, documentedPaths } from './paths.ts'
import { componentHeaders, responsesOf } from './responses.ts'
import { componentSchemas, linesOf, plainSchema } from './schemas.ts'
import { tagOf, tags } from './tags.ts'
import { webhooks } from './webhooks.ts'

/**
 * The OpenAPI 3.1 document of the operations, made from the schemas that check requests. Source:
 * docs/decisions/0002, docs/decisions/0045.
 */
export function openApiDocument(operations: readonly Operation[], dictionary: Dictionary): object {
  const described = documentedPaths(operations)
  const paths: Record<string, Record<string, object>> = {}
  for (const [operation, { path }] of described) {
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, described, dictionary) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Selfbill',
      version,
      description: `Self-billed purchase documents and sales documents for the UAE e-invoicing mandate.

An optional member may also be null, blank text, [] or {}: all count as absent, although these schemas ask for a value.
A 400 names every field that breaks a rule no schema can express: sums, decimal places, members that need each other.`,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server of this document' }],
    tags,
    paths,
    webhooks,
    components: { securitySchemes, headers: componentHeaders, schemas: componentSchemas(operations, dictionary) },
  }
}

const scopeWords: Readonly<Record<Scope, string>> = {
  'documents:read': 'Read documents and their status',
  'documents:write': 'Issue, correct and credit documents',
  'documents:approve': 'Approve documents of people, which issues them',
  profiles: 'Manage business profiles',
  admin: 'Administer the organisation, its people, clients and webhooks',
  operator: 'Operate the service, across organisations; only the command line grants it',
}

const securitySchemes = {
  oauth2: {
    type: 'oauth2',
    description: 'For programs with a client',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: scopeWords } },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token with the scope, from POST /oauth/token, a trusted issuer or the command line',
  },
  gatewaySecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Selfbill-Secret',
    description: 'Only the access point knows it; an operator can rename the header.',
  },
}

function describe(operation: Operation, paths: ReadonlyMap<Operation, DocumentedPath>, dictionary: Dictionary): object {
  const path = paths.get(operation)
  if (path === undefined) throw new Error(`${operation.id} has no path`)
  const { body } = operation
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: descriptionOf(operation),
    security: securityOf(operation),
    parameters: parametersOf(operation, path, dictionary),
    ...(body.kind !== 'none' && {
      requestBody: { required: !isBodyOptional(operation.method, body), content: contentOf(body) },
    }),
    responses: responsesOf(operation, linksOf(operation, paths)),
  }
}

function descriptionOf(operation: Operation): string {
  const { description, access } = operation
  const scopes = scopesOf(operation).map((one) => `\`${one}\``)
  const sentences = [
    description,
    scopes.length > 0 && `Needs the scope ${scopes.join(' or ')}.`,
    access.kind === 'public' && 'Needs no token.',
    access.kind === 'scopes' && access.isPhase2 === true && 'Part of the Phase 2 subscription.',
    access.kind === 'sandbox' && 'Exists only in the sandbox.',
    access.kind === 'gateway' && 'Only for our access point, with the inbound secret.',
  ]
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ')
}

/** One requirement for each scope (one is enough), and one for a token from elsewhere. */
function securityOf({ access }: { readonly access: Access }): object[] {
  if (access.kind === 'gateway') return [{ gatewaySecret: [] }]
  if (access.kind === 'public') return []
  return [...access.scopes.map((one) => ({ oauth2: [one] })), { bearer: [] }]
}

function contentOf(body: Exclude<RequestBody, { readonly kind: 'none' }>): object {
  const type = mediaTypes[body.kind]
  if (body.kind === 'xml') {
    const { example } = body
    return { [type]: { schema: { type: 'string' }, ...(example !== undefined && { example }) } }
  }
  if (body.kind === 'ndjson') {
    return { [type]: { schema: linesOf(body.schema), example: `${JSON.stringify(body.example)}\n` } }
  }
  const example = 'example' in body ? body.example : undefined
  return { [type]: { schema: plainSchema(body.schema), ...(example && { example }) } }
}
