import { answerObject, Type } from '@selfbill/pint-ae/document'
import type { EmptyAnswer } from '../../answer/answer.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { prefersHtml } from '../../request/prefers-html.ts'
import { description, version } from '../../service-version.ts'

const ServiceLinks = answerObject(
  'ServiceLinks',
  {
    openapi: Type.String(),
    token: Type.String(),
    keys: Type.String(),
    rules: Type.String(),
    codelists: Type.String(),
    health: Type.String(),
    readiness: Type.String(),
  },
  { description: 'Paths of this service that need no token' },
)

const ServiceRoot = answerObject('ServiceRoot', {
  name: Type.Literal('Selfbill'),
  version: Type.String(),
  description: Type.String(),
  documentation: Type.String(),
  links: ServiceLinks,
})

/**
 * Names the service and its documentation, for programs that know only the address. It leads a
 * browser to the console.
 */
export const serviceRoot = operation({
  id: 'serviceRoot',
  method: 'GET',
  path: '/',
  access: { kind: 'public' },
  summary: 'Retrieve the name and version of the service, and links to its documentation',
  answers: {
    200: {
      description: 'The service and its links',
      type: 'application/json',
      schema: ServiceRoot,
    },
    303: {
      description: 'A browser, whose Accept prefers text/html, is led to the console',
      headers: { Location: 'The console' },
    },
  },
  faults: [],
  async handle({ header }) {
    if (prefersHtml(header('accept'))) return toConsole
    return {
      ...ok({
        name: 'Selfbill',
        version,
        description,
        documentation: 'docs/integrating.md',
        links: {
          openapi: '/openapi.json',
          token: '/oauth/token',
          keys: '/.well-known/jwks.json',
          rules: '/api/rules',
          codelists: '/api/codelists',
          health: '/healthz',
          readiness: '/readyz',
        },
      }),
      headers: { vary: 'Accept' },
    }
  },
})

const toConsole: EmptyAnswer<303> = {
  status: 303,
  type: '',
  body: '',
  headers: { location: '/console', vary: 'Accept' },
}
