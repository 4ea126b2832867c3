import Type from 'typebox'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { description, version } from '../../service-version.ts'

/** Names the service and its documentation, for people who know only the address. */
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
      schema: Type.Object({
        name: Type.Literal('Selfbill'),
        version: Type.String(),
        description: Type.String(),
        documentation: Type.String({ description: 'The guide for callers, a file in the source of this version' }),
        links: Type.Object(
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
        ),
      }),
    },
  },
  faults: [],
  handle: async () =>
    ok({
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
})
